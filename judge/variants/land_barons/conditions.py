"""Conditions on the map: `0607 enemy shoot <= 40`, `Johnson Regulator IN 0607`, `Johnson OWNS 0610`."""

from __future__ import annotations

from collections.abc import Sequence

from judge.adjudicator.protocol import Problem, Seat, SeatName
from judge.grammar.lexicon import Lexicon
from judge.grammar.seats import seat_lexicon
from judge.grammar.shape import Stuck, Tongue
from judge.grammar.sight import UNCLEAR, Ruling, Sight, Thing
from judge.variants.land_barons.board import Board
from judge.variants.land_barons.counters import RANCH, SETTLEMENTS
from judge.variants.land_barons.notation.raiding import condition_of
from judge.variants.land_barons.notation.table import Fault, Table, parts
from judge.variants.land_barons.notation.words import UNIT_WORDS, label_fault, space_of
from judge.variants.land_barons.raid import is_met
from judge.variants.land_barons.view import View

CONDITIONS = (
    "0507 enemy shoot <= 40",
    "0507 IS EMPTY",
    "Johnson Regulator IN 0507",
    "Johnson OWNS 0507",
    "my cash >= 30",
)

_SETTLEMENTS = Lexicon(
    "settlement", {RANCH: ("ranch", "ranches"), **{key: (one.name, *one.also) for key, one in SETTLEMENTS.items()}}
)


def holds(tongue: Tongue, board: Board, seats: tuple[SeatName, ...], view: View, seat: Seat, text: str) -> Ruling:
    """Whether a condition is so, by what a seat sees. The conditions of raid orders come first: they ask of enemies."""
    table = Table(board, view.state, seat, seats, view.state.phase, tongue)
    return _sight(board, seats, view, seat).decide(text, lambda part: _of_raids(table, part))


def _of_raids(table: Table, text: str) -> Ruling:
    read = table.tongue.readings(table.tongue.marked(text), ("asked",))
    if isinstance(read, Stuck):
        return label_fault(table.board, read.at) or Problem(UNCLEAR, {"text": text, "near": ()})
    (node,) = parts(read[0].tree)
    try:
        condition = condition_of(table, node, "")
    except Fault:
        return Problem(UNCLEAR, {"text": text, "near": ()})
    return is_met(table.state, table.seat, condition)


def _sight(board: Board, seats: Sequence[SeatName], view: View, seat: Seat) -> Sight:
    # The lists here are of the view's own state, from which everything this seat may not know is gone.
    state = view.state
    return Sight(
        seat,
        seat_lexicon([one for one in seats if one.id in state.seats]),
        lambda said: space_of(board, said),
        lambda said: UNIT_WORDS.matches(said) or _SETTLEMENTS.matches(said),
        (
            *(Thing(unit.kind, unit.space, owner) for owner, unit in state.all_units()),
            *(Thing(one.kind, space, one.owner, fills=False) for space, one in state.settlements.items()),
        ),
        {space: one.owner for space, one in state.settlements.items()},
        counts={
            ("cash", "dollar", "money"): {one.seat: one.cash for one in view.standings},
            ("settlements", "settlement"): {one.seat: one.settlements for one in view.standings},
            ("units", "unit"): {one.seat: one.units for one in view.standings},
            ("revenue",): {one.seat: one.revenue for one in view.standings},
        },
    )
