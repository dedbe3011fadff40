"""Writing the pages. Everything works without JavaScript; the slider and the composer are extras."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any

from markupsafe import Markup

from judge import shelf
from judge.adjudicator.protocol import Window
from judge.grammar.names import check_game_name
from judge.report import compose, pictures
from judge.report.blocks import Heading
from judge.report.charted import strength
from judge.report.chat import news_part
from judge.report.languages import titled, worded_in
from judge.report.media.html import html_of
from judge.report.site.club import PAGE as CLUB
from judge.report.site.moved import lead_on
from judge.report.site.record import CLOSING, Page, Record
from judge.report.words import environment

ASSETS = ("style.css", "replay.js", "goes.js", "check.js", *compose.SCRIPTS)
PROOF, CHECK, ORDERS = "record.json", "check.html", "orders.html"


def write_site(
    records: Sequence[Record],
    out: Path,
    title: str,
    base: str = "",
    own_templates: Path | None = None,
    written: Callable[[str], None] = lambda name: None,
    called: Mapping[str, str] = MappingProxyType({}),
) -> None:
    """Write the whole archive, each game in its language. `base`: its public address, for the feeds; `written` is told
    of each game; `called`: games' former names, each with the present one ("": the game is gone)."""
    out.mkdir(parents=True, exist_ok=True)
    for asset in ASSETS:
        own = own_templates / "site" / asset if own_templates else None
        source = own if own and own.is_file() else shelf.shipped("templates") / "site" / asset
        (out / asset).write_bytes(source.read_bytes())

    def page(template: str, path: Path, **values: object) -> None:
        words = environment(own_templates).get_template(f"site/{template}")
        path.write_text(words.render(site=title, **values), encoding="utf-8")

    for record in records:
        # Names were checked on import or restore; here they become a path.
        folder = out / check_game_name(record.name)
        folder.mkdir(exist_ok=True)
        with worded_in(record.language):
            _game(record, folder, page, base, own_templates)
        written(record.name)
    lead_on(out, called, page)
    page("index.html.j2", out / "index.html", records=records, club=(out / CLUB).is_file(), root=".")


def _game(record: Record, folder: Path, page: Callable[..., None], base: str, own: Path | None) -> None:
    has_chart = _charts(record, folder, own)
    for place, one in enumerate(record.pages):
        if one.svg:
            (folder / one.map_file).write_text(one.svg, encoding="utf-8")
        page(
            "phase.html.j2",
            folder / one.file,
            record=record,
            page=one,
            drawn=Markup(one.svg),
            body=Markup(html_of(_without_title(one), inline=False)),
            earlier=record.pages[place - 1] if place else None,
            later=record.pages[place + 1] if place + 1 < len(record.pages) else None,
            root="..",
        )
    window = record.window
    page(
        "game.html.j2",
        folder / "index.html",
        record=record,
        window=window,
        chart=has_chart,
        charts=[(one, Markup(html_of(one.blocks, inline=False))) for one in record.charts],
        maps=any(one.svg for one in record.pages),
        frames=_frames(record),
        latest=Markup(html_of(_without_title(record.pages[-1]), inline=False)),
        composer=bool(window),
        clicks=window is not None and _clicks(record, window),
        root="..",
    )
    if record.closing:
        page(
            "closing.html.j2",
            folder / CLOSING,
            record=record,
            chart=has_chart,
            charts=record.charts,
            body=Markup(html_of([one for one in record.closing if not _is_title(one)], inline=False)),
            root="..",
        )
    else:
        # A game taken back from its end opens nothing.
        (folder / CLOSING).unlink(missing_ok=True)
    if window:
        _composer(record, window, folder, page, own)
    if record.proof:
        (folder / PROOF).write_text(json.dumps(record.proof, ensure_ascii=False), encoding="utf-8")
        page("check.html.j2", folder / CHECK, record=record, proof=compose.as_script(record.proof), root="..")
    page(
        "feed.atom.j2",
        folder / "feed.atom",
        record=record,
        base=base.rstrip("/"),
        news={one.id: _news(one) for one in record.pages},
    )


def _frames(record: Record) -> Markup:
    """The maps of a game for its slider, each with its page."""
    pages = ((one.phase.number, titled(one.title), one.map_file, one.file) for one in record.pages)
    return compose.as_script([dict(zip(("number", "title", "map", "page"), one, strict=True)) for one in pages])


def _charts(record: Record, folder: Path, own: Path | None) -> bool:
    """Write all charts of a game; whether there is one of strength."""
    for chart in record.charts:
        (folder / f"chart-{chart.code}.svg").write_text(chart.svg, encoding="utf-8")
    lines = [one.standings for one in record.pages]
    if any(lines):
        colours = pictures.colours(record.game, record.game.view(record.state, None))
        whole = strength(record.game, lines, [one.title for one in record.pages], own, colours)
        (folder / "standings.svg").write_text(whole, encoding="utf-8")
    return any(lines)


def _composer(record: Record, window: Window, folder: Path, page: Callable[..., None], own: Path | None) -> None:
    """The page on which a player clicks orders; made from the public view alone."""
    view = record.game.view(record.state, None)
    subject = f"[{record.campaign}/{record.name}] {window.title} {window.key}"
    outlet = compose.Outlet(record.judge_address, subject)
    syntax = folder.parent / compose.syntax_file(record.game)
    syntax.write_text(compose.syntax_script(record.game, view), encoding="utf-8")
    page(
        "orders.html.j2",
        folder / ORDERS,
        record=record,
        window=window,
        subject=subject,
        composer=compose.page_part(record.game, view, window, outlet, own_templates=own),
        clicks=_clicks(record, window),
        root="..",
    )


def _clicks(record: Record, window: Window) -> bool:
    """Whether orders of this window can be clicked together on the map."""
    return compose.clicks(compose.facts(record.game, record.game.view(record.state, None), window, compose.Outlet()))


def _without_title(page: Page) -> list[Any]:
    """The report's blocks without the title, which the page has already."""
    return [block for block in page.blocks if not _is_title(block)]


def _news(page: Page) -> str:
    """A feed's text for a page."""
    return html_of(news_part(page.blocks), inline=False)


def _is_title(block: object) -> bool:
    return isinstance(block, Heading) and block.level == 1
