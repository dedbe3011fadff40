"""Sending: one recipient a transaction, one connection kept for many mails, every failure told apart.

A refusal for good (5xx) is not tried again; one for now (4xx, or no server) is, later and later. A mail is known to be
sent only after the server's 250, so a crash in between sends a mail twice, with the same Message-ID.
"""

from __future__ import annotations

import re
import smtplib
import socket
import ssl
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import timedelta

from judge.mail.accounts import Account, Server, may_log_in
from judge.mail.quotations import Index

MOST_ON_A_CONNECTION = 80
TIMEOUT = 30
# Minutes until the next try: half a day in all, then the mail is given up and the GM told.
WAITS = (1, 2, 5, 10, 20, 40, 60, 120, 180, 240)

_LINE_END = re.compile(rb"\r\n|\r|\n")
_BREAK = re.compile(r"[\r\n]")
_DOT = re.compile(rb"^\.", re.M)


@dataclass(frozen=True, slots=True)
class Outgoing:
    """A mail ready to go."""

    number: int
    sender: str
    recipient: str
    data: bytes
    index: Index | None = None
    """Its words, for knowing them again when they come back."""


@dataclass(frozen=True, slots=True)
class Sent:
    """Its fate: `sent`, `later` (not now), `refused` (never), `down` (no server: nothing was tried)."""

    number: int
    result: str
    reason: str = ""


class CannotSend(Exception):
    """The server cannot be reached or does not let us in; the sentence says which."""


def wait_before(tries: int) -> timedelta | None:
    """How long until the next try after so many failed ones; None: give it up."""
    return timedelta(minutes=WAITS[tries - 1]) if 0 < tries <= len(WAITS) else None


class Sender:
    """A connection to the sending server, kept and renewed."""

    def __init__(self, account: Account, wait: Callable[[float], None] = time.sleep) -> None:
        self.account = account
        self.wait = wait
        self._link: smtplib.SMTP | None = None
        self._count = 0
        self._unheard = False
        """The server has been asked on this connection what nobody has heard the answer to."""

    def close(self) -> None:
        """Say goodbye."""
        if self._link is not None:
            try:
                self._link.quit()
            except (OSError, smtplib.SMTPException):
                self._link.close()
            self._link = None

    def send(self, mails: Iterable[Outgoing]) -> Iterator[Sent]:
        """Send each. Where the server takes commands ahead, the next is made while it works on the one before."""
        source = iter(mails)
        for mail in source:
            try:
                link = self._connected()
            except (OSError, smtplib.SMTPException, CannotSend) as error:
                self.close()
                yield Sent(mail.number, "down", sentence(error))
                return
            if link.has_extn("pipelining") and not isinstance(link, smtplib.LMTP):
                yield from self._ahead(link, mail, source)
            else:
                yield self._alone(link, mail)

    def _alone(self, link: smtplib.SMTP, mail: Outgoing) -> Sent:
        """One mail, every command answered before the next."""
        try:
            link.sendmail(mail.sender, [mail.recipient], mail.data)
            self._count += 1
            return Sent(mail.number, "sent")
        except smtplib.SMTPRecipientsRefused as error:
            code, reply = next(iter(error.recipients.values()), (550, b""))
            self._reset()
            return self._refused(mail, code, reply)
        except smtplib.SMTPServerDisconnected as error:
            self.close()
            return Sent(mail.number, "later", sentence(error))
        except smtplib.SMTPResponseException as error:
            self._reset()
            if error.smtp_code == 421:
                self.close()
            return self._refused(mail, error.smtp_code, error.smtp_error)
        except (OSError, ValueError, smtplib.SMTPException) as error:
            self.close()
            return Sent(mail.number, "later", sentence(error))

    def _ahead(self, link: smtplib.SMTP, first: Outgoing, rest: Iterator[Outgoing]) -> Iterator[Sent]:
        """Mails over one connection (RFC 2920): the next envelope follows a mail's last line without waiting.

        Each has its own transaction and its own answer, as ever; only the waiting is shared. If the store fails between
        two mails, nobody hears the rest of the answers. That connection is not used again: on it the next mail would go
        to the recipient who has been named already.
        """
        mail: Outgoing | None = first
        following: Outgoing | None = None
        self._unheard = True
        try:
            link.send(_envelope(link, first))
            while mail is not None:
                wrong = self._opening(link)
                if wrong is not None:
                    self._reset()
                    if wrong[0] == 421:
                        self.close()
                    self._unheard = False
                    yield self._refused(mail, *wrong)
                    return
                link.send(_dotted(mail.data))
                self._count += 1
                # While the server stores this one, the next is written.
                following = next(rest, None) if self._count < MOST_ON_A_CONNECTION else None
                if following is not None:
                    link.send(_envelope(link, following))
                code, reply = link.getreply()
                done, mail, following = mail, following, None
                self._unheard = mail is not None
                yield Sent(done.number, "sent") if code == 250 else self._refused(done, code, reply)
        except (OSError, ValueError, smtplib.SMTPException) as error:
            self.close()
            # The next one's envelope may have gone already: it too waits for another connection.
            yield from (Sent(one.number, "later", sentence(error)) for one in (mail, following) if one is not None)

    def _opening(self, link: smtplib.SMTP) -> tuple[int, bytes] | None:
        """The answers to an envelope: None when the mail may follow, else the first refusal."""
        answers = [link.getreply() for _ in range(3)]
        wrong = next(((code, reply) for code, reply in answers[:2] if code not in (250, 251)), None)
        if wrong is None and answers[2][0] != 354:
            wrong = answers[2]
        if wrong is not None and answers[2][0] == 354:
            # It waits for a mail all the same: an empty one to nobody ends that.
            link.send(b".\r\n")
            link.getreply()
        return wrong

    def _refused(self, mail: Outgoing, code: int, reply: object) -> Sent:
        text = reply.decode("utf-8", "replace") if isinstance(reply, bytes) else str(reply)
        return Sent(mail.number, "refused" if 500 <= code < 600 else "later", f"{code} {text}"[:300])

    def _reset(self) -> None:
        if self._link is not None:
            try:
                self._link.rset()
            except (OSError, smtplib.SMTPException):
                self.close()

    def _connected(self) -> smtplib.SMTP:
        if self._link is not None and (self._unheard or self._count >= MOST_ON_A_CONNECTION):
            self.close()
        if self._link is None:
            self._link, self._count, self._unheard = connect(self.account), 0, False
        return self._link


def _envelope(link: smtplib.SMTP, mail: Outgoing) -> bytes:
    size = f" SIZE={len(mail.data)}" if link.has_extn("size") else ""
    sender, recipient = smtplib.quoteaddr(mail.sender), smtplib.quoteaddr(mail.recipient)
    sender, recipient = _BREAK.sub("", sender), _BREAK.sub("", recipient)
    return f"MAIL FROM:{sender}{size}\r\nRCPT TO:{recipient}\r\nDATA\r\n".encode()


def _dotted(data: bytes) -> bytes:
    """A mail as it travels: line ends in full, a dot that begins a line doubled, a lone dot at its end."""
    whole = _LINE_END.sub(b"\r\n", data)
    return _DOT.sub(b"..", whole) + (b".\r\n" if whole.endswith(b"\r\n") else b"\r\n.\r\n")


def connect(account: Account, timeout: float = TIMEOUT) -> smtplib.SMTP:
    """A connection, encrypted and logged in as the account says."""
    server = account.smtp
    if server is None:
        raise CannotSend("the campaign's file names no server to send by: mail: {smtp: smtps://user@host}")
    if server.scheme == "lmtp":
        lmtp = smtplib.LMTP(server.path or server.host, server.port or 24, timeout=timeout)
        lmtp.ehlo_or_helo_if_needed()
        return lmtp
    if server.tls == "implicit":
        link: smtplib.SMTP = smtplib.SMTP_SSL(
            server.host, server.port, timeout=timeout, context=ssl.create_default_context()
        )
        encrypted = True
    else:
        link = smtplib.SMTP(server.host, server.port, timeout=timeout)
        link.ehlo()
        encrypted = False
        if link.has_extn("starttls") and not server.local:
            link.starttls(context=ssl.create_default_context())
            link.ehlo()
            encrypted = True
        elif server.tls == "starttls" and not account.insecure:
            link.close()
            raise CannotSend(f"{server} offers no encryption, so nothing is sent there (insecure: true allows it)")
    if link.sock is not None:
        link.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    _log_in(link, account, server, encrypted)
    return link


def _log_in(link: smtplib.SMTP, account: Account, server: Server, encrypted: bool) -> None:
    if not server.user:
        return
    if not may_log_in(server, encrypted, account.insecure):
        link.close()
        raise CannotSend(f"the connection to {server} is not encrypted, so no password is sent over it")
    password = account.smtp_password()
    if account.by_token and not account.smtp_secret:
        said = f"user={server.user}\x01auth=Bearer {password}\x01\x01"
        link.ehlo_or_helo_if_needed()
        link.auth("XOAUTH2", lambda challenge=None: said if not challenge else "")
    elif password:
        link.login(server.user, password)


def sentence(error: BaseException) -> str:
    """An error in words, without what it was about to say in secret."""
    if isinstance(error, smtplib.SMTPAuthenticationError):
        return f"the server did not accept the login ({error.smtp_code})"
    text = str(error) or error.__class__.__name__
    return f"{error.__class__.__name__}: {text}"[:300] if not isinstance(error, CannotSend) else text
