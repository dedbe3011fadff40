"""Pictures: a game's own drawing module makes SVG and text; resvg makes PNG with our own fonts and no others,
and the PNG gets a palette."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache
from html import escape
from pathlib import Path
from typing import Any, Protocol, cast

import font_source_sans_pro
import font_source_serif_pro
import resvg_py

from judge.adjudicator.protocol import AnyGame, Event, Seat
from judge.variants import part


class Drawing(Protocol):
    """The interface of judge/variants/GAME/picture.py.

    It may offer `hovers(game, view)` as well: the names of the things in each space that can be pointed at. It may also
    offer `goes(game, events)`: the events of a step one after the other, if their order matters.
    """

    def picture(self, game: Any, view: Any, events: Sequence[Event], title: str) -> str:
        """The map as SVG, drawn from what one audience may see. `title`: what happened; empty for a map to write orders
        by."""
        ...

    def sketch(self, game: Any, view: Any) -> str:
        """The map as text of at most 76 columns."""
        ...

    def colours(self, game: Any, view: Any) -> Mapping[Seat, str]:
        """The colour of each seat on the map, for charts."""
        ...


def drawing(key: str) -> Drawing | None:
    """A game's drawing module, if it has one."""
    return cast(Drawing | None, part(key, "picture"))


def picture(game: AnyGame, view: object, events: Sequence[Event] = (), title: str = "") -> str:
    """A game's map as SVG; empty for a game that has none.

    `title`: the report's own, when the map shows what happened in it; otherwise the map names the open window.
    """
    own = drawing(game.key)
    if own is None:
        return ""
    names, drawn = getattr(own, "hovers", None), own.picture(game, view, events, title)
    return _told(drawn, names(game, view) if names else {}) if drawn else ""


_SPACE = re.compile(r'<(path|rect|circle)\b([^<>]*? data-space="([^"]+)"[^<>]*?)/>')


def _told(svg: str, names: Mapping[str, Sequence[str]]) -> str:
    """The map with a title on every space, shown to a pointer that rests there, and a description of who is where."""
    said = {space: " · ".join(filter(None, parts)) for space, parts in names.items()}
    taken = "; ".join(said[space] for space, parts in names.items() if len(list(filter(None, parts))) > 1)

    def titled(found: re.Match[str]) -> str:
        told = said.get(found[3])
        return f"<{found[1]}{found[2]}><title>{escape(told)}</title></{found[1]}>" if told else found[0]

    head, title, rest = _SPACE.sub(titled, svg).partition("</title>")
    return (
        head.replace("<svg ", '<svg role="img" ', 1) + title + (f"<desc>{escape(taken)}</desc>" if taken else "") + rest
    )


def goes(game: AnyGame, events: Sequence[Event]) -> tuple[tuple[Event, ...], ...]:
    """The events of a step one after the other; empty in a game in which their order does not matter."""
    made = getattr(drawing(game.key), "goes", None)
    found: dict[int, list[Event]] = {}
    for event, number in zip(events, made(game, events), strict=True) if made else ():
        if number is not None:
            found.setdefault(number, []).append(event)
    return tuple(map(tuple, found.values()))


def sketch(game: AnyGame, view: object) -> str:
    """A game's map as text; empty for a game that has none."""
    own = drawing(game.key)
    return own.sketch(game, view) if own else ""


def colours(game: AnyGame, view: object) -> Mapping[Seat, str]:
    """The colours of the seats on a game's map; none for a game that has no map."""
    own = drawing(game.key)
    return own.colours(game, view) if own else {}


@cache
def fonts() -> tuple[str, ...]:
    """The font files, in a fixed order."""
    folders = (font_source_sans_pro.font_directory, font_source_serif_pro.font_directory)
    return tuple(sorted(str(path) for folder in folders for path in Path(folder).glob("*.ttf")))


def png(svg: str, width: int | None = None) -> bytes:
    """An SVG text as PNG bytes with a palette, `width` pixels wide (default: its own size)."""
    # Callers who only want SVG or text load no imaging library.
    from judge.report.palette import with_palette

    return with_palette(full_colour(svg, width))


@lru_cache(maxsize=16)
def full_colour(svg: str, width: int | None = None) -> bytes:
    """The same in all its shades, three to five times as many bytes."""
    drawn: Any = resvg_py.svg_to_bytes(
        svg_string=svg,
        width=width,
        font_files=list(fonts()),
        skip_system_fonts=True,
        font_family="Source Sans Pro",
        serif_family="Source Serif Pro",
        sans_serif_family="Source Sans Pro",
    )
    return bytes(drawn)


@cache
def ruler() -> Callable[[str, bool], float]:
    """The width of a text on a map in letters of one pixel; True for the lean letters of seas."""
    from PIL import ImageFont

    def face(name: str) -> ImageFont.FreeTypeFont:
        return ImageFont.truetype(next(path for path in fonts() if path.endswith(f"SourceSerifPro-{name}.ttf")), 100)

    lean, upright = face("It"), face("Semibold")
    return lambda text, is_sea: (lean if is_sea else upright).getlength(text) / 100
