"""How a game makes itself known: one value in its own folder."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Entry:
    """A game that can be played. Its folder's `__init__.py` says `ENTRY = Entry(...)`, and that is all.

    `place`: module and class of the game. `default_map`: the file in maps/ it is played on unless another is named.
    `telling`: a key that only maps of this game have, for map files that do not say `game:`.
    """

    key: str
    title: str
    default_map: str
    place: str
    telling: str = ""
