"""How opponents play Range War: for centres, cattle above all while they are easy to take, with the home looked after.

Nothing on the board is secret, so guesses at what the others do are the same for every seat, and are made once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from judge.adjudicator.diplomacy.orders import Unit
from judge.adjudicator.diplomacy.tactics import Ends, Plan, Search, Tactician, Tactics
from judge.adjudicator.driver import take
from judge.adjudicator.mind import Future, Orders, Strength
from judge.adjudicator.protocol import Seat
from judge.variants.range_war.chart import Chart
from judge.variants.range_war.game import RangeWar
from judge.variants.range_war.orders import Hold, Move, Order, Support, for_kernel, unit
from judge.variants.range_war.player import Player
from judge.variants.range_war.state import State
from judge.variants.range_war.view import view

TAKEN = 2
"""What is taken in Winter counts so many times what lies near."""
LOST = 700
SHAKEN = 250
"""A gang driven out: one's own, a rival's."""
AJAR, RAIDED = 260, 450
"""One's own centre that a rival could take next, and one that a rival stands on in Summer."""
GONE = 1000
DROWNED = 900
SPARE = 8
"""From so many centres on a rival is a danger to all: whatever it takes is held against a plan."""


def mind(game: RangeWar) -> RangeWarMind:
    """What the opponents of a game of Range War think with."""
    return RangeWarMind(game)


class RangeWarMind(Tactician[State, Order]):
    """Greedy plans, put right against what the rivals may do."""

    def __init__(self, game: RangeWar) -> None:
        super().__init__(game)
        self.chart = game.chart
        self.player = Player(game.chart)

    def first_letter(self, state: State, seat: Seat, word: str) -> Orders[Order]:
        """A letter of one who is awake, read."""
        text = self.player.letter(view(self.chart, state, seat), seat, word, awake=True)
        window = self.game.window(state)
        asked = window is not None and seat in window.asks
        return take(self.game, state, seat, state.phase, text).orders if asked else ()

    def best(
        self,
        plans: Sequence[Orders[Order]],
        seat: Seat,
        futures: Sequence[Future[State, Order]],
        strength: Strength,
        word: str,
    ) -> Orders[Order]:
        """In the moves every gang's order is looked at again; retreats and branding are as the likeliest plan says."""
        state = futures[0][0]
        if state.phase != "movement":
            return plans[0]
        tactics = Tactics(self.chart.court, tuple(unit(owner, at) for at, owner in state.gangs.items()), for_kernel)
        score = Score(self.chart, self.player, state, seat, tactics)
        search = Search(tactics, [by_space(*guess.values()) for _, guess in futures], score, strength.steps)
        held: Plan = {space: Hold(space) for space in state.of(seat)}
        best = search.best([{**held, **by_space(plan)} for plan in plans], partial(changes, self.chart, state, seat))
        return tuple(best[space] for space in sorted(best))


def by_space(*orders: Orders[Order]) -> dict[str, Move | Hold | Support]:
    """Orders of movement by their gangs' spaces."""
    return {one.at: one for some in orders for one in some if isinstance(one, Move | Hold | Support)}


def changes(chart: Chart, state: State, seat: Seat, plan: Plan) -> Iterator[dict[str, Any]]:
    """Every other order of each gang, and every attack with each support that may carry it."""
    for space in sorted(plan):
        herd = space in state.herds
        others = [other for other in chart.near[space] if other in plan]
        yield {space: Hold(space)}
        for to in chart.near[space]:
            yield {space: Move(space, to)}
            if herd and to not in state.herds:
                yield {space: Move(space, to, True)}
        for other in others:
            yield {space: Support(space, other)}
        for other in sorted(plan):
            order = plan[other]
            if isinstance(order, Move) and other != space and order.to in chart.near[space]:
                yield {space: Support(space, other, order.to)}
    for space in sorted(plan):
        for to in chart.near[space]:
            if not contested(chart, state, seat, to):
                continue
            for other in chart.near[to]:
                if other in plan and other != space:
                    yield {space: Move(space, to), other: Support(other, space, to)}


def contested(chart: Chart, state: State, seat: Seat, space: str) -> bool:
    """Whether a rival stands in a space or beside it."""
    return any(state.gangs.get(one, seat) != seat for one in (space, *chart.near[space]))


class Score:
    """What the end of a season is worth to a seat."""

    def __init__(self, chart: Chart, player: Player, state: State, seat: Seat, tactics: Tactics) -> None:
        self.chart, self.state, self.seat = chart, state, seat
        self.winter = state.season == "winter"
        seen = view(chart, state, seat)
        self.worth = player.worth(seen, seat)
        self.pull = player.pull(self.worth)
        herds = {space: brand.seat for space, brand in state.herds.items()}
        self.cattle = {space: player_gain(seen.standings, seat, owner) for space, owner in herds.items()}
        self.town = {
            space: player_gain(seen.standings, seat, state.centres.get(space))
            for space in chart.fixed
            if state.centres.get(space) != seat
        }
        self.mine = {
            space: (state.centres.get(space) == seat) + (herds.get(space) == seat)
            for space in {*state.held(seat), *state.branded(seat)}
        }
        self.home = chart.homes[seat]
        self.owners = tuple(one.power for one in tactics.units)
        self.starts: tuple[Unit, ...] = tactics.units
        self.big = {one: count for one, count in seen.standings.items() if one != seat and count >= SPARE}

    def __call__(self, plan: Plan, ends: Ends) -> int:
        """The sum over gangs, and over one's own centres."""
        held = {end: owner for end, owner in zip(ends, self.owners, strict=True) if end is not None}
        total = 0
        for one, end in zip(self.starts, ends, strict=True):
            if one.power != self.seat:
                if end is None:
                    total += SHAKEN
                elif end != one.place and one.power in self.big and (end in self.town or end in self.cattle):
                    total -= 40 * self.big[Seat(one.power)]
            elif end is None:
                total -= LOST
            else:
                total += self.pull[end] // 3 + self._gained(one.place, end, plan[one.place])
        for space, number in self.mine.items():
            total -= number * self._danger(space, held)
        return total

    def _gained(self, start: str, end: str, order: Any) -> int:
        """Towns and cattle that a gang's place brings, or will bring."""
        gain = self.town.get(end, 0)
        along = start != end and isinstance(order, Move) and order.herd
        beside = start if along else end
        foreign = self.state.herds.get(beside)
        if foreign is not None and foreign.seat != self.seat:
            gain += self.cattle[beside]
        gain = gain * TAKEN if self.winter else gain * 2 // 3
        if start != end and not along and start in self.chart.river and start in self.state.herds:
            gain -= DROWNED
        if along and end in self.chart.river and not self.winter:
            gain -= SHAKEN
        return gain

    def _danger(self, space: str, held: Mapping[str, str]) -> int:
        """What may become of one's own centre."""
        care = 2 if space == self.home else 1
        there = held.get(space)
        if there == self.seat:
            return 0
        if there is not None:
            return (GONE if self.winter else RAIDED) * care
        near = sum(held.get(one, self.seat) != self.seat for one in self.chart.near[space])
        guards = sum(held.get(one) == self.seat for one in self.chart.near[space])
        if not near:
            return 0
        return (AJAR * care if not self.winter else AJAR // 3) * 2 // (2 + guards)


def player_gain(standings: Mapping[Seat, int], seat: Seat, owner: Seat | None) -> int:
    """What another's centre is worth: nobody's is the easiest kept, a strong rival's the one that must be had."""
    if owner is None:
        return 900
    has = standings.get(owner, 0)
    return 800 + (120 * (has - SPARE + 1) if has >= SPARE else 0)
