"""Hell on Wheels to the rest of the Judge: the protocol. The rules stand in the files of the phases."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import ClassVar

from judge.adjudicator.protocol import (
    BLANK,
    Ask,
    Checked,
    Dice,
    Event,
    Line,
    Outcome,
    Problem,
    Seat,
    Step,
    Table,
    Window,
)
from judge.grammar.document import Document
from judge.variants.hell_on_wheels import course
from judge.variants.hell_on_wheels.cards import FUTURE, PAST, PRESENT, Box
from judge.variants.hell_on_wheels.events import EVENTS, GameBegins, TownArrives
from judge.variants.hell_on_wheels.legality import Check
from judge.variants.hell_on_wheels.moments import (
    BID,
    DISCARD,
    form_of,
    is_slot,
    moments,
    slot_title,
    span,
    title,
)
from judge.variants.hell_on_wheels.options import DEFAULTS, OPTIONS
from judge.variants.hell_on_wheels.orders import ORDERS, Bid, Build, Extra, Gift, Keep, Order, Pass, Play
from judge.variants.hell_on_wheels.player import letter
from judge.variants.hell_on_wheels.position_read import read_position
from judge.variants.hell_on_wheels.position_write import write_position
from judge.variants.hell_on_wheels.reading import Reader
from judge.variants.hell_on_wheels.sight import CONDITIONS, holds
from judge.variants.hell_on_wheels.state import START_CASH, State, Town
from judge.variants.hell_on_wheels.view import Seen, view
from judge.variants.hell_on_wheels.writing import Pen

EXAMPLES = {
    "bid": ("bid 4K", "bid 4", "bid $4,000 with Blackmail", "window 1: play Entrepreneur", "draw 2 extra"),
    "extra": ("draw 2 extra", "buy 1", "window 2: play Scoundrels", "draw none"),
    "building": (
        "Church on Past",
        "build Saloon at Present",
        "Miners, Vice on Present",
        "Saloon on Present if mayhem < 4; else Saloon on Future",
        "play Gamblers on Red before Taxes",
        "window 6: raid Saloon of Red in Present if mayhem >= 4; else pass",
        "play Desperados, move Vice, Anarchy from Present to Future after Customers",
        "window 5: pass",
        "keep Saloon, Vigilantes, Outlaws",
        "pass",
    ),
    "chance": ("raid Vice in Present", "play Gamblers on Red", "play Con Men on Blue if hand of Blue >= 2", "pass"),
    "civilized": ("Church on Past", "School, Jail on Past", "pass"),
    "establishment": ("Saloon on Present", "build 2 Saloons at Future", "pass"),
    "customer": ("Miners, Vice on Present", "Anarchy on Future", "pass"),
    "discard": ("keep Saloon, Vigilantes, Outlaws", "keep as usual"),
}

CROWD = 6
"""More players than the rules count on (HW-Q3)."""


class HellOnWheels:
    """Hell on Wheels with the cards of one box."""

    key: ClassVar[str] = "hell-on-wheels"
    title: ClassVar[str] = "Hell on Wheels"
    measure: ClassVar[str] = "Money in K"
    options = OPTIONS
    kinds = ("bid", "extra", "building", "chance", "civilized", "establishment", "customer", "discard")
    conditions: tuple[str, ...] = CONDITIONS
    forms: Mapping[str, tuple[str, ...]] = EXAMPLES
    state_type = State
    order_types: tuple[type, ...] = ORDERS
    event_types: tuple[type, ...] = EVENTS
    seat_range = (2, 8)

    def __init__(self, board: Document) -> None:
        self.box = Box(board)
        self.seats = self.box.seats
        self.names = self.box.names
        self.pen = Pen(self.box)

    def setup(self, table: Table, dice: Dice) -> Step[State]:
        """Shuffle the decks, 20K each, towns to Present and Future (HW-15 to HW-18); seats by chance (HW-Q1)."""
        chosen = tuple(seat.id for seat in self.seats if seat.id in table.seats)
        seats = dice.shuffle("setup/seating", chosen, sealed=False)
        deck = dice.shuffle("setup/deck", self.box.deck, sealed=True)
        towns = dice.shuffle("setup/towns", tuple(self.box.towns), sealed=True)
        present, future, *left = towns
        options = {**DEFAULTS, **table.options}
        state = State(
            1,
            BID,
            seats,
            None,
            dict.fromkeys(seats, START_CASH),
            dict.fromkeys(seats, ()),
            {PAST: None, PRESENT: Town(present), FUTURE: Town(future)},
            deck,
            (),
            tuple(left),
            options,
            seats if options["tempo"] == "strict" else (),
        )
        return Step(
            state,
            (
                GameBegins(seats=seats, cash=START_CASH, crowded=len(seats) > CROWD),
                TownArrives(town=present, kind=self.box.towns[present], place=PRESENT),
                TownArrives(town=future, kind=self.box.towns[future], place=FUTURE),
            ),
        )

    def window(self, state: State) -> Window | None:
        """Brisk: all at every deadline. Strict: one seat, or all for bids, or those with more than three cards."""
        if state.over is not None:
            return None
        form = form_of(state.turn, state.moment, state.options)
        asked = state.seats
        if state.strict:
            asked = state.goes if state.moment in (BID, DISCARD) else state.goes[:1]
        asks = {
            seat: Ask(
                form,
                waits=seat not in state.without_player,
                lines=self._form_lines(state, form),
                facts={"hand": len(state.hands[seat])},
            )
            for seat in asked
        }
        return Window(title(state, self.pen.seat(asked[0])), form, asks)

    def _form_lines(self, state: State, form: str) -> tuple[str, ...]:
        """One line for each thing that may be ordered."""
        covered = span(state.turn, state.moment, state.options) if not state.strict else (state.moment,)
        windows = tuple(f"{slot_title(slot)}: {BLANK}" for slot in covered if is_slot(slot))
        if form == "bid":
            before = tuple(f"{slot_title(slot)}: {BLANK}" for slot in self._ahead(state) if not state.strict)
            behind = windows[len(before) :] if not state.strict else ()
            two = state.options["deadlines"] == 2 and not state.strict
            return (*before, f"bid {BLANK}K", *behind, *((f"draw {BLANK} extra",) if two else ()))
        if form == "extra":
            return (f"draw {BLANK} extra", *(windows if not state.strict else ()))
        if form == "building":
            found: list[str] = []
            for moment in covered:
                if is_slot(moment):
                    found.append(f"{slot_title(moment)}: {BLANK}")
                elif moment in ("civilized", "establishment", "customer"):
                    found.append(f"{moment}: {BLANK}")
            return (*found, f"keep {BLANK}")
        if form == "discard":
            return (f"keep {BLANK}",)
        return (f"{form}: {BLANK}",) if form != "chance" else (f"{slot_title(state.moment)}: {BLANK}",)

    @staticmethod
    def _ahead(state: State) -> tuple[str, ...]:
        course_ = moments(state.turn, state.options)
        return tuple(one for one in course_[: course_.index(BID)] if is_slot(one))

    def read(self, state: State, seat: Seat, form: str, text: str) -> tuple[Line[Order], ...]:
        """A letter's orders, against what the seat may see."""
        return Reader(self.box, state, seat, form).letter(text)

    def write(self, state: State, seat: Seat, order: Order) -> str:
        """The canonical text of an order."""
        return self.pen.order(order)

    def subject(self, order: Order) -> Hashable:
        """The bid, the purchase, the keep-list; the list of a phase or of a window."""
        match order:
            case Bid():
                return ("bid",)
            case Extra():
                return ("extra",)
            case Keep():
                return ("keep",)
            case Gift(to, _):
                return ("gift", to)
            case Build(phase, _):
                return ("list", phase)
            case Play(slot, _):
                return ("list", slot)
            case Pass(of):
                return ("list", of)

    def check(self, state: State, seat: Seat, orders: Sequence[Order]) -> Checked[Order]:
        """What stands, what is refused, and what silence adds."""
        if state.over is not None:
            return Checked((), {index: Problem("game-over") for index in range(len(orders))})
        return Check(self.box, state, seat).checked(orders)

    def resolve(self, state: State, orders: Mapping[Seat, Sequence[Order]], dice: Dice) -> Step[State]:
        """Carry out the orders and run on to the next window that asks somebody, or to the end."""
        return course.resolve(self.box, state, orders, dice)

    def outcome(self, state: State) -> Outcome | None:
        """How the game ended."""
        return state.over

    def view(self, state: State, seat: Seat | None) -> Seen:
        """The table, and the seat's own hand."""
        return view(self.box, state, seat)

    def standings(self, view: Seen) -> Mapping[Seat, int]:
        """The strength of each seat as everybody may see it."""
        return {one.seat: one.cash for one in view.standings if one.cash is not None}

    def letter(self, state: State, seat: Seat, word: str) -> str:
        """The scripted player's letter."""
        return letter(self.box, self.view(state, seat), word)

    def answer(self, state: State, seat: Seat, text: str) -> tuple[Event, ...]:
        """There is nothing to ask that the report does not say."""
        return ()

    def holds(self, state: State, seat: Seat, condition: str) -> bool | Problem:
        """Whether a condition of a letter is so."""
        return holds(self.box, state, self.view(state, seat), seat, condition)

    def write_position(self, state: State) -> Mapping[str, object]:
        """The state as a position document."""
        return write_position(self.box, state)

    def read_position(self, document: Document) -> State:
        """A position document as a state."""
        return read_position(self.box, document)

    def lint(self) -> tuple[Problem, ...]:
        """What is wrong with the box."""
        return self.box.lint()
