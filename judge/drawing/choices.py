"""The choices of a composer of orders: each piece, lot or card, and the orders that can be clicked together.

Everything is a fact. Its words are in templates/site/composer.html.j2, by the codes `said` and `verb`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass, field

from judge.adjudicator.protocol import BLANK
from judge.grammar.lexicon import Lexicon, spellings_of

Pair = tuple[str, str]
"""A name in orders, and the name that people read."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One complete order. `steps`: the clicks for it after its piece, one after another.

    `cost`: the cash it takes; `facts`: more to tell about it (a range, a chance).
    """

    verb: str
    text: str
    steps: tuple[str, ...] = ()
    cost: int = 0
    facts: Mapping[str, str | int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Route:
    """A road from space to space, at most so many steps: `text` with {way} in it."""

    text: str
    start: str
    most: int


@dataclass(frozen=True, slots=True)
class Amount:
    """A sum: `text` with {n} in it. `rungs`: how many sums a ladder may have; `prices`: the prices of so many, where
    they are not the numbers themselves; `none`: the text for no bid; `extra`: the text with more laid on it."""

    text: str
    most: int
    _: KW_ONLY
    rungs: int = 1
    prices: tuple[int, ...] = ()
    none: str = ""
    extra: str = ""


@dataclass(frozen=True, slots=True)
class Several:
    """Some of a list: `text` with {list} in it; `none` and `every`: the words for none and for all."""

    text: str
    items: tuple[Pair, ...]
    _: KW_ONLY
    none: str = ""
    every: str = ""
    cost: int = 0


@dataclass(frozen=True, slots=True)
class Spot:
    """A point of a table: `text` with {x} and {y} in it, in inches; `corners`: the text that joins more points.

    `shape`: the area within reach in a straight line, or where a piece may start; hundredths of an inch.
    """

    text: str
    corners: str = ""
    shape: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Subject:
    """One thing to order. `said`: its name on the page, by a code and names (`of`).

    `heads`: how lines about it begin; `space`: its space on the map; `at`: the spot of its piece, if that is not where
    others of its space are (driven out, it is beside them); `free`: a line with a BLANK, if players may write
    it in their own words; `when`: what may come before each of its orders (the windows of a turn).
    """

    id: str
    said: str
    of: tuple[str, ...] = ()
    choices: tuple[Choice, ...] = ()
    _: KW_ONLY
    space: str = ""
    at: str = ""
    heads: tuple[str, ...] = ()
    free: str = ""
    route: Route | None = None
    amount: Amount | None = None
    several: Several | None = None
    spot: Spot | None = None
    when: tuple[str, ...] = ()
    conditions: bool = True
    """Whether its orders may have a condition."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A condition that can be filled in: `text` with the names of lists in it (`{space} is empty`)."""

    code: str
    text: str


@dataclass(frozen=True, slots=True)
class Conditions:
    """The ways to make an order depend on something: `{order}`, `{other}` and `{if}` are the parts.

    `one`: with no other order in its place; `two`: with one. `lists`: the names that may be used.
    """

    one: str
    two: str
    asked: tuple[Asked, ...] = ()
    lists: Mapping[str, tuple[Pair, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Sheet:
    """The table that orders are clicked on: the places of spaces on the picture, their neighbours, their names, and how
    a click becomes inches (`plane`: left, top, scale, depth)."""

    spots: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    near: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    names: Mapping[str, str] = field(default_factory=dict)
    plane: Mapping[str, int] | None = None
    _: KW_ONLY
    ring: int = 24
    """The distance of a ring around the pieces of a space from its middle."""
    rim: tuple[tuple[float, float], ...] = ()
    """The corners of a space beside its middle, if a space is marked along them and not by a ring."""
    own: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The spots of each seat's pieces, for a window that asks about none of them."""


@dataclass(frozen=True, slots=True)
class Speech:
    """How a line is recognised as one of the game's: a grammar file with its starts, and the names behind each sign.

    `heads`: names that have another sign at the beginning of a line; `inches`: numbers and points are signs as well.
    """

    grammar: str
    starts: tuple[str, ...]
    signs: Mapping[str, tuple[str, ...]]
    _: KW_ONLY
    heads: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    inches: bool = False

    @classmethod
    def of(cls, grammar: str, starts: tuple[str, ...], signs: Mapping[str, Lexicon]) -> Speech:
        """With all names of the things behind each sign."""
        return cls(grammar, starts, {sign: spellings_of(lexicon) for sign, lexicon in signs.items()})


def from_line(number: int, line: str) -> Subject:
    """A line of the order form as a subject: its blank may be filled in, its comment is its label."""
    order, _, comment = line.partition("//")
    label = order.replace(BLANK, "…").strip()
    said = f"{label} ({comment.strip()})" if comment.strip() else label
    head = order.partition(BLANK)[0].strip()
    free = order.strip() if BLANK in order else ""
    return Subject(f"line-{number}", "line", (said,), free=free, heads=(head,) if head else (), conditions=False)
