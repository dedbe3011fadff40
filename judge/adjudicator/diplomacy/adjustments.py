"""The winter: who owns which centre, builds, removals, and civil disorder."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from judge.adjudicator.diplomacy.board import Board
from judge.adjudicator.diplomacy.editions import EDITION_2023, Edition
from judge.adjudicator.diplomacy.orders import Adjusting, Build, Remove, Unit, Waive
from judge.adjudicator.protocol import Problem

Centres = Mapping[str, Sequence[str]]


@dataclass(frozen=True, slots=True)
class AdjustmentResult:
    """The result of one order: `succeeds`, `fails` (a coast was missing) or `illegal`."""

    power: str
    order: Adjusting
    word: str
    reason: Problem | None = None


@dataclass(frozen=True, slots=True)
class Adjusted:
    """The adjustments carried out. `disordered`: units removed because nobody said which; `waived`: builds let go,
    in so many words or by silence."""

    results: tuple[AdjustmentResult, ...]
    units: tuple[Unit, ...]
    disordered: tuple[Unit, ...]
    waived: Mapping[str, int]


def owners(board: Board, centres: Centres, units: Sequence[Unit]) -> dict[str, tuple[str, ...]]:
    """A centre belongs to whose unit stands there at the end of the fall; an empty one keeps its owner (D-6)."""
    owner = {centre: power for power, held in centres.items() for centre in held}
    for unit in units:
        province = board.province(unit.place)
        if board.provinces[board.number[province]].centre:
            owner[province] = unit.power
    result: dict[str, list[str]] = {power: [] for power in centres}
    for province in sorted(owner):
        result.setdefault(owner[province], []).append(province)
    return {power: tuple(held) for power, held in result.items()}


def due(centres: Centres, units: Sequence[Unit]) -> dict[str, int]:
    """For each power the builds it may make, or, below zero, the units it must remove."""
    result = {power: len(held) for power, held in centres.items()}
    for unit in units:
        result[unit.power] = result.get(unit.power, 0) - 1
    return result


def build_sites(
    board: Board, power: str, centres: Centres, units: Sequence[Unit], homes: Sequence[str] | None = None
) -> tuple[str, ...]:
    """A power builds in those of its own home centres that it owns and that nobody stands in (D-60).

    `homes`: other centres than the board's homes, where the house lets it build in all that it owns.
    """
    taken = {board.province(unit.place) for unit in units}
    held = set(centres.get(power, ()))
    return tuple(
        home for home in (_homes(board, power) if homes is None else homes) if home in held and home not in taken
    )


def why_no_build(
    board: Board, edition: Edition, order: Build, homes: Sequence[str], held: Collection[str], units: Sequence[Unit]
) -> Problem | None:
    """A unit is built in an own, owned, vacant home centre; a fleet by the sea, on a coast that is said (D-60)."""
    province = board.province(order.at)
    sheet = board.provinces[board.number[province]]
    if province not in homes:
        return Problem("not-a-home-centre", {"place": province, "homes": tuple(homes)})
    if province not in held:
        return Problem("home-not-owned", {"place": province})
    standing = next((unit for unit in units if board.province(unit.place) == province), None)
    if standing is not None:
        return Problem("site-occupied", {"place": province, "by": standing.power, "kind": standing.kind})
    if order.kind == "F" and sheet.kind == "land":
        return Problem("no-fleet-inland", {"place": province})
    if order.kind == "A" and sheet.kind == "sea":
        return Problem("army-to-sea", {"place": province, "to": province})
    if order.kind == "F" and sheet.coasts and order.at == province and edition.build_coast == "fails":
        coasts = tuple(board.place_ids[coast] for coast in board.coasts_of[board.number[province]])
        return Problem("which-coast", {"place": province, "to": province, "coasts": coasts})
    return None


def built_at(board: Board, order: Build) -> str:
    """Where the unit will stand: an army in the province, a fleet on the coast said or, by the house rule, on the
    map's first (D-40)."""
    if order.kind == "A":
        return board.province(order.at)
    coasts = board.coasts_of[board.place(order.at)] if order.at in board.ids else ()
    return board.place_ids[coasts[0]] if coasts else order.at


def adjustments(
    board: Board,
    units: Sequence[Unit],
    centres: Centres,
    orders: Mapping[str, Sequence[Adjusting]],
    edition: Edition = EDITION_2023,
    sites: str = "homes",
) -> Adjusted:
    """Carry out builds and removals, in own homes, in any homes (`any-home`) or in all one owns (`owned`).

    Of too many orders the first legal ones count; builds not ordered are waived, removals not ordered follow civil
    disorder.
    """
    winter = _Winter(board, edition, centres, list(units), sites)
    disordered: list[Unit] = []
    waived: dict[str, int] = {}
    balance = due(centres, units)
    for power in sorted({*balance, *orders}):
        left = balance.get(power, 0)
        mine = orders.get(power, ())
        if left >= 0:
            waived[power] = winter.build(power, left, mine)
        else:
            disordered += winter.remove(power, -left, mine)
    after = sorted(winter.units, key=lambda unit: (unit.power, board.place(unit.place)))
    return Adjusted(
        tuple(winter.results), tuple(after), tuple(disordered), {one: count for one, count in waived.items() if count}
    )


@dataclass
class _Winter:
    """A winter being carried out, power by power."""

    board: Board
    edition: Edition
    centres: Centres
    units: list[Unit]
    sites: str
    results: list[AdjustmentResult] = field(default_factory=list)

    def build(self, power: str, number: int, orders: Sequence[Adjusting]) -> int:
        """Builds of one power that has so many; those let go."""
        left = number
        built: set[str] = set()
        for order in orders:
            problem = self._wrong_build(power, order, built, number)
            if problem is None and left == 0:
                problem = Problem("no-build-left", {"due": number})
            if problem is not None:
                word = "fails" if problem.code == "which-coast" else "illegal"
                self.results.append(AdjustmentResult(power, order, word, problem))
                continue
            left -= 1
            if isinstance(order, Build):
                place = built_at(self.board, order)
                self.units.append(Unit(power, order.kind, place))
                built.add(self.board.province(place))
            self.results.append(AdjustmentResult(power, order, "succeeds"))
        return number - len(built)

    def _wrong_build(self, power: str, order: Adjusting, built: set[str], number: int) -> Problem | None:
        """Why this order cannot be carried out in a winter of builds; None when it can."""
        if isinstance(order, Remove):
            return Problem("no-removal-due", {"at": order.at, "due": number})
        if number == 0:
            return Problem("nothing-due", {})
        if isinstance(order, Waive):
            return None
        board = self.board
        if order.at not in board.number:
            return Problem("no-such-place", {"place": order.at})
        if board.province(order.at) in built:
            return Problem("already-building-there", {"place": board.province(order.at)})
        held = self.centres.get(power, ())
        homes = _homes(board, power)
        if self.sites != "homes":
            homes = (
                tuple(held) if self.sites == "owned" else tuple(h for one in board.homes for h in _homes(board, one))
            )
        return why_no_build(board, self.edition, order, homes, held, self.units)

    def remove(self, power: str, number: int, orders: Sequence[Adjusting]) -> list[Unit]:
        """Removals of one power that owes so many; those that nobody ordered."""
        left = number
        for order in orders:
            problem, gone = self._wrong_removal(power, order, left, number)
            if gone is not None:
                left -= 1
                self.units.remove(gone)
            self.results.append(AdjustmentResult(power, order, "succeeds" if gone else "illegal", problem))
        if not left:
            return []
        mine = [unit for unit in self.units if unit.power == power]
        lost = civil_disorder(self.board, power, self.centres, mine, self.edition)[:left]
        for unit in lost:
            self.units.remove(unit)
        return lost

    def _wrong_removal(
        self, power: str, order: Adjusting, left: int, number: int
    ) -> tuple[Problem | None, Unit | None]:
        """Why this order cannot be carried out in a winter of removals, or the unit that goes."""
        if not isinstance(order, Remove):
            place = order.at if isinstance(order, Build) else ""
            return Problem("no-build-due", {"due": number, "place": place}), None
        here = self.board.province(order.at) if order.at in self.board.number else order.at
        for unit in self.units:
            if unit.power == power and self.board.province(unit.place) == here:
                return (None, unit) if left else (Problem("no-removal-left", {"due": number}), None)
        return Problem("no-unit-to-remove", {"at": order.at}), None


def _homes(board: Board, power: str) -> tuple[str, ...]:
    return tuple(board.ids[home] for home in board.homes.get(power, ()))


def civil_disorder(
    board: Board, power: str, centres: Centres, units: Sequence[Unit], edition: Edition = EDITION_2023
) -> list[Unit]:
    """The order in which units leave when their power does not say: the farthest from its centres first, fleets
    before armies, then by the name of the province (DATC 4.D.8) (D-53) (D-63)."""
    held = _homes(board, power) if edition.removal_distance == "home" else centres.get(power, ())
    origins = [board.number[centre] for centre in held]
    strict = edition.removal_paths == "unit"
    away = {kind: board.distance(origins, kind, strict) for kind in sorted({unit.kind for unit in units})}

    def rank(unit: Unit) -> tuple[int, bool, str]:
        province = board.number[board.province(unit.place)]
        return -away[unit.kind][province], unit.kind == "A", board.names[province]

    return sorted(units, key=rank)
