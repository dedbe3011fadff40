"""Gold Rush drawn: the table with its scenery under a ruler grid, figures by group and number, ways, shots, markers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from judge.adjudicator.plane import side_of
from judge.adjudicator.protocol import AnyGame, Event, Seat
from judge.drawing import kit
from judge.drawing.goes import Goes, numbered
from judge.drawing.kit import INK, PAPER, SANS, Point, Sheet
from judge.drawing.taken import Box, width_of
from judge.variants.gold_rush.events import BeastMoved, Fired, GoBegan, Jumped, Left, Moved, MuleLed, Punched
from judge.variants.gold_rush.notation import TITLES
from judge.variants.gold_rush.packs import LETTERS
from judge.variants.gold_rush.picture_codes import MARGIN, Large, Shown, busiest, inset, inset_height, write
from judge.variants.gold_rush.picture_pieces import COLOURS, SCALE, Table, codes_of, pieces
from judge.variants.gold_rush.picture_signs import dead, figure, horse, mine, mule, star
from judge.variants.gold_rush.picture_stands import stands

if TYPE_CHECKING:
    from judge.adjudicator.plane import Point as Place
    from judge.adjudicator.plane import Polygon
    from judge.variants.gold_rush.state import Scenery
    from judge.variants.gold_rush.view import View

FOOT, ROW, SMALL = 34, 30, 18
"""Under the table, and how large its letters are: ten pixels where the sheet is shown at 800."""
GROUPS = 3
"""So many groups are named in a row: with gold and card, in the widest face that a browser may have instead of ours."""
GROUND, GRID = "#efe6cf", "#d8cba9"
FILLS = {
    "cabin": ("#b99b74", "#5d4327"), "shop": ("#d9b24a", "#5d4327"), "wagon": ("#a58a68", "#5d4327"),
    "wood": ("#bccf9f", "#6d8a4d"), "rocks": ("#c9c3b8", "#7b7468"), "cliff": ("#b3aca0", "#5f594f"),
    "river": ("#c3dbe2", "#8db3be"), "bank": ("#dcc79a", "#a88d55"), "fence": ("#8b6b45", "#6b4f2f"),
    "scrub": ("#d5d9ae", "#9aa266"), "sluice": ("#cbb592", "#8b6b45"),
}  # fmt: skip


def plane(view: View) -> dict[str, int]:
    """How a point of the picture becomes inches on the table, which count from its south-west corner."""
    return {"left": MARGIN, "top": MARGIN, "scale": SCALE, "depth": view.depth // 100}


def colours(game: AnyGame, view: View) -> Mapping[Seat, str]:
    """Each seat in the colour of the group it leads."""
    return {seat: COLOURS[group] for seat, group in view.groups.items()}


def goes(game: AnyGame, events: Sequence[Event]) -> Goes:
    """The goes of a turn, each a group's."""
    return numbered(number if isinstance(event, GoBegan) else None for number, event in enumerate(events))


def hovers(game: AnyGame, view: View) -> Mapping[str, Sequence[str]]:
    """Each figure with its group, its gun as far as it is seen, and its gold."""
    found = {}
    for one in view.figures:
        rounds = "" if one.loaded is None else f" {one.loaded}+{one.reloads}"
        found[one.code] = (one.code, TITLES[one.group], f"{one.weapon}{rounds}", f"gold {one.gold}" if one.gold else "")
    return found


def picture(game: AnyGame, view: View, events: Sequence[Event], title: str = "") -> str:
    """The table as SVG, drawn from what one audience may see."""
    title = title or (f"Turn {view.turn}" if view.turn else "")
    rows = -(-len(view.groups_standing) // GROUPS)
    width = 2 * MARGIN + view.width * SCALE // 100
    lines = rows + 1 + max(row for _, _, row in _laid_out(width))
    table = Table(view)
    cloth = (*table.at((0, view.depth)), *table.at((view.width, 0)))
    region = busiest(_acted(table, events), cloth)
    low = 2 * MARGIN + view.depth * SCALE // 100
    large = round(inset_height(region, width - 2 * MARGIN))
    height = low + large + FOOT + ROW * (lines + 1)
    sheet = Sheet(width, height, title=f"{game.title}: {title}" if title else game.title)
    _ground(sheet, table, view)
    for piece in sorted(view.scenery, key=lambda one: (one.kind not in ("river", "bank", "wood", "scrub"), one.code)):
        _piece(sheet, table, piece)
    _places(sheet, table, view)
    _zones(sheet, table, view)
    numbers = goes(game, events)
    with sheet.group("orders"):
        for draw in (_way, _shot):
            for event, go in zip(events, numbers, strict=True):
                with sheet.go(go):
                    draw(sheet, table, view, event)
    stood = stands(view, events, numbers)
    with sheet.group("pieces"):
        pieces(sheet, table, stood)
    codes = codes_of(table, view.scenery, stood)
    if region is not None:
        inset(sheet, Large(region, _followed(region, cloth, _by_go(table, events, numbers))), low, codes)
    write(sheet, codes, cloth)
    _legend(sheet, view, low + large + 14, title)
    return sheet.svg()


def _followed(region: Box, cloth: Box, goes_: Sequence[Sequence[Point]]) -> tuple[Shown, ...]:
    """Which part of the table is large in each go: the same as long as all that a go does is seen there."""
    found: list[Shown] = []
    here = region
    for go, own in enumerate(goes_, start=1):
        if not _within(own, here):
            here = region if _within(own, region) else busiest(own, cloth) or here
        if found and found[-1].region == here:
            found[-1] = replace(found[-1], until=go)
        else:
            found.append(Shown(here, go, go))
    return tuple(found)


def _by_go(table: Table, events: Sequence[Event], numbers: Goes) -> list[list[Point]]:
    """Where something was done in each go."""
    last = max((number for number in numbers if number is not None), default=0)
    pairs = list(zip(events, numbers, strict=True))
    return [_acted(table, [event for event, number in pairs if number == go]) for go in range(1, last + 1)]


def _within(points: Sequence[Point], region: Box) -> bool:
    return all(region[0] <= x <= region[2] and region[1] <= y <= region[3] for x, y in points)


def _acted(table: Table, events: Sequence[Event]) -> list[Point]:
    """Where something was done: ends of ways, both ends of shots, fists."""
    found: list[Point] = []
    for event in events:
        if isinstance(event, Moved):
            found.append(table.at(event.path[-1]))
        elif isinstance(event, Fired):
            # Blood counts twice.
            found += [table.at(event.start), table.at(event.end)] * (2 if event.hit else 1)
        elif isinstance(event, Punched):
            found.append(table.at(event.at))
    return found


def _ground(sheet: Sheet, table: Table, view: View) -> None:
    """The cloth, a fine grid every six inches, ruler ticks every inch, numbers every six."""
    left, top = table.at((0, view.depth))
    wide, deep = view.width * SCALE / 100, view.depth * SCALE / 100
    sheet.box((left, top), (wide, deep), fill=GROUND, line=INK, width=1.6)
    for inch in range(view.width // 100 + 1):
        x, _ = table.at((inch * 100, 0))
        is_sixth = inch % 6 == 0
        if is_sixth and 0 < inch * 100 < view.width:
            sheet.line([(x, top), (x, top + deep)], colour=GRID, width=0.8)
        for y, step in ((top, -1), (top + deep, 1)):
            sheet.line([(x, y), (x, y + step * (8 if is_sixth else 4))], colour=INK, width=0.9 if is_sixth else 0.5)
        if is_sixth:
            for y in (top - 16, top + deep + 16):
                sheet.label((x, y), str(inch), size=16, family=SANS)
    for inch in range(view.depth // 100 + 1):
        _, y = table.at((0, inch * 100))
        is_sixth = inch % 6 == 0
        if is_sixth and 0 < inch * 100 < view.depth:
            sheet.line([(left, y), (left + wide, y)], colour=GRID, width=0.8)
        for x, step in ((left, -1), (left + wide, 1)):
            sheet.line([(x, y), (x + step * (8 if is_sixth else 4), y)], colour=INK, width=0.9 if is_sixth else 0.5)
        if is_sixth:
            for x in (left - 18, left + wide + 18):
                sheet.label((x, y), str(inch), size=16, family=SANS)


def _piece(sheet: Sheet, table: Table, piece: Scenery) -> None:
    """A piece of scenery: filled by kind, a wall drawn strong, what blocks sight hatched with its own sign."""
    fill, line = FILLS.get(piece.kind, ("#cccccc", "#666666"))
    points = table.all(piece.polygon)
    sheet.area(points, fill=fill, line=line, width=2.2 if piece.blocks_move else 1.2)
    left, right = min(x for x, _ in points), max(x for x, _ in points)
    top, low = min(y for _, y in points), max(y for _, y in points)
    if piece.kind in ("cabin", "shop") and len(points) == 4:
        # The ridge of the roof.
        if right - left >= low - top:
            sheet.line([(left, (top + low) / 2), (right, (top + low) / 2)], colour=line, width=1)
        else:
            sheet.line([((left + right) / 2, top), ((left + right) / 2, low)], colour=line, width=1)
    elif piece.kind == "wood":
        for x, y in _inside(piece.polygon, 130):
            px, py = table.at((x, y))
            sheet.area([(px, py - 7), (px + 5, py + 4), (px - 5, py + 4)], fill="#8fa86c", line="#6d8a4d", width=0.8)
    elif piece.kind in ("rocks", "cliff"):
        middle = sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)
        for point in points:
            sheet.line([point, kit.between(point, middle, 0.45)], colour=line, width=0.8)


def _inside(shape: Polygon, step: int) -> Iterator[Place]:
    """Points of a grid that lie well inside a shape: where trees are drawn."""
    left, right = min(x for x, _ in shape), max(x for x, _ in shape)
    low, high = min(y for _, y in shape), max(y for _, y in shape)
    for row, y in enumerate(range(low + step // 2, high, step)):
        for x in range(left + (step // 2 if row % 2 else step), right, step):
            if all(side_of((x + dx, y + dy), shape) > 0 for dx, dy in ((40, 0), (-40, 0), (0, 40), (0, -25))):
                yield x, y


def _places(sheet: Sheet, table: Table, view: View) -> None:
    """The mines and the town."""
    if view.town is not None:
        x, y = view.town
        corners = [(x - 600, y - 400), (x + 600, y - 400), (x + 600, y + 400), (x - 600, y + 400)]
        sheet.line([*table.all(corners), table.at(corners[0])], colour="#7a5c36", width=1.2, dash="6 4")
    for seat, at in sorted(view.mines.items()):
        sheet.taken.box(table.at(at), 13)
        mine(sheet, table.at(at), COLOURS[view.groups[seat]])


def _zones(sheet: Sheet, table: Table, view: View) -> None:
    """While figures are placed: where each group may start, with its letter."""
    for zone in view.zones:
        colour = COLOURS[view.groups[zone.seat]]
        (left, low), (right, high) = zone.low, zone.high
        if zone.radius:
            sheet.disc(table.at(zone.middle), zone.radius * SCALE / 100, line=colour, width=2)
        else:
            corners = [(left, low), (right, low), (right, high), (left, high), (left, low)]
            sheet.line(table.all(corners), colour=colour, width=2, dash="8 5")
        x, y = table.at((left, high))
        sheet.taken.box((x + 12, y + 13), 9)
        sheet.label((x + 12, y + 13), LETTERS[view.groups[zone.seat]], size=15, family=SANS, weight=700,
                    colour=colour, halo=GROUND)  # fmt: skip


def _way(sheet: Sheet, table: Table, view: View, event: Event) -> None:
    """A figure's way: a thin line with a ring where it began and a head where it ended; cut short, a bar across."""
    if isinstance(event, Moved):
        colour = COLOURS[view.groups[event.seat]]
        points = table.all(event.path)
        sheet.taken.line(points, 2)
        sheet.line(points, colour=PAPER, width=4, more='stroke-opacity="0.7"')
        sheet.line(points, colour=colour, width=1.7, dash="9 3" if event.mounted else "4 3")
        sheet.disc(points[0], 3.2, fill=PAPER, line=colour, width=1.4)
        _end(sheet, points, colour, event.stop)
    elif isinstance(event, MuleLed | BeastMoved):
        path = (event.start, event.end) if isinstance(event, MuleLed) else event.path
        points = table.all(path)
        if len(points) > 1:
            sheet.taken.line(points, 1.5)
            sheet.line(points, colour="#5d4327", width=1.4, dash="2 4")
            sheet.disc(points[0], 2.6, fill=PAPER, line="#5d4327", width=1.2)
    elif isinstance(event, Jumped):
        x, y = table.at(event.at)
        sheet.path(f"M{x - 12:.1f} {y - 12:.1f}q6 -8 12 0", colour=INK, width=1.6)
    elif isinstance(event, Left):
        x, y = table.at(event.at)
        sheet.label((x, y), "left", size=10, family=SANS, italic=True, halo=GROUND)


def _end(sheet: Sheet, points: list[Point], colour: str, stop: str) -> None:
    """The end of a way, just before the base there; a bar when wall, base or crowd stopped it."""
    before, last = points[-2], points[-1]
    if kit.away(before, last) < 14:
        return
    tip = kit.toward(last, before, SCALE / 2)
    kit.arrowhead(sheet, before, tip, colour, 8)
    if stop in ("wall", "base", "crowded", "edge"):
        dx, dy = kit.beside(before, last, 6)
        foot = kit.toward(last, before, SCALE / 2 + 9)
        sheet.line([(foot[0] + dx, foot[1] + dy), (foot[0] - dx, foot[1] - dy)], colour=colour, width=2.2)


def _shot(sheet: Sheet, table: Table, view: View, event: Event) -> None:
    """A whole line with a burst for a kill, a broken one that ends in a small ring for a miss; fists as a star."""
    if isinstance(event, Fired):
        start, end = table.at(event.start), table.at(event.end)
        first, last = kit.toward(start, end, SCALE / 2), kit.toward(end, start, SCALE / 2)
        colour = kit.FAILED if event.hit else "#55504a"
        sheet.taken.line([first, last], 1.5)
        if event.hit:
            sheet.taken.box(end, 11)
        sheet.line([first, last], colour=PAPER, width=3.4, more='stroke-opacity="0.6"')
        sheet.line([first, last], colour=colour, width=1.6 if event.hit else 1.0, dash="" if event.hit else "1.5 4")
        if event.hit:
            star(sheet, end, kit.FAILED, 7)
        else:
            sheet.taken.box(last, 4)
            sheet.disc(last, 3, fill=PAPER, line=colour, width=1.2)
    elif isinstance(event, Punched) and event.moves:
        blow = kit.toward(table.at(event.at), (0, 0), 11)
        sheet.taken.box(blow, 10)
        star(sheet, blow, "#6b4f00", 6)


def _legend(sheet: Sheet, view: View, top: float, title: str) -> None:
    """The groups with what they have, then what the signs mean."""
    across = (sheet.width - 2 * MARGIN) / GROUPS
    for place, one in enumerate(view.groups_standing):
        x, y = MARGIN + (place % GROUPS) * across, top + (place // GROUPS) * ROW
        figure(sheet, (x + 10, y), LETTERS[one.group], COLOURS[one.group], radius=9)
        gold = "" if one.gold is None else f", gold {one.gold}"
        card = f", card {view.cards[one.seat]}" if one.seat in view.cards else ""
        text = f"{TITLES[one.group]}: {one.figures}{gold}{card}"
        sheet.label((x + 26, y), text, size=SMALL, family=SANS, anchor="start")
    rows = -(-len(view.groups_standing) // GROUPS)
    y = top + rows * ROW + 4
    last = y
    for name, x, row in _laid_out(sheet.width):
        last = y + row * ROW
        _sign(sheet, (x, last), name)
        sheet.label((x + 38, last), name, size=SMALL, family=SANS, anchor="start")
    note = (f"{title}. " if title else "") + "Ruler in inches from the south-west corner, north is up."
    sheet.label((MARGIN, last + ROW), note, size=SMALL, family=SANS, italic=True, anchor="start")


SIGNS = (
    "shot, dead", "shot, missed", "moved", "rode", "stopped short", "mounted", "knocked out, moves", "dead", "gold",
    "mule", "horse",
)  # fmt: skip
"""The signs that the legend explains."""


def _laid_out(width: int) -> list[tuple[str, float, int]]:
    """The entries with their places: as many in a row as the sheet is wide."""
    found: list[tuple[str, float, int]] = []
    x, row = float(MARGIN), 0
    for name in SIGNS:
        wide = 38 + width_of(name, SMALL)
        if x + wide > width - MARGIN and x > MARGIN:
            x, row = MARGIN, row + 1
        found.append((name, x, row))
        x += wide + 20
    return found


def _sign(sheet: Sheet, at: Point, name: str) -> None:
    x, y = at
    line = [(x, y), (x + 24, y)]
    match name:
        case "shot, dead":
            sheet.line(line, colour=kit.FAILED, width=1.6)
            star(sheet, line[1], kit.FAILED, 7)
        case "shot, missed":
            sheet.line(line, colour="#55504a", width=1, dash="1.5 4")
            sheet.disc(line[1], 3, fill=PAPER, line="#55504a", width=1.2)
        case "moved" | "rode" | "stopped short":
            sheet.line(line, colour=INK, width=1.7, dash="9 3" if name == "rode" else "4 3")
            kit.arrowhead(sheet, line[0], (x + 27, y), INK, 8)
            if name == "stopped short":
                sheet.line([(x + 17, y - 6), (x + 17, y + 6)], colour=INK, width=2.2)
        case "mounted":
            figure(sheet, (x + 16, y), "M", COLOURS["mounties"], radius=8, mounted=True)
        case "knocked out, moves":
            figure(sheet, (x + 16, y), "M", COLOURS["mounties"], radius=8, out=3)
        case "dead":
            dead(sheet, (x + 16, y), "", COLOURS["mounties"], gold=0)
        case "gold":
            sheet.disc((x + 18, y), 3.6, fill="#f2c531", line="#7a5c00", width=1)
        case "mule":
            mule(sheet, (x + 18, y), "U", dead=False)
        case _:
            horse(sheet, (x + 18, y), "H")


# The table as text

COLUMNS, INCHES_A_ROW = 72, 2
_SIGNS = {"cabin": "#", "shop": "$", "wood": "^", "rocks": "%", "cliff": "%", "river": "~", "bank": "=", "wagon": "#"}


def sketch(game: AnyGame, view: View) -> str:
    """The table as text of at most 76 columns: a column an inch, a row two; figures by their letters."""
    wide = min(COLUMNS, (view.width + 99) // 100)
    per_column = (view.width + wide * 100 - 1) // (wide * 100) * 100 if view.width > wide * 100 else 100
    per_row = per_column * INCHES_A_ROW
    rows = (view.depth + per_row - 1) // per_row
    cells = [["."] * wide for _ in range(rows)]

    def put(at: Place, text: str) -> None:
        row = min(rows - 1, at[1] // per_row)
        column = min(wide - 1, at[0] // per_column)
        for step, sign in enumerate(text):
            if column + step < wide:
                cells[row][column + step] = sign

    for row in range(rows):
        for column in range(wide):
            middle = column * per_column + per_column // 2, row * per_row + per_row // 2
            for piece in view.scenery:
                if side_of(middle, piece.polygon) >= 0:
                    cells[row][column] = _SIGNS.get(piece.kind, ":")
    for at in view.mines.values():
        put(at, "@")
    for one in view.figures:
        if one.at is not None and one.status == "dead":
            put(one.at, "x")
    for loose in view.horses:
        if loose.at is not None:
            put(loose.at, "h")
    for pack in view.mules:
        if pack.at is not None:
            put(pack.at, "u")
    for one in view.figures:
        if one.is_living and one.at is not None:
            put(one.at, one.code[0].lower() if one.out else one.code[0])
    for animal in view.beasts:
        if not animal.dead:
            put(animal.at, animal.code[0])
    ruler = "    " + "".join(f"{inch * per_column // 100:<6}" for inch in range(0, wide, 6)).rstrip()
    lines = [ruler]
    lines += [f"{row * per_row // 100:>3} " + "".join(cells[row]) for row in range(rows - 1, -1, -1)]
    lines.append(ruler)
    lines.append("T Traders I Indians DEFG Diggers M Mounties (small: out) x dead u mule")
    lines.append("h horse B bear W wolf @ mine $ shop # cabin ^ wood % rocks ~ river")
    return "\n".join(line.rstrip() for line in lines)
