"""Orders that words around them undo: `Strike that.` behind one, `Later:` before it. Read over, they would be carried out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from judge.adjudicator.protocol import Problem
from judge.grammar.text import plain
from judge.grammar.undoing import headed, undone
from judge.mail.fates import Fate
from judge.mail.understood import Understood

_ORDERED = (Fate.ORDER, Fate.LATER)
_SIGNS = " .,;:!?()"


def without_undone(
    found: Sequence[Understood], lines: Mapping[int, str], orders_in: Callable[[str], tuple[Any, ...] | None]
) -> tuple[Understood, ...]:
    """What was found, without the orders that were undone in words which nothing else names. `lines`: as written, by
    number; `orders_in`: the orders that a text is, and nothing else."""
    done = list(found)
    for number, line in lines.items():
        for before, words in undone(line):
            for place in _undone_by(done, number, before, words):
                done[place] = _refused(done[place], Problem("correction-unclear", {"text": words}))
        for texts in headed(line):
            mine = [place for place, one in enumerate(done) if one.number == number and one.fate is Fate.ORDER]
            bare = next((orders for text in texts if (orders := _without_head(text, mine, done, orders_in))), ())
            for place in mine:
                if done[place].said in bare:
                    done[place] = _refused(done[place], Problem("not-understood", {"text": line.strip()}))
    return tuple(done)


def _undone_by(found: Sequence[Understood], number: int, before: str, words: str) -> list[int]:
    """The orders of the sentence before such words, or of the line above; none where the words were named."""
    said = words.strip(_SIGNS)
    if any(one.number == number and one.fate not in (*_ORDERED, Fate.COURTESY, Fate.SIGNATURE) and said in plain(one.text)
           for one in found):  # fmt: skip
        return []
    if before:
        sentence = before.strip(_SIGNS)
        return [
            place
            for place, one in enumerate(found)
            if one.number == number
            and one.fate in _ORDERED
            and ((text := plain(one.text).strip(_SIGNS)) in sentence or sentence in text)
        ]
    if any(one.number == number and one.fate in _ORDERED for one in found):
        return []
    above = [place for place, one in enumerate(found) if one.number == number - 1]
    if not above or found[above[-1]].fate not in _ORDERED:
        return []
    return [place for place in above if found[place].text == found[above[-1]].text]


def _without_head(
    text: str, mine: Sequence[int], found: Sequence[Understood], orders_in: Callable[[str], tuple[Any, ...] | None]
) -> tuple[Any, ...]:
    """The orders of a text, where the line has all of them as well: it has lost the words before them."""
    orders = orders_in(text) if mine else None
    said = [found[place].said for place in mine]
    return orders if orders and all(one in said for one in orders) else ()


def _refused(one: Understood, problem: Problem) -> Understood:
    return replace(one, fate=Fate.REFUSED, said=problem, notes=(), rest=False)


__all__ = ["without_undone"]
