"""Whether a sentence orders something, or tells, asks, supposes or denies it (RW-Q47)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from judge.grammar.clauses import Stuck
from judge.variants.range_war.drafts import CODE
from judge.variants.range_war.lines import MAY_ORDER, Sentence, sentences_of, turns
from judge.variants.range_war.orders import Hold, Move, Support
from judge.variants.range_war.referring import Referring
from judge.variants.range_war.speech import Deed, Part, heard

_SPRING = ("spring", "branding", "adjustment")
UNCLEAR = "unclear"
"""Of a sentence that tells something and orders something."""


@dataclass
class Telling(Referring):
    """What is told apart from what is ordered."""

    def _reasons_apart(self, one: Sentence) -> Sequence[Sentence]:
        """`Arr looks weak, so Rio goes there`, `I wanted Ech to go to Cou, but it stays`: what is told, and what is
        ordered all the same."""
        found = self._told_apart(one.parts)
        return (*sentences_of(self.meaning.chart, self.line, found, one.since, one.until),) if found[1:] else (one,)

    def _told_apart(self, sentence: Sequence[Part]) -> Sequence[Sequence[Part]]:
        for at, part in enumerate(sentence[1:], 1):
            told, deed = sentence[:at], heard(self.meaning.chart, part)
            if part.anew and all(isinstance(heard(self.meaning.chart, one), Stuck) for one in told):
                return told, sentence[at:]  # "No, Mule Ridge will be there, make that Arroyo Seco"
            if part.anew and turns(sentence[at:], self.line) and (isinstance(deed, Stuck) or self._is_theirs(deed)):
                return told, *self._told_apart(sentence[at:])  # "Mon to Com - no, South Fork is there"
            if part.before != "BUT" or not all(isinstance(heard(self.meaning.chart, one), Stuck) for one in told):
                continue
            said = self.line[: part.start].rstrip(" ,").lower()
            stays = not isinstance(deed, Stuck) and deed.verb in ("it_does", "hold")
            is_wish = told[-1].has(frozenset({"HYPO"})) and not told[-1].has(frozenset({"NEG"}))
            if said.endswith((" so", ",so")) or (stays and is_wish and said.endswith((" but", ",but", " but no"))):
                return told, sentence[at:]
        return (sentence,)

    def _why_not(self, sentence: Sentence) -> str | None:
        """Why nothing in a sentence is ordered; "" for words that have nothing to do with the game; None: orders."""
        first = sentence.deeds[0]
        if sentence.turns and not isinstance(first, Stuck) and self._is_theirs(first):
            return "told"  # "no wait, South Fork sits there"
        if sentence.why == MAY_ORDER:
            return UNCLEAR if any(map(self._orders_mine, sentence.deeds)) else "told"
        return sentence.why

    def _is_theirs(self, deed: Deed) -> bool:
        """Whether somebody does it who is none of the seat's gangs: `South Fork sits there`."""
        names = [one.name.name for one in self.meaning.pieces(deed) if one.name is not None]
        known = [name for name in names if name is not None and name.choices]
        acts = deed.verb in ("hold", "move", "support", "drive") and len(known) == len(deed.who) > 0
        return acts and all({*name.choices}.isdisjoint(self.meaning.mine) for name in known)

    def _orders_mine(self, deed: Deed | Stuck) -> bool:
        """Whether a clause orders a gang of the seat's own, whatever is told around it."""
        if isinstance(deed, Stuck) or deed.verb in ("bare", "heading", "with_herd", "without"):
            return False
        names = (one.name.name for one in self.meaning.pieces(deed) if one.name is not None)
        return any(name is not None and not {*name.choices}.isdisjoint(self.meaning.mine) for name in names)

    def _is_addressed(self, part: Part, deed: Deed) -> bool:
        """`To South Fork: thanks`: words for another player begin the line, and name no gang that goes."""
        if deed.verb != "dest" or self.meaning.form != "movement" or self.waiting:
            return False
        name = deed.to[-1].name if deed.to and deed.to[-1] is not None else None
        begins = part.words[0].text == "to" and not self.line[: part.start].strip(" *-(")
        is_seat = name is not None and len(name.text) > CODE and bool(self.meaning.chart.owners.matches(name.text))
        return begins and is_seat

    def _is_known_to_stay(self, part: Part, deed: Deed) -> bool:
        """`HiN is not moving`, of a gang that supports another: it was said before what it does."""
        if deed.verb != "hold" or not part.denies:
            return False
        helping = {one.said.at for one in self.drafts.all if isinstance(one.said, Support)}
        named = [self.meaning.at(one) for one in self.meaning.pieces(deed)] if helping else []
        return bool(named) and helping.issuperset(named)

    def _may_be_cancelled(self, deed: Deed) -> str:
        """`Mes to Tom. Remove Coo`, in Summer or Winter: whose order is taken back, or which gang goes in Spring."""
        one = next(self.meaning.pieces(deed), None)
        moves = any(isinstance(one.said, Move | Hold | Support) for one in self.drafts.all)
        is_named = one is not None and not one.kind and not one.count
        of_spring = any(word in f"{self.drafts.heading} {self.line.lower()}" for word in _SPRING)
        if not is_named or not moves or self.meaning.form != "movement" or of_spring:
            return ""
        assert one is not None
        return self.meaning.at(one)
