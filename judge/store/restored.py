"""A store that comes from a backup, perhaps somebody else's: nothing in it goes out, or opens a game master's doors, by
itself."""

from __future__ import annotations

import json
from collections.abc import Collection

import sqlalchemy as sa

from judge.store.door_tables import account_codes, accounts
from judge.store.facts import recall, remember
from judge.store.tables import addresses, inbox, jobs, leases, meta, outbox, players, posts

HELD_BACK = "restored"
"""The state of a letter or a mail that waited in a backup, until the game master lets it go."""
DRAWN, SETTLED = "masters-drawn", "masters-settled"
WORDS = ("deed:", "join:", "request:")
"""Under what something waits for a word of ours; whoever made the backup may know the word."""


def settle(connection: sa.Connection, masters: Collection[str], drawn: str) -> None:
    """Hold back the letters and the mails that wait, and end all by which others could act for a game master.
    `masters`: their addresses. `drawn`: mixed into their links and reply addresses from now on."""
    for table in (inbox, outbox, jobs):
        connection.execute(table.update().values(owner=None, lease_until=None))
    connection.execute(leases.delete())
    # A letter may have findings of our mail server on top that its maker wrote; a post may be anybody's.
    connection.execute(inbox.update().where(inbox.c.state == "new").values(state=HELD_BACK))
    waits = outbox.c.state.in_(("queued", "held", "kept"))
    connection.execute(outbox.update().where(waits).values(state=HELD_BACK))
    connection.execute(posts.delete())
    connection.execute(meta.delete().where(sa.or_(*(meta.c.key.startswith(one) for one in WORDS))))
    remember(connection, DRAWN, drawn)
    remember(connection, SETTLED, "[]")
    settle_masters(connection, masters)


def unsettled(connection: sa.Connection, masters: Collection[str]) -> tuple[str, ...]:
    """The game masters of a restored store, by their addresses, who were named since: what it holds to prove them came
    with the backup."""
    if not drawn_for_masters(connection):
        return ()
    known = json.loads(recall(connection, SETTLED) or "[]")
    return tuple(sorted(set(masters) - set(known)))


def settle_masters(connection: sa.Connection, masters: Collection[str]) -> None:
    """End the PGP keys and the accounts on chats that a restored store has for these game masters."""
    known = json.loads(recall(connection, SETTLED) or "[]")
    remember(connection, SETTLED, json.dumps(sorted({*known, *masters})))
    for table in (accounts, account_codes):
        connection.execute(table.delete().where(table.c.address.in_(masters)))
    rows = sa.select(players.c.id, players.c.settings).join(addresses, addresses.c.player_id == players.c.id)
    for row in connection.execute(rows.where(addresses.c.address.in_(masters)).distinct()).all():
        kept = {key: value for key, value in json.loads(row.settings or "{}").items() if key != "pgp"}
        connection.execute(players.update().where(players.c.id == row.id).values(settings=json.dumps(kept)))


def drawn_for_masters(connection: sa.Connection) -> str:
    """Mixed into the links and reply addresses of game masters, where the store is from a backup."""
    return recall(connection, DRAWN) or ""


def held_back(connection: sa.Connection) -> tuple[int, int]:
    """How many letters and how many mails of a backup wait for the game master's word."""
    letters, mails = (
        connection.execute(sa.select(sa.func.count()).select_from(table).where(table.c.state == HELD_BACK)).scalar_one()
        for table in (inbox, outbox)
    )
    return int(letters), int(mails)


def let_go(connection: sa.Connection, *, drop: bool) -> tuple[int, int]:
    """Read these letters, and send these mails, each when it is due, or (`drop`) never; how many of each."""
    letters = inbox.update().where(inbox.c.state == HELD_BACK).values(state="ignored" if drop else "new")
    mails = outbox.update().where(outbox.c.state == HELD_BACK).values(state="withdrawn" if drop else "queued")
    return connection.execute(letters).rowcount, connection.execute(mails).rowcount


__all__ = ["HELD_BACK", "drawn_for_masters", "held_back", "let_go", "settle", "settle_masters", "unsettled"]
