"""A movement phase as an opponent tries it out: many sets of orders for the same units, one after another, fast.

It works with the kernel's codes and leaves out the slow parts of a phase (verdicts, reasons, retreats). A plan is
improved order by order: each unit's other orders are tried, and each attack together with the support that may carry
it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar

from judge.adjudicator.diplomacy.kernel import SUCCEEDS
from judge.adjudicator.diplomacy.movement import Court
from judge.adjudicator.diplomacy.orders import Hold, Movement, Unit
from judge.adjudicator.mind import Mind, Orders
from judge.adjudicator.protocol import Game, Seat

Plan = Mapping[str, Any]
"""The orders of some units, by their provinces."""
Ends = Sequence[str | None]
"""Where each unit is afterwards; None: it was driven out."""

BEGINNINGS = 2
"""So many first plans are enough where every order is looked at again."""


class Phased(Protocol):
    """A state that says in which phase it is."""

    @property
    def phase(self) -> str:
        """`movement`, or a later phase."""
        ...


S = TypeVar("S", bound=Phased)
O = TypeVar("O")  # noqa: E741 - as in the protocol


class Tactician(Mind[S, O]):
    """A mind that looks at every order of the moves again. The scripted player's letters are read once for a window."""

    def __init__(self, game: Game[S, O]) -> None:
        super().__init__(game)
        self._known: S | None = None
        self._letters: dict[tuple[Seat, str], Orders[O]] = {}

    def letter(self, state: S, seat: Seat, word: str) -> Orders[O]:
        """The scripted player's letter, as it was first read."""
        if state is not self._known:
            self._known, self._letters = state, {}
        if (seat, word) not in self._letters:
            self._letters[seat, word] = self.first_letter(state, seat, word)
        return self._letters[seat, word]

    def first_letter(self, state: S, seat: Seat, word: str) -> Orders[O]:
        """The scripted player's letter, read."""
        return super().letter(state, seat, word)

    def plans(self, state: S, seat: Seat, word: str, number: int) -> Iterator[Orders[O]]:
        """Two beginnings in the moves; one where nothing is looked at again."""
        return super().plans(state, seat, word, min(number, BEGINNINGS if state.phase == "movement" else 1))


@dataclass
class Tactics:
    """The units of one movement phase, in the kernel's order. `said`: an order in the words of the kernel."""

    court: Court
    units: tuple[Unit, ...]
    said: Callable[[Any], Movement]
    powers: list[int] = field(init=False)
    provinces: tuple[str, ...] = field(init=False)
    places: tuple[str, ...] = field(init=False)
    arrivals: dict[int, str] = field(init=False, default_factory=dict)
    """Where the orders of these codes lead, as far as they were carried out before."""

    def __post_init__(self) -> None:
        board = self.court.board
        here = {board.province(unit.place): unit for unit in self.units}
        self.provinces = tuple(name for name in board.ids if name in here)
        self.units = tuple(here[name] for name in self.provinces)
        self.places = tuple(unit.place for unit in self.units)
        numbers = {power: number for number, power in enumerate(sorted({unit.power for unit in self.units}))}
        self.powers = [numbers[unit.power] for unit in self.units]

    def codes(self, plan: Plan) -> list[int]:
        """Every unit's order as the kernel knows it; a unit that is not named holds."""
        return [
            self.code(unit, plan.get(name) or Hold(unit.place))
            for name, unit in zip(self.provinces, self.units, strict=True)
        ]

    def code(self, unit: Unit, order: Any) -> int:
        """One unit's order as the kernel knows it."""
        return self.court.code(unit.kind, unit.place, self.said(order))

    def ends(self, codes: list[int]) -> list[str | None]:
        """Where everybody is after these orders."""
        found: list[str | None] = list(self.places)
        for number, outcome in enumerate(self.court.kernel.run(codes, self.powers)):
            if outcome & 3:
                found[number] = None
            elif outcome == SUCCEEDS:
                found[number] = self.arrivals.get(codes[number]) or self._arrival(codes[number])
        return found

    def _arrival(self, code: int) -> str:
        """Where an order leads."""
        said = self.court.meanings[code]
        place = self.arrivals[code] = self.court.board.place_ids[said.coast if said.coast >= 0 else said.dst]
        return place


@dataclass
class Search:
    """A plan's improvement against several guesses. `score`: what an end is worth, given the guess's number."""

    tactics: Tactics
    guesses: Sequence[Plan]
    score: Callable[[Plan, Ends], int]
    steps: int

    def best(self, plans: Sequence[Plan], changes: Callable[[Plan], Iterator[Plan]]) -> Plan:
        """The best of these plans after every change that pays, until none does or the steps are used up."""
        whole = [self.tactics.codes(guess) for guess in self.guesses]
        rows = {name: number for number, name in enumerate(self.tactics.provinces)}
        best, most = dict(plans[0]), self._tried(plans[0], whole, rows)
        for plan in plans[1:]:
            total = self._tried(plan, whole, rows)
            if total > most:
                best, most = dict(plan), total
        found = True
        while found:
            found = False
            for change in changes(best):
                if self.steps <= 0:
                    return best
                total = self._tried({**best, **change}, whole, rows)
                if total > most:
                    best, most, found = {**best, **change}, total, True
        return best

    def _tried(self, plan: Plan, whole: Sequence[list[int]], rows: Mapping[str, int]) -> int:
        mine = [(rows[name], self.tactics.code(self.tactics.units[rows[name]], plan[name])) for name in plan]
        total = 0
        for codes in whole:
            self.steps -= 1
            trial = list(codes)
            for row, code in mine:
                trial[row] = code
            total += self.score(plan, self.tactics.ends(trial))
        return total
