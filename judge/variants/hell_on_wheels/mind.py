"""How opponents play Hell on Wheels: for money at the end, with what houses will still earn and the cards in hand.

Hands and decks are hidden: each guess deals them anew from what the seat sees, and lets the others play those.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from judge.adjudicator.driver import take
from judge.adjudicator.mind import Mind, Orders
from judge.adjudicator.protocol import Seat
from judge.variants.hell_on_wheels.cards import FUTURE, HOUSES, PAST, PRESENT
from judge.variants.hell_on_wheels.game import HellOnWheels
from judge.variants.hell_on_wheels.income import income_of
from judge.variants.hell_on_wheels.orders import Order
from judge.variants.hell_on_wheels.player import Style, letter
from judge.variants.hell_on_wheels.state import TURNS, State

STOPS = {PAST: (PAST,), PRESENT: (PRESENT, PAST), FUTURE: (FUTURE, PRESENT, PAST)}
"""The position of a town when it earns, this turn and after."""
CARD = {"establishment": 5, "raid": 3, "opportunist": 3, "customer": 2, "civilized": 1, "mayhem": 1}
"""The worth of a card in hand, in K."""
TOKEN = 2
"""The worth of being the Supervisor."""
HELD_BACK = 70
"""Of what a house may earn in later turns so much counts, in hundredths: towns are raided and taxed."""
FULL = Style(bid=0, extra=3, eager=True, reckons=("establishment", "civilized", "customer", "mayhem"))
MODEST = Style(bid=1, extra=1, eager=True, reckons=("establishment",))
TASTES = (FULL, replace(FULL, least=30), FULL, replace(FULL, least=-20), replace(FULL, eager=False))
"""The letters of a player who compares many: building all that pays, the best of it, or more than that."""
WON = 100_000


def mind(game: HellOnWheels) -> HellOnWheelsMind:
    """The mind of the opponents of a game of Hell on Wheels."""
    return HellOnWheelsMind(game)


class HellOnWheelsMind(Mind[State, Order]):
    """Letters of several whims, told apart by what they come to."""

    def __init__(self, game: HellOnWheels) -> None:
        super().__init__(game)
        self.box = game.box
        self.wheels = game

    def plans(self, state: State, seat: Seat, word: str, number: int) -> Iterator[Orders[Order]]:
        """Buildings and plays are told apart by their results; bids and purchases only show later."""
        window = self.game.window(state)
        if window is None or seat not in window.asks:
            return
        form = window.asks[seat].form
        styles = TASTES if number >= len(TASTES) else (MODEST,) * number
        for one, style in enumerate(styles if form not in ("bid", "extra") else styles[:1]):
            yield self._written(state, seat, f"{word}/{one}", style)

    def guess(self, state: State, seat: Seat, number: int, word: str) -> dict[Seat, Orders[Order]]:
        """The others reckon as well as oneself."""
        window = self.game.window(state)
        asked = sorted(window.asks) if window else []
        return {other: self._written(state, other, f"{word}/guess/{number}", FULL) for other in asked if other != seat}

    def _written(self, state: State, seat: Seat, word: str, style: Style) -> Orders[Order]:
        """A letter of this style, read."""
        window = self.game.window(state)
        if window is None or seat not in window.asks:
            return ()
        text = letter(self.box, self.wheels.view(state, seat), word, style)
        return take(self.game, state, seat, window.asks[seat].form, text).orders

    def worth(self, state: State, seat: Seat) -> int:
        """A seat's lead on the others' average, and on the richest of them."""
        if state.over is not None:
            return WON // len(state.over.winners) if seat in state.over.winners else -WON
        rich = {one: self._riches(state, one) for one in state.seats}
        others = [rich[one] for one in state.seats if one != seat]
        return 3 * rich[seat] - max(others) - sum(others) // len(others)

    def _riches(self, state: State, seat: Seat) -> int:
        """Money, what houses will earn while their towns are on the line, and the hand; in hundredths of a K."""
        total = 100 * (state.cash[seat] + sum(CARD[self.box.type(card)] for card in state.hands[seat]))
        total += 100 * TOKEN * (state.supervisor == seat)
        left = TURNS - state.turn + 1
        for place, town in state.towns.items():
            if town is None or not town.owned(seat):
                continue
            for number, stop in enumerate(STOPS[place][:left]):
                earned = sum(
                    earning.earned.get(seat, 0)
                    for house in HOUSES
                    if (earning := income_of(self.box, town, stop, state.options, house)) is not None
                )
                total += earned * (100 if number == 0 else HELD_BACK)
        return total
