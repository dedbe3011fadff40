"""The letter that an order belongs to: those of a later one are kept for it."""

from __future__ import annotations

from functools import cached_property

from judge.adjudicator.protocol import Later, Problem
from judge.variants.hell_on_wheels.found import Said
from judge.variants.hell_on_wheels.moments import CARD_PHASES, home_of, is_slot, moments, span
from judge.variants.hell_on_wheels.orders import ANY, REST, Bid, Build, Extra, Gift, Keep, Order, Pass, Play
from judge.variants.hell_on_wheels.state import State
from judge.variants.hell_on_wheels.writing import Writer


class Homes:
    """Where the orders of a letter belong that is read by one form."""

    def __init__(self, state: State, form: str, writer: Writer) -> None:
        self.state = state
        self.form = form
        self.writer = writer
        self.strict = state.strict

    def sorted(self, order: Order) -> Said:
        """The order, or the order kept for the letter it belongs to."""
        home = self._home(order)
        if isinstance(home, Problem):
            return home
        return order if home == self.form else Later(home, self.writer.order(order))

    def next_turn(self, order: Order) -> tuple[Problem, ...]:
        """A window that is over this turn is that of the next one, and that is said."""
        slot = order.slot if isinstance(order, Play) else order.of if isinstance(order, Pass) else ""
        if self.strict or not is_slot(slot) or slot == "after-10" or self.form == "chance":
            return ()
        over = slot in self._course and self._course.index(slot) < self._course.index(self._moment)
        return (Problem("next-turn", {"slot": slot, "turn": self.state.turn + 1}),) if over else ()

    @property
    def number_alone(self) -> str:
        """The meaning of a number by itself in this letter: the one thing that is a number, if there is one."""
        if self.form == "bid" and (self.strict or self.state.options["deadlines"] == 3):
            return "bid"
        return "draw" if self.form == "extra" else ""

    def _home(self, order: Order) -> str | Problem:
        """The form of the letter that has this order."""
        match order:
            case Bid() | Gift():
                return "bid"
            case Extra():
                return "bid" if not self.strict and self.state.options["deadlines"] == 2 else "extra"
            case Keep():
                return "discard" if self.strict else "building"
            case Build(phase, _):
                return phase if self.strict else "building"
            case Pass(of) if of in CARD_PHASES:
                return of if self.strict else "building"
            case Pass(of) if of in ("all", REST):
                return self.form
            case Pass(of):
                return self._home_of(of, order)
            case Play(slot, _):
                return self._home_of(slot, order)

    def _home_of(self, slot: str, order: Order) -> str | Problem:
        """The letter that has a window; strict games ask in each window by itself."""
        if self.strict:
            return "chance" if self.form == "chance" else Problem("later-window", {"text": self.writer.order(order)})
        if slot == ANY:
            return self.form
        if self.form == "chance":
            late = {"text": self.writer.order(order)}
            return self.form if slot == "after-10" else Problem("no-window-left", late)
        home = home_of(slot, self.state.options)
        if self.form == home and slot not in self._covered:
            return Problem("window-over", {"slot": slot})
        return home

    @cached_property
    def _course(self) -> tuple[str, ...]:
        """The moments of this turn."""
        return moments(self.state.turn, self.state.options)

    @cached_property
    def _covered(self) -> tuple[str, ...]:
        """The moments that the letter covers."""
        return span(self.state.turn, self._moment, self.state.options)

    @cached_property
    def _moment(self) -> str:
        """The moment of the letter's deadline (a letter may also be read while another window is open)."""
        if self.form == "bid":
            return self._course[0]
        if self.form == "building":
            return "after-2" if self.state.options["deadlines"] == 2 else "civilized"
        return "extra" if self.state.options["deadlines"] == 3 else "after-2"
