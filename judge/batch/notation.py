"""Order texts of JSON lines, as orders: `A PAR - BUR`, `A MAR S A PAR - BUR`, `F BRE C A PIC - LON`, `A PIC - LON VIA`,
`A GAS H`, `A BUR R PIC`, `A BUR D`, `A PAR B`, `WAIVE`.

Case, spaces and the kind of dash do not matter. This file only takes the text apart: it does not decide what is wrong
about coasts, kinds of unit and reach.
"""

from __future__ import annotations

import re
from functools import lru_cache

from judge.adjudicator.diplomacy.orders import (
    Build,
    Convoy,
    Disband,
    Hold,
    Kind,
    Move,
    Order,
    Retreat,
    Support,
    Waive,
)

_PLACE = r"([^\W_a-zà-öø-ÿ]{3}(?:/[A-Z]{2})?)"
_UNIT = rf"(?:([AF]) )?{_PLACE}"
_FORMS = (
    ("move", re.compile(rf"{_UNIT} - {_PLACE}( VIA(?: CONVOY)?)?")),
    ("support", re.compile(rf"{_UNIT} S(?:UPPORTS?)? {_UNIT}(?: - {_PLACE}| H)?")),
    ("convoy", re.compile(rf"{_UNIT} C(?:ONVOYS?)? {_UNIT} - {_PLACE}(?: VIA)?")),
    ("hold", re.compile(rf"{_UNIT} H(?:OLDS?)?")),
    ("retreat", re.compile(rf"{_UNIT} R(?:ETREATS?)? (?:- )?{_PLACE}")),
    ("disband", re.compile(rf"{_UNIT} D(?:ISBANDS?)?|(?:REMOVE|DISBAND) {_UNIT}")),
    ("build", re.compile(rf"([AF]) {_PLACE} B(?:UILDS?)?|BUILD ([AF]) {_PLACE}")),
    ("waive", re.compile(r"WAIVED?")),
)
_DASH = re.compile(r"\s*(?:->|=>|[-–—−→])\s*")
_SPACE = re.compile(r"\s+")


@lru_cache(10_000)
def read_order(text: str) -> Order | None:
    """The order a text says; None when it is not understood."""
    # Nearly every text is plain as it stands.
    order = _plain(text)
    return order if order is not None else _plain(_SPACE.sub(" ", _DASH.sub(" - ", text.upper())).strip())


def _plain(text: str) -> Order | None:
    for name, form in _FORMS:
        found = form.fullmatch(text)
        if found is not None:
            return _order(name, found.groups())
    return None


def _order(name: str, said: tuple[str | None, ...]) -> Order:
    part = [piece or "" for piece in said]
    match name:
        case "move":
            return Move(part[1], part[2], bool(part[3]))
        case "support":
            return Support(part[1], part[3], part[4] or None)
        case "convoy":
            return Convoy(part[1], part[3], part[4])
        case "hold":
            return Hold(part[1])
        case "retreat":
            return Retreat(part[1], (part[2],))
        case "disband":
            return Disband(part[1] or part[3])
        case "build":
            kind: Kind = "A" if (part[0] or part[2]) == "A" else "F"
            return Build(kind, part[1] or part[3])
    return Waive()
