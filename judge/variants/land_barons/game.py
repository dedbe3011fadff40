"""Land Barons as the Judge plays it: its phases, its values, and what is asked of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import ClassVar

from judge.adjudicator.phases import PhasedGame
from judge.adjudicator.protocol import (
    Checked,
    Dice,
    Event,
    Later,
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
)
from judge.grammar.document import Document
from judge.grammar.fields import Position
from judge.grammar.lexicon import Lexicon
from judge.grammar.shape import Tongue
from judge.grammar.shapes import Shapes
from judge.variants.land_barons.board import Board, faults, read_board
from judge.variants.land_barons.check import VOID
from judge.variants.land_barons.conditions import CONDITIONS, holds
from judge.variants.land_barons.counters import HIDDEN, RANCH, RECRUITS, SETTLEMENTS, UNITS
from judge.variants.land_barons.events import EVENT_TYPES
from judge.variants.land_barons.making import Making
from judge.variants.land_barons.notation.nearby import nearby
from judge.variants.land_barons.notation.read import Letter
from judge.variants.land_barons.notation.words import tongue
from judge.variants.land_barons.notation.write import write
from judge.variants.land_barons.notches import notches
from judge.variants.land_barons.options import OPTIONS, PRESETS
from judge.variants.land_barons.orders import ORDER_TYPES, AgreeDraw, Bid, Deploy, GiveUp, Move, Order, Recruit
from judge.variants.land_barons.phases import PHASES
from judge.variants.land_barons.player import letter
from judge.variants.land_barons.position import position
from judge.variants.land_barons.redrawn import redrawn
from judge.variants.land_barons.silence import stays
from judge.variants.land_barons.state import State
from judge.variants.land_barons.turn import begin, made
from judge.variants.land_barons.view import View, masked, view

SEATS = (
    SeatName(Seat("ok-corral"), "The OK Corral", ("OK", "OKC")),
    SeatName(Seat("lazy-b"), "The Lazy B", ("LB", "LAZ")),
    SeatName(Seat("graham"), "The Graham Ranch", ("GRA",)),
    SeatName(Seat("johnson"), "The Johnson Ranch", ("JOH",)),
)


_PLACING = frozenset((Deploy, Recruit))


class LandBarons(PhasedGame[Board, State, Order]):
    """The game on one map."""

    key: ClassVar[str] = "land-barons"
    title: ClassVar[str] = "Land Barons"
    phases = PHASES
    measure = "Settlements"
    news: ClassVar[tuple[str, ...]] = (
        "game-ended", "baron-fell", "control-taken", "fought", "lot-settled", "ranch-placed",
        "revenue-collected", "counter-placed", "regulator-recruited", "unit-unpaid", "office-lost",
        "lots-drawn",
    )  # fmt: skip
    seats: tuple[SeatName, ...] = SEATS
    options: tuple[Option, ...] = OPTIONS
    presets: tuple[Preset, ...] = PRESETS
    usual_seats: tuple[int, ...] = (3, 4)
    conditions: tuple[str, ...] = CONDITIONS
    state_type: type[State] = State
    order_types: tuple[type, ...] = ORDER_TYPES
    final_types: tuple[type, ...] = (AgreeDraw, GiveUp)
    event_types: tuple[type, ...] = EVENT_TYPES

    def __init__(self, document: Document) -> None:
        self.board = read_board(document)
        self.seat_range: tuple[int, int] = self.board.players
        site = next(iter(self.board.ranch_sites()), "0101")
        self.forms = {form: tuple(line.format(site=site) for line in lines) for form, lines in type(self).forms.items()}
        self.names: Mapping[str, str] = {
            **{key: kind.name for key, kind in SETTLEMENTS.items()},
            **{key: kind.name for key, kind in RECRUITS.items()},
            **{key: kind.name for key, kind in UNITS.items()},
            RANCH: "Ranch",
            HIDDEN: "face-down settlement",
            **{space: self.board.name(space) for space in self.board.names},
        }
        self._spaces = Lexicon("space", {space: (name,) for space, name in self.board.names.items()})

    @property
    def lexicons(self) -> tuple[Lexicon, ...]:
        """The names of spaces, without their labels."""
        return (self._spaces,)

    @cached_property
    def position(self) -> Position[State]:
        """The position document, declared."""
        return position(self.board, self.seats)

    @cached_property
    def tongue(self) -> Tongue:
        """The grammar with this board's names."""
        return tongue(self.board, self.seats)

    def setup(self, table: Table, dice: Dice) -> Step[State]:
        """Ranches, counters, the first revenue and the first lots."""
        start = State(options=dict(table.options), seats=tuple(table.seats), phase="pay-and-bids")
        making = Making(self.board, dice, start)
        begin(making)
        return made(making)

    @property
    def shapes(self) -> Shapes:
        """The grammar of its orders."""
        return self.tongue.shapes

    def open(self, state: State) -> str | None:
        """The kind of the open window."""
        return state.phase if state.ended is None else None

    def masked(self, state: State, seat: Seat) -> State:
        """The state with all hidden that this seat may not know."""
        return masked(state, seat)

    def redrawn(self, state: State, seat: Seat | None, dice: Dice) -> State:
        """The state with what this seat may not know drawn afresh."""
        return redrawn(state, seat, dice)

    def read(self, state: State, seat: Seat, form: str, text: str) -> tuple[Line[Order], ...]:
        """A letter's lines, against what the seat sees."""
        seen = self.seen(state, seat)
        found = self._lines(seen, seat, form, text)
        if Problem not in [type(line.said) for line in found]:
            return found
        return tuple([self._offering(state, seen, seat, form, line) for line in found])

    def _lines(self, seen: State, seat: Seat, form: str, text: str) -> tuple[Line[Order], ...]:
        """A letter's lines, with what is wrong with each."""
        return Letter(self.board, seen, seat, seats=self.seats, form=form, tongue=self.tongue).read(text)

    def _offering(self, state: State, seen: State, seat: Seat, form: str, line: Line[Order]) -> Line[Order]:
        """A problem with the first near line that is read and valid, if there is one."""
        if not isinstance(line.said, Problem):
            return line
        problem = said = line.said
        if "suggestion" in said.detail:
            offered = self._lines(seen, seat, form, str(said.detail["suggestion"]))
            if not any(isinstance(one.said, Problem) for one in offered):
                return line
            problem = Problem(said.code, {k: v for k, v in said.detail.items() if k != "suggestion"})
        for near in nearby(problem):
            orders = [one.said for one in self._lines(seen, seat, form, near)]
            meant = [one for one in orders if not isinstance(one, Problem | Later)]
            checked = self.check(state, seat, meant)
            is_void = any(one.code in VOID for one in checked.warned.values())
            if orders and len(meant) == len(orders) and not checked.refused and not is_void:
                texts = "; ".join(write(seen, one) for one in meant)
                problem = Problem(problem.code, {**problem.detail, "suggestion": texts})
                break
        return line if problem is said else replace(line, said=problem)

    def check(self, state: State, seat: Seat, orders: Sequence[Order]) -> Checked[Order]:
        """The valid orders. A word about one lot is a word about the bids; units placed now need none of their own."""
        checked = super().check(state, seat, orders)
        unsaid = checked.unsaid
        types, said = {*map(type, unsaid)}, {*map(type, checked.accepted)}
        if Bid in types and Bid in said:
            unsaid = tuple([one for one in unsaid if not isinstance(one, Bid)])
        if Move in types and not (_PLACING.isdisjoint(types) and _PLACING.isdisjoint(said)):
            there = stays(state, seat)
            unsaid = tuple([one for one in unsaid if not isinstance(one, Move) or one.unit in there])
        if unsaid is checked.unsaid:
            return checked
        return Checked(checked.accepted, checked.refused, checked.filled, checked.warned, unsaid)

    def write(self, state: State, seat: Seat, order: Order) -> str:
        """An order in canonical form."""
        return write(state, order)

    def outcome(self, state: State) -> Outcome | None:
        """How the game ended."""
        return state.ended

    def view(self, state: State, seat: Seat | None) -> View:
        """A seat's view."""
        return view(self.board, state, seat)

    def site(self, state: State, seat: Seat) -> str:
        """The space of its ranch."""
        home = state.home(seat)
        return "" if home is None else self.board.name(home)

    def standings(self, view: View) -> Mapping[Seat, int]:
        """Settlements a seat."""
        return {one.seat: one.settlements for one in view.standings}

    def notches(self, view: View, events: Sequence[Event]) -> tuple[Notch, ...]:
        """The things that charts count."""
        return notches(view, events)

    def letter(self, state: State, seat: Seat, word: str) -> str:
        """The scripted player's letter."""
        return letter(self.board, self.view(state, seat), seat, word)

    def holds(self, state: State, seat: Seat, condition: str) -> bool | Problem:
        """Whether a condition of a letter is so."""
        return holds(self.tongue, self.board, self.seats, self.view(state, seat), seat, condition)

    def neighbours(self, state: State, seat: Seat) -> tuple[Seat, ...]:
        """The seats with a unit, or a settlement that is theirs for all to see, beside what this seat has."""
        seen = masked(state, seat)
        spaces = {
            one: {unit.space for unit in seen.units_of(one)}
            | {space for space, lies in seen.settlements.items() if lies.owner == one}
            for one in seen.living
        }
        near = {space for at in spaces.get(seat, ()) for space in (at, *self.board.touching.get(at, ()))}
        return tuple(one for one in seen.living if one != seat and spaces[one] & near)

    def write_position(self, state: State) -> Mapping[str, object]:
        """The state as a position document."""
        return self.position.write(state)

    def read_position(self, document: Document) -> State:
        """A position document as a state."""
        return self.position.read(document)

    def lint(self) -> tuple[Problem, ...]:
        """The faults that make the map unplayable or unfair."""
        return faults(self.board)
