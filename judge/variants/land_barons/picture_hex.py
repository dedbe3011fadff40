"""The signs in a hex of Land Barons: its settlement, whose it is, improvements, its name, the dead."""

from __future__ import annotations

from judge.drawing.kit import FAILED, INK, PAPER, SANS, Point, Sheet, lost
from judge.drawing.taken import Taken, around, width_of
from judge.variants.land_barons.events import Fought
from judge.variants.land_barons.picture_signs import (
    CHIPS,
    CODE,
    LETTERS,
    UNIT_CODES,
    left_of_counter,
    marker,
    rows_of,
    sign,
)
from judge.variants.land_barons.view import Stack, View

NAME, NARROW, LINE = 12.5, 11.0, 10.5
"""The size of a name, of one below improvements, and from one line to the next."""
DOWN, ACROSS = (20, 34, 48, 6, -8, -44, -58, 62, -72, 76, -90, 94), (0, -24, 24, -48, 48, -60, 60, -72, 72, -90, 90)
"""Where the dead may be told of, as seen from the middle of a hex."""


def settlement(pieces: Sheet, names: Sheet, at: Point, view: View, space: str, k: float, stack: Stack | None) -> None:
    """The sign of a settlement and its control marker, a code for each improvement, its name; beside a stack, if one
    stands there."""
    one = view.state.settlements[space]
    x, y = at
    left = x
    if stack is not None:
        # The sign stays in sight beside the counter, as far as there is room in the hex.
        left -= (21 + min(5.0, max(0.0, -8 - left_of_counter(stack)))) * k
    sign(pieces, (left, y - 14 * k), one.kind if one.seen else "hidden", 13 * k)
    pieces.taken.box((left, y - 14 * k), 13 * k)
    if one.owner:
        marker(pieces, (left - 12 * k, y - 19 * k), one.owner, 8 * k)
    low = 0.0
    if one.improvements:
        low = (9.0, 9.0, 14.0, 18.0)[len(rows_of(stack)) if stack is not None else 0]
        # Four and more are set closer, not to reach into the next hex.
        step = 20.0 if len(one.improvements) < 4 else 17.0
        for place, kind in enumerate(one.improvements):
            middle = x + (place - (len(one.improvements) - 1) / 2) * step * k
            _chip(names, (middle, y + (low + 3.6) * k), CHIPS[kind], step * k, k)
    if space in view.names:
        _name(names, (x, y), view.names[space], low, k)


def _chip(names: Sheet, at: Point, code: str, wide: float, k: float) -> None:
    names.taken.boxes.append(around(at, wide, 13 * k))
    names.box((at[0] - wide / 2 + 0.5, at[1] - 6 * k), (wide - 1, 12 * k), fill=PAPER, line=INK, width=0.8, round_=2)
    names.label(at, code, size=CODE * k, family=SANS, weight=600)


def _name(names: Sheet, at: Point, name: str, low: float, k: float) -> None:
    """A name as large as there is room, one word a line; one line below improvements if it fits between the edges."""
    size = NAME if low == 0 else NARROW
    words = [name] if low and width_of(name, NARROW) <= 68 else name.split(" ", 1)
    first = (21.0 if not low else low + 14.5) if len(words) > 1 else max(25.0, low + 15)
    for line, word in enumerate(words):
        middle = (at[0], at[1] + (first + (LINE if low else 11.5) * line) * k)
        names.label(middle, word, size=size * k, halo=PAPER, italic=True)
        names.taken.boxes.append(around(middle, width_of(word, size * k), size * 0.8 * k))


def harm(names: Sheet, taken: Taken, at: Point, event: Fought, k: float) -> None:
    """The dead of a gunfight: a cross and their codes, at a free spot beside the hex's middle."""
    for seat, codes in sorted(_dead(event).items()):
        said = f"{LETTERS[seat]} {' '.join(codes)}"
        wide, high = (22 + width_of(said, CODE)) * k, 14 * k
        boxes = [around((at[0] + dx * k, at[1] + dy * k), wide, high) for dy in DOWN for dx in ACROSS]
        free = taken.best(boxes)
        box = boxes[free] if free is not None else min(boxes, key=taken.covered)
        taken.boxes.append(box)
        middle = (box[1] + box[3]) / 2
        names.box((box[0], box[1]), (wide, high), fill=PAPER, line=FAILED, width=0.9, round_=3)
        lost(names, (box[0] + 9 * k, middle), room=5 * k)
        names.label((box[0] + 17 * k, middle), said, size=CODE * k, family=SANS, weight=600, colour=FAILED,
                    anchor="start")  # fmt: skip


def _dead(event: Fought) -> dict[str, list[str]]:
    """The codes of the dead by side."""
    dead: dict[str, list[str]] = {}
    for shot in event.shots:
        if shot.kind:
            dead.setdefault(str(shot.side), []).append(UNIT_CODES[shot.kind])
        elif shot.result == "trapped":
            kinds = event.raiders if shot.side == event.raider else event.defenders
            gone = [UNIT_CODES[kind] for kind in kinds]
            for code in dead.get(str(shot.side), ()):
                gone.remove(code)
            dead.setdefault(str(shot.side), []).extend(gone)
    return dead
