"""Words between commas that order nothing: `Trader 4, up on the rocks, fires`, `reloads, he is right there`; and
questions."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

from judge.grammar.beside import TURNING, UNDOING, kinds_in, says
from judge.grammar.memory import of_lines
from judge.grammar.mood import mood
from judge.grammar.reason import tells
from judge.grammar.remark import beyond_remark
from judge.grammar.shapes import Pattern, Shapes
from judge.grammar.text import sentences
from judge.variants.gold_rush.notation import is_number
from judge.variants.gold_rush.tongue import verbs
from judge.variants.gold_rush.vocabulary import (
    DIGGERS,
    FIGURE_WORDS,
    GROUPS,
    NOT_ORDERED,
    NUMBERS,
    ORDINALS,
    PIECE_LETTERS,
    TIMES,
    WAYS,
    words_of,
)

MOST_PARTS = 12
FEWEST_WORDS = 2
_PERSONS = frozenset("he she it they who which he's she's it's they're".split())
_WHOSE = frozenset("his her its their my our the".split())
_IS = frozenset("is are was were has had looks look seems deserves likes can stands he's she's it's they're".split())
_WHERE = frozenset("up on in behind next near beside by close right still standing sitting over there".split())
"""Words behind a name that say where somebody is."""
_SPOKEN = frozenset("stands standing up".split())
"""Words of orders that also say where somebody is."""
_TURNING = (*TURNING, "TAKES_BACK", "CORRECTS", "LEADS")
"""With one of these a part may change what it stands beside, or order something."""


def without_remarks(text: str) -> tuple[str, tuple[str, ...]]:
    """A line without the parts that order nothing, and these."""
    therefore = _therefore(text) or _begun_again(text)
    if therefore is not None:
        again, more = without_remarks(therefore[0])
        return again, (therefore[1], *more)
    parts = _parts(text)
    kept, passed = parts[:1], []
    for number, part in enumerate(parts[1:], 1):
        behind_a_name = number < len(parts) - 1 and len(kept) == 1 and not _orders(kept[0])
        if _is_remark(part, behind_a_name):
            passed.append(part.strip())
        elif passed and len(kept) == 1 and not _orders(kept[0]):
            kept[0] = f"{kept[0]}{part}"
        else:
            kept.append(part)
    return ",".join(kept), tuple(passed)


def _therefore(text: str) -> tuple[str, str] | None:
    """`2 is empty, so he reloads`, `3 has six: he fires them`, `4 doesn't shoot, he moves …`: what they do about
    it, and what is told of them."""
    if len(sentences(text.replace("... ", ", "))) > 1 or any(kind == "LATER" for kind, _ in _kinds(text)):
        return None
    for sign, goes_on in _SIGNS:
        told, found, behind = text.partition(sign)
        who = _of_whom(told) if found else ""
        does = _without_person(behind) if who else None
        if does is not None and (does[1] or goes_on) and does[0]:
            return f"{who} {_with_him_named(does[0], told[len(who) :])}", told[len(who) :].strip()
    return None


def _begun_again(text: str) -> tuple[str, str] | None:
    """`T4 fires at... no, reloads`, `2 follows, no, moves to 12,30`: what somebody does in the place of one thing that
    was begun, and that."""
    if len(sentences(text.replace("... ", ", "))) > 1:
        return None
    for sign in ("... ", " - ", "; ", ", "):
        begun, found, behind = text.partition(sign)
        said = begun.split()
        place = next((place for place in range(len(said), 0, -1) if _names_alone(" ".join(said[:place]))), 0)
        again = _behind_correction(behind) if found and place else ""
        does = _without_person(again) if again else None
        orders = [word for word in map(str.lower, said[place:]) if word in verbs()]
        if does is not None and len(orders) < MOST_BEGUN and not says(begun, "HANGS", "OTHERWISE"):
            return f"{' '.join(said[:place]).rstrip(':')} {does[0]}", " ".join(said[place:])
    return None


def _behind_correction(text: str) -> str:
    """What follows words by which somebody begins again; "" where none do."""
    tokens = _SHAPES.tokens(text)
    at = 0
    while at < len(tokens) and (tokens[at].type == "ANEW" or (at and tokens[at] == ",")):
        at += 1
    return text[tokens[at].start_pos :] if 0 < at < len(tokens) else ""


MOST_BEGUN = 2
"""Of so many things begun it is not sure which one is taken back."""


def _with_him_named(does: str, told: str) -> str:
    """`has a clear shot at D3, so he fires at him`: him is whoever else is told of, where that is one; `it` is one shot
    and `them` are all of them."""
    others = {word.text.upper() for word in words_of(told) if is_code(word.text)}
    for them, shots in _THEM.items():
        does = does.replace(f"fires {them} at", f"fires {shots} at", 1)
    return does.replace(" at him", f" at {others.pop()}", 1) if len(others) == 1 else does


_THEM = {"them all": "all", "all of them": "all", "them both": "both", "both of them": "both", "them": "all", "it": "1"}


_SIGNS = (
    (", so ", True),
    (" so ", False),
    (", and so ", True),
    (" - ", False),
    ("; ", False),
    (": ", False),
    (", ", False),
    (" and ", False),
)
"""What may stand between what is told of somebody and what they do; and whether `reload` may follow."""


def _of_whom(told: str) -> str:
    """Whom words tell of, and order nothing: `2's gun is empty`, `T4 and T5 have the clear shots`."""
    said = told.split()
    words = [word.lower().replace("’", "'") for word in said]
    if words[1:2] and words[1] in _GUNS and words[0].endswith("'s"):
        who, at = said[0][:-2], 2
    else:
        at = next((place for place, word in enumerate(words[1:8], 1) if word in _TELLS or word in _TELLS_NOT), 0)
        who = " ".join(said[:at])
        if words[:1] and words[0].endswith("'s") and words[1:2] and words[1] in ("no", "not"):
            who, at = said[0][:-2], 0
    rest = words[at + 1 :]
    denied = words[at : at + 1] != [] and (words[at] in _TELLS_NOT or "not" in rest[:1])
    if not who or not rest or not _names_alone(who) or not _HANGING_WORDS.isdisjoint(words):
        return ""
    if denied:
        return who
    is_bidden = rest[0] in _BIDDEN or (rest[0].endswith("ing") and rest[0] != "nothing")
    orders = any(
        word in verbs() - {"nothing", "empty"} and before != "to" for before, word in pairwise((words[at], *rest))
    )
    return "" if is_bidden or orders else who


def _names_alone(who: str) -> bool:
    """Whether words are names of figures and nothing else: `T4 and T5`, `my Trader 2`, `the second one`."""
    said = [word.text for word in words_of(who)]
    called = [word for word in said if is_code(word) or is_number(word, 2) or word in NUMBERS or word in ORDINALS]
    return bool(called) and all(word in called or word in _AROUND_NAMES for word in said)


def _without_person(behind: str) -> tuple[str, bool] | None:
    """What somebody does, without the words for them, and whether there were any: `they both reload`, `let him go`."""
    said = behind.split()
    words = [word.lower().rstrip(",") for word in said]
    at = 0
    while at < len(words) and words[at] in _JOINING:
        at += 1
    start = at
    if words[at : at + 1] == ["let"] and words[at + 1 : at + 2] and words[at + 1] in _PERSONS_MEANT:
        at += 1
    if words[at : at + 3] == ["both", "of", "them"]:
        at += 3
    elif words[at : at + 1] and words[at] in _PERSONS_MEANT:
        at += 1
        at += words[at : at + 1] == ["both"]
    is_person = at > start
    if words[at : at + 1] and words[at] in ("better", "rather"):
        at += 1
    if not words[at:]:
        return None
    return " ".join(said[at:]), is_person


_AROUND_NAMES = frozenset(
    (*FIGURE_WORDS, *GROUPS, *DIGGERS, "and", ",", "the", "my", "our", "both", "one", "poor", "old")
)
_GUNS = ("gun", "revolver", "rifle", "shotgun", "repeater")
_TELLS = frozenset("is are was were has have".split())
_TELLS_NOT = frozenset(
    "isn't aren't wasn't hasn't haven't can't cannot couldn't doesn't don't won't didn't never".split()
)
_BIDDEN = frozenset("to ordered told supposed allowed meant".split())
_JOINING = frozenset("so and therefore then".split())
_PERSONS_MEANT = frozenset("he she they it both him her them he'd she'd they'd he'll she'll they'll".split())
_HANGING_WORDS = frozenset("if when unless until till but or instead else otherwise except".split())


def _parts(text: str) -> list[str]:
    """The parts of a line between commas; a comma within a point parts nothing."""
    parts: list[str] = []
    start = 0
    for place, sign in enumerate(text):
        within = text[place - 1 : place].isdigit() and text[place + 1 : place + 2].isdigit()
        if sign == "," and not within and len(parts) < MOST_PARTS:
            parts.append(text[start:place])
            start = place + 1
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
    return next((said for kind, said in _kinds(text) if kind in wanted), "")


def put_off(text: str) -> str:
    """The words with which a sentence of a line begins that is for another turn; "" when none does."""
    firsts = (next(iter(_kinds(one)), ("", "")) for one in sentences(text))
    return next((said for kind, said in firsts if kind == "LATER"), "")


def is_kind(word: str, kind: str) -> bool:
    """Whether a word is of a kind of gold_rush_beside.lark."""
    return [one for one, _ in _kinds(word)] == [kind]


def pattern(kind: str) -> Pattern:
    """The pattern of a kind of words, to look for in a text."""
    return dict(_SHAPES.words)[kind]


@lru_cache(maxsize=4096)
def _kinds(text: str) -> tuple[tuple[str, str], ...]:
    """The words of a text, each with its kind."""
    return tuple((token.type, token.lower()) for token in _SHAPES.tokens(text) if token.type != "SIGN")


_SHAPES = Shapes("gold_rush_beside.lark", lexer="basic")


def out_of_order(text: str) -> str:
    """The word by which the places of a line are not in the order in which they are wanted: `second choice 39,14, first
    choice 36,15`; "" where they are."""
    said = [word.text for word in words_of(text)]
    numbers = [(_CHOICES[word], word) for word in said if word in _CHOICES]
    turned = (word for (number, _), (behind, word) in pairwise(numbers) if behind < number)
    return next(turned, "latter" if "latter" in said else "")


_CHOICES = {
    **ORDINALS,
    **{f"{number}{end}": number for number, end in ((1, "st"), (2, "nd"), (3, "rd"), (4, "th"))},
    "last": 9,
}


def denies(text: str) -> bool:
    """Whether a line says that something is not to be done, or takes it back."""
    return any(kind in ("DENIES", "WITHDRAWS") for kind, _ in _kinds(text))


def takes_back(text: str) -> bool:
    """Whether a line speaks of another order that is not to count, or that is to be another."""
    return any(kind == "WITHDRAWS" for kind, _ in _kinds(text))


_TAKING_BACK = (*UNDOING, "TIMES", "BOUNDS", "WITH")
"""With one of these words in brackets may take back, doubt or bound what stands before them."""


def _is_remark(part: str, behind_a_name: bool) -> bool:
    words = [word.text for word in words_of(part.replace("after all", "")) if word.text[:1].isalnum()]
    said = set(words)
    only = "only" if words[:1] and words[0] in _PERSONS else ""
    turns = any(kind in _TURNING and word != only for kind, word in kinds_in(part.replace("after all", "")))
    if beyond_remark(part.strip()) == "":
        return True
    if len(words) < FEWEST_WORDS or mood(part) or turns or said & (verbs() - _SPOKEN - _IS):
        return False
    if any(is_number(word, 4) or word in NUMBERS or word in WAYS for word in words):
        return False
    if behind_a_name:
        return words[0] in _WHERE or words[0] in _PERSONS
    says_of = words[0] in _PERSONS and not said.isdisjoint(_IS)
    if words[0] in _WHOSE and not said.isdisjoint(_IS):
        return not any(map(is_code, words))
    return says_of or not any(is_code(word) or word in ("to", "into", "behind", "on") for word in words)


def is_code(word: str) -> bool:
    """Whether a word has the form of a code: `M2`, `C4`."""
    return word[:1].upper() in PIECE_LETTERS | {"C", "R", "S", "P"} and is_number(word[1:], 2)


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
    return f"{head} ({inside}){with_shots(rest)}"


_BAGS = ("bag", "bags")
_SHOTS = ("shot", "shots", "times", "rounds", "bullets")


def requested(text: str) -> str:
    """`Could Trader 3 please reload?` without its first word and its sign: please asks for nothing but that."""
    first, _, rest = text.removeprefix("And ").partition(" ")
    is_request = (
        first.lower() in _REQUESTING
        and not rest.lower().startswith(("you ", "u "))
        and not _PLEASE.isdisjoint(rest.lower().replace(",", " ").rstrip("?!. ").split())
    )
    return rest.rstrip("? ") if is_request else text


_REQUESTING = frozenset("could can would will may".split())
_PLEASE = frozenset("please kindly pls plz".split())


def is_asked(text: str) -> bool:
    """Whether a sentence of a line asks, and does not ask the Judge to do something: `Should 2 reload?`"""
    *asked, _ = text.split("?")
    return any(_asks(sentences(one)[-1]) for one in asked if one.strip())


@of_lines
def asked_apart(line: str) -> tuple[str, ...]:
    """A line in its sentences, where some of them ask and others do not; what hangs on a question is one with it, and
    `And D1? He fires.` is what D1 does."""
    said = _answered(sentences(line))
    if not is_asked(line) and all(requested(one) == one for one in said):
        return (line,)
    if len(said) == 1:
        return tuple(said)
    found: list[str] = []
    for one in said:
        hangs = found and is_asked(found[-1]) and one.lower().startswith(_HANGING)
        found = [*found[:-1], f"{found[-1]} {one}"] if hangs else [*found, one]
    return tuple(found)


def _answered(said: Sequence[str]) -> Sequence[str]:
    """`And D1? He fires.` as `D1: He fires.`, wherever a question is a name and nothing else."""
    if not any(one.endswith("?") for one in said[:-1]):
        return said
    found: list[str] = []
    for one in said:
        who = _asked_about(found[-1]) if found else ""
        first = [word.strip(".,!") for word in one.lower().split()[:1]]
        answers = bool(who and first) and (first[0] in _PERSONS_MEANT or first[0] == "let" or first[0] in verbs())
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
    return who if _names_alone(who) else ""


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
    "asked_apart", "denies", "is_asked", "is_code", "is_kind", "numbered", "out_of_order", "pattern", "put_off",
    "requested", "takes_back", "turns_nothing", "unclear_words", "with_shots", "without_remarks",
]  # fmt: skip
