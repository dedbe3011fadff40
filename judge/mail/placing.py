"""The parts of a letter as they stand to each other: what one says, and which orders words before or behind undo."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from judge.grammar.text import plain, sentences, without_number
from judge.grammar.undoing import MIDDLE, Undoing
from judge.mail.fates import Fate
from judge.mail.hanging import OrdersIn
from judge.mail.understood import Understood

ORDERED = (Fate.ORDER, Fate.LATER)
SIGNS = " .,;:!?()"
_LITTLE = 8


Names = Callable[[str], tuple[frozenset[str], ...]]
"""The meanings of each name in a text."""


def may_be_undone(found: Sequence[Understood], names: Names) -> bool:
    """Whether some of what was read is neither an order nor a courtesy of which every word is known, or orders for many
    stand beside others: only then may one part of it undo another."""
    is_plain = all([one.fate is Fate.ORDER or (one.fate is Fate.COURTESY and not one.why) for one in found])
    return not is_plain or (len({one.text for one in found}) > 1 and bool(for_many(found, names)))


def for_many(found: Sequence[Understood], names: Names) -> set[tuple[int, str]]:
    """The texts, with their lines, that give several orders and name nobody: `All hold`."""
    texts = [(one.number, one.text) for one in found if one.fate is Fate.ORDER and not one.rest]
    if len({*texts}) == len(texts):
        return set()
    return {one for one in texts if texts.count(one) > 1 and not names(one[1])}


def withdrawn(one: Understood) -> Understood:
    """An order that its writer takes back, or the words that do so."""
    said = one.said if one.fate in ORDERED else None
    return replace(one, fate=Fate.NOT_ORDERED, said=said, why="corrected", notes=(), rest=False)


def of_sentence(found: Sequence[Understood], at: int, end: int) -> list[int]:
    """The orders of the sentence in which a part stands, as far as a place."""
    last = found[at]
    sentence = sentence_of(last)
    return [
        place
        for place, one in enumerate(found[:end])
        if one.number == last.number
        and one.fate in ORDERED
        and ((text := plain(one.text).strip(SIGNS)) in sentence or sentence.strip(SIGNS) in text)
    ]


def only_says(one: Understood, words: str) -> bool:
    """Whether a part of a line that is no order is these words and little else."""
    text = without_number(plain(one.text)).strip(SIGNS)
    is_that = text in words or (text.startswith(words) and len(text) - len(words) <= _LITTLE)
    return one.fate not in ORDERED and is_that


def numbered(text: str) -> bool:
    """`Actually my wife says 6 will do`: whether a text has a number."""
    return any(map(str.isdigit, text))


def with_figures(text: str) -> frozenset[str]:
    """The words with a figure in a text: `12`, `M7`."""
    apart = "".join(sign if sign.isalnum() or sign in ".," else " " for sign in plain(text).lower())
    return frozenset(bare for one in apart.split() if numbered(bare := one.strip(".,")))


def was_order(one: Understood, number: int) -> bool:
    """Whether it is an order, or was one until something on a line (`number`) took it back, or the game asked of it."""
    if one.fate is Fate.REFUSED and getattr(one.said, "code", "") in ("taken-back-by", "undone"):
        return True
    is_corrected = one.fate is Fate.NOT_ORDERED and one.why == "corrected"
    return one.fate in ORDERED or (is_corrected and (one.number < number or one.said is not None))


def orders_before(found: Sequence[Understood], number: int, said: Undoing, line: str) -> list[int]:
    """The orders before words on a line."""
    return [at for at in _before(found, number, said, line) if found[at].fate in ORDERED]


def _before(found: Sequence[Understood], number: int, said: Undoing, line: str) -> list[int]:
    words = line.find(said.words)
    return [
        at
        for at, one in enumerate(found)
        if one.number < number or (one.number == number and line.find(plain(one.text).strip()) < words)
    ]


def in_places(found: Sequence[Understood], number: int, said: Undoing, line: str) -> list[int]:
    """What is or was an order on earlier lines, or on one line, in the places that words say."""
    before = [at for at in _before(found, number, said, line) if was_order(found[at], number)]
    parts = [(found[at].number, found[at].text) for at in before]
    lines = list(dict.fromkeys(one for one, _ in parts))
    apart: list[Any] = lines if len(lines) > 1 else list(dict.fromkeys(parts))
    # Of an even number none is the middle one.
    middle = len(apart) // 2 if len(apart) % 2 else len(apart)
    places = [middle if place == MIDDLE else place for place in said.places]
    which = [apart[place] for place in places if -len(apart) <= place < len(apart)]
    return [at for at, part in zip(before, parts, strict=True) if part in which or part[0] in which]


def sentence_of(one: Understood) -> str:
    """The sentence in which the first words of a part stand: `I do not want Paris to move any more.`"""
    own = next(iter(sentences(plain(one.text))), "").strip(SIGNS)
    return next((text for text in reversed(sentences(plain(one.line))) if own in text), own)


def leads_in(before: Understood, one: Understood) -> bool:
    """`PS:` before what it leads in."""
    return before.fate is Fate.COURTESY and before.number == one.number


def goes_on(one: Understood, words: str) -> bool:
    """Whether words stand behind a comma or a dash in the sentence of the order before them."""
    return plain(one.line).partition(plain(words))[0].rstrip().endswith((",", "-"))


def is_read_in(one: Understood, words: str) -> bool:
    """Whether nothing of these words was left unread there."""
    text = plain(one.text).strip(SIGNS)
    is_in = text in words or words.strip(SIGNS) in text
    return not is_in or one.fate not in (Fate.REFUSED, Fate.NOT_ORDERED, Fate.QUESTION)


def take_away(found: list[Understood], number: int, texts: Sequence[str], orders_in: OrdersIn) -> bool:
    """`Cancel Saloon on Past`: the orders of other lines that it names are gone, where all of them were given."""
    named = [order for text in texts for order in orders_in(text) or ()]
    own = [place for place, one in enumerate(found) if one.number == number and one.fate is Fate.REFUSED]
    # A game may have refused them already, for the words that take them back.
    given = {
        place: (one.said,) if one.fate in ORDERED else orders_in(one.text) or ()
        for place, one in enumerate(found)
        if named and one.number != number and (one.fate in ORDERED or one.fate is Fate.REFUSED)
    }
    gone = [place for place, orders in given.items() if orders and all(one in named for one in orders)]
    if len(own) != 1 or not named or not all(any(one in given[place] for place in gone) for one in named):
        return False
    for place in (*own, *gone):
        found[place] = withdrawn(found[place])
    return True


def undone_by(found: Sequence[Understood], number: int, said: Undoing, alone: bool) -> list[int]:
    """The orders of the sentence before such words, or above their line. `alone`: they are a line."""
    if said.before:
        sentence = said.before.strip(SIGNS)
        return [
            place
            for place, one in enumerate(found)
            if one.number == number
            and one.fate in ORDERED
            and ((text := plain(one.text).strip(SIGNS)) in sentence or sentence in text)
        ]
    own = [place for place, one in enumerate(found) if one.number == number and one.fate in ORDERED]
    if own and not said.of_several:
        # Of such words alone nothing can be ordered: they were read together with the line above.
        return own if alone else []
    above = [place for place, one in enumerate(found) if number - 1 - said.of_several <= one.number < number]
    if not above or found[above[-1]].fate not in ORDERED:
        return []
    if said.of_several:
        return [place for place, one in enumerate(found) if one.number < number and one.fate in ORDERED]
    return [place for place in above if found[place].text == found[above[-1]].text]


__all__ = [
    "ORDERED",
    "SIGNS",
    "Names",
    "for_many",
    "goes_on",
    "in_places",
    "is_read_in",
    "leads_in",
    "may_be_undone",
    "numbered",
    "of_sentence",
    "only_says",
    "orders_before",
    "sentence_of",
    "take_away",
    "undone_by",
    "was_order",
    "with_figures",
    "withdrawn",
]
