"""The titles of windows, written and read: `Turn 3`, `Turn 3, go of Traders`, `Set-up, figures`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from judge.adjudicator.protocol import Problem, Seat
from judge.grammar.seats import find_seat
from judge.variants.gold_rush.dealing import SEATS
from judge.variants.gold_rush.state import DEAL, FIGURES, GO, OVER, SETUP, State
from judge.variants.gold_rush.turns import layers

NAMES = {seat.id: seat.name for seat in SEATS}


def title_of(state: State) -> str:
    """The title of the open window; `Over, turn 25` when there is none."""
    strict = state.tempo == "strict"
    if state.stage == OVER:
        return f"Over, turn {state.turn}"
    if state.stage == DEAL:
        return "Set-up, deal"
    if state.stage == SETUP:
        return _laying_title(state, strict)
    seat = NAMES[state.order[state.going]]
    if state.stage == FIGURES:
        return f"Set-up, figures of {seat}" if strict else "Set-up, figures"
    return f"Turn {state.turn}, go of {seat}" if strict else f"Turn {state.turn}"


def _laying_title(state: State, strict: bool) -> str:
    if state.options["placing"] == "map":
        return "Set-up, edge"
    seats = layers(state)
    if strict and seats[state.going] != state.mounties:
        return f"Set-up, mine of {NAMES[seats[state.going]]}"
    return "Set-up, town and edge" if strict or len(seats) == 1 else "Set-up, mines and town"


def read_title(text: str, order: Sequence[Seat]) -> tuple[str, int, str, int]:
    """Stage, turn, tempo ("" where the title leaves it open) and whose go it is; stage "" for no title at all."""
    said = " ".join(text.split()).lower()
    found = re.fullmatch(r"turn (\d{1,3})(?:, go of (.+))?", said)
    if found is not None:
        going = _going(found[2], order) if found[2] else 0
        return (GO if going is not None else "", int(found[1]), "strict" if found[2] else "", going or 0)
    if re.fullmatch(r"set-?up, deal", said):
        return DEAL, 0, "", 0
    over = re.fullmatch(r"over(?:, turn (\d{1,3}))?", said)
    if over is not None:
        return OVER, int(over[1] or 0), "", 0
    figures = re.fullmatch(r"set-?up, figures(?: of (.+))?", said)
    if figures is not None:
        going = _going(figures[1], order) if figures[1] else 0
        return (FIGURES if going is not None else "", 0, "strict" if figures[1] else "", going or 0)
    if re.fullmatch(r"set-?up, (?:edge|mines and town|mines|town and edge|town)", said):
        return SETUP, 0, "", 0
    mine = re.fullmatch(r"set-?up, mine of (.+)", said)
    if mine is not None:
        diggers = [seat for seat in order if str(seat).startswith("diggers")]
        going = _going(mine[1], diggers)
        return (SETUP if going is not None else "", 0, "strict", going or 0)
    return "", 0, "", 0


def _going(name: str, order: Sequence[Seat]) -> int | None:
    seat = find_seat(SEATS, name)
    if isinstance(seat, Problem) or seat not in order:
        return None
    return list(order).index(seat)
