"""Games archived, renamed, deleted."""

from __future__ import annotations

import json

from judge.adjudicator.codec import digest
from judge.campaign.act import Act
from judge.campaign.jobs import put_pages
from judge.campaign.live import Live, NotNow, load_game, renamed
from judge.campaign.telling import OF, note, tell
from judge.grammar.names import check_game_name
from judge.report.saying import Saying
from judge.store import cups, games, notices
from judge.store.base import stamp
from judge.store.facts import recall, remember


def archive(act: Act, name: str, back: bool = False) -> None:
    """Archive a game that is over or never began: no list shows it, everything of it can be asked for by its name."""
    live = load_game(act.connection, name, lock=True)
    if back:
        if not live.row["archived_at"]:
            raise NotNow("not-put-away", game=live.name)
        games.put(act.connection, live.id, archived_at=None)
        note(act, live, "brought back", {})
        return
    _at_rest(live, "put away")
    if live.row["archived_at"]:
        raise NotNow("put-away-already", game=live.name)
    games.put(act.connection, live.id, archived_at=stamp(act.now))
    note(act, live, "put away", {})


def rename(act: Act, name: str, new: str) -> str:
    """Rename a game; its old name still leads to it, so that answers to older mails arrive."""
    live = load_game(act.connection, name, lock=True)
    new = check_free(act, new, live.name)
    games.change(act.connection, live.id, name=new)
    remember(act.connection, renamed(live.name), new)
    if recall(act.connection, renamed(new)):
        # The game gets back a former name.
        remember(act.connection, renamed(new), "")
    act.ledger.forget()
    after = load_game(act.connection, new)
    note(act, after, "renamed", {"from": live.name, "to": new})
    put_pages(act, f"renamed/{live.name}/{new}/{stamp(act.now)}")
    if after.window is not None:
        tell(act, after, Saying("notices/renamed", {"game": live.name, "new": new}))
    return new


def check_free(act: Act, name: str, own: str = "") -> str:
    """The name in the form of games' names. Refuses one that no game may have, that another has, or that leads to
    another."""
    try:
        name = check_game_name(name)
    except ValueError as error:
        raise NotNow("because", why=error) from None
    if games.is_there(act.connection, name):
        raise NotNow("game-there", name=name)
    if cups.is_there(act.connection, name):
        raise NotNow("tournament-there", name=name)
    leads = recall(act.connection, renamed(name))
    if leads and leads != own and games.is_there(act.connection, leads):
        raise NotNow("name-was-used", name=name, game=leads)
    return name


def delete(act: Act, name: str, running: bool = False) -> dict[str, int]:
    """Delete a game that is over or never began, with all that belongs to it. The audit keeps that it was there.
    `running`: another replaces it, so it may be going on."""
    live = load_game(act.connection, name, lock=True)
    if not running:
        _at_rest(live, "deleted")
    act.ledger.forget()
    last = {"state": digest(live.state)} if live.step is not None else {}
    for one in notices.acts(act.connection, live.id):
        notices.detail(act.connection, one["id"], json.dumps({**json.loads(one["detail"]), OF: live.name}))
    gone = games.erase(act.connection, live.id)
    remember(act.connection, renamed(live.name), "")
    put_pages(act, f"deleted/{live.name}/{stamp(act.now)}")
    note(act, None, "game deleted", {"game": live.name, "kind": live.row["game"], "steps": live.head + 1, **last})
    return gone


def _at_rest(live: Live, what: str) -> None:
    if live.window is not None:
        raise NotNow("being-played", game=live.name, what=what)


__all__ = ["archive", "check_free", "delete", "rename"]
