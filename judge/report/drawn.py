"""A picture for a map that has none: drawn once, and kept in the map's file, where it can be changed by hand."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Protocol, cast

from judge.grammar.document import load
from judge.package import install
from judge.report.pictures import ruler
from judge.variants import make, part

_PACKAGES = {"networkx", "numpy", "scipy", "shapely"}


class Undrawn(ValueError):
    """A picture that cannot be made; the sentence says why."""


class Drawer(Protocol):
    """The interface of judge/variants/GAME/picture_drawn.py."""

    def drawn(self, chart: Any, ruler: Any) -> tuple[dict[str, Any], Any]:
        """The `picture` of a board, and its measures."""
        ...


def has_picture(value: Any) -> bool:
    """Whether a map brings its outlines."""
    sheet = value.get("picture") if isinstance(value, dict) else None
    return isinstance(sheet, dict) and "lines" in sheet


def lacks_picture(key: str, value: Any) -> bool:
    """Whether a map of this game has no picture and could have one."""
    return key == "diplomacy" and isinstance(value, dict) and "provinces" in value and not has_picture(value)


def with_picture(key: str, text: str, name: str) -> tuple[str, Any]:
    """The text of a map file with a picture drawn for it, and the measures of that picture.

    Everything else in the file stays as written, comments too.
    """
    try:
        drawer = cast(Drawer | None, part(key, "picture_drawn"))
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in _PACKAGES:
            raise
        raise Undrawn(f"drawing a map needs a few packages more: {install('boards')}") from None
    if drawer is None:
        raise Undrawn(f"pictures are drawn for maps of Diplomacy, not of {key}")
    game: Any = make(key, load(text, name))
    try:
        picture, measures = drawer.drawn(game.chart, ruler())
    except ValueError as error:
        raise Undrawn(f"{name}: {error}") from None
    return _replaced(text, _written(picture)), measures


def _written(picture: Mapping[str, Any]) -> str:
    """The `picture` of a map file, one line for each thing, so that a person finds the one they want to move."""
    lines = ["picture:"]
    for key, value in picture.items():
        if isinstance(value, dict):
            lines.append(f"  {key}:")
            lines += [f"    {_word(name)}: {_flat(part)}" for name, part in value.items()]
        else:
            lines.append(f"  {key}: {_flat(value)}")
    return "\n".join(lines) + "\n"


def _flat(value: Any) -> str:
    return f"[{', '.join(map(_word, value))}]" if isinstance(value, list | tuple) else _word(value)


def _word(value: Any) -> str:
    """A number, or a text as YAML reads it back."""
    if isinstance(value, str):
        plain = re.fullmatch(r"[A-Za-z][\w /]*", value) and value not in ("true", "false", "null")
        return value if plain else "'" + value.replace("'", "''") + "'"
    return str(value)


def _replaced(text: str, part: str) -> str:
    """A file with another `picture`, in the place of the old one, else at its end."""
    found = re.search(r"^picture:.*\n(?:(?:[ \t#].*)?\n|[ \t].*$)*", text if text.endswith("\n") else text + "\n", re.M)
    if found is None:
        return f"{text.rstrip()}\n{part}"
    return text[: found.start()] + part + text[found.end() :]
