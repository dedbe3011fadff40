"""Subset matching of position documents: mappings by key, texts and lists of pieces as sets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping

Same = Callable[[str, str], bool]


def differences(expected: object, actual: object, same: Same, path: tuple[str, ...] = ()) -> Iterator[str]:
    """A sentence for every place where the actual document differs from the expected one."""
    where = "/".join(path) or "position"
    if isinstance(expected, Mapping):
        if not isinstance(actual, Mapping):
            yield f"{where}: expected {_shown(expected)}, found {_shown(actual)}"
            return
        exact = expected.get("only") is True
        for key, want in expected.items():
            if key == "only" and want is True:
                continue
            have = _at(actual, str(key), same)
            if isinstance(want, str | list | tuple) and not isinstance(want, bool):
                yield from _pieces(want, have, same, (*path, str(key)), exact)
            else:
                yield from differences(want, have, same, (*path, str(key)))
        return
    if isinstance(expected, list | tuple | str):
        yield from _pieces(expected, actual, same, path, False)
        return
    if expected is None and actual in (None, "", [], (), {}):
        return
    if expected != actual or isinstance(expected, bool) != isinstance(actual, bool):
        yield f"{where}: expected {_shown(expected)}, found {_shown(actual)}"


def _at(actual: Mapping[object, object], key: str, same: Same) -> object:
    for other, value in actual.items():
        if str(other) == key:
            return value
    for other, value in actual.items():
        if same(key, str(other)):
            return value
    return None


def _pieces(want: object, have: object, same: Same, path: tuple[str, ...], exact: bool) -> Iterator[str]:
    """Each expected piece must be present (as often as it is expected); with `only: true` nothing else."""
    where = "/".join(path)
    if isinstance(want, list | tuple) and any(isinstance(item, Mapping) for item in want):
        items = list(have) if isinstance(have, list | tuple) else []
        for item in want:
            if not any(not list(differences(item, other, same, path)) for other in items):
                yield f"{where}: nothing there is {_shown(item)}; there is {_shown(have)}"
        if exact and len(items) != len(want):
            yield f"{where}: expected exactly {len(want)}, found {len(items)}"
        return
    if isinstance(have, Mapping):
        yield f"{where}: expected {_shown(want)}, found {_shown(have)}"
        return
    wanted, there = Counter(pieces(want)), Counter(pieces(have))
    missing = wanted - there
    if missing:
        yield f"{where}: {', '.join(missing)} not there; there is {_shown(have)}"
    if exact and there - wanted:
        yield f"{where}: also there, against `only`: {', '.join(there - wanted)}"


def pieces(value: object) -> list[str]:
    """A text or list of pieces, each in one spelling of case and space."""
    if value is None:
        return []
    if isinstance(value, list | tuple):
        return [piece for item in value for piece in pieces(item)]
    return [" ".join(part.split()).casefold() for part in str(value).split(",") if part.strip()]


def _shown(value: object) -> str:
    if value is None or value in ("", [], {}):
        return "nothing"
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key}: {_shown(part)}" for key, part in value.items()) + "}"
    if isinstance(value, list | tuple):
        return ", ".join(map(_shown, value))
    return str(value)
