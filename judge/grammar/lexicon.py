"""Names people use for things: ids, full names, abbreviations, unambiguous beginnings, and the nearest miss."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from functools import cached_property

from judge.adjudicator.protocol import Problem
from judge.grammar.memory import Memory
from judge.grammar.text import folded

MOST_KEPT = 4_000
"""Spellings of which it is remembered what they mean, and misspelt names whose nearest are."""


@dataclass(frozen=True)
class Lexicon:
    """The spellings of each thing. `kind` names the things in problems: `space`, `card`, `seat`.

    `words`: id -> everything that means it, the name to show first. Codes match exactly, names also by an
    unambiguous beginning of three letters or more, with or without the words' own beginnings (`Ratt Cr`).
    """

    kind: str
    words: Mapping[str, tuple[str, ...]]
    ambiguous: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Spellings that people use for several things: never guessed."""

    @cached_property
    def _exact(self) -> dict[str, set[str]]:
        exact: dict[str, set[str]] = {}
        for key, names in self.words.items():
            for name in (key, *names):
                exact.setdefault(folded(name), set()).add(key)
        for spelling, keys in self.ambiguous.items():
            exact[folded(spelling)] = set(keys)
        return exact

    def matches(self, text: str) -> tuple[str, ...]:
        """Every id the text may mean: exactly, else by beginning. Remembered."""
        said = folded(text)
        known = self._meant.get(said)
        return self._meant.keep(said, self._matching(said)) if known is None else known

    @cached_property
    def _meant(self) -> Memory[str, tuple[str, ...]]:
        return Memory(MOST_KEPT)

    def _matching(self, said: str) -> tuple[str, ...]:
        exact = self._exact.get(said) if said else None
        if exact:
            return tuple(sorted(exact))
        if len(said.replace(" ", "")) < 3:
            return ()
        found = {key for spelling, keys in self._by_letter.get(said[0], ()) if _begins(said, spelling) for key in keys}
        return tuple(sorted(found))

    @cached_property
    def _first_words(self) -> frozenset[str]:
        return frozenset(spelling.partition(" ")[0] for spelling in self._exact)

    def may_begin(self, word: str) -> bool:
        """Whether a name of something here, or several of that name, may begin with this word."""
        first = folded(word).partition(" ")[0]
        return first in self._first_words or first.removesuffix("s") in self._first_words

    @cached_property
    def _by_letter(self) -> dict[str, list[tuple[str, set[str]]]]:
        """Every spelling under its first letter: however little is written of a name, that letter is."""
        found: dict[str, list[tuple[str, set[str]]]] = {}
        for spelling, keys in self._exact.items():
            found.setdefault(spelling[:1], []).append((spelling, keys))
        return found

    def is_spelling(self, text: str) -> bool:
        """Whether this is a whole name of something here, not merely how one begins."""
        return folded(text) in self._exact

    def find(self, text: str) -> str | Problem:
        """The one id the text means, or `ambiguous-KIND` / `unknown-KIND` with the nearest names."""
        found = self.matches(text)
        if len(found) == 1:
            return found[0]
        if found:
            return Problem(f"ambiguous-{self.kind}", {"text": text, "choices": tuple(map(self.name, found))})
        return Problem(f"unknown-{self.kind}", {"text": text, "near": self.near(text)})

    def name(self, key: str) -> str:
        """The name to show for an id."""
        names = self.words[key]
        return names[0] if names else key

    def near(self, text: str, most: int = 3) -> tuple[str, ...]:
        """The names nearest to a misspelt one, best first; empty when nothing is near. Remembered."""
        said = folded(text)
        known = self._near.get(said)
        return (self._near.keep(said, self._nearest(said)) if known is None else known)[:most]

    @cached_property
    def _near(self) -> Memory[str, tuple[str, ...]]:
        return Memory(MOST_KEPT)

    def _nearest(self, said: str) -> tuple[str, ...]:
        scored: list[tuple[float, str]] = []
        for spelling, keys in self._exact.items():
            # A name much longer or shorter is not near, whatever its letters: most are, and need no comparing.
            shorter, longer = sorted((len(said), len(spelling)))
            if 2 * shorter < 0.61 * (shorter + longer):
                continue
            score = likeness(said, spelling, 0.61)
            if score >= 0.66:
                scored.extend((-score, self.name(key)) for key in keys)
        names = [name for _, name in sorted(scored)]
        return tuple(dict.fromkeys(names))


def spellings_of(lexicon: Lexicon) -> tuple[str, ...]:
    """Every spelling of any of its things, in the form that is compared."""
    names = (name for key, said in lexicon.words.items() for name in (key, *said))
    return tuple(sorted({folded(name) for name in (*names, *lexicon.ambiguous)} - {""}))


def likeness(one: str, other: str, least: float = 0.5) -> float:
    """How alike two folded spellings are, 0 to 1: shared runs of letters, and a little for the same beginning.

    Spellings that share so few letters that they cannot be alike by `least` count as 0.
    """
    if not one or not other:
        return 0.0
    length = len(one) + len(other)
    if 2.0 * min(len(one), len(other)) / length < least:
        return 0.0
    shared = 0
    for sign in set(one):
        if sign in other:
            mine, theirs = one.count(sign), other.count(sign)
            shared += mine if mine < theirs else theirs
    if 2.0 * shared / length < least:
        return 0.0
    matcher = SequenceMatcher(None, one, other, autojunk=False)
    same_start = 0.05 if one[0] == other[0] else 0.0
    return min(1.0, matcher.ratio() + same_start)


def nearest(text: str, choices: Iterable[str]) -> str | None:
    """The choice nearest to a misspelt word, or None."""
    said = folded(text)
    scored = sorted((-likeness(said, folded(choice)), choice) for choice in choices)
    return scored[0][1] if scored and -scored[0][0] >= 0.6 else None


def _begins(said: str, spelling: str) -> bool:
    """Whether `said` begins `spelling`, as a whole or word by word (`ratt cr` for `rattlesnake creek`)."""
    if spelling.startswith(said):
        return True
    if " " not in said:
        return False
    ours, theirs = said.split(), spelling.split()
    return len(ours) == len(theirs) > 1 and all(their.startswith(our) for our, their in zip(ours, theirs, strict=True))
