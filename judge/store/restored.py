"""A store that comes from a backup, perhaps somebody else's: nothing in it goes out, or opens a game master's doors, by
itself."""

from __future__ import annotations

import json
from collections.abc import Collection

import sqlalchemy as sa

from judge.store.door_tables import account_codes, accounts
from judge.store.facts import recall, remember
from judge.store.tables import addresses, inbox, jobs, leases, meta, outbox, players

HELD_BACK = "restored"
"""The state of a mail that waited in a backup, until the game master lets it go."""
DRAWN = "masters-drawn"
WORDS = ("deed:", "join:", "request:")
"""Under what something waits for a word of ours; whoever made the backup may know the word."""


def settle(connection: sa.Connection, masters: Collection[str], drawn: str) -> None:
    """Hold back the mails that wait, and end all by which others could act for a game master. `masters`: their
    addresses. `drawn`: mixed into their links and reply addresses from now on."""
    for table in (inbox, outbox, jobs):
        connection.execute(table.update().values(owner=None, lease_until=None))
    connection.execute(leases.delete())
    waits = outbox.c.state.in_(("queued", "held"))
    connection.execute(outbox.update().where(waits).values(state=HELD_BACK))
    connection.execute(meta.delete().where(sa.or_(*(meta.c.key.startswith(one) for one in WORDS))))
    remember(connection, DRAWN, drawn)
    for table in (accounts, account_codes):
        connection.execute(table.delete().where(table.c.address.in_(masters)))
    rows = sa.select(players.c.id, players.c.settings).join(addresses, addresses.c.player_id == players.c.id)
    for row in connection.execute(rows.where(addresses.c.address.in_(masters)).distinct()).all():
        kept = {key: value for key, value in json.loads(row.settings or "{}").items() if key != "pgp"}
        connection.execute(players.update().where(players.c.id == row.id).values(settings=json.dumps(kept)))


def drawn_for_masters(connection: sa.Connection) -> str:
    """Mixed into the links and reply addresses of game masters, where the store is from a backup."""
    return recall(connection, DRAWN) or ""


def held_back(connection: sa.Connection) -> int:
    """How many mails of a backup wait for the game master's word."""
    query = sa.select(sa.func.count()).select_from(outbox).where(outbox.c.state == HELD_BACK)
    return int(connection.execute(query).scalar_one())


def let_go(connection: sa.Connection, *, drop: bool) -> int:
    """Send these mails, each when it is due, or (`drop`) never; how many."""
    waits = outbox.update().where(outbox.c.state == HELD_BACK)
    return connection.execute(waits.values(state="withdrawn" if drop else "queued")).rowcount


__all__ = ["HELD_BACK", "drawn_for_masters", "held_back", "let_go", "settle"]
