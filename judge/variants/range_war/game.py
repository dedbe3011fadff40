"""Range War to the rest of the Judge: its values and its phases. The rules are in the files of the phases."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import ClassVar

from judge.adjudicator.phases import PhasedGame
from judge.adjudicator.protocol import Dice, Event, Line, Notch, Option, Problem, Seat, Step, Table, Window
from judge.grammar.document import Document
from judge.grammar.fields import Position
from judge.grammar.lexicon import Lexicon
from judge.grammar.shapes import Shapes
from judge.variants.range_war import branding, movement, retreats, words
from judge.variants.range_war.chart import Chart
from judge.variants.range_war.conditions import CONDITIONS, holds
from judge.variants.range_war.events import EVENTS, GameBegins
from judge.variants.range_war.lint import lint
from judge.variants.range_war.notches import notches
from judge.variants.range_war.options import DEFAULTS, options, presets
from judge.variants.range_war.orders import ORDERS, Order
from judge.variants.range_war.player import Player
from judge.variants.range_war.position import position
from judge.variants.range_war.reading import Reader
from judge.variants.range_war.state import Brand, State
from judge.variants.range_war.view import Seen, view
from judge.variants.range_war.year import run_on


class RangeWar(PhasedGame[Chart, State, Order]):
    """Range War on one map."""

    key: ClassVar[str] = "range-war"
    title: ClassVar[str] = "Range War"
    measure: ClassVar[str] = "Centres"
    news: ClassVar[tuple[str, ...]] = (
        "seat-out", "home-captured", "gang-dislodged", "herd-raided", "centre-taken",
        "herd-lost", "gang-gone", "herd-branded", "herd-returned", "herd-joined",
        "centres-counted", "builds-lapsed", "game-begins",
    )  # fmt: skip
    phases = (movement.PHASE, retreats.PHASE, branding.PHASE)
    options: tuple[Option, ...]
    conditions: tuple[str, ...] = CONDITIONS
    state_type = State
    order_types: tuple[type, ...] = ORDERS
    event_types: tuple[type, ...] = EVENTS

    trial_options: Mapping[str, object]
    """Simulated games end after thirty years, since two equals may go on for ever."""

    def __init__(self, board: Document) -> None:
        self.board = self.chart = Chart(board)
        self.seats = self.chart.seats
        self.seat_range = (len(self.seats), len(self.seats))
        self.names = self.chart.names
        self.options = options(self.chart.year)
        self.presets = presets(self.chart.year)
        self.trial_options = {"last_year": self.chart.year + 29}

    @cached_property
    def position(self) -> Position[State]:
        """The position document on this board."""
        return position(self.chart)

    @cached_property
    def _player(self) -> Player:
        return Player(self.chart)

    def setup(self, table: Table, dice: Dice) -> Step[State]:
        """Gangs, herds and centres as the rules place them (RW-4 to RW-6); Summer 1870 (RW-16b)."""
        chart = self.chart
        seats = tuple(seat.id for seat in self.seats)
        herds = {
            **{space: Brand() for space in chart.wild},
            **{space: Brand(seat) for seat in seats for space in chart.start(seat, "herds")},
        }
        state = State(
            year=chart.year,
            season="summer",
            phase="movement",
            seats=seats,
            gangs=dict(sorted((space, seat) for seat in seats for space in chart.start(seat, "gangs"))),
            herds=dict(sorted(herds.items())),
            centres=dict(sorted((space, seat) for seat in seats for space in chart.start(seat, "centres"))),
            options={**DEFAULTS, **table.options},
        )
        return Step(state, (GameBegins(year=chart.year, seats=seats),))

    @property
    def lexicons(self) -> tuple[Lexicon, ...]:
        """Spaces and seats by their abbreviations as well."""
        return self.chart.places, self.chart.owners

    @property
    def shapes(self) -> Shapes:
        """The grammar of its orders."""
        return self.chart.speech.shapes

    def open(self, state: State) -> str | None:
        """The kind of the open window."""
        return None if state.over is not None else state.phase

    def _window(self, state: State) -> Window | None:
        """The open phase, put to those who have something to order in it: nobody, in a position a GM wrote so."""
        phase = self.phase(state)
        return Window(phase.title(self.board, state), phase.kind, phase.asks(self.board, state)) if phase else None

    def run_on(self, step: Step[State], dice: Dice) -> Step[State]:
        """On to the next phase that asks somebody. No dice are used."""
        return run_on(self.chart, step, self._is_asked)

    def _is_asked(self, state: State) -> bool:
        window = self.window(state)
        return window is not None and bool(window.asks)

    def read(self, state: State, seat: Seat, form: str, text: str) -> tuple[Line[Order], ...]:
        """A letter's orders, against the board as it is."""
        return Reader(self.chart, state, seat, form).letter(text)

    def write(self, state: State, seat: Seat, order: Order) -> str:
        """The canonical text of an order."""
        return words.write(order)

    def view(self, state: State, seat: Seat | None) -> Seen:
        """Everything is public but orders."""
        return view(self.chart, state, seat)

    def standings(self, view: Seen) -> Mapping[Seat, int]:
        """The strength of each seat as everybody may see it."""
        return {one.seat: one.centres for one in view.rows}

    def notches(self, view: Seen, events: Sequence[Event]) -> tuple[Notch, ...]:
        """The things that charts count."""
        return notches(events)

    def letter(self, state: State, seat: Seat, word: str) -> str:
        """The scripted player's letter."""
        return self._player.letter(self.view(state, seat), seat, word)

    def holds(self, state: State, seat: Seat, condition: str) -> bool | Problem:
        """Whether a condition of a letter is so."""
        return holds(self.chart, self.view(state, seat), seat, condition)

    def neighbours(self, state: State, seat: Seat) -> tuple[Seat, ...]:
        """The seats with a gang or a centre in a space beside a gang of this seat."""
        near = {space for at in state.of(seat) for space in (at, *self.chart.near[at])}
        found = {owner for at, owner in (*state.gangs.items(), *state.centres.items()) if at in near}
        return tuple(one for one in state.seats if one in found and one != seat)

    def write_position(self, state: State) -> Mapping[str, object]:
        """The state as a position document."""
        return self.position.write(state)

    def read_position(self, document: Document) -> State:
        """A position document as a state."""
        return self.position.read(document)

    def lint(self) -> tuple[Problem, ...]:
        """The mistakes of the board."""
        return lint(self.chart)
