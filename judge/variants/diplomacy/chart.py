"""The map a game is played on: the kernel's board, the tongue orders are read in, the powers and where they begin.

A map-only variant is one such file; what is wrong with a map is said by `lint`, never by a crash.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from judge.adjudicator.diplomacy.board import Board
from judge.adjudicator.diplomacy.editions import Edition
from judge.adjudicator.diplomacy.movement import Court
from judge.adjudicator.diplomacy.orders import Unit
from judge.adjudicator.protocol import Problem, Seat, SeatName
from judge.grammar.document import Document, DocumentError
from judge.grammar.lexicon import Lexicon
from judge.grammar.orders import Tongue
from judge.grammar.text import folded
from judge.variants.diplomacy.liveness import lifeless
from judge.variants.diplomacy.options import edition_of
from judge.variants.diplomacy.state import year_of

KINDS = ("land", "coast", "sea")
COASTS = {"NC": "north coast", "SC": "south coast", "EC": "east coast", "WC": "west coast"}


@dataclass(frozen=True)
class Chart:
    """A map document, read once."""

    document: Document

    @cached_property
    def value(self) -> Mapping[str, Any]:
        """The plain value of the map file. Raises DocumentError when it has not even the shape of a map."""
        value = self.document.value
        if not isinstance(value, dict):
            raise self.document.error("a map is a mapping with `powers` and `provinces`")
        for key in ("powers", "provinces"):
            if not isinstance(value.get(key), dict) or not all(isinstance(part, dict) for part in value[key].values()):
                raise self.document.error(f"`{key}` is a mapping of {key} by id", key)
        for code, sheet in value["provinces"].items():
            if sheet.get("kind") not in KINDS or not isinstance(sheet.get("name"), str):
                raise self.document.error(f"needs a `name`, and a `kind`: {', '.join(KINDS)}", "provinces", code)
        return value

    @cached_property
    def board(self) -> Board:
        """The map as the kernel knows it."""
        try:
            return Board.from_map(self.value)
        except ValueError as error:
            raise self.document.error(str(error), "provinces") from None
        except (KeyError, TypeError, AttributeError):
            raise DocumentError(
                self.document.name, [self.document.complaint("this is not a map of provinces", "provinces")]
            ) from None

    @cached_property
    def tongue(self) -> Tongue:
        """How orders are said on this map."""
        value = self.value
        places = Lexicon(
            "space",
            {code: (sheet["name"], *map(str, sheet.get("also", ()))) for code, sheet in value["provinces"].items()},
            {str(said): tuple(map(str, meant)) for said, meant in (value.get("ambiguous") or {}).items()},
        )
        return Tongue(places, Lexicon("seat", {seat.id: (seat.name, *seat.aliases) for seat in self.seats}))

    @cached_property
    def seats(self) -> tuple[SeatName, ...]:
        """The powers, with what else they are called. A first syllable is an alias where no other power has it."""
        powers = self.value["powers"]
        starts = [key[:3] for key in powers]
        found = []
        for key, sheet in powers.items():
            said = [str(sheet["adjective"])] if "adjective" in sheet else []
            said += map(str, sheet.get("also", ()))
            said += [key[:3]] if starts.count(key[:3]) == 1 else []
            found.append(SeatName(Seat(key), str(sheet.get("name", key)), tuple(dict.fromkeys(said))))
        return tuple(found)

    @cached_property
    def names(self) -> Mapping[str, str]:
        """Ids and their names in prose: provinces, coasts, powers, kinds of unit."""
        found = {code: sheet["name"] for code, sheet in self.value["provinces"].items()}
        for code, sheet in self.value["provinces"].items():
            for coast in sheet.get("coasts") or ():
                found[f"{code}/{coast}"] = f"{sheet['name']} ({COASTS.get(coast, coast)})"
        return {**found, **{seat.id: seat.name for seat in self.seats}, "A": "army", "F": "fleet"}

    @cached_property
    def centres(self) -> tuple[str, ...]:
        """The supply centres, by code."""
        return tuple(sorted(province.id for province in self.board.provinces if province.centre))

    @cached_property
    def homes(self) -> Mapping[Seat, tuple[str, ...]]:
        """The home centres of every power, by code."""
        return {
            Seat(key): tuple(sorted(map(str, sheet.get("homes", ())))) for key, sheet in self.value["powers"].items()
        }

    def start(self, seat: Seat) -> tuple[Unit, ...]:
        """A power's units at the start."""
        return tuple(
            Unit(seat, "A" if said.split()[0].upper() == "A" else "F", said.split()[1].upper())
            for said in map(str, self.value["powers"][seat].get("units", ()))
        )

    @cached_property
    def first_year(self) -> int:
        """The year of the first spring."""
        said = str(self.value.get("first", "Spring 1901"))
        return year_of(said.partition(" ")[2]) or 1901

    @cached_property
    def solo(self) -> int:
        """How many centres win: what the map says, else more than half of them."""
        said = self.value.get("solo")
        return said if isinstance(said, int) else len(self.centres) // 2 + 1

    @cached_property
    def _courts(self) -> dict[Edition, Court]:
        return {}

    def edition(self, options: Mapping[str, str | int | bool]) -> Edition:
        """Whose reading of the disputed rules a game follows (D-2)."""
        return edition_of(options)

    def court(self, options: Mapping[str, str | int | bool]) -> Court:
        """The kernel for the edition of a game; it keeps what it works out about the map."""
        edition = self.edition(options)
        court = self._courts.get(edition)
        if court is None:
            court = self._courts[edition] = Court(self.board, edition)
        return court

    def province(self, place: str) -> str:
        """The province of a place: `STP` for `STP/NC`."""
        return place.partition("/")[0]

    def lint(self) -> tuple[Problem, ...]:
        """What is wrong with the map; empty when it can be played."""
        try:
            board = self.board
            assert self.tongue is not None
        except DocumentError as error:
            return tuple(Problem("map-mistake", {"text": str(one.sentence)}) for one in error.complaints)
        return (*self._edges(), *self._spellings(), *self._powers(board), *lifeless(self, board))

    def _edges(self) -> Iterator[Problem]:
        """An edge stands at both of its ends."""
        for key in ("army", "fleet"):
            edges: dict[str, tuple[str, ...]] = {}
            for code, sheet in self.value["provinces"].items():
                edges[code] = tuple(sheet.get(key) or ())
                if key == "fleet":
                    for coast, ways in (sheet.get("coasts") or {}).items():
                        edges[f"{code}/{coast}"] = tuple(ways)
            for one, ways in edges.items():
                for other in ways:
                    if one not in edges.get(other, ()):
                        yield Problem("map-one-way", {"kind": key, "one": one, "other": other})

    def _spellings(self) -> Iterator[Problem]:
        """A spelling means one province, unless the map says that it does not."""
        meant: dict[str, set[str]] = {}
        for code, sheet in self.value["provinces"].items():
            for said in (code, sheet["name"], *map(str, sheet.get("also", ()))):
                meant.setdefault(folded(said), set()).add(code)
        listed = {folded(str(said)) for said in self.value.get("ambiguous") or ()}
        for said, codes in sorted(meant.items()):
            if len(codes) > 1 and said not in listed:
                yield Problem("map-two-meanings", {"text": said, "codes": tuple(sorted(codes))})

    def _powers(self, board: Board) -> Iterator[Problem]:
        """Homes are centres, and units stand where units of their kind can."""
        for seat, homes in self.homes.items():
            for home in homes:
                if home not in self.centres:
                    yield Problem("map-home-no-centre", {"seat": seat, "place": home})
            try:
                units = self.start(seat)
            except (IndexError, AttributeError):
                yield Problem("map-mistake", {"text": f"the units of {seat} are written as in `A PAR`, `F STP/SC`"})
                continue
            for unit in units:
                if not board.can_stand(unit.kind, unit.place):
                    yield Problem("map-unit", {"seat": seat, "kind": unit.kind, "place": unit.place})
