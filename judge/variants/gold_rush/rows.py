"""A letter's lines by their words: without comments, and in the sentences that are read apart."""

from __future__ import annotations

from functools import cached_property

from judge.adjudicator.protocol import BLANK
from judge.grammar.memory import of_lines
from judge.grammar.text import plain
from judge.variants.gold_rush.remarks import asked_apart, turns_nothing

LONGEST_HEADING = 24
_FURTHER = ("else ", "otherwise ", "or else ", "failing that ", "then ", "and ")


class Row:
    """A line. `text`: what it says; "" where that is nothing."""

    def __init__(self, text: str) -> None:
        self.text = text

    @cached_property
    def parts(self) -> tuple[str, ...]:
        """Its sentences, where some are read apart."""
        return asked_apart(self.text)

    @cached_property
    def may_head(self) -> bool:
        """Whether it is short enough to say no more than for whom the next one is."""
        return len(self.text) <= LONGEST_HEADING and any(map(str.isdigit, self.text))

    @cached_property
    def goes_on(self) -> bool:
        """Whether it begins as the rest of another does."""
        return self.text.lower().startswith(_FURTHER)

    @cached_property
    def is_open(self) -> bool:
        """Whether it ends as one does that has a rest."""
        return self.text.endswith(",") or self.text.lower().endswith((" else", " and", " then"))


@of_lines
def row_of_goes(raw: str) -> Row:
    """A line of goes."""
    return Row(_filled_in(_without_comment(raw)))


@of_lines
def row_of_others(raw: str) -> Row:
    """A line of another form."""
    return Row(_without_comment(raw))


def _without_comment(raw: str) -> str:
    """A line in plain signs, without `// …`, `# …`, and ` ; …` where that changes nothing: a sign that touches what it
    belongs to begins no comment; "" for one with a blank that is not filled in."""
    line = plain(raw)
    if line.startswith((";", "//", "# ", "##")):
        return ""
    for sign in (" //", " # "):
        line = line.partition(sign)[0]
    head, begins, rest = line.partition(" ;")
    if begins and all(turns_nothing(one) for one in rest.split(" ;")):
        line = head
    return "" if BLANK in line else line.strip()


def _filled_in(line: str) -> str:
    """`3: -`: a blank in which no order was wanted."""
    head, colon, rest = line.rpartition(":")
    return f"{head}: stand" if colon and head.strip() and rest.strip() in ("-", ".", "/") else line


__all__ = ["LONGEST_HEADING", "Row", "row_of_goes", "row_of_others"]
