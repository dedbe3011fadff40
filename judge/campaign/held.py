"""A reader's own evidence of a game: the commitment they were given, words, and the reports in their mailbox."""

from __future__ import annotations

import email
from collections.abc import Iterable, Sequence
from email.message import Message
from html.parser import HTMLParser
from pathlib import Path

from judge.campaign.fairness import Held
from judge.campaign.live import NotNow

HEX = frozenset("0123456789abcdef")


def held_of(
    commitments: Sequence[str], words: Sequence[str], reports: Sequence[Path], rounds: Sequence[str] = ()
) -> Held:
    """The evidence given at the command line, to be compared with a record."""
    given = []
    for one in words:
        seat, sign, word = one.partition("=")
        if not sign:
            raise NotNow("word-is-written", text=one)
        given.append((seat, word))
    at = []
    for one in rounds:
        step, _, said = one.partition("=")
        if not step.isdecimal() or not said:
            raise NotNow("round-is-written", text=one)
        at.append((int(step), said.lower()))
    records: list[str] = []
    told: list[str] = []
    closes: list[tuple[str, str]] = []
    for path in reports:
        try:
            found = list(_hashes(_text(path)))
        except OSError as error:
            raise NotNow("because", why=f"{path}: {error.strerror}") from None
        if not found:
            raise NotNow("no-record-in", path=path)
        for record, own, moment in found:
            records.append(record)
            told += [own] if own else []
            closes += [(record, moment)] if moment else []
    return Held(tuple(commitments), tuple(given), tuple(records), tuple(told), tuple(at), tuple(closes))


def _text(path: Path) -> str:
    """A mail's text with that of mails sent along, in whatever form it came; or a file as it is."""
    raw = path.read_bytes()
    mail = email.message_from_bytes(raw)
    if not any(mail[name] for name in ("from", "subject", "content-type", "received")):
        return raw.decode("utf-8", "replace")
    return "\n".join(_said(part) for part in mail.walk() if part.get_content_maintype() == "text")


def _said(part: Message) -> str:
    body = part.get_payload(decode=True)
    raw = body if isinstance(body, bytes) else b""
    try:
        text = raw.decode(part.get_content_charset("utf-8"), "replace")
    except LookupError:
        text = raw.decode("utf-8", "replace")
    if part.get_content_subtype() != "html":
        return text
    page = _Page()
    page.feed(text)
    return " ".join(page.said)


class _Page(HTMLParser):
    """The text of a page, without its tags."""

    def __init__(self) -> None:
        super().__init__()
        self.said: list[str] = []

    def handle_data(self, data: str) -> None:
        """One more piece of text."""
        self.said.append(data)


def _hashes(text: str) -> Iterable[tuple[str, str, str]]:
    """`record 7: HASH, yours HASH, closes MOMENT`, however the lines were wrapped or quoted."""
    words = [one for word in text.replace(",", " ").lower().split() if (one := word.lstrip(">|"))]
    for place, word in enumerate(words):
        record, *more = (*words[place + 2 : place + 7], "", "", "", "", "")[:5]
        if word == "record" and _is_hash(record):
            own = more.pop(1) if more[0] == "yours" and _is_hash(more[1]) else ""
            at = more.index("closes") if "closes" in more[:2] else -1
            yield record, own, more[at + 1].upper() if at >= 0 else ""


def _is_hash(word: str) -> bool:
    return len(word) == 32 and set(word) <= HEX
