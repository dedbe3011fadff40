"""Orders of several seats in one text: headings as people write them in files, forum threads and chats."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from judge.adjudicator.protocol import AnyGame, Problem, Seat
from judge.grammar.document import DocumentError, load
from judge.grammar.seats import find_seat
from judge.grammar.text import folded, plain

_QUOTED = re.compile(r"\[quote[^\]]*\].*?\[/quote\]", re.IGNORECASE | re.DOTALL)
_TAG = re.compile(r"\[/?[a-z*]+(?:=[^\]]*)?\]", re.IGNORECASE)
_MARKS = re.compile(r"^[\s>*_#`~]+|[\s*_#`~]+$")
_SIGNATURE = re.compile(r"^(?:--\s*|_{3,}|-{4,}|={4,})$")
_ASIDE = re.compile(r"\s*\([^()]*\)\s*$")


@dataclass(frozen=True, slots=True)
class Pasted:
    """Who said what, and the lines that belong to nobody."""

    by_seat: Mapping[Seat, str]
    ignored: tuple[str, ...]


class NoHeadings(ValueError):
    """A text in which no seat is named; the sentence says how to name one."""


def split_orders(game: AnyGame, text: str) -> Pasted:
    """`Seat:` headings with lines below, or a YAML mapping seat -> text."""
    return _from_mapping(game, text) or _from_headings(game, text)


def _from_mapping(game: AnyGame, text: str) -> Pasted | None:
    """A YAML mapping, when all of it is one and every key is a seat."""
    try:
        value = load(text, "orders").value
    except DocumentError:
        return None
    if not isinstance(value, dict) or not value:
        return None
    found: dict[Seat, str] = {}
    for key, said in value.items():
        seat = find_seat(game.seats, str(key))
        if isinstance(seat, Problem) or not isinstance(said, str | list | None):
            return None
        lines = [str(line) for line in said] if isinstance(said, list) else [said or ""]
        found[seat] = "\n".join(lines)
    return Pasted(found, ())


def _from_headings(game: AnyGame, text: str) -> Pasted:
    rows = _TAG.sub("", _QUOTED.sub("", text)).splitlines()
    if rows and all(row.lstrip().startswith(">") or not row.strip() for row in rows):
        # The whole of it is one quotation, as chats copy it.
        rows = [re.sub(r"^\s*>\s?", "", row) for row in rows]
    found: dict[Seat, list[str]] = {}
    ignored: list[str] = []
    current: Seat | None = None
    signed = False
    for row in rows:
        if row.lstrip().startswith(">"):
            continue
        heading = _heading(game, row)
        if heading is not None:
            current, rest = heading
            signed = False
            found.setdefault(current, [])
            if rest:
                found[current].append(rest)
        elif _SIGNATURE.match(row.strip()):
            signed = True
        elif current is not None and not signed:
            found[current].append(row)
        elif row.strip():
            ignored.append(row.strip())
    if not found:
        names = ", ".join(seat.name for seat in game.seats)
        raise NoHeadings(f'no seat is named: write "SEAT:" above each one\'s orders (the seats are {names})')
    return Pasted({seat: "\n".join(lines).strip() for seat, lines in found.items()}, tuple(ignored))


def _heading(game: AnyGame, row: str) -> tuple[Seat, str] | None:
    """`France:`, `**FRANCE** (Ann)`, `France: A PAR - BUR`; a bare word only when it is a seat's whole name."""
    line = _MARKS.sub("", plain(row))
    name, colon, rest = line.partition(":")
    if colon:
        seat = find_seat(game.seats, _MARKS.sub("", _ASIDE.sub("", name)))
        return None if isinstance(seat, Problem) else (seat, _MARKS.sub("", rest))
    bare = folded(_ASIDE.sub("", line))
    for one in game.seats:
        if bare and bare in (folded(one.id), folded(one.name)):
            return one.id, ""
    return None
