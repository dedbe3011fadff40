"""The things that a seat cannot see, drawn afresh: forecasts play on with it (GR-Q42)."""

from __future__ import annotations

from dataclasses import replace

from judge.adjudicator.protocol import Dice, Seat
from judge.variants.gold_rush.masking import hides
from judge.variants.gold_rush.packs import BOX, GOLD, GUNS, MOST_BAGS
from judge.variants.gold_rush.state import Figure, State


def redrawn(state: State, seat: Seat | None, dice: Dice) -> State:
    """The rounds and bags of others as they may be; nothing of what they are goes in."""
    ammo, gold = hides(state, "ammo"), hides(state, "gold")
    # The plans of others are not known, and forecasts suppose none (GR-Q53).
    kept = (one if one.seat == seat or one.plan is None else replace(one, plan=None) for one in state.figures)
    state = replace(state, figures=tuple(kept))
    if not (ammo or gold):
        return state

    def up_to(what: str, most: int) -> int:
        return dice.roll(f"redrawn/{what}", most + 1, sealed=True) - 1

    def drawn(figure: Figure) -> Figure:
        if figure.seat == seat:
            return figure
        if ammo:
            loaded = up_to(f"loaded/{figure.code}", GUNS[figure.weapon].shots)
            figure = replace(figure, loaded=loaded, reloads=up_to(f"reloads/{figure.code}", BOX))
        return replace(figure, gold=up_to(f"gold/{figure.code}", MOST_BAGS)) if gold else figure

    figures = tuple(map(drawn, state.figures))
    if not gold:
        return replace(state, figures=figures)
    mules = state.mules
    if seat is None or seat != state.mounties:
        mules = tuple(replace(mule, gold=up_to(f"gold/{mule.code}", MOST_BAGS)) for mule in mules)
    bags = {one: own if one == seat else up_to(f"bags/{one}", max(GOLD)) for one, own in state.bags.items()}
    return replace(state, figures=figures, mules=mules, bags=bags, spent=0)
