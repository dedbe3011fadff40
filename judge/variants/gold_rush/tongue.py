"""The grammar of the game as it is used: built once, shapes read once, and the words it knows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import Any

from lark import Token, Tree
from lark.lexer import PatternStr

from judge.grammar.finding import Name
from judge.grammar.lexicon import likeness
from judge.grammar.shapes import MOST_KEPT, Shapes
from judge.variants.gold_rush.vocabulary import SLIPS

STARTS = ("go", "amend", "asked", "question", "deal", "lay", "place")
SIGNS = {"^": "FIGURES", "&": "PIECE", "%": "GROUP", "#": "PLACE", "@": "POINT", "~": "NUMBER"}
_VERBS = (
    "MOVE", "FIRE", "STRIKE", "STAND", "RELOAD", "RESUPPLY", "BUY", "TAKE", "ROB", "GIVE", "MOUNT", "DISMOUNT", "JUMP",
    "LEAD", "LEAVE", "CLIMB", "CHARGE", "COVER", "EMPTY", "AIM",
    "APPROACH", "WATCH", "WITH_THEM",
)  # fmt: skip
_SLIPPING = (
    "_TOWARD", "CONTACT", "_BEHIND", "NEAREST", "_RANGE", "_WITHIN", "_INCHES", "DIRECTION", "HORSE", "_SHOTS",
    "_TIMES", "_AMMO", "_INTO",
)  # fmt: skip
_SAID = {
    "FIGURES": "a figure of yours", "PIECE": "somebody", "GROUP": "a group", "PLACE": "a place", "POINT": "a point",
    "NUMBER": "a number", "MOVE": "move", "APPROACH": "chase", "FIRE": "fire", "FIRE_ONCE": "take a shot",
    "AIM": "aim", "EMPTY": "empties", "STRIKE": "attack", "WATCH": "guard", "STAND": "stand", "RELOAD": "reload",
    "RESUPPLY": "resupply", "BUY": "buy", "TAKE": "take", "ROB": "rob", "GIVE": "give", "MOUNT": "mount",
    "DISMOUNT": "dismount", "JUMP": "jump", "LEAD": "lead", "LEAVE": "leave", "CLIMB": "climb", "CHARGE": "charge",
    "BACK": "back", "HIM": "him", "COVER": "cover", "CONTACT": "contact", "_TOWARD": "towards", "AWAY": "away",
    "_BEHIND": "behind", "_VIA": "via", "_BY": "by", "_TO": "to", "_INTO": "into", "_ON": "on", "_FROM": "from",
    "_WITH": "with", "_OF": "of", "_AT": "at", "_IN": "in", "LEFT": "the rest", "_WITH_REST": "with the rest",
    "SAME": "the same", "SAME_BUT": "the same, but", "_BUT": "except", "_OR": "or", "NOT": "not", "NO": "nobody",
    "SELF": "attacked", "SIGHT": "sight", "SHORT": "short", "_LONG": "long", "_RANGE": "range", "_WITHIN": "within",
    "_INCHES": "inches", "UP": "up", "DOWN": "down", "DEAD": "dead", "NEAREST": "nearest", "ANY": "any",
    "ENEMY": "enemy", "BEAST": "beast", "MULE": "mule", "HORSE": "horse", "FRIEND": "friend", "_AMMO": "ammo",
    "_WEAPON": "gun", "GOLD": "gold", "_SHOTS": "shots", "_TIMES": "times", "DIRECTION": "north", "_EDGE": "edge",
    "_SEES": "sees", "_SEES_NOT": "can't see", "READY": "ready", "MINE": "mine", "TOWN": "town", "_STARTS": "starts",
    "_CARRY": "carries", "NONE": "none", "EACH": "each",
}  # fmt: skip
"""The words that players are told could have come, by their terminals. Of the others there is one nearly anywhere, or
they say no more than one of these."""
SHAPES = Shapes("gold_rush.lark", STARTS)
"""The shapes of lines, without their names: the same on every table."""


def filled(tree: Tree[Token], names: Iterator[Name]) -> Tree[Any]:
    """The tree with a Name for each sign, in the order they were written."""
    children: list[Any] = []
    for child in tree.children:
        if isinstance(child, Tree):
            children.append(filled(child, names))
        elif str(child) in SIGNS:
            children.append(next(names))
        else:
            # `the other two at M5`: a number within a word of several.
            for _ in range(sum(map(str(child).count, SIGNS))):
                next(names)
            children.append(child)
    return Tree(tree.data, children)


@cache
def spelled(terminal: str) -> tuple[str, ...]:
    """The spellings of a terminal, the longest first."""
    pattern = next((one.pattern for one in SHAPES.lark.terminals if one.name == terminal), None)
    if pattern is None:
        return ()
    if isinstance(pattern, PatternStr):
        return (pattern.value,)
    text = pattern.value
    for mark, plain in (("(?!\\w)", ""), ("(?![\\w'])", ""), ("(?:", ""), (")", ""), ("\\", ""), ("[.!;?]", ".|!|;|?")):
        text = text.replace(mark, plain)
    return tuple(text.split("|"))


@cache
def anew() -> frozenset[str]:
    """With these words a line corrects what stands before it, though it is not read."""
    first = (said.split()[0] for said in spelled("CORRECTION"))
    return frozenset(word for word in first if word.isalpha()) - {"i", "make", "she", "they"}


@lru_cache(maxsize=1)
def words() -> frozenset[str]:
    """Every word of the grammar."""
    listed = (one.name for one in SHAPES.lark.terminals if one.name != "_PROPOSED")
    return frozenset(word for name in listed for said in spelled(name) for word in said.split())


@lru_cache(maxsize=1)
def verbs() -> frozenset[str]:
    """The words that what a figure does begins with."""
    found = {said.split()[0] for name in _VERBS for said in spelled(name)}
    beside = {"to", "in", "into", "is", "are", "him", "her", "its", "their", "them"}
    return frozenset({word for word in found if word.replace("'", "").isalpha()} - beside | {"does", "do"})


@lru_cache(maxsize=1)
def polite() -> frozenset[tuple[str, ...]]:
    """Words and phrases that are passed over."""
    return frozenset(tuple(said.split()) for said in spelled("_POLITE"))


def polite_from(first: str) -> Sequence[tuple[str, ...]]:
    """Those that begin with a word and have no more than a few, the longest first."""
    return _polite_by(0).get(first, ())


def polite_to(last: str) -> Sequence[tuple[str, ...]]:
    """Those that end with a word, the same."""
    return _polite_by(-1).get(last, ())


@cache
def _polite_by(place: int) -> Mapping[str, Sequence[tuple[str, ...]]]:
    found: dict[str, list[tuple[str, ...]]] = {}
    for said in sorted(polite(), key=lambda said: (-len(said), said)):
        if len(said) <= MOST_POLITE:
            found.setdefault(said[place], []).append(said)
    return found


MOST_POLITE = 4
"""Words of a phrase that is passed over between others."""


@lru_cache(maxsize=MOST_KEPT)
def slip_of(word: str) -> str:
    """The one word that another is a slip of the keys for, "" when there is none: letters swapped, or nearly right."""
    if word in SLIPS:
        return SLIPS[word]
    if len(word) < 4 or not word.isalpha() or word.endswith("ed"):
        return ""
    found = {verb for verb in _verbs_from().get(word[0], ()) if _is_slip(word, verb)}
    swapped = {verb for verb in found if sorted(verb) == sorted(word)} or found
    return swapped.pop() if len(swapped) == 1 else ""


@lru_cache(maxsize=MOST_KEPT)
def short_slip_of(word: str) -> str:
    """The one verb that a short word is a slip for, where a verb belongs: a letter is missing, or a vowel another."""
    if not 2 < len(word) < 6 or not word.isalpha() or word in words():
        return ""
    likely = verbs().intersection(_verbs_from().get(word[0], ()))
    found = {verb for verb in likely if _is_short_slip(word, verb)}
    return found.pop() if len(found) == 1 else ""


def _is_short_slip(word: str, verb: str) -> bool:
    if len(word) == len(verb):
        others = [both for both in zip(word, verb, strict=True) if both[0] != both[1]]
        return len(others) == 1 and _VOWELS.issuperset(others[0])
    return len(word) == len(verb) - 1 and any(verb[:at] + verb[at + 1 :] == word for at in range(1, len(verb)))


_VOWELS = frozenset("aeiouy")


@cache
def _verbs_from() -> Mapping[str, Sequence[str]]:
    """The words that a slip may be meant for, verbs and longer words behind one, by their first letter: that one is
    hit."""
    found: dict[str, list[str]] = {}
    behind = (word for name in _SLIPPING for said in spelled(name) for word in said.split())
    longer = {word for word in behind if len(word) > 4 and word.isalpha()}
    for verb in sorted(verbs() | longer):
        if len(verb) > 3:
            found.setdefault(verb[0], []).append(verb)
    return found


def _is_slip(word: str, verb: str) -> bool:
    return sorted(word) == sorted(verb) or (len(word) > 4 and likeness(word, verb, 0.85) >= 0.88)


def names_of(tree: Tree[Any]) -> list[Name]:
    """The names directly in a tree."""
    return [child for child in tree.children if isinstance(child, Name)]


def trees_of(tree: Tree[Any]) -> list[Tree[Any]]:
    """The parts of a tree."""
    return [child for child in tree.children if isinstance(child, Tree)]


def word_of(tree: Tree[Any], terminal: str) -> str:
    """The word of a kind directly in a tree, "" when there is none."""
    return word_in(tree.children, terminal)


def word_in(children: Iterable[Any], terminal: str) -> str:
    """The word of a kind among some children, "" when there is none."""
    for child in children:
        if isinstance(child, Token) and child.type == terminal:
            return str(child)
    return ""


def is_denied(tree: Tree[Any]) -> bool:
    """Whether a condition is said with one NOT: two are none."""
    return sum(isinstance(child, Token) and child.type == "NOT" for child in tree.children) % 2 == 1


def readable(terminals: Iterable[str]) -> tuple[str, ...]:
    """Terminals as a player would write them."""
    return tuple(dict.fromkeys(_SAID[name] for name in sorted(set(terminals)) if name in _SAID))
