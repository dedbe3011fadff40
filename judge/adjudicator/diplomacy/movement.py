"""A movement phase in value types: the result of every order, the dislodged units, the standoffs.

    court = Court(board)
    after = court.movement([Unit("france", "A", "PAR")], {"PAR": Move("PAR", "BUR")})

A `Court` keeps what it has worked out about a map (see `legality`), so that one made once is fast for a whole game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from judge.adjudicator.diplomacy.board import Board
from judge.adjudicator.diplomacy.editions import EDITION_2023, Edition
from judge.adjudicator.diplomacy.engine import kernel
from judge.adjudicator.diplomacy.kernel import SUCCEEDS, WORDS
from judge.adjudicator.diplomacy.legality import Meaning, meaning
from judge.adjudicator.diplomacy.orders import Hold, Movement, Transform, Unit
from judge.adjudicator.diplomacy.reasons import Inquiry
from judge.adjudicator.protocol import Problem

DETAILS = ("", "dislodged", "destroyed")


@dataclass(frozen=True, slots=True)
class Result:
    """The result of one unit's order. `word` and `detail` as DATC writes them: `fails, dislodged`.

    word: succeeds fails given cut available disrupted stands dislodged destroyed illegal invalid; detail: nothing,
    `dislodged` or `destroyed` (dislodged with nowhere to go).
    """

    unit: Unit
    order: Movement
    word: str
    detail: str = ""
    reason: Problem | None = None

    @property
    def said(self) -> str:
        """Word and detail in one."""
        return f"{self.word}, {self.detail}" if self.detail else self.word


@dataclass(frozen=True, slots=True)
class Dislodged:
    """A unit that must retreat: its attacker, where that came from, and where it may go (nowhere: it is destroyed)."""

    unit: Unit
    attacker: Unit
    options: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Moved:
    """A movement phase carried out. `units` are those on the board (the dislodged are not), in a fixed order."""

    results: tuple[Result, ...]
    units: tuple[Unit, ...]
    dislodged: tuple[Dislodged, ...]
    contested: tuple[str, ...]
    """Provinces left vacant by a standoff: closed to retreats."""


class Court:
    """The kernel for one map and one edition."""

    def __init__(self, board: Board, edition: Edition = EDITION_2023, *, interpreted: bool = False) -> None:
        self.board = board
        self.edition = edition
        self.meanings: list[Meaning] = []
        self.kernel = kernel(board, edition, interpreted=interpreted)
        self._codes: dict[tuple[str, str, Movement], int] = {}

    def code(self, kind: str, place: str, order: Movement) -> int:
        """The code of an order for a unit of this kind in this place."""
        key = (kind, place, order)
        code = self._codes.get(key)
        if code is None:
            said = meaning(self.board, self.edition, kind, place, order)
            aux = said.aux
            if said.route:
                self.kernel.routes.append(list(said.route))
                aux = len(self.kernel.routes)
            code = self.kernel.learn(said.kind, said.at, said.loc, said.dst, aux, said.coast, said.flags)
            self.meanings.append(said)
            self._codes[key] = code
        return code

    def forget(self) -> None:
        """Give up all codes handed out so far, for callers with texts without end."""
        self.kernel.codes = 0
        self.kernel.routes.clear()
        self.meanings.clear()
        self._codes.clear()

    def movement(self, units: Sequence[Unit], orders: Mapping[str, Movement], *, reasons: bool = True) -> Moved:
        """Carry out a movement phase. `orders`: by the province of the unit; a unit without one holds.

        Raises ValueError for two units in one province and for a unit that cannot stand where it is.
        """
        board = self.board
        here = {board.province(unit.place): unit for unit in units}
        if len(here) != len(units):
            raise ValueError("two units stand in one province")
        for unit in units:
            if not board.can_stand(unit.kind, unit.place):
                raise ValueError(f"{unit.kind} {unit.place} cannot stand there")
        ranked = [here[name] for name in board.ids if name in here]
        powers = {power: number for number, power in enumerate(sorted({unit.power for unit in ranked}))}
        given = [orders.get(board.province(unit.place), Hold(unit.place)) for unit in ranked]
        codes = [self.code(unit.kind, unit.place, order) for unit, order in zip(ranked, given, strict=True)]
        outcomes = self.kernel.run(codes, [powers[unit.power] for unit in ranked])
        return self._moved(ranked, given, codes, outcomes, reasons)

    def _moved(
        self, units: list[Unit], orders: list[Movement], codes: list[int], outcomes: list[int], reasons: bool
    ) -> Moved:
        kernel, board = self.kernel, self.board
        inquiry = Inquiry(
            board,
            kernel,
            [f"{unit.kind} {unit.place}" for unit in units],
            [unit.power for unit in units],
            self.edition.paradox,
        )
        results: list[Result] = []
        after: list[Unit] = []
        fallen: list[Dislodged] = []
        for number, (unit, order, code, outcome) in enumerate(zip(units, orders, codes, outcomes, strict=True)):
            word, detail = WORDS[outcome >> 2], DETAILS[outcome & 3]
            if detail:
                options = tuple(board.place_ids[place] for place in kernel.retreats(number))
                fallen.append(Dislodged(unit, units[kernel.dislodger(number)], options))
            elif outcome == SUCCEEDS:
                said = self.meanings[code]
                after.append(Unit(unit.power, unit.kind, board.place_ids[said.coast if said.coast >= 0 else said.dst]))
            elif isinstance(order, Transform) and word == "stands":
                after.append(Unit(unit.power, order.kind, order.to))
                word = "succeeds"
            else:
                after.append(unit)
            if word == "stands" and detail:
                word, detail = detail, ""
            why = inquiry.problem(number, outcome, self.meanings[code]) if reasons else None
            results.append(Result(unit, order, word, detail, why))
        return Moved(
            tuple(results),
            tuple(sorted(after, key=lambda unit: (unit.power, board.place(unit.place)))),
            tuple(fallen),
            tuple(
                name
                for number, name in enumerate(board.ids)
                if not kernel.is_taken(number) and kernel.is_contested(number)
            ),
        )
