"""Readings near to a line that could mean several things or named something unknown: what an answer offers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from judge.adjudicator.protocol import Problem
from judge.variants.land_barons.counters import RECRUITS, UNITS, Sort

Facts = Mapping[str, object]


def nearby(problem: Problem) -> Iterator[str]:
    """Lines that may be meant, the likeliest first. Others say whether they are read and valid."""
    write = _WRITERS.get(problem.code)
    if write is not None:
        yield from write(problem.detail, str(problem.detail.get("line") or problem.detail.get("text", "")))


def _first(facts: Facts, key: str) -> list[str]:
    found = facts.get(key)
    return [str(one) for one in found] if isinstance(found, tuple) else []


def _which_unit(facts: Facts, text: str) -> Iterator[str]:
    """With the place of each of them."""
    name = UNITS[str(facts["kind"])].name
    place = text.lower().find(name.lower().rstrip("s"))
    for space in _first(facts, "spaces"):
        if place >= 0:
            end = place + len(name)
            yield f"{text[:place]}{name} at {space} {text[end:].lstrip('s')}"


def _which_way(facts: Facts, text: str) -> Iterator[str]:
    for way in _first(facts, "ways"):
        yield f"{UNITS[str(facts['kind'])].name} {way}"


def _which_of(facts: Facts, text: str) -> Iterator[str]:
    for kind in _first(facts, "kinds"):
        yield f"{UNITS[kind].name} {text}"


def _named(facts: Facts, text: str) -> Iterator[str]:
    """With the near name in place of what was said."""
    said = str(facts.get("said", ""))
    for name in (*_first(facts, "choices"), *_first(facts, "near")):
        if said and said in text:
            yield text.replace(said, name.partition(" (")[0], 1)


def _site(facts: Facts, text: str) -> Iterator[str]:
    kind = str(facts["kind"])
    for space in _first(facts, "sites"):
        if kind in RECRUITS:
            put = "place {} at {}" if RECRUITS[kind].sort is Sort.UNIT else "{} to {}"
            yield put.format(RECRUITS[kind].name, space)
        elif kind in UNITS:
            yield f"recruit {UNITS[kind].name} at {space}"


def _one(facts: Facts, text: str) -> Iterator[str]:
    """One Regulator, where it was to be."""
    words = text.split()
    if words:
        yield f"recruit Regulator at {words[-1]}"


def _meant(facts: Facts, text: str) -> Iterator[str]:
    yield from _first(facts, "meanings")


def _fewer(facts: Facts, text: str) -> Iterator[str]:
    """As many as there are."""
    there = facts.get("there")
    number = str(facts.get("number"))
    if isinstance(there, int) and there and number in text.split():
        yield text.replace(number, str(there), 1)


_WRITERS: dict[str, Callable[[Facts, str], Iterator[str]]] = {
    "which-unit": _which_unit, "which-way": _which_way, "which-of": _which_of, "no-site-said": _site,
    "one-regulator": _one, "two-meanings": _meant, "no-such-unit": _fewer, "ambiguous-unit": _named,
    "ambiguous-counter": _named, "unknown-unit": _named, "unknown-counter": _named, "unknown-space": _named,
}  # fmt: skip
