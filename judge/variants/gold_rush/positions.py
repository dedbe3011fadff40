"""Position documents: a game's state as people write it (docs/positions/gold-rush.md)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from judge.adjudicator.plane import Point
from judge.adjudicator.protocol import Option, Outcome, Problem, Seat
from judge.grammar.document import Complaint, Document, DocumentError
from judge.grammar.lexicon import nearest
from judge.grammar.seats import find_seat
from judge.variants.gold_rush.board import Board, read_scenery, with_town, write_scenery
from judge.variants.gold_rush.dealing import SEATS, reloads_at_start
from judge.variants.gold_rush.dealing import mules as new_mules
from judge.variants.gold_rush.notation import TITLES, hundredths, inches, point, seat_of, write_point
from judge.variants.gold_rush.packs import (
    BASE,
    BOXES_ON_A_MULE,
    EDGES,
    GROUPS,
    GUNS,
    INCH,
    LETTERS,
    MOST_BAGS,
    REVOLVER,
)
from judge.variants.gold_rush.state import DEAL, FIGURES, GO, OVER, SETUP, Beast, Figure, Horse, Mule, Scenery, State
from judge.variants.gold_rush.titles import read_title, title_of

KEYS = (
    "phase", "options", "order", "groups", "table", "edge", "town", "mines", "scenery", "cards", "bags", "figures",
    "mules", "horses", "beasts", "came", "kills", "spent", "result",
)  # fmt: skip
FIGURE_KEYS = ("at", "weapon", "loaded", "reloads", "gold", "horse", "out", "status", "attacked", "foes", "seat")
DEFAULT_CARD = 6


def write(board: Board, state: State) -> Mapping[str, object]:
    """A state as a document; `read` gives an equal state back."""
    found: dict[str, object] = {"phase": title_of(state)}
    found["options"] = dict(sorted(state.options.items()))
    found["order"] = [str(seat) for seat in state.order]
    if tuple(sorted(state.seats)) != tuple(sorted(state.order)) or any(str(s) != g for s, g in state.groups.items()):
        found["groups"] = {str(seat): state.groups[seat] for seat in sorted(state.seats)}
    if (state.width, state.depth) != (board.width, board.depth):
        found["table"] = {"width": _side(state.width), "depth": _side(state.depth)}
    found["edge"] = state.edge
    if state.town is not None:
        found["town"] = write_point(state.town)
    found["mines"] = {str(seat): write_point(at) for seat, at in sorted(state.mines.items())}
    if state.scenery != _map_scenery(board, state.town):
        found["scenery"] = {piece.code: write_scenery(piece) for piece in state.scenery}
    if state.cards:
        found["cards"] = {str(seat): card for seat, card in sorted(state.cards.items())}
    elif state.stage == GO:
        found["cards"] = {}
    if state.bags:
        found["bags"] = {str(seat): bags for seat, bags in sorted(state.bags.items())}
    found["figures"] = {figure.code: _write_figure(figure) for figure in state.figures}
    found["mules"] = {mule.code: _write_mule(mule) for mule in state.mules}
    found["horses"] = {f"H{horse.number}": _write_horse(horse) for horse in state.horses}
    found["beasts"] = {beast.code: write_point(beast.at) + (" dead" if beast.dead else "") for beast in state.beasts}
    if state.came:
        found["came"] = list(state.came)
    found["kills"] = {str(seat): number for seat, number in sorted(state.kills.items())}
    found["spent"] = state.spent
    if state.result is not None:
        found["result"] = {"winners": [str(seat) for seat in state.result.winners], "reason": state.result.reason}
    return found


def _side(hundredths: int) -> int | str:
    return inches(hundredths) if hundredths % INCH else hundredths // INCH


def _map_scenery(board: Board, town: Point | None) -> tuple[Scenery, ...]:
    return board.scenery if town is None else with_town(board, town)


def _write_figure(figure: Figure) -> dict[str, object]:
    found: dict[str, object] = {
        "at": "" if figure.at is None else write_point(figure.at),
        "weapon": figure.weapon,
        "loaded": figure.loaded,
        "reloads": figure.reloads,
        "gold": figure.gold,
        "out": figure.out,
    }
    if figure.horse:
        found["horse"] = figure.horse
    if figure.status != "up":
        found["status"] = figure.status
    if figure.attacked:
        found["attacked"] = figure.attacked
    if figure.foes:
        found["foes"] = list(figure.foes)
    return found


def _write_mule(mule: Mule) -> dict[str, object]:
    found: dict[str, object] = {
        "at": "" if mule.at is None else write_point(mule.at), "boxes": mule.boxes, "gold": mule.gold,
    }  # fmt: skip
    if mule.led:
        found["led"] = True
    if mule.dead:
        found["dead"] = True
    return found


def _write_horse(horse: Horse) -> str:
    if horse.at is not None:
        return write_point(horse.at)
    return f"under {horse.rider}" if horse.rider else "gone"


class _Reading:
    """One document on its way to a state, with every mistake met so far."""

    def __init__(self, board: Board, document: Document) -> None:
        self.board = board
        self.document = document
        self.wrong: list[Complaint] = []

    def complain(self, sentence: str, *path: str | int) -> None:
        self.wrong.append(self.document.complaint(sentence, *path))

    def mapping(self, *path: str | int) -> dict[Any, Any]:
        """The mapping at these keys, empty when there is none."""
        value = self.document.sub(*path).value
        if value is None:
            return {}
        if not isinstance(value, dict):
            self.complain("expected `key: value` lines here", *path)
            return {}
        return value

    def seat(self, text: object, *path: str | int) -> Seat | None:
        found = find_seat(SEATS, str(text))
        if isinstance(found, Problem):
            self.complain(f'"{text}" is no group; known are {", ".join(GROUPS)}', *path)
            return None
        return found

    def spot(self, text: object, *path: str | int) -> Point | None:
        found = point(str(text))
        if found is None:
            self.complain(f'"{text}" is no point: write inches as 12.5, 30', *path)
        return found

    def number(self, value: object, low: int, high: int, *path: str | int) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            self.complain(f"expected a whole number from {low} to {high}, not {value!r}", *path)
            return low
        return value

    def by_seat(self, key: str, low: int, high: int) -> dict[Seat, int]:
        found = {}
        for name, value in self.mapping(key).items():
            seat = self.seat(name, key, name)
            if seat is not None:
                found[seat] = self.number(value, low, high, key, name)
        return found


def read(board: Board, options: tuple[Option, ...], document: Document) -> State:
    """A document as a state; every mistake in it is named at once."""
    reading = _Reading(board, document)
    value = document.value
    if not isinstance(value, dict):
        raise document.error("a position is `phase: Turn 3` with `figures:` and more")
    for key in value:
        if key not in KEYS:
            near = nearest(str(key), KEYS)
            reading.complain(f'"{key}" means nothing here' + (f'; did you mean "{near}"?' if near else ""), key)
    chosen = _options(reading, options)
    groups = _groups(reading)
    order = _order(reading, groups)
    stage, turn, tempo, going = read_title(str(value.get("phase", "Turn 1")), order)
    if not stage:
        reading.complain('a phase is "Turn 3", "Turn 3, go of Traders", "Set-up, figures" or "Over"', "phase")
        stage, turn = GO, 1
    if tempo:
        chosen["tempo"] = tempo
    state = _assembled(reading, chosen, groups, order, stage, turn, going)
    _no_overlaps(reading, state)
    if reading.wrong:
        raise DocumentError(document.name, reading.wrong)
    return state


def _options(reading: _Reading, options: tuple[Option, ...]) -> dict[str, str | int | bool]:
    given = reading.mapping("options")
    known = {option.key: option for option in options}
    chosen = {option.key: option.default for option in options}
    for key, value in given.items():
        option = known.get(str(key))
        if option is None:
            reading.complain(f'there is no option "{key}"; did you mean "{nearest(str(key), known)}"?', "options", key)
        elif type(value) is not type(option.default) or (option.values and value not in option.values):
            reading.complain(f'"{value}" is no value of {key}: {option.summary}', "options", key)
        else:
            chosen[option.key] = value
    return chosen


def _groups(reading: _Reading) -> dict[Seat, str]:
    """Who leads which group: as written, else every group that has a figure or stands in the order."""
    groups: dict[Seat, str] = {}
    for name, group in reading.mapping("groups").items():
        seat = reading.seat(name, "groups", name)
        if str(group) not in GROUPS:
            reading.complain(f'"{group}" is no group; known are {", ".join(GROUPS)}', "groups", name)
        elif seat is not None:
            groups[seat] = str(group)
    if groups:
        return groups
    for code in reading.mapping("figures"):
        group = next((one for one in GROUPS if str(code).upper().startswith(LETTERS[one])), None)
        if group is not None:
            groups[Seat(group)] = group
    order = reading.document.sub("order").value
    for name in order if isinstance(order, list) else []:
        found = find_seat(SEATS, str(name))
        if not isinstance(found, Problem):
            groups[found] = str(found)
    return groups


def _order(reading: _Reading, groups: Mapping[Seat, str]) -> tuple[Seat, ...]:
    """The order of goes; those not named follow as they first appear."""
    named: list[Seat] = []
    value = reading.document.sub("order").value or []
    if not isinstance(value, list):
        reading.complain("the order of goes is a list: [traders, mounties]", "order")
        value = []
    for number, name in enumerate(value):
        seat = reading.seat(name, "order", number)
        if seat is not None and seat in groups and seat not in named:
            named.append(seat)
        elif seat is not None:
            reading.complain(f"{TITLES.get(str(seat), seat)} stands here twice or has no group", "order", number)
    return (*named, *(seat for seat in groups if seat not in named))


def _assembled(
    reading: _Reading,
    options: dict[str, str | int | bool],
    groups: dict[Seat, str],
    order: tuple[Seat, ...],
    stage: str,
    turn: int,
    going: int,
) -> State:
    board, value = reading.board, reading.document.value
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
    scenery = _map_scenery(board, town)
    if "scenery" in value:
        pieces = (
            read_scenery(reading.document.sub("scenery", code), str(code), reading.wrong)
            for code in reading.mapping("scenery")
        )
        scenery = tuple(piece for piece in pieces if piece is not None)
    cards = reading.by_seat("cards", 1, 20)
    if "cards" not in value and stage == GO:
        cards = dict.fromkeys(order, DEFAULT_CARD)
    figures = _figures(reading, groups, options, stage)
    mules = _mules(reading)
    if stage in (SETUP, FIGURES) and "mules" not in value and "mounties" in groups.values():
        mules = new_mules()
    horses = _horses(reading, figures)
    kills = reading.by_seat("kills", 0, 1000)
    result = None
    if "result" in value or stage == OVER:
        given = reading.mapping("result")
        winners = [reading.seat(name, "result", "winners") for name in given.get("winners") or []]
        result = Outcome(tuple(seat for seat in winners if seat is not None), str(given.get("reason", "drawn")))
    if not groups:
        reading.complain("a position needs figures: `figures: {T1: {at: '12.5, 30'}}`", "figures")
    if stage == GO and not any(figure.is_living for figure in figures):
        reading.complain("nobody stands on the table", "figures")
    came = reading.document.sub("came").value or []
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
        bags=reading.by_seat("bags", 0, 100),
        cards=cards,
        figures=figures,
        mules=mules,
        horses=horses,
        beasts=_beasts(reading),
        came=tuple(map(str, came)) if isinstance(came, list) else (),
        kills=kills,
        spent=reading.number(value.get("spent", 0), 0, 1000, "spent"),
        result=result,
    )


def _table(reading: _Reading) -> tuple[int, int]:
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


_SHORT = re.compile(
    r"(?P<at>[\d., ]+?)(?: +(?P<weapon>[a-z]+))?(?: +(?P<loaded>\d+)\+(?P<reloads>\d+))?(?: +gold (?P<gold>\d))?"
)


def _figures(
    reading: _Reading, groups: Mapping[Seat, str], options: Mapping[str, str | int | bool], stage: str
) -> tuple[Figure, ...]:
    found: list[Figure] = []
    for key in reading.mapping("figures"):
        code = str(key).upper()
        seat = seat_of(code, groups)
        if seat is None or not re.fullmatch(r"[A-Z][1-9]\d?", code):
            reading.complain(f'"{key}" is no figure: a letter of a group here and a number, as T1', "figures", key)
            continue
        figure = _figure(reading, key, code, seat, options, stage)
        if figure is not None:
            found.append(figure)
    place = {seat: number for number, seat in enumerate(_dealt_order(found))}
    return tuple(sorted(found, key=lambda figure: (place[figure.seat], figure.number)))


def _dealt_order(figures: list[Figure]) -> tuple[Seat, ...]:
    """Groups as they first appear: figures of a group stand together."""
    return tuple(dict.fromkeys(figure.seat for figure in figures))


def _figure(
    reading: _Reading, key: str, code: str, seat: Seat, options: Mapping[str, str | int | bool], stage: str
) -> Figure | None:
    path = ("figures", key)
    value = reading.document.sub(*path).value
    if value in (None, ""):
        value = {}
    if not isinstance(value, dict):
        short = _SHORT.fullmatch(str(value or ""))
        if short is None:
            reading.complain("a figure is `12.5, 30 revolver 6+6 gold 1`, or a mapping with `at:`", *path)
            return None
        value = {
            name: text if name in ("at", "weapon") else int(text) for name, text in short.groupdict().items() if text
        }
    for name in value:
        if name not in FIGURE_KEYS:
            near = nearest(str(name), FIGURE_KEYS)
            reading.complain(
                f'"{name}" means nothing here' + (f'; did you mean "{near}"?' if near else ""), *path, name
            )
    weapon = str(value.get("weapon", REVOLVER if not code.startswith("M") else "repeater"))
    if weapon not in GUNS:
        reading.complain(f'"{weapon}" is no weapon; known are {", ".join(sorted(GUNS))}', *path, "weapon")
        return None
    status = str(value.get("status", "up"))
    if status not in ("up", "dead", "gone"):
        reading.complain("status is up, dead or gone", *path, "status")
    at = None
    if value.get("at"):
        at = reading.spot(value["at"], *path, "at")
    elif stage == GO and status != "gone":
        reading.complain("where does it stand? `at: '12.5, 30'`", *path)
    foes = value.get("foes") or []
    return Figure(
        code=code,
        seat=seat,
        weapon=weapon,
        loaded=reading.number(value.get("loaded", GUNS[weapon].shots), 0, GUNS[weapon].shots, *path, "loaded"),
        reloads=reading.number(value.get("reloads", reloads_at_start(options)), 0, 1000, *path, "reloads"),
        at=at,
        gold=reading.number(value.get("gold", 0), 0, MOST_BAGS, *path, "gold"),
        horse=reading.number(value.get("horse", 0), 0, 99, *path, "horse"),
        out=reading.number(value.get("out", 0), 0, 100, *path, "out"),
        status=status,
        attacked=reading.number(value.get("attacked", 0), 0, 100, *path, "attacked"),
        foes=tuple(map(str, foes)) if isinstance(foes, list) else (),
    )


def _mules(reading: _Reading) -> tuple[Mule, ...]:
    found = []
    for key in reading.mapping("mules"):
        value = reading.document.sub("mules", key).value
        if not re.fullmatch(r"U\d", str(key).upper()):
            reading.complain(f'"{key}" is no mule: U1, U2 or U3', "mules", key)
            continue
        if not isinstance(value, dict):
            value = {"at": value or ""}
        at = reading.spot(value["at"], "mules", key, "at") if value.get("at") else None
        boxes = reading.number(value.get("boxes", BOXES_ON_A_MULE), 0, 1000, "mules", key, "boxes")
        gold = reading.number(value.get("gold", 0), 0, MOST_BAGS, "mules", key, "gold")
        found.append(Mule(str(key).upper(), at, boxes, gold, value.get("led") is True, value.get("dead") is True))
    return tuple(found)


def _horses(reading: _Reading, figures: tuple[Figure, ...]) -> tuple[Horse, ...]:
    """Horses as written; a mounted figure's horse need not be."""
    found: dict[int, Horse] = {figure.horse: Horse(figure.horse, figure.code) for figure in figures if figure.horse}
    listed: dict[int, Horse] = {}
    for key, value in reading.mapping("horses").items():
        number = re.fullmatch(r"H(\d{1,2})", str(key).upper())
        if number is None:
            reading.complain(f'"{key}" is no horse: H and a number', "horses", key)
            continue
        text = str(value)
        under = re.fullmatch(r"under ([A-Z]\d{1,2})", text)
        if under is not None and found.get(int(number[1]), Horse(0)).rider != under[1]:
            reading.complain(f"{under[1]} must have `horse: {number[1]}`", "horses", key)
        if under is not None or text == "gone":
            listed[int(number[1])] = Horse(int(number[1]), under[1] if under else "")
        else:
            listed[int(number[1])] = Horse(int(number[1]), "", reading.spot(text, "horses", key))
    for rider, horse in found.items():
        listed.setdefault(rider, horse)
    return tuple(listed.values())


def _beasts(reading: _Reading) -> tuple[Beast, ...]:
    found = []
    for key, value in reading.mapping("beasts").items():
        code, text = str(key).upper(), str(value)
        at = reading.spot(text.removesuffix("dead").strip(), "beasts", key)
        if not re.fullmatch(r"[BW]\d{1,2}", code):
            reading.complain(f'"{key}" is no beast: B1 is the bear, W1 a wolf', "beasts", key)
        elif at is not None:
            found.append(Beast(code, at, text.endswith("dead")))
    return tuple(found)


def _no_overlaps(reading: _Reading, state: State) -> None:
    """No two bases overlap, and everybody stands on the table and outside walls."""
    standing: list[tuple[str, Point, str]] = [
        (figure.code, figure.at, "figures") for figure in state.figures if figure.is_living and figure.at is not None
    ]
    standing += [(mule.code, mule.at, "mules") for mule in state.mules if mule.at is not None and not mule.dead]
    standing += [(beast.code, beast.at, "beasts") for beast in state.beasts if not beast.dead]
    for number, (code, at, kind) in enumerate(standing):
        if not (0 <= at[0] <= state.width and 0 <= at[1] <= state.depth):
            reading.complain(f"{code} stands off the table", kind, code)
        for other, there, _ in standing[:number]:
            if (at[0] - there[0]) ** 2 + (at[1] - there[1]) ** 2 < BASE * BASE:
                reading.complain(
                    f"the bases of {code} and {other} overlap: an inch between middles at least", kind, code
                )
