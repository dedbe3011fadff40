"""Land Barons as the Judge plays it: the protocol's questions, each answered by the file of its rule."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import replace
from typing import ClassVar

from judge.adjudicator.protocol import (
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
    Window,
)
from judge.grammar.document import Document
from judge.grammar.options import OptionError, complete_options
from judge.variants.land_barons.board import faults, read_board
from judge.variants.land_barons.check import check, subject
from judge.variants.land_barons.counters import HIDDEN, RANCH, RECRUITS, SETTLEMENTS, UNITS
from judge.variants.land_barons.events import EVENT_TYPES
from judge.variants.land_barons.making import Making, renumbered
from judge.variants.land_barons.notation.read import Letter
from judge.variants.land_barons.notation.write import write
from judge.variants.land_barons.options import OPTIONS
from judge.variants.land_barons.orders import ORDER_TYPES, Order
from judge.variants.land_barons.player import letter
from judge.variants.land_barons.position_read import read_position
from judge.variants.land_barons.position_write import write_position
from judge.variants.land_barons.setup import ranch_sites
from judge.variants.land_barons.sight import CONDITIONS, holds
from judge.variants.land_barons.state import Settlement, State
from judge.variants.land_barons.turn import begin, run_on
from judge.variants.land_barons.view import View, masked, view
from judge.variants.land_barons.windows import KINDS, window

SEATS = (
    SeatName(Seat("ok-corral"), "The OK Corral", ("OK", "OKC")),
    SeatName(Seat("lazy-b"), "The Lazy B", ("LB", "LAZ")),
    SeatName(Seat("graham"), "The Graham Ranch", ("GRA",)),
    SeatName(Seat("johnson"), "The Johnson Ranch", ("JOH",)),
)
FORMS: dict[str, tuple[str, ...]] = {
    "pay-and-bids": ("pay all", "pay all but Regulator 2", "bid 12/15/17 on lot 1", "no bid on lot 2"),
    "pay": ("pay all", "pay none", "pay only Regulator"),
    "bids": ("bid 5 on lot 1", "bid 3/4 on lot 2"),
    "build-and-raid": ("bid 5 for order", "Baron stands", "2 Regulators stand", "lose Regulators", "fights 0101, 0202"),
    "build": ("recruit none", "lose Cowboys, Regulators"),
    "order-bid": ("bid 0 for order", "retreat 0101, 0202"),
    "raid": ("all stand", "Baron stands"),
    "ranches": ("ranch {site}",),
    "deal": ("give up",),
}


class LandBarons:
    """The game on one map."""

    key: ClassVar[str] = "land-barons"
    title: ClassVar[str] = "Land Barons"
    measure: ClassVar[str] = "Settlements"
    seats: tuple[SeatName, ...] = SEATS
    options: tuple[Option, ...] = OPTIONS
    kinds: tuple[str, ...] = KINDS
    conditions: tuple[str, ...] = CONDITIONS
    state_type: type[State] = State
    order_types: tuple[type, ...] = ORDER_TYPES
    event_types: tuple[type, ...] = EVENT_TYPES

    def __init__(self, document: Document) -> None:
        self.board = read_board(document)
        self.seat_range: tuple[int, int] = self.board.players
        site = next(iter(self.board.ranch_sites()), "0101")
        self.forms: Mapping[str, tuple[str, ...]] = {
            form: tuple(line.format(site=site) for line in lines) for form, lines in FORMS.items()
        }
        self.names: Mapping[str, str] = {
            **{key: kind.name for key, kind in SETTLEMENTS.items()},
            **{key: kind.name for key, kind in RECRUITS.items()},
            **{key: kind.name for key, kind in UNITS.items()},
            RANCH: "Ranch",
            HIDDEN: "face-down settlement",
            **{space: self.board.name(space) for space in self.board.names},
        }

    def setup(self, table: Table, dice: Dice) -> Step[State]:
        """Ranches, counters, the first revenue and the first lots."""
        making = Making(self.board, dice, State(dict(table.options), tuple(table.seats), "pay-and-bids"))
        begin(making)
        return self._made(making)

    def window(self, state: State) -> Window | None:
        """The open window."""
        return window(state)

    def read(self, state: State, seat: Seat, form: str, text: str) -> tuple[Line[Order], ...]:
        """A letter's lines, against what the seat sees."""
        return Letter(self.board, masked(state, seat), seat, self.seats, form).read(text)

    def write(self, state: State, seat: Seat, order: Order) -> str:
        """An order in canonical form."""
        return write(state, order)

    def subject(self, order: Order) -> Hashable:
        """The unit, lot, counter or list an order is about."""
        return subject(order)

    def check(self, state: State, seat: Seat, orders: Sequence[Order]) -> Checked[Order]:
        """What stands, against what the seat sees."""
        return check(self.board, masked(state, seat), seat, orders)

    def resolve(self, state: State, orders: Mapping[Seat, Sequence[Order]], dice: Dice) -> Step[State]:
        """Carry out the window's orders and run on."""
        making = Making(self.board, dice, state)
        run_on(making, {seat: orders[seat] for seat in state.seats if seat in orders})
        return self._made(making)

    def _made(self, making: Making) -> Step[State]:
        return Step(renumbered(making.state), tuple(making.events))

    def outcome(self, state: State) -> Outcome | None:
        """How the game ended."""
        return state.ended

    def view(self, state: State, seat: Seat | None) -> View:
        """What a seat may see."""
        return view(self.board, state, seat)

    def standings(self, view: View) -> Mapping[Seat, int]:
        """The strength of each seat as everybody may see it."""
        return {one.seat: one.settlements for one in view.standings}

    def letter(self, state: State, seat: Seat, word: str) -> str:
        """The scripted player's letter."""
        return letter(self.board, self.view(state, seat), seat, word)

    def answer(self, state: State, seat: Seat, text: str) -> tuple[Event, ...]:
        """Land Barons has no free questions: all there is to know is on the table."""
        return ()

    def holds(self, state: State, seat: Seat, condition: str) -> bool | Problem:
        """Whether a condition of a letter is so."""
        return holds(self.board, self.seats, self.view(state, seat), seat, condition)

    def write_position(self, state: State) -> Mapping[str, object]:
        """The state as a position document."""
        return write_position(state, OPTIONS)

    def read_position(self, document: Document) -> State:
        """A position document as a state."""
        given = document.value.get("options") if isinstance(document.value, dict) else None
        if given is not None and not isinstance(given, dict):
            raise document.error("options are `key: value`", "options")
        try:
            options = complete_options(self, given or {})
        except OptionError as error:
            raise document.error(str(error), "options") from None
        state = read_position(self.board, self.seats, options, document)
        if state.phase == "ranches" and not ranch_sites(self.board, state):
            # Before the ranches are placed the settlement spaces are the map's own, unless the document lists them.
            sites = {space: Settlement(kind) for space, kind in sorted(self.board.sites.items())}
            state = replace(state, settlements={**sites, **state.settlements})
        return state

    def lint(self) -> tuple[Problem, ...]:
        """What makes the map unplayable or unfair."""
        return faults(self.board)
