"""Fisticuffs (GR-45 to GR-49, GR-Q29 to GR-Q32)."""

from __future__ import annotations

from dataclasses import replace

from judge.adjudicator.plane import Point
from judge.adjudicator.protocol import Problem
from judge.variants.gold_rush.events import Punched
from judge.variants.gold_rush.field import Field
from judge.variants.gold_rush.ground import in_contact
from judge.variants.gold_rush.harm import knock_out
from judge.variants.gold_rush.packs import FISTICUFFS, MOST_ATTACKERS, Fist
from judge.variants.gold_rush.state import Figure


def why_not_strike(field: Field, figure: Figure, at: Point, target: str) -> Problem | None:
    """Why a figure at a place may not attack this one now; None when it may.

    It needs base contact (GR-46). Nobody attacks a figure that is out already (GR-Q32). A fourth attacker on one figure
    in a turn is refused (GR-49, GR-Q30).
    """
    facts: dict[str, object] = {"figure": figure.code, "target": target}
    other = field.figures.get(target)
    if other is None:
        return Problem("not-a-figure", facts)
    if other.seat == figure.seat:
        return Problem("own-figure", facts)
    if not other.is_living or other.at is None:
        return Problem("target-gone", facts)
    if not in_contact(at, other.at):
        return Problem("not-in-contact", facts)
    if other.out and not field.options["add_up"]:
        return Problem("already-out", facts)
    if other.attacked >= MOST_ATTACKERS:
        return Problem("fourth-attacker", facts)
    return None


def draw_fist(field: Field, label: str) -> Fist:
    """A Fisticuffs card, put back each time (GR-Q29)."""
    return FISTICUFFS[field.dice.roll(label, len(FISTICUFFS)) - 1]


def strike(field: Field, code: str, target: str) -> Fist:
    """The attacker draws one card (GR-46): carry on (GR-47), or the other is knocked out (GR-48)."""
    fist = draw_fist(field, f"T{field.turn}/fist/{code}")
    other = field.figures[target]
    assert other.at is not None
    field.tell(Punched(figure=code, target=target, card=fist.key, moves=fist.moves, at=other.at))
    hit = replace(other, attacked=other.attacked + 1, foes=(*other.foes, code))
    field.put(hit)
    knock_out(field, hit, fist)
    return fist
