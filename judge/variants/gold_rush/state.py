"""The state of a game: figures, mules, horses, beasts and scenery on a table measured in hundredths of an inch."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from judge.adjudicator.plane import Point, Polygon
from judge.adjudicator.protocol import Outcome, Seat
from judge.variants.gold_rush.orders import Go

UP, DEAD, GONE = "up", "dead", "gone"

DEAL, SETUP, FIGURES, GO, OVER = "deal", "table", "figures", "go", "over"
"""The stages: the deal (only where a position asks for it), laying the table, placing figures, goes, the end."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scenery:
    """A piece of scenery (GR-Q4). `height` in hundredths; figures may be on it when `climb`."""

    code: str
    kind: str
    name: str
    polygon: Polygon = field(hash=False)  # all pieces of a map are the key to what is known of it
    blocks_sight: bool = False
    blocks_move: bool = False
    cover: str = "none"
    height: int = 0
    climb: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """A figure. `at` is None before it is placed and once it has left; a dead one stays where it fell (GR-Q28).

    `out`: how many of its own goes it still loses. `foes`: who attacked it since its last go; `attacked`: how many
    figures attacked it this turn. `horse`: the number of the horse under it, 0 on foot.
    """

    code: str
    seat: Seat
    weapon: str
    loaded: int
    reloads: int
    at: Point | None = None
    gold: int = 0
    horse: int = 0
    out: int = 0
    status: str = UP
    attacked: int = 0
    foes: tuple[str, ...] = ()
    plan: Go | None = None
    """The plan it goes on with when nothing else is ordered: its player's secret (GR-Q53)."""

    @property
    def number(self) -> int:
        """Its number in its group."""
        return int(self.code[1:])

    @property
    def is_living(self) -> bool:
        """On the table and not dead, conscious or not."""
        return self.status == UP and self.at is not None

    @property
    def is_able(self) -> bool:
        """Living and not knocked out."""
        return self.status == UP and self.at is not None and self.out == 0


@dataclass(frozen=True, slots=True)
class Mule:
    """A mule of the Mounties with its boxes and bags (GR-42 to GR-44, GR-Q13). `led`: it has moved this turn."""

    code: str
    at: Point | None = None
    boxes: int = 0
    gold: int = 0
    led: bool = False
    dead: bool = False


@dataclass(frozen=True, slots=True)
class Horse:
    """A horse: under its rider (`at` None), loose on the table, or gone with a rider who left (GR-Q34, GR-Q46)."""

    number: int
    rider: str = ""
    at: Point | None = None


@dataclass(frozen=True, slots=True)
class Beast:
    """A bear or a wolf on the table (GR-54, GR-55). Dead ones stay as markers without a base."""

    code: str
    at: Point
    dead: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """A whole game. Nothing in it is secret but what the option `hidden` makes so."""

    options: Mapping[str, str | int | bool]
    seats: tuple[Seat, ...]
    groups: Mapping[Seat, str]
    order: tuple[Seat, ...]
    stage: str
    turn: int
    going: int
    width: int
    depth: int
    scenery: tuple[Scenery, ...]
    mines: Mapping[Seat, Point]
    town: Point | None
    edge: str
    bags: Mapping[Seat, int]
    cards: Mapping[Seat, int]
    figures: tuple[Figure, ...]
    mules: tuple[Mule, ...] = ()
    horses: tuple[Horse, ...] = ()
    beasts: tuple[Beast, ...] = ()
    came: tuple[str, ...] = ()
    kills: Mapping[Seat, int] = field(default_factory=dict)
    spent: int = 0
    result: Outcome | None = None

    @property
    def mounties(self) -> Seat | None:
        """The seat that leads the Mounties; None in a position without them."""
        return next((seat for seat in self.seats if self.groups[seat] == "mounties"), None)

    @property
    def tempo(self) -> str:
        """`brisk` or `strict`."""
        return str(self.options["tempo"])
