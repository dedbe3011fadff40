"""Cards on the table as targets: by kind or type, owner, and position (HW-Q40)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from judge.adjudicator.protocol import Seat
from judge.variants.hell_on_wheels.cards import PLACES, Box
from judge.variants.hell_on_wheels.orders import Piece
from judge.variants.hell_on_wheels.state import Marked, Town

Towns = dict[str, Town | None]
ROWS = {"establishment": "houses", "civilized": "civilized", "customer": "customers", "mayhem": "mayhem"}
"""Where cards of a type lie at a town."""


@dataclass(frozen=True, slots=True)
class Found:
    """One card on the table: where it lies, in which of the town's rows, and at what place in it."""

    place: str
    row: str
    number: int
    card: str
    owner: Seat | None


def all_cards(towns: Towns, rows: Sequence[str] = tuple(ROWS.values())) -> tuple[Found, ...]:
    """Every card attached to a town in these rows, by position, the longest there first."""
    found: list[Found] = []
    for place in PLACES:
        town = towns.get(place)
        if town is None:
            continue
        for row in rows:
            for number, one in enumerate(getattr(town, row)):
                card, owner = (one.card, one.owner) if isinstance(one, Marked) else (one, None)
                found.append(Found(place, row, number, card, owner))
    return tuple(found)


def matching(box: Box, towns: Towns, piece: Piece, types: Sequence[str]) -> tuple[Found, ...]:
    """The cards a piece may mean, of the types that may be meant."""
    kind = box.type(piece.card)
    if kind not in types or kind not in ROWS:
        return ()
    return tuple(
        one
        for one in all_cards({piece.place: towns.get(piece.place)} if piece.place else towns, (ROWS[kind],))
        if (one.card == piece.card or piece.card == kind) and (not piece.owner or one.owner == piece.owner)
    )


def find(
    box: Box, towns: Towns, piece: Piece, types: Sequence[str], order: Sequence[Seat], taken: Sequence[Found] = ()
) -> Found | None:
    """The card a piece means: of alike ones without an owner named, an opponent's before one's own, in Supervisor order
    (`order` lists the owners so, the player last). Of one owner's, it is the one that has lain longest."""
    choices = [one for one in matching(box, towns, piece, types) if one not in taken]
    if not choices:
        return None
    rank = {seat: number for number, seat in enumerate(order)}
    return min(
        choices, key=lambda one: (rank.get(one.owner, 0) if one.owner else 0, PLACES.index(one.place), one.number)
    )


def without(towns: Towns, gone: Sequence[Found]) -> Towns:
    """The towns without these cards."""
    changed = dict(towns)
    for one in sorted(gone, key=lambda found: -found.number):
        town = changed[one.place]
        assert town is not None
        row = getattr(town, one.row)
        changed[one.place] = _with_row(town, one.row, row[: one.number] + row[one.number + 1 :])
    return changed


def with_card(towns: Towns, place: str, row: str, card: str | Marked) -> Towns:
    """The towns with a card more."""
    town = towns[place]
    assert town is not None
    return {**towns, place: _with_row(town, row, (*getattr(town, row), card))}


def _with_row(town: Town, row: str, cards: tuple[Any, ...]) -> Town:
    return replace(town, **{row: cards})  # type: ignore[arg-type]
