"""The titles of windows, written and read: `Turn 3`, `Turn 3, go of Traders`, `Set-up, figures`."""

from __future__ import annotations

from collections.abc import Sequence

from judge.adjudicator.protocol import Problem, Seat
from judge.grammar.seats import find_seat
from judge.variants.gold_rush.dealing import SEATS
from judge.variants.gold_rush.notation import is_number
from judge.variants.gold_rush.state import DEAL, FIGURES, GO, OVER, SETUP, State
from judge.variants.gold_rush.turns import layers

NAMES = {seat.id: seat.name for seat in SEATS}


def laying_title(state: State) -> str:
    """Of the window in which mines, town and edge are laid."""
    strict = state.tempo == "strict"
    if state.options["placing"] == "map":
        return "Set-up, edge"
    seats = layers(state)
    if strict and seats[state.going] != state.mounties:
        return f"Set-up, mine of {NAMES[seats[state.going]]}"
    return "Set-up, town and edge" if strict or len(seats) == 1 else "Set-up, mines and town"


def placing_title(state: State) -> str:
    """Of the window in which figures are placed."""
    return f"Set-up, figures of {NAMES[state.order[state.going]]}" if state.tempo == "strict" else "Set-up, figures"


def go_title(state: State) -> str:
    """Of a window of one group's go."""
    return f"Turn {state.turn}, go of {NAMES[state.order[state.going]]}"


def read_title(text: str, order: Sequence[Seat]) -> tuple[str, int, str, int]:
    """Stage, turn, tempo ("" where the title leaves it open) and whose go it is; stage "" for no title at all."""
    first, _, rest = (part.strip() for part in " ".join(text.split()).lower().partition(","))
    word, _, number = first.partition(" ")
    if word == "turn" and is_number(number, 3):
        return _of_one(GO, int(number), rest, "go", order)
    if first == "over":
        turn = rest.removeprefix("turn ")
        return (OVER, int(turn or 0), "", 0) if not turn or is_number(turn, 3) else NO_TITLE
    if first not in ("set-up", "setup"):
        return NO_TITLE
    if rest == "deal":
        return DEAL, 0, "", 0
    if rest in ("edge", "mines and town", "mines", "town and edge", "town"):
        return SETUP, 0, "", 0
    if rest.startswith("mine of "):
        return _of_one(SETUP, 0, rest, "mine", [seat for seat in order if str(seat).startswith("diggers")])
    if rest == "figures" or rest.startswith("figures of "):
        return _of_one(FIGURES, 0, rest.removeprefix("figures").strip() and rest, "figures", order)
    return NO_TITLE


NO_TITLE = ("", 0, "", 0)


def _of_one(stage: str, turn: int, rest: str, what: str, seats: Sequence[Seat]) -> tuple[str, int, str, int]:
    """`go of Traders`: one seat's window; nothing behind the comma: everybody's."""
    if not rest:
        return stage, turn, "", 0
    head, _, name = rest.partition(f"{what} of ")
    seat = find_seat(SEATS, name) if name and not head else Problem("unknown-seat")
    if isinstance(seat, Problem) or seat not in seats:
        return NO_TITLE
    return stage, turn, "strict", list(seats).index(seat)
