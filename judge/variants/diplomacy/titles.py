"""Headings of a letter: the window that is open, the writer's power, `my orders`."""

from __future__ import annotations

from judge.grammar.memory import of_lines
from judge.grammar.text import folded

_HEADING = frozenset(
    "my orders order for of the in spring fall autumn summer winter movement moves retreats retreat adjustments "
    "adjustment builds phase turn year results please enter the following find below here are".split()
)
_DATING = frozenset(("spring", "fall", "autumn", "summer", "winter", "orders", "results"))
"""Of these a heading has at least one."""
LONGEST = 80
MOST_WORDS = 10


def headless(line: str, title: str, owner: str) -> str:
    """`Winter 1903: Italy builds an army in Rome`: the line behind the title of the open window."""
    head, sign, rest = line.partition(":")
    words = title.lower().replace(",", "").split()
    is_own = bool(sign) and bool(rest.strip()) and set(head.lower().replace(",", "").split()[:2]) == set(words[:2])
    return rest.strip() if is_own and is_heading(head, owner) else line


def is_heading(line: str, owner: str) -> bool:
    """`France, Spring 1901`, `Orders for the fall`: says nothing."""
    if "-" in line or len(line) > LONGEST:
        return False
    names = _names_in(line)
    return names is not None and names.issubset(folded(owner).split())


@of_lines
def _names_in(line: str) -> frozenset[str] | None:
    """The words of a heading that have to be its writer's name; None: it is no heading."""
    words = [word.strip(",.:;") for word in line.lower().split(" ", MOST_WORDS + 1)]
    if len(words) > MOST_WORDS or _DATING.isdisjoint(words):
        return None
    return frozenset(word for word in words if word not in _HEADING and not (word.isdigit() and len(word) in (2, 4)))


__all__ = ["headless", "is_heading"]
