"""Diplomacy on the composer: every order a unit could be given, from the board that its seat sees."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from judge.adjudicator.protocol import Ask, Seat
from judge.drawing.choices import Asked, Choice, Conditions, Sheet, Speech, Subject
from judge.variants.diplomacy.picture import driven_out


def sheet(game: Any, view: Any) -> Sheet:
    """The places of units on the map; a map without outlines has nothing to click on."""
    outlines = game.chart.outlines
    spots: dict[str, tuple[float, float]] = {}
    if outlines is not None:
        spots |= {code: outlines.unit(code) for code in outlines.marks}
        spots |= {_out(one): driven_out(outlines, view, one.unit.place) for one in view.dislodged}
    own: dict[str, tuple[str, ...]] = {}
    for power, spot in (
        *((unit.power, _province(unit.place)) for unit in view.units),
        *((one.unit.power, _out(one)) for one in view.dislodged),
    ):
        own[power] = (*own.get(power, ()), spot)
    return Sheet(spots=spots, names=dict(game.names), own=own)


def _out(one: Any) -> str:
    """The spot of a unit that was driven out."""
    return f"{_province(one.unit.place)} out"


def speech(game: Any, view: Any) -> Speech:
    """Places and powers, whatever they are called."""
    tongue = game.chart.tongue
    return Speech.of("diplomacy.lark", ("start",), {"@": tongue.places, "%": tongue.owners})


def purse(game: Any, view: Any, seat: Seat) -> int | None:
    """No money."""
    return None


def conditions(game: Any, view: Any, seat: Seat, ask: Ask) -> Conditions:
    """The conditions that an order may have."""
    names = game.names
    provinces = [province.id for province in game.chart.board.provinces]
    return Conditions(
        "IF {if} THEN {order}",
        "IF {if} THEN {order} ELSE {other}",
        (
            Asked("army-in", "{seat} A IN {space}"),
            Asked("fleet-in", "{seat} F IN {space}"),
            Asked("empty", "{space} IS EMPTY"),
            Asked("owns", "{seat} OWNS {centre}"),
            Asked("has-centres", "{seat} HAS at least {number} centres"),
        ),
        {
            "space": tuple((one, names[one]) for one in provinces),
            "centre": tuple((one, names[one]) for one in sorted(game.chart.centres)),
            "seat": tuple((one.name, one.name) for one in game.seats),
        },
    )


def subjects(game: Any, view: Any, seat: Seat, ask: Ask) -> Sequence[Subject]:
    """A subject for each unit that is asked, or for each build or removal."""
    board = game.chart.board_in(view.season)
    if ask.form == "retreats":
        return [_retreat(one) for one in view.dislodged if one.unit.power == seat]
    if ask.form == "adjustments":
        return list(_adjustments(game, view, seat))
    units = {unit.place: unit for unit in view.units}
    reach = {place: sorted(board.neighbours(unit.kind, place)) for place, unit in units.items()}
    return [
        Subject(
            unit.place.replace("/", "-"),
            "unit-" + unit.kind,
            (_province(unit.place),),
            tuple(_orders(unit, units, reach, board)),
            space=_province(unit.place),
            heads=_heads(unit),
        )
        for unit in view.units
        if unit.power == seat
    ]


def _heads(unit: Any) -> tuple[str, ...]:
    """How a line about a unit begins."""
    province = _province(unit.place)
    return (f"{unit.kind} {province}", province, f"{'army' if unit.kind == 'A' else 'fleet'} {province}")


def _orders(unit: Any, units: Mapping[str, Any], reach: Mapping[str, list[str]], board: Any) -> Iterator[Choice]:
    said = f"{unit.kind} {unit.place}"
    own = _province(unit.place)
    yield Choice("hold", f"{said} H", (own,))
    for place in reach[unit.place]:
        yield Choice("move", f"{said} - {place}", (_province(place),), facts=_coast(place))
    mine = {_province(place) for place in reach[unit.place]}
    for other in units.values():
        if other.place == unit.place:
            continue
        theirs, there = f"{other.kind} {other.place}", _province(other.place)
        if there in mine:
            yield Choice("support-hold", f"{said} S {theirs} H", (there, there))
        for goal in sorted({_province(place) for place in reach[other.place]}):
            if goal in mine and goal != own:
                yield Choice("support", f"{said} S {theirs} - {goal}", (there, goal))
    yield from _convoys(unit, units, board)


def _coast(place: str) -> Mapping[str, str]:
    coast = place.partition("/")[2]
    return {"coast": coast} if coast else {}


def _convoys(unit: Any, units: Mapping[str, Any], board: Any) -> Iterator[Choice]:
    """The armies that a fleet may carry, and the places an army may be carried to."""
    said, own = f"{unit.kind} {unit.place}", _province(unit.place)
    here = board.number[own]
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
                    yield Choice("convoy", f"{said} C A {other.place} - {place}", (other.place, place))
    if unit.kind == "A":
        for place in ashore:
            if board.number[place] != here and board.carried(here, board.number[place], afloat):
                yield Choice("by-convoy", f"{said} - {place} VIA", (place,))


def _province(place: str) -> str:
    return place.partition("/")[0]


def _retreat(one: Any) -> Subject:
    said, own = f"{one.unit.kind} {one.unit.place}", _province(one.unit.place)
    choices = [
        Choice("retreat", f"{said} R {place}", (_province(place),), facts=_coast(place)) for place in one.options
    ]
    return Subject(
        one.unit.place.replace("/", "-"),
        "dislodged-" + one.unit.kind,
        (own,),
        (*choices, Choice("disband", f"{said} D", (own,))),
        space=own,
        at=_out(one),
        heads=_heads(one.unit),
    )


def _adjustments(game: Any, view: Any, seat: Seat) -> Iterator[Subject]:
    standing = next(one for one in view.standings if one.seat == seat)
    for number in range(view.naming):
        homes = tuple(Choice("home", f"Home {place}", (place,)) for place in sorted(game.chart.centres))
        yield Subject(f"home-{number}", "home", (str(number + 1),), homes, conditions=False)
    choices: list[Choice] = []
    if standing.due > 0:
        kinds = {province.id: province for province in game.chart.board.provinces}
        for home in dict.fromkeys(kinds[_province(place)] for place in standing.sites):
            choices.append(Choice("build-A", f"A {home.id} B", (home.id,)))
            if home.kind == "coast":
                for coast in [f"{home.id}/{one}" for one in home.coasts] or [home.id]:
                    choices.append(Choice("build-F", f"F {coast} B", (home.id,), facts=_coast(coast)))
        choices.append(Choice("waive", "WAIVE"))
    for number in range(standing.due):
        yield Subject(f"build-{number}", "build", (str(number + 1),), tuple(choices), conditions=False)
    for number in range(-standing.due):
        gone = tuple(
            Choice("remove-" + unit.kind, f"{unit.kind} {unit.place} D", (_province(unit.place),))
            for unit in standing.units
        )
        yield Subject(f"remove-{number}", "removal", (str(number + 1),), gone, conditions=False)
