"""Orders as values: a figure's go with its choices, and the placings of the set-up."""

from __future__ import annotations

from judge.adjudicator.plane import Point
from judge.adjudicator.value import value

Subject = tuple[str, str]
"""The subject of an order: a figure's go, a place, some bags, the mine, the town, the edge."""


@value
class Aim:
    """Whom an order is about: a code (`M2`, `U1`, `B1`), or the nearest of a kind.

    `nearest`: "" for a code, else `enemy`, `beast`, `mule`, `horse`, `friend`, or the id of a group. `band`: for the
    nearest, only within `short` range or in `range` of the weapon; `within`: only so many hundredths off.
    """

    code: str = ""
    nearest: str = ""
    band: str = ""
    within: int = 0


@value
class Walk:
    """A straight leg to a point."""

    to: Point


@value
class Toward:
    """As far as possible by the shortest way to a point, or to somebody or something, stopping at contact."""

    to: Point | None = None
    aim: Aim | None = None
    place: str = ""
    """`shop`, `town`, `mine:SEAT`, or the code of a piece of scenery: the nearest point of it."""


@value
class Contact:
    """By the shortest way to base contact with somebody or something."""

    aim: Aim


@value
class Cover:
    """To a piece of scenery: into it, onto it, up to its wall; with `from_whom`, to where that one cannot see."""

    place: str
    from_whom: str = ""


@value
class Mount:
    """Get on a horse: the one named by number, or the nearest in contact (0)."""

    horse: int = 0


@value
class Dismount:
    """Get off; the horse stays at the spot."""


@value
class Jump:
    """Off the object they are on, straight to a point."""

    to: Point


@value
class Lead:
    """Walk straight to a point with a mule."""

    mule: str
    to: Point


@value
class Leave:
    """Off the table by an edge."""

    edge: str


@value
class Strike:
    """One fisticuffs attack; `back`: on the figure that attacked last."""

    aim: Aim | None = None
    back: bool = False


Step = Walk | Toward | Contact | Cover | Mount | Dismount | Jump | Lead | Leave


@value
class Move:
    """A move of one or more steps, then optionally one attack (GR-45); without steps it is an attack alone."""

    steps: tuple[Step, ...] = ()
    strike: Strike | None = None


@value
class Volley:
    """So many shots at one aim; what is left over goes on to the next (GR-Q19)."""

    shots: int
    aim: Aim


@value
class Fire:
    """Shots, in the order listed."""

    volleys: tuple[Volley, ...]


@value
class Reload:
    """A whole go: the gun is filled from a reload of the figure's own (GR-34, GR-Q23)."""


@value
class Buy:
    """One box at the hardware shop for one bag (GR-35, GR-Q24)."""


@value
class TakeAmmo:
    """A box off a mule (GR-42, GR-43); or, by option, the rounds of a dead figure."""

    source: Aim


@value
class TakeGold:
    """Bags off a friend, a dead or knocked-out figure, or a mule (GR-39, GR-41)."""

    bags: int
    source: Aim


@value
class GiveGold:
    """Bags to a friend, or onto a mule of one's own (GR-Q13)."""

    bags: int
    to: Aim


@value
class Stand:
    """Nothing."""


Action = Move | Fire | Reload | Buy | TakeAmmo | TakeGold | GiveGold | Stand


@value
class If:
    """A condition on what can be seen when the go comes.

    `what`: `sight`, `short`, `range`, `within`, `contact`, `up`, `down`, `dead`, `attacked`, `empty`, `loaded`.
    """

    what: str
    aim: Aim | None = None
    within: int = 0
    negated: bool = False


@value
class Choice:
    """The act if all these conditions hold.

    `then`: what is done in the first go in which it can be; until then the action (GR-Q53).
    """

    action: Action
    conditions: tuple[If, ...] = ()
    then: Action | None = None


@value
class Go:
    """A figure's go: the first choice that can be carried out whole; the last one as far as it goes."""

    figure: str
    choices: tuple[Choice, ...]

    @property
    def is_plan(self) -> bool:
        """Whether it may take more than one go (GR-Q53)."""
        return any(choice.then is not None for choice in self.choices)

    @property
    def subject(self) -> Subject:
        """Its subject."""
        return ("go", self.figure)


@value
class PlaceMine:
    """Where the own mine shall be: the first lawful of these (GR-Q10)."""

    at: tuple[Point, ...]

    @property
    def subject(self) -> Subject:
        """Its subject."""
        return ("mine", "")


@value
class PlaceTown:
    """Where the middle of the town shall be: the first lawful of these (GR-Q10)."""

    at: tuple[Point, ...]

    @property
    def subject(self) -> Subject:
        """Its subject."""
        return ("town", "")


@value
class ChooseEdge:
    """The edge the Mounties start from (GR-14)."""

    edge: str

    @property
    def subject(self) -> Subject:
        """Its subject."""
        return ("edge", "")


@value
class Place:
    """Where a figure or mule starts."""

    code: str
    at: Point

    @property
    def subject(self) -> Subject:
        """Its subject."""
        return ("place", self.code)


@value
class Carry:
    """How many bags of the group's gold a figure or mule starts with (GR-40)."""

    code: str
    bags: int

    @property
    def subject(self) -> Subject:
        """Its subject."""
        return ("carry", self.code)


@value
class Ready:
    """Ready for the deal: nothing can be chosen there."""

    @property
    def subject(self) -> Subject:
        """Its subject."""
        return ("ready", "")


Order = Go | PlaceMine | PlaceTown | ChooseEdge | Place | Carry | Ready
