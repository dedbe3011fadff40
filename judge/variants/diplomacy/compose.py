"""Diplomacy on the composer: every order a unit could be given, from the board everybody sees."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from judge.adjudicator.protocol import Ask, Seat
from judge.drawing.choices import Choice, Subject


def plane(game: Any, view: Any) -> Mapping[str, int] | None:
    """A map of spaces, not a table."""
    return None


def subjects(game: Any, view: Any, seat: Seat, ask: Ask) -> Sequence[Subject]:
    """A subject for each unit that is asked, or for each build or removal."""
    board, names = game.chart.board_in(view.season), game.names
    if ask.form == "retreats":
        return [_retreat(names, one) for one in view.dislodged if one.unit.power == seat]
    if ask.form == "adjustments":
        return list(_adjustments(game, view, seat))
    units = {unit.place: unit for unit in view.units}
    reach = {place: sorted(board.neighbours(unit.kind, place)) for place, unit in units.items()}
    return [
        Subject(
            unit.place.replace("/", "-"),
            f"{unit.kind} {unit.place}",
            tuple(_orders(names, unit, units, reach, board)),
            space=unit.place.partition("/")[0],
        )
        for unit in view.units
        if unit.power == seat
    ]


def _orders(
    names: Mapping[str, str], unit: Any, units: Mapping[str, Any], reach: Mapping[str, list[str]], board: Any
) -> Iterator[Choice]:
    said = f"{unit.kind} {unit.place}"
    yield Choice("hold", f"{said} H", unit.place.partition("/")[0])
    for place in reach[unit.place]:
        yield Choice(f"move to {names[place]}", f"{said} - {place}", _province(place))
    mine = {_province(place) for place in reach[unit.place]}
    for other in units.values():
        if other.place == unit.place:
            continue
        theirs = f"{other.kind} {other.place}"
        if _province(other.place) in mine:
            yield Choice(f"support {theirs} to hold", f"{said} S {theirs} H")
        for place in reach[other.place]:
            if _province(place) in mine and _province(place) != _province(unit.place):
                yield Choice(
                    f"support {theirs} to {names[_province(place)]}", f"{said} S {theirs} - {_province(place)}"
                )
    here = board.number[_province(unit.place)]
    ashore = [province.id for number, province in enumerate(board.provinces) if board.coastal[number]]
    afloat = [
        number
        for one in units.values()
        if one.kind == "F" and board.carries[number := board.number[_province(one.place)]]
    ]
    if unit.kind == "F" and board.carries[here]:
        for other in units.values():
            for place in ashore if other.kind == "A" else ():
                start, goal = board.number[other.place], board.number[place]
                if start != goal and board.carried(start, goal, afloat) and board.on_route(here, start, goal):
                    yield Choice(f"convoy A {other.place} to {names[place]}", f"{said} C A {other.place} - {place}")
    if unit.kind == "A":
        for place in ashore:
            if board.number[place] != here and board.carried(here, board.number[place], afloat):
                yield Choice(f"by convoy to {names[place]}", f"{said} - {place} VIA", place)


def _province(place: str) -> str:
    return place.partition("/")[0]


def _retreat(names: Mapping[str, str], one: Any) -> Subject:
    said = f"{one.unit.kind} {one.unit.place}"
    choices = [Choice(f"retreat to {names[place]}", f"{said} R {place}", _province(place)) for place in one.options]
    return Subject(
        one.unit.place.replace("/", "-"),
        f"{said}, dislodged",
        (*choices, Choice("disband", f"{said} D", _province(one.unit.place))),
        space=_province(one.unit.place),
    )


def _adjustments(game: Any, view: Any, seat: Seat) -> Iterator[Subject]:
    standing = next(one for one in view.standings if one.seat == seat)
    if standing.due > 0:
        choices = []
        for place in standing.sites:
            kinds = {province.id: province for province in game.chart.board.provinces}
            home = kinds[_province(place)]
            choices.append(Choice(f"army in {game.names[_province(place)]}", f"A {_province(place)} B", home.id))
            if home.kind == "coast":
                for coast in [f"{home.id}/{one}" for one in home.coasts] or [home.id]:
                    choices.append(Choice(f"fleet in {game.names[coast]}", f"F {coast} B", home.id))
        for number in range(standing.due):
            yield Subject(
                f"build-{number}", f"Build {number + 1}", (*choices, Choice("waive", "WAIVE")), space=f"build-{number}"
            )
    for number in range(-standing.due):
        yield Subject(
            f"remove-{number}",
            f"Removal {number + 1}",
            tuple(
                Choice(f"{unit.kind} {unit.place}", f"{unit.kind} {unit.place} D", _province(unit.place))
                for unit in standing.units
            ),
        )
