"""Who and what stands on the table of a position document: figures, mules, horses, beasts."""

from __future__ import annotations

import re
from collections.abc import Mapping

from judge.adjudicator.plane import Point
from judge.adjudicator.protocol import Seat
from judge.variants.gold_rush.dealing import reloads_at_start
from judge.variants.gold_rush.notation import seat_of
from judge.variants.gold_rush.packs import (
    BASE,
    BOXES_ON_A_MULE,
    GUNS,
    MOST_BAGS,
    REVOLVER,
)
from judge.variants.gold_rush.position_reading import Reading
from judge.variants.gold_rush.state import GO, Beast, Figure, Horse, Mule, State

FIGURE_KEYS = ("at", "weapon", "loaded", "reloads", "gold", "horse", "out", "status", "attacked", "foes", "seat")

_SHORT = re.compile(
    r"(?P<at>[\d., ]+?)(?: +(?P<weapon>[a-z]+))?(?: +(?P<loaded>\d+)\+(?P<reloads>\d+))?(?: +gold (?P<gold>\d))?"
)


def read_figures(
    reading: Reading, groups: Mapping[Seat, str], options: Mapping[str, str | int | bool], stage: str
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
    reading: Reading, key: str, code: str, seat: Seat, options: Mapping[str, str | int | bool], stage: str
) -> Figure | None:
    path = ("figures", key)
    value = reading.document.sub(*path).value
    if value in (None, "", {}):
        value = {}
    elif isinstance(value, dict):
        reading.known(FIGURE_KEYS, *path)
    else:
        short = _SHORT.fullmatch(str(value or ""))
        if short is None:
            reading.complain("a figure is `12.5, 30 revolver 6+6 gold 1`, or a mapping with `at:`", *path)
            return None
        value = {
            name: text if name in ("at", "weapon") else int(text) for name, text in short.groupdict().items() if text
        }
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
        loaded=reading.number(value.get("loaded", GUNS[weapon].shots), *path, "loaded", high=GUNS[weapon].shots),
        reloads=reading.number(value.get("reloads", reloads_at_start(options)), *path, "reloads", high=1000),
        at=at,
        gold=reading.number(value.get("gold", 0), *path, "gold", high=MOST_BAGS),
        horse=reading.number(value.get("horse", 0), *path, "horse", high=99),
        out=reading.number(value.get("out", 0), *path, "out", high=100),
        status=status,
        attacked=reading.number(value.get("attacked", 0), *path, "attacked", high=100),
        foes=tuple(map(str, foes)) if isinstance(foes, list) else (),
    )


def read_mules(reading: Reading) -> tuple[Mule, ...]:
    found = []
    for key in reading.mapping("mules"):
        value = reading.document.sub("mules", key).value
        if not re.fullmatch(r"U\d", str(key).upper()):
            reading.complain(f'"{key}" is no mule: U1, U2 or U3', "mules", key)
            continue
        if not isinstance(value, dict):
            value = {"at": value or ""}
        at = reading.spot(value["at"], "mules", key, "at") if value.get("at") else None
        boxes = reading.number(value.get("boxes", BOXES_ON_A_MULE), "mules", key, "boxes", high=1000)
        gold = reading.number(value.get("gold", 0), "mules", key, "gold", high=MOST_BAGS)
        found.append(Mule(str(key).upper(), at, boxes, gold, value.get("led") is True, value.get("dead") is True))
    return tuple(found)


def read_horses(reading: Reading, figures: tuple[Figure, ...]) -> tuple[Horse, ...]:
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


def read_beasts(reading: Reading) -> tuple[Beast, ...]:
    found = []
    for key, value in reading.mapping("beasts").items():
        code, text = str(key).upper(), str(value)
        at = reading.spot(text.removesuffix("dead").strip(), "beasts", key)
        if not re.fullmatch(r"[BW]\d{1,2}", code):
            reading.complain(f'"{key}" is no beast: B1 is the bear, W1 a wolf', "beasts", key)
        elif at is not None:
            found.append(Beast(code, at, text.endswith("dead")))
    return tuple(found)


def no_overlaps(reading: Reading, state: State) -> None:
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
