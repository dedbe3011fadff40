"""The map of Range War in letters, at most 76 columns wide."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from judge.drawing.kit import between
from judge.variants.range_war.view import Seen

LETTERS = {
    "lone-star": "L", "rancho-grande": "G", "red-river": "R", "lazy-s": "S", "south-fork": "F", "mule-ridge": "M",
    "lonesome-pine": "P", "devils-hole": "D",
}  # fmt: skip
WIDE, HIGH = 76, 46


def letters(game: Any) -> dict[str, str]:
    """A capital for every seat: its own, or the first of its name that is still free."""
    found: dict[str, str] = {}
    for seat in game.seats:
        choices = [
            LETTERS.get(seat.id, ""),
            *(sign.upper() for sign in seat.name if sign.isalpha()),
            *"ABCDEFGHIJKLMNOPQR",
        ]
        found[seat.id] = next(sign for sign in choices if sign and sign not in found.values())
    return found


def sketch(game: Any, view: Seen) -> str:
    """The map as text: under each code its gang and its herd, each with its seat's letter; towns in brackets."""
    signs = letters(game)
    frame = game.chart.value["frame"]
    grid = [[" "] * WIDE for _ in range(HIGH)]
    river = [
        point
        for one in (game.chart.value.get("rivers") or {}).items()
        if one[0] != "red-river"
        for point in one[1]["line"]
    ]
    for one, two in pairwise(river):
        for step in range(9):
            x, y = between(one, two, step / 9)
            column, row = int(x / frame["width"] * (WIDE - 1)), int(y / frame["height"] * (HIGH - 1))
            if 0 <= column < WIDE and 0 <= row < HIGH:
                grid[row][column] = "~"
    for code, sheet in sorted(game.chart.spaces.items(), key=lambda one: (one[1]["at"][1], one[0])):
        owner = view.centres.get(code)
        top = f"[{code}{' ' + signs[owner] if owner else ''}]" if code in view.fixed else code
        gang_, herd_ = view.gangs.get(code), view.herds.get(code)
        under = f"G{signs[gang_]}" if gang_ else ""
        if herd_ is not None:
            under += (
                f" h{signs[herd_.seat] if herd_.seat else '-'}"
                if under
                else f"h{signs[herd_.seat] if herd_.seat else '-'}"
            )
        wide = max(len(top), len(under))
        column = int(sheet["at"][0] / frame["width"] * (WIDE - 1)) - wide // 2
        row = int(sheet["at"][1] / frame["height"] * (HIGH - 2))
        column = max(0, min(WIDE - wide, column))
        for line, text in enumerate((top, under)):
            for place, sign in enumerate(text.center(wide) if text else ""):
                grid[min(HIGH - 1, row + line)][column + place] = sign
    lines = ["".join(row).rstrip() for row in grid]
    seats = [f"{signs[seat.id]} {seat.name}" for seat in game.seats]
    driven = [f"Driven out, to retreat: G{signs[one.seat]} from {one.at}." for one in view.dislodged]
    return "\n".join(
        (
            f"{game.title}: {view.title}".center(WIDE).rstrip(),
            *lines,
            "",
            *driven,
            ", ".join(seats[:4]) + ",",
            ", ".join(seats[4:]) + ".",
            "G and a letter: that seat's gang. h and a letter: a herd with its brand;",
            "h-: a wild herd. [in brackets]: a fixed centre, and whose. ~ the Rio Grande.",
            "",
        )
    )
