"""Lanterns: the whole game, small enough to read in a sitting.

Two to four seats bid coins for lanterns, one lantern a round. Everybody bids in secret; the highest bid wins and is
paid, the others keep their coins and nobody learns what they bid. Ties are settled by dice. What a lantern is worth
is hidden in a shuffled deck: its winner sees it at once, the others when the game is over. docs/adding-a-game.md
walks through it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from judge.adjudicator.phases import Phase, PhasedGame
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
)
from judge.grammar.fields import Field, Notation, Position, by_seat, items, whole
from judge.grammar.numbers import whole as number_of
from judge.grammar.position import PositionReader
from judge.grammar.seats import seat_lexicon
from judge.grammar.shape import Sentence, Tongue
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

    @property
    def subject(self) -> str:
        """What it is about: a later bid takes its place."""
        return "bid"


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


SEATS = (
    SeatName(Seat("amber"), "Amber", ("A",)),
    SeatName(Seat("blue"), "Blue", ("B",)),
    SeatName(Seat("copper"), "Copper", ("C",)),
    SeatName(Seat("dusk"), "Dusk", ("D",)),
)

# --- the one phase: every function takes the board first, which Lanterns has none of -------------------------------


def title(board, state):
    return f"Round {state.round}, bids"


def asks(board, state):
    lines = (f"bid {BLANK}",)
    return {seat: Ask("bids", lines=lines, facts={"most": most}) for seat, most in sorted(state.coins.items())}


def check(board, state, seat, orders):
    refused = {
        index: Problem("too-dear", {"bid": order.coins, "most": state.coins[seat]})
        for index, order in enumerate(orders)
        if order.coins > state.coins[seat]
    }
    return Checked(tuple(order for index, order in enumerate(orders) if index not in refused)[-1:], refused)


def silence(board, state, seat, kept):
    return () if kept else (Bid(0),)


def resolve(board, state, orders, dice):
    bids = {seat: orders[seat][0].coins for seat in sorted(orders)}
    highest = max(bids.values())
    worth, deck = state.deck[0], state.deck[1:]
    after = replace(state, round=state.round + 1, deck=deck)
    if highest == 0:
        return Step(after, (NobodyBid(round=state.round),))
    tied = [seat for seat, bid in bids.items() if bid == highest]
    winner = tied[0] if len(tied) == 1 else roll_off(tied, state.round, dice)
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


def roll_off(tied, number, dice):
    """The tied roll; the highest wins, those still tied roll again."""
    throw = 1
    while len(tied) > 1:
        rolls = {seat: dice.roll(f"R{number}/tie/{seat}/{throw}") for seat in tied}
        tied = [seat for seat in tied if rolls[seat] == max(rolls.values())]
        throw += 1
    return tied[0]


BIDS = Phase(
    kind="bids",
    title=title,
    forms={"bids": ("bid 5", "Bid 0", "BID 12 coins")},
    asks=asks,
    check=check,
    silence=silence,
    resolve=resolve,
)

# --- the position document: each key said once ---------------------------------------------------------------------


def read_round(reader, path):
    head, _, tail = str(reader.value["phase"]).removeprefix("Round ").partition(",")
    if head.isdigit() and tail == " bids":
        return int(head)
    reader.complain('write it as "Round 2, bids"', *path)
    return 1


def read_worth(reader, text, path):
    return reader.number(int(text) if text.isdigit() else text, *path)


def made(reader, values):
    if not values["coins"]:
        reader.complain("somebody has to play: `coins: {amber: 12, blue: 12}`", "coins")
    won = {seat: values["won"].get(seat, ()) for seat in values["coins"]}
    return State(values["phase"], values["coins"], won, values["deck"])


WORTHS = items("a list of worths", read_worth, str)
COINS = Field(
    key="coins",
    about="who plays, and with how much",
    notation=by_seat(whole()),
    default={},
    of=lambda state: dict(sorted(state.coins.items())),
)
POSITION = Position(
    (
        Field(
            key="phase",
            about="which round is open",
            notation=Notation("`Round 2, bids`", read_round, lambda number: f"Round {number}, bids"),
            default=1,
            of=lambda state: state.round,
            always=True,
        ),
        COINS,
        Field(
            key="won",
            about="the lanterns each has won",
            notation=by_seat(WORTHS),
            default={},
            of=lambda state: {seat: won for seat, won in sorted(state.won.items()) if won},
        ),
        Field(
            key="deck",
            about="the lanterns still to come, the next one first",
            notation=WORTHS,
            default=(1,),
            of=lambda state: state.deck,
            always=True,
        ),
    ),
    lambda document, keys: PositionReader(document, SEATS, keys),
    made,
)

# --- the game ------------------------------------------------------------------------------------------------------


class Lanterns(PhasedGame):
    """What a phase cannot say: dealing, reading and writing, what is seen, who has won."""

    key = "lanterns"
    title = "Lanterns"
    seats = SEATS
    seat_range = (2, 4)
    options = (
        Option("rounds", 3, "how many lanterns are sold", low=1, high=999),
        Option("coins", 12, "what each seat begins with", low=1, high=99),
    )
    phases = (BIDS,)
    conditions = ("Blue HAS at least 5 coins", "my coins < 3")
    names: Mapping[str, str] = {}
    state_type = State
    order_types = (Bid,)
    event_types = (GameBegins, LanternSold, LanternSeen, NobodyBid)
    measure = "Lanterns"

    def __init__(self, board: object) -> None:
        """Lanterns needs no board; another game would read its map here."""
        self.board = None
        self.tongue = Tongue("lanterns.lark", {})

    def setup(self, table, dice):
        rounds, coins = table.options["rounds"], table.options["coins"]
        deck = dice.shuffle("setup/deck", [1 + number % 6 for number in range(rounds)])
        state = State(1, dict.fromkeys(table.seats, coins), dict.fromkeys(table.seats, ()), deck)
        return Step(state, (GameBegins(coins=coins),))

    def open(self, state):
        return "bids" if state.deck else None

    def read(self, state, seat, form, text):
        return tuple(Line(number, line, self.said(line)) for number, line in lines_of(text) if BLANK not in line)

    def said(self, line):
        read = self.tongue.read(line)
        if isinstance(read, Sentence):
            return Bid(number_of(read.tree.children[0]))
        return Problem("not-understood", {"text": line, "at": read.at, "expected": "bid 5"})

    def write(self, state, seat, order):
        return f"bid {order.coins}"

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

    def holds(self, state, seat, condition):
        seen = self.view(state, seat)
        counts = {("coins", "coin"): seen.coins, ("lanterns", "lantern"): seen.lanterns}
        nowhere = Problem("condition-unclear", {"text": condition, "near": ()})
        sight = Sight(seat, seat_lexicon(self.seats), lambda place: nowhere, lambda kind: (), counts=counts)
        return sight.decide(condition)

    def standings(self, view):
        return view.lanterns

    def write_position(self, state):
        return POSITION.write(state)

    def read_position(self, document):
        return POSITION.read(document)

    def lint(self):
        return ()
