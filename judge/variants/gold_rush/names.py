"""Everything that has a name on a table, for one seat's letter."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from judge.adjudicator.protocol import Seat
from judge.grammar.finding import LIKE, Name
from judge.grammar.lexicon import likeness
from judge.grammar.memory import Memory
from judge.grammar.text import folded
from judge.variants.gold_rush.latest import Latest
from judge.variants.gold_rush.masking import masked
from judge.variants.gold_rush.packs import HORSE, LETTERS
from judge.variants.gold_rush.state import Figure, Scenery, State
from judge.variants.gold_rush.tongue import words

MOST_LINES = 1_000
"""Lines of one seat whose marks are remembered."""


@dataclass(frozen=True)
class Names:
    """Everything that has a name on this table, for one seat's letter."""

    state: State
    seat: Seat

    @cached_property
    def letter(self) -> str:
        """The letter of the seat's own figures."""
        return LETTERS[self.state.groups[self.seat]]

    @property
    def is_mounties(self) -> bool:
        """Whether this is the Mounties' letter."""
        return self.state.groups[self.seat] == "mounties"

    @cached_property
    def own(self) -> tuple[str, ...]:
        """The seat's own figures."""
        return tuple(figure.code for figure in self.state.figures if figure.seat == self.seat)

    @cached_property
    def able(self) -> tuple[str, ...]:
        """Those of them who can act."""
        figures = self.figures
        return tuple(code for code in self.own if figures[code].status == "up" and not figures[code].out)

    def is_own(self, name: Name | None) -> bool:
        """Whether a name is that of one of these; a code like `A0` may be nobody's."""
        return name is not None and not {*name.choices[:1]}.isdisjoint(self.own)

    @cached_property
    def codes(self) -> frozenset[str]:
        """Everybody and everything on the table, dead or alive."""
        state = self.state
        found = {figure.code for figure in state.figures} | {mule.code for mule in state.mules}
        found |= {f"{HORSE}{horse.number}" for horse in state.horses} | {beast.code for beast in state.beasts}
        return frozenset(found)

    @cached_property
    def seen(self) -> State:
        """The state as the seat sees it."""
        return masked(self.state, self.seat)

    @cached_property
    def figures(self) -> Mapping[str, Figure]:
        """All figures by their code."""
        return {figure.code: figure for figure in self.state.figures}

    @cached_property
    def lines(self) -> Memory[Hashable, Any]:
        """Lines that were marked, by all that their words hang on: wherever the pieces stand, they say the same."""
        return _remembered("marked", *self._called)

    @cached_property
    def sentences(self) -> Memory[Hashable, Any]:
        """Sentences that were read, by the same."""
        return _remembered("read", *self._called)

    @cached_property
    def alone(self) -> Memory[Hashable, Any]:
        """Lines by themselves, by the same."""
        return _remembered("alone", *self._called)

    @cached_property
    def idle(self) -> Memory[Hashable, Any]:
        """Whether lines that are not read say anything of others, by the same."""
        return _remembered("idle", *self._called)

    @cached_property
    def _called(self) -> tuple[Hashable, ...]:
        return self.seat, self.own, self.codes, tuple(sorted(self.state.groups.items())), self.state.scenery

    @cached_property
    def places(self) -> Mapping[tuple[str, ...], tuple[str, ...]]:
        """Every spelling of a place, as its words, with what it may mean."""
        return _spellings(self.state.scenery)

    @cached_property
    def first_words(self) -> Mapping[str, int]:
        """The words that names of places begin with, and the most words of such a name."""
        return _first_words(self.state.scenery)

    def slip_of_place(self, word: str) -> tuple[str, ...]:
        """The one place whose name of one word is nearly this; () when there is none."""
        return _nearly(self.state.scenery, word)


names_on = Latest(Names)
"""Everything that has a name on the table of a state, for one seat's letter."""


@lru_cache(maxsize=128)
def _remembered(*what: Hashable) -> Memory[Hashable, Any]:
    return Memory(MOST_LINES)


@lru_cache(maxsize=64)
def _first_words(scenery: tuple[Scenery, ...]) -> Mapping[str, int]:
    found: dict[str, int] = {}
    for said in _spellings(scenery):
        found[said[0]] = max(found.get(said[0], 0), len(said))
    return found


@lru_cache(maxsize=4096)
def _nearly(scenery: tuple[Scenery, ...], word: str) -> tuple[str, ...]:
    near = {
        keys
        for said, keys in _spellings(scenery).items()
        if said[0][:1] == word[0]
        and abs(len("".join(said)) - len(word)) < 3
        and likeness(word, "".join(said), LIKE) >= LIKE
    }
    return near.pop() if len(near) == 1 else ()


@lru_cache(maxsize=64)
def _spellings(scenery: tuple[Scenery, ...]) -> Mapping[tuple[str, ...], tuple[str, ...]]:
    """Places by name, by code, by a word of a name, and by kind: several pieces are an ambiguous name."""
    whole: dict[tuple[str, ...], set[str]] = {}
    part: dict[tuple[str, ...], set[str]] = {}
    for piece in scenery:
        key = "shop" if piece.kind == "shop" else piece.code
        name = tuple(folded(piece.name).split())
        whole.setdefault(name, set()).add(key)
        whole.setdefault((piece.code.lower(),), set()).add(key)
        for word in (*name, piece.kind):
            if not word.isdigit() and len(word) > 2:
                part.setdefault((word,), set()).add(key)
                part.setdefault((f"{word}s",) if not word.endswith("s") else (word[:-1],), set()).add(key)
    fixed = {
        ("shop",): {"shop"}, ("store",): {"shop"}, ("hardware", "shop"): {"shop"}, ("hardware", "store"): {"shop"},
        ("town",): {"town"}, ("settlement",): {"town"}, ("mine",): {"mine"},
    }  # fmt: skip
    for number in range(1, 5):
        for said in (f"mine {number}", f"mine of {number}", f"mine of diggers {number}", f"mine of group {number}"):
            fixed[tuple(said.split())] = {f"mine:diggers-{number}"}
    # The game's own word for a place goes before a word in some name, and a whole name before both.
    free = {said: keys for said, keys in part.items() if said[0] not in words()}
    return {said: tuple(sorted(keys)) for said, keys in {**free, **fixed, **whole}.items()}
