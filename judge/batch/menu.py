"""Every lawful order of a movement phase, as texts: what a program chooses from.

A set of coasts, or of provinces where a fleet carries, is one whole number, each of them a bit (so few that on most
boards it is a small one). Each text is made once. An order is looked up by its unit and what it is about, a support or
convoy by a pair of units and the set of goals. Compiled with the kernel.
"""

from __future__ import annotations

from typing import Any, Final

# The kinds of orders about a voyage.
OWN_VOYAGE: Final = 0
CARRYING: Final = 1
HELPING: Final = 2

# When so much is remembered, all of it is forgotten.
MOST_PLANS: Final = 50_000


class Menu:
    """The orders of one map. A unit is a number: its place, for a fleet with the number of places added.

    `coast` and `carrier`: the bit of a province in those sets, -1 for none. `reach`: the coasts a unit could go to by
    itself, `shore` those that a carrying province touches, `afloat` the carrying provinces next to a
    province, `onward` those next to a carrying one.
    """

    def __init__(self, back: Any, provinces: int, places: int, tables: dict[str, list[int]]) -> None:
        self.back = back
        self.places = places
        self.province_of = tables["province_of"]
        self.coast = tables["coast"]
        self.carrier = tables["carrier"]
        self.reach = tables["reach"]
        self.shore = tables["shore"]
        self.afloat = tables["afloat"]
        self.onward = tables["onward"]
        count = 2 * places
        self.near: list[list[int]] = [[] for _ in range(count)]
        self.own: list[list[str]] = [[] for _ in range(count)]
        # The orders that each unit may have for each other, by both their numbers; None: not met yet.
        self.pairs: list[list[list[str] | None]] = [[None] * count for _ in range(count)]
        # The same about an army's voyage, by the army and all its goals.
        self.plans: dict[tuple[int, int], list[list[str] | None]] = {}
        self.known: dict[tuple[int, int], list[str]] = {}
        self.sailed: dict[tuple[int, int], int] = {}
        self.standing: list[int] = [-1] * provinces

    def orders(self, units: list[int]) -> list[list[str]]:
        """The lawful orders of each of these units, at most one unit a province."""
        standing = self.standing
        places = self.places
        province_of = self.province_of
        fleets = 0
        armies: list[int] = []
        for unit in units:
            province = province_of[unit if unit < places else unit - places]
            standing[province] = unit
            if unit < places:
                if self.coast[province] >= 0:
                    armies.append(unit)
            elif self.carrier[province] >= 0:
                fleets |= 1 << self.carrier[province]
        found: list[list[str]] = []
        for unit in units:
            own = self.own[unit]
            if not own:
                own = self.back.own(unit)
                self.own[unit] = own
                self.near[unit] = self.back.near(unit)
            said = own.copy()
            row = self.pairs[unit]
            for province in self.near[unit]:
                other = standing[province]
                if other >= 0:
                    texts = row[other]
                    if texts is None:
                        texts = self.back.pair(unit, other)
                        row[other] = texts
                    if texts:
                        said += texts
            found.append(said)
        if fleets:
            for army in armies:
                if self.afloat[army] & fleets:
                    self.by_sea(units, army, fleets, found)
        for unit in units:
            standing[province_of[unit if unit < places else unit - places]] = -1
        return found

    def by_sea(self, units: list[int], army: int, fleets: int, found: list[list[str]]) -> None:
        """Add what an army may do by convoy, and what others may do for it."""
        goals = self.sail(army, fleets)
        if not goals:
            return
        far = goals & ~self.reach[army]
        plan = self.plans.get((army, goals))
        if plan is None:
            plan = [None] * (2 * self.places)
            if len(self.plans) > MOST_PLANS:
                self.plans.clear()
            self.plans[(army, goals)] = plan
        places = self.places
        reach = self.reach
        for number, unit in enumerate(units):
            wanted = far & reach[unit]
            bit = self.carrier[self.province_of[unit - places]] if unit >= places else -1
            if bit >= 0 or unit == army:
                texts = plan[unit]
                if texts is None:
                    texts = self.texts(OWN_VOYAGE if unit == army else CARRYING, unit, army, goals)
                    plan[unit] = texts
                found[number] += texts
                if wanted and bit >= 0:
                    # Its own ship does not carry whom it supports (D-22).
                    wanted &= self.sail(army, fleets & ~(1 << bit))
                    if wanted:
                        found[number] += self.texts(HELPING, unit, army, wanted)
            elif wanted:
                texts = plan[unit]
                if texts is None:
                    texts = self.texts(HELPING, unit, army, wanted)
                    plan[unit] = texts
                found[number] += texts

    def texts(self, what: int, unit: int, army: int, goals: int) -> list[str]:
        """The orders of a unit about an army's voyage to these goals."""
        if not goals:
            return []
        key = ((what * 2 * self.places + unit) * self.places + army, goals)
        said = self.known.get(key)
        if said is None:
            said = self.back.about(what, unit, army, goals)
            if len(self.known) > MOST_PLANS:
                self.known.clear()
            self.known[key] = said
        return said

    def sail(self, army: int, fleets: int) -> int:
        """Where these fleets could carry the army."""
        key = (army, fleets)
        goals = self.sailed.get(key)
        if goals is not None:
            return goals
        shore = self.shore
        afloat = self.afloat
        left = fleets
        todo = afloat[army] & left
        goals = 0
        while todo:
            left &= ~todo
            ahead = 0
            bit = 0
            while todo:
                if todo & 1:
                    goals |= shore[bit]
                    ahead |= self.onward[bit]
                todo >>= 1
                bit += 1
            todo = ahead & left
        goals &= ~(1 << self.coast[army])
        if len(self.sailed) > MOST_PLANS:
            self.sailed.clear()
        self.sailed[key] = goals
        return goals
