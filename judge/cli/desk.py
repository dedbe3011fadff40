"""`judge status`, `archive`, `rename`, `delete`: all the games of a campaign, and what needs a hand."""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

import click

from judge.cli.careful import Care, careful, carry_out, done, on_games, own_games
from judge.cli.common import own_templates, say_json, words_of
from judge.cli.opened import gathered, json_option, now, on_campaign
from judge.grammar.text import many

if TYPE_CHECKING:
    from judge.campaign.campaign import Campaign


@dataclass(frozen=True)
class Shown:
    """Which games to show, and how."""

    where: tuple[str, ...]
    needs: bool
    archived: bool
    plain: bool
    as_json: bool


@click.command(epilog="Example: judge status --where game=diplomacy --where late")
@click.argument("name", required=False)
@click.option(
    "--where", multiple=True, metavar="WHAT", help="game=…, name=spring-*, status=…, held, late (repeatable)."
)
@click.option("--needs", is_flag=True, help="Only games that need you.")
@click.option("--archived", is_flag=True, help="Archived games instead.")
@click.option("--watch", type=click.IntRange(1, 3600), metavar="SECONDS", help="Seconds between looks, until Ctrl-C.")
@click.option("--plain", is_flag=True, help="Without frames and colours.")
@json_option
@gathered("shown", Shown)
@on_campaign
def status(campaign: Campaign, name: str | None, watch: int | None, shown: Shown) -> None:
    """The dashboard: phase, deadline, who is missing; games that need you first. With a game's name also what silence
    would do, and who plays which seat.
    """
    if watch is None:
        _show(campaign, name, shown)
        return
    try:
        while True:
            if sys.stdout.isatty() and not shown.as_json:
                click.clear()
            _show(campaign, name, shown)
            if not shown.as_json:
                click.echo(f"{now().astimezone():%H:%M:%S}; again every {watch} s, Ctrl-C ends")
            sys.stdout.flush()
            time.sleep(watch)
    except KeyboardInterrupt:
        return


def _show(campaign: Campaign, name: str | None, shown: Shown) -> None:
    from judge.campaign.choosing import is_so
    from judge.campaign.overview import overview
    from judge.report.saying import all_worded

    where = (*shown.where, *(("needs",) if shown.needs else ()))
    with campaign.look() as look:
        found = overview(look, now(), name, shown.archived)
        theirs = own_games(campaign, [one["name"] for one in found["games"]])
    games = [one for one in found["games"] if one["name"] in theirs and is_so(one, where)]
    found = all_worded(found, own_templates()) | {"games": games}
    found["games"] = all_worded(found["games"], own_templates())
    if shown.as_json:
        say_json(found)
    elif not found["games"]:
        click.echo(_nothing(where, shown))
    elif shown.plain or not sys.stdout.isatty():
        _plain_status(found, name is not None)
    else:
        _rich_status(found, name is not None)


def _nothing(where: tuple[str, ...], shown: Shown) -> str:
    if where:
        return f"no game with {', '.join(where)}"
    return "no game is put away" if shown.archived else "no games yet: judge new NAME --game GAME"


def _plain_status(found: dict[str, Any], whole: bool) -> None:
    from judge.campaign.overview import lines_of

    for one in found["games"]:
        if not whole:
            click.echo(_one_line(one))
            continue
        click.echo(f"{one['name']} ({one['title']}): {one['standing']}")
        for line in lines_of(one, True):
            click.echo(f"  {words_of(line)}")
    for line in found["notices"]:
        click.echo(f"! {line}")


def _one_line(one: dict[str, Any]) -> str:
    """A game on one line: what needs a hand last, behind a `!`."""
    parts = [f"{one['name']} ({one['title']}): {one['standing']}"]
    if one["deadline"]:
        parts.append(f"due {one['deadline_said']}")
    if one["window"]:
        parts.append(f"{len(one['in'])} in, missing: {', '.join(one['missing']) or 'nobody'}")
    if one["waiting"]:
        parts.append(f"said WAIT: {', '.join(one['waiting'])}")
    return "; ".join(parts) + "".join(f" ! {need}" for need in one["needs"])


def _rich_status(found: dict[str, Any], whole: bool) -> None:
    from rich.console import Console
    from rich.markup import escape
    from rich.panel import Panel
    from rich.table import Table

    from judge.campaign.overview import lines_of

    console = Console()
    if whole:
        one = found["games"][0]
        body = "\n".join(escape(words_of(line)) for line in lines_of(one, True)) or "nothing is asked"
        console.print(Panel(body, title=escape(f"{one['name']} · {one['title']} · {one['standing']}")))
    else:
        # One line for each game. Only the part that needs a hand is never cut.
        table = Table(title=escape(found["campaign"]), expand=True, box=None, pad_edge=False)
        for head, ratio in (("game", None), ("phase", 3), ("due", None), ("missing", 2)):
            table.add_column(head, no_wrap=True, overflow="ellipsis", ratio=ratio)
        table.add_column(
            "needs a hand", min_width=12, overflow="fold", ratio=3 if any(one["needs"] for one in found["games"]) else 1
        )
        for one in found["games"]:
            due = _short(one)
            table.add_row(
                f"[bold]{escape(one['name'])}[/]",
                escape(one["standing"]),
                f"[red]{due}[/]" if one["overdue"] else due,
                escape(_missing(one)),
                f"[yellow]{escape('; '.join(one['needs']))}[/]" if one["needs"] else "",
            )
        console.print(table)
    for line in found["notices"]:
        console.print(f"[yellow]![/] {escape(line)}")


def _short(one: dict[str, Any]) -> str:
    """A deadline in its shortest form, in its game's zone."""
    return (
        f"{datetime.fromisoformat(one['deadline']).astimezone(ZoneInfo(one['zone'])):%a %-d %b %H:%M}"
        if one["deadline"]
        else ""
    )


def _missing(one: dict[str, Any]) -> str:
    """The missing seats: how many first, since the names may be cut."""
    missing = one["missing"]
    if len(missing) < 2:
        return "".join(missing)
    return f"all {len(missing)}" if not one["in"] else f"{len(missing)}: {', '.join(missing)}"


@click.command(epilog="Example: judge archive spring")
@click.option("--back", is_flag=True, help="Bring it back.")
@careful
@on_campaign
@on_games("put away")
def archive(campaign: Campaign, name: str, back: bool, care: Care) -> None:
    """Archive a game that is over: lists no longer show it, but you can still use it by its name."""
    from judge.campaign import tidying

    what = (f"{'bring back' if back else 'put away'} {name}", name)
    if carry_out(campaign, care, what, done(tidying.archive, name, back), "never"):
        said = "back" if back else "put away: judge status --archived lists it"
        care.say(f"{name} is {said}", game=name, archived=not back)


@click.command(epilog="Example: judge rename spring spring-1871")
@click.argument("name")
@click.argument("new")
@careful
@on_campaign
def rename(campaign: Campaign, name: str, new: str, care: Care) -> None:
    """Another name for a game. Answers to mails that hold the old one still arrive; its old pages lead on."""
    from judge.campaign import tidying

    called = carry_out(campaign, care, (f"call {name} {new}", new), lambda act: tidying.rename(act, name, new), "never")
    if called is not None:
        care.say(f"{name} is called {called} now", game=called, was=name)
        for key in _named_under(campaign, name):
            click.echo(f"campaign.yaml still says {name} under {key}", err=True)


def _named_under(campaign: Campaign, name: str) -> list[str]:
    """The parts of campaign.yaml that use this name of a game."""
    config = campaign.config
    parts = {
        "on_close": config.on_close,
        "game_masters": [game for master in config.masters for game in master.games or ()],
        "club: join_words": config.club.join_words,
    }
    return [key for key, names in parts.items() if name in names]


@click.command(epilog="Example: judge delete trial --reason 'a rehearsal'")
@click.argument("name")
@careful
@on_campaign
def delete(campaign: Campaign, name: str, care: Care) -> None:
    """Delete a game that is over or never began, with its letters and mails. `judge archive` only hides it."""
    from judge.campaign import tidying
    from judge.campaign.live import load_game

    with campaign.look() as look:
        live = load_game(look.connection, name)
        steps = live.head + 1
    question = f"delete {name} with {many(steps, 'step')} for good (`judge export {name} --full` keeps a copy)"
    gone = carry_out(campaign, care, (question, name), lambda act: tidying.delete(act, name), "always")
    if gone is not None:
        rows = sum(gone.values())
        care.say(f"{name} is deleted: {many(rows, 'row')}", game=name, rows=rows)
