"""Hex fields as pure geometry: labels, neighbours, distances, ways. No map, no game.

Flat-topped hexes in columns, labelled column then row as wargamers do: `0101` is top left, `0412` the twelfth hex of
the fourth column. The even-numbered columns lie half a hex lower. `D12` is the same space as `0412`.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping

_DIGITS = re.compile(r"(\d\d)(\d\d)", re.ASCII)
_SHORT = re.compile(r"([A-Za-z])\s?(\d{1,2})", re.ASCII)


def label(column: int, row: int) -> str:
    """The four-digit label of a hex: `label(4, 12)` is `0412`."""
    return f"{column:02d}{row:02d}"


def place(space: str) -> tuple[int, int]:
    """The column and row of a labelled hex."""
    return int(space[:2]), int(space[2:])


def spelled(text: str) -> str | None:
    """The label meant by `0412`, `04.12`, `04-12` inside brackets, `D12` or `d 12`; None when it is no label at all."""
    text = text.strip()
    digits = _DIGITS.fullmatch(re.sub(r"[.,/ ]", "", text))
    if digits:
        return digits[0]
    short = _SHORT.fullmatch(text)
    if short:
        return label(ord(short[1].upper()) - ord("A") + 1, int(short[2]))
    return None


def around(space: str) -> tuple[str, ...]:
    """The six labels round a hex, from the one above clockwise; some may lie off any board."""
    column, row = place(space)
    # An even column lies lower, so its side neighbours above carry its own row number.
    upper = row if column % 2 == 0 else row - 1
    found = (
        (column, row - 1),
        (column + 1, upper),
        (column + 1, upper + 1),
        (column, row + 1),
        (column - 1, upper + 1),
        (column - 1, upper),
    )
    return tuple(label(c, r) for c, r in found if 1 <= c <= 99 and 1 <= r <= 99)


def distance(one: str, other: str) -> int:
    """How many steps apart two hexes are on an unbroken field."""
    x1, z1 = _axial(one)
    x2, z2 = _axial(other)
    dx, dz = x1 - x2, z1 - z2
    return max(abs(dx), abs(dz), abs(dx + dz))


def _axial(space: str) -> tuple[int, int]:
    """Skewed coordinates in which a step changes x, z or both in opposite directions by one."""
    column, row = place(space)
    x = column - 1
    return x, row - 1 - (x - x % 2) // 2


def field(width: int, height: int) -> tuple[str, ...]:
    """Every label of a rectangular field, column by column."""
    return tuple(label(column, row) for column in range(1, width + 1) for row in range(1, height + 1))


def neighbours(spaces: Collection[str]) -> dict[str, tuple[str, ...]]:
    """Which spaces of a board touch which, each list clockwise from the one above."""
    there = frozenset(spaces)
    return {space: tuple(other for other in around(space) if other in there) for space in sorted(there)}


def distances(start: str, touching: Mapping[str, tuple[str, ...]]) -> dict[str, int]:
    """Steps from a space to every space that can be reached from it over the board."""
    found = {start: 0}
    edge = [start]
    while edge:
        further = []
        for space in edge:
            for other in touching[space]:
                if other not in found:
                    found[other] = found[space] + 1
                    further.append(other)
        edge = further
    return found


def way(start: str, goal: str, touching: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
    """A shortest way from a space to another, both included; of several the one lowest by label; () when none."""
    steps = distances(goal, touching)
    if start not in steps:
        return ()
    found = [start]
    while found[-1] != goal:
        here = steps[found[-1]]
        found.append(min(other for other in touching[found[-1]] if steps.get(other, here) == here - 1))
    return tuple(found)
