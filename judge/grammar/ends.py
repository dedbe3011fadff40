"""The ends of a letter: a salutation above the orders, a signature below them, told by their place and their shape."""

from __future__ import annotations

from collections.abc import Sequence

from judge.grammar.courtesy import is_name_word
from judge.grammar.lexicon import likeness
from judge.grammar.mentions import ORDERING, Mentions
from judge.grammar.mood import HANGING, mood
from judge.grammar.small_talk import points
from judge.grammar.text import plain

LONGEST = 60
MOST_WORDS = 7
MOST_OF_GREETING = 4
LONGEST_SMALL = 5
SLIP = 0.85
"""From here on a lone word may be a slip of one that orders by itself."""
_SIGNS = " .,;:!-*_~\"'()"


def may_sign(text: str, named: Mentions, below_orders: bool = False) -> bool:
    """Whether the last words of a letter may be its writer's name: a word, or words with a capital each, these behind a
    farewell or before what they are. A remark in brackets may follow. They name nothing of the game but a seat.
    `below_orders`: they are right below orders and nothing else. There a word in small letters is a name only if it
    is as short as what friends call each other."""
    bare, remark, inside = plain(text).strip(" -*_~").partition(" (")
    if remark and not inside.rstrip(" .!").endswith(")"):
        return False
    parts = [part.split() for part in bare.strip(_SIGNS).split(",")]
    words = [word for part in parts for word in part]
    if not words or len(bare) > LONGEST or len(words) > MOST_WORDS or len(parts) > 2:
        return False
    if not all(parts) or not all(map(_is_of_a_name, words)) or not _is_free(bare, words, named):
        return False
    if below_orders and bare.islower() and len(bare) > LONGEST_SMALL:
        return False
    return _is_name(parts[-1]) or _is_name(parts[0])


def may_greet(text: str, named: Mentions) -> bool:
    """Whether the first words of a letter may be a salutation: few, with a capital, with a sign behind them, and none
    of the game's. Behind `Dear` anybody is greeted."""
    bare = plain(text).strip(" -*_~")
    words = bare.strip(_SIGNS).replace(",", " ").split()
    if not 1 <= len(words) <= MOST_OF_GREETING or not all(map(_is_of_a_name, words)):
        return False
    if not bare[:1].isupper() or not bare.endswith((",", "!", ".", ":")):
        return False
    return (words[0] == "Dear" and len(words) > 1) or (len(bare) > 3 and _is_free(bare, words, named))


def _is_name(words: Sequence[str]) -> bool:
    """`bo`, `Kees van der Berg`, `Snow White and all the dwarves`."""
    joined = next((place for place, word in enumerate(words) if word.lower() in _AND), len(words))
    first = words[:joined]
    if len(words) == 1:
        return True
    has_capitals = bool(first) and first[-1][0].isupper() and (first[0][0].isupper() or first[0] in _BEFORE)
    return has_capitals and all(word[0].isupper() or word in _WITHIN for word in first[1:])


def _is_of_a_name(word: str) -> bool:
    return is_name_word(word.strip(_SIGNS)) or word == "&"


def _is_free(text: str, words: Sequence[str], named: Mentions) -> bool:
    """Whether words name nothing of the game but a seat, order nothing and turn nothing that stands beside them."""
    said = [word.strip(_SIGNS).lower() for word in (words[1:] if words[1:] and words[0] in _BEFORE else words)]
    if mood(text) or points(text) or not HANGING.isdisjoint(said) or not ORDERING.isdisjoint(said):
        return False
    if len(said) == 1 and (_is_slip(said[0]) or said[0] in _LETTERS):
        return False
    apart = text.replace("-", " ")
    return all(one.kind == "seat" for one in named(apart, apart.split()))


def _is_slip(word: str) -> bool:
    """Whether a lone word may be a slip of one that is an order by itself: letters swapped, or nearly all of them."""
    near = (one for one in _ALONE if one[0] == word[:1] and not one.startswith(word))
    return any(sorted(one) == sorted(word) or likeness(word, one, SLIP) >= SLIP for one in near)


_AND = ("and", "&", "with", "plus")
_WITHIN = ("of", "from", "the", "von", "van", "der", "den", "de", "del", "di", "da", "la", "le", "in", "zu", "ter")
_BEFORE = ("old", "your", "little", "big", "young", "uncle", "aunt", "the")
_LETTERS = frozenset("dhny")
"""Letters that order something by themselves, or answer."""
_ALONE = frozenset(
    "hold holds stand stands stay stays pass waive skip disband withdraw retreat reload none all".split()
)


__all__ = ["LONGEST_SMALL", "may_greet", "may_sign"]
