"""House rules: every reading of the rules that a game master may choose (docs/rulings/range-war.md)."""

from __future__ import annotations

from collections.abc import Mapping

from judge.adjudicator.protocol import Option, Preset


def options(year: int) -> tuple[Option, ...]:
    """The house rules of a game that begins in this year: none ends before its first Winter."""
    last_year = Option(
        "last_year", 0, "the game ends after the Winter of this year, most centres win; 0: never",
        low=year, high=100_000, rulings=("RW-Q41",),
    )  # fmt: skip
    return (*_OPTIONS, last_year)


EVEN = "range-war-even"
"""The board on which the seats are equal, as far as play shows."""

_OPTIONS: tuple[Option, ...] = (
    Option("herd_entry", "after", "a herd is blocked by one that is there after the moves, or by any there before",
           ("after", "before"), rulings=("RW-Q4",)),
    Option("attended", "any", "which gang keeps a herd in the Rio Grande: any, or only one of its own brand",
           ("any", "own"), rulings=("RW-Q14",)),
    Option("recapture", "standing", "a raided herd is regained by standing on it, or also when nobody does",
           ("standing", "vacated"), rulings=("RW-Q17",)),
    Option("centre_brands", False, "a herd alone on a fixed centre takes the brand of the centre's owner",
           rulings=("RW-Q40",)),
    Option("default_builds", False, "builds that nobody ordered are made, as gangs, instead of let go",
           rulings=("RW-Q24", "RW-Q45")),
    Option("free_sites", False, "builds may be placed on any owned fixed centre, not on the home first",
           rulings=("RW-Q25", "RW-Q45")),
    Option("live_rivals_only", False, "only the homes of seats still in the game give a herd to build",
           rulings=("RW-Q27",)),
    Option("victory", "nineteen", "nineteen centres win, or more than half of all there are by then",
           ("nineteen", "half_plus_one"), rulings=("RW-Q33",)),
)  # fmt: skip

DEFAULTS: Mapping[str, str | int | bool] = {option.key: option.default for option in options(0)}


def presets(year: int) -> tuple[Preset, ...]:
    """The options that go well together on a board whose first Summer is in this year."""
    return (
        Preset("quick", "five years on the even board; then the most centres win", {"last_year": year + 4}, EVEN),
        Preset("standard", "six years on the even board; then the most centres win", {"last_year": year + 5}, EVEN),
        Preset("seed", "as the rules were written: until somebody has nineteen centres"),
    )
