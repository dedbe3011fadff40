"""A phrasebook from its file, words.yaml: each of the grammar's phrases with the local ones for it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

from judge.grammar.phrase_words import folded_words
from judge.grammar.phrasebook import Phrasebook
from judge.grammar.text import folded


def read_phrasebook(code: str, value: Mapping[str, Any]) -> Phrasebook:
    """A phrasebook from its file, in which each of the grammar's phrases has the local ones in a list."""
    orders = {
        "" if game == "all" else str(game): _turned_round(said) for game, said in (value.get("orders") or {}).items()
    }
    names = {
        str(game): {str(name): tuple(map(str, local)) for name, local in said.items()}
        for game, said in (value.get("names") or {}).items()
    }
    titles = {
        str(one): said if isinstance(said, list) else [str(said)] for one, said in (value.get("titles") or {}).items()
    }
    return Phrasebook(
        code=code,
        name=str(value["name"]),
        calls=frozenset(folded(str(one)) for one in (code, value["name"], *value.get("calls", ()))),
        common=frozenset(word for one in value.get("common", ()) for word in folded_words(str(one))),
        articles=frozenset(word for one in value.get("articles", ()) for word in folded_words(str(one))),
        toward={
            str(game): frozenset(word for one in said for word in folded_words(str(one)))
            for game, said in (value.get("toward") or {}).items()
        },
        seasons={str(letter).lower(): str(said) for letter, said in (value.get("seasons") or {}).items()},
        commands=_turned_round(value.get("commands") or {}),
        titles={one: said[0] for one, said in titles.items()},
        windows={folded_words(local): one for one, said in reversed(titles.items()) for local in said},
        orders=orders,
        names=names,
        spelled=tuple(map(str, value.get("spelled", ()))),
        first=str(value.get("first", "")),
        expected={str(one): str(said) for one, said in (value.get("expected") or {}).items()},
        joined=_joined(value.get("joined") or {}),
    )


def _joined(said: Mapping[Any, Any]) -> dict[tuple[str, str], str]:
    """`à` and `Bourgogne` are `en Bourgogne`: by the word, then by what is said for it, the names. Of one name alone
    the words are whole: `aus dem Schwarzen Meer: Schwarzes Meer`."""
    return {
        (str(word), name.lower().replace("’", "'")): whole
        for word, forms in said.items()
        for before, names in forms.items()
        for name, whole in _wholes(str(before), names)
    }


def _wholes(before: str, names: object) -> list[tuple[str, str]]:
    if isinstance(names, list):
        gap = "" if before.endswith("’") else " "
        return [(str(name), f"{before}{gap}{name}") for name in names]
    return [(str(names), before)]


def _turned_round(said: Mapping[Any, Any]) -> dict[str, str]:
    return {one: str(ours) for ours, all_local in said.items() for local in all_local for one in _each_of(str(local))}


def _each_of(local: str) -> Iterator[str]:
    """The phrases of one with choices: `nips/pops over/- to` is `nips over to`, `nips to` and the same of `pops`."""
    for words in product(*(word.split("/") for word in local.split())):
        yield " ".join(word for word in words if word != "-")


__all__ = ["read_phrasebook"]
