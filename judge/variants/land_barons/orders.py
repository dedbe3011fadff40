"""Every order of the game. A unit is named by kind, space and number: the second Regulator at 0507, by age."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import field

from judge.adjudicator.protocol import Seat
from judge.adjudicator.value import value


@value
class UnitRef:
    """A unit as players name it. `space` may be "" while the kind is in one place only."""

    kind: str
    space: str
    number: int = 1


@value
class Ranch:
    """Where a seat would place its ranch, best first (option `ranches: placed`)."""

    spaces: tuple[str, ...]

    @property
    def subject(self) -> Hashable:
        """Its subject: a later order on the same one takes its place."""
        return ("ranch",)


@value
class Pay:
    """Whom to pay: `all`, `but` the named units, or `only` the named units in that order."""

    whom: str
    units: tuple[UnitRef, ...] = ()

    @property
    def subject(self) -> Hashable:
        """Its subject: a later order on the same one takes its place."""
        return ("pay",)


@value
class Bid:
    """A sealed bid on a lot (counted from 1); no rungs: no bid."""

    lot: int
    rungs: tuple[int, ...]

    @property
    def subject(self) -> Hashable:
        """Its subject: a later order on the same one takes its place."""
        return ("bid", self.lot)


@value
class Deploy:
    """Where a counter just won goes; "" discards it, `hold` keeps it (option `hold_improvements`).

    `number` tells counters of one kind apart; 0: the next one not yet named.
    """

    kind: str
    space: str
    number: int = 0
    hold: bool = False
    silent: bool = field(default=False, compare=False)
    """Silence said so, not the player: nothing is told of what became of it."""

    @property
    def subject(self) -> Hashable:
        """Its subject: a later order on the same one takes its place."""
        return ("deploy", self.kind, self.number)


@value
class Recruit:
    """A Regulator for 10 Dollars; "": none."""

    space: str

    @property
    def subject(self) -> Hashable:
        """Its subject: a later order on the same one takes its place."""
        return ("recruit",)


@value
class OrderBid:
    """A bid for the order of raids; `place` is the place chosen (option `winner_chooses_seat`), 0: the first."""

    dollars: int
    place: int = 0

    @property
    def subject(self) -> Hashable:
        """Its subject: a later order on the same one takes its place."""
        return ("order bid",)


@value
class Condition:
    """`if 0607 enemy shoot <= 40`. `measure` is `shoot` or `units`; `unless` turns it round."""

    space: str
    measure: str
    sign: str
    number: int
    unless: bool = False


@value
class Move:
    """A unit's raid: the spaces it enters, in order (none: it stays); if a condition fails, the other path."""

    unit: UnitRef
    path: tuple[str, ...] = ()
    conditions: tuple[Condition, ...] = ()
    otherwise: tuple[str, ...] = ()
    silent: bool = field(default=False, compare=False)
    """Silence said so, not the player."""

    @property
    def subject(self) -> Hashable:
        """Its subject: a later order on the same one takes its place."""
        return ("move", self.unit.kind, self.unit.space, self.unit.number)


@value
class Fights:
    """In which order the seat's fights are resolved."""

    spaces: tuple[str, ...]

    @property
    def subject(self) -> Hashable:
        """Its subject: a later order on the same one takes its place."""
        return ("fights",)


@value
class Lose:
    """Which kinds the seat loses first; () is the default again."""

    kinds: tuple[str, ...]

    @property
    def subject(self) -> Hashable:
        """Its subject: a later order on the same one takes its place."""
        return ("lose",)


@value
class Retreat:
    """Where the seat's stacks retreat to, best first: from `start`, or ("") from anywhere; () is the default again."""

    start: str
    spaces: tuple[str, ...]

    @property
    def subject(self) -> Hashable:
        """Its subject: a later order on the same one takes its place."""
        return ("retreat", self.start)


@value
class Give:
    """Dollars for another seat (option `gifts`)."""

    to: Seat
    dollars: int

    @property
    def subject(self) -> Hashable:
        """Its subject: a later order on the same one takes its place."""
        return ("give", self.to)


@value
class AgreeDraw:
    """The seat would end the game drawn (option `draw_by_vote`)."""

    @property
    def subject(self) -> Hashable:
        """Its subject: a later order on the same one takes its place."""
        return ("draw",)


@value
class GiveUp:
    """The seat resigns: as if its Baron had died."""

    @property
    def subject(self) -> Hashable:
        """Its subject: a later order on the same one takes its place."""
        return ("give up",)


Order = Ranch | Pay | Bid | Deploy | Recruit | OrderBid | Move | Fights | Lose | Retreat | Give | AgreeDraw | GiveUp

ORDER_TYPES: tuple[type, ...] = (
    Ranch, Pay, Bid, Deploy, Recruit, OrderBid, Move, Fights, Lose, Retreat, Give, AgreeDraw, GiveUp,
    UnitRef, Condition,
)  # fmt: skip
