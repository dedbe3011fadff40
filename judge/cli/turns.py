"""`judge status`, `preview`, `release`, `rollback`, `rollforward`, `deadline`, `note`, `end`: running a game."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from judge.cli.common import Complain, hint, not_so, read_text, say_json
from judge.cli.opened import json_option, now, on_campaign, override_option, pause, write_out
from judge.grammar.text import many

if TYPE_CHECKING:
    from judge.campaign.campaign import Campaign


@click.command(epilog="Example: judge status spring")
@click.argument("name", required=False)
@click.option("--plain", is_flag=True, help="Without frames and colours.")
@json_option
@on_campaign
def status(campaign: Campaign, name: str | None, plain: bool, as_json: bool) -> None:
    """The dashboard: phase, deadline, who is missing, what silence would do."""
    from judge.campaign.overview import overview

    with campaign.look() as look:
        found = overview(look, now(), name)
    if as_json:
        say_json(found)
        return
    if not found["games"]:
        click.echo("no games yet: judge new NAME --game GAME")
        return
    if plain or not sys.stdout.isatty():
        _plain_status(found, name is not None)
    else:
        _rich_status(found, name is not None)


def _plain_status(found: dict[str, Any], whole: bool) -> None:
    for one in found["games"]:
        click.echo(f"{one['name']} ({one['title']}): {one['standing']}")
        for line in _lines(one, whole):
            click.echo(f"  {line}")
    for line in found["notices"]:
        click.echo(f"! {line}")


def _lines(one: dict[str, Any], whole: bool) -> list[str]:
    lines = []
    if one["deadline"]:
        lines.append(f"deadline: {one['deadline_said']}")
    if one["held"]:
        lines.append(f"held: {one['held']}")
    if one["window"]:
        lines.append(f"in: {', '.join(one['in']) or 'nobody'}")
        lines.append(f"missing: {', '.join(one['missing']) or 'nobody'}")
        if one["waiting"]:
            lines.append(f"said WAIT: {', '.join(one['waiting'])}")
    if whole:
        lines += [f"house rule: {key} = {value}" for key, value in one["house_rules"].items()]
        for seat, said in one["silence"].items():
            lines.append(f"silence of {seat}: {'; '.join(said) or 'nothing'}")
        for seat in one["seats"]:
            who = f"{seat['player']}" if seat["player"] else "nobody"
            lines.append(
                f"{seat['seat']}: {who}{'' if seat['state'] in ('active', '') else ' [' + seat['state'] + ']'}"
            )
    return lines


def _rich_status(found: dict[str, Any], whole: bool) -> None:
    from rich.console import Console
    from rich.markup import escape
    from rich.panel import Panel
    from rich.table import Table

    console = Console()
    if whole:
        one = found["games"][0]
        body = "\n".join(escape(line) for line in _lines(one, True)) or "nothing is asked"
        console.print(Panel(body, title=escape(f"{one['name']} · {one['title']} · {one['standing']}")))
    else:
        table = Table(title=escape(found["campaign"]), expand=True)
        for head in ("game", "phase", "deadline", "missing", "held"):
            table.add_column(head, overflow="fold")
        for one in found["games"]:
            late = one["overdue"]
            table.add_row(
                f"[bold]{escape(one['name'])}[/]\n{escape(one['title'])}",
                escape(one["standing"]),
                f"{'[red]late: ' if late else ''}{escape(one['deadline_said'])}{'[/]' if late else ''}",
                escape(", ".join(one["missing"])),
                escape(one["held"] or ""),
            )
        console.print(table)
    for line in found["notices"]:
        console.print(f"[yellow]![/] {escape(line)}")


@click.command(epilog="Example: judge preview spring --out look")
@click.argument("name")
@click.option("--out", type=click.Path(file_okay=False), help="Write every report into this folder.")
@override_option
@json_option
@on_campaign
def preview(campaign: Campaign, name: str, out: str | None, override: str | None, as_json: bool) -> None:
    """What a release would make now. Changes and sends nothing; the look is on record. Prints the hash."""
    from judge import report
    from judge.campaign import releasing
    from judge.campaign.secrecy import may_look

    with campaign.act(now()) as act:
        may_look(act, name, "the preview", override)
    found = releasing.preview(campaign, name, now())
    if out:
        for who, one in found.reports.items():
            for medium, ending in (("text", "txt"), ("html", "html")):
                text = report.render(one, medium, campaign.config.own_templates)
                write_out(str(Path(out) / f"{who}.{ending}"), text)
    if as_json:
        say_json({"game": name, "window": found.title, "hash": found.hash, "reports": sorted(found.reports)})
        return
    if not out:
        click.echo(report.render(found.reports["public"], "text", campaign.config.own_templates))
    else:
        click.echo(f"{many(len(found.reports), 'report')} in {out}", err=True)
    click.echo(f"hash: {found.hash}")
    hint(f"judge release {name} --hash {found.hash}")


@click.command(epilog="Example: judge release spring --hash 3f2a9c")
@click.argument("name")
@click.option("--hash", "expected", metavar="H", help="Only if a preview with this hash still holds.")
@click.option("--window", metavar="KEY", help="Only if this is the open window.")
@json_option
@on_campaign
def release(campaign: Campaign, name: str, expected: str | None, window: str | None, as_json: bool) -> None:
    """Close the open window: adjudicate, commit, send. Exit status 1 when it is not what was previewed."""
    from judge.campaign import releasing
    from judge.campaign.beacons import settled
    from judge.campaign.live import load_game

    with campaign.store.read() as connection:
        before = load_game(connection, name).need_window()
    if window and window != before.key:
        click.echo(f"judge: not released: {before.key} is open, not {window}", err=True)
        not_so()
    try:
        live = settled(campaign, name, lambda act: releasing.release(act, name, expected, before.key), now, pause)
    except releasing.OrdersChanged as error:
        click.echo(f"judge: not released: {error}", err=True)
        not_so()
    after = live.window
    if as_json:
        say_json({"game": live.name, "step": live.head, "closed": before.key, "open": after.key if after else None})
        return
    click.echo(f"{before.title} is adjudicated (step {live.head})")
    click.echo(f"open now: {after.title}" if after else f"{live.name} is over")


@click.command(epilog="Example: judge rollback spring --to 3")
@click.argument("name")
@click.option("--to", type=int, required=True, metavar="STEP", help="The step to go back to.")
@on_campaign
def rollback(campaign: Campaign, name: str, to: int) -> None:
    """Back to a step. Orders as they were keep their dice; changed ones draw from a chain published now."""
    from judge.campaign import correcting

    with campaign.act(now()) as act:
        live = correcting.roll_back(act, name, to)
    click.echo(f"{live.name} stands at step {live.head} again: {live.need_window().title} is open")
    click.echo(f"the clock is held: judge release {live.name}, or judge deadline {live.name} --resume", err=True)


@click.command(epilog="Example: judge rollforward spring")
@click.argument("name")
@click.option("--to", type=int, metavar="STEP", help="Only as far as this step.")
@on_campaign
def rollforward(campaign: Campaign, name: str, to: int | None) -> None:
    """Forward again as far as the game had been played. Nothing is adjudicated anew."""
    from judge.campaign import correcting

    with campaign.act(now()) as act:
        live = correcting.roll_forward(act, name, to)
    window = live.window
    click.echo(f"{live.name} stands at step {live.head}: {window.title + ' is open' if window else 'it is over'}")


@click.command(epilog="Example: judge deadline spring --by 24h --reason 'the mail server was down'")
@click.argument("name")
@click.option("--by", metavar="SPAN", help="Put it off by this much (24h, 2d).")
@click.option("--to", metavar="TIME", help="Put it at this time (2027-03-08 20:30, in the game's zone).")
@click.option("--pause", "stop", is_flag=True, help="Stop the clock.")
@click.option("--resume", is_flag=True, help="Start the clock again, after a pause or any other hold.")
@click.option("--reason", default="", help="Why: the players are told.")
@on_campaign
def deadline(
    campaign: Campaign, name: str, by: str | None, to: str | None, stop: bool, resume: bool, reason: str
) -> None:
    """When the open window closes: print it, put it off, stop and start the clock. Capped, and on record."""
    from datetime import datetime

    from judge.campaign import pace
    from judge.campaign.deadlines import read_length
    from judge.campaign.live import load_game
    from judge.campaign.turns import deadline_of

    if sum((by is not None, to is not None, stop, resume)) > 1:
        raise Complain("one of --by, --to, --pause and --resume at a time")
    if (by or to or stop) and not reason.strip():
        raise Complain("the players are told why: --reason")
    with campaign.store.read() as connection:
        calendar = load_game(connection, name).settings.calendar
    if by:
        with campaign.act(now()) as act:
            pace.extend(act, name, read_length(by), reason)
    elif to:
        try:
            wanted = datetime.fromisoformat(to)
        except ValueError:
            raise Complain(f'a time is written as 2027-03-08 20:30, not "{to}"') from None
        if wanted.tzinfo is None:
            wanted = calendar.on(wanted.date(), wanted.time())
        with campaign.act(now()) as act:
            pace.set_deadline(act, name, wanted, reason)
    elif stop:
        with campaign.act(now()) as act:
            pace.pause(act, name, reason)
    elif resume:
        with campaign.act(now()) as act:
            pace.resume(act, name)
    with campaign.store.read() as connection:
        live = load_game(connection, name)
        due = deadline_of(live)
        said = calendar.said(due, now()) if due else "no deadline"
        click.echo(f"{live.need_window().title}: {said}{'; held: ' + live.row['held'] if live.row['held'] else ''}")


@click.command(epilog="Example: judge note spring 'The next deadline falls on a holiday.'")
@click.argument("name")
@click.argument("text")
@click.option("--seat", "seats", multiple=True, help="For this seat alone (repeatable).")
@on_campaign
def note(campaign: Campaign, name: str, text: str, seats: tuple[str, ...]) -> None:
    """An official word of the game master in the next report."""
    from judge.campaign import correcting

    with campaign.act(now()) as act:
        correcting.official_word(act, name, text, seats)
    click.echo(f"it stands in the next report of {name}")


@click.command(epilog="Example: judge end spring --winner lazy-s --reason concession")
@click.argument("name")
@click.option("--winner", "winners", multiple=True, metavar="SEAT", help="Who won (repeatable; none: nobody).")
@click.option("--reason", required=True, help="How it ended: draw, concession, abandoned …")
@on_campaign
def end(campaign: Campaign, name: str, winners: tuple[str, ...], reason: str) -> None:
    """End a game by agreement of the table or by your own word."""
    from judge.campaign import ending

    with campaign.act(now()) as act:
        live = ending.end(act, name, winners, reason)
    click.echo(f"{live.name} is over: {reason}")


@click.command(epilog="Example: judge vote spring lazy-s DRAW")
@click.argument("name")
@click.argument("seat")
@click.argument("proposal", nargs=-1, required=True, metavar="DRAW | CONCEDE SEAT | NO")
@on_campaign
def vote(campaign: Campaign, name: str, seat: str, proposal: tuple[str, ...]) -> None:
    """A seat's vote for a draw or a concession; when all who must agree have, the game ends."""
    from judge.campaign import ending

    words = [word for word in proposal if word.lower() != "to"]
    with campaign.act(now()) as act:
        said, _ = ending.vote(act, name, seat, " ".join(words))
    click.echo(said)


@click.command(epilog="Example: judge statement spring lazy-s words.txt")
@click.argument("name")
@click.argument("seat")
@click.argument("file", metavar="FILE")
@on_campaign
def statement(campaign: Campaign, name: str, seat: str, file: str) -> None:
    """A player's closing statement from a file (`-`: standard input), for the closing report of a finished game.

    A new one takes the place of the old; an empty file takes it away.
    """
    from judge.campaign import stating

    text = read_text(file)
    with campaign.act(now()) as act:
        said = stating.state(act, name, seat, text)
    click.echo(said)


@click.command(epilog="Example: judge audit spring")
@click.argument("name")
@json_option
@on_campaign
def audit(campaign: Campaign, name: str, as_json: bool) -> None:
    """Every act of the game master and the clock, oldest first. The record only grows."""
    import json

    from judge.campaign import looking

    with campaign.look() as look:
        found = looking.audit(look, name)
    if as_json:
        say_json([{key: one[key] for key in ("at", "step", "actor", "act", "detail")} for one in found])
        return
    for one in found:
        # The hashes of sealed orders stand in the reports and in --json.
        told = {key: part for key, part in one["detail"].items() if key != "sealed"}
        detail = json.dumps(told, ensure_ascii=False, sort_keys=True) if told else ""
        click.echo(
            f"{one['at'][:16].replace('T', ' ')}  step {one['step']:>3}  {one['actor']:8} {one['act']}  {detail}"
        )
