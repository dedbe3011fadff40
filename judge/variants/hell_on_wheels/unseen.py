"""The things that a seat cannot see, drawn afresh: forecasts play on with it, so that nobody learns a secret by
asking."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from judge.adjudicator.protocol import Dice, Seat
from judge.variants.hell_on_wheels.cards import Box
from judge.variants.hell_on_wheels.state import START_CASH, State


def redrawn(box: Box, state: State, seat: Seat | None, dice: Dice) -> State:
    """Others' hands, the order of both decks, and money in palms, as they may be by all that this seat sees.

    Nothing of what is hidden goes in but the sizes of hands and the towns still to come, which everybody knows.
    """
    hidden = Counter(box.deck)
    hands: dict[Seat, tuple[str, ...]] = {seat: state.hands[seat]} if seat is not None else {}
    for own in hands.values():
        hidden.subtract(own)
    hidden.subtract(state.discards)
    for town in state.towns.values():
        hidden.subtract(town.cards if town else ())
    cards = list(dice.shuffle("redrawn/cards", tuple(sorted(hidden.elements())), sealed=True))
    for other in state.seats:
        if other != seat:
            count = len(state.hands[other])
            hands[other], cards = tuple(cards[:count]), cards[count:]
    return replace(
        state,
        hands={other: hands[other] for other in state.seats},
        deck=tuple(cards),
        town_deck=dice.shuffle("redrawn/towns", tuple(sorted(state.town_deck)), sealed=True),
        cash={other: _cash(state, seat, other, dice) for other in state.seats},
    )


def _cash(state: State, seat: Seat | None, other: Seat, dice: Dice) -> int:
    """Money that lies open is what it is; what is in another's palm may be anything up to twice one's own."""
    if other == seat or not state.options["hidden_money"] or state.over is not None:
        return state.cash[other]
    most = 2 * max(state.cash[seat] if seat is not None else 0, START_CASH)
    return dice.roll(f"redrawn/cash/{other}", most + 1, sealed=True) - 1
