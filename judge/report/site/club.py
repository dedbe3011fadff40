"""The pages of the club: ratings, records, tournaments, a page a person; the figures as JSON, the feed of results."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from markupsafe import Markup

from judge import shelf
from judge.report.site.club_charts import bars, courses, fares
from judge.report.words import environment

PAGE, FIGURES, FEED, SEARCH = "club.html", "club.json", "club.atom", "search.js"
PEOPLE = "players"
"""The folder of the pages of persons: one permanent address each, by number."""


def write_club(
    out: Path, site: tuple[str, str], found: Mapping[str, Any], base: str = "", own_templates: Path | None = None
) -> None:
    """Write the pages of the club. `site`: the campaign's title and key; `base`: its public address, for the feed."""
    out.mkdir(parents=True, exist_ok=True)
    env = environment(own_templates)
    given = {"site": site[0], "key": site[1], "base": base.rstrip("/"), **found}
    charts = {
        "best": {kind: Markup(bars(rows)) for kind, rows in found["ratings"].items() if rows},
        "course": Markup(courses(found["players"], [int(row["number"]) for row in found["ratings"]["all"]])),
        "seats": {place: Markup(fares(rows)) for place, rows in found["seats"].items()},
    }
    page = env.get_template("site/club.html.j2").render(charts=charts, root=".", **given)
    (out / PAGE).write_text(page, encoding="utf-8")
    (out / FEED).write_text(env.get_template("site/club.atom.j2").render(**given), encoding="utf-8")
    (out / FIGURES).write_text(json.dumps(found, ensure_ascii=False, indent=1), encoding="utf-8")
    (out / SEARCH).write_bytes((shelf.shipped("templates") / "site" / SEARCH).read_bytes())
    _write_people(out / PEOPLE, found, given, own_templates)


def _write_people(folder: Path, found: Mapping[str, Any], given: Mapping[str, Any], own_templates: Path | None) -> None:
    """A page for everybody who may be named; the page of a person who no longer may is deleted."""
    folder.mkdir(exist_ok=True)
    template = environment(own_templates).get_template("site/player.html.j2")
    written = set()
    for one in found["players"]:
        chart = courses([one], [int(one["number"])])
        path = folder / f"{one['number']}.html"
        path.write_text(template.render(one=one, chart=Markup(chart), root="..", **given), encoding="utf-8")
        written.add(path.name)
    for path in folder.glob("*.html"):
        if path.name not in written:
            path.unlink()


__all__ = ["PAGE", "write_club"]
