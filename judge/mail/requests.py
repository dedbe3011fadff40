"""Lines that are for the game master and order nothing: a request, the words around it, a letter that is all talk."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace

from judge.adjudicator.protocol import Problem
from judge.grammar.courtesy import free_words
from judge.grammar.mentions import ORDERING, Mentions
from judge.grammar.mood import HANGING, mood
from judge.grammar.request import FEWEST_WORDS, Request, is_prose, request
from judge.grammar.text import plain
from judge.mail.fates import Fate
from judge.mail.suggesting import near_command
from judge.mail.understood import Understood

LONG = 9
"""Words from which on what is denied, or said in passing, may be all that somebody has to say."""
ORDERED = (Fate.ORDER, Fate.LATER, Fate.BLOCK)


def with_requests(lines: Sequence[Understood], named: Mentions) -> tuple[Understood, ...]:
    """The lines, those for the game master known as such. No line that names anything of the game is one."""
    found = [_asked(one, named) if _is_talk(one, named, True) else one for one in lines]
    found = _with_neighbours(found, lambda one: _is_talk(one, named, False))
    if any(one.fate in ORDERED for one in found):
        said = Counter(one.number for one in found)
        return tuple(
            replace(one, fate=Fate.NOT_ORDERED, why="told")
            if (said[one.number] == 1 or one.text.rstrip().endswith((".", "!"))) and _is_idle(one, named)
            else one
            for one in found
        )
    asked = next((one for one in found if one.fate is Fate.REQUEST), None)
    if asked is not None:
        # A letter that asks and orders nothing asks as a whole.
        return tuple(
            replace(one, fate=Fate.REQUEST, said=None, why=asked.why, offered="")
            if _is_told(one) and _is_talk(one, named, False)
            else one
            for one in found
        )
    return tuple(_all_talk(found, named))


def asked_in(text: str, named: Mentions) -> Request | None:
    """What a line asks of the game master. A word that is part of a longer name asks for nothing: Harass Settlers."""
    asked = request(text)
    if asked is None:
        return None
    apart = {mention.text for mention in named(asked.rest, free_words(asked.rest))}
    names = {mention.text for mention in named(text, free_words(text)) if " " in mention.text}
    return asked if names <= apart else None


def _asked(one: Understood, named: Mentions) -> Understood:
    asked = asked_in(one.text, named)
    if asked is None:
        return one
    # A word of ordering beside it may be meant: its writer is told to look.
    sure = not any(mention.kind == "ordering" for mention in named(asked.rest, free_words(asked.rest)))
    return replace(one, fate=Fate.REQUEST, said=None, why=asked.kind if sure else "unsure", offered="")


def _is_talk(one: Understood, named: Mentions, asks: bool) -> bool:
    """Whether a line is nobody's order, command or slip of one, and names nothing of the game but a seat.

    `asks`: what stands in the words of a request itself is not looked at.
    """
    if one.fate not in (Fate.REFUSED, Fate.NOT_ORDERED, Fate.QUESTION) and not _is_doubtful(one):
        return False
    if one.why in ("echo", "corrected", "reason"):
        return False
    if isinstance(one.said, tuple) or near_command(one.text):
        return False
    if one.offered and not asks:
        return False
    if one.fate is Fate.REFUSED and not (isinstance(one.said, Problem) and one.said.code == "not-understood"):
        return False
    asked = asked_in(one.text, named) if asks else None
    text = asked.rest if asked is not None else one.text
    apart = ("seat", "ordering") if asked is not None else ("seat",)
    return all(mention.kind in apart for mention in named(text, free_words(text)))


def _is_idle(one: Understood, named: Mentions) -> bool:
    """Whether a line beside orders is talk that names nothing of the game and takes nothing back: `Wish us luck!`"""
    words = {word.strip(_SIGNS).lower() for word in plain(one.text).split()} - {""}
    return (
        _is_talk(one, named, False)
        and one.fate is Fate.REFUSED
        and len(words) >= FEWEST_IDLE
        and (mood(one.text) == "" or one.text.rstrip().endswith("!"))
        and not one.text[:1].islower()
        and words.isdisjoint(HANGING | _MEANING_MORE)
        and not any((word.isupper() and len(word) > 1) or not word.isalpha() for word in _bare_words(one.text))
        and not any(word.removesuffix(end) in ORDERING for word in words for end in ("", "s", "ed", "ing", "es"))
    )


def _bare_words(text: str) -> list[str]:
    """Its words, with their apostrophes left out and faces made of signs."""
    bare = (word.strip(_SIGNS).replace("'", "") for word in plain(text).split())
    return [word for word in bare if word]


_MEANING_MORE = frozenset(
    "same usual discussed agreed planned promised everything everybody everyone all both rest others remaining nobody "
    "nothing none half undo back mine him her it them that those first second third last next again more less".split()
)
"""A line with one of these may order something by what it points to."""
FEWEST_IDLE = 3
"""Words of a line that may be talk; fewer may be a slip of anything."""
_SIGNS = ".,;:!?()\"'-"


def _is_told(one: Understood) -> bool:
    """Whether a line says something to somebody, in words and without a figure."""
    return is_prose(one.text) or (len(one.text.split()) >= FEWEST_WORDS and not any(map(str.isdigit, one.text)))


def _says_much(one: Understood) -> bool:
    """Whether a line is more than a word in passing."""
    if one.fate is not Fate.REFUSED and (len(one.text.split()) < LONG or any(map(str.isdigit, one.text))):
        return False
    told = one.fate is Fate.NOT_ORDERED and one.why == "denied"
    return (told or one.fate in (Fate.REFUSED, Fate.COURTESY)) and is_prose(one.text)


def _is_doubtful(one: Understood) -> bool:
    """Whether a line was passed over for a courtesy and may be more."""
    return one.fate is Fate.COURTESY and one.why == "unsure"


def _with_neighbours(found: Sequence[Understood], is_talk: Callable[[Understood], bool]) -> list[Understood]:
    """What stands above and below a request, with no empty line between, belongs to it."""
    lines = {one.number: one for one in found if one.fate is Fate.REQUEST}
    done = list(found)
    for numbers in (range(len(found)), range(len(found) - 1, -1, -1)):
        for place in numbers:
            one = done[place]
            beside = lines.get(one.number - 1) or lines.get(one.number + 1) or lines.get(one.number)
            if beside is not None and one.fate is not Fate.REQUEST and is_talk(one):
                done[place] = replace(one, fate=Fate.REQUEST, said=None, why=beside.why, offered="")
                lines[one.number] = done[place]
    return done


def _all_talk(found: Sequence[Understood], named: Mentions) -> Sequence[Understood]:
    """A letter in which nothing is an order, nor looks like one: somebody talks, and not to a program."""
    talk = [one for one in found if _is_talk(one, named, False)]
    rest = [one for one in found if one not in talk and one.fate not in (Fate.COURTESY, Fate.SIGNATURE)]
    if rest or not any(_says_much(one) for one in talk):
        return found
    return [replace(one, fate=Fate.REQUEST, said=None, why="unsure") if one in talk else one for one in found]


__all__ = ["asked_in", "with_requests"]
