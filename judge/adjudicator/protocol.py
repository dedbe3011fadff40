"""A game as the rest of the Judge knows it: windows that ask seats, orders, steps, events with an audience, views.

Everything here is a frozen value or a pure question. A game is *over* or has exactly one open *window*. Silence is
always legal. `resolve` runs on through every automatic phase to the next window that asks somebody, or to the end.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NewType, Protocol, TypeVar

from judge.adjudicator.value import value

if TYPE_CHECKING:
    from judge.grammar.document import Document
    from judge.grammar.lexicon import Lexicon
    from judge.grammar.shapes import Shapes

Seat = NewType("Seat", str)
"""A role in the game ("france", "lazy-s"), never a person or an address."""

S = TypeVar("S")
O = TypeVar("O")  # noqa: E741 - the letter is the design's: O for order
T = TypeVar("T")

Facts = Mapping[str, object]
"""Plain values only (text, whole numbers, booleans, None, tuples and mappings of these): they are stored as JSON."""

BLANK = "___"
"""The order form that a player fills in."""


@lru_cache(maxsize=1024)
def slug(text: str) -> str:
    """A title as it stands in keys and file names: `Spring 1901, movement` becomes `spring-1901-movement`."""
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")


def kebab(name: str) -> str:
    """A class name as a code: `UnitMoved` becomes `unit-moved`."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", name).lower()


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """Something that happened. `told` is its audience: None for everybody, otherwise exactly these seats."""

    told: frozenset[Seat] | None = None

    @property
    def code(self) -> str:
        """The name templates know the event by: the class name in kebab case."""
        return kebab(type(self).__name__)


@value
class Problem:
    """Why a line or an order cannot stand, as a code with facts. The sentence is a template's business."""

    code: str
    detail: Facts = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Verdict(Event):
    """The result of one order: a result word, an optional detail, and why.

    `result` and `detail` together are the canonical verdict of scenario files: `succeeds, herd stays`.
    `reason` carries the machine code and the facts (who, what strengths) of everything that did not simply succeed.
    """

    seat: Seat
    order: object
    result: str
    detail: str = ""
    reason: Problem | None = None

    @property
    def said(self) -> str:
        """Result and detail as scenario files write them."""
        return f"{self.result}, {self.detail}" if self.detail else self.result


class Rows(Sequence[str]):
    """The rows of an order form, made when somebody looks at them: a letter is mostly read without."""

    def __init__(self, make: Callable[[], Sequence[str]]) -> None:
        self._make = make

    @cached_property
    def _made(self) -> tuple[str, ...]:
        return tuple(self._make())

    def __getitem__(self, place: Any) -> Any:
        return self._made[place]

    def __len__(self) -> int:
        return len(self._made)

    def __eq__(self, other: object) -> bool:
        return self._made == (other._made if isinstance(other, Rows) else other)

    __hash__ = None  # type: ignore[assignment]


@dataclass(frozen=True, slots=True)
class Ask:
    """A question put to one seat. `form` is the start rule its letter is read by.

    `waits`: the window stays open for this seat until it has answered or time is up.
    `lines`: the order form, one line a piece, each with a BLANK to fill in.
    """

    form: str
    waits: bool = True
    lines: Sequence[str] = ()
    facts: Facts = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Window:
    """An open question. `title` is unique in the game's life, `kind` picks time limits and standing letters."""

    title: str
    kind: str
    asks: Mapping[Seat, Ask]

    @property
    def key(self) -> str:
        """The slug of the title: what a reply names the window by."""
        return slug(self.title)


@value
class Later:
    """A line that is an order for a later window of this turn: the shell keeps the text until that kind opens.

    `kind` is the kind of window it is for. It lapses when a window of the kind it was sent in opens again.
    """

    kind: str
    text: str


@value
class Line(Generic[O]):
    """One line of a letter (or one order of several on a line) and what was understood by it."""

    number: int
    text: str
    said: O | Problem | Later
    notes: tuple[Problem, ...] = ()
    """Things overlooked, supplied or guessed on the way: told as warnings, no part of the order."""
    rest: bool = False
    """Whether it is for `all others`: then an order that is in already stays."""
    listed: bool = False
    """Whether it is a mere name that the window makes an order: then it is none beside words that say nothing known."""


@value
class Checked(Generic[O]):
    """A seat's orders after the check: what stands, what is refused or warned of (by index into the orders given),
    and what silence adds for everything not ordered. `accepted + filled` is a complete set.

    `unsaid`: those of `filled` about which the player might have been expected to say something; none: the set is
    complete by their own word."""

    accepted: tuple[O, ...]
    refused: Mapping[int, Problem] = field(default_factory=dict)
    filled: tuple[O, ...] = ()
    warned: Mapping[int, Problem] = field(default_factory=dict)
    unsaid: tuple[O, ...] = ()


@dataclass(frozen=True, slots=True)
class Step(Generic[S]):
    """The result of `setup` and `resolve`: the next state, and all that happened on the way to it."""

    state: S
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended. `reason` is a code: `solo`, `draw`, `last-turn` …"""

    winners: tuple[Seat, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class Notch:
    """One thing that a chart counts for a seat. `column`: under which heading, or against which other seat; none: it
    is what the seat has after the step.

    Charts of any game: `cash`, `gold`; `fights`; `bids` (`bid`, `paid`, `won`); `luck` (`dice` thrown, those that fell
    `well`, how many sixtieths of them were `due`).
    """

    chart: str
    seat: Seat
    column: str = ""
    number: int = 1


@dataclass(frozen=True, slots=True)
class Table:
    """The seats that play, and the options (complete: every option of the game has its value)."""

    seats: tuple[Seat, ...]
    options: Mapping[str, str | int | bool]


@dataclass(frozen=True, slots=True)
class SeatName:
    """A seat's id, its name in prose, and the codes it may be written as."""

    id: Seat
    name: str
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Option:
    """A house rule. `values`: the choices of a named option; `low`/`high`: the bounds of a number."""

    key: str
    default: str | int | bool
    summary: str
    values: tuple[str, ...] = ()
    _: KW_ONLY
    low: int = 0
    high: int = 1_000_000
    rulings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Preset:
    """Options that go well together, by a name: how long a game is, and how it ends. `map_name`: the map they are for
    where it is not the game's own."""

    key: str
    summary: str
    options: Mapping[str, str | int | bool] = field(default_factory=dict)
    map_name: str = ""


class Dice(Protocol):
    """Chance, asked for by label. A label may be used once in a step."""

    def roll(self, label: str, sides: int = 6, *, sealed: bool = False) -> int:
        """A number from 1 to `sides`."""
        ...

    def shuffle(self, label: str, items: Sequence[T], *, sealed: bool = True) -> tuple[T, ...]:
        """The items in a random order."""
        ...


class Game(Protocol[S, O]):
    """One game on one map. Every method is pure, and total on the states the game itself makes."""

    key: ClassVar[str]
    title: ClassVar[str]
    seats: tuple[SeatName, ...]
    seat_range: tuple[int, int]
    usual_seats: tuple[int, ...]
    """The numbers of seats that people play it with; empty: as many as can play."""
    options: tuple[Option, ...]
    presets: tuple[Preset, ...]
    kinds: tuple[str, ...]
    called: Mapping[str, tuple[str, ...]]
    """Of each kind of window, the other words that players have for it."""
    forms_of: Mapping[str, tuple[str, ...]]
    """Of each kind of window, the forms it is answered on."""
    conditions: tuple[str, ...]
    """Example conditions for `IF`, in the players' notation; each is understood in the start position."""
    forms: Mapping[str, tuple[str, ...]]
    """Every form with example orders (in the start position of the game's own map, where that form can be open)."""
    measure: ClassVar[str]
    news: ClassVar[tuple[str, ...]]
    """The codes of the events that reports lead with, the one of the greatest consequence first."""
    """The names of what `standings` counts; empty: nothing that a chart could show."""
    names: Mapping[str, str]
    """Ids as they are in events and views (spaces, cards, kinds) and their names in prose."""
    state_type: type[S]
    order_types: tuple[type, ...]
    final_types: tuple[type, ...]
    """Those that end their seat's play, or, when all say so, everybody's: they need as much proof as RESIGN."""
    event_types: tuple[type, ...]

    @property
    def lexicons(self) -> tuple[Lexicon, ...]:
        """Players' other words for things, besides `names` and `seats`. A line with any of them is never a courtesy."""
        ...

    @property
    def shapes(self) -> Shapes | None:
        """The grammar that its orders are read by: a line with a word of it is never taken for talk."""
        ...

    def setup(self, table: Table, dice: Dice) -> Step[S]:
        """Deal, place, run on to the first window."""
        ...

    def window(self, state: S) -> Window | None:
        """The open window; None: the game is over."""
        ...

    def read(self, state: S, seat: Seat, form: str, text: str) -> tuple[Line[O], ...]:
        """A letter's lines as orders, against what this seat may see. One bad line never spoils the others."""
        ...

    def write(self, state: S, seat: Seat, order: O) -> str:
        """The canonical text of an order; `read` gives the same order back."""
        ...

    def subject(self, order: O) -> Hashable:
        """The subject of an order (a piece, a lot, a list). A later letter replaces only orders on its own subjects."""
        ...

    def check(self, state: S, seat: Seat, orders: Sequence[O]) -> Checked[O]:
        """The orders that count, those refused, those that silence adds. `check(state, seat, ())` is the default."""
        ...

    def resolve(self, state: S, orders: Mapping[Seat, Sequence[O]], dice: Dice) -> Step[S]:
        """Carry out complete order sets, and run on to the next window that asks somebody, or to the end."""
        ...

    def outcome(self, state: S) -> Outcome | None:
        """How the game ended; None while it goes on."""
        ...

    def view(self, state: S, seat: Seat | None) -> object:
        """All that this seat may see (None: the public), as a frozen value. The only way state reaches a template."""
        ...

    def redrawn(self, state: S, seat: Seat | None, dice: Dice) -> S:
        """The state with all that this seat (None: the public) cannot see drawn afresh, from all that it may be by what
        the seat sees. Forecasts are made from it, so that nobody learns a secret by asking."""
        ...

    def standings(self, view: Any) -> Mapping[Seat, int]:
        """The strength of each seat as everybody may see it, from the public view; counted in `measure`."""
        ...

    def may_choose(self, state: S, seat: Seat) -> bool | None:
        """Whether a seat that is asked could do anything but what silence does, by what it alone sees; None where
        that is no secret. For the clock alone: it is told to nobody."""
        ...

    def site(self, state: S, seat: Seat) -> str:
        """Where a seat began, in a game whose seats draw their place: for tables of who wins from where; else ""."""
        ...

    def notches(self, view: Any, events: Sequence[Event]) -> tuple[Notch, ...]:
        """The notches of a step, from the public view after it and the events that everybody was told."""
        ...

    def letter(self, state: S, seat: Seat, word: str) -> str:
        """A scripted player's letter for the open window, from `view(state, seat)` alone. `word` varies the play."""
        ...

    def answer(self, state: S, seat: Seat, text: str) -> tuple[Event, ...]:
        """A free question (such as SIGHT in Gold Rush), answered from the seat's view; () when it is not one."""
        ...

    def holds(self, state: S, seat: Seat, condition: str) -> bool | Problem:
        """Whether a condition of a letter (`IF BUR IS EMPTY`) is so, from `view(state, seat)` alone."""
        ...

    def write_position(self, state: S) -> Mapping[str, object]:
        """The state as a position document; `read_position` gives an equal state back."""
        ...

    def read_position(self, document: Document) -> S:
        """A position document as a state. Raises `DocumentError`, naming every mistake at once."""
        ...

    def lint(self) -> tuple[Problem, ...]:
        """The faults of the map that this game was made with; empty when it can be played."""
        ...


AnyGame = Game[Any, Any]
