"""Where a game stood when each of its steps was made, and which reels it had, by the acts on record."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from judge.campaign.outline import Step

MOVES = ("rollback", "rollforward")


@dataclass(frozen=True, slots=True)
class Course:
    """`reels`: after how many steps each reel was due; `rollbacks`: the number of the reel of each rollback.

    `is_as_told`: whether every step was made where the game stood, so that nothing was taken back without a rollback,
    and none says other than it did.
    """

    is_as_told: bool
    reels: list[int]
    rollbacks: list[int]


def course(record: Mapping[str, Any], steps: Sequence[Step]) -> Course:
    """The course of a game by the moves that were told. `steps`: all of them in the order of making."""
    line, reels, is_so = [0], [0], True
    lines: list[list[int]] = []
    rollbacks: list[int] = []
    links = record["dice"][0]["length"] * record["dice"][0]["chains"]
    later = record["acts"][sum(len(step["acts"]) for step in steps) :]
    for made, acts in enumerate([*(step["acts"] for step in steps), later], 1):
        line, is_way = _moved(line, lines, acts)
        for _ in (act for act in acts if act["act"] == "rollback"):
            rollbacks.append(len(reels))
            reels.append(made - 1)
        is_so = is_so and is_way
        if made > len(steps):
            break
        step = steps[made - 1]
        is_so = is_so and (step["from"], step["number"]) == (line[-1], len(line) - 1)
        line = [*line, made]
        lines.append(line)
        dice = step.get("dice") or {}
        if (dice.get("reel"), dice.get("link")) == (len(reels) - 1, links):
            reels.append(made)
    return Course(is_so and line[1:] == [step["made"] for step in record["steps"]], reels, rollbacks)


def _moved(line: list[int], lines: Sequence[list[int]], acts: Sequence[Mapping[str, Any]]) -> tuple[list[int], bool]:
    """The line of play after these acts, and whether they lead there: back on the line, or forward to the newest step
    of a number."""
    for act in acts:
        start, to = (act.get(key) for key in ("from", "to"))
        if act["act"] not in MOVES:
            continue
        if start is None or to is None or start != len(line) - 2:
            return line, False
        way = line[: to + 2]
        if act["act"] == "rollforward":
            way = next((one for one in reversed(lines) if len(one) - 2 == to), [])
        if (to >= start) if act["act"] == "rollback" else (to <= start or way[: len(line)] != line):
            return line, False
        line = way
    return line, True
