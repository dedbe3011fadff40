"""Of several refuges the one that is wanted first, or last: `BUR retreats to PAR, PIC, GAS - PIC first`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache

from judge.adjudicator.diplomacy.orders import Retreat
from judge.grammar.orders import Tongue
from judge.grammar.shapes import Pattern, Shapes
from judge.grammar.text import plain
from judge.variants.diplomacy.entry import Entry

_SHAPES = Shapes("preferring.lark", lexer="basic")
_ENDS = " .,;:!()-"


@cache
def _signs() -> Pattern:
    """The signs that part choices."""
    return dict(_SHAPES.words)["CUT"]


@dataclass(frozen=True, slots=True)
class Favour:
    """The words `before`, and the place that is to be the first of those in them, or the last."""

    before: str
    choices: tuple[str, ...]
    is_last: bool

    def is_for(self, said: object) -> bool:
        """Whether an order is a retreat to this place, among others."""
        return isinstance(said, Retreat) and any(place.partition("/")[0] in self.choices for place in said.to)

    def ordered(self, order: Retreat) -> Retreat:
        """A retreat with that refuge in its place."""
        mine = tuple(place for place in order.to if place.partition("/")[0] in self.choices)
        others = tuple(place for place in order.to if place not in mine)
        return replace(order, to=(*others, *mine) if self.is_last else (*mine, *others))


def favour(tongue: Tongue, line: str, entries: Sequence[Entry]) -> Favour | None:
    """What stands behind the last sign of a line, if it only says which of the places before it, or of a retreat above
    it, is wanted most or least."""
    text = plain(line).rstrip(_ENDS)
    for sign in list(_signs().finditer(text))[-1:]:
        found = _favour(tongue, text[: sign.start()], text[sign.end() :].strip())
        named = [mark.named.choices for mark in tongue.marker.marked(found.before) if mark.named] if found else []
        if found and found.choices in named:
            return found
    alone = _favour(tongue, "", text)
    return alone if alone and any(alone.is_for(one.said) for one in entries) else None


def put_in_order(liked: Favour, entries: list[Entry], number: int, line: str) -> None:
    """Puts the refuges of the retreats that a line gives, or of those above it, in order."""
    here = [one for one in entries if one.number == number]
    for one in here or list(entries):
        if isinstance(one.said, Retreat) and liked.is_for(one.said):
            one.said = liked.ordered(one.said)
            if not here:
                entries.append(replace(one, number=number, text=line))
    if len(here) == 1:
        here[0].text = line


def _favour(tongue: Tongue, before: str, said: str) -> Favour | None:
    marks = [mark for mark in tongue.marker.marked(said) if mark.named is not None]
    for mark in marks[:1] if len(marks) == 1 else ():
        # A word behind a name may be taken for the rest of it: "Gascony preferred".
        for name in (said[mark.start : mark.end], said[mark.start : mark.end].split()[0]):
            named = tongue.place(name)
            kinds = [one.type for one in _SHAPES.tokens(said.replace(name, "@", 1))]
            if named is not None and named.choices and kinds in (["FIRST"], ["LAST"]):
                return Favour(before, named.choices, kinds == ["LAST"])
    return None


__all__ = ["Favour", "favour", "put_in_order"]
