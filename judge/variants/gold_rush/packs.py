"""The packs of cards, each with its counts, and what the weapons can do (rulings GR-5 to GR-12, GR-26, GR-31, GR-37).

A pack is a tuple of cards in printed order. A card that is put back each time is drawn by a die with a side for each
card of the pack: result 1 is the first card.
"""

from __future__ import annotations

from dataclasses import dataclass

INCH = 100
"""Hundredths of an inch: every measure in the state is in these."""

MOVEMENT = (1, 2, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 9, 10)
"""Inches on foot, double mounted (GR-5)."""

DEAD, MISS = "dead", "miss"
SHORT_RANGE = (DEAD,) * 4 + (MISS,) * 6
"""Firing, short range (GR-6)."""
LONG_RANGE = (DEAD,) * 2 + (MISS,) * 8
"""Firing, long range (GR-7)."""


@dataclass(frozen=True, slots=True)
class Fist:
    """A Fisticuffs card: what happens, and for how many moves it knocks out (0: carry on)."""

    key: str
    moves: int


FISTICUFFS = (
    Fist("stomach", 2),
    Fist("groin", 3),
    Fist("face", 4),
    Fist("head", 5),
    Fist("over-the-head", 6),
    Fist("no-feeling", 0),
    Fist("no-feeling-again", 0),
    Fist("nose-no-feeling", 0),
    Fist("stomach-no-feeling", 0),
    Fist("head-no-feeling", 0),
)
"""Fisticuffs (GR-8)."""

GROUPS = ("traders", "indians", "diggers-1", "diggers-2", "diggers-3", "diggers-4", "mounties")
"""The Group cards (GR-9)."""
FIGURES = (4, 6, 6, 8, 8, 10, 12)
"""The Figure cards (GR-10)."""
GOLD = (2, 3, 4, 4, 5, 5, 6, 6, 7, 8)
"""The Gold cards: bags (GR-11)."""
HAND = (8, 5)
"""Figures and bags of a group where no cards are drawn for them and the map says nothing else (GR-Q55)."""
SHOTGUN, REVOLVER, REPEATER = "shotgun", "revolver", "repeater"
WEAPONS = (SHOTGUN,) * 2 + (REVOLVER,) * 4 + (REPEATER,) * 4
"""The Weapon cards (GR-12)."""


@dataclass(frozen=True, slots=True)
class Gun:
    """A weapon's abilities: its bands, its shots a go, and the cards drawn for each shot."""

    short: int
    long: int
    shots: int
    cards: int


GUNS = {
    REVOLVER: Gun(6 * INCH, 12 * INCH, 6, 1),
    SHOTGUN: Gun(6 * INCH, 12 * INCH, 2, 3),
    REPEATER: Gun(18 * INCH, 32 * INCH, 6, 1),
}
"""Ranges (GR-26, GR-Q7), shots a go (GR-31) and cards a shot (GR-32, GR-33)."""

BOX = 6
"""Reloads in a box of cartridges (GR-35, GR-37)."""
BOXES_ON_A_MULE = 10
MULES = 3
"""GR-42, GR-44."""
MOST_BAGS = 2
"""Bags a figure (GR-40) or a mule (GR-Q13) can carry."""
MOST_ATTACKERS = 3
"""Figures that may attack one figure in a turn (GR-49)."""
HIGHEST_JUMP = 8 * INCH
"""GR-53."""
BASE = 1 * INCH
"""A base is round, an inch across: bases overlap when their middles are nearer than this (GR-Q2, GR-Q44)."""
CONTACT = BASE + 5
"""Middles at most this far apart are in contact (GR-Q44)."""
SHOP_REACH = BASE // 2 + 1 * INCH
"""A base within an inch of the shop: its middle within an inch and a half (GR-Q24)."""

LETTERS = {
    "traders": "T",
    "indians": "I",
    "diggers-1": "D",
    "diggers-2": "E",
    "diggers-3": "F",
    "diggers-4": "G",
    "mounties": "M",
}
"""The letter that figures of a group are known by: T1, M2."""
MULE, HORSE, BEAR, WOLF = "U", "H", "B", "W"
EDGES = ("north", "east", "south", "west")
OPPOSITE = {"north": "south", "south": "north", "east": "west", "west": "east"}
