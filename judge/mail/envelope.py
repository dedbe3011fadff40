"""Which game, which seat, which window a mail is for, and what it carries to prove who sent it."""

from __future__ import annotations

import re
from dataclasses import KW_ONLY, dataclass

from judge.mail.headers import domain, local_part
from judge.mail.letter import Letter

_TAG = re.compile(r"\[\s*([a-z0-9][\w .-]{0,60})/([a-z0-9][a-z0-9-]{0,31})\s*\]", re.I)
_KEY = re.compile(r"\{([a-z0-9-]{2,120})\}", re.I)
_TALK = re.compile(r"^letter-(\d{1,15})-([a-z2-7]{16,40})$", re.I)
_PLUS = re.compile(r"^[a-z0-9.+_-]{1,200}$", re.I)
TOKEN = re.compile(r"^[a-z2-7]{16,40}$", re.I)


@dataclass(frozen=True, slots=True)
class Envelope:
    """The outside of a mail. None: nothing."""

    game: str | None
    window: str | None
    tokens: tuple[tuple[str, str | None], ...]
    """The words in its addresses, each with the game beside it: whoever is in Cc or in an address book may have put
    theirs there."""
    seat: str | None
    bounce: str | None
    subject_commands: str = ""
    _: KW_ONLY
    talk: tuple[int, str] | None = None
    """The letter of a talk with the game master that this goes on, and what proves whose answer it is."""
    is_to_us: bool = False
    """Whether it is to an address of ours that is no return path."""


def envelope_of(letter: Letter, own_address: str, campaign: str = "") -> Envelope:
    """The subject's tag, else the plus-address. The window key in the subject is the one a plain reply carries."""
    subject = letter.subject
    game = seat = bounce = None
    tokens: list[tuple[str, str | None]] = []
    is_to_us = False
    tag = next((tag for tag in _TAG.finditer(subject) if not campaign or tag[1].lower() == campaign.lower()), None)
    tag = tag or _TAG.search(subject)
    if tag:
        game = tag[2].lower()
    talk = None
    for key in _KEY.findall(subject)[:1]:
        went_on = _TALK.match(key)
        talk = (int(went_on[1]), went_on[2].lower()) if went_on else None
    window = window_in(subject)
    for address in letter.to:
        extra = extra_of(address, own_address)
        if extra is None:
            continue
        first, *rest = extra.split(".")
        if first == "b" and len(rest) >= 2:
            bounce = extra
            continue
        is_to_us = True
        if first == "m" and len(rest) == 2 and rest[0].isdigit() and TOKEN.match(rest[1]):
            talk = (int(rest[0][:15]), rest[1])
            continue
        if first == "p" and len(rest) >= 2:
            game, seat = game or rest[0], f"press:{rest[1]}"
            tokens += [(word, rest[0]) for word in rest[2:] if TOKEN.match(word)][:1]
            continue
        if not rest and TOKEN.match(first) and any(sign in "234567" for sign in first):
            tokens.append((first, None))
            continue
        named = first if re.fullmatch(r"[a-z0-9][a-z0-9-]{0,31}", first) else None
        tokens += [(word, named) for word in rest if TOKEN.match(word)][:1]
        game = game or named
    words = tuple(dict.fromkeys(tokens))
    return Envelope(game, window, words, seat, bounce, bare_subject(subject), talk=talk, is_to_us=is_to_us)


def window_in(subject: str) -> str | None:
    """The key of the window that a subject names."""
    keys = _KEY.findall(subject)[:1]
    return next((key.lower() for key in keys if not _TALK.match(key)), None)


def extra_of(address: str, own_address: str) -> str | None:
    """The part behind the plus in one of the judge's own addresses; "" when there is none; None: not ours."""
    if domain(address).lower() != domain(own_address).lower():
        return None
    name, _, extra = local_part(address).lower().partition("+")
    if name != local_part(own_address).lower().partition("+")[0] or not _PLUS.match(extra or "x"):
        return None
    return extra


def bare_subject(subject: str) -> str:
    """The subject without reply marks, tags and keys: it may hold a command."""
    text = _KEY.sub("", re.sub(r"\[[^\]]{0,120}\]", "", subject))
    for _ in range(6):
        shorter = re.sub(
            r"(?i)^\s*(?:re|aw|sv|rv|fw|fwd|wg|antw|tr|odp|vs|rif|ynt|ref|回复|答复)\s?(?:\[\d+\])?\s*[:：]\s*",
            "",
            text,
        )
        if shorter == text:
            break
        text = shorter
    return text.strip()
