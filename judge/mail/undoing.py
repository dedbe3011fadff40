"""Orders that words around them undo: `Strike that.` behind one, `Later:` before it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from judge.adjudicator.protocol import Problem
from judge.grammar.text import plain
from judge.grammar.undoing import (
    denied_by_name,
    headed,
    hung,
    takes_away,
    undoes_lines,
    undoes_placed,
    undone,
)
from judge.mail.fates import Fate
from judge.mail.hanging import OrdersIn
from judge.mail.understood import Understood, refused

_ORDERED = (Fate.ORDER, Fate.LATER)
_SIGNS = " .,;:!?()"


def without_undone(
    found: Sequence[Understood], lines: Mapping[int, str], orders_in: OrdersIn
) -> tuple[Understood, ...]:
    """All that was read, without the orders undone in words that nothing else names. `lines`: as written, by
    number; `orders_in`: the orders that a text is, and nothing else."""
    done = list(found)
    for number, line in lines.items():
        above, below, count = undoes_lines(line)
        for place, one in enumerate(done if above or below else ()):
            is_meant = (above and one.number <= number) or (below and number < one.number <= number + count)
            if is_meant and one.fate in _ORDERED:
                done[place] = _refused(one, above or below)
        for words, places in _named_lines(done, number, line):
            for place in places:
                done[place] = _refused(done[place], words)
        for before, words in undone(line):
            for place in _undone_by(done, number, before, words.strip(_SIGNS) == plain(line).strip(_SIGNS)):
                done[place] = _refused(done[place], words)
        for before, words in hung(line):
            is_read = all(_is_read(one, words) for one in done if one.number == number)
            for place in () if is_read else _undone_by(done, number, before, False):
                done[place] = _refused(done[place], words)
        for words, texts in headed(line):
            mine = [place for place, one in enumerate(done) if one.number == number and one.fate is Fate.ORDER]
            if takes_away(words) and not mine and _take_away(done, number, texts[:1], orders_in):
                continue
            bare = next((orders for text in texts if (orders := _without_head(text, mine, done, orders_in))), ())
            for place in mine:
                if done[place].said in bare:
                    done[place] = _refused(done[place], words)
    return tuple(done)


def without_denied(
    found: Sequence[Understood], means: Callable[[str], frozenset[str]], subject: Callable[[Any], Hashable]
) -> tuple[Understood, ...]:
    """All that was read, without the orders of which a sentence below denies something by its name, and which none
    below replaces: `Sorry, not Belgium, Paris`. `means`: the meanings of the names in a text."""
    done = list(found)
    for at, one in enumerate(found):
        words = denied_by_name(one.text) if one.fate in (Fate.NOT_ORDERED, Fate.REFUSED) else ""
        names = means(words) if words else frozenset()
        anew = {subject(other.said) for other in found[at:] if names and other.fate is Fate.ORDER}
        for place in range(at) if names else ():
            other = done[place]
            if other.fate is Fate.ORDER and subject(other.said) not in anew and names & means(other.text):
                done[place] = _refused(other, one.text)
    return tuple(done)


def _is_read(one: Understood, words: str) -> bool:
    """Whether nothing of these words was left unread there."""
    text = plain(one.text).strip(_SIGNS)
    is_in = text in words or words.strip(_SIGNS) in text
    return not is_in or one.fate not in (Fate.REFUSED, Fate.NOT_ORDERED, Fate.QUESTION)


def _named_lines(found: Sequence[Understood], number: int, line: str) -> Iterator[tuple[str, list[int]]]:
    """The orders of an earlier line that a line takes back by its place."""
    placed = undoes_placed(line)
    earlier = list(dict.fromkeys(one.number for one in found if one.fate in _ORDERED and one.number < number))
    if placed is not None and -1 <= placed[1] < len(earlier) and earlier:
        which = earlier[placed[1]]
        yield placed[0], [at for at, one in enumerate(found) if one.number == which and one.fate in _ORDERED]


def _take_away(found: list[Understood], number: int, texts: Sequence[str], orders_in: OrdersIn) -> bool:
    """`Cancel Saloon on Past`: the orders of other lines that it names are gone, where all of them were given."""
    named = [order for text in texts for order in orders_in(text) or ()]
    own = [place for place, one in enumerate(found) if one.number == number and one.fate is Fate.REFUSED]
    # A game may have refused them already, for the words that take them back.
    given = {
        place: (one.said,) if one.fate in _ORDERED else orders_in(one.text) or ()
        for place, one in enumerate(found)
        if named and one.number != number and (one.fate in _ORDERED or one.fate is Fate.REFUSED)
    }
    gone = [place for place, orders in given.items() if orders and all(one in named for one in orders)]
    if len(own) != 1 or not named or not all(any(one in given[place] for place in gone) for one in named):
        return False
    for place in (*own, *gone):
        found[place] = replace(found[place], fate=Fate.NOT_ORDERED, said=None, why="corrected", notes=(), rest=False)
    return True


def _undone_by(found: Sequence[Understood], number: int, before: str, alone: bool) -> list[int]:
    """The orders of the sentence before such words, or of the line above. `alone`: they are a line."""
    if before:
        sentence = before.strip(_SIGNS)
        return [
            place
            for place, one in enumerate(found)
            if one.number == number
            and one.fate in _ORDERED
            and ((text := plain(one.text).strip(_SIGNS)) in sentence or sentence in text)
        ]
    own = [place for place, one in enumerate(found) if one.number == number and one.fate in _ORDERED]
    if own:
        # Of such words alone nothing can be ordered: they were read together with the line above.
        return own if alone else []
    above = [place for place, one in enumerate(found) if one.number == number - 1]
    if not above or found[above[-1]].fate not in _ORDERED:
        return []
    return [place for place in above if found[place].text == found[above[-1]].text]


def _without_head(text: str, mine: Sequence[int], found: Sequence[Understood], orders_in: OrdersIn) -> tuple[Any, ...]:
    """The orders of a text, where the line has all of them as well: it has lost the words before them."""
    orders = orders_in(text) if mine else None
    said = [found[place].said for place in mine]
    return orders if orders and all(one in said for one in orders) else ()


def _refused(one: Understood, words: str) -> Understood:
    return refused(one, Problem("undone", {"text": words.strip(" .,;:()")}))


__all__ = ["without_undone"]
