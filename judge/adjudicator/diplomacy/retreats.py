"""The retreats: the goals of dislodged units, and the units taken off the board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from judge.adjudicator.diplomacy.board import Board
from judge.adjudicator.diplomacy.movement import Dislodged
from judge.adjudicator.diplomacy.orders import Disband, Retreating, Unit
from judge.adjudicator.protocol import Problem


@dataclass(frozen=True, slots=True)
class RetreatResult:
    """The result of one dislodged unit: `succeeds`, `fails` (it met another and both are gone) or `illegal` (it is
    gone). `to`: where it went, of the places it was ordered to."""

    unit: Unit
    order: Retreating
    word: str
    reason: Problem | None = None
    to: str = ""


@dataclass(frozen=True, slots=True)
class Retreated:
    """The retreats carried out. `units` are all on the board now; `gone` those taken off it."""

    results: tuple[RetreatResult, ...]
    units: tuple[Unit, ...]
    gone: tuple[Unit, ...]


def retreats(
    board: Board, units: Sequence[Unit], dislodged: Sequence[Dislodged], orders: Mapping[str, Retreating]
) -> Retreated:
    """Carry out the retreats. `orders`: by the province the unit was driven from; without one it disbands (D-26).

    Nobody cuts, supports or convoys anything here. Units that retreat to one province destroy each other.
    """
    ranked = sorted(dislodged, key=lambda fallen: board.place(fallen.unit.place))
    given = [orders.get(board.province(fallen.unit.place), Disband(fallen.unit.place)) for fallen in ranked]
    goals = [_goal(board, fallen, order) for fallen, order in zip(ranked, given, strict=True)]
    crowd = Counter(board.province(goal) for goal in goals if isinstance(goal, str))
    results: list[RetreatResult] = []
    saved: list[Unit] = []
    gone: list[Unit] = []
    for fallen, order, goal in zip(ranked, given, goals, strict=True):
        unit = fallen.unit
        if isinstance(goal, str) and crowd[board.province(goal)] == 1:
            saved.append(Unit(unit.power, unit.kind, goal))
            results.append(RetreatResult(unit, order, "succeeds", None, goal))
            continue
        gone.append(unit)
        if isinstance(goal, str):
            met = tuple(
                f"{other.unit.kind} {other.unit.place}"
                for other, aim in zip(ranked, goals, strict=True)
                if other is not fallen and isinstance(aim, str) and board.province(aim) == board.province(goal)
            )
            reason = Problem("retreat-bounce", {"to": board.province(goal), "met": met})
            results.append(RetreatResult(unit, order, "fails", reason, goal))
        elif goal is None:
            results.append(RetreatResult(unit, order, "succeeds"))
        else:
            results.append(RetreatResult(unit, order, "illegal", goal))
    after = sorted([*units, *saved], key=lambda unit: (unit.power, board.place(unit.place)))
    return Retreated(tuple(results), tuple(after), tuple(gone))


def _goal(board: Board, fallen: Dislodged, order: Retreating) -> str | Problem | None:
    """Where the unit ends if nobody else goes there; None to disband; why not, when the order is illegal."""
    if isinstance(order, Disband):
        return None
    goal = open_place(board, fallen.unit, fallen.options, order.to)
    return goal or why_no_retreat(board, fallen.unit, fallen.options, order.to)


def open_place(board: Board, unit: Unit, options: Sequence[str], places: Sequence[str]) -> str | None:
    """The first of these places that is open to the unit (D-27); None when none is. A fleet that did not say which
    coast goes to the only one it can reach (D-40)."""
    for place in places:
        if place in options:
            return place
        near = [option for option in options if board.province(option) == board.province(place)]
        if near and (unit.kind == "A" or (len(near) == 1 and place == board.province(place))):
            return near[0]
    return None


def why_no_retreat(board: Board, unit: Unit, options: Sequence[str], places: Sequence[str]) -> Problem:
    """Why none of these places is open to the unit (D-26, D-40)."""
    for place in places:
        if place not in board.number:
            return Problem("no-such-place", {"place": place})
        near = tuple(option for option in options if board.province(option) == place)
        if near:
            return Problem("which-coast", {"place": unit.place, "to": place, "coasts": near})
    return Problem("no-retreat-there", {"place": unit.place, "to": places[0], "options": tuple(options)})
