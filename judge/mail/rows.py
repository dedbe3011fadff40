"""Rows of tables in letters: what each cell is for, by the row that names the columns."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from judge.grammar.hanging import hanging
from judge.grammar.mood import joked, mood
from judge.grammar.undoing import undone

_ROW = re.compile(r"^ {0,4}\|[ ]*[^|\s][^|]*\|(?:[^|]*\|){1,20}[ ]*$")
"""A row of a table: a bar at both ends, one between, and something in its first cell."""
_REASONS = frozenset("comment comments note notes reason reasons remark remarks why".split())
"""Heads of columns whose cells give a reason, and order nothing."""
_COLUMNS = _REASONS | frozenset(
    "a action actions amount and at bid bids card cards counter decision destination figure figures from gang "
    "gangs lot lots money move moves my no nr number offer offers order orders piece place price province route seat "
    "space sum target the to town unit units way ways what where whither who window your".split()
)
"""Words at the head of a table: a row of nothing else names the columns below it."""
_ACTING = frozenset("order orders action actions move moves decision route way ways what".split())
_GOALS = frozenset("to where whither destination target".split())
_STAYING = frozenset("h hold holds s stand stands stay stays support supports waive disband build to".split())


@dataclass(frozen=True, slots=True)
class TableRow:
    """A row of a table: the text of its order, and of the reason for it."""

    text: str = ""
    why: str = ""


def in_cells(line: str) -> tuple[str, ...]:
    """The cells of a table's row; (): it is none."""
    cells = (" ".join(cell.split()) for cell in line.strip().strip("|").split("|")) if _ROW.match(line) else ()
    return tuple(cells)


def names_columns(cells: str) -> bool:
    """Whether a row says no more than what its columns are."""
    return _COLUMNS.issuperset(cells.lower().replace("#", " ").split())


def row_of(heads: Sequence[str], cells: Sequence[str], goes: bool = False) -> TableRow:
    """A row below these heads. `goes`: a cell below `to` gets the word for going there."""
    is_alike = len(heads) == len(cells)
    why = [cell for head, cell in zip(heads, cells, strict=False) if is_alike and head in _REASONS and _is_mere(cell)]
    goes = goes and _ACTING.isdisjoint(heads)
    said = [
        f"to {cell}" if goes and _is_goal(head, cell) else cell
        for head, cell in zip(heads if is_alike else cells, cells, strict=True)
        if cell not in why
    ]
    return TableRow(" ".join(filter(None, said)), " ".join(filter(None, why)))


def _is_mere(cell: str) -> bool:
    """Whether a cell can be no more than a reason: it denies, doubts and limits nothing."""
    return not (mood(cell) or hanging(cell) or undone(cell) or joked(cell))


def _is_goal(head: str, cell: str) -> bool:
    """Whether a cell below such a heading can only be a place to go to."""
    return head in _GOALS and cell[:1].isupper() and cell.split()[0].lower() not in _STAYING


__all__ = ["TableRow", "in_cells", "names_columns", "row_of"]
