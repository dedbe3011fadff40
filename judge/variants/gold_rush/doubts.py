"""Lines of which not even a part is an order, as the rest of them may change it; and words that take an earlier order
back or put it in doubt."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from judge.adjudicator.protocol import Line, Problem
from judge.grammar.text import sentences
from judge.variants.gold_rush import marks
from judge.variants.gold_rush.names import Names
from judge.variants.gold_rush.notation import is_number
from judge.variants.gold_rush.orders import Go, Order
from judge.variants.gold_rush.remarks import numbered, says_more, with_shots
from judge.variants.gold_rush.tongue import verbs
from judge.variants.gold_rush.vocabulary import FIRING, GROUPS, PIECE_LETTERS, words_of
from judge.variants.gold_rush.writing import write_order

NEAR = 3
"""Words at the head of a line that is not read: whoever is named there is whom it speaks of."""
MOST_OF_A_SUM = 3
"""Words of a bracket with a number in it that says how often, how far or where."""
_ANYBODY = frozenset("anybody anyone any nobody everybody everyone nearest closest".split())
_BUT = frozenset("but except save".split())
_PERSONS = frozenset("he she it they".split())
_IFS = frozenset("if unless when".split())
_TAKING_BACK = frozenset(
    "not never n't cancel cancels cancelled forget scrap withdraw undo instead changed change mind rather sorry wait "
    "correction scratch strike delete ignore drop only".split()
)


def is_doubtful(line: str, form: str) -> bool:
    """Whether a line is refused as a whole: what stands in its brackets may change it, it counts several out to
    several, it names who is not meant, or it waits for what nobody can know."""
    if _has_doubtful_bracket(line, form):
        return True
    if form != "go":
        return False
    words = [word.text for word in words_of(line)]
    return (
        "respectively" in words
        or "resp" in words
        or _spares_somebody(words)
        or _waits(words)
        or _is_put_off(words)
        or any(map(_is_halved, sentences(line)))
    )


def _has_doubtful_bracket(line: str, form: str) -> bool:
    """`fire at M2 (joke!)`, `fire at M2 (4)`, `fire 6 (sorry, 4) at M2`, `mine: 36,15 (second choice 39,14)`."""
    head, bracket, rest = with_shots(line).partition("(")
    inside, closed, behind = rest.partition(")")
    if not bracket or not closed or not head.strip():
        return False
    is_point = not any(map(str.isalpha, inside))
    if form != "go":
        return any(map(str.isdigit, inside)) and any(map(str.isdigit, head)) and not is_point
    if any(map(str.isdigit, inside)):
        is_goal = is_point and "," in inside and not head.rstrip()[-1:].isdigit()
        says = len(inside.split()) <= MOST_OF_A_SUM or says_more(inside)
        return says and not is_goal
    return (
        says_more(inside) if not behind.strip(" .!") else not _TAKING_BACK.isdisjoint(w.text for w in words_of(inside))
    )


def _spares_somebody(words: list[str]) -> bool:
    """`fire at anybody but D1`: the nearest may be the one who is spared."""
    for place, word in enumerate(words[:-1]):
        behind = words[place + 1]
        is_somebody = behind[:1].upper() in PIECE_LETTERS and is_number(behind[1:], 2)
        if word in _BUT and (is_somebody or behind in GROUPS) and not FIRING.isdisjoint(words[:place]):
            return not _ANYBODY.isdisjoint(words[max(0, place - 3) : place])
    return False


def _waits(words: list[str]) -> bool:
    """`fire at D1 in case he moves`, `fire at D1 after he has moved`."""
    pairs = pairwise(words)
    waits = any(
        (first, second) == ("in", "case") or (first == "after" and second in _PERSONS) for first, second in pairs
    )
    return waits and not FIRING.isdisjoint(words)


def _is_put_off(words: list[str]) -> bool:
    """`moves to contact with M2. Next turn he attacks.`: the blow is for another go than the way there."""
    for place in range(len(words) - 2):
        if words[place] == "next" and words[place + 1] in ("turn", "go"):
            behind = [word for word in words[place + 2 :] if word not in (*_PERSONS, "will", ",")]
            if not _BLOWS.isdisjoint(behind[:1]):
                return True
    return False


_BLOWS = frozenset("attack attacks hit hits punch punches fight fights strike strikes charge charges".split())


def _is_halved(sentence: str) -> bool:
    """`If D1 in sight, T1 fires at D1 and T3 fires at D2`, `T1 fires at D1 and T3 at D2 if they are in sight`: whether
    both hang on the condition is not said."""
    words = [word.text for word in words_of(sentence)]
    asked = [place for place, word in enumerate(words) if word in _IFS]
    if len(asked) != 1 or "else" in words or "otherwise" in words or "and" not in words:
        return False
    at = asked[0]
    acts = [place for place, word in enumerate(words) if word in verbs() and word not in ("to", "in", "into")]
    heads = [
        place for place in acts if place and (is_number(words[place - 1], 2) or is_number(words[place - 1][1:], 2))
    ]
    joined = any("and" in words[first:second] for first, second in pairwise(heads))
    is_behind = bool(heads) and at > heads[-1]
    return len(heads) == 2 and joined and (at == 0 or is_behind)


def _takes_back(text: str) -> bool:
    """Whether unread words may take an earlier order back: `PS: cancel T1's shot`, `T3 should not fire but run`."""
    words = text.lower().replace("n't", " n't").replace(":", " ").replace(",", " ").replace(".", " ").split()
    return not _TAKING_BACK.isdisjoint(words)


def unread_heads(names: Names, item: Line[Order], *, denied: bool = False) -> tuple[str, ...]:
    """The figures of a line that is not read: they are none of the rest, nor of all if it was to order something.
    `denied`: of one that says what is not ordered."""
    if not isinstance(item.said, Problem) or item.said.code == "not-your-group":
        return ()
    if denied is not (item.said.code == "not-ordered"):
        return ()
    marked = marks.Line(names, "go", numbered(item.text)[1]).marks
    is_headed = any(one.sign == "^" for one in marked)
    # `T1 won't shoot`: without a verb of orders behind it a figure is marked as anybody.
    among = marked if is_headed else marked[:NEAR]
    found = [one.name for one in among if one.name is not None and one.sign == ("^" if is_headed else "&")]
    return tuple(code for name in found for code in name.choices if code in names.own)


def doubt(names: Names, found: list[Line[Order]], item: Line[Order]) -> None:
    """An earlier order does not stand if unread words may take it back: those that name its figure, or its target."""
    if not isinstance(item.said, Problem) or item.said.code == "not-your-group" or not _takes_back(item.text):
        return
    named = {code for one in marks.Line(names, "go", item.text).found for code in one.choices} | set(
        unread_heads(names, item) + unread_heads(names, item, denied=True)
    )
    own = named & set(names.own)
    for place, line in enumerate(found):
        if isinstance(line.said, Go) and not line.rest:
            is_meant = line.said.figure in own if own else any(code in write_order(line.said).split() for code in named)
            if is_meant and line.number != item.number:
                found[place] = replace(line, said=Problem("undone", {"text": item.text}), notes=())


__all__ = ["doubt", "is_doubtful", "unread_heads"]
