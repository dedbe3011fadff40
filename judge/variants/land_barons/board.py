"""The board: a hex field, its settlement spaces, their names; what a map document may say, and what is wrong with it.

LB-10 (a hex map), LB-11 (the settlement spaces), LB-13 (ranches far apart), LB-Q3 to LB-Q6, LB-Q63.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations

from judge.adjudicator import hexes
from judge.adjudicator.protocol import Problem
from judge.grammar.document import Complaint, Document, DocumentError
from judge.grammar.text import folded
from judge.variants.land_barons.counters import RANCH, SETTLEMENTS

LEAST_SPACES = 60
MOST_SIDE = 40
MOST_SETTLEMENTS = 30
KEYS = ("game", "title", "size", "players", "settlements", "names", "absent", "drawing", "note")
SIGNS = {
    ".": None, "*": "", "R": RANCH, "F": "farm", "C": "coal-mine", "G": "gold-mine", "T": "town", "P": "trading-post",
}  # fmt: skip
"""The signs of a drawn map; a blank or `#` is no space at all."""


@dataclass(frozen=True, kw_only=True)
class Board:
    """A hex field with its settlement spaces.

    `sites`: the settlement spaces and what lies there from the start: "" (a counter is drawn, LB-14), `ranch`, or a
    settlement's kind. No sites at all: they are drawn by chance when the game begins (LB-Q5).
    """

    title: str
    width: int
    height: int
    sites: Mapping[str, str]
    names: Mapping[str, str] = field(default_factory=dict)
    absent: frozenset[str] = frozenset()
    players: tuple[int, int] = (2, 4)

    @cached_property
    def spaces(self) -> tuple[str, ...]:
        """Every space, column by column."""
        return tuple(space for space in hexes.field(self.width, self.height) if space not in self.absent)

    @cached_property
    def touching(self) -> dict[str, tuple[str, ...]]:
        """Which spaces touch which."""
        return hexes.neighbours(self.spaces)

    @cached_property
    def _steps(self) -> dict[str, dict[str, int]]:
        return {}

    @cached_property
    def _best(self) -> dict[tuple[tuple[str, ...], int], tuple[int, tuple[tuple[str, ...], ...]]]:
        return {}

    @cached_property
    def spellings(self) -> frozenset[str]:
        """The names of spaces as they are compared."""
        return frozenset(folded(name) for name in self.names.values())

    def steps(self, start: str) -> dict[str, int]:
        """Distances from a space over the board."""
        known = self._steps.get(start)
        if known is None:
            known = self._steps[start] = hexes.distances(start, self.touching)
        return known

    def apart(self, one: str, other: str) -> int:
        """Steps between two spaces; 999 when there is no way."""
        return self.steps(one).get(other, 999)

    def is_space(self, space: str) -> bool:
        """Whether a label lies on the board."""
        return space in self.touching

    def name(self, space: str) -> str:
        """A space in prose: `Dodge (0507)` where it has a name, else `0507`."""
        return f"{self.names[space]} ({space})" if space in self.names else space

    def best_ranches(self, sites: tuple[str, ...], players: int) -> tuple[int, tuple[tuple[str, ...], ...]]:
        """The greatest least distance that `players` ranches can have, and every set of sites that has it (LB-Q6)."""
        known = self._best.get((sites, players))
        if known is None:
            best, found = -1, list[tuple[str, ...]]()
            for chosen in combinations(sorted(sites), players):
                least = min((self.apart(a, b) for a, b in combinations(chosen, 2)), default=999)
                if least > best:
                    best, found = least, [chosen]
                elif least == best:
                    found.append(chosen)
            known = self._best[sites, players] = (best, tuple(found))
        return known

    def ranch_sites(self) -> tuple[str, ...]:
        """Where ranches may lie: the sites marked as such, else every site whose counter is still to be drawn."""
        marked = tuple(sorted(space for space, kind in self.sites.items() if kind == RANCH))
        return marked or tuple(sorted(space for space, kind in self.sites.items() if not kind))


def read_board(document: Document) -> Board:
    """A map document as a board. Raises DocumentError with every mistake at once."""
    value = document.value
    if not isinstance(value, dict):
        raise document.error("a Land Barons map is a mapping with `size` and `settlements`, or a `drawing`")
    if value.get("game", "land-barons") != "land-barons":
        raise document.error(f"this is a map for {value['game']}, not for land-barons", "game")
    complaints = [
        document.complaint(f'"{key}" means nothing in a Land Barons map; known are {", ".join(KEYS)}', key)
        for key in value
        if key not in KEYS
    ]
    sites: dict[str, str] = {}
    absent: set[str] = set()
    if "drawing" in value:
        width, height = _drawn(document.sub("drawing"), sites, absent, complaints)
        complaints += [
            document.complaint(f"a map with a `drawing` has its {key} there", key)
            for key in ("size", "settlements", "absent")
            if key in value
        ]
    else:
        width, height = _size(document.sub("size"), complaints)
        _listed_sites(document.sub("settlements"), sites, complaints)
        absent |= set(_labels(document.sub("absent"), complaints))
    names = _names(document.sub("names"), complaints)
    players = _players(document.sub("players"), complaints)
    board = Board(
        title=str(value.get("title") or "Land Barons"),
        width=width,
        height=height,
        sites=sites,
        names=names,
        absent=frozenset(absent),
        players=players,
    )
    if not complaints:
        on = frozenset(board.spaces)
        for space in sorted(set(sites) - on):
            complaints.append(document.complaint(f"{space} is off the board of {width} x {height}", "settlements"))
        for space in sorted(set(names) - on):
            complaints.append(document.complaint(f"{space} is off the board of {width} x {height}", "names", space))
    if complaints:
        raise DocumentError(document.name, complaints)
    return board


def _size(document: Document, complaints: list[Complaint]) -> tuple[int, int]:
    parts = str(document.value or "12x10").lower().replace(" ", "").split("x")
    if len(parts) != 2 or not all(part.isdecimal() and 1 <= int(part) <= MOST_SIDE for part in parts):
        complaints.append(document.complaint(f'a size is written "12 x 10", each side at most {MOST_SIDE}'))
        return 12, 10
    return int(parts[0]), int(parts[1])


def _players(document: Document, complaints: list[Complaint]) -> tuple[int, int]:
    value = document.value
    if value is None:
        return 2, 4
    low, _, high = str(value).replace(" ", "").replace("..", "-").partition("-")
    if not low.isdecimal() or not (high or low).isdecimal() or not 2 <= int(low) <= int(high or low) <= 4:
        complaints.append(document.complaint('players are written "2-4": two to four ranches'))
        return 2, 4
    return int(low), int(high or low)


def _labels(document: Document, complaints: list[Complaint]) -> list[str]:
    value = document.value
    items = value.replace(",", " ").split() if isinstance(value, str) else value or []
    if not isinstance(items, list):
        complaints.append(document.complaint("a list of labels such as 0507 is expected"))
        return []
    found = []
    for number, item in enumerate(items):
        space = hexes.spelled(str(item))
        if space is None:
            complaints.append(document.complaint(f'"{item}" is no label: write 0507 or E7', number))
        elif space in found:
            complaints.append(document.complaint(f"{space} stands here twice", number))
        else:
            found.append(space)
    return found


def _listed_sites(document: Document, sites: dict[str, str], complaints: list[Complaint]) -> None:
    """`settlements: [0102, …]`, or `{0102: Farm, 0507: Ranch, 0610: drawn}`."""
    if not isinstance(document.value, dict):
        sites.update(dict.fromkeys(_labels(document, complaints), ""))
        return
    kinds = {folded(kind.name): kind.key for kind in SETTLEMENTS.values()} | {"ranch": RANCH, "drawn": "", "": ""}
    for key, said in document.value.items():
        space = hexes.spelled(str(key))
        kind = kinds.get(folded(str(said or "")))
        if space is None:
            complaints.append(document.complaint(f'"{key}" is no label: write 0507 or E7', key))
        elif kind is None:
            known = ", ".join(one.name for one in SETTLEMENTS.values())
            complaints.append(document.complaint(f'"{said}" is no settlement; known are {known}, Ranch, drawn', key))
        else:
            sites[space] = kind


def _names(document: Document, complaints: list[Complaint]) -> dict[str, str]:
    value = document.value or {}
    if not isinstance(value, dict):
        complaints.append(document.complaint("names are `0507: Dodge`"))
        return {}
    found: dict[str, str] = {}
    taken: dict[str, str] = {}
    for key, name in value.items():
        space, said = hexes.spelled(str(key)), str(name)
        if space is None:
            complaints.append(document.complaint(f'"{key}" is no label: write 0507 or E7', key))
        elif not folded(said) or hexes.spelled(said) or len(said) > 30:
            complaints.append(document.complaint(f'"{said}" cannot be the name of a space', key))
        elif folded(said) in taken:
            complaints.append(document.complaint(f'"{said}" is the name of {taken[folded(said)]} already', key))
        else:
            found[space] = said
            taken[folded(said)] = space
    return found


def _drawn(document: Document, sites: dict[str, str], absent: set[str], complaints: list[Complaint]) -> tuple[int, int]:
    """A map as a GM types it: a line a row, a sign a column (spaces between the signs are allowed)."""
    rows = [row.rstrip() for row in str(document.value or "").splitlines()]
    rows = [row for row in rows if row]
    if not rows:
        complaints.append(document.complaint("a drawing has a line for every row of hexes, a sign for every column"))
        return 12, 10
    wide = all(sign == " " for row in rows for sign in row[1::2])
    rows = [row[::2] if wide else row for row in rows]
    width = max(map(len, rows))
    for number, row in enumerate(rows, 1):
        for column, sign in enumerate(row.ljust(width, "#"), 1):
            space = hexes.label(column, number)
            if sign in " #":
                absent.add(space)
            elif sign.upper() not in SIGNS:
                known = " ".join(SIGNS)
                complaints.append(document.complaint(f'row {number}: the sign "{sign}" is none of {known} #'))
            elif SIGNS[sign.upper()] is not None:
                sites[space] = SIGNS[sign.upper()] or ""
    if width > MOST_SIDE or len(rows) > MOST_SIDE:
        complaints.append(document.complaint(f"a side of a board may have at most {MOST_SIDE} hexes"))
    return width, len(rows)


def draw_board(board: Board) -> str:
    """The board as a drawing that `read_board` reads back to the same sites."""
    signs = {kind: sign for sign, kind in SIGNS.items()}
    lines = []
    for row in range(1, board.height + 1):
        found = []
        for column in range(1, board.width + 1):
            space = hexes.label(column, row)
            found.append("#" if space in board.absent else signs[board.sites.get(space)])
        lines.append(" ".join(found))
    return "\n".join(lines)


LEAST_APART = 4
NEAR = 4


def faults(board: Board) -> tuple[Problem, ...]:
    """The faults that make a map unplayable or unfair, each with the facts."""
    found: list[Problem] = []
    if len(board.spaces) < LEAST_SPACES:
        found.append(Problem("too-small", {"spaces": len(board.spaces), "least": LEAST_SPACES}))
    reached = board.steps(board.spaces[0]) if board.spaces else {}
    cut_off = tuple(space for space in board.spaces if space not in reached)
    if cut_off:
        found.append(Problem("unreachable", {"from": board.spaces[0], "spaces": cut_off[:6], "number": len(cut_off)}))
    if not board.sites:
        return tuple(found)
    found += _counts(board)
    if not cut_off and not found:
        found += _fairness(board)
    return tuple(found)


def _counts(board: Board) -> list[Problem]:
    """The counters must suffice for the spaces, and the spaces for the ranches."""
    found: list[Problem] = []
    sites = board.sites
    if not 12 <= len(sites) <= MOST_SETTLEMENTS:
        found.append(Problem("settlement-number", {"number": len(sites), "least": 12, "most": MOST_SETTLEMENTS}))
    for key, kind in SETTLEMENTS.items():
        fixed = sum(1 for there in sites.values() if there == key)
        if fixed > kind.number:
            found.append(Problem("too-many-counters", {"kind": key, "number": fixed, "most": kind.number}))
    if len(board.ranch_sites()) < board.players[1]:
        found.append(Problem("too-few-ranches", {"number": len(board.ranch_sites()), "players": board.players[1]}))
    return found


def _fairness(board: Board) -> list[Problem]:
    """Ranches far apart, and none with far fewer settlements in reach than another."""
    found: list[Problem] = []
    sites = board.ranch_sites()
    for players in range(board.players[0], board.players[1] + 1):
        least, sets = board.best_ranches(sites, players)
        if least < LEAST_APART:
            found.append(Problem("ranches-too-close", {"players": players, "apart": least, "least": LEAST_APART}))
            continue
        worst = max(sets, key=lambda chosen: (_gap(board, chosen), chosen))
        near = {ranch: _near(board, ranch) for ranch in worst}
        poor, rich = min(near, key=lambda one: (near[one], one)), max(near, key=lambda one: (near[one], one))
        if near[poor] < 2 or near[rich] > 3 * near[poor]:
            facts = {"players": players, "poor": poor, "few": near[poor], "rich": rich, "many": near[rich]}
            found.append(Problem("unfair-ranches", {**facts, "steps": NEAR}))
    return found


def _near(board: Board, ranch: str) -> int:
    """How many other settlement spaces lie within reach of two moves of two."""
    return sum(1 for space in board.sites if space != ranch and board.apart(ranch, space) <= NEAR)


def _gap(board: Board, chosen: tuple[str, ...]) -> int:
    """How unequal a set of ranches is: a hundred times the richest's neighbours over the poorest's."""
    near = [_near(board, ranch) for ranch in chosen]
    return 100 * max(near) // max(1, min(near))
