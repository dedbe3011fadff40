"""What one reading of a clause means, and which of several problems its writer is told."""

from __future__ import annotations

from dataclasses import dataclass

from judge.adjudicator.protocol import Problem
from judge.grammar.shape import Sentence
from judge.variants.land_barons.notation.money import Unplaced
from judge.variants.land_barons.notation.table import Table
from judge.variants.land_barons.orders import Order

_OF_A_WAY = ("too-far", "which-way", "which-site")


@dataclass(slots=True)
class Meaning:
    """The result of one reading of a clause. `table`: what it makes of the table."""

    start: str
    sentence: Sentence
    table: Table
    orders: tuple[Order | Unplaced, ...] = ()
    problem: Problem | None = None

    @property
    def has_each(self) -> bool:
        """Whether it has a word for each of them."""
        return self.sentence.tree.data == "fares"


def clearest(tried: list[Meaning]) -> Meaning:
    """Of several problems the one that says most: a name that fits no kind of thing says least."""

    def vague(one: Meaning) -> int:
        code = one.problem.code if one.problem is not None else ""
        return 2 if code == "no-sum" else 1 if code == "not-won" or code.startswith("unknown-") else 0

    return min(tried, key=vague)


def quoting(problem: Problem, text: str) -> Problem:
    """The problem with the words it is about."""
    if problem.code in _OF_A_WAY:
        # Half of a way is none: `0106-0105, then home`.
        return Problem(problem.code, {"text": text, **problem.detail, "whole": True})
    said = {"said": problem.detail["text"]} if "text" in problem.detail and "choices" in problem.detail else {}
    if said:
        return Problem(problem.code, {**problem.detail, **said, "line": text})
    return Problem(problem.code, {"text": text, **problem.detail})


__all__ = ["Meaning", "clearest", "quoting"]
