"""The fate of figures that are hit: dead, knocked out, off their horses (GR-48, GR-Q28, GR-Q32, GR-Q34, GR-Q35)."""

from __future__ import annotations

from dataclasses import replace

from judge.variants.gold_rush.events import AnimalKilled, GroupGone, Killed, KnockedOut
from judge.variants.gold_rush.field import Field
from judge.variants.gold_rush.packs import HORSE, Fist
from judge.variants.gold_rush.state import DEAD, Figure


def unseated(field: Field, figure: Figure) -> Figure:
    """A rider who falls leaves the horse at their spot, free for anybody in contact (GR-Q34, GR-Q46)."""
    if not figure.horse:
        return figure
    horse = field.horses[f"{HORSE}{figure.horse}"]
    field.put(replace(horse, rider="", at=figure.at))
    return replace(figure, horse=0)


def kill(field: Field, figure: Figure, by: str) -> None:
    """A dead figure stays as a marker with its gold, weapon and rounds (GR-Q28)."""
    assert figure.at is not None
    field.tell(Killed(figure=figure.code, seat=figure.seat, by=by, at=figure.at, horse=figure.horse))
    field.put(replace(unseated(field, figure), status=DEAD, out=0, foes=(), plan=None))
    killer = field.figures.get(by)
    if killer is not None:
        field.kills[killer.seat] = field.kills.get(killer.seat, 0) + 1
    tell_if_gone(field, figure)


def kill_animal(field: Field, code: str, by: str) -> None:
    """A dead beast or mule stays as a marker without a base; a mule keeps its boxes and bags there (GR-Q25, GR-Q37)."""
    at = field.at(code)
    assert at is not None
    if code in field.beasts:
        field.put(replace(field.beasts[code], dead=True))
    else:
        field.put(replace(field.mules[code], dead=True))
    field.tell(AnimalKilled(animal=code, by=by, at=at))


def knock_out(field: Field, figure: Figure, fist: Fist) -> None:
    """They stay where they are for the moves on the card, counted from their next go (GR-48, GR-Q32).

    By option `add_up` a card drawn while they are out adds its moves.
    """
    if fist.moves == 0:
        return
    assert figure.at is not None
    field.tell(KnockedOut(figure=figure.code, seat=figure.seat, moves=fist.moves, at=figure.at, horse=figure.horse))
    field.put(replace(unseated(field, figure), out=figure.out + fist.moves))


def tell_if_gone(field: Field, figure: Figure) -> None:
    """A group without a figure on the table is run out of town (GR-23)."""
    if not any(other.is_living for other in field.own(figure.seat)):
        field.tell(GroupGone(seat=figure.seat))
