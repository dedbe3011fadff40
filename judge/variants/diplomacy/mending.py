"""The probable meaning of a refused order: the nearest lawful one, for `FIX`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from judge.adjudicator.diplomacy.orders import Build, Move, Order, Retreat, Support
from judge.adjudicator.protocol import Problem
from judge.variants.diplomacy.chart import Chart
from judge.variants.diplomacy.state import State
from judge.variants.diplomacy.words import write


def offered(
    chart: Chart, state: State, order: Order, problem: Problem, refusal: Callable[[Order], Problem | None]
) -> Problem:
    """The problem, with the first valid order near this one, if there is any."""
    for near in _near(chart, order, problem):
        if refusal(near) is None:
            return Problem(problem.code, {**problem.detail, "suggestion": write(state, near)})
    return problem


def _near(chart: Chart, order: Order, problem: Problem) -> Iterator[Order]:
    """Orders that differ in what the problem is about: a coast, a word VIA, the kind of a unit."""
    said = problem.detail.get("coasts")
    coasts = tuple(map(str, said)) if isinstance(said, tuple) else ()
    if isinstance(order, Move | Support) and order.to is not None:
        province = chart.board.province(order.to) if order.to in chart.board.number else order.to
        if "/" in order.to and not coasts:
            coasts = tuple(place for place in chart.board.place_ids if place.startswith(f"{province}/"))
        for coast in (*coasts, province):
            yield replace(order, to=coast)
        if isinstance(order, Move) and order.via:
            yield replace(order, via=False)
    elif isinstance(order, Build):
        for coast in coasts:
            yield replace(order, at=coast)
        yield Build("A", chart.province(order.at))
    elif isinstance(order, Retreat):
        for coast in coasts:
            yield Retreat(order.at, (coast,))
