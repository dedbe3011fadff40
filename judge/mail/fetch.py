"""Collecting: mail from an IMAP folder is stored before it is moved, and never lost between two looks.

The order is always: fetch (BODY.PEEK), hand over to be committed, move to Done. A crash in between leaves a mail where
it is; the next look finds it stored already and moves it. The store decides which mail has been read, never a flag.
"""

from __future__ import annotations

import contextlib
import random
import select
import socket
import ssl
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Protocol

from imapclient import IMAPClient
from imapclient.exceptions import IMAPClientError, LoginError

from judge.mail.accounts import Account, NoSecret, may_log_in
from judge.mail.parts import MOST_BYTES
from judge.mail.send import sentence

MOST_AT_ONCE = 100
A_FEW = 8
MOST_BYTES_AT_ONCE = 4 * 1024 * 1024
TIMEOUT = 60
LONGEST_BACK_OFF = 900.0
# The seconds between two looks at a server on this machine.
NAP = 0.2


@dataclass(frozen=True, slots=True)
class RawMail:
    """A mail as it lay in the mailbox. `received_at`: when the server received it; the Date header does not count."""

    account: str
    folder: str
    uidvalidity: int
    uid: int
    received_at: datetime
    raw: bytes


class CannotFetch(Exception):
    """The mailbox cannot be reached or does not let us in; the sentence says which."""


class NobodyThere(CannotFetch):
    """Nothing answers where the server should be."""


class WrongPassword(CannotFetch):
    """The server does not accept the login: trying on would only lock the account."""


Take = Callable[[Sequence[RawMail]], Iterable[bool]]
"""Stores mails, and says of each (after its transaction) whether it may be moved to Done; False: to Bad."""


class Beside(Protocol):
    """Another thing to wait for than mail: its file number can be read from once it has happened."""

    def fileno(self) -> int: ...

    def wait(self, seconds: float) -> bool: ...


def idle_wait(client: Any, seconds: float, beside: Beside | None = None) -> bool:
    """Whether something happened on an idling connection (or nobody can tell): leave IDLE and look.

    `beside`: ends the wait as well. Three places may hold bytes that came: the TLS layer, the buffer of the file the
    lines are read from, the socket.
    """
    imap = client._imap
    sock = client.socket()
    waiting = getattr(sock, "pending", None)
    if callable(waiting) and waiting():
        return True
    # Since Python 3.14 lines are read from a buffer of imaplib's own; the file must not be touched, it would take bytes
    # away from that buffer.
    own = getattr(imap, "_readbuf", None)
    if own is not None and any(own):
        return True
    sock.setblocking(False)
    try:
        if own is None:
            with contextlib.suppress(OSError):
                if (getattr(imap, "_file", None) or imap.file).peek(1):
                    return True
        poll = select.poll()
        poll.register(sock, select.POLLIN)
        if beside is not None:
            poll.register(beside.fileno(), select.POLLIN)
        return bool(poll.poll(max(0.0, seconds) * 1000))
    finally:
        sock.setblocking(True)
        with contextlib.suppress(AttributeError):
            sock.settimeout(client._timeout.read)


def pending(client: Any) -> bool:
    """Whether a new mail was announced along with another command's answer. IDLE would not say it again."""
    return bool(client._imap.untagged_responses.pop("EXISTS", None))


def connect(account: Account, timeout: float = TIMEOUT) -> IMAPClient:
    """A connection to the mailbox, encrypted and logged in as the account says."""
    server = account.imap
    if server is None:
        raise CannotFetch("the campaign's file names no mailbox: mail: {imap: imaps://user@host}")
    try:
        secure = server.tls == "implicit"
        context = None if server.local and not secure else ssl.create_default_context()
        client = IMAPClient(server.host, server.port, ssl=secure, ssl_context=context, timeout=timeout)
    except (OSError, IMAPClientError) as error:
        raise NobodyThere(f"{server} does not answer: {sentence(error)}") from None
    try:
        client.normalise_times = False
        client.socket().setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        encrypted = server.tls == "implicit"
        if not encrypted and not server.local and client.has_capability("STARTTLS"):
            client.starttls(context)
            encrypted = True
        if not may_log_in(server, encrypted, account.insecure):
            raise CannotFetch(f"{server} offers no encryption, so no password is sent there")
        _log_in(client, account, server.user or account.address)
    except CannotFetch:
        client.shutdown()
        raise
    except (OSError, IMAPClientError, NoSecret) as error:
        with contextlib.suppress(Exception):
            client.shutdown()
        raise CannotFetch(f"{server}: {sentence(error)}") from None
    return client


def _log_in(client: IMAPClient, account: Account, user: str) -> None:
    try:
        password = account.password()
        if account.by_token:
            client.oauth2_login(user, password)
        else:
            client.login(user, password)
    except LoginError as error:
        text = str(error)
        if "UNAVAILABLE" in text or "INUSE" in text:
            raise CannotFetch("the server does not let anybody in just now") from None
        raise WrongPassword(f"the server does not accept the login of {user}") from None


class Mailbox:
    """The folder that letters come into, over one connection, renewed as often as needed."""

    def __init__(self, account: Account, take: Take) -> None:
        self.account, self.take = account, take
        self.client: IMAPClient | None = None
        self.uidvalidity = 0

    def open(self) -> IMAPClient:
        """The connection, with the folders Done and Bad made if they are not there."""
        if self.client is not None:
            return self.client
        client = connect(self.account)
        try:
            for name in (self.account.done, self.account.bad):
                if not client.folder_exists(name):
                    with contextlib.suppress(IMAPClientError):
                        client.create_folder(name)
            opened = client.select_folder(self.account.inbox)
        except (IMAPClientError, OSError) as error:
            with contextlib.suppress(Exception):
                client.shutdown()
            raise CannotFetch(f"the folder {self.account.inbox} cannot be opened: {sentence(error)}") from None
        self.uidvalidity = int(opened.get(b"UIDVALIDITY", 0))
        pending(client)
        self.client = client
        return client

    def close(self) -> None:
        """Let go of the connection."""
        client, self.client = self.client, None
        if client is not None:
            try:
                client.logout()
            except Exception:
                with contextlib.suppress(Exception):
                    client.shutdown()

    def drop(self) -> None:
        """Let go of a connection that is of no use any more."""
        client, self.client = self.client, None
        if client is not None:
            with contextlib.suppress(Exception):
                client.shutdown()

    def collect(self) -> int:
        """Everything that lies in the folder, taken and moved; how many mails that were."""
        try:
            return self._collect()
        except (IMAPClientError, OSError, ssl.SSLError) as error:
            self.drop()
            raise CannotFetch(f"the connection broke: {sentence(error)}") from None

    def _collect(self) -> int:
        client = self.open()
        client.noop()
        pending(client)
        uids = sorted(client.search(["UNDELETED"]))
        count = 0
        if len(uids) <= A_FEW:
            count = self._take(client, self._fetched_whole(client, uids)) if uids else 0
        else:
            for batch in self._batches(client, uids):
                count += self._one_batch(client, batch)
        return count

    def _batches(self, client: IMAPClient, uids: list[int]) -> Iterable[dict[int, int]]:
        """UIDs with their sizes, in lots of at most a hundred mails or four megabytes."""
        for start in range(0, len(uids), 500):
            some = uids[start : start + 500]
            sizes = {uid: int(got.get(b"RFC822.SIZE", 0)) for uid, got in client.fetch(some, ["RFC822.SIZE"]).items()}
            lot: dict[int, int] = {}
            room = MOST_BYTES_AT_ONCE
            for uid in some:
                if uid not in sizes:
                    continue
                size = min(sizes[uid], MOST_BYTES)
                if lot and (len(lot) >= MOST_AT_ONCE or size > room):
                    yield lot
                    lot, room = {}, MOST_BYTES_AT_ONCE
                lot[uid] = sizes[uid]
                room -= size
            if lot:
                yield lot

    def _one_batch(self, client: IMAPClient, lot: dict[int, int]) -> int:
        # Of a mail too large for a letter only the beginning is fetched: enough to tell its sender so.
        small = [uid for uid, size in lot.items() if size <= MOST_BYTES]
        large = [uid for uid, size in lot.items() if size > MOST_BYTES]
        mails: list[RawMail] = []
        for uids, what, key in (
            (small, "BODY.PEEK[]", b"BODY[]"),
            (large, f"BODY.PEEK[]<0.{MOST_BYTES + 1}>", b"BODY[]<0>"),
        ):
            if not uids:
                continue
            mails += self._fetched(client, uids, what, key)
        return self._take(client, mails)

    def _fetched_whole(self, client: IMAPClient, uids: list[int]) -> list[RawMail]:
        """A few mails in one go, without asking for their sizes first: of none more than its beginning."""
        return self._fetched(client, uids, f"BODY.PEEK[]<0.{MOST_BYTES + 1}>", b"BODY[]<0>")

    def _fetched(self, client: IMAPClient, uids: list[int], what: str, key: bytes) -> list[RawMail]:
        mails = []
        got = client.fetch(uids, [what, "INTERNALDATE"])
        for uid in uids:
            one = got.get(uid)
            if one is None or key not in one:
                continue
            at = one.get(b"INTERNALDATE")
            received = at.astimezone(UTC) if isinstance(at, datetime) else datetime.now(UTC)
            raw = bytes(one[key] or b"")
            mails.append(RawMail(self.account.address, self.account.inbox, self.uidvalidity, uid, received, raw))
        return mails

    def _take(self, client: IMAPClient, mails: list[RawMail]) -> int:
        """Hand them over, and move them out of the way."""
        mails.sort(key=lambda mail: (mail.received_at, mail.uid))
        taken = list(self.take(mails))
        done = [mail.uid for mail, fine in zip(mails, taken, strict=True) if fine]
        bad = [mail.uid for mail, fine in zip(mails, taken, strict=True) if not fine]
        self._move(client, done, self.account.done)
        self._move(client, bad, self.account.bad)
        return len(mails)

    def _move(self, client: IMAPClient, uids: list[int], to: str) -> None:
        """Out of the way. One that is gone already is no error; a server without MOVE copies and deletes."""
        if not uids:
            return
        if client.has_capability("MOVE"):
            try:
                client.move(uids, to)
            except IMAPClientError as error:
                if "EXPUNGEISSUED" not in str(error):
                    raise
            return
        client.copy(uids, to)
        client.delete_messages(uids, silent=True)
        if client.has_capability("UIDPLUS"):
            client.uid_expunge(uids)
        else:
            client.expunge()

    def wait(self, seconds: float, beside: Beside | None = None) -> bool:
        """Wait for mail or for the other thing, at most so long. True: look again."""
        client = self.open()
        if pending(client):
            return True
        if not client.has_capability("IDLE"):
            wait = min(seconds, self.account.poll)
            if beside is not None:
                beside.wait(wait)
            else:
                time.sleep(wait)
            return True
        try:
            return self._idle(client, min(seconds, self.account.idle), beside)
        except (IMAPClientError, OSError) as error:
            self.drop()
            raise CannotFetch(f"the connection broke: {sentence(error)}") from None

    def _idle(self, client: IMAPClient, seconds: float, beside: Beside | None) -> bool:
        """Idle; a server on this machine is asked as well, for it may keep what came to itself for half a second."""
        near = self.account.imap is not None and self.account.imap.local
        end = time.monotonic() + seconds
        while True:
            left = end - time.monotonic()
            client.idle()
            happened = pending(client) or idle_wait(client, min(left, NAP) if near else left, beside)
            client.idle_done()
            if near and not happened:
                client.noop()
            if happened or pending(client):
                return True
            if not near or left <= NAP:
                return False


def back_off(failures: int, chance: Callable[[], float] = random.random) -> float:
    """Seconds to wait after so many failures in a row: longer each time, never twice the same, at most 15 minutes."""
    return min(LONGEST_BACK_OFF, 2.0 ** min(failures, 12)) * (0.5 + chance() / 2)
