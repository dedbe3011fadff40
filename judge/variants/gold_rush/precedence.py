"""Words that say whose go is before whose: `M6 fires at D3, but first M8 moves`, `M6 fires last`, `in reverse order`.

Figures act in the order of the lines (GR-Q14). Within a line such words turn it; beside other lines, or where it is not
sure how, what they stand with is asked back.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby

from lark import Token

from judge.adjudicator.protocol import Line, Problem
from judge.variants.gold_rush import marks
from judge.variants.gold_rush.faults import unclear
from judge.variants.gold_rush.later import WORDS
from judge.variants.gold_rush.names import Names
from judge.variants.gold_rush.orders import Go, Order, Stand
from judge.variants.gold_rush.signs import Mark
from judge.variants.gold_rush.tongue import polite, verbs
from judge.variants.gold_rush.vocabulary import ORDINALS

FIRST = 1
LAST = len(ORDINALS) + 1
KINDS = ("ORDINAL", "BEFORE", "LAST", "REVERSED")
_STOPS = (",", ";", ".", "!", ":", "-")
_JOINTS = ("and", "but", "then", "while")


@dataclass(slots=True)
class Turns:
    """What a line says of the order of goes: the places of figures, whether all is turned round, and the words."""

    ranks: dict[str, int] = field(default_factory=dict)
    is_reversed: bool = False
    words: str = ""


def turns_in(names: Names, text: str) -> tuple[str, Turns]:
    """A line without the words by which a figure acts before or behind others, and what they say."""
    turns = Turns()
    found = [token for token in WORDS.tokens(text) if token.type in KINDS]
    if not found:
        return text, turns
    said = marks.marked(names, "go", text).marks
    gone: list[tuple[int, int]] = []
    for token in found:
        begin, end = token.start_pos or 0, token.end_pos or 0
        if token.type == "REVERSED":
            turns.is_reversed = True
        else:
            heads = _whose(names, said, token)
            if not heads:
                continue
            turns.ranks.update((code, _rank(token)) for one in heads for code in _codes(names, one))
            if _says_no_more(said, heads, begin, end):
                begin = min(begin, heads[0].start)
                end = max(end, heads[-1].end)
        turns.words = turns.words or str(token).strip(" ,")
        gone.append((begin, end))
    for begin, end in sorted(gone, reverse=True):
        rest = text[end:].lstrip()
        text = f"{text[:begin].rstrip()}{' ' if rest[:1].isalnum() else ''}{rest}".strip()
    return text.rstrip(" ,;"), turns


def other_target_first(names: Names, text: str) -> str:
    """`fire 6 at D3, D1 first`: the word by which a target is before one that was named before it; "" where none is."""
    found = [token for token in WORDS.tokens(text) if token.type == "ORDINAL" and token.lower() == "first"]
    said = marks.marked(names, "go", text).marks if found else []
    for token in found:
        at = next((place for place, one in enumerate(said) if one.end > (token.start_pos or 0)), len(said))
        start = max((place for place, one in enumerate(said[:at]) if one.sign in ("^", ".", ";")), default=0)
        others = [place for place in range(start, at) if said[place].sign == "&" and not _is_own(names, said[place])]
        ends = at + 1 >= len(said) or said[at + 1].sign in _STOPS
        if ends and len(others) > 1 and others[-1] == at - 1:
            return str(token)
    return ""


def in_turn(found: Sequence[Line[Order]], said: Mapping[int, Turns]) -> Iterator[Line[Order]]:
    """All lines, those of each line in the order that its words say. `said`: those words, by the lines' numbers."""
    acting = [line for line in found if _acts(line)]
    for number, group in groupby(found, key=lambda line: line.number):
        turns, lines = said.get(number), list(group)
        if turns is None:
            yield from lines
            continue
        ranks = {_rank_of(line, turns) for line in lines if _acts(line)}
        before = any(line.number < number for line in acting)
        behind = any(line.number > number for line in acting)
        if (before and (FIRST in ranks or turns.is_reversed)) or (behind and LAST in ranks) or _is_unsure(lines, turns):
            yield from (_asked(line, turns) for line in lines)
        else:
            yield from sorted(lines[:: -1 if turns.is_reversed else 1], key=lambda line: _place(line, turns))


def _is_unsure(lines: Sequence[Line[Order]], turns: Turns) -> bool:
    """Whether some of the places are said and others are not, and it is not the first or the last alone."""
    ranks = [_rank_of(line, turns) for line in lines if _acts(line)]
    given = [one for one in ranks if one not in (0, LAST)]
    return (turns.is_reversed and bool(given)) or (0 in ranks and len(given) > 0 and max(given) > FIRST)


def _rank_of(line: Line[Order], turns: Turns) -> int:
    return turns.ranks.get(line.said.figure, 0) if isinstance(line.said, Go) else 0


def _place(line: Line[Order], turns: Turns) -> int:
    """The place of a go among those of its line; without words for it, it is behind the first and before the last."""
    return 2 * _rank_of(line, turns) or 2 * FIRST + 1


def _acts(line: Line[Order]) -> bool:
    """Whether it matters when a go comes: of those who stand it does not."""
    return isinstance(line.said, Go) and any(not isinstance(one.action, Stand) for one in line.said.choices)


def _asked(line: Line[Order], turns: Turns) -> Line[Order]:
    if isinstance(line.said, Problem) or not _acts(line):
        return line
    return replace(line, said=unclear(line.text, turns.words), notes=())


def _rank(token: Token) -> int:
    if token.type == "ORDINAL":
        return ORDINALS[token.lower()]
    return LAST if token.type == "LAST" else FIRST


def _whose(names: Names, said: Sequence[Mark], token: Token) -> list[Mark]:
    """Whose go a word is of: of the figures right behind it, right before it, or of the clause that ends with it."""
    at = next((place for place, one in enumerate(said) if one.end > (token.start_pos or 0)), len(said))
    behind = next((place for place, one in enumerate(said) if one.start >= (token.end_pos or 0)), len(said))
    starts = at == 0 or said[at - 1].sign in (*_STOPS, *_JOINTS)
    heads = _listed(names, said, behind + (behind < len(said) and said[behind].sign == ","))
    if starts and heads:
        return heads
    ends = behind == len(said) or said[behind].sign in _STOPS or _is_polite(said[behind])
    then = [one.sign for one in said[behind : behind + 3]]
    start = next((place for place in range(at - 1, -1, -1) if _is_own(names, said[place])), None)
    if start is None or "then" in then or any(one.sign in (".", ";") for one in said[start:at]):
        return []
    while start and said[start - 1].sign in (",", "and", "-", "^", "&") and _listed(names, said, start - 1):
        start -= 1
    if said[start].sign in (",", "and", "-"):
        start += 1
    heads = _listed(names, said, start)
    is_next = heads and heads[-1] is said[at - 1]
    later = [one.sign for one in said[behind:]]
    sentence = later[: next((place for place, sign in enumerate(later) if sign in (".", ";", "^")), len(later))]
    does = is_next and (behind == len(said) or said[behind].sign in (*_STOPS, *verbs())) and "then" not in sentence
    return heads if ends or does else []


def _listed(names: Names, said: Sequence[Mark], place: int) -> list[Mark]:
    """The figures of one's own that a list names from a place on."""
    found: list[Mark] = []
    for one in said[place:]:
        if _is_own(names, one):
            found.append(one)
        elif one.sign not in (",", "and", "-", "the") or not (found or one.sign in (",", "and", "-", "the")):
            break
    return found


def _says_no_more(said: Sequence[Mark], heads: Sequence[Mark], begin: int, end: int) -> bool:
    """`…, M8 first`: whether there is nothing beside the figures and the word between two signs."""
    first, last = min(begin, heads[0].start), max(end, heads[-1].end)
    within = [one for one in said if first <= one.start < last and not begin <= one.start < end]
    if any(one not in heads and one.sign not in (",", "and", "-", "the") for one in within):
        return False
    before = next((one.sign for one in reversed(said) if one.end <= first), ".")
    behind = next((one.sign for one in said if one.start >= last and not _is_polite(one)), ".")
    return before in (*_STOPS, *_JOINTS) and behind in (",", ".", ";", "!")


def _is_own(names: Names, mark: Mark) -> bool:
    return mark.sign in ("^", "&") and names.is_own(mark.name)


def _codes(names: Names, mark: Mark) -> tuple[str, ...]:
    return tuple(code for code in mark.name.choices if code in names.own) if mark.name is not None else ()


def _is_polite(mark: Mark) -> bool:
    return (mark.sign,) in polite()


__all__ = ["KINDS", "Turns", "in_turn", "other_target_first", "turns_in"]
