"""Range War on the composer: every order a gang could be given, with and without its herd, and branding."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from judge.adjudicator.protocol import Ask, Seat
from judge.drawing.choices import Choice, Subject


def plane(game: Any, view: Any) -> Mapping[str, int] | None:
    """A map of spaces, not a table."""
    return None


def subjects(game: Any, view: Any, seat: Seat, ask: Ask) -> Sequence[Subject]:
    """A subject for each gang that is asked, or for each build or removal."""
    names = game.names
    if ask.form == "retreats":
        return [_retreat(names, one) for one in view.dislodged if one.seat == seat]
    if ask.form == "branding":
        return list(_branding(names, view, seat))
    board = game.chart.board
    return [
        Subject(space, f"Gang in {names[space]}", tuple(_orders(board, names, view, space)), space=space)
        for space, owner in sorted(view.gangs.items())
        if owner == seat
    ]


def _orders(board: Any, names: Mapping[str, str], view: Any, space: str) -> Iterator[Choice]:
    near = sorted(board.neighbours("A", space))
    yield Choice("stand", f"G({space}) H", space)
    for other in near:
        yield Choice(f"go to {names[other]}", f"G({space})-{other}", other)
    if space in view.herds:
        for other in near:
            yield Choice(f"drive the herd to {names[other]}", f"GH({space})-{other}", other)
    for ally in sorted(view.gangs):
        if ally == space:
            continue
        if ally in near:
            yield Choice(f"support the gang in {names[ally]}", f"G({space}) S G({ally})")
        for other in sorted(board.neighbours("A", ally)):
            if other in near:
                yield Choice(f"support {names[ally]} to {names[other]}", f"G({space}) S G({ally})-{other}")


def _retreat(names: Mapping[str, str], one: Any) -> Subject:
    choices = [Choice(f"retreat to {names[place]}", f"G({one.at}) R {place}", place) for place in one.options]
    return Subject(
        one.at, f"Dislodged gang of {names[one.at]}", (*choices, Choice("disband", f"G({one.at}) D", one.at)), one.at
    )


def _branding(names: Mapping[str, str], view: Any, seat: Seat) -> Iterator[Subject]:
    row = next(one for one in view.rows if one.seat == seat)
    gangs, herds = list(_sites(names, "G", row.sites)), list(_sites(names, "H", row.herd_sites))
    for number in range(row.due):
        choices = (*gangs, *(herds if number < row.herd_builds else ()), Choice("waive", "Waive"))
        yield Subject(f"build-{number}", f"Build {number + 1}", choices)
    for number in range(-row.due):
        yield Subject(
            f"remove-{number}",
            f"Removal {number + 1}",
            tuple(Choice(f"gang in {names[space]}", f"Remove G({space})", space) for space in row.gangs),
        )


def _sites(names: Mapping[str, str], kind: str, sites: Sequence[str]) -> Iterator[Choice]:
    """Where a piece may come to stand. A lower rung opens only when the higher is filled: those stand behind it."""
    word = "gang" if kind == "G" else "herd"
    for place, space in enumerate(sites):
        said = " or ".join(f"{kind}({one})" for one in (space, *sites[:place]))
        yield Choice(f"{word} in {names[space]}", f"Build {said}", space)
