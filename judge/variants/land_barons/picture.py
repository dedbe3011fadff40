"""The board of Land Barons: settlements, improvements, control markers, stacks, raid paths and gunfights."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from judge.adjudicator import hexes
from judge.adjudicator.protocol import AnyGame, Event, Seat
from judge.drawing.goes import Goes, numbered
from judge.drawing.kit import (
    FAILED,
    INK,
    PAPER,
    SANS,
    Point,
    Sheet,
    arrowhead,
    cross,
    dislodged,
    lost,
    mixed,
    retreat,
    shade,
    tint,
    toward,
)
from judge.variants.land_barons.board import Board
from judge.variants.land_barons.counters import BARON, RANCH, RECRUITS, SETTLEMENTS, UNITS
from judge.variants.land_barons.events import Fought, StackMoved
from judge.variants.land_barons.phases import title as window_title
from judge.variants.land_barons.picture_panel import height_of, panel
from judge.variants.land_barons.picture_signs import CHIPS, COLOURS, LETTERS, UNIT_CODES, counter, marker, sign
from judge.variants.land_barons.state import Settlement
from judge.variants.land_barons.view import Stack, View

NOBODY = "#8d8170"
FAINT = "#635945"
"""Labels of bare hexes: plain to read on grass, and fainter than the pieces there."""
GRASS = "#efe4c3"
TOP = 62


class _Layout:
    """Where everything goes: flat-topped hexes, the even-numbered columns half a hex lower."""

    def __init__(self, columns: int, rows: int) -> None:
        self.radius = max(34.0, min(50.0, 900 / (1.5 * columns + 0.5)))
        self.half = self.radius * math.sqrt(3) / 2
        self.width = int(self.radius * (1.5 * columns + 0.5) + 44)
        self.height = int(self.half * (2 * rows + 1) + TOP + 30)

    def centre(self, space: str) -> Point:
        """The middle of a hex."""
        column, row = hexes.place(space)
        lower = self.half if column % 2 == 0 else 0.0
        return 22 + self.radius * (1.5 * column - 0.5), TOP + self.half * (2 * row - 1) + lower

    def corners(self, space: str, inset: float = 0.0) -> list[Point]:
        """The six corners of a hex."""
        x, y = self.centre(space)
        return [(x + right, y + down) for right, down in self.rim(inset)]

    def rim(self, inset: float) -> tuple[Point, ...]:
        """The same as seen from its middle."""
        r = self.radius - inset
        return tuple((r * math.cos(math.pi / 3 * n), r * math.sin(math.pi / 3 * n)) for n in range(6))


def layout_of(view: View) -> _Layout:
    """Where the hexes of a board are drawn."""
    return _Layout(view.width, view.height)


def colours(game: AnyGame, view: View) -> Mapping[Seat, str]:
    """The colours of the ranches."""
    return {Seat(seat): colour for seat, colour in COLOURS.items()}


def goes(game: AnyGame, events: Sequence[Event]) -> Goes:
    """The raids of a turn, each a seat's, with the gunfights that came of it."""
    return numbered(event.seat if isinstance(event, StackMoved) else None for event in events)


def hovers(game: AnyGame, view: View) -> Mapping[str, Sequence[str]]:
    """Each hex with its settlement, owner and improvements, and its units by kind."""
    names = {seat.id: seat.name for seat in game.seats}
    found: dict[str, list[str]] = {}
    for space in game.board.spaces:  # type: ignore[attr-defined]
        found[space] = [f"{view.names[space]} ({space})" if space in view.names else space]
    for space, one in view.state.settlements.items():
        kinds = [SETTLEMENTS[one.kind].name] if one.kind in SETTLEMENTS else ["Ranch"] if one.kind == RANCH else []
        built = [RECRUITS[kind].name for kind in one.improvements]
        found[space] += [*kinds, names.get(one.owner, "") if one.owner else "", ", ".join(built)]
    for stack in view.stacks:
        units = ", ".join(UNITS[kind].name for kind in stack.kinds)
        found[stack.space].append(f"{names[stack.seat]}: {units} ({stack.shoot})")
    return found


def picture(game: AnyGame, view: View, events: Sequence[Event], title: str = "") -> str:
    """The whole board as SVG."""
    board = game.board  # type: ignore[attr-defined]
    layout = layout_of(view)
    fights = [event for event in events if isinstance(event, Fought)]
    foot = height_of(view, events, fights)
    sheet = Sheet(layout.width, layout.height + foot, title=f"Land Barons: {title or _title(board, view)}")
    sheet.label((layout.width / 2, 26), board.title, size=25, weight=600, spaced=1)
    sheet.label((layout.width / 2, 48), title or _title(board, view), size=15, family=SANS, colour=FAINT)
    for space in board.spaces:
        _ground(sheet, layout, view, space)
    with sheet.group("pieces"):
        _happened(sheet, layout, view, tuple(zip(events, goes(game, events), strict=True)))
    panel(sheet, layout.height, view, events, fights)
    return sheet.svg()


def _happened(sheet: Sheet, layout: _Layout, view: View, events: Sequence[tuple[Event, int | None]]) -> None:
    """Raids and gunfights, each in its go, with the signs and counters that are there now."""
    fights = [(event, go) for event, go in events if isinstance(event, Fought)]
    raids = [(event, go) for event, go in events if isinstance(event, StackMoved)]
    for fought, go in fights:
        with sheet.go(go):
            dislodged(sheet, _stack_at(layout, fought.space), room=layout.radius * 0.42)
    # Paths lie under signs and letters: where they end is told by the arrowheads, and nothing is struck through.
    for number, (moved, go) in enumerate(raids):
        with sheet.go(go):
            _path(sheet, layout, moved, number)
    for space in sorted(view.state.settlements):
        _settlement(sheet, layout, view, space)
    for stack in view.stacks:
        _stack(sheet, layout, stack)
    for number, (fought, go) in enumerate(fights, 1):
        with sheet.go(go):
            _fight_number(sheet, layout, fought, number)
            _harm(sheet, layout, fought)


def _title(board: Board, view: View) -> str:
    state = view.state
    return f"Turn {state.turn}, the end" if state.ended is not None else window_title(board, state)


def _stacked(view: View) -> set[str]:
    return {stack.space for stack in view.stacks}


def _ground(sheet: Sheet, layout: _Layout, view: View, space: str) -> None:
    """A hex: bare ground, or the pale colour of whoever's marker lies there."""
    settlement = view.state.settlements.get(space)
    fill = GRASS
    if settlement is not None:
        fill = tint(COLOURS[settlement.owner], 62) if settlement.owner else mixed(PAPER, "#ffffff", 55)
    sheet.area(layout.corners(space), fill=fill, line=mixed(NOBODY, PAPER, 35), width=0.9, more=f'data-space="{space}"')
    if settlement is not None and settlement.owner:
        sheet.area(layout.corners(space, 2.6), fill="none", line=COLOURS[settlement.owner], width=2.6)
    x, y = layout.centre(space)
    size = max(12.0, layout.radius * 0.27)
    sheet.label((x, y - layout.half * 0.81), space, size=size, family=SANS, colour=INK if settlement else FAINT)


def _settlement(sheet: Sheet, layout: _Layout, view: View, space: str) -> None:
    """The sign of a settlement, its control marker, its improvements, its name."""
    settlement: Settlement = view.state.settlements[space]
    x, y = layout.centre(space)
    k = layout.radius / 50
    left = x - 19 * k if space in _stacked(view) else x
    sign(sheet, (left, y - 14 * k), settlement.kind if settlement.seen else "hidden", 13 * k)
    if settlement.owner:
        marker(sheet, (left - 13 * k, y - 22 * k), settlement.owner, 8 * k)
    many = len(settlement.improvements)
    for place, one in enumerate(settlement.improvements):
        at = (x + (place - (many - 1) / 2) * 18.5 * k, y + 8.5 * k)
        sheet.box((at[0] - 9 * k, at[1] - 6 * k), (18 * k, 12 * k), fill=PAPER, line=INK, width=0.8, round_=2)
        sheet.label(at, CHIPS[one], size=11.5 * k, family=SANS, weight=600)
    if space in view.names:
        words = view.names[space].split(" ", 1)
        for line, word in enumerate(words):
            sheet.label((x, y + (21 + 11.5 * line) * k), word, size=12.5 * k, halo=PAPER, italic=True)


def _stack_at(layout: _Layout, space: str) -> Point:
    x, y = layout.centre(space)
    return x + layout.radius * 0.3, y - layout.radius * 0.24


def _stack(sheet: Sheet, layout: _Layout, stack: Stack) -> None:
    counter(sheet, _stack_at(layout, stack.space), stack, layout.radius / 50)


def _path(sheet: Sheet, layout: _Layout, event: StackMoved, number: int) -> None:
    """A raid path: whole with an arrowhead, or broken with a cross where a unit was turned back."""
    colour = shade(COLOURS[event.seat], 15)
    if len(event.path) < 2:
        cross(sheet, _foot(layout, event.path[0], number), FAILED, 5)
        return
    points = [_foot(layout, space, number) for space in event.path]
    points[-1] = toward(points[-1], points[-2], layout.radius * 0.36)
    stopped = event.how in ("turned back", "void")
    sheet.line(points, colour=PAPER, width=6, more='stroke-opacity="0.7"')
    sheet.line(points, colour=colour, width=2.8, dash="7 5" if stopped else "")
    sheet.disc(points[0], 3, fill=colour)
    if stopped:
        cross(sheet, points[-1], FAILED, 5)
    else:
        arrowhead(sheet, points[-2], points[-1], colour, 12)


def _foot(layout: _Layout, space: str, number: int) -> Point:
    """Paths run below the counters, each a little beside the last."""
    x, y = layout.centre(space)
    return x + (number % 5 - 2) * 2.5, y + layout.radius * 0.14 + (number % 3 - 1) * 2.5


def _fight_number(sheet: Sheet, layout: _Layout, event: Fought, number: int) -> None:
    x, y = _stack_at(layout, event.space)
    at = (x - layout.radius * 0.4, y - layout.radius * 0.16)
    sheet.disc(at, 8.5, fill="#fff4c2", line=FAILED, width=1.6)
    sheet.label(at, str(number), size=11, family=SANS, weight=600, colour=FAILED)


def _harm(sheet: Sheet, layout: _Layout, event: Fought) -> None:
    """The cost of a gunfight: a cross and the codes of the dead, and the way of the units driven out."""
    x, y = layout.centre(event.space)
    k = layout.radius / 50
    dead: dict[str, list[str]] = {}
    for shot in event.shots:
        if shot.result == "retreats":
            retreat(sheet, (x, y), layout.centre(shot.space), done=True, room=layout.radius * 0.5)
        if shot.kind:
            dead.setdefault(str(shot.side), []).append(UNIT_CODES[shot.kind])
        elif shot.result == "trapped":
            kinds = event.raiders if shot.side == event.raider else event.defenders
            gone = [UNIT_CODES[kind] for kind in kinds]
            for code in dead.get(str(shot.side), ()):
                gone.remove(code)
            dead.setdefault(str(shot.side), []).extend(gone)
    for line, (seat, codes) in enumerate(sorted(dead.items())):
        at = (x - 30 * k, y + (19 + 13 * line) * k)
        lost(sheet, at, room=6 * k)
        said = f"{LETTERS[seat]} {' '.join(codes)}"
        sheet.label((at[0] + 9 * k, at[1]), said, size=11.5 * k, family=SANS, weight=600, colour=FAILED,
                    anchor="start", halo=PAPER)  # fmt: skip


# -- as text ----------------------------------------------------------------------------------------------------------

KIND_LETTERS = {RANCH: "R", "farm": "F", "coal-mine": "C", "gold-mine": "$", "town": "T", "trading-post": "P"}
CELL = 6
BAND = 12


def sketch(game: AnyGame, view: View) -> str:
    """The board as text, at most 76 columns: two lines a hex, the even-numbered columns a line lower.

    Above: the settlement's letter, its owner's, a digit for its improvements. Below: the stack's owner and Shoot value.
    """
    parts = []
    for first in range(1, view.width + 1, BAND):
        parts.append(_band(view, view.absent, first, min(view.width, first + BAND - 1)))
    key = (
        "R ranch, F farm, C coal mine, $ gold mine, T town, P trading post, ? face\n"
        "down, - nobody's; then the owner: O OK Corral, L Lazy B, G Graham,\n"
        "J Johnson; +n improvements. Below: the owner's Shoot value, * his Baron."
    )
    return "\n\n".join([*parts, key]) + "\n"


def _band(view: View, absent: frozenset[str], first: int, last: int) -> str:
    """The columns of one band."""
    stacks = {stack.space: stack for stack in view.stacks}
    columns = range(first, last + 1)
    lines = [[" " * CELL for _ in columns] for _ in range(2 * view.height + 1)]
    for column in columns:
        for row in range(1, view.height + 1):
            space = hexes.label(column, row)
            if space in absent:
                continue
            top = 2 * (row - 1) + (column % 2 == 0)
            above = _site(view.state.settlements.get(space))
            below = ""
            if space in stacks:
                stack = stacks[space]
                below = f"{LETTERS[stack.seat].lower()}{stack.shoot}{'*' if BARON in stack.kinds else ''}"
            lines[top][column - first] = above.ljust(CELL)
            lines[top + 1][column - first] = below.ljust(CELL)
    head = "   " + "".join(f"{column:02d}".ljust(CELL) for column in columns)
    rows = [
        (f"{number // 2 + 1:02d} " if number % 2 == 0 and number < 2 * view.height else "   ") + "".join(cells)
        for number, cells in enumerate(lines)
    ]
    return "\n".join(line.rstrip() for line in (head, *rows))


def _site(settlement: Settlement | None) -> str:
    if settlement is None:
        return "."
    letter = KIND_LETTERS.get(settlement.kind, "?")
    owner = LETTERS[settlement.owner] if settlement.owner else "-"
    return f"{letter}{owner}" + (f"+{len(settlement.improvements)}" if settlement.improvements else "")
