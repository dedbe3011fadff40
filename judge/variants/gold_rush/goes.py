"""Goes: a seat's figures in the order listed, each doing exactly one thing (GR-21, GR-28, GR-Q14, GR-Q18, GR-Q43)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import assert_never

from judge.adjudicator.protocol import Problem, Seat, Verdict
from judge.variants.gold_rush.aims import in_order
from judge.variants.gold_rush.events import Dismounted, GoBegan, GoLost, Jumped, Left, Mounted, Moved, MuleLed
from judge.variants.gold_rush.field import Field
from judge.variants.gold_rush.fire import carry_out_fire, first_target
from judge.variants.gold_rush.fists import draw_fist, strike, why_not_strike
from judge.variants.gold_rush.goods import (
    buy,
    give_gold,
    open_count,
    reload,
    take_ammo,
    take_gold,
    why_not_buy,
    why_not_give_gold,
    why_not_reload,
    why_not_take_ammo,
    why_not_take_gold,
)
from judge.variants.gold_rush.harm import knock_out, tell_if_gone
from judge.variants.gold_rush.notation import write_point
from judge.variants.gold_rush.orders import (
    Action,
    Buy,
    Choice,
    Fire,
    GiveGold,
    Go,
    Move,
    Reload,
    Stand,
    TakeAmmo,
    TakeGold,
)
from judge.variants.gold_rush.packs import HORSE
from judge.variants.gold_rush.plan import GotOff, GotOn, JumpedOff, Led, Part, Plan, Walked, WentOff
from judge.variants.gold_rush.planning import plan_of, strike_target
from judge.variants.gold_rush.seeing import holds
from judge.variants.gold_rush.state import GONE, Figure

TO_COME = frozenset(("not-in-contact", "not-at-shop", "on-his-feet", "guarded", "nobody-near"))
"""Why a deed cannot be done yet: what more goes may change (GR-Q53)."""

Result = tuple[str, tuple[str, ...], Problem | None]
"""The verdict's word, its detail in pieces, and why it was not all."""


def carry_out_goes(field: Field, seat: Seat, orders: Sequence[Go]) -> None:
    """One seat's go: the knocked out lose theirs (GR-48, GR-Q32), the others act one after another (GR-Q43)."""
    field.tell(GoBegan(seat=seat, turn=field.turn))
    lost = {figure.code for figure in field.own(seat) if figure.is_living and figure.out}
    for code in sorted(lost, key=in_order):
        figure = field.figures[code]
        field.put(replace(figure, out=figure.out - 1))
        field.tell(GoLost(figure=code, seat=seat, left=figure.out - 1))
    for order in orders:
        figure = field.figures[order.figure]
        field.put(replace(figure, plan=order if order.is_plan and figure.is_living else None))
        figure = field.figures[order.figure]
        if not figure.is_able or figure.code in lost:
            why = "knocked-out" if figure.is_living else "figure-gone"
            result: Result = ("lost", (), Problem(why, {"figure": figure.code}))
        else:
            result = carry_out_go(field, figure, order)
        word, detail, reason = result
        field.tell(
            Verdict(
                told=frozenset({seat}), seat=seat, order=order, result=word, detail=", ".join(detail), reason=reason
            )
        )
        if only_group(field) is not None:
            break
    for figure in field.own(seat):
        if figure.foes:
            field.put(replace(figure, foes=()))


def only_group(field: Field) -> Seat | None:
    """The only group with figures on the table, when there is but one."""
    alive = {figure.seat for figure in field.figures.values() if figure.is_living}
    return next(iter(alive)) if len(alive) == 1 else None


def carry_out_go(field: Field, figure: Figure, order: Go) -> Result:
    """The first choice whose conditions hold and that can be done whole; the last one as far as it goes (GR-Q14)."""
    first: Problem | None = None
    for number, choice in enumerate(order.choices, 1):
        is_last = number == len(order.choices)
        unmet = next((one for one in choice.conditions if not holds(field, figure, one)), None)
        if unmet is not None:
            first = first or Problem("condition-not-met", {"figure": figure.code, "choice": number})
            continue
        action = next_action(field, figure, choice)
        if isinstance(action, Problem):
            done: Result | Problem = action
        else:
            done = _attempt(field, figure, action, as_far_as_it_goes=is_last or action is not choice.action)
        if isinstance(done, Problem):
            first = first or done
            continue
        word, detail, reason = done
        is_kept = choice.then is not None and action is choice.action and field.figures[figure.code].is_living
        field.put(replace(field.figures[figure.code], plan=order if is_kept else None))
        return word, ((f"choice {number}", *detail) if len(order.choices) > 1 else detail), reason
    field.put(replace(field.figures[figure.code], plan=None))
    return "fails", (), first


def next_action(field: Field, figure: Figure, choice: Choice) -> Action | Problem:
    """A choice's act in this go: of a move with a purpose, the deed as soon as it can be done, until then the move; or
    why it can no longer succeed (GR-Q53)."""
    if choice.then is None:
        return choice.action
    why = why_not_yet(field, figure, choice.then)
    if why is None:
        return choice.then
    return choice.action if why.code in TO_COME else why


def why_not_yet(field: Field, figure: Figure, deed: Action) -> Problem | None:
    """Why the deed that a move is made for cannot be done now; None when it can."""
    match deed:
        case Buy():
            found: object = why_not_buy(field, figure)
        case TakeAmmo(source):
            found = why_not_take_ammo(field, figure, source)
        case TakeGold(_, source):
            found = why_not_take_gold(field, figure, source)
        case GiveGold(_, to):
            found = why_not_give_gold(field, figure, to)
        case _:
            found = None
    return found if isinstance(found, Problem) else None


def _attempt(field: Field, figure: Figure, action: Action, *, as_far_as_it_goes: bool) -> Result | Problem:
    """Do one thing, or say why it cannot be done (whole)."""
    match action:
        case Move():
            return _move(field, figure, action, as_far_as_it_goes=as_far_as_it_goes)
        case Fire():
            found = first_target(field, figure, action)
            if isinstance(found, Problem):
                return found
            shooting = carry_out_fire(field, figure, action)
            shots = f"{shooting.shots} shot{'' if shooting.shots == 1 else 's'}"
            detail = (shots, *(f"{code} dead" for code in shooting.dead))
            return ("succeeds" if shooting.stopped is None else "falls short"), detail, shooting.stopped
        case Reload():
            problem = why_not_reload(figure)
            if problem is not None:
                return problem
            reload(field, figure)
            return "succeeds", ("reloaded",), None
        case Buy():
            problem = why_not_buy(field, figure)
            if problem is not None:
                return problem
            buy(field, figure)
            return "succeeds", ("bought",), None
        case TakeAmmo(source):
            place = why_not_take_ammo(field, figure, source)
            if isinstance(place, Problem):
                return place
            take_ammo(field, figure, place)
            return "succeeds", (f"ammo from {place}",), None
        case TakeGold(bags, source):
            way = why_not_take_gold(field, figure, source)
            if isinstance(way, Problem):
                return way
            taken = take_gold(field, figure, bags, *way)
            return _counted(taken, bags, f"gold from {way[0]}", Problem("no-more-gold", {"figure": figure.code}))
        case GiveGold(bags, to):
            whom = why_not_give_gold(field, figure, to)
            if isinstance(whom, Problem):
                return whom
            given = give_gold(field, figure, bags, whom)
            return _counted(given, bags, f"gold to {whom}", Problem("no-more-gold", {"figure": figure.code}))
        case Stand():
            return "stands", (), None
        case _:
            assert_never(action)


def _counted(done: int, wanted: int, what: str, reason: Problem) -> Result:
    """So many bags of those asked for."""
    return ("succeeds", (f"{done} {what}",), None) if done == wanted else ("falls short", (f"{done} {what}",), reason)


def _move(field: Field, figure: Figure, move: Move, *, as_far_as_it_goes: bool) -> Result | Problem:
    """A move, then the one attack it may end with (GR-45, GR-Q18, GR-Q31)."""
    plan = plan_of(field, figure, move)
    target: str | Problem | None = None
    if move.strike is not None and not plan.off:
        target = strike_target(field, plan, move.strike.aim, move.strike.back)
        if isinstance(target, str):
            target = why_not_strike(field, figure, plan.at, target) or target
    problem = plan.problem or (target if isinstance(target, Problem) else None)
    if problem is not None and not as_far_as_it_goes:
        return problem
    if problem is not None and not plan.parts and not isinstance(target, str):
        return problem
    detail: list[str] = []
    for part in plan.parts:
        _do(field, figure.code, plan, part)
    now = field.figures[figure.code]
    if now.at is not None and now.at != figure.at:
        detail.append(f"at {write_point(now.at)}")
    if now.status == GONE:
        detail.append("left the table")
    if isinstance(target, str) and now.is_able:
        fist = strike(field, figure.code, target)
        detail.append(f"{target} out for {fist.moves}" if fist.moves else f"{target} carries on")
    elif now.out:
        detail.append(f"out for {now.out}")
    return ("succeeds" if problem is None else "falls short"), tuple(detail), problem


def _do(field: Field, code: str, plan: Plan, part: Part) -> None:
    """One part of a plan, for good."""
    figure = field.figures[code]
    seat = figure.seat
    match part:
        case Walked(way, mounted):
            field.put(replace(figure, at=way.end))
            field.tell(
                Moved(
                    figure=code, seat=seat, path=way.path, length=way.length,
                    mounted=mounted, stop=way.stop, by=way.by,
                )
            )  # fmt: skip
        case GotOn(number):
            loose = field.horses[f"{HORSE}{number}"]
            field.put(replace(loose, rider=code, at=None))
            field.put(replace(figure, horse=number))
            field.tell(Mounted(figure=code, seat=seat, horse=number, at=loose.at))
        case GotOff(number, at):
            field.put(replace(field.horses[f"{HORSE}{number}"], rider="", at=at))
            field.put(replace(figure, horse=0))
            field.tell(Dismounted(figure=code, seat=seat, horse=number, at=at))
        case JumpedOff(way, drop):
            field.put(replace(figure, at=way.end))
            fist = draw_fist(field, f"T{field.turn}/jump/{code}")
            field.tell(
                Moved(figure=code, seat=seat, path=way.path, length=way.length, stop=way.stop, by=way.by),
                Jumped(figure=code, seat=seat, drop=drop, at=way.end, card=fist.key, moves=fist.moves),
            )
            knock_out(field, field.figures[code], fist)
        case Led(mule, start, end):
            field.put(replace(field.mules[mule], at=end, led=True))
            field.tell(MuleLed(figure=code, seat=seat, mule=mule, start=start, end=end))
        case WentOff(edge, at):
            if figure.horse:
                field.put(replace(field.horses[f"{HORSE}{figure.horse}"], rider="", at=None))
            gone = replace(figure, at=None, status=GONE, horse=0, plan=None)
            field.put(gone)
            bags = open_count(field, "gold", figure.gold)
            field.tell(Left(figure=code, seat=seat, edge=edge, at=at, bags=bags))
            tell_if_gone(field, gone)
        case _:
            assert_never(part)
