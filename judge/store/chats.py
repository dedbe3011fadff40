"""Accounts on chats: the owner of each, the room for its answers, and the codes that prove an owner."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from judge.store.base import stamp
from judge.store.door_tables import account_codes, accounts
from judge.store.facts import insert_new
from judge.store.tables import inbox


def address_of(connection: sa.Connection, chat: str, account: str) -> str | None:
    """The address that an account belongs to."""
    return connection.execute(sa.select(accounts.c.address).where(*_this(chat, account))).scalar()


def room_of(connection: sa.Connection, chat: str, account: str) -> str:
    """The room where an account is answered; "" when that is not known."""
    return str(connection.execute(sa.select(accounts.c.room).where(*_this(chat, account))).scalar() or "")


def rooms_of(connection: sa.Connection, chat: str) -> list[str]:
    """The rooms where accounts of a chat are answered."""
    query = sa.select(accounts.c.room).where(accounts.c.chat == chat, accounts.c.room != "").order_by(accounts.c.at)
    return [str(one) for one in connection.execute(query).scalars()]


def put_room(connection: sa.Connection, chat: str, account: str, room: str, now: datetime) -> None:
    """Answer an account in this room from now on."""
    row = {"chat": chat, "account": account, "address": None, "room": room, "at": stamp(now)}
    if not insert_new(connection, accounts, row):
        connection.execute(accounts.update().where(*_this(chat, account)).values(room=room))


def note_account(connection: sa.Connection, chat: str, account: str, now: datetime) -> None:
    """An account that wrote to us, if it is new."""
    row = {"chat": chat, "account": account, "address": None, "room": "", "at": stamp(now)}
    insert_new(connection, accounts, row)


def connect(connection: sa.Connection, chat: str, account: str, address: str, now: datetime) -> None:
    """Give an account to this address from now on."""
    row = {"chat": chat, "account": account, "address": address, "room": "", "at": stamp(now)}
    if not insert_new(connection, accounts, row):
        gone = accounts.update().where(*_this(chat, account))
        connection.execute(gone.values(address=address, at=stamp(now)))


def disconnect(connection: sa.Connection, chat: str, address: str) -> list[str]:
    """Take the accounts of an address on a chat away from it; returns them."""
    own = (accounts.c.chat == chat, accounts.c.address == address)
    found = [str(one) for one in connection.execute(sa.select(accounts.c.account).where(*own)).scalars()]
    connection.execute(accounts.delete().where(*own))
    codes = account_codes.delete().where(account_codes.c.chat == chat, account_codes.c.address == address)
    connection.execute(codes)
    return found


def of_addresses(connection: sa.Connection, addresses: Collection[str]) -> list[dict[str, Any]]:
    """Somebody's accounts: chat, account, address and since when."""
    columns = (accounts.c.chat, accounts.c.account, accounts.c.address, accounts.c.at)
    query = sa.select(*columns).where(accounts.c.address.in_(list(addresses)))
    return [dict(row) for row in connection.execute(query.order_by(accounts.c.at, accounts.c.account)).mappings()]


def forget_of(connection: sa.Connection, addresses: Collection[str]) -> None:
    """Forget which accounts were theirs."""
    for table in (accounts, account_codes):
        connection.execute(table.delete().where(table.c.address.in_(list(addresses))))


def _this(chat: str, account: str) -> tuple[sa.ColumnElement[bool], ...]:
    return accounts.c.chat == chat, accounts.c.account == account


# --- codes ------------------------------------------------------------------------------------------------------------


def put_code(connection: sa.Connection, code_hash: str, chat: str, address: str, until: datetime) -> None:
    """A code that proves an address until then; the one before it is void."""
    old = (account_codes.c.chat == chat, account_codes.c.address == address)
    connection.execute(account_codes.delete().where(*old))
    row = {"code_hash": code_hash, "chat": chat, "address": address, "until": stamp(until)}
    connection.execute(account_codes.insert().values(**row))


def take_code(connection: sa.Connection, chat: str, hashes: Sequence[str], now: datetime) -> str | None:
    """The address that one of these proves. Each proves only once."""
    mine = (account_codes.c.code_hash.in_(list(hashes)), account_codes.c.chat == chat)
    row = connection.execute(sa.select(account_codes).where(*mine).with_for_update()).first()
    if row is None:
        return None
    connection.execute(account_codes.delete().where(account_codes.c.code_hash == row.code_hash))
    return str(row.address) if row.until >= stamp(now) else None


# --- letters ----------------------------------------------------------------------------------------------------------


def is_letter(connection: sa.Connection, account: str, message_id: str) -> bool:
    """Whether a message was heard as a letter. `account`: the mark of the chat."""
    query = sa.select(inbox.c.id).where(inbox.c.account == account, inbox.c.message_id == message_id)
    return connection.execute(query.limit(1)).first() is not None
