"""What a seat cannot see of a state, by option (GR-Q42)."""

from __future__ import annotations

from dataclasses import replace

from judge.adjudicator.protocol import Seat
from judge.variants.gold_rush.packs import BOX, GUNS, MOST_BAGS
from judge.variants.gold_rush.state import Figure, State


def hides(state: State, what: str) -> bool:
    """Whether others may not see `ammo` or `gold`; when the game is over nothing is hidden any more."""
    return state.options["hidden"] in (what, "both") and state.result is None


def masked(state: State, seat: Seat) -> State:
    """The state with what this seat cannot see made as good as it may be: nothing can be learnt by trying orders."""
    ammo, gold = hides(state, "ammo"), hides(state, "gold")
    if not (ammo or gold or any(figure.plan for figure in state.figures)):
        return state

    def mask(figure: Figure) -> Figure:
        if figure.seat == seat:
            return figure
        figure = replace(figure, plan=None) if figure.plan is not None else figure
        if ammo:
            figure = replace(figure, loaded=GUNS[figure.weapon].shots, reloads=BOX)
        return replace(figure, gold=MOST_BAGS) if gold else figure

    hides_mules = gold and seat != state.mounties
    return replace(
        state,
        figures=tuple(map(mask, state.figures)),
        mules=tuple(replace(mule, gold=MOST_BAGS) for mule in state.mules) if hides_mules else state.mules,
        bags={one: bags for one, bags in state.bags.items() if one == seat or not gold},
    )
