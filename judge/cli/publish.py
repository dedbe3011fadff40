"""`judge site` and `judge post`: public things, on the web and on forums."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from judge.cli.common import Complain, Unreachable, say_done, say_json, words_of
from judge.cli.opened import gathered, json_option, on_campaign, sit_down, write_out

if TYPE_CHECKING:
    from judge.campaign.campaign import Campaign


def _open(folder: str | None) -> Campaign:
    from judge.campaign.campaign import Campaign
    from judge.campaign.config import NoCampaign, find_folder
    from judge.grammar.document import DocumentError
    from judge.store.base import StoreError, StoreUnreachable

    try:
        campaign = Campaign.open(find_folder(folder, Path.cwd()))
    except StoreUnreachable as error:
        raise Unreachable(words_of(error)) from None
    except (NoCampaign, DocumentError, StoreError) as error:
        raise Complain(words_of(error)) from None
    sit_down(campaign)
    return campaign


@click.command(epilog="Example: judge site spring-game --out public")
@click.argument("names", nargs=-1, metavar="NAME...")
@click.option("--all", "every", is_flag=True, help="Every game that has begun.")
@click.option("--out", required=True, type=click.Path(file_okay=False), help="The folder to write to.")
@json_option
@click.option("--campaign", envvar="JUDGE_CAMPAIGN", metavar="DIR", help="The campaign's folder.")
def site(names: tuple[str, ...], every: bool, out: str, as_json: bool, campaign: str | None) -> None:
    """Write a static archive: one permanent page per game and phase, replay on the map, order composer, feeds."""
    from judge.campaign.archive import club_of, record_of
    from judge.campaign.languages import language_of
    from judge.campaign.live import NoGame, NotNow, called_before
    from judge.report.languages import worded_in
    from judge.report.site import write_club, write_site
    from judge.store.games import names_begun

    if not names and not every:
        raise Complain("say which games, or --all")
    opened = _open(campaign)
    try:
        with opened.look() as look:
            if every:
                names = tuple(names_begun(look.connection))
            try:
                records = [record_of(look, name) for name in names]
            except (NoGame, NotNow) as error:
                raise Complain(words_of(error)) from None
            club, called = club_of(look) if every else None, called_before(look.connection)
        config, wrote = opened.config, lambda name: click.echo(f"wrote {name}", err=True)
        with worded_in(language_of({}, None, config)):
            if club is not None:
                write_club(Path(out), (config.title, config.name), club, config.base_url, config.own_templates)
            write_site(records, Path(out), config.title, config.base_url, config.own_templates, wrote, called)
        if not opened.config.base_url:
            click.echo(
                "the feeds have no links: write base_url, the address the site will have, into campaign.yaml", err=True
            )
    finally:
        opened.close()
    first = str(Path(out) / "index.html")
    say_done(as_json, first, file=first, games=list(names))


@click.command(epilog="Example: judge book spring --out spring.pdf")
@click.argument("name")
@click.option("--out", required=True, type=click.Path(dir_okay=False), help="The file to write: .html or .pdf.")
@on_campaign
def book(campaign: Campaign, name: str, out: str) -> None:
    """A finished game as one file: maps, orders, press, diaries, turning points, verified dice."""
    from judge.campaign.archive import record_of
    from judge.campaign.live import NotNow
    from judge.campaign.verify import verify
    from judge.report.languages import worded_in
    from judge.report.media.pdf import NoPdf
    from judge.report.site import book as book_html
    from judge.report.site import book_pdf

    kind = Path(out).suffix.lower()
    if kind not in (".html", ".pdf"):
        raise Complain(f"{out}: a book is a page or a PDF, so its name ends in .html or .pdf")
    with campaign.look() as look:
        record = record_of(look, name)
        if not record.closing:
            raise NotNow("book-waits", game=name)
    checked = bool(record.proof) and not verify(record.proof).differences
    config = campaign.config
    try:
        with worded_in(record.language):
            made = (book_pdf if kind == ".pdf" else book_html)(record, config.title, checked, config.own_templates)
    except NoPdf as error:
        raise Complain(f"{words_of(error)}. As a page a book needs none: --out book.html") from None
    write_out(out, made, public=True)
    click.echo(out)


@dataclass(frozen=True)
class Which:
    """Which report of a game."""

    step: int | None
    closing: bool
    picture: bool


@click.command(epilog="Example: judge post spring-game --to club --dry-run")
@click.argument("name")
@click.option("--to", "target", required=True, metavar="TARGET", help="A target of campaign.yaml.")
@click.option("--step", type=int, help="Another step than the latest.")
@click.option("--closing", is_flag=True, help="The closing report of a finished game instead.")
@click.option("--picture", is_flag=True, help="Post the map of the step first, if the board takes pictures.")
@click.option("--dry-run", is_flag=True, help="Show what would be sent; send nothing.")
@click.option("--test", "trial", is_flag=True, help="Send a test post instead of a report.")
@click.option("--json", "as_json", is_flag=True, help="Print what was done as JSON.")
@click.option("--campaign", envvar="JUDGE_CAMPAIGN", metavar="DIR", help="The campaign's folder.")
@gathered("which", Which)
def post(name: str, target: str, which: Which, dry_run: bool, trial: bool, as_json: bool, campaign: str | None) -> None:
    """Post the public report to a forum or chat; a post that is already there is edited, never posted twice."""
    from judge import forum
    from judge.campaign.archive import CLOSING, post_report
    from judge.campaign.live import NoGame, NotNow
    from judge.grammar.document import DocumentError
    from judge.grammar.lexicon import nearest

    if which.closing and which.step is not None:
        raise Complain("--closing is of the whole game: leave out --step")
    opened = _open(campaign)
    try:
        targets = forum.read_targets(opened.config.targets, opened.config.folder)
        if target not in targets:
            near = nearest(target, targets)
            hint = f'did you mean "{near}"?' if near else f"there are: {', '.join(sorted(targets)) or 'none'}"
            raise Complain(f'campaign.yaml has no target "{target}": {hint}')
        if trial:
            posted = forum.trial(targets[target])
            done: list[dict[str, object]] = [{"part": 1, "remote": posted.remote, "edited": False}]
        else:
            done = post_report(
                opened, targets[target], name, CLOSING if which.closing else which.step, dry_run, which.picture
            )
    except (NoGame, NotNow, DocumentError, forum.Refused) as error:
        raise Complain(words_of(error)) from None
    except forum.Unreached as error:
        raise Unreachable(words_of(error)) from None
    finally:
        opened.close()
    if as_json:
        say_json(done)
        return
    for one in done:
        if dry_run:
            click.echo(f"--- part {one['part']} ({'unchanged' if one['request'] is None else 'would be sent'})")
            click.echo(str(one["text"]))
        else:
            click.echo(f"part {one['part']}: {'edited' if one['edited'] else 'posted'} as {one['remote']}")
    if not done:
        click.echo("nothing to do: every part stands there unchanged")
