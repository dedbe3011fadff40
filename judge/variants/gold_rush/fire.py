"""Firing (GR-26 to GR-38, GR-Q7, GR-Q19 to GR-Q23, GR-Q27)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from judge.adjudicator.plane import Point, length, squared
from judge.adjudicator.protocol import Problem
from judge.variants.gold_rush import packs
from judge.variants.gold_rush.aims import meant
from judge.variants.gold_rush.events import Fired
from judge.variants.gold_rush.field import Field
from judge.variants.gold_rush.ground import band_of, in_contact
from judge.variants.gold_rush.harm import kill, kill_animal
from judge.variants.gold_rush.orders import Aim, Fire
from judge.variants.gold_rush.packs import DEAD, GUNS, LONG_RANGE, SHORT_RANGE
from judge.variants.gold_rush.state import Figure


@dataclass(frozen=True, slots=True)
class Shooting:
    """The result of a go of firing. `stopped`: why the shots left over were kept."""

    shots: int
    dead: tuple[str, ...]
    stopped: Problem | None = None


def why_not_shoot(field: Field, figure: Figure, target: str) -> Problem | None:
    """Why a figure may not shoot at something now; None when it may (GR-26, GR-29, GR-Q7, GR-Q21, GR-Q25, GR-Q32)."""
    here, there = figure.at, field.at(target)
    facts: dict[str, object] = {"figure": figure.code, "target": target}
    other = field.figures.get(target)
    if other is not None and other.seat == figure.seat:
        return Problem("own-figure", facts)
    if target in field.horses or (target in field.mules and not field.options["mules_killable"]):
        return Problem("not-a-target", facts)
    gone = (
        (other is not None and other.status != "up")
        or (target in field.mules and (field.mules[target].dead or figure.seat == field.mounties))
        or (target in field.beasts and field.beasts[target].dead)
    )
    if here is None or there is None or gone:
        return Problem("target-gone", facts)
    if other is not None and other.out and field.options["no_shooting_the_unconscious"]:
        return Problem("unconscious", facts)
    square = squared(here, there)
    if not band_of(figure.weapon, square):
        return Problem("out-of-range", {**facts, "range": length(here, there), "most": GUNS[figure.weapon].long})
    blocker = field.blocker(figure.code, target)
    if blocker:
        return Problem("not-in-sight", {**facts, "blocker": blocker})
    if field.options["no_fire_into_melee"] and _in_melee(field, figure, target, here, there):
        return Problem("into-melee", facts)
    return None


def _in_melee(field: Field, figure: Figure, target: str, here: Point, there: Point) -> bool:
    """By option `no_fire_into_melee`: the target touches a friend, or the shooter a conscious enemy (GR-Q21)."""
    for other in field.figures.values():
        if other.at is None or not other.is_able or other.code in (figure.code, target):
            continue
        if other.seat == figure.seat and in_contact(other.at, there):
            return True
        if other.seat != figure.seat and in_contact(other.at, here):
            return True
    touched = field.figures.get(target)
    return touched is not None and touched.is_able and in_contact(here, there)


def target_now(field: Field, figure: Figure, aim: Aim) -> str | Problem:
    """Whom a shot would be at now, or why there is none. "Nearest" is the nearest that may be shot at."""
    if aim.code:
        return why_not_shoot(field, figure, aim.code) or aim.code
    in_range = aim if aim.band else replace(aim, band="range")
    code = meant(field, figure, in_range)
    if code is None:
        return Problem("nobody-to-shoot", {"figure": figure.code})
    return why_not_shoot(field, figure, code) or code


def first_target(field: Field, figure: Figure, fire: Fire) -> str | Problem:
    """The first listed target that may be shot at now; the first reason when none may."""
    if figure.loaded == 0:
        return Problem("gun-empty", {"figure": figure.code})
    first: Problem | None = None
    for volley in fire.volleys:
        found = target_now(field, figure, volley.aim)
        if isinstance(found, str):
            return found
        first = first or found
    assert first is not None
    return first


def carry_out_fire(field: Field, figure: Figure, fire: Fire) -> Shooting:
    """Shots one after another; when a target is down the rest go to the next listed, else they are kept (GR-Q19).

    The player chooses how often, up to what the weapon fires in a go and what is loaded (GR-31, GR-34).
    """
    left = min(figure.loaded, GUNS[figure.weapon].shots)
    fired, owed = 0, 0
    dead: tuple[str, ...] = ()
    stopped: Problem | None = None
    for volley in fire.volleys:
        owed += volley.shots
        while owed and left:
            found = target_now(field, field.figures[figure.code], volley.aim)
            if isinstance(found, Problem):
                stopped = found
                break
            burst = _shoot(field, figure.code, found, fired, min(owed, left))
            fired, owed, left = fired + burst.shots, owed - burst.shots, left - burst.shots
            dead += burst.dead
            if burst.dead and volley.aim.code:
                break
    if not left and owed:
        stopped = Problem("gun-empty", {"figure": figure.code})
    return Shooting(fired, dead, stopped if owed else None)


def pack_for(field: Field, figure: Figure, target: str) -> str:
    """Short or long pack, by the range of each shot (GR-Q20); by option, hard cover makes every shot long (GR-Q4)."""
    here, there = figure.at, field.at(target)
    assert here is not None
    assert there is not None
    band = band_of(figure.weapon, squared(here, there))
    if field.options["hard_cover"] == "long" and field.ground.in_hard_cover(there):
        return "long"
    return band


def _shoot(field: Field, code: str, target: str, before: int, most: int) -> Shooting:
    """Shots at one target until it is down or they are spent.

    One card a shot, three for a shotgun, each put back; one Dead kills (GR-32, GR-33, GR-Q20).
    """
    figure, there = field.figures[code], field.at(target)
    assert figure.at is not None
    assert there is not None
    band = pack_for(field, figure, target)
    pack = SHORT_RANGE if band == "short" else LONG_RANGE
    count = GUNS[figure.weapon].cards
    shots: list[tuple[str, ...]] = []
    while len(shots) < most and not (shots and DEAD in shots[-1]):
        label = f"T{field.turn}/fire/{code}/{before + len(shots) + 1}"
        labels = [label] if count == 1 else [f"{label}/{card}" for card in range(1, count + 1)]
        shots.append(tuple(pack[field.dice.roll(one, len(pack)) - 1] for one in labels))
    hit = DEAD in shots[-1]
    field.put(replace(figure, loaded=figure.loaded - len(shots)))
    field.tell(
        Fired(
            figure=code, seat=figure.seat, target=target, start=figure.at, end=there,
            range=length(figure.at, there), pack=band, shots=tuple(shots), hit=hit,
        )
    )  # fmt: skip
    if hit and target in field.figures:
        kill(field, field.figures[target], code)
    elif hit:
        kill_animal(field, target, code)
    return Shooting(len(shots), (target,) if hit else ())


def is_full(figure: Figure) -> bool:
    """Whether a gun holds all it can: six, or a shotgun's two (GR-Q22)."""
    return figure.loaded >= packs.GUNS[figure.weapon].shots
