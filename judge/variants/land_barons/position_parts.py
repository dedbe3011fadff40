"""The parts of a position document that only this game has: settlements, units, offices, lists, piles, ties."""

from __future__ import annotations

from collections.abc import Sequence

from judge.adjudicator import hexes
from judge.adjudicator.protocol import Problem, Seat, SeatName
from judge.grammar.document import Document
from judge.grammar.position import PositionReader
from judge.grammar.text import folded
from judge.variants.land_barons.board import Board
from judge.variants.land_barons.counters import OFFICES, PILE, RANCH, RECRUITS, SETTLEMENTS
from judge.variants.land_barons.notation.words import COUNTER_WORDS, UNIT_WORDS
from judge.variants.land_barons.setup import UNDRAWN
from judge.variants.land_barons.state import Lists, Settlement, Tied, Unit, counted

ANYWHERE = "anywhere"
Path = tuple[str | int, ...]


class Desk(PositionReader):
    """Reads one document on its board."""

    def __init__(self, board: Board, seats: Sequence[SeatName], document: Document, keys: Sequence[str]) -> None:
        super().__init__(document, seats, keys)
        self.board = board
        self.mentioned: set[Seat] = set()

    def seat(self, name: object, *path: str | int) -> Seat | None:
        """A seat by any of its names; whoever is mentioned plays."""
        found = super().seat(name, *path)
        self.mentioned |= {found} if found is not None else set()
        return found

    def space(self, name: object, *path: str | int) -> str | None:
        """A space of the board by its label."""
        space = hexes.spelled(str(name))
        if space is None or not self.board.is_space(space):
            self.complain(f'"{name}" is no space of the board of {self.board.width} x {self.board.height}', *path)
            return None
        return space


def read_settlements(desk: Desk, path: Path) -> dict[str, Settlement]:
    """Every settlement space."""
    found = {}
    for label in desk.mapping(*path):
        space = desk.space(label, *path, label)
        settlement = _settlement(desk, (*path, label))
        if space is not None and settlement is not None:
            found[space] = settlement
    for key, kind in SETTLEMENTS.items():
        number = sum(1 for one in found.values() if one.kind == key)
        if number > kind.number:
            desk.complain(f"there are {kind.number} {kind.name} counters, here lie {number}", *path)
    return {space: found[space] for space in sorted(found)}


def _settlement(desk: Desk, path: Path) -> Settlement | None:
    parts = desk.items(*path)
    if not parts:
        desk.complain("a settlement is written `Town, graham, Saloon`", *path)
        return None
    first = " ".join(parts[0].split())
    is_ranch = first.lower() == RANCH or first.lower().startswith("ranch of ")
    ranch_of = desk.seat(first[len("ranch of ") :], *path) if is_ranch and first.lower() != RANCH else None
    kind = RANCH if is_ranch else settlement_kind(desk, first, *path)
    owner, seen, improvements = None, True, []
    for part in parts[1:]:
        counter = COUNTER_WORDS.find(part)
        if folded(part) == "face down":
            seen = False
        elif isinstance(counter, Problem):
            owner = desk.seat(part, *path)
        else:
            if kind not in SETTLEMENTS or SETTLEMENTS[kind].takes is not RECRUITS[counter].sort:
                desk.complain(f"{part} does not go on {first}", *path)
            improvements.append(counter)
    if kind is None:
        return None
    return Settlement(kind, owner, tuple(sorted(improvements)), ranch_of or (owner if is_ranch else None), seen)


def settlement_kind(desk: PositionReader, name: str, *path: str | int) -> str | None:
    """A kind of settlement; `open` is a space whose counter is still to be drawn."""
    said = folded(name)
    for key, kind in SETTLEMENTS.items():
        if said in (folded(kind.name), folded(key), *map(folded, kind.also)):
            return key
    if said == "open":
        return UNDRAWN
    known = ", ".join(kind.name for kind in SETTLEMENTS.values())
    desk.complain(f'"{name}" is no settlement; known are {known}, Ranch of SEAT', *path)
    return None


def read_units(desk: Desk, path: Path) -> tuple[Unit, ...]:
    """`[Baron 0412, 2 Regulators 0412]`, oldest first."""
    found: list[Unit] = []
    for item in desk.items(*path):
        words = item.split()
        number = int(words.pop(0)) if words[0].isdecimal() and len(words[0]) <= 2 else 1
        if len(words) > 2 and words[-2].lower() == "at":
            del words[-2]
        if len(words) < 2:
            desk.complain(f'"{item}" is no unit; write `Regulator 0412`', *path)
            continue
        kind = desk.find(UNIT_WORDS, " ".join(words[:-1]), *path)
        space = desk.space(words[-1], *path)
        if kind is not None and space is not None:
            found += [Unit(0, kind, space)] * number
    return tuple(Unit(number, unit.kind, unit.space) for number, unit in enumerate(found, 1))


def read_lists(desk: Desk, path: Path) -> Lists:
    """Standing lists: which kinds are lost first, where to retreat."""
    desk.known(("lose", "retreat"), *path)
    lose = [desk.find(UNIT_WORDS, item, *path, "lose") for item in desk.items(*path, "lose")]
    retreat: dict[str, tuple[str, ...]] = {}
    value = desk.document.sub(*path, "retreat").value
    starts = list(value) if isinstance(value, dict) else []
    if value is not None and not starts:
        retreat[""] = _spaces(desk, *path, "retreat")
    for start in starts:
        at = "" if start == ANYWHERE else desk.space(start, *path, "retreat", start)
        if at is not None:
            retreat[at] = _spaces(desk, *path, "retreat", start)
    return Lists(tuple(filter(None, lose)), {start: retreat[start] for start in sorted(retreat) if retreat[start]})


def _spaces(desk: Desk, *path: str | int) -> tuple[str, ...]:
    return tuple(filter(None, (desk.space(item, *path) for item in desk.items(*path))))


def read_offices(desk: Desk, path: Path) -> dict[str, Seat]:
    """The holders of the Governor and the Govt Contracts."""
    found = {}
    for name in desk.mapping(*path):
        office = desk.find(COUNTER_WORDS, str(name), *path, name)
        seat = desk.seat(desk.document.sub(*path, name).value, *path, name)
        if office is not None and office not in OFFICES:
            desk.complain(f"{name} is no office; there are Governor and Govt Contracts", *path, name)
        elif office is not None and seat is not None:
            found[office] = seat
    return {office: found[office] for office in OFFICES if office in found}


def read_tied(desk: Desk, path: Path) -> tuple[Tied, ...]:
    """Lots that are bid on again, and by whom."""
    found = []
    for key in desk.mapping(*path):
        number = int(key) if str(key).isdecimal() and len(str(key)) <= 3 else 0
        seats = desk.seats(*path, key)
        if number < 1 or len(seats) < 2:
            desk.complain("ties are written `2: [graham, johnson]`: a lot's number and who tied for it", *path, key)
        else:
            found.append(Tied(number, seats))
    return tuple(sorted(found, key=lambda one: one.lot))


def read_pile(desk: Desk, path: Path) -> dict[str, int] | None:
    """`{Saloon: 3, Bank: 2}`, or a list of counters; None where nothing is said."""
    value = desk.document.sub(*path).value
    if value is None:
        return None
    if isinstance(value, list | str):
        return counted(tuple(filter(None, (desk.find(COUNTER_WORDS, item, *path) for item in desk.items(*path)))))
    found = {}
    for name in desk.mapping(*path):
        kind = desk.find(COUNTER_WORDS, str(name), *path, name)
        number = desk.number(desk.document.sub(*path, name).value, *path, name)
        if kind is not None and number:
            found[kind] = number
    return {kind: found[kind] for kind in PILE if kind in found}
