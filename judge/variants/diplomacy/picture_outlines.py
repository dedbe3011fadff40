"""The outlines of a Diplomacy map file: every stretch of line is listed once, under the provinces beside it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import KW_ONLY, dataclass, field
from typing import Any

from judge.drawing.kit import Point, closed
from judge.drawing.naming import Line


@dataclass
class Outlines:
    """The lines of the map file, and the provinces they bound."""

    size: tuple[int, int]
    lines: list[tuple[str, str, Line]] = field(default_factory=list)
    waters: list[Line] = field(default_factory=list)
    marks: dict[str, list[Any]] = field(default_factory=dict)
    coasts: dict[str, Point] = field(default_factory=dict)
    _: KW_ONLY
    frame: tuple[float, float, float, float] | None = None
    """Where the map lies on its sheet, when the standings have a column of their own."""
    links: list[Line] = field(default_factory=list)
    """Ways between neighbours that share no line."""
    beyond: list[tuple[Point, str]] = field(default_factory=list)
    """At the edge: the neighbours across it."""
    _rings: dict[str, list[Line]] = field(default_factory=dict, repr=False, compare=False)
    _paths: dict[str, str] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def of(cls, sheet: dict[str, Any]) -> Outlines:
        """From the `picture` part of a map file."""
        found = cls((sheet["size"][0], sheet["size"][1]))
        for name, text in sheet["lines"].items():
            one, other = str(name).split()[:2]
            found.lines.append((one, other, _points(text)))
        found.waters = [_points(text) for text in (sheet.get("waters") or {}).values()]
        found.marks = {str(code): list(numbers) for code, numbers in sheet["marks"].items()}
        found.coasts = {str(place): (at[0], at[1]) for place, at in (sheet.get("coasts") or {}).items()}
        if "frame" in sheet:
            x, y, width, height = sheet["frame"]
            found.frame = (x, y, width, height)
        found.links = [_points(text) for text in (sheet.get("links") or {}).values()]
        found.beyond = [((x, y), str(said)) for x, y, said in (sheet.get("beyond") or {}).values()]
        return found

    def rings(self, code: str) -> list[Line]:
        """A province's closed outlines, put together from the lines that bear its name."""
        if code not in self._rings:
            self._rings[code] = _joined([points for one, other, points in self.lines if code in (one, other)])
        return self._rings[code]

    def path(self, code: str) -> str:
        """The same in SVG's words."""
        if code not in self._paths:
            self._paths[code] = "".join(closed(ring) for ring in self.rings(code))
        return self._paths[code]

    def unit(self, place: str) -> Point:
        """Where a unit in a place is drawn."""
        if place in self.coasts:
            return self.coasts[place]
        numbers = self.marks[place.partition("/")[0]]
        return (numbers[3], numbers[4])


def _points(text: str) -> Line:
    return [(float(x), float(y)) for x, y in (pair.split(",") for pair in str(text).split())]


def _joined(parts: Iterable[Line]) -> list[Line]:
    """Pieces of line as closed rings, end to end."""
    left = [list(part) for part in parts]
    rings = []
    while left:
        ring = left.pop()
        while ring[0] != ring[-1]:
            follow = next((part for part in left if ring[-1] in (part[0], part[-1])), None)
            if follow is None:
                break
            left.remove(follow)
            ring += (follow if follow[0] == ring[-1] else follow[::-1])[1:]
        rings.append(ring)
    return rings
