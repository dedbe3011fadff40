"""The events, as facts.

Measures are hundredths of an inch; bags and rounds are None where they are nobody's business.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from judge.adjudicator.plane import Point
from judge.adjudicator.protocol import Event, Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class MountiesChosen(Event):
    """Nobody held the Mounties: the highest die swaps its group for them (GR-17, GR-Q9)."""

    rolls: Mapping[Seat, tuple[int, ...]]
    seat: Seat
    instead_of: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GoesRolled(Event):
    """The order of goes for the whole game (GR-22, GR-Q16)."""

    rolls: Mapping[Seat, tuple[int, ...]]
    order: tuple[Seat, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class AmmoCount(Event):
    """Which count of shots the game uses (GR-Q48)."""

    reloads: int
    revolver: int
    shotgun: int


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupDealt(Event):
    """A group's Figure, Gold and Weapon cards (GR-18 to GR-20). `bags` None: hidden."""

    seat: Seat
    group: str
    figures: int
    bags: int | None
    weapons: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class MinePlaced(Event):
    """A mine was placed (GR-Q10). `by`: `order` or `default`."""

    seat: Seat
    at: Point
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TownPlaced(Event):
    """The town is on the table."""

    at: Point
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class EdgeChosen(Event):
    """Where the Mounties come from; the Native Indians start opposite (GR-14, GR-16)."""

    edge: str
    opposite: str
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Deployed(Event):
    """A group is on the table."""

    seat: Seat
    codes: tuple[str, ...]
    by_order: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Distributed(Event):
    """The carriers of the group's gold (GR-40, GR-Q13)."""

    seat: Seat
    bags: Mapping[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class MovementCard(Event):
    """A group's Movement card for a turn (GR-25, GR-Q15)."""

    seat: Seat
    turn: int
    inches: int


@dataclass(frozen=True, slots=True, kw_only=True)
class GoBegan(Event):
    """A group's go in a turn."""

    seat: Seat
    turn: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Moved(Event):
    """A figure moved. `path` begins where it was; `stop` says how it was stopped short, `by` who or what."""

    figure: str
    seat: Seat
    path: tuple[Point, ...]
    length: int
    mounted: bool = False
    stop: str = ""
    by: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mounted(Event):
    """A figure got on a horse, which stood `at` a point."""

    figure: str
    seat: Seat
    horse: int
    at: Point | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Dismounted(Event):
    """A figure got off its horse, which stays."""

    figure: str
    seat: Seat
    horse: int
    at: Point


@dataclass(frozen=True, slots=True, kw_only=True)
class Jumped(Event):
    """A figure jumped down and drew a Fisticuffs card (GR-53, GR-Q36)."""

    figure: str
    seat: Seat
    drop: int
    at: Point
    card: str
    moves: int


@dataclass(frozen=True, slots=True, kw_only=True)
class MuleLed(Event):
    """A mule was led (GR-Q25)."""

    figure: str
    seat: Seat
    mule: str
    start: Point
    end: Point


@dataclass(frozen=True, slots=True, kw_only=True)
class Left(Event):
    """A figure left the table, with its gold (GR-Q39)."""

    figure: str
    seat: Seat
    edge: str
    at: Point
    bags: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Fired(Event):
    """Shots at one target: range, pack, the cards of each shot, whether the last killed (GR-26 to GR-33)."""

    figure: str
    seat: Seat
    target: str
    start: Point
    end: Point
    range: int
    pack: str
    shots: tuple[tuple[str, ...], ...]
    hit: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Killed(Event):
    """A figure is dead; a rider's horse stays (GR-Q35)."""

    figure: str
    seat: Seat
    by: str
    at: Point
    horse: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class AnimalKilled(Event):
    """A beast, or by option a mule, is dead."""

    animal: str
    by: str
    at: Point


@dataclass(frozen=True, slots=True, kw_only=True)
class Punched(Event):
    """One Fisticuffs card (GR-46 to GR-48)."""

    figure: str
    target: str
    card: str
    moves: int
    at: Point


@dataclass(frozen=True, slots=True, kw_only=True)
class KnockedOut(Event):
    """A figure is out for so many of its own goes (GR-Q32); a rider falls (GR-Q34)."""

    figure: str
    seat: Seat
    moves: int
    at: Point
    horse: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class GoLost(Event):
    """A knocked-out figure loses a go; `left` more to come."""

    figure: str
    seat: Seat
    left: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Reloaded(Event):
    """A gun was filled."""

    figure: str
    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class BoxBought(Event):
    """A box at the shop for a bag."""

    figure: str
    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class AmmoTaken(Event):
    """A box off a mule, or the rounds of a dead figure. `loaded`: a Mountie's gun is filled at once."""

    figure: str
    seat: Seat
    source: str
    loaded: bool
    boxes_left: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class GoldTaken(Event):
    """Bags changed hands. `how`: `friend`, `dead`, `knocked-out`, `mule`."""

    figure: str
    seat: Seat
    source: str
    how: str
    bags: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class GoldGiven(Event):
    """Bags to a friend, a mule, or by option to another group's figure."""

    figure: str
    seat: Seat
    to: str
    bags: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnCount(Event):
    """For the owner alone where counts are hidden: what the figure now has."""

    figure: str
    seat: Seat
    loaded: int
    reloads: int
    bags: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BeastRolled(Event):
    """The two dice for a bear or wolves (GR-54, GR-55); `number` enter."""

    kind: str
    dice: tuple[int, int]
    number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BeastMoved(Event):
    """A beast's direction (1 to 12, clockwise from north), card and way."""

    beast: str
    direction: int
    inches: int
    path: tuple[Point, ...]
    stop: str = ""
    by: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupGone(Event):
    """A group has no figure left on the table."""

    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Counted(Event):
    """The end of the last turn, or of the game: what each group counts (GR-Q38)."""

    measure: str
    scores: Mapping[Seat, int]
    figures: Mapping[Seat, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """One thing as a figure sees it. `band`: `short`, `long` or ``; `blocked`: the thing in the way."""

    code: str
    range: int
    band: str
    blocked: str = ""
    chance: int = 0
    """Of a hit in one go with all that is loaded, in percent."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SightAnswer(Event):
    """The answer to SIGHT (GR-Q5)."""

    figure: str
    at: Point
    weapon: str
    seen: tuple[Seen, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RangeAnswer(Event):
    """The answer to RANGE: two ends, how far, what band, what blocks."""

    one: str
    other: str
    range: int
    bands: Mapping[str, str]
    blocked: str = ""
    contact: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ReachAnswer(Event):
    """The answer to REACH: where a move would end now, nobody else moving."""

    figure: str
    to: str
    path: tuple[Point, ...]
    length: int
    allowance: int
    stop: str = ""
    by: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class QueryRefused(Event):
    """A question that names nothing known."""

    text: str
    expected: str
    near: tuple[str, ...] = field(default=())
