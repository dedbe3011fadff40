"""What a seat has sent ahead: orders for a later window, and orders that stand for every window of a kind."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

import sqlalchemy as sa

from judge.adjudicator.protocol import Problem, Seat
from judge.campaign import conditions, docket
from judge.campaign.live import Live, NotNow
from judge.mail.language import OrderLine
from judge.report.words import Words
from judge.store import tables
from judge.store.base import stamp


def is_for_now(live: Live, said: str) -> bool:
    """Whether a PHASE line names the open window by its date (`PHASE Spring 1901, movement`)."""
    key = conditions.phase_of(live, said)
    window = live.window
    dated = key is not None and not key.startswith(conditions.NEXT)
    return window is not None and dated and conditions.is_for(key or "", window.title, window.kind)


def put_aside(
    connection: sa.Connection, live: Live, seat: Seat, said: str, lines: Sequence[OrderLine], *, clear: bool = False
) -> str:
    """Keep a PHASE block until its window opens; `clear` empties what was kept for it. For which window, in words."""
    key = conditions.phase_of(live, said)
    if key is None:
        raise NotNow(f'"{said}" is no kind of window in {live.name}: there are {", ".join(live.game.kinds)}')
    if not key.startswith(conditions.NEXT) and _is_closed(connection, live, key):
        raise NotNow(f'"{said}" is closed: nothing was kept for it')
    if clear:
        docket.keep_text(connection, live, seat, key, "", once=True, anew=True)
    docket.keep_text(connection, live, seat, key, conditions.written(lines), once=True, lapses=False)
    return in_words(key, once=True)


def _is_closed(connection: sa.Connection, live: Live, key: str) -> bool:
    """Whether the window of this title was played already."""
    titles = connection.execute(
        sa.select(tables.steps.c.window_title).where(
            tables.steps.c.game_id == live.id, tables.steps.c.number <= live.head, tables.steps.c.kind == "turn"
        )
    ).scalars()
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


_KEPT = (
    sa.select(tables.standing.c.kind, tables.standing.c.once, tables.standing.c.text)
    .where(tables.standing.c.game_id == sa.bindparam("of_game"), tables.standing.c.seat == sa.bindparam("of_seat"))
    .order_by(tables.standing.c.once.desc(), tables.standing.c.id)
)


def kept(connection: sa.Connection, live: Live, seat: Seat) -> list[list[str]]:
    """All a seat has sent ahead: for which window, in words, and the text on one line."""
    rows = connection.execute(_KEPT, {"of_game": live.id, "of_seat": seat})
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


def take_up(connection: sa.Connection, live: Live, now: datetime) -> None:
    """When a window opens: what was sent ahead for it is read in, and each seat's report says what came of it."""
    for done, stood, once in docket.apply_kept(connection, live, now):
        what = "what you sent ahead" if once else "your standing orders"
        said = [f"Taken from {what}: {'; '.join(done.orders)}."] if done.orders else []
        said += [f"{told}." for told in stood.told]
        wrong = [*stood.wrong, *((line, sentence) for line, _, sentence in done.problems)]
        said += [f"Not taken from {what}: “{line}”: {sentence}" for line, sentence in wrong]
        said = said or [f"Nothing of {what} stands."]
        connection.execute(
            tables.notices.insert(),
            [
                {
                    "game_id": live.id, "step": live.head, "branch": live.step["branch"] if live.step else None,
                    "told": json.dumps([done.seat]), "text": text, "at": stamp(now),
                }
                for text in said
            ],
        )  # fmt: skip
