"""The places of maps, templates and rulings: a campaign's own folder first, then the shipped ones."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from judge.adjudicator.protocol import AnyGame
from judge.grammar.document import Document, decoded, load
from judge.grammar.lexicon import nearest
from judge.grammar.text import folded
from judge.variants import GAMES, make

if TYPE_CHECKING:
    from judge.grammar.phrasebook import Phrasebook

_PACKAGE = Path(__file__).resolve().parent
_CHECKOUT = {"maps": "maps", "templates": "templates", "rulings": "docs/rulings", "docs": "docs"}
_NUMBER = re.compile(r"\b([A-Z]{1,2}-(?:Q)?\d+[a-z]?)\b")


class NotOnShelf(LookupError):
    """No game, map or other file has this name; the sentence names the nearest, `near` alone."""

    near = ""


def shipped(kind: str) -> Path:
    """The folder of `maps`, `templates`, `rulings` or `docs`: in an installed package, or beside it in a checkout."""
    inside = _PACKAGE / "_data" / kind
    return inside if inside.is_dir() else _PACKAGE.parent / _CHECKOUT[kind]


@cache
def phrasebooks() -> Mapping[str, Phrasebook]:
    """The languages beside English, by their codes: each has a folder of templates, and in it its own words."""
    from judge.grammar.phrasebook_file import read_phrasebook

    found = sorted(shipped("templates").glob("*/words.yaml"))
    return {
        path.parent.name: read_phrasebook(path.parent.name, load(path.read_text("utf-8"), path.name).value)
        for path in found
    }


@cache
def other_words() -> Phrasebook:
    """Other English phrases, with the grammars' own words for them."""
    from judge.grammar.phrasebook_file import read_phrasebook

    return read_phrasebook("en", load((shipped("templates") / "words.yaml").read_text("utf-8"), "words.yaml").value)


def language_named(said: str) -> str | None:
    """The code of the language with this name; None: it is not known here."""
    word = folded(said)
    if word in ("en", "english", "englisch", "anglais"):
        return "en"
    return next((code for code, book in phrasebooks().items() if word in book.calls), None)


def not_known(kind: str, name: str, choices: Iterable[str]) -> NotOnShelf:
    """`there is no game "rangewar": did you mean range-war?`"""
    known = sorted(choices)
    near = nearest(name, known)
    hint = f'did you mean "{near}"?' if near else f"there are: {', '.join(known)}"
    return NotOnShelf(f'there is no {kind} "{name}": {hint}')


def map_text(name: str, own: Path | None = None) -> str:
    """A map file's text by its name: the campaign's own file, else the shipped one. A path to a .yaml file will do.

    A file that `uses` another is completed from it, so that the text is whole by itself.
    """
    if name.endswith(".yaml") and len(name) < 4096 and Path(name).is_file():
        return completed(decoded(Path(name).read_bytes(), name), own)
    return completed(_by_name(name, own), own)


MOST_USED, LONGEST_NAME = 8, 120


def completed(text: str, own: Path | None = None, used_by: int = 0) -> str:
    """A map's text, completed by the map it `uses`: each key at the margin comes from one or the other.

    It names that map, and no way to a file: everything in it is public with the game.
    """
    parts = _sections(text)
    used = parts.get("uses")
    if used is None:
        return text
    name = used.partition(":")[2].strip()
    if used_by > MOST_USED:
        raise NotOnShelf(f'the map "{name}" uses itself, by way of others or at once')
    base = _sections(completed(_by_name(name, own), own, used_by + 1))
    return "".join(part for key, part in {**base, **parts}.items() if key != "uses")


def _sections(text: str) -> dict[str, str]:
    """The keys at the margin of a YAML file, each with all its lines."""
    found: dict[str, str] = {}
    key = ""
    for line in text.splitlines(keepends=True):
        said = re.match(r"([A-Za-z_]\w*):", line)
        key = said[1] if said else key
        found[key] = found.get(key, "") + (line if line.endswith("\n") else f"{line}\n")
    return found


def _by_name(name: str, own: Path | None) -> str:
    name = name.removesuffix(".yaml")
    if len(name) > LONGEST_NAME:
        raise NotOnShelf(f'there is no map "{name[:40]}…": no name is so long')
    if Path(name).name != name or "\\" in name or name.startswith("."):
        raise NotOnShelf(f'"{name}" is no name of a map: a map is named, not the way to its file')
    folders = [folder for folder in (own, shipped("maps")) if folder is not None and folder.is_dir()]
    for folder in folders:
        path = folder / f"{name}.yaml"
        if path.is_file():
            return decoded(path.read_bytes(), path.name)
    raise not_known("map", name, {path.stem for folder in folders for path in folder.glob("*.yaml")})


def map_document(name: str, own: Path | None = None) -> Document:
    """A map by its name."""
    return _read(map_text(name, own), _file(name))


@lru_cache(maxsize=32)
def _read(text: str, name: str) -> Document:
    """Reading a map takes long, nobody changes one, and the same few are asked for again and again."""
    return load(text, name)


def _file(name: str) -> str:
    return name if name.endswith(".yaml") else f"{name}.yaml"


def game(key: str, map_name: str | None = None, own: Path | None = None) -> AnyGame:
    """A registered game on its default map, or on the one named."""
    if key not in GAMES:
        raise not_known("game", key, GAMES)
    name = map_name or GAMES[key].default_map
    return game_on(key, map_text(name, own), _file(name))


@lru_cache(maxsize=64)
def game_on(key: str, text: str, name: str) -> AnyGame:
    """A game on the map of this text. It never changes, and is made once."""
    return make(key, _read(text, name))


def rulings(key: str) -> str:
    """The rulings on a game, as written."""
    folder = shipped("rulings")
    path = folder / f"{key}.md"
    if key == "README" or not path.is_file():
        raise not_known("game with rulings", key, {one.stem for one in folder.glob("*.md")} - {"README"})
    return path.read_text(encoding="utf-8")


def ruling(key: str, number: str) -> list[str]:
    """The game's rulings that begin with this number, else those that contain this word."""
    text = rulings(key)
    found = _passages(text, number)
    if not found:
        near = nearest(number.upper(), sorted(set(_NUMBER.findall(text))))
        missing = NotOnShelf(f'{key} has no ruling "{number}"' + (f": did you mean {near}?" if near else ""))
        missing.near = near or ""
        raise missing
    return found


def _passages(text: str, number: str) -> list[str]:
    """The paragraphs, list items and table rows that begin with a number; else those that contain the word."""
    wanted = number.strip().lower()
    parts: list[str] = []
    for block in re.split(r"\n\s*\n", text):
        parts += re.split(r"\n(?=\s*(?:[-*|]|#+)\s)", block.strip())
    beginning = re.compile(rf"^[\s#|*\-`]*{re.escape(wanted)}(?![0-9])", re.IGNORECASE)
    own = [part for part in parts if beginning.match(part)]
    if own:
        return own
    cited = re.compile(rf"(?<![A-Za-z0-9-]){re.escape(wanted)}(?![0-9])", re.IGNORECASE)
    return [part for part in parts if part and cited.search(part)]
