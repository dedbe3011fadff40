"""The events beside the verdicts on orders. Everything is told to everybody (RW-Q46)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from judge.adjudicator.protocol import Event, Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class GameBegins(Event):
    """Everything is placed."""

    year: int
    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class GangDislodged(Event):
    """A gang is driven out and must retreat to one of `options` or, without any, is removed."""

    seat: Seat
    at: str
    by: Seat
    origin: str
    options: tuple[str, ...]
    herd: bool
    """A herd stays behind."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GangGone(Event):
    """A dislodged gang without orders is removed (RW-9d)."""

    seat: Seat
    at: str


@dataclass(frozen=True, slots=True, kw_only=True)
class HerdLost(Event):
    """A herd alone in the Rio Grande is lost (RW-15d)."""

    at: str
    brand: Seat | None


@dataclass(frozen=True, slots=True, kw_only=True)
class HerdRaided(Event):
    """A herd under a rival's gang after Summer turns wild (RW-11c)."""

    at: str
    brand: Seat
    by: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class HerdBranded(Event):
    """After Winter a herd takes the brand of the gang in its space. `late`: whose it was, if anybody's."""

    at: str
    seat: Seat
    late: Seat | None
    again: bool
    """It was raided in Summer and is back with its late owner."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HerdReturned(Event):
    """A raided herd that nobody holds goes back to its late owner (an option of RW-Q17)."""

    at: str
    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class HerdJoined(Event):
    """A herd alone on a fixed centre takes the brand of the centre's owner (an option of RW-Q40)."""

    at: str
    seat: Seat
    late: Seat | None


@dataclass(frozen=True, slots=True, kw_only=True)
class CentreTaken(Event):
    """A fixed centre changes hands after Winter. `late`: who had it (None: nobody)."""

    at: str
    seat: Seat
    late: Seat | None


@dataclass(frozen=True, slots=True, kw_only=True)
class HomeCaptured(Event):
    """A seat owns a rival home for the first time; `herd`: one of its builds may be a herd (RW-13a)."""

    at: str
    seat: Seat
    rival: Seat
    herd: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class CentresCounted(Event):
    """The count after Winter: fixed centres, herds, gangs and builds (or removals) of every seat."""

    year: int
    fixed: Mapping[str, int]
    herds: Mapping[str, int]
    gangs: Mapping[str, int]
    due: Mapping[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class BuildsLapsed(Event):
    """Builds that cannot be placed anywhere."""

    seat: Seat
    number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatOut(Event):
    """A seat has neither gangs nor centres left (RW-Q35)."""

    seat: Seat


EVENTS: tuple[type, ...] = (
    GameBegins,
    GangDislodged,
    GangGone,
    HerdLost,
    HerdRaided,
    HerdBranded,
    HerdReturned,
    HerdJoined,
    CentreTaken,
    HomeCaptured,
    CentresCounted,
    BuildsLapsed,
    SeatOut,
)
