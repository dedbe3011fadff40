"""How opponents play Gold Rush: for gold and against the clock, out of sight of what outranges them.

The first to shoot without moving kills more often than not, so nobody who is ahead walks into a line of fire: they wait
under cover and shoot anybody who comes. A group behind on gold goes for it, all the more as the turns run out.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from judge.adjudicator.driver import take
from judge.adjudicator.mind import Mind, Orders
from judge.adjudicator.plane import squared
from judge.adjudicator.protocol import Seat
from judge.variants.gold_rush.ending import scores
from judge.variants.gold_rush.forms import form_of
from judge.variants.gold_rush.game import GoldRush
from judge.variants.gold_rush.orders import Order
from judge.variants.gold_rush.packs import GUNS, MOST_BAGS
from judge.variants.gold_rush.player import supplies
from judge.variants.gold_rush.state import GO, State
from judge.variants.gold_rush.view import FigureSeen, Lookout, View, view_of

FIGURE, BAG, ROUND = 100, 60, 2
WON = 100_000
PATIENCE = 5
"""For so many turns nobody comes out of cover for gold."""
REACH = 1600
"""How far a figure goes for a bag that lies there, in hundredths of an inch; twice as far when its group is behind."""


def mind(game: GoldRush) -> GoldRushMind:
    """The mind of the opponents of a game of Gold Rush."""
    return GoldRushMind(game)


@dataclass(frozen=True, slots=True)
class Manner:
    """How a group goes about it. `hides` from guns that outrange its own; `hunts` from this turn on when behind."""

    hides: bool
    hunts: int


MANNERS = (Manner(hides=True, hunts=PATIENCE), Manner(hides=False, hunts=1), Manner(hides=True, hunts=99))


class GoldRushMind(Mind[State, Order]):
    """Letters of several manners, told apart by what they come to."""

    weight = 20

    def plans(self, state: State, seat: Seat, word: str, number: int) -> Iterator[Orders[Order]]:
        """A thoughtful letter of each manner; who thinks of few plans knows one."""
        window = self.game.window(state)
        if window is None or seat not in window.asks:
            return
        if state.stage != GO:
            yield self.letter(state, seat, word)
            return
        form = form_of(state, seat)
        view = view_of(state, seat)
        assert isinstance(view, View)
        for manner in MANNERS if number >= len(MANNERS) else MANNERS[1:2]:
            yield take(self.game, state, seat, form, letter(view, manner)).orders

    def guess(self, state: State, seat: Seat, number: int, word: str) -> dict[Seat, Orders[Order]]:
        """The others shoot whom they can, and do nothing where there is nobody."""
        window = self.game.window(state)
        if window is None or state.stage != GO:
            return {}
        found: dict[Seat, Orders[Order]] = {}
        for other in sorted(window.asks):
            if other != seat:
                view = view_of(state, other)
                assert isinstance(view, View)
                text = "\n".join(f"{me.code}: {shot(me)}" for me in view.lookouts)
                found[other] = take(self.game, state, other, form_of(state, other), text).orders
        return found

    def worth(self, state: State, seat: Seat) -> int:
        """Figures, bags and rounds, one's own against the others'; bags count more as the turns run out."""
        if state.result is not None:
            winners = state.result.winners
            return WON // len(winners) if seat in winners else -WON
        late = state.turn * 100 // int(state.options["turns"])
        counted = scores(state)
        best = max((counted[one] for one in state.seats if one != seat), default=0)
        total = (BAG + late) * (2 * counted[seat] - best)
        for figure in state.figures:
            if figure.is_living:
                own = figure.seat == seat
                total += (FIGURE - 12 * figure.out + ROUND * min(figure.loaded, 6)) * (3 if own else -1)
        return total


def letter(view: View, manner: Manner) -> str:
    """A line for each figure."""
    return "\n".join(f"{me.code}: {_go(view, me, manner)}" for me in view.lookouts)


def shot(me: Lookout) -> str:
    """All shots at the nearest, if anybody comes into range."""
    most = min(me.loaded, GUNS[me.weapon].shots)
    if not most:
        return "reload" if me.reloads else "stand"
    return f"fire {most} at nearest, else stand"


def _go(view: View, me: Lookout, manner: Manner) -> str:
    behind = is_behind(view)
    found = supplies(view, me) or _gold(view, me, behind)
    if found:
        return found
    most = min(me.loaded, GUNS[me.weapon].shots)
    if me.shootable:
        aims = sorted(me.shootable, key=lambda seen: (seen.band != "short", -_bags(view, seen.code), seen.range))
        second = f", then {aims[1].code}" if len(aims) > 1 else ""
        return f"fire {most} at {aims[0].code}{second}, else fire {most} at nearest, else stand"
    foes = [view.figure(code) for code in me.touching]
    if any(foe is not None and foe.seat != view.seat and foe.is_living and not foe.out for foe in foes):
        return "attack"
    if behind and view.turn >= manner.hunts:
        prey = _prey(view, me)
        if prey is not None:
            return f"fire {most} at nearest, else move towards {prey.code}"
    watcher = _watcher(view, me) if manner.hides else None
    if watcher is not None:
        cover = _cover(view, me)
        if cover:
            return f"fire {most} at nearest, else move to cover {cover} from {watcher.code}, else stand"
    return f"fire {most} at nearest, else stand"


def is_behind(view: View) -> bool:
    """Whether another group has at least as much of what is counted in the end, as far as it can be seen."""
    own = next((one.score for one in view.groups_standing if one.seat == view.seat), 0) or 0
    return any((one.score or 0) >= own and one.figures for one in view.groups_standing if one.seat != view.seat)


def _bags(view: View, code: str) -> int:
    figure = view.figure(code)
    return (figure.gold or 0) if figure is not None else 0


def _gold(view: View, me: Lookout, behind: bool) -> str | None:
    """A bag in reach of the hand, or one worth the walk: off the dead, or a foe who is down."""
    if me.gold >= MOST_BAGS:
        return None
    lying = [
        figure
        for figure in view.figures
        if figure.at is not None
        and figure.gold
        and (figure.status == "dead" or (figure.is_living and figure.out > 1 and figure.seat != view.seat))
    ]
    for figure in lying:
        if figure.code in me.touching:
            return f"take {min(MOST_BAGS - me.gold, figure.gold or 1)} gold from {figure.code}"
    far = REACH * 2 if behind else REACH
    near = sorted(
        (squared(me.at, figure.at), figure.code)
        for figure in lying
        if figure.at and squared(me.at, figure.at) <= far**2
    )
    if near and not me.shootable and _nearest_to(view, near[0][1]) == me.code:
        return f"move to contact with {near[0][1]}"
    return None


def _nearest_to(view: View, code: str) -> str:
    """Which of the own figures with a hand free is nearest to somebody: one goes, the others stay."""
    goal = view.figure(code)
    assert goal is not None
    free = [me for me in view.lookouts if me.gold < MOST_BAGS]
    return min(free, key=lambda me: (squared(me.at, goal.at or me.at), me.code)).code if free else ""


def _prey(view: View, me: Lookout) -> FigureSeen | None:
    """Whom to go after: the nearest of the group that has most, or simply the nearest."""
    rich = {one.seat: one.score or 0 for one in view.groups_standing if one.seat != view.seat and one.figures}
    most = max(rich.values(), default=0)
    foes = [one for one in view.figures if one.seat != view.seat and one.is_living and one.at is not None]
    return min(
        foes,
        key=lambda one: (squared(me.at, one.at or me.at) * (1 if rich.get(one.seat, 0) == most else 2), one.code),
        default=None,
    )


def _watcher(view: View, me: Lookout) -> FigureSeen | None:
    """Somebody in sight whose gun carries farther than one's own."""
    for seen in me.beyond:
        foe = view.figure(seen.code)
        if foe is not None and foe.is_living and not foe.out and GUNS[foe.weapon].long >= seen.range:
            return foe
    return None


def _cover(view: View, me: Lookout) -> str:
    """The nearest piece that hides a figure behind it."""
    pieces = [piece for piece in view.scenery if piece.blocks_sight and piece.code != "SHOP"]
    near = min(pieces, key=lambda one: (min(squared(me.at, corner) for corner in one.polygon), one.code), default=None)
    return near.code if near is not None else ""
