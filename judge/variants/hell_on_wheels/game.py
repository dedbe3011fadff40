"""Hell on Wheels to the rest of the Judge: the protocol. The rules are in the files of the phases."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import ClassVar

from judge.adjudicator.phases import PhasedGame
from judge.adjudicator.protocol import Checked, Dice, Event, Line, Notch, Option, Preset, Problem, Seat, Step, Table
from judge.grammar.document import Document
from judge.grammar.lexicon import Lexicon
from judge.grammar.shapes import Shapes
from judge.variants.hell_on_wheels.cards import FUTURE, PAST, PRESENT, Box
from judge.variants.hell_on_wheels.events import EVENTS, GameBegins, TownArrives
from judge.variants.hell_on_wheels.legality import unsaid
from judge.variants.hell_on_wheels.letter_conditions import CONDITIONS, holds
from judge.variants.hell_on_wheels.moments import BID, form_of
from judge.variants.hell_on_wheels.notches import notches
from judge.variants.hell_on_wheels.options import DEFAULTS, OPTIONS, PRESETS
from judge.variants.hell_on_wheels.orders import ORDERS, Order
from judge.variants.hell_on_wheels.player import letter
from judge.variants.hell_on_wheels.position import position_of
from judge.variants.hell_on_wheels.railroad import CROWD
from judge.variants.hell_on_wheels.reading import Reader
from judge.variants.hell_on_wheels.state import START_CASH, State, Town
from judge.variants.hell_on_wheels.tongue import tongue_of
from judge.variants.hell_on_wheels.unseen import redrawn
from judge.variants.hell_on_wheels.view import Seen, view
from judge.variants.hell_on_wheels.windows import PHASES, may_play
from judge.variants.hell_on_wheels.writing import Writer


class HellOnWheels(PhasedGame[Box, State, Order]):
    """Hell on Wheels with the cards of one box."""

    key: ClassVar[str] = "hell-on-wheels"
    title: ClassVar[str] = "Hell on Wheels"
    measure: ClassVar[str] = "Money in K"
    news: ClassVar[tuple[str, ...]] = (
        "game-ends", "no-town-left", "claim-jumped", "foreclosed", "arson",
        "raid-made", "outlaws-rob", "gamblers-win", "con-men", "vile-men",
        "indian-attack", "supervisor-chosen", "houses-earn", "mayor-collects", "town-arrives",
        "card-placed", "game-begins",
    )  # fmt: skip
    phases = PHASES
    options: tuple[Option, ...] = OPTIONS
    presets: tuple[Preset, ...] = PRESETS
    usual_seats: tuple[int, ...] = (3, 4, 5)
    conditions: tuple[str, ...] = CONDITIONS
    state_type = State
    order_types: tuple[type, ...] = ORDERS
    event_types: tuple[type, ...] = EVENTS
    seat_range = (2, 8)

    def __init__(self, board: Document) -> None:
        self.board = self.box = Box(board)
        self.seats = self.box.seats
        self.names = self.box.names
        self.tongue = tongue_of(self.box)
        self.writer = Writer(self.box)
        self.position = position_of(self.box)

    def setup(self, table: Table, dice: Dice) -> Step[State]:
        """Shuffle the decks, 20K each, towns to Present and Future (HW-15 to HW-18); seats by chance (HW-Q1)."""
        chosen = tuple(seat.id for seat in self.seats if seat.id in table.seats)
        seats = dice.shuffle("setup/seating", chosen, sealed=False)
        deck = dice.shuffle("setup/deck", self.box.deck, sealed=True)
        towns = dice.shuffle("setup/towns", tuple(self.box.towns), sealed=True)
        present, future, *left = towns
        options = {**DEFAULTS, **table.options}
        state = State(
            turn=1,
            moment=BID,
            seats=seats,
            supervisor=None,
            cash=dict.fromkeys(seats, START_CASH),
            hands=dict.fromkeys(seats, ()),
            towns={PAST: None, PRESENT: Town(present), FUTURE: Town(future)},
            deck=deck,
            discards=(),
            town_deck=tuple(left),
            options=options,
            goes=seats if options["tempo"] == "strict" else (),
        )
        return Step(
            state,
            (
                GameBegins(seats=seats, cash=START_CASH, crowded=len(seats) > CROWD),
                TownArrives(town=present, kind=self.box.towns[present], place=PRESENT),
                TownArrives(town=future, kind=self.box.towns[future], place=FUTURE),
            ),
        )

    @property
    def lexicons(self) -> tuple[Lexicon, ...]:
        """Cards, places and seats as players spell them."""
        return tuple(self.tongue.signs.values())

    @property
    def shapes(self) -> Shapes:
        """The grammar of its orders."""
        return self.tongue.shapes

    def open(self, state: State) -> str | None:
        """The kind of the open window; None: the game is over."""
        return None if state.over is not None else form_of(state.turn, state.moment, state.options)

    def check(self, state: State, seat: Seat, orders: Sequence[Order]) -> Checked[Order]:
        """The valid orders, the refused ones, those that silence adds, and which of these the player left unsaid."""
        checked = super().check(state, seat, orders)
        left = unsaid(self.box, state, seat, orders, checked.filled)
        return Checked(checked.accepted, checked.refused, checked.filled, checked.warned, left)

    def read(self, state: State, seat: Seat, form: str, text: str) -> tuple[Line[Order], ...]:
        """A letter's orders, against what the seat may see."""
        return Reader(self.box, self.tongue, state, seat, form).letter(text)

    def write(self, state: State, seat: Seat, order: Order) -> str:
        """The canonical text of an order."""
        return self.writer.order(order)

    def view(self, state: State, seat: Seat | None) -> Seen:
        """The table, and the seat's own hand."""
        return view(self.box, state, seat)

    def redrawn(self, state: State, seat: Seat | None, dice: Dice) -> State:
        """The state with everything that the seat cannot see drawn afresh: what its forecasts are played on."""
        return redrawn(self.box, state, seat, dice)

    def without(self, state: State, seats: Collection[Seat]) -> State:
        """The state with these seats, and no others, without a player: not waited for, and never winners."""
        return replace(state, without_player=frozenset(seats) & frozenset(state.seats))

    def may_choose(self, state: State, seat: Seat) -> bool | None:
        """Whether a hand has a card for what is asked."""
        return may_play(self.board, state, seat)

    def standings(self, view: Seen) -> Mapping[Seat, int]:
        """The strength of each seat as everybody may see it."""
        return {one.seat: one.cash for one in view.standings if one.cash is not None}

    def notches(self, view: Seen, events: Sequence[Event]) -> tuple[Notch, ...]:
        """The things that charts count."""
        return notches(events)

    def letter(self, state: State, seat: Seat, word: str) -> str:
        """The scripted player's letter."""
        return letter(self.box, self.view(state, seat), word)

    def holds(self, state: State, seat: Seat, condition: str) -> bool | Problem:
        """Whether a condition of a letter is so."""
        return holds(self.box, self.tongue, state, self.view(state, seat), seat, condition)

    def write_position(self, state: State) -> Mapping[str, object]:
        """The state as a position document."""
        return self.position.write(state)

    def read_position(self, document: Document) -> State:
        """A position document as a state."""
        return self.position.read(document)

    def lint(self) -> tuple[Problem, ...]:
        """The mistakes of the box."""
        return self.box.lint()
