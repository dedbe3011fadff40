"""What orders become when their parts change places (`No, the other way round`), or one of their places is another."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from judge.adjudicator.diplomacy.orders import Build, Move, Retreat, Support
from judge.grammar.orders import Named, Phrase, Piece
from judge.variants.diplomacy.reading import Reader


def turned_round(reader: Reader, first: object, last: object) -> tuple[Phrase, ...]:
    """The orders in the place of these two, or of the `last` alone; (): which parts would change places, nobody knows.

    A move and its support: the helper goes. Two moves: each goes where the other would. A support to hold: who was
    helped helps."""
    of_two, of_one = tuple(_two(reader, first, last)), tuple(_one(reader, last))
    return of_two if not of_one else of_one if not of_two or isinstance(last, Support) else ()


def ends_at(order: object) -> tuple[str, ...]:
    """The provinces where an order ends: the goal of a move, refuges, the site of a build."""
    match order:
        case Move(to=to):
            return (to.partition("/")[0],)
        case Retreat(to=to):
            return tuple(one.partition("/")[0] for one in to)
        case Build(at=at):
            return (at.partition("/")[0],)
    return ()


def renamed(order: object, phrase: Phrase) -> Phrase | None:
    """The order with the place that a phrase names, in that of the one that it denies."""
    place = phrase.pieces[0].place
    match order:
        case Move(at=at):
            found = Phrase("move", (_at(at),), (place,))
        case Retreat(at=at, to=to):
            meant = (place if one.partition("/")[0] in phrase.instead else _at(one).place for one in to)
            found = Phrase("retreat", (_at(at),), tuple(meant))
        case Build(kind=kind):
            found = Phrase("build", (Piece(place, kind.lower()),), words=("build",))
        case _:
            return None
    return replace(found, text=phrase.text, corrects=True)


def _at(place: str) -> Piece:
    province = place.partition("/")[0]
    return Piece(Named(province, (province,)))


def _two(reader: Reader, first: object, last: object) -> Iterator[Phrase]:
    match first, last:
        case Move(), Support() if (reader.chart.province(last.of), last.to) == _way(reader, first):
            if reader.reaches(last.at, first.to):
                yield _move(reader, last.at, first.to)
                yield Phrase("support_move", tuple(_pieces(reader, first.at, last.at)), _places(reader, first.to))
        case Move(), Move() if reader.reaches(last.at, first.to) and reader.reaches(first.at, last.to):
            yield _move(reader, first.at, last.to)
            yield _move(reader, last.at, first.to)
        case Retreat(to=(one,)), Retreat(to=(other,)):
            yield _retreat(reader, first.at, other)
            yield _retreat(reader, last.at, one)
        case Build(), Build() if first.kind != last.kind:
            for order, kind in ((first, last.kind), (last, first.kind)):
                piece = Piece(_named(reader, order.at), kind.lower())
                yield Phrase("build", (piece,), words=("build",))


def _one(reader: Reader, last: object) -> Iterator[Phrase]:
    match last:
        case Support(at=at, of=of, to=None):
            yield Phrase("support_hold", tuple(_pieces(reader, of, at)))
        case Move(at=at, to=to):
            unit = reader.state.unit(reader.chart.province(to))
            if unit is not None and unit.power == reader.seat and reader.reaches(unit.place, at):
                yield _move(reader, unit.place, at)
        case Retreat(at=at, to=(one, other)):
            yield _retreat(reader, at, other, one)


def _way(reader: Reader, move: Move) -> tuple[str, str]:
    return reader.chart.province(move.at), reader.chart.province(move.to)


def _named(reader: Reader, place: str) -> Named:
    province = reader.chart.province(place)
    return Named(province, (province,))


def _pieces(reader: Reader, *places: str) -> Iterator[Piece]:
    return (Piece(_named(reader, place)) for place in places)


def _places(reader: Reader, *places: str) -> tuple[Named, ...]:
    return tuple(_named(reader, place) for place in places)


def _move(reader: Reader, at: str, to: str) -> Phrase:
    return Phrase("move", tuple(_pieces(reader, at)), _places(reader, to))


def _retreat(reader: Reader, at: str, *to: str) -> Phrase:
    return Phrase("retreat", tuple(_pieces(reader, at)), _places(reader, *to))


__all__ = ["ends_at", "renamed", "turned_round"]
