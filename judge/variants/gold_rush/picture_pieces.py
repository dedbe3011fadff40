"""Figures, horses, mules and beasts on the drawn table, each where it stands, and in a go where it stood then."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from judge.drawing import kit
from judge.drawing.kit import INK, Point, Sheet
from judge.variants.gold_rush.picture_codes import MARGIN, Code
from judge.variants.gold_rush.picture_signs import HIDE, bags, beast, dead, figure, horse, mule
from judge.variants.gold_rush.picture_stands import Stand
from judge.variants.gold_rush.state import Beast, Mule
from judge.variants.gold_rush.view import FigureSeen

if TYPE_CHECKING:
    from judge.adjudicator.plane import Point as Place
    from judge.adjudicator.plane import Polygon
    from judge.variants.gold_rush.state import Scenery
    from judge.variants.gold_rush.view import View

SCALE = 18
"""Pixels of an inch: a base is as wide as its code."""
COLOURS = {
    "traders": "#884b14",
    "indians": "#c95d16",
    "diggers-1": "#227cc0",
    "diggers-2": "#31845a",
    "diggers-3": "#67498f",
    "diggers-4": "#177a8a",
    "mounties": "#9d1433",
}


class Table:
    """Where inches lie on the sheet: north is up."""

    def __init__(self, view: View) -> None:
        self.depth = view.depth

    def at(self, place: Place) -> Point:
        """A point of the table in pixels."""
        return MARGIN + place[0] * SCALE / 100, MARGIN + (self.depth - place[1]) * SCALE / 100

    def all(self, shape: Polygon | Sequence[Place]) -> list[Point]:
        """Several points."""
        return [self.at(place) for place in shape]


def pieces(sheet: Sheet, table: Table, stood: Sequence[Stand]) -> None:
    """The dead under everything else, then loose animals, figures and beasts."""
    for draw in (_fallen, _animal, _standing, _beast):
        for stand in stood:
            at = stand.piece.at
            if at is not None:
                with sheet.stand(stand.first, stand.until, stand.is_now):
                    draw(sheet, table.at(at), stand)


def codes_of(table: Table, scenery: Iterable[Scenery], stood: Sequence[Stand]) -> list[Code]:
    """The codes on the table: pieces there now, the scenery, then pieces there in a go before."""
    now, past = (
        [code for stand in sorted(stood, key=_rank) if stand.is_now is is_now and (code := _code(table, stand))]
        for is_now in (True, False)
    )
    return [*now, *(_named(table, piece) for piece in scenery), *past]


def _rank(stand: Stand) -> int:
    """The living, the dead, animals."""
    piece = stand.piece
    return 2 if not isinstance(piece, FigureSeen) else 0 if piece.status == "up" else 1


def _code(table: Table, stand: Stand) -> Code | None:
    """The code beside a piece; none where it is not on the table."""
    piece = stand.piece
    if piece.at is None:
        return None
    at = table.at(piece.at)
    if isinstance(piece, FigureSeen):
        colour = kit.shade(COLOURS[piece.group], 40 if piece.status == "up" else 10)
        reach = SCALE / 2 + (4 if piece.horse else 1)
        return Code(at, reach, stand.code, colour, stand) if piece.status in ("up", "dead") else None
    if isinstance(piece, Beast):
        return Code(at, 11, stand.code, INK, stand)
    return Code(at, 10 if isinstance(piece, Mule) else 9, stand.code, HIDE, stand)


def _named(table: Table, piece: Scenery) -> Code:
    """The code of a piece of scenery, with its height if it can be climbed."""
    points = table.all(piece.polygon)
    middle = sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)
    if piece.kind == "river":
        x, y = kit.between(points[0], points[-1], 0.5)
        return Code((x + 70, y), 0, f"{piece.code} {piece.name}", "#3d6977")
    tall = f" {piece.height // 100}″" if piece.climb else ""
    return Code(middle, 0, f"{piece.code}{tall}", INK)


def _fallen(sheet: Sheet, at: Point, stand: Stand) -> None:
    one = stand.piece
    if isinstance(one, FigureSeen) and one.status == "dead":
        sheet.taken.box(at, 8)
        dead(sheet, at, "", COLOURS[one.group], gold=one.gold or 0)


def _animal(sheet: Sheet, at: Point, stand: Stand) -> None:
    """A loose horse, a mule."""
    one = stand.piece
    if isinstance(one, Mule):
        sheet.taken.box(at, 9)
        mule(sheet, at, "", dead=one.dead)
    elif not isinstance(one, FigureSeen | Beast):
        sheet.taken.box(at, 8)
        horse(sheet, at, "")


def _standing(sheet: Sheet, at: Point, stand: Stand) -> None:
    one, radius = stand.piece, SCALE / 2
    if not isinstance(one, FigureSeen) or one.status != "up":
        return
    sheet.taken.box(at, radius + (4 if one.horse else 1))
    figure(sheet, at, "", COLOURS[one.group], radius=radius, mounted=bool(one.horse), out=one.out)
    bags(sheet, at, radius, one.gold or 0)
    if stand.is_now:
        # The shape on which the order composer catches a click.
        spot = f'cx="{at[0]:.1f}" cy="{at[1]:.1f}" r="{radius + 3}" fill-opacity="0" pointer-events="all"'
        sheet.add(f'<circle {spot} data-space="{one.code}"/>')


def _beast(sheet: Sheet, at: Point, stand: Stand) -> None:
    if isinstance(stand.piece, Beast):
        sheet.taken.box(at, 11)
        beast(sheet, at, "", dead=stand.piece.dead)
