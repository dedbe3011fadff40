"""Everything that can happen, as facts. The words are in templates/land-barons/events.j2."""

from __future__ import annotations

from dataclasses import dataclass

from judge.adjudicator.protocol import Event, Seat, Verdict


@dataclass(frozen=True, slots=True, kw_only=True)
class RanchPlaced(Event):
    """A ranch lies on a settlement space."""

    seat: Seat
    space: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CountersDrawn(Event):
    """The settlement counters are on the map: how many of each kind."""

    counts: tuple[tuple[str, int], ...]
    face_down: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class RevenueCollected(Event):
    """The Dollars that a seat was paid. `rolled`: the Governor's die (0: no Governor)."""

    seat: Seat
    settlements: int
    spaces: int
    contracts: int
    rolled: int
    total: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LotsDrawn(Event):
    """The counters drawn for the next auction, and those carried over from the last."""

    drawn: tuple[str, ...]
    carried: tuple[str, ...]
    left: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PileReshuffled(Event):
    """The discards became the new recruit pile."""

    number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class OfficeLost(Event):
    """A new counter of the office was drawn (or bought): the old one is discarded. No seat: it lay among the lots."""

    office: str
    seat: Seat | None
    number: int = 1
    drawn: bool = False
    """It had been drawn just before, in the same draw."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitsPaid(Event):
    """How many units a seat paid, of how many."""

    seat: Seat
    paid: int
    units: int
    dollars: int


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitUnpaid(Event):
    """An unpaid unit's die: 4 or more and it is gone."""

    seat: Seat
    kind: str
    space: str
    rolled: int
    stays: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class LotSettled(Event):
    """One lot's bids, opened: every round that was compared, and who took it at what price."""

    number: int
    kind: str
    rounds: tuple[tuple[tuple[Seat, int], ...], ...]
    void: tuple[tuple[Seat, int], ...]
    winner: Seat | None
    price: int
    tied: tuple[Seat, ...]
    again: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class LotDropped(Event):
    """An unsold lot was discarded because too many were carried (option `unsold_limit`)."""

    kind: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CounterPlaced(Event):
    """A counter just won is on the map."""

    seat: Seat
    kind: str
    space: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CounterDiscarded(Event):
    """A counter just won was discarded: `wished`, or it had no place to go."""

    seat: Seat
    kind: str
    wished: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class CounterHeld(Event):
    """An improvement is kept for a later turn (option `hold_improvements`)."""

    seat: Seat
    kind: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RegulatorRecruited(Event):
    """A Regulator for 10 Dollars."""

    seat: Seat
    space: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderSettled(Event):
    """The bids for the order of raids, the dice of ties, the order, and who paid what."""

    bids: tuple[tuple[Seat, int], ...]
    dice: tuple[tuple[tuple[Seat, int], ...], ...]
    order: tuple[Seat, ...]
    paid: tuple[tuple[Seat, int], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class StackMoved(Event):
    """Units that went the same way. `how`: `moves`, `stops` (enemies there), `turned back` or `void` (stacking)."""

    seat: Seat
    kinds: tuple[str, ...]
    path: tuple[str, ...]
    how: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CounterTurned(Event):
    """A face-down settlement was entered and turned up (option `scouting`)."""

    space: str
    kind: str


@dataclass(frozen=True, slots=True)
class Shot:
    """One roll of a fight: who suffers, what is lost or where the side retreats to ("" and no kind: nothing)."""

    rolled: int
    advantage: Seat
    side: Seat
    result: str
    kind: str = ""
    space: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fought(Event):
    """A whole gunfight."""

    space: str
    raider: Seat
    defender: Seat
    raiders: tuple[str, ...]
    defenders: tuple[str, ...]
    raider_shoot: int
    defender_shoot: int
    ties: tuple[tuple[tuple[Seat, int], ...], ...]
    advantage: Seat
    shots: tuple[Shot, ...]
    winner: Seat
    result: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BaronFell(Event):
    """A Baron is dead or gone: all that the seat had goes. `killer` None: the player gave up."""

    seat: Seat
    killer: Seat | None
    units: int
    settlements: int
    dollars: int
    spoils: bool
    lost: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """The units that were still on the map, by space."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ControlTaken(Event):
    """A marker was placed on a settlement."""

    seat: Seat
    space: str
    before: Seat | None
    ranch: Seat | None = None
    """Whose ranch it is by its counter."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GiftGiven(Event):
    """Dollars changed hands."""

    seat: Seat
    to: Seat
    dollars: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawOffered(Event):
    """A seat would end the game drawn, and not everybody agreed."""

    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class UnusedShown(Event):
    """The settlement counters that stayed out of the game."""

    kinds: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class GameEnded(Event):
    """The game is over: who won, by what, and the standings (settlements, revenue, cash)."""

    winners: tuple[Seat, ...]
    reason: str
    standings: tuple[tuple[Seat, int, int, int], ...]


EVENT_TYPES: tuple[type, ...] = (
    Verdict, RanchPlaced, CountersDrawn, RevenueCollected, LotsDrawn, PileReshuffled, OfficeLost, UnitsPaid,
    UnitUnpaid, LotSettled, LotDropped, CounterPlaced, CounterDiscarded, CounterHeld, RegulatorRecruited, OrderSettled,
    StackMoved, CounterTurned, Shot, Fought, BaronFell, ControlTaken, GiftGiven, DrawOffered, UnusedShown, GameEnded,
)  # fmt: skip
