"""What stands around the orders of a line, by its text alone: most lines are orders, and have nothing of all this.

A reader of letters looks closer only where one of its lines may have what it looks for.
"""

from __future__ import annotations

from collections.abc import Iterable

from judge.grammar.limits import limits
from judge.grammar.memory import of_lines
from judge.grammar.mood import joked
from judge.grammar.reported import may_report
from judge.grammar.text import opened_in, plain, without_number
from judge.grammar.undoing import only_undoes_a_line, undoings

PLACED = "placed"
"""By its place it says which line does not count."""
JOKED = "joked"
REPORTED = "reported"
"""Words of somebody else may be in it, or begin with it."""
UNDOES = "undoes"
"""It may undo, limit or deny what stands in it or near it."""
COLON = "colon"
"""It may be a heading, or begin with one."""


@of_lines
def around(text: str) -> frozenset[str]:
    """All of this that a line has."""
    said = plain(text)
    asked = {
        PLACED: only_undoes_a_line(text),
        JOKED: joked(text),
        REPORTED: may_report(text) or opened_in(text) is not None,
        UNDOES: bool(limits(text) or undoings(without_number(said))),
        COLON: ":" in said,
    }
    return frozenset(what for what, has in asked.items() if has)


def around_all(texts: Iterable[str]) -> frozenset[str]:
    """All of this that any of these lines has."""
    return frozenset().union(*[around(text) for text in texts])


__all__ = ["COLON", "JOKED", "PLACED", "REPORTED", "UNDOES", "around", "around_all"]
