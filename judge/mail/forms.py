"""Order forms that come back: the changed lines of one, however the reply is quoted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from judge.adjudicator.protocol import BLANK
from judge.grammar.letter import said
from judge.grammar.memory import of_lines
from judge.grammar.text import plain, without_number
from judge.mail.quotes import TextLine

WRAPPED = 60
"""Where programs begin to wrap lines."""
MOST_JOINED = 4


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a form as it came: the lines of the letter it takes (from 1), and its text. `below`: what stands before
    the blank of the printed row right above it, which may be what it answers."""

    numbers: tuple[int, ...]
    text: str
    below: str = ""


@dataclass(frozen=True, slots=True)
class Form:
    """An order form in a letter: whose it is, and its rows between ORDERS and END ORDERS."""

    game: str
    seat: str
    key: str
    head: Row
    rows: tuple[Row, ...]
    end: Row | None

    @property
    def numbers(self) -> tuple[int, ...]:
        """Every line of the letter that is the form's."""
        ends = self.end.numbers if self.end else ()
        return (*self.head.numbers, *(number for row in self.rows for number in row.numbers), *ends)


def forms_in(lines: Sequence[TextLine]) -> tuple[Form, ...]:
    """The forms of a letter, anywhere in it. One whose end was cut off ends at an empty line."""
    found: list[Form] = []
    place = 0
    while place < len(lines):
        head = _heading(lines[place])
        place += 1
        if head is None:
            continue
        first = Row((place,), lines[place - 1].text)
        rows: list[Row] = []
        end = None
        while place < len(lines) and end is None and _heading(lines[place]) is None:
            line = lines[place]
            place += 1
            text = bare(line.text)
            one = said(text)
            if one is not None and one.what == "ends_form":
                end = Row((place,), text)
            elif text and not line.apart:
                rows.append(Row((place,), text))
        if end is None:
            gap = next((n for n in range(first.numbers[0], len(lines)) if lines[n].apart == "space"), len(lines))
            rows = [row for row in rows if row.numbers[0] <= gap]
        found.append(Form(head[0].lower(), head[1].lower(), head[2].lower(), first, tuple(rows), end))
    return tuple(found)


def changed(form: Form, printed: Sequence[str]) -> tuple[Row, ...]:
    """The rows that are not as printed: filled blanks, and anything else written there.

    A line that a program has wrapped is one again.
    """
    table = _Printed([bare(line) for line in printed])
    rows = list(form.rows)
    found: list[Row] = []
    place, below = 0, ""
    while place < len(rows):
        taken, text, is_own = table.match(rows[place:])
        if is_own:
            numbers = tuple(number for row in rows[place : place + taken] for number in row.numbers)
            found.append(Row(numbers, text, below))
        stem, blank, _ = _joined(rows[place : place + taken]).partition(BLANK)
        below = stem.strip() if blank and not is_own else ""
        place += taken
    return tuple(found)


class _Printed:
    """The lines of a form as printed."""

    def __init__(self, lines: Sequence[str]) -> None:
        self._lines = {_even(line) for line in lines}
        self._stems = [stem for line in lines if (stem := _even(line.partition(BLANK)[0]))]

    def match(self, rows: Sequence[Row]) -> tuple[int, str, bool]:
        """How many rows make one line, its text, and whether the player changed it."""
        for count in range(1, min(MOST_JOINED, len(rows)) + 1):
            if _even(_joined(rows[:count])) in self._lines:
                return count, "", False
        count = 1
        while count < min(MOST_JOINED, len(rows)) and self._goes_on(rows, count):
            count += 1
        text = _joined(rows[:count])
        # A blank left beside written words adds nothing; one left behind a name says nothing.
        said = " ".join(text.replace(BLANK, " ").replace("_", " ").split())
        return (count, "", False) if BLANK in text and said.endswith(":") else (count, said, True)

    def _goes_on(self, rows: Sequence[Row], count: int) -> bool:
        following = _even(rows[count].text)
        return (
            len(rows[count - 1].text) >= WRAPPED
            and following not in self._lines
            and not any(following.startswith(stem) for stem in self._stems)
        )


@of_lines
def bare(text: str) -> str:
    """A line in plain signs, without marks of quotation and the number of a list."""
    return without_number(plain(text).lstrip("> "))


def _heading(line: TextLine) -> tuple[str, ...] | None:
    return None if line.apart or line.origin == "press" else _form_at(line.text)


@of_lines
def _form_at(text: str) -> tuple[str, ...] | None:
    """The game, seat and window of the form that a line heads; None: it heads none."""
    one = said(bare(text))
    return one.parts if one is not None and one.what == "form" else None


def _joined(rows: Sequence[Row]) -> str:
    return " ".join(row.text for row in rows)


def _even(text: str) -> str:
    return " ".join(text.casefold().split())


__all__ = ["Form", "Row", "bare", "changed", "forms_in"]
