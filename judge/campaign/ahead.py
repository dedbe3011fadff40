"""What a seat has sent ahead: orders for a later window, and orders that stand for every window of a kind."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from judge.adjudicator.protocol import Problem, Seat
from judge.campaign import conditions, docket
from judge.campaign.act import Act, Look
from judge.campaign.live import Live, NotNow
from judge.campaign.telling import tell
from judge.mail.language import OrderLine
from judge.report.words import Words
from judge.store import docket as sets
from judge.store import steps


def is_for_now(live: Live, said: str) -> bool:
    """Whether a PHASE line names the open window by its date (`PHASE Spring 1901, movement`)."""
    key = conditions.phase_of(live, said)
    window = live.window
    dated = key is not None and not key.startswith(conditions.NEXT)
    return window is not None and dated and conditions.is_for(key or "", window.title, window.kind)


def put_aside(act: Act, live: Live, seat: Seat, said: str, lines: Sequence[OrderLine], *, clear: bool = False) -> str:
    """Keep a PHASE block until its window opens; `clear` empties what was kept for it. For which window, in words."""
    key = conditions.phase_of(live, said)
    if key is None:
        raise NotNow(f'"{said}" is no kind of window in {live.name}: there are {", ".join(live.game.kinds)}')
    if not key.startswith(conditions.NEXT) and _is_closed(act, live, key):
        raise NotNow(f'"{said}" is closed: nothing was kept for it')
    if clear:
        sets.take_kept(act.connection, live.id, seat, key, once=True)
    docket.keep_once(act, live, seat, key, conditions.written(lines), lapses=False)
    return in_words(key, once=True)


def _is_closed(look: Look, live: Live, key: str) -> bool:
    """Whether the window of this title was played already."""
    titles = steps.titles_of_turns(look.connection, live.id, live.head)
    return any(conditions.is_for(key, title, "") for title in titles)


def in_words(key: str, once: bool) -> str:
    """What something is kept for, as its writer is told."""
    if not once:
        return f"every window of the kind {key}, whenever you send nothing"
    return (
        f"the next window of the kind {key.removeprefix(conditions.NEXT)}"
        if _is_kind(key)
        else f"the window {key[:1].upper()}{key[1:]}"
    )


def _is_kind(key: str) -> bool:
    return key.startswith(conditions.NEXT) or not any(sign.isdigit() for sign in key)


def kept(look: Look, live: Live, seat: Seat) -> list[list[str]]:
    """All a seat has sent ahead: for which window, in words, and the text on one line."""
    rows = sets.kept(look.connection, live.id, seat)
    return [[in_words(row.kind, row.once), " / ".join(row.text.splitlines())] for row in rows]


def doubts(
    live: Live, seat: Seat, said: str, texts: Sequence[str], own_templates: Path | None = None
) -> list[list[str]]:
    """What would not be understood of these lines if their window were open now: told at once, not when it is late."""
    kind = conditions.kind_in(live.game.kinds, said)
    if kind is None or kind not in live.game.forms:
        return []
    words = Words(live.game, live.state, own=own_templates)
    read = [line for text in texts for line in live.game.read(live.state, seat, kind, text)]
    return [[line.text, words.problem(line.said)] for line in read if isinstance(line.said, Problem)]


def take_up(act: Act, live: Live) -> None:
    """When a window opens: what was sent ahead for it is read in, and each seat's report says what came of it."""
    for done, stood, once in docket.apply_kept(act, live):
        what = "what you sent ahead" if once else "your standing orders"
        said = [f"Taken from {what}: {'; '.join(done.orders)}."] if done.orders else []
        said += [f"{told}." for told in stood.told]
        wrong = [*stood.wrong, *((line, sentence) for line, _, sentence in done.problems)]
        said += [f"Not taken from {what}: “{line}”: {sentence}" for line, sentence in wrong]
        for text in said or [f"Nothing of {what} stands."]:
            tell(act, live, text, [done.seat], live.head)
