"""Corrections across lines: "sorry, make that …" and "forget the first line" take the place of what they correct."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from judge.adjudicator.protocol import Problem
from judge.grammar.mood import Correction, correction
from judge.grammar.text import sentences
from judge.grammar.undoing import undoes_before
from judge.mail.fates import Fate
from judge.mail.hanging import OrdersIn
from judge.mail.language import OrderLine
from judge.mail.understood import Understood, refused


@dataclass(frozen=True, slots=True)
class Corrected:
    """The lines that are left, with a correction's new words; the lines that are gone; the lines that correct."""

    kept: tuple[OrderLine, ...]
    gone: tuple[OrderLine, ...]
    correcting: frozenset[int]
    adding: frozenset[int] = frozenset()
    """Of those that correct, the ones that may as well add something: they take back only what they name."""
    below: frozenset[int] = frozenset()
    """The lines right below words that correct and say nothing else."""


def corrected(lines: Sequence[OrderLine], read: Callable[[str], int], orders_in: OrdersIn) -> Corrected:
    """Each correction done, as far as the lines themselves tell. `read`: 2 where a text is an order by itself, 1 where
    that is a guess, 0 where it is none; `orders_in`: the orders that a text is.

    "Make that 5" says something, or says it surely, only together with the line before it.
    """
    if all(line.aside or correction(line.text) is None for line in lines):
        return Corrected(tuple(lines), (), frozenset(), frozenset())
    kept: list[OrderLine] = []
    gone: list[OrderLine] = []
    correcting: set[int] = set()
    adding: set[int] = set()
    below: set[int] = set()
    joined: set[int] = set()
    for place, line in enumerate(lines):
        if line.number in joined:
            continue
        found = correction(line.text) if not line.aside else None
        if found is None:
            kept.append(line)
            if below and not line.aside and read(line.text):
                correcting.add(line.number)
                adding.add(line.number)
            continue
        after = lines[place + 1 : place + 2]
        if found == Correction(None, "") and after and correction(after[0].text) is None and read(after[0].text):
            gone.append(line)
            below.add(after[0].number)
            continue
        place_of = _made(kept[-1].text, after[0].text) if found == Correction(None, "") and after and kept else ""
        if place_of and not after[0].aside and read(place_of):
            # `A PAR - BUR`, `No wait.`, `Picardy`
            gone += [kept.pop(), line]
            joined.add(after[0].number)
            kept.append(replace(after[0], text=place_of))
            continue
        dropped = _dropped(kept, found, read)
        if dropped is not None:
            gone.append(kept.pop(dropped))
            if not found.instead:
                gone.append(line)
            else:
                made = _made(gone[-1].text, found.instead)
                kept.append(replace(line, text=made if not read(found.instead) and read(made) else found.instead))
                correcting.add(line.number)
                adding.add(line.number)
            continue
        both = f"{kept[-1].text.rstrip(' .;,')}, {line.text}" if kept else ""
        if undoes_before(found.instead) or (not found.instead and not read(both)):
            # "On second thoughts halve all of those."
            kept.append(line)
            continue
        if found.instead.split(" ", 1)[0].lower() in _OF_NOBODY:
            # "Actually nobody moves": the game hears the whole of it, or all above is asked about.
            kept.append(line)
            correcting.update({line.number} if read(line.text) else ())
            adding.add(line.number)
            continue
        if both and found.instead and not read(both):
            both = _made(kept[-1].text, found.instead)
        alone = read(found.instead) if found.instead else 0
        # Of two pieces of one line no other line tells which order is corrected.
        beside = bool(kept) and kept[-1].number == line.number
        if (alone < 2 or beside) and _is_new(both, kept, orders_in) and read(both) > (0 if beside else alone):
            gone.append(kept.pop())
            kept.append(replace(line, text=both))
        elif alone:
            # "Cancel that. All units hold": a game may need the words of correction as well.
            whole = beside or (len(sentences(line.text)) > 1 and read(line.text) > 1)
            kept.append(line if whole else replace(line, text=found.instead))
            correcting.add(line.number)
            adding.update({line.number} if found.may_add else ())
        else:
            kept.append(line)
    return Corrected(tuple(kept), tuple(gone), frozenset(correcting), frozenset(adding), frozenset(below))


_OF_NOBODY = ("nobody", "neither", "none", "both", "they")


def _dropped(kept: Sequence[OrderLine], found: Correction, read: Callable[[str], int]) -> int | None:
    """The line that a correction takes back: of orders the one in its place, or a line that nobody can read."""
    if found.drops is None or not kept:
        return None
    orders = [at for at, one in enumerate(kept) if not one.aside and read(one.text)]
    if found.drops in (0, -1):
        return (orders or range(len(kept)))[found.drops] if found.drops == 0 else len(kept) - 1
    return orders[found.drops] if found.drops < len(orders) else None


def _is_new(both: str, kept: Sequence[OrderLine], orders_in: OrdersIn) -> bool:
    """Whether the words of correction make something else of the order before them."""
    return bool(both) and orders_in(both) != orders_in(kept[-1].text)


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
        for place in (same or last) if subjects else ():
            done[place] = replace(done[place], fate=Fate.NOT_ORDERED, why="corrected")
        if number in lines.below and not same:
            # The line does not say which one it takes back: nothing is guessed.
            done = [_unclear(one) if one.number == number and one.fate is Fate.ORDER else one for one in done]
    return done


def _is_done(found: Sequence[Understood], number: int) -> bool:
    """Whether the game itself took back what stands last before this line."""
    before = [one for one in found if one.number < number and one.fate in (Fate.ORDER, Fate.NOT_ORDERED)]
    return bool(before) and isinstance(before[-1].said, Problem) and before[-1].said.code == "taken-back"


def _unclear(one: Understood) -> Understood:
    return refused(one, Problem("correction-unclear", {"text": one.text}))


__all__ = ["Corrected", "corrected", "put_right"]
