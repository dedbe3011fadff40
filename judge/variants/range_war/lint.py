"""The mistakes of a board: borders, names, reach, counts, the picture. Never a crash, always a sentence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from judge.adjudicator.protocol import Problem
from judge.grammar.text import folded
from judge.variants.range_war.chart import Chart

_CENTRES_OF = ("centres", "herds")


def lint(chart: Chart) -> tuple[Problem, ...]:
    """Everything that is wrong, in the order of the file."""
    value = chart.value
    return tuple(
        problem for check in (_borders, _reach, _names, _seats, _counts, _picture) for problem in check(chart, value)
    )


def _near(chart: Chart, space: str) -> list[str]:
    return [str(other) for other in chart.spaces[space]["borders"]]


def _borders(chart: Chart, value: Mapping[str, Any]) -> Iterator[Problem]:
    """Borders are named on both sides, never of a space with itself; Texas and Mexico never touch (RW-Q12)."""
    for space in chart.spaces:
        near = _near(chart, space)
        for other, times in Counter(near).items():
            if other not in chart.spaces:
                yield Problem("border-unknown", {"space": space, "other": other})
                continue
            if times > 1:
                yield Problem("border-twice", {"space": space, "other": other})
            if other == space:
                yield Problem("border-itself", {"space": space})
            elif space not in _near(chart, other):
                yield Problem("border-one-way", {"space": space, "other": other})
            sides = {chart.spaces[space].get("side"), chart.spaces[other].get("side")}
            if sides == {"Texas", "Mexico"} and space < other:
                yield Problem("sides-touch", {"space": space, "other": other})


def _reach(chart: Chart, value: Mapping[str, Any]) -> Iterator[Problem]:
    """From every space a gang can come to every other."""
    first = next(iter(chart.spaces), None)
    if first is None:
        yield Problem("no-spaces", {})
        return
    seen, todo = {first}, [first]
    while todo:
        for other in _near(chart, todo.pop()):
            if other in chart.spaces and other not in seen:
                seen.add(other)
                todo.append(other)
    cut_off = tuple(space for space in chart.spaces if space not in seen)
    if cut_off:
        yield Problem("out-of-reach", {"space": first, "others": cut_off})


def _names(chart: Chart, value: Mapping[str, Any]) -> Iterator[Problem]:
    """No spelling means two spaces, with case and punctuation aside (RW-Q37)."""
    meant: dict[str, list[str]] = {}
    for space, sheet in chart.spaces.items():
        for name in {folded(str(one)) for one in (space, sheet["name"], *sheet.get("also", ()))}:
            meant.setdefault(name, []).append(space)
    for name, spaces in meant.items():
        if len(spaces) > 1:
            yield Problem("name-twice", {"name": name, "spaces": tuple(spaces)})
        if not name:
            yield Problem("name-empty", {"space": spaces[0]})


def _seats(chart: Chart, value: Mapping[str, Any]) -> Iterator[Problem]:
    """Every seat has a home that is a fixed centre, and its pieces are where they can be (RW-7a)."""
    gangs: Counter[str] = Counter()
    herds: Counter[str] = Counter(chart.wild)
    owners: Counter[str] = Counter()
    for seat, sheet in value["seats"].items():
        home = str(sheet.get("home", ""))
        if home not in chart.spaces:
            yield Problem("home-unknown", {"seat": seat, "space": home})
        elif not chart.spaces[home].get("centre"):
            yield Problem("home-no-centre", {"seat": seat, "space": home})
        for key, counter in (("gangs", gangs), ("herds", herds), ("centres", owners)):
            counter.update(map(str, sheet.get(key) or ()))
        centres = sum(len(sheet.get(key) or ()) for key in _CENTRES_OF)
        if centres != len(sheet.get("gangs") or ()):
            facts = {"seat": seat, "gangs": len(sheet.get("gangs") or ()), "centres": centres}
            yield Problem("start-uneven", facts)
        for space in map(str, sheet.get("centres") or ()):
            if space in chart.spaces and not chart.spaces[space].get("centre"):
                yield Problem("no-centre-there", {"seat": seat, "space": space})
    for kind, counter in (("gangs", gangs), ("herds", herds), ("owners", owners)):
        for space, times in counter.items():
            if space not in chart.spaces:
                yield Problem("piece-nowhere", {"kind": kind, "space": space})
            elif times > 1:
                yield Problem("piece-twice", {"kind": kind, "space": space})


def _counts(chart: Chart, value: Mapping[str, Any]) -> Iterator[Problem]:
    """The file says how many there are of everything, and how many centres win: more than half of them."""
    seats = value["seats"].values()
    herds = sum(len(sheet.get("herds") or ()) for sheet in seats) + len(chart.wild)
    there = {
        "spaces": len(chart.spaces),
        "river": len(chart.river),
        "fixed": len(chart.fixed),
        "homes": len({sheet.get("home") for sheet in seats}),
        "herds": herds,
        "wild": len(chart.wild),
        "gangs": sum(len(sheet.get("gangs") or ()) for sheet in seats),
    }
    said = value.get("counts") or {}
    for key, number in said.items() if isinstance(said, dict) else ():
        if key not in there:
            yield Problem("count-unknown", {"key": str(key), "known": tuple(there)})
        elif there[key] != number:
            yield Problem("count-wrong", {"key": str(key), "said": number, "there": there[key]})
    centres = len(chart.fixed) + herds
    if not centres // 2 < chart.victory <= centres:
        yield Problem("victory-out-of-range", {"victory": chart.victory, "centres": centres})


def _is_point(point: object) -> bool:
    return (
        isinstance(point, list)
        and len(point) == 2
        and all(isinstance(part, int | float) and not isinstance(part, bool) for part in point)
    )


def _picture(chart: Chart, value: Mapping[str, Any]) -> Iterator[Problem]:
    """Every space has an outline in the frame with its own point inside it; rivers are lines."""
    frame = value.get("frame")
    sizes = [frame.get(key) for key in ("width", "height")] if isinstance(frame, dict) else []
    if len(sizes) != 2 or not all(isinstance(size, int) and size > 0 for size in sizes):
        yield Problem("no-frame", {})
        return
    width, height = sizes
    for space, sheet in chart.spaces.items():
        outline, at = sheet.get("outline"), sheet.get("at")
        if not isinstance(outline, list) or len(outline) < 3 or not all(map(_is_point, outline)):
            yield Problem("outline-missing", {"space": space})
        elif not all(0 <= x <= width and 0 <= y <= height for x, y in outline):
            yield Problem("outline-outside", {"space": space, "width": width, "height": height})
        elif not _is_point(at):
            yield Problem("point-missing", {"space": space})
        elif not _inside(at, outline):  # type: ignore[arg-type]
            yield Problem("point-outside", {"space": space})
    rivers = value.get("rivers") or {}
    for name, river in rivers.items() if isinstance(rivers, dict) else ():
        line = river.get("line") if isinstance(river, dict) else None
        if not isinstance(line, list) or len(line) < 2 or not all(map(_is_point, line)):
            yield Problem("river-no-line", {"river": str(name)})


def _inside(point: list[float], outline: list[list[float]]) -> bool:
    """Whether a ray from the point crosses the outline an odd number of times."""
    x, y = point
    inside = False
    for number, (x1, y1) in enumerate(outline):
        x2, y2 = outline[number - 1]
        if (y1 > y) != (y2 > y) and x < (x2 - x1) * (y - y1) / (y2 - y1) + x1:
            inside = not inside
    return inside
