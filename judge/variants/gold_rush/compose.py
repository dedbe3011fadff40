"""Gold Rush on the composer: a figure goes where the table is clicked, or does something to whoever is clicked."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any

from judge.adjudicator.plane import Point, enters
from judge.adjudicator.protocol import BLANK, Ask, Seat
from judge.drawing.choices import Amount, Asked, Choice, Conditions, Sheet, Speech, Spot, Subject, from_line
from judge.variants.gold_rush.forms import about
from judge.variants.gold_rush.ground import ground_of
from judge.variants.gold_rush.notation import exact
from judge.variants.gold_rush.packs import CONTACT, EDGES, INCH, MOST_BAGS
from judge.variants.gold_rush.picture import plane

RAYS = 48
"""In how many directions the reach of a figure is measured."""


def sheet(game: Any, view: Any) -> Sheet:
    """The table, measured in inches, and everybody's place on it."""
    there = plane(view)
    pieces = (*view.figures, *view.mules, *view.beasts)
    spots = {one.code: _on(there, one.at) for one in pieces if one.at is not None}
    return Sheet(spots=spots, names={code: str(name) for code, name in game.names.items()}, plane=there, ring=13)


def _on(there: dict[str, int], at: Point) -> tuple[float, float]:
    """A point of the table in units of the picture."""
    return (
        there["left"] + at[0] * there["scale"] / 100,
        there["top"] + (there["depth"] - at[1] / 100) * there["scale"],
    )


def speech(game: Any, view: Any) -> Speech:
    """Figures, animals, groups, scenery; a figure of one's own leads its line."""
    figures = tuple(one.code.lower() for one in view.figures)
    mules = tuple(one.code.lower() for one in view.mules)
    others = (*mules, *(one.code.lower() for one in view.beasts), *(f"h{one.number}" for one in view.horses))
    places = tuple(name for one in view.landmarks for name in (one.code.lower(), one.name.lower()))
    numbers = tuple(figure[1:] for figure in figures)
    signs = {"&": (*figures, *others), "#": (*places, "shop"), "%": tuple(sorted(set(view.groups.values())))}
    return Speech(
        "gold_rush.lark", ("go", "deal", "lay", "place"), signs, heads={"^": (*figures, *numbers, *mules)}, inches=True
    )


def purse(game: Any, view: Any, seat: Seat) -> int | None:
    """Gold is carried, not counted down."""
    return None


def conditions(game: Any, view: Any, seat: Seat, ask: Ask) -> Conditions:
    """The conditions that a go may have."""
    others = [one.code for one in view.figures if one.seat != seat and one.is_living]
    others += [beast.code for beast in view.beasts if not beast.dead]
    return Conditions(
        "{head}: if {if}: {act}, else stand",
        "{head}: if {if}: {act}, else {other}",
        (
            Asked("in-sight", "{target} in sight"),
            Asked("in-short-range", "{target} in short range"),
            Asked("in-range", "{target} in range"),
            Asked("within", "{target} within {number}"),
            Asked("attacked", "attacked"),
        ),
        {"target": (("nearest", "nearest"), *((code, code) for code in others))},
    )


def subjects(game: Any, view: Any, seat: Seat, ask: Ask) -> Sequence[Subject]:
    """A subject for each line of the form: a figure's go, or a place to be chosen."""
    return [_subject(view, seat, number, line) for number, line in enumerate(ask.lines)]


def _subject(view: Any, seat: Seat, number: int, line: str) -> Subject:
    """The remarks behind a line of the form are for its seat alone: this picture shows only this view."""
    code, colon, _ = line.partition(": " + BLANK)
    if colon:
        return _go(view, seat, code)
    placed, at, _ = line.partition(f" at {BLANK}")
    if at:
        return _placed(view, seat, placed, mine=placed == "mine", town=placed == "town")
    bags, carries, _ = line.partition(f" carries {BLANK}")
    if carries:
        load = Amount(f"{bags} carries {{n}}", MOST_BAGS, prices=(0,), none=f"{bags} carries 0")
        return Subject(f"load-{bags}", "load", (bags,), amount=load, heads=(line.partition(BLANK)[0].strip(),),
                       conditions=False)  # fmt: skip
    if line == f"edge {BLANK}":
        choices = tuple(Choice("edge", f"edge {one}", facts={"edge": one}) for one in EDGES)
        return Subject("edge", "edge", (), choices, heads=("edge",), conditions=False)
    if line == f"ready {BLANK}":
        return Subject("ready", "ready", (), (Choice("ready", "ready yes"),), heads=("ready",), conditions=False)
    return from_line(number, line)


def _placed(view: Any, seat: Seat, code: str, *, mine: bool, town: bool) -> Subject:
    """Where a figure or mule starts, or where mine and town are laid."""
    zone = next((one for one in view.zones if one.seat == seat), None)
    shape: tuple[Point, ...] = ()
    if zone is not None and not mine and not town:
        (left, low), (right, high) = zone.low, zone.high
        shape = ((left, low), (right, low), (right, high), (left, high))
        if zone.radius:
            shape = tuple(
                (
                    min(view.width, max(0, zone.middle[0] + round(zone.radius * math.cos(2 * math.pi * turn / RAYS)))),
                    min(view.depth, max(0, zone.middle[1] + round(zone.radius * math.sin(2 * math.pi * turn / RAYS)))),
                )
                for turn in range(RAYS)
            )
    said = "mine" if mine else "town" if town else "place"
    spot = Spot(f"{code} at {{x}},{{y}}", shape=shape)
    return Subject(f"place-{code}", said, (code,), heads=(f"{code} at",), spot=spot, conditions=False)


def _go(view: Any, seat: Seat, code: str) -> Subject:
    """All that a figure may do in its go, and what it comes to in a straight line."""
    one = view.figure(code)
    lookout = next((each for each in view.lookouts if each.code == code), None)
    card = view.cards.get(seat, 0) * INCH * (2 if one.horse else 1)
    return Subject(
        f"figure-{code}",
        "figure",
        (code, about(one)),
        tuple(_deeds(view, code, lookout)),
        space=code,
        heads=(f"{code}:", f"{code.lstrip('TIDEFGM')}:"),
        spot=Spot(f"{code}: move {{x}},{{y}}", " - ", _reach(view, one.at, card) if card else ()),
    )


def _deeds(view: Any, code: str, lookout: Any) -> Iterator[Choice]:
    yield Choice("stand", f"{code}: stand", (code,))
    yield Choice("reload", f"{code}: reload, else stand", (code,))
    yield Choice("nearest", f"{code}: fire at nearest in short range, else stand")
    yield Choice("towards-nearest", f"{code}: move towards nearest")
    if lookout is None:
        yield from (_blind(code, other) for other in _enemies(view, code))
        return
    walks = {one.code: one.walk for one in lookout.within}
    for seen in (*lookout.shootable, *lookout.beyond, *lookout.blocked):
        facts: dict[str, str | int] = {"range": exact(seen.range), "band": seen.band or "out"}
        if seen.blocked:
            facts["blocked"] = seen.blocked
        if seen.chance:
            facts["chance"] = seen.chance
        # Targets in sight come first; the others may come into sight before the go.
        if lookout.loaded:
            yield Choice("fire", f"{code}: fire at {seen.code}", (seen.code,), facts=facts)
        if seen.code in lookout.touching or seen.range <= CONTACT:
            yield Choice("attack", f"{code}: attack {seen.code}", (seen.code,))
        else:
            near = {"walk": exact(walks[seen.code])} if seen.code in walks else {}
            yield Choice("contact", f"{code}: move to contact with {seen.code}, attack", (seen.code,), facts=near)
            yield Choice("towards", f"{code}: move towards {seen.code}", (seen.code,))
    for within in lookout.within:
        if within.kind in ("body", "mule"):
            text = f"{code}: move to contact with {within.code}, then take gold"
            yield Choice("take", text, (within.code,), facts={"walk": exact(within.walk)})
        elif within.kind == "place" and within.code != "shop":
            text = f"{code}: move to cover {within.code}"
            yield Choice("cover", text, facts={"place": within.code, "walk": exact(within.walk)})


def _blind(code: str, other: str) -> Choice:
    """The offers of the public page, which sees with nobody's eyes."""
    return Choice("fire", f"{code}: fire at {other}", (other,))


def _enemies(view: Any, code: str) -> list[str]:
    own = view.figure(code)
    return [one.code for one in view.figures if one.seat != own.seat and one.is_living]


def _reach(view: Any, start: Point, reach: int) -> tuple[Point, ...]:
    """How far a figure comes in each direction: to its card, the table's edge, or the first wall."""
    walls = ground_of(view.scenery).barred(start)
    found = []
    for turn in range(RAYS):
        angle = 2 * math.pi * turn / RAYS
        goal = start[0] + round(reach * math.cos(angle)), start[1] + round(reach * math.sin(angle))
        part = min(
            [1.0, *(float(met) for wall in walls if (met := enters(start, goal, wall)) is not None)],
        )
        for place, most in ((0, view.width), (1, view.depth)):
            by = goal[place] - start[place]
            room = most - start[place] if by > 0 else start[place]
            if abs(by) * part > room:
                part = room / abs(by)
        found.append((round(start[0] + (goal[0] - start[0]) * part), round(start[1] + (goal[1] - start[1]) * part)))
    return tuple(found)
