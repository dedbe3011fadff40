"""The post office as a whole: its SMTP and IMAP doors, its users, one thread."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import threading
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from aiosmtpd.smtp import SMTP, AuthResult, Envelope, LoginPassword
from aiosmtpd.smtp import Session as SmtpSession

from judge.mail.headers import domain, local_part
from judge.office.boxes import Boxes
from judge.office.imap import LONGEST_LINE, Session

LARGEST = 4_000_000
# aiosmtpd's warnings about its own future are no use to a game master.
logging.getLogger("mail.log").setLevel(logging.ERROR)


class Office:
    """Serves from `start()` to `stop()`. Ports 0 are chosen by the system. Loopback unless told otherwise."""

    def __init__(
        self,
        path: Path | str,
        host_name: str = "judge.localhost",
        *,
        imap_port: int = 0,
        smtp_port: int = 0,
        listen: str = "127.0.0.1",
        sync: str = "NORMAL",
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self.clock = clock
        self.path, self.host_name, self.listen, self.sync = path, host_name.lower(), listen, sync
        self.imap_port, self.smtp_port = imap_port, smtp_port
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._error: BaseException | None = None
        self._watchers: list[Callable[[str, bytes], None]] = []

    def start(self, users: Mapping[str, str] | None = None) -> Office:
        """Open the doors; returns when mail can come."""
        ready = threading.Event()
        self._thread = threading.Thread(target=self._run, args=(ready, dict(users or {})), daemon=True)
        self._thread.start()
        ready.wait(20)
        if self._error is not None:
            raise self._error
        return self

    def __enter__(self) -> Office:
        return self if self._thread is not None else self.start()

    def __exit__(self, *anything: object) -> None:
        self.stop()

    def stop(self) -> None:
        """Close the doors; mail that was taken in is kept."""
        if self._loop is not None and self._thread is not None and self._thread.is_alive():
            self._loop.call_soon_threadsafe(self._done.set)
            self._thread.join(10)
        self._loop = self._thread = None

    def watch(self, watcher: Callable[[str, bytes], None]) -> None:
        """Be told of every mail taken in: (user, mail). For demonstrations and tests."""
        self._watchers.append(watcher)

    def set_user(self, name: str, password: str) -> None:
        """Let a user in (from any thread)."""
        self._in_loop(lambda: self.boxes.set_user(name, password))

    def deliver(self, user: str, raw: bytes) -> None:
        """Put a mail into a user's INBOX (from any thread)."""
        self._in_loop(lambda: self._deliver(user, raw))

    def _in_loop(self, act: Callable[[], None]) -> None:
        assert self._loop is not None

        async def acting() -> None:
            act()

        asyncio.run_coroutine_threadsafe(acting(), self._loop).result(20)

    def _run(self, ready: threading.Event, users: dict[str, str]) -> None:
        try:
            asyncio.run(self._serve(ready, users))
        except BaseException as error:
            self._error = error
            ready.set()

    async def _serve(self, ready: threading.Event, users: dict[str, str]) -> None:
        self._loop = asyncio.get_running_loop()
        self._done = asyncio.Event()
        self.boxes = Boxes(self.path, self.sync)
        for name, password in users.items():
            self.boxes.set_user(name, password)
        imap = await asyncio.start_server(self._imap, self.listen, self.imap_port, limit=LONGEST_LINE)
        smtp = await self._loop.create_server(self._smtp, self.listen, self.smtp_port)
        self.imap_port = imap.sockets[0].getsockname()[1]
        self.smtp_port = smtp.sockets[0].getsockname()[1]
        ready.set()
        await self._done.wait()
        imap.close()
        smtp.close()
        talking = set(self._tasks)
        while talking:
            for task in talking:
                task.cancel()
            # A session cancelled at the moment a line comes may not notice (up to Python 3.11), so it is cancelled
            # again.
            ended, talking = await asyncio.wait(talking, timeout=0.1)
            await asyncio.gather(*ended, return_exceptions=True)
        self.boxes.close()

    async def _imap(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        if task is not None:
            # A task nobody holds may be collected while its client is connected.
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        # asyncio asks this task for its error when it ends, and up to Python 3.11 fails on one that was cancelled.
        with contextlib.suppress(asyncio.CancelledError):
            await Session(self.boxes, reader, writer).run()

    def _smtp(self) -> SMTP:
        return SMTP(
            self,
            hostname=self.host_name,
            data_size_limit=LARGEST,
            enable_SMTPUTF8=True,
            ident="The Judge",
            authenticator=self._authenticate,
            auth_require_tls=False,
            loop=self._loop,
        )

    # Calls from aiosmtpd

    def _authenticate(
        self, server: Any, session: SmtpSession, envelope: Envelope, mechanism: str, said: Any
    ) -> AuthResult:
        name = said.login.decode("utf-8", "replace").partition("@")[0] if isinstance(said, LoginPassword) else ""
        ok = bool(name) and self.boxes.lets_in(name, said.password.decode("utf-8", "replace"))
        session.auth_data = name.lower() if ok else None  # type: ignore[assignment]
        return AuthResult(success=ok, handled=False)

    def user_of(self, address: str) -> str | None:
        """The user with this address; None: not ours."""
        name = local_part(address).partition("+")[0].lower()
        return name if domain(address).lower() == self.host_name and self.boxes.is_user(name) else None

    async def handle_EHLO(
        self, server: Any, session: Any, envelope: Any, hostname: str, responses: list[str]
    ) -> list[str]:
        """The extensions it offers. Commands are read one by one, so PIPELINING is safe."""
        session.host_name = hostname
        return [*responses[:-1], "250-PIPELINING", responses[-1]]

    async def handle_RCPT(self, server: Any, session: Any, envelope: Any, address: str, options: Any) -> str:
        """Take mail for its own users and for nobody else: no relay."""
        if self.user_of(address) is None:
            return "550 5.1.1 there is nobody of that name here"
        if len(envelope.rcpt_tos) >= 50:
            return "452 4.5.3 too many recipients"
        envelope.rcpt_tos.append(address)
        return "250 2.1.5 OK"

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        """Store the mail for each recipient before saying so."""
        who = session.auth_data if isinstance(getattr(session, "auth_data", None), str) else None
        head = f"Return-Path: <{(envelope.mail_from or '').strip('<>')}>\r\n"
        if who:
            head += f"Authentication-Results: {self.host_name}; auth=pass smtp.auth={who}\r\n"
        content = envelope.original_content or envelope.content or b""
        for address in envelope.rcpt_tos:
            user = self.user_of(address)
            if user is not None:
                self._deliver(user, head.encode() + f"Delivered-To: {address}\r\n".encode() + content)
        return "250 2.0.0 stored"

    def _deliver(self, user: str, raw: bytes) -> None:
        box = self.boxes.box(user, "INBOX") or self.boxes.create(user, "INBOX")
        self.boxes.add(box, raw, at=self.clock())
        for watcher in self._watchers:
            watcher(user, raw)


def password() -> str:
    """A password nobody can guess."""
    return secrets.token_urlsafe(18)
