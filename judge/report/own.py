"""A seat's own picture: the map it sees, with its pieces ringed and their reach marked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from judge.adjudicator.protocol import AnyGame, Event, Seat, Window
from judge.drawing.choices import Sheet, Subject
from judge.drawing.kit import strong
from judge.report import pictures
from judge.report.compose import composer, subjects

OWN = "#1b6ca8"
"""The ink of the marks where a map has no colour for the seat; otherwise they are in the seat's own."""
GOES = ("move", "by-convoy", "drive", "retreat", "build-A", "build-F", "build-G", "build-H", "place", "recruit")
"""The choices that move a piece somewhere."""


PIECES = '<g class="pieces"'
"""Where the pieces of a map begin, its top layers: marks go beneath them."""


def own_picture(
    game: AnyGame, view: object, window: Window | None, seat: Seat, events: Sequence[Event] = (), title: str = ""
) -> str:
    """The picture of a view with the marks of the open window; without them if the seat is asked nothing."""
    svg = pictures.picture(game, view, events, title)
    return marked(svg, marks_of(game, view, window, seat)) if svg else ""


def marked(svg: str, marks: str) -> str:
    """A picture with a seat's marks beneath its pieces, and so beneath their codes and all names."""
    below, pieces, above = svg.partition(PIECES)
    return below + marks + pieces + above


def marks_of(game: AnyGame, view: object, window: Window | None, seat: Seat) -> str:
    """The marks alone: rings around its pieces, and their reach if it moves them; none once the game is over."""
    made = composer(game.key)
    if made is None or window is None:
        return ""
    sheet = made.sheet(game, view)
    own = subjects(game, view, seat, window.asks[seat]) if seat in window.asks else ()
    homes = {spot for one in own if (spot := one.at or one.space) in sheet.spots} or set(sheet.own.get(seat, ()))
    ink = _inks(game, view).get(seat, OWN)
    marks = [mark for one in own for mark in _reach(sheet, one, homes, ink)]
    marks += [_ring(sheet, space, ink) for space in sorted(homes)]
    return "\n".join(('<g class="own">', *dict.fromkeys(marks), "</g>\n")) if marks else ""


def inks(game: AnyGame, view: object) -> list[str]:
    """The inks of all marks on a map, whoever they are for."""
    return [OWN, *_inks(game, view).values()]


def _inks(game: AnyGame, view: object) -> dict[Seat, str]:
    return {seat: strong(colour) for seat, colour in pictures.colours(game, view).items()}


def _ring(sheet: Sheet, space: str, ink: str, dashes: str = "") -> str:
    """A ring, or the rim of a space, that hides nothing in it; a dashed ring is smaller."""
    x, y = sheet.spots[space]
    wide = 3 if dashes else 4
    if sheet.rim:
        corners = " ".join(f"{x + right:.1f},{y + down:.1f}" for right, down in sheet.rim)
        ring, wide = f'<polygon points="{corners}" fill="none"', wide - 1
    else:
        ring = f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{sheet.ring * (0.7 if dashes else 1):.1f}" fill="none"'
    edge = f'{ring} stroke="#ffffff" stroke-opacity="0.7" stroke-width="{wide + 2}"/>'
    return f'{edge}{ring} stroke="{ink}" stroke-width="{wide}"{dashes}/>'


def _reach(sheet: Sheet, subject: Subject, homes: set[str], ink: str) -> Iterator[str]:
    """A dashed ring on each space within its reach, the outline of a reach in inches."""
    there = {choice.steps[-1] for choice in subject.choices if choice.steps and choice.verb in GOES}
    if subject.route is not None:
        there |= set(sheet.near.get(subject.route.start, ()))
    for space in sorted(there - homes):
        if space in sheet.spots:
            yield _ring(sheet, space, ink, ' stroke-dasharray="7 5"')
    plane, spot = sheet.plane, subject.spot
    if plane is not None and spot is not None and spot.shape:
        left, top, scale, deep = (plane[name] for name in ("left", "top", "scale", "depth"))
        points = " ".join(f"{left + x * scale / 100:.1f},{top + (deep - y / 100) * scale:.1f}" for x, y in spot.shape)
        yield f'<polygon points="{points}" fill="{ink}" fill-opacity="0.05" stroke="{ink}" stroke-dasharray="6 4"/>'
