"""Position documents, declared: each field is declared once, and read, written, documented and checked from that."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from judge.adjudicator.protocol import Option, Outcome, Seat, SeatName
from judge.grammar.document import Document
from judge.grammar.position import PositionReader

S = TypeVar("S")
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Notation(Generic[T]):
    """How a value is written in a document. `said`: in words, for the page; `read` complains with the key's path."""

    said: str
    read: Callable[[PositionReader, tuple[str | int, ...]], T]
    write: Callable[[T], object]


@dataclass(frozen=True, slots=True, kw_only=True)
class Field(Generic[S, T]):
    """One key of a position document: its notation, its default, and what of the state it is.

    `about`: what it says, for the page. `always`: it is written even where it is as usual.
    """

    key: str
    about: str
    notation: Notation[T]
    default: T
    of: Callable[[S], T]
    always: bool = False


@dataclass(frozen=True, slots=True)
class Position(Generic[S]):
    """A game's position document. `made`: the state that the values of all fields make, complaining of what no game
    could have come to. `reader`: what reads it, a PositionReader that knows the game's pieces."""

    fields: tuple[Field[S, Any], ...]
    reader: Callable[[Document, Sequence[str]], PositionReader]
    made: Callable[[Any, Mapping[str, Any]], S]

    def read(self, document: Document) -> S:
        """A document as a state; every mistake is named at once, with its line."""
        reader = self.reader(document, [field.key for field in self.fields])
        values = {
            field.key: field.notation.read(reader, (field.key,)) if field.key in reader.value else field.default
            for field in self.fields
        }
        state = self.made(reader, values)
        reader.finish()
        return state

    def write(self, state: S) -> dict[str, object]:
        """A state as a document; `read` gives an equal state back."""
        found: dict[str, object] = {}
        for field in self.fields:
            value = field.of(state)
            if field.always or value != field.default:
                found[field.key] = field.notation.write(value)
        return found

    def table(self) -> tuple[tuple[str, str, str], ...]:
        """Key, notation and meaning of every field: the table on the game's page of positions."""
        return tuple((field.key, field.notation.said, field.about) for field in self.fields)


def whole(low: int = 0, high: int | None = None) -> Notation[int]:
    """A whole number within its bounds."""
    return Notation(
        "a whole number",
        lambda reader, path: reader.number(reader.document.sub(*path).value, *path, low=low, high=high),
        lambda value: value,
    )


def seats_of(names: Sequence[SeatName]) -> Notation[tuple[Seat, ...]]:
    """Seats, in their order."""
    return Notation(
        "a list of seats", lambda reader, path: reader.seats(*path), lambda value: [str(seat) for seat in value]
    )


def by_seat(one: Notation[T]) -> Notation[Mapping[Seat, T]]:
    """Something for each seat that is named."""
    return Notation(
        f"`SEAT:` {one.said}",
        lambda reader, path: {seat: one.read(reader, (*path, name)) for seat, name in reader.by_seat(*path)},
        lambda value: {str(seat): one.write(mine) for seat, mine in value.items()},
    )


def items(
    said: str, read: Callable[[PositionReader, str, tuple[str | int, ...]], T | None], write: Callable[[T], str]
) -> Notation[tuple[T, ...]]:
    """A list, or a text with commas, of things each written as one text; `read` gives None for one it complained of."""

    def read_all(reader: PositionReader, path: tuple[str | int, ...]) -> tuple[T, ...]:
        found = (read(reader, text, path) for text in reader.items(*path))
        return tuple(one for one in found if one is not None)

    return Notation(said, read_all, lambda value: [write(one) for one in value])


def house_rules(known: Sequence[Option]) -> Notation[Mapping[str, str | int | bool]]:
    """The options: written where they are not as usual, complete when read."""
    usual = {option.key: option.default for option in known}
    return Notation(
        "`OPTION: value`, those that are not as usual",
        lambda reader, path: reader.options(known),
        lambda value: {key: one for key, one in value.items() if usual.get(key) != one},
    )


def ending() -> Notation[Outcome | None]:
    """How the game ended, in one form for all games."""
    return Notation(
        "`{winners: [SEAT, …], reason: draw}`",
        lambda reader, path: reader.over(),
        lambda value: {"winners": [str(seat) for seat in value.winners], "reason": value.reason} if value else None,
    )
