"""The position document, declared field by field (docs/positions/gold-rush.md)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from judge.adjudicator.plane import Point
from judge.adjudicator.protocol import Option, Outcome, Seat
from judge.grammar.fields import Field, Notation, Position, by_seat, ending, house_rules, items, seats_of, whole
from judge.grammar.position import PositionReader
from judge.variants.gold_rush.board import Board, read_scenery, with_town, write_scenery
from judge.variants.gold_rush.dealing import SEATS
from judge.variants.gold_rush.dealing import mules as new_mules
from judge.variants.gold_rush.letters import read_letter
from judge.variants.gold_rush.notation import hundredths, inches, write_point
from judge.variants.gold_rush.orders import Go
from judge.variants.gold_rush.packs import EDGES, INCH
from judge.variants.gold_rush.position_pen import GoldRushPen
from judge.variants.gold_rush.position_pieces import BEASTS, FIGURES, HORSES, MULES, no_overlaps
from judge.variants.gold_rush.stages import title_of
from judge.variants.gold_rush.state import DEAL, GO, OVER, SETUP, Horse, Scenery, State
from judge.variants.gold_rush.state import FIGURES as PLACING
from judge.variants.gold_rush.titles import read_title

DEFAULT_CARD = 6
Place = tuple[str | int, ...]


def _pen(pen: PositionReader) -> GoldRushPen:
    assert isinstance(pen, GoldRushPen)
    return pen


# --- notations --------------------------------------------------------------------------------------------------------


def _text(said: str) -> Notation[Any]:
    return Notation(said, lambda pen, path: str(pen.document.sub(*path).value or ""), lambda value: value)


def _read_point(pen: PositionReader, path: Place) -> Point | None:
    value = pen.document.sub(*path).value
    return _pen(pen).spot(value, *path) if value else None


POINT: Notation[Any] = Notation("a point", _read_point, lambda at: "" if at is None else write_point(at))


def _read_table(pen: PositionReader, path: Place) -> tuple[int | None, int | None]:
    sides: list[int | None] = []
    for key in ("width", "depth"):
        value = pen.document.sub(*path, key).value
        side = None if value is None else hundredths(str(value))
        if value is not None and (side is None or side <= 0):
            pen.complain("a table is so many inches wide and deep", *path, key)
        sides.append(side)
    return sides[0], sides[1]


def _side(side: int) -> int | str:
    return inches(side) if side % INCH else side // INCH


TABLE: Notation[Any] = Notation(
    "`{width: 72, depth: 48}`",
    _read_table,
    lambda sides: {key: _side(side) for key, side in zip(("width", "depth"), sides, strict=True)},
)


def _read_scenery(pen: PositionReader, path: Place) -> tuple[Scenery, ...]:
    pieces = (read_scenery(pen.document.sub(*path, code), str(code), pen.wrong) for code in pen.mapping(*path))
    return tuple(piece for piece in pieces if piece is not None)


SCENERY: Notation[Any] = Notation(
    "pieces by code, as below", _read_scenery, lambda pieces: {piece.code: write_scenery(piece) for piece in pieces}
)


def _written_groups(groups: Mapping[Seat, str]) -> dict[str, str]:
    return {str(seat): groups[seat] for seat in sorted(groups)}


def _groups(said: str) -> Notation[Any]:
    return Notation(said, lambda pen, path: _pen(pen).groups, _written_groups)


def _sorted(notation: Notation[Any]) -> Notation[Any]:
    """By seat, written in the order of names."""
    return replace(notation, write=lambda value: notation.write(dict(sorted(value.items()))))


# --- the document -----------------------------------------------------------------------------------------------------


def position_of(board: Board, options: tuple[Option, ...]) -> Position[State]:
    """The position document of a game on this board."""
    rules = house_rules(options)
    return Position(
        (
            Field(key="phase", about="the title of a window", notation=_text("as under *Phases*"),
                  default="Turn 1", of=lambda state: title_of(board, state), always=True),
            Field(key="options", about="house rules", default=None,
                  of=lambda state: dict(sorted(state.options.items())),
                  notation=replace(rules, read=lambda pen, path: _pen(pen).chosen)),
            Field(key="order", about="the order of goes; groups not named follow as their figures first appear",
                  notation=replace(seats_of(SEATS), read=lambda pen, path: _pen(pen).order),
                  default=(), of=lambda state: state.order),
            Field(key="groups", about="which group a seat leads, where they differ (GR-Q9)",
                  notation=_groups("`SEAT:` a group"), default=None, of=_swapped),
            Field(key="table", about="how large it is; left out: as on the map", notation=TABLE, default=None,
                  of=lambda state: None if (state.width, state.depth) == (board.width, board.depth)
                  else (state.width, state.depth)),
            Field(key="edge", about="the Mounties' edge; left out: south", notation=_text(", ".join(EDGES)),
                  default=None, of=lambda state: state.edge),
            Field(key="town", about="its middle; left out: as on the map", notation=POINT, default=None,
                  of=lambda state: state.town),
            Field(key="mines", about="one for each Gold Digger group; left out: as on the map",
                  notation=_sorted(by_seat(POINT)), default={}, of=lambda state: state.mines),
            Field(key="scenery", about="all of it; `{}` for an empty table; left out: as on the map", notation=SCENERY,
                  default=None, of=lambda state: None if state.scenery == map_scenery(board, state.town)
                  else state.scenery),
            Field(key="cards", about="each group's Movement card for this turn; left out: 6",
                  notation=_sorted(by_seat(whole(1, 20))), default=None,
                  of=lambda state: state.cards if state.cards or state.stage == GO else None),
            Field(key="bags", about="bags not yet shared out, during set-up", notation=_sorted(by_seat(whole(0, 100))),
                  default={}, of=lambda state: state.bags),
            Field(key="figures", about="everybody, by code; see *Figures*", notation=FIGURES, default=(),
                  of=lambda state: state.figures, always=True),
            Field(key="mules", about="the Mounties' mules", notation=MULES, default=None, of=lambda state: state.mules),
            Field(key="horses", about="left out: those of mounted figures", notation=HORSES, default=(),
                  of=lambda state: state.horses),
            Field(key="beasts", about="the bear is `B1`, wolves `W1` to `W6`", notation=BEASTS, default=(),
                  of=lambda state: state.beasts),
            Field(key="came", about="kinds of beasts that have come", default=(), of=lambda state: state.came,
                  notation=items("a list of `bear` and `wolves`", lambda pen, text, path: text, str)),
            Field(key="kills", about="figures shot by each group", notation=_sorted(by_seat(whole(0, 1000))),
                  default={}, of=lambda state: state.kills, always=True),
            Field(key="spent", about="bags spent in the shop", notation=whole(0, 1000), default=0,
                  of=lambda state: state.spent, always=True),
            Field(key="over", about="how the game ended", notation=ending(), default=None,
                  of=lambda state: state.result),
        ),
        lambda document, keys: GoldRushPen(document, keys, options),
        lambda pen, values: _made(board, _pen(pen), values),
    )  # fmt: skip


def _swapped(state: State) -> Mapping[Seat, str] | None:
    """The groups, where a seat leads another than its own or has no go."""
    as_usual = set(state.seats) == set(state.order) and all(str(seat) == group for seat, group in state.groups.items())
    return None if as_usual else state.groups


def map_scenery(board: Board, town: Point | None) -> tuple[Scenery, ...]:
    """The scenery of the map, with the town in its place."""
    return board.scenery if town is None else with_town(board, town)


def _made(board: Board, pen: GoldRushPen, values: Mapping[str, Any]) -> State:
    """The state that the fields make, and what no game could have come to."""
    order = values["order"] or pen.order
    stage, turn, tempo, going = read_title(values["phase"], order)
    if not stage:
        pen.complain('a phase is "Turn 3", "Turn 3, go of Traders", "Set-up, figures" or "Over"', "phase")
        stage, turn = GO, 1
    chosen = {**pen.chosen, "tempo": tempo} if tempo else pen.chosen
    laid = stage != DEAL and (chosen["placing"] == "map" or stage != SETUP)
    town = values["town"] or (board.town if laid else None)
    width, depth = values["table"] or (None, None)
    edge = values["edge"] or ("" if stage in (DEAL, SETUP) else "south")
    if edge and edge not in EDGES:
        pen.complain(f'an edge is {", ".join(EDGES)}, not "{edge}"', "edge")
    cards = values["cards"]
    figures, mules = values["figures"], values["mules"]
    state = State(
        options=chosen,
        seats=pen.seated,
        groups=pen.groups,
        order=order,
        stage=stage,
        turn=turn,
        going=going,
        width=width or board.width,
        depth=depth or board.depth,
        scenery=map_scenery(board, town) if values["scenery"] is None else values["scenery"],
        mines=_mines(board, pen, values["mines"], laid=laid),
        town=town,
        edge=edge,
        bags=values["bags"],
        cards=cards if cards is not None else dict.fromkeys(order, DEFAULT_CARD) if stage == GO else {},
        figures=figures,
        mules=mules if mules is not None else _new_mules(pen, stage),
        horses=_ridden(pen, figures, values["horses"]),
        beasts=values["beasts"],
        came=values["came"],
        kills=values["kills"],
        spent=values["spent"],
        result=values["over"] or (Outcome((), "drawn") if stage == OVER else None),
    )
    state = _planned(pen, state)
    _check(pen, state)
    return state


def _planned(pen: GoldRushPen, state: State) -> State:
    """The state with what figures go on with, as players order it (GR-Q53)."""
    plans: dict[str, Go] = {}
    for key, value in pen.mapping("figures").items():
        text = value.get("plan") if isinstance(value, dict) else None
        figure = next((one for one in state.figures if one.code == str(key).upper()), None)
        if not text or figure is None:
            continue
        read = [line.said for line in read_letter(state, figure.seat, "go", f"{figure.code}: {text}")]
        if len(read) == 1 and isinstance(read[0], Go) and read[0].is_plan:
            plans[figure.code] = read[0]
        else:
            pen.complain(
                "a plan is a move and what it is made for: `to contact with M2, then take gold`", "figures", key
            )
    return replace(state, figures=tuple(replace(one, plan=plans.get(one.code)) for one in state.figures))


def _new_mules(pen: GoldRushPen, stage: str) -> tuple[Any, ...]:
    return new_mules() if stage in (SETUP, PLACING) and "mounties" in pen.groups.values() else ()


def _mines(board: Board, pen: GoldRushPen, said: Mapping[Seat, Point | None], *, laid: bool) -> dict[Seat, Point]:
    mines = {seat: at for seat, at in said.items() if at is not None}
    if laid:
        for seat, group in pen.groups.items():
            if group in board.mines:
                mines.setdefault(seat, board.mines[group])
    return mines


def _ridden(pen: GoldRushPen, figures: Sequence[Any], listed: Sequence[Horse]) -> tuple[Horse, ...]:
    """Horses as written; a mounted figure's horse need not be."""
    riders = {figure.horse: figure.code for figure in figures if figure.horse}
    for horse in listed:
        if horse.rider and riders.get(horse.number) != horse.rider:
            pen.complain(f"{horse.rider} must have `horse: {horse.number}`", "horses", f"H{horse.number}")
    found = {horse.number: horse for horse in listed}
    for number, rider in riders.items():
        found.setdefault(number, Horse(number, rider))
    return tuple(found.values())


def _check(pen: GoldRushPen, state: State) -> None:
    """Positions that no game could have come to."""
    if not state.groups:
        pen.complain("a position needs figures: `figures: {T1: {at: '12.5, 30'}}`", "figures")
    for figure in state.figures:
        if figure.at is None and state.stage == GO and figure.status != "gone":
            pen.complain("where does it stand? `at: '12.5, 30'`", "figures", figure.code)
    if state.stage == GO and not any(figure.is_living for figure in state.figures):
        pen.complain("nobody stands on the table", "figures")
    no_overlaps(pen, state)
