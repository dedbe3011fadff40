"""The orders of a seat: bid, extra cards, cards onto towns, plays in windows, passes, what to keep, gifts."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

from judge.adjudicator.protocol import Seat

ANY = "any"
"""The slot of a play that names no window: the first window of this letter in which it can be made."""

REST = "rest"
"""The subject of a pass that says: nothing else. It is the player's word that silence is meant for all they do not
name."""

ANY_RAID = "raid"
"""The card of a raid that names no Raid card: they are all alike (HW-Q31), the first in hand is used."""


@dataclass(frozen=True, slots=True)
class Condition:
    """`if FACT [of SEAT] [in PLACE] SIGN NUMBER`; facts that are so or not (mayor, supervisor) have sign `is`."""

    fact: str
    sign: str
    number: int = 0
    of: str = ""
    place: str = ""


@dataclass(frozen=True, slots=True)
class Piece:
    """A card on the table as a target: kind (or a type, for any of it), owner and position where they were named."""

    card: str
    owner: str = ""
    place: str = ""


@dataclass(frozen=True, slots=True)
class Bid:
    """Chips in the palm, in K, and perhaps Blackmail on top (HW-27, HW-Q13)."""

    amount: int
    blackmail: bool = False

    @property
    def subject(self) -> Hashable:
        """Its subject: a later letter replaces only orders on its own subjects."""
        return ("bid",)


@dataclass(frozen=True, slots=True)
class Extra:
    """How many additional cards to buy (HW-34)."""

    count: int

    @property
    def subject(self) -> Hashable:
        """Its subject: a later letter replaces only orders on its own subjects."""
        return ("extra",)


@dataclass(frozen=True, slots=True)
class Placing:
    """One card onto one position, if the conditions hold."""

    card: str
    place: str
    conditions: tuple[Condition, ...] = ()


@dataclass(frozen=True, slots=True)
class Build:
    """A card to be played onto a town in phase 3, 5 or 6, with second choices: the first that can be done is."""

    phase: str
    choices: tuple[Placing, ...]

    @property
    def subject(self) -> Hashable:
        """Its subject: a later letter replaces only orders on its own subjects."""
        return ("list", self.phase)


@dataclass(frozen=True, slots=True)
class Act:
    """A Raid or Opportunist card with its targets. An empty card is a pass."""

    card: str
    opponent: str = ""
    pieces: tuple[Piece, ...] = ()
    to: str = ""
    conditions: tuple[Condition, ...] = ()


@dataclass(frozen=True, slots=True)
class Play:
    """An entry of the list for a window: the first act that can be made is, and the entry is used up (HW-Q5)."""

    slot: str
    acts: tuple[Act, ...]

    @property
    def subject(self) -> Hashable:
        """Its subject: a later letter replaces only orders on its own subjects."""
        return ("list", self.slot)


@dataclass(frozen=True, slots=True)
class Pass:
    """Nothing in a window (`after-6`), a phase (`civilized`), at all (`all`), or nothing else (`rest`)."""

    of: str = "all"

    @property
    def subject(self) -> Hashable:
        """Its subject: a later letter replaces only orders on its own subjects."""
        return ("list", self.of)


@dataclass(frozen=True, slots=True)
class Keep:
    """The cards to keep at the hand limit, best first: kinds or types. Empty: as silence would (HW-Q29)."""

    cards: tuple[str, ...]

    @property
    def subject(self) -> Hashable:
        """Its subject: a later letter replaces only orders on its own subjects."""
        return ("keep",)


@dataclass(frozen=True, slots=True)
class Gift:
    """Money for another player, by house rule (HW-Q43)."""

    to: Seat
    amount: int

    @property
    def subject(self) -> Hashable:
        """Its subject: a later letter replaces only orders on its own subjects."""
        return ("gift", self.to)


Order = Bid | Extra | Build | Play | Pass | Keep | Gift
ORDERS: tuple[type, ...] = (Bid, Extra, Build, Play, Pass, Keep, Gift, Act, Placing, Piece, Condition)
