"""Conditions: what a figure's eyes see when its go comes (GR-Q14)."""

from __future__ import annotations

from judge.adjudicator.plane import squared
from judge.variants.gold_rush.aims import candidates, meant
from judge.variants.gold_rush.field import Field
from judge.variants.gold_rush.ground import band_of, in_contact
from judge.variants.gold_rush.orders import Aim, If
from judge.variants.gold_rush.packs import DEAD
from judge.variants.gold_rush.state import Figure


def holds(field: Field, figure: Figure, condition: If) -> bool:
    """Whether a condition holds now for a figure."""
    return _is_so(field, figure, condition) != condition.negated


def _is_so(field: Field, figure: Figure, condition: If) -> bool:
    match condition.what:
        case "attacked":
            return bool(figure.foes)
        case "empty":
            return figure.loaded == 0
        case "loaded":
            return figure.loaded > 0
    aim = condition.aim
    assert aim is not None
    if condition.what in ("up", "down", "dead"):
        code = meant(field, figure, aim)
        other = field.figures.get(code or "")
        if other is None:
            return condition.what != "up" and code in field.beasts and field.beasts[code].dead
        if condition.what == "up":
            return other.is_able
        return other.status == DEAD or (condition.what == "down" and other.is_living and other.out > 0)
    # "Nearest" asks of any of the kind: one that fits is enough.
    codes = [aim.code] if aim.code else list(candidates(field, figure, aim.nearest))
    return any(_fits(field, figure, code, condition, aim) for code in codes)


def _fits(field: Field, figure: Figure, code: str, condition: If, aim: Aim) -> bool:
    at, here = field.at(code), figure.at
    if at is None or here is None or (code in field.figures and field.figures[code].status != "up"):
        return False
    square = squared(here, at)
    if aim.within and square > aim.within**2:
        return False
    match condition.what:
        case "sight":
            return field.sees(figure.code, code)
        case "short":
            return band_of(figure.weapon, square) == "short" and field.sees(figure.code, code)
        case "range":
            return band_of(figure.weapon, square) != "" and field.sees(figure.code, code)
        case "within":
            return square <= condition.within**2
        case _:
            return in_contact(here, at)
