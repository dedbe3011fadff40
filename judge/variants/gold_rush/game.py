"""Gold Rush as a game: the protocol's questions, each answered by the file of its rule."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Any, ClassVar

from judge.adjudicator.protocol import (
    Ask,
    Checked,
    Dice,
    Event,
    Line,
    Option,
    Outcome,
    Problem,
    Seat,
    SeatName,
    Step,
    Table,
    Verdict,
    Window,
)
from judge.grammar.document import Document
from judge.variants.gold_rush import check, events, orders, position_read, position_write, reading, titles, turns, view
from judge.variants.gold_rush.answers import answer
from judge.variants.gold_rush.board import read_board
from judge.variants.gold_rush.dealing import SEATS
from judge.variants.gold_rush.forms import form_lines, form_of
from judge.variants.gold_rush.lint import misplaced
from judge.variants.gold_rush.notation import TITLES
from judge.variants.gold_rush.options import OPTIONS
from judge.variants.gold_rush.orders import Order
from judge.variants.gold_rush.player import letter_for
from judge.variants.gold_rush.sight import CONDITIONS, holds
from judge.variants.gold_rush.state import DEAL, FIGURES, OVER, SETUP, State
from judge.variants.gold_rush.writing import write_order


def _classes(module: object, base: type | None = None) -> tuple[type, ...]:
    """The classes a module of ours defines, by name."""
    name = module.__name__  # type: ignore[attr-defined]
    found = [one for one in vars(module).values() if isinstance(one, type) and one.__module__ == name]
    return tuple(sorted((one for one in found if base is None or issubclass(one, base)), key=lambda one: one.__name__))


class GoldRush:
    """Gold Rush on one map."""

    key: ClassVar[str] = "gold-rush"
    title: ClassVar[str] = "Gold Rush"
    measure: ClassVar[str] = "Figures in play"
    seats: tuple[SeatName, ...] = SEATS
    seat_range: tuple[int, int] = (2, 7)
    options: tuple[Option, ...] = OPTIONS
    kinds: tuple[str, ...] = ("set-up", "turn", "go")
    conditions: tuple[str, ...] = CONDITIONS
    forms: Mapping[str, tuple[str, ...]] = {
        "deal": ("ready",),
        "mine": ("mine at 18,12 or 20,14",),
        "town edge": ("town at 36,24 or 30,20", "edge west"),
        "edge": ("edge west",),
        "figures": ("1 carries 1", "2: 1 bag"),
        "go": (
            "1: move towards 36,24",
            "2: fire at nearest in short range, else move to contact with nearest, else stand",
            "3: if nearest within 12: fire at nearest, else move towards town",
            "rest: stand",
        ),
    }
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
        self.names = {**TITLES, **{piece.code: piece.name for piece in (*self.board.scenery, *self.board.buildings)}}

    def setup(self, table: Table, dice: Dice) -> Step[State]:
        """Groups, go order and the deal; the first window lays the table."""
        return turns.begin(self.board, table, dice)

    def window(self, state: State) -> Window | None:
        """The open window; its asks depend on what everybody sees on the table."""
        if state.stage == OVER:
            return None
        kind = "set-up" if state.stage in (DEAL, SETUP, FIGURES) else ("turn" if state.tempo == "brisk" else "go")
        asks = {seat: Ask(form_of(state, seat), lines=form_lines(state, seat)) for seat in turns.asked(state)}
        return Window(titles.title_of(state), kind, asks)

    def read(self, state: State, seat: Seat, form: str, text: str) -> tuple[Line[Order], ...]:
        """A letter's lines as orders."""
        return reading.read_letter(state, seat, form, text)

    def write(self, state: State, seat: Seat, order: Order) -> str:
        """The canonical text of an order."""
        return write_order(order)

    def subject(self, order: Order) -> Hashable:
        """What an order is about."""
        return check.subject(order)

    def check(self, state: State, seat: Seat, orders: Sequence[Order]) -> Checked[Order]:
        """What stands, what is refused, and what silence adds."""
        return check.checked(self.board, state, seat, orders)

    def resolve(self, state: State, orders: Mapping[Seat, Sequence[Order]], dice: Dice) -> Step[State]:
        """Carry out complete order sets and run on."""
        return turns.advance(self.board, state, orders, dice)

    def outcome(self, state: State) -> Outcome | None:
        """How the game ended."""
        return state.result

    def view(self, state: State, seat: Seat | None) -> view.View:
        """The table as this seat sees it."""
        return view.view_of(state, seat)

    def standings(self, view: Any) -> Mapping[Seat, int]:
        """The strength of each seat as everybody may see it."""
        return {one.seat: one.figures for one in view.groups_standing}

    def letter(self, state: State, seat: Seat, word: str) -> str:
        """A scripted player's letter."""
        return letter_for(view.view_of(state, seat), form_of(state, seat), word)

    def answer(self, state: State, seat: Seat, text: str) -> tuple[Event, ...]:
        """SIGHT, RANGE and REACH."""
        return answer(state, seat, text)

    def holds(self, state: State, seat: Seat, condition: str) -> bool | Problem:
        """Whether a condition of a letter is so."""
        return holds(state, view.view_of(state, seat, lookouts=False), seat, condition)

    def write_position(self, state: State) -> Mapping[str, object]:
        """The state as a position document."""
        return position_write.write(self.board, state)

    def read_position(self, document: Document) -> State:
        """A position document as a state."""
        return position_read.read(self.board, self.options, document)

    def lint(self) -> tuple[Problem, ...]:
        """What is wrong with the map."""
        complaints = (*self.board.problems, *misplaced(self.document, self.board))
        return tuple(
            Problem("map-mistake", {"line": one.line, "at": "/".join(map(str, one.path)), "sentence": one.sentence})
            for one in complaints
        )
