"""The things of a game that a text names: a line that names one is never taken for a courtesy."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass

from judge.adjudicator.protocol import AnyGame
from judge.grammar.lexicon import Lexicon
from judge.grammar.memory import Memory, once_each
from judge.grammar.numbers import number
from judge.grammar.text import folded, plain

LONGEST_NAME = 5
"""Words."""
MOST_KEPT = 4_000
"""Texts whose names are remembered."""
_SIGNS = ".,;:!?()[]\"*'"


@dataclass(frozen=True, slots=True)
class Mention:
    """Something of the game: a lexicon's kind (`space`, `card`, `seat` …), a `sum`, or a word of `ordering`."""

    kind: str
    text: str


Mentions = Callable[[str, Collection[str]], Sequence[Mention]]
"""The things of a game that a text names; a single word that courtesies use is no name."""

ORDERING = frozenset(
    "attack bid branding build burn buy convoy disband discard fight fire go hold keep kill lay move moves order "
    "orders pass pay play raid reload remove retreat sell shoot skip stand stay steal support vote waive walk "
    "withdraw".split()
)
BIDDING = frozenset("bid bids pay offer money dollars cash sum".split())


def mentions(
    text: str,
    free: Collection[str],
    lexicons: Iterable[Lexicon],
    ordering: Collection[str] = (),
    bidding: Collection[str] = (),
) -> tuple[Mention, ...]:
    """The game's words in a text. `free`: its words that no courtesy has: of single words only these can be names.

    `ordering`: the game's verbs; `bidding`: its words for sums.
    """
    words = [word for raw in plain(text).split() if (word := raw.strip(_SIGNS))]
    loose = {word.strip(_SIGNS).lower() for word in free}
    found = _names(words, loose, tuple(lexicons))
    lower = [word.lower() for word in words]
    found += [Mention("ordering", word) for word in lower[:-1] if word in ordering and word in loose]
    if any(word in bidding for word in lower):
        found += [Mention("sum", word) for word in words if number(word.lstrip("$-")) is not None]
    return tuple(found)


@once_each
def names_of(game: AnyGame) -> Mentions:
    """The words for the things of this game: its names and seats, and what else its players call them."""
    seats = Lexicon("seat", {str(seat.id): (seat.name, *seat.aliases) for seat in game.seats})
    names = Lexicon("name", {key: (name,) for key, name in game.names.items()})
    lexicons = (seats, *game.lexicons, names)
    known: Memory[tuple[str, frozenset[str]], tuple[Mention, ...]] = Memory(MOST_KEPT)

    def named(text: str, free: Collection[str]) -> tuple[Mention, ...]:
        key = (text, frozenset(free))
        found = known.get(key)
        return known.keep(key, mentions(text, free, lexicons, ORDERING, BIDDING)) if found is None else found

    return named


def things_in(game: AnyGame, text: str) -> frozenset[str]:
    """The things of a game that a text is about: the meanings of its names, in whatever spelling, and its numbers."""
    apart = "".join(sign if sign.isalnum() or sign in "'&" else " " for sign in plain(text))
    found = {word for word in apart.split() if word.isdecimal()}
    for one in names_of(game)(apart, apart.split()):
        if one.kind not in ("seat", "ordering", "sum"):
            lexicons = [lexicon for lexicon in game.lexicons if lexicon.kind == one.kind]
            found.update(key for lexicon in lexicons for key in lexicon.matches(one.text)[:1])
    return frozenset(found)


@once_each
def _meanings(game: AnyGame) -> Memory[str, tuple[frozenset[str], ...]]:
    """The meanings of the names in texts, as far as anybody has asked."""
    return Memory(MOST_KEPT)


def named_in(game: AnyGame, text: str) -> tuple[frozenset[str], ...]:
    """The meanings of each name in a text, in order, that is no seat's, nor the letter of a kind (`A`, `G`)."""
    known = _meanings(game)
    found = known.get(text)
    return known.keep(text, _named_in(game, text)) if found is None else found


def _named_in(game: AnyGame, text: str) -> tuple[frozenset[str], ...]:
    apart = "".join(sign if sign.isalnum() or sign in "'&" else " " for sign in plain(text))
    found = []
    for one in names_of(game)(apart, apart.split()):
        if one.kind not in ("seat", "ordering", "sum") and len(one.text) > 1:
            lexicons = [lexicon for lexicon in game.lexicons if lexicon.kind == one.kind]
            spelled = folded(one.text)
            is_one = any(lexicon.is_spelling(one.text) for lexicon in lexicons)
            singular = spelled if is_one else spelled.removesuffix("s")
            meant = {key for lexicon in lexicons for key in lexicon.matches(singular)}
            if not meant:
                # `SPA/SC` is in Spain.
                first, *more = one.text.split()
                meant = {key for lexicon in game.lexicons for key in lexicon.matches(first) if more}
            meant |= {str(key) for key, name in game.names.items() if folded(name) == spelled}
            found.append(frozenset(meant or {singular}))
    return tuple(found)


def _names(words: Sequence[str], loose: Collection[str], lexicons: Sequence[Lexicon]) -> list[Mention]:
    found: list[Mention] = []
    place = 0
    while place < len(words):
        length = 1
        begun = [one for one in lexicons if one.may_begin(words[place])]
        for length in range(min(LONGEST_NAME, len(words) - place) if begun else 0, 0, -1):
            said = " ".join(words[place : place + length])
            kind = next((one.kind for one in begun if _spells(one, said)), "")
            if kind and (length > 1 or said.lower() in loose):
                found.append(Mention(kind, said))
                break
        else:
            length = 1
        place += length
    return found


def _spells(lexicon: Lexicon, said: str) -> bool:
    """Whether this is one of its names, or several of that name."""
    return lexicon.is_spelling(said) or (len(said) > 4 and said.endswith("s") and lexicon.is_spelling(said[:-1]))


__all__ = ["Mention", "Mentions", "mentions", "named_in", "names_of", "things_in"]
