"""Whether a sentence orders something, or tells, asks, supposes or denies it (RW-Q47)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from judge.grammar.clauses import Stuck
from judge.variants.range_war.drafts import CODE
from judge.variants.range_war.kinds import KINDS, NAMES
from judge.variants.range_war.orders import Hold, Move, Support
from judge.variants.range_war.referring import Referring
from judge.variants.range_war.speech import PROSE, Deed, Group, Part, heard, orders_something
from judge.variants.range_war.undoing import turns

AGAIN = "again"
"""Of a sentence whose last words deny what its first order."""
_SPRING = ("spring", "branding", "adjustment")
UNCLEAR = "unclear"
"""Of a sentence that tells something and orders something."""
ASKED_OF_THE_JUDGE = ("could you", "can you", "would you", "will you", "could i", "may i")


def _names_again(sentence: Sequence[Part], denial: Part) -> bool:
    """Whether a clause names what one before it names: `Lzy to Mon, but not Lzy`."""
    before = sentence[: sentence.index(denial)]
    named = [one.name.choices for part in before for one in part.words if one.name is not None]
    return any(one.name is not None and one.name.choices in named for one in denial.words)


def ends_in_no(sentence: Sequence[Part], line: str, names: bool = True) -> bool:
    """`G(Lzy)-Mon, no`. `names`: whether the sentence names something of the game."""
    end = sentence[-1].end
    is_its_own = len(sentence) > 1 and sentence[-1].words[-1].kind != "WITHOUT"  # "herd: no"
    return (is_its_own and line[:end].lower().rstrip(" .!").endswith((" no", ",no", "-no"))) or (
        names and line[end:].lower().strip(" .,!-") == "no"
    )


@dataclass
class Telling(Referring):
    """What is told apart from what is ordered."""

    def _reasons_apart(self, sentence: Sequence[Part]) -> Sequence[Sequence[Part]]:
        """`Arr looks weak, so Rio goes there`, `I wanted Ech to go to Cou, but it stays`: what is told, and what is
        ordered all the same."""
        for at, part in enumerate(sentence[1:], 1):
            told, deed = sentence[:at], heard(self.meaning.chart, part)
            if part.anew and all(isinstance(heard(self.meaning.chart, one), Stuck) for one in told):
                return told, sentence[at:]  # "No, Mule Ridge will be there, make that Arroyo Seco"
            if part.anew and turns(sentence[at:], self.line) and (isinstance(deed, Stuck) or self._is_theirs(deed)):
                return told, *self._reasons_apart(sentence[at:])  # "Mon to Com - no, South Fork is there"
            if part.before != "BUT" or not all(isinstance(heard(self.meaning.chart, one), Stuck) for one in told):
                continue
            said = self.line[: part.start].rstrip(" ,").lower()
            stays = not isinstance(deed, Stuck) and deed.verb in ("it_does", "hold")
            is_wish = told[-1].has(frozenset({"HYPO"})) and not told[-1].has(frozenset({"NEG"}))
            if said.endswith((" so", ",so")) or (stays and is_wish and said.endswith((" but", ",but", " but no"))):
                return told, sentence[at:]
        return (sentence,)

    def _why_not(self, sentence: Sequence[Part], since: int, until: int) -> str | None:
        """Why nothing in a sentence is ordered; "" for words that have nothing to do with the game; None: orders."""
        end = sentence[-1].end
        first = heard(self.meaning.chart, sentence[0])
        if turns(sentence, self.line) and not isinstance(first, Stuck) and self._is_theirs(first):
            return "told"  # "no wait, South Fork sits there"
        polite = self.line[since:].lower().lstrip(" .!?,").startswith(ASKED_OF_THE_JUDGE)
        asks = "?" in self.line[end:until] and not polite
        stuck = [part for part in sentence if isinstance(heard(self.meaning.chart, part), Stuck)]
        names = any(part.has(NAMES | KINDS) or orders_something(part) for part in sentence)
        if asks and names:
            return "question"
        if any(part.has(frozenset({"QUOTE"})) for part in sentence):
            return "quoted"
        if names and any(part.before == "COLON" and not part.has(NAMES | KINDS) for part in stuck):
            # A listing of what became of orders: G(Lzy)-Mon: done.
            return "told"
        if len(stuck) == len(sentence) and not names:
            return ""
        if ends_in_no(sentence, self.line, names):
            return "negated"
        last = sentence[-1]
        if last in stuck and last.words[0].kind in ("INSTEAD", "NEG") and _names_again(sentence, last):
            return AGAIN
        for part in stuck:
            told = next((kind for kind in ("HYPO", "NEG") if part.has(frozenset({kind}))), "")
            if not told and not part.has(PROSE):
                continue
            if part.before == "BUT" and part is not sentence[0]:
                continue
            tells = told == "HYPO" and self.line[part.end :][:1] == ":"
            if tells or part.has(NAMES) or (part.has(KINDS) and orders_something(part)):
                if not told and any(self._orders_mine(one) for one in sentence):
                    return UNCLEAR
                if told == "NEG" and part is sentence[-1] and self._denies_another(sentence):
                    return None
                return {"HYPO": "supposed", "NEG": "negated"}.get(told, "told")
        return None

    def _is_theirs(self, deed: Deed) -> bool:
        """Whether somebody does it who is none of the seat's gangs: `South Fork sits there`."""
        names = [one.name.name for one in self.meaning.pieces(deed) if one.name is not None]
        known = [name for name in names if name is not None and name.choices]
        acts = deed.verb in ("hold", "move", "support", "drive") and len(known) == len(deed.who) > 0
        return acts and all({*name.choices}.isdisjoint(self.meaning.mine) for name in known)

    def _denies_another(self, sentence: Sequence[Part]) -> bool:
        """`Coo to Mes, I'd rather not go to Com`: what is denied last names nothing of what is ordered before it."""
        orders = sentence[:-1]
        told = [heard(self.meaning.chart, one) for one in orders]
        if not orders or any(isinstance(one, Stuck) or one.verb == "bare" for one in told):
            return False
        if any(isinstance(who, Group) for one in told if isinstance(one, Deed) for who in one.who):
            return False
        return not _names_again(sentence, sentence[-1])

    def _orders_mine(self, part: Part) -> bool:
        """Whether a clause orders a gang of the seat's own, whatever is told around it."""
        deed = heard(self.meaning.chart, part)
        if isinstance(deed, Stuck) or deed.verb in ("bare", "heading", "with_herd", "without"):
            return False
        names = (one.name.name for one in self.meaning.pieces(deed) if one.name is not None)
        return any(name is not None and not {*name.choices}.isdisjoint(self.meaning.mine) for name in names)

    def _is_addressed(self, part: Part, deed: Deed) -> bool:
        """`To South Fork: thanks`: words for another player begin the line, and name no gang that goes."""
        name = deed.to[-1].name if deed.to and deed.to[-1] is not None else None
        begins = part.words[0].text == "to" and not self.line[: part.start].strip(" *-(")
        is_seat = name is not None and len(name.text) > CODE and bool(self.meaning.chart.owners.matches(name.text))
        return deed.verb == "dest" and begins and is_seat and self.meaning.form == "movement" and not self.waiting

    def _is_known_to_stay(self, part: Part, deed: Deed) -> bool:
        """`HiN is not moving`, of a gang that supports another: it was said before what it does."""
        helping = {one.said.at for one in self.drafts.all if isinstance(one.said, Support)}
        named = (
            [self.meaning.at(one) for one in self.meaning.pieces(deed)]
            if deed.verb == "hold" and part.denies and helping
            else []
        )
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
