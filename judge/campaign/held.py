"""A reader's own evidence of a game: the commitment they were given, words, and the reports in their mailbox."""

from __future__ import annotations

import email
import json
from collections.abc import Iterable, Mapping, Sequence
from email.message import Message
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from unicodedata import category

from judge.campaign.fairness import Held
from judge.campaign.live import NotNow

HEX = frozenset("0123456789abcdef")
WITHIN = frozenset(("a", "b", "code", "em", "font", "i", "mark", "small", "span", "strong", "tt", "u", "wbr"))
"""Tags that break no line."""


def held_of(
    commitments: Sequence[str],
    words: Sequence[str],
    reports: Sequence[str],
    rounds: Sequence[str] = (),
    beacons: Sequence[str] = (),
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
        at.append((int(step), said))
    records: list[str] = []
    told: list[str] = []
    moments: list[tuple[str, str]] = []
    for path in map(Path, reports):
        try:
            found = list(_hashes(_text(path)))
        except OSError as error:
            raise NotNow("because", why=f"{path}: {error.strerror}") from None
        if not found:
            raise NotNow("no-record-in", path=path)
        for record, own, moment in found:
            records.append(record)
            told += [own] if own else []
            moments += [(record, moment)] if moment else []
    return Held(
        commitments=tuple(commitments), words=tuple(given), records=tuple(records), told=tuple(told), rounds=tuple(at),
        moments=tuple(moments), beacons=tuple(_said_of_itself(Path(one)) for one in beacons),
    )  # fmt: skip


def _said_of_itself(path: Path) -> Mapping[str, Any]:
    """A beacon's description of itself, saved from its own public address."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise NotNow("because", why=f"{path}: {error}") from None
    return found if isinstance(found, dict) else {}


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
    return "".join(page.said)


class _Page(HTMLParser):
    """The text of a page, without its tags."""

    def __init__(self) -> None:
        super().__init__()
        self.said: list[str] = []

    def handle_starttag(self, tag: str, _: object) -> None:
        """Only what stands within a line stands in the middle of a word."""
        self.said += [] if tag in WITHIN else [" "]

    def handle_endtag(self, tag: str) -> None:
        """The same where it ends."""
        self.handle_starttag(tag, None)

    def handle_data(self, data: str) -> None:
        """One more piece of text."""
        self.said.append(data)


def _hashes(text: str) -> Iterable[tuple[str, str, str]]:
    """`record 7: HASH, yours HASH, closes MOMENT`, or `record fixed: HASH, comes MOMENT`, however wrapped or quoted."""
    # A reader was not told signs that nobody sees.
    shown = "".join(sign for sign in text if category(sign) != "Cf")
    words = [one for word in shown.replace(",", " ").lower().split() if (one := word.lstrip(">|"))]
    for place, word in enumerate(words):
        record, *more = (*words[place + 2 : place + 7], "", "", "", "", "")[:5]
        if word == "record" and _is_hash(record):
            own = more.pop(1) if more[0] == "yours" and _is_hash(more[1]) else ""
            at = next((place for place, one in enumerate(more[:2]) if one in ("closes", "comes")), -1)
            yield record, own, more[at + 1].upper() if at >= 0 else ""


def _is_hash(word: str) -> bool:
    return len(word) == 32 and set(word) <= HEX
