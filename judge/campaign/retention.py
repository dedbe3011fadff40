"""How long the words of letters are kept. Their hashes stay for ever: they are what makes a repeated letter harmless.

A letter's words may go when the game it was for has been over for as long as the policy says; one that was for no
game, when it is that old itself. Nothing else changes: the receipt, what the letter changed, each step's orders and
dice stay, so every game can be verified as before.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

import sqlalchemy as sa

from judge.campaign.deadlines import RuleError, read_length
from judge.grammar.document import Complaint, Document, DocumentError
from judge.grammar.lexicon import nearest
from judge.store.base import Store, stamp
from judge.store.leases import hold, let_go
from judge.store.queue import recall, remember
from judge.store.tables import games, inbox, steps

KEYS = {"keep_raw_mail": "how long letters are kept after their game is over (90 days; for ever, where it is not set)"}
AT_ONCE = 500
PRUNED = "pruned"
"""Where the store keeps the day on which a daemon pruned last."""


@dataclass(frozen=True, slots=True)
class Retention:
    """The policy. None: for ever."""

    raw_mail: timedelta | None = None


@dataclass(frozen=True, slots=True)
class Pruned:
    """What went, or would go."""

    letters: int
    size: int
    """Bytes."""


def read_retention(document: Document) -> Retention:
    """The `retention:` part of a campaign's file; every mistake is named with its line."""
    value = document.value if isinstance(document.value, dict) else {}
    complaints: list[Complaint] = []
    for key in value:
        if key not in KEYS:
            near = nearest(str(key), KEYS)
            hint = f'did you mean "{near}"?' if near else f"known is {', '.join(KEYS)}"
            complaints.append(document.complaint(f'"{key}" means nothing here: {hint}', key))
    keep = None
    said = str(value.get("keep_raw_mail", "for ever")).strip()
    if said not in ("for ever", "forever"):
        try:
            keep = read_length(said)
        except RuleError:
            wrong = f'keep_raw_mail is a length of time such as 90 days, or for ever, not "{said}"'
            complaints.append(document.complaint(wrong, "keep_raw_mail"))
    if complaints:
        raise DocumentError(document.name, complaints)
    return Retention(keep)


def prune(
    store: Store,
    policy: Retention,
    now: datetime,
    dry_run: bool = False,
    stop: Callable[[], bool] = lambda: False,
) -> Pruned:
    """Forget the words of letters that the policy no longer keeps, a few at a time, so that nobody waits for it."""
    if policy.raw_mail is None:
        return Pruned(0, 0)
    edge = now - policy.raw_mail
    letters = size = 0
    with store.read() as connection:
        over = _over_since(connection, edge)
    # Letters for no game come first; then those of each game that has been over for long enough.
    for game in (None, *over):
        where = [inbox.c.raw.is_not(None), inbox.c.state != "new"]
        where += (
            [inbox.c.game_id.is_(None), inbox.c.received_at < stamp(edge)]
            if game is None
            else [inbox.c.game_id == game]
        )
        if dry_run:
            with store.read() as connection:
                count, large = connection.execute(
                    sa.select(sa.func.count(), sa.func.coalesce(sa.func.sum(sa.func.length(inbox.c.raw)), 0)).where(
                        *where
                    )
                ).one()
            letters, size = letters + int(count), size + int(large)
            continue
        while not stop():
            with store.begin() as connection:
                found = connection.execute(
                    sa.select(inbox.c.id, sa.func.length(inbox.c.raw)).where(*where).limit(AT_ONCE)
                ).all()
                if found:
                    # What stands in the note of a letter laid aside may quote it.
                    connection.execute(
                        inbox.update()
                        .where(inbox.c.id.in_([row[0] for row in found]))
                        .values(raw=None, note=sa.case((inbox.c.state == "bad", ""), else_=inbox.c.note))
                    )
            letters, size = letters + len(found), size + sum(int(row[1]) for row in found)
            if len(found) < AT_ONCE:
                break
    return Pruned(letters, size)


def _over_since(connection: sa.Connection, edge: datetime) -> list[int]:
    """Games that were over before this, and still have words to forget."""
    ended = (
        sa.select(games.c.id)
        .join(steps, sa.and_(steps.c.game_id == games.c.id, steps.c.number == games.c.head))
        .where(games.c.status == "over")
        .group_by(games.c.id)
        .having(sa.func.max(steps.c.made_at) < stamp(edge))
    )
    kept = sa.exists().where(inbox.c.game_id == games.c.id, inbox.c.raw.is_not(None), inbox.c.state != "new")
    return [int(one) for one in connection.execute(ended.where(kept).order_by(games.c.id)).scalars()]


def prune_daily(
    store: Store, policy: Retention, now: datetime, owner: str, stop: Callable[[], bool] = lambda: False
) -> Pruned | None:
    """The same, once a day, by one daemon of however many there are; None when it is done already."""
    if policy.raw_mail is None:
        return None
    today = f"{now:%Y-%m-%d}"
    with store.begin() as connection:
        if recall(connection, PRUNED) == today or hold(connection, PRUNED, owner, timedelta(hours=1)) is None:
            return None
    done = prune(store, policy, now, stop=stop)
    with store.begin() as connection:
        if not stop():
            remember(connection, PRUNED, today)
        let_go(connection, PRUNED, owner)
    return done
