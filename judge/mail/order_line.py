"""A line of a letter that may be an order, the conditions that it hangs on, and a command."""

from __future__ import annotations

from dataclasses import KW_ONLY
from typing import Any

from judge.adjudicator.value import value


@value
class Condition:
    """A condition that must (or must not) hold for an order to count. `of_line`: the whole line, where
    it stands on one with its order, as in a sentence."""

    text: str
    holds: bool = True
    of_line: str = ""


OF_A_FORM = -1


@value
class OrderLine:
    """A line that may be an order. `part`: which attachment's, or OF_A_FORM; `remark`: it comes behind an order, in
    brackets or behind a dash; `aside`: it is no order, but the `reason` for the one before it, `idle` beside it, `told`
    by others, or one of which its writer is to be `asked` whether it counts; `below`: what the row of a form
    right above it says before its blank."""

    number: int
    text: str
    when: tuple[Condition, ...] = ()
    part: int = 0
    remark: bool = False
    aside: str = ""
    _: KW_ONLY
    below: str = ""

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:  # a letter has many, from another process
        return _again, (self.number, self.text, self.when, self.part, self.remark, self.aside, self.below)


def _again(number: int, text: str, when: tuple[Condition, ...], *more: Any) -> OrderLine:
    *said, below = more
    return OrderLine(number, text, when, *said, below=below)


@value
class Command:
    """A command: its verb, the words behind it, the lines of its block if it has one, and words without effect."""

    number: int
    verb: str
    rest: str = ""
    body: tuple[str, ...] = ()
    unheeded: str = ""
    kinds: tuple[str, ...] = ()
    """Of press: how it goes, `grey`, `postal` …"""


def condition_of(text: str) -> Condition:
    """A condition without the NOT before it; among several the NOT is the first one's alone."""
    first, *words = text.split()
    if first.lower() == "not" and words and not {"and", "or"} & {word.lower() for word in words}:
        return Condition(" ".join(words), False)
    return Condition(text)


__all__ = ["OF_A_FORM", "Command", "Condition", "OrderLine", "condition_of"]
