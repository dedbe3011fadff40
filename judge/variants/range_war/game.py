"""Range War to the rest of the Judge: the protocol. The rules stand in the files of the phases."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import ClassVar

from judge.adjudicator.diplomacy.editions import EDITION_2023
from judge.adjudicator.diplomacy.movement import Court
from judge.adjudicator.protocol import (
    Checked,
    Dice,
    Event,
    Line,
    Option,
    Outcome,
    Problem,
    Seat,
    Step,
    Table,
    Window,
)
from judge.grammar.document import Document
from judge.variants.range_war import branding, movement, retreats, words
from judge.variants.range_war.chart import Chart
from judge.variants.range_war.events import EVENTS, GameBegins
from judge.variants.range_war.lint import lint
from judge.variants.range_war.options import DEFAULTS, OPTIONS
from judge.variants.range_war.orders import ORDERS, Disband, Herd, Hold, Move, Order, Remove, Retreat, Support
from judge.variants.range_war.player import Player
from judge.variants.range_war.position import read_position, write_position
from judge.variants.range_war.reading import Reader
from judge.variants.range_war.sight import CONDITIONS, holds
from judge.variants.range_war.state import Brand, State
from judge.variants.range_war.view import Seen, view
from judge.variants.range_war.year import asks, run_on

EXAMPLES = {
    "movement": (
        "G(Lzy)-Mon",
        "GH(ISJ)-Rio",
        "G(Coo) S G(Lzy)-Mon",
        "G(Lzy) S G(Coo)",
        "G(Coo) stands",
        "G(Coo)-Lzy, G(LPR)-Fir, H(Val)",
        "G Coo - Lzy",
        "Gang Coogan's Bluff to Lazy S",
        "G(COS)-CON",
        "H(Fir)",
    ),
    "retreats": ("G(Fir)-Wol", "G(Fir) retreats Wol, LPR, Pin", "G(Fir) retreats Wol or disband", "G(Fir) disbands"),
    "branding": ("Build G(Lzy)", "Build H(Lzy)", "Build GH(Lzy)", "Build G(Lzy) or G(Tom)", "Remove G(Fir)", "Waive"),
}


class RangeWar:
    """Range War on one map."""

    key: ClassVar[str] = "range-war"
    title: ClassVar[str] = "Range War"
    measure: ClassVar[str] = "Centres"
    options: tuple[Option, ...] = OPTIONS
    kinds = ("movement", "retreats", "branding")
    conditions: tuple[str, ...] = CONDITIONS
    forms: Mapping[str, tuple[str, ...]] = EXAMPLES
    state_type = State
    order_types: tuple[type, ...] = ORDERS
    event_types: tuple[type, ...] = EVENTS

    trial_options: Mapping[str, object]
    """Simulated games end after thirty years, since two equals may go on for ever."""

    def __init__(self, board: Document) -> None:
        self.chart = Chart(board)
        self.seats = self.chart.seats
        self.seat_range = (len(self.seats), len(self.seats))
        self.names = self.chart.names
        self.trial_options = {"last_year": self.chart.year + 29}
        self._court: Court | None = None
        self._player: Player | None = None

    @property
    def court(self) -> Court:
        """The kernel for this board; it keeps what it works out about it. On land all editions agree (RW-Q11)."""
        if self._court is None:
            self._court = Court(self.chart.board, EDITION_2023)
        return self._court

    def setup(self, table: Table, dice: Dice) -> Step[State]:
        """Gangs, herds and centres as the rules place them (RW-4 to RW-6); Summer 1870 (RW-16b)."""
        chart = self.chart
        seats = tuple(seat.id for seat in self.seats)
        state = State(
            chart.year,
            "summer",
            "movement",
            seats,
            dict(sorted((space, seat) for seat in seats for space in chart.start(seat, "gangs"))),
            dict(
                sorted(
                    (
                        *((space, Brand(seat)) for seat in seats for space in chart.start(seat, "herds")),
                        *((space, Brand()) for space in chart.wild),
                    ),
                    key=lambda one: one[0],
                )
            ),
            dict(sorted((space, seat) for seat in seats for space in chart.start(seat, "centres"))),
            {**DEFAULTS, **table.options},
        )
        return Step(state, (GameBegins(year=chart.year, seats=seats),))

    def window(self, state: State) -> Window | None:
        """The open phase, put to those who have something to order in it."""
        if state.over is not None:
            return None
        return Window(state.title, state.phase, asks(self.chart, state))

    def read(self, state: State, seat: Seat, form: str, text: str) -> tuple[Line[Order], ...]:
        """A letter's orders, against the board as it stands."""
        return Reader(self.chart, state, seat, form).letter(text)

    def write(self, state: State, seat: Seat, order: Order) -> str:
        """The canonical text of an order."""
        return words.write(order)

    def subject(self, order: Order) -> Hashable:
        """A gang or a herd by its space; the builds and removals of a Spring are one list."""
        if isinstance(order, Herd):
            return ("herd", order.at)
        if isinstance(order, Move | Hold | Support | Retreat | Disband):
            return ("gang", order.at)
        return ("remove", order.at) if isinstance(order, Remove) else ("builds", "")

    def check(self, state: State, seat: Seat, orders: Sequence[Order]) -> Checked[Order]:
        """What stands, what is refused, and what silence adds."""
        if state.over is not None:
            return Checked((), {index: Problem("game-over") for index in range(len(orders))})
        if state.phase == "movement":
            return movement.check(self.chart, state, seat, orders)
        if state.phase == "retreats":
            return retreats.check(state, seat, orders)
        return branding.check(self.chart, state, seat, orders)

    def resolve(self, state: State, orders: Mapping[Seat, Sequence[Order]], dice: Dice) -> Step[State]:
        """Carry out the phase and run on to the next that asks somebody. No dice are used."""
        if state.phase == "movement":
            step = movement.resolve(self.court, state, orders)
        elif state.phase == "retreats":
            step = retreats.resolve(self.chart, state, orders)
        else:
            step = branding.resolve(self.chart, state, orders)
        return run_on(self.chart, step)

    def outcome(self, state: State) -> Outcome | None:
        """How the game ended."""
        return state.over

    def view(self, state: State, seat: Seat | None) -> Seen:
        """Everything is public but orders."""
        return view(self.chart, state, seat)

    def standings(self, view: Seen) -> Mapping[Seat, int]:
        """The strength of each seat as everybody may see it."""
        return {one.seat: one.centres for one in view.rows}

    def letter(self, state: State, seat: Seat, word: str) -> str:
        """The scripted player's letter."""
        if self._player is None:
            self._player = Player(self.chart)
        return self._player.letter(self.view(state, seat), seat, word)

    def answer(self, state: State, seat: Seat, text: str) -> tuple[Event, ...]:
        """There is nothing to ask that the report does not say."""
        return ()

    def holds(self, state: State, seat: Seat, condition: str) -> bool | Problem:
        """Whether a condition of a letter is so."""
        return holds(self.chart, self.view(state, seat), seat, condition)

    def write_position(self, state: State) -> Mapping[str, object]:
        """The state as a position document."""
        return write_position(self.chart, state)

    def read_position(self, document: Document) -> State:
        """A position document as a state."""
        return read_position(self.chart, document)

    def lint(self) -> tuple[Problem, ...]:
        """What is wrong with the board."""
        return lint(self.chart)
