"""Mere courtesy: greetings, thanks, farewells, small talk, as `courtesy.lark` knows them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from judge.grammar.limits import bounds
from judge.grammar.memory import of_lines
from judge.grammar.mentions import ORDERING, Mention
from judge.grammar.shapes import Shapes
from judge.grammar.text import plain

LONGEST = 300
MOST_NAMES = 4
"""Words of a name, behind a greeting or a farewell."""
MOST_FREE = 8
"""Words that nobody knows, in a line that begins politely."""
_SHAPES = Shapes("courtesy.lark", lexer="basic")
_OPENING = ("GREETING", "THANKS", "FAREWELL", "INTRO", "TALK", "SENT_FROM")
_TELLING = frozenset("i i'm im i'll am we us is are was were will have has had it this that these be been".split())
"""Behind a greeting these tell something: what nobody knows there is no name."""
_NAMED = ("GREETING", "FAREWELL", "THANKS")


@dataclass(frozen=True, slots=True)
class Courtesy:
    """A line of courtesy. `kind`: what it begins with, `greeting`, `thanks`, `farewell`, `intro`, `talk` …

    `sure`: every word of it is known (but for a name in a greeting or under a letter). Any other is passed over only
    with a word to its writer.
    """

    kind: str
    sure: bool


@lru_cache(maxsize=4096)
def courtesy(line: str) -> Courtesy | None:
    """The courtesy a line is, as far as its words go; None: it is none. Whether the game knows them is not asked."""
    text = plain(line).strip(" -*_~")
    if not text or len(text) > LONGEST:
        return None
    known = _read(text)
    if known is None or not known.sure:
        # "Dave - sorry I'm so late", "thanks for this, Dave!", "Sasha here."
        spoken_to = _without_a_name(text)
        bare = _read(spoken_to) if spoken_to else None
        known = bare if bare is not None and bare.sure else known
    # "PS: make that 4 shots" is for the order above.
    return None if known is not None and not known.sure and bounds(text) else known


def is_sure(text: str) -> bool:
    """Whether a text is a courtesy of which every word is known."""
    said = courtesy(text)
    return said is not None and said.sure


def _read(text: str) -> Courtesy | None:
    first, kinds, free, told = "", set[str](), list[str](), False
    for kind, _, said in _SHAPES.words_of(text):
        if not first and kind not in ("SMALL", "_MARK"):
            first = kind
            if first not in _OPENING:
                return None
        kinds.add(kind)
        told = told or (bool(first) and said.lower() in _TELLING)
        if kind == "WORD":
            free.append(said)
            # "Hi noon stay" greets nobody: a slip of a name, and what its piece does.
            if len(free) > MOST_FREE or (first == "GREETING" and said.lower() in ORDERING):
                return None
    if not first:
        return None
    named = not told and not kinds.isdisjoint(_NAMED) and len(free) <= MOST_NAMES and all(map(is_name_word, free))
    return Courtesy(first.lower().replace("_", "-"), not free or named)


def _without_a_name(text: str) -> str:
    """A line without the name it begins or ends with, apart from all else; "": it has none."""
    head, _, tail = text.rstrip(" .!?").rpartition(",")
    if head and _is_called(tail):
        return head
    for sign in (",", " - "):
        head, found, tail = text.partition(sign)
        if found and _is_called(head):
            return tail.strip()
    return "hello" if text.endswith((" here", " here.", " here!")) and _is_called(text.rpartition(" here")[0]) else ""


def _is_called(text: str) -> bool:
    """Whether this can be somebody's name: a word or two with a capital each."""
    words = text.split()
    return 1 <= len(words) <= 2 and all(
        word[0].isupper() and not word.isupper() and is_name_word(word) and word.lower() not in ORDERING
        for word in words
    )


def with_thanks(text: str, signs: str, is_mere: Callable[[str], bool] = is_sure) -> tuple[str, str]:
    """A text, and the courtesy at its end behind one of these signs: `all stand`, `thank you Dave`. Without one the
    second is empty."""
    for place, sign in enumerate(text):
        if sign in signs and text[:place].strip() and text[place + 1 :].strip() and is_mere(text[place + 1 :]):
            return text[:place], text[place + 1 :].strip()
    return text, ""


def polite(line: str, found: Sequence[Mention]) -> Courtesy | None:
    """The courtesy a line is, the game's own words in it (`found`) being known: a seat may be greeted, and may sign."""
    read = courtesy(line)
    if read is None:
        return None
    greets = read.kind in ("greeting", "thanks", "farewell")
    return read if all(one.kind == "seat" and greets for one in found) else None


def leads_in(line: str) -> bool:
    """Whether a line that ends in a colon says no more than that its writer's orders follow: `Here is what I have for
    now:`. `Ignore this:` and `Last turn:` say something else."""
    words = {word.strip(".,;:!?()'\"-").lower() for word in plain(line).split()}
    if not words.isdisjoint(_OF_OTHERS):
        return False
    comes = any(phrase in plain(line).lower() for phrase in _COMES)
    return comes or not words.isdisjoint(_FOLLOWING) or not free_words(line)


_OF_OTHERS = frozenset(
    "not never no if or but unless when last previous earlier old ignore disregard forget cancel example instance "
    "his her their he she they him them says said wrote told wants plan alternative option draft instead would could "
    "might maybe was were had suppose imagine joke joking kidding somebody someone enemy".split()
)
_COMES = ("so here", "here goes", "here it goes", "so all", "all in one", "in one go")
_FOLLOWING = frozenset("orders order moves move bids bid following turn instructions retreats builds below".split())


@lru_cache(maxsize=4096)
def free_words(line: str, seasons: bool = False) -> tuple[str, ...]:
    """The words of a line that are no part of any courtesy, in order. `seasons`: nor of a window's name."""
    kinds = ("WORD", "WINDOW") if seasons else ("WORD",)
    return tuple([said for kind, _, said in _SHAPES.words_of(plain(line)[:LONGEST]) if kind in kinds])


@of_lines
def is_name(line: str) -> bool:
    """Whether a line may be a signature: one to four words of letters, the first and the last with a capital, or none
    of them a word of courtesies. `Please do it` is nobody's name."""
    words = plain(line).strip(" -*_~.,!").replace(",", " ").split()
    if not (1 <= len(words) <= MOST_NAMES and all(map(is_name_word, words))):
        return False
    if words[0][0].isupper() and words[-1][0].isupper():
        return True
    return len(free_words(" ".join(words), seasons=True)) == len(words)


def is_name_word(word: str) -> bool:
    """Letters, with the signs names have in them."""
    bare = word.strip("()\"'").replace("'", "").replace(".", "").replace("-", "")
    return bare.isalpha() and len(bare) <= 20


__all__ = ["Courtesy", "courtesy", "free_words", "is_name", "is_sure", "leads_in", "polite", "with_thanks"]
