"""Whom an order means when its go comes: codes as they are, "nearest" by what is on the table then (GR-Q14)."""

from __future__ import annotations

from collections.abc import Iterator

from judge.adjudicator.plane import squared
from judge.variants.gold_rush.field import Field
from judge.variants.gold_rush.ground import band_of
from judge.variants.gold_rush.orders import Aim
from judge.variants.gold_rush.packs import HORSE
from judge.variants.gold_rush.state import Figure


def meant(field: Field, figure: Figure, aim: Aim) -> str | None:
    """The code an aim means now, None when there is nobody of the kind. Ties go to the first code."""
    if aim.code:
        return aim.code
    assert figure.at is not None
    found = []
    for code in candidates(field, figure, aim.nearest):
        at = field.at(code)
        if at is None:
            continue
        square = squared(figure.at, at)
        if aim.within and square > aim.within * aim.within:
            continue
        if aim.band:
            band = band_of(figure.weapon, square)
            if not band or (aim.band == "short" and band != "short"):
                continue
        found.append((square, in_order(code), code))
    # Looking takes longest: the nearest who is seen will do.
    return next((code for _, _, code in sorted(found) if not aim.band or field.sees(figure.code, code)), None)


def in_order(code: str) -> tuple[str, int]:
    """A code's place among others: by letter, then by number."""
    return code[:1], int(code[1:] or 0)


def candidates(field: Field, figure: Figure, kind: str) -> Iterator[str]:
    """Everybody of a kind that "nearest" may mean: enemies and friends on their feet, living beasts, loose horses."""
    if kind == "beast":
        yield from (beast.code for beast in field.beasts.values() if not beast.dead)
    elif kind == "mule":
        yield from (mule.code for mule in field.mules.values() if mule.at is not None)
    elif kind == "horse":
        yield from (f"{HORSE}{horse.number}" for horse in field.horses.values() if horse.at is not None)
    elif kind == "friend":
        yield from (
            other.code
            for other in field.figures.values()
            if other.seat == figure.seat and other.is_able and other.code != figure.code
        )
    elif kind == "dead":
        yield from (other.code for other in field.figures.values() if other.status == "dead")
    elif kind == "down":
        yield from (
            other.code
            for other in field.figures.values()
            if other.seat != figure.seat and other.is_living and other.out
        )
    else:
        for other in field.figures.values():
            if other.is_able and other.seat != figure.seat and is_of(kind, field.groups[other.seat]):
                yield other.code


def is_of(kind: str, group: str) -> bool:
    """Whether a figure of a group is meant by `enemy`, `diggers` (any group of them), or the group itself."""
    return kind in ("enemy", group) or (kind == "diggers" and group.startswith("diggers"))
