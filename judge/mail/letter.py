"""A letter: what a mail says, without what it carries along. Pure: bytes in, value out, never an exception."""

from __future__ import annotations

from dataclasses import dataclass
from email.message import Message

from judge.mail.headers import (
    addresses,
    heading,
    message_ids,
    message_of,
    sender_of,
)
from judge.mail.hypertext import lines_of_page
from judge.mail.parts import MOST_BYTES, MOST_LINES, Found, parts_of
from judge.mail.quotes import TextLine, plain_lines, sorted_out


@dataclass(frozen=True, slots=True, kw_only=True)
class Letter:
    """One mail as it is acted upon.

    `lines`: own and quoted lines in order. `notes`: codes of what the writer should hear (an attachment not read, a
    charset guessed). `source`: the part that was read: `text`, `html` or `attachment`.
    """

    sender: str | None
    to: tuple[str, ...]
    subject: str
    message_id: str
    references: tuple[str, ...]
    lines: tuple[TextLine, ...]
    notes: tuple[str, ...] = ()
    source: str = "text"

    @property
    def own(self) -> tuple[str, ...]:
        """The writer's own lines."""
        return tuple(line.text for line in self.lines if not line.quoted)


def read_letter(raw: bytes, message: Message | None = None) -> Letter:
    """The letter in these bytes. `message`: the same, if they were parsed already."""
    too_large = len(raw) > MOST_BYTES
    if too_large or message is None:
        message = message_of(raw[:65536].partition(b"\r\n\r\n")[0] + b"\r\n\r\n" if too_large else raw)
    found = Found(notes=["too-large"]) if too_large else parts_of(message)
    lines, source = _lines(found)
    ids = message_ids(heading(message, "Message-ID"))
    references = [*message_ids(heading(message, "References")), *message_ids(heading(message, "In-Reply-To"))]
    return Letter(
        sender=sender_of(message),
        to=addresses(message, "Delivered-To", "X-Original-To", "To", "Cc", "Envelope-To"),
        subject=heading(message, "Subject")[:300],
        message_id=ids[0] if ids else "",
        references=tuple(dict.fromkeys(references)),
        lines=lines,
        notes=tuple(found.notes),
        source=source,
    )


def _lines(found: Found) -> tuple[tuple[TextLine, ...], str]:
    """The text part if it says something, else the page, else a text attached."""
    for texts, source in ((found.plain, "text"), (found.html, "html"), (found.attached, "attachment")):
        rows: list[tuple[int, str]] = []
        for text in texts:
            read = lines_of_page(text) if source == "html" else plain_lines(text, MOST_LINES)
            rows += [*read, (0, "")]
        if source == "html":
            # A page may hold text quoted with signs.
            rows = [
                row for depth, text in rows for row in ((max(depth, d), t) for d, t in plain_lines(text, MOST_LINES))
            ]
        if len(rows) > MOST_LINES:
            rows = rows[:MOST_LINES]
            found.note("cut-short")
        lines = sorted_out(rows)
        if found.attached and source != "attachment" and not any(not (line.quoted or line.soft) for line in lines):
            continue
        if lines or source == "attachment":
            return lines, source
    return (), "text"
