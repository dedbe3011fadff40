"""Results as other judges list them, as texts of orders: what became of each order is left out, phases are told apart.

`France: Army Paris -> Burgundy.  (*bounce*)` of njudge and DPjudge, `The army at Paris move to Burgundy. (fail)` of
webDiplomacy and vDiplomacy, `France: A par -> bur Bounced with mun (1 against 1).` of jDip, `A Par - Bur, FAILED`. All
else stays as it is: whoever reads the orders says what is none.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

_TASKS = {
    "movement": "movement", "movements": "movement", "moves": "movement", "diplomacy": "movement",
    "orders": "movement", "results": "movement",
    "retreat": "retreats", "retreats": "retreats",
    "adjustment": "adjustments", "adjustments": "adjustments", "builds": "adjustments", "build": "adjustments",
    "unit-placement": "adjustments",
}  # fmt: skip
_SEASONS = {
    "spring": "Spring", "summer": "Spring", "fall": "Fall", "autumn": "Fall", "winter": "Winter",
}  # fmt: skip
_LETTERS = {"S": "Spring", "F": "Fall", "W": "Winter", "M": "movement", "R": "retreats", "A": "adjustments"}
_FATES = frozenset(
    "bounce bounced bounces cut dislodged destroyed disrupted fail failed fails invalid resolved standoff succeed"
    " succeeded succeeds success successful void".split()
)
# Words that may come before a fate, and beside one.
_BEFORE = frozenset(("support", "convoy", "move", "hold", "no", "path", "taken", "was", "is", "-", "–", "—", ""))
_BESIDE = frozenset(("and", "no", "convoy", "disbanded", "order", ""))
_AFTER = frozenset(("with", "from", "by", "because"))
# The text below the orders, down to the next phase.
_ENDS = ("ownership of", "the following", "the next", "the deadline", "unit locations", "status of")
_BRACKETS = {")": "(", "]": "[", "}": "{"}
_SIGNS = " \t.,;:*_()[]{}!"
LONGEST = 1000
"""No order is so long, with all that became of it."""


@dataclass(frozen=True)
class Results:
    """The orders of one phase: its title (empty where the listing names no phase), a text with powers as headings, and
    the text around the orders."""

    title: str
    text: str
    others: tuple[str, ...]


def read_results(text: str) -> tuple[Results, ...]:
    """Every phase of a listing; nothing when the text is none, because it says of no order what became of it."""
    found: dict[str, list[str]] = {}
    others: list[str] = []
    heads: dict[str, str] = {}
    date, task, power, told, below = "", "movement", "", False, False
    for line in filter(None, _unfolded(text)):
        name, colon, rest = line.partition(":")
        if (head := _head(line)) is not None:
            (date, task), power, below = head, "", False
            told = told or "results for" in line.lower()
        elif line.lower() in ("diplomacy", "retreats", "unit-placement"):
            task = _TASKS[line.lower()]
        elif below or line.lower().startswith(_ENDS):
            below = True
            others.append(line)
        elif colon and not rest.strip() and len(name.split()) < 4:
            power = name.strip(_SIGNS)
        else:
            title, order = _title(date, task), _order(line) if len(line) < LONGEST else line
            told = told or order != line
            if power and heads.get(title) != power:
                heads[title] = power
                found.setdefault(title, []).append(f"\n{power}:")
            found.setdefault(title, []).append(order)
    if len(found) > 1:
        others += found.pop("", [])
    if not told:
        return ()
    return tuple(Results(title, "\n".join(lines).strip(), tuple(others)) for title, lines in found.items())


def _title(date: str, task: str) -> str:
    """As our windows are called."""
    season, _, year = date.partition(" ")
    return f"{'Winter' if task == 'adjustments' else season} {year}, {task}" if date else ""


def _head(line: str) -> tuple[str, str] | None:
    """The date and the task of a line that names a phase: `Movement results for Spring of 1901`, `Autumn, 1901`,
    `Fall 1902 Retreats`, `S1901M`."""
    words = [word.strip(_SIGNS + "#=-").lower() for word in line.partition("  ")[0].split()]
    words = [word for word in words if word and word not in ("of", "for", "phase", "the")]
    if len(words) == 1 and len(words[0]) > 3 and words[0][1:-1].isdigit() and words[0][0] in "sfw":
        code = words[0].upper()
        return (f"{_LETTERS[code[0]]} {code[1:-1]}", _LETTERS[code[-1]]) if code[-1] in "MRA" else None
    at = next((at for at, word in enumerate(words) if word in _SEASONS), None)
    if at is None or at + 1 >= len(words) or not (words[at + 1].isdigit() and len(words[at + 1]) <= 4):
        return None
    others = words[:at] + words[at + 2 :]
    if any(word not in _TASKS for word in others):
        return None
    named = [_TASKS[word] for word in others if word not in ("orders", "results")]
    season = _SEASONS[words[at]]
    usual = "adjustments" if season == "Winter" else "movement"
    return f"{season} {words[at + 1]}", (named or [usual])[0]


def _order(line: str) -> str:
    """A line without what became of the order on it."""
    while "(*" in line and "*)" in line.partition("(*")[2]:
        before, _, rest = line.partition("(*")
        line = f"{before.rstrip()} {rest.partition('*)')[2].lstrip()}".rstrip()
    if line.lower().rstrip(". ").endswith("no order processed"):
        line = f"{line[: line.lower().index('no order processed')].rstrip(' ,')} holds"
    if line.strip(_SIGNS).lower() == "do not use build order":
        return "Waive"
    again = True
    while again:
        shorter = _without_last(line)
        again, line = shorter != line, shorter
    return line


def _without_last(line: str) -> str:
    """Without a fate at its end: `(fail)`, `[bounced]`, `, bounced`, `Bounced with mun (1 against 1).`"""
    bare = line.rstrip(". \t")
    opening = _BRACKETS.get(bare[-1:])
    if opening and opening in bare:
        before, _, inside = bare[:-1].rpartition(opening)
        said = [word.strip(_SIGNS).lower() for word in inside.split()]
        if any(word in _FATES for word in said) and all(word in _FATES | _BESIDE for word in said):
            return before.rstrip()
    words = line.split(" ")
    plain = [word.strip(_SIGNS).lower() for word in words]
    for at, word in enumerate(plain):
        rest = plain[at + 1 :]
        if at < 2 or word not in _FATES | {"convoy"} or (word == "convoy" and rest[:2] != ["path", "taken"]):
            continue
        if rest[:1] and rest[0] not in _AFTER | {"path"} and not all(one in _FATES | _BESIDE for one in rest):
            continue
        while at > 2 and plain[at - 1] in _BEFORE:
            at -= 1
        return " ".join(words[:at]).rstrip(" ,;:-–—*[({")
    return line


def _unfolded(text: str) -> Iterator[str]:
    """Lines put together again where a long order was broken: the rest is indented."""
    line = ""
    for raw in text.splitlines():
        goes_on = raw[:1].isspace() and raw.strip() and ":" in line and line[-1] not in ".):"
        if goes_on:
            line = f"{line} {raw.strip()}"
            continue
        yield line
        line = raw.strip().lstrip("•").strip()
    yield line
