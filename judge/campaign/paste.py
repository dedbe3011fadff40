"""Orders of several seats in one text: headings as people write them in files, forum threads and chats."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from judge.adjudicator.protocol import AnyGame, Problem, Seat
from judge.campaign.thread import is_signature, rows_of
from judge.grammar.document import DocumentError, load
from judge.grammar.seats import find_seat
from judge.grammar.text import folded, plain
from judge.report.saying import Unable

_MARKS = " \t*_#`~"


@dataclass(frozen=True, slots=True)
class Pasted:
    """Lines by seat, and the lines that belong to nobody."""

    by_seat: Mapping[Seat, str]
    ignored: tuple[str, ...]


class NoHeadings(Unable, ValueError):
    """A text in which no seat is named."""


def split_orders(game: AnyGame, text: str, players: Mapping[Seat, str] | None = None) -> Pasted:
    """`Seat:` headings with lines below, or a YAML mapping seat -> text.

    `players`: their names. A post whose byline names one of them alone needs no heading.
    """
    return _from_mapping(game, text) or _from_headings(game, text, players or {})


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
        lines = said if isinstance(said, list) else [said or ""]
        if not all(isinstance(line, str) for line in lines):
            return None
        found[seat] = "\n".join(lines)
    # Lines of orders below a heading that YAML would fold into one, or take for comments, are no mapping.
    kept = sum(len(lines.split("\n")) for lines in found.values() if lines)
    written = sum(bool(line.strip()) for line in text.splitlines())
    return Pasted(found, ()) if kept >= written - len(found) else None


def _from_headings(game: AnyGame, text: str, players: Mapping[Seat, str]) -> Pasted:
    pasted = _read(game, text, players, quoted=False)
    if not any(pasted.by_seat.values()):
        # All of it is quotations: boards and chats copy posts that way.
        whole = _read(game, text, players, quoted=True)
        pasted = whole if any(whole.by_seat.values()) else pasted
    if not pasted.by_seat:
        raise NoHeadings("no-seat-named", seats=[seat.name for seat in game.seats])
    return pasted


def _read(game: AnyGame, text: str, players: Mapping[Seat, str], quoted: bool) -> Pasted:
    sits: dict[str, list[Seat]] = {}
    for seat, name in players.items():
        sits.setdefault(folded(name), []).append(seat)
    found: dict[Seat, list[str]] = {}
    ignored: list[str] = []
    current: Seat | None = None
    signed = False
    for row in rows_of(text, lambda line: _heading(game, line) is not None, quoted):
        if row.is_byline:
            signed = False
            theirs = sits.get(folded(row.text), [])
            if len(theirs) == 1:
                current = theirs[0]
            elif current is not None and any(found.get(current, ())):
                # Another's post: its lines belong to nobody before it names a seat.
                current = None
            continue
        heading = _heading(game, row.text)
        if heading is not None:
            current, rest = heading
            signed = False
            found.setdefault(current, [])
            if rest:
                found[current].append(rest)
        elif is_signature(row.text):
            signed = True
        elif current is not None and not signed:
            found.setdefault(current, []).append(row.text)
        elif row.text.strip():
            ignored.append(row.text.strip())
    return Pasted({seat: "\n".join(lines).strip() for seat, lines in found.items()}, tuple(ignored))


def _heading(game: AnyGame, row: str) -> tuple[Seat, str] | None:
    """`France:`, `**FRANCE** (Ann)`, `France: A PAR - BUR`; a bare word only when it is a seat's whole name."""
    line = _bare(plain(row))
    name, colon, rest = line.partition(":")
    if colon:
        seat = find_seat(game.seats, _bare(_without_aside(name)))
        return None if isinstance(seat, Problem) else (seat, _bare(rest))
    bare = folded(_without_aside(line))
    for one in game.seats:
        if bare and bare in (folded(one.id), folded(one.name)):
            return one.id, ""
    return None


def _bare(text: str) -> str:
    """Without marks of emphasis, of quotations and of headings around it."""
    return text.lstrip(_MARKS + ">").rstrip(_MARKS)


def _without_aside(text: str) -> str:
    """A text without the brackets at its end."""
    head, bracket, aside = text.rstrip().rpartition("(")
    return head if bracket and aside.endswith(")") and ")" not in aside[:-1] else text
