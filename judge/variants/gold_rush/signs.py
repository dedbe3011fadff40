"""The signs that a line becomes, and what several of them say together."""

from __future__ import annotations

from dataclasses import dataclass

from judge.grammar.finding import Name
from judge.variants.gold_rush.vocabulary import FALLEN, FALLING, FIRING


@dataclass(frozen=True, slots=True)
class Mark:
    """A sign or a word of the shape, and the stretch of the line that it stands for."""

    sign: str
    start: int
    end: int
    name: Name | None = None


def with_falls(marks: list[Mark]) -> list[Mark]:
    """`fire at M2, and when M2 is down, at M4`: so a volley goes on by itself, and it says no more than `then`."""
    for start, mark in enumerate(marks):
        if mark.sign not in ("when", "once", "if", "should"):
            continue
        spoken = [one.name.choices for one in marks[:start] if one.sign == "&" and one.name is not None]
        end = start + 1
        while end < len(marks) and (marks[end].sign in FALLING or _choices(marks[end]) in spoken[-1:]):
            end += 1
        falls = any(one.sign in FALLEN for one in marks[start:end])
        fires = not FIRING.isdisjoint(one.sign for one in marks[:start])
        if falls and fires and spoken and end < len(marks) and marks[end].sign in ("at", "into"):
            return [*marks[:start], Mark("then", mark.start, marks[end - 1].end), *marks[end:]]
    return marks


def _choices(mark: Mark) -> tuple[str, ...]:
    return mark.name.choices if mark.name is not None else ()
