"""The map a game is played on: the kernel's board, the tongue orders are read in, the powers and where they begin.

A map-only variant is one such file; what is wrong with a map is said by `lint`, never by a crash.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

from judge.adjudicator.diplomacy.board import Board
from judge.adjudicator.diplomacy.editions import Edition
from judge.adjudicator.diplomacy.movement import Court
from judge.adjudicator.protocol import Option, Problem, Seat, SeatName
from judge.grammar.document import Document, DocumentError
from judge.grammar.lexicon import Lexicon
from judge.grammar.memory import Memory, of_lines
from judge.grammar.names import is_code
from judge.grammar.orders import Tongue
from judge.grammar.text import folded
from judge.variants.diplomacy.legality import Law
from judge.variants.diplomacy.liveness import lifeless
from judge.variants.diplomacy.opening import Opening
from judge.variants.diplomacy.options import OPTIONS, edition_of, options_from
from judge.variants.diplomacy.picture_outlines import Outlines
from judge.variants.diplomacy.state import Calendar, Choices, Season
from judge.variants.diplomacy.written import Written

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
        for key in ("powers", "provinces"):
            for code, sheet in value[key].items():
                if not all(map(is_code, (code, *(sheet.get("coasts") or ())))):
                    raise self.document.error("a code is letters and digits, with dashes between them", key, code)
        return value

    @cached_property
    def board(self) -> Board:
        """The map as the kernel knows it, every border of it."""
        return self._board("")

    @cached_property
    def _boards(self) -> dict[Season, Board]:
        return {}

    @cached_property
    def _has_seasons(self) -> bool:
        """Whether some border is open in some seasons only."""
        return any(sheet.get("seasons") for sheet in self.value.get("borders") or ())

    def board_in(self, season: Season) -> Board:
        """The map with the borders that are open in this season (D-83)."""
        if not self._has_seasons:
            return self.board
        if season not in self._boards:
            self._boards[season] = self._board(season)
        return self._boards[season]

    def _board(self, season: Season) -> Board:
        with self._shaped():
            return Board.from_map(self.value, season)

    @cached_property
    def tongue(self) -> Tongue:
        """How orders are said on this map."""
        value = self.value
        with self._shaped():
            places = Lexicon(
                "space",
                {code: (sheet["name"], *map(str, sheet.get("also", ()))) for code, sheet in value["provinces"].items()},
                {str(said): tuple(map(str, meant)) for said, meant in (value.get("ambiguous") or {}).items()},
            )
            return Tongue(places, Lexicon("seat", {seat.id: (seat.name, *seat.aliases) for seat in self.seats}))

    @cached_property
    def written(self) -> Callable[[str], Written]:
        """The text of a line by itself."""
        return of_lines(partial(Written.of, self.tongue))

    @contextmanager
    def _shaped(self, key: str = "provinces", expected: str = "this is not a map of provinces") -> Iterator[None]:
        """A value built from the map file here complains where another kind of value is in its place."""
        try:
            yield
        except DocumentError:
            raise
        except ValueError as error:
            raise self.document.error(str(error), key) from None
        except (LookupError, TypeError, AttributeError):
            raise self.document.error(expected, key) from None

    @cached_property
    def outlines(self) -> Outlines | None:
        """The sheet that the map is drawn on; None for a map without a picture."""
        sheet = self.value.get("picture")
        return Outlines.of(sheet) if isinstance(sheet, dict) and "lines" in sheet else None

    @cached_property
    def drawings(self) -> Memory[tuple[str, ...], str]:
        """The last pictures, by all that is in them: a step is drawn for every seat, and most see the same."""
        return Memory(8)

    def _look_at_picture(self) -> None:
        """Every outline and mark of the file, as they will be drawn."""
        outlines, provinces = self.outlines, self.value["provinces"]
        if outlines is None:
            return
        for code in provinces:
            outlines.unit(code)
            if not outlines.rings(code):
                raise ValueError(f"{code} has no outline")
        # Of a mark the place and size of a name, the place of a unit, perhaps of a centre, perhaps other words.
        points = [*outlines.coasts.values(), *(at for at, _ in outlines.beyond)]
        numbers = [*outlines.size, *(outlines.frame or ()), *(one for at in points for one in at)]
        for code, mark in outlines.marks.items():
            numbers += (own := [one for one in mark if not isinstance(one, str)])
            if code not in provinces or own[:5] != mark[:5] or len(own) not in (5, 7):
                raise ValueError(f"the mark {code} is of no province, or lacks numbers")
        if not all(type(one) in (int, float) for one in numbers):
            raise ValueError("the places of names, units and coasts, and the sizes, are numbers")

    @cached_property
    def seats(self) -> tuple[SeatName, ...]:
        """The powers, with what else they are called. A first syllable is an alias where no other power has it."""
        with self._shaped("powers", "a power is a mapping; its `also` is a list of other names"):
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

    @cached_property
    def neutral(self) -> frozenset[Seat]:
        """The powers nobody plays: their units hold, and they win nothing (D-78)."""
        return frozenset(Seat(key) for key, sheet in self.value["powers"].items() if sheet.get("played") is False)

    @cached_property
    def rebuilding(self) -> frozenset[Seat]:
        """Those of them that raise lost armies again (D-94)."""
        return frozenset(key for key in self.neutral if self.value["powers"][key].get("rebuilds"))

    @cached_property
    def players(self) -> tuple[SeatName, ...]:
        """The powers that are played."""
        return tuple(seat for seat in self.seats if seat.id not in self.neutral)

    @cached_property
    def capitals(self) -> Mapping[Seat, str]:
        """The capital of each power that has one, by code."""
        return {Seat(key): str(sheet["capital"]) for key, sheet in self.value["powers"].items() if "capital" in sheet}

    @cached_property
    def _openings(self) -> dict[str, Opening]:
        usual = {key: self.value[key] for key in ("first", "placing", "bare") if key in self.value}
        with self._shaped("powers", "a power has lists of `homes` and of `units`, written as in `A PAR`"):
            found = {"usual": Opening.of(self.value["powers"], usual)}
        with self._shaped("starts", "a start is a mapping of what is otherwise in it"):
            for name, sheet in (self.value.get("starts") or {}).items():
                found[str(name)] = Opening.of(self.value["powers"], {**usual, **sheet})
        return found

    def opening(self, options: Choices) -> Opening:
        """The start that a game was made with (D-79)."""
        return self._openings.get(str(options.get("start", "usual")), self._openings["usual"])

    @cached_property
    def options(self) -> tuple[Option, ...]:
        """The house rules, with the defaults of the map (D-80)."""
        starts = tuple(map(str, self.value.get("starts") or ()))
        return options_from(self.first_year, starts, self.value.get("options") or {})

    @cached_property
    def calendar(self) -> Calendar:
        """The round of the map's year (D-84)."""
        sheet = self.value.get("calendar") or {}
        usual = Calendar()
        return Calendar(
            tuple(str(one).lower() for one in sheet.get("seasons", usual.seasons)),
            str(sheet.get("winter", usual.winter)).lower(),
            int(sheet.get("step", usual.step)),
        )

    @cached_property
    def first_year(self) -> int:
        """The year of the first spring."""
        return self._openings["usual"].year

    @cached_property
    def solo(self) -> int:
        """How many centres win: what the map says, else more than half of them."""
        said = self.value.get("solo")
        return said if isinstance(said, int) else len(self.centres) // 2 + 1

    @cached_property
    def _courts(self) -> dict[tuple[Edition, Season], Court]:
        return {}

    def edition(self, options: Mapping[str, str | int | bool]) -> Edition:
        """Whose reading of the disputed rules a game follows (D-2). Of one game it is asked for every order."""
        known = self._editions.get("last")
        if known is None or known[0] is not options:
            known = self._editions["last"] = options, edition_of(options)
        return known[1]

    def law(self, options: Mapping[str, str | int | bool], season: Season) -> Law:
        """What orders mean by the edition of a game, with the borders that are open in a season."""
        board, edition = self.board_in(season), self.edition(options)
        known = self._laws.get(board)
        if known is None or known.edition is not edition:
            known = self._laws[board] = Law(board, edition)
        return known

    @cached_property
    def _laws(self) -> dict[Board, Law]:
        return {}

    @cached_property
    def _editions(self) -> dict[str, tuple[Mapping[str, str | int | bool], Edition]]:
        return {}

    def court(self, options: Mapping[str, str | int | bool], season: Season = "") -> Court:
        """The kernel for the edition of a game and a season; it keeps what it works out about the map."""
        board = self.board_in(season)
        key = (self.edition(options), season if board is not self.board else "")
        court = self._courts.get(key)
        if court is None:
            court = self._courts[key] = Court(board, key[0])
        return court

    def province(self, place: str) -> str:
        """The province of a place: `STP` for `STP/NC`."""
        return place.partition("/")[0]

    def lint(self) -> tuple[Problem, ...]:
        """The mistakes of the map; empty when it can be played."""
        try:
            board = self.board
            assert self.tongue is not None
            with self._shaped():
                wrong = (*self._edges(), *self._spellings(), *self._powers(board), *self._rules())
            with self._shaped("picture", "a picture has `size`, `lines` and `marks`"):
                self._look_at_picture()
            return wrong or tuple(lifeless(self, board))
        except DocumentError as error:
            return tuple(Problem("map-mistake", {"text": str(one.sentence)}) for one in error.complaints)

    def _rules(self) -> Iterator[Problem]:
        """The options, the calendar, the starts and the borders are what a game can be played by."""
        known = {option.key: option for option in OPTIONS}
        for key, value in (self.value.get("options") or {}).items():
            option = known.get(str(key))
            if option is None:
                yield Problem("map-mistake", {"text": f"`options` has no {key}"})
            elif type(value) is not type(option.default) or (option.values and value not in option.values):
                yield Problem("map-mistake", {"text": f"`options` sets {key} to {value}, which it cannot be"})
        try:
            calendar = self.calendar
            if (
                not calendar.seasons
                or calendar.step < 1
                or len({*calendar.seasons, calendar.winter}) <= len(calendar.seasons)
            ):
                yield Problem(
                    "map-mistake", {"text": "`calendar` needs `seasons`, another `winter`, and a `step` of 1 or more"}
                )
            for name, opening in self._openings.items():
                if not calendar.has(opening.season, opening.phase(calendar)):
                    yield Problem(
                        "map-mistake",
                        {"text": f"the start {name} begins in {opening.season}, which is no season of the map"},
                    )
                begun = Counter(unit.place.partition("/")[0] for unit in opening.units)
                for code in sorted(code for code, count in begun.items() if count > 1):
                    yield Problem("map-mistake", {"text": f"two units begin in {code}"})
        except (TypeError, ValueError, AttributeError, KeyError) as error:
            yield Problem("map-mistake", {"text": f"`calendar` or `starts` cannot be read: {error}"})
        for seat, capital in self.capitals.items():
            if capital not in self.centres:
                yield Problem("map-mistake", {"text": f"{capital}, the capital of {seat}, is no centre"})

    def _edges(self) -> Iterator[Problem]:
        """An edge is listed at both of its ends."""
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
        """Homes are centres, and units are where units of their kind can be."""
        for seat, homes in self.homes.items():
            for home in homes:
                if home not in self.centres:
                    yield Problem("map-home-no-centre", {"seat": seat, "place": home})
            try:
                units = [unit for one in self._openings.values() for unit in one.units if unit.power == seat]
            except (IndexError, AttributeError):
                yield Problem("map-mistake", {"text": f"the units of {seat} are written as in `A PAR`, `F STP/SC`"})
                continue
            for unit in units:
                if not board.can_stand(unit.kind, unit.place):
                    yield Problem("map-unit", {"seat": seat, "kind": unit.kind, "place": unit.place})
