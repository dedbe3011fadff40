"""Lanterns: a whole game in one file, small enough to read in a sitting.

Two to four seats bid coins for lanterns, one lantern a round. Everybody bids in secret; the highest bid wins and is
paid, the others keep their coins and nobody learns what they bid. Ties are settled by dice. What a lantern is worth
is hidden in a shuffled deck: its winner sees it at once, the others when the game is over. docs/adding-a-game.md
walks through it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from judge.adjudicator.protocol import (
    BLANK,
    Ask,
    Checked,
    Event,
    Line,
    Option,
    Outcome,
    Problem,
    Seat,
    SeatName,
    Step,
    Verdict,
    Window,
)
from judge.grammar.pen import Pen
from judge.grammar.seats import seat_lexicon
from judge.grammar.sight import Sight
from judge.grammar.text import lines_of

# --- values: the state, the one kind of order, the events ----------------------------------------------------------


@dataclass(frozen=True, slots=True)
class State:
    """A table in play. `deck` is the secret: what the lanterns still to come are worth, the next one first."""

    round: int
    coins: Mapping[Seat, int]
    won: Mapping[Seat, tuple[int, ...]]
    deck: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Bid:
    """Coins offered for the lantern of this round."""

    coins: int


@dataclass(frozen=True, slots=True, kw_only=True)
class GameBegins(Event):
    """Coins are dealt out."""

    coins: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LanternSold(Event):
    """Everybody hears who won, and for how much."""

    seat: Seat
    price: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LanternSeen(Event):
    """Only the winner sees what it is worth."""

    worth: int


@dataclass(frozen=True, slots=True, kw_only=True)
class NobodyBid(Event):
    """The lantern is broken up."""

    round: int


@dataclass(frozen=True, slots=True)
class View:
    """What one seat may see (None: the public): its own lanterns open, those of others only counted."""

    round: int
    coins: Mapping[Seat, int]
    lanterns: Mapping[Seat, int]
    mine: tuple[int, ...]
    worth: Mapping[Seat, int]

    @property
    def standings(self) -> Mapping[Seat, int]:
        """For charts: lanterns a seat."""
        return self.lanterns


def listed(said):
    """A list as it is; nothing as none; a single thing alone."""
    return () if said is None else said if isinstance(said, list) else (said,)


# --- the game ------------------------------------------------------------------------------------------------------


class Lanterns:
    """The protocol, method by method."""

    key = "lanterns"
    title = "Lanterns"
    seats = (
        SeatName(Seat("amber"), "Amber", ("A",)),
        SeatName(Seat("blue"), "Blue", ("B",)),
        SeatName(Seat("copper"), "Copper", ("C",)),
        SeatName(Seat("dusk"), "Dusk", ("D",)),
    )
    seat_range = (2, 4)
    options = (
        Option("rounds", 3, "how many lanterns are sold", low=1, high=999),
        Option("coins", 12, "what each seat begins with", low=1, high=99),
    )
    kinds = ("bids",)
    conditions = ("Blue HAS at least 5 coins", "my coins < 3")
    forms: Mapping[str, tuple[str, ...]] = {"bids": ("bid 5", "Bid 0", "BID 12 coins")}
    names: Mapping[str, str] = {}
    state_type = State
    order_types = (Bid,)
    event_types = (GameBegins, LanternSold, LanternSeen, NobodyBid)

    def __init__(self, board: object) -> None:
        """Lanterns needs no board; another game would read its map here."""

    def setup(self, table, dice):
        rounds, coins = table.options["rounds"], table.options["coins"]
        deck = dice.shuffle("setup/deck", [1 + number % 6 for number in range(rounds)])
        state = State(1, dict.fromkeys(table.seats, coins), dict.fromkeys(table.seats, ()), deck)
        return Step(state, (GameBegins(coins=coins),))

    def window(self, state):
        if not state.deck:
            return None
        forms = (f"bid {BLANK}",)
        asks = {seat: Ask("bids", lines=forms, facts={"most": most}) for seat, most in sorted(state.coins.items())}
        return Window(f"Round {state.round}, bids", "bids", asks)

    def read(self, state, seat, form, text):
        found = []
        for number, line in lines_of(text):
            if BLANK in line:
                continue
            match = re.fullmatch(r"bid (\d{1,6})(?: coins?)?", line, re.IGNORECASE)
            said = Bid(int(match[1])) if match else Problem("not-understood", {"text": line, "expected": "bid COINS"})
            found.append(Line(number, line, said))
        return tuple(found)

    def write(self, state, seat, order):
        return f"bid {order.coins}"

    def subject(self, order):
        return "bid"

    def check(self, state, seat, orders):
        refused = {
            index: Problem("too-dear", {"bid": order.coins, "most": state.coins[seat]})
            for index, order in enumerate(orders)
            if order.coins > state.coins[seat]
        }
        accepted = tuple(order for index, order in enumerate(orders) if index not in refused)[-1:]
        return Checked(accepted, refused, () if accepted else (Bid(0),))

    def resolve(self, state, orders, dice):
        bids = {seat: orders[seat][0].coins for seat in sorted(orders)}
        highest = max(bids.values())
        worth, deck = state.deck[0], state.deck[1:]
        after = replace(state, round=state.round + 1, deck=deck)
        if highest == 0:
            return Step(after, (NobodyBid(round=state.round),))
        tied = [seat for seat, bid in bids.items() if bid == highest]
        winner = tied[0] if len(tied) == 1 else self.roll_off(tied, state.round, dice)
        after = replace(
            after,
            coins={**state.coins, winner: state.coins[winner] - highest},
            won={**state.won, winner: (*state.won[winner], worth)},
        )
        verdicts = tuple(
            Verdict(
                told=frozenset({seat}),
                seat=seat,
                order=Bid(bid),
                result="succeeds" if seat == winner else "fails",
                reason=None if seat == winner else Problem("outbid", {"winner": winner, "price": highest}),
            )
            for seat, bid in bids.items()
        )
        sold = (
            LanternSold(seat=winner, price=highest),
            LanternSeen(told=frozenset({winner}), worth=worth),
        )
        return Step(after, (*verdicts, *sold))

    def roll_off(self, tied, number, dice):
        """The tied roll; the highest wins, those still tied roll again."""
        throw = 1
        while len(tied) > 1:
            rolls = {seat: dice.roll(f"R{number}/tie/{seat}/{throw}") for seat in tied}
            tied = [seat for seat in tied if rolls[seat] == max(rolls.values())]
            throw += 1
        return tied[0]

    def outcome(self, state):
        if state.deck:
            return None
        worth = {seat: sum(state.won[seat]) for seat in sorted(state.won)}
        best = max(worth.values())
        return Outcome(tuple(seat for seat, sum_ in worth.items() if sum_ == best), "last-lantern")

    def view(self, state, seat):
        over = not state.deck
        return View(
            state.round,
            dict(state.coins),
            {one: len(worths) for one, worths in state.won.items()},
            state.won.get(seat, ()) if seat is not None else (),
            {one: sum(worths) for one, worths in state.won.items()} if over else {},
        )

    def letter(self, state, seat, word):
        """A scripted player: spends evenly, a little differently at each table."""
        most = self.view(state, seat).coins[seat]
        return f"bid {(most * (3 + sum(word.encode()) % 4)) // 9}"

    def answer(self, state, seat, text):
        return ()

    def holds(self, state, seat, condition):
        seen = self.view(state, seat)
        counts = {("coins", "coin"): seen.coins, ("lanterns", "lantern"): seen.lanterns}
        nowhere = Problem("condition-unclear", {"text": condition, "near": ()})
        sight = Sight(seat, seat_lexicon(self.seats), lambda place: nowhere, lambda kind: (), counts=counts)
        return sight.decide(condition)

    def write_position(self, state):
        return {
            "phase": f"Round {state.round}, bids",
            "coins": {str(seat): coins for seat, coins in sorted(state.coins.items())},
            "won": {str(seat): list(state.won[seat]) for seat in sorted(state.won) if state.won[seat]},
            "deck": list(state.deck),
        }

    def read_position(self, document):
        pen = Pen(document, self.seats, ("phase", "coins", "won", "deck"))
        coins = pen.numbers("coins")
        won = {
            seat: tuple(pen.number(worth, "won", name) for worth in listed(document.sub("won", name).value))
            for seat, name in pen.by_seat("won")
        }
        deck = tuple(pen.number(worth, "deck") for worth in listed(pen.value.get("deck", [1])))
        match = re.fullmatch(r"Round (\d+), bids", str(pen.value.get("phase", "Round 1, bids")))
        if not match:
            pen.complain('write it as "Round 2, bids"', "phase")
        if not coins:
            pen.complain("somebody has to play: `coins: {amber: 12, blue: 12}`", "coins")
        pen.finish()
        return State(int(match[1]), coins, {seat: won.get(seat, ()) for seat in coins}, deck)

    def lint(self):
        return ()
