"""A table whose players also write in a chat."""

from __future__ import annotations

import itertools
from dataclasses import replace

import sqlalchemy as sa

from judge.chats import Chat, read_chats
from judge.grammar.document import load
from judge.serve.daemon import Daemon
from judge.store import tables
from judge.store.facts import recall, remember
from tests.serve.table import Table, text_of


def chat_of(said: str, folder) -> Chat:
    """A chat as a campaign's file names it, by the name of room."""
    return read_chats(load(said).sub("chats"), folder)["room"]


_NUMBERS = itertools.count(1)


def judge_on(server) -> tuple[str, str]:
    """A new account of the Judge's on a homeserver: its name, and its token."""
    name = f"judge{next(_NUMBERS)}"
    return f"@{name}:judge.localhost", server.register(name)


class Talking:
    """A table with one chat, called room. `said`: the `chats:` of its campaign's file."""

    def __init__(self, folder, said: str, **words) -> None:
        self.table = Table(folder, more=said, **words).start()
        self.table.daemon.opener.close()
        self.chat, self.heard = chat_of(said, folder), None
        self.restart()

    def restart(self) -> None:
        """Another daemon, as after a crash."""
        table = self.table
        if self.heard is not None:
            self.heard.together.stop()
        table.daemon.opener.close()
        table.daemon = Daemon(table.campaign, table.account, now=lambda: table.now, apart=False)
        table.daemon.listen_to([self.chat])
        (self.heard,) = table.daemon.chats

    def hear(self) -> int:
        """What was said comes in and is answered; how many letters that were."""
        count = self.heard.listen(0)
        self.table.daemon.read_all()
        self.heard.say_waiting()
        return count

    def code_for(self, seat: str) -> str:
        """The code in the mail that comes of CONNECT."""
        self.table.write(seat, "CONNECT room")
        row = self.told("connect")[-1]
        assert row.recipient == f"{seat}@mail.example"
        words = text_of(self.table, row).split()
        return words[words.index("CONNECT") + 1]

    def told(self, what: str) -> list:
        """What was told of accounts."""
        return [one for one in self.table.out("token") if one.facts.get("told") == what]

    def listen_in(self, room: str, game: str) -> None:
        """From now on orders of a game are given in the open in a room."""
        self.chat = replace(self.chat, rooms={room: game})
        self.restart()

    @property
    def since(self) -> str:
        """Up to where the chat was heard."""
        with self.table.campaign.store.read() as connection:
            return recall(connection, self.heard._since)

    @since.setter
    def since(self, since: str) -> None:
        with self.table.campaign.store.begin() as connection:
            remember(connection, self.heard._since, since)

    def unsay(self) -> None:
        """The newest answer is as before it was said: the process died before it could note it."""
        with self.table.campaign.store.begin() as connection:
            newest = sa.select(sa.func.max(tables.outbox.c.id)).where(tables.outbox.c.chat.is_not(None))
            number = connection.execute(newest).scalar_one()
            connection.execute(tables.outbox.update().where(tables.outbox.c.id == number).values(state="queued"))

    def everything(self) -> str:
        """All that the store holds, as text."""
        with self.table.campaign.store.read() as connection:
            return "\n".join(
                str(row) for table in tables.metadata.sorted_tables for row in connection.execute(sa.select(table))
            )

    def close(self) -> None:
        self.table.close()
