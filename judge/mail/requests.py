"""Lines that are for the game master and order nothing: a request, the words around it, a letter that is all talk."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby, pairwise

from judge.adjudicator.protocol import Problem
from judge.grammar.courtesy import courtesy, free_words
from judge.grammar.ends import may_greet, may_sign
from judge.grammar.mentions import Mentions
from judge.grammar.mood import offer
from judge.grammar.request import FEWEST_WORDS, Request, is_prose, request
from judge.grammar.small_talk import SmallTalk
from judge.grammar.text import plain
from judge.mail.fates import Fate
from judge.mail.suggesting import near_command
from judge.mail.understood import Understood

LONG = 9
"""Words after which a denial, or a remark in passing, may be all that somebody has to say."""
_SENT_OR_CORRECTED = ("echo", "quotation", "corrected")
ORDERED = (Fate.ORDER, Fate.LATER, Fate.BLOCK)
_OF_TALK = (Fate.REFUSED, Fate.NOT_ORDERED, Fate.QUESTION, Fate.REQUEST)
"""The fates of lines that may be for somebody."""


def with_requests(
    lines: Sequence[Understood], named: Mentions, talk: SmallTalk, is_complete: Callable[[], bool]
) -> tuple[Understood, ...]:
    """The lines, those for the game master known as such. No line that names anything of the game is one.
    `is_complete`: whether the orders among them leave nobody without one."""
    if not any([one.fate in _OF_TALK or _is_doubtful(one) for one in lines if one.fate is not Fate.ORDER]):
        return tuple(lines)
    found = [_asked(one, named) if _is_talk(one, named, True) else one for one in lines]
    found = _with_neighbours(found, lambda one: _is_talk(one, named, False))
    if any(one.fate in ORDERED for one in found):
        found = _with_details(_with_ends(found, named), is_complete)
        if not any(map(_may_be_talk, found)):
            return tuple(found)
        complete = any(one.fate is Fate.REFUSED for one in found) and is_complete()
        return tuple(_with_talk(found, lambda text, doubtful: talk.is_talk(text, doubtful, complete)))
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
    """The request of a line to the game master. A word that is part of a longer name asks for nothing: Harass
    Settlers."""
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

    `asks`: the words of a request itself are not looked at.
    """
    if one.fate not in (Fate.REFUSED, Fate.NOT_ORDERED, Fate.QUESTION) and not _is_doubtful(one):
        return False
    if one.why in (*_SENT_OR_CORRECTED, "reason"):
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


def _with_ends(found: Sequence[Understood], named: Mentions) -> list[Understood]:
    """The first line above all orders that can be a salutation, and the last below them that can be a signature, are
    courtesies of unknown words. Only what orders nothing may stand beyond them."""
    groups = [list(same) for _, same in groupby(found, key=lambda one: one.number)]
    above = groups[-2] if len(groups) > 1 else []
    is_right_below = bool(above) and groups[-1][0].number == above[-1].number + 1
    is_bare = is_right_below and all(one.fate in ORDERED and one.text[-1:].isalnum() for one in above)

    def signs(text: str, named: Mentions) -> bool:
        return may_sign(text, named, is_bare)

    for way, may_be in ((range(len(groups)), may_greet), (range(len(groups) - 1, -1, -1), signs)):
        for place in way:
            parts = _first_line(groups[place]) if may_be is may_greet else groups[place]
            if any(one.fate in (Fate.ORDER, Fate.LATER, Fate.SIGNATURE) for one in parts):
                break
            refused = [one for one in parts if one.fate is Fate.REFUSED]
            if refused:
                if all(map(_may_be_name, refused)) and may_be(_written(parts), named):
                    groups[place] = [
                        replace(one, fate=Fate.COURTESY, said=None, why="unsure") if one in refused else one
                        for one in groups[place]
                    ]
                break
    return [one for parts in groups for one in parts]


def _with_details(found: Sequence[Understood], is_complete: Callable[[], bool]) -> list[Understood]:
    """Right below a farewell and a name stands what their writer is and how to reach them, up to the letter's end: that
    is told, and orders nothing."""
    signed = [place for place, one in enumerate(found) if one.fate is Fate.SIGNATURE]
    name = next((place for place in signed if place and _says_farewell(found[place - 1])), len(found))
    below = found[name + 1 :]
    numbers = [one.number for one in found[name:]]
    is_block = all(after - before <= 1 for before, after in pairwise(numbers))
    told = [one for one in below if one.fate is Fate.REFUSED]
    if not told or not is_block or any(one.fate in ORDERED for one in below) or not all(map(_may_be_details, told)):
        return list(found)
    if not is_complete():
        return list(found)
    return [replace(one, fate=Fate.NOT_ORDERED, why="told") if one in told else one for one in found]


def _says_farewell(one: Understood) -> bool:
    said = courtesy(one.text) if one.fate is Fate.COURTESY else None
    return said is not None and said.kind in ("farewell", "thanks")


def _may_be_details(one: Understood) -> bool:
    """Whether a line is no piece and what it does: `Director, Army Support`; and no afterthought."""
    read = isinstance(one.said, Problem) and not one.said.code.startswith(("not-understood", "unknown-"))
    return not (read or " - " in plain(one.text) or one.text.lower().startswith(("p.", "ps", "no", "sorry")))


def _first_line(parts: Sequence[Understood]) -> list[Understood]:
    """The first sentence of a line, where it was read apart from the others."""
    return [one for one in parts if (one.line or one.text) == (parts[0].line or parts[0].text)]


def _written(parts: Sequence[Understood]) -> str:
    """The words of these together."""
    return " ".join(dict.fromkeys(one.line or one.text for one in parts))


def _may_be_name(one: Understood) -> bool:
    """Whether a line may be no more than a name: it is no slip of a command, and hangs on nothing."""
    is_order = isinstance(one.said, Problem) and one.said.code.startswith(_HANGS)
    return not (is_order or near_command(one.text))


_HANGS = ("on-condition", "condition-", "bids-are-sealed", "as-last-time", "correction-", "heading-", "two-readings")


def _with_talk(found: Sequence[Understood], is_talk: Callable[[str, bool], bool]) -> Iterator[Understood]:
    """Beside orders a line that is talk is named as such, and is no error. Of a line in which nothing is an order all
    is talk or nothing is; behind an order so is what speaks of somebody."""
    for (number, line), same in groupby(found, key=lambda one: (one.number, one.line)):
        parts = list(same)
        refused = [one for one in parts if one.fate is Fate.REFUSED]
        if not refused or not line:
            yield from parts
        elif not all(map(_may_be_talk, parts)):
            talk = [one for one in refused if _may_be_talk(one) and is_talk(one.text, True)]
            yield from (replace(one, fate=Fate.NOT_ORDERED, why="told") if one in talk else one for one in parts)
        elif not is_talk(line, any(one.said.code != "not-understood" for one in refused)):
            yield from parts
        elif any(one.fate in (Fate.NOT_ORDERED, Fate.QUESTION) for one in parts):
            yield from (replace(one, fate=Fate.NOT_ORDERED, why="told") if one in refused else one for one in parts)
        else:
            yield Understood(number=number, text=line, fate=Fate.NOT_ORDERED, said=refused[0].said, why="told")


def _may_be_talk(one: Understood) -> bool:
    """Whether this is no order, nor anything that a game makes out to be one."""
    if one.fate is Fate.REFUSED:
        known = not isinstance(one.said, Problem) or not one.said.code.startswith(_NOTHING_KNOWN)
        return not (known or near_command(one.text) or offer(one.line))
    return one.fate in (Fate.COURTESY, Fate.NOT_ORDERED, Fate.QUESTION) and one.why not in _SENT_OR_CORRECTED


_NOTHING_KNOWN = ("not-understood", "nothing-said", "unknown-", "on-condition", "condition-unclear")


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
    """Whether a line was taken for a courtesy and may be more."""
    return one.fate is Fate.COURTESY and one.why == "unsure"


def _with_neighbours(found: Sequence[Understood], is_talk: Callable[[Understood], bool]) -> list[Understood]:
    """Lines above and below a request, with no empty line between, belong to it."""
    lines = {one.number: one for one in found if one.fate is Fate.REQUEST}
    done = list(found)
    if not lines:
        return done
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
    rest = [one for one in found if one not in talk and one.fate not in _SAYING_NOTHING]
    if rest or not any(_says_much(one) for one in talk):
        return found
    return [replace(one, fate=Fate.REQUEST, said=None, why="unsure") if one in talk else one for one in found]


_SAYING_NOTHING = (Fate.COURTESY, Fate.SIGNATURE, Fate.QUOTATION)


__all__ = ["asked_in", "with_requests"]
