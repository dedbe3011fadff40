"""How opponents play Land Barons: for settlements and what they pay, with the Baron out of reach.

Plans differ in what is bid, how strong a strike must be and what is paid to go first. Each is held against guesses at
what the others do, by carrying the window out.
"""

from __future__ import annotations

from collections.abc import Iterator

from judge.adjudicator.driver import take
from judge.adjudicator.mind import Mind, Orders
from judge.adjudicator.protocol import Seat
from judge.variants.land_barons.board import Board
from judge.variants.land_barons.build import sites
from judge.variants.land_barons.counters import BARON, OFFICES, RECRUITS, Sort, shoot
from judge.variants.land_barons.game import LandBarons
from judge.variants.land_barons.orders import Order
from judge.variants.land_barons.player import Taste, letter
from judge.variants.land_barons.raid import REACH
from judge.variants.land_barons.revenue import steady_revenue
from judge.variants.land_barons.state import State

MODEST = (Taste(spend=95, bold=125, first=30), Taste(spend=75, bold=115, first=10))
TASTES = (
    Taste(spend=115, bold=100, first=60, spread=True),
    Taste(spend=130, bold=115, first=60, spread=True),
    Taste(spend=100, bold=140, first=40, spread=True),
    *MODEST,
)
"""Players who pay well and go first win more often than players who save: found by games of all of them against each
other. The first three know as well that two units on the same way take one settlement."""
AHEAD = 4
"""For how many turns a settlement's revenue is counted."""
SETTLEMENT, OFFICE, IMPROVEMENT = 50, 80, 15
BARON_DEAD, BARON_IN_REACH = 3000, 250
WON = 1_000_000


def mind(game: LandBarons) -> LandBaronsMind:
    """The mind of the opponents of a game of Land Barons."""
    return LandBaronsMind(game)


class LandBaronsMind(Mind[State, Order]):
    """Letters of several tastes, told apart by what they come to."""

    def __init__(self, game: LandBarons) -> None:
        super().__init__(game)
        self.lands = game

    def plans(self, state: State, seat: Seat, word: str, number: int) -> Iterator[Orders[Order]]:
        """A letter of each taste; where ranches are placed, of several whims."""
        if state.phase == "ranches":
            yield from super().plans(state, seat, word, number)
            return
        for taste in TASTES[:number] if number >= len(TASTES) else MODEST[:number]:
            yield self._tasteful(state, seat, taste, word)

    def guess(self, state: State, seat: Seat, number: int, word: str) -> dict[Seat, Orders[Order]]:
        """The others write to a taste of their own, another one in each guess."""
        window = self.game.window(state)
        asked = sorted(window.asks) if window else []
        taste, word = MODEST[number % 2 - 1], f"{word}/guess/{number}"
        return {other: self._tasteful(state, other, taste, word) for other in asked if other != seat}

    def _tasteful(self, state: State, seat: Seat, taste: Taste, word: str) -> Orders[Order]:
        window = self.game.window(state)
        if window is None or seat not in window.asks:
            return ()
        text = letter(self.lands.board, self.lands.view(state, seat), seat, word, taste)
        return take(self.game, state, seat, window.asks[seat].form, text).orders

    def worth(self, state: State, seat: Seat) -> int:
        """A seat's lead on the strongest of the others, and a small part of its lead on all of them."""
        if state.ended is not None:
            winners = state.ended.winners
            return WON // len(winners) if seat in winners else -WON
        own = strength(self.lands.board, state, seat)
        others = sorted((strength(self.lands.board, state, one) for one in state.living if one != seat), reverse=True)
        return 3 * own - sum(others) - (others[0] if others else 0)


def strength(board: Board, state: State, seat: Seat) -> int:
    """Dollars, what settlements pay over some turns, and units; without a Baron nothing."""
    baron = next((unit for unit in state.units_of(seat) if unit.kind == BARON), None)
    if baron is None:
        return -BARON_DEAD
    held = state.owned(seat)
    total = state.purse(seat) + AHEAD * steady_revenue(state, seat) + SETTLEMENT * len(held)
    majority = state.number("majority")
    if majority:
        # The last steps to a majority count more than the first.
        total += 600 * len(held) * len(held) // (majority * majority)
    total += sum(2 * shoot(unit.kind) for unit in state.units_of(seat))
    total += sum(OFFICE for office, holder in state.offices.items() if holder == seat and office in OFFICES)
    total += sum(_in_hand(state, seat, kind) for kind in state.won.get(seat, ()))
    return total - _danger(board, state, seat, baron.space)


def _in_hand(state: State, seat: Seat, kind: str) -> int:
    """The worth of a counter that was won before it is placed: nothing where it has no place."""
    if not sites(state, seat, kind):
        return 0
    return 2 * shoot(kind) if RECRUITS[kind].sort is Sort.UNIT else IMPROVEMENT * AHEAD


def _danger(board: Board, state: State, seat: Seat, space: str) -> int:
    """The Baron is where one enemy alone could outshoot his company."""
    guard = sum(shoot(unit.kind) for unit in state.at(seat, space))
    steps = board.steps(space)
    foes: dict[Seat, int] = {}
    for owner, unit in state.all_units():
        if owner != seat and steps.get(unit.space, REACH + 1) <= REACH:
            foes[owner] = foes.get(owner, 0) + shoot(unit.kind)
    strongest = max(foes.values(), default=0)
    if strongest <= guard:
        return 0
    return BARON_IN_REACH * min(3 * guard, strongest - guard) // max(1, guard)
