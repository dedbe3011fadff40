"""The pieces on the table of a position document: figures, mules, horses, beasts."""

from __future__ import annotations

from typing import Any

from judge.adjudicator.plane import Point
from judge.adjudicator.protocol import Seat
from judge.grammar.fields import Notation
from judge.grammar.position import PositionReader
from judge.variants.gold_rush.dealing import reloads_at_start
from judge.variants.gold_rush.notation import coded, seat_of, write_point
from judge.variants.gold_rush.packs import BASE, BEAR, BOXES_ON_A_MULE, GUNS, HORSE, MOST_BAGS, MULE, REVOLVER, WOLF
from judge.variants.gold_rush.position_pen import GoldRushPen
from judge.variants.gold_rush.state import Beast, Figure, Horse, Mule, State
from judge.variants.gold_rush.writing import write_order

FIGURE_KEYS = (
    "at",
    "weapon",
    "loaded",
    "reloads",
    "gold",
    "horse",
    "out",
    "status",
    "attacked",
    "foes",
    "seat",
    "plan",
)
Path = tuple[str | int, ...]


def _own(pen: PositionReader) -> GoldRushPen:
    assert isinstance(pen, GoldRushPen)
    return pen


# --- figures ----------------------------------------------------------------------------------------------------------


def _read_figures(pen: PositionReader, path: Path) -> tuple[Figure, ...]:
    """Figures of a group are listed together, groups as they first appear."""
    found: list[Figure] = []
    for key in pen.mapping(*path):
        code = str(key).upper()
        seat = seat_of(code, _own(pen).groups)
        if seat is None or coded(code) is None:
            pen.complain(f'"{key}" is no figure: a letter of a group here and a number, as T1', *path, key)
            continue
        figure = _figure(_own(pen), (*path, key), code, seat)
        if figure is not None:
            found.append(figure)
    place = {seat: number for number, seat in enumerate(dict.fromkeys(figure.seat for figure in found))}
    return tuple(sorted(found, key=lambda figure: (place[figure.seat], figure.number)))


def _figure(pen: GoldRushPen, path: Path, code: str, seat: Seat) -> Figure | None:
    value = pen.document.sub(*path).value
    if isinstance(value, dict):
        pen.known(FIGURE_KEYS, *path)
    elif value in (None, ""):
        value = {}
    else:
        value = _short(str(value))
        if value is None:
            pen.complain("a figure is `12.5, 30 revolver 6+6 gold 1`, or a mapping with `at:`", *path)
            return None
    weapon = str(value.get("weapon", REVOLVER if not code.startswith("M") else "repeater"))
    if weapon not in GUNS:
        pen.complain(f'"{weapon}" is no weapon; known are {", ".join(sorted(GUNS))}', *path, "weapon")
        return None
    status = str(value.get("status", "up"))
    if status not in ("up", "dead", "gone"):
        pen.complain("status is up, dead or gone", *path, "status")
    foes = value.get("foes") or []
    most = GUNS[weapon].shots
    return Figure(
        code=code,
        seat=seat,
        weapon=weapon,
        loaded=pen.number(value.get("loaded", most), *path, "loaded", high=most),
        reloads=pen.number(value.get("reloads", reloads_at_start(pen.chosen)), *path, "reloads", high=1000),
        at=pen.spot(value["at"], *path, "at") if value.get("at") else None,
        gold=pen.number(value.get("gold", 0), *path, "gold", high=MOST_BAGS),
        horse=pen.number(value.get("horse", 0), *path, "horse", high=99),
        out=pen.number(value.get("out", 0), *path, "out", high=100),
        status=status,
        attacked=pen.number(value.get("attacked", 0), *path, "attacked", high=100),
        foes=tuple(map(str, foes)) if isinstance(foes, list) else (),
    )


def _short(text: str) -> dict[str, Any] | None:
    """`12.5, 30 revolver 6+6 gold 1`: a point, then as much of the rest as is wanted."""
    words = text.replace(",", " , ").split()
    found: dict[str, Any] = {}
    at: list[str] = []
    while words and not words[0].isalpha() and "+" not in words[0]:
        at.append(words.pop(0))
    found["at"] = " ".join(at)
    if words and words[0].isalpha() and words[0] != "gold":
        found["weapon"] = words.pop(0)
    if words and words[0].replace("+", "", 1).isdecimal() and "+" in words[0]:
        found["loaded"], found["reloads"] = map(int, words.pop(0).split("+"))
    if len(words) == 2 and words[0] == "gold" and words[1].isdecimal():
        found["gold"] = int(words[1])
        words = []
    return found if at and not words else None


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
    if figure.plan is not None:
        found["plan"] = write_order(figure.plan).partition(": ")[2]
    return found


FIGURES: Notation[Any] = Notation(
    "`CODE:` a mapping or one line", _read_figures,
    lambda figures: {figure.code: _write_figure(figure) for figure in figures},
)  # fmt: skip


# --- mules, horses, beasts --------------------------------------------------------------------------------------------


def _read_mules(pen: PositionReader, path: Path) -> tuple[Mule, ...]:
    found = []
    for key in pen.mapping(*path):
        value = pen.document.sub(*path, key).value
        code = str(key).upper()
        if coded(code) is None or code[0] != MULE or len(code) > 2:
            pen.complain(f'"{key}" is no mule: U1, U2 or U3', *path, key)
            continue
        if not isinstance(value, dict):
            value = {"at": value or ""}
        at = _own(pen).spot(value["at"], *path, key, "at") if value.get("at") else None
        boxes = pen.number(value.get("boxes", BOXES_ON_A_MULE), *path, key, "boxes", high=1000)
        gold = pen.number(value.get("gold", 0), *path, key, "gold", high=MOST_BAGS)
        found.append(Mule(code, at, boxes, gold, value.get("led") is True, value.get("dead") is True))
    return tuple(found)


def _write_mule(mule: Mule) -> dict[str, object]:
    found: dict[str, object] = {
        "at": "" if mule.at is None else write_point(mule.at), "boxes": mule.boxes, "gold": mule.gold,
    }  # fmt: skip
    if mule.led:
        found["led"] = True
    if mule.dead:
        found["dead"] = True
    return found


MULES: Notation[Any] = Notation(
    "`U1:` a point, or `at`, `boxes` (10), `gold` (0), `led`, `dead`", _read_mules,
    lambda mules: {mule.code: _write_mule(mule) for mule in mules},
)  # fmt: skip


def _read_horses(pen: PositionReader, path: Path) -> tuple[Horse, ...]:
    found = []
    for key, value in pen.mapping(*path).items():
        code, text = str(key).upper(), str(value)
        number = coded(code)
        if number is None or code[0] != HORSE:
            pen.complain(f'"{key}" is no horse: H and a number', *path, key)
        elif text.startswith("under "):
            found.append(Horse(number, text.removeprefix("under ").strip()))
        else:
            found.append(Horse(number, "", None if text == "gone" else _own(pen).spot(text, *path, key)))
    return tuple(found)


def _write_horse(horse: Horse) -> str:
    if horse.at is not None:
        return write_point(horse.at)
    return f"under {horse.rider}" if horse.rider else "gone"


HORSES: Notation[Any] = Notation(
    "`H1:` a point, `under M1`, or `gone`", _read_horses,
    lambda horses: {f"{HORSE}{horse.number}": _write_horse(horse) for horse in horses},
)  # fmt: skip


def _read_beasts(pen: PositionReader, path: Path) -> tuple[Beast, ...]:
    found = []
    for key, value in pen.mapping(*path).items():
        code, text = str(key).upper(), str(value)
        at = _own(pen).spot(text.removesuffix("dead").strip(), *path, key)
        if coded(code) is None or code[0] not in (BEAR, WOLF):
            pen.complain(f'"{key}" is no beast: B1 is the bear, W1 a wolf', *path, key)
        elif at is not None:
            found.append(Beast(code, at, text.endswith("dead")))
    return tuple(found)


BEASTS: Notation[Any] = Notation(
    "`B1:` a point, and `dead` behind it", _read_beasts,
    lambda beasts: {beast.code: write_point(beast.at) + (" dead" if beast.dead else "") for beast in beasts},
)  # fmt: skip


def no_overlaps(pen: PositionReader, state: State) -> None:
    """No two bases overlap, and everybody is on the table and outside walls."""
    standing: list[tuple[str, Point, str]] = [
        (figure.code, figure.at, "figures") for figure in state.figures if figure.is_living and figure.at is not None
    ]
    standing += [(mule.code, mule.at, "mules") for mule in state.mules if mule.at is not None and not mule.dead]
    standing += [(beast.code, beast.at, "beasts") for beast in state.beasts if not beast.dead]
    for number, (code, at, kind) in enumerate(standing):
        if not (0 <= at[0] <= state.width and 0 <= at[1] <= state.depth):
            pen.complain(f"{code} stands off the table", kind, code)
        for other, there, _ in standing[:number]:
            if (at[0] - there[0]) ** 2 + (at[1] - there[1]) ** 2 < BASE * BASE:
                pen.complain(f"the bases of {code} and {other} overlap: an inch between middles at least", kind, code)
