"""The Judge's own mails: text, page, picture and calendar in one message; the same facts make the same bytes.

Written new every time, never forwarded: nothing of what a player's mail program put into its headers can travel on.
"""

from __future__ import annotations

import email.policy
import hashlib
import re
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.headerregistry import Address
from email.message import EmailMessage
from email.utils import format_datetime

from judge.grammar.text import without_controls
from judge.mail.guard import LOOP_HEADER
from judge.mail.lean import Header, lean_bytes

POLICY = email.policy.SMTP.clone(max_line_length=78)
# A Message-ID as another header may name it. Other text that odd mail programs put into theirs names nothing, and the
# library of Python 3.14 refuses to write some of it.
_ID = re.compile(r"<[!#-'*+./0-9:=?@A-Z\[\]^_`a-z{|}~-]{1,248}>")


@dataclass(frozen=True, slots=True)
class Deadline:
    """A deadline as an entry for a calendar. `sequence` rises when it moves."""

    title: str
    at: datetime
    uid: str
    sequence: int = 0


MAP, CHART = "<!--map-->", "<!--chart-->"
"""Where in a page the pictures go."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mail:
    """A mail as facts. `root`: the game's own Message-ID, never sent, under which its mails gather in a thread."""

    message_id: str
    recipient: str
    sender: str
    sender_name: str
    subject: str
    text: str
    at: datetime
    html: str = ""
    picture: bytes = b""
    picture_alt: str = ""
    chart: bytes = b""
    chart_alt: str = ""
    deadline: Deadline | None = None
    reply_to: str = ""
    in_reply_to: str = ""
    references: tuple[str, ...] = ()
    list_id: str = ""
    list_name: str = ""
    archive: str = ""
    answers: bool = False
    marks: tuple[tuple[str, str], ...] = field(default=())


def bytes_of(mail: Mail) -> bytes:
    """The message, byte for byte the same for the same facts."""
    seed = hashlib.sha256(mail.message_id.encode()).hexdigest()
    if not mail.picture and not mail.chart and mail.deadline is None:
        page = mail.html.replace(MAP, "").replace(CHART, "")
        return lean_bytes(_headers(mail), _body(mail.text), page, f"=_{seed[:24]}_0", POLICY)
    return _with_parts(mail, seed)


def _headers(mail: Mail) -> list[Header]:
    """The headers above the words, in order."""
    name, _, host = mail.sender.rpartition("@")
    found: list[Header] = [
        ("From", Address(_line(mail.sender_name, 80), _line(name, 64), _line(host, 200))),
        ("To", _address(mail.recipient)),
    ]
    if mail.reply_to:
        found.append(("Reply-To", _address(mail.reply_to)))
    found += [
        ("Subject", _line(mail.subject, 300)),
        ("Date", format_datetime(mail.at.astimezone(UTC))),
        ("Message-ID", _line(mail.message_id, 250)),
    ]
    if _ID.fullmatch(mail.in_reply_to):
        found.append(("In-Reply-To", mail.in_reply_to))
    # The newest last, as programs expect; a chain of years is cut to its root and its end.
    chain = list(dict.fromkeys(one for one in (*mail.references, mail.in_reply_to) if _ID.fullmatch(one)))
    if chain:
        found.append(("References", " ".join((*chain[:1], *chain[1:][-8:]))))
    found += [
        ("Auto-Submitted", "auto-replied" if mail.answers else "auto-generated"),
        ("X-Auto-Response-Suppress", "All"),
        (LOOP_HEADER, _line(mail.sender, 200)),
    ]
    if mail.list_id:
        found += [
            ("List-Id", f"{_line(mail.list_name, 80)} <{_line(mail.list_id, 200)}>".strip()),
            ("List-Post", "NO"),
            ("List-Unsubscribe", f"<mailto:{_line(mail.sender, 200)}?subject=STOP>"),
        ]
        if mail.archive:
            found.append(("List-Archive", f"<{_line(mail.archive, 300)}>"))
    return [*found, *((f"X-Judge-{key}", _line(value, 200)) for key, value in mail.marks)]


def _with_parts(mail: Mail, seed: str) -> bytes:
    """The message by the library's own means: pictures and calendars have parts of their own."""
    message = EmailMessage(policy=POLICY)
    for key, value in _headers(mail):
        message[key] = value
    message.set_content(_body(mail.text), cte="quoted-printable")
    if mail.html:
        host = mail.sender.rpartition("@")[2] or "judge.invalid"
        page, related = mail.html, []
        for mark, name, data, alt in (
            (MAP, "map", mail.picture, mail.picture_alt),
            (CHART, "chart", mail.chart, mail.chart_alt),
        ):
            content_id = f"<{name}.{seed[:16]}@{host}>"
            shown = _image(content_id, alt) if data else ""
            page = page.replace(mark, shown) if mark in page else _with(page, shown)
            related += [(data, content_id, f"{name}.png")] if data else []
        message.add_alternative(page, subtype="html", cte="quoted-printable")
        parts = message.get_payload()
        assert isinstance(parts, list)
        page_part = parts[1]
        assert isinstance(page_part, EmailMessage)
        for data, content_id, file in related:
            page_part.add_related(data, "image", "png", cid=content_id, disposition="inline", filename=file)
    elif mail.picture:
        message.add_attachment(mail.picture, "image", "png", filename="map.png")
    if mail.deadline is not None:
        # With a picture beside plain text it is one already.
        if message.get_content_type() != "multipart/mixed":
            message.make_mixed()
        calendar = EmailMessage(policy=POLICY)
        calendar.set_content(calendar_of(mail.deadline, mail.at), subtype="calendar", cte="quoted-printable")
        calendar.set_param("method", "PUBLISH")
        calendar.add_header("Content-Disposition", "attachment", filename="deadline.ics")
        del calendar["MIME-Version"]
        message.attach(calendar)
    _fix_boundaries(message, seed)
    return message.as_bytes()


def _image(content_id: str, alt: str) -> str:
    said = re.sub(r'[<>"&]', "", alt)
    return f'<p><img src="cid:{content_id[1:-1]}" alt="{said}" style="max-width:100%;height:auto;border:0"></p>'


def _with(page: str, picture: str) -> str:
    if not picture:
        return page
    place = re.search(r"(?i)<body[^>]*>", page)
    return page[: place.end()] + picture + page[place.end() :] if place else picture + page


def _fix_boundaries(message: EmailMessage, seed: str) -> None:
    """Boundaries are drawn by chance otherwise."""
    for number, part in enumerate(message.walk()):
        if part.is_multipart():
            part.set_boundary(f"=_{seed[:24]}_{number}")


def calendar_of(deadline: Deadline, at: datetime) -> str:
    """The deadline as a calendar file (RFC 5545): an entry to have, nothing to answer."""

    def utc(moment: datetime) -> str:
        return moment.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")

    def text(value: str) -> str:
        value = re.sub(r"([\\;,])", r"\\\1", without_controls(value))
        return value.replace("\n", "\\n")

    rows = (
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//The Judge//Deadlines//EN",
        "METHOD:PUBLISH",
        "BEGIN:VEVENT",
        f"UID:{deadline.uid}",
        f"DTSTAMP:{utc(at)}",
        f"SEQUENCE:{deadline.sequence}",
        f"DTSTART:{utc(deadline.at)}",
        f"DTEND:{utc(deadline.at)}",
        f"SUMMARY:{text(deadline.title)}",
        "TRANSP:TRANSPARENT",
        "BEGIN:VALARM",
        "ACTION:DISPLAY",
        "TRIGGER:-PT12H",
        f"DESCRIPTION:{text(deadline.title)}",
        "END:VALARM",
        "END:VEVENT",
        "END:VCALENDAR",
    )
    return "\r\n".join(_folded(row) for row in rows) + "\r\n"


def _folded(row: str) -> str:
    """Lines of a calendar have at most 75 bytes."""
    out: list[str] = []
    now = b""
    for sign in row:
        piece = sign.encode()
        if len(now) + len(piece) > (75 if not out else 74):
            out.append(now.decode())
            now = b""
        now += piece
    out.append(now.decode())
    return "\r\n ".join(out)


def _line(value: str, most: int) -> str:
    """One line for a header: nothing can begin another."""
    return re.sub(r"\s+", " ", without_controls(value.replace("\n", " ").replace("\r", " "))).strip()[:most]


def _address(value: str) -> Address:
    """One bare address; the parser of names is never asked."""
    name, _, host = _line(value, 254).rpartition("@")
    return Address("", re.sub(r"[^A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]", "", name) or "nobody", re.sub(r"[^\w.-]", "", host))


def _body(text: str) -> str:
    return "\n".join(without_controls(line) for line in text.replace("\r\n", "\n").replace("\r", "\n").split("\n"))


def subject_of(campaign: str, game: str, title: str, key: str = "") -> str:
    """`[CAMPAIGN/GAME] TITLE {key}`: a plain reply carries the game and the window."""
    tag = f"[{campaign}/{game}]" if game else f"[{campaign}]"
    return f"{tag} {title.strip()}" + (f" {{{key}}}" if key else "")


def root_of(campaign: str, game: str, host: str) -> str:
    """The Message-ID under which all mails of a game gather."""
    digest = hashlib.sha256(f"{campaign}\n{game}".encode()).hexdigest()[:20]
    return f"<{digest}.root@{host}>"
