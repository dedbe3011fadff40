"""Where each piece stood after each go of a step: from where it stands now, back through all that happened."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeAlias

from judge.adjudicator.protocol import Event
from judge.drawing.goes import Goes, stood
from judge.variants.gold_rush.events import (
    AnimalKilled,
    BeastMoved,
    BeastRolled,
    BoxBought,
    Dismounted,
    GoldGiven,
    GoldTaken,
    GoLost,
    Killed,
    KnockedOut,
    Left,
    Mounted,
    Moved,
    MuleLed,
)
from judge.variants.gold_rush.packs import BEAR, HORSE, WOLF
from judge.variants.gold_rush.state import Beast, Horse, Mule
from judge.variants.gold_rush.view import FigureSeen

if TYPE_CHECKING:
    from judge.variants.gold_rush.view import View

Piece: TypeAlias = FigureSeen | Mule | Horse | Beast


@dataclass(frozen=True, slots=True)
class Stand:
    """A piece as it stood from one go to another, and whether it still does."""

    piece: Piece
    first: int
    until: int
    is_now: bool = True

    @property
    def code(self) -> str:
        """The text beside it."""
        return f"{HORSE}{self.piece.number}" if isinstance(self.piece, Horse) else self.piece.code


def stands(view: View, events: Sequence[Event], goes: Goes) -> tuple[Stand, ...]:
    """How everything stands now, and how it stood in the goes before."""
    everything: tuple[Piece, ...] = (*view.figures, *view.mules, *view.horses, *view.beasts)
    now = {Stand(piece, 1, 1).code: piece for piece in everything}
    return tuple(Stand(*one) for one in stood(now, events, goes, _undo))


def _undo(pieces: dict[str, Piece], event: Event) -> None:
    """The pieces as they were before an event."""
    for code, piece in _before(pieces, event):
        if piece is None:
            pieces.pop(code, None)
        else:
            pieces[code] = piece


def _before(pieces: dict[str, Piece], event: Event) -> Iterator[tuple[str, Piece | None]]:
    """The codes of pieces that an event changed, with how they were; None: not yet there."""
    match event:
        case BeastRolled(kind=kind, number=number) if number:
            letter = BEAR if kind == "bear" else WOLF
            yield from ((code, None) for code in tuple(pieces) if code.startswith(letter))
        case BeastMoved(beast=code, path=path):
            yield code, replace(_beast(pieces, code), at=path[0])
        case MuleLed(mule=code, start=start):
            yield code, replace(_mule(pieces, code), at=start)
        case AnimalKilled(animal=code):
            animal = pieces[code]
            assert isinstance(animal, Beast | Mule)
            yield code, replace(animal, dead=False)
        case GoldTaken(figure=code, source=other, bags=bags):
            yield from _handed(pieces, other, code, bags)
        case GoldGiven(figure=code, to=other, bags=bags):
            yield from _handed(pieces, code, other, bags)
        case BoxBought(figure=code):
            yield from _handed(pieces, code, "", 1)
        case _:
            yield from _figure_before(pieces, event)


def _figure_before(pieces: dict[str, Piece], event: Event) -> Iterator[tuple[str, Piece]]:
    """A figure before it moved, fell or left, and the horse that was or was not under it."""
    match event:
        case Moved(figure=code, path=path, mounted=mounted):
            figure = _figure(pieces, code)
            # A rider who left the table took the horse along.
            yield code, replace(figure, at=path[0], horse=figure.horse or int(mounted))
        case Left(figure=code, at=at, bags=bags):
            yield code, replace(_figure(pieces, code), at=at, status="up", gold=bags)
        case Killed(figure=code, horse=horse):
            yield code, replace(_figure(pieces, code), status="up", horse=horse)
            yield from _ridden(pieces, horse)
        case KnockedOut(figure=code, moves=moves, horse=horse):
            figure = _figure(pieces, code)
            yield code, replace(figure, out=max(0, figure.out - moves), horse=horse)
            yield from _ridden(pieces, horse)
        case GoLost(figure=code, left=left):
            yield code, replace(_figure(pieces, code), out=left + 1)
        case Mounted(figure=code, horse=horse, at=at):
            yield code, replace(_figure(pieces, code), horse=0)
            yield f"{HORSE}{horse}", Horse(horse, "", at)
        case Dismounted(figure=code, horse=horse):
            yield code, replace(_figure(pieces, code), horse=horse)
            yield from _ridden(pieces, horse)
        case _:
            pass


def _handed(pieces: dict[str, Piece], giver: str, taker: str, bags: int | None) -> Iterator[tuple[str, Piece]]:
    """Bags back in the hands that gave them; what is hidden stays so."""
    for code, sign in ((giver, 1), (taker, -1)):
        one = pieces.get(code)
        if bags is not None and isinstance(one, FigureSeen) and one.gold is not None:
            yield code, replace(one, gold=one.gold + sign * bags)


def _ridden(pieces: dict[str, Piece], horse: int) -> Iterator[tuple[str, Piece]]:
    """A horse back under its rider; none for a figure on foot."""
    code = f"{HORSE}{horse}"
    if code in pieces:
        yield code, Horse(horse)


def _figure(pieces: dict[str, Piece], code: str) -> FigureSeen:
    found = pieces[code]
    assert isinstance(found, FigureSeen)
    return found


def _mule(pieces: dict[str, Piece], code: str) -> Mule:
    found = pieces[code]
    assert isinstance(found, Mule)
    return found


def _beast(pieces: dict[str, Piece], code: str) -> Beast:
    found = pieces[code]
    assert isinstance(found, Beast)
    return found
