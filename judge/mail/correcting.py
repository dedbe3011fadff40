"""Corrections across lines: "sorry, make that …" and "forget the first line" take the place of what they correct."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import replace
from typing import Any

from judge.adjudicator.protocol import Problem
from judge.adjudicator.value import value
from judge.grammar.around import PLACED
from judge.grammar.mood import Correction, correction
from judge.grammar.text import sentences
from judge.grammar.undoing import MIDDLE, of_several, places_in, undoes_before
from judge.mail.fates import Fate
from judge.mail.hanging import OrdersIn
from judge.mail.language import OrderLine
from judge.mail.understood import Understood, refused


@value
class Corrected:
    """The lines that are left, with a correction's new words; the lines that are gone; the lines that correct."""

    kept: tuple[OrderLine, ...]
    gone: tuple[OrderLine, ...]
    correcting: frozenset[int]
    adding: frozenset[int] = frozenset()
    """Of those that correct, the ones that may as well add something: they take back only what they name."""
    thinking: frozenset[int] = frozenset()
    """Of those that correct, the ones that think again (`On reflection …`): they may add something, or replace it."""
    below: frozenset[int] = frozenset()
    """The lines right below words that correct and say nothing else."""


def corrected(lines: Sequence[OrderLine], read: Callable[[str], int], orders_in: OrdersIn) -> Corrected:
    """Each correction done, as far as the lines themselves tell. `read`: 2 where a text is an order by itself, 1 where
    that is a guess, 0 where it is none; `orders_in`: the orders that a text is.

    "Make that 5" says something, or says it surely, only together with the line before it.
    """
    if all([line.aside != PLACED and (line.aside or correction(line.text) is None) for line in lines]):
        return Corrected(tuple(lines), (), frozenset())
    return _Correcting(lines, read, orders_in).done()


class _Correcting:
    """The lines so far: those that are left, those that are gone, and the numbers of those that correct."""

    def __init__(self, lines: Sequence[OrderLine], read: Callable[[str], int], orders_in: OrdersIn) -> None:
        self.lines, self.read, self.orders_in = lines, read, orders_in
        self.kept: list[OrderLine] = []
        self.gone: list[OrderLine] = []
        self.correcting: set[int] = set()
        self.adding: set[int] = set()
        self.thinking: set[int] = set()
        self.below: set[int] = set()

    def done(self) -> Corrected:
        """All lines, one after the other."""
        place = 0
        while place < len(self.lines):
            line = self.lines[place]
            found = correction(line.text) if not line.aside else None
            if line.aside == PLACED and self._forgotten(line):
                self.gone.append(line)
            elif found is None:
                self.kept.append(line)
                if self.below and not line.aside and self.read(line.text):
                    self._corrects(line, True)
            elif not found.instead and found.drops is None and self._alone(line, self.lines[place + 1 : place + 2]):
                # The line below was read with it.
                place += 1
            elif of_several(found.instead.partition(" ")[0]):
                # "Actually nobody moves": the game hears the whole of it, or all above is asked about.
                self.kept.append(line)
                if self.read(line.text):
                    self._corrects(line, True)
            elif not self._dropped(line, found):
                self._instead(line, found)
            place += 1
        numbers = (frozenset(one) for one in (self.correcting, self.adding, self.thinking, self.below))
        return Corrected(tuple(self.kept), tuple(self.gone), *numbers)

    def _corrects(self, line: OrderLine, may_add: bool) -> None:
        self.correcting.add(line.number)
        self.adding.update({line.number} if may_add else ())

    def _alone(self, line: OrderLine, after: Sequence[OrderLine]) -> bool:
        """`A PAR - BUR`, `No wait.`, `Picardy`: words of correction alone, and what stands below them."""
        if not after or after[0].aside or correction(after[0].text) is not None:
            return False
        if self.read(after[0].text):
            self.gone.append(line)
            self.below.add(after[0].number)
            self.kept.append(after[0])
            self._corrects(after[0], True)
            return True
        made = _made(self.kept[-1].text, after[0].text) if self.kept else ""
        if not made or not self.read(made):
            return False
        self.gone += [self.kept.pop(), line]
        self.kept.append(replace(after[0], text=made))
        return True

    def _forgotten(self, line: OrderLine) -> bool:
        """`Forget the second line.`: the lines in these places are gone, where each line above is an order."""
        above = [at for at, one in enumerate(self.kept) if not one.aside]
        places = [place for place in places_in(line.text) if -len(above) <= place < len(above)]
        if not places or MIDDLE in places_in(line.text) or not all(self.read(self.kept[at].text) for at in above):
            return False
        for at in sorted((above[place] for place in places), reverse=True):
            self.gone.append(self.kept.pop(at))
        return True

    def _dropped(self, line: OrderLine, found: Correction) -> bool:
        """`The second line should read …`: the line that it takes back, of orders the one in its place, or a line that
        nobody can read."""
        orders = [at for at, one in enumerate(self.kept) if not one.aside and self.read(one.text)]
        at = found.drops if self.kept else None
        if at == 0:
            at = orders[0] if orders else 0
        elif at is not None and at > 0:
            at = orders[at] if at < len(orders) else None
        digit = line.text[:1] if line.text[:1].isdigit() else ""
        # "2 should be …" counts the lines of a numbered list.
        if at is None or (digit and not (self.kept[at].text.startswith(digit) and self.read(found.instead))):
            return False
        self.gone.append(self.kept.pop(at))
        if not found.instead:
            self.gone.append(line)
            return True
        made = _made(self.gone[-1].text, found.instead)
        is_made = not self.read(found.instead) and self.read(made)
        self.kept.append(replace(line, text=made if is_made else found.instead))
        self._corrects(line, True)
        return True

    def _instead(self, line: OrderLine, found: Correction) -> None:
        """A correction of the order before it, with that order or by itself."""
        # "My wife says that's silly, make it 6": what was said between is no order.
        at = next((at for at in range(len(self.kept) - 1, -1, -1) if not self.kept[at].aside), -1)
        before = self.kept[at].text if at >= 0 else ""
        both = f"{before.rstrip(' .;,')}, {line.text}" if before else ""
        if (
            undoes_before(found.instead)
            or (not found.instead and not self.read(both))
            or (found.adds and self.read(line.text))
        ):
            # "On second thoughts halve all of those."; "Actually pay the Cowboys too."
            self.kept.append(line)
            return
        if both and found.instead and not self.read(both):
            both = _made(before, found.instead)
        alone = self.read(found.instead) if found.instead else 0
        # Of two pieces of one line no other line tells which order is corrected.
        beside = at >= 0 and self.kept[at].number == line.number
        is_new = bool(both) and self.orders_in(both) != self.orders_in(before)
        if (alone < 2 or beside) and is_new and self.read(both) > (0 if beside else alone):
            self.gone.append(self.kept.pop(at))
            self.kept.append(replace(line, text=both))
        elif alone:
            # "Cancel that. All units hold": a game may need the words of correction as well.
            whole = beside or (len(sentences(line.text)) > 1 and self.read(line.text) > 1)
            self.kept.append(line if whole else replace(line, text=found.instead))
            self._corrects(line, found.may_add)
            self.thinking.update({line.number} if found.thinks else ())
        else:
            self.kept.append(line)


def _made(order: str, instead: str) -> str:
    """An order with words that put it right, in the plainest way to say so."""
    return f"{order.rstrip(' .;,')}, make that {instead}"


def put_right(found: Sequence[Understood], lines: Corrected, subject: Callable[[Any], Hashable]) -> list[Understood]:
    """The order of a correcting line takes the place of an earlier one on the same subject, or of the last order."""
    done = list(found)
    for number in sorted(lines.correcting):
        subjects = {subject(one.said) for one in done if one.number == number and one.fate is Fate.ORDER}
        before = [place for place, one in enumerate(done) if one.number < number and one.fate is Fate.ORDER]
        same = [place for place in before if subject(done[place].said) in subjects]
        # Of a line that orders several things ("all: stand") it is unclear which one was meant.
        last = [place for place in before if done[place].number == done[before[-1]].number]
        last = last if len(last) == 1 and number not in lines.adding and not _is_done(done, number) else []
        for place in (same or ([] if number in lines.thinking else last)) if subjects else ():
            done[place] = replace(done[place], fate=Fate.NOT_ORDERED, why="corrected")
        if number in lines.below and not same:
            # The line does not say which one it takes back: nothing is guessed.
            held = {*_right_above(done, number), *(at for at, one in enumerate(done) if one.number == number)}
            done = [_unclear(one) if at in held and one.fate is Fate.ORDER else one for at, one in enumerate(done)]
        elif last and not same and number in lines.thinking:
            held = {*last, *(at for at, one in enumerate(done) if one.number == number and one.fate is Fate.ORDER)}
            done = [_unclear(one) if at in held else one for at, one in enumerate(done)]
    return done


def _right_above(found: Sequence[Understood], number: int) -> list[int]:
    """The order that stands last before words of correction, and before the line below them; of one for many, all."""
    before = [at for at, one in enumerate(found) if one.number < number and one.fate is Fate.ORDER]
    said = {(found[at].number, found[at].text) for at in before[-1:]}
    return [at for at in before if (found[at].number, found[at].text) in said]


def _is_done(found: Sequence[Understood], number: int) -> bool:
    """Whether the game itself took back what stands last before this line."""
    before = [one for one in found if one.number < number and one.fate in (Fate.ORDER, Fate.NOT_ORDERED)]
    return bool(before) and isinstance(before[-1].said, Problem) and before[-1].said.code == "taken-back"


def _unclear(one: Understood) -> Understood:
    return refused(one, Problem("correction-unclear", {"text": one.text}))


__all__ = ["Corrected", "corrected", "put_right"]
