"""The Diplomacy map: a period sheet with owners, units, and the results of the orders.

Drawn from the view of one audience and the events told to it, on the outlines in the map file (`picture`). A map
without outlines has no picture, but always a sketch in letters.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from judge.adjudicator.diplomacy.orders import Build, Convoy, Disband, Hold, Move, Remove, Retreat, Support, Unit
from judge.adjudicator.protocol import Event, Seat, Verdict
from judge.drawing import kit
from judge.drawing.kit import Point, Sheet
from judge.drawing.naming import LEAD, Name, holds, placed
from judge.drawing.taken import around, width_of
from judge.variants.diplomacy.events import UnitDislodged, UnitGone
from judge.variants.diplomacy.game import Diplomacy
from judge.variants.diplomacy.picture_outlines import Outlines
from judge.variants.diplomacy.picture_text import letters_of, sketch
from judge.variants.diplomacy.view import Seen

__all__ = ["picture", "sketch"]

SEA = "#c9dcdf"
SEA_NAME = "#2f5966"
NOBODY = "#d9cfb8"
FREE = "#f3e9cf"
ROOM = 21.0
SIZE = 17.0
BESIDE = 52.0
"""How far from a unit the one is drawn that it drove out: a burst and a shield apart."""
GREY = "#8a8172"
LINK = "#9a2f22"
COLOURS = (
    "#a4352c #4a4c9b #5aa9d6 #6b665e #5d9a55 #9576a2 #d9b13b #d97d34 #2f8f86 #a8577f #8a9a36 #6b4a2f #c98f9c #3d5a80"
    " #7fb99a #b08d57 #c2553f"
).split()


def hovers(game: Diplomacy, view: Seen) -> Mapping[str, Sequence[str]]:
    """Each province with its owner and its unit."""
    powers = {seat.id: seat.name for seat in game.seats}
    units = {unit.place.partition("/")[0]: unit for unit in view.units}
    found = {}
    for code in game.chart.value["provinces"]:
        owner, unit = view.centres.get(code), units.get(code)
        stands = f"{unit.kind} {powers.get(Seat(unit.power), unit.power)}" if unit else ""
        found[code] = (f"{game.names.get(code, code)} ({code})", powers.get(owner, "") if owner else "", stands)
    return found


def picture(game: Diplomacy, view: Seen, events: Sequence[Event], title: str = "") -> str:
    """The map as SVG."""
    outlines = game.chart.outlines
    if outlines is None:
        return ""
    title = title or view.title
    # Whose report it is in is no part of a picture: those who see the same share one.
    view = replace(view, seat=None)
    known = (title, repr(view), repr(tuple(events)))
    drawings = game.chart.drawings
    if known not in drawings:
        drawings.keep(known, _Drawing(game, view, events, outlines, title).svg())
    return drawings[known]


def colours(game: Diplomacy, view: Seen) -> Mapping[Seat, str]:
    """The colours of the powers, as the map's file names them."""
    powers = game.chart.value["powers"]
    return {
        Seat(key): str(sheet.get("colour") or _colour(number)) for number, (key, sheet) in enumerate(powers.items())
    }


def driven_out(outlines: Outlines, view: Seen, place: str) -> Point:
    """Where the unit driven out of a place is drawn: beside the one that came in, and clear of all others."""
    return kit.clear_spot(outlines.unit(place), [outlines.unit(unit.place) for unit in view.units], BESIDE)


def _colour(number: int) -> str:
    """The colour of a power whose map names none; from the second time round darker, then lighter."""
    colour, again = COLOURS[number % len(COLOURS)], number // len(COLOURS)
    return colour if not again else kit.shade(colour, 45) if again % 2 else kit.tint(colour, 45)


def _rows(name: str) -> list[str]:
    """A power's name in the column: a long one on two lines, its first words on the upper one."""
    words = name.split()
    if len(name) < 12 or len(words) < 2:
        return [name]
    cut = min(range(1, len(words)), key=lambda at: abs(len(" ".join(words[:at])) - len(" ".join(words[at:]))))
    return [" ".join(words[:cut]), " ".join(words[cut:])]


class _Drawing:
    """One picture in the making, from the sea up."""

    def __init__(self, game: Diplomacy, view: Seen, events: Sequence[Event], outlines: Outlines, title: str) -> None:
        self.game = game
        self.view = view
        self.events = events
        self.title = title
        self.map = outlines
        self.kinds = {code: str(sheet["kind"]) for code, sheet in game.chart.value["provinces"].items()}
        self.colours = colours(game, view)
        self.letters = letters_of([one.seat for one in view.standings])
        self.sheet = Sheet(*outlines.size, paper=SEA, title=f"{game.title}: {title}", weight=1.35)
        self.signs: set[str] = set()

    def svg(self) -> str:
        """All of it."""
        self._waters()
        self._land()
        self._fog()
        self._borders()
        self._links()
        self._column()
        self._centres()
        with self.sheet.group("orders"):
            self._orders()
        with self.sheet.group("pieces"):
            self._units()
            self._events()
        # Around the map first: a name that has to move stays clear of it.
        self._standings()
        self._legend()
        with self.sheet.group("names"):
            self._names()
        self._frame()
        return self.sheet.svg()

    def _is_sea(self, side: str) -> bool:
        return self.kinds.get(side) == "sea"

    def _coast(self) -> str:
        return "".join(
            kit.opened(points)
            for one, other, points in self.map.lines
            if "edge" not in (one, other) and self._is_sea(one) != self._is_sea(other)
        )

    def _waters(self) -> None:
        """The sea grows lighter toward the coast in three steps, as on engraved charts."""
        coast = self._coast()
        for width, colour in ((34, "#bfd6da"), (20, "#b3ced3"), (9, "#a4c3c9")):
            self.sheet.path(coast, colour=colour, width=width)

    def _owner(self, code: str) -> str:
        """The colour of a province: its owner's, or a breath of its occupant's where there is nothing to own."""
        owner = self.view.centres.get(code)
        if owner is not None:
            return kit.tint(self.colours.get(owner, GREY), 46)
        if code not in self.game.chart.centres:
            for unit in self.view.units:
                if unit.place.partition("/")[0] == code:
                    return kit.tint(self.colours.get(Seat(unit.power), GREY), 76, FREE)
        return FREE

    def _land(self) -> None:
        hatch = self.sheet.define(
            "nobody",
            '<pattern id="nobody" width="9" height="9" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
            f'<rect width="9" height="9" fill="{NOBODY}"/><line x1="0" y1="0" x2="0" y2="9" stroke="#c3b79a"'
            ' stroke-width="2"/></pattern>',
        )
        self._fill("land", hatch)
        for code, kind in self.kinds.items():
            # A sea shows what lies under it, but can be clicked like a province.
            self._fill(code, "none" if kind == "sea" else self._owner(code))
        for points in self.map.waters:
            if points[0] == points[-1]:
                self.sheet.path(kit.closed(points), colour=kit.SEA_LINE, width=1.2, fill=SEA)
            else:
                self.sheet.path(kit.smooth(points), colour=kit.SEA_LINE, width=6.4)
                self.sheet.path(kit.smooth(points), colour=SEA, width=4)

    def _fog(self) -> None:
        """Provinces that the audience does not see lie under grey."""
        for code in self.view.unseen:
            path = self.map.path(code)
            if path:
                self.sheet.add(f'<path d="{path}" fill="{GREY}" fill-opacity="0.55" fill-rule="evenodd"/>')

    def _fill(self, code: str, colour: str) -> None:
        path = self.map.path(code)
        if path:
            space = f' data-space="{code}" pointer-events="all"' if code in self.kinds else ""
            self.sheet.add(f'<path d="{path}" fill="{colour}" fill-rule="evenodd"{space}/>')

    def _borders(self) -> None:
        sea, land = [], []
        for one, other, points in self.map.lines:
            if "edge" in (one, other):
                continue
            if self._is_sea(one) and self._is_sea(other):
                sea.append(kit.opened(points))
            elif not self._is_sea(one) and not self._is_sea(other):
                land.append(kit.opened(points))
        self.sheet.path("".join(sea), colour="#6f929a", width=1.8, dash="9 6")
        self.sheet.path("".join(land), colour="#7b6a52", width=1.5)
        self.sheet.path(self._coast(), colour=kit.INK, width=2.1)

    def _links(self) -> None:
        """Dotted ways between neighbours that no flat sheet can draw side by side, and signs to the other edge."""
        for one, other in (line for line in self.map.links if len(line) == 2):
            bow = kit.beside(one, other, kit.away(one, other) * 0.12)
            middle = kit.between(one, other, 0.5)
            x, y = middle[0] + bow[0], middle[1] + bow[1]
            path = f"M{kit.number(one[0])} {kit.number(one[1])}Q{kit.number(x)} {kit.number(y)} "
            path += f"{kit.number(other[0])} {kit.number(other[1])}"
            self.sheet.path(path, colour=kit.PAPER, width=8, more='stroke-opacity="0.7"')
            self.sheet.path(path, colour=LINK, width=4, dash="0.1 9")
            for end in (one, other):
                self.sheet.disc(end, 5, fill=LINK, line=kit.PAPER, width=1.5)
            parts = [number / 8 for number in range(9)]
            self.sheet.taken.line(
                [kit.between(kit.between(one, (x, y), part), kit.between((x, y), other, part), part) for part in parts],
                6,
            )
        left, _, wide, _ = self.map.frame or (0, 0, *self.map.size)
        for (x, y), said in self.map.beyond:
            half = width_of(f"→ {said}", 15) / 2
            at = (min(max(x, left + half + 4), left + wide - half - 4), y)
            self.sheet.label(at, f"→ {said}", size=15, weight=700, family=kit.SANS, colour=LINK, halo=SEA)
            self.sheet.taken.boxes.append(around(at, 2 * half, 24))

    def _column(self) -> None:
        """Paper beside the map, for the standings and the signs."""
        if self.map.frame is not None:
            x, y, width, height = self.map.frame
            right, low = self.map.size
            around = f"M0 0H{right}V{low}H0ZM{kit.number(x)} {kit.number(y)}h{width}v{height}h-{width}Z"
            self.sheet.path(around, colour="none", width=0, fill=kit.PAPER, more='fill-rule="evenodd"')
            self.sheet.box((x, y), (width, height), line=kit.INK, width=2.4)

    def _centres(self) -> None:
        for code, (_, _, _, unit_x, unit_y, *more) in self.map.marks.items():
            if code in self.game.chart.centres:
                x, y = [one for one in more if not isinstance(one, str)] or [unit_x - 30, unit_y]
                owner = self.view.centres.get(code)
                kit.centre(self.sheet, (x, y), self.colours.get(owner, "") if owner else "", size=7)

    def _names(self) -> None:
        """On top of all else, and where neither an order nor a unit is."""
        usual = []
        for code, (x, y, size, _, _, *more) in self.map.marks.items():
            rows = next((one for one in more if isinstance(one, str)), self.game.names.get(code, code))
            usual.append(Name(code, tuple(rows.split("/")), (x, y), size))
        rings = {name.code: self.map.rings(name.code) for name in usual}
        left, top, width, height = self.map.frame or (0, 0, *self.map.size)
        edge = (left + 16.0, top + 16.0, left + width - 16.0, top + height - 16.0)
        for name in placed(usual, rings, self.sheet.taken, edge):
            sea = self._is_sea(name.code)
            halo = SEA if sea or not holds(rings[name.code], name.at) else self._owner(name.code)
            colour, weight = (SEA_NAME, 400) if sea else (kit.INK, 600)
            for number, row in enumerate(name.rows):
                at = (name.at[0], name.at[1] + (number - (len(name.rows) - 1) / 2) * name.size * LEAD)
                self.sheet.label(at, row, size=name.size, italic=sea, colour=colour, halo=halo, weight=weight)

    # Orders

    def _verdicts(self) -> list[Verdict]:
        return [event for event in self.events if isinstance(event, Verdict)]

    def _orders(self) -> None:
        moves = {
            event.order.at.partition("/")[0]: event.order for event in self._verdicts() if isinstance(event.order, Move)
        }
        bends = {at: self._bend(at, order, moves) for at, order in moves.items()}
        for event in self._verdicts():
            if isinstance(event.order, Convoy):
                self._convoy(event, event.order, bends)
        for event in self._verdicts():
            if isinstance(event.order, Support):
                self._support(event, event.order, bends)
        for event in self._verdicts():
            order = event.order
            if isinstance(order, Move):
                done = event.result == "succeeds"
                self.signs.add("move" if done else "bounce")
                bend = bends[order.at.partition("/")[0]]
                kit.move(
                    self.sheet, self.map.unit(order.at), self.map.unit(order.to), done=done, room=ROOM, bend=bend,
                    colour=self._ink(event.seat),
                )  # fmt: skip
            elif isinstance(order, Retreat):
                self._retreat(event, order)

    def _bend(self, at: str, order: Move, moves: dict[str, Move]) -> float:
        """Two arrows face to face pass each other on their own sides."""
        back = moves.get(order.to.partition("/")[0])
        return 26.0 if back is not None and back.to.partition("/")[0] == at else 0.0

    def _ink(self, seat: Seat) -> str:
        """The colour of a power's orders."""
        return kit.strong(self.colours.get(seat, GREY))

    def _support(self, event: Verdict, order: Support, bends: dict[str, float]) -> None:
        done = event.result == "given"
        at, of = self.map.unit(order.at), self.map.unit(order.of)
        self.signs.add("cut" if not done else "support" if order.to else "hold-support")
        if order.to is None:
            kit.hold_support(self.sheet, at, of, done=done, room=ROOM, colour=self._ink(event.seat))
        else:
            bend = bends.get(order.of.partition("/")[0], 0.0)
            target = kit.curve(of, self.map.unit(order.to), bend, kit.HELPED)
            kit.support(self.sheet, at, target, done=done, room=ROOM, colour=self._ink(event.seat))

    def _convoy(self, event: Verdict, order: Convoy, bends: dict[str, float]) -> None:
        done = event.result == "available"
        self.signs.add("convoy" if done else "broken")
        start, end = self.map.unit(order.of), self.map.unit(order.to)
        target = kit.curve(start, end, bends.get(order.of.partition("/")[0], 0.0), kit.CARRIED)
        kit.convoy(
            self.sheet, self.map.unit(order.at), target, done=done, room=ROOM, colour=self._ink(event.seat)
        )  # fmt: skip

    def _retreat(self, event: Verdict, order: Retreat) -> None:
        goal = event.detail.removeprefix("to ") if event.detail.startswith("to ") else order.to[0]
        done = event.result == "succeeds"
        self.signs.add("retreat")
        start = self._beside(order.at)
        kit.retreat(self.sheet, start, self.map.unit(goal), done=done, room=ROOM, colour=self._ink(event.seat))
        if not done:
            self.signs.add("lost")

    # Units

    def _sign(self, unit: Unit, at: Point) -> None:
        """A unit in its power's colour, with its letter for those who do not tell colours apart."""
        draw = kit.army if unit.kind == "A" else kit.fleet
        draw(self.sheet, at, self.colours.get(Seat(unit.power), GREY), size=SIZE)
        corner = (at[0] + SIZE * 0.86, at[1] - SIZE * 0.8)
        self.sheet.taken.box(corner, 9.5)
        self.sheet.disc(corner, 8.6, fill=kit.PAPER, line=kit.INK, width=1)
        self.sheet.label(corner, self.letters[Seat(unit.power)], size=13, weight=700, family=kit.SANS)

    def _beside(self, place: str) -> Point:
        return driven_out(self.map, self.view, place)

    def _units(self) -> None:
        for event in self._verdicts():
            if isinstance(event.order, Hold) and not event.order.silent:
                kit.hold(self.sheet, self.map.unit(event.order.at), room=ROOM)
                self.signs.add("hold")
        for one in self.view.dislodged:
            kit.dislodged(self.sheet, self._beside(one.unit.place), room=SIZE)
            self.signs.add("dislodged")
        for unit in self.view.units:
            self._sign(unit, self.map.unit(unit.place))
        for one in self.view.dislodged:
            self._sign(one.unit, self._beside(one.unit.place))

    def _events(self) -> None:
        """The units that left the board and those that came to it."""
        for event in self.events:
            if isinstance(event, UnitGone) or (isinstance(event, UnitDislodged) and event.options == ()):
                self._ghost(Unit(event.seat, "A" if event.kind == "A" else "F", event.place))
            elif isinstance(event, Verdict):
                order = event.order
                if isinstance(order, Build):
                    kit.new(self.sheet, self.map.unit(order.at), room=SIZE)
                    self.signs.add("new")
                elif isinstance(order, Remove):
                    kit.lost(self.sheet, self.map.unit(order.at), room=SIZE)
                    self.signs.add("lost")
                elif isinstance(order, Disband):
                    kit.lost(self.sheet, self._beside(order.at), room=SIZE * 0.8)
                    self.signs.add("lost")

    def _ghost(self, unit: Unit) -> None:
        at = self._beside(unit.place)
        self._sign(unit, at)
        kit.lost(self.sheet, at, room=SIZE)
        self.signs.add("lost")

    # Around the map

    def _standings(self) -> None:
        sheet, rows = self.sheet, self.view.standings
        x, y, width = (30.0, 30.0, 300.0) if self.map.frame is None else (26.0, 28.0, 304.0)
        height = 104 + 31 * len(rows)
        paper = kit.mixed(kit.PAPER, "#ffffff", 25)
        sheet.taken.boxes.append((x, y, x + width, y + height))
        sheet.box((x, y), (width, height), fill=paper, line=kit.INK, width=2, round_=4)
        sheet.box((x + 5, y + 5), (width - 10, height - 10), line=kit.INK, width=0.8, round_=3)
        title = str(self.game.chart.value.get("title") or self.game.title).upper()
        size = min(30.0, 390 / len(title)) if self.map.frame else 30.0
        sheet.label((x + width / 2, y + 34), title, size=size, weight=600, spaced=4 if size == 30 else 1)
        sheet.label((x + width / 2, y + 66), self.title, size=21, italic=True)
        sheet.line([(x + 24, y + 86), (x + width - 24, y + 86)], colour=kit.INK, width=1)
        for number, one in enumerate(rows):
            middle = y + 108 + 31 * number
            colour = self.colours.get(one.seat, GREY)
            sheet.box((x + 20, middle - 11), (26, 22), fill=colour, line=kit.shade(colour, 55), width=1.4, round_=3)
            sheet.label(
                (x + 33, middle), self.letters[one.seat], size=15, weight=700, family=kit.SANS, colour="#ffffff"
            )
            name = self.game.names.get(one.seat, one.seat)
            out = not one.strength and not one.count
            said = _rows(name)
            for row, part in enumerate(said):
                sheet.label(
                    (x + 58, middle + (row - (len(said) - 1) / 2) * 15), part, anchor="start", family=kit.SANS,
                    size=19 if len(said) == 1 and len(part) < 12 else 15, italic=not one.played,
                    colour=GREY if out else kit.INK,
                )  # fmt: skip
            kit.centre(sheet, (x + 164, middle), colour, size=6.5)
            sheet.label((x + 176, middle), str(one.count), size=21, anchor="start", family=kit.SANS)
            armies = sum(unit.kind == "A" for unit in one.units)
            text = f"{armies} A  {len(one.units) - armies} F"
            if len(one.units) < one.strength:
                text = str(one.strength)
            sheet.label((x + width - 20, middle), text, size=18, anchor="end", family=kit.SANS, colour="#5d5142")

    def _legend(self) -> None:
        signs = [sign for sign in kit.LEGEND if sign in self.signs]
        if signs:
            scale = 1.5 if self.map.frame is None else 304 / 226
            at = (self.map.size[0] - 226 * scale - 30, 30.0)
            if self.map.frame is not None:
                at = (26.0, self.map.size[1] - 28 - (34 + 24.0 * len(signs)) * scale)
            kit.legend(self.sheet, at, signs, titled="Orders", scale=scale)

    def _frame(self) -> None:
        width, height = self.map.size
        self.sheet.box((3, 3), (width - 6, height - 6), line=kit.INK, width=6)
        self.sheet.box((12, 12), (width - 24, height - 24), line=kit.INK, width=1.6)
