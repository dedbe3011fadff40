"""The board of Land Barons: settlements, improvements, control markers, stacks, raid paths and gunfights."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from judge.adjudicator import hexes
from judge.adjudicator.protocol import AnyGame, Event, Seat
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
    mixed,
    shade,
    tint,
    toward,
)
from judge.variants.land_barons.board import Board
from judge.variants.land_barons.counters import BARON, RANCH, RECRUITS, SETTLEMENTS
from judge.variants.land_barons.events import Fought, LotSettled, StackMoved
from judge.variants.land_barons.phases import title as window_title
from judge.variants.land_barons.picture_signs import CHIPS, sign
from judge.variants.land_barons.state import Settlement
from judge.variants.land_barons.view import Stack, View

COLOURS = {"ok-corral": "#b8402e", "lazy-b": "#2b6c9b", "graham": "#c9930f", "johnson": "#4d3488"}
LETTERS = {"ok-corral": "O", "lazy-b": "L", "graham": "G", "johnson": "J"}
SHORT = {"ok-corral": "OK Corral", "lazy-b": "Lazy B", "graham": "Graham", "johnson": "Johnson"}
NOBODY = "#8d8170"
GRASS = "#efe4c3"
SIDE = 268
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
        r = self.radius - inset
        return [(x + r * math.cos(math.pi / 3 * n), y + r * math.sin(math.pi / 3 * n)) for n in range(6)]


def colours(game: AnyGame, view: View) -> Mapping[Seat, str]:
    """The colours of the ranches."""
    return {Seat(seat): colour for seat, colour in COLOURS.items()}


def picture(game: AnyGame, view: View, events: Sequence[Event], title: str = "") -> str:
    """The whole board as SVG."""
    board = game.board  # type: ignore[attr-defined]
    layout = _Layout(view.width, view.height)
    sheet = Sheet(layout.width + SIDE, max(layout.height, 640), title=f"Land Barons: {title or _title(board, view)}")
    sheet.label((layout.width / 2, 26), board.title, size=25, weight=600, spaced=1)
    sheet.label((layout.width / 2, 48), title or _title(board, view), size=14, family=SANS, colour=shade(NOBODY))
    for space in board.spaces:
        _ground(sheet, layout, view, space)
    fights = [event for event in events if isinstance(event, Fought)]
    raids = [event for event in events if isinstance(event, StackMoved)]
    for fought in fights:
        dislodged(sheet, _stack_at(layout, fought.space), room=layout.radius * 0.42)
    # Paths lie under signs and letters: where they end is told by the arrowheads, and nothing is struck through.
    for number, moved in enumerate(raids):
        _path(sheet, layout, moved, number)
    for space in sorted(view.state.settlements):
        _settlement(sheet, layout, view, space)
    for stack in view.stacks:
        _stack(sheet, layout, stack)
    for number, fought in enumerate(fights, 1):
        _fight_number(sheet, layout, fought, number)
    _sidebar(sheet, layout, view, events, fights)
    return sheet.svg()


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
    size = max(8.0, layout.radius * 0.19)
    bare = mixed(NOBODY, PAPER, 15)
    sheet.label((x, y - layout.half * 0.82), space, size=size, family=SANS, colour=INK if settlement else bare)


def _settlement(sheet: Sheet, layout: _Layout, view: View, space: str) -> None:
    """The sign of a settlement, its control marker, its improvements, its name."""
    settlement: Settlement = view.state.settlements[space]
    x, y = layout.centre(space)
    k = layout.radius / 50
    left = x - 19 * k if space in _stacked(view) else x
    sign(sheet, (left, y - 14 * k), settlement.kind if settlement.seen else "hidden", 13 * k)
    if settlement.owner:
        _marker(sheet, (left - 13 * k, y - 24 * k), settlement.owner, 6.5 * k)
    many = len(settlement.improvements)
    for place, one in enumerate(settlement.improvements):
        at = (x + (place - (many - 1) / 2) * 17 * k, y + 8 * k)
        sheet.box((at[0] - 8 * k, at[1] - 5.5 * k), (16 * k, 11 * k), fill=PAPER, line=INK, width=0.8, round_=2)
        sheet.label(at, CHIPS[one], size=8.5 * k, family=SANS, weight=600)
    if space in view.names:
        words = view.names[space].split(" ", 1)
        for line, word in enumerate(words):
            sheet.label((x, y + (21 + 10.5 * line) * k), word, size=10.5 * k, halo=PAPER, italic=True)


def _marker(sheet: Sheet, at: Point, seat: str, size: float) -> None:
    """A control marker: a disc in the ranch's colour with its letter."""
    sheet.disc(at, size, fill=COLOURS[seat], line=PAPER, width=1.2)
    sheet.label(at, LETTERS[seat], size=size * 1.35, family=SANS, weight=600, colour="#ffffff")


def _stack_at(layout: _Layout, space: str) -> Point:
    x, y = layout.centre(space)
    return x + layout.radius * 0.3, y - layout.radius * 0.24


def _stack(sheet: Sheet, layout: _Layout, stack: Stack) -> None:
    """A stack: a counter with its Shoot value, a dot for each unit, a star for the Baron."""
    x, y = _stack_at(layout, stack.space)
    k = layout.radius / 50
    wide, high = 34 * k, 27 * k
    colour = COLOURS[stack.seat]
    if len(stack.kinds) > 1:
        sheet.box(
            (x - wide / 2 + 3, y - high / 2 - 3), (wide, high), fill=shade(colour, 20), line=PAPER, width=1, round_=3
        )
    sheet.box((x - wide / 2, y - high / 2), (wide, high), fill=colour, line=PAPER, width=1.4, round_=3)
    sheet.label((x + 2.5 * k, y - 3 * k), str(stack.shoot), size=15.5 * k, family=SANS, weight=600, colour="#ffffff")
    sheet.label((x - wide / 2 + 5 * k, y - high / 2 + 5.5 * k), LETTERS[stack.seat], size=7.5 * k, family=SANS,
                weight=600, colour="#ffffff")  # fmt: skip
    shown = min(len(stack.kinds), 8)
    for place in range(shown):
        sheet.disc((x + (place - (shown - 1) / 2) * 3.9 * k, y + 8.6 * k), 1.4 * k, fill="#ffffff")
    if BARON in stack.kinds:
        _star(sheet, (x + wide / 2 - 1, y - high / 2 + 1), 7 * k)


def _star(sheet: Sheet, at: Point, size: float) -> None:
    points = []
    for step in range(10):
        radius = size if step % 2 == 0 else size * 0.45
        turn = math.pi * step / 5
        points.append((at[0] + radius * math.sin(turn), at[1] - radius * math.cos(turn)))
    sheet.area(points, fill="#f7d774", line=INK, width=0.9)


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
    at = (x - layout.radius * 0.3, y - layout.radius * 0.3)
    sheet.disc(at, 8.5, fill="#fff4c2", line=FAILED, width=1.6)
    sheet.label(at, str(number), size=11, family=SANS, weight=600, colour=FAILED)


# -- beside the board -------------------------------------------------------------------------------------------------


def _sidebar(sheet: Sheet, layout: _Layout, view: View, events: Sequence[Event], fights: Sequence[Fought]) -> None:
    x, y = layout.width + 4.0, 26.0
    y = _standings(sheet, x, y, view)
    y = _legend(sheet, x, y + 14)
    room = sheet.height - 20
    if fights:
        y = _list(sheet, x, y + 14, room, "Gunfights", [_fight_line(n, one) for n, one in enumerate(fights, 1)])
    sold = [event for event in events if isinstance(event, LotSettled) and event.winner]
    if sold:
        lines = [f"{_name(one.kind)} to {SHORT[one.winner or '']}, ${one.price}" for one in sold]
        y = _list(sheet, x, y + 14, room, "Sold", lines)
    if view.state.lots and view.state.ended is None:
        _list(sheet, x, y + 14, room, "For sale", [_name(kind) for kind in view.state.lots])


def _name(kind: str) -> str:
    return RECRUITS[kind].name


def _fight_line(number: int, event: Fought) -> str:
    loser = event.defender if event.winner == event.raider else event.raider
    done = "drives off" if event.result == "retreat" else "wipes out"
    return f"{number}  {event.space}: {SHORT[event.winner]} {done} {SHORT[loser]}"


def _heading(sheet: Sheet, x: float, y: float, text: str) -> float:
    sheet.label((x, y), text, size=16, weight=600, anchor="start")
    sheet.line([(x, y + 12), (x + SIDE - 24, y + 12)], width=0.9)
    return y + 28


def _list(sheet: Sheet, x: float, y: float, room: float, titled: str, lines: Sequence[str]) -> float:
    """A list as long as there is room for it."""
    if y + 46 > room:
        return y
    y = _heading(sheet, x, y, titled)
    fits = max(1, int((room - y) // 17) + 1)
    shown = list(lines) if len(lines) <= fits else [*lines[: fits - 1], f"and {len(lines) - fits + 1} more"]
    for line in shown:
        sheet.label((x, y), line, size=12.5, family=SANS, anchor="start")
        y += 17
    return y


def _standings(sheet: Sheet, x: float, y: float, view: View) -> float:
    y = _heading(sheet, x, y, "Ranches")
    heads = ((112, "sites"), (158, "income"), (200, "cash"), (240, "shoot"))
    for right, word in heads:
        sheet.label((x + right, y), word, size=11, family=SANS, anchor="end", colour=shade(NOBODY))
    for one in view.standings:
        y += 21
        _marker(sheet, (x + 8, y), one.seat, 8)
        grey = NOBODY if one.is_out else INK
        sheet.label((x + 21, y), SHORT[one.seat], size=13, family=SANS, anchor="start", weight=600, colour=grey)
        if one.is_out:
            sheet.label((x + 240, y), "out", size=13, family=SANS, anchor="end", italic=True, colour=grey)
            continue
        cash = "?" if one.cash is None else f"${one.cash}"
        for (right, _), said in zip(heads, (one.settlements, f"${one.revenue}", cash, one.shoot), strict=True):
            sheet.label((x + right, y), str(said), size=13, family=SANS, anchor="end")
        if one.offices:
            y += 16
            said = ", ".join(_name(office) for office in one.offices)
            sheet.label((x + 21, y), said, size=11.5, family=SANS, anchor="start", italic=True)
    return y + 20


def _legend(sheet: Sheet, x: float, y: float) -> float:
    y = _heading(sheet, x, y, "Signs")
    kinds = [(RANCH, "Ranch, $20"), *((one.key, f"{one.name}, ${one.revenue}") for one in SETTLEMENTS.values())]
    for place, (kind, said) in enumerate(kinds):
        at = (x + 12 + 124 * (place % 2), y + 27 * (place // 2))
        sign(sheet, at, kind, 9.5)
        sheet.label((at[0] + 16, at[1]), said, size=12, family=SANS, anchor="start")
    y += 27 * ((len(kinds) + 1) // 2) + 4
    example = Stack("graham", "0000", (BARON, "regulator"), 50)  # type: ignore[arg-type]
    _sample_stack(sheet, x, y, example)
    sheet.label((x + 44, y - 7), "a stack: Shoot value, a dot a unit,", size=12, family=SANS, anchor="start")
    sheet.label((x + 44, y + 8), "a star for the Baron", size=12, family=SANS, anchor="start")
    y += 32
    sheet.line([(x + 2, y), (x + 34, y)], colour=shade(COLOURS["graham"], 15), width=2.8)
    arrowhead(sheet, (x + 2, y), (x + 38, y), shade(COLOURS["graham"], 15), 12)
    sheet.label((x + 44, y), "raid", size=12, family=SANS, anchor="start")
    sheet.line([(x + 108, y), (x + 136, y)], colour=shade(COLOURS["graham"], 15), width=2.8, dash="7 5")
    cross(sheet, (x + 138, y), FAILED, 5)
    sheet.label((x + 150, y), "turned back", size=12, family=SANS, anchor="start")
    y += 28
    dislodged(sheet, (x + 16, y), room=8)
    sheet.label((x + 44, y), "gunfight, numbered", size=12, family=SANS, anchor="start")
    y += 25
    for place, (kind, chip) in enumerate(CHIPS.items()):
        at = (x + 9 + 124 * (place % 2), y + 17 * (place // 2))
        sheet.box((at[0] - 9, at[1] - 6), (18, 12), fill=PAPER, line=INK, width=0.8, round_=2)
        sheet.label(at, chip, size=9, family=SANS, weight=600)
        sheet.label((at[0] + 14, at[1]), _name(kind), size=11.5, family=SANS, anchor="start")
    return y + 17 * ((len(CHIPS) + 1) // 2) + 6


def _sample_stack(sheet: Sheet, x: float, y: float, stack: Stack) -> None:
    """A counter as the board shows it, beside its explanation."""

    class _Here(_Layout):
        def centre(self, space: str) -> Point:
            return x + 18 - self.radius * 0.3, y + self.radius * 0.24

    _stack(sheet, _Here(20, 10), stack)


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
