"""In which language a letter is answered, and the offer of another one to who plainly writes in it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from judge import shelf
from judge.campaign.languages import language_of
from judge.report.languages import language_now, spoken
from judge.serve.hand import Hand

ENOUGH = 3
"""Common words of a language in a letter that is plainly in it."""


def language_of_writer(hand: Hand) -> str:
    """The language of whoever wrote: their own, else that of the game they write about, or of their only one."""
    names = {row["game"] for row in hand.writer.seats}
    name = hand.envelope.game if hand.envelope.game in names else names.pop() if len(names) == 1 else None
    live = hand.act.ledger.game(name) if name is not None else None
    return language_of(_settings(hand), live, hand.act.config)


def _settings(hand: Hand) -> Mapping[str, Any]:
    player = hand.writer.player_id
    return hand.act.ledger.settings(player, None) if player is not None else {}


def offer_language(hand: Hand) -> None:
    """Who said nothing about a language, and plainly writes in another one, is told that it is spoken here."""
    answer = hand.answer
    if hand.writer.player_id is None or not answer.parts or _settings(hand).get("language"):
        return
    own = "\n".join(line.text for line in hand.opened.letter.lines if line.is_own)
    books = shelf.phrasebooks()
    hits = {code: books[code].hits(own) for code in spoken() if code in books}
    best = max(sorted(hits), key=lambda code: hits[code], default="")
    if best and best != language_now() and hits[best] >= ENOUGH and hits[best] > 2 * english_words(own):
        answer.parts.append({"kind": "language", "code": "offer", "language": best})


def english_words(text: str) -> int:
    """How many of a text's words are among the commonest of English."""
    return sum(word in _ENGLISH for word in text.lower().split())


_ENGLISH = frozenset("the and of you for is are my your with this that will it have from please do not we".split())

__all__ = ["language_of_writer", "offer_language"]
