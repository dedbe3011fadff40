"""The table while goes are carried out: the state's pieces by code, and what happened so far.

A field is made from a state, changed by the rules one after another, and frozen into the next state. It never
outlives one `resolve`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cached_property

from judge.adjudicator.dice import KeyedDice
from judge.adjudicator.plane import Point, squared
from judge.adjudicator.protocol import Dice, Event, Problem, Seat
from judge.variants.gold_rush.ground import Ground, base_between, ground_of, in_contact, overlap
from judge.variants.gold_rush.latest import Latest
from judge.variants.gold_rush.orders import Choice, Go, Stand
from judge.variants.gold_rush.packs import HORSE
from judge.variants.gold_rush.state import UP, Beast, Figure, Horse, Mule, State

Ruling = tuple[Problem | None, Problem | None]
"""Why an order is refused, else what is warned of."""


class Field:
    """Figures, mules, horses and beasts by code, on the ground."""

    def __init__(self, state: State, dice: Dice) -> None:
        self.state = state
        self.dice = dice
        self.turn = state.turn
        self.options = state.options
        self.groups = state.groups
        self.width, self.depth = state.width, state.depth
        self.ground: Ground = ground_of(state.scenery)
        self.figures = {figure.code: figure for figure in state.figures}
        self.mules = {mule.code: mule for mule in state.mules}
        self.horses = {f"{HORSE}{horse.number}": horse for horse in state.horses}
        self.beasts = {beast.code: beast for beast in state.beasts}
        self.kills = dict(state.kills)
        self.spent = state.spent
        self.came = state.came
        self.mounties = state.mounties
        self.events: list[Event] = []
        self._bases: tuple[tuple[str, Point], ...] | None = None

    def frozen(self) -> State:
        """The state as it is now."""
        return replace(
            self.state,
            figures=tuple(self.figures.values()),
            mules=tuple(self.mules.values()),
            horses=tuple(self.horses.values()),
            beasts=tuple(self.beasts.values()),
            kills=dict(self.kills),
            spent=self.spent,
            came=self.came,
        )

    def tell(self, *events: Event) -> None:
        """Something happened."""
        self.events.extend(events)

    def put(self, piece: Figure | Mule | Horse | Beast) -> None:
        """A piece as it is now."""
        self._bases = None
        if isinstance(piece, Figure):
            self.figures[piece.code] = piece
        elif isinstance(piece, Mule):
            self.mules[piece.code] = piece
        elif isinstance(piece, Horse):
            self.horses[f"{HORSE}{piece.number}"] = piece
        else:
            self.beasts[piece.code] = piece

    def at(self, code: str) -> Point | None:
        """Where a figure, mule, horse or beast is; None when it is nowhere on the table."""
        piece = self.figures.get(code) or self.mules.get(code) or self.horses.get(code) or self.beasts.get(code)
        return None if piece is None else piece.at

    def bases(self, *without: str) -> Iterator[tuple[str, Point]]:
        """Every base on the table but some."""
        return (one for one in self.all_bases() if one[0] not in without)

    def all_bases(self) -> tuple[tuple[str, Point], ...]:
        """Every base on the table: living figures, mules, beasts; dead ones and loose horses have none (GR-Q44)."""
        if self._bases is None:
            figures = ((one.code, one.at) for one in self.figures.values() if one.at is not None and one.status == UP)
            mules = ((one.code, one.at) for one in self.mules.values() if one.at is not None and not one.dead)
            beasts = ((one.code, one.at) for one in self.beasts.values() if not one.dead)
            self._bases = (*figures, *mules, *beasts)
        return self._bases

    def has_base(self, code: str) -> bool:
        """Whether a piece has a base that others may not overlap."""
        return any(code == other for other, _ in self.all_bases())

    def are_friends(self, seat: Seat, code: str) -> bool:
        """Whether a base is of one's own side: it may be walked through (GR-Q3). Mules are the Mounties'."""
        figure = self.figures.get(code)
        if figure is not None:
            return figure.seat == seat
        return code in self.mules and seat == self.mounties

    def is_free(self, at: Point, *without: str) -> bool:
        """Whether a base here would overlap nobody's."""
        return not any(overlap(at, other) for _, other in self.bases(*without))

    def on_table(self, at: Point) -> bool:
        """Whether a middle is on the table; its edge belongs to it."""
        return 0 <= at[0] <= self.width and 0 <= at[1] <= self.depth

    def blocker(self, code: str, other: str) -> str:
        """The thing that keeps one piece from seeing another, "" when it sees it."""
        a, b = self.at(code), self.at(other)
        if a is None or b is None:
            return "off"
        found = self.ground.blocker(a, b)
        if not found and self.options["figures_block"]:
            found = base_between(a, b, self.bases(code, other))
        return found

    def sees(self, code: str, other: str) -> bool:
        """Line of sight between two pieces (GR-29, GR-Q5)."""
        return not self.blocker(code, other)

    def touching(self, code: str) -> tuple[str, ...]:
        """The pieces in contact with one, nearest first, then by code."""
        here = self.at(code)
        if here is None:
            return ()
        found = [
            (squared(here, there), other) for other, there in self.places() if other != code and in_contact(here, there)
        ]
        return tuple(other for _, other in sorted(found))

    def places(self) -> Iterator[tuple[str, Point]]:
        """Everything on the table with its place, dead or alive."""
        for pieces in (self.figures, self.mules, self.horses, self.beasts):
            for code, piece in pieces.items():
                if piece.at is not None:
                    yield code, piece.at

    def is_touching(self, code: str, other: str) -> bool:
        """Base contact of two pieces (GR-Q44)."""
        a, b = self.at(code), self.at(other)
        return a is not None and b is not None and in_contact(a, b)

    def own(self, seat: Seat) -> tuple[Figure, ...]:
        """A seat's figures by number."""
        return tuple(figure for figure in self.figures.values() if figure.seat == seat)


class Still(Field):
    """The table as it lies, to look at: nothing is put on it."""

    def __init__(self, state: State) -> None:
        super().__init__(state, KeyedDice(b"looking rolls nothing"))
        self.ruled_for: Seat | None = None
        self.ruled: dict[str, tuple[Go, Ruling]] = {}
        """What was ruled of the orders that were checked last, by their figures: a letter's are checked once while it
        is heard and once when it is told, and no other letter has the same. `ruled_for`: whose they are."""

    @cached_property
    def able(self) -> Mapping[Seat, tuple[Figure, ...]]:
        """Everybody who can act, by their seats and numbers."""
        standing = sorted((one for one in self.figures.values() if one.is_able), key=lambda one: one.number)
        return {seat: tuple(one for one in standing if one.seat == seat) for seat in self.groups}

    @cached_property
    def unordered(self) -> Mapping[Seat, Mapping[str, Go]]:
        """Everybody's go where nothing is ordered: they go on with their plans, or do nothing (GR-Q41, GR-Q53)."""
        return {
            seat: {one.code: one.plan or Go(one.code, (Choice(Stand()),)) for one in able}
            for seat, able in self.able.items()
        }

    def put(self, piece: Figure | Mule | Horse | Beast) -> None:
        """Others look at it as well."""
        raise TypeError("This table is only looked at: make a Field of its state.")


still = Latest(Still)
"""The table of a state."""

NEAR = (
    (102, 0), (99, 26), (89, 51), (72, 72), (51, 89), (26, 99), (0, 102), (-26, 99),
    (-51, 89), (-72, 72), (-89, 51), (-99, 26), (-102, 0), (-99, -26), (-89, -51), (-72, -72),
    (-51, -89), (-26, -99), (0, -102), (26, -99), (51, -89), (72, -72), (89, -51), (99, -26),
)  # fmt: skip
"""Twenty-four places round a base, all in contact with it (squared distance 10000 to 11025)."""
