"""Small talk in one game: a line without a name of the game, a word of its grammar, a figure, or anything that may be a
slip of these, that points at nothing said elsewhere."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from lark import Token

from judge.adjudicator.protocol import AnyGame
from judge.grammar.courtesy import free_words
from judge.grammar.lexicon import likeness, spellings_of
from judge.grammar.memory import Memory, once_each
from judge.grammar.mentions import BIDDING, ORDERING, Mention, Mentions, names_of
from judge.grammar.mood import mood
from judge.grammar.numbers import number
from judge.grammar.remark import beyond_remark
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
LIKE_VERB = 0.74
"""From here on one of few words may be a slip of a verb."""
SHORTEST = 4
"""Letters of a word that may be a slip."""
MOST_KEPT = 4_000
_SHAPES = Shapes("small_talk.lark", lexer="basic")
_NO_TALK = ("PIECES", "THINGS", "NUMBER", "SIGN")
_OF_NOBODY = ("IDIOM", "SETTING")
"""Stretches whose names are none of the game's."""
_NEVER_IDLE = ("HANGING", "SIGN", "TIME", "SETTING")
_COUNTED = (
    "unit",
    "units",
    "piece",
    "pieces",
    "build",
    "builds",
    "removal",
    "removals",
    "retreat",
    "retreats",
    "disbands",
)
LONGEST_HEADING = 3
LONGEST_LEAD = 8
_UNDOING = frozenset("opposite reverse undo undone vice versa alternatives was were old then except not no".split())
_JOINING = ("and", "so", "too", "also", "again", "before", "never", "whatever")
_ENDINGS = ("", "s", "es", "ed", "d", "ing", "ting", "ning", "ping")


@once_each
def small_talk_in(game: AnyGame) -> SmallTalk:
    """Talk beside the orders of this game."""
    patterns = _patterns(game.shapes) if game.shapes is not None else ()
    return SmallTalk(names_of(game), _words_of_names(game), patterns)


def points(text: str) -> bool:
    """Whether a text has a word by which it may mean what stands elsewhere: `same as we discussed`."""
    return any(kind == "POINTING" and said.lower() not in _WEAK for kind, _, said in _SHAPES.words_of(plain(text)))


def is_said_to_somebody(line: str) -> bool:
    """Whether a line says what somebody is to do who is no piece: `drop me a line`, `let us know`."""
    kinds = [kind for kind in _SHAPES.kinds(plain(line)[:LONGEST]) if kind not in ("LEAD", "MARK")]
    return "IDIOM" in kinds[FEWEST_WORDS:]


def orders_pieces(text: str, or_any: bool = False) -> bool:
    """Whether a text has a word for pieces and one of ordering: `my home gang goes there`. `or_any`: one is enough."""
    tokens = _SHAPES.tokens(plain(text)[:LONGEST])
    verbs = (token.lower().removesuffix(end) for token in tokens if token.type == "WORD" for end in _ENDINGS)
    said = (any(token.type == "PIECES" for token in tokens), not ORDERING.isdisjoint(verbs))
    return any(said) if or_any else all(said)


class SmallTalk:
    """Talk in one game. `named`: what of it a text names; `near`: the words that names are made of; `patterns`: the
    words of its grammar."""

    def __init__(self, named: Mentions, near: Collection[str], patterns: Sequence[Pattern]) -> None:
        self._named = named
        self._near = near
        self._patterns = patterns
        self._verbs = (ORDERING | BIDDING) - _EVERYDAY if patterns else ORDERING | BIDDING
        self._told: Memory[tuple[str, bool, bool], bool] = Memory(MOST_KEPT)
        self._idle: Memory[str, bool] = Memory(MOST_KEPT)

    def is_talk(self, text: str, doubtful: bool = False, complete: bool = False) -> bool:
        """Whether a text is talk. `doubtful`: the game took it for something of its own; `complete`: each piece has an
        order beside it, so that a text can only change one."""
        known = self._told.get((text, doubtful, complete))
        if known is None:
            return self._told.keep((text, doubtful, complete), self._is_talk(plain(text), doubtful, complete))
        return known

    def is_idle(self, text: str) -> bool:
        """Whether words in the sentence of an order say nothing of it: they name and count nothing, deny, doubt, put
        off and report nothing, and point at nothing said elsewhere."""
        known = self._idle.get(text)
        return self._idle.keep(text, self._is_idle(plain(text))) if known is None else known

    def _is_idle(self, bare: str) -> bool:
        about = beyond_remark(bare)
        if about is not None:
            # A remark may speak of a player.
            return not about or self._says_nothing(about, ("seat",))
        return self._says_nothing(bare, ())

    def _says_nothing(self, bare: str, spoken_of: Collection[str]) -> bool:
        """Whether words name nothing but things of these kinds, and may turn no order."""
        tokens = _SHAPES.tokens(bare[:LONGEST])
        words = [token for token in tokens if token.type not in ("LEAD", "MARK")]
        if not words or len(bare) > LONGEST or self._names_anything(tokens) or mood(_untold(bare)):
            return False
        if any(map(_may_turn, words)) or not _TURNING.isdisjoint(bare.lower().split()):
            return False
        named = self._named(bare.replace("-", " "), free_words(bare.replace("-", " ")))
        ordering = [place for place, one in enumerate(words) if one.type == "WORD" and self._is_ordering(one.lower())]
        first = [place for place in ordering if place and words[place - 1 : place + 1] == ["at", "first"]]
        own = [place for place in ordering if self._is_known(words[place].lower()) or not self._is_noun(words, place)]
        return all(one.kind in spoken_of for one in named) and own == first

    def _is_talk(self, text: str, doubtful: bool, complete: bool) -> bool:
        tokens = _SHAPES.tokens(text[:LONGEST])
        kinds = {token.type for token in tokens}
        words = [token for token in tokens if token.type not in ("LEAD", "MARK", "SIGN")]
        if "EXCLAMATION" in kinds and kinds <= {"EXCLAMATION", "MARK"}:
            return len(text) <= LONGEST
        if complete and text.endswith(":") and 0 < len(words) <= LONGEST_HEADING:
            return self._is_heading(words)
        if text.endswith(":") and self._leads_in(text, tokens):
            return True
        if len(text) > LONGEST or not words or _hangs(words) or self._names_anything(tokens, complete):
            return False
        free = [token for token in tokens if token.type == "WORD"]
        speaks = not {"PERSON", "IDIOM", "SETTING"}.isdisjoint(kinds)
        tells = _is_told_of(words)
        past = any(token.lower() in _PAST or _is_past(token) for token in words)
        count = len(text.split())
        if not (free or speaks or past or tells or ("TIME" in kinds and count >= FEWEST_OF_SOMEBODY)):
            return False
        if not self._is_somebodys(tokens, doubtful, (speaks or complete) and count >= FEWEST_OF_SOMEBODY):
            return False
        complete = complete and (tells or past or words[0].lower() not in _OF_PIECES)
        is_uttered = text.rstrip().endswith("!") or (complete and text[:1].isupper() and self._is_no_slip(words))
        if count < FEWEST_WORDS and not is_uttered:
            return False
        if not (speaks or past or tells) and text[:1].islower() and not (complete and count > len(free) + 1):
            return False
        return self._orders_nothing(words, tells or complete, past and speaks, tells)

    def _is_heading(self, words: Sequence[Token]) -> bool:
        """`Fleets first:`: a few words above orders that name no piece or place and turn nothing."""
        said = " ".join(words).lower()
        named = self._named(said, said.split())
        turns = any(map(_may_turn, words)) or mood(said) or not _TURNING.isdisjoint(said.split())
        return not turns and said.replace(" ", "").isalpha() and all(one.kind == "name" for one in named)

    def _leads_in(self, text: str, tokens: Sequence[Token]) -> bool:
        """`Changed my mind, all three:`, `Now for the nasty ones:`: above orders these can only lead in to them, if
        they name nothing, count nothing but the orders, and put off, deny and take back nothing."""
        said = [token for token in tokens if token.type not in ("LEAD", "MARK")]
        lower = [word.strip(".,:;!").lower() for word in text.split()]
        if len(said) > LONGEST_LEAD or any(token.type in ("HANGING", "SIGN", "TIME", "SETTING") for token in said):
            return False
        if any(
            token.type in ("PIECES", "THINGS") or (token.type == "WORD" and self._is_named(token)) for token in said
        ):
            return False
        if not _TURNING.isdisjoint(lower) or not _UNDOING.isdisjoint(lower) or any(map(str.isdigit, text)):
            return False
        named = self._named(text, free_words(text))
        return mood(text.rstrip(":")) in ("", "corrected") and not named

    def _names_anything(self, tokens: Sequence[Token], complete: bool = False) -> bool:
        """Whether a text has a figure, a word for pieces or money, or a name of the game or a slip of one. `complete`:
        pieces that are only counted are none (`two units too many`)."""
        counted = {place for place in range(len(tokens)) if complete and _is_counted(tokens, place)}
        if any(token.type in _NO_TALK for place, token in enumerate(tokens) if place not in counted):
            return True
        return any(self._is_named(token) for token in tokens if token.type == "WORD")

    def _is_somebodys(self, tokens: Sequence[Token], doubtful: bool, speaks: bool) -> bool:
        """Whether a text names nothing of the game; a seat may be spoken of."""
        said = " ".join(token for token in tokens if token.type not in _OF_NOBODY).replace("-", " ")
        named = self._named(said, free_words(said))
        if (doubtful or any(one.kind == "seat" for one in named)) and not speaks:
            return False
        return not any(map(self._is_of_the_game, named))

    def _orders_nothing(self, words: Sequence[Token], as_nouns: bool, of_the_past: bool, tells: bool) -> bool:
        """Whether no word of ordering is a verb, and none points at what stands elsewhere."""
        free = [place for place, token in enumerate(words) if token.type == "WORD"]
        ordering = [place for place in free if self._is_ordering(words[place].lower())]
        counting = {place for place in ordering if as_nouns and self._counts_things(words, place)}
        counting |= {place for place in ordering if as_nouns and _is_counted(words, place)}
        nouns = {place for place in ordering if as_nouns and self._is_noun(words, place)}
        left = [place for place in ordering if place not in counting | nouns]
        of_the_past = of_the_past and len(free) - len(ordering) >= FEWEST_TOLD
        pointing = {token.lower() for place, token in enumerate(words) if _is_pointing(words, place)}
        return len(left) <= of_the_past and pointing <= (_WEAK if of_the_past or tells else frozenset())

    def _counts_things(self, words: Sequence[Token], place: int) -> bool:
        """`two black eyes`: a number before a word that no game has; `two builds`, `seven of them`."""
        said = " ".join(words[place + 1 : place + 3]).lower()
        if number(words[place]) is not None and (said == "of them" or _is_counted(words, place + 1)):
            return True
        behind = [token for token in words[place + 1 : place + 3] if token.type == "WORD"]
        if number(words[place]) is None or not behind or words[place + 1].type != "WORD":
            return False
        return not any(self._is_ordering(token.lower()) for token in behind)

    def _is_no_slip(self, words: Sequence[Token]) -> bool:
        """Whether no word of so few is a short one, or may be a slip of a word of ordering."""
        return all(
            len(word) >= SHORTEST and not any(likeness(word.lower(), verb, LIKE_VERB) >= LIKE_VERB for verb in ORDERING)
            for word in words
        )

    def _is_ordering(self, word: str) -> bool:
        """Whether a word is one that this grammar knows, a verb of orders that is rarely anything else, or a number."""
        is_verb = any(word.removesuffix(end) in self._verbs for end in _ENDINGS)
        return is_verb or (number(word) is not None and word != "one") or self._is_known(word)

    def _is_known(self, word: str) -> bool:
        return any(pattern.fullmatch(word) for pattern in self._patterns)

    def _is_noun(self, words: Sequence[Token], place: int) -> bool:
        """`my tax return`, `the camp fire`: no verb is where it stands, and no word of this game's orders."""
        word = words[place].lower()
        if number(word) is not None or (word in ORDERING | BIDDING and self._is_known(word)):
            return False
        before = [token.lower() for token in words[max(0, place - 2) : place]]
        return not _DETERMINING.isdisjoint(before) and not any(token in ("to", "will") for token in before)

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


def _is_told_of(words: Sequence[Token]) -> bool:
    """Whether a sentence says how somebody or something is that is no piece: `the twins are teething`, `I am late`; or
    what its writer is doing: `writing this on a train`."""
    place = next((at for at, token in enumerate(words) if token.lower() in _BEING), None)
    if place is None or len(words) < FEWEST_WORDS:
        return len(words) >= FEWEST_WORDS and words[0].type == "WORD" and words[0].lower().endswith("ing")
    first = words[0].lower()
    if first in _BEING:
        return first not in ("is", "are", "be", "have") and "'" in first
    subject = words[:place]
    is_own = first in _SUBJECTS or any(token.type in ("WORD", "PERSON") for token in subject)
    return is_own and len(subject) <= LONGEST_SUBJECT and subject[-1].type != "POINTING"


def _is_counted(words: Sequence[Token], place: int) -> bool:
    """`two builds`: a word that is said of a number of things to come, and orders none of them."""
    counts = 0 < place < len(words) and words[place].lower() in _COUNTED
    return counts and number(words[place - 1]) is not None and words[place - 1].isalpha()


def _may_turn(token: Token) -> bool:
    """Whether a word may turn what stands beside it, or points at something elsewhere."""
    return token.type in _NEVER_IDLE or (token.type == "POINTING" and token.lower() not in _JOINING)


def _untold(text: str) -> str:
    """A text without a denial of what was: `it never was much use`."""
    words = text.split()
    was = words[:1] and words[0].lower() in _SUBJECTS | {"which", "who"} and not _WAS.isdisjoint(text.lower().split())
    return " ".join(word for word in words if word.lower() not in ("never", "not", *_WAS)) if was else text


def _is_past(token: Token) -> bool:
    return token.type == "WORD" and len(token) > SHORTEST and token.endswith("ed")


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
    if place == 0 and words[place].lower() == "so" and len(words) >= FEWEST_OF_SOMEBODY:
        return False  # "So just a quick one before the steaks are done"
    return words[place].lower() not in ("and", "so", "too", "also") or place in (0, len(words) - 1)


def _words_of_names(game: AnyGame) -> frozenset[str]:
    """The words that the names of a game are made of, but for those of any letter."""
    lexicons = (spellings_of(one) for one in game.lexicons if one.kind != "seat")
    said = {word for spellings in lexicons for one in spellings for word in one.split()}
    said |= {word for name in game.names.values() for word in name.lower().split()}
    said -= {word for one in game.seats for name in (one.name, *one.aliases) for word in name.lower().split()}
    return frozenset(word for word in said if len(word) >= SHORTEST and free_words(word))


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
_BEING = frozenset(
    "am is are was were been has have had i'm i've i'd it's that's there's he's she's we're they're you're "
    "isn't aren't wasn't weren't feel feels felt seems looks smells sounds hope love loves like hate hates "
    "need needs deserve".split()
)
"""Verbs of how somebody is, or feels."""
_WAS = frozenset("was were did had wasn't weren't didn't hadn't".split())
_TURNING = frozenset(
    "does do provided condition assuming depending subject proviso once unless suppose supposing hopefully "
    "ideally next tomorrow later last yesterday dream dreams dreamt boast boasts boasted claims claimed spies "
    "rumour rumor rumours say says said tell tells told think thinks thought reckon reckons believe believes "
    "guess hear heard swear swears swore promise promises promised lie lies joke fake body life hell pigs "
    "theory theoretically hypothetically supposedly ignore ignored disregard forget cancel cancelled scrap "
    "drop delete strike withdraw void revoke undo skip discard scratch nix abandon refuse wait stop "
    "previous earlier example instance rejected wrong alternative allegedly possibly hardly barely "
    "nearly almost respectively resp apparently presumably plan option draft backup instead otherwise".split()
)
"""With one of these, words may turn, put off or report the order beside them."""
_SUBJECTS = frozenset("it there that this i we you he she they somebody someone nobody everybody everyone".split())
_OF_PIECES = frozenset("they he she it these those them all every everyone everybody each some both one nobody".split())
"""A word about one of these may be about pieces."""
_DETERMINING = frozenset("a an the my your our his her their this that no any some of".split())
LONGEST_SUBJECT = 5
_WEAK = frozenset("all whole half both only back again before earlier so and too also never no".split())
"""Words that point, and in what is told of the past at nothing of the letter."""
_EVERYDAY = frozenset("buy cash go keep lay money move moves order orders pass pay play skip stand stay walk".split())
"""Verbs of orders that are said of all things: they order only in games whose grammar knows them."""
_OF_PROSE = ("PROSE", "HYPO", "TALE", "TALK", "DENIAL", "DOUBT", "MARKS", "SEASON", "WHEN")
"""Terminals of a game for what orders nothing."""
_NO_WORD = "xqzzyw"
"""A terminal that matches this matches any word."""


__all__ = ["SmallTalk", "is_said_to_somebody", "orders_pieces", "points", "small_talk_in"]
