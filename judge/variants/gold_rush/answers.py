"""Free questions: SIGHT, RANGE and REACH (GR-27, GR-Q5). They cost nothing and roll nothing.

SIGHT 3                what figure 3 sees, and how far off it is
SIGHT 3 FROM 12,30     what it would see from there
RANGE 3 M2             how far, in which band, what blocks the line; points may be named too
REACH 3 40,20          where a move of figure 3 would end now
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from lark import Tree

from judge.adjudicator.plane import Point, length, nearest_of, squared
from judge.adjudicator.protocol import Event, Seat
from judge.grammar.finding import Name
from judge.grammar.memory import of_lines
from judge.grammar.text import plain
from judge.variants.gold_rush.check import NO_DICE
from judge.variants.gold_rush.events import QueryRefused, RangeAnswer, ReachAnswer, SightAnswer
from judge.variants.gold_rush.field import Field
from judge.variants.gold_rush.ground import band_of, in_contact
from judge.variants.gold_rush.heads import own
from judge.variants.gold_rush.marks import marked
from judge.variants.gold_rush.moves import place_of
from judge.variants.gold_rush.names import Names
from judge.variants.gold_rush.notation import write_point
from judge.variants.gold_rush.orders import Move
from judge.variants.gold_rush.packs import GUNS, INCH
from judge.variants.gold_rush.phrases import action_of
from judge.variants.gold_rush.plan import JumpedOff, Walked
from judge.variants.gold_rush.planning import place_of as outline
from judge.variants.gold_rush.planning import plan_of
from judge.variants.gold_rush.signs import point_of
from judge.variants.gold_rush.state import Figure, State
from judge.variants.gold_rush.tongue import SHAPES, filled, names_of, trees_of
from judge.variants.gold_rush.view import seen_by
from judge.variants.gold_rush.whom import Fault, own_code, piece

Answer = SightAnswer | RangeAnswer | ReachAnswer
EXPECTED = "SIGHT 3, SIGHT 3 FROM 12,30, RANGE 3 M2 or REACH 3 40,20"


def answer(state: State, seat: Seat, text: str) -> tuple[Event, ...]:
    """The answer to a question, told to the asker alone; () when the text is no question."""
    said = _question(text)
    if not said or seat not in state.groups:
        return ()
    told = frozenset({seat})
    names, field = Names(state, seat), Field(state, NO_DICE)
    line = marked(names, "question", said)
    read = SHAPES.read(line.shape, "question")
    near: object = ()
    if not isinstance(read, int):
        try:
            return tuple(replace(one, told=told) for one in _answered(names, field, said, filled(read, line.found)))
        except Fault as fault:
            near = fault.problem.detail.get("choices") or ()
    assert isinstance(near, tuple)
    return (QueryRefused(told=told, text=said, expected=EXPECTED, near=near),)


@of_lines
def _question(text: str) -> str:
    """A text in plain signs, where it begins like a question; else ""."""
    said = plain(text).strip()
    return said if said.partition(" ")[0].upper() in ("SIGHT", "RANGE", "REACH") else ""


def _answered(names: Names, field: Field, said: str, tree: Tree[Any]) -> tuple[Answer, ...]:
    ends = [names_of(part)[0] for part in trees_of(tree) if part.data == "end"]
    match tree.data:
        case "sight_all":
            return tuple(_look(field, figure) for figure in field.own(names.seat) if figure.is_able)
        case "sight_of":
            figure = _standing(names, field, ends[0])
            points = names_of(tree)
            if points:
                figure = replace(figure, at=point_of(points[0]))
                field.put(figure)
            return (_look(field, figure),)
        case "range_of":
            return (_range(field, _end(names, field, ends[0]), _end(names, field, ends[1])),)
    figure = _standing(names, field, ends[0])
    rest = said[said.index(ends[0].text) + len(ends[0].text) :].strip(" ,:")
    return (_reach(names, field, figure, trees_of(tree)[-1], rest),)


def _look(field: Field, figure: Figure) -> SightAnswer:
    assert figure.at is not None
    return SightAnswer(figure=figure.code, at=figure.at, weapon=figure.weapon, seen=seen_by(field, figure))


def _standing(names: Names, field: Field, name: Name) -> Figure:
    """An own figure that is on the table."""
    code = own_code(names, name) if name.sign == "~" else own(names, name)
    figure = field.figures[code]
    if figure.at is None:
        raise Fault("figure-gone", figure=code)
    return figure


@dataclass(frozen=True, slots=True)
class End:
    """One end of a range: what it is called, its outline or its one point, and the weapon of a figure."""

    called: str
    shape: tuple[Point, ...]
    weapon: str = ""
    is_piece: bool = False


def _end(names: Names, field: Field, name: Name) -> End:
    """A point, somebody or something with its weapon, or the outline of a place."""
    if name.sign == "@":
        at = point_of(name)
        return End(write_point(at), (at,))
    if name.sign == "#":
        shape = outline(field, names.seat, place_of(name))
        if shape is None:
            raise Fault("no-such-place", text=name.text)
        return End(name.text, shape)
    code = own_code(names, name) if name.sign == "~" else piece(names, name)
    spot = field.at(code)
    if spot is None:
        raise Fault("target-gone", target=code)
    return End(code, (spot,), field.figures[code].weapon if code in field.figures else "", is_piece=True)


def _range(field: Field, one: End, other: End) -> RangeAnswer:
    """From one figure or point to another; to a place the ruler is laid at its nearest point."""
    a = nearest_of(other.shape[0], one.shape) if len(one.shape) > 2 else one.shape[0]
    b = nearest_of(a, other.shape) if len(other.shape) > 2 else other.shape[0]
    square = squared(a, b)
    bands = {weapon: band_of(weapon, square) for weapon in sorted(GUNS)}
    if one.weapon or other.weapon:
        bands = {weapon: band for weapon, band in bands.items() if weapon in (one.weapon, other.weapon)}
    both = one.is_piece and other.is_piece
    blocked = field.blocker(one.called, other.called) if both else field.ground.blocker(a, b)
    return RangeAnswer(
        one=one.called, other=other.called, range=length(a, b), bands=bands, blocked=blocked, contact=in_contact(a, b)
    )


def _reach(names: Names, field: Field, figure: Figure, act: Tree[Any], said: str) -> ReachAnswer:
    """Where a move would end, if nobody moved before."""
    move = action_of(names, figure, [act])
    if not isinstance(move, Move):
        raise Fault("not-understood")
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
        figure=figure.code, to=said, path=tuple(path), length=walked, allowance=allowance, stop=stop, by=by
    )
