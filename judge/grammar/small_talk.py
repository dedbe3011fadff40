"""Small talk in one game: a line without a name of the game, a word of its grammar, a figure, or anything that may be a
slip of these, that points at nothing said elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from weakref import WeakKeyDictionary

from lark import Token

from judge.adjudicator.protocol import AnyGame
from judge.grammar.courtesy import free_words
from judge.grammar.lexicon import likeness, spellings_of
from judge.grammar.memory import Memory
from judge.grammar.mentions import BIDDING, ORDERING, Mention, Mentions, names_of
from judge.grammar.numbers import number
from judge.grammar.shapes import Pattern, Shapes
from judge.grammar.text import plain

LONGEST = 400
FEWEST_WORDS = 3
"""Words of a line that may be talk; fewer may be a slip of anything, but for an exclamation."""
FEWEST_OF_SOMEBODY = 5
"""Words of talk that the game took for something of its own: it speaks of somebody besides."""
FEWEST_TOLD = 2
"""Words that no game knows, in what is told of the past: one word of ordering beside them orders nothing."""
LIKE = 0.84
"""From here on a word may be a slip of another."""
SHORTEST = 4
"""Letters of a word that may be a slip."""
MOST_KEPT = 4_000
_SHAPES = Shapes("small_talk.lark", lexer="basic")
_NO_TALK = ("PIECES", "NUMBER", "SIGN")
_OF_NOBODY = ("IDIOM", "SETTING")
"""What names in them is none of the game's."""
_ENDINGS = ("", "s", "es", "ed", "d", "ing", "ting", "ning", "ping")

IsSmallTalk = Callable[[str, bool], bool]
"""Whether a text is talk; `doubtful`: the game took it for something of its own."""
_known: WeakKeyDictionary[AnyGame, IsSmallTalk] = WeakKeyDictionary()


def small_talk_in(game: AnyGame) -> IsSmallTalk:
    """Talk beside the orders of this game."""
    if game not in _known:
        talk = _SmallTalk(names_of(game), _words_of_names(game), _is_ordering(game.shapes))
        _known[game] = talk.is_talk
    return _known[game]


def is_said_to_somebody(line: str) -> bool:
    """Whether a line says what somebody is to do who is no piece: `drop me a line`, `let us know`."""
    kinds = [token.type for token in _SHAPES.tokens(plain(line)[:LONGEST]) if token.type not in ("LEAD", "MARK")]
    return "IDIOM" in kinds[FEWEST_WORDS:]


class _SmallTalk:
    """Talk in one game. `named`: what of it a text names; `near`: the words that names are made of."""

    def __init__(self, named: Mentions, near: Collection[str], is_ordering: Callable[[str], bool]) -> None:
        self._named = named
        self._near = near
        self._is_ordering = is_ordering
        self._told: Memory[tuple[str, bool], bool] = Memory(MOST_KEPT)

    def is_talk(self, text: str, doubtful: bool = False) -> bool:
        known = self._told.get((text, doubtful))
        return self._told.keep((text, doubtful), self._is_talk(text, doubtful)) if known is None else known

    def _is_talk(self, text: str, doubtful: bool) -> bool:
        bare = plain(text)
        tokens = list(_SHAPES.tokens(bare[:LONGEST]))
        kinds = {token.type for token in tokens}
        words = [token for token in tokens if token.type not in ("LEAD", "MARK", "SIGN")]
        free = [str(token) for token in tokens if token.type == "WORD"]
        speaks = not {"PERSON", "IDIOM", "SETTING"}.isdisjoint(kinds)
        past = any(
            token.lower() in _PAST or (token.type == "WORD" and len(token) > SHORTEST and token.endswith("ed"))
            for token in words
        )
        count = len(bare.split())
        tells_the_time = "TIME" in kinds and count >= FEWEST_OF_SOMEBODY
        if "EXCLAMATION" in kinds and kinds <= {"EXCLAMATION", "MARK"}:
            return len(bare) <= LONGEST
        if len(bare) > LONGEST or not words or not (free or speaks or past or tells_the_time):
            return False
        if _hangs(words):
            return False
        said = " ".join(token for token in tokens if token.type not in _OF_NOBODY).replace("-", " ")
        named = self._named(said, free_words(said))
        if (doubtful or any(one.kind == "seat" for one in named)) and not (speaks and count >= FEWEST_OF_SOMEBODY):
            return False
        if count < FEWEST_WORDS and not bare.rstrip().endswith("!"):
            return False
        if not (speaks or past) and bare[:1].islower():
            return False
        if not kinds.isdisjoint(_NO_TALK):
            return False
        if any(self._is_named(word) for word in free):
            return False
        ordering = [word for word in free if self._is_ordering(word.lower())]
        pointing = [token.lower() for place, token in enumerate(words) if _is_pointing(words, place)]
        tells = past and speaks and len(free) - len(ordering) >= FEWEST_TOLD
        if len(ordering) > tells or not set(pointing) <= (_WEAK if tells else frozenset()):
            return False
        return not any(map(self._is_of_the_game, named))

    def _is_of_the_game(self, one: Mention) -> bool:
        return one.kind != "seat" and (one.kind != "ordering" or self._is_ordering(one.text))

    def _is_named(self, word: str) -> bool:
        """Whether a word may be one of a name, or a slip of one; or looks like an abbreviation."""
        lower = word.lower()
        if (word.isupper() and len(word) > 1 and free_words(word)) or lower in self._near:
            return True
        return len(lower) >= SHORTEST and any(
            one[0] == lower[0] and likeness(lower, one, LIKE) >= LIKE for one in self._near
        )


def _hangs(words: Sequence[Token]) -> bool:
    """Whether what is said hangs on an if, a but or an or without a clause of its own: `but not if it rains`."""
    place = next((at for at, token in enumerate(words) if token.type == "HANGING"), None)
    if place is None:
        return False
    if place:
        return place < FEWEST_WORDS or place == len(words) - 1
    is_if = words[0].lower() in ("if", "when", "whenever", "in case")
    speaks = any(token.type in ("PERSON", "IDIOM") for token in words)
    return not (is_if and speaks and len(words) >= FEWEST_OF_SOMEBODY)


def _is_pointing(words: Sequence[Token], place: int) -> bool:
    """Whether a word points at something elsewhere; `and` and its like do so at the end of a line."""
    if words[place].type != "POINTING":
        return False
    return words[place].lower() not in ("and", "so", "too", "also") or place in (0, len(words) - 1)


def _words_of_names(game: AnyGame) -> frozenset[str]:
    """The words that the names of a game are made of, but for those of any letter."""
    lexicons = (spellings_of(one) for one in game.lexicons if one.kind != "seat")
    said = {word for spellings in lexicons for one in spellings for word in one.split()}
    said |= {word for name in game.names.values() for word in name.lower().split()}
    said -= {word for one in game.seats for name in (one.name, *one.aliases) for word in name.lower().split()}
    return frozenset(word for word in said if len(word) >= SHORTEST and free_words(word))


def _is_ordering(shapes: Shapes | None) -> Callable[[str], bool]:
    """Whether a word is one that this grammar knows, a verb of orders that is rarely anything else, or a number."""
    patterns = _patterns(shapes) if shapes is not None else ()
    verbs = ORDERING | BIDDING if shapes is None else (ORDERING | BIDDING) - _EVERYDAY

    def is_ordering(word: str) -> bool:
        is_verb = any(word.removesuffix(end) in verbs for end in _ENDINGS)
        is_number = number(word) is not None and word != "one"
        return is_verb or is_number or any(pattern.fullmatch(word) for pattern in patterns)

    return is_ordering


def _patterns(shapes: Shapes) -> tuple[Pattern, ...]:
    """The words of a grammar that may order something."""
    passed = set(shapes.lark.ignore_tokens)
    return tuple(
        pattern
        for name, pattern in shapes.words
        if name not in passed and not name.strip("_").startswith(_OF_PROSE) and not pattern.fullmatch(_NO_WORD)
    )


_PAST = frozenset(
    "won lost was were had did didn't been went got came made took said told saw left ate spent bought".split()
)
_WEAK = frozenset("all whole half both only back again before earlier so and too also never no".split())
"""Words that point, and in what is told of the past at nothing of the letter."""
_EVERYDAY = frozenset("buy cash go keep lay money move moves order orders pass pay play skip stand stay walk".split())
"""Verbs of orders that are said of all things: they order only in games whose grammar knows them."""
_OF_PROSE = ("PROSE", "HYPO", "TALE", "TALK", "DENIAL", "DOUBT", "MARKS")
"""Terminals of a game for what orders nothing."""
_NO_WORD = "xqzzyw"
"""A terminal that matches this matches any word."""


__all__ = ["IsSmallTalk", "is_said_to_somebody", "small_talk_in"]
