"""A scripted player: bids by value, builds where it can, raids the weak, guards its Baron. From its view alone.

Deterministic: `word` only varies what it would pay and how bold it is, so that games between equals differ.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from judge.adjudicator.dice import draw, sha256
from judge.adjudicator.protocol import Seat
from judge.variants.land_barons.board import Board
from judge.variants.land_barons.build import default_site, sites
from judge.variants.land_barons.counters import COWBOYS, OFFICES, RECRUITS, REGULATOR, Sort, shoot
from judge.variants.land_barons.names import lot_name
from judge.variants.land_barons.pay import hired
from judge.variants.land_barons.player_raid import plan_raid
from judge.variants.land_barons.recruit import may_bid, open_lots
from judge.variants.land_barons.setup import lawful_ranches
from judge.variants.land_barons.state import State
from judge.variants.land_barons.view import View


@dataclass(frozen=True, slots=True)
class Taste:
    """How a letter is written where it is not left to whim, in hundredths. `spend`: the share of a counter's worth that
    is bid for it; `bold`: the share of an enemy's Shoot value that it takes to strike; `first`: the share of the spare
    Dollars that is bid to go first. `spread`: whether units share the settlements out between them."""

    spend: int
    bold: int
    first: int
    spread: bool = False


class Wits:
    """The player's knowledge, and a die of its own."""

    def __init__(self, board: Board, view: View, seat: Seat, word: str, taste: Taste | None = None) -> None:
        self.board = board
        self.taste = taste
        self.state: State = view.state
        self.seat = seat
        self._key = sha256(word.encode(), seat.encode())

    def whim(self, label: str, sides: int) -> int:
        """A number from 0, the same for the same word, seat and label."""
        return draw(self._key, label, sides)

    def rank(self, space: str) -> tuple[int, str]:
        """A space's rank among spaces that are equal otherwise."""
        return self.whim(f"rank/{space}", 1 << 16), space

    @cached_property
    def purse(self) -> int:
        """The own cash."""
        return self.state.purse(self.seat)


def letter(board: Board, view: View, seat: Seat, word: str, taste: Taste | None = None) -> str:
    """A letter for the open window."""
    wits = Wits(board, view, seat, word, taste)
    writers = {
        "deal": lambda wits: [],
        "ranches": _ranches,
        "pay-and-bids": _pay_and_bids,
        "pay": _pay,
        "bids": _bids,
        "build-and-raid": _build_and_raid,
        "build": _build,
        "order-bid": _order_bid,
        "raid": _raid,
    }
    return "\n".join(writers[view.state.phase](wits))


def _ranches(wits: Wits) -> list[str]:
    """Somewhere lawful, by whim."""
    lawful = lawful_ranches(wits.board, wits.state)
    return [f"ranch {lawful[wits.whim('ranch', len(lawful))]}"]


def _wages(wits: Wits) -> int:
    return 2 * len(hired(wits.state, wits.seat))


def _pay(wits: Wits) -> list[str]:
    """Pay everybody, and let silence choose when there is not enough."""
    return ["pay all"] if hired(wits.state, wits.seat) else []


def _pay_and_bids(wits: Wits) -> list[str]:
    return _pay(wits) + _bids(wits, _wages(wits))


def worth(wits: Wits, kind: str) -> int:
    """The worth of a counter to the player, in Dollars: some turns of its revenue, or its Shoot value."""
    state, seat = wits.state, wits.seat
    sort = RECRUITS[kind].sort
    if kind in OFFICES:
        # An office lasts until the next of its kind is drawn: about three turns.
        return 60 if sort is Sort.CONTRACT else 50
    places = sites(state, seat, kind)
    if sort is not Sort.UNIT:
        return 30 if places else 0
    if not places:
        return 0
    towns = len(places) if kind != COWBOYS else 1
    return shoot(kind) + 5 * min(towns, 3)


def _bids(wits: Wits, wages: int = 0) -> list[str]:
    """Bids by worth, the dearest first, while the purse lasts; now and then a ladder for a tie."""
    state = wits.state
    budget = max(0, wits.purse - wages)
    # Some Dollars are kept for a Regulator and the order of raids when there is a place for him.
    if sites(state, wits.seat, REGULATOR) and not state.tied:
        budget -= 12
    lots = [lot for lot in open_lots(state) if may_bid(state, wits.seat, lot)]
    values = {lot: worth(wits, state.lots[lot - 1]) for lot in lots}
    found: dict[int, str] = {}
    for lot in sorted(lots, key=lambda one: (-values[one], one)):
        value = values[lot]
        if value <= 0 or budget <= 0:
            continue
        share = wits.taste.spend if wits.taste else 40 + wits.whim(f"bid/{lot}", 50)
        wanted = max(1, value * share // 100)
        dollars = min(wanted, budget)
        budget -= dollars
        rungs = [str(dollars)]
        if state.choice("rebid") == "ladder" and budget >= 6 and wits.whim(f"ladder/{lot}", 2):
            rungs += [str(dollars + 2), str(dollars + 5)]
            budget -= 5
        found[lot] = f"bid {'/'.join(rungs)} on {lot_name(state, lot)}"
    return [found[lot] for lot in sorted(found)]


def _build(wits: Wits) -> list[str]:
    """Counters go where silence would put them, said aloud; a Regulator whenever there is money for him."""
    lines: list[str] = []
    won = wits.state.won.get(wits.seat, ())
    # Where several counters are in hand each choice shapes the next: silence works that out by itself.
    if len(won) == 1:
        space = default_site(wits.board, wits.state, wits.seat, won[0])
        lines.append(f"place {RECRUITS[won[0]].name} at {space}" if space else f"discard {RECRUITS[won[0]].name}")
    site = _regulator_site(wits)
    if site:
        lines.append(f"recruit Regulator at {site}")
    return lines


def _regulator_site(wits: Wits) -> str:
    """The lawful site nearest an enemy, if there is money for a Regulator and a few turns of his pay."""
    places = sites(wits.state, wits.seat, REGULATOR)
    if not places or wits.purse < 14:
        return ""
    enemies = sorted({unit.space for owner, unit in wits.state.all_units() if owner != wits.seat})

    def nearest(space: str) -> tuple[int, tuple[int, str]]:
        return min((wits.board.apart(space, enemy) for enemy in enemies), default=999), wits.rank(space)

    return min(places, key=nearest)


def _order_bid(wits: Wits, left: int | None = None) -> list[str]:
    """A few Dollars to go first, when there are some to spare."""
    spare = (wits.purse if left is None else left) - 4
    if spare <= 0:
        return []
    offer = spare * wits.taste.first // 100 if wits.taste else wits.whim("order", 6)
    return [f"bid {min(spare, offer)} for order"]


def _build_and_raid(wits: Wits) -> list[str]:
    building = _build(wits)
    left = wits.purse - (10 if any(line.startswith("recruit") for line in building) else 0)
    return building + _order_bid(wits, left) + _raid(wits)


def _raid(wits: Wits) -> list[str]:
    """The raid, and what to lose first: the cheap before the dear."""
    bold = wits.taste.bold if wits.taste else 105 + 5 * wits.whim("bold", 8)
    spread = wits.taste is not None and wits.taste.spread
    return plan_raid(wits.board, wits.state, wits.seat, bold, rank=wits.rank, spread=spread)
