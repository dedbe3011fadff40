"""The nearest valid order for a refused one: an answer offers it, and FIX takes it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from judge.adjudicator.protocol import Problem, Seat
from judge.variants.land_barons.board import Board
from judge.variants.land_barons.build import default_site, sites
from judge.variants.land_barons.counters import BARON, REGULATOR
from judge.variants.land_barons.orders import Bid, Deploy, Move, Order, OrderBid, Pay, Ranch, Recruit, Retreat
from judge.variants.land_barons.raid import REACH
from judge.variants.land_barons.setup import lawful_ranches
from judge.variants.land_barons.state import State


def mended(board: Board, state: State, seat: Seat, order: Order, problem: Problem) -> Order | None:
    """An order near to one that was refused; None where there is none. The check says whether it is valid."""
    for kind, codes, mend in _MENDS:
        if isinstance(order, kind) and problem.code in codes:
            near: Order | None = mend(board, state, seat, order, problem)
            return near if near != order else None
    return None


def _move(board: Board, state: State, seat: Seat, order: Move, problem: Problem) -> Move | None:
    """The way put in between, or the path as far as it can be gone."""
    if problem.code == "path-too-long":
        return replace(order, path=order.path[:REACH])
    if problem.code == "through-enemy":
        return replace(order, path=order.path[: order.path.index(str(problem.detail["space"])) + 1])
    if problem.code == "not-adjacent" and order.unit.space:
        path, here = list[str](), order.unit.space
        for space in order.path:
            way = () if space in board.touching[here] else _way(board, here, space)
            path += [*way, space]
            here = space
        return replace(order, path=tuple(path)) if len(path) <= REACH else None
    return None


def _way(board: Board, here: str, goal: str) -> tuple[str, ...]:
    """The spaces between two, by the lowest labels."""
    found, steps = list[str](), board.steps(goal)
    while here != goal and steps.get(here, 999) <= REACH:
        here = min(space for space in board.touching[here] if steps.get(space, 999) == steps[here] - 1)
        found.append(here)
    return tuple(found[:-1])


def _bid(board: Board, state: State, seat: Seat, order: Bid, problem: Problem) -> Bid | None:
    """The rungs that can be paid, rising; one where there may be no ladder."""
    rungs = sorted({rung for rung in order.rungs if 1 <= rung <= state.purse(seat)})
    if problem.code == "no-ladders":
        rungs = rungs[:1]
    if not rungs and state.purse(seat) and problem.code == "over-cash":
        rungs = [state.purse(seat)]
    return Bid(order.lot, tuple(rungs)) if rungs else None


def _deploy(board: Board, state: State, seat: Seat, order: Deploy, problem: Problem) -> Deploy | None:
    """Where it may go; nowhere, to the discards."""
    if order.kind not in state.won.get(seat, ()):
        return None
    return Deploy(order.kind, default_site(board, state, seat, order.kind), order.number)


def _recruit(board: Board, state: State, seat: Seat, order: Recruit, problem: Problem) -> Recruit | None:
    """A Town or Trading Post that takes one; none without the money."""
    lawful = sites(state, seat, REGULATOR)
    return Recruit("" if problem.code == "no-money" or not lawful else lawful[0])


def _order_bid(board: Board, state: State, seat: Seat, order: OrderBid, problem: Problem) -> OrderBid | None:
    """As much as there is, and no place where none is chosen."""
    return OrderBid(min(order.dollars, state.purse(seat)), order.place if problem.code == "over-cash" else 0)


def _pay(board: Board, state: State, seat: Seat, order: Pay, problem: Problem) -> Pay | None:
    """Without the Baron."""
    units = tuple(ref for ref in order.units if ref.kind != BARON)
    return Pay(order.whom, units) if units else Pay("all")


def _retreat(board: Board, state: State, seat: Seat, order: Retreat, problem: Problem) -> Retreat | None:
    """Only what is near."""
    near = tuple(space for space in order.spaces if space in board.touching[order.start])
    return Retreat(order.start, near) if near else None


def _ranch(board: Board, state: State, seat: Seat, order: Ranch, problem: Problem) -> Ranch | None:
    """The part free of it; else the part with it."""
    lawful = lawful_ranches(board, state)
    return Ranch(tuple(space for space in order.spaces if space in lawful) or lawful[:1])


_SITES = (
    "no-settlement", "not-controlled", "wrong-site", "enemy-there", "will-not-stack", "has-one", "is-full",
    "no-holding",
)  # fmt: skip
_MENDS: tuple[tuple[type, tuple[str, ...], Callable[..., Order | None]], ...] = (
    (Move, ("not-adjacent", "path-too-long", "through-enemy"), _move),
    (Bid, ("over-cash", "bid-too-low", "ladder-falls", "no-ladders"), _bid),
    (Deploy, _SITES, _deploy),
    (Recruit, ("no-money", *_SITES), _recruit),
    (OrderBid, ("over-cash", "no-choosing", "no-such-place"), _order_bid),
    (Pay, ("baron-unpaid",), _pay),
    (Retreat, ("retreat-too-far",), _retreat),
    (Ranch, ("no-ranch-there",), _ranch),
)
