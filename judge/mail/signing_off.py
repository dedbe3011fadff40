"""Which lines of a letter may be how their writer signs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

from judge.grammar.courtesy import free_words, is_name, polite
from judge.grammar.ends import LONGEST_SMALL
from judge.grammar.lexicon import likeness
from judge.grammar.mentions import ORDERING, Mentions
from judge.grammar.signing import signed_as
from judge.mail.language import OrderLine
from judge.mail.suggesting import near_command

LONGEST_CODE = 3
_AROUND = " .,!-"
SIGNS_WITHIN = 3
"""A name may be at most so many lines below a farewell."""


def is_thing(text: str, named: Mentions) -> bool:
    """Whether a text is the name of a place or a piece; a code of three letters may be somebody's name (`Tom`)."""
    bare = text.strip(_AROUND)
    mentions = named(bare, free_words(bare)) if len(bare) > LONGEST_CODE else ()
    return any(one.kind not in ("seat", "ordering", "sum") and one.text.lower() == bare.lower() for one in mentions)


def signing_in(
    lines: Sequence[OrderLine], above: int = 0, is_thing: Callable[[str], bool] = lambda text: False
) -> set[int]:
    """The lines that may be how their writer signs: a name near a farewell, a lone word at the very end that is
    none of the things of the game. `above`: the last line before them that is none of these, such as a command."""
    found: set[int] = set()
    below = SIGNS_WITHIN
    for line in lines:
        said = polite(line.text, ())
        if said is not None and said.kind in ("farewell", "thanks"):
            below = 0
        elif below < SIGNS_WITHIN:
            below += 1
            if is_name(line.text) or signed_as(line.text) is not None:
                found.add(line.number)
    before = max((above, *(one.number for one in lines[-2:-1])))
    # Right below `keep Outlaws,` a name goes on with the list.
    goes_on = len(lines) > 1 and lines[-2].text.endswith(",") and before + 1 == lines[-1].number and below > 1
    if lines and before and not goes_on and _signs_off(before, lines[-1]) and not is_thing(lines[-1].text):
        found.add(lines[-1].number)
    return found


def _signs_off(before: int, last: OrderLine) -> bool:
    """A lone word at the very end: no slip of a command or of a verb. Initials (`J-P`) and two words with a capital
    each (`Red Ken`) sign apart from what is above them; a word in small letters right below it may be meant."""
    if signed_as(last.text) is not None:
        return True
    word = last.text.strip(" .!,-")
    is_apart, said = last.number > before + 1, word.split()
    is_lone = len(said) == 1 and (is_apart or (word[:1].isupper() and not word.isupper()))
    is_full = len(said) == 2 and is_apart and all(one.istitle() for one in said)
    if is_lone and word.islower() and len(word) > LONGEST_SMALL:
        return False
    initials = word.replace(".", "-").split("-")
    # "J." may end the line of an order.
    if (is_apart or last.number == before or last.text.startswith("--")) and all(
        len(one) == 1 and one.isalpha() for one in initials
    ):
        return len(initials) > 1 or word.upper() not in _LETTERS  # "J-P", "G"
    return (
        (is_lone or is_full)
        and is_name(word)
        and not any(_may_be_verb(one.lower()) for one in said)
        and not near_command(word)
    )


@lru_cache(maxsize=1024)
def _may_be_verb(word: str) -> bool:
    """Whether a word may be a slip of a verb of orders."""
    return any(likeness(word, verb, _SLIP) >= _SLIP for verb in ORDERING)


_LETTERS = "ACDFHRSVY"
"""Letters that order something by themselves, or answer."""
_SLIP = 0.74
"""From here on a lone word may be a slip of a verb."""


__all__ = ["is_thing", "signing_in"]
