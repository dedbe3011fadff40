"""`judge position`, `edit`, `whatif`, `report`, `map`: looking at a game, and putting it right."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from judge.cli.common import Complain, language_option, read_text, say_done, spoken_language
from judge.cli.opened import (
    campaign_option,
    gathered,
    json_option,
    now,
    on_campaign,
    opened,
    override_option,
    write_out,
)
from judge.report.saying import Saying

if TYPE_CHECKING:
    from judge.adjudicator.protocol import Seat
    from judge.campaign.campaign import Campaign
    from judge.campaign.live import Live


@dataclass(frozen=True)
class Asked:
    """Which report of a game."""

    step: int | None
    seat: str | None
    closing: bool


@dataclass(frozen=True)
class Into:
    """The file a map goes into: a picture, or a moving one of the whole game or of a step's goes."""

    out: str | None
    animate: str | None
    goes: str | None

    @property
    def moving(self) -> str | None:
        """The file of a moving picture."""
        return self.animate or self.goes

    @property
    def file(self) -> tuple[str, str]:
        """The one file that was named ("": none), and the ending of its name."""
        named = [path for path in (self.out, self.animate, self.goes) if path]
        if len(named) > 1:
            raise Complain("one file at a time: --out FILE, --animate FILE or --goes FILE")
        path = named[0] if named else ""
        ending = path.rpartition(".")[2].lower() if path else "txt"
        if self.moving and ending not in ("webp", "gif"):
            raise Complain(f"a moving map is a .webp or .gif file, not {path}")
        if not self.moving and ending not in ("svg", "png", "txt"):
            raise Complain(f"a map is a .svg, .png or .txt file, not {path}")
        return path, ending


@dataclass(frozen=True)
class Loaded:
    """The files of a position, out and in."""

    out: str | None
    load: str | None
    reason: str
    dry_run: bool


@dataclass(frozen=True)
class Read:
    """Which position a file is of."""

    key: str | None
    map_name: str | None
    language: str


json_medium = click.option("--json", "medium", flag_value="json", help="The same as --format json.")


@click.command(epilog="Example: judge position spring --load fixed.yaml --reason 'the herd was misplaced'")
@click.argument("name")
@click.option("--out", metavar="F", help="Write it to this file (default: stdout).")
@click.option("--load", metavar="F", help="Make the position what this file says.")
@click.option("--reason", default="", help="Why: every player reads it.")
@click.option("--dry-run", is_flag=True, help="With --load: show what would change, and change nothing.")
@override_option
@json_option
@on_campaign
@gathered("file", Loaded)
def position(campaign: Campaign, name: str, file: Loaded, override: str | None, as_json: bool) -> None:
    """The position as an editable document, out and in: validated, on record, players told."""
    from judge.campaign import correcting
    from judge.campaign.secrecy import may_look
    from judge.grammar.document import dump

    with campaign.act(now()) as act:
        may_look(act, name, Saying("looks/position"), override)
    if file.load:
        _load(campaign, name, file, as_json)
        return
    with campaign.look() as look:
        found = correcting.position(look, name)
    text = json.dumps(found, ensure_ascii=False, indent=2) + "\n" if as_json else dump(found)
    if file.out:
        write_out(file.out, text)
        click.echo(f"the position of {name} is in {file.out}", err=True)
    else:
        click.echo(text, nl=False)


def _load(campaign: Campaign, name: str, file: Loaded, as_json: bool) -> None:
    from judge.campaign import correcting
    from judge.grammar.document import load as read

    assert file.load is not None
    document = read(read_text(file.load), file.load)
    with campaign.look() as look:
        changes = correcting.changes(look, name, document)
    if as_json or changes:
        say_done(as_json, "\n".join(changes), game=name, changes=list(changes), dry_run=file.dry_run)
    if not changes:
        click.echo("nothing would change", err=True)
        return
    if file.dry_run:
        click.echo("nothing was changed (--dry-run)", err=True)
        return
    with campaign.act(now()) as act:
        correcting.edit(act, name, document, file.reason)
    click.echo(f"the position of {name} is changed; the players are told", err=True)


@click.command(epilog="Example: judge edit spring --reason 'the herd was misplaced'")
@click.argument("name")
@click.option("--reason", default="", help="Why: every player reads it.")
@click.option("--yes", is_flag=True, help="Do not ask before changing it.")
@override_option
@on_campaign
def edit(campaign: Campaign, name: str, reason: str, yes: bool, override: str | None) -> None:
    """The position in your editor ($VISUAL or $EDITOR); what changes is shown before it is stored."""
    from judge.campaign import correcting
    from judge.campaign.secrecy import may_look
    from judge.grammar.document import DocumentError, dump
    from judge.grammar.document import load as read

    with campaign.act(now()) as act:
        may_look(act, name, Saying("looks/position"), override)
    with campaign.look() as look:
        before = dump(correcting.position(look, name))
    text = before
    while True:
        edited = click.edit(text, extension=".yaml")
        if edited is None or edited == before:
            click.echo("nothing was changed", err=True)
            return
        try:
            document = read(edited, "position")
            with campaign.look() as look:
                changes = correcting.changes(look, name, document)
            break
        except DocumentError as error:
            click.echo(str(error), err=True)
            if yes or not click.confirm("edit it again?", default=True, err=True):
                raise Complain("nothing was changed") from None
            text = edited
    for change in changes:
        click.echo(change)
    if not changes:
        click.echo("nothing would change", err=True)
        return
    said = reason or ("" if yes else click.prompt("why (every player reads it)", err=True))
    if not yes and not click.confirm("store this?", default=False, err=True):
        raise Complain("nothing was changed")
    with campaign.act(now()) as act:
        correcting.edit(act, name, document, said)
    click.echo(f"the position of {name} is changed; the players are told", err=True)


@click.command(epilog="Example: judge whatif spring --orders tentative.txt")
@click.argument("name")
@click.option("--orders", "file", required=True, metavar="FILE", help="Orders of any seats (`-`: standard input).")
@click.option("--seat", help="Only what this seat would see.")
@click.option("--format", "medium", default="text", show_default=True, help="text, html, bbcode, markdown, json …")
@json_medium
@override_option
@on_campaign
def whatif(campaign: Campaign, name: str, file: str, seat: str | None, medium: str, override: str | None) -> None:
    """Resolve tentative orders, with separate dice. Stores nothing; other seats do what silence means."""
    from judge import report
    from judge.campaign.live import load_game, seat_of
    from judge.campaign.looking import what_if
    from judge.campaign.paste import split_orders
    from judge.campaign.secrecy import may_look

    text = read_text(file)
    with campaign.act(now()) as act:
        live = load_game(act.connection, name)
        if seat:
            may_look(act, name, Saying("looks/seen-by", {"seat": seat}), override, seat_of(live.game, seat))
    with campaign.look() as look:
        made = what_if(look, name, split_orders(live.game, text).by_seat, seat)
    click.echo(report.render(made, medium, campaign.config.own_templates), nl=False)


@click.command(epilog="Example: judge report spring --step 3 --format bbcode")
@click.argument("name", required=False)
@click.option("--step", type=int, help="Which step (default: the newest).")
@click.option("--seat", help="The report of this seat (default: the public one).")
@click.option("--closing", is_flag=True, help="The closing report of a finished game: everything, opened.")
@click.option("--format", "medium", default="text", show_default=True,
              help="text, html, bbcode, markdown, discord, json, a forum's own; png: the page of a paper.")  # fmt: skip
@click.option("--out", metavar="FILE", help="Write it to this file (default: stdout).")
@click.option("--schema", is_flag=True, help="Print the JSON schema of reports instead.")
@json_medium
@override_option
@campaign_option
@gathered("asked", Asked)
def report(
    name: str | None, asked: Asked, medium: str, out: str | None, schema: bool, override: str | None, folder: str | None
) -> None:
    """Any report again."""
    if schema:
        from judge.report.media.facts import SCHEMA

        text = json.dumps(SCHEMA, ensure_ascii=False, indent=2) + "\n"
    elif name is None:
        raise Complain("say which game, or --schema")
    elif asked.closing and (asked.step is not None or asked.seat):
        raise Complain("--closing is of the whole game, and the same for everybody: leave out --step and --seat")
    else:
        with opened(folder) as campaign:
            if medium == "png":
                write_out(str(out), _page_of(campaign, name, asked, out), public=True)
                return
            _guard(campaign, name, asked.seat, override)
            text = _again(campaign, name, asked, medium)
    if out:
        write_out(out, text, public=not asked.seat)
    else:
        click.echo(text, nl=False)


def _page_of(campaign: Campaign, name: str, asked: Asked, out: str | None) -> bytes:
    """The front page of a game's paper as a picture, the same for everybody."""
    from judge.campaign.archive import page_of_paper
    from judge.campaign.live import load_game
    from judge.report.languages import worded_in
    from judge.report.media.front_page import NoPage

    if not out or asked.seat or asked.closing:
        raise Complain("--format png is the page of the game's paper, for everybody: give it --out FILE.png alone")
    try:
        with campaign.look() as look, worded_in(load_game(look.connection, name).settings.language):
            return page_of_paper(look, name, asked.step)[0]
    except NoPage as error:
        raise Complain(f"the page of a paper needs one package more: {error}") from None


def _again(campaign: Campaign, name: str, asked: Asked, medium: str) -> str:
    """A report in the game's language, as it would be posted."""
    from judge import report as reports
    from judge.campaign.closing import closing_report
    from judge.campaign.live import load_game
    from judge.campaign.looking import report_again
    from judge.report.languages import worded_in

    with campaign.look() as look:
        live = load_game(look.connection, name)
        with worded_in(live.settings.language):
            made = closing_report(look, live) if asked.closing else report_again(look, name, asked.step, asked.seat)
            return reports.render(made, medium, campaign.config.own_templates)


def _guard(campaign: Campaign, name: str, seat: str | None, override: str | None) -> Seat | None:
    from judge.campaign.live import load_game, seat_of
    from judge.campaign.secrecy import may_look

    if seat is None:
        return None
    with campaign.act(now()) as act:
        chosen = seat_of(load_game(act.connection, name).game, seat)
        may_look(act, name, Saying("looks/seen-by", {"seat": chosen}), override, chosen)
    return chosen


@click.command("map", epilog="Example: judge map spring --out spring.png")
@click.argument("name")
@click.option("--step", type=int, help="Which step (default: the newest).")
@click.option("--seat", help="As this seat sees it, its pieces and their reach marked (default: the public map).")
@click.option("--out", metavar="FILE", help="A .svg, .png or .txt file (default: text to stdout).")
@click.option("--animate", metavar="FILE", help="The whole game up to the step, as a moving .webp or .gif file.")
@click.option("--goes", metavar="FILE", help="The step alone, go by go, as a moving .webp or .gif file.")
@override_option
@gathered("into", Into)
@on_campaign
def map_(campaign: Campaign, name: str, step: int | None, seat: str | None, into: Into, override: str | None) -> None:
    """The map, with the orders of the step drawn as they succeeded or failed."""
    from judge.campaign.live import NotNow, line_of, load_game, state_of
    from judge.report.pictures import sketch

    chosen = _guard(campaign, name, seat, override)
    with campaign.store.read() as connection:
        live = load_game(connection, name)
        number = live.head if step is None else step
        if not 0 <= number <= live.head:
            raise NotNow("no-such-step", game=live.name, step=live.head, number=number)
        line = line_of(connection, live)[: number + 1]
    path, ending = into.file
    if ending == "txt":
        drawn = sketch(live.game, live.game.view(state_of(live.game, line[-1]), chosen))
    else:
        drawn = _map_of(live, line[-1], chosen)
    if not drawn:
        raise Complain(f"{live.game.title} has no map")
    if not path:
        click.echo(drawn)
        return
    made = _made_into(into, ending, drawn, [_map_of(live, one, chosen) for one in line] if into.animate else [])
    write_out(path, made, public=chosen is None)
    click.echo(f"the map of {name} is in {path}", err=True)


def _made_into(into: Into, ending: str, drawn: str, steps: Sequence[str]) -> str | bytes:
    """A map in the file's own form; of several, one moving picture."""
    from judge.report.animation import animated, go_by_go
    from judge.report.pictures import png

    if into.moving:
        return animated(steps or go_by_go(drawn), ending)
    return png(drawn) if ending == "png" else drawn


def _map_of(live: Live, stored: Mapping[str, Any], seat: Seat | None) -> str:
    """The map after a step as SVG, with the orders that led there."""
    from judge.campaign.live import state_of
    from judge.campaign.reports import map_of, seen
    from judge.report.own import own_picture

    if seat is None:
        return map_of(live, stored, seat)
    view, told = seen(live, stored, seat)
    window = live.window if stored["number"] == live.head else live.game.window(state_of(live.game, stored))
    return own_picture(live.game, view, window, seat, told, stored["window_title"])


@click.command(epilog="Example: judge adjudicate position.yaml orders.txt --next next.yaml")
@click.argument("position", metavar="POSITION")
@click.argument("orders", metavar="ORDERS")
@click.option("--game", "key", help="Which game, when the position does not say `game: …`.")
@click.option("--map", "map_name", help="The map, when it is not the game's own.")
@click.option("--dice", metavar="KEY", default="judge adjudicate", help="A word that the dice are drawn from.")
@click.option("--next", "after", metavar="FILE", help="Write the next position document here.")
@click.option("--seat", help="The report of this seat (default: the public one).")
@click.option("--format", "medium", default="text", show_default=True, help="text, html, bbcode, markdown, json …")
@json_medium
@language_option
@gathered("of", Read)
def adjudicate(
    position: str, orders: str, of: Read, dice: str, after: str | None, seat: str | None, medium: str
) -> None:
    """Adjudicate from files, without a campaign: the report to stdout, the next position document to FILE."""
    from judge.campaign.alone import Asked
    from judge.campaign.alone import adjudicate as resolve
    from judge.cli.opened import complaining
    from judge.grammar.document import load

    asked = Asked(of.key, of.map_name, seat, medium, spoken_language(of.language))
    with complaining():
        document = load(read_text(position), position)
        done = resolve(document, read_text(orders), dice, asked)
    click.echo(done.report, nl=False)
    for sentence in done.refused:
        click.echo(f"judge: {sentence}", err=True)
    if after:
        write_out(after, done.next_position)
