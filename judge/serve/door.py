"""A second way in: an LMTP door, for a game master whose own mail server hands letters straight to the Judge."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import os
import threading
from typing import Any

from aiosmtpd.lmtp import LMTP

from judge.mail.accounts import Account
from judge.mail.envelope import extra_of
from judge.mail.fetch import RawMail
from judge.mail.parts import MOST_BYTES
from judge.serve.daemon import Daemon
from judge.store.letters import DOOR

log = logging.getLogger("judge")
READING = "reads letters from the door"
"""The name of a thread that reads what came in."""


class Door:
    """Listens on host:port or a socket's path; a letter is stored before it is said to be taken."""

    def __init__(self, account: Account, daemon: Daemon) -> None:
        self.account, self.daemon = account, daemon
        self.port = 0
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None
        self._error: BaseException | None = None

    def start(self) -> Door:
        """Open; returns when letters can come."""
        ready = threading.Event()
        self._thread = threading.Thread(target=self._run, args=(ready,), daemon=True, name="door")
        self._thread.start()
        ready.wait(20)
        if self._error is not None:
            raise self._error
        return self

    def stop(self) -> None:
        """Close."""
        if self._loop is not None and self._thread is not None and self._thread.is_alive():
            self._loop.call_soon_threadsafe(self._done.set)
            self._thread.join(10)

    def _run(self, ready: threading.Event) -> None:
        try:
            asyncio.run(self._serve(ready))
        except BaseException as error:
            self._error = error
            ready.set()

    async def _serve(self, ready: threading.Event) -> None:
        loop = self._loop = asyncio.get_running_loop()
        self._done = asyncio.Event()
        where = self.account.lmtp_listen
        if where.startswith("/"):
            # Nobody else may come in, from its first moment. A socket that was left there goes; a file stays.
            before = os.umask(0o007)
            try:
                server: asyncio.AbstractServer = await loop.create_unix_server(self._talk, where)
            finally:
                os.umask(before)
        else:
            host, _, port = where.rpartition(":")
            tcp = await loop.create_server(self._talk, host or "127.0.0.1", int(port))
            self.port = tcp.sockets[0].getsockname()[1]
            server = tcp
        ready.set()
        await self._done.wait()
        server.close()

    def _talk(self) -> LMTP:
        return LMTP(self, data_size_limit=MOST_BYTES * 4, ident="The Judge", enable_SMTPUTF8=True, loop=self._loop)

    async def handle_RCPT(self, server: Any, session: Any, envelope: Any, address: str, options: Any) -> str:
        """One recipient a transaction, and only the Judge."""
        if extra_of(address.lower(), self.account.address) is None:
            return "550 5.1.1 the Judge only"
        if envelope.rcpt_tos:
            return "452 4.5.3 one recipient at a time"
        envelope.rcpt_tos.append(address)
        return "250 2.1.5 OK"

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        """Stored, then taken."""
        content = envelope.original_content or envelope.content or b""
        # Nobody's mail (a bounce) comes with "<>" as it stood on the wire.
        sender = (envelope.mail_from or "").strip("<>")
        head = f"Return-Path: <{sender}>\r\nDelivered-To: {envelope.rcpt_tos[0]}\r\n".encode()
        raw = head + content
        # No mailbox numbers these letters; the letter itself does.
        number = int.from_bytes(hashlib.sha256(raw).digest()[:7])
        letter = RawMail(self.account.address, DOOR, 0, number, self.daemon.now(), raw)
        try:
            await asyncio.to_thread(self.daemon.store, [letter])
        except Exception as error:
            log.error("a letter could not be stored: %s", type(error).__name__)
            return "451 4.3.0 try again later"
        # It is stored; reading it is the daemon's own business and must not keep the mail server waiting.
        threading.Thread(target=self._read, name=READING, daemon=True).start()
        return "250 2.0.0 stored"

    def _read(self) -> None:
        try:
            self.daemon.read_all()
            self.daemon.tick()
        except Exception:
            log.exception("letters from the door wait for the next look")
