"""The map of Range War: names, centres, herds and gangs, and the orders with what came of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from itertools import pairwise
from typing import Any

from judge.adjudicator.protocol import Event, Seat, Verdict
from judge.drawing.kit import (
    HELPED,
    INK,
    PAPER,
    SANS,
    SERIF,
    Point,
    away,
    beside,
    between,
    clear_spot,
    cross,
    curve,
    dislodged,
    hold,
    hold_support,
    legend_rows,
    lost,
    move,
    new,
    number,
    retreat,
    strong,
    support,
    tint,
    toward,
)
from judge.drawing.naming import LEAD, Name, holds, placed
from judge.drawing.taken import Box, around, contains, width_of
from judge.variants.range_war.events import GangDislodged, GangGone, HerdLost
from judge.variants.range_war.orders import Build, Hold, Move, Remove, Retreat, Support
from judge.variants.range_war.picture_ground import CODE, HEAD, MARGIN, SIDES, WATER, Ground
from judge.variants.range_war.picture_signs import brand, centre, compass, gang, herd
from judge.variants.range_war.picture_text import sketch
from judge.variants.range_war.view import Seen

__all__ = ["picture", "sketch"]

LETTERS = 20.0
"""Codes are as many pixels high on a sheet of 1552: ten and more where it is shown at 800."""
ROOM = 21
"""So many pixels stay free around a gang that moves."""
SIGNS = ("move", "bounce", "support", "hold-support", "cut", "hold", "retreat", "dislodged", "new", "lost")


def colours(game: Any, view: Seen) -> Mapping[Seat, str]:
    """The colours of the bands, as the map's file names them."""
    return {Seat(key): str(sheet["colour"]) for key, sheet in game.chart.value["seats"].items()}


def hovers(game: Any, view: Seen) -> Mapping[str, Sequence[str]]:
    """Each space with its owner, its gang and its herd."""
    found = {}
    for code in game.chart.spaces:
        owner, gang_, brand_ = view.centres.get(code), view.gangs.get(code), view.herds.get(code)
        found[code] = (
            f"{game.names[code]} ({code})",
            game.names.get(owner, "") if owner else "",
            f"G {game.names.get(gang_, gang_)}" if gang_ else "",
            f"H {game.names.get(brand_.seat, '')}".strip() if brand_ else "",
        )
    return found


def picture(game: Any, view: Seen, events: Sequence[Event], title: str = "") -> str:
    """The map as SVG, as one audience may see it: all pieces now, and the orders that led there."""
    return _Map(game, view, events, title).drawn()


def driven_out(game: Any, view: Seen, code: str) -> Point:
    """Where the gang driven out of a space is drawn: clear of all other pieces."""
    return _Map(game, view, (), "").beside(code)


class _Map(Ground):
    """One map in the making."""

    def drawn(self) -> str:
        """All layers, from the land up."""
        self._land()
        self._rivers()
        self._terrain()
        self._ghosts()
        self._centres()
        with self.sheet.group("orders"):
            self._orders()
        with self.sheet.group("pieces"):
            self._herds()
            self._gangs()
        with self.sheet.group("names"):
            self._names()
        self._frame()
        self._strip()
        return self.sheet.svg()

    # Names and pieces

    def _places(self, code: str) -> tuple[Point, Point]:
        """The places of a space's gang and herd: side by side under its name, alone in the middle."""
        x, y = self.at[code]
        y += 17 if code not in self.game.chart.river else 0
        if code in self.view.gangs and code in self.view.herds:
            return (x - 23, y), (x + 21, y + 1)
        return (x, y), (x + 2, y + 1)

    def _gang_at(self, code: str) -> Point:
        return self._places(code)[0]

    def _centres(self) -> None:
        for code in self.view.fixed:
            x, y = self.at[code]
            owner = self.view.centres.get(code)
            lines = len(self._lines(code))
            where = (x, y - 21 - 18 * lines)
            centre(self.sheet, where, str(self.spaces[code]["kind"]), self._colour(owner) if owner else None)
            if owner and self.game.chart.homes.get(owner) != code:
                brand(self.sheet, (x + 24, where[1] + 1), owner, self._name(owner), colour=INK, scale=0.8)

    def _lines(self, code: str) -> list[str]:
        """A name on one line or two."""
        name = str(self.spaces[code]["name"])
        words = name.split()
        if len(name) <= 11 or len(words) == 1:
            return [name]
        half = min(range(1, len(words)), key=lambda cut: abs(len(" ".join(words[:cut])) - len(" ".join(words[cut:]))))
        return [" ".join(words[:half]), " ".join(words[half:])]

    def _names(self) -> None:
        """On top of all else, and where neither an order nor a piece is; rivers first, which have no choice."""
        for code in sorted(self.game.chart.river):
            self._river_name(code)
        usual = []
        for code in self.spaces:
            if code not in self.game.chart.river:
                x, y = self.at[code]
                rows = self._lines(code)
                rows[-1] += f" {code}"
                usual.append(Name(code, tuple(rows), (x, y - 12 - 9 * (len(rows) - 1)), LETTERS))
        rings = {name.code: [self._outline(name.code)] for name in usual}
        edge = (MARGIN + 4.0, HEAD + 4.0, MARGIN + self.wide - 4.0, HEAD + self.high - 4.0)
        for name in placed(usual, rings, self.sheet.taken, edge):
            halo = SIDES.get(str(self.spaces[name.code].get("side")), PAPER)
            for number_, row in enumerate(name.rows):
                at = (name.at[0], name.at[1] + (number_ - (len(name.rows) - 1) / 2) * name.size * LEAD)
                own = row.endswith(name.code) and number_ == len(name.rows) - 1
                said = row.removesuffix(name.code).strip() if own else row
                self._name_line(
                    at, said, name.code if own else "", bold=name.code in self.view.fixed, halo=halo,
                    size=name.size - 1,
                )  # fmt: skip

    def _name_line(
        self, at: Point, text: str, code: str, *, bold: bool = False, halo: str, turn: float | None = None,
        size: float = LETTERS - 1,
    ) -> None:  # fmt: skip
        """A line of a name; the last one is followed by the code that orders use, which can be read at 800 pixels."""
        place = f'x="{number(at[0])}" y="{number(at[1] + size * 0.34)}" text-anchor="middle" font-family="{SERIF}"'
        place += f' font-size="{number(size)}" font-weight="{700 if bold else 400}"'
        if turn is not None:
            place += f' font-style="italic" transform="rotate({number(turn)} {number(at[0])} {number(at[1])})"'
        said = escape(text)
        if code:
            gap = ' dx="5"' if text else ""
            said += f'<tspan{gap} font-family="{SANS}" font-size="{number(size + 1)}" font-style="normal"'
            said += f' font-weight="600">{escape(code)}</tspan>'
        self.sheet.add(
            f'<text {place} fill="none" stroke="{halo}" stroke-width="4.2" stroke-linejoin="round"'
            f' stroke-opacity="0.85">{said}</text>'
        )
        coloured = said.replace("<tspan", f'<tspan fill="{CODE}"')
        self.sheet.add(f'<text {place} fill="{INK}">{coloured}</text>')

    def _river_name(self, code: str) -> None:
        """Along the water, where no piece and no order is in the way."""
        line = [self._point(point) for river in (self.value.get("rivers") or {}).values() for point in river["line"]]
        outline = [self._point(point) for point in self.spaces[code]["outline"]]
        reach = [point for point in line if holds([outline], point) and self._in_frame(point)]
        middle, name = self.at[code], str(self.spaces[code]["name"])
        spots = []
        for text in (name, ""):
            width = width_of(f"{text} {code}", LETTERS)
            for one, two in pairwise(reach):
                for part in (0.0, 0.25, 0.5, 0.75):
                    at = between(one, two, part)
                    far = abs(away(at, middle) - 120)
                    spots.append((self._taken_along(at, one, two, width), not text, far, text, at, one, two))
        if not spots:
            spots = [(0.0, False, 0.0, name, middle, middle, middle)]
        *_, text, at, one, two = min(spots)
        self._name_line(at, text, code, halo=WATER, turn=self._slope(one, two))
        self.sheet.taken.boxes.extend(self._along(at, one, two, width_of(f"{text} {code}", LETTERS)))

    def _taken_along(self, at: Point, one: Point, two: Point, width: float) -> float:
        boxes = self._along(at, one, two, width)
        outside = sum(not self._in_frame((x, y)) for box in boxes for x, y in (box[:2], box[2:]))
        return sum(self.sheet.taken.covered(box) for box in boxes) + 999 * outside

    def _along(self, at: Point, one: Point, two: Point, width: float) -> list[Box]:
        """The letters of a slanting name as a row of boxes."""
        count = max(1, round(width / LETTERS))
        step = between((0, 0), toward((0, 0), (two[0] - one[0], two[1] - one[1]), 1), width / count)
        places = [part - count / 2 for part in range(count + 1)]
        return [around((at[0] + step[0] * part, at[1] + step[1] * part), LETTERS, LETTERS) for part in places]

    def _herds(self) -> None:
        for code, brand_ in sorted(self.view.herds.items()):
            _, where = self._places(code)
            herd(
                self.sheet, where, brand_.seat, self._name(brand_.seat), self._colour(brand_.seat), late=brand_.late,
                late_name=self._name(brand_.late),
            )  # fmt: skip
        for event in self.events:
            if isinstance(event, HerdLost):
                self.signs.add("lost")
                lost(self.sheet, self.at[event.at])

    def beside(self, code: str) -> Point:
        """Where the gang driven out of a space is drawn: clear of all other pieces."""
        others = [self._gang_at(one) for one in sorted(self.view.gangs)]
        others += [self._places(one)[1] for one in sorted(self.view.herds)]
        return clear_spot(self._gang_at(code), others, 46)

    def _gangs(self) -> None:
        waiting = {one.at for one in self.view.dislodged}
        for one in self.view.dislodged:
            self.signs.add("dislodged")
            dislodged(self.sheet, self.beside(one.at))
        for code, seat in sorted(self.view.gangs.items()):
            gang(self.sheet, self._gang_at(code), seat, self._name(seat), self._colour(seat))
        for one in self.view.dislodged:
            gang(self.sheet, self.beside(one.at), one.seat, self._name(one.seat), self._colour(one.seat))
        for event in self.events:
            if isinstance(event, GangGone) or (
                isinstance(event, GangDislodged) and not event.options and event.at not in waiting
            ):
                self.signs.add("lost")
                lost(self.sheet, self.beside(event.at), room=10)
            if isinstance(event, Verdict) and isinstance(event.order, Build) and event.result == "succeeds":
                code = event.detail[2:-1]
                if event.detail.startswith("G(") and code in self.spaces:
                    self.signs.add("new")
                    new(self.sheet, self._gang_at(code))

    # Orders

    def _verdicts(self) -> list[Verdict]:
        return [event for event in self.events if isinstance(event, Verdict)]

    def _ghosts(self) -> None:
        """Where a gang that moved came from."""
        for one in self._verdicts():
            order = one.order
            if isinstance(order, Move) and one.result == "succeeds" and order.at not in self.view.gangs:
                gang(self.sheet, self._gang_at(order.at), one.seat, "", self._colour(one.seat), ghost=True)

    def _orders(self) -> None:
        moves = {(one.order.at, one.order.to): one for one in self._verdicts() if isinstance(one.order, Move)}
        for one in self._verdicts():
            match one.order:
                case Support(at, of, None):
                    self.signs.add("hold-support")
                    done = one.result == "given"
                    hold_support(
                        self.sheet, self._gang_at(at), self._gang_at(of), done=done, room=20, colour=self._ink(one)
                    )
                    self.signs |= set() if done else {"cut"}
                case Support(at, of, to) if to is not None:
                    done = one.result == "given"
                    self.signs.add("support" if done else "cut")
                    target = curve(self._gang_at(of), self._end(of, to), self._bend(moves, of, to), HELPED)
                    support(self.sheet, self._gang_at(at), target, done=done, room=20, colour=self._ink(one))
                case Hold(at) if at in self.view.gangs and one.result == "stands":
                    self.signs.add("hold")
                    hold(self.sheet, self._gang_at(at), room=19)
                case _:
                    pass
        for (at, to), one in sorted(moves.items()):
            done = one.result == "succeeds"
            self.signs.add("move" if done else "bounce")
            bend = self._bend(moves, at, to)
            start, end = self._gang_at(at), self._end(at, to)
            move(self.sheet, start, end, done=done, room=ROOM, bend=bend, colour=self._ink(one))
            if isinstance(one.order, Move) and one.order.herd:
                self._drive(start, end, bend, one)
        for one in self._verdicts():
            if isinstance(one.order, Retreat):
                self.signs.add("retreat")
                done = one.result == "succeeds"
                to = one.detail[3:] if one.detail.startswith("to ") else one.order.to[0]
                start, end = self._gang_at(one.order.at), self._end(one.order.at, to)
                retreat(self.sheet, start, end, done=done, room=20, colour=self._ink(one))
            if isinstance(one.order, Remove):
                self.signs.add("lost")
                lost(self.sheet, self._gang_at(one.order.at), room=11)

    def _end(self, at: str, to: str) -> Point:
        """Where an arrow to a space ends: at its gang, or before the herd that it would run under."""
        start, (end, (x, y)) = self._gang_at(at), self._places(to)
        if not (to in self.view.gangs and to in self.view.herds):
            return end
        beneath = (x - 30, y - 20, x + 26, y + 18)
        tips = {far: toward(end, start, far) for far in range(ROOM, round(away(start, end) * 0.6))}
        under = [far for far, tip in tips.items() if contains(beneath, (*tip, *tip))]
        return toward(end, start, max(under) - ROOM) if under else end

    def _ink(self, one: Verdict) -> str:
        """The colour of a band's orders."""
        return strong(self._colour(one.seat))

    def _bend(self, moves: Mapping[tuple[str, str], Verdict], at: str, to: str) -> float:
        return 22.0 if (to, at) in moves else 0.0

    def _drive(self, start: Point, end: Point, bend: float, one: Verdict) -> None:
        """Hoofprints beside the arrow of a gang that drives a herd; crossed where the herd had to stay."""
        side = beside(start, end, 9 + bend / 2)
        first, last = toward(start, end, 24), toward(end, start, 26)
        count = max(3, int(away(first, last) / 9))
        self.sheet.taken.line([(first[0] + side[0], first[1] + side[1]), (last[0] + side[0], last[1] + side[1])], 5)
        for step in range(count + 1):
            x, y = between(first, last, step / count)
            wobble = beside(start, end, 1.7 if step % 2 else -1.7)
            self.sheet.disc((x + side[0] + wobble[0], y + side[1] + wobble[1]), 1.9, fill=INK)
        if one.detail == "herd stays":
            x, y = between(first, last, 0.25)
            cross(self.sheet, (x + side[0], y + side[1]), self._ink(one), 5)

    # Around the map

    def _frame(self) -> None:
        sheet = self.sheet
        corner, size = (float(MARGIN), float(HEAD)), (float(self.wide), float(self.high))
        sheet.box(corner, size, line=INK, width=2.2)
        sheet.box((corner[0] - 6, corner[1] - 6), (size[0] + 12, size[1] + 12), line=INK, width=1)
        sheet.box((6, 6), (sheet.width - 12, sheet.height - 12), line=INK, width=3)
        sheet.box((11, 11), (sheet.width - 22, sheet.height - 22), line=INK, width=1)
        middle = sheet.width / 2
        sheet.label((middle, 40), str(self.game.title).upper(), size=42, weight=700, spaced=9)
        for side in (-1, 1):
            sheet.line([(middle + side * 210, 40), (middle + side * 390, 40)], colour=INK, width=1.6)
            sheet.line([(middle + side * 225, 46), (middle + side * 375, 46)], colour=INK, width=0.8)
            sheet.disc((middle + side * 402, 40), 4, fill=INK)
        said = self.title or f"{self.view.title}: orders are due"
        if self.view.over:
            winners = " and ".join(self._name(seat) for seat in self.view.over.winners)
            said = f"the end: {winners or 'nobody'} {'win' if len(self.view.over.winners) > 1 else 'wins'}"
        sheet.label((middle, 73), said, size=19, italic=True)
        compass(sheet, (sheet.width - 66, self.sheet.height - 86), 34)

    def _strip(self) -> None:
        """The seats with what they have, and the signs."""
        top = HEAD + self.high + 38
        step = 322
        for place, row in enumerate(sorted(self.view.rows, key=lambda one: (-one.centres, one.seat))):
            x, y = MARGIN + 30 + step * (place % 2), top + 40 * (place // 2)
            colour = self._colour(row.seat)
            self.sheet.disc((x, y), 14.5, fill=colour, line=INK, width=1.4)
            brand(self.sheet, (x, y), row.seat, self._name(row.seat), colour="#ffffff", scale=0.95, width=2.2)
            name = self._name(row.seat)
            self.sheet.label((x + 24, y - 7), name, size=18, weight=700, anchor="start")
            said = f"{_count(row.centres, 'centre')}: {len(row.fixed)} fixed, {_count(len(row.herds), 'herd')}; "
            said += _count(len(row.gangs), "gang")
            self.sheet.label((x + 24, y + 11), "out" if row.out else said, size=15, family=SANS, anchor="start")
        left = MARGIN + 2.0 * step + 40
        self.sheet.line([(left - 26, top - 14), (left - 26, top + 138)], colour=INK, width=1)
        self._legend(left, top - 4.0)

    def _legend(self, left: float, top: float) -> None:
        """The signs that this map uses, then those of every map."""
        signs = [sign for sign in SIGNS if sign in self.signs]
        y = top + legend_rows(self.sheet, (left, top), signs, columns=2, step=214) + (14 if signs else 4)
        seat = self.view.rows[0].seat
        for column, (text, owner, late) in enumerate(
            (("branded herd", seat, None), ("wild herd", None, None), ("raided herd", None, seat))
        ):
            x = left + 25 + 158 * column
            herd(
                self.sheet, (x, y), owner, self._name(owner), self._colour(owner), late=late, late_name=self._name(late)
            )
            self._said((x + 26, y), text)
        y += 30
        for step in range(7):
            self.sheet.disc((left + 50 * step / 6, y + (1.7 if step % 2 else -1.7)), 1.9, fill=INK)
        self._said((left + 64, y), "drives a herd along")
        # The meaning of the ground's colour.
        seat_colour = self._colour(seat)
        for down, fill, text in (
            (-30, self._hatch(seat_colour), "range of a branded herd"),
            (0, tint(seat_colour, 62, SIDES["Texas"]), "owned centre"),
        ):
            self.sheet.box((left + 500, y + down - 9), (30, 18), fill=SIDES["Texas"])
            self.sheet.box((left + 500, y + down - 9), (30, 18), fill=fill, line=INK, width=1)
            self._said((left + 540, y + down), text)
        for shift, kind in ((240, "ranch"), (330, "town"), (412, "mine")):
            centre(self.sheet, (left + shift, y - 1), kind, None)
            self._said((left + shift + 22, y), kind)

    def _said(self, at: Point, text: str) -> None:
        self.sheet.label(at, text, size=15, family=SANS, anchor="start")


def _count(number_: int, word: str) -> str:
    return f"{number_} {word}{'' if number_ == 1 else 's'}"
