"""The page of ratings, records and tournaments, its figures as JSON, and the feed of finished games."""

from __future__ import annotations

import html
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from markupsafe import Markup

from judge import shelf
from judge.report.words import environment

PAGE, FIGURES, FEED, SEARCH = "club.html", "club.json", "club.atom", "search.js"
MOST_BARS = 12
WIDTH, LEFT, RIGHT, ROW = 720, 190, 60, 24


def write_club(
    out: Path, site: tuple[str, str], found: Mapping[str, Any], base: str = "", own_templates: Path | None = None
) -> None:
    """Write the page of the club. `site`: the campaign's title and key; `base`: its public address, for the feed."""
    out.mkdir(parents=True, exist_ok=True)
    env = environment(own_templates)
    charts = {kind: Markup(bars(rows)) for kind, rows in found["ratings"].items() if rows}
    given = {"site": site[0], "key": site[1], "base": base.rstrip("/"), "root": ".", **found}
    page = env.get_template("site/club.html.j2").render(charts=dict.fromkeys(found["ratings"], "") | charts, **given)
    (out / PAGE).write_text(page, encoding="utf-8")
    (out / FEED).write_text(env.get_template("site/club.atom.j2").render(**given), encoding="utf-8")
    (out / FIGURES).write_text(json.dumps(found, ensure_ascii=False, indent=1), encoding="utf-8")
    (out / SEARCH).write_bytes((shelf.shipped("templates") / "site" / SEARCH).read_bytes())


def bars(rows: Sequence[Mapping[str, Any]]) -> str:
    """The best ratings as bars, each with its name and figure, so that nothing hangs on a colour."""
    shown = rows[:MOST_BARS]
    highest = max([1, *(int(row["rating"]) for row in shown)])
    tall = ROW * len(shown) + 16
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {tall}" role="img" '
        'aria-label="The best ratings" font-family="Source Sans Pro,Arial,sans-serif" font-size="13">',
        "<title>The best ratings</title>",
        f'<rect width="{WIDTH}" height="{tall}" fill="#fbf7ee"/>',
    ]
    for place, row in enumerate(shown):
        y, worth = 8 + ROW * place, max(0, int(row["rating"]))
        wide = (WIDTH - LEFT - RIGHT) * worth / highest
        name = str(row["name"])
        parts.append(
            f'<text x="{LEFT - 8}" y="{y + 16}" text-anchor="end" fill="#2b2419">'
            f"{html.escape(name if len(name) <= 24 else name[:23] + '…')}</text>"
            f'<rect x="{LEFT}" y="{y + 3}" width="{wide:.1f}" height="{ROW - 8}" fill="#1b6ca8"/>'
            f'<text x="{LEFT + wide + 6:.1f}" y="{y + 16}" fill="#2b2419">{row["rating"]}</text>'
        )
    return "".join([*parts, "</svg>"])


__all__ = ["PAGE", "write_club"]
