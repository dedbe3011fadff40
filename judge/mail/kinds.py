"""Which window some words mean: a kind by its name or by what players call it, one of a date by its title."""

from __future__ import annotations

from collections.abc import Iterator
from weakref import WeakKeyDictionary

from judge import shelf
from judge.adjudicator.protocol import AnyGame
from judge.grammar.text import folded

NEXT = "next "
"""Lines for the next window of a kind are kept under this and the kind."""


def phase_of(game: AnyGame, said: str) -> str | None:
    """The name under which orders for a later window are kept: `next` and its kind, or, where it is dated, its title's
    words.

    None: no kind of window here has this name.
    """
    said = next((one for one in _worded(said) if _kind_of(game, one) is not None), said)
    code = _coded(said)
    if code:
        season, year, letter = code
        kind = kind_in(game, letter)
        return None if kind is None else " ".join(filter(None, (season, year, folded(kind))))
    kind = kind_in(game, said)
    if kind is None:
        return None
    text = folded(said)
    return text if _is_dated(text) else f"{NEXT}{kind}"


def kind_in(game: AnyGame, said: str) -> str | None:
    """The kind named in some words, in any language that is known here."""
    return next((kind for one in _worded(said) if (kind := _kind_of(game, one)) is not None), None)


def _worded(said: str) -> Iterator[str]:
    """Some words as they are, and as each language would have them in English."""
    yield said
    for book in shelf.phrasebooks().values():
        yield book.in_english(said)


def _kind_of(game: AnyGame, said: str) -> str | None:
    """The longest name first, for `build` is not `build and raid`."""
    words = [_bare(word) for word in folded(said).split()]
    code = _coded(said)
    words += [code[2]] if code else []
    for kind, run in _runs_of(game):
        if any(words[at : at + len(run)] == run for at in range(len(words) - len(run) + 1)):
            return kind
    return None


_runs: WeakKeyDictionary[AnyGame, list[tuple[str, list[str]]]] = WeakKeyDictionary()


def _runs_of(game: AnyGame) -> list[tuple[str, list[str]]]:
    """The words of each kind's names, the longest name first."""
    known = _runs.get(game)
    if known is None:
        names = [(kind, name) for kind in game.kinds for name in (kind, *game.called.get(kind, ()))]
        names.sort(key=lambda one: (-len(one[1]), game.kinds.index(one[0])))
        known = _runs[game] = [(kind, [_bare(word) for word in folded(name).split()]) for kind, name in names]
    return known


def is_for(kept_under: str, title: str, kind: str) -> bool:
    """Whether lines kept under a kind, or under the words of a title, are for the window of this title and kind."""
    if kept_under.startswith(NEXT) or not _is_dated(kept_under):
        return kept_under.removeprefix(NEXT) == kind
    there = [*folded(title).split(), *folded(kind).split()]
    return all(
        any(word == one if word[0].isdigit() else one.startswith(_bare(word)) for one in there)
        for word in kept_under.split()
    )


def is_now(game: AnyGame, said: str, title: str, kind: str) -> bool:
    """Whether some words name the open window by its date: `Spring 1901, movement`, and `Spring 1901` for each of its
    windows while it is open."""
    key = phase_of(game, said)
    if key is not None:
        return _is_dated(key) and is_for(key, title, kind)
    return any(
        _is_dated(text) and any(word.isalpha() for word in text.split()) and is_for(text, title, kind)
        for text in map(folded, _worded(said))
    )


def _coded(said: str) -> tuple[str, str, str] | None:
    """`S1901M` as its season, year and kind."""
    text = folded(said).replace(" ", "")
    season = text[:1] if text[:1].isalpha() else ""
    year, letter = text[len(season) : -1], text[-1:]
    is_code = year.isdecimal() and len(year) in (3, 4) and letter in ("m", "r", "a", "b")
    return (season, year, letter) if is_code else None


def _is_dated(text: str) -> bool:
    return any(sign.isdigit() for sign in text)


def _bare(word: str) -> str:
    return word.removesuffix("s") if len(word) > 2 else word


__all__ = ["NEXT", "is_for", "is_now", "kind_in", "phase_of"]
