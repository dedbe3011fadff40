"""The valid orders of a letter, the refused ones, the warnings, and the orders that silence adds (GR-Q14, GR-Q18,
GR-Q41, GR-Q45).

Only what can never come true in this go is refused. Facts that depend on others (ranges, sights, who is still there)
give warnings: the table may look different when the go comes. Everything asked here is public or one's own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from judge.adjudicator.dice import KeyedDice
from judge.adjudicator.protocol import Checked, Problem, Seat
from judge.variants.gold_rush.board import Board
from judge.variants.gold_rush.field import Field, Ruling, still
from judge.variants.gold_rush.fire import first_target
from judge.variants.gold_rush.goes import next_action
from judge.variants.gold_rush.goods import (
    is_at_shop,
    why_not_give_gold,
    why_not_reload,
    why_not_take_ammo,
    why_not_take_gold,
)
from judge.variants.gold_rush.ground import in_contact
from judge.variants.gold_rush.laying import default_mine, default_town, is_lawful_mine, is_lawful_town
from judge.variants.gold_rush.notation import write_point
from judge.variants.gold_rush.orders import (
    Action,
    Aim,
    Buy,
    Carry,
    Choice,
    ChooseEdge,
    Dismount,
    Fire,
    GiveGold,
    Go,
    Jump,
    Lead,
    Mount,
    Move,
    Order,
    Place,
    PlaceMine,
    PlaceTown,
    Ready,
    Reload,
    Stand,
    Step,
    Strike,
    TakeAmmo,
    TakeGold,
    Toward,
    Walk,
)
from judge.variants.gold_rush.packs import HIGHEST_JUMP, HORSE, MOST_BAGS
from judge.variants.gold_rush.placing import default_spots, put_at, shares, spots_beside, why_not_place
from judge.variants.gold_rush.planning import plan_of, strike_target
from judge.variants.gold_rush.repairs import instead
from judge.variants.gold_rush.state import Figure, State
from judge.variants.gold_rush.turns import DEFAULT_EDGE
from judge.variants.gold_rush.writing import write_order

NO_DICE = KeyedDice(b"checking rolls nothing")

FOR_GOOD = frozenset(
    (
        "mounties-use-mules",
        "still-has-ammo",
        "no-trade",
        "not-your-mule",
        "no-gold-on-mules",
        "no-looting",
        "not-a-carrier",
    )
)
"""Why a deed cannot be done in a later go either, as far as anybody can see."""


def _sorted_out(orders: Sequence[Order], rule: Callable[[Order], Ruling]) -> Checked[Order]:
    """The valid orders, in the order given: of two on the same subject the later one; the same said twice is one."""
    subjects = [order.subject for order in orders]
    latest = dict(zip(subjects, range(len(orders)), strict=True))
    refused: dict[int, Problem] = {}
    warned: dict[int, Problem] = {}
    accepted: list[Order] = []
    for index, order in enumerate(orders):
        last = latest[subjects[index]]
        if last != index:
            if orders[last] != order:
                kind, whose = subjects[index]
                refused[index] = Problem("ordered-twice", {"subject": whose or kind})
            continue
        problem, warning = rule(order)
        if problem is not None:
            refused[index] = problem
            continue
        accepted.append(order)
        if warning is not None:
            warned[index] = warning
    return Checked(tuple(accepted), refused, (), warned)


def _not_asked(state: State) -> Ruling:
    return Problem("not-asked-now", {"text": "", "asked": state.stage}), None


def check_deal(board: Board, state: State, seat: Seat, orders: Sequence[Order]) -> Checked[Order]:
    """There is nothing to choose before the deal."""
    return _sorted_out(orders, lambda order: (None, None) if isinstance(order, Ready) else _not_asked(state))


def check_laying(board: Board, state: State, seat: Seat, orders: Sequence[Order]) -> Checked[Order]:
    """Mine, town and edge: one of the places named must be lawful as the table lies now."""
    others = [at for other, at in state.mines.items() if other != seat]

    def rule(order: Order) -> Ruling:
        match order:
            case PlaceMine() if not state.groups[seat].startswith("diggers"):
                return _not_asked(state)
            case PlaceMine(at) if not any(is_lawful_mine(board, one, others) for one in at):
                return Problem("no-lawful-mine", {"at": tuple(map(write_point, at))}), None
            case PlaceTown(at) if not any(is_lawful_town(board, one, others) for one in at):
                return Problem("no-lawful-town", {"at": tuple(map(write_point, at))}), None
            case PlaceMine() | PlaceTown() | ChooseEdge():
                return None, None
        return _not_asked(state)

    return _sorted_out(orders, rule)


def check_placing(board: Board, state: State, seat: Seat, orders: Sequence[Order]) -> Checked[Order]:
    """Where figures and mules start, and who carries the gold; each as those before it in the letter leave it."""
    field = Field(state, NO_DICE)
    purse = state.bags.get(seat, 0)

    def rule(order: Order) -> Ruling:
        nonlocal purse
        problem: Problem | None
        match order:
            case Place(code, at):
                problem = why_not_place(field, seat, code, at)
                if problem is None:
                    put_at(field, code, at)
                return problem, None
            case Carry(_, bags):
                problem = _why_not_carry(state, order, purse)
                purse -= 0 if problem else bags
                return problem, None
        return _not_asked(state)

    return _sorted_out(orders, rule)


def check_goes(board: Board, state: State, seat: Seat, orders: Sequence[Order]) -> Checked[Order]:
    """Each figure's go, tried alone on the table as it is."""
    field = still(state)
    before, field.ruled = field.ruled if field.ruled_for == seat else {}, {}
    field.ruled_for = seat

    def rule(order: Order) -> Ruling:
        if not isinstance(order, Go):
            return _not_asked(state)
        known = before.get(order.figure)
        if known is None or known[0] is not order:
            known = order, _go(field, seat, order)
        field.ruled[order.figure] = known
        return known[1]

    return _sorted_out(orders, rule)


def _why_not_carry(state: State, order: Carry, purse: int) -> Problem | None:
    if order.bags > MOST_BAGS:
        return Problem("too-many-bags", {"figure": order.code, "bags": order.bags, "most": MOST_BAGS})
    if order.code.startswith("U") and not state.options["mule_gold"]:
        return Problem("no-gold-on-mules", {"figure": "", "target": order.code})
    if order.bags > purse:
        return Problem("not-so-much-gold", {"figure": order.code, "bags": order.bags, "there": purse})
    return None


def _go(field: Field, seat: Seat, order: Go) -> Ruling:
    """Refused when the figure cannot act, or none of its choices can ever come true; else perhaps a warning."""
    unable = _why_unable(field, seat, order)
    if unable is not None:
        return unable, None
    figure = field.figures[order.figure]
    if len(order.choices) == 1:
        only = order.choices[0]
        if only.then is None and isinstance(only.action, Stand):
            return None, None
        problem = _never_choice(field, figure, only)
        if problem is not None:
            return _offering(field, figure, order, problem), None
        return None, None if only.conditions else _not_now(field, figure, only)
    never = [_never_choice(field, figure, choice) for choice in order.choices]
    if all(never):
        return never[0], None
    return None, next((problem for problem in never if problem is not None), None)


def _why_unable(field: Field, seat: Seat, order: Go) -> Problem | None:
    """Why a figure cannot act at all."""
    figure = field.figures.get(order.figure)
    if figure is not None and figure.seat == seat and figure.is_able:
        return None
    if figure is None or figure.seat != seat:
        return Problem("not-asked-now", {"text": order.figure, "asked": field.state.stage})
    if not figure.is_living:
        return Problem("figure-gone", {"figure": figure.code})
    return Problem("knocked-out", {"figure": figure.code, "moves": figure.out})


def _never_choice(field: Field, figure: Figure, choice: Choice) -> Problem | None:
    """A choice that can never come true: of a move and what it is made for, what no move changes (GR-Q51, GR-Q53)."""
    never = _never(field, figure, choice.action)
    if choice.then is None:
        return never
    match choice.then:
        case Buy() | TakeGold() | GiveGold() | TakeAmmo():
            action = next_action(field, figure, choice)
            if isinstance(action, Problem) and action.code in FOR_GOOD:
                return action
            if isinstance(choice.then, TakeGold | GiveGold) and choice.then.bags > MOST_BAGS:
                return Problem("too-many-bags", {"figure": figure.code, "bags": choice.then.bags, "most": MOST_BAGS})
    return never


def _offering(field: Field, figure: Figure, order: Go, problem: Problem) -> Problem:
    """A problem with a go of one choice, with what the figure can do instead, where something is near."""
    action = instead(figure, order.choices[0].action, problem)
    if action is None or _never(field, figure, action) is not None:
        return problem
    written = write_order(Go(figure.code, (Choice(action),)))
    return replace(problem, detail={**problem.detail, "suggestion": written})


def certain_failure(state: State, seat: Seat, order: Go) -> Problem | None:
    """Why an order can never come true in this go; None when it may."""
    field = still(state)
    unable = _why_unable(field, seat, order)
    if unable is not None:
        return unable
    figure = field.figures[order.figure]
    first: Problem | None = None
    for choice in order.choices:
        problem = _never_choice(field, figure, choice)
        if problem is None:
            return None
        first = first or problem
    return first


def _never(field: Field, figure: Figure, action: Action) -> Problem | None:
    """Things that no move of anybody else can make possible in this go (GR-Q51)."""
    facts: dict[str, object] = {"figure": figure.code}
    match action:
        case Stand():
            return None
        case Fire():
            return _never_fire(field, figure, action)
        case Move(steps, strike):
            return _never_strike(field, figure, strike, steps) or _never_step(field, figure, steps)
        case Reload():
            return why_not_reload(figure)
        case Buy():
            if field.groups[figure.seat] == "mounties" and not field.options["mounties_buy"]:
                return Problem("mounties-use-mules", facts)
            if figure.loaded or figure.reloads:
                return Problem("still-has-ammo", facts)
            return None if is_at_shop(field, figure) else Problem("not-at-shop", facts)
        case TakeGold(bags, _) | GiveGold(bags, _) if bags > MOST_BAGS:
            return Problem("too-many-bags", {**facts, "bags": bags, "most": MOST_BAGS})
        case TakeGold(_, source):
            return _never_there(field, figure, source, why_not_take_gold(field, figure, source))
        case TakeAmmo(source):
            return _never_there(field, figure, source, why_not_take_ammo(field, figure, source))
        case GiveGold(_, to):
            other = field.figures.get(to.code)
            if other is not None and other.seat != figure.seat and not field.options["trade"] and other.is_living:
                return Problem("no-trade", {**facts, "target": to.code})
            return _never_there(field, figure, to, why_not_give_gold(field, figure, to))


def _never_fire(field: Field, figure: Figure, action: Fire) -> Problem | None:
    """An empty gun, friends, and what cannot be shot at all."""
    facts: dict[str, object] = {"figure": figure.code}
    if figure.loaded == 0:
        return Problem("gun-empty", facts)
    named = [volley.aim.code for volley in action.volleys]
    for code in named:
        if code in field.figures and field.figures[code].seat == figure.seat:
            return Problem("own-figure", {**facts, "target": code})
        if code in field.horses or (code in field.mules and not field.options["mules_killable"]):
            return Problem("not-a-target", {**facts, "target": code})
    if all(named) and all(_is_gone(field, code) for code in named):
        return Problem("target-gone", {**facts, "target": named[0]})
    return None


def _never_there(field: Field, figure: Figure, aim: Aim, why: object) -> Problem | None:
    """Of what keeps goods from changing hands, that which cannot change before this go."""
    if not isinstance(why, Problem) or not aim.code:
        return None
    code = aim.code
    if why.code in ("no-trade", "not-your-mule", "no-gold-on-mules", "no-looting", "not-a-carrier", "no-ammo-there"):
        return None if why.code == "no-ammo-there" and code in field.figures else why
    if why.code == "no-gold":
        # A friend who acts before may still hand some over.
        has_friends = any(other.gold for other in field.own(figure.seat) if other.is_able)
        return None if has_friends else why
    if why.code != "not-in-contact":
        return None
    other = field.figures.get(code)
    if other is not None and other.is_living:
        return None if other.seat != figure.seat or other.is_able else why
    if code in field.mules and not _is_gone(field, code):
        return why if not _may_be_led(field, figure, code) else None
    return why


def _may_be_led(field: Field, figure: Figure, code: str) -> bool:
    """Whether the Mounties can bring a mule here before: they go first, and it has not been led this turn."""
    if field.mounties is None or field.mules[code].led or field.options["mules_fixed"]:
        return False
    order = list(field.state.order)
    return order.index(field.mounties) <= order.index(figure.seat)


def _never_strike(field: Field, figure: Figure, strike: Strike | None, steps: Sequence[Step]) -> Problem | None:
    if strike is None or strike.aim is None or not strike.aim.code:
        return None
    facts: dict[str, object] = {"figure": figure.code, "target": strike.aim.code}
    target = field.figures.get(strike.aim.code)
    if target is None:
        return Problem("not-a-figure", facts)
    if target.seat == figure.seat:
        return Problem("own-figure", facts)
    if _is_gone(field, target.code):
        return Problem("target-gone", facts)
    order = list(field.state.order)
    is_before = order.index(target.seat) < order.index(figure.seat)
    if target.out and not (is_before and target.out == 1) and not field.options["add_up"]:
        # They are out when this go comes (GR-Q32).
        return Problem("already-out", facts)
    if not steps and not is_before and not field.is_touching(figure.code, target.code):
        return Problem("not-in-contact", facts)
    return None


def _never_step(field: Field, figure: Figure, steps: Sequence[Step]) -> Problem | None:
    """Points off the table; and what the first step needs and cannot have."""
    for step in steps:
        match step:
            case Walk(to) | Toward(to) | Jump(to) | Lead(_, to):
                if to is not None and not field.on_table(to):
                    facts = {"at": write_point(to), "width": field.width, "depth": field.depth}
                    return Problem("off-the-table", facts)
        if isinstance(step, Lead) and field.groups[figure.seat] != "mounties":
            return Problem("not-your-mule", {"figure": figure.code, "target": ""})
    match steps[0] if steps else None:
        case Jump() as jump:
            return _never_jump(field, figure, jump)
        case Mount(horse) if not figure.horse:
            return _never_mount(field, figure, horse)
        case Lead(mule, _) if not field.is_touching(figure.code, mule):
            return Problem("not-in-contact", {"figure": figure.code, "target": mule})
        case Dismount() if not figure.horse:
            return Problem("not-mounted", {"figure": figure.code})
    return None


def _never_mount(field: Field, figure: Figure, number: int) -> Problem | None:
    """No free horse in contact, and nobody who could leave one there before."""
    code = f"{HORSE}{number}" if number else ""
    assert figure.at is not None
    loose = {one: horse.at for one, horse in field.horses.items() if horse.at is not None and (not code or one == code)}
    if any(in_contact(figure.at, at) for at in loose.values()):
        return None
    order = list(field.state.order)
    before = order[: order.index(figure.seat) + 1]
    for rider in field.figures.values():
        if rider.horse and rider.seat in before and rider.code != figure.code and number in (0, rider.horse):
            return None
    return Problem("no-horse-here", {"figure": figure.code, "horse": code})


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
    """Plans that would fail, wholly or in part, if the go came now."""
    problem: object = None
    match choice.action:
        case Stand():
            return None
        case Fire():
            problem = first_target(field, figure, choice.action)
        case TakeGold(_, source):
            problem = why_not_take_gold(field, figure, source)
        case TakeAmmo(source):
            problem = why_not_take_ammo(field, figure, source)
        case GiveGold(_, to):
            problem = why_not_give_gold(field, figure, to)
        case Move(steps, strike) if field.state.cards.get(figure.seat):
            plan = plan_of(field, figure, choice.action)
            problem = plan.problem
            if problem is None and strike is not None and not steps:
                problem = strike_target(field, plan, strike.aim, strike.back)
    return problem if isinstance(problem, Problem) else None


def standing_still(board: Board, state: State, seat: Seat, accepted: Sequence[Order]) -> tuple[Order, ...]:
    """Silence in a go: what those do for whom nothing is ordered."""
    unordered = still(state).unordered.get(seat)
    if not unordered or not accepted:
        return tuple(unordered.values()) if unordered else ()
    named = {order.figure for order in accepted if isinstance(order, Go)}
    return tuple([go for code, go in unordered.items() if code not in named])


def laid_by_default(board: Board, state: State, seat: Seat, accepted: Sequence[Order]) -> tuple[Order, ...]:
    """Silence while the table is laid: the mine, the town and the edge of GR-Q45."""
    named = {order.subject for order in accepted}
    mines = [at for other, at in state.mines.items() if other != seat]
    if seat != state.mounties:
        return () if ("mine", "") in named else (PlaceMine((default_mine(board, mines),)),)
    found: list[Order] = []
    if state.options["placing"] == "players" and ("town", "") not in named:
        found.append(PlaceTown((default_town(board, mines),)))
    if ("edge", "") not in named:
        found.append(ChooseEdge(DEFAULT_EDGE))
    return tuple(found)


def placed_by_default(board: Board, state: State, seat: Seat, accepted: Sequence[Order]) -> tuple[Order, ...]:
    """Silence while figures are placed: the program's own row, gold one bag each from figure 1 (GR-Q11, GR-Q13)."""
    is_placed = any(isinstance(order, Place) for order in accepted)
    spots = spots_beside(state, seat, accepted) if is_placed else default_spots(state, seat)
    found: list[Order] = [Place(code, at) for code, at in spots.items()]
    ordered = {order.code: order.bags for order in accepted if isinstance(order, Carry)}
    carried = shares([one.code for one in state.figures if one.seat == seat], state.bags.get(seat, 0), ordered)
    found.extend(Carry(code, bags) for code, bags in carried.items() if bags and code not in ordered)
    return tuple(found)
