"""Where a game stood when each of its steps was made, by the rollbacks and rollforwards on record."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from judge.campaign.outline import Step

MOVES = ("rollback", "rollforward")


def are_where_told(record: Mapping[str, Any], steps: Sequence[Step]) -> bool:
    """Whether every step was made where the game stood, by the moves that were told. `steps`: in the order of making.

    So nothing is taken back without a rollback, and none says other than it did.
    """
    after = {reel["number"]: reel["after"] for reel in record["dice"]}
    reels = [after.get(back["reel"]) for back in record["undone"]]
    heads = {0}
    for step in steps:
        heads = _moved(heads, step["acts"], steps[: step["made"] - 1], reels)
        if step["from"] not in heads:
            return False
        heads = {step["made"]}
    later = record["acts"][sum(len(step["acts"]) for step in steps) :]
    return (record["steps"][-1]["made"] if record["steps"] else 0) in _moved(heads, later, steps, reels)


def _moved(
    heads: set[int], acts: Sequence[Mapping[str, Any]], steps: Sequence[Step], reels: list[int | None]
) -> set[int]:
    """Where a game may stand after these acts. `reels`: when that of each rollback to come was published."""
    numbers = {0: -1} | {step["made"]: step["number"] for step in steps}
    for act in (one for one in acts if one.get("act") in MOVES):
        here = {one for one in heads if _is(numbers[one], act.get("from"))}
        there = {one for one in numbers if _is(numbers[one], act.get("to"))}
        if act["act"] == "rollforward":
            heads = {one for one in there if here & _before(one, steps)}
        else:
            is_published = reels[:1] == [len(steps)]
            heads = {one for one in there if is_published and any(one in _before(head, steps) for head in here)}
            del reels[:1]
    return heads


def _is(number: int, said: object) -> bool:
    return type(said) is int and number == said


def _before(made: int, steps: Sequence[Step]) -> set[int]:
    """The steps before one on its line of play, and the beginning."""
    found = set()
    while made:
        made = int(steps[made - 1]["from"])
        found.add(made)
    return found
