"""A phase as one value, and the game that a tuple of phases makes.

A `Phase` holds everything about one kind of window; a game is its phases, its values and a way from one phase to the
next. Every function of a phase takes the board first, then the state as the seat may see it.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from judge.adjudicator.protocol import Ask, Checked, Dice, Event, Notch, Outcome, Preset, Problem, Seat, Step, Window

if TYPE_CHECKING:
    from judge.grammar.lexicon import Lexicon
    from judge.grammar.shapes import Shapes

B = TypeVar("B")
S = TypeVar("S")
O = TypeVar("O")  # noqa: E741 - as in the protocol


def nothing(board: Any, state: Any, seat: Seat, kept: Sequence[Any]) -> Sequence[Any]:
    """Silence means nothing more than was ordered."""
    return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Phase(Generic[B, S, O]):
    """One kind of window. `forms`: the forms it is answered on, each with example orders.

    `asks`: the seats it asks, by public facts alone, each with the lines of the order form. `check`: the valid orders
    of a set, and those refused or warned of. `silence`: the orders added to the valid ones. `resolve`: carry out
    complete sets; the game runs on from there. `also`: other words that players have for this kind. `optional`: types
    of orders that a set may lack and still be complete.
    """

    kind: str
    title: Callable[[B, S], str]
    forms: Mapping[str, tuple[str, ...]]
    asks: Callable[[B, S], Mapping[Seat, Ask]]
    check: Callable[[B, S, Seat, Sequence[O]], Checked[O]]
    resolve: Callable[[B, S, Mapping[Seat, Sequence[O]], Dice], Step[S]]
    silence: Callable[[B, S, Seat, Sequence[O]], Sequence[O]] = nothing
    also: tuple[str, ...] = ()
    optional: tuple[type, ...] = ()


def _together(game: type[PhasedGame[Any, Any, Any]], kind: str, what: str) -> tuple[str, ...]:
    """The properties that all phases of a kind share."""
    return tuple(dict.fromkeys(one for phase in game.phases if phase.kind == kind for one in getattr(phase, what)))


class PhasedGame(Generic[B, S, O]):
    """The protocol's answers from a tuple of phases. A game adds its values, its reading and its view."""

    phases: ClassVar[tuple[Phase[Any, Any, Any], ...]]
    _phase_of: ClassVar[Mapping[str, Phase[Any, Any, Any]]]
    """By kind the first phase of it."""
    kinds: tuple[str, ...]
    called: Mapping[str, tuple[str, ...]]
    forms_of: Mapping[str, tuple[str, ...]]
    forms: Mapping[str, tuple[str, ...]]
    usual_seats: tuple[int, ...] = ()
    presets: tuple[Preset, ...] = ()
    final_types: tuple[type, ...] = ()
    measure: ClassVar[str] = ""
    news: ClassVar[tuple[str, ...]] = ()
    """The names of what `standings` counts; empty: nothing that a chart could show."""
    board: B
    _seen: tuple[S, Seat, S] | None = None
    _asked: tuple[S, Window | None] | None = None
    """The state last asked about, and its window: one letter asks for it again and again."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if "phases" in cls.__dict__:
            cls.kinds = tuple(dict.fromkeys(phase.kind for phase in cls.phases))
            cls._phase_of = {phase.kind: phase for phase in reversed(cls.phases)}
            cls.called = {kind: _together(cls, kind, "also") for kind in cls.kinds}
            cls.forms_of = {kind: _together(cls, kind, "forms") for kind in cls.kinds}
            cls.forms = {form: lines for phase in cls.phases for form, lines in phase.forms.items()}

    @property
    def lexicons(self) -> tuple[Lexicon, ...]:
        """Players call things as `names` and `seats` say."""
        return ()

    @property
    def shapes(self) -> Shapes | None:
        """It reads its orders by no grammar."""
        return None

    def open(self, state: S) -> str | None:
        """The kind of the open window; None: the game is over."""
        raise TypeError(f"{type(self).__name__} does not say which of its phases is open")

    def phase(self, state: S) -> Phase[B, S, O] | None:
        """The open phase; None: the game is over."""
        kind = self.open(state)
        return self._phase_of.get(kind) if kind is not None else None

    def masked(self, state: S, seat: Seat) -> S:
        """The state with everything hidden that this seat cannot see: its letter is read and checked against this."""
        return state

    def seen(self, state: S, seat: Seat) -> S:
        """The same, remembered for the state and the seat that were asked of last."""
        known = self._seen
        if known is None or known[0] is not state or known[1] != seat:
            known = self._seen = state, seat, self.masked(state, seat)
        return known[2]

    def redrawn(self, state: S, seat: Seat | None, dice: Dice) -> S:
        """A possible state by all that this seat sees; if nothing is hidden, the real one."""
        return state

    def window(self, state: S) -> Window | None:
        """The open window, put to those who have something to order in it."""
        known = self._asked
        if known is None or known[0] is not state:
            known = self._asked = state, self._window(state)
        return known[1]

    def _window(self, state: S) -> Window | None:
        """The same, worked out."""
        phase = self.phase(state)
        asks = phase.asks(self.board, state) if phase is not None else {}
        return Window(phase.title(self.board, state), phase.kind, asks) if phase is not None and asks else None

    def check(self, state: S, seat: Seat, orders: Sequence[O]) -> Checked[O]:
        """The valid orders, the refused ones, and what silence adds, against the seat's view."""
        phase = self.phase(state)
        if phase is None:
            return Checked((), {index: Problem("game-over") for index in range(len(orders))})
        seen = self.seen(state, seat)
        checked = phase.check(self.board, seen, seat, orders)
        filled = tuple(phase.silence(self.board, seen, seat, checked.accepted))
        unsaid = filled
        if phase.optional:
            unsaid = tuple(order for order in filled if not isinstance(order, phase.optional))
        return Checked(checked.accepted, checked.refused, filled, checked.warned, unsaid)

    def resolve(self, state: S, orders: Mapping[Seat, Sequence[O]], dice: Dice) -> Step[S]:
        """Carry out complete order sets, and run on to the next window that asks somebody, or to the end."""
        phase = self.phase(state)
        return self.run_on(phase.resolve(self.board, state, orders, dice), dice) if phase else Step(state, ())

    def run_on(self, step: Step[S], dice: Dice) -> Step[S]:
        """From a phase just carried out to the next one that asks somebody."""
        return step

    def subject(self, order: O) -> Hashable:
        """The order's subject: each type of order gives its own."""
        return order.subject  # type: ignore[attr-defined, no-any-return]

    def outcome(self, state: S) -> Outcome | None:
        """How the game ended; None while it goes on."""
        return state.over  # type: ignore[attr-defined, no-any-return]

    def answer(self, state: S, seat: Seat, text: str) -> tuple[Event, ...]:
        """There is nothing to ask that the report does not say."""
        return ()

    def may_choose(self, state: S, seat: Seat) -> bool | None:
        """Everybody who is asked has something to choose."""
        return None

    def site(self, state: S, seat: Seat) -> str:
        """Seats do not draw where they begin."""
        return ""

    def standings(self, view: Any) -> Mapping[Seat, int]:
        """The strength of each seat as everybody may see it, from the public view; counted in `measure`."""
        return {}

    def notches(self, view: Any, events: Sequence[Event]) -> tuple[Notch, ...]:
        """Charts count nothing but strength."""
        return ()
