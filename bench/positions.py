"""Generated movement phases: a mid-game board of about 33 units, with supports that meet moves and many convoys.

Everything is drawn from one seeded generator, so the same seed gives the same phases on every machine.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from judge.adjudicator.diplomacy.board import NOWHERE, Board
from judge.adjudicator.diplomacy.orders import Convoy, Hold, Move, Movement, Support, Unit


@dataclass(frozen=True)
class Generated:
    """One phase: the units, and one order for each by its province."""

    units: tuple[Unit, ...]
    orders: dict[str, Movement]

    def texts(self, board: Board) -> dict[str, list[str]]:
        """The orders as `judge batch` reads them, by power."""
        kinds = {board.province(unit.place): f"{unit.kind} {unit.place}" for unit in self.units}
        result: dict[str, list[str]] = {}
        for unit in self.units:
            result.setdefault(unit.power, []).append(text(kinds, board, self.orders[board.province(unit.place)]))
        return result

    def line(self, board: Board, number: int) -> dict[str, object]:
        """The phase as an input line of `judge batch`."""
        units: dict[str, list[str]] = {}
        for unit in self.units:
            units.setdefault(unit.power.upper(), []).append(f"{unit.kind} {unit.place}")
        orders = {power.upper(): texts for power, texts in self.texts(board).items()}
        return {"game": number, "phase": "S1905M", "units": units, "centers": {}, "orders": orders}


def text(kinds: dict[str, str], board: Board, order: Movement) -> str:
    """An order in the notation of `judge batch`."""
    at = kinds[board.province(order.at)]
    match order:
        case Hold():
            return f"{at} H"
        case Move():
            return f"{at} - {order.to}{' VIA' if order.via else ''}"
        case Support(to=None):
            return f"{at} S {kinds[board.province(order.of)]}"
        case Support():
            return f"{at} S {kinds[board.province(order.of)]} - {order.to}"
        case Convoy():
            return f"{at} C {kinds[board.province(order.of)]} - {order.to}"


def phases(
    board: Board, seed: int, count: int, fewest: int = 31, most: int = 34, *, seafaring: bool = False
) -> Iterator[Generated]:
    """`count` phases from one seed. `seafaring`: a fleet in nearly every sea, and most armies on the coast carried."""
    chance = random.Random(seed)
    for _ in range(count):
        yield phase(board, chance, chance.randint(fewest, most), seafaring)


def phase(board: Board, chance: random.Random, units: int, seafaring: bool = False) -> Generated:
    """One phase. Powers hold the land around their homes, with some of everybody everywhere."""
    near = {power: board.distance(homes, "", False) for power, homes in board.homes.items()}
    standing: dict[int, Unit] = {}
    seas = [province for province in range(board.province_count) if board.provinces[province].kind == "sea"]
    manned = chance.sample(seas, len(seas) - 3) if seafaring else []
    rest = [province for province in range(board.province_count) if province not in manned]
    for province in [*manned, *chance.sample(rest, units - len(manned))]:
        powers = list(board.powers)
        chance.shuffle(powers)
        power = min(powers[: chance.choice((2, 3, 7))], key=lambda power: near[power][province])
        sheet = board.provinces[province]
        fleet = sheet.kind == "sea" or (sheet.kind == "coast" and chance.random() < 0.35)
        coasts = board.coasts_of[province]
        place = chance.choice(coasts) if fleet and coasts else province
        standing[province] = Unit(power, "F" if fleet else "A", board.place_ids[place])
    orders: dict[int, Movement] = {}
    convoys(board, chance, standing, orders, 0.95 if seafaring else 0.5, 0.3 if seafaring else 0.6)
    moves(board, chance, standing, orders)
    supports(board, chance, standing, orders)
    ranked = sorted(standing)
    return Generated(
        tuple(standing[province] for province in ranked),
        {board.ids[province]: orders[province] for province in ranked},
    )


def convoys(
    board: Board,
    chance: random.Random,
    standing: dict[int, Unit],
    orders: dict[int, Movement],
    carried: float,
    short: float,
) -> None:
    """Armies to be carried, and the fleets that do: the share of armies, the share of ways that end at each fleet."""
    for province in sorted(standing):
        if standing[province].kind != "A" or not board.coastal[province] or chance.random() > carried:
            continue
        seas = [sea for sea in board.sea_next[province] if sea in standing and sea not in orders]
        chance.shuffle(seas)
        route: list[int] = []
        while seas and len(route) < 4:
            route.append(seas[0])
            if chance.random() < short:
                break
            seas = [
                sea for sea in board.sea_next[route[-1]] if sea in standing and sea not in orders and sea not in route
            ]
            chance.shuffle(seas)
        if not route:
            continue
        shores = [
            goal
            for goal in range(board.province_count)
            if board.coastal[goal] and goal != province and board.touches[route[-1] * board.province_count + goal]
        ]
        goal = chance.choice(shores)
        near = board.army[province * board.province_count + goal]
        orders[province] = Move(board.ids[province], board.ids[goal], bool(near))
        for sea in route:
            if board.on_route(sea, province, goal):
                orders[sea] = Convoy(board.ids[sea], board.ids[province], board.ids[goal])


def moves(board: Board, chance: random.Random, standing: dict[int, Unit], orders: dict[int, Movement]) -> None:
    for province in sorted(standing):
        if province in orders or chance.random() > 0.5:
            continue
        unit = standing[province]
        goals = board.neighbours(unit.kind, unit.place)
        # Where something happens already is where people go.
        busy = [goal for goal in goals if board.number[board.province(goal)] in standing]
        orders[province] = Move(unit.place, chance.choice(busy if busy and chance.random() < 0.5 else goals))


def supports(board: Board, chance: random.Random, standing: dict[int, Unit], orders: dict[int, Movement]) -> None:
    moves = {province: order for province, order in orders.items() if isinstance(order, Move)}
    for province in sorted(standing):
        if province in orders:
            continue
        unit = standing[province]
        at = board.place(unit.place)

        def reaches(goal: int, unit: Unit = unit, at: int = at) -> bool:
            if unit.kind == "A":
                return bool(board.army[at * board.province_count + goal])
            return board.fleet_to[at * board.province_count + goal] != NOWHERE

        helped: list[Movement] = []
        for other, move in sorted(moves.items()):
            goal = board.province_of[board.place(move.to)]
            if other != province and goal != province and reaches(goal):
                weight = 3 if standing[other].power == unit.power else 1
                helped += [Support(unit.place, standing[other].place, move.to)] * weight
        for other in sorted(standing):
            if other != province and other not in moves and reaches(other):
                helped.append(Support(unit.place, standing[other].place))
        orders[province] = chance.choice(helped) if helped and chance.random() < 0.85 else Hold(unit.place)
