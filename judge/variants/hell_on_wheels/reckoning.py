"""The worth of a card on a town to a player who calculates: its pay to them above the others', in tenths of a K."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from judge.adjudicator.protocol import Seat
from judge.variants.hell_on_wheels.cards import EXISTING, FUTURE, HOUSES, PAST, PRESENT
from judge.variants.hell_on_wheels.income import BASE, EACH_CUSTOMER
from judge.variants.hell_on_wheels.state import TURNS
from judge.variants.hell_on_wheels.taxes import TAX
from judge.variants.hell_on_wheels.view import HandCard, Seen, SeenTown

STOPS = {PAST: (PAST,), PRESENT: (PRESENT, PAST), FUTURE: (FUTURE, PRESENT, PAST)}
"""The position of a town when it earns, this turn and after."""
LATER = 8
"""Of ten tenths, how much counts of what comes a turn later: much may happen until then."""
RAIDED = 6
"""The same for a house in a town that is wild enough to be raided."""


@dataclass(frozen=True, slots=True)
class Laid:
    """A card that goes on a town before the one that is reckoned."""

    card: str
    place: str


@dataclass(frozen=True, slots=True)
class Reckoning:
    """One seat's sums at one table."""

    view: Seen
    me: Seat
    laid: Sequence[Laid]

    def worth(self, card: HandCard, town: SeenTown) -> int:
        """The pay of the card to its player there, less a share of its pay to the others."""
        if card.type == "establishment":
            return self._house(card.card, town)
        if card.type == "civilized":
            return self._office(town)
        return self._crowd(town, card.type)

    def _stops(self, town: SeenTown) -> list[tuple[str, int]]:
        """Where the town still earns, and how much of it counts."""
        left = STOPS[town.place][: TURNS - self.view.turn + 1]
        return [(stop, 10 * LATER**number // 10**number) for number, stop in enumerate(left)]

    def _rivals(self) -> int:
        return max(1, len(self.view.seats) - 1)

    def _own(self, town: SeenTown, house: str) -> int:
        placed = sum(one.card == house and one.place == town.place for one in self.laid)
        return placed + sum(one.card == house and one.owner == self.me for one in town.houses)

    def _all(self, town: SeenTown, house: str) -> int:
        placed = sum(one.card == house and one.place == town.place for one in self.laid)
        return placed + sum(one.card == house for one in town.houses)

    def _house(self, house: str, town: SeenTown) -> int:
        own, there = self._own(town, house), self._all(town, house)
        total = 0
        for stop, counts in self._stops(town):
            pays = BASE[stop] + EACH_CUSTOMER * (len(town.customers) + town.level)
            before, after = pays * own // there if there else 0, pays * (own + 1) // (there + 1)
            lost = pays - pays * own // there - (pays - after) if there else 0
            total += counts * (after - before) + counts * max(0, lost) // (2 * self._rivals())
        if town.raid_level >= self.view.raid_needs:
            total = total * RAIDED // 10
        taxed = town.mayor is not None and town.mayor != self.me
        return total - 10 - (10 * TAX if taxed else 0)

    def _office(self, town: SeenTown) -> int:
        """The Mayor is paid by everybody else's houses, turn after turn while the town is on the line."""
        own = sum(one.owner == self.me for one in town.civilized)
        others = max(
            (sum(one.owner == seat for one in town.civilized) for seat in self.view.seats if seat != self.me), default=0
        )
        if town.mayor == self.me or own + 1 < others:
            return -5 + (2 if town.kind == EXISTING else 0)
        paying = sum(one.owner != self.me for one in town.houses)
        chance = 10 if own + 1 > others else 5
        return sum(counts * TAX * (paying + 1) // 10 for _, counts in self._stops(town)) * chance - 10

    def _crowd(self, town: SeenTown, type_: str) -> int:
        """A Customer or a Mayhem card makes every kind of house that is there earn more."""
        gain = 0
        for house in HOUSES:
            own, there = self._own(town, house), self._all(town, house)
            if there:
                gain += 2 * EACH_CUSTOMER * own // there - EACH_CUSTOMER * (there - own) // there
        total = sum(counts * gain for _, counts in self._stops(town)) // 2
        mine = sum(self._own(town, house) for house in HOUSES)
        if type_ == "mayhem" and town.raid_level + 1 >= self.view.raid_needs and mine:
            total -= 30 * mine
        return total
