"""How opponents play Diplomacy: for centres, with their own guarded, and against whoever is about to win.

Nothing on the board is secret, so guesses at what the others do are the same for every seat, and are made once.
Convoys are thought of by the scripted player; the search changes every other kind of order.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from judge.adjudicator.diplomacy.orders import Convoy, Hold, Move, Order, Support, Unit
from judge.adjudicator.diplomacy.tactics import Ends, Plan, Search, Tactician, Tactics
from judge.adjudicator.mind import Future, Orders, Strength
from judge.adjudicator.protocol import Seat
from judge.variants.diplomacy.game import Diplomacy
from judge.variants.diplomacy.state import State

FADE = (100, 60, 34, 18, 9, 4)
"""How much of a centre's worth is felt at each step of distance, in hundredths."""
NEUTRAL, RIVAL = 900, 800
LEADS = 9
"""From so many centres on a rival is a danger to all."""
LOST, SHAKEN, GONE, AJAR = 600, 300, 1000, 220


def mind(game: Diplomacy) -> DiplomacyMind:
    """The mind of the opponents of a game of Diplomacy."""
    return DiplomacyMind(game)


class DiplomacyMind(Tactician[State, Order]):
    """Greedy plans, put right against what the others may do."""

    def __init__(self, game: Diplomacy) -> None:
        super().__init__(game)
        self.chart = game.chart
        self._around: dict[tuple[str, str], tuple[tuple[str, int], ...]] = {}

    def best(
        self,
        plans: Sequence[Orders[Order]],
        seat: Seat,
        futures: Sequence[Future[State, Order]],
        strength: Strength,
        word: str,
    ) -> Orders[Order]:
        """In the moves every order is looked at again; retreats and adjustments are as the likeliest plan has them."""
        state = futures[0][0]
        if state.phase != "movement":
            return plans[0]
        court = self.chart.court(state.options, state.season)
        tactics = Tactics(court, state.units, _same)
        score = Score(self, state, seat, tactics)
        search = Search(tactics, [self._by_place(*guess.values()) for _, guess in futures], score, strength.steps)
        held: Plan = {self.chart.province(unit.place): Hold(unit.place) for unit in state.of(seat)}
        best = search.best(
            [{**held, **self._by_place(plan)} for plan in plans], lambda plan: changes(self, state, seat, plan)
        )
        return tuple(best[place] for place in sorted(best))

    def around(self, kind: str, place: str) -> tuple[tuple[str, int], ...]:
        """The provinces near a place for a unit of this kind, each with how much of its worth is felt there."""
        key = (kind, place)
        if key not in self._around:
            board = self.chart.board
            steps, level = {place: 0}, [place]
            for far in range(1, len(FADE)):
                level = [
                    one for here in level for one in board.neighbours(kind, here) if steps.setdefault(one, far) == far
                ]
            found: dict[str, int] = {}
            for one, far in steps.items():
                province = board.province(one)
                found[province] = max(found.get(province, 0), FADE[far])
            self._around[key] = tuple(sorted(found.items()))
        return self._around[key]

    def _by_place(self, *orders: Orders[Order]) -> dict[str, Any]:
        """Orders of movement by their units' provinces."""
        return {
            self.chart.province(one.at): one
            for some in orders
            for one in some
            if isinstance(one, Hold | Move | Support | Convoy)
        }


def _same(order: Any) -> Any:
    return order


def changes(mind: DiplomacyMind, state: State, seat: Seat, plan: Plan) -> Iterator[dict[str, Any]]:
    """Every other order of each unit that has no part in a convoy, and every attack with each support for it."""
    chart, board = mind.chart, mind.chart.board
    mine = {chart.province(unit.place): unit for unit in state.of(seat)}
    carried = {chart.province(order.of) for order in plan.values() if isinstance(order, Convoy)}
    free = sorted(name for name in mine if name not in carried and not isinstance(plan[name], Convoy))
    reach = {name: board.neighbours(mine[name].kind, mine[name].place) for name in mine}
    lands = {name: {chart.province(to) for to in reach[name]} for name in mine}
    foreign = {chart.province(unit.place) for unit in state.units if unit.power != seat}
    for name in free:
        at = mine[name].place
        yield {name: Hold(at)}
        for to in reach[name]:
            yield {name: Move(at, to)}
        for other in sorted(mine):
            order = plan[other]
            if other == name:
                continue
            if isinstance(order, Move) and chart.province(order.to) in lands[name]:
                yield {name: Support(at, mine[other].place, order.to)}
            elif not isinstance(order, Move) and other in lands[name]:
                yield {name: Support(at, mine[other].place)}
    for name in free:
        for to in reach[name]:
            goal = chart.province(to)
            if goal not in foreign and not any(one in foreign for one in board_near(mind, goal)):
                continue
            for other in free:
                if other != name and goal in lands[other]:
                    yield {
                        name: Move(mine[name].place, to),
                        other: Support(mine[other].place, mine[name].place, to),
                    }


def board_near(mind: DiplomacyMind, province: str) -> tuple[str, ...]:
    """The provinces next to one, by land or by sea."""
    board = mind.chart.board
    number, count = board.number[province], board.province_count
    return tuple(
        board.ids[one]
        for one in range(count)
        if board.touches[number * count + one] or board.army[number * count + one]
    )


class Score:
    """The worth of a season's end to a seat."""

    def __init__(self, mind: DiplomacyMind, state: State, seat: Seat, tactics: Tactics) -> None:
        self.mind, self.state, self.seat = mind, state, seat
        self.fall = state.season == mind.chart.calendar.seasons[-1]
        self.starts = tactics.units
        self.owners = tuple(one.power for one in tactics.units)
        held = {one: len(state.held(Seat(one))) for one in {*state.centres.values(), *self.owners}}
        self.big = {one: number for one, number in held.items() if one != seat and number >= LEADS}
        self.aims = {
            centre: _gain(held, state.centres.get(centre))
            for centre in mind.chart.centres
            if state.centres.get(centre) != seat
        }
        self.mine = state.held(seat)
        self.near = {centre: board_near(mind, centre) for centre in self.mine}
        self.province = mind.chart.province
        self._drawn: dict[tuple[str, str], int] = {}

    def __call__(self, plan: Plan, ends: Ends) -> int:
        """The sum over units, and over one's own centres."""
        held: dict[str, str] = {}
        total = 0
        for one, end in zip(self.starts, ends, strict=True):
            if end is None:
                total += -LOST if one.power == self.seat else SHAKEN
                continue
            province = self.province(end)
            held[province] = one.power
            if one.power == self.seat:
                aim = self.aims.get(province, 0)
                total += self.drawn(one, end) + (2 * aim if self.fall else aim // 2)
            elif one.power in self.big and province in self.aims and self.state.centres.get(province) != one.power:
                total -= 40 * self.big[one.power]
        for centre in self.mine:
            total -= self._danger(centre, held)
        return total

    def drawn(self, unit: Unit, end: str) -> int:
        """How near a place is to what there is to be had."""
        key = (unit.kind, end)
        if key not in self._drawn:
            aims = self.aims
            felt = sorted((aims[name] * part for name, part in self.mind.around(*key) if name in aims), reverse=True)
            # The nearest aims count, not how many lie far off: one unit takes one centre at a time.
            self._drawn[key] = sum(felt[:3]) // 300
        return self._drawn[key]

    def _danger(self, centre: str, held: Mapping[str, str]) -> int:
        there = held.get(centre)
        if there == self.seat:
            return 0
        if there is not None:
            return GONE if self.fall else GONE // 2
        near = [held[one] for one in self.near[centre] if one in held]
        if all(one == self.seat for one in near):
            return 0
        return (AJAR // 2 if self.fall else AJAR) * 2 // (2 + near.count(self.seat))


def _gain(held: Mapping[str, int], owner: str | None) -> int:
    if owner is None:
        return NEUTRAL
    return RIVAL + max(0, 60 * (held.get(owner, 0) - LEADS + 1))
