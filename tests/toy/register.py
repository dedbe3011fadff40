"""Puts Lanterns on the list of games, and its map and words into a campaign: all that adding a game takes."""

from __future__ import annotations

import shutil
from pathlib import Path

from judge import variants

HERE = Path(__file__).resolve().parent


def register() -> None:
    """What the `ENTRY` in its folder does for a game that ships."""
    variants.GAMES["lanterns"] = variants.Entry("lanterns", "Lanterns", "lanterns", "tests.toy.lanterns:Lanterns")


def furnish(folder: Path) -> None:
    """Its map and its templates, in the campaign's own folders."""
    shutil.copytree(HERE / "maps", folder / "maps", dirs_exist_ok=True)
    shutil.copytree(HERE / "templates", folder / "templates", dirs_exist_ok=True)
