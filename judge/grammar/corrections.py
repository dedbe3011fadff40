"""Corrections within a marked line: which words correct, what they take back, and what stands in its place."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import KW_ONLY, dataclass, field, replace
from typing import Literal

from judge.adjudicator.value import value
from judge.grammar.marking import Mark, Marker

Mood = Literal["", "not-ordered", "asked", "conditional"]
ENDS = frozenset(".;!?")
LAST_ORDER = -2


@value
class Clause:
    """A stretch of a line. `corrects`: it takes the place of what was said before, `swaps`: of what was said of the
    same unit. `remark`: it comes behind a semicolon, where people comment. `forgets`: the earlier line to forget (1 the
    first, -1 the last, LAST_ORDER its last order); `takes_back`: so are the orders that it names; `offers`: what was
    chosen between; `adds`: an and joins it to the words of correction, `sighs`: these may be by the way; `instead`: the
    place that it replaces."""

    marks: list[Mark]
    mood: Mood = ""
    _: KW_ONLY
    corrects: bool = False
    swaps: bool = False
    remark: bool = False
    dislodged: bool = False
    forgets: int = 0
    takes_back: bool = False
    adds: bool = False
    sighs: bool = False
    offers: tuple[Mark, ...] = ()
    instead: tuple[str, ...] = ()
    held: tuple[Mark, ...] = field(default=())
    """All its marks as written, for its text."""

    @property
    def is_plain(self) -> bool:
        """Whether it says no more of an order than the order itself."""
        said = self.corrects or self.swaps or self.dislodged or self.takes_back or self.adds or self.sighs
        return not (said or self.instead)


@dataclass(frozen=True, slots=True)
class Corrections:
    """The corrections of lines that one marker has marked."""

    marker: Marker

    def is_(self, mark: Mark, *names: str) -> bool:
        """Whether a mark can be one of these words."""
        return self.marker.is_(mark.sign, *names)

    def _begins_anew(self, mark: Mark) -> bool:
        """`Cancel that.`, `Correction.`: what follows takes the place of what was said."""
        return self.is_(mark, "CORRECT") and mark.sign.startswith(
            ("cancel", "scratch", "strike", "forget", "correction", "on ")
        )

    def is_bare(self, marks: list[Mark]) -> bool:
        """Whether marks say only what is to be, not of whom: `Hold`, `Picardy`, `to Picardy`."""
        said = [mark for mark in marks if not self.is_(mark, "SWAP")]
        if len(said) == 2 and self.is_(said[0], "_TO"):
            said = said[1:]
        is_goal = len(said) == 1 and said[0].named is not None and bool(said[0].named.choices)
        return is_goal or (len(said) == len(marks) == 1 and self.is_(said[0], "_HOLD"))

    def _with_reasons(self, sentences: Sequence[tuple[list[Mark], str]]) -> Iterator[tuple[list[Mark], str, bool]]:
        """The sentences, and whether each only says why, behind a word of correction and before what is to be instead:
        `A PAR - BUR. No, too dangerous. Hold.`, `…, no, he would walk in, hold`."""
        for place, (sentence, end) in enumerate(sentences):
            first = next((at for at, mark in enumerate(sentence) if self.is_(mark, "CORRECT")), len(sentence))
            after = sentences[place + 1][0] if place + 1 < len(sentences) else []
            comma = max((at for at in range(first, len(sentence)) if sentence[at].sign == ","), default=first)
            tail = sentence[comma + 1 :]
            stop = comma if self.is_bare(tail) else len(sentence) if self.is_bare(after) else first
            if not self._is_talk(sentence[first:stop]) or self.pending(sentence):
                yield sentence, end, False
                continue
            while first and sentence[first - 1].sign in ",:-":
                first -= 1
            if first:
                yield sentence[:first], ".", False
            yield sentence[first:stop], ".", True
            if stop == comma:
                yield tail, end, False

    def _is_talk(self, marks: list[Mark]) -> bool:
        """Whether words of correction and what is behind them order nothing: they deny, tell or name nobody known."""
        said = [mark for mark in marks if not self.is_(mark, "CORRECT") and mark.sign not in ",:-"]
        return any(
            mark.owner or (mark.named and not mark.named.choices) or self.is_(mark, "NOT", "REPORT") for mark in said
        )

    def _renamed(self, sentence: list[Mark]) -> list[Mark] | None:
        """`I mean Picardy, not Burgundy`, `change Burgundy to Picardy`, `scratch Burgundy: Picardy`: the place that is
        meant and the one that is not, where nothing else is said."""
        said = [mark for mark in sentence if mark.sign not in ",:" and not self.is_(mark, "CORRECT", "_TO", "BUT")]
        said = [mark for at, mark in enumerate(said) if not (at == 2 and self.is_(mark, "RENAMES"))]
        if len(said) != 3 or sum(mark.sign == "@" for mark in said) != 2:
            return None
        first, second, third = said
        if third.sign == "@" and first.sign == "@" and (second.sign == "not" or self.is_(second, "INSTEAD")):
            found = [first, third]
        elif first.sign in ("not", "do not", "dont") or self.is_(
            first, "RENAMES", "TAKES_BACK", "TAKES_OUT", "INSTEAD"
        ):
            is_read = first.sign == "read"
            found = [second, third] if is_read else [third, second]
        else:
            return None
        is_known = all(mark.named is not None and len(mark.named.choices) == 1 for mark in found)
        return found if is_known else None

    def _put_right(self, clause: Clause, pending: list[Mark]) -> Clause:
        """A place alone behind `Oops.`, `No, not Burgundy.` or `I changed my mind about Paris.`."""
        last = pending[-1] if pending else None
        if last is not None and len(pending) == 1:
            return replace(clause, marks=[last, *clause.marks], corrects=True)
        instead = last.named.choices if last is not None and last.named is not None else ()
        return replace(clause, corrects=True, instead=instead)

    def pending(self, sentence: list[Mark]) -> list[Mark]:
        """The unit of `I changed my mind about Paris`, or `not` and the place of `No, not Burgundy`, where nothing else
        is said; []: of neither."""
        while sentence and sentence[-1].sign in ENDS:
            sentence = sentence[:-1]
        ends = [at for at, mark in enumerate(sentence) if mark.sign in ENDS]
        said = [mark for mark in sentence[ends[-1] + 1 if ends else 0 :] if mark.sign not in ",:-"]
        first = next((at for at, mark in enumerate(said) if self.is_(mark, "CORRECT")), 0)
        words = [mark for mark in said[first:] if self.is_(mark, "CORRECT")]
        rest = [mark for mark in said[first:] if not self.is_(mark, "CORRECT", "_TO")]
        if [mark.sign for mark in rest] == ["not", "@"]:
            return rest
        is_about = bool(words) and words[-1].sign.endswith((" about", " for"))
        return rest if is_about and [mark.sign for mark in rest] == ["@"] else []

    def wavers(self, marks: list[Mark]) -> bool:
        """Whether a line ends with a word of correction, and nothing behind it."""
        said = [mark for mark in marks if mark.sign not in ENDS and mark.sign not in ",:-"]
        return bool(said) and self.is_(said[-1], "CORRECT")

    def _takes_back(self, marks: list[Mark]) -> int | None:
        """Where a sentence, or what stands behind a comma, begins to take back what it names."""
        places = (place for place, mark in enumerate(marks) if self.is_(mark, "TAKES_BACK") and place + 1 < len(marks))
        return next((place for place in places if not place or marks[place - 1].sign == ","), None)

    def _named(self, marks: list[Mark]) -> list[Mark]:
        """`the Kiel move`: the name alone."""
        found = trimmed(marks)
        while len(found) > 1 and found[-1].sign in ("move", "moves", "support", "supports"):
            found.pop()
        return found

    @staticmethod
    def _forgotten(mark: Mark) -> int:
        """Which line, counted from 1; the last when it is not said, its last order where it says `the last one`."""
        words = mark.sign.split()
        ranks = ("first", "second", "third", "fourth", "fifth")
        counted = next((int(word) for word in words if word.isdigit()), LAST_ORDER if "last" in words else -1)
        return next((ranks.index(word) + 1 for word in words if word in ranks), counted)

    def _corrections(self, marks: list[Mark]) -> list[tuple[list[Mark], list[Mark]]]:
        """The first words, and each correction of them with the words and commas before it that correct; the first are
        empty where the line begins with `no, wait`."""
        parts: list[tuple[list[Mark], list[Mark]]] = [([], [])]
        was = about = False
        for number, mark in enumerate(marks, 1):
            before = parts[-1][0]
            # "I think it is better" corrects nothing: the word is where a correction begins.
            begins = mark.sign not in ("better", "rather") or not before or before[-1].sign == ","
            begins &= mark.sign != "no" or bool(before) or was or not self._denies(marks[number:])
            begins_on = was and self.is_(mark, "REPORT") and mark.sign.endswith((" should be", " should have been"))
            if (self.is_(mark, "CORRECT") and begins) or begins_on:
                says_more = any(one.sign not in ",:-" and not self.is_(one, "CORRECT") for one in marks[number:])
                while says_more and before and before[-1].sign == "-":
                    before.pop()  # "Ankara to Constantinople - sorry, to the Black Sea"
                if not was:
                    parts.append(([], before[-1:] if before and before[-1].sign == "," else []))
                parts[-1][1].append(mark)
                was = True
                about = mark.sign.endswith((" about", " for", " of"))
            elif mark.sign == "better" and any(self.is_(one, "_HOLD", "_TO") for one in marks[number : number + 1]):
                continue  # "Marseilles better stays"
            elif about and mark.sign == "@":
                about = False  # "ignore what I wrote about Brest: F Bre - Eng"
                if [one.sign for one in marks[number:] if one.sign not in ",:-"] == ["@"]:
                    before.append(mark)  # "… about Paris: Picardy"
            elif mark.sign not in ",:" or not was:
                before.append(mark)
                was = False
            else:
                parts[-1][1].append(mark)
        if len(parts) == 2 and not parts[1][0] and parts[1][1][-1].sign in ("i mean", "i meant"):
            parts = [([], []), (parts[0][0], parts[1][1])]  # "Fleet in Kiel, I mean."
        return [(trimmed(part), by) for part, by in parts]

    def _denies(self, behind: list[Mark]) -> bool:
        """Whether a no right before these words is said of what they name: `No Paris this time`, not `No, Picardy`."""
        if not behind or behind[0].sign in (",", ":", "-", ".") or self.is_(behind[0], "CORRECT"):
            return False
        return not any(
            one.sign == "-" or self.is_(one, "KIND", "_TO", "_HOLD", "_SUPPORT", "_CONVOY") for one in behind
        )


def trimmed(marks: list[Mark]) -> list[Mark]:
    """Without commas at its ends."""
    start, end = 0, len(marks)
    while start < end and marks[start].sign in ",&":
        start += 1
    while end > start and marks[end - 1].sign in ",&":
        end -= 1
    return marks[start:end]


__all__ = ["ENDS", "LAST_ORDER", "Clause", "Corrections", "Mood", "trimmed"]
