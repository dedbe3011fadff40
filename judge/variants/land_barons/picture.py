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
    beside,
    cross,
    dislodged,
    mixed,
    shade,
    tint,
    toward,
)
from judge.drawing.taken import around, width_of
from judge.variants.land_barons.board import Board
from judge.variants.land_barons.counters import BARON, RANCH, RECRUITS, SETTLEMENTS, UNITS
from judge.variants.land_barons.events import Fought, StackMoved
from judge.variants.land_barons.phases import title as window_title
from judge.variants.land_barons.picture_hex import harm, settlement
from judge.variants.land_barons.picture_panel import height_of, panel
from judge.variants.land_barons.picture_signs import COLOURS, LETTERS, counter
from judge.variants.land_barons.picture_stands import stands
from judge.variants.land_barons.picture_ways import Router
from judge.variants.land_barons.state import Settlement
from judge.variants.land_barons.view import View

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
    numbers = Sheet(0, 0)
    for space in board.spaces:
        _number(numbers, layout, view, space)
    _happened(sheet, layout, view, numbers, tuple(zip(events, goes(game, events), strict=True)))
    panel(sheet, layout.height, view, events, fights)
    return sheet.svg()


def _happened(
    sheet: Sheet, layout: _Layout, view: View, names: Sheet, events: Sequence[tuple[Event, int | None]]
) -> None:
    """Raids and gunfights, each in its go, with the signs and counters that stand now and the words over all of it.

    Signs and words are drawn first, on sheets of their own: ways run beside words, and under signs at most.
    """
    fights = [(event, go) for event, go in events if isinstance(event, Fought)]
    pieces = Sheet(0, 0)
    stood = stands(view.stacks, [event for event, _ in events], tuple(go for _, go in events))
    # A settlement makes room for the largest stack that stood beside it.
    stacks = {one.stack.space: one.stack for one in sorted(stood, key=lambda one: len(one.stack.kinds))}
    for space in sorted(view.state.settlements):
        settlement(pieces, names, layout.centre(space), view, space, layout.radius / 50, stacks.get(space))
    for one in stood:
        with pieces.stand(one.first, one.until, one.is_now):
            counter(pieces, _stack_at(layout, one.stack.space), one.stack, layout.radius / 50)
    for number, (fought, go) in enumerate(fights, 1):
        with pieces.go(go):
            _fight_number(pieces, layout, fought, number)
    router = Router(layout.radius, layout.half, names.taken, pieces.taken)
    with sheet.group("orders"):
        for event, go in events:
            with sheet.go(go):
                if isinstance(event, StackMoved):
                    _path(sheet, layout, event, router)
                elif isinstance(event, Fought):
                    _driven_off(sheet, layout, event, router)
    pieces.taken.boxes += names.taken.boxes + router.ways.boxes
    pieces.taken.lines += router.ways.lines
    for fought, go in fights:
        with names.go(go):
            harm(names, pieces.taken, layout.centre(fought.space), fought, layout.radius / 50)
    for kind, own in (("pieces", pieces), ("names", names)):
        with sheet.group(kind):
            sheet.marks += own.marks


def _title(board: Board, view: View) -> str:
    state = view.state
    return f"Turn {state.turn}, the end" if state.ended is not None else window_title(board, state)


def _ground(sheet: Sheet, layout: _Layout, view: View, space: str) -> None:
    """A hex: bare ground, or the pale colour of whoever's marker lies there."""
    site = view.state.settlements.get(space)
    fill = GRASS
    if site is not None:
        fill = tint(COLOURS[site.owner], 62) if site.owner else mixed(PAPER, "#ffffff", 55)
    sheet.area(layout.corners(space), fill=fill, line=mixed(NOBODY, PAPER, 35), width=0.9, more=f'data-space="{space}"')
    if site is not None and site.owner:
        sheet.area(layout.corners(space, 2.6), fill="none", line=COLOURS[site.owner], width=2.6)


def _number(names: Sheet, layout: _Layout, view: View, space: str) -> None:
    """The number of a hex, at its upper edge."""
    x, y = layout.centre(space)
    size = max(12.0, layout.radius * 0.27)
    at, there = (x, y - layout.half * 0.81), space in view.state.settlements
    names.label(at, space, size=size, family=SANS, colour=INK if there else FAINT)
    names.taken.boxes.append(around(at, width_of(space, size), size * 0.9))


def _stack_at(layout: _Layout, space: str) -> Point:
    x, y = layout.centre(space)
    return x + layout.radius * 0.3, y - layout.radius * 0.2


def _path(sheet: Sheet, layout: _Layout, event: StackMoved, router: Router) -> None:
    """A raid path: whole with an arrowhead, or broken with a cross where a unit was turned back."""
    colour = shade(COLOURS[event.seat], 15)
    if len(event.path) < 2:
        cross(sheet, layout.centre(event.path[0]), FAILED, 5)
        return
    points = router.way([layout.centre(space) for space in event.path])
    stopped = event.how in ("turned back", "void")
    # The line ends within the head, which alone is pointed.
    drawn = points if stopped else [*points[:-1], toward(points[-1], points[-2], 6)]
    sheet.line(drawn, colour=PAPER, width=6, more='stroke-opacity="0.7"')
    sheet.line(drawn, colour=colour, width=2.8, dash="7 5" if stopped else "")
    sheet.disc(points[0], 3, fill=colour)
    if stopped:
        cross(sheet, points[-1], FAILED, 5)
    else:
        arrowhead(sheet, points[-2], points[-1], colour, 12)


def _driven_off(sheet: Sheet, layout: _Layout, event: Fought, router: Router) -> None:
    """The ways of those who were driven out of a gunfight: broken lines with an open head."""
    for shot in event.shots:
        if shot.result == "retreats":
            points = router.way([layout.centre(event.space), layout.centre(shot.space)])
            sheet.line(points, colour=PAPER, width=6, more='stroke-opacity="0.75"')
            sheet.line(points, colour=INK, width=2.6, dash="11 6")
            foot, side = toward(points[-1], points[-2], 12), beside(points[-2], points[-1], 6)
            head = [(foot[0] + side[0], foot[1] + side[1]), points[-1], (foot[0] - side[0], foot[1] - side[1])]
            sheet.line(head, colour=INK, width=2.6)


def _fight_number(sheet: Sheet, layout: _Layout, event: Fought, number: int) -> None:
    """The burst of a gunfight with its number, in the left corner of the hex, clear of improvements."""
    x, y = layout.centre(event.space)
    at = (x - layout.radius * 0.8, y - layout.radius * 0.06)
    dislodged(sheet, at, room=layout.radius * 0.125)
    sheet.label(at, str(number), size=13, family=SANS, weight=700, colour=FAILED)


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
