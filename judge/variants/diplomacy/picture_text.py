"""The Diplomacy map in letters, for mail without pictures: at most 76 columns."""

from __future__ import annotations

from collections.abc import Sequence

from judge.adjudicator.protocol import Seat
from judge.variants.diplomacy.game import Diplomacy
from judge.variants.diplomacy.view import Seen

COLUMNS, ROWS = 76, 44


def sketch(game: Diplomacy, view: Seen) -> str:
    """The map in letters: every province about where it lies, `PAR=Fa` a French army in Paris, `*` a free centre."""
    sheet = game.chart.value.get("picture")
    marks = sheet.get("marks") if isinstance(sheet, dict) else None
    letters = letters_of([one.seat for one in view.standings])
    there = {unit.place.partition("/")[0]: unit for unit in view.units}
    lines: list[str] = []
    if isinstance(marks, dict):
        grid = [[" "] * COLUMNS for _ in range(ROWS)]
        wide, high = sheet["size"] if isinstance(sheet, dict) else (1, 1)
        for code in sorted(marks, key=lambda code: (marks[code][1], marks[code][0])):
            unit = there.get(code)
            free = code in game.chart.centres and code not in view.centres
            text = code + ("*" if free else "")
            if unit is not None:
                text = f"{code}={letters[Seat(unit.power)]}{unit.kind.lower()}"
            _place(grid, text, marks[code][0] * COLUMNS // wide, marks[code][1] * ROWS // high)
        lines = ["".join(row).rstrip() for row in grid]
        while lines and not lines[-1]:
            lines.pop()
        lines.append("")
    for one in view.standings:
        units = ", ".join(f"{unit.kind} {unit.place}" for unit in one.units) or "no units"
        lines += _wrapped(f"{letters[one.seat]} {game.names[one.seat]} ({len(one.centres)}): {units}")
    for driven in view.dislodged:
        unit = driven.unit
        way = f", may go to {', '.join(driven.options)}" if driven.options else ""
        lines += _wrapped(f"Dislodged: {game.names[unit.power]} {unit.kind} {unit.place}{way}")
    return "\n".join(lines) + "\n"


def _place(grid: list[list[str]], text: str, column: int, row: int) -> None:
    """Write a word as near as can be to where it belongs, with a space on either side."""
    around = [(dx, dy) for dx in range(-14, 15) for dy in range(-5, 6)]
    spots = sorted(around, key=lambda spot: (spot[0] ** 2 + 5 * spot[1] ** 2, spot))
    for dx, dy in spots:
        x, y = min(max(0, column - 1 + dx), COLUMNS - len(text)), row + dy
        if not 0 <= y < ROWS:
            continue
        near = grid[y][max(0, x - 1) : x + len(text) + 1]
        if all(sign == " " for sign in near):
            grid[y][x : x + len(text)] = list(text)
            return


def _wrapped(text: str) -> list[str]:
    """A line of words in lines of at most 76 signs, the later ones set in."""
    lines: list[str] = []
    line = ""
    for word in text.split(" "):
        if line and len(line) + 1 + len(word) > COLUMNS:
            lines.append(line)
            line = "   " + word
        else:
            line = f"{line} {word}" if line else word
    return [*lines, line]


def letters_of(seats: Sequence[Seat]) -> dict[Seat, str]:
    """One capital for each power: its first letter, or the first of its letters that nobody else has."""
    found: dict[Seat, str] = {}
    for seat in seats:
        options = [letter.upper() for letter in str(seat) if letter.isalpha()] + list("0123456789")
        found[seat] = next((one for one in options if one not in found.values()), "?")
    return found
