"""Second choices among the words of a line: by rank, by number, or for the case that the first is taken."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from judge.grammar.clauses import Word
from judge.variants.range_war.kinds import ENDING, LISTED


def without_taken(words: Sequence[Word]) -> Sequence[Word]:
    """`to Mes, or to URG if Mes is taken`: a second choice is for that case alone, said or not."""
    if not any(word.kind == "TAKEN" for word in words):
        return words
    found: list[Word] = []
    goals: list[tuple[str, ...]] = []
    past = 0
    for number, word in enumerate(words):
        if number < past:
            continue
        if word.name is not None and found and found[-1].kind in ("_TO", "_RETREAT"):
            goals.append(word.name.choices)
        found.append(word)
        if word.kind != "TAKEN" or "IF" not in [one.kind for one in found[-3:]]:
            continue
        first = found[-2]
        begins = len(found) - (2 if first.kind == "IF" else 3)
        past = _last_resort(words, number + 1) if any(one.kind in ("_RETREAT", "CHOICE") for one in found) else 0
        if past and first.kind in ("BOTH", "IT", "IF"):
            del found[begins:]
            continue
        past = 0
        behind = next((one.kind for one in words[number + 1 :] if one.kind != "COMMA"), "")
        if first.kind in ("IT", "IF") and behind == "CHOICE":
            del found[begins:]
            continue
        is_goal = first.kind in ("IT", "IF") or " there" in word.text
        is_goal = is_goal or (first.name is not None and first.name.choices in goals)
        if is_goal and (goal := _elsewhere(words, number + 1)):
            found[begins:] = [replace(word, kind="OR"), replace(words[goal - 1], kind="_TO", text="to")]
            past = goal
            continue
        if is_goal and any(one.kind in ("OR", "ELSE") for one in found):
            del found[-2 if first.kind == "IF" else -3 :]
    return found


def _last_resort(words: Sequence[Word], number: int) -> int:
    """`If both are blocked, they may as well disband`: so they do, said or not. The number of the word behind it."""
    start = number
    while number < len(words) and number < start + 4 and words[number].kind in ("COMMA", "IT", "HYPO", "THEN"):
        number += 1
    if number == len(words) or words[number].kind != "DISBAND":
        return 0
    return number + 1 if number + 1 == len(words) or words[number + 1].kind in ENDING else 0


def _elsewhere(words: Sequence[Word], number: int) -> int:
    """`If that is taken, to Red Dog Ridge`, `… it flees to Red Dog Ridge`, `… then Mon`: the number of that place."""
    start = number
    while number < len(words) and words[number].kind in ("COMMA", "IT", "THEN"):
        number += 1
    goes = [word.kind for word in words[number : number + 2]]
    if goes[:1] == ["PLACE"] and number > start and (len(goes) == 1 or goes[1] in ENDING):
        return number
    return number + 1 if goes in (["_TO", "PLACE"], ["_RETREAT", "PLACE"]) else 0


def ranked(words: Sequence[Word]) -> Sequence[Word]:
    """`Com: 1. Mon 2. Los`, `retreats to 1) Mon, 2) Los`: choices by number. `Com retreats: first choice Mon`."""
    kinds = [word.kind for word in words]
    if "CHOICE" in kinds:
        parting = {at for at in range(1, len(kinds) - 1) if kinds[at - 1 : at + 2] == ["_RETREAT", kinds[at], "CHOICE"]}
        return [word for at, word in enumerate(words) if at not in parting or word.kind not in ("COMMA", "COLON")]
    first = next((at for at, word in enumerate(words) if word.text == "1" and _is_number(words, at)), 0)
    if not first or kinds[first - 1] not in ("COLON", "_TO", "_RETREAT") or "_BUILD" in kinds[:first]:
        return words
    found = list(words[:first])
    for at in range(first, len(words)):
        if _is_number(words, at):
            found += [replace(words[at], kind="COMMA")] if at > first and kinds[at - 1] not in LISTED else []
            found.append(replace(words[at], kind="CHOICE"))
        elif not _is_number(words, at - 1):
            found.append(words[at])
    return found


def _is_number(words: Sequence[Word], at: int) -> bool:
    """Whether a number with its sign is here, and a place behind it: `2. Lost Mesa`."""
    kinds = [word.kind for word in words[at : at + 3]]
    return kinds in (["NUMBER", "STOP", "PLACE"], ["NUMBER", "RPAR", "PLACE"]) and words[at].text.isdigit()
