"""Gold Rush on the composer: click a figure, then the table where it should go; or pick from the list, or write."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from judge.adjudicator.protocol import BLANK, Ask, Seat
from judge.drawing.choices import Choice, Subject, from_line
from judge.variants.gold_rush import picture as gold_rush
from judge.variants.gold_rush.forms import about


def plane(game: Any, view: Any) -> Mapping[str, int] | None:
    """A table measured in inches."""
    return gold_rush.plane(view)


def subjects(game: Any, view: Any, seat: Seat, ask: Ask) -> Sequence[Subject]:
    """A subject for each line of the form; a figure's go is offered what needs no eye for distances."""
    return [_subject(view, number, line) for number, line in enumerate(ask.lines)]


_LAID = ("mine", "town")


def _subject(view: Any, number: int, line: str) -> Subject:
    """What stands behind a line of the form is its seat's own to know: here stands what this view shows."""
    code, colon, _ = line.partition(": " + BLANK)
    if not colon:
        placed, at, _ = line.partition(f" at {BLANK}")
        return from_line(number, line, (), "", f"{placed} at {{x}},{{y}}" if at and placed not in _LAID else "")
    seen = f"{code}: {BLANK}  // {about(view.figure(code))}"
    return from_line(number, seen, tuple(_choices(code)), code, f"{code}: move {{x}},{{y}}")


def _choices(code: str) -> Iterator[Choice]:
    for label, said in (
        ("stand", "stand"),
        ("fire twice at the nearest in short range", "fire 2 at nearest in short range, else stand"),
        ("reload if the gun is not full", "reload, else stand"),
        ("go towards the nearest enemy", "move towards nearest"),
        ("go to contact with the nearest and attack", "move to contact with nearest, attack"),
    ):
        yield Choice(label, f"{code}: {said}")
