"""Gold Rush as a game: the protocol's questions, each answered by the file of its rule."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from judge.adjudicator.phases import PhasedGame
from judge.adjudicator.protocol import (
    Dice,
    Event,
    Line,
    Notch,
    Option,
    Outcome,
    Preset,
    Problem,
    Seat,
    SeatName,
    Step,
    Table,
    Verdict,
)
from judge.grammar.document import Document
from judge.grammar.lexicon import Lexicon
from judge.grammar.shapes import Shapes
from judge.variants.gold_rush import events, letters, orders, turns, view
from judge.variants.gold_rush.answers import answer
from judge.variants.gold_rush.board import Board, read_board
from judge.variants.gold_rush.conditions import CONDITIONS, holds
from judge.variants.gold_rush.dealing import SEATS
from judge.variants.gold_rush.forms import form_of
from judge.variants.gold_rush.lint import misplaced
from judge.variants.gold_rush.names import names_on
from judge.variants.gold_rush.notation import CODES, TITLES
from judge.variants.gold_rush.notches import notches
from judge.variants.gold_rush.options import OPTIONS, PRESETS
from judge.variants.gold_rush.orders import Order
from judge.variants.gold_rush.player import letter_for
from judge.variants.gold_rush.position import position_of
from judge.variants.gold_rush.redrawn import redrawn
from judge.variants.gold_rush.stages import STAGES, Stage, stage_of
from judge.variants.gold_rush.state import State
from judge.variants.gold_rush.tongue import SHAPES
from judge.variants.gold_rush.writing import write_order


def _classes(module: object, base: type | None = None) -> tuple[type, ...]:
    """The classes a module of ours defines, by name."""
    name = module.__name__  # type: ignore[attr-defined]
    found = [one for one in vars(module).values() if isinstance(one, type) and one.__module__ == name]
    return tuple(sorted((one for one in found if base is None or issubclass(one, base)), key=lambda one: one.__name__))


class GoldRush(PhasedGame[Board, State, Order]):
    """Gold Rush on one map."""

    key: ClassVar[str] = "gold-rush"
    title: ClassVar[str] = "Gold Rush"
    phases = STAGES
    seats: tuple[SeatName, ...] = SEATS
    seat_range: tuple[int, int] = (2, 7)
    options: tuple[Option, ...] = OPTIONS
    presets: tuple[Preset, ...] = PRESETS
    usual_seats: tuple[int, ...] = (3, 4, 5)
    conditions: tuple[str, ...] = CONDITIONS
    measure = "Figures in play"
    news: ClassVar[tuple[str, ...]] = (
        "group-gone", "killed", "knocked-out", "left", "gold-taken",
        "animal-killed", "fired", "punched", "beast-rolled", "counted",
        "deployed", "mine-placed", "town-placed", "edge-chosen", "mounties-chosen",
        "group-dealt",
    )  # fmt: skip
    names: Mapping[str, str] = TITLES
    state_type: type[State] = State
    order_types: tuple[type, ...] = _classes(orders)
    event_types: tuple[type, ...] = (
        *_classes(events, Event),
        Verdict,
    )

    def __init__(self, document: Document) -> None:
        self.document = document
        self.board = read_board(document)
        self.position = position_of(self.board, self.options)
        self.names = {**TITLES, **{piece.code: piece.name for piece in (*self.board.scenery, *self.board.buildings)}}

    @property
    def lexicons(self) -> tuple[Lexicon, ...]:
        """Pieces with a letter and a number: figures, mules, horses, beasts."""
        return (CODES,)

    def setup(self, table: Table, dice: Dice) -> Step[State]:
        """Groups, go order and the deal; the first window lays the table."""
        return turns.begin(self.board, table, dice)

    @property
    def shapes(self) -> Shapes:
        """The grammar of its orders."""
        return SHAPES

    def phase(self, state: State) -> Stage | None:
        """The open stage; None: the game is over."""
        return stage_of(state)

    def masked(self, state: State, seat: Seat) -> State:
        """The state with what this seat cannot see made as good as it may be."""
        return names_on(state, seat).seen

    def redrawn(self, state: State, seat: Seat | None, dice: Dice) -> State:
        """The state with what this seat cannot see drawn afresh."""
        return redrawn(state, seat, dice)

    def read(self, state: State, seat: Seat, form: str, text: str) -> tuple[Line[Order], ...]:
        """A letter's lines as orders."""
        return letters.read_letter(state, seat, form, text)

    def write(self, state: State, seat: Seat, order: Order) -> str:
        """The canonical text of an order."""
        return write_order(order)

    def outcome(self, state: State) -> Outcome | None:
        """How the game ended."""
        return state.result

    def view(self, state: State, seat: Seat | None) -> view.View:
        """The table as this seat sees it."""
        return view.view_of(state, seat, prospects=True)

    def standings(self, view: Any) -> Mapping[Seat, int]:
        """Figures on the table."""
        return {one.seat: one.figures for one in view.groups_standing}

    def site(self, state: State, seat: Seat) -> str:
        """The group that it leads: a seat may lead the Mounties instead of its own."""
        return TITLES[state.groups[seat]]

    def notches(self, view: Any, events: Sequence[Event]) -> tuple[Notch, ...]:
        """The things that charts count."""
        return notches(view, events)

    def letter(self, state: State, seat: Seat, word: str) -> str:
        """A scripted player's letter."""
        return letter_for(view.view_of(state, seat), form_of(state, seat), word)

    def answer(self, state: State, seat: Seat, text: str) -> tuple[Event, ...]:
        """SIGHT, RANGE and REACH."""
        return answer(state, seat, text)

    def holds(self, state: State, seat: Seat, condition: str) -> bool | Problem:
        """Whether a condition of a letter is so."""
        return holds(self.masked(state, seat), view.view_of(state, seat, lookouts=False), seat, condition)

    def write_position(self, state: State) -> Mapping[str, object]:
        """The state as a position document."""
        return self.position.write(state)

    def read_position(self, document: Document) -> State:
        """A position document as a state."""
        return self.position.read(document)

    def lint(self) -> tuple[Problem, ...]:
        """The mistakes of the map."""
        complaints = (*self.board.problems, *misplaced(self.document, self.board))
        return tuple(
            Problem("map-mistake", {"line": one.line, "at": "/".join(map(str, one.path)), "sentence": one.sentence})
            for one in complaints
        )
