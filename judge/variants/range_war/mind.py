"""How opponents play Range War: for centres, cattle above all while they are easy to take, with the home looked after.

Nothing on the board is secret, so guesses at what the others do hang on the word alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
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
from judge.variants.range_war.view import Seen, view

TAKEN = 200
"""A centre taken in Winter counts so many hundredths."""
LOST = 900
SHAKEN = 250
"""A gang driven out: one's own, a rival's."""
AJAR, RAIDED, GONE = 300, 700, 1600
"""An own centre that a rival could take next, one with a rival on it in Summer, and one that is lost."""
DROWNED = 900
SPARE = 8
"""From so many centres on a rival is a danger to all: whatever it takes is held against a plan."""
PULL = 20
"""How much of a place's pull counts, in hundredths."""
ODDS = {-2: 0, -1: 10, 0: 30, 1: 65, 2: 80}
"""How likely it is to take a centre next, by how many more gangs than any rival can be there; in hundredths."""
FREE = 90
STANDS = 95
"""... with no rival near, and when already there."""
SOON, LATER = 130, 70
"""How much of that counts: before Winter, and a whole year ahead."""
FORESIGHT = 2
"""So many times as many guesses as usual are held against a plan."""


def mind(game: RangeWar) -> RangeWarMind:
    """The mind of the opponents of a game of Range War."""
    return RangeWarMind(game)


class RangeWarMind(Tactician[State, Order]):
    """Greedy plans, put right against what the rivals may do."""

    def __init__(self, game: RangeWar) -> None:
        super().__init__(game)
        self.chart = game.chart
        self.player = Player(game.chart)
        self._seen: tuple[State, Seen] | None = None

    def seen(self, state: State) -> Seen:
        """The common view of a state; all seats see the same."""
        if self._seen is None or self._seen[0] is not state:
            self._seen = state, view(self.chart, state, None)
        return self._seen[1]

    def first_letter(self, state: State, seat: Seat, word: str) -> Orders[Order]:
        """The orders of a seat that is awake; a letter, where anything but moves is asked."""
        window = self.game.window(state)
        if window is None or seat not in window.asks:
            return ()
        if state.phase == "movement":
            return self.player.moves(self.seen(state), seat, word)
        return take(self.game, state, seat, state.phase, self.player.letter(self.seen(state), seat, word)).orders

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
        score = Score(self.chart, self.player, state, self.seen(state), seat=seat, tactics=tactics)
        numbers = range(len(futures) * FORESIGHT)
        guesses = [by_space(*self.guess(state, seat, number, word).values()) for number in numbers]
        search = Search(tactics, guesses, score, strength.steps * FORESIGHT)
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
    """Whether a rival is in a space or beside it."""
    return any(state.gangs.get(one, seat) != seat for one in (space, *chart.near[space]))


@dataclass(frozen=True, slots=True)
class Rivals:
    """The facts about the rivals when they are in certain places; `near`: with how many gangs the strongest of them can
    be in a space next."""

    worth: int
    at: frozenset[str]
    near: Mapping[str, int]


class Score:
    """The worth of a season's end to a seat: the centres it has, may take next, and may lose."""

    def __init__(self, chart: Chart, player: Player, state: State, seen: Seen, *, seat: Seat, tactics: Tactics) -> None:
        self.chart, self.state, self.seat = chart, state, seat
        self.winter = state.season == "winter"
        self.pull = player.pull(player.worth(seen, seat))
        herds = {space: brand.seat for space, brand in state.herds.items()}
        standings = seen.standings
        self.cattle = {space: gain(standings, owner) for space, owner in herds.items() if owner != seat}
        self.town = {
            space: gain(standings, state.centres.get(space))
            for space in chart.fixed
            if state.centres.get(space) != seat
        }
        self.mine = {
            space: (state.centres.get(space) == seat) + (herds.get(space) == seat)
            for space in {*state.held(seat), *state.branded(seat)}
        }
        self.foreign = {
            space: self.town.get(space, 0) + self.cattle.get(space, 0) for space in (*self.town, *self.cattle)
        }
        self.home = chart.homes[seat]
        self.around = {space: (space, *near) for space, near in chart.near.items()}
        self.starts: tuple[Unit, ...] = tactics.units
        self.ours = tuple(number for number, one in enumerate(self.starts) if one.power == seat)
        self.theirs = tuple(number for number, one in enumerate(self.starts) if one.power != seat)
        self.big = {str(one): count for one, count in standings.items() if one != seat and count >= SPARE}
        self.kept: dict[tuple[str | None, ...], Rivals] = {}
        self.known: dict[tuple[str | None, ...], int] = {}

    def __call__(self, plan: Plan, ends: Ends) -> int:
        """The worth of an end: it depends on everybody's places and on the herds driven, and most of the plans that are
        tried differ in neither."""
        driven = [space for space, order in plan.items() if isinstance(order, Move) and order.herd]
        key = (*ends, *driven)
        if key not in self.known:
            self.known[key] = self._worth(plan, ends)
        return self.known[key]

    def _worth(self, plan: Plan, ends: Ends) -> int:
        """The sum over gangs, over what is to be had, and over one's own centres."""
        where = tuple([ends[number] for number in self.theirs])
        rivals = self.kept.get(where)
        if rivals is None:
            rivals = self.kept[where] = self._rivals(where)
        foreign, mine = dict(self.foreign), dict(self.mine)
        total = rivals.worth
        gangs: list[str] = []
        for number in self.ours:
            start, end = self.starts[number].place, ends[number]
            if end is None:
                total -= LOST
            else:
                gangs.append(end)
                total += self.pull[end] * PULL // 100
                if start != end:
                    total += self._driven(start, end, plan[start], foreign, mine)
        if self.winter:
            for end in gangs:
                if foreign.get(end):
                    total += foreign.pop(end) * TAKEN // 100
                    mine[end] = mine.get(end, 0) + 1
        return total + self._prospects(foreign, gangs, rivals) - self._dangers(mine, gangs, rivals)

    def _rivals(self, ends: tuple[str | None, ...]) -> Rivals:
        """The rivals when they are in these places."""
        total = 0
        near: dict[str, dict[str, int]] = {}
        at = set()
        for number, end in zip(self.theirs, ends, strict=True):
            one = self.starts[number]
            if end is None:
                total += SHAKEN
                continue
            if end != one.place and one.power in self.big and end in self.foreign:
                total -= 40 * self.big[one.power]
            at.add(end)
            there = near.setdefault(one.power, {})
            for space in self.around[end]:
                there[space] = there.get(space, 0) + 1
        most: dict[str, int] = {}
        for there in near.values():
            for space, count in there.items():
                most[space] = max(count, most.get(space, 0))
        return Rivals(total, frozenset(at), most)

    def _driven(self, start: str, end: str, order: Any, foreign: dict[str, int], mine: dict[str, int]) -> int:
        """A herd that a gang drives is where the gang is; what that costs in the river."""
        if not (isinstance(order, Move) and order.herd):
            return -DROWNED if start in self.chart.river and start in self.state.herds else 0
        cattle = self.cattle.get(start, 0)
        if cattle:
            foreign[start] -= cattle
            foreign[end] = foreign.get(end, 0) + cattle
        elif start in mine:
            mine[start] -= 1
            mine[end] = mine.get(end, 0) + 1
        return -SHAKEN if end in self.chart.river else 0

    def _prospects(self, foreign: Mapping[str, int], gangs: Sequence[str], rivals: Rivals) -> int:
        """The centres that may be taken next: the best for as many gangs as there are. `reach`: how many of its own
        gangs can be in each space that is worth it."""
        reach: dict[str, int] = {}
        for end in gangs:
            for space in self.around[end]:
                if space in foreign:
                    reach[space] = reach.get(space, 0) + 1
        chances = [foreign[space] * self._odds(space, own, gangs, rivals) for space, own in reach.items()]
        chances.sort(reverse=True)
        return sum(chances[: len(gangs)]) * (LATER if self.winter else SOON) // 10_000

    def _odds(self, space: str, own: int, gangs: Sequence[str], rivals: Rivals) -> int:
        """How likely it is to have a space at the end of the next season, in hundredths."""
        rival = rivals.near.get(space, 0)
        if space in gangs and own >= rival:
            return STANDS
        if not rival:
            return FREE
        odds = ODDS[max(-2, min(2, own - rival))]
        return odds * 2 // 3 if space in rivals.at else odds

    def _dangers(self, mine: Mapping[str, int], gangs: Sequence[str], rivals: Rivals) -> int:
        """The own centres that may be taken."""
        total = 0
        for space, number in mine.items():
            rival = rivals.near.get(space, 0)
            if not rival or not number:
                continue
            if space in rivals.at:
                danger = GONE if self.winter else RAIDED
            else:
                own = sum([space in self.chart.near[end] for end in gangs])
                if space in gangs:
                    danger = AJAR // 2 if rival > own + 1 else 0
                else:
                    danger = AJAR * (1 + (rival > own) + (rival >= own)) // (4 if self.winter else 2)
            total += danger * (number + (space == self.home))
        return total


def gain(standings: Mapping[Seat, int], owner: Seat | None) -> int:
    """The worth of another's centre: nobody's is the easiest to keep, a strong rival's matters most."""
    if owner is None:
        return 900
    has = standings.get(owner, 0)
    return 800 + (120 * (has - SPARE + 1) if has >= SPARE else 0)
