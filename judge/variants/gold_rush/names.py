"""Everything that has a name on a table, for one seat's letter."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from judge.adjudicator.protocol import Seat
from judge.grammar.text import folded
from judge.variants.gold_rush.packs import HORSE, LETTERS
from judge.variants.gold_rush.state import Scenery, State
from judge.variants.gold_rush.tongue import words


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
    def codes(self) -> frozenset[str]:
        """Everybody and everything on the table, dead or alive."""
        state = self.state
        found = {figure.code for figure in state.figures} | {mule.code for mule in state.mules}
        found |= {f"{HORSE}{horse.number}" for horse in state.horses} | {beast.code for beast in state.beasts}
        return frozenset(found)

    @cached_property
    def places(self) -> Mapping[tuple[str, ...], tuple[str, ...]]:
        """Every spelling of a place, as its words, with what it may mean."""
        return _spellings(self.state.scenery)

    @cached_property
    def longest(self) -> int:
        """The most words a place has."""
        return max(map(len, self.places))


def _spellings(scenery: Sequence[Scenery]) -> Mapping[tuple[str, ...], tuple[str, ...]]:
    """Places by name, by code, by a word that stands in a name, and by kind: several pieces are an ambiguous name."""
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
    # What the game calls a place goes before a word in some name, and a whole name before both.
    free = {said: keys for said, keys in part.items() if said[0] not in words()}
    return {said: tuple(sorted(keys)) for said, keys in {**free, **fixed, **whole}.items()}
