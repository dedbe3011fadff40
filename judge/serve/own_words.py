"""Words of a player that are for themselves or for other players: a diary, press. A game master who looks at a letter
or a mail is shown that they are there, and not what they say."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from judge.campaign.withheld import OMITTED, is_own
from judge.mail.fates import Fate
from judge.mail.language import read
from judge.mail.letter import Letter
from judge.mail.quotations import Index, recognised
from judge.mail.quotes import TextLine
from judge.report.saying import Saying, worded

_OPENS = "answers/diary-when"
"""Behind this sentence of an answer stands an entry of a diary."""


def own_lines(lines: Sequence[TextLine], sent: Sequence[Index], *, is_press: bool = False) -> frozenset[int]:
    """The lines of a letter, counted from 1, that hold such words. `sent`: the mails to its writer; `is_press`: all of
    it answers press."""
    press = [one for one in sent if one.is_press]
    lines = recognised(lines, press)
    reading = read(lines)
    said = {one.number for one in reading.commands if is_own(one.verb, one.rest)}
    said |= {number for number, fate in enumerate(reading.fates, 1) if fate is Fate.PRESS}
    # A quotation may be of press, as soon as there is any.
    said |= {number for number, one in enumerate(lines, 1) if is_press or (press and one.quoted)}
    return frozenset(number for number in said if lines[number - 1].text.strip())


def without_own_words(letter: Letter, hidden: frozenset[int], own_templates: Any) -> str:
    """A letter's text; in place of each row of these lines, that there are such words."""
    return "\n".join(_shown([line.text for line in letter.lines], hidden, own_templates)).strip()


def _shown(lines: Sequence[str], hidden: frozenset[int], own_templates: Any) -> Iterator[str]:
    mark, before = worded(Saying("answers/own-words", {}), own_templates), False
    for number, text in enumerate(lines, 1):
        if number not in hidden:
            yield text
        elif not before:
            yield mark
        before = number in hidden


def plain_facts(facts: Mapping[str, Any]) -> Mapping[str, Any]:
    """The facts of an answer without the entries of a diary."""
    parts, before = [], False
    for part in facts.get("parts", ()):
        parts.append({**part, "text": f"  | {OMITTED}"} if before and part["kind"] == "verbatim" else part)
        text = part.get("text")
        before = part["kind"] == "said" and isinstance(text, dict) and text.get("code") == _OPENS
    return {**facts, "parts": parts} if parts else facts


__all__ = ["own_lines", "plain_facts", "without_own_words"]
