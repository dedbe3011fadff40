"""The whole state of a game, frozen. Integers, text, tuples and mappings only."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from judge.adjudicator.protocol import Outcome, Seat
from judge.variants.land_barons.counters import (
    PILE,
    RANCH,
    RANCH_KIND,
    RECRUITS,
    SETTLEMENTS,
    get_along,
    shoot,
)

Options = Mapping[str, str | int | bool]


@dataclass(frozen=True, slots=True)
class Unit:
    """A counter that moves and shoots. `id` numbers an owner's units by age, oldest first."""

    id: int
    kind: str
    space: str


@dataclass(frozen=True, slots=True)
class Settlement:
    """A settlement space: its kind, the owner's marker, its improvements (LB-70, LB-Q16).

    `ranch`: whose ranch it is by counter. `seen`: turned up (always, unless the option `scouting` is on).
    """

    kind: str
    owner: Seat | None = None
    improvements: tuple[str, ...] = ()
    ranch: Seat | None = None
    seen: bool = True

    @property
    def revenue(self) -> int:
        """Its revenue a turn: its base and 10 for each improvement (LB-18, LB-22, LB-Q16)."""
        if self.kind == RANCH:
            return RANCH_KIND.revenue
        # A space whose counter is face down, or not drawn yet, belongs to nobody and pays nobody.
        base = SETTLEMENTS[self.kind].revenue if self.kind in SETTLEMENTS else 0
        return base + sum(RECRUITS[one].revenue for one in self.improvements)


@dataclass(frozen=True, slots=True)
class Lists:
    """A seat's standing lists: which kinds it loses first, where it retreats to (from anywhere, or from a space)."""

    lose: tuple[str, ...] = ()
    retreat: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Tied:
    """A lot that is bid on again at once by those who tied for it (option `rebid: now`)."""

    lot: int
    seats: tuple[Seat, ...]


@dataclass(frozen=True, kw_only=True)
class State:
    """A game. `phase` is the kind of the open window; `round` counts the repeats of a window in one turn."""

    options: Options
    seats: tuple[Seat, ...]
    phase: str
    turn: int = 1
    round: int = 1
    settlements: Mapping[str, Settlement] = field(default_factory=dict)
    units: Mapping[Seat, tuple[Unit, ...]] = field(default_factory=dict)
    cash: Mapping[Seat, int] = field(default_factory=dict)
    lots: tuple[str, ...] = ()
    tied: tuple[Tied, ...] = ()
    won: Mapping[Seat, tuple[str, ...]] = field(default_factory=dict)
    offices: Mapping[str, Seat] = field(default_factory=dict)
    pile: Mapping[str, int] = field(default_factory=dict)
    discards: Mapping[str, int] = field(default_factory=dict)
    unused: tuple[str, ...] = ()
    lists: Mapping[Seat, Lists] = field(default_factory=dict)
    going: tuple[Seat, ...] = ()
    """Whose raids are still to come this turn, the first of them now (classic tempo)."""
    fallen: tuple[Seat, ...] = ()
    """Seats that are out, in the order in which they fell."""
    ended: Outcome | None = None

    @cached_property
    def known(self) -> dict[Any, Any]:
        """The answers to what was asked of this position before."""
        return {}

    # -- who ------------------------------------------------------------------------------------------------------

    @property
    def living(self) -> tuple[Seat, ...]:
        """The seats still in the game, in seat order."""
        return tuple(seat for seat in self.seats if seat not in self.fallen) if self.fallen else self.seats

    # -- what lies where ------------------------------------------------------------------------------------------

    def units_of(self, seat: Seat) -> tuple[Unit, ...]:
        """A seat's units, oldest first."""
        return self.units.get(seat, ())

    def at(self, seat: Seat, space: str) -> tuple[Unit, ...]:
        """A seat's units in a space, oldest first."""
        return self._stacks.get((seat, space), ())

    @cached_property
    def _stacks(self) -> Mapping[tuple[Seat, str], tuple[Unit, ...]]:
        """The units of each seat in each space."""
        found: dict[tuple[Seat, str], list[Unit]] = {}
        for seat, units in self.units.items():
            for unit in units:
                found.setdefault((seat, unit.space), []).append(unit)
        return {at: tuple(units) for at, units in found.items()}

    def all_units(self) -> Iterator[tuple[Seat, Unit]]:
        """Every unit with its owner, in seat order, oldest first."""
        for seat in self.seats:
            for unit in self.units_of(seat):
                yield seat, unit

    def others_at(self, seat: Seat, space: str) -> tuple[Seat, ...]:
        """Whose units other than this seat's are in a space."""
        stacks = self._stacks
        return tuple([other for other in self.seats if other != seat and (other, space) in stacks])

    def enemy_shoot(self, seat: Seat, space: str) -> int:
        """The Shoot values of everybody else's units in a space, added up."""
        return sum(shoot(unit.kind) for owner, unit in self.all_units() if owner != seat and unit.space == space)

    def home(self, seat: Seat) -> str | None:
        """Where a seat's ranch counter lies."""
        for space in sorted(self.settlements):
            if self.settlements[space].ranch == seat:
                return space
        return None

    def owned(self, seat: Seat) -> tuple[str, ...]:
        """The settlements a seat controls, by label."""
        return tuple(sorted([space for space, lies in self.settlements.items() if lies.owner == seat]))

    def revenue(self, seat: Seat) -> int:
        """The revenue of a seat's settlements a turn (LB-20)."""
        return sum(self.settlements[space].revenue for space in self.owned(seat))

    def purse(self, seat: Seat) -> int:
        """A seat's cash."""
        return self.cash.get(seat, 0)

    # -- options --------------------------------------------------------------------------------------------------

    def is_set(self, key: str) -> bool:
        """Whether a yes-or-no option is on."""
        return self.options[key] is True

    def number(self, key: str) -> int:
        """A number option."""
        return int(self.options[key])

    def choice(self, key: str) -> str:
        """A named option."""
        return str(self.options[key])

    @property
    def is_classic(self) -> bool:
        """Whether every decision has its own window (LB-Q59)."""
        return self.choice("tempo") in ("strict", "classic")

    # -- small changes --------------------------------------------------------------------------------------------

    def changed(self, **values: Any) -> State:
        """The state with other values, and without the answers that may change with them: `replace`, for checks, which
        make several states for one order."""
        changed = object.__new__(State)
        changed.__dict__.update(self.__dict__, **values)
        changed.__dict__.pop("known", None)
        if "units" in values:
            changed.__dict__.pop("_stacks", None)
        return changed

    def with_cash(self, seat: Seat, dollars: int) -> State:
        """The state with a seat's cash changed by so much."""
        return self.changed(cash={**self.cash, seat: self.purse(seat) + dollars})

    def with_units(self, seat: Seat, units: tuple[Unit, ...]) -> State:
        """The state with other units for a seat."""
        return self.changed(units={**self.units, seat: units})

    def with_settlement(self, space: str, settlement: Settlement) -> State:
        """The state with another settlement in a space."""
        return self.changed(settlements={**self.settlements, space: settlement})

    def with_discards(self, *kinds: str) -> State:
        """The state with these counters in the discard pile; Barons and Regulators are no recruits (LB-Q58)."""
        discards = dict(self.discards)
        for kind in kinds:
            if kind in RECRUITS:
                discards[kind] = discards.get(kind, 0) + 1
        return self.changed(discards=discards)


def listed(counts: Mapping[str, int]) -> tuple[str, ...]:
    """A pile as counters one by one, in table order."""
    return tuple(kind for kind in PILE for _ in range(counts.get(kind, 0)))


def counted(kinds: tuple[str, ...]) -> dict[str, int]:
    """Counters as a pile: how many of each kind, in table order."""
    return {kind: kinds.count(kind) for kind in PILE if kind in kinds}


def is_lawful_stack(units: tuple[Unit, ...]) -> bool:
    """Whether one owner's units may share a space (LB-56, LB-57, LB-58)."""
    return all(get_along(one.kind, other.kind) for place, one in enumerate(units) for other in units[place + 1 :])


def where_counters_are(state: State) -> dict[str, int]:
    """Every recruit counter of the game, wherever it lies, by kind: the 78 that are never more or fewer."""
    found: list[str] = [*state.lots, *state.offices]
    for seat in state.seats:
        found += [*state.won.get(seat, ()), *(unit.kind for unit in state.units_of(seat) if unit.kind in RECRUITS)]
    for settlement in state.settlements.values():
        found += settlement.improvements
    lying = counted(tuple(found))
    # Added up, not laid out: a position may name any number, and is told when it is too many.
    total = {kind: lying.get(kind, 0) + state.pile.get(kind, 0) + state.discards.get(kind, 0) for kind in PILE}
    return {kind: number for kind, number in total.items() if number}


__all__ = [
    "Lists",
    "Options",
    "Settlement",
    "State",
    "Tied",
    "Unit",
    "counted",
    "is_lawful_stack",
    "listed",
    "where_counters_are",
]
