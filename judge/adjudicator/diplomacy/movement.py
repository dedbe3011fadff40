"""A movement phase in value types: what becomes of every order, who is dislodged, where standoffs were.

    court = Court(board)
    after = court.movement([Unit("france", "A", "PAR")], {"PAR": Move("PAR", "BUR")})

A `Court` keeps what it has worked out about a map (see `legality`), so that one made once is fast for a whole game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from judge.adjudicator.diplomacy.board import Board
from judge.adjudicator.diplomacy.editions import EDITION_2023, Edition
from judge.adjudicator.diplomacy.legality import Meaning, choices, meaning
from judge.adjudicator.diplomacy.orders import Hold, Movement, SupportMove, Unit
from judge.adjudicator.diplomacy.resolver import Resolver
from judge.adjudicator.diplomacy.rulebook import (
    CONVOY,
    FLEET,
    MOVE,
    NO,
    STRANDED,
    SUPPORT_HOLD,
    SUPPORT_MOVE,
    YES,
)  # fmt: skip
from judge.adjudicator.protocol import Problem


@dataclass(frozen=True, slots=True)
class Result:
    """What became of one unit's order. `word` and `detail` as DATC writes them: `fails, dislodged`.

    word: succeeds fails given cut available disrupted stands dislodged destroyed illegal invalid;
    detail: nothing, `dislodged` or `destroyed` (dislodged with nowhere to go).
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
    """A unit that must retreat: who drove it out, from where, and where it may go (nowhere: it is destroyed)."""

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

    def __init__(self, board: Board, edition: Edition = EDITION_2023) -> None:
        self.board = board
        self.edition = edition
        self.meanings: list[Meaning] = []
        self.resolver = Resolver(
            board.province_count, list(board.touches), [int(wet) for wet in board.sea], choices(edition)
        )
        self._codes: dict[tuple[str, str, Movement], int] = {}

    def code(self, kind: str, place: str, order: Movement) -> int:
        """The code of an order for a unit of this kind in this place."""
        key = (kind, place, order)
        code = self._codes.get(key)
        if code is None:
            said = meaning(self.board, self.edition, kind, place, order)
            code = self.resolver.learn(said.kind, said.loc, max(said.dst, 0), said.aux, said.coast, said.flags)
            self.meanings.append(said)
            self._codes[key] = code
        return code

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
        self.resolver.resolve(codes, [powers[unit.power] for unit in ranked])
        return self._moved(ranked, given, codes, reasons)

    def _moved(self, units: list[Unit], orders: list[Movement], codes: list[int], reasons: bool) -> Moved:
        book, board = self.resolver, self.board
        after: list[Unit] = []
        driven: dict[int, int] = {}
        for number, unit in enumerate(units):
            if book.kind[number] == MOVE and book.answer[number] == YES:
                coast = book.coast[number]
                to = coast if coast >= 0 else book.dst[number]
                after.append(Unit(unit.power, unit.kind, board.place_ids[to]))
                continue
            attacker = book.dislodger(number)
            if attacker >= 0:
                driven[number] = attacker
            else:
                after.append(unit)
        taken = {board.province(unit.place) for unit in after}
        contested = tuple(
            name for number, name in enumerate(board.ids) if name not in taken and book.is_contested(number)
        )
        fallen = {
            number: Dislodged(units[number], units[attacker], self._retreats(number, attacker, units, taken, contested))
            for number, attacker in driven.items()
        }
        results = []
        for number, unit in enumerate(units):
            word = self._word(number, codes[number], units, orders)
            detail = ""
            if number in fallen:
                detail = "dislodged" if fallen[number].options else "destroyed"
                if word == "stands":
                    word, detail = detail, ""
            results.append(Result(unit, orders[number], word, detail, self.meanings[codes[number]].problem))
        return Moved(
            tuple(results),
            tuple(sorted(after, key=lambda unit: (unit.power, board.place(unit.place)))),
            tuple(fallen.values()),
            contested,
        )

    def _retreats(
        self, number: int, attacker: int, units: list[Unit], taken: set[str], contested: tuple[str, ...]
    ) -> tuple[str, ...]:
        """A dislodged unit may go where it could have moved by itself, but not where a unit is, nor where a standoff
        left nobody, nor to where its attacker came from, unless that one came by convoy."""
        board = self.board
        closed = taken | set(contested)
        if self.resolver.by_sea[attacker] == 0 or not self.edition.retreat_to_convoyed_origin:
            closed.add(board.province(units[attacker].place))
        unit = units[number]
        return tuple(place for place in board.neighbours(unit.kind, unit.place) if board.province(place) not in closed)

    def _word(self, number: int, code: int, units: list[Unit], orders: list[Movement]) -> str:
        book = self.resolver
        problem = self.meanings[code].problem
        if problem is not None:
            return "fails" if problem.code == "wrong-coast-of-unit" else "illegal"
        if book.flags[number] & STRANDED:
            return "illegal"
        kind = book.kind[number]
        if kind == MOVE:
            if book.answer[number] == YES:
                return "succeeds"
            return "invalid" if book.by_sea[number] and not book.is_whole(number) else "fails"
        if SUPPORT_HOLD <= kind <= SUPPORT_MOVE:
            if not self._could_help(number, units, orders):
                return "illegal"
            if book.supported(number) < 0:
                return "invalid"
            return "given" if book.answer[number] == YES else "cut"
        if kind == CONVOY:
            army = book.carries(number)
            if army < 0:
                return "invalid" if self._could_carry(number) else "illegal"
            if book.is_dislodged(number) == YES:
                return "disrupted"
            if book.by_sea[army] and not book.is_whole(army):
                return "invalid"
            if book.passage[army] == NO and not any(
                book.is_dislodged(f) == YES for f in range(book.n) if book.kind[f] == CONVOY and book.carries(f) == army
            ):
                return "disrupted"
            return "available"
        return "stands"

    def _could_help(self, number: int, units: list[Unit], orders: list[Movement]) -> bool:
        """Whether the unit supported is there, and could do what it is supported to do (without this one's convoy)."""
        book, board = self.resolver, self.board
        other = book.occupant[book.aux[number]]
        if other < 0:
            return False
        order = orders[number]
        if not isinstance(order, SupportMove):
            return True
        unit = units[other]
        at = board.place(unit.place)
        goal = book.dst[number]
        if unit.kind == "F":
            to = board.place(order.to)
            if to >= board.province_count:
                return bool(board.fleet[at * board.place_count + to])
            return board.fleet_to[at * board.province_count + goal] != -1
        if board.army[at * board.province_count + goal]:
            return True
        fleets = {
            book.loc[f] for f in range(book.n) if f != number and board.sea[book.loc[f]] and book.flags[f] & FLEET
        }
        return board.seas_join(at, goal) and board.carried(at, goal, fleets)

    def _could_carry(self, number: int) -> bool:
        """Whether there is an army to carry, and fleets enough to carry it."""
        book, board = self.resolver, self.board
        army = book.occupant[book.aux[number]]
        if army < 0 or book.flags[army] & FLEET:
            return False
        fleets = {book.loc[f] for f in range(book.n) if board.sea[book.loc[f]]}
        return board.carried(book.loc[army], book.dst[number], fleets)
