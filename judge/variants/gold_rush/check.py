"""What stands of a letter, what is refused, what is warned of, and what silence adds (GR-Q14, GR-Q18, GR-Q41, GR-Q45).

Only what can never come true in this go is refused. What depends on others (ranges, sights, who is still there) is
warned of: the table may look different when the go comes. Everything asked here is public or one's own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from judge.adjudicator.dice import KeyedDice
from judge.adjudicator.protocol import Checked, Problem, Seat
from judge.variants.gold_rush.board import Board
from judge.variants.gold_rush.field import Field
from judge.variants.gold_rush.fire import first_target
from judge.variants.gold_rush.goods import is_at_shop, why_not_reload
from judge.variants.gold_rush.laying import default_mine, default_town, is_lawful_mine, is_lawful_town
from judge.variants.gold_rush.notation import write_point
from judge.variants.gold_rush.orders import (
    Action,
    Buy,
    Carry,
    Choice,
    ChooseEdge,
    Fire,
    GiveGold,
    Go,
    Jump,
    Lead,
    Move,
    Order,
    Place,
    PlaceMine,
    PlaceTown,
    Ready,
    Reload,
    Stand,
    Walk,
)
from judge.variants.gold_rush.packs import HIGHEST_JUMP, MOST_BAGS
from judge.variants.gold_rush.placing import default_places, shares, why_not_place
from judge.variants.gold_rush.planning import plan_of
from judge.variants.gold_rush.state import DEAL, FIGURES, GO, SETUP, Figure, State
from judge.variants.gold_rush.turns import DEFAULT_EDGE

NO_DICE = KeyedDice(b"checking rolls nothing")


def subject(order: Order) -> tuple[str, str]:
    """What an order is about: a figure's go, its place, its bags, the mine, the town, the edge."""
    match order:
        case Go(figure, _):
            return "go", figure
        case Place(code, _):
            return "place", code
        case Carry(code, _):
            return "carry", code
        case PlaceMine():
            return "mine", ""
        case PlaceTown():
            return "town", ""
        case ChooseEdge():
            return "edge", ""
        case Ready():
            return "ready", ""


def checked(board: Board, state: State, seat: Seat, orders: Sequence[Order]) -> Checked[Order]:
    """The orders that stand, in the order given, and the default for everything not ordered."""
    latest = {subject(order): index for index, order in enumerate(orders)}
    refused: dict[int, Problem] = {}
    warned: dict[int, Problem] = {}
    accepted: list[Order] = []
    field = Field(state, NO_DICE)
    purse = 0
    for index, order in enumerate(orders):
        problem: Problem | None = None
        if latest[subject(order)] != index:
            problem = Problem("ordered-twice", {"subject": subject(order)[1] or subject(order)[0]})
        elif isinstance(order, Go):
            problem, warning = _go(field, seat, order)
            if warning is not None and problem is None:
                warned[index] = warning
        elif isinstance(order, Place):
            problem = _place(field, seat, order)
        elif isinstance(order, Carry):
            problem = _carry(state, seat, order, purse)
            purse += 0 if problem else order.bags
        elif not isinstance(order, Ready):
            problem = _laying(board, state, seat, order)
        if problem is None:
            accepted.append(order)
        else:
            refused[index] = problem
    return Checked(tuple(accepted), refused, _silence(board, state, seat, accepted, field), warned)


def _laying(board: Board, state: State, seat: Seat, order: Order) -> Problem | None:
    if state.stage != SETUP:
        return Problem("not-asked-now", {"text": "", "asked": state.stage})
    others = [at for other, at in state.mines.items() if other != seat]
    if isinstance(order, PlaceMine) and not any(is_lawful_mine(board, at, others) for at in order.at):
        return Problem("no-lawful-mine", {"at": tuple(map(write_point, order.at))})
    if isinstance(order, PlaceTown) and not any(is_lawful_town(board, at, others) for at in order.at):
        return Problem("no-lawful-town", {"at": tuple(map(write_point, order.at))})
    return None


def _place(field: Field, seat: Seat, order: Place) -> Problem | None:
    if field.state.stage != FIGURES:
        return Problem("not-asked-now", {"text": "", "asked": field.state.stage})
    problem = why_not_place(field, seat, order.code, order.at)
    if problem is None:
        _stand_at(field, order)
    return problem


def _stand_at(field: Field, order: Place) -> None:
    """From here on the place is taken for the other figures of the same letter."""
    if order.code in field.mules:
        field.put(replace(field.mules[order.code], at=order.at))
    else:
        field.put(replace(field.figures[order.code], at=order.at))


def _carry(state: State, seat: Seat, order: Carry, purse: int) -> Problem | None:
    if state.stage != FIGURES:
        return Problem("not-asked-now", {"text": "", "asked": state.stage})
    if order.bags > MOST_BAGS:
        return Problem("too-many-bags", {"figure": order.code, "bags": order.bags, "most": MOST_BAGS})
    if order.code.startswith("U") and not state.options["mule_gold"]:
        return Problem("no-gold-on-mules", {"figure": "", "target": order.code})
    if purse + order.bags > state.bags.get(seat, 0):
        return Problem(
            "not-so-much-gold", {"figure": order.code, "bags": order.bags, "there": state.bags.get(seat, 0) - purse}
        )
    return None


def _go(field: Field, seat: Seat, order: Go) -> tuple[Problem | None, Problem | None]:
    """Refused when the figure cannot act, or none of its choices can ever come true; else perhaps a warning."""
    figure = field.figures.get(order.figure)
    if field.state.stage != GO or figure is None or figure.seat != seat:
        return Problem("not-asked-now", {"text": order.figure, "asked": field.state.stage}), None
    if not figure.is_living:
        return Problem("figure-gone", {"figure": figure.code}), None
    if figure.out:
        return Problem("knocked-out", {"figure": figure.code, "moves": figure.out}), None
    never = [_never(field, figure, choice.action) for choice in order.choices]
    if all(never):
        return never[0], None
    warning = next((problem for problem in never if problem is not None), None)
    if warning is None and not order.choices[0].conditions and len(order.choices) == 1:
        warning = _not_now(field, figure, order.choices[0])
    return None, warning


def _never(field: Field, figure: Figure, action: Action) -> Problem | None:
    """What no move of anybody else can make possible in this go."""
    facts: dict[str, object] = {"figure": figure.code}
    match action:
        case Fire(volleys):
            if figure.loaded == 0:
                return Problem("gun-empty", facts)
            named = [volley.aim.code for volley in volleys]
            if all(named) and all(_is_gone(field, code) for code in named):
                return Problem("target-gone", {**facts, "target": named[0]})
            own = next((c for c in named if c in field.figures and field.figures[c].seat == figure.seat), None)
            return Problem("own-figure", {**facts, "target": own}) if own else None
        case Reload():
            return why_not_reload(figure)
        case Buy():
            if field.groups[figure.seat] == "mounties" and not field.options["mounties_buy"]:
                return Problem("mounties-use-mules", facts)
            if figure.loaded or figure.reloads:
                return Problem("still-has-ammo", facts)
            return None if is_at_shop(field, figure) else Problem("not-at-shop", facts)
        case GiveGold(bags, _) if bags > MOST_BAGS:
            return Problem("too-many-bags", {**facts, "bags": bags, "most": MOST_BAGS})
        case Move(steps, strike):
            if strike is not None and strike.aim is not None and strike.aim.code:
                target = field.figures.get(strike.aim.code)
                if target is None:
                    return Problem("not-a-figure", {**facts, "target": strike.aim.code})
                if target.seat == figure.seat:
                    return Problem("own-figure", {**facts, "target": target.code})
                if _is_gone(field, target.code):
                    return Problem("target-gone", {**facts, "target": target.code})
            if steps and isinstance(steps[0], Jump):
                return _never_jump(field, figure, steps[0])
            if any(isinstance(step, Lead) for step in steps) and field.groups[figure.seat] != "mounties":
                return Problem("not-your-mule", {**facts, "target": ""})
    return None


def _never_jump(field: Field, figure: Figure, step: Jump) -> Problem | None:
    """A drop of more than 8 inches is impossible (GR-53, GR-Q36)."""
    assert figure.at is not None
    drop = field.ground.height(figure.at) - field.ground.height(step.to)
    if field.ground.height(figure.at) == 0:
        return Problem("not-on-anything", {"figure": figure.code, "at": write_point(figure.at)})
    if drop > HIGHEST_JUMP:
        return Problem("too-high", {"figure": figure.code, "drop": drop, "most": HIGHEST_JUMP})
    return None


def _is_gone(field: Field, code: str) -> bool:
    if code in field.figures:
        return not field.figures[code].is_living
    if code in field.beasts:
        return field.beasts[code].dead
    return field.at(code) is None


def _not_now(field: Field, figure: Figure, choice: Choice) -> Problem | None:
    """What would not come true if the go came now."""
    match choice.action:
        case Fire():
            found = first_target(field, figure, choice.action)
            return found if isinstance(found, Problem) else None
        case Move(steps, _) if any(isinstance(step, Walk) for step in steps) and field.state.cards.get(figure.seat):
            return plan_of(field, figure, choice.action).problem
    return None


def _silence(board: Board, state: State, seat: Seat, accepted: Sequence[Order], field: Field) -> tuple[Order, ...]:
    """What silence does: figures stand; mine, town, edge and places by default; gold one each from figure 1."""
    named = {subject(order) for order in accepted}
    if state.stage == DEAL:
        return ()
    if state.stage == SETUP:
        return _laid_by_default(board, state, seat, named)
    if state.stage == FIGURES:
        return _placed_by_default(state, seat, named, field, accepted)
    able = sorted(
        (figure for figure in state.figures if figure.seat == seat and figure.is_able), key=lambda one: one.number
    )
    return tuple(Go(one.code, (Choice(Stand()),)) for one in able if ("go", one.code) not in named)


def _laid_by_default(board: Board, state: State, seat: Seat, named: set[tuple[str, str]]) -> tuple[Order, ...]:
    mines = [at for other, at in state.mines.items() if other != seat]
    if seat != state.mounties:
        return () if ("mine", "") in named else (PlaceMine((default_mine(board, mines),)),)
    found: list[Order] = []
    if state.options["placing"] == "players" and ("town", "") not in named:
        found.append(PlaceTown((default_town(board, mines),)))
    if ("edge", "") not in named:
        found.append(ChooseEdge(DEFAULT_EDGE))
    return tuple(found)


def _placed_by_default(
    state: State, seat: Seat, named: set[tuple[str, str]], field: Field, accepted: Sequence[Order]
) -> tuple[Order, ...]:
    found: list[Order] = []
    codes = [figure.code for figure in field.own(seat)] + (list(field.mules) if seat == state.mounties else [])
    for code in codes:
        if ("place", code) not in named:
            spot = next(at for at in default_places(state, seat) if why_not_place(field, seat, code, at) is None)
            found.append(Place(code, spot))
            _stand_at(field, Place(code, spot))
    ordered = {order.code: order.bags for order in accepted if isinstance(order, Carry)}
    carried = shares([figure.code for figure in field.own(seat)], state.bags.get(seat, 0), ordered)
    found.extend(Carry(code, bags) for code, bags in carried.items() if bags and code not in ordered)
    return tuple(found)
