"""Diplomacy to the rest of the Judge: the protocol. The rules are in the files of the phases."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import ClassVar

from judge.adjudicator.diplomacy.orders import ADJUSTING, MOVEMENT, RETREATING, Order
from judge.adjudicator.phases import PhasedGame
from judge.adjudicator.protocol import Dice, Event, Line, Notch, Outcome, Problem, Seat, Step, Table
from judge.grammar.document import Document
from judge.grammar.lexicon import Lexicon
from judge.grammar.shapes import Shapes
from judge.variants.diplomacy import adjustments, fog, movement, retreats, words
from judge.variants.diplomacy.chart import Chart
from judge.variants.diplomacy.conditions import CONDITIONS, holds
from judge.variants.diplomacy.events import EVENTS, GameBegins
from judge.variants.diplomacy.letters import Letter
from judge.variants.diplomacy.notches import notches
from judge.variants.diplomacy.options import OPTIONS, presets
from judge.variants.diplomacy.player import Player
from judge.variants.diplomacy.position import position
from judge.variants.diplomacy.state import State, rank
from judge.variants.diplomacy.view import Seen, view
from judge.variants.diplomacy.year import following, goal

_EMPTY_PHASES = 15


class Diplomacy(PhasedGame[Chart, State, Order]):
    """Diplomacy on one map."""

    key: ClassVar[str] = "diplomacy"
    title: ClassVar[str] = "Diplomacy"
    phases = (movement.PHASE, retreats.PHASE, adjustments.PHASE)
    options = OPTIONS
    conditions: tuple[str, ...] = CONDITIONS
    measure = "Supply centres"
    news: ClassVar[tuple[str, ...]] = (
        "power-out", "unit-dislodged", "centre-taken", "unit-gone", "disorder-removal",
        "centres-counted", "game-begins",
    )  # fmt: skip
    state_type = State
    order_types: tuple[type, ...] = (*MOVEMENT, *RETREATING, *ADJUSTING)
    event_types: tuple[type, ...] = EVENTS

    def __init__(self, board: Document) -> None:
        self.chart = self.board = Chart(board)
        self.seats = self.chart.players
        self.options = self.chart.options
        self.presets = presets(self.chart.first_year)
        self.seat_range = (min(2, len(self.seats)), len(self.seats))
        self.names = self.chart.names
        self._player: Player | None = None

    @property
    def lexicons(self) -> tuple[Lexicon, ...]:
        """Spaces and seats by their abbreviations as well."""
        return self.chart.tongue.places, self.chart.tongue.owners

    @property
    def shapes(self) -> Shapes:
        """The grammar of its orders."""
        return self.chart.tongue.shapes

    def open(self, state: State) -> str | None:
        """The phase of the state, unless the game is over."""
        return state.phase if state.over is None else None

    def setup(self, table: Table, dice: Dice) -> Step[State]:
        """The start of the map. A power without a seat is in civil disorder (D-64)."""
        seats = tuple(seat.id for seat in self.seats if seat.id in table.seats)
        options = {**{option.key: option.default for option in self.options}, **table.options}
        opening = self.chart.opening(options)
        state = State(
            year=opening.year,
            season=opening.season,
            phase=opening.phase(self.chart.calendar),
            seats=seats,
            units=tuple(sorted(opening.units, key=rank)),
            centres=dict(sorted(opening.centres.items())),
            options=options,
        )
        without = tuple(seat.id for seat in self.chart.seats if seat.id not in seats)
        return Step(state, (GameBegins(seats=seats, disordered=without, victory=goal(self.chart, state)),))

    def resolve(self, state: State, orders: Mapping[Seat, Sequence[Order]], dice: Dice) -> Step[State]:
        """Carry out complete order sets and run on; in a fog each event is told to those who see it (D-91)."""
        step = super().resolve(state, orders, dice)
        return Step(step.state, fog.told(self.chart, state, step)) if fog.lies(state) else step

    def masked(self, state: State, seat: Seat) -> State:
        """The seat's view of it."""
        return fog.masked(self.chart, state, seat)

    def redrawn(self, state: State, seat: Seat | None, dice: Dice) -> State:
        """The state as it may be by all that this seat sees."""
        return fog.redrawn(self.chart, state, seat, dice)

    def run_on(self, step: Step[State], dice: Dice) -> Step[State]:
        """From a phase just carried out to the next in which somebody is asked (D-1). A phase that asks nobody is done
        without orders."""
        state, events = step.state, list(step.events)
        for _ in range(_EMPTY_PHASES):
            state, more = following(self.chart, state)
            events += more
            phase = self.phase(state)
            if phase is None or phase.asks(self.chart, state):
                return Step(state, tuple(events))
            if phase.kind != "movement":
                done = phase.resolve(self.chart, state, {}, dice)
                state = done.state
                events += done.events
        return Step(replace(state, over=Outcome((), "nobody-left")), tuple(events))

    def read(self, state: State, seat: Seat, form: str, text: str) -> tuple[Line[Order], ...]:
        """A letter's orders, against the board as it is."""
        return Letter(self.chart, self.seen(state, seat), seat, form).lines(text)

    def write(self, state: State, seat: Seat, order: Order) -> str:
        """The canonical text of an order."""
        return words.write(self.seen(state, seat), order)

    def view(self, state: State, seat: Seat | None) -> Seen:
        """Everything is public but orders; in a fog what borders the seat's units and centres."""
        return view(self.chart, state, seat)

    def standings(self, view: Seen) -> Mapping[Seat, int]:
        """The strength of each seat as everybody may see it."""
        return {one.seat: one.count for one in view.standings if one.seat not in self.chart.neutral}

    def notches(self, view: Seen, events: Sequence[Event]) -> tuple[Notch, ...]:
        """The things that charts count."""
        return notches(events)

    def letter(self, state: State, seat: Seat, word: str) -> str:
        """The scripted player's letter."""
        if self._player is None:
            self._player = Player(self.chart)
        return self._player.letter(self.view(state, seat), word)

    def holds(self, state: State, seat: Seat, condition: str) -> bool | Problem:
        """Whether a condition of a letter is so."""
        return holds(self.chart, self.view(state, seat), seat, condition)

    def neighbours(self, state: State, seat: Seat) -> tuple[Seat, ...]:
        """The seats with a unit or a centre in a province beside a unit of this seat."""
        board = self.chart.board
        near = {
            board.province(place)
            for unit in state.units
            if unit.power == seat
            for kind in ("A", "F")
            for place in (
                unit.place,
                *board.neighbours(kind, unit.place if kind == unit.kind else board.province(unit.place)),
            )
        }
        found = {unit.power for unit in state.units if board.province(unit.place) in near}
        found |= {owner for place, owner in state.centres.items() if place in near}
        return tuple(one for one in state.seats if one in found and one != seat)

    def write_position(self, state: State) -> Mapping[str, object]:
        """The state as a position document."""
        return position(self.chart).write(state)

    def read_position(self, document: Document) -> State:
        """A position document as a state."""
        state = position(self.chart).read(document)
        if state.over is None and self.window(state) is None:
            raise document.error(f"nobody has anything to order in {state.title}")
        return state

    def lint(self) -> tuple[Problem, ...]:
        """The mistakes of the map."""
        return self.chart.lint()
