"""A letter: what a mail says, without what it carries along. Pure: bytes in, value out, never an exception."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from email.message import Message

from judge.adjudicator.value import named_value
from judge.mail.headers import (
    Heads,
    addresses,
    heading,
    message_ids,
    message_of,
    name_of,
    sender_of,
)
from judge.mail.hypertext import hidden_in_page, lines_of_page
from judge.mail.parts import MOST_BYTES, MOST_LINES, Attached, Found, parts_of
from judge.mail.quotes import TextLine, plain_lines, sorted_out


@named_value
class Letter:
    """One mail, ready to be dealt with.

    `text`: the words, body first, then readable attachments; `lines`: each of its lines. `notes`: codes of what the
    writer should hear (an attachment not read, a charset guessed). `source`: the part that is its body: `text`, `html`
    or `attachment`. `attached`: the names of attachments in the text; `unread`: of those not in it.
    """

    sender: str | None
    to: tuple[str, ...]
    subject: str
    message_id: str
    references: tuple[str, ...]
    replies_to: tuple[str, ...]
    """The mail it answers, as In-Reply-To says."""
    lines: tuple[TextLine, ...]
    notes: tuple[str, ...] = ()
    source: str = "text"
    text: str = ""
    attached: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()
    hidden: tuple[str, ...] = ()
    """The text on its page, and in what is attached, that nobody sees."""
    name: str = ""
    """Its sender's name in From."""

    @property
    def own(self) -> tuple[str, ...]:
        """The writer's own lines."""
        return tuple(line.text for line in self.lines if line.is_own and not line.part)

    @property
    def said(self) -> tuple[str, ...]:
        """The same with the empty lines between them."""
        own = (line for line in self.lines if not line.quoted and not line.part)
        return tuple(line.text for line in own if not line.apart or line.apart == "space")


def read_letter(raw: bytes, message: Message | None = None) -> Letter:
    """The letter in these bytes. `message`: the same, if they were parsed already."""
    too_large = len(raw) > MOST_BYTES
    if too_large or message is None:
        message = message_of(raw[:65536].partition(b"\r\n\r\n")[0] + b"\r\n\r\n" if too_large else raw)
    found = Found(notes=["too-large"]) if too_large else parts_of(message)
    heads = Heads(message)
    sender = sender_of(heads)
    text, lines, source = _lines(found, sender)
    ids = message_ids(heading(heads, "Message-ID"))
    replies_to = message_ids(heading(heads, "In-Reply-To"))
    return Letter(
        sender=sender,
        to=addresses(heads, "Delivered-To", "X-Original-To", "To", "Cc", "Envelope-To"),
        subject=heading(heads, "Subject")[:300],
        message_id=ids[0] if ids else "",
        references=tuple(dict.fromkeys((*message_ids(heading(heads, "References")), *replies_to))),
        replies_to=replies_to,
        lines=lines,
        notes=tuple(found.notes),
        source=source,
        text=text,
        attached=tuple([one.name for one in found.attached]),
        unread=tuple(found.unread),
        name=name_of(heads),
        hidden=_hidden(found.html if source == "html" else (), found.attached),
    )


def _hidden(pages: Sequence[str], attached: Sequence[Attached]) -> tuple[str, ...]:
    """The text on these pages, and in what is attached, that nobody sees."""
    if not (pages or attached):
        return ()
    pages = [*pages, *(one.text for one in attached if one.is_page)]
    on_pages = (line for page in pages for line in hidden_in_page(page))
    return (*on_pages, *(line for one in attached for line in one.hidden))


def _lines(found: Found, sender: str | None) -> tuple[str, tuple[TextLine, ...], str]:
    """The text part if it says something, else the page; then the attachments. As one text, and line by line."""
    rows: list[tuple[int, str]] = []
    body, source = "", "text"
    for texts, kind in ((found.plain, "text"), (found.html, "html")):
        body, rows = _rows(texts, is_page=kind == "html")
        source = kind
        if any([text for _, text in rows]):
            break
    lines = list(sorted_out(rows))
    if found.attached and not any(line.text for line in lines):
        source, body, lines = "attachment", "", []
    whole = [body] if lines else []
    for number, one in enumerate(found.attached, 1):
        text, rows = _rows([one.text], one.is_page)
        theirs = bool(one.sender) and one.sender != sender
        for line in sorted_out(rows):
            # Words are the writer's own only if they wrote the attached mail.
            quoted = line.quoted or (theirs and bool(line.text))
            lines.append(replace(line, quoted=quoted, part=number))
        whole.append(text)
    if len(lines) > MOST_LINES:
        found.note("cut-short")
        lines[MOST_LINES:] = [replace(line, apart=line.apart or "unread") for line in lines[MOST_LINES:]]
    return "\n".join(whole), tuple(lines), source


def _rows(texts: Sequence[str], is_page: bool) -> tuple[str, list[tuple[int, str]]]:
    """Texts as one, and its lines with their depths. A page may hold text quoted with signs."""
    rows: list[tuple[int, str]] = []
    whole: list[str] = []
    for text in texts:
        if not is_page:
            rows += plain_lines(text.split("\n"))
            whole.append(text)
            continue
        pairs = lines_of_page(text)
        lines = [line for _, line in pairs]
        whole += lines
        rows += [
            (max(depth, deep) or deep, line) for (depth, line), (deep, _) in zip(plain_lines(lines), pairs, strict=True)
        ]
    return "\n".join(whole), rows
