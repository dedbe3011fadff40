"""Sentences under one condition: `If 0607 is empty, Gunslinger to 0607, otherwise Cowboys to 0506`. It is asked when
the units go, for every unit that the sentence names (LB-Q41)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from judge.grammar.memory import once
from judge.grammar.shape import Marked, Tongue
from judge.variants.land_barons.notation import moods
from judge.variants.land_barons.notation.belonging import has_guard, is_and
from judge.variants.land_barons.notation.clauses import Clause, cut, text_of
from judge.variants.land_barons.notation.routes import legs_of, road, told
from judge.variants.land_barons.notation.table import Fault, Table, parts, read_as, tokens
from judge.variants.land_barons.orders import Condition, Move, UnitRef

Moves = Callable[[Table, Clause], Sequence[Move] | None]
_OTHERWISE = (("otherwise",), ("else",), ("or", "else"), ("if", "not"))
_SIGNS = (",", ";", ".", ":", "-", "and", "or", "but")
_THOSE = frozenset(("they", "he", "she", "it", "both"))


@dataclass(frozen=True, slots=True)
class Fork:
    """What is done if a condition is so, and what if it is not: `other` None, that is not said."""

    marked: Marked
    then: Marked
    other: Marked | None


def fork_in(marked: Marked) -> Fork | None:
    """The two ways of a sentence with a condition; None: it has none, or only one way for what may be one unit."""
    signs = [one.sign for one in marked.pieces]
    begins = moods.is_condition(text_of(marked))
    for at in range(1, len(signs) - 1):
        words = next((one for one in _OTHERWISE if tuple(signs[at : at + len(one)]) == one), None)
        if words is None:
            continue
        then, other = signs[:at], at + len(words)
        while then and then[-1] in _SIGNS:
            then.pop()
        while other < len(signs) and signs[other] in _SIGNS:
            other += 1
        if then and other < len(signs):
            return Fork(
                marked, Marked(marked.text, marked.pieces[: len(then)]), Marked(marked.text, marked.pieces[other:])
            )
    return Fork(marked, marked, None) if begins else None


class Forked:
    """One such sentence, while it is read."""

    def __init__(self, table: Table, moves: Moves) -> None:
        self.table = table
        self._moves = moves

    def read(self, fork: Fork) -> tuple[Move, ...] | None:
        """Its moves; (): they hang on a condition of raids and cannot be read; None: it is no such sentence."""
        clauses = _clauses(fork.then, self.table.tongue)
        if not clauses or not has_guard(clauses[0]):
            turned = _turned(fork)
            return self.read(turned) if turned is not None else None
        if fork.other is None and len(clauses) < 2:
            return None
        before = self.table.copy()
        then = self._all(self.table, clauses)
        if not then or not then[0].conditions:
            return ()
        asked = then[0].conditions
        then = [one if one.conditions or not one.path else replace(one, conditions=asked) for one in then]
        if any(one.conditions not in ((), asked) for one in then):
            return ()
        if fork.other is None:
            return tuple(then)
        before.there, self.table.is_fork = self.table.there, True
        other = self._otherwise(before, fork.other, then)
        self.table.is_fork = bool(other)
        return () if other is None else self._together(then, other, asked)

    def _all(self, table: Table, clauses: Sequence[Clause]) -> list[Move] | None:
        """The moves of clauses with nothing but "and" or a semicolon between them."""
        found: list[Move] = []
        joined = all(is_and(*pair, also=";") for pair in pairwise(clauses))
        for clause in clauses if joined else ():
            moves = self._moves(table, clause) if not clause.is_idle else ()
            if moves is None:
                return None
            found += moves
        return found or None

    def _otherwise(self, table: Table, marked: Marked, then: Sequence[Move]) -> list[Move] | None:
        """The moves if it is not so: none where those of the first way stay."""
        tree = read_as(marked, self.table.tongue, "kept")
        signs = {one.sign for one in marked.pieces}
        stays = () if tree is None else tokens(tree, "STAND")
        is_bare = any(str(one).partition(" ")[0] == marked.pieces[0].sign for one in stays)
        if tree is None or not (signs & _THOSE or is_bare or "@" in signs):
            return self._all(table, _clauses(marked, self.table.tongue))
        legs = told([leg for part in parts(tree) for leg in legs_of(self.table, part)])
        try:
            return [Move(one.unit, road(self.table, one.unit, legs)) for one in then] if legs else []
        except Fault:
            return None

    def _together(self, then: Sequence[Move], other: Sequence[Move], asked: tuple[Condition, ...]) -> tuple[Move, ...]:
        """An order a unit: with the other way behind its first; for those of the other way alone, unless it is so."""
        ways: dict[UnitRef, Move] = {one.unit: one for one in other}
        found = [replace(one, otherwise=ways.pop(one.unit).path) if one.unit in ways else one for one in then]
        if any(one.conditions for one in other) or any(not one.path and one.otherwise for one in found):
            return ()
        if len(asked) > 1 and any(one.path for one in ways.values()):
            return ()
        turned = tuple(replace(one, unless=not one.unless) for one in asked)
        found += [replace(one, conditions=turned if one.path else ()) for one in ways.values()]
        self.table.units |= {one.unit for one in found}
        return tuple(found)


@once
def _clauses(marked: Marked, tongue: Tongue) -> tuple[Clause, ...]:
    """The clauses of one way, those between semicolons too."""
    ends = [at for at, one in enumerate(marked.pieces) if one.sign == ";"]
    parts = zip((0, *(at + 1 for at in ends)), (*ends, len(marked.pieces)), strict=True)
    ways = (Marked(marked.text, marked.pieces[start:end]) for start, end in parts)
    return tuple(one for way in ways for one in cut(tongue, way))


def _turned(fork: Fork) -> Fork | None:
    """`If 0607 is empty, all stand, otherwise Gunslinger to 0607`: unless it is empty he goes, otherwise all stand."""
    pieces = fork.then.pieces
    comma = next((at for at, one in enumerate(pieces) if one.sign == ","), 0)
    if fork.other is None or not comma or pieces[0].sign != "if":
        return None
    head = (replace(pieces[0], sign="unless"), *pieces[1 : comma + 1])
    then = Marked(fork.marked.text, (*head, *fork.other.pieces))
    return Fork(fork.marked, then, Marked(fork.marked.text, pieces[comma + 1 :]))


__all__ = ["Fork", "Forked", "fork_in"]
