"""Trying a mail account before anybody plays by it: both servers, then two letters from the judge to itself.

The first goes to the judge's plain address, the second to judge+…@. The mail that comes back says how long mail takes,
whether plus addresses are delivered, and by what name the provider signs its own findings. Both are deleted again.
"""

from __future__ import annotations

import email
import email.policy
import re
import secrets
import smtplib
import socket
import ssl
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from email.message import EmailMessage
from email.utils import formatdate

from imapclient import IMAPClient
from imapclient.exceptions import IMAPClientError

from judge.mail import fetch, send
from judge.mail.accounts import Account, NoSecret
from judge.report.saying import Saying, said_of

SUBJECT = "The Judge tries its own mail"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing tried. `state`: ok, note (it works, and could be better), bad, gone (nobody answers there)."""

    what: str
    state: str
    said: Saying


def tried(account: Account, patience: float = 60.0, wait: Callable[[float], None] = time.sleep) -> Iterator[Finding]:
    """Try an account, each finding as soon as it is known; stops at the first that makes the rest useless."""
    try:
        account.password()
    except NoSecret as error:
        yield Finding("password", "bad", _because(error))
        return
    try:
        client = fetch.connect(account)
    except fetch.CannotFetch as error:
        yield Finding("mailbox", "gone" if isinstance(error, fetch.NobodyThere) else "bad", _because(error))
        return
    try:
        yield Finding(
            "mailbox",
            "ok",
            Saying(
                "trying/mailbox-let-us-in",
                {"server": account.imap, "poll": 0 if client.has_capability("IDLE") else account.poll},
            ),
        )
        try:
            link = send.connect(account)
        except (OSError, smtplib.SMTPException, send.CannotSend, NoSecret) as error:
            yield Finding("sending", _how_bad(error), _not_sending(account, error))
            return
        yield Finding("sending", "ok", Saying("trying/sending-let-us-in", {"server": account.smtp}))
        try:
            yield from _letters(account, client, link, patience, wait)
        finally:
            link.close()
    finally:
        client.shutdown()


def reached(account: Account, timeout: float = 10.0) -> Iterator[Finding]:
    """Log in at both servers and leave again; no letter is sent, no folder opened. One that fails spares no other."""
    try:
        account.password()
    except NoSecret as error:
        yield Finding("password", "bad", _because(error))
        return
    if account.imap is not None:
        try:
            fetch.connect(account, timeout).logout()
            yield Finding("mailbox", "ok", Saying("trying/mailbox-let-us-in", {"server": account.imap, "poll": 0}))
        except fetch.CannotFetch as error:
            yield Finding("mailbox", "gone" if isinstance(error, fetch.NobodyThere) else "bad", _because(error))
        except (OSError, IMAPClientError):
            # It let us in, and that was the question; how it says goodbye does not matter.
            yield Finding("mailbox", "ok", Saying("trying/mailbox-let-us-in", {"server": account.imap, "poll": 0}))
    if account.smtp is not None:
        try:
            send.connect(account, timeout).close()
            yield Finding("sending", "ok", Saying("trying/sending-let-us-in", {"server": account.smtp}))
        except (OSError, smtplib.SMTPException, send.CannotSend, NoSecret) as error:
            yield Finding("sending", _how_bad(error), _not_sending(account, error))


def _how_bad(error: Exception) -> str:
    """Whether anybody answered at all."""
    return "gone" if isinstance(error, TimeoutError | ConnectionRefusedError | socket.gaierror) else "bad"


def _not_sending(account: Account, error: Exception) -> Saying:
    """Why the sending server does not let us in, in a sentence that says what to look at."""
    server = account.smtp
    match error:
        case smtplib.SMTPAuthenticationError():
            reply = error.smtp_error.decode("utf-8", "replace") if isinstance(error.smtp_error, bytes) else ""
            return Saying("trying/user-refused", {"server": server, "reply": f"{error.smtp_code} {reply}".rstrip()})
        case TimeoutError():
            return Saying("trying/no-answer", {"server": server})
        case ConnectionRefusedError():
            return Saying("trying/nobody-listens", {"server": server})
        case socket.gaierror():
            return Saying("trying/no-such-server", {"name": server.host if server else ""})
        case ssl.SSLCertVerificationError():
            return Saying("trying/bad-certificate", {"server": server, "why": error.verify_message})
        case smtplib.SMTPNotSupportedError():
            return Saying("trying/no-log-in", {"server": server})
        case smtplib.SMTPServerDisconnected():
            return Saying("trying/hung-up", {"server": server})
        case send.CannotSend() | NoSecret():
            return _because(error)
        case _:
            return Saying("trying/server-says", {"server": server, "error": str(error) or error.__class__.__name__})


def _because(error: Exception) -> Saying:
    return Saying("trying/because", {"why": said_of(error)})


def _letters(
    account: Account, client: IMAPClient, link: smtplib.SMTP, patience: float, wait: Callable[[float], None]
) -> Iterator[Finding]:
    mark = secrets.token_hex(8)
    user, _, domain = account.address.partition("@")
    roads = {"plain": account.address, "plus": f"{user}+try-{mark[:4]}@{domain}"}
    sent = time.monotonic()
    for road, address in list(roads.items()):
        mail = EmailMessage(policy=email.policy.SMTP)
        mail["From"] = account.address
        mail["To"] = address
        mail["Subject"] = SUBJECT
        mail["Date"] = formatdate()
        mail["Message-ID"] = f"<try.{road}.{mark}@{domain}>"
        mail["Auto-Submitted"] = "auto-generated"
        mail.set_content("A letter of the Judge to itself. It can be thrown away.\n")
        try:
            link.send_message(mail, account.address, [address])
        except smtplib.SMTPException as error:
            if road == "plain":
                yield Finding(
                    "letters", "bad", Saying("trying/letter-refused", {"address": address, "error": _said(error)})
                )
                return
            del roads[road]
    found: dict[str, bytes] = {}
    while time.monotonic() - sent < patience and len(found) < len(roads):
        found |= _there(client, account, mark)
        if "plain" in found and len(found) < len(roads) and time.monotonic() - sent > patience / 3:
            break
        if len(found) < len(roads):
            wait(0.5)
    took = time.monotonic() - sent
    if "plain" not in found:
        yield Finding(
            "letters", "bad", Saying("trying/letter-lost", {"address": account.address, "seconds": f"{patience:.0f}"})
        )
        return
    yield Finding("letters", "ok", Saying("trying/letter-arrived", {"seconds": max(1, round(took))}))
    yield _plus(account, "plus" in found)
    yield _signs(account, found["plain"])


def _there(client: IMAPClient, account: Account, mark: str) -> dict[str, bytes]:
    """Which of the two have arrived; those are deleted, so that the daemon never sees them."""
    found: dict[str, bytes] = {}
    client.select_folder(account.inbox)
    for uid in client.search(["SUBJECT", SUBJECT]):
        raw = bytes(client.fetch([uid], ["BODY.PEEK[]"])[uid][b"BODY[]"])
        letter = re.search(rb"<try\.(plain|plus)\." + mark.encode(), raw)
        if letter:
            found[letter[1].decode()] = raw
            try:
                client.delete_messages([uid])
                client.expunge()
            except IMAPClientError:
                continue
    return found


def _plus(account: Account, arrived: bool) -> Finding:
    if arrived and account.plus:
        return Finding("plus", "ok", Saying("trying/plus-used"))
    if arrived:
        return Finding("plus", "note", Saying("trying/plus-not-used"))
    if account.plus:
        return Finding("plus", "bad", Saying("trying/plus-missing"))
    return Finding("plus", "ok", Saying("trying/plus-none"))


def _signs(account: Account, raw: bytes) -> Finding:
    heading = email.message_from_bytes(raw).get_all("Authentication-Results") or []
    names = [str(one).split(";")[0].split()[0] for one in heading if str(one).strip()]
    if not names:
        return Finding("server", "ok", Saying("trying/no-server-name"))
    if account.server in names:
        return Finding("server", "ok", Saying("trying/server-name", {"name": account.server}))
    return Finding("server", "note", Saying("trying/server-name-unused", {"name": names[0]}))  # fmt: skip


def _said(error: smtplib.SMTPException) -> str:
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        code, reply = next(iter(error.recipients.values()), (550, b""))
        return f"{code} {reply.decode('utf-8', 'replace')}"
    return str(error)
