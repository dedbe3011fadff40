"""Free questions: SIGHT, RANGE and REACH (GR-27, GR-Q5). They cost nothing and roll nothing.

SIGHT 3                what figure 3 sees, and how far off it is
SIGHT 3 FROM 12,30     what it would see from there
RANGE 3 M2             how far, in which band, what blocks the line; points may be named too
REACH 3 40,20          where a move of figure 3 would end now
"""

from __future__ import annotations

import re
from dataclasses import replace

from judge.adjudicator.plane import Point, length, nearest_of, squared
from judge.adjudicator.protocol import Event, Problem, Seat
from judge.grammar.text import plain
from judge.variants.gold_rush.check import NO_DICE
from judge.variants.gold_rush.events import QueryRefused, RangeAnswer, ReachAnswer, SightAnswer
from judge.variants.gold_rush.field import Field
from judge.variants.gold_rush.ground import band_of, in_contact
from judge.variants.gold_rush.naming import Names, lifted, names_for, own_figure, piece, place
from judge.variants.gold_rush.notation import write_point
from judge.variants.gold_rush.orders import Choice, Go, Move
from judge.variants.gold_rush.packs import GUNS, INCH
from judge.variants.gold_rush.phrases import Speech, choices
from judge.variants.gold_rush.plan import JumpedOff, Walked
from judge.variants.gold_rush.planning import place_of, plan_of
from judge.variants.gold_rush.state import Figure, State
from judge.variants.gold_rush.view import seen_by

EXPECTED = "SIGHT 3, SIGHT 3 FROM 12,30, RANGE 3 M2 or REACH 3 40,20"


def answer(state: State, seat: Seat, text: str) -> tuple[Event, ...]:
    """The answer to a question, told to the asker alone; () when the text is no question."""
    said = plain(text).strip()
    word, _, rest = said.partition(" ")
    if word.upper() not in ("SIGHT", "RANGE", "REACH") or seat not in state.groups:
        return ()
    told = frozenset({seat})
    names, field = names_for(state, seat), Field(state, NO_DICE)
    found: SightAnswer | RangeAnswer | ReachAnswer | Problem
    match word.upper():
        case "SIGHT" if rest.strip().lower() in ("", "all"):
            able = [figure for figure in field.own(seat) if figure.is_able]
            return tuple(replace(one, told=told) for one in map(_look, [field] * len(able), able))
        case "SIGHT":
            found = _sight(names, field, rest)
        case "RANGE":
            found = _range(names, field, rest)
        case _:
            found = _reach(names, field, rest)
    if isinstance(found, Problem):
        near = found.detail.get("choices") or ()
        assert isinstance(near, tuple)
        return (QueryRefused(told=told, text=said, expected=EXPECTED, near=near),)
    return (replace(found, told=told),)


def _sight(names: Names, field: Field, rest: str) -> SightAnswer | Problem:
    """What a figure sees, from where it stands or from another place."""
    who, at = rest, None
    found = re.fullmatch(r"(.+?) from (.+)", rest, re.IGNORECASE)
    if found is not None:
        who = found[1]
        _, points = lifted(found[2])
        if len(points) != 1:
            return Problem("not-understood")
        at = points[0]
    figure = _standing(names, field, who)
    if isinstance(figure, Problem):
        return figure
    if at is not None:
        figure = replace(figure, at=at)
        field.put(figure)
    return _look(field, figure)


def _look(field: Field, figure: Figure) -> SightAnswer:
    assert figure.at is not None
    return SightAnswer(figure=figure.code, at=figure.at, weapon=figure.weapon, seen=seen_by(field, figure))


def _standing(names: Names, field: Field, who: str) -> Figure | Problem:
    """An own figure that is on the table."""
    code = own_figure(names, who)
    if isinstance(code, Problem):
        return code
    figure = field.figures[code]
    return figure if figure.at is not None else Problem("figure-gone", {"figure": code})


def _range(names: Names, field: Field, rest: str) -> RangeAnswer | Problem:
    """From one figure or point to another."""
    text, points = lifted(rest)
    parts = re.split(r"\s*,\s*|\s+to\s+|\s+-\s+", text.strip())
    if len(parts) != 2:
        parts = _two_names(names, text.split())
    if len(parts) != 2:
        return Problem("not-understood")
    first, second = (_end(names, field, points, part) for part in parts)
    if isinstance(first, Problem):
        return first
    if isinstance(second, Problem):
        return second
    (one, shape, gun), (other, other_shape, other_gun) = first, second
    # To a place the ruler is laid at its nearest point.
    a = nearest_of(other_shape[0], shape) if len(shape) > 2 else shape[0]
    b = nearest_of(a, other_shape) if len(other_shape) > 2 else other_shape[0]
    square = squared(a, b)
    bands = {weapon: band_of(weapon, square) for weapon in sorted(GUNS)}
    if gun or other_gun:
        bands = {weapon: band for weapon, band in bands.items() if weapon in (gun, other_gun)}
    blocked = field.blocker(one, other) if one in names.codes and other in names.codes else field.ground.blocker(a, b)
    return RangeAnswer(one=one, other=other, range=length(a, b), bands=bands, blocked=blocked, contact=in_contact(a, b))


def _end(
    names: Names, field: Field, points: tuple[Point, ...], part: str
) -> tuple[str, tuple[Point, ...], str] | Problem:
    """One end of a range: a point, somebody or something with its weapon, or the outline of a place."""
    lifted_point = re.fullmatch(r"@(\d+)@", part.strip())
    if lifted_point is not None:
        at = points[int(lifted_point[1])]
        return write_point(at), (at,), ""
    code = piece(names, part)
    if isinstance(code, Problem):
        where = place(names, part)
        shape = None if isinstance(where, Problem) else place_of(field, names.seat, where)
        return code if shape is None else (part.strip(), shape, "")
    spot = field.at(code)
    if spot is None:
        return Problem("target-gone", {"target": code})
    return code, (spot,), field.figures[code].weapon if code in field.figures else ""


def _two_names(names: Names, words: list[str]) -> list[str]:
    """Two names side by side, each of one word or two: `3 M2`, `Mountie 2 Trader 1`."""
    for cut in range(1, len(words)):
        parts = [" ".join(words[:cut]), " ".join(words[cut:])]
        if all(_is_name(names, part) for part in parts):
            return parts
    return words


def _is_name(names: Names, part: str) -> bool:
    """Whether a part names somebody, something or a place."""
    return "@" in part or not (isinstance(piece(names, part), Problem) and isinstance(place(names, part), Problem))


def _reach(names: Names, field: Field, rest: str) -> ReachAnswer | Problem:
    """Where a move would end, if nobody moved before."""
    found = re.fullmatch(r"((?:[A-Za-z]+ )?[A-Za-z]?\d{1,2})[ ,:]+(.+)", rest)
    if found is None:
        return Problem("not-understood")
    figure = _standing(names, field, found[1])
    if isinstance(figure, Problem):
        return figure
    lower, points = lifted(found[2].lower())
    body = lower if re.match(r"(?:move|jump|leave|lead|climb|mount|dismount)", lower) else f"move {lower}"
    said = choices(Speech(names, figure, points, body))
    if isinstance(said, Problem):
        return said
    go = Go(figure.code, said)
    move = next((choice.action for choice in go.choices if isinstance(choice, Choice)), None)
    if not isinstance(move, Move):
        return Problem("not-understood")
    plan = plan_of(field, figure, move)
    assert figure.at is not None
    path = [figure.at]
    walked = 0
    stop, by = "", ""
    for part in plan.parts:
        if isinstance(part, Walked | JumpedOff):
            path.extend(part.way.path[1:])
            walked += part.way.length
            stop, by = part.way.stop, part.way.by
    allowance = field.state.cards.get(figure.seat, 0) * INCH * (2 if figure.horse else 1)
    return ReachAnswer(
        figure=figure.code, to=found[2].strip(), path=tuple(path), length=walked, allowance=allowance, stop=stop, by=by
    )
