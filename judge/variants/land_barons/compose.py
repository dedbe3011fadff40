"""Land Barons on the composer: the order form, with every road a stack can take offered as a choice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from judge.adjudicator.hexes import around, place
from judge.adjudicator.protocol import BLANK, Ask, Seat
from judge.drawing.choices import Choice, Subject, from_line

STEPS = 3


def plane(game: Any, view: Any) -> Mapping[str, int] | None:
    """A map of hexes, not a table."""
    return None


def subjects(game: Any, view: Any, seat: Seat, ask: Ask) -> Sequence[Subject]:
    """A subject for each line of the form; a unit that may move is offered the hexes around it."""
    found = []
    for number, line in enumerate(ask.lines):
        units, start = _move(line)
        choices = tuple(_roads(view, units, start)) if start else ()
        if line.startswith("pay"):
            choices = (Choice("pay all", "pay all"), Choice("pay none", "pay none"))
        found.append(from_line(number, line, choices, start))
    return found


def _move(line: str) -> tuple[str, str]:
    """The units and the space of a line such as `Baron 0507-___`; empty for any other line."""
    head, sign, _ = line.partition(f"-{BLANK}")
    units, _, start = head.rpartition(" ")
    return (units, start) if sign and units and len(start) == 4 and start.isdecimal() else ("", "")


def _roads(view: Any, units: str, start: str) -> Iterator[Choice]:
    """The shortest road to every hex within reach of a one-hex or two-hex raid."""
    paths: dict[str, tuple[str, ...]] = {start: (start,)}
    edge = [start]
    for _ in range(STEPS):
        edge = [other for here in edge for other in _grown(view, paths, here)]
    for goal, path in paths.items():
        if goal != start:
            yield Choice(f"to {view.names.get(goal, goal)}", f"{units} {'-'.join(path)}", goal)


def _grown(view: Any, paths: dict[str, tuple[str, ...]], here: str) -> list[str]:
    """The hexes beyond this one that no shorter road has reached."""
    grown = []
    for name in around(here):
        column, row = place(name)
        if name not in paths and name not in view.absent and column <= view.width and row <= view.height:
            paths[name] = (*paths[here], name)
            grown.append(name)
    return grown
