"""How an opponent thinks: it makes plans, guesses the others' orders, and plays each plan forward against the guesses.

Everything it looks at is drawn afresh from its seat's view (`redrawn`), so it knows no more than a player at that seat.
Its time is counted in steps it plays forward, never by a clock: the same state, seat and word give the same orders on
any machine. A game may bring a mind of its own in `mind.py`; this one needs nothing but the protocol.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Generic, TypeVar

from judge.adjudicator.dice import KeyedDice
from judge.adjudicator.driver import take
from judge.adjudicator.protocol import Game, Seat

S = TypeVar("S")
O = TypeVar("O")  # noqa: E741 - as in the protocol

Orders = tuple[O, ...]
Future = tuple[S, Mapping[Seat, Orders[O]]]
"""A possible state, and the others' possible orders in it."""


@dataclass(frozen=True, slots=True)
class Strength:
    """How far an opponent thinks. `plans`: how many sets of orders it compares; `guesses`: how many guesses at the
    others' orders; `rolls`: how many throws of the dice for each; `steps`: how many steps it plays forward at the
    most."""

    plans: int
    guesses: int
    rolls: int
    steps: int


STRENGTHS: Mapping[str, Strength] = {
    "idle": Strength(plans=0, guesses=0, rolls=0, steps=0),
    "easy": Strength(plans=1, guesses=0, rolls=0, steps=0),
    "fair": Strength(plans=2, guesses=1, rolls=1, steps=4),
    "keen": Strength(plans=5, guesses=2, rolls=3, steps=240),
}
"""The strengths by name, the weakest first. `idle` sends nothing; `easy` sends the scripted player's letter."""


class Mind(Generic[S, O]):
    """The common part of every game's opponents: letters of the scripted player, told apart by their results."""

    weight: ClassVar[int] = 1
    """How many steps one of this game's counts for: more where a step takes long."""

    def __init__(self, game: Game[S, O]) -> None:
        self.game = game

    def orders(self, state: S, seat: Seat, strength: Strength, word: str) -> Orders[O]:
        """The best orders it finds for the open window."""
        if not strength.plans:
            return ()
        if not strength.guesses:
            return self.scripted(state, seat, word)
        worlds = [
            self.game.redrawn(state, seat, KeyedDice.of(f"{word}/{seat}/{number}"))
            for number in range(strength.guesses)
        ]
        plans = tuple(dict.fromkeys(self.plans(worlds[0], seat, word, strength.plans)))
        if not plans:
            return ()
        futures = [(world, self.guess(world, seat, number, word)) for number, world in enumerate(worlds)]
        return self.best(plans, seat, futures, strength, word)

    def plans(self, state: S, seat: Seat, word: str, number: int) -> Iterator[Orders[O]]:
        """Sets of orders worth a try, the likeliest first."""
        for one in range(number):
            yield self.letter(state, seat, f"{word}/{one}" if one else word)

    def guess(self, state: S, seat: Seat, number: int, word: str) -> dict[Seat, Orders[O]]:
        """The others' possible orders; guesses of different numbers differ, and so do those of different words."""
        window = self.game.window(state)
        asked = sorted(window.asks) if window else []
        return {other: self.letter(state, other, f"{word}/guess/{number}") for other in asked if other != seat}

    def letter(self, state: S, seat: Seat, word: str) -> Orders[O]:
        """The letter that plans and guesses are made from: here the scripted player's."""
        return self.scripted(state, seat, word)

    def scripted(self, state: S, seat: Seat, word: str) -> Orders[O]:
        """The scripted player's letter, read."""
        window = self.game.window(state)
        if window is None or seat not in window.asks:
            return ()
        return take(self.game, state, seat, window.asks[seat].form, self.game.letter(state, seat, word)).orders

    def worth(self, state: S, seat: Seat) -> int:
        """How well a seat stands: its share of what all have, in thousandths, and the end of the game above all."""
        outcome = self.game.outcome(state)
        if outcome is not None:
            return 100_000 // len(outcome.winners) if seat in outcome.winners else -100_000
        standings = self.game.standings(self.game.view(state, None))
        return 1000 * standings.get(seat, 0) // max(1, sum(standings.values()))

    def best(
        self, plans: Sequence[Orders[O]], seat: Seat, futures: Sequence[Future[S, O]], strength: Strength, word: str
    ) -> Orders[O]:
        """The plan with the best result over all guesses and rolls; of equals the first."""
        steps = strength.steps // self.weight
        some = plans[: max(1, steps // len(futures))]
        if len(some) == 1:
            return some[0]
        rolls = max(1, min(strength.rolls, steps // (len(some) * len(futures))))
        totals = [0] * len(some)
        for number, (world, guess) in enumerate(futures):
            window = self.game.window(world)
            others = {
                other: self._whole(world, other, guess.get(other, ())) for other in (window.asks if window else ())
            }
            for place, plan in enumerate(some):
                orders = {**others, seat: self._whole(world, seat, plan)}
                for roll in range(rolls):
                    # The same dice for each plan, so that only the plans differ.
                    dice = KeyedDice.of(f"{word}/{seat}/dice/{number}/{roll}")
                    totals[place] += self.worth(self.game.resolve(world, orders, dice).state, seat)
        return some[totals.index(max(totals))]

    def _whole(self, state: S, seat: Seat, orders: Orders[O]) -> Orders[O]:
        """A complete set: the valid orders, and what silence adds."""
        checked = self.game.check(state, seat, orders)
        return checked.accepted + checked.filled
