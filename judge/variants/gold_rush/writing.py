"""Orders as canonical text; reading it gives the same order back."""

from __future__ import annotations

from typing import assert_never

from judge.variants.gold_rush.notation import inches, write_point
from judge.variants.gold_rush.orders import (
    Action,
    Aim,
    Buy,
    Carry,
    Choice,
    ChooseEdge,
    Contact,
    Cover,
    Dismount,
    Fire,
    GiveGold,
    Go,
    If,
    Jump,
    Lead,
    Leave,
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

KINDS = {
    "enemy": "",
    "traders": "Trader",
    "indians": "Indian",
    "diggers-1": "Digger of group 1",
    "diggers-2": "Digger of group 2",
    "diggers-3": "Digger of group 3",
    "diggers-4": "Digger of group 4",
    "mounties": "Mountie",
    "diggers": "Digger",
}


def write_aim(aim: Aim) -> str:
    """`M2`, `nearest`, `nearest Mountie in short range`, `nearest beast within 4`."""
    if aim.code:
        return aim.code
    said = f"nearest {KINDS.get(aim.nearest, aim.nearest)}".strip()
    if aim.band:
        said += " in short range" if aim.band == "short" else " in range"
    return f"{said} within {inches(aim.within)}" if aim.within else said


def write_place(place: str) -> str:
    """A named place."""
    if place.startswith("mine:"):
        return f"mine of {place[5:]}"
    return f"the {place}" if place in ("shop", "town", "mine") else place


def write_step(step: Step) -> str:
    """One step of a move, as the first in it is written."""
    match step:
        case Walk(to):
            return f"move {write_point(to)}"
        case Toward(to, aim, place):
            if to is not None:
                goal = write_point(to)
            else:
                goal = write_aim(aim) if aim is not None else write_place(place)
            return f"move towards {goal}"
        case Contact(aim):
            return f"move to contact with {write_aim(aim)}"
        case Cover(place, from_whom):
            return f"move to cover {place}" + (f" from {from_whom}" if from_whom else "")
        case Mount(horse):
            return f"mount H{horse}" if horse else "mount"
        case Dismount():
            return "dismount"
        case Jump(to):
            return f"jump to {write_point(to)}"
        case Lead(mule, to):
            return f"lead {mule} to {write_point(to)}"
        case Leave(edge):
            return f"leave by the {edge} edge"
        case _:
            assert_never(step)


def write_strike(strike: Strike) -> str:
    """The attack of a move."""
    if strike.back:
        return "attack back"
    return f"attack {write_aim(strike.aim)}" if strike.aim is not None else "attack"


def write_move(move: Move) -> str:
    """A move: straight legs one after another joined by ` - `, other steps by commas, the attack last."""
    said: list[str] = []
    last: Step | None = None
    for step in move.steps:
        if isinstance(step, Walk) and isinstance(last, Walk):
            said[-1] += f" - {write_point(step.to)}"
        else:
            said.append(write_step(step))
        last = step
    if move.strike is not None:
        said.append(write_strike(move.strike))
    return ", ".join(said)


def write_action(action: Action) -> str:
    """The act of a choice."""
    match action:
        case Move():
            return write_move(action)
        case Fire(volleys):
            said = [
                f"{volley.shots} at {write_aim(volley.aim)}" if volley.shots else write_aim(volley.aim)
                for volley in volleys
            ]
            return f"fire {', then '.join(said)}"
        case Reload():
            return "reload"
        case Buy():
            return "buy ammo"
        case TakeAmmo(source):
            return f"take ammo from {write_aim(source)}"
        case TakeGold(bags, source):
            return f"take {bags} gold from {write_aim(source)}"
        case GiveGold(bags, to):
            return f"give {bags} gold to {write_aim(to)}"
        case Stand():
            return "stand"
        case _:
            assert_never(action)


def write_if(condition: If) -> str:
    """One condition."""
    no = "not " if condition.negated else ""
    if condition.what in ("attacked", "empty", "loaded"):
        return no + condition.what
    assert condition.aim is not None
    said = {
        "sight": "in sight",
        "short": "in short range",
        "range": "in range",
        "within": f"within {inches(condition.within)}",
        "contact": "in contact",
        "up": "up",
        "down": "down",
        "dead": "dead",
    }[condition.what]
    return f"{no}{write_aim(condition.aim)} {said}"


def write_choice(choice: Choice) -> str:
    """`if M2 in short range: fire 6 at M2`."""
    said = write_action(choice.action)
    if choice.then is not None:
        said += f", then {write_action(choice.then)}"
    if not choice.conditions:
        return said
    return f"if {' and '.join(map(write_if, choice.conditions))}: {said}"


def write_order(order: Order) -> str:
    """An order in canonical text."""
    match order:
        case Go():
            return f"{order.figure}: {', else '.join(map(write_choice, order.choices))}"
        case PlaceMine(at):
            return f"mine at {' or '.join(map(write_point, at))}"
        case PlaceTown(at):
            return f"town at {' or '.join(map(write_point, at))}"
        case ChooseEdge(edge):
            return f"edge {edge}"
        case Place(code, spot):
            return f"{code} at {write_point(spot)}"
        case Carry(code, bags):
            return f"{code} carries {bags}"
        case Ready():
            return "ready"
        case _:
            assert_never(order)
