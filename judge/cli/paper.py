"""`judge docs print` and `judge sheet`: pages and order sheets as PDF."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from judge.cli.common import Complain, say_done, words_of
from judge.cli.opened import json_option, now, on_campaign, override_option, write_out

if TYPE_CHECKING:
    from judge.campaign.campaign import Campaign

paper_option = click.option(
    "--paper", type=click.Choice(["a4", "letter"]), default="a4", show_default=True, help="The size of the paper."
)


def print_pages(game: str | None, out: str, paper: str, language: str, as_json: bool) -> None:
    """The pages that a player of a game needs on paper: how to write orders, letters, the rulings (these in
    English)."""
    from judge import shelf
    from judge.report.languages import ENGLISH, worded_in
    from judge.report.media.pdf import NoPdf
    from judge.report.printed import page_pdf
    from judge.shelf import not_known
    from judge.variants import GAMES

    if game is None or game not in GAMES:
        raise Complain(
            str(not_known("game", game, GAMES))
            if game
            else f"of which game? judge docs print {'|'.join(sorted(GAMES))}"
        )
    players = shelf.shipped("docs") / "players"
    folder = players if language == "en" else players / language
    if not (folder / f"{game}.md").is_file():
        there = sorted(path.parent.name for path in players.glob(f"*/{game}.md"))
        raise Complain(f'the page of {game} is not there in "{language}", but in {", ".join(("en", *there))}')
    pages = {
        f"{game}.pdf": (folder / f"{game}.md", language),
        "letters.pdf": (folder / "letters.md", language),
        f"{game}-rulings.pdf": (shelf.shipped("rulings") / f"{game}.md", ENGLISH),
    }
    written = []
    for name, (page, written_in) in pages.items():
        try:
            with worded_in(written_in):
                made = page_pdf(page.read_text(encoding="utf-8"), paper)
        except NoPdf as error:
            raise Complain(words_of(error)) from None
        write_out(str(Path(out) / name), made, public=True)
        written.append(str(Path(out) / name))
    say_done(as_json, "\n".join(written), files=written)


@click.command(epilog="Example: judge sheet spring lazy-s --out sheets")
@click.argument("name")
@click.argument("seats", nargs=-1, metavar="[SEAT]...")
@click.option("--out", required=True, type=click.Path(file_okay=False), help="The folder to write to.")
@paper_option
@override_option
@json_option
@on_campaign
def sheet(
    campaign: Campaign, name: str, seats: tuple[str, ...], out: str, paper: str, override: str | None, as_json: bool
) -> None:
    """Order sheets to print: a PDF for each seat that the open window asks, or for those named.

    Each has the seat's map, lines to write on, and its newest report: all that this seat may see, and no more, in its
    player's language.
    """
    from judge.campaign.languages import language_at
    from judge.campaign.live import load_game, seat_of
    from judge.campaign.secrecy import may_look
    from judge.campaign.sheets import sheet_of
    from judge.report.languages import worded_in
    from judge.report.media.pdf import NoPdf
    from judge.report.printed import sheet_pdf
    from judge.report.saying import Saying

    with campaign.act(now()) as act:
        live = load_game(act.connection, name)
        chosen = [seat_of(live.game, one) for one in seats] or sorted(live.need_window().asks)
        for seat in chosen:
            may_look(act, name, Saying("looks/seen-by", {"seat": seat}), override, seat)
    written = []
    for seat in chosen:
        with campaign.look() as look:
            live = load_game(look.connection, name)
            with worded_in(language_at(look, live, seat)):
                asked = sheet_of(look, live, seat)
                try:
                    made = sheet_pdf(asked, paper, campaign.config.own_templates)
                except NoPdf as error:
                    raise Complain(words_of(error)) from None
        path = str(Path(out) / f"{seat}.pdf")
        write_out(path, made)
        written.append(path)
    say_done(as_json, "\n".join(written), files=written)
