"""`judge preview`, `release`, `deadline`, `note`, `vote`, `statement`, `audit`: running a game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import click

from judge.cli.careful import Care, ask, careful, carry_out, done, is_watched, on_games, say_tried
from judge.cli.common import Complain, hint, not_so, read_text, say_json, words_of
from judge.cli.opened import gathered, json_option, now, on_campaign, override_option, pause, write_out
from judge.grammar.text import many
from judge.report.saying import Saying

if TYPE_CHECKING:
    from judge.campaign.act import Act
    from judge.campaign.campaign import Campaign
    from judge.campaign.live import Live

JUST_NOW = timedelta(hours=1)
"""Nobody can have answered a window that opened so recently."""


@click.command(epilog="Example: judge preview spring --out look")
@click.argument("name")
@click.option("--out", type=click.Path(file_okay=False), help="Write every report into this folder.")
@override_option
@json_option
@on_campaign
def preview(campaign: Campaign, name: str, out: str | None, override: str | None, as_json: bool) -> None:
    """The effect of a release now. Changes and sends nothing; the look is on record. Prints the hash."""
    from judge import report
    from judge.campaign import releasing
    from judge.campaign.secrecy import may_look

    with campaign.act(now()) as act:
        may_look(act, name, Saying("looks/preview"), override)
        found = releasing.preview(act, name)
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
@click.option("--hash", "expected", metavar="H", help="Only if a preview would still have this hash.")
@click.option("--window", metavar="KEY", help="Only if this is the open window.")
@careful
@on_campaign
@on_games("release")
def release(campaign: Campaign, name: str, expected: str | None, window: str | None, care: Care) -> None:
    """Close the open window: adjudicate, commit, send. Exit status 1 when it is not what was previewed. At a terminal
    it asks before it closes a window that has only just opened.
    """
    from judge.campaign import releasing
    from judge.campaign.beacons import ClosedUntil, settled
    from judge.campaign.live import load_game

    with campaign.store.read() as connection:
        live = load_game(connection, name)
        before = live.need_window()
    if window and window != before.key:
        click.echo(f"judge: not released: {before.key} is open, not {window}", err=True)
        not_so()
    if care.dry_run:
        _try_release(campaign, name, care)
        return
    if not expected and not window and not care.yes and is_watched():
        _ask_twice(campaign, name)
    try:
        do = care.of(lambda act: releasing.release(act, name, expected, before.key))
        live = settled(campaign, name, do, now, pause)
    except ClosedUntil as later:
        care.say(words_of(later), game=name, step=live.head, closed=before.key, open=None)
        return
    except releasing.OrdersChanged as error:
        click.echo(f"judge: not released: {words_of(error)}", err=True)
        not_so()
    after = live.window
    goes_on = f"open now: {after.title}" if after else f"{live.name} is over"
    care.say(
        f"{before.title} is adjudicated (step {live.head})\n{goes_on}",
        game=live.name, step=live.head, closed=before.key, open=after.key if after else None,
    )  # fmt: skip


def _try_release(campaign: Campaign, name: str, care: Care) -> None:
    """A tried release is a preview: it goes on record as one."""
    from judge.campaign import releasing
    from judge.campaign.secrecy import may_look

    with campaign.act(now()) as act:
        may_look(act, name, Saying("looks/preview"), None)
        found = releasing.preview(act, name)
    said = [f"{found.title} would be adjudicated", many(len(found.reports), "report"), f"hash: {found.hash}"]
    say_tried(care, said)


def _ask_twice(campaign: Campaign, name: str) -> None:
    """A second release right behind the first would close a window that nobody has seen."""
    from judge.campaign.live import load_game
    from judge.campaign.overview import overview
    from judge.store.base import moment

    with campaign.look() as look:
        one = overview(look, now(), name)["games"][0]
        opened_at = moment(load_game(look.connection, name).row["opened_at"])
    if now() - opened_at > JUST_NOW or not one["silent"]:
        return
    ask(f"{one['phase']} was opened just now, and nothing has come from {', '.join(one['silent'])}: release it")


@dataclass(frozen=True)
class When:
    """A change of a deadline."""

    by: str | None
    to: str | None
    stop: bool
    resume: bool


@click.command(epilog="Example: judge deadline --all --by 24h --reason 'the mail server was down'")
@click.option("--by", metavar="SPAN", help="Put it off by this much (24h, 2d).")
@click.option("--to", metavar="TIME", help="Put it at this time (2027-03-08 20:30, in the game's zone).")
@click.option("--pause", "stop", is_flag=True, help="Stop the clock.")
@click.option("--resume", is_flag=True, help="Start the clock again, after a pause or any other hold.")
@careful
@on_campaign
@gathered("when", When)
@on_games()
def deadline(campaign: Campaign, name: str, when: When, care: Care) -> None:
    """When the open window closes: print it, put it off, stop and start the clock. Capped, and on record."""
    from judge.campaign.live import load_game
    from judge.campaign.turns import deadline_of

    if sum((when.by is not None, when.to is not None, when.stop, when.resume)) > 1:
        raise Complain("one of --by, --to, --pause and --resume at a time")
    if (when.by or when.to or when.stop) and not care.reason.strip():
        raise Complain("the players are told why: --reason")
    with campaign.store.read() as connection:
        before = load_game(connection, name)
    change = _change(before, when, care.reason)
    if change is not None:
        carry_out(campaign, care, (f"change the deadline of {name}", name), change, "never")
    if care.dry_run and change is not None:
        return
    with campaign.store.read() as connection:
        live = load_game(connection, name)
    due, window = deadline_of(live), live.need_window()
    said = live.settings.calendar.said(due, now()) if due else "no deadline"
    held = f"; held: {_held(live)}" if live.held else ""
    care.say(
        f"{live.name}, {window.title}: {said}{held}",
        game=live.name, window=window.key, deadline=due.isoformat() if due else None, held=_held(live),
    )  # fmt: skip


def _held(live: Live) -> str | None:
    """Why the clock is stopped."""
    return words_of(live.held) if live.held else None


def _change(live: Live, when: When, reason: str) -> Callable[[Act], object] | None:
    """The act that does it; None where the deadline is only asked for."""
    from judge.campaign import pace

    name = live.name
    if when.by:
        span = _length(when.by)
        return lambda act: pace.extend(act, name, span, reason)
    if when.to:
        to = pace.time_in(live, when.to)
        return lambda act: pace.set_deadline(act, name, to, reason)
    if when.stop:
        return lambda act: pace.pause(act, name, reason)
    return (lambda act: pace.resume(act, name)) if when.resume else None


def _length(text: str) -> timedelta:
    from judge.campaign.deadlines import RuleError, read_length

    try:
        return read_length(text)
    except RuleError as error:
        raise Complain(f"--by: {error}") from None


@click.command(epilog="Example: judge note --where game=diplomacy 'The next deadline falls on a holiday.'")
@click.option("--seat", "seats", multiple=True, help="For this seat alone (repeatable).")
@careful
@on_campaign
@on_games()
@click.argument("text")
def note(campaign: Campaign, name: str, text: str, seats: tuple[str, ...], care: Care) -> None:
    """An official word of the game master in the next report."""
    from judge.campaign import correcting

    what = (f"put this word into the next report of {name}", name)
    if carry_out(campaign, care, what, done(correcting.official_word, name, text, seats), "never"):
        care.say(f"it will be in the next report of {name}", game=name, text=text, seats=list(seats))


@click.command(epilog="Example: judge vote spring lazy-s DRAW")
@click.argument("name")
@click.argument("seat")
@click.argument("proposal", nargs=-1, required=True, metavar="DRAW | CONCEDE SEAT | NO")
@careful
@on_campaign
def vote(campaign: Campaign, name: str, seat: str, proposal: tuple[str, ...], care: Care) -> None:
    """A seat's vote for a draw or a concession; when all who must agree have, the game ends."""
    from judge.campaign import ending
    from judge.campaign.secrecy import may_look

    if care.dry_run:
        # It would tell whether all others have voted so.
        with campaign.act(now()) as act:
            may_look(act, name, Saying("looks/votes"))
    words = " ".join(word for word in proposal if word.lower() != "to")
    what = (f"vote {words} for {seat} of {name}", name)
    found = carry_out(campaign, care, what, lambda act: ending.vote(act, name, seat, words), "never")
    if found is not None:
        care.say(found[0], game=name, seat=seat, said=found[0])


@click.command(epilog="Example: judge statement spring lazy-s words.txt")
@click.argument("name")
@click.argument("seat")
@click.argument("file", metavar="FILE")
@careful
@on_campaign
def statement(campaign: Campaign, name: str, seat: str, file: str, care: Care) -> None:
    """A player's closing statement from a file (`-`: standard input), for the closing report of a finished game.

    A new one replaces the old; an empty file removes it.
    """
    from judge.campaign import stating

    text = read_text(file)
    what = (f"keep the statement of {seat} of {name}", name)
    said = carry_out(campaign, care, what, lambda act: stating.state(act, name, seat, text), "never")
    if said is not None:
        care.say(said, game=name, seat=seat, said=said)


@click.command(epilog="Example: judge audit spring")
@click.argument("name", required=False)
@json_option
@on_campaign
def audit(campaign: Campaign, name: str | None, as_json: bool) -> None:
    """Every act of the game masters and the clock, oldest first; without a game, those about the whole campaign."""
    import json

    from judge.campaign import looking

    with campaign.look() as look:
        found = looking.audit(look, name)
    if as_json:
        say_json([{key: one[key] for key in ("at", "step", "actor", "act", "detail")} for one in found])
        return
    for one in found:
        # The hashes of sealed orders are in the reports and in --json.
        told = {key: part for key, part in one["detail"].items() if key != "sealed"}
        detail = json.dumps(told, ensure_ascii=False, sort_keys=True) if told else ""
        click.echo(
            f"{one['at'][:16].replace('T', ' ')}  step {one['step']:>3}  {one['actor']:8} {one['act']}  {detail}"
        )
