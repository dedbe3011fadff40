"""Puts Lanterns on the list of games, and its map and words into a campaign.

A game that ships lies in judge/variants and judge/grammar; here both look into this folder as well.
"""

from __future__ import annotations

import shutil
from pathlib import Path

from judge import variants
from judge.grammar import shapes

HERE = Path(__file__).resolve().parent
variants.__path__.append(str(HERE))
shapes.FOLDERS.append(str(HERE))


def register() -> None:
    """What being found in its folder does for a game that ships."""
    from judge.variants.lanterns import ENTRY

    variants.GAMES[ENTRY.key] = ENTRY


def furnish(folder: Path) -> None:
    """Its map and its templates, in the campaign's own folders."""
    shutil.copytree(HERE / "maps", folder / "maps", dirs_exist_ok=True)
    shutil.copytree(HERE / "templates", folder / "templates", dirs_exist_ok=True)
