"""A map as the kernel knows it: provinces, coasts and who can step where, each name a small whole number.

A *place* is where a unit can stand: a province, or one coast of a province that has two. Provinces are numbered first,
in the order given, then the coasts. Nothing here knows a rule beyond adjacency; a board without fleets (Range War) is
a board whose provinces are all `land`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from typing import Any, Literal

NOWHERE = -1
AMBIGUOUS = -2

_ROUTE_STEPS = 200_000


@dataclass(frozen=True, slots=True)
class Province:
    """One province. `coasts` lists the names of its coasts (`NC`, `SC`) when it has more than one; `carries`: a fleet
    on this coast carries armies as if at sea."""

    id: str
    name: str
    kind: Literal["land", "sea", "coast"]
    centre: bool = False
    home: str | None = None
    coasts: tuple[str, ...] = ()
    _: KW_ONLY
    carries: bool = False


@dataclass(frozen=True, slots=True)
class Border:
    """A special border of two provinces, for armies, fleets or (`kind` empty) both. A unit alone counts nothing across
    it (`hard`), or it is open in these seasons only (`seasons`)."""

    between: tuple[str, str]
    kind: Literal["", "A", "F"] = ""
    hard: bool = False
    seasons: tuple[str, ...] = ()

    @classmethod
    def of(cls, sheet: Mapping[str, Any]) -> Border:
        """As a map file writes it. Raises ValueError with a sentence."""
        ends = sheet.get("between")
        kind = {"": "", "army": "A", "fleet": "F"}.get(str(sheet.get("kind", "")))
        seasons = sheet.get("seasons") or ()
        if not isinstance(ends, list) or len(ends) != 2 or kind is None or isinstance(seasons, str):
            raise ValueError("a border is written `{between: [TYR, VEN], kind: army, hard: true, seasons: [spring]}`")
        return cls((str(ends[0]), str(ends[1])), kind, bool(sheet.get("hard")), tuple(map(str, seasons)))  # type: ignore[arg-type]

    def is_open(self, season: str) -> bool:
        """Whether units of its kind can cross in this season (any, when none is named) (D-83)."""
        return not season or not self.seasons or season in self.seasons


class Board:
    """A map, checked once and numbered once.

    `army` and `fleet` are pairs of neighbours (one direction is enough): provinces for armies, places for fleets
    (`("STP/NC", "BAR")`). Raises ValueError with a sentence when a pair names what is not on the map.
    """

    __slots__ = (
        "_borders",
        "_provinces",
        "_routes",
        "_shores",
        "_touched",
        "army",
        "army_next",
        "carries",
        "coastal",
        "coasts_of",
        "fleet",
        "fleet_next",
        "fleet_to",
        "hard",
        "homes",
        "ids",
        "names",
        "number",
        "place_count",
        "place_ids",
        "powers",
        "province_count",
        "province_of",
        "provinces",
        "sea",
        "sea_next",
        "touches",
    )  # fmt: skip

    def __init__(
        self,
        provinces: Iterable[Province],
        army: Iterable[tuple[str, str]] = (),
        fleet: Iterable[tuple[str, str]] = (),
        powers: Sequence[str] = (),
        hard: Iterable[tuple[str, str, str]] = (),
    ) -> None:
        self.provinces = tuple(provinces)
        self.province_count = len(self.provinces)
        self.ids = tuple(province.id for province in self.provinces)
        self.names = tuple(province.name for province in self.provinces)
        place_ids = list(self.ids)
        province_of = list(range(self.province_count))
        coasts_of: list[tuple[int, ...]] = [()] * self.province_count
        for number, province in enumerate(self.provinces):
            if province.coasts:
                coasts_of[number] = tuple(range(len(place_ids), len(place_ids) + len(province.coasts)))
                place_ids += [f"{province.id}/{coast}" for coast in province.coasts]
                province_of += [number] * len(province.coasts)
        self.place_ids = tuple(place_ids)
        self.place_count = len(place_ids)
        self.province_of = tuple(province_of)
        self.coasts_of = tuple(coasts_of)
        self.number: Mapping[str, int] = {name: number for number, name in enumerate(place_ids)}
        self._provinces = {name: self.ids[self.province_of[number]] for name, number in self.number.items()}
        if len(self.number) != self.place_count:
            raise ValueError("two provinces of a map have the same id")
        self.sea = tuple(province.kind == "sea" for province in self.provinces)
        self.carries = tuple(province.kind == "sea" or province.carries for province in self.provinces)
        """Where a fleet carries armies: at sea, and on coasts the map says so of."""
        self.coastal = tuple(province.kind == "coast" for province in self.provinces)
        homes: dict[str, list[int]] = {power: [] for power in powers}
        for number, province in enumerate(self.provinces):
            if province.home is not None:
                homes.setdefault(province.home, []).append(number)
        self.homes: Mapping[str, tuple[int, ...]] = {power: tuple(found) for power, found in homes.items()}
        self.powers = tuple(powers) or tuple(sorted(homes))
        self._link(army, fleet)
        self.hard = frozenset(
            (kind, self.province_of[self.place(here)], self.province_of[self.place(there)])
            for kind, one, other in hard
            for here, there in ((one, other), (other, one))
        )
        """Borders at which a unit alone counts nothing: kind of unit, from, to."""
        self._borders: dict[tuple[int, str], tuple[int, ...]] = {}
        self._routes: dict[tuple[int, int], frozenset[int]] = {}
        self._shores: dict[int, set[int]] = {}

    @classmethod
    def from_map(cls, value: Mapping[str, Any], season: str = "") -> Board:
        """A board from the plain value of a map file: `powers` with their `homes`, `provinces` with `name`, `kind`,
        `centre`, `army` and `fleet`. A province with two coasts has `coasts` with a fleet's neighbours on each.

        `borders`: see Border; `season` closes those that are not open then.
        """
        powers = value["powers"]
        home = {centre: power for power, sheet in powers.items() for centre in sheet.get("homes", ())}
        provinces, army, fleet = [], [], []
        for name, sheet in value["provinces"].items():
            coasts: Mapping[str, Any] = sheet.get("coasts", {})
            provinces.append(
                Province(
                    name,
                    sheet["name"],
                    sheet["kind"],
                    bool(sheet.get("centre", False)),
                    home.get(name),
                    tuple(coasts),
                    carries=bool(sheet.get("carries", False)),
                )
            )
            army += [(name, other) for other in sheet.get("army", ())]
            fleet += [(name, other) for other in sheet.get("fleet", ())]
            for coast, sheet_of_coast in coasts.items():
                reach = sheet_of_coast["fleet"] if isinstance(sheet_of_coast, Mapping) else sheet_of_coast
                fleet += [(f"{name}/{coast}", other) for other in reach]
        borders = [Border.of(sheet) for sheet in value.get("borders") or ()]
        closed = {(kind, *border.between) for border in borders if not border.is_open(season)
                  for kind in border.kind or "AF"}  # fmt: skip
        hard = [(kind, *border.between) for border in borders if border.hard for kind in border.kind or "AF"]
        return cls(
            provinces,
            [pair for pair in army if not _is_closed("A", pair, closed)],
            [pair for pair in fleet if not _is_closed("F", pair, closed)],
            tuple(powers),
            hard,
        )

    def _link(self, army: Iterable[tuple[str, str]], fleet: Iterable[tuple[str, str]]) -> None:
        count, places = self.province_count, self.place_count
        by_land = [0] * (count * count)
        for one, other in army:
            a, b = self.place(one), self.place(other)
            if a >= count or b >= count or self.sea[a] or self.sea[b]:
                raise ValueError(f"an army cannot stand in {one} or in {other}, so it cannot walk between them")
            by_land[a * count + b] = by_land[b * count + a] = 1
        by_sea = [0] * (places * places)
        for one, other in fleet:
            a, b = self.place(one), self.place(other)
            for place, name in ((a, one), (b, other)):
                if self.provinces[self.province_of[place]].kind == "land":
                    raise ValueError(f"a fleet cannot stand in {name}: it has no coast")
                if place < count and self.coasts_of[place]:
                    raise ValueError(f"a fleet in {name} stands on one of its coasts: say which")
            by_sea[a * places + b] = by_sea[b * places + a] = 1
        self.army, self.fleet = tuple(by_land), tuple(by_sea)
        self.army_next = tuple(tuple(b for b in range(count) if by_land[a * count + b]) for a in range(count))
        self.fleet_next = tuple(tuple(b for b in range(places) if by_sea[a * places + b]) for a in range(places))
        fleet_to = [NOWHERE] * (places * count)
        touches = [0] * (count * count)
        for a in range(places):
            for b in self.fleet_next[a]:
                slot = a * count + self.province_of[b]
                fleet_to[slot] = b if fleet_to[slot] == NOWHERE else AMBIGUOUS
                touches[self.province_of[a] * count + self.province_of[b]] = 1
        self.fleet_to = tuple(fleet_to)
        """Where a fleet at a place arrives in a province: the place, NOWHERE, or AMBIGUOUS between two coasts."""
        self.touches = tuple(touches)
        """Provinces between which some fleet can sail, whatever the coast."""
        self._touched = tuple(frozenset(b for b in range(count) if touches[a * count + b]) for a in range(count))
        self.sea_next = tuple(tuple(b for b in sorted(near) if self.carries[b]) for near in self._touched)

    def place(self, name: str) -> int:
        """The number of a province or coast. Raises ValueError when it is not on the map."""
        try:
            return self.number[name]
        except KeyError:
            raise _no_place(name) from None

    def province(self, name: str) -> str:
        """The province of a place: `STP` for `STP/NC`."""
        found = self._provinces.get(name)
        if found is None:
            raise _no_place(name)
        return found

    def can_stand(self, kind: str, place: str) -> bool:
        """Armies stand on land; fleets at sea and on coasts, on a named coast where there are two."""
        number = self.number.get(place, NOWHERE)
        if number == NOWHERE:
            return False
        province = self.provinces[self.province_of[number]]
        if kind == "A":
            return province.kind != "sea" and number < self.province_count
        return province.kind != "land" and not (number < self.province_count and province.coasts)

    def neighbours(self, kind: str, place: str) -> tuple[str, ...]:
        """Where a unit of this kind can step to from this place."""
        number = self.place(place)
        if kind == "A":
            return tuple(self.ids[b] for b in self.army_next[self.province_of[number]])
        return tuple(self.place_ids[b] for b in self.fleet_next[number])

    def seas_join(self, start: int, goal: int) -> bool:
        """Whether an army could be carried from one coastal province to the other if there were a fleet
        wherever one carries."""
        if not (self.coastal[start] and self.coastal[goal]) or start == goal:
            return False
        if start not in self._shores:
            self._shores[start] = self._shores_from(start)
        return goal in self._shores[start]

    def _shores_from(self, start: int) -> set[int]:
        """Every province to which fleets wherever one carries would join this one."""
        seas = list(self.sea_next[start])
        met = set(seas)
        shores: set[int] = set()
        for sea in seas:
            shores |= self._touched[sea]
            ahead = [other for other in self.sea_next[sea] if other not in met]
            met.update(ahead)
            seas += ahead
        return shores

    def carried(self, start: int, goal: int, fleets: Iterable[int]) -> bool:
        """Whether the seas in `fleets` join the two provinces: reachability, never a list of routes."""
        left = set(fleets)
        todo = [sea for sea in self.sea_next[start] if sea in left]
        left.difference_update(todo)
        count = self.province_count
        while todo:
            sea = todo.pop()
            if self.touches[sea * count + goal]:
                return True
            for other in self.sea_next[sea]:
                if other in left:
                    left.remove(other)
                    todo.append(other)
        return False

    def on_route(self, sea: int, start: int, goal: int) -> bool:
        """Whether a fleet in this sea could ever be of use to a convoy between the two provinces.

        It could when some route runs through it from which no fleet can be spared. For Marseilles to Spain the
        Western Mediterranean is of no use, as the Gulf of Lyon alone touches both (DATC 6.G.19). Looked for once for
        each question and remembered; on a map where the search runs long the fleet is given the benefit of the doubt.
        """
        if not (self.carries[sea] and self.seas_join(start, goal)):
            return False
        if (start, goal) not in self._routes:
            self._routes[start, goal] = self._thread(start, goal)
        return sea in self._routes[start, goal]

    def _thread(self, start: int, goal: int) -> frozenset[int]:
        """The seas on every route between the two that has no short cut."""
        found: set[int] = set()
        steps = 0

        def grow(path: list[int], barred: frozenset[int]) -> None:
            """Lengthen a route by one sea at a time."""
            nonlocal steps
            steps += 1
            here = path[-1]
            if steps > _ROUTE_STEPS or self.touches[here * self.province_count + goal]:
                found.update(path)
                return
            ahead = barred.union(self.sea_next[here])
            for other in self.sea_next[here]:
                if other not in barred and other != here:
                    grow([*path, other], ahead)

        first = frozenset(self.sea_next[start])
        for one in self.sea_next[start]:
            grow([one], first)
        return frozenset(range(self.province_count)) if steps > _ROUTE_STEPS else frozenset(found)

    def distance(self, origins: Sequence[int], kind: str, strict: bool) -> tuple[int, ...]:
        """Steps from the nearest of `origins` to every province (a large number where there is no way).

        `strict` counts only the steps a unit of this kind could make; otherwise every border counts.
        """
        far = self.place_count + 1
        result = [far] * self.province_count
        todo = deque(origins)
        for origin in origins:
            result[origin] = 0
        while todo:
            here = todo.popleft()
            for other in self.borders(here, kind if strict else ""):
                if result[other] == far:
                    result[other] = result[here] + 1
                    todo.append(other)
        return tuple(result)

    def borders(self, province: int, kind: str) -> tuple[int, ...]:
        """The provinces next to one, for units of this kind or, when it is empty, for any."""
        known = self._borders.get((province, kind))
        if known is None:
            known = self._borders[province, kind] = self._borders_of(province, kind)
        return known

    def _borders_of(self, province: int, kind: str) -> tuple[int, ...]:
        near: set[int] = set()
        if kind != "F":
            near.update(self.army_next[province])
        if kind != "A":
            for place in (province, *self.coasts_of[province]):
                near.update(self.province_of[other] for other in self.fleet_next[place])
        return tuple(sorted(near))


def _no_place(name: str) -> ValueError:
    return ValueError(f'there is no place "{name}" on this map')


def _is_closed(kind: str, pair: tuple[str, str], closed: Collection[tuple[str, str, str]]) -> bool:
    one, other = (place.partition("/")[0] for place in pair)
    return (kind, one, other) in closed or (kind, other, one) in closed
