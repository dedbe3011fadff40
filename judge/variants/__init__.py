"""The games the Judge knows. Adding a game is its folder and one line in each of the two places here."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module

from judge.adjudicator.protocol import AnyGame
from judge.grammar.document import Document


@dataclass(frozen=True, slots=True)
class Entry:
    """A registered game: `default_map` is the file in maps/ it is played on unless another is named."""

    key: str
    title: str
    default_map: str


GAMES: dict[str, Entry] = {
    "diplomacy": Entry("diplomacy", "Diplomacy", "diplomacy"),
    "land-barons": Entry("land-barons", "Land Barons", "land-barons"),
    "gold-rush": Entry("gold-rush", "Gold Rush", "gold-rush-yukon"),
    "range-war": Entry("range-war", "Range War", "range-war"),
    "hell-on-wheels": Entry("hell-on-wheels", "Hell on Wheels", "hell-on-wheels"),
}

_CLASSES = {
    "diplomacy": "judge.variants.diplomacy.game:Diplomacy",
    "land-barons": "judge.variants.land_barons.game:LandBarons",
    "gold-rush": "judge.variants.gold_rush.game:GoldRush",
    "range-war": "judge.variants.range_war.game:RangeWar",
    "hell-on-wheels": "judge.variants.hell_on_wheels.game:HellOnWheels",
}


def make(key: str, board: Document) -> AnyGame:
    """The game on this map. Imported only when asked for, so that commands that need no game start fast."""
    module, _, name = _CLASSES[key].partition(":")
    game: AnyGame = getattr(import_module(module), name)(board)
    return game
