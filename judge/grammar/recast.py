"""An order with its parts in another place, or with words before it that say nothing: `recast.lark` knows them."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from lark import Token

from judge.grammar.hanging import hanging
from judge.grammar.numbers import figures_in
from judge.grammar.shapes import Shapes
from judge.grammar.text import plain

LONGEST = 200
MOST_WORDS = 5
"""Words of whoever or whatever stands in another place."""
_SHAPES = Shapes("recast.lark", lexer="basic")


def recasts(text: str, stands: Callable[[str], bool]) -> Iterator[str]:
    """The texts that a text may be in other places. `stands`: whether one is an order that
    can be carried out, and nothing else."""
    bare = plain(text)
    if len(bare) > LONGEST:
        return
    tokens = list(_SHAPES.tokens(bare))
    modal = next((one for one in tokens if one.type == "MODAL"), None)
    # "Should it rain, …" says a condition, not a wish.
    if modal is not None and not hanging(bare):
        yield " ".join(f"{bare[: modal.start_pos]} {bare[modal.end_pos :]}".split())
    yield from (
        bare[: one.start_pos] + bare[one.end_pos :] for one in tokens if one.type == "TOTAL" and _is_right(bare, one)
    )
    if tokens and tokens[0].type == "LEAD":
        bare = bare[tokens.pop(0).end_pos :]
        yield bare
        tokens = list(_SHAPES.tokens(bare))
    if not tokens:
        return
    if tokens[0].type == "FOR_HEAD":
        yield from _headed(bare[tokens[0].end_pos :])
    if any(one.type == "FOR" for one in tokens):
        yield from _goal_first(bare, tokens, stands)


def _headed(text: str) -> Iterator[str]:
    """`Paris I'd like Burgundy`, `Paris: Burgundy`: whoever it is, and where they go or what they do."""
    like = next((one for one in _SHAPES.tokens(text) if one.type == "LIKE"), None)
    who, what = (text[: like.start_pos], text[like.end_pos :]) if like is not None else text.partition(":")[::2]
    if what.strip() and _is_short(who):
        yield f"{who.strip()} to {what.strip()}"
        yield f"{who.strip()} {what.strip()}"


def _goal_first(text: str, tokens: list[Token], stands: Callable[[str], bool]) -> Iterator[str]:
    """`Burgundy for Paris, Spain for Marseilles`: each with whoever goes before where they go. Where the first named
    could go to the other, nobody knows who goes."""
    done: list[str] = []
    start = 0
    for stop in (*(one for one in tokens if one.type == "STOP"), None):
        part = text[start : len(text) if stop is None else stop.start_pos].strip()
        start = len(text) if stop is None or stop.end_pos is None else stop.end_pos
        part = part.removeprefix("and ")
        if not part:
            continue
        place = next((one for one in _SHAPES.tokens(part) if one.type == "FOR"), None)
        goal, who = (part[: place.start_pos], part[place.end_pos :]) if place is not None else ("", "")
        if place is None or not _is_short(goal) or not _is_short(who):
            return
        if part[place.start_pos : place.end_pos].split() == ["for"] and stands(f"{goal} to {who.strip()}"):
            return
        done.append(f"{who.strip()} to {goal.strip()}")
    yield ", ".join(done)


def _is_right(text: str, total: Token) -> bool:
    """Whether a sum comes to what stands behind it: `3K + 1K = 4K`."""
    said = [int(one) for one in figures_in(total)]
    behind = figures_in(text[total.end_pos :])
    return bool(behind) and sum(said) == int(behind[0])


def _is_short(text: str) -> bool:
    return 0 < len(text.split()) <= MOST_WORDS and any(map(str.isalnum, text))


__all__ = ["recasts"]
