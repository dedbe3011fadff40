"""What a reader has of a game: the commitment they were given, words, and the reports in their mailbox."""

from __future__ import annotations

import email
import email.policy
from collections.abc import Iterable, Sequence
from pathlib import Path

from judge.campaign.fairness import Held
from judge.campaign.live import NotNow

HEX = frozenset("0123456789abcdef")


def held_of(
    commitments: Sequence[str], words: Sequence[str], reports: Sequence[Path], rounds: Sequence[str] = ()
) -> Held:
    """What was given at the command line, to be compared with a record."""
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
    for path in reports:
        found = list(_hashes(_text(path)))
        if not found:
            raise NotNow("no-record-in", path=path)
        for record, own in found:
            records.append(record)
            told += [own] if own else []
    return Held(tuple(commitments), tuple(given), tuple(records), tuple(told), tuple(at))


def _text(path: Path) -> str:
    """A mail's text, or a file as it is."""
    raw = path.read_bytes()
    if path.suffix != ".eml":
        return raw.decode("utf-8", "replace")
    body = email.message_from_bytes(raw, policy=email.policy.default).get_body(("plain", "html"))
    return str(body.get_content()) if body is not None else ""


def _hashes(text: str) -> Iterable[tuple[str, str]]:
    """`record 7: HASH, yours HASH`, however the lines were wrapped."""
    words = text.replace(",", " ").split()
    for place, word in enumerate(words):
        if word == "record" and place + 2 < len(words) and _is_hash(words[place + 2]):
            own = words[place + 4] if words[place + 3 : place + 4] == ["yours"] and len(words) > place + 4 else ""
            yield words[place + 2], own if _is_hash(own) else ""


def _is_hash(word: str) -> bool:
    return len(word) == 32 and set(word) <= HEX
