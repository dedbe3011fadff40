"""Order forms: which form a seat is asked with, and its lines."""

from __future__ import annotations

from judge.adjudicator.plane import length
from judge.adjudicator.protocol import BLANK, Problem, Seat
from judge.variants.gold_rush.aims import meant
from judge.variants.gold_rush.check import NO_DICE
from judge.variants.gold_rush.field import Field
from judge.variants.gold_rush.fire import pack_for, target_now
from judge.variants.gold_rush.masking import masked
from judge.variants.gold_rush.notation import exact, write_point
from judge.variants.gold_rush.orders import Aim
from judge.variants.gold_rush.outlook import chance
from judge.variants.gold_rush.placing import default_spots
from judge.variants.gold_rush.state import DEAL, FIGURES, SETUP, Figure, State
from judge.variants.gold_rush.view import FigureSeen
from judge.variants.gold_rush.writing import write_order


def form_of(state: State, seat: Seat) -> str:
    """The form of the open window for a seat: `mine`, `town edge`, `edge`, `figures` or `go`."""
    if state.stage == DEAL:
        return "deal"
    if state.stage == SETUP:
        if seat != state.mounties:
            return "mine"
        return "edge" if state.options["placing"] == "map" else "town edge"
    return "figures" if state.stage == FIGURES else "go"


def form_lines(state: State, seat: Seat) -> tuple[str, ...]:
    """One line a piece, each with a blank; the comment behind it is for the seat alone."""
    form = form_of(state, seat)
    own = [figure for figure in state.figures if figure.seat == seat]
    if form == "deal":
        return (f"ready {BLANK}",)
    if form == "mine":
        return (f"mine at {BLANK}",)
    if form in ("town edge", "edge"):
        return tuple(line for line in (f"town at {BLANK}", f"edge {BLANK}") if line.split()[0] in form)
    if form == "figures":
        mules = [mule.code for mule in state.mules] if seat == state.mounties else []
        guns = {figure.code: f"{figure.weapon}, " for figure in own}
        free = default_spots(state, seat)
        codes = (*(figure.code for figure in own), *mules)
        places = [f"{code} at {BLANK}  // {guns.get(code, '')}{write_point(free[code])} is free" for code in codes]
        return (*places, *(f"{figure.code} carries {BLANK}" for figure in own))
    lines = []
    field = Field(masked(state, seat), NO_DICE)
    for figure in own:
        if figure.is_able and figure.at is not None:
            goes_on = f", goes on: {write_order(figure.plan).partition(': ')[2]}" if figure.plan is not None else ""
            lines.append(f"{figure.code}: {BLANK}  // {about(figure)}{_nearest(field, figure)}{goes_on}")
    return tuple(lines)


def _nearest(field: Field, figure: Figure) -> str:
    """The nearest that can be shot at, with the chance of a hit: `, M2 6.10 95%`."""
    code = meant(field, figure, Aim(nearest="enemy", band="range"))
    if code is None or figure.at is None or isinstance(target_now(field, figure, Aim(code)), Problem):
        return ""
    at = field.at(code)
    assert at is not None
    odds = chance(field, figure, code, pack_for(field, figure, code))
    return f", {code} {exact(length(figure.at, at))}" + (f" {odds}%" if odds else "")


def about(figure: Figure | FigureSeen) -> str:
    """A figure's weapons, gold and the like, as far as they can be seen: `at 12.5,30, revolver 6+6, gold 1,
    mounted`."""
    assert figure.at is not None
    rounds = "" if figure.loaded is None else f" {figure.loaded}+{figure.reloads}"
    gold = f", gold {figure.gold}" if figure.gold else ""
    mounted = ", mounted" if figure.horse else ""
    return f"at {write_point(figure.at)}, {figure.weapon}{rounds}{gold}{mounted}"
