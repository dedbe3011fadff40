"""A seat's own picture: the map it sees, with its pieces ringed and what they can come to marked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from judge.adjudicator.protocol import AnyGame, Event, Seat, Window
from judge.drawing.choices import Sheet, Subject
from judge.report import pictures
from judge.report.compose import composer, subjects

OWN = "#1b6ca8"
GOES = ("move", "by-convoy", "drive", "retreat", "build-A", "build-F", "build-G", "build-H", "place", "recruit")
"""The choices that bring a piece somewhere."""


def own_picture(
    game: AnyGame, view: object, window: Window | None, seat: Seat, events: Sequence[Event] = (), title: str = ""
) -> str:
    """The picture of a view with the marks of the open window; without them where nothing is asked of the seat."""
    svg, made = pictures.picture(game, view, events, title), composer(game.key)
    if not svg or made is None or window is None or seat not in window.asks:
        return svg
    sheet = made.sheet(game, view)
    marks = [mark for one in subjects(game, view, seat, window.asks[seat]) for mark in _marks(sheet, one)]
    return svg.removesuffix("</svg>\n") + "\n".join(('<g class="own">', *dict.fromkeys(marks), "</g></svg>\n"))


def _marks(sheet: Sheet, subject: Subject) -> Iterator[str]:
    """A ring around the piece, a disc on each space within its reach, the outline of a reach in inches."""
    there = {choice.steps[-1] for choice in subject.choices if choice.steps and choice.verb in GOES}
    if subject.route is not None:
        there |= set(sheet.near.get(subject.route.start, ()))
    for space in sorted(there):
        if space in sheet.spots:
            x, y = sheet.spots[space]
            yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="8" fill="{OWN}" fill-opacity="0.45" stroke="#ffffff"/>'
    plane, spot = sheet.plane, subject.spot
    if plane is not None and spot is not None and spot.shape:
        left, top, scale, deep = (plane[name] for name in ("left", "top", "scale", "depth"))
        points = " ".join(f"{left + x * scale / 100:.1f},{top + (deep - y / 100) * scale:.1f}" for x, y in spot.shape)
        yield f'<polygon points="{points}" fill="{OWN}" fill-opacity="0.05" stroke="{OWN}" stroke-dasharray="6 4"/>'
    if subject.space in sheet.spots:
        x, y = sheet.spots[subject.space]
        size = 13 if plane is not None else 24
        yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{size}" fill="none" stroke="{OWN}" stroke-width="4"/>'
