"""A position document as a state (docs/positions/gold-rush.md)."""

from __future__ import annotations

from collections.abc import Mapping

from judge.adjudicator.plane import Point
from judge.adjudicator.protocol import Option, Outcome, Problem, Seat
from judge.grammar.document import Document
from judge.grammar.seats import find_seat
from judge.variants.gold_rush.board import Board, read_scenery
from judge.variants.gold_rush.dealing import SEATS
from judge.variants.gold_rush.dealing import mules as new_mules
from judge.variants.gold_rush.notation import TITLES, hundredths
from judge.variants.gold_rush.packs import (
    EDGES,
    GROUPS,
    LETTERS,
)
from judge.variants.gold_rush.position_pieces import no_overlaps, read_beasts, read_figures, read_horses, read_mules
from judge.variants.gold_rush.position_reading import Reading
from judge.variants.gold_rush.position_write import map_scenery
from judge.variants.gold_rush.state import DEAL, FIGURES, GO, OVER, SETUP, State
from judge.variants.gold_rush.titles import read_title

KEYS = (
    "phase", "options", "order", "groups", "table", "edge", "town", "mines", "scenery", "cards", "bags", "figures",
    "mules", "horses", "beasts", "came", "kills", "spent", "result",
)  # fmt: skip
DEFAULT_CARD = 6


def read(board: Board, options: tuple[Option, ...], document: Document) -> State:
    """A document as a state; every mistake in it is named at once."""
    reading = Reading(board, document, KEYS)
    value = reading.value
    chosen = reading.options(options)
    groups = _groups(reading)
    order = _order(reading, groups)
    stage, turn, tempo, going = read_title(str(value.get("phase", "Turn 1")), order)
    if not stage:
        reading.complain('a phase is "Turn 3", "Turn 3, go of Traders", "Set-up, figures" or "Over"', "phase")
        stage, turn = GO, 1
    if tempo:
        chosen["tempo"] = tempo
    state = _assembled(reading, chosen, groups, order, stage, turn, going)
    no_overlaps(reading, state)
    reading.finish()
    return state


def _groups(reading: Reading) -> dict[Seat, str]:
    """Who leads which group: as written, else every group that has a figure or stands in the order."""
    groups: dict[Seat, str] = {}
    for name, group in reading.mapping("groups").items():
        seat = reading.seat(name, "groups", name)
        led = reading.seat(group, "groups", name)
        if seat is not None and led is not None:
            groups[seat] = str(led)
    if groups:
        return groups
    for code in reading.mapping("figures"):
        group = next((one for one in GROUPS if str(code).upper().startswith(LETTERS[one])), None)
        if group is not None:
            groups[Seat(group)] = group
    for name in reading.items("order"):
        found = find_seat(SEATS, name)
        if not isinstance(found, Problem):
            groups[found] = str(found)
    return groups


def _order(reading: Reading, groups: Mapping[Seat, str]) -> tuple[Seat, ...]:
    """The order of goes; those not named follow as they first appear."""
    named: list[Seat] = []
    for number, name in enumerate(reading.items("order")):
        seat = reading.seat(name, "order", number)
        if seat is not None and seat in groups and seat not in named:
            named.append(seat)
        elif seat is not None:
            reading.complain(f"{TITLES.get(str(seat), seat)} stands here twice or has no group", "order", number)
    return (*named, *(seat for seat in groups if seat not in named))


def _assembled(
    reading: Reading,
    options: dict[str, str | int | bool],
    groups: dict[Seat, str],
    order: tuple[Seat, ...],
    stage: str,
    turn: int,
    going: int,
) -> State:
    board, value = reading.board, reading.value
    width, depth = _table(reading)
    town = reading.spot(value["town"], "town") if value.get("town") else None
    if town is None and stage != DEAL and (options["placing"] == "map" or stage != SETUP):
        town = board.town
    mines: dict[Seat, Point] = {}
    for name, text in reading.mapping("mines").items():
        seat, at = reading.seat(name, "mines", name), reading.spot(text, "mines", name)
        if seat is not None and at is not None:
            mines[seat] = at
    if stage != DEAL and (options["placing"] == "map" or stage != SETUP):
        for seat, group in groups.items():
            if group in board.mines and seat not in mines:
                mines[seat] = board.mines[group]
    edge = str(value.get("edge") or ("" if stage in (DEAL, SETUP) else "south"))
    if edge and edge not in EDGES:
        reading.complain(f'an edge is {", ".join(EDGES)}, not "{edge}"', "edge")
    scenery = map_scenery(board, town)
    if "scenery" in value:
        pieces = (
            read_scenery(reading.document.sub("scenery", code), str(code), reading.wrong)
            for code in reading.mapping("scenery")
        )
        scenery = tuple(piece for piece in pieces if piece is not None)
    cards = reading.numbers("cards", low=1, high=20)
    if "cards" not in value and stage == GO:
        cards = dict.fromkeys(order, DEFAULT_CARD)
    figures = read_figures(reading, groups, options, stage)
    mules = read_mules(reading)
    if stage in (SETUP, FIGURES) and "mules" not in value and "mounties" in groups.values():
        mules = new_mules()
    horses = read_horses(reading, figures)
    kills = reading.numbers("kills", high=1000)
    result = None
    if "result" in value or stage == OVER:
        result = Outcome(reading.seats("result", "winners"), str(reading.mapping("result").get("reason", "drawn")))
    if not groups:
        reading.complain("a position needs figures: `figures: {T1: {at: '12.5, 30'}}`", "figures")
    if stage == GO and not any(figure.is_living for figure in figures):
        reading.complain("nobody stands on the table", "figures")
    return State(
        options=options,
        seats=tuple(seat for seat in map(Seat, GROUPS) if seat in groups),
        groups=groups,
        order=order,
        stage=stage,
        turn=turn,
        going=going,
        width=width,
        depth=depth,
        scenery=scenery,
        mines=mines,
        town=town,
        edge=edge,
        bags=reading.numbers("bags", high=100),
        cards=cards,
        figures=figures,
        mules=mules,
        horses=horses,
        beasts=read_beasts(reading),
        came=tuple(reading.items("came")),
        kills=kills,
        spent=reading.number(value.get("spent", 0), "spent", high=1000),
        result=result,
    )


def _table(reading: Reading) -> tuple[int, int]:
    board = reading.board
    sides = []
    for key, default in (("width", board.width), ("depth", board.depth)):
        value = reading.document.sub("table", key).value
        side = default if value is None else hundredths(str(value))
        if side is None or side <= 0:
            reading.complain("a table is so many inches wide and deep", "table", key)
            side = default
        sides.append(side)
    return sides[0], sides[1]
