"""Order forms: which form a seat is asked with, and its lines."""

from __future__ import annotations

from judge.adjudicator.protocol import BLANK, Seat
from judge.variants.gold_rush.notation import write_point
from judge.variants.gold_rush.state import DEAL, FIGURES, SETUP, Figure, State
from judge.variants.gold_rush.view import FigureSeen


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
    """One line a piece, each with a blank; what stands behind it as a comment is the seat's own to know."""
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
        places = [f"{code} at {BLANK}" for code in (*(figure.code for figure in own), *mules)]
        return (*places, *(f"{figure.code} carries {BLANK}" for figure in own))
    lines = []
    for figure in own:
        if figure.is_able and figure.at is not None:
            lines.append(f"{figure.code}: {BLANK}  // {about(figure)}")
    return tuple(lines)


def about(figure: Figure | FigureSeen) -> str:
    """What a figure is and has, as far as it is to be seen: `at 12.5,30, revolver 6+6, gold 1, mounted`."""
    assert figure.at is not None
    rounds = "" if figure.loaded is None else f" {figure.loaded}+{figure.reloads}"
    gold = f", gold {figure.gold}" if figure.gold else ""
    mounted = ", mounted" if figure.horse else ""
    return f"at {write_point(figure.at)}, {figure.weapon}{rounds}{gold}{mounted}"
