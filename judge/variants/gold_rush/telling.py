"""What somebody does, behind what is told of them: `2 is empty, so he reloads`; or in the place of what was begun:
`T4 fires at... no, reloads`. Its words are those of gold_rush_telling.lark."""

from __future__ import annotations

from itertools import pairwise

from judge.grammar.beside import says
from judge.grammar.memory import of_lines
from judge.grammar.shapes import Shapes
from judge.grammar.text import sentences
from judge.variants.gold_rush.notation import is_number
from judge.variants.gold_rush.tongue import verbs
from judge.variants.gold_rush.vocabulary import (
    DIGGERS,
    FIGURE_WORDS,
    GROUPS,
    NUMBERS,
    ORDINALS,
    PIECE_LETTERS,
    words_of,
)

MOST_BEGUN = 2
"""Of so many things begun it is not sure which one is taken back."""
_SHAPES = Shapes("gold_rush_telling.lark", lexer="basic")
_BESIDE = Shapes("gold_rush_beside.lark", lexer="basic")
_SIGNS = (
    (", so ", True),
    (" so ", False),
    (", and so ", True),
    (" - ", True),
    ("; ", False),
    (": ", True),
    (", ", False),
    (" and ", False),
)
"""What may stand between what is told of somebody and what they do; and whether `reload` may follow."""


def what_follows(text: str) -> tuple[str, str] | None:
    """`2 is empty, so he reloads`, `3 has six: he fires them`, `4 doesn't shoot, he moves …`: what they do about
    it, and what is told of them; or that somebody was not sure of it at first."""
    doubt = _SHAPES.patterns["HESITATED"].search(text)
    if doubt is not None:
        who = text[: doubt.start()].strip(" ,:-").removeprefix("As for ").removeprefix("as for ")
        decided = text[doubt.end() :].lstrip(" ,:;-")
        return (f"{who}: {decided}", doubt[0]) if decided and names_alone(who) and not _is_several(text) else None
    for sign, goes_on in _SIGNS:
        told, found, behind = text.partition(sign)
        who = _of_whom(told.replace(", but ", ", ") if sign == ", so " else told) if found else ""
        does = _without_person(behind) if who else None
        if does is not None and (does[1] or goes_on) and does[0]:
            if _is_several(text) or any(one.type == "LATER" for one in _BESIDE.tokens(text)):
                return None
            return f"{who} {_with_him_named(does[0], told[len(who) :])}", told[len(who) :].strip()
    return None


def begun_again(text: str) -> tuple[str, str] | None:
    """`T4 fires at... no, reloads`, `2 follows, no, moves to 12,30`: what somebody does in the place of one thing that
    was begun, and that."""
    for sign in ("... ", " - ", "; ", ", "):
        begun, _, behind = text.partition(sign)
        again = _behind_correction(behind)
        does = _without_person(again) if again else None
        if does is None:
            continue
        said = begun.split()
        place = next((place for place in range(len(said), 0, -1) if names_alone(" ".join(said[:place]))), 0)
        orders = [word for word in map(str.lower, said[place:]) if word in verbs()]
        if place and len(orders) < MOST_BEGUN and not says(begun, "HANGS", "OTHERWISE"):
            if _is_several(text):
                return None
            return f"{' '.join(said[:place]).rstrip(':')} {does[0]}", " ".join(said[place:])
    return None


def _is_several(text: str) -> bool:
    """Whether a text is of more than one sentence; who hesitates goes on with theirs."""
    return len(sentences(text.replace("... ", ", "))) > 1


def is_code(word: str) -> bool:
    """Whether a word has the form of a code: `M2`, `C4`."""
    return word[:1].upper() in PIECE_LETTERS | {"C", "R", "S", "P"} and is_number(word[1:], 2)


@of_lines
def who_watches(text: str) -> str:
    """The words before those by which somebody is to fire when others do something, or to cover others; "" where there
    are none: `T2 covers him`."""
    found = _SHAPES.patterns["WATCHES"].search(text)
    return text[: found.start()] if found else ""


def is_because(text: str) -> bool:
    """Whether words say why, and not what follows."""
    return bool(_found("BECAUSE", text))


def is_of_a_person(text: str) -> bool:
    """Whether words begin with a person spoken of before: `he`, `let him`."""
    return bool(_found("PERSON", text))


def tells_of_somebody(text: str) -> bool:
    """Whether words tell what a person spoken of before is or has, and order nothing: `he has six bullets`."""
    person = _found("PERSON", text)
    tells = _found("TELLS", text[len(person) :].lstrip(" '")) if person else ""
    return bool(tells) or bool(person and text[len(person) :].startswith(("'s ", "'re ", "'ve ")))


def _behind_correction(text: str) -> str:
    """What follows words by which somebody begins again; "" where none do."""
    for at, token in enumerate(_BESIDE.one_by_one(text)):
        if token.type != "ANEW" and not (at and token == ","):
            return text[token.start_pos :] if at else ""
    return ""


def _with_him_named(does: str, told: str) -> str:
    """`has a clear shot at D3, so he fires at him`: him is whoever else is told of, where that is one; `it` is one shot
    where he has no more, and `them` are all of them."""
    others = {word.text.upper() for word in words_of(told) if is_code(word.text)}
    spent = _found("SPENT", does)
    if spent:
        is_one = _SHAPES.patterns["ONE_SHOT"].search(told) and not {"them", "those"} & set(spent.lower().split())
        does = f"fires {'1' if is_one else 'all'} at {does[len(spent) :].split(maxsplit=1)[1]}"
    him = _SHAPES.patterns["AT_HIM"].search(does) if len(others) == 1 else None
    return f"{does[: him.start()]}{others.pop()}{does[him.end() :]}" if him else does


def _of_whom(told: str) -> str:
    """Whom words tell of, and order nothing: `2's gun is empty`, `T4 and T5 have the clear shots`."""
    said = told.replace(" does not ", " doesn't ").replace(" do not ", " don't ").split()
    words = [word.lower().replace("’", "'") for word in said]
    if words[1:2] and words[1] in _GUNS and words[0].endswith("'s"):
        who, at = said[0][:-2], 2
    else:
        at = next((place for place, word in enumerate(words[1:8], 1) if _found("TELLS", word) == word), 0)
        who = " ".join(said[:at])
        if words[:1] and words[0].endswith("'s"):
            # `D1's out of bullets`
            who, at = said[0][:-2], 0
    if words[-1:] and _is_denial(words[-1]) and names_alone(" ".join(said[:-1])):
        # `M1 not, he fires at T6`, `D1 can't, he reloads`
        return " ".join(said[:-1])
    rest = words[at + 1 :]
    denied = words[at : at + 1] != [] and (_is_denial(words[at]) or "not" in rest[:1])
    if not who or not rest or not names_alone(who) or not _HANGING_WORDS.isdisjoint(words):
        return ""
    if denied:
        return who
    is_bidden = rest[0] in _BIDDEN or (rest[0].endswith("ing") and rest[0] != "nothing")
    does = verbs() - {"nothing", "empty", "close"}
    orders = any(word in does and before != "to" for before, word in pairwise((words[at], *rest)))
    return "" if is_bidden or orders else who


def _is_denial(word: str) -> bool:
    return word.endswith(("n't", "cannot", "never")) or word == "not"


def names_alone(who: str) -> bool:
    """Whether words are names of figures and nothing else: `T4 and T5`, `my Trader 2`, `the second one`."""
    said = [word.text for word in words_of(who)]
    called = [word for word in said if is_code(word) or is_number(word, 2) or word in NUMBERS or word in ORDINALS]
    return bool(called) and all(word in called or word in _AROUND_NAMES for word in said)


def _without_person(behind: str) -> tuple[str, bool] | None:
    """What somebody does, without the words for them, and whether there were any: `they both reload`, `I want him to
    go`."""
    person = _found("PERSON", behind)
    does = behind[len(person) :].strip()
    if not person:
        does = does[len(_found("GOES_ON", does)) :]
    return (does, bool(person)) if does else None


def _found(kind: str, text: str) -> str:
    found = _SHAPES.patterns[kind].match(text)
    return found[0] if found else ""


_AROUND_NAMES = frozenset(
    (*FIGURE_WORDS, *GROUPS, *DIGGERS, "and", ",", "the", "my", "our", "both", "one", "poor", "old")
)
_GUNS = ("gun", "revolver", "rifle", "shotgun", "repeater")
_BIDDEN = frozenset("to ordered told supposed allowed meant".split())
_HANGING_WORDS = frozenset("if when unless until till but or instead else otherwise except".split())


__all__ = [
    "begun_again",
    "is_because",
    "is_code",
    "is_of_a_person",
    "names_alone",
    "tells_of_somebody",
    "what_follows",
    "who_watches",
]
