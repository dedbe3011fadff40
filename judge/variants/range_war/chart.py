"""The board a game is played on: the kernel's board, the tongue orders are read in, the seats and where they begin.

Another board is another file of the same shape; what is wrong with it is said by `lint`, never by a crash.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from judge.adjudicator.diplomacy.board import Board, Province
from judge.adjudicator.diplomacy.editions import EDITION_2023
from judge.adjudicator.diplomacy.movement import Court
from judge.adjudicator.protocol import Seat, SeatName
from judge.grammar.clauses import Clauses
from judge.grammar.document import Complaint, Document, DocumentError
from judge.grammar.lexicon import Lexicon, likeness
from judge.grammar.memory import MOST_LINES, Memory
from judge.grammar.names import is_code
from judge.grammar.text import folded

KINDS = ("ranch", "hideout", "town", "mine", "range", "river")
SLIPS = (
    "gang", "gangs", "herd", "herds", "build", "remove", "support", "supports", "stand", "stands", "holds", "retreat",
    "retreats", "disband", "disbands", "waive",
)  # fmt: skip
"""Words of orders that are known again when a finger slips."""


@dataclass(frozen=True)
class Chart:
    """A map document, read once."""

    document: Document

    @cached_property
    def value(self) -> Mapping[str, Any]:
        """The plain value of the map file. Raises DocumentError when it has not even the shape of a map."""
        value = self.document.value
        if not isinstance(value, dict):
            raise self.document.error("a map is a mapping with `seats` and `spaces`")
        wrong: list[Complaint] = []
        for key in ("seats", "spaces"):
            if not isinstance(value.get(key), dict):
                wrong.append(self.document.complaint(f"`{key}` is a mapping of {key} by id", key))
                continue
            wrong += [
                self.document.complaint("this is a mapping with at least a `name`", key, name)
                for name, sheet in value[key].items()
                if not isinstance(sheet, dict) or not isinstance(sheet.get("name"), str)
            ]
        if wrong:
            raise DocumentError(self.document.name, wrong)
        for name, sheet in value["spaces"].items():
            if sheet.get("kind") not in KINDS:
                wrong.append(self.document.complaint(f"`kind` is one of {', '.join(KINDS)}", "spaces", name))
            if not isinstance(sheet.get("borders"), list):
                wrong.append(self.document.complaint("`borders` is a list of spaces", "spaces", name))
            if not isinstance(sheet.get("side", ""), str):
                wrong.append(self.document.complaint("`side` is a word", "spaces", name))
        wrong += [
            self.document.complaint("a code is letters and digits, with dashes between them", key, name)
            for key in ("spaces", "seats")
            for name in value[key]
            if not is_code(name)
        ]
        wrong += [
            self.document.complaint("`also` is a list of other names", key, name)
            for key in ("spaces", "seats")
            for name, sheet in value[key].items()
            if not isinstance(sheet.get("also", []), list)
        ]
        for name, sheet in value["seats"].items():
            if not isinstance(sheet.get("home", ""), str):
                wrong.append(self.document.complaint("`home` is a space", "seats", name))
            wrong += [
                self.document.complaint(f"`{key}` is a list of spaces", "seats", name)
                for key in ("centres", "gangs", "herds")
                if not isinstance(sheet.get(key, []), list)
            ]
        if not isinstance(value.get("wild", []), list):
            wrong.append(self.document.complaint("`wild` is a list of spaces", "wild"))
        rivers = value.get("rivers") or {}
        if not isinstance(rivers, dict):
            wrong.append(self.document.complaint("`rivers` is a mapping of rivers by id", "rivers"))
        if wrong:
            raise DocumentError(self.document.name, wrong)
        return value

    @cached_property
    def spaces(self) -> Mapping[str, Mapping[str, Any]]:
        """Every space by its code, in the order of the file."""
        return {str(code): sheet for code, sheet in self.value["spaces"].items()}

    @cached_property
    def board(self) -> Board:
        """The map as the kernel knows it: all land, for gangs are armies (RW-5c) and there are no fleets (RW-Q11)."""
        homes = {home: seat for seat, home in self.homes.items()}
        try:
            return Board(
                [
                    Province(code, sheet["name"], "land", bool(sheet.get("centre")), homes.get(code))
                    for code, sheet in self.spaces.items()
                ],
                [(code, str(other)) for code, sheet in self.spaces.items() for other in sheet["borders"]],
                powers=[seat.id for seat in self.seats],
            )
        except ValueError as error:
            raise self.document.error(str(error), "spaces") from None

    @cached_property
    def court(self) -> Court:
        """The kernel for this board; it keeps what it works out about it. On land all editions agree (RW-Q11)."""
        return Court(self.board, EDITION_2023)

    @cached_property
    def near(self) -> Mapping[str, tuple[str, ...]]:
        """The spaces that border each space, by code."""
        return {code: tuple(sorted(self.board.neighbours("A", code))) for code in self.spaces}

    @cached_property
    def places(self) -> Lexicon:
        """The names of the spaces."""
        return Lexicon(
            "space",
            {code: (sheet["name"], *map(str, sheet.get("also", ()))) for code, sheet in self.spaces.items()},
        )

    @cached_property
    def called(self) -> Mapping[str, tuple[str, ...]]:
        """The spaces by the last word of a name of several, and those of the river: `the Flats`, `the river`."""
        found: dict[str, list[str]] = {"river": [*self.river]}
        for code, names in self.places.words.items():
            for last in dict.fromkeys(folded(name).split()[-1] for name in names if " " in name.strip()):
                found.setdefault(last, []).append(code)
        return {last: tuple(sorted(set(codes))) for last, codes in found.items()}

    @cached_property
    def owners(self) -> Lexicon:
        """The names of the seats."""
        return Lexicon("seat", {seat.id: (seat.name, *seat.aliases) for seat in self.seats})

    @cached_property
    def heard(self) -> dict[tuple[int, ...], Any]:
        """The meanings found for clauses (`speech.heard`)."""
        return {}

    @cached_property
    def lines(self) -> Memory[str, Any]:
        """Lines by their words alone (`lines.in_words`)."""
        return Memory(MOST_LINES)

    @cached_property
    def speech(self) -> Clauses:
        """How orders are said on this board."""
        return Clauses("range_war.lark", {"@": self.places, "%": self.owners}, SLIPS, "%")

    @cached_property
    def seats(self) -> tuple[SeatName, ...]:
        """The seats, with what else they are called."""
        return tuple(
            SeatName(Seat(key), sheet["name"], tuple(map(str, sheet.get("also", ()))))
            for key, sheet in self.value["seats"].items()
        )

    @cached_property
    def homes(self) -> Mapping[Seat, str]:
        """Every seat's home."""
        return {Seat(key): str(sheet.get("home", "")) for key, sheet in self.value["seats"].items()}

    @cached_property
    def fixed(self) -> tuple[str, ...]:
        """The fixed centres, by code (RW-3a)."""
        return tuple(sorted(code for code, sheet in self.spaces.items() if sheet.get("centre")))

    @cached_property
    def river(self) -> frozenset[str]:
        """The spaces of the Rio Grande (RW-15c)."""
        return frozenset(code for code, sheet in self.spaces.items() if sheet["kind"] == "river")

    @cached_property
    def names(self) -> Mapping[str, str]:
        """Ids and their names in prose."""
        return {
            **{code: sheet["name"] for code, sheet in self.spaces.items()},
            **{seat.id: seat.name for seat in self.seats},
            "G": "gang",
            "H": "herd",
        }

    @cached_property
    def away(self) -> Mapping[Seat, Mapping[str, int]]:
        """How many steps every space is from each seat's home, over all spaces (RW-Q24)."""
        return {seat: self.distances(home) for seat, home in self.homes.items()}

    def distances(self, *origins: str) -> Mapping[str, int]:
        """Steps from the nearest of these spaces to every space that can be reached."""
        found = {origin: 0 for origin in origins if origin in self.spaces}
        todo = deque(found)
        while todo:
            here = todo.popleft()
            for other in self.near[here]:
                if other not in found:
                    found[other] = found[here] + 1
                    todo.append(other)
        return found

    def alike(self, space: str, others: Sequence[str]) -> str | None:
        """The one of these spaces whose code or name is most like this space's, if any is near enough for a slip."""
        names = [space, str(self.spaces[space]["name"])]
        scored = [
            (-likeness(folded(one), folded(other)), code)
            for code in others
            for one, other in zip(names, (code, str(self.spaces[code]["name"])), strict=True)
        ]
        best = min(scored, default=(0.0, ""))
        return best[1] if -best[0] >= 0.66 else None

    def start(self, seat: Seat, what: str) -> tuple[str, ...]:
        """Where a seat's `gangs`, `herds` or `centres` begin (RW-6)."""
        return tuple(map(str, self.value["seats"][seat].get(what, ())))

    @cached_property
    def wild(self) -> tuple[str, ...]:
        """Where the wild herds begin."""
        return tuple(map(str, self.value.get("wild") or ()))

    @property
    def year(self) -> int:
        """The year the game begins in (RW-Q34)."""
        year = self.value.get("year", 1870)
        return year if isinstance(year, int) else 1870

    @property
    def victory(self) -> int:
        """The centres that win (RW-16a)."""
        victory = self.value.get("victory", 19)
        return victory if isinstance(victory, int) else 19
