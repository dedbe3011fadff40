"""The language of the answer to a letter, and the offer of another one to a person who plainly writes in it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from judge import shelf
from judge.campaign.languages import language_of
from judge.grammar import letter
from judge.grammar.phrasebook import Phrasebook
from judge.grammar.text import plain
from judge.report.languages import language_now, spoken
from judge.serve import assent
from judge.serve.hand import Hand
from judge.serve.parts import Language

ENOUGH = 3
"""Common words of a language in a letter that is plainly in it."""


def language_of_writer(hand: Hand) -> str:
    """The writer's language: their own, else that of the game they write about, or of their only one."""
    names = {row["game"] for row in hand.writer.seats}
    name = hand.envelope.game if hand.envelope.game in names else names.pop() if len(names) == 1 else None
    live = hand.act.ledger.game(name) if name is not None else None
    if live is None and hand.writer.master is None and not _settings(hand).get("language"):
        plain = _asked_for(hand) or _plainly(hand) or assent.language_of_question(hand)
        if plain:
            return plain
    return language_of(_settings(hand), live, hand.act.config)


def _asked_for(hand: Hand) -> str:
    """The language that a letter asks for by SET LANGUAGE."""
    sets = [one.rest.partition(" ") for one in hand.opened.reading.commands if one.verb == "set"]
    codes = [shelf.language_named(value) for key, _, value in sets if key.lower() == "language"]
    return next((code for code in codes if code is not None and code in spoken()), "")


def _plainly(hand: Hand) -> str:
    """The language that a letter is plainly written in, if it is one of ours and not English."""
    own = [line.text for line in hand.opened.letter.lines if line.is_own]
    books = {code: book for code, book in shelf.phrasebooks().items() if code in spoken()}
    by_command = (code for code in sorted(books) if any(_is_command_in(books[code], line) for line in own))
    return _most_likely(hand, 2) or next(by_command, "")


def _most_likely(hand: Hand, enough: int = ENOUGH) -> str:
    """The language whose common words a letter is full of; of a short one `enough` may do."""
    own = "\n".join(line.text for line in hand.opened.letter.lines if line.is_own)
    books = shelf.phrasebooks()
    hits = {code: books[code].hits(own) for code in spoken() if code in books}
    best = max(sorted(hits), key=lambda code: hits[code], default="")
    return best if best and hits[best] >= enough and hits[best] > 2 * english_words(own) else ""


def _is_command_in(book: Phrasebook, line: str) -> bool:
    """Whether a line is a command in this language, and none in English."""
    text = plain(line)
    return letter.said(text) is None and book.command(text) is not None


def _settings(hand: Hand) -> Mapping[str, Any]:
    player = hand.writer.player_id
    return hand.act.ledger.settings(player, None) if player is not None else {}


def offer_language(hand: Hand) -> None:
    """Offer a language to a writer who plainly writes in it and has said nothing about it."""
    answer = hand.answer
    if hand.writer.player_id is None or not answer.parts or _settings(hand).get("language"):
        return
    best = _most_likely(hand)
    if best and best != language_now():
        answer.parts.append(Language("offer", best))


def english_words(text: str) -> int:
    """The number of words of a text that are among the commonest of English."""
    return sum(word in _ENGLISH for word in text.lower().split())


_ENGLISH = frozenset("the and of you for is are my your with this that will it have from please do not we".split())

__all__ = ["language_of_writer", "offer_language"]
