"""Orders that words may change which were not read with them: neither is guessed, and both are named."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from judge.adjudicator.protocol import Later, Problem
from judge.grammar.beside import is_mere, unread
from judge.grammar.mood import correction
from judge.grammar.numbers import number as number_of
from judge.grammar.text import folded
from judge.variants.hell_on_wheels.orders import Bid, Build, Keep, Pass, Play
from judge.variants.hell_on_wheels.supervisor import BLACKMAIL
from judge.variants.hell_on_wheels.terms import NotThere

if TYPE_CHECKING:
    from judge.variants.hell_on_wheels.found import Found, Said
    from judge.variants.hell_on_wheels.reading import Reader

_MANY = frozenset("all everything both those these them swap switch exchange reverse round around".split())
SHORT = 3
"""So many words beside its cards a correction may have that names nothing else."""
_TWO = frozenset("swap switch exchange reverse round around".split())
"""The words of a correction that speaks of two."""
_BEGINS = (
    "scratch", "forget", "cancel", "scrap", "ignore", "drop", "undo", "leave", "sorry", "oops", "whoops", "actually",
    "wait", "correction", "rather", "no,", "no -", "no;", "no:", "no.", "not quite", "well, not", "not really",
)  # fmt: skip
"""So begins what corrects something."""
_SORRY = ("sorry about", "sorry for", "sorry to", "sorry i", "sorry that")
_PLACED = frozenset("window windows phase".split())


def unclear(text: str, at: str) -> Problem:
    """Words that may change an order: nothing of it is ordered, and no piece of its line is an order either."""
    return Problem("unclear-beside", {"text": text, "at": at, "whole": True})


def of_a_window(reader: Reader, text: str, problem: Problem) -> Problem:
    """A sentence that names a window and was not understood: no piece of it is an order, which would have lost it."""
    if _PLACED.isdisjoint(folded(text).split()) or not any(one.sign in "#&" for one in reader.tongue.names_in(text)):
        return problem
    return replace(problem, detail={**problem.detail, "whole": True})


def beside(reader: Reader, number: int, line: str, since: int) -> None:
    """Words in brackets or behind a semicolon that were not read with the orders of a line: orders that they may change
    are refused, all others name them. `since`: where the findings on the line begin."""
    if reader.is_trying or not (";" in line or "(" in line or "[" in line):
        return
    found = unread(line, reader.orders_in, lambda text: any(not one.guessed for one in reader.tongue.names_in(text)))
    at = next((one.text for one in found if one.turns), "")
    if at:
        _off(reader, since)
        reader.found.append(reader.finding(number, line, unclear(line, at)))
        return
    told = " ".join(one.text for one in reader.found[since:] if isinstance(one.said, Problem))
    last = next((place for place in reversed(range(since, len(reader.found))) if _orders(reader.found[place])), None)
    if last is not None:
        passed = tuple(Problem("passed-over", {"text": one.text}) for one in found if one.text not in told)
        reader.found[last] = replace(reader.found[last], notes=(*reader.found[last].notes, *passed))


def _off(reader: Reader, since: int) -> None:
    reader.found = reader.found[:since]


def doubt(reader: Reader, text: str, since: int, behind: bool) -> bool:
    """A sentence that was not understood, and corrects something or goes on behind a semicolon: the orders that it may
    speak of are refused. Whether there are any. `since`: where the findings on its line begin; `behind`: whether it
    stands behind a semicolon."""
    words = folded(text).split()
    cards = {choice for one in reader.tongue.names_in(text) if one.sign in "#&" for choice in one.choices}
    begins = text.lower().startswith(_BEGINS) and not (text.lower().startswith(_SORRY) or reader.is_comment(text))
    if not reader.tongue.names_in(text) and is_mere(text):
        return False
    # "My wife wants bridge instead" tells nothing of a card or a sum.
    swaps = "instead" in words and (bool(reader.tongue.names_in(text)) or any(word.isdigit() for word in words))
    corrects = begins or swaps or correction(text) is not None
    if not corrects and not (behind and not cards):
        return False
    meant = _meant(reader, words, cards, since if not corrects else 0)
    last = reader.found[-1] if reader.found else None
    if corrects and not meant and last is not None and isinstance(last.said, Play) and len(words) <= len(cards) + SHORT:
        # `Sorry, Miners.`: the last play, on another card.
        meant = [len(reader.found) - 1]
    for place in meant:
        reader.found[place] = replace(reader.found[place], said=unclear(reader.found[place].text, text), notes=())
    return bool(meant)


def not_that(reader: Reader, text: str) -> None:
    """`Not Gambling.`, `Not the last one though.`: orders of the letter about what a sentence denies are refused."""
    words = [word for word in folded(text).split() if word not in ("but", "and")]
    said = reader.tongue.names_in(text)
    cards = {choice for one in said if one.sign in "#&" for choice in one.choices}
    bare = all(one.sign in "#&" for one in said)
    denies = words[:1] == ["not"] or (cards and bare and (words[:1] == ["no"] or words[-1:] == ["not"]))
    if not denies or not (cards or {"last", "first", "second", "third"} & {*words}):
        return
    for place in _meant(reader, words, cards, 0):
        if not (cards and reader.found[place].of_a_group):
            reader.found[place] = replace(reader.found[place], said=unclear(reader.found[place].text, text), notes=())


def too_many(reader: Reader, since: int) -> None:
    """`All mayhem on Past but Anarchy on Present`: cards that one sentence puts onto more towns than there are of them;
    which it means is not guessed. `since`: where its orders begin."""
    if reader.form != "building" or len(reader.found) - since < 2:
        return
    first = [one.said.choices[0] for one in reader.found[since:] if isinstance(one.said, Build) and not one.of_a_group]
    for card, number in Counter(one.card for one in first).items():
        held = reader.terms.hand.count(card)
        towns = {one.place for one in first if one.card == card}
        is_twice = len(towns) > 1 or any(one.conditions for one in first if one.card == card)
        if is_twice and number > max(1, held):
            raise NotThere("not-in-hand", card=card, held=held, hand=reader.terms.hand, whole=True)


def _meant(reader: Reader, words: Sequence[str], cards: set[str], since: int) -> list[int]:
    """The orders that a correction may speak of: those about the cards it names, those of the line it counts, all of
    the last line, or the last one."""
    places = [place for place in range(since, len(reader.found)) if _orders(reader.found[place])]
    named = [place for place in places if _is_about(reader.found[place].said, reader.found[place].cards, cards)]
    if not places or (named and _MANY.isdisjoint(words)):
        return named
    if cards and not named and not isinstance(reader.found[places[-1]].said, Pass):
        return []
    counted = [number_of(word) or 0 for word in words if word in ("first", "second", "third", "fourth")]
    lines = reader.lines_with_orders
    if counted and counted[0] <= len(lines):
        gone = [place for place in places if reader.found[place].number == lines[counted[0] - 1]]
        return sorted({*gone, *named})
    last = reader.found[places[-1]].number
    if not _TWO.isdisjoint(words) and sum(reader.found[place].number == last for place in places) == 1:
        return places[-2:]
    return (
        [place for place in places if reader.found[place].number == last]
        if not _MANY.isdisjoint(words)
        else places[-1:]
    )


def _is_about(said: Said, own: Sequence[str], cards: set[str]) -> bool:
    if isinstance(said, Keep) and not cards.isdisjoint(said.cards):
        return True
    return not cards.isdisjoint(own) or (isinstance(said, Bid) and said.blackmail and BLACKMAIL in cards)


def _orders(found: Found) -> bool:
    return not isinstance(found.said, Problem)


def orders_of(found: Sequence[Found]) -> tuple[object, ...]:
    """The orders that findings are; none where anything was not understood."""
    orders = tuple(one.said.text if isinstance(one.said, Later) else one.said for one in found)
    return () if any(isinstance(one, Problem) for one in orders) else orders


__all__ = ["beside", "doubt", "not_that", "of_a_window", "orders_of", "too_many", "unclear"]
