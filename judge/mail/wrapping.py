"""Lines that a program broke where its window ended are one line again: a sentence goes on across the end of a line."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from judge.grammar.mood import mood
from judge.grammar.text import opened_in, plain, sentences, without_number
from judge.mail.fates import Fate
from judge.mail.language import OF_A_FORM, OrderLine
from judge.mail.pieces import MOST_CUT, branches
from judge.mail.saying import behind_otherwise, hangs
from judge.mail.understood import Understood

SHORTEST = 56
"""Signs of a line that a program may have broken."""
MOST_JOINED = 30
_READ = (Fate.ORDER, Fate.LATER)
_ENDS = (".", "!", "?", ":", ";")


@dataclass(frozen=True, slots=True)
class Run:
    """Lines that may be one, as they stand, and that one."""

    lines: tuple[OrderLine, ...]
    joined: OrderLine

    @property
    def numbers(self) -> frozenset[int]:
        """The lines' numbers."""
        return frozenset(one.number for one in self.lines)

    def is_better(self, apart: Sequence[Understood], together: Sequence[Understood]) -> bool:
        """Whether they are one line: no fewer orders are read so, and no more is left unread; or what a line says of
        itself (that it is denied, asked, supposed) is said of the next one too."""
        if any(map(_is_other_branch, self.lines, self.lines[1:])):
            return True  # an order for the other case is no order by itself
        before = [one for one in apart if one.number in self.numbers]
        if all(one.fate in _READ or (one.fate is Fate.COURTESY and not one.why) for one in before):
            return False
        ordering = {one.number for one in before if one.fate in _READ}
        for one, below in zip(self.lines, self.lines[1:], strict=False):
            goes_on = hangs(one.text) or (below.text.strip()[:1].islower() and below.number not in ordering)
            if goes_on and mood(sentences(one.text)[-1]):
                return True
        after = [one for one in together if one.number == self.joined.number]
        return _orders(after) >= _orders(before) and _unread(after) <= _unread(before)

    def as_written(self, found: Sequence[Understood]) -> list[Understood]:
        """All that was read of the joined line, each thing with the line that it begins on and those it goes on to."""
        done: list[Understood] = []
        at = 0
        for place, one in enumerate(found):
            same = done and done[-1].text == one.text
            start, end = self._place(found, place, at) if not same else (at, at)
            if start < 0:
                return self._as_one(found)
            spans = done[-1].spans if same else self._spans(start, end)
            at = end
            done.append(replace(one, number=spans[0][0], spans=spans))
        return done if self._covers(done) else self._as_one(found)

    def _place(self, found: Sequence[Understood], place: int, at: int) -> tuple[int, int]:
        """Where the words of one of these begin and end, behind what was found; -1: nowhere. A game may have read an
        order in other words than its writer's: it is what stands between those before it and those behind."""
        text, whole = found[place].text, self.joined.text
        start = whole.find(text, at) if text else -1
        if start >= 0 or not text:
            return start, start + len(text)
        behind = next((one.text for one in found[place:] if one.text != text), "")
        end = whole.find(behind, at) if behind else len(whole)
        return (at, end) if any(map(str.isalnum, whole[at : max(at, end)])) else (-1, -1)

    def _spans(self, start: int, end: int) -> tuple[tuple[int, str], ...]:
        """The part of each line between two places of the joined one."""
        spans: list[tuple[int, str]] = []
        begins = 0
        for line in self.lines:
            text = line.text.strip()
            said = text[max(0, start - begins) : max(0, end - begins)].strip()
            if said:
                spans.append((line.number, said))
            begins += len(text) + 1
        return tuple(spans)

    def _covers(self, found: Sequence[Understood]) -> bool:
        return self.numbers == {number for one in found for number, _ in one.spans}

    def _as_one(self, found: Sequence[Understood]) -> list[Understood]:
        """Where the words cannot be found again, all was said on all of the lines."""
        spans = tuple((line.number, line.text) for line in self.lines)
        return [replace(one, number=self.joined.number, spans=spans) for one in found]


def runs(lines: Sequence[OrderLine], is_order: Callable[[str], bool]) -> tuple[Run, ...]:
    """The lines that a program may have broken. Two that are orders by themselves are two. In a letter with so many of
    them that none are joined, the first are enough to tell so."""
    if not any([len(line.text) >= SHORTEST or line.text[-1:] == "," or "if" in line.text.lower() for line in lines]):
        return ()
    found: list[list[OrderLine]] = []
    broken = 0
    for line in lines:
        last = found[-1] if found else []
        goes_on = bool(last) and len(last) < MOST_JOINED and (
            _is_other_branch(last[-1], line)
            or (_goes_on(last[-1], line) and not (is_order(last[-1].text) and is_order(line.text)))
            or (_breaks_off(last[-1], line) and is_order(last[-1].text) and not is_order(line.text))
        )  # fmt: skip
        if goes_on:
            broken += len(last) == 1
            last.append(line)
            if broken > MOST_CUT:
                break
        else:
            found.append([line])
    several = [tuple(one) for one in found if len(one) > 1]
    return tuple(Run(one, replace(one[0], text=" ".join(line.text.strip() for line in one))) for one in several)


def _is_other_branch(line: OrderLine, below: OrderLine) -> bool:
    """Whether a line begins with what counts if the condition in the one right above it does not hold."""
    follows = below.number == line.number + 1 and below.part == line.part and below.when == line.when
    return follows and "if" in line.text.lower().split() and bool(behind_otherwise(below.text.strip()))


def _breaks_off(line: OrderLine, below: OrderLine) -> bool:
    """`keep Outlaws,` and right below it `Vigilantes`: a list that goes on."""
    return line.text.endswith(",") and _is_right_above(line, below) and line.when == below.when


def _is_right_above(line: OrderLine, below: OrderLine) -> bool:
    follows = below.number == line.number + 1 and line.aside == below.aside
    return follows and line.part == below.part and line.part != OF_A_FORM


def _goes_on(line: OrderLine, below: OrderLine) -> bool:
    """Whether a full line ends within a sentence, and the one right below it may go on with it."""
    text, more = line.text.strip(), below.text.strip()
    if not _is_right_above(line, below):
        return False
    # Behind `if …, otherwise …` a new sentence hangs on neither.
    if line.when != below.when and not (line.when[:-1] == below.when and branches(line)[2:]):
        return False
    if opened_in(text) is not None:
        return False
    is_full = len(text) >= SHORTEST and len(text) + 1 + len(more.partition(" ")[0]) > len(more)
    is_listed = without_number(plain(more)) != plain(more)
    return is_full and not text.endswith(_ENDS) and not is_listed


def _orders(found: Sequence[Understood]) -> int:
    return sum(one.fate in _READ for one in found)


def _unread(found: Sequence[Understood]) -> int:
    return sum(len(one.text) for one in found if one.fate is Fate.REFUSED)


__all__ = ["Run", "runs"]
