"""Words that nobody is shown but whoever they are for: tokens and their like, a diary, press."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from judge.campaign.diaries import READ
from judge.campaign.seating import TOKEN_LENGTH
from judge.mail.envelope import bare_subject
from judge.mail.language import command_of

OMITTED = "[…]"
_OTHER = re.compile(r"[^a-z2-7]+")
"""Signs that no token has."""
_WORD = re.compile(rf"(?<![a-z2-7])(?=[a-z]*[2-7])[a-z2-7]{{{TOKEN_LENGTH}}}(?![a-z2-7])", re.IGNORECASE)
"""A token, or a word that confirms, wherever it stands: each has a digit."""
_REPLY_ADDRESS = re.compile(r"\b[\w.-]{1,60}\+[\w.-]{1,120}@[\w.-]{1,120}\b")
_LINK = re.compile(r"\b(?:\d{1,15}-|/gm/)[a-z2-7]{26}\b", re.IGNORECASE)
_TOKEN_LINE = re.compile(r"(?im)^(\W*(?:token|password|key)\W+)\S+")


def is_own(verb: str, rest: str) -> bool:
    """Whether the words of a command are its writer's own, or other players'."""
    return verb == "press" or (verb == "diary" and rest.strip().lower() not in READ)


def plain_subject(subject: str) -> str:
    """The subject of a letter as others may read it, however it begins."""
    found = command_of(bare_subject(subject), 1)
    return OMITTED if found is not None and is_own(found.verb, found.rest) else without_words(subject)


def without_token(text: str) -> str:
    """Words for others in which `[…]` stands for all that looks like a token, a link or a reply address."""
    return _TOKEN_LINE.sub(rf"\1{OMITTED}", _REPLY_ADDRESS.sub(OMITTED, _LINK.sub(OMITTED, text)))


def without_words(text: str, facts: Any = None) -> str:
    """The same for a letter or a mail that is shown to somebody else: without the words that confirm as well. `facts`:
    what the mail is made of."""
    for word in _words_in(facts):
        text = text.replace(word, OMITTED)
    return _WORD.sub(OMITTED, without_token(text))


def _words_in(facts: Any) -> Iterator[str]:
    """Everything among the facts of a mail that may be a word of ours."""
    if isinstance(facts, str):
        if len(facts) == TOKEN_LENGTH and not _OTHER.search(facts):
            yield facts
    elif isinstance(facts, Mapping | list):
        for one in facts.values() if isinstance(facts, Mapping) else facts:
            yield from _words_in(one)


__all__ = ["OMITTED", "is_own", "plain_subject", "without_token", "without_words"]
