"""How opponents play Gold Rush: for gold and against the clock, out of sight of what outranges them.

A figure that shoots first, and from where it is, kills more often than not. So a keen player walks into no line of
fire: they wait under cover, shoot all who come and gather what the dead leave. Only in the last turns, and behind on
gold, those who carry none go after others. A fair player who is behind does so from the first turn on.
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
from judge.variants.gold_rush.state import FIGURES, GO, State
from judge.variants.gold_rush.view import FigureSeen, Lookout, View, view_of

FIGURE, BAG, ROUND = 100, 60, 2
WON = 100_000
LATE = 3
"""With so many turns to go the last begin: who is behind comes out, and full hands leave the table."""
AIMS = 3
"""How many a figure aims at in one go: when the first is dead the rest of its shots are for the next."""
REACH = 1600
"""How far a figure goes for a bag that lies there, in hundredths of an inch; twice as far when its group is behind."""


def mind(game: GoldRush) -> GoldRushMind:
    """The mind of the opponents of a game of Gold Rush."""
    return GoldRushMind(game)


@dataclass(frozen=True, slots=True)
class Manner:
    """How a group goes about it. `hides` from guns that outrange its own; `hunts`, when it is behind, with so many
    turns to go or fewer; `deft`: figures aim at several, go each for a bag of its own, and keep out of fights while
    they carry gold."""

    hides: bool
    hunts: int
    deft: bool = True


HASTY = Manner(hides=False, hunts=999, deft=False)
MANNERS = (Manner(hides=True, hunts=LATE), Manner(hides=True, hunts=-1), Manner(hides=False, hunts=-1))
"""Found by playing some twenty-five of them against each other: who waits wins twice as often as who goes hunting."""


class GoldRushMind(Mind[State, Order]):
    """Letters of several manners, told apart by what they come to."""

    weight = 12

    def plans(self, state: State, seat: Seat, word: str, number: int) -> Iterator[Orders[Order]]:
        """A thoughtful letter of each manner; who thinks of few plans knows one."""
        window = self.game.window(state)
        if window is None or seat not in window.asks:
            return
        form = form_of(state, seat)
        view = view_of(state, seat)
        assert isinstance(view, View)
        manners = MANNERS if number >= len(MANNERS) else (HASTY,)
        if state.stage == FIGURES and len(manners) > 1:
            yield take(self.game, state, seat, form, carriers(view)).orders
        elif state.stage != GO:
            yield self.letter(state, seat, word)
        else:
            for manner in manners:
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
    claimed: set[str] = set()
    return "\n".join(f"{me.code}: {_go(view, me, manner, claimed)}" for me in view.lookouts)


def carriers(view: View) -> str:
    """Gold in as few hands as can hold it: the last figures', who start behind or beside the others."""
    left = view.bags.get(view.seat, 0) if view.seat else 0
    lines = []
    for code in reversed([figure.code for figure in view.figures if figure.seat == view.seat]):
        lines.append(f"{code} carries {min(MOST_BAGS, left)}")
        left -= min(MOST_BAGS, left)
        if not left:
            break
    return "\n".join(lines)


def shot(me: Lookout) -> str:
    """All shots at the nearest, if anybody comes into range."""
    most = min(me.loaded, GUNS[me.weapon].shots)
    if not most:
        return "reload" if me.reloads else "stand"
    return f"fire {most} at nearest, else stand"


def _go(view: View, me: Lookout, manner: Manner, claimed: set[str]) -> str:
    behind = is_behind(view)
    left = view.turns - view.turn
    found = (
        (_leaving(view, me) if manner.deft and left <= LATE else None)
        or supplies(view, me)
        or _gold(view, me, REACH * 2 if behind else REACH, manner, claimed)
    )
    if found:
        return found
    most = min(me.loaded, GUNS[me.weapon].shots)
    if me.shootable:
        aims = sorted(me.shootable, key=lambda seen: (seen.band != "short", -_bags(view, seen.code), seen.range))
        named = ", then ".join(one.code for one in aims[: AIMS if manner.deft else 1])
        return f"fire {most} at {named}, else fire {most} at nearest, else stand"
    foes = [view.figure(code) for code in me.touching]
    if any(foe is not None and foe.seat != view.seat and foe.is_living and not foe.out for foe in foes):
        return "attack"
    if behind and left <= manner.hunts and not (me.gold and manner.deft):
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


def _leaving(view: View, me: Lookout) -> str | None:
    """Off the table with both hands full, where that counts and an edge is near enough."""
    edges = [one for one in me.within if one.kind == "edge"]
    counts = view.options["escape_scores"] or view.options.get("ending") == "gold"
    if me.gold < MOST_BAGS or not edges or not counts:
        return None
    return f"leave by the {min(edges, key=lambda one: (one.walk, one.code)).code} edge"


def _gold(view: View, me: Lookout, far: int, manner: Manner, claimed: set[str]) -> str | None:
    """A bag in reach of the hand, or one worth the walk: off the dead, or a foe who is down. `claimed`: those that
    others of the group have gone for; only the deft send more than one."""
    if me.gold >= MOST_BAGS:
        return None
    lying = {
        figure.code: figure
        for figure in view.figures
        if figure.at is not None
        and figure.gold
        and figure.code not in claimed
        and (figure.status == "dead" or (figure.is_living and figure.out > 1 and figure.seat != view.seat))
    }
    here = next((code for code in lying if code in me.touching), None)
    if here:
        claimed.add(here)
        return f"take {min(MOST_BAGS - me.gold, lying[here].gold or 1)} gold from {here}"
    if me.shootable or (claimed and not manner.deft):
        return None
    near = min(((squared(me.at, one.at), code) for code, one in lying.items() if one.at), default=None)
    if near is None or near[0] > far**2:
        return None
    claimed.add(near[1])
    return f"move to contact with {near[1]}{', then take gold' if manner.deft else ''}"


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
