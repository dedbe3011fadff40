"""Diplomacy to the rest of the Judge: the protocol. The rules stand in the files of the phases."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import ClassVar

from judge.adjudicator.diplomacy.editions import Edition
from judge.adjudicator.diplomacy.movement import Court
from judge.adjudicator.protocol import (
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
from judge.variants.diplomacy import adjustments, movement, retreats, words
from judge.variants.diplomacy.chart import Chart
from judge.variants.diplomacy.events import EVENTS, GameBegins
from judge.variants.diplomacy.options import DEFAULTS, OPTIONS, edition_of
from judge.variants.diplomacy.orders import (
    ADJUSTING,
    MOVEMENT,
    RETREATING,
    Build,
    Order,
    Remove,
    Waive,
)
from judge.variants.diplomacy.player import Player
from judge.variants.diplomacy.position import read_position, write_position
from judge.variants.diplomacy.reading import Reader
from judge.variants.diplomacy.sight import CONDITIONS, holds
from judge.variants.diplomacy.state import State, rank
from judge.variants.diplomacy.view import Seen, view
from judge.variants.diplomacy.year import asks, goal, run_on

EXAMPLES = {
    "movement": (
        "A PAR - BUR",
        "a par-bur",
        "Army Paris to Burgundy",
        "A MAR S A PAR - BUR",
        "A PAR S A MAR",
        "Army Marseilles supports Paris to Burgundy",
        "F BRE - ENG",
        "F BRE H",
        "Fleet London - North Sea; A LVP - YOR, F EDI holds",
    ),
    "retreats": ("A BUR R PIC", "A BUR R PIC, GAS, PAR", "A Burgundy retreats to Picardy", "A BUR D"),
    "adjustments": ("Build A PAR", "Build F STP/NC", "B A PAR", "Remove F NTH", "Waive"),
}


class Diplomacy:
    """Diplomacy on one map."""

    key: ClassVar[str] = "diplomacy"
    title: ClassVar[str] = "Diplomacy"
    measure: ClassVar[str] = "Supply centres"
    options = OPTIONS
    kinds = ("movement", "retreats", "adjustments")
    conditions: tuple[str, ...] = CONDITIONS
    forms: Mapping[str, tuple[str, ...]] = EXAMPLES
    state_type = State
    order_types: tuple[type, ...] = (*MOVEMENT, *RETREATING, *ADJUSTING)
    event_types: tuple[type, ...] = EVENTS

    def __init__(self, board: Document) -> None:
        self.chart = Chart(board)
        self.seats = self.chart.seats
        self.seat_range = (min(2, len(self.seats)), len(self.seats))
        self.names = self.chart.names
        self._courts: dict[Edition, Court] = {}
        self._player: Player | None = None

    def _court(self, state: State) -> Court:
        """The kernel for the edition of a game; it keeps what it works out about the map."""
        edition = edition_of(state.options)
        court = self._courts.get(edition)
        if court is None:
            court = self._courts[edition] = Court(self.chart.board, edition)
        return court

    def setup(self, table: Table, dice: Dice) -> Step[State]:
        """The start of the map. A power without a seat is in civil disorder (D-64)."""
        seats = tuple(seat.id for seat in self.seats if seat.id in table.seats)
        units = tuple(sorted((unit for seat in self.seats for unit in self.chart.start(seat.id)), key=rank))
        centres = {home: seat for seat, homes in self.chart.homes.items() for home in homes}
        options = {**DEFAULTS, **table.options}
        state = State(self.chart.first_year, "spring", "movement", seats, units, dict(sorted(centres.items())), options)
        without = tuple(seat.id for seat in self.seats if seat.id not in seats)
        return Step(state, (GameBegins(seats=seats, disordered=without, victory=goal(self.chart, state)),))

    def window(self, state: State) -> Window | None:
        """The open phase, put to those who have something to order in it."""
        asked = asks(self.chart, state)
        if not asked:
            return None
        return Window(state.title, state.phase, asked)

    def read(self, state: State, seat: Seat, form: str, text: str) -> tuple[Line[Order], ...]:
        """A letter's orders, against the board as it stands."""
        return Reader(self.chart, state, edition_of(state.options), seat, form).letter(text)

    def write(self, state: State, seat: Seat, order: Order) -> str:
        """The canonical text of an order."""
        return words.write(state, order)

    def subject(self, order: Order) -> Hashable:
        """A unit by its province, a build by its place; waivers are one subject together."""
        if isinstance(order, Waive):
            return ("waive",)
        place = self.chart.province(order.at)
        if isinstance(order, Build):
            return ("build", place)
        return ("remove" if isinstance(order, Remove) else "unit", place)

    def check(self, state: State, seat: Seat, orders: Sequence[Order]) -> Checked[Order]:
        """What stands, what is refused, and what silence adds."""
        if state.over is not None:
            return Checked((), {index: Problem("game-over") for index in range(len(orders))})
        if state.phase == "movement":
            court = self._court(state)
            return movement.check(court.board, court.edition, state, seat, orders)
        if state.phase == "retreats":
            return retreats.check(self.chart.board, state, seat, orders)
        return adjustments.check(self.chart, edition_of(state.options), state, seat, orders)

    def resolve(self, state: State, orders: Mapping[Seat, Sequence[Order]], dice: Dice) -> Step[State]:
        """Carry out the phase and run on to the next that asks somebody. No dice are used."""
        edition = edition_of(state.options)
        if state.phase == "movement":
            step = movement.resolve(self._court(state), state, orders)
        elif state.phase == "retreats":
            step = retreats.resolve(self.chart.board, state, orders)
        else:
            step = adjustments.resolve(self.chart, edition, state, orders)
        return run_on(self.chart, edition, step)

    def outcome(self, state: State) -> Outcome | None:
        """How the game ended."""
        return state.over

    def view(self, state: State, seat: Seat | None) -> Seen:
        """Everything is public but orders."""
        return view(self.chart, state, seat)

    def standings(self, view: Seen) -> Mapping[Seat, int]:
        """The strength of each seat as everybody may see it."""
        return {one.seat: len(one.centres) for one in view.standings}

    def letter(self, state: State, seat: Seat, word: str) -> str:
        """The scripted player's letter."""
        if self._player is None:
            self._player = Player(self.chart)
        return self._player.letter(self.view(state, seat), word)

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
        state = read_position(self.chart, document)
        if state.over is None and not asks(self.chart, state):
            raise document.error(f"nobody has anything to order in {state.title}")
        return state

    def lint(self) -> tuple[Problem, ...]:
        """What is wrong with the map."""
        return self.chart.lint()
