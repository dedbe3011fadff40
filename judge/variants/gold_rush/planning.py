"""A move as it would go now, without a die rolled: what each step comes to, and whether all of it can be done.

Rulings GR-25, GR-28, GR-45, GR-Q3, GR-Q6, GR-Q18, GR-Q25, GR-Q34, GR-Q36, GR-Q39, GR-Q46.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from judge.adjudicator.plane import Point, is_open, squared
from judge.adjudicator.protocol import Problem, Seat
from judge.variants.gold_rush.aims import in_order, is_of, meant
from judge.variants.gold_rush.field import NEAR, Field
from judge.variants.gold_rush.ground import in_contact, overlap
from judge.variants.gold_rush.laying import distance_to_shop
from judge.variants.gold_rush.notation import write_point
from judge.variants.gold_rush.orders import (
    Aim,
    Contact,
    Cover,
    Dismount,
    Jump,
    Lead,
    Leave,
    Mount,
    Move,
    Step,
    Toward,
    Walk,
)
from judge.variants.gold_rush.packs import HIGHEST_JUMP, HORSE, INCH, SHOP_REACH
from judge.variants.gold_rush.plan import GotOff, GotOn, JumpedOff, Led, Plan, Walked, WentOff
from judge.variants.gold_rush.state import Figure
from judge.variants.gold_rush.walking import Trek, shortest, to_contact, toward, trek
from judge.variants.gold_rush.writing import write_aim


def plan_of(field: Field, figure: Figure, move: Move) -> Plan:
    """A move's steps one after another; the first that cannot be done whole ends it (GR-Q18)."""
    assert figure.at is not None
    loose = {horse.number: horse.at for horse in field.horses.values() if horse.at is not None}
    budget = field.state.cards.get(figure.seat, 0) * INCH * 2
    plan = Plan(figure=figure, at=figure.at, horse=figure.horse, budget=budget, loose=loose)
    way: list[Point] = []
    for place, step in enumerate(move.steps, 1):
        if isinstance(step, Walk):
            # Legs one after another are one way: only its end must be free (GR-Q3).
            way.append(step.to)
            if place < len(move.steps) and isinstance(move.steps[place], Walk):
                continue
            _walk(field, plan, way)
            way = []
        else:
            _take(field, plan, step)
        if plan.problem is not None or plan.off:
            break
    return plan


def _walk(field: Field, plan: Plan, way: Sequence[Point]) -> None:
    """Straight from point to point, as written."""
    walked = trek(field, plan.figure.code, plan.figure.seat, plan.at, way, plan.reach)
    plan.walk(walked)
    if walked.stop:
        plan.fall_short(walked, write_point(way[-1]), way[-1])


def _take(field: Field, plan: Plan, step: Step) -> None:
    match step:
        case Walk(to):
            _walk(field, plan, (to,))
        case Toward():
            _toward(field, plan, step)
        case Contact(aim):
            _contact(field, plan, aim)
        case Cover():
            _cover(field, plan, step)
        case Mount(horse):
            _mount(field, plan, horse)
        case Dismount():
            if not plan.horse:
                plan.fail("not-mounted")
                return
            plan.parts.append(GotOff(plan.horse, plan.at))
            plan.loose[plan.horse] = plan.at
            plan.horse = 0
        case Jump(to):
            _jump(field, plan, to)
        case Lead():
            _lead(field, plan, step)
        case Leave(edge):
            _leave(field, plan, edge)
        case _:
            assert_never(step)


def _toward(field: Field, plan: Plan, step: Toward) -> None:
    """As far as the allowance goes; that it ends on the way is as ordered."""
    code, seat = plan.figure.code, plan.figure.seat
    if step.aim is not None:
        other = _present(field, plan, step.aim)
        if other is None:
            return
        plan.walk(to_contact(field, code, seat, plan.at, other, plan.reach))
        return
    goal = step.to
    if step.place:
        spot = _way_to(field, plan, step.place)
        if spot is None:
            return
        goal = spot
    assert goal is not None
    plan.walk(toward(field, code, seat, plan.at, goal, plan.reach))


def _way_to(field: Field, plan: Plan, place: str) -> Point | None:
    """The point at which the way to a place ends; None when one is there, or it is nowhere."""
    piece = field.ground.shop if place == "shop" else field.ground.piece(place)
    if piece is None:
        shape = place_of(field, plan.figure.seat, place)
        if shape is None:
            plan.fail("no-such-place", text=place)
        return None if shape is None else shape[0]
    if field.ground.is_at(plan.at, piece):
        return None
    if place == "shop" and distance_to_shop(plan.at, piece.polygon) <= SHOP_REACH * SHOP_REACH:
        return None
    return field.ground.nearest_edge(plan.at, piece)


def place_of(field: Field, seat: Seat, place: str) -> tuple[Point, ...] | None:
    """A named place: the shop's walls, the town's or a mine's middle, a piece of scenery."""
    state = field.state
    if place == "town":
        return None if state.town is None else (state.town,)
    if place == "mine":
        at = state.mines.get(seat)
        return None if at is None else (at,)
    if place.startswith("mine:"):
        mine = next((at for seat, at in sorted(state.mines.items()) if state.groups[seat] == place[5:]), None)
        return None if mine is None else (mine,)
    piece = field.ground.shop if place == "shop" else field.ground.piece(place)
    return None if piece is None else piece.polygon


def _present(field: Field, plan: Plan, aim: Aim) -> str | None:
    """The piece an aim means, if it is on the table."""
    figure = plan.figure
    other = meant(field, figure, aim)
    if other is None:
        plan.fail("nobody-near", text=write_aim(aim))
        return None
    if field.at(other) is None or other == figure.code:
        plan.fail("target-gone", target=other)
        return None
    return other


def _contact(field: Field, plan: Plan, aim: Aim) -> None:
    """To base contact (GR-Q44)."""
    other = _present(field, plan, aim)
    if other is None:
        return
    way = to_contact(field, plan.figure.code, plan.figure.seat, plan.at, other, plan.reach)
    plan.walk(way)
    at = field.at(other)
    plan.met = other
    if at is not None and not in_contact(plan.at, at):
        plan.fall_short(way, other, at)


def _cover(field: Field, plan: Plan, step: Cover) -> None:
    """To scenery: into or onto it, up to its wall; or behind it, to where somebody cannot see (GR-Q4, GR-Q5)."""
    piece = field.ground.piece(step.place)
    if piece is None:
        plan.fail("no-such-place", text=step.place)
        return
    code, seat = plan.figure.code, plan.figure.seat
    if not step.from_whom:
        if field.ground.is_at(plan.at, piece):
            return
        goal = field.ground.nearest_edge(plan.at, piece)
        way = toward(field, code, seat, plan.at, goal, plan.reach)
        plan.walk(way)
        # The nearest grid point of a slanting edge may lie a hundredth beside it: that is there all the same.
        if way.stop and squared(plan.at, goal) > 2:
            plan.fall_short(way, step.place, goal)
        return
    foe = field.at(step.from_whom)
    if foe is None:
        plan.fail("target-gone", target=step.from_whom)
        return
    if field.ground.blocker(plan.at, foe):
        return
    best: tuple[int, int, Trek] | None = None
    for place, spot in enumerate(_round_about(piece.polygon)):
        if not field.on_table(spot) or field.ground.is_walled(spot) or not field.ground.blocker(spot, foe):
            continue
        if squared(plan.at, spot) > plan.reach * plan.reach or not field.is_free(spot, code):
            continue
        way = trek(field, code, seat, plan.at, shortest(field, plan.at, spot), plan.reach)
        if way.end == spot and (best is None or (way.length, place) < best[:2]):
            best = (way.length, place, way)
    if best is None:
        plan.fail("no-cover-in-reach", place=step.place, target=step.from_whom)
        return
    plan.walk(best[2])


def _round_about(shape: Sequence[Point]) -> tuple[Point, ...]:
    """Places half an inch outside a piece: along its edges, and off its corners."""
    left, right = min(x for x, _ in shape), max(x for x, _ in shape)
    low, high = min(y for _, y in shape), max(y for _, y in shape)
    xs = [*range(left - 50, right + 51, 50), right + 50]
    ys = [*range(low, high + 1, 50), high]
    frame = [(x, y) for x in xs for y in (low - 50, high + 50)] + [(x, y) for y in ys for x in (left - 50, right + 50)]
    return tuple(sorted(set(frame)))


def _mount(field: Field, plan: Plan, number: int) -> None:
    """On a free horse in contact, free of charge (GR-Q18, GR-Q34)."""
    if plan.horse:
        plan.fail("already-mounted")
        return
    near = {one: at for one, at in plan.loose.items() if in_contact(plan.at, at)}
    if field.options["only_own_side"] and field.groups[plan.figure.seat] != "mounties":
        plan.fail("not-your-horse")
        return
    if number and number not in near:
        plan.fail("no-horse-here", horse=f"{HORSE}{number}")
        return
    if not near:
        plan.fail("no-horse-here", horse="")
        return
    chosen = number or min(near, key=lambda one: (squared(plan.at, near[one]), one))
    plan.horse = chosen
    plan.loose.pop(chosen)
    plan.parts.append(GotOn(chosen))


def _jump(field: Field, plan: Plan, to: Point) -> None:
    """Off an object, straight; a drop of more than 8 inches is impossible (GR-53, GR-Q36)."""
    height = field.ground.height(plan.at)
    if height == 0:
        plan.fail("not-on-anything", at=write_point(plan.at))
        return
    if plan.horse:
        plan.fail("not-on-horseback")
        return
    drop = height - field.ground.height(to)
    if drop <= 0:
        plan.fail("not-downward", to=write_point(to))
        return
    if drop > HIGHEST_JUMP:
        plan.fail("too-high", drop=drop, most=HIGHEST_JUMP)
        return
    way = trek(field, plan.figure.code, plan.figure.seat, plan.at, (to,), plan.reach)
    landed = height - field.ground.height(way.end)
    if landed <= 0 or landed > HIGHEST_JUMP:
        plan.fail("no-landing", to=write_point(to), at=write_point(way.end))
        return
    plan.parts.append(JumpedOff(way, landed))
    plan.budget -= way.length * 2
    plan.at = way.end
    if way.stop:
        plan.fall_short(way, write_point(to), to)


def _lead(field: Field, plan: Plan, step: Lead) -> None:
    """A mule in contact walks along at foot rate, once a turn (GR-Q25, GR-Q46)."""
    figure, mule = plan.figure, field.mules.get(step.mule)
    if mule is None or mule.at is None or mule.dead:
        plan.fail("target-gone", target=step.mule)
        return
    if field.groups[figure.seat] != "mounties":
        plan.fail("not-your-mule", target=step.mule)
        return
    if field.options["mules_fixed"]:
        plan.fail("mules-stand", target=step.mule)
        return
    if mule.led:
        plan.fail("mule-led-already", target=step.mule)
        return
    if not in_contact(plan.at, mule.at):
        plan.fail("not-in-contact", target=step.mule)
        return
    reach = plan.budget // 2
    way = trek(field, figure.code, figure.seat, plan.at, (step.to,), reach)
    end = _mule_end(field, plan, step.mule, mule.at, way, reach)
    if end is None:
        plan.fail("no-room-for-mule", target=step.mule)
        return
    if len(way.path) > 1:
        plan.parts.append(Walked(way, bool(plan.horse)))
        plan.parts.append(Led(step.mule, mule.at, end))
    plan.budget -= way.length * 2
    plan.at = way.end
    if way.stop:
        plan.fall_short(way, write_point(step.to), step.to)


def _mule_end(field: Field, plan: Plan, code: str, at: Point, way: Trek, reach: int) -> Point | None:
    """The mule's place afterwards: beside the figure as before, else the first free place round it."""
    here, end = plan.at, way.end
    shifted = at[0] + end[0] - here[0], at[1] + end[1] - here[1]
    for spot in (shifted, *((end[0] + x, end[1] + y) for x, y in NEAR)):
        if (
            field.on_table(spot)
            and squared(at, spot) <= reach * reach
            and not overlap(spot, end)
            and field.is_free(spot, code, plan.figure.code)
            and not field.ground.is_walled(spot)
            and is_open(at, spot, field.ground.barred(at))
        ):
            return spot
    return None


def _leave(field: Field, plan: Plan, edge: str) -> None:
    """Straight to an edge and off, its gold with it (GR-Q39)."""
    x, y = plan.at
    goal = {"north": (x, field.depth), "south": (x, 0), "east": (field.width, y), "west": (0, y)}[edge]
    way = toward(field, plan.figure.code, plan.figure.seat, plan.at, goal, plan.reach)
    plan.walk(way)
    if way.stop:
        plan.fall_short(way, f"the {edge} edge")
        return
    plan.parts.append(WentOff(edge, plan.at))
    plan.off = True


def strike_target(field: Field, plan: Plan, aim: Aim | None, back: bool) -> str | Problem:
    """Whom the attack at the end of a move is on: a figure in contact then, or why there is none (GR-46)."""
    figure = plan.figure
    if back:
        for foe in reversed(figure.foes):
            at = field.at(foe)
            if at is not None and in_contact(plan.at, at) and field.figures[foe].is_able:
                return foe
        return Problem("nobody-attacked-him", {"figure": figure.code})
    if aim is None and plan.met:
        return plan.met
    aim = aim or Aim(nearest="enemy")
    if aim.code:
        code: str | None = aim.code
    else:
        touching = sorted(
            (squared(plan.at, at), in_order(other.code), other.code)
            for other in field.figures.values()
            if other.is_able
            and other.seat != figure.seat
            and is_of(aim.nearest, field.groups[other.seat])
            and (at := other.at) is not None
            and in_contact(plan.at, at)
        )
        code = touching[0][2] if touching else None
    if code is None:
        return Problem("nobody-in-contact", {"figure": figure.code})
    return code
