"""The windows of the game, each as one value: the deal, laying the table, placing figures, a turn, a go."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from judge.adjudicator.phases import Phase
from judge.adjudicator.protocol import Ask, Rows, Seat
from judge.variants.gold_rush import check, titles, turns
from judge.variants.gold_rush.board import Board
from judge.variants.gold_rush.forms import form_lines, form_of
from judge.variants.gold_rush.orders import Carry, Order
from judge.variants.gold_rush.state import DEAL, FIGURES, GO, OVER, SETUP, State

Stage = Phase[Board, State, Order]

BEFORE = ("setup", "set up", "deal", "placing", "placement", "deployment")
"""The players' names for the windows before the first turn."""
GOES: Mapping[str, tuple[str, ...]] = {
    "go": (
        "1: move towards 36,24",
        "2: fire at nearest in short range, else move to contact with nearest, else stand",
        "3: if nearest within 12: fire at nearest, else move towards town",
        "rest: stand",
    )
}


def _asking(state: State, seats: Sequence[Seat]) -> dict[Seat, Ask]:
    return {seat: Ask(form_of(state, seat), lines=Rows(partial(form_lines, state, seat))) for seat in seats}


THE_DEAL: Stage = Phase(
    kind="set-up",
    title=lambda board, state: "Set-up, deal",
    forms={"deal": ("ready",)},
    asks=lambda board, state: _asking(state, state.order),
    check=check.check_deal,
    resolve=turns.dealt,
    also=BEFORE,
)
LAYING: Stage = Phase(
    kind="set-up",
    title=lambda board, state: titles.laying_title(state),
    forms={
        "mine": ("mine at 18,12 or 20,14",),
        "town edge": ("town at 36,24 or 30,20", "edge west"),
        "edge": ("edge west",),
    },
    asks=lambda board, state: _asking(state, turns.laying(state)),
    check=check.check_laying,
    silence=check.laid_by_default,
    resolve=turns.lay,
    also=BEFORE,
)
PLACING: Stage = Phase(
    kind="set-up",
    title=lambda board, state: titles.placing_title(state),
    forms={"figures": ("1 carries 1", "2: 1 bag")},
    asks=lambda board, state: _asking(state, turns.placing(state)),
    check=check.check_placing,
    silence=check.placed_by_default,
    resolve=turns.place,
    also=BEFORE,
    optional=(Carry,),
)
TURN: Stage = Phase(
    kind="turn",
    title=lambda board, state: f"Turn {state.turn}",
    forms=GOES,
    asks=lambda board, state: _asking(state, turns.acting(state)),
    check=check.check_goes,
    silence=check.standing_still,
    resolve=turns.play,
    also=("turns", "every turn", "next turn", "round"),
)
ONE_GO: Stage = Phase(
    kind="go",
    title=lambda board, state: titles.go_title(state),
    forms=GOES,
    asks=lambda board, state: _asking(state, turns.acting(state)),
    check=check.check_goes,
    silence=check.standing_still,
    resolve=turns.play,
    also=("goes", "my go", "next go", "turn"),
)
STAGES = (THE_DEAL, LAYING, PLACING, TURN, ONE_GO)


def stage_of(state: State) -> Stage | None:
    """The open stage; None: the game is over."""
    if state.stage == OVER:
        return None
    if state.stage == GO:
        return TURN if state.options["tempo"] == "brisk" else ONE_GO
    return {DEAL: THE_DEAL, SETUP: LAYING, FIGURES: PLACING}[state.stage]


def title_of(board: Board, state: State) -> str:
    """The title of the open window; `Over, turn 25` when there is none."""
    stage = stage_of(state)
    return f"Over, turn {state.turn}" if stage is None else stage.title(board, state)
