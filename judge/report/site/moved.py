"""Pages of renamed and deleted games."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from judge.grammar.names import check_game_name

OURS = {".html", ".svg", ".png", ".json", ".atom"}
"""Endings of our files in a game's folder; any other file is somebody's own."""


def lead_on(out: Path, called: Mapping[str, str], page: Callable[..., None]) -> None:
    """Make each page under an old name lead to the one under the new; if there is none (""), delete the pages."""
    for old, new in sorted(called.items()):
        folder = out / check_game_name(old)
        if not (folder / "index.html").is_file():
            continue
        for path in [one for one in folder.iterdir() if one.suffix in OURS]:
            if new and path.suffix == ".html":
                file = path.name if (out / new / path.name).is_file() else "index.html"
                page("moved.html.j2", path, there=f"../{new}/{file}", name=new)
            else:
                path.unlink()
        if not any(folder.iterdir()):
            folder.rmdir()


__all__ = ["lead_on"]
