"""IMAP's grammar: a command's pieces as words, quoted strings and lists; sets of numbers; search keys."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from email.utils import parsedate_to_datetime

from judge.office.mime import Part


class Bad(Exception):
    """A line that is no command."""


class Quoted(bytes):
    """A string, not a word: `"ALL"` names a folder, ALL is a key."""


Piece = bytes | Quoted | list["Piece"]

_WORD = re.compile(rb'[^\s()"\[\]]+(?:\[[^\]]*\](?:<[\d.]+>)?)?|\[[^\]]*\]')
_STRING = re.compile(rb'"((?:[^"\\]|\\.)*)"')


def pieces(chunks: Sequence[bytes]) -> list[Piece]:
    """A command's pieces. Literals come as `Quoted` among the chunks."""
    stack: list[list[Piece]] = [[]]
    for chunk in chunks:
        if isinstance(chunk, Quoted):
            stack[-1].append(chunk)
            continue
        place = 0
        while place < len(chunk):
            sign = chunk[place : place + 1]
            if sign in b" \t\r\n":
                place += 1
            elif sign == b"(":
                stack.append([])
                if len(stack) > 30:
                    raise Bad("too deep")
                place += 1
            elif sign == b")":
                if len(stack) < 2:
                    raise Bad("a bracket too many")
                inner = stack.pop()
                stack[-1].append(inner)
                place += 1
            elif sign == b'"':
                found = _STRING.match(chunk, place)
                if not found:
                    raise Bad("a quote is open")
                stack[-1].append(Quoted(re.sub(rb"\\(.)", rb"\1", found[1])))
                place = found.end()
            else:
                word = _WORD.match(chunk, place)
                if not word:
                    raise Bad("what is this?")
                stack[-1].append(word[0])
                place = word.end()
    if len(stack) != 1:
        raise Bad("a bracket is open")
    return stack[0]


def said(piece: Piece) -> str:
    """A word or string as text."""
    if isinstance(piece, list):
        raise Bad("a list where a word belongs")
    return piece.decode("utf-8", "replace")


def number_set(words: str, most: int) -> list[tuple[int, int]]:
    """`1:3,7,9:*` as spans."""
    if not re.fullmatch(r"(?:\d{1,10}|\*)(?::(?:\d{1,10}|\*))?(?:,(?:\d{1,10}|\*)(?::(?:\d{1,10}|\*))?)*", words):
        raise Bad(f"{words[:30]} is no set of numbers")
    spans = []
    for one in words.split(","):
        low, _, high = one.partition(":")
        first = most if low == "*" else int(low)
        last = first if not high else most if high == "*" else int(high)
        spans.append((min(first, last), max(first, last)))
    return spans


def inside(spans: Sequence[tuple[int, int]], number: int) -> bool:
    """Whether a number is in the set."""
    return any(low <= number <= high for low, high in spans)


@dataclass(slots=True)
class Looked:
    """Everything that a search key may ask about a mail."""

    sequence: int
    uid: int
    at: datetime
    flags: frozenset[str]
    size: int
    part: Callable[[], Part]


Key = Callable[[Looked], bool]

_FLAGS = {
    "answered": "\\Answered",
    "deleted": "\\Deleted",
    "draft": "\\Draft",
    "flagged": "\\Flagged",
    "seen": "\\Seen",
}


def search_key(words: list[Piece], most_sequence: int, most_uid: int) -> Key:
    """All keys together as one question."""
    if len(words) >= 2 and not isinstance(words[0], list) and words[0].upper() == b"CHARSET":
        words = words[2:]
    todo: Iterator[Piece] = iter(words)
    keys = []
    for piece in todo:
        keys.append(_one(piece, todo, most_sequence, most_uid, 0))
    return lambda mail: all(key(mail) for key in keys)


def _one(piece: Piece, todo: Iterator[Piece], most: int, most_uid: int, depth: int) -> Key:
    if depth > 20:
        raise Bad("too deep")
    if isinstance(piece, list):
        return search_key(piece, most, most_uid)

    def next_word() -> str:
        try:
            return said(next(todo))
        except StopIteration:
            raise Bad("a search key is missing its word") from None

    def next_key() -> Key:
        try:
            return _one(next(todo), todo, most, most_uid, depth + 1)
        except StopIteration:
            raise Bad("a search key is missing") from None

    word = said(piece).lower()
    if re.match(r"[\d*]", word):
        spans = number_set(word, most)
        return lambda mail: inside(spans, mail.sequence)
    if word == "uid":
        uids = number_set(next_word(), most_uid)
        return lambda mail: inside(uids, mail.uid)
    if word == "not":
        key = next_key()
        return lambda mail: not key(mail)
    if word == "or":
        one, other = next_key(), next_key()
        return lambda mail: one(mail) or other(mail)
    return _of_a_mail(word, next_word)


def _of_a_mail(word: str, next_word: Callable[[], str]) -> Key:
    """A key that asks one thing of a mail: its flags, its days, its size, its words."""
    if word in ("all", "old"):
        return lambda mail: True
    if word in ("new", "recent"):
        return lambda mail: False
    if word in _FLAGS:
        flag = _FLAGS[word]
        return lambda mail: flag in mail.flags
    if word.startswith("un") and word[2:] in _FLAGS:
        flag = _FLAGS[word[2:]]
        return lambda mail: flag not in mail.flags
    if word in ("keyword", "unkeyword"):
        name = next_word().lower()
        has = word == "keyword"
        return lambda mail: (name in {one.lower() for one in mail.flags}) == has
    if word in ("before", "on", "since"):
        day = _day(next_word())
        return lambda mail: _compared(word, mail.at.date(), day)
    if word in ("sentbefore", "senton", "sentsince"):
        day = _day(next_word())
        return lambda mail: _compared(word.removeprefix("sent"), _sent(mail), day)
    if word in ("larger", "smaller"):
        size = int(next_word())
        return lambda mail: mail.size > size if word == "larger" else mail.size < size
    if word in ("from", "to", "cc", "bcc", "subject"):
        wanted = next_word().lower()
        return lambda mail: wanted in _heading(mail, word)
    if word == "header":
        name, wanted = next_word(), next_word().lower()
        return lambda mail: mail.part().get(name) is not None and wanted in _heading(mail, name)
    if word in ("body", "text"):
        sought = next_word().lower().encode()
        return lambda mail: sought in (mail.part().body if word == "body" else mail.part().whole).lower()
    raise Bad(f"{word[:30]} is no search key")


def _heading(mail: Looked, name: str) -> str:
    from judge.mail.headers import decoded

    return decoded(mail.part().get(name) or "").lower()


def _day(word: str) -> date:
    try:
        return datetime.strptime(word, "%d-%b-%Y").date()
    except ValueError:
        raise Bad(f"{word[:30]} is no day") from None


def _sent(mail: Looked) -> date:
    try:
        return parsedate_to_datetime(mail.part().get("Date") or "").date()
    except (ValueError, TypeError, OverflowError):
        return mail.at.date()


def _compared(word: str, day: date, other: date) -> bool:
    return day < other if word == "before" else day >= other if word == "since" else day == other
