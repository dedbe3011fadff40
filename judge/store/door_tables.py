"""The tables of the doors beside mail: mails told to programs, accounts on chats, browsers that are rung."""

from __future__ import annotations

import sqlalchemy as sa

from judge.store.club_tables import metadata
from judge.store.tables import Key

# The mails of a seat that a program was told of, by the seat's token, numbered from 1 (since version 8).
news = sa.Table(
    "news",
    metadata,
    sa.Column("token_hash", sa.String(64), primary_key=True),
    sa.Column("number", Key, primary_key=True, autoincrement=False),
    sa.Column("mail", Key, nullable=False, index=True),
    sa.UniqueConstraint("token_hash", "mail"),
)

# Accounts on chats (since version 8). `address`: the owner's, once proven; `room`: where they are answered.
accounts = sa.Table(
    "accounts",
    metadata,
    sa.Column("chat", sa.String(32), primary_key=True),
    sa.Column("account", sa.Text, primary_key=True),
    sa.Column("address", sa.Text, index=True),
    sa.Column("room", sa.Text, nullable=False),
    sa.Column("at", sa.String(32), nullable=False),
)

# Codes that prove an account to be an address's, once said in the chat (since version 8).
account_codes = sa.Table(
    "account_codes",
    metadata,
    sa.Column("code_hash", sa.String(64), primary_key=True),
    sa.Column("chat", sa.String(32), nullable=False),
    sa.Column("address", sa.Text, nullable=False, index=True),
    sa.Column("until", sa.String(32), nullable=False),
)

# Browsers that want to hear of news at a seat (since version 9). `link_hash`: of the link they had then, with which the
# bell ends; `endpoint`: the address at their maker's service.
bells = sa.Table(
    "bells",
    metadata,
    sa.Column("endpoint", sa.Text, primary_key=True),
    sa.Column("seat_id", Key, nullable=False, index=True),
    sa.Column("link_hash", sa.String(64), nullable=False),
    sa.Column("at", sa.String(32), nullable=False),
)

__all__ = ["account_codes", "accounts", "bells", "metadata", "news"]
