"""A game master's corrections: back to a step, forward again, another position, an official word."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from judge.campaign import post, turns
from judge.campaign.act import Act, Look
from judge.campaign.live import Live, NotNow, load_game, seat_of
from judge.campaign.telling import note, tell
from judge.grammar.document import Document
from judge.report.saying import Saying
from judge.store import mails, notices, restored
from judge.store.mails import withdraw

LET_GO, DROPPED = "mails let go", "mails dropped"


def roll_back(act: Act, name: str, to: int, keep: bool = False) -> Live:
    """Back to a step; the commitment of the dice for changed orders is published.

    `keep`: the reports that go out again wait, with those of the steps made again, until they are let go.
    """
    live = load_game(act.connection, name, lock=True)
    after, (opened, sealed), anew = turns.roll_back(act, live, to)
    # A game that goes on opens nothing, and nobody has won it.
    withdraw(act.connection, live.id, ("closing",))
    post.drop_untrue(act, live, to)
    about = {"from": live.head, "to": to, "sealed": sealed} | ({"anew": True} if anew else {})
    note(act, after, "rollback", {**about, "open": opened})
    facts = {**about, "anew": anew, "opened": opened, "reason": _why(act)}
    said = Saying("notices/rolled-back", facts)
    _tell_what_waited(act, live, after)
    seen = Saying("notices/was-open")
    for one in (said, seen) if live.settings.gm_plays and live.row["status"] == "over" else (said,):
        # In the report that goes out again now, and in the one that is made next.
        tell(act, after, one, step=to)
        tell(act, after, one, step=to + 1)
    post.put_reports(act, after, post.Again(keep))
    return after


def roll_forward(act: Act, name: str, to: int | None = None, keep: bool = False) -> Live:
    """Forward again to a step, or as far as the game had been played, without adjudicating."""
    live = load_game(act.connection, name, lock=True)
    after = turns.roll_forward(act, live, to)
    note(act, after, "rollforward", {"from": live.head, "to": after.head})
    _tell_what_waited(act, live, after)
    said = Saying("notices/rolled-forward", {"from": live.head, "to": after.head, "reason": _why(act)})
    tell(act, after, said, step=after.head)
    post.put_reports(act, after, post.Again(keep))
    return after


def _tell_what_waited(act: Act, live: Live, after: Live) -> None:
    """The report that goes out now takes along an official word and everything else that waited for the next report."""
    notices.bring_forward(act.connection, live.id, live.head + 1, after.head, after.branch)


def let_go(act: Act, name: str, drop: bool = False) -> int:
    """The reports that were kept back go out together, or (`drop`) never; how many."""
    live = load_game(act.connection, name, lock=True)
    many = len(mails.kept(act.connection, live.id))
    if not many:
        raise NotNow("no-mails-kept", game=live.name)
    if drop:
        post.drop_kept(act, live)
        _tell_of_rollbacks(act, live)
    else:
        post.let_go(act, live)
    note(act, live, DROPPED if drop else LET_GO, {"mails": many})
    return many


def let_go_restored(act: Act, drop: bool = False) -> tuple[int, int]:
    """The letters that waited in a backup are read, and its mails go, each when it is due, or (`drop`) never; how many
    of each."""
    letters, many = restored.let_go(act.connection, drop=drop)
    if not letters + many:
        raise NotNow("no-mails-restored")
    about = {"letters": letters, "mails": many}
    note(act, None, "restored mails dropped" if drop else "restored mails let go", about)
    return letters, many


def _tell_of_rollbacks(act: Act, live: Live) -> None:
    """The reports that told of the rollbacks since the last mails went will never go: the next report tells of them."""
    since: list[Mapping[str, Any]] = []
    for row in notices.acts(act.connection, live.id, ("rollback", LET_GO, DROPPED)):
        since = [*since, json.loads(row["detail"])] if row["act"] == "rollback" else []
    for one in since:
        facts = {"anew": False, "reason": "", **one, "opened": one["open"]}
        tell(act, live, Saying("notices/rolled-back", facts))


def _why(act: Act) -> str:
    """The reason, as the players read it."""
    return act.reason.strip().rstrip(".")


def position(look: Look, name: str) -> Mapping[str, object]:
    """The position as an editable document."""
    live = _begun(look, name)
    return live.game.write_position(live.state)


def changes(look: Look, name: str, document: Document) -> Sequence[str]:
    """The changes that loading a position would make; raises DocumentError when it cannot be loaded."""
    live = _begun(look, name)
    state = live.game.read_position(document)
    return turns.differences(live.game.write_position(live.state), live.game.write_position(state))


def _begun(look: Look, name: str) -> Live:
    live = load_game(look.connection, name)
    if live.step is None:
        raise NotNow("not-begun", game=live.name)
    return live


def edit(act: Act, name: str, document: Document, reason: str) -> Sequence[str]:
    """Make the position what the document says; players are told the reason."""
    if not reason.strip():
        raise NotNow("correction-needs-a-reason")
    live = load_game(act.connection, name, lock=True)
    after, changed = turns.edit_position(act, live, document, reason)
    if live.row["status"] == "over" and after.row["status"] != "over":
        # Its secrets are open to all: only a rollback makes new ones.
        raise NotNow("is-over", game=live.name)
    if changed:
        note(act, after, "edit", {"reason": reason, "changes": list(changed)})
        tell(act, after, Saying("notices/position-corrected", {"reason": reason}), step=after.head)
        post.put_reports(act, after, post.Again() if mails.kept(act.connection, live.id) else None)
    return changed


def official_word(act: Act, name: str, text: str, told: Sequence[str] = ()) -> None:
    """A word of the game master in the next report, to everybody or to some seats."""
    live = load_game(act.connection, name, lock=True)
    tell(act, live, Saying("notices/official-word", {"text": text}), [seat_of(live.game, one) for one in told] or None)
    note(act, live, "official note", {"text": text})
