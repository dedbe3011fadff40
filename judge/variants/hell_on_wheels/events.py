"""All that can happen, as events with an audience. Hands and the deck are in none that everybody is told."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from judge.adjudicator.protocol import Event, Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class GameBegins(Event):
    """The seats clockwise, and what each has."""

    seats: tuple[Seat, ...]
    cash: int
    crowded: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class TownArrives(Event):
    """A town card comes to a position."""

    town: str
    kind: str
    place: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TownLeaves(Event):
    """The Past town is discarded with all that was attached. `owners`: of the cards that had one, which come first."""

    town: str
    cards: tuple[str, ...]
    owners: tuple[Seat, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class TownMovesOn(Event):
    """A town goes one position back along the line."""

    town: str
    place: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NoTownLeft(Event):
    """The mini-deck has run out: the game ends."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BidReduced(Event):
    """A bid was above the cash left after window 10."""

    seat: Seat
    wanted: int
    amount: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BidsOpened(Event):
    """Every palm, in seat order; `blackmail`: who laid it on top."""

    bids: Mapping[Seat, int]
    blackmail: Seat | None
    worth: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TieRolled(Event):
    """The tied players roll."""

    round: int
    rolls: Mapping[Seat, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class SupervisorChosen(Event):
    """The winner pays and takes the token."""

    seat: Seat
    paid: int
    blackmail: bool
    again: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class GiftGiven(Event):
    """Money changes hands by house rule."""

    seat: Seat
    to: Seat
    amount: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsDrawn(Event):
    """How many cards each seat drew, in order."""

    counts: Mapping[Seat, int]
    wanted: int


@dataclass(frozen=True, slots=True, kw_only=True)
class YouDrew(Event):
    """The cards that the seat drew, for its eyes."""

    seat: Seat
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ExtraBought(Event):
    """Additional cards, and what they cost."""

    seat: Seat
    count: int
    paid: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DeckShuffled(Event):
    """The discards became the deck."""

    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DeckDry(Event):
    """Neither deck nor discards have a card left."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CardPlaced(Event):
    """A card goes onto a town."""

    seat: Seat
    card: str
    place: str
    town: str
    paid: int


@dataclass(frozen=True, slots=True, kw_only=True)
class MayorCollects(Event):
    """The taxes of a town's Mayor: `due` and `paid` by seat."""

    mayor: Seat
    place: str
    town: str
    houses: Mapping[Seat, int]
    paid: Mapping[Seat, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Foreclosed(Event):
    """An Establishment went to the Mayor for a tax that was not paid."""

    seat: Seat
    mayor: Seat
    card: str
    place: str


@dataclass(frozen=True, slots=True, kw_only=True)
class HousesEarn(Event):
    """The income of one kind of Establishment in a town, as arithmetic."""

    place: str
    town: str
    card: str
    base: int
    customers: int
    mayhem: int
    total: int
    houses: int
    share: int
    earned: Mapping[Seat, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class RaidMade(Event):
    """A Raid discards a Mayhem card or an Establishment."""

    seat: Seat
    card: str
    target: str
    owner: Seat | None
    place: str
    slot: str


@dataclass(frozen=True, slots=True, kw_only=True)
class VileMen(Event):
    """Random cards of an opponent go to the discard pile."""

    seat: Seat
    opponent: Seat
    cards: tuple[str, ...]
    slot: str


@dataclass(frozen=True, slots=True, kw_only=True)
class IndianAttack(Event):
    """A Customer card is discarded."""

    seat: Seat
    target: str
    place: str
    slot: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Arson(Event):
    """An Establishment or Civilized card is discarded."""

    seat: Seat
    target: str
    owner: Seat
    place: str
    slot: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ConMen(Event):
    """Random cards change hands: how many is public."""

    seat: Seat
    opponent: Seat
    count: int
    slot: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsStolen(Event):
    """Which cards changed hands, for the two."""

    seat: Seat
    opponent: Seat
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsMoved(Event):
    """Desperados or Ladies of the Evening take cards to another town: (card, from)."""

    seat: Seat
    card: str
    moved: tuple[tuple[str, str], ...]
    place: str
    slot: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OutlawsRob(Event):
    """An opponent loses money to nobody."""

    seat: Seat
    opponent: Seat
    amount: int
    slot: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GamblersWin(Event):
    """Money stolen from an opponent."""

    seat: Seat
    opponent: Seat
    amount: int
    slot: str


@dataclass(frozen=True, slots=True, kw_only=True)
class EntrepreneurGains(Event):
    """Money from the bank."""

    seat: Seat
    amount: int
    slot: str


@dataclass(frozen=True, slots=True, kw_only=True)
class HangersOn(Event):
    """Establishments follow the railroad: (card, owner, from, to)."""

    seat: Seat
    moved: tuple[tuple[str, Seat, str, str], ...]
    slot: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoundrelsDraw(Event):
    """Three more cards."""

    seat: Seat
    count: int
    slot: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimJumped(Event):
    """An Establishment has another owner."""

    seat: Seat
    opponent: Seat
    target: str
    place: str
    slot: str


@dataclass(frozen=True, slots=True, kw_only=True)
class HandTrimmed(Event):
    """The cards that a seat discarded at the hand limit."""

    seat: Seat
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class GameEnds(Event):
    """Money and Establishments of those who are ranked, best first."""

    ranking: tuple[Seat, ...]
    cash: Mapping[Seat, int]
    houses: Mapping[Seat, int]
    winners: tuple[Seat, ...]
    reason: str


EVENTS: tuple[type, ...] = (
    GameBegins,
    TownArrives,
    TownLeaves,
    TownMovesOn,
    NoTownLeft,
    BidReduced,
    BidsOpened,
    TieRolled,
    SupervisorChosen,
    GiftGiven,
    CardsDrawn,
    YouDrew,
    ExtraBought,
    DeckShuffled,
    DeckDry,
    CardPlaced,
    MayorCollects,
    Foreclosed,
    HousesEarn,
    RaidMade,
    VileMen,
    IndianAttack,
    Arson,
    ConMen,
    CardsStolen,
    CardsMoved,
    OutlawsRob,
    GamblersWin,
    EntrepreneurGains,
    HangersOn,
    ScoundrelsDraw,
    ClaimJumped,
    HandTrimmed,
    GameEnds,
)
