"""Words between commas that order nothing: `Trader 4, up on the rocks, fires`, `reloads, he is right there`; and
questions."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

from judge.grammar.beside import TURNING, UNDOING, kinds_in, says
from judge.grammar.memory import of_lines
from judge.grammar.mood import mood
from judge.grammar.reason import reasoned, tells
from judge.grammar.remark import beyond_remark
from judge.grammar.shapes import Pattern, Shapes
from judge.grammar.text import sentences
from judge.variants.gold_rush.notation import is_number
from judge.variants.gold_rush.telling import (
    begun_again,
    is_because,
    is_code,
    is_of_a_person,
    names_alone,
    tells_of_somebody,
    what_follows,
)
from judge.variants.gold_rush.tongue import slip_of, verbs
from judge.variants.gold_rush.vocabulary import (
    CHOICES,
    FIRING,
    NOT_ORDERED,
    NUMBERS,
    TIMES,
    WAYS,
    words_of,
)

MOST_PARTS = 12
FEWEST_WORDS = 2
_PERSONS = frozenset("he she it they who which he's she's it's they're".split())
_WHOSE = frozenset("his her its their my our the".split())
_IS = frozenset("is are was were has had looks look seems deserves likes can stands he's she's it's they're".split())
_HAVING = frozenset("empty nothing have".split())
_WHERE = frozenset("up on in behind next near beside by close right still standing sitting over there".split())
"""Words behind a name that say where somebody is."""
_SPOKEN = frozenset("stands standing up".split())
"""Words of orders that also say where somebody is."""
_TURNING = (*TURNING, "TAKES_BACK", "CORRECTS", "LEADS")
"""With one of these a part may change what it stands beside, or order something."""


@lru_cache(maxsize=4096)
def without_remarks(text: str, *, is_go: bool = True) -> tuple[str, tuple[str, ...]]:
    """A line without the parts that order nothing, and these. `is_go`: what a go begins with may be begun again."""
    therefore = what_follows(text) or (begun_again(text) if is_go else None)
    if therefore is not None:
        again, more = without_remarks(therefore[0])
        return again, (therefore[1], *more)
    parts = _parts(text)
    kept, passed = parts[:1], []
    for number, part in enumerate(parts[1:], 1):
        behind_a_name = number < len(parts) - 1 and len(kept) == 1 and not _orders(kept[0])
        if _is_remark(part.strip(" ,-"), behind_a_name):
            passed.append(part.strip(" ,-"))
        elif passed and len(kept) == 1 and not _orders(kept[0]):
            kept[0] = f"{kept[0]}{part[1:]}"
        else:
            kept.append(part)
    for place, (part, why) in enumerate(map(reasoned, kept)):
        if is_because(why):
            kept[place] = part
            passed.append(why)
    return "".join(kept), tuple(passed)


def _parts(text: str) -> list[str]:
    """The parts of a line between commas and dashes, each with the sign before it; a comma within a point parts
    nothing."""
    parts: list[str] = []
    start = 0
    for place, sign in enumerate(text):
        within = text[place - 1 : place].isdigit() and text[place + 1 : place + 2].isdigit()
        parts_here = (sign == "," and not within) or (text[place : place + 3] == " - " and place > start)
        if parts_here and len(parts) < MOST_PARTS:
            parts.append(text[start:place])
            start = place
    return [*parts, text[start:]]


def _orders(part: str) -> bool:
    return any(word.text in verbs() for word in words_of(part))


def turns_nothing(part: str) -> bool:
    """Whether words in brackets change nothing of what stands before them: they name and order nothing, and neither
    count, deny, doubt nor take back."""
    signs = [word.text for word in words_of(part)]
    words = [word for word in signs if word[:1].isalnum()]
    if not words or "?" in signs:
        return "?" not in signs
    said = set(words)
    if tells(part):
        return True
    if said & ({*NOT_ORDERED} | {*TIMES}) or says(part, *_TAKING_BACK, "MANY") or any(map(is_code, words)):
        return False
    is_of_orders = says(part, *_TURNING) or words[0] in verbs() | {*NUMBERS, *WAYS}
    return (len(words) == 1 and not is_of_orders and not is_number(words[0], 4)) or _is_remark(part, False)


def unclear_words(text: str, counts: bool) -> str:
    """Words of a line that was not read by which its orders may be shared out or put off; "" when there are none.
    `counts`: there is a number in it."""
    wanted = ("SHARES", "IN_ALL") if counts else ("SHARES",)
    if not _says(text, *wanted):
        return ""
    return next((said for kind, said in _kinds(text) if kind in wanted), "")


def put_off(text: str) -> str:
    """The words with which a sentence of a line begins that is for another turn; "" when none does."""
    return next((said for kind, said in map(_first, sentences(text)) if kind == "LATER"), "")


def begins_anew(text: str) -> bool:
    """Whether a text begins with words of a correction, or of a second thought: `Hmm, five shots for M6`."""
    return _first(text)[0] == "ANEW" or text.lower().startswith("hm")


def puts_right(text: str) -> bool:
    """Whether a line says what is to be instead of what was said: `D1 should be at 34,15`, `Sorry, D1 at 34,15`."""
    return begins_anew(text) or _says(text, "PUT_RIGHT")


def quotes(text: str) -> bool:
    """Whether a line has words of others in it: `Pete says T4 should fire`."""
    return '"' in text or _says(text, "QUOTES")


def is_chat(text: str) -> bool:
    """Whether a sentence without a deed is small talk: `Poor M5 and M7.`"""
    return _says(text, "CHAT")


def is_kind(word: str, kind: str) -> bool:
    """Whether a word is of a kind of gold_rush_beside.lark."""
    return [one for one, _ in _kinds(word)] == [kind]


def pattern(kind: str) -> Pattern:
    """The pattern of a kind of words, to look for in a text."""
    return _SHAPES.patterns[kind]


@lru_cache(maxsize=4096)
def _says(text: str, *kinds: str) -> bool:
    """Whether a text has a word of one of these kinds."""
    return _SHAPES.may_say(text, *kinds) and any(kind in kinds for kind, _ in _kinds(text))


@lru_cache(maxsize=4096)
def _first(text: str) -> tuple[str, str]:
    """The first word of a text, with its kind."""
    words = (token for token in _SHAPES.one_by_one(text) if token.type != "SIGN")
    return next(((token.type, token.lower()) for token in words), ("", ""))


@lru_cache(maxsize=4096)
def _kinds(text: str) -> tuple[tuple[str, str], ...]:
    """The words of a text, each with its kind."""
    return tuple((token.type, token.lower()) for token in _SHAPES.tokens(text) if token.type != "SIGN")


_SHAPES = Shapes("gold_rush_beside.lark", lexer="basic")


def out_of_order(text: str) -> str:
    """The word by which the places of a line are not in the order in which they are wanted: `second choice 39,14, first
    choice 36,15`; "" where they are."""
    said = [word.text for word in words_of(text)]
    numbers = [(CHOICES[word], word) for word in said if word in CHOICES]
    turned = (word for (number, _), (behind, word) in pairwise(numbers) if behind < number)
    return next(turned, "latter" if "latter" in said else "")


def denies(text: str) -> bool:
    """Whether a line says that something is not to be done, or takes it back."""
    return _says(text, "DENIES", "WITHDRAWS")


def takes_back(text: str) -> bool:
    """Whether a line speaks of another order that is not to count, or that is to be another."""
    return _says(text, "WITHDRAWS")


_TAKING_BACK = (*UNDOING, "TIMES", "BOUNDS", "WITH")
"""With one of these words in brackets may take back, doubt or bound what stands before them."""


def tells_only(text: str) -> bool:
    """Whether a sentence tells what somebody spoken of before is or has, and orders nothing: `He has six shots.`"""
    return tells_of_somebody(text) and _is_remark(text, False)


def _is_remark(part: str, behind_a_name: bool) -> bool:
    words = [word.text for word in words_of(part.replace("after all", "")) if word.text[:1].isalnum()]
    said = set(words)
    only = "only" if words[:1] and words[0] in _PERSONS else ""
    turns = any(kind in _TURNING and word != only for kind, word in kinds_in(part.replace("after all", "")))
    if beyond_remark(part.strip()) == "":
        return True
    if any(slip_of(word) in verbs() - said for word in words):
        return False
    if tells_of_somebody(part) and not any(map(is_code, words)):
        is_plain = all(kind == "MANY" or word == "only" or kind not in _TURNING for kind, word in kinds_in(part))
        if is_plain and not mood(part) and said.isdisjoint((verbs() - _IS - _HAVING) | WAYS):
            return True
    if len(words) < FEWEST_WORDS or mood(part) or turns or said & (verbs() - _SPOKEN - _IS):
        return False
    counts = any(is_number(word, 4) or word in NUMBERS or word in WAYS for word in words)
    if behind_a_name:
        # `T4, my best shot, fires`
        is_of_him = words[0] in _WHOSE and not any(map(is_code, words))
        return is_of_him or (not counts and (words[0] in _WHERE or words[0] in _PERSONS))
    if counts:
        return False
    says_of = words[0] in _PERSONS and not said.isdisjoint(_IS)
    if words[0] in _WHOSE and not said.isdisjoint(_IS):
        return not any(map(is_code, words))
    return says_of or not any(is_code(word) or word in ("to", "into", "behind", "on") for word in words)


def with_shots(text: str) -> str:
    """`shoots at M6 (1 shot)` as `shoots at M6, 1 shot`, `(twice)` as well."""
    head, opens, tail = text.partition(" (")
    inside, closes, rest = tail.partition(")")
    words = inside.split()
    if not opens or not closes:
        return text
    is_count = (
        len(words) == 2 and (is_number(words[0], 2) or words[0] in NUMBERS) and words[1] in (*_SHOTS, *_BAGS, "each")
    )
    if is_count:
        return f"{head}, {inside}{with_shots(rest)}"
    if len(words) == 1 and words[0] in ("twice", "thrice"):
        return f"{head} {inside}{rest}"
    if is_number(inside, 1) and not rest.strip(" .!;,") and not FIRING.isdisjoint(head.lower().split()):
        # `shoot T3 (4)`
        return f"{head}, {inside} shots{rest}"
    return f"{head} ({inside}){with_shots(rest)}"


_BAGS = ("bag", "bags")
_SHOTS = ("shot", "shots", "times", "rounds", "bullets")


def requested(text: str) -> str:
    """`Could Trader 3 please reload?` without its first word and its sign: please asks for nothing but that; so does
    `Could I have 36,15?`"""
    first, _, rest = text.removeprefix("And ").partition(" ")
    if first.lower() not in _REQUESTING or rest.lower().startswith(("you ", "u ")):
        return text
    if rest.lower().startswith(("i have ", "we have ")):
        wanted, _, more = rest.split(maxsplit=2)[2].partition("?")
        return f"{wanted}.{more}" if more else wanted
    is_polite = not _PLEASE.isdisjoint(rest.lower().replace(",", " ").rstrip("?!. ").split())
    return rest.rstrip("? ") if is_polite else text


_REQUESTING = frozenset("could can would will may".split())
_PLEASE = frozenset("please kindly pls plz".split())


@of_lines
def is_asked(text: str) -> bool:
    """Whether a sentence of a line asks, and does not ask the Judge to do something: `Should 2 reload?`"""
    *asked, _ = text.split("?")
    return any(_asks(sentences(one)[-1]) for one in asked if one.strip())


@of_lines
def asked_apart(line: str) -> tuple[str, ...]:
    """A line in its sentences, where some of them ask and others do not; what hangs on a question is one with it, and
    `And D1? He fires.` is what D1 does."""
    whole = _answered(sentences(line))
    said = [part for one in whole for part in _without_tag(one)]
    if len(said) == len(whole) and not is_asked(line) and all(requested(one) == one for one in said):
        return (line,)
    if len(said) == 1:
        return tuple(said)
    found: list[str] = []
    for one in said:
        asked = bool(found) and (is_asked(found[-1]) or requested(found[-1]) != found[-1])
        hangs = asked and one.lower().startswith(_HANGING)
        found = [*found[:-1], f"{found[-1]} {one}"] if hangs else [*found, one]
    return tuple(found)


def _without_tag(said: str) -> tuple[str, ...]:
    """`D2 takes D4's gold - he is next to him, isn't he?`: an order, and what is asked of somebody behind a dash."""
    head, dash, tail = said.rpartition(" - ")
    is_tag = bool(dash) and tail.endswith("?") and tells_of_somebody(tail) and _orders(head)
    return (head, tail) if is_tag else (said,)


def _answered(said: Sequence[str]) -> Sequence[str]:
    """`And D1? He fires.` as `D1: He fires.`, wherever a question is a name and nothing else."""
    if not any(one.endswith("?") for one in said[:-1]):
        return said
    found: list[str] = []
    for one in said:
        who = _asked_about(found[-1]) if found else ""
        first = [word.strip(".,!") for word in one.lower().split()[:1]]
        answers = bool(who and first) and (is_of_a_person(one) or first[0] == "let" or first[0] in verbs())
        found = [*found[:-1], f"{who}: {one}"] if answers else [*found, one]
    return found


def _asked_about(question: str) -> str:
    """Whom a question asks about that is a name and nothing else: `And our number one?`, `What about M8?`"""
    if not question.endswith("?"):
        return ""
    words = question.rstrip("? ").split()
    while words and words[0].lower().strip(",") in _ASKING_ABOUT:
        words = words[1:]
    who = " ".join(words)
    return who if names_alone(who) else ""


_ASKING_ABOUT = ("and", "now", "what", "how", "about", "as", "for", "ok", "okay", "well", "so")
_HANGING = ("then ", "so ", "and ", "or ", "if ", "because ", "but ", "otherwise ", "else ")


def _asks(said: str) -> bool:
    """Whether words before a question mark ask; so do words of an order (`T1 fires at M1?`), but not `…, all right?`
    behind one."""
    first, second = (*said.lower().split(), "", "")[:2]
    if second in ("you", "u") or requested(said) != said:
        return False
    last = _parts(said)[-1]
    return first in _ASKING or _orders(last) or any(map(str.isdigit, last))


_ASKING = frozenset("should shall do does did is are was were may must will can could would might what who why".split())


@of_lines
def numbered(line: str) -> tuple[str, str]:
    """The number or letter of a list before a line, and the line: `1) …`, `2. …`, `b) …`, `* …`."""
    if line.startswith(("* ", "- ", "+ ", "o ")):
        return "", line[2:].strip()
    mark, _, rest = line.partition(" ")
    inner = mark.removeprefix("(").removesuffix(")").removesuffix(".")
    if inner != mark and mark.endswith((")", ".")) and rest and (is_number(inner, 3) or len(inner) == 1):
        return inner if inner.isdigit() else "", rest.strip()
    return "", line


__all__ = [
    "asked_apart", "begins_anew", "denies", "is_asked", "is_chat", "is_code", "is_kind", "numbered", "out_of_order",
    "pattern", "put_off", "puts_right", "quotes", "requested", "takes_back", "tells_only", "turns_nothing",
    "unclear_words", "with_shots", "without_remarks",
]  # fmt: skip
