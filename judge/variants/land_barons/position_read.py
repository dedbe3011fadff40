"""A position document as a state, every mistake named at once with its line (docs/positions/land-barons.md)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from judge.adjudicator import hexes
from judge.adjudicator.protocol import Outcome, Problem, Seat, SeatName
from judge.grammar.document import Document
from judge.grammar.position import PositionReader
from judge.grammar.text import folded
from judge.variants.land_barons.board import Board
from judge.variants.land_barons.counters import OFFICES, PILE, RANCH, RECRUITS, SETTLEMENTS
from judge.variants.land_barons.notation.words import COUNTER_WORDS, UNIT_WORDS
from judge.variants.land_barons.position_write import ANYWHERE
from judge.variants.land_barons.setup import UNDRAWN
from judge.variants.land_barons.state import (
    Lists,
    Settlement,
    State,
    Tied,
    Unit,
    counted,
    is_lawful_stack,
    where_counters_are,
)

KEYS = (
    "phase", "options", "seats", "settlements", "units", "cash", "lots", "tied", "won", "offices", "pile", "discards",
    "unused", "lists", "going", "fallen", "over",
)  # fmt: skip


class _Reader(PositionReader):
    """Reads one document, collecting every mistake before it complains."""

    def __init__(self, board: Board, seats: Sequence[SeatName], document: Document) -> None:
        super().__init__(document, seats, KEYS)
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


def read_position(board: Board, seats: Sequence[SeatName], options: Mapping[str, Any], document: Document) -> State:
    """A position document as a state; what is left out is empty, the pile is all that lies nowhere else."""
    reader = _Reader(board, seats, document)
    settlements = _read_settlements(reader)
    units = {seat: _read_units(reader, name) for seat, name in reader.by_seat("units")}
    cash = reader.numbers("cash")
    won = {seat: _kinds(reader, "won", name) for seat, name in reader.by_seat("won")}
    lists = {seat: _read_lists(reader, name) for seat, name in reader.by_seat("lists")}
    lots = _kinds(reader, "lots")
    offices = _read_offices(reader)
    tied = _read_tied(reader, lots)
    fallen = reader.seats("fallen")
    turn, phase, round_, named = _read_phase(reader, str(options["tempo"]))
    going = reader.seats("going") or named
    ended = _read_over(reader)
    unused = tuple(sorted(filter(None, (_settlement_kind(reader, name, "unused") for name in reader.items("unused")))))
    chosen = reader.seats("seats") or tuple(one.id for one in seats if one.id in reader.mentioned)
    order = [one.id for one in seats]
    chosen = tuple(sorted(chosen or order, key=order.index))
    for seat in sorted(reader.mentioned - set(chosen)):
        reader.complain(f"{seat} is not among the seats of this game", "seats")
    state = State(
        options=options,
        seats=chosen,
        phase="over" if ended is not None else phase,
        turn=turn,
        round=round_,
        settlements=settlements,
        units={seat: units[seat] for seat in chosen if units.get(seat)},
        cash={seat: cash.get(seat, 0) for seat in chosen},
        lots=lots,
        tied=tied,
        won={seat: mine for seat, mine in won.items() if mine},
        offices=offices,
        unused=unused,
        lists={seat: lists[seat] for seat in sorted(lists) if lists[seat] != Lists()},
        going=going,
        fallen=fallen,
        ended=ended,
    )
    state = _with_piles(reader, state)
    _check_stacks(reader, state)
    if phase in ("raid", "ranches") and not going and ended is None:
        reader.complain("this phase needs to know whose turn it is: `going: [SEAT, …]`", "phase")
    reader.finish()
    return state


EXPRESS_PHASES = ("pay-and-bids", "build-and-raid")
CLASSIC_PHASES = ("pay", "bids", "build", "order-bid", "raid")
PHASE_NAMES = {
    "pay and bids": "pay-and-bids", "build and raid": "build-and-raid", "pay": "pay", "bids": "bids",
    "build": "build", "order bid": "order-bid", "over": "over",
}  # fmt: skip


def _read_phase(reader: _Reader, tempo: str) -> tuple[int, str, int, tuple[Seat, ...]]:
    """`Turn 3, raid of graham`: the turn, the phase, the round, who is named."""
    classic = tempo in ("strict", "classic")
    text = reader.document.sub("phase").value
    if text is None:
        return 1, "pay" if classic else "pay-and-bids", 1, ()
    said = " ".join(str(text).split())
    found = re.fullmatch(r"turn (\d+), ?(.+?)(?:, ?round (\d+))?", said, re.IGNORECASE)
    if said.lower() in ("setup, deal", "setup"):
        return 1, "deal", 1, ()
    setup = re.fullmatch(r"setup, ?ranch(?:es| of (.+))", said, re.IGNORECASE)
    if setup:
        seat = reader.seat(setup[1], "phase") if setup[1] else None
        return 1, "ranches", 1, (seat,) if seat else ()
    if found:
        name, round_ = found[2].lower(), int(found[3] or 1)
        raid = re.fullmatch(r"raid of (.+)", name)
        if raid:
            if not classic:
                reader.complain(f'"{text}" is no window of express tempo (option `tempo`)', "phase")
            seat = reader.seat(raid[1], "phase")
            return int(found[1]), "raid", 1, (seat,) if seat else ()
        if name in PHASE_NAMES:
            phase = PHASE_NAMES[name]
            if phase not in ("over", *(CLASSIC_PHASES if classic else EXPRESS_PHASES)):
                tempo_of = "classic" if classic else "express"
                reader.complain(f'"{text}" is no window of {tempo_of} tempo (option `tempo`)', "phase")
            # An extra round of bids is a window of its own in either tempo.
            return int(found[1]), "bids" if round_ > 1 and phase == "pay-and-bids" else phase, round_, ()
    known = ", ".join(PHASE_NAMES)
    reader.complain(f'"{text}" is no phase; write "Turn 3, …" with one of {known}, raid of SEAT', "phase")
    return 1, "pay-and-bids", 1, ()


def _read_settlements(reader: _Reader) -> dict[str, Settlement]:
    found = {}
    for label in reader.mapping("settlements"):
        space = reader.space(label, "settlements", label)
        settlement = _read_settlement(reader, label)
        if space is not None and settlement is not None:
            found[space] = settlement
    for key, kind in SETTLEMENTS.items():
        number = sum(1 for one in found.values() if one.kind == key)
        if number > kind.number:
            reader.complain(f"there are {kind.number} {kind.name} counters, here lie {number}", "settlements")
    return {space: found[space] for space in sorted(found)}


def _read_settlement(reader: _Reader, label: str) -> Settlement | None:
    path = ("settlements", label)
    parts = reader.items(*path)
    if not parts:
        reader.complain("a settlement is written `Town, graham, Saloon`", *path)
        return None
    ranch = re.fullmatch(r"ranch(?: of (.+))?", parts[0], re.IGNORECASE)
    ranch_of = reader.seat(ranch[1], *path) if ranch and ranch[1] else None
    kind = RANCH if ranch else _settlement_kind(reader, parts[0], *path)
    owner, seen, improvements = None, True, []
    for part in parts[1:]:
        if folded(part) == "face down":
            seen = False
        elif COUNTER_WORDS.matches(part) and not isinstance(COUNTER_WORDS.find(part), Problem):
            counter = COUNTER_WORDS.find(part)
            assert isinstance(counter, str)
            if kind not in SETTLEMENTS or SETTLEMENTS[kind].takes is not RECRUITS[counter].sort:
                reader.complain(f"{part} does not go on {parts[0]}", *path)
            improvements.append(counter)
        else:
            owner = reader.seat(part, *path)
    if kind is None:
        return None
    return Settlement(kind, owner, tuple(sorted(improvements)), ranch_of or (owner if ranch else None), seen)


def _settlement_kind(reader: _Reader, name: str, *path: str | int) -> str | None:
    said = folded(name)
    for key, kind in SETTLEMENTS.items():
        if said in (folded(kind.name), folded(key), *map(folded, kind.also)):
            return key
    if said == "open":
        return UNDRAWN
    known = ", ".join(kind.name for kind in SETTLEMENTS.values())
    reader.complain(f'"{name}" is no settlement; known are {known}, Ranch of SEAT', *path)
    return None


def _read_units(reader: _Reader, name: str) -> tuple[Unit, ...]:
    """`[Baron 0412, 2 Regulators 0412]`, oldest first."""
    found: list[Unit] = []
    for item in reader.items("units", name):
        said = re.fullmatch(r"(?:(\d{1,2})\s+)?(.+?)\s+(?:at\s+)?(\S+)", item)
        if said is None:
            reader.complain(f'"{item}" is no unit; write `Regulator 0412`', "units", name)
            continue
        kind = reader.find(UNIT_WORDS, said[2], "units", name)
        space = reader.space(said[3], "units", name)
        if kind is not None and space is not None:
            found += [Unit(0, kind, space)] * int(said[1] or 1)
    return tuple(Unit(number, unit.kind, unit.space) for number, unit in enumerate(found, 1))


def _kinds(reader: _Reader, *path: str | int) -> tuple[str, ...]:
    return tuple(filter(None, (reader.find(COUNTER_WORDS, item, *path) for item in reader.items(*path))))


def _read_lists(reader: _Reader, name: str) -> Lists:
    reader.known(("lose", "retreat"), "lists", name)
    lose = [reader.find(UNIT_WORDS, item, "lists", name, "lose") for item in reader.items("lists", name, "lose")]
    retreat: dict[str, tuple[str, ...]] = {}
    value = reader.document.sub("lists", name, "retreat").value
    starts = list(value) if isinstance(value, dict) else []
    if value is not None and not starts:
        retreat[""] = _space_list(reader, "lists", name, "retreat")
    for start in starts:
        at = "" if start == ANYWHERE else reader.space(start, "lists", name, "retreat", start)
        if at is not None:
            retreat[at] = _space_list(reader, "lists", name, "retreat", start)
    return Lists(tuple(filter(None, lose)), {start: retreat[start] for start in sorted(retreat) if retreat[start]})


def _space_list(reader: _Reader, *path: str | int) -> tuple[str, ...]:
    return tuple(filter(None, (reader.space(item, *path) for item in reader.items(*path))))


def _read_offices(reader: _Reader) -> dict[str, Seat]:
    found = {}
    for name in reader.mapping("offices"):
        office = reader.find(COUNTER_WORDS, str(name), "offices", name)
        seat = reader.seat(reader.document.sub("offices", name).value, "offices", name)
        if office is not None and office not in OFFICES:
            reader.complain(f"{name} is no office; there are Governor and Govt Contracts", "offices", name)
        elif office is not None and seat is not None:
            found[office] = seat
    return {office: found[office] for office in OFFICES if office in found}


def _read_tied(reader: _Reader, lots: tuple[str, ...]) -> tuple[Tied, ...]:
    found = []
    for key in reader.mapping("tied"):
        number = int(key) if str(key).isdecimal() else 0
        seats = reader.seats("tied", key)
        if not 1 <= number <= len(lots) or len(seats) < 2:
            reader.complain("ties are written `2: [graham, johnson]`: a lot's number and who tied for it", "tied", key)
        else:
            found.append(Tied(number, seats))
    return tuple(sorted(found, key=lambda one: one.lot))


def _read_over(reader: _Reader) -> Outcome | None:
    value = reader.document.sub("over").value
    if value is None:
        return None
    names, sign, reason = str(value).rpartition(":")
    if not sign:
        reader.complain("an end is written `graham: majority`", "over")
        return None
    winners = [reader.seat(name.strip(), "over") for name in names.split(",") if name.strip() not in ("", "nobody")]
    return Outcome(tuple(filter(None, winners)), reason.strip())


def _with_piles(reader: _Reader, state: State) -> State:
    """Pile and discards; whichever is left out holds all the counters that lie nowhere else."""
    given = {key: _read_pile(reader, key) for key in ("pile", "discards") if reader.document.sub(key).value is not None}
    state = replace(state, pile=given.get("pile", {}), discards=given.get("discards", {}))
    there = where_counters_are(state)
    for kind, number in there.items():
        if number > RECRUITS[kind].number:
            name = RECRUITS[kind].name
            reader.complain(f"there are {RECRUITS[kind].number} {name} counters, here lie {number}")
    rest = {kind: one.number - there.get(kind, 0) for kind, one in RECRUITS.items() if one.number > there.get(kind, 0)}
    if "pile" not in given:
        return replace(state, pile=rest)
    return state if "discards" in given else replace(state, discards=rest)


def _read_pile(reader: _Reader, key: str) -> dict[str, int]:
    """`{Saloon: 3, Bank: 2}`, or a list of counters."""
    if isinstance(reader.document.sub(key).value, list | str):
        return counted(_kinds(reader, key))
    found = {}
    for name in reader.mapping(key):
        kind = reader.find(COUNTER_WORDS, str(name), key, name)
        number = reader.number(reader.document.sub(key, name).value, key, name)
        if kind is not None and number:
            found[kind] = number
    return {kind: found[kind] for kind in PILE if kind in found}


def _check_stacks(reader: _Reader, state: State) -> None:
    """No space holds two sides, and no stack holds units that will not stack: no game could have come to that."""
    holders: dict[str, Seat] = {}
    for seat, unit in state.all_units():
        other = holders.setdefault(unit.space, seat)
        if other != seat:
            reader.complain(f"{unit.space} holds units of {other} and of {seat}", "units")
    for seat in state.fallen:
        if state.units_of(seat):
            reader.complain(f"{seat} has fallen and can have no units", "units", str(seat))
    for space, seat in sorted(holders.items()):
        if not is_lawful_stack(state.at(seat, space)):
            reader.complain(f"the units of {seat} in {space} will not stack", "units")
