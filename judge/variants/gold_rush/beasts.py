"""The bear and the wolves, by option (GR-54, GR-55, GR-Q37)."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from judge.adjudicator.plane import Point, squared
from judge.adjudicator.protocol import Seat
from judge.variants.gold_rush.aims import in_order
from judge.variants.gold_rush.events import BeastMoved, BeastRolled, Punched
from judge.variants.gold_rush.field import Field
from judge.variants.gold_rush.fists import draw_fist
from judge.variants.gold_rush.ground import in_contact
from judge.variants.gold_rush.harm import knock_out
from judge.variants.gold_rush.packs import BEAR, INCH, MOVEMENT, WOLF
from judge.variants.gold_rush.state import Beast
from judge.variants.gold_rush.walking import trek

ENTERS_ON = (10, 11, 12)
NOBODY = Seat("")
DIRECTIONS = (
    (500, 866), (866, 500), (1000, 0), (866, -500), (500, -866), (0, -1000),
    (-500, -866), (-866, -500), (-1000, 0), (-866, 500), (-500, 866), (0, 1000),
)  # fmt: skip
"""The direction die: 1 to 12 as on a clock, in steps of 30 degrees; 12 is north."""
STEP = INCH // 4
FARTHEST = 48


def beasts_turn(field: Field) -> None:
    """After everybody has had a turn: who is not yet there rolls to enter, then each beast moves (GR-54, GR-55)."""
    wanted = str(field.options["beasts"])
    for kind in ("bear", "wolves"):
        if wanted in (kind, "both") and kind not in field.came:
            _roll_to_enter(field, kind)
    for code in sorted(field.beasts, key=in_order):
        if not field.beasts[code].dead:
            _move(field, code)


def _roll_to_enter(field: Field, kind: str) -> None:
    """Two dice: on 10, 11 or 12 the bear, or as many wolves as one die says, enter in the middle, once a game."""
    dice = (field.dice.roll(f"T{field.turn}/{kind}/enter/1"), field.dice.roll(f"T{field.turn}/{kind}/enter/2"))
    number = 0
    if sum(dice) in ENTERS_ON:
        number = 1 if kind == "bear" else field.dice.roll(f"T{field.turn}/{kind}/count")
        field.came = (*field.came, kind)
    field.tell(BeastRolled(kind=kind, dice=dice, number=number))
    letter = BEAR if kind == "bear" else WOLF
    for one in range(1, number + 1):
        spot = middle(field)
        if spot is not None:
            field.put(Beast(f"{letter}{one}", spot))


def middle(field: Field) -> Point | None:
    """The free point nearest to the middle of the table, on a quarter-inch grid (ties: south, then west)."""
    x, y = field.width // 2, field.depth // 2
    for across, up in _rings():
        spot = x + across, y + up
        if field.on_table(spot) and field.is_free(spot) and not field.ground.is_walled(spot):
            return spot
    return None


@lru_cache(maxsize=1)
def _rings() -> tuple[Point, ...]:
    """Quarter-inch steps from the middle outward."""
    steps = range(-FARTHEST, FARTHEST + 1)
    found = sorted((squared((0, 0), (x, y)), y, x) for x in steps for y in steps)
    return tuple((x * STEP, y * STEP) for _, y, x in found)


def _move(field: Field, code: str) -> None:
    """A direction die, a Movement card, straight on to contact or the edge; in contact one Fisticuffs card."""
    beast = field.beasts[code]
    direction = field.dice.roll(f"T{field.turn}/{code}/direction", len(DIRECTIONS))
    inches = MOVEMENT[field.dice.roll(f"T{field.turn}/{code}/card", len(MOVEMENT)) - 1]
    x, y = DIRECTIONS[direction - 1]
    goal = beast.at[0] + x * inches * INCH // 1000, beast.at[1] + y * inches * INCH // 1000
    way = trek(field, code, NOBODY, beast.at, (goal,), inches * INCH)
    field.put(replace(beast, at=way.end))
    field.tell(BeastMoved(beast=code, direction=direction, inches=inches, path=way.path, stop=way.stop, by=way.by))
    near = sorted(
        (squared(way.end, figure.at), in_order(figure.code), figure.code)
        for figure in field.figures.values()
        if figure.at is not None and figure.is_able and in_contact(way.end, figure.at)
    )
    if near:
        victim = field.figures[near[0][2]]
        fist = draw_fist(field, f"T{field.turn}/{code}/fist")
        assert victim.at is not None
        field.tell(Punched(figure=code, target=victim.code, card=fist.key, moves=fist.moves, at=victim.at))
        knock_out(field, victim, fist)
