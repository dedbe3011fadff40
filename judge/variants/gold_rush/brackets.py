"""Brackets beside an order: what stands in them goes on with the order, is a remark, or may change it."""

from __future__ import annotations

from collections.abc import Iterator

from judge.grammar.beside import says
from judge.grammar.courtesy import is_sure
from judge.grammar.mood import joked
from judge.variants.gold_rush.notation import is_number
from judge.variants.gold_rush.remarks import is_code, pattern, turns_nothing
from judge.variants.gold_rush.tongue import polite, verbs
from judge.variants.gold_rush.vocabulary import words_of

_GOING_ON = ("else ", "or else ", "otherwise ", "if ", "when ", "once ", "then ", "and then ", "failing that")
"""Words that begin so go on with the order, and are read with it."""
_RESULT = "*"
MOST_BRACKETS = 6
_JOINED = ("and ", "but ", "except ", "plus ", "all but ")
"""So does this, behind those whom the order is for, or behind the order."""


def opened(text: str) -> tuple[str, tuple[str, ...]]:
    """A line without the remarks in its brackets, and those to be named: results and courtesies are not. Words that
    go on with the order lose their brackets; words that may change it stay in them."""
    text = text.replace("[", "(").replace("]", ")")
    head, begins, rest = text.partition("(")
    inside, ends, behind = rest.partition(")")
    if not begins or not ends or not (head.strip() or behind.strip()):
        return text, ()
    tail, named = opened(behind) if "(" in behind else (behind, ())
    said = inside.strip()
    if said.lower().startswith(_GOING_ON):
        return f"{head.rstrip()}, {said}{tail}", named
    if said.lower().startswith(_JOINED) or (is_number(said, 2) and tail.strip()):
        # `1 (and 3): fire at M2`, `fire (4) at M2`
        return f"{head.rstrip()} {said}{tail}", named
    if not _is_polite(said) and (not turns_nothing(said) or joked(said)):
        return f"{head}({inside}){tail}", named
    is_named = not (said.startswith(_RESULT) or is_sure(said) or _is_polite(said) or _is_exclaimed(said))
    return f"{head.rstrip()}{tail}", ((f"({inside})", *named) if is_named else named)


def _is_polite(said: str) -> bool:
    return tuple(word.text for word in words_of(said)) in polite()


def _is_exclaimed(said: str) -> bool:
    return said.endswith("!") and len(said.split()) == 1


def unclear_bracket(text: str) -> str:
    """The first bracket of a line with words that may change what is ordered; "" when there is none."""
    if "(" not in text and "[" not in text:
        return ""
    head, _, rest = text.replace("[", "(").replace("]", ")").partition("(")
    inside, ends, behind = rest.partition(")")
    if not ends:
        return ""
    is_beside = bool(head.strip() or behind.strip()) and not turns_nothing(inside.strip())
    return f"({inside})" if is_beside else unclear_bracket(behind)


def respelled(text: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """A line with its brackets written out, in the ways in which they may go on with it: `T1 stays hidden (stand)`,
    `all but M1 (takes gold)`, `Rifles (M1, M3): …`, `fires at the man on the left (T1)`; and the words that fall
    away."""
    pairs, tail = _brackets(text)
    if not pairs or any(says(inside, "DENIES", "CONTRAST", "OTHERWISE") for _, inside in pairs):
        return
    does = [words_of(inside)[0].text in verbs() for _, inside in pairs]
    if all(does):
        yield ",".join(f"{head.rstrip()}, who {inside}" for head, inside in pairs) + tail, ()
    yield "".join(f"{head.rstrip()}, {inside}" for head, inside in pairs) + tail, ()
    yield "".join(f"{head.rstrip()} {inside}" for head, inside in pairs) + tail, ()
    if all(is_code(one) for _, inside in pairs for one in inside.replace(",", " ").replace(" and ", " ").split()):
        for leading in ("LEADS", "BEGINS"):
            heads = [_parted(head, leading) for head, _ in pairs]
            called = tuple(words for _, words in heads if words)
            if any(map(is_code, " ".join(called).replace(",", " ").split())):
                continue
            written = "".join(f"{before}{inside}" for (before, _), (_, inside) in zip(heads, pairs, strict=True))
            yield written + tail, called


def without_brackets(text: str) -> str:
    """A line without its brackets and what stands in them."""
    pairs, tail = _brackets(text)
    return "".join(head.rstrip() for head, _ in pairs) + tail


def _brackets(text: str) -> tuple[list[tuple[str, str]], str]:
    """What stands in each bracket of a line with what stands before it; and what stands behind the last."""
    pairs: list[tuple[str, str]] = []
    rest = text
    while len(pairs) < MOST_BRACKETS:
        head, begins, behind = rest.partition("(")
        inside, ends, behind = behind.partition(")")
        if not begins or not ends or not words_of(inside):
            break
        pairs.append((head, inside.strip()))
        rest = behind
    return pairs, rest


def _parted(head: str, leading: str) -> tuple[str, str]:
    """Words before a bracket: those that stay, and by what those in it are called, from the last of such words on."""
    at = max((found.end() for found in pattern(leading).finditer(head)), default=0)
    return head[:at], head[at:].strip()


__all__ = ["opened", "respelled", "unclear_bracket", "without_brackets"]
