"""Which orders could work at all, on the board as everybody sees it (D-20 to D-24). The others are refused when they
are read, and the unit keeps its other order, or holds."""

from __future__ import annotations

from judge.adjudicator.diplomacy.board import Board
from judge.adjudicator.diplomacy.editions import Edition
from judge.adjudicator.diplomacy.legality import meaning
from judge.adjudicator.diplomacy.orders import Convoy, Move, Movement, Support, Unit
from judge.adjudicator.protocol import Problem
from judge.variants.diplomacy.state import Masked, State


def illegality(board: Board, edition: Edition, state: State, unit: Unit, order: Movement) -> Problem | None:
    """Why an order could not work whatever anybody orders; None when it could."""
    problem = meaning(board, edition, unit.kind, unit.place, order).problem
    if problem is not None:
        return problem
    unseen = state.unseen if isinstance(state, Masked) else frozenset()
    match order:
        case Move(_, to, via):
            # In a fog there may always be fleets that nobody sees.
            return None if unseen else _march(board, edition, state, unit, to, via)
        case Support(_, of, to):
            return None if unseen and board.province(of) in unseen else _help(board, state, unit, of, to)
        case Convoy(_, of, to):
            return None if unseen and board.province(of) in unseen else _carry(board, state, of, to)
        case _:
            return None


def fleets_at_sea(board: Board, state: State, without: Unit | None = None) -> set[int]:
    """Where there are fleets that can carry, whosever (D-87)."""
    places = (board.number[unit.place] for unit in state.units if unit.kind == "F" and unit != without)
    return {sea for place in places if board.carries[sea := board.province_of[place]]}


def _march(board: Board, edition: Edition, state: State, unit: Unit, to: str, via: bool) -> Problem | None:
    """An army that goes by sea needs fleets between here and there, whatever their orders (D-21)."""
    here, goal = board.number[board.province(unit.place)], board.number[board.province(to)]
    near = bool(board.army[here * board.province_count + goal])
    if unit.kind == "F" or (near and not (via and edition.via_without_convoy == "fails")):
        return None
    if board.carried(here, goal, fleets_at_sea(board, state)):
        return None
    return Problem("no-fleets", {"place": unit.place, "to": board.province(to)})


def _help(board: Board, state: State, unit: Unit, of: str, to: str | None) -> Problem | None:
    """A support is of a unit that is there, for what that unit could do without the supporter's own ship (D-22)."""
    other = state.unit(board.province(of))
    if other is None:
        return Problem("nobody-to-support", {"place": board.province(of)})
    if to is None:
        return None
    goal = board.number[board.province(to)]
    if other.kind == "F":
        steps = board.neighbours("F", other.place)
        reach = to in steps if "/" in to else any(board.province(step) == to for step in steps)
    else:
        here = board.number[board.province(other.place)]
        reach = bool(board.army[here * board.province_count + goal]) or (
            board.seas_join(here, goal) and board.carried(here, goal, fleets_at_sea(board, state, unit))
        )
    if reach:
        return None
    return Problem("supported-cannot-go", {"kind": other.kind, "place": other.place, "to": to})


def _carry(board: Board, state: State, of: str, to: str) -> Problem | None:
    """A convoy is of an army that is there, by fleets that are there (D-23)."""
    army = state.unit(board.province(of))
    if army is None or army.kind != "A":
        return Problem("nobody-to-convoy", {"place": board.province(of)})
    here, goal = board.number[board.province(of)], board.number[board.province(to)]
    if board.carried(here, goal, fleets_at_sea(board, state)):
        return None
    return Problem("no-fleets", {"place": army.place, "to": board.province(to)})
