"""Land Barons on the composer: whom to pay, a sum for every lot, sites for counters, roads for raids."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from judge.adjudicator.hexes import around
from judge.adjudicator.protocol import Ask, Seat
from judge.drawing.choices import Amount, Asked, Choice, Conditions, Route, Several, Sheet, Speech, Subject, from_line
from judge.variants.land_barons.build import REGULATOR_PRICE, number_counters, sites
from judge.variants.land_barons.counters import BARON, RECRUITS, REGULATOR, UNITS, Sort
from judge.variants.land_barons.names import lot_name, refs, unit_name
from judge.variants.land_barons.notation.words import STARTS
from judge.variants.land_barons.pay import WAGE, hired
from judge.variants.land_barons.picture import layout_of
from judge.variants.land_barons.recruit import may_bid, open_lots

STEPS = 3
"""How far a unit goes in one raid."""
RUNGS = 3


def sheet(game: Any, view: Any) -> Sheet:
    """The middle of each hex, and which hexes lie side by side."""
    layout, spaces = layout_of(view), game.board.spaces
    on_board = set(spaces)
    near = {space: tuple(one for one in around(space) if one in on_board) for space in spaces}
    own: dict[str, tuple[str, ...]] = {}
    for stack in view.stacks:
        own[stack.seat] = (*own.get(stack.seat, ()), stack.space)
    return Sheet(
        spots={space: layout.centre(space) for space in spaces},
        near=near,
        names={space: f"{view.names[space]} ({space})" for space in spaces if space in view.names},
        # Within the border that shows whose a settlement is.
        rim=layout.rim(7.0),
        own=own,
    )


def speech(game: Any, view: Any) -> Speech:
    """Spaces, counters, ranches."""
    return Speech.of("land_barons.lark", STARTS, game.tongue.signs)


def purse(game: Any, view: Any, seat: Seat) -> int | None:
    """A seat's cash, where this audience sees it."""
    found: int | None = view.state.cash.get(seat)
    return found


def conditions(game: Any, view: Any, seat: Seat, ask: Ask) -> Conditions:
    """The conditions that a raid may have."""
    return Conditions(
        "{order} if {if} else stand",
        "{order} if {if} else {other}",
        (
            Asked("shoot-at-most", "{space} enemy shoot <= {number}"),
            Asked("units-at-most", "{space} enemy units <= {number}"),
            Asked("empty", "{space} empty"),
            Asked("held", "{space} held"),
        ),
        {"space": tuple((space, _space(view, space)) for space in game.board.spaces)},
    )


def _space(view: Any, space: str) -> str:
    return f"{space} {view.names[space]}" if space in view.names else space


def subjects(game: Any, view: Any, seat: Seat, ask: Ask) -> Sequence[Subject]:
    """A subject for each line of the form."""
    found = []
    for number, line in enumerate(ask.lines):
        found.append(_subject(game, view, seat, number, line))
    if any(one.route for one in found):
        found.append(_stays())
    return found


def _subject(game: Any, view: Any, seat: Seat, number: int, line: str) -> Subject:
    state = view.state
    if line.startswith("ranch "):
        choices = tuple(Choice("ranch", f"ranch {space}", (space,)) for space in game.board.spaces)
        return Subject("ranch", "ranch", (), choices, heads=("ranch",), conditions=False)
    if line.startswith("pay "):
        return _pay(state, seat)
    if line.endswith(" for order"):
        order = Amount("bid {n} for order", _most(view, seat), none="no order bid")
        return Subject("order", "order-bid", (), amount=order, conditions=False)
    for lot in open_lots(state):
        name = lot_name(state, lot)
        if line == f"bid ___ on {name}" and may_bid(state, seat, lot):
            bid = Amount(f"bid {{n}} on {name}", _most(view, seat), rungs=RUNGS, none=f"no bid on {name}")
            return Subject(f"lot-{lot}", "lot", (name,), amount=bid, conditions=False)
    for ref in refs(state, seat):
        if line == f"{unit_name(ref)}-___":
            # The space itself is in the way.
            text = f"{unit_name(ref).rpartition(' ')[0]} {{way}}"
            stand = (Choice("stand", f"{unit_name(ref)} stands", (ref.space,)),)
            name = UNITS[ref.kind].name + (f" {ref.number}" if ref.number > 1 else "")
            return Subject(
                f"unit-{number}",
                "piece",
                (name, ref.space),
                stand,
                space=ref.space,
                heads=(unit_name(ref),),
                route=Route(text, ref.space, STEPS),
            )
    return _placed(state, seat, number, line)


def _most(view: Any, seat: Seat) -> int:
    """The most that may be bid: one's cash, where it is seen."""
    return int(view.state.cash.get(seat, 999))


def _pay(state: Any, seat: Seat) -> Subject:
    """All, none, or those who are named; a Baron wants nothing."""
    items = tuple((unit_name(ref), unit_name(ref)) for ref in refs(state, seat) if ref.kind != BARON)
    wanted = Several("pay {list}", items, none="pay none", every="pay all", cost=WAGE)
    said = (str(len(hired(state, seat))), str(WAGE))
    return Subject("pay", "pay", said, several=wanted, heads=("pay",), conditions=False)


def _placed(state: Any, seat: Seat, number: int, line: str) -> Subject:
    """Where a counter just won goes, or a Regulator for money."""
    if line.startswith("recruit "):
        choices = (
            *(
                Choice("recruit", f"recruit Regulator at {space}", (space,), REGULATOR_PRICE)
                for space in sites(state, seat, REGULATOR)
            ),
            Choice("recruit-none", "no Regulator"),
        )
        return Subject("regulator", "regulator", (str(REGULATOR_PRICE),), choices, conditions=False)
    for place_, (kind, name) in enumerate(_counters(state, seat)):
        unit = RECRUITS[kind].sort is Sort.UNIT
        if line == (f"place {name} at ___" if unit else f"{name} to ___"):
            put = "place {} at {}" if unit else "{} to {}"
            choices = (
                *(Choice("place", put.format(name, space), (space,)) for space in sites(state, seat, kind)),
                Choice("discard", f"discard {name}"),
            )
            return Subject(f"counter-{place_}", "counter", (name,), choices, conditions=False)
    return from_line(number, line)


def _counters(state: Any, seat: Seat) -> Iterator[tuple[str, str]]:
    """The counters a seat has won, numbered where several are alike."""
    numbered = number_counters(state.won.get(seat, ()))
    kinds = [kind for kind, _ in numbered]
    for kind, number in numbered:
        yield kind, RECRUITS[kind].name + (f" {number}" if kinds.count(kind) > 1 else "")


def _stays() -> Subject:
    """The words that all the others stay where they are."""
    return Subject("others", "others", (), (Choice("stand", "all others stand"),), conditions=False)
