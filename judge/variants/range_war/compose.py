"""Range War on the composer: every order a gang could be given, with and without its herd, and branding."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from judge.adjudicator.protocol import Ask, Seat
from judge.drawing.choices import Asked, Choice, Conditions, Sheet, Speech, Subject
from judge.variants.range_war.picture import driven_out
from judge.variants.range_war.picture_ground import Ground

BELOW = 17
"""How far under the middle of a space its pieces are: its name is above them."""


def sheet(game: Any, view: Any) -> Sheet:
    """The places of pieces on the map."""
    at = Ground(game, view, (), "").at
    river = game.chart.river
    spots = {code: (x, y + (code not in river) * BELOW) for code, (x, y) in at.items()}
    spots |= {_out(one): driven_out(game, view, one.at) for one in view.dislodged}
    own: dict[str, tuple[str, ...]] = {}
    for seat, spot in (
        *((seat, code) for code, seat in sorted(view.gangs.items())),
        *((one.seat, _out(one)) for one in view.dislodged),
    ):
        own[seat] = (*own.get(seat, ()), spot)
    return Sheet(spots=spots, names=dict(game.names), ring=34, own=own)


def _out(one: Any) -> str:
    """The spot of a gang that was driven out."""
    return f"{one.at} out"


def speech(game: Any, view: Any) -> Speech:
    """Spaces and bands."""
    return Speech.of("range_war.lark", ("start",), game.chart.speech.signs)


def purse(game: Any, view: Any, seat: Seat) -> int | None:
    """No money."""
    return None


def conditions(game: Any, view: Any, seat: Seat, ask: Ask) -> Conditions:
    """The conditions that an order may have."""
    return Conditions(
        "IF {if} THEN {order}",
        "IF {if} THEN {order} ELSE {other}",
        (
            Asked("empty", "{space} IS EMPTY"),
            Asked("gang-in", "{seat} G IN {space}"),
            Asked("wild-herd-in", "wild herd IN {space}"),
            Asked("owns", "{seat} OWNS {centre}"),
            Asked("has-centres", "{seat} HAS at least {number} centres"),
        ),
        {
            "space": tuple((code, game.names[code]) for code in sorted(game.chart.spaces)),
            "centre": tuple((code, game.names[code]) for code in view.fixed),
            "seat": tuple((one.name, one.name) for one in game.seats),
        },
    )


def subjects(game: Any, view: Any, seat: Seat, ask: Ask) -> Sequence[Subject]:
    """A subject for each gang that is asked, or for each build or removal."""
    if ask.form == "retreats":
        return [_retreat(one) for one in view.dislodged if one.seat == seat]
    if ask.form == "branding":
        return list(_branding(view, seat))
    board = game.chart.board
    return [
        Subject(
            space, "gang", (space,), tuple(_orders(board, view, space)), space=space, heads=_heads(game.names, space)
        )
        for space, owner in sorted(view.gangs.items())
        if owner == seat
    ]


def _heads(names: Any, space: str) -> tuple[str, ...]:
    """How a line about a gang begins."""
    return (f"G({space})", f"GH({space})", f"G {space}", space, f"Gang {names[space]}", names[space])


def _orders(board: Any, view: Any, space: str) -> Iterator[Choice]:
    near = sorted(board.neighbours("A", space))
    yield Choice("stand", f"G({space}) H", (space,))
    for other in near:
        yield Choice("move", f"G({space})-{other}", (other,))
    if space in view.herds:
        for other in near:
            yield Choice("drive", f"GH({space})-{other}", (other,))
    for ally in sorted(view.gangs):
        if ally == space:
            continue
        if ally in near:
            yield Choice("support-hold", f"G({space}) S G({ally})", (ally, ally))
        for other in sorted(board.neighbours("A", ally)):
            if other in near:
                yield Choice("support", f"G({space}) S G({ally})-{other}", (ally, other))


def _retreat(one: Any) -> Subject:
    choices = [Choice("retreat", f"G({one.at}) R {place}", (place,)) for place in one.options]
    return Subject(
        one.at,
        "dislodged-gang",
        (one.at,),
        (*choices, Choice("disband", f"G({one.at}) D", (one.at,))),
        space=one.at,
        at=_out(one),
        heads=(f"G({one.at})", one.at),
    )


def _branding(view: Any, seat: Seat) -> Iterator[Subject]:
    row = next(one for one in view.rows if one.seat == seat)
    gangs, herds = list(_sites("G", row.sites)), list(_sites("H", row.herd_sites))
    for number in range(row.due):
        choices = (*gangs, *(herds if number < row.herd_builds else ()), Choice("waive", "Waive"))
        yield Subject(f"build-{number}", "build", (str(number + 1),), choices, conditions=False)
    gone = tuple(Choice("remove", f"Remove G({space})", (space,)) for space in row.gangs)
    for number in range(-row.due):
        yield Subject(f"remove-{number}", "removal", (str(number + 1),), gone, conditions=False)


def _sites(kind: str, sites: Sequence[str]) -> Iterator[Choice]:
    """The spaces where a piece may be placed. A lower rung opens only when the higher is filled: its spaces come
    later."""
    for place, space in enumerate(sites):
        said = " or ".join(f"{kind}({one})" for one in (space, *sites[:place]))
        yield Choice(f"build-{kind}", f"Build {said}", (space,))
