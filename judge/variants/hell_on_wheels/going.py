"""A turn while it is being carried out: a working copy of the state, the dice, and what has happened so far."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from judge.adjudicator.dice import KeyedDice
from judge.adjudicator.protocol import Dice, Event, Problem, Seat, Verdict
from judge.variants.hell_on_wheels.cards import Box
from judge.variants.hell_on_wheels.events import DeckDry, DeckShuffled, YouDrew
from judge.variants.hell_on_wheels.moments import turn_of
from judge.variants.hell_on_wheels.state import State, Town


class Going:
    """The working copy. `state` gives it back frozen; the one it was made from is never touched."""

    def __init__(self, box: Box, state: State, dice: Dice) -> None:
        self.box = box
        self.start = state
        self.dice = dice
        self.options = state.options
        self.turn = state.turn
        self.moment = state.moment
        self.seats = state.seats
        self.supervisor = state.supervisor
        self.cash = dict(state.cash)
        self.hands = {seat: list(state.hands[seat]) for seat in state.seats}
        self.towns: dict[str, Town | None] = dict(state.towns)
        self.deck = list(state.deck)
        self.discards = list(state.discards)
        self.town_deck = list(state.town_deck)
        self.goes = state.goes
        self.round = state.round
        self.stirred = state.stirred
        self.shuffles = state.shuffles
        self.final_houses = state.final_houses
        self.over = state.over
        self.dry = False
        self.events: list[Event] = []

    @property
    def state(self) -> State:
        """The state as it is now."""
        return replace(
            self.start,
            turn=self.turn,
            moment=self.moment,
            supervisor=self.supervisor,
            cash=dict(self.cash),
            hands={seat: tuple(hand) for seat, hand in self.hands.items()},
            towns=dict(self.towns),
            deck=tuple(self.deck),
            discards=tuple(self.discards),
            town_deck=tuple(self.town_deck),
            goes=self.goes,
            round=self.round,
            stirred=self.stirred,
            shuffles=self.shuffles,
            final_houses=self.final_houses,
            over=self.over,
        )

    def in_order(self) -> tuple[Seat, ...]:
        """Supervisor order (HW-20, HW-Q1)."""
        if self.supervisor is None:
            return self.seats
        start = self.seats.index(self.supervisor)
        return self.seats[start:] + self.seats[:start]

    def reverse_order(self) -> tuple[Seat, ...]:
        """Reverse order, the Supervisor last (HW-20, HW-Q1)."""
        return tuple(reversed(self.in_order()))

    def label(self, *parts: object) -> str:
        """A dice label of this turn: `T3/bid/1/red`."""
        return "/".join((f"T{turn_of(self.turn, self.moment)}", *map(str, parts)))

    def say(self, event: Event) -> None:
        """Something happened."""
        self.events.append(event)

    def judge(self, seat: Seat, order: object, result: str, detail: str = "", reason: Problem | None = None) -> None:
        """The fate of an order; only its seat is told, for a plan that was not carried out stays secret."""
        self.events.append(
            Verdict(seat=seat, order=order, result=result, detail=detail, reason=reason, told=frozenset({seat}))
        )

    def town(self, place: str) -> Town | None:
        """The town in a position."""
        return self.towns.get(place)

    def pay(self, seat: Seat, amount: int) -> int:
        """Money a seat parts with, never more than it has (HW-Q14); returns what it was."""
        paid = min(amount, self.cash[seat])
        self.cash[seat] -= paid
        return paid

    def take_from_hand(self, seat: Seat, card: str) -> None:
        """A card leaves the hand."""
        self.hands[seat].remove(card)

    def draw_card(self, seat: Seat) -> str | None:
        """The top card into a hand; an empty deck is made of the discards (HW-33). None: no card is left (HW-Q9)."""
        if not self.deck:
            self.reshuffle()
        if not self.deck:
            if not self.dry:
                self.dry = True
                self.say(DeckDry())
            return None
        card = self.deck.pop(0)
        self.hands[seat].append(card)
        return card

    def reshuffle(self) -> None:
        """The discards, shuffled, are the deck (HW-33, HW-Q10). Nothing to shuffle, nothing drawn by chance."""
        if not self.discards:
            return
        self.shuffles += 1
        self.deck = list(self.dice.shuffle(self.label("reshuffle", self.shuffles), tuple(self.discards), sealed=True))
        self.discards = []
        self.say(DeckShuffled(count=len(self.deck)))

    def draw_cards(self, seat: Seat, count: int) -> tuple[str, ...]:
        """Up to this many cards, one by one; the seat is told which."""
        self.dry = False
        drawn = []
        for _ in range(count):
            card = self.draw_card(seat)
            if card is None:
                break
            drawn.append(card)
        self.show(seat, drawn)
        return tuple(drawn)

    def show(self, seat: Seat, cards: Sequence[str]) -> None:
        """Tell a seat, and nobody else, what it drew."""
        if cards:
            self.say(YouDrew(seat=seat, cards=tuple(cards), told=frozenset({seat})))

    def level(self, place: str) -> int:
        """The Mayhem of a town as raids count it (HW-Q18)."""
        town = self.towns[place]
        return 0 if town is None else level_for_raids(self.box, town, self.options)


_NO_DICE = KeyedDice.of("never thrown")


def as_it_stands(box: Box, state: State) -> Going:
    """The table as it stands, for questions about it: nothing is carried out, and no die thrown."""
    return Going(box, state, _NO_DICE)


Options = Mapping[str, str | int | bool]


def mayhem_level(box: Box, town: Town) -> int:
    """Mayhem cards, one more in a Spontaneous town, one less in an Existing one, at least 0 (HW-9, HW-10, HW-Q18)."""
    kind = box.towns[town.town]
    return max(0, len(town.mayhem) + (kind == "spontaneous") - (kind == "existing"))


def level_for_raids(box: Box, town: Town, options: Options) -> int:
    """The level of Mayhem that decides a raid on an Establishment (HW-26, HW-Q18)."""
    return mayhem_level(box, town) if options["level_in"] == "both" else len(town.mayhem)


def level_for_income(box: Box, town: Town, options: Options) -> int:
    """Y in the income (HW-50, HW-Q18)."""
    return len(town.mayhem) if options["level_in"] == "none" else mayhem_level(box, town)
