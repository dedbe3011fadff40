"""Which orders could work at all, on the board as everybody sees it (D-20 to D-24). The others are refused when they
are read, and the unit keeps its other order, or holds."""

from __future__ import annotations

from judge.adjudicator.diplomacy.board import NOWHERE, Board
from judge.adjudicator.diplomacy.editions import Edition
from judge.adjudicator.diplomacy.legality import Meaning, meaning
from judge.adjudicator.diplomacy.orders import Convoy, Move, Movement, Support, Unit
from judge.adjudicator.diplomacy.sheet import NEIGHBOUR
from judge.adjudicator.protocol import Problem
from judge.grammar.memory import Memory
from judge.variants.diplomacy.state import Masked, State

_HELP = (Support, Convoy)
MOST_KEPT = 20_000
"""Orders whose meaning is remembered."""


class Law:
    """What orders mean on one board by one edition, whatever else stands there: remembered, as the kernel does."""

    def __init__(self, board: Board, edition: Edition) -> None:
        self.board, self.edition = board, edition
        self._meanings: Memory[tuple[str, str, Movement], Meaning] = Memory(MOST_KEPT)

    def meaning(self, kind: str, place: str, order: Movement) -> Meaning:
        """The meaning of an order for a unit of this kind in this place."""
        key = (kind, place, order)
        known = self._meanings.get(key)
        return self._meanings.keep(key, meaning(self.board, self.edition, *key)) if known is None else known


def illegality(law: Law, state: State, unit: Unit, order: Movement) -> Problem | None:
    """Why an order could not work whatever anybody orders; None when it could."""
    said = law.meaning(unit.kind, unit.place, order)
    if said.problem is not None:
        return said.problem
    if isinstance(order, Move):
        # In a fog there may always be fleets that nobody sees.
        hidden = isinstance(state, Masked) and bool(state.unseen)
        return None if hidden or unit.kind == "F" else _march(law, state, unit, said, order.via)
    if not isinstance(order, _HELP) or (isinstance(state, Masked) and law.board.ids[said.aux] in state.unseen):
        return None
    if isinstance(order, Support):
        return _help(law.board, state, unit, said, order.to)
    return _carry(law.board, state, said)


def fleets_at_sea(board: Board, state: State, without: Unit | None = None) -> set[int]:
    """Where there are fleets that can carry, whosever (D-87)."""
    places = (board.number[unit.place] for unit in state.units if unit.kind == "F" and unit != without)
    return {sea for place in places if board.carries[sea := board.province_of[place]]}


def _march(law: Law, state: State, unit: Unit, said: Meaning, via: bool) -> Problem | None:
    """An army that goes by sea needs fleets between here and there, whatever their orders (D-21)."""
    if said.flags & NEIGHBOUR and not (via and law.edition.via_without_convoy == "fails"):
        return None
    if law.board.carried(said.loc, said.dst, fleets_at_sea(law.board, state)):
        return None
    return Problem("no-fleets", {"place": unit.place, "to": law.board.ids[said.dst]})


def _help(board: Board, state: State, unit: Unit, said: Meaning, to: str | None) -> Problem | None:
    """A support is of a unit that is there, for what that unit could do without the supporter's own ship (D-22)."""
    here, goal = said.aux, said.dst
    other = state.unit(board.ids[here])
    if other is None:
        return Problem("nobody-to-support", {"place": board.ids[here]})
    if to is None:
        return None
    if other.kind == "F":
        at = board.number[other.place]
        reach = (
            bool(board.fleet[at * board.place_count + board.number[to]])
            if "/" in to
            else board.fleet_to[at * board.province_count + goal] != NOWHERE
        )
    else:
        reach = bool(board.army[here * board.province_count + goal]) or (
            board.seas_join(here, goal) and board.carried(here, goal, fleets_at_sea(board, state, unit))
        )
    if reach:
        return None
    return Problem("supported-cannot-go", {"kind": other.kind, "place": other.place, "to": to})


def _carry(board: Board, state: State, said: Meaning) -> Problem | None:
    """A convoy is of an army that is there, by fleets that are there (D-23)."""
    place, goal = board.ids[said.aux], said.dst
    army = state.unit(place)
    if army is None or army.kind != "A":
        return Problem("nobody-to-convoy", {"place": place})
    if board.carried(said.aux, goal, fleets_at_sea(board, state)):
        return None
    return Problem("no-fleets", {"place": army.place, "to": board.ids[goal]})
