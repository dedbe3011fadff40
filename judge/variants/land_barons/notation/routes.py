"""Roads of raids: where they begin, what they go through, and the one way there where only an end is named."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from judge.adjudicator.protocol import Problem
from judge.grammar.memory import once
from judge.variants.land_barons.counters import RANCH
from judge.variants.land_barons.notation.table import Fault, Node, Table, is_sure, names, parts, space_of, tokens
from judge.variants.land_barons.orders import UnitRef
from judge.variants.land_barons.raid import REACH


class Leg(NamedTuple):
    """A part of a road. `how`: `to`, `via`, `origin`, `step`, `bare`. `ground`: a kind of settlement, not a space."""

    how: str
    space: str
    ground: str = ""


def legs_of(table: Table, node: Node) -> list[Leg]:
    """A step's legs: `via 0206 and 0205` has two."""
    return [leg_of(table, node), *(leg_of(table, more) for more in parts(node, "goal")[1:])]


def leg_of(table: Table, node: Node) -> Leg:
    """A step, or a goal alone."""
    plain = plain_leg(node)
    return plain if plain is not None else Leg(_how(node), *_goal(table, _end(node)))


@once
def plain_leg(node: Node) -> Leg | None:
    """The same where it names its end for sure, so that it is the same whatever else was said."""
    end = _end(node)
    spaces, grounds = names(end, "@"), names(end, "&")
    if tokens(end, "IT") or not all(map(is_sure, spaces)):
        return None
    return Leg(
        _how(node), spaces[0].choices[0] if spaces else "", grounds[0].choices[0] if grounds and not spaces else ""
    )


def _how(node: Node) -> str:
    """A dash joins neighbours; `to` says where one would be."""
    return "bare" if node.data == "goal" else "step" if tokens(node, "DASH") else str(node.data)


def _end(node: Node) -> Node:
    return node if node.data == "goal" else parts(node, "goal")[0]


def _goal(table: Table, node: Node) -> tuple[str, str]:
    """A goal's space, and the kind of settlement it was called. `there`: where the condition before it is about."""
    if tokens(node, "IT"):
        if not table.there:
            raise Fault(Problem("not-understood", {"text": "there"}))
        return table.there, ""
    spaces = [space_of(table, name) for name in names(node, "@")]
    grounds = [name.choices[0] for name in names(node, "&")]
    return spaces[0] if spaces else "", grounds[0] if grounds and not spaces else ""


def told(legs: Sequence[Leg]) -> list[Leg]:
    """The legs in the order in which they are walked: `to Y via X` goes by X; `the coal mine 0607` is one goal."""
    found = [leg for place, leg in enumerate(legs) if not (leg.ground and _explained(legs, place))]
    via = next((place for place, leg in enumerate(found) if leg.how == "via"), None)
    if via is None or via == 0 or found[via - 1].how == "origin":
        return found
    later = next((place for place in range(via, len(found)) if found[place].how in ("to", "step")), None)
    if later is not None:
        return found
    goal = found[via - 1]
    return [*found[: via - 1], *found[via:], goal]


def _explained(legs: Sequence[Leg], place: int) -> bool:
    return place + 1 < len(legs) and legs[place + 1].how == "bare" and bool(legs[place + 1].space)


def road(table: Table, ref: UnitRef, legs: Sequence[Leg]) -> tuple[str, ...]:
    """A unit's path, with what was left out put in where there is one way only."""
    here, path, is_supplied = ref.space, list[str](), False
    for place, leg in enumerate(legs):
        goal = leg.space or _ground(table, ref, here, leg.ground)
        if not path and goal == here:
            continue
        # `Regulator at 0507 0306-0307`: of steps with a dash between them the first is one, too.
        is_dashed = leg.how == "bare" and (bool(path) or any(one.how == "step" for one in legs[place + 1 : place + 2]))
        if not here or leg.how == "step" or is_dashed:
            path.append(goal)
        else:
            path += _between(table, ref, here, goal)
            is_supplied = True
        is_supplied = is_supplied or not leg.space
        here = goal
    said = {leg.space for leg in legs} if is_supplied else ()
    if said and len(path) <= REACH and not said.issuperset(path):
        walked = [ref.space, *path]
        table.notes.append(Problem("way-taken", {"kind": ref.kind, "way": tuple(walked)}))
    return tuple(path)


def _between(table: Table, ref: UnitRef, here: str, goal: str) -> list[str]:
    """The spaces from one to another, without the first: the one shortest way there; of several none is guessed
    (LB-Q68)."""
    if goal in table.board.touching[here] or goal == here:
        return [goal]
    ways = shortest(table, here, goal)
    free = [way for way in ways if not any(table.state.others_at(table.seat, space) for space in way[:-1])]
    found = free or ways
    if not found:
        steps = table.board.apart(here, goal)
        facts = {"kind": ref.kind, "from": here, "space": goal, "steps": steps, "most": REACH}
        raise Fault(Problem("too-far", facts))
    if len(found) > 1:
        roads = tuple("-".join((here, *way)) for way in found[:3])
        raise Fault(Problem("which-way", {"kind": ref.kind, "from": here, "space": goal, "ways": roads}))
    return list(found[0])


def shortest(table: Table, here: str, goal: str) -> list[tuple[str, ...]]:
    """Every shortest way of at most three steps, lowest labels first."""
    left = table.board.apart(here, goal)
    if left > REACH:
        return []
    ways: list[tuple[str, ...]] = [()]
    steps = table.board.steps(goal)
    for far in range(left - 1, -1, -1):
        ways = [
            (*way, space)
            for way in ways
            for space in sorted(table.board.touching[way[-1] if way else here])
            if steps.get(space) == far
        ]
    return ways


def standing_on(table: Table, ground: str) -> str:
    """The one settlement of a kind with own units on it: `from the town`."""
    state = table.state
    there = {unit.space for unit in state.units_of(table.seat)} & set(state.settlements)
    found = tuple(sorted(space for space in there if state.settlements[space].kind == ground))
    if len(found) != 1:
        raise Fault(Problem("which-site", {"kind": ground, "sites": found}))
    return found[0]


def _ground(table: Table, ref: UnitRef, here: str, ground: str) -> str:
    """The one settlement of a kind that a unit can reach; `home` is the own ranch."""
    state = table.state
    home = state.home(table.seat)
    if ground == RANCH and home is not None:
        return home
    there = [space for space in sorted(state.settlements) if state.settlements[space].kind == ground]
    near = [space for space in there if here and space != here and table.board.apart(here, space) <= REACH]
    if len(near) == 1:
        return near[0]
    raise Fault(Problem("which-site", {"kind": ground, "sites": tuple(near or there)}))
