"""A position document, declared: each field once, read and written by that (docs/positions/land-barons.md)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeVar, cast

from judge.adjudicator.protocol import Seat, SeatName
from judge.grammar.document import Document
from judge.grammar.fields import Field, Notation, Position, by_seat, ending, house_rules, items, seats_of, whole
from judge.variants.land_barons.board import Board
from judge.variants.land_barons.counters import PILE, RANCH, RECRUITS, SETTLEMENTS, UNITS
from judge.variants.land_barons.notation.words import COUNTER_WORDS
from judge.variants.land_barons.options import OPTIONS
from judge.variants.land_barons.phases import title
from judge.variants.land_barons.position_parts import (
    ANYWHERE,
    Desk,
    read_lists,
    read_offices,
    read_pile,
    read_settlements,
    read_tied,
    read_units,
    settlement_kind,
)
from judge.variants.land_barons.setup import ranch_sites
from judge.variants.land_barons.state import (
    Lists,
    Settlement,
    State,
    Tied,
    Unit,
    is_lawful_stack,
    where_counters_are,
)

Pile = Mapping[str, int] | None
EXPRESS_PHASES = ("pay-and-bids", "build-and-raid")
CLASSIC_PHASES = ("pay", "bids", "build", "order-bid", "raid")
PHASE_NAMES = {
    "pay and bids": "pay-and-bids", "build and raid": "build-and-raid", "pay": "pay", "bids": "bids",
    "build": "build", "order bid": "order-bid", "over": "over",
}  # fmt: skip

T = TypeVar("T")


def _on_board(said: str, read: Callable[[Desk, tuple[str | int, ...]], T], write: Callable[[T], object]) -> Notation[T]:
    """A notation of what only this game has: it is read by a Desk, which knows the board."""
    return Notation(said, lambda pen, path: read(cast(Desk, pen), path), write)


# -- notations --------------------------------------------------------------------------------------------------------

TEXT: Notation[str] = Notation(
    "`Turn 3, pay and bids`",
    lambda pen, path: " ".join(str(pen.document.sub(*path).value).split()),
    lambda value: value,
)
COUNTERS: Notation[tuple[str, ...]] = items(
    "a list of counters", lambda pen, text, path: pen.find(COUNTER_WORDS, text, *path), lambda one: RECRUITS[one].name
)
UNIT_LIST: Notation[tuple[Unit, ...]] = _on_board(
    "a list of units: `[Baron 0412, 2 Regulators 0412]`",
    read_units,
    lambda value: [f"{UNITS[unit.kind].name} {unit.space}" for unit in value],
)


def _settlement(settlement: Settlement) -> str:
    """`Town, graham, Saloon, Bank`: kind, whose marker, improvements."""
    if settlement.kind == RANCH:
        name = f"Ranch of {settlement.ranch}" if settlement.ranch else "Ranch"
    else:
        name = SETTLEMENTS[settlement.kind].name if settlement.kind in SETTLEMENTS else "open"
    parts = [name, *([str(settlement.owner)] if settlement.owner else [])]
    parts += [RECRUITS[one].name for one in settlement.improvements]
    return ", ".join(parts + ([] if settlement.seen else ["face down"]))


def _written_lists(lists: Lists) -> dict[str, object]:
    found: dict[str, object] = {}
    if lists.lose:
        found["lose"] = [UNITS[kind].name for kind in lists.lose]
    if lists.retreat:
        found["retreat"] = {start or ANYWHERE: list(spaces) for start, spaces in lists.retreat.items()}
    return found


PLACES: Notation[Mapping[str, Settlement]] = _on_board(
    "`SPACE: Town, SEAT, Saloon, face down`, `SPACE: Ranch of SEAT, SEAT`, `SPACE: open`",
    read_settlements,
    lambda value: {space: _settlement(value[space]) for space in sorted(value)},
)
LISTS: Notation[Lists] = _on_board(
    "`{lose: [Regulator], retreat: {anywhere: [0204], 0407: [0306, 0406]}}`", read_lists, _written_lists
)
TIES: Notation[tuple[Tied, ...]] = _on_board(
    "`2: [graham, johnson]`, a lot's number and seats",
    read_tied,
    lambda value: {one.lot: [str(seat) for seat in one.seats] for one in value},
)
IN_OFFICE: Notation[Mapping[str, Seat]] = _on_board(
    "`Governor: SEAT`, `Govt Contracts: SEAT`",
    read_offices,
    lambda value: {RECRUITS[office].name: str(seat) for office, seat in value.items()},
)
COUNTED: Notation[Pile] = _on_board(
    "`Saloon: 3`, or a list of counters",
    read_pile,
    lambda value: {RECRUITS[kind].name: (value or {})[kind] for kind in PILE if (value or {}).get(kind)},
)
LEFT_OVER: Notation[tuple[str, ...]] = items(
    "a list of settlements",
    lambda pen, text, path: settlement_kind(pen, text, *path),
    lambda kind: SETTLEMENTS[kind].name,
)

# -- the fields -------------------------------------------------------------------------------------------------------


def _of_the_table(board: Board, seats: Sequence[SeatName]) -> tuple[Field[State, Any], ...]:
    """The window, the rules, who plays."""
    usual = {option.key: option.default for option in OPTIONS}
    return (
        Field(
            key="phase",
            about="the open window: `pay and bids` or `build and raid`; in classic tempo `pay`, `bids`, `build`, "
            "`order bid`, `raid of graham`; an extra round of bids ends in `, round 2`; `Setup, ranches` or `Setup, "
            "ranch of graham`; `Setup, deal`: everything is dealt when the window closes; `Turn 9, over`. Left out: "
            "the first window of turn 1",
            notation=TEXT, default="", of=lambda state: title(board, state), always=True,
        ),
        Field(key="options", about="house rules", notation=house_rules(OPTIONS), default=usual,
              of=lambda state: state.options),
        Field(key="seats", about="who plays. Left out: every seat that is mentioned; none: all four",
              notation=seats_of(seats), default=(), of=lambda state: state.seats, always=True),
    )  # fmt: skip


def _on_the_table(seats: Sequence[SeatName]) -> tuple[Field[State, Any], ...]:
    """The pieces on the board and beside it, and the state of the turn and the game."""
    return (
        Field(
            key="settlements",
            about="what lies where: its kind, whose marker, its improvements; `open` is a space whose counter is still "
            "to be drawn. Left out: none; while ranches are placed, the map's",
            notation=PLACES, default={}, of=lambda state: state.settlements, always=True,
        ),
        Field(key="units", about="units by seat, oldest first", notation=by_seat(UNIT_LIST), default={},
              of=lambda state: {seat: state.units_of(seat) for seat in state.seats if state.units_of(seat)},
              always=True),
        Field(key="cash", about="Dollars. Left out: 0", notation=by_seat(whole()), default={},
              of=lambda state: {seat: state.purse(seat) for seat in state.seats}, always=True),
        Field(key="lots", about="what is for sale, the oldest first", notation=COUNTERS, default=(),
              of=lambda state: state.lots, always=True),
        Field(key="tied", about="in an extra round of bids: who tied for which lot", notation=TIES, default=(),
              of=lambda state: state.tied),
        Field(key="won", about="counters won and not placed yet", notation=by_seat(COUNTERS), default={},
              of=lambda state: {seat: won for seat, won in state.won.items() if won}, always=True),
        Field(key="offices", about="who holds them. Left out: vacant", notation=IN_OFFICE, default={},
              of=lambda state: state.offices, always=True),
        Field(key="pile", about="the recruit pile. Left out: all that lies nowhere else", notation=COUNTED,
              default=None, of=lambda state: state.pile, always=True),
        Field(key="discards", about="the discards. Left out: none; where the pile is given, all that lies nowhere "
              "else", notation=COUNTED, default=None, of=lambda state: state.discards, always=True),
        Field(key="unused", about="settlement counters left over", notation=LEFT_OVER, default=(),
              of=lambda state: state.unused, always=True),
        Field(key="lists", about="standing lists: what is lost first, where to retreat", notation=by_seat(LISTS),
              default={}, of=lambda state: {seat: state.lists[seat] for seat in sorted(state.lists)}, always=True),
        Field(key="going", about="whose raids (or ranches) are still to come, now first. Left out: as the phase says",
              notation=seats_of(seats), default=(), of=lambda state: state.going),
        Field(key="fallen", about="seats that are out, in the order in which they fell", notation=seats_of(seats),
              default=(), of=lambda state: state.fallen),
        Field(key="over", about="how the game ended. Left out: it goes on", notation=ending(), default=None,
              of=lambda state: state.ended),
    )  # fmt: skip


def position(board: Board, seats: Sequence[SeatName]) -> Position[State]:
    """The document of a game on this board."""

    def desk(document: Document, keys: Sequence[str]) -> Desk:
        return Desk(board, seats, document, keys)

    return Position((*_of_the_table(board, seats), *_on_the_table(seats)), desk, lambda pen, given: _made(pen, given))


# -- the state they make ----------------------------------------------------------------------------------------------


def _made(desk: Desk, given: Mapping[str, Any]) -> State:
    """The state of a document's fields, with complaints about what no game could have come to."""
    options, ended, fallen = given["options"], given["over"], given["fallen"]
    turn, phase, round_, named = _phase(desk, given["phase"], classic=options["tempo"] in ("strict", "classic"))
    going = given["going"] or named
    order = [one.id for one in desk.names]
    chosen = given["seats"] or tuple(one for one in order if one in desk.mentioned) or tuple(order)
    chosen = tuple(sorted(dict.fromkeys(chosen), key=order.index))
    for seat in sorted(desk.mentioned - set(chosen)):
        desk.complain(f"{seat} is not among the seats of this game", "seats")
    state = State(
        options=options,
        seats=chosen,
        phase="over" if ended is not None else phase,
        turn=turn,
        round=round_,
        settlements=given["settlements"],
        units={seat: given["units"][seat] for seat in chosen if given["units"].get(seat)},
        cash={seat: given["cash"].get(seat, 0) for seat in chosen},
        lots=given["lots"],
        tied=given["tied"],
        won={seat: mine for seat, mine in given["won"].items() if mine},
        offices=given["offices"],
        unused=tuple(sorted(given["unused"])),
        lists={seat: given["lists"][seat] for seat in sorted(given["lists"]) if given["lists"][seat] != Lists()},
        going=going,
        fallen=fallen,
        ended=ended,
    )
    state = _with_piles(desk, state, given["pile"], given["discards"])
    _check_ties(desk, state)
    _check_stacks(desk, state)
    if phase in ("raid", "ranches") and not going and ended is None:
        desk.complain("this phase needs to know whose turn it is: `going: [SEAT, …]`", "phase")
    if state.phase == "ranches" and not ranch_sites(desk.board, state):
        # Before the ranches are placed the settlement spaces are the map's own, unless the document lists them.
        sites = {space: Settlement(kind) for space, kind in sorted(desk.board.sites.items())}
        state = replace(state, settlements={**sites, **state.settlements})
    return state


def _phase(desk: Desk, text: str, classic: bool) -> tuple[int, str, int, tuple[Seat, ...]]:
    """`Turn 3, raid of graham`: the turn, the phase, the round, who is named."""
    if not text:
        return 1, "pay" if classic else "pay-and-bids", 1, ()
    head, *rest = (part.strip() for part in text.lower().split(","))
    name = rest[0] if rest else ""
    if head == "setup":
        if name in ("", "deal") and not rest[1:]:
            return 1, "deal", 1, ()
        seats = _named(desk, name, "ranch of ")
        if (name == "ranches" or seats is not None) and not rest[1:]:
            return 1, "ranches", 1, seats or ()
    turn = _after(head, "turn ")
    round_ = _after(rest[1], "round ") if rest[1:] else 1
    if turn is not None and round_ is not None and not rest[2:]:
        seats = _named(desk, name, "raid of ")
        if seats is not None:
            _in_tempo(desk, text, "raid", classic)
            return turn, "raid", 1, seats
        if name in PHASE_NAMES:
            phase = PHASE_NAMES[name]
            _in_tempo(desk, text, phase, classic)
            # An extra round of bids is a window of its own in either tempo.
            return turn, "bids" if round_ > 1 and phase == "pay-and-bids" else phase, round_, ()
    known = ", ".join(PHASE_NAMES)
    desk.complain(f'"{text}" is no phase; write "Turn 3, …" with one of {known}, raid of SEAT', "phase")
    return 1, "pay-and-bids", 1, ()


def _after(text: str, word: str) -> int | None:
    """The number behind a word."""
    number = text.removeprefix(word).strip()
    return int(number) if text.startswith(word) and number.isdecimal() and len(number) <= 4 else None


def _named(desk: Desk, text: str, words: str) -> tuple[Seat, ...] | None:
    """The seat behind `raid of`; None where those words are missing."""
    if not text.startswith(words):
        return None
    seat = desk.seat(text.removeprefix(words), "phase")
    return (seat,) if seat is not None else ()


def _in_tempo(desk: Desk, text: str, phase: str, classic: bool) -> None:
    if phase not in ("over", *(CLASSIC_PHASES if classic else EXPRESS_PHASES)):
        desk.complain(f'"{text}" is no window of {"classic" if classic else "express"} tempo (option `tempo`)', "phase")


def _with_piles(desk: Desk, state: State, pile: Pile, discards: Pile) -> State:
    """Pile and discards; whichever is left out holds all the counters that lie nowhere else."""
    state = replace(state, pile=pile or {}, discards=discards or {})
    there = where_counters_are(state)
    for kind, number in there.items():
        if number > RECRUITS[kind].number:
            name = RECRUITS[kind].name
            desk.complain(f"there are {RECRUITS[kind].number} {name} counters, here lie {number}")
    rest = {kind: one.number - there.get(kind, 0) for kind, one in RECRUITS.items() if one.number > there.get(kind, 0)}
    if pile is None:
        return replace(state, pile=rest)
    return state if discards is not None else replace(state, discards=rest)


def _check_ties(desk: Desk, state: State) -> None:
    for one in state.tied:
        if not 1 <= one.lot <= len(state.lots):
            desk.complain("ties are written `2: [graham, johnson]`: a lot's number and who tied for it", "tied")


def _check_stacks(desk: Desk, state: State) -> None:
    """No space holds two sides, and no stack holds units that will not stack: no game could have come to that."""
    holders: dict[str, Seat] = {}
    for seat, unit in state.all_units():
        other = holders.setdefault(unit.space, seat)
        if other != seat:
            desk.complain(f"{unit.space} holds units of {other} and of {seat}", "units")
    for seat in state.fallen:
        if state.units_of(seat):
            desk.complain(f"{seat} has fallen and can have no units", "units", str(seat))
    for space, seat in sorted(holders.items()):
        if not is_lawful_stack(state.at(seat, space)):
            desk.complain(f"the units of {seat} in {space} will not stack", "units")
