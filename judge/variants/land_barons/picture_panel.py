"""The panel below the board: the ranches, the legend, gunfights and lots."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from judge.adjudicator.protocol import Event
from judge.drawing.kit import FAILED, INK, PAPER, SANS, Sheet, arrowhead, cross, dislodged, lost, retreat, shade
from judge.variants.land_barons.counters import BARON, RANCH, RECRUITS, SETTLEMENTS, UNITS
from judge.variants.land_barons.events import Fought, LotSettled
from judge.variants.land_barons.picture_signs import CHIPS, COLOURS, SHORT, UNIT_CODES, counter, marker, sign
from judge.variants.land_barons.view import Stack, View

GREY = "#635945"
COLUMN = 306
ROW = 21
SIZE = 15

Row = Callable[[Sheet, float, float], float]
"""Draws something at a place and says where the next thing goes."""


def height_of(view: View, events: Sequence[Event], fights: Sequence[Fought]) -> int:
    """How much room the panel takes."""
    blank = Sheet(1, 1)
    return int(_drawn(blank, 0.0, view, events, fights)) + 16


def panel(sheet: Sheet, top: float, view: View, events: Sequence[Event], fights: Sequence[Fought]) -> None:
    """Three columns: the ranches and what happened, the signs, the letters on counters."""
    _drawn(sheet, top, view, events, fights)


def _drawn(sheet: Sheet, top: float, view: View, events: Sequence[Event], fights: Sequence[Fought]) -> float:
    """Draws the panel; how far down it goes."""
    left, y = 22.0, top + 14
    first = _standings(sheet, left, y, view)
    if fights:
        lines = [line for number, one in enumerate(fights, 1) for line in _fight_lines(number, one)]
        first = _list(sheet, left, first + 12, "Gunfights", lines)
    second = _signs(sheet, left + COLUMN, y)
    sold = [event for event in events if isinstance(event, LotSettled) and event.winner]
    if sold:
        said = [f"{RECRUITS[one.kind].name} to {SHORT[one.winner or '']}, ${one.price}" for one in sold]
        second = _list(sheet, left + COLUMN, second + 12, "Sold", said)
    third = _codes(sheet, left + 2 * COLUMN, y, view, fights)
    if view.state.lots and view.state.ended is None:
        lots = [RECRUITS[kind].name for kind in view.state.lots]
        third = _list(sheet, left + 2 * COLUMN, third + 12, "For sale", lots)
    return max(first, second, third)


def _fight_lines(number: int, event: Fought) -> list[str]:
    loser = event.defender if event.winner == event.raider else event.raider
    done = "drives off" if event.result == "retreat" else "wipes out"
    lines = [f"{number}  {event.space}: {SHORT[event.winner]} {done} {SHORT[loser]}"]
    for seat in (event.raider, event.defender):
        dead = [UNITS[shot.kind].name for shot in event.shots if shot.kind and shot.side == seat]
        if dead:
            lines.append(f"    {SHORT[seat]} loses {', '.join(dead)}")
    return lines


def _heading(sheet: Sheet, x: float, y: float, text: str) -> float:
    sheet.label((x, y), text, size=18, weight=600, anchor="start")
    sheet.line([(x, y + 13), (x + COLUMN - 24, y + 13)], width=0.9)
    return y + 31


def _list(sheet: Sheet, x: float, y: float, titled: str, lines: Sequence[str]) -> float:
    y = _heading(sheet, x, y, titled)
    for line in lines:
        sheet.label((x, y), line, size=SIZE, family=SANS, anchor="start")
        y += ROW
    return y


def _standings(sheet: Sheet, x: float, y: float, view: View) -> float:
    y = _heading(sheet, x, y, "Ranches")
    heads = ((126, "sites"), (178, "income"), (228, "cash"), (276, "shoot"))
    for right, word in heads:
        sheet.label((x + right, y), word, size=13, family=SANS, anchor="end", colour=GREY)
    for one in view.standings:
        y += 24
        marker(sheet, (x + 9, y), one.seat, 9)
        grey = GREY if one.is_out else INK
        sheet.label((x + 23, y), SHORT[one.seat], size=SIZE, family=SANS, anchor="start", weight=600, colour=grey)
        if one.is_out:
            sheet.label((x + 276, y), "out", size=SIZE, family=SANS, anchor="end", italic=True, colour=grey)
            continue
        cash = "?" if one.cash is None else f"${one.cash}"
        for (right, _), said in zip(heads, (one.settlements, f"${one.revenue}", cash, one.shoot), strict=True):
            sheet.label((x + right, y), str(said), size=SIZE, family=SANS, anchor="end")
        if one.offices:
            y += 18
            said = ", ".join(RECRUITS[office].name for office in one.offices)
            sheet.label((x + 23, y), said, size=13.5, family=SANS, anchor="start", italic=True)
    return y + 20


def _signs(sheet: Sheet, x: float, y: float) -> float:
    y = _heading(sheet, x, y, "Signs")
    kinds = [(RANCH, "Ranch, $20"), *((one.key, f"{one.name}, ${one.revenue}") for one in SETTLEMENTS.values())]
    for place, (kind, said) in enumerate(kinds):
        at = (x + 12 + 142 * (place % 2), y + 29 * (place // 2))
        sign(sheet, at, kind, 10)
        sheet.label((at[0] + 17, at[1]), said, size=13.5, family=SANS, anchor="start")
    y += 29 * ((len(kinds) + 1) // 2) + 10
    counter(sheet, (x + 24, y), Stack("graham", "0000", (BARON, "regulator"), 50), 1.0)  # type: ignore[arg-type]
    sheet.label((x + 54, y - 8), "a stack: Shoot value, its units,", size=13.5, family=SANS, anchor="start")
    sheet.label((x + 54, y + 9), "(2Rg: two), a star for the Baron", size=13.5, family=SANS, anchor="start")
    y += 36
    colour = shade(COLOURS["graham"], 15)
    sheet.line([(x + 2, y), (x + 38, y)], colour=colour, width=2.8)
    arrowhead(sheet, (x + 2, y), (x + 42, y), colour, 12)
    sheet.label((x + 54, y), "raid", size=13.5, family=SANS, anchor="start")
    sheet.line([(x + 122, y), (x + 152, y)], colour=colour, width=2.8, dash="7 5")
    cross(sheet, (x + 154, y), FAILED, 5)
    sheet.label((x + 168, y), "turned back", size=13.5, family=SANS, anchor="start")
    y += 26
    retreat(sheet, (x - 8, y), (x + 52, y), done=True, room=8)
    sheet.label((x + 54, y), "driven off", size=13.5, family=SANS, anchor="start")
    lost(sheet, (x + 140, y), room=6)
    sheet.label((x + 168, y), "dead", size=13.5, family=SANS, anchor="start")
    y += 30
    dislodged(sheet, (x + 20, y), room=8)
    sheet.label((x + 20, y), "1", size=13, family=SANS, weight=700, colour=FAILED)
    sheet.label((x + 54, y), "gunfight, numbered", size=13.5, family=SANS, anchor="start")
    return y + 28


def _codes(sheet: Sheet, x: float, y: float, view: View, fights: Sequence[Fought]) -> float:
    """The letters of improvements, and of the units that are on the map or fell."""
    there = {kind for stack in view.stacks for kind in stack.kinds}
    there |= {kind for fought in fights for kind in (*fought.raiders, *fought.defenders)}
    y = _heading(sheet, x, y, "Letters")
    units = [(UNIT_CODES[kind], one.name) for kind, one in UNITS.items() if kind in there]
    chips = [(chip, RECRUITS[kind].name) for kind, chip in CHIPS.items()]
    for codes, fill, ink in ((units, GREY, "#ffffff"), (chips, PAPER, INK)):
        for place, (code, name) in enumerate(codes):
            at = (x + 11 + 146 * (place % 2), y + ROW * (place // 2))
            sheet.box((at[0] - 11, at[1] - 8), (22, 16), fill=fill, line=INK, width=0.8, round_=2)
            sheet.label(at, code, size=12.5, family=SANS, weight=600, colour=ink)
            sheet.label((at[0] + 16, at[1]), name, size=13.5, family=SANS, anchor="start")
        y += ROW * ((len(codes) + 1) // 2) + 10
    return y
