"""`judge init`, `new`, `start`, `set`: from an empty folder to the first report."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from judge import private
from judge.cli.careful import Care, Which, careful, carry_out, each_game, games_options, on_games, try_out
from judge.cli.common import Complain, hint, read_text, say_done, settings, words_of
from judge.cli.opened import complaining, json_option, now, on_campaign, pause
from judge.report.saying import Saying

if TYPE_CHECKING:
    from judge.campaign.act import Act
    from judge.campaign.campaign import Campaign
    from judge.campaign.live import Live


@click.command(epilog="Example: judge init club --zone Europe/London --gm ann@example.org --mail club.judge@gmail.com")
@click.argument("directory", metavar="DIR", type=click.Path(file_okay=False))
@click.option("--name", help="The campaign's name in subjects (default: the folder's).")
@click.option("--zone", default="UTC", show_default=True, help="The time zone deadlines are kept in.")
@click.option("--gm", default="", help="Your address: notices go there.")
@click.option(
    "--mail", "judge_address", default="", metavar="ADDRESS", help="The Judge's own address, at any provider."
)
@json_option
def init(directory: str, name: str | None, zone: str, gm: str, judge_address: str, as_json: bool) -> None:
    """Make a campaign: its file with explanations, and an empty store. Upgrades an old store, after a backup."""
    from judge.campaign.campaign import Campaign
    from judge.campaign.config import FILE, read_config

    with complaining():
        folder = Path(directory)
        there = (folder / FILE).exists()
        called = name or re.sub(r"[^a-z0-9]+", "-", folder.resolve().name.lower()).strip("-") or "campaign"
        _check_zone(zone)
        if not there and (gm or judge_address):
            from judge.campaign.seating import plain_address

            for address in filter(None, (gm, judge_address)):
                plain_address(address)
        config = Campaign.create(folder, called, zone)
        path = folder / FILE
        if not there and gm:
            text = path.read_text(encoding="utf-8").replace("# gm: gm@example.org", f"gm: {gm}")
            private.write(path, text)
        if not there and judge_address:
            _write_mail(path, plain_address(judge_address)[1])
            config = read_config(folder)
    said = "is up to date" if there else f"is made: look through {path}"
    say_done(as_json, f"campaign {config.name} {said}", campaign=config.name, file=str(path), made=not there)
    if there:
        return
    if judge_address:
        from judge.campaign.seating import plain_address
        from judge.mail.accounts import read_account, what_it_proves
        from judge.mail.providers import provider_of

        known = provider_of(plain_address(judge_address)[1])
        proven = words_of(what_it_proves(read_account(config.mail, config.folder))[1])
        click.echo(f"{proven[0].upper()}{proven[1:]}.", err=True)
        click.echo(f"{known.name}: {known.first}" if known else f"look up the names of the servers in {path}", err=True)
        hint(f"cd {directory}; judge mail test")
    else:
        hint(f"cd {directory}; judge new NAME --game GAME (`judge games` lists them)")


def _write_mail(path: Path, address: str) -> None:
    """The `mail:` part, in the place of its example."""
    from judge.mail.providers import written

    text = path.read_text(encoding="utf-8")
    example = re.search(r"^# mail:\n(?:#   .*\n)+", text, re.MULTILINE)
    if example is None:
        raise Complain(f"{path} has no place for a mail part: add it by hand")
    private.write(path, text[: example.start()] + written(address) + text[example.end() :])


def _check_zone(zone: str) -> None:
    from judge.campaign.settings import read_settings
    from judge.grammar.document import Document

    read_settings(Document({"zone": zone}, name="--zone"))


@click.command(epilog="Example: judge new spring --game range-war --set deadlines='3d at 20:30' --seats seats.yaml")
@click.argument("name")
@click.option("--game", "key", required=True, help="Which game: `judge games` lists them.")
@click.option("--map", "map_name", help="Another map than the game's own: a name, or a file.")
@click.option("--preset", help="Rules that go well together: `judge games show GAME` lists them.")
@click.option("--set", "pairs", multiple=True, metavar="OPTION=VALUE", help="A rule or a setting of this game.")
@click.option("--seats", "seats_file", metavar="FILE", help="YAML: seat: address (or nothing for an empty seat).")
@json_option
@on_campaign
def new(
    campaign: Campaign,
    name: str,
    key: str,
    pairs: tuple[str, ...],
    as_json: bool,
    **named: str | None,
) -> None:
    """A new game in the campaign. Prints the commitment of its dice: publish it before anybody orders anything."""
    from judge.campaign.filling import assign as seat_somebody
    from judge.campaign.founding import Wanted, new_game, of_preset, told_apart
    from judge.grammar.document import load

    map_name, seats_file = named["map_name"], named["seats_file"]
    _draw(campaign.config.own_maps, key, map_name)
    map_name, set_by_preset = of_preset(campaign.config, key, map_name, named["preset"])
    options, given = told_apart(campaign.config, key, map_name, settings(pairs))
    options = {**set_by_preset, **options}
    seats: dict[str, str] = {}
    if seats_file:
        document = load(read_text(seats_file), seats_file)
        if not isinstance(document.value, dict):
            raise Complain(f"{seats_file}: expected `seat: address`, a line a seat")
        seats = {str(seat): str(who or "") for seat, who in document.value.items()}
    with _of_flags(), campaign.act(now()) as act:
        open_, sealed = new_game(act, name, key, Wanted(map_name, options, given, tuple(seats)))
    for seat, who in seats.items():
        if who:
            with campaign.act(now()) as act:
                seat_somebody(act, name, seat, who)
    said = f"{name} is forming\ndice commitment, open:   {open_}\ndice commitment, sealed: {sealed}"
    say_done(as_json, said, game=name, open_commitment=open_, sealed_commitment=sealed)
    if all(seats.values()) and seats:
        hint(f"judge start {name}")
    else:
        hint(f"judge seat assign {name} SEAT ADDRESS for each player, then judge start {name}")


@contextmanager
def _of_flags() -> Iterator[None]:
    """An unknown rule came from an option of the command."""
    from judge.grammar.options import OptionError

    try:
        yield
    except OptionError as error:
        raise Complain(f"--set: {error}") from None


def _draw(own_maps: Path | None, key: str, map_name: str | None) -> None:
    """If a map of the campaign's own has no picture, draw one, once, into its file."""
    from judge.grammar.document import DocumentError, load
    from judge.report.drawn import Undrawn, lacks_picture, with_picture

    path = (own_maps or Path()) / f"{(map_name or '').removesuffix('.yaml')}.yaml"
    if not map_name or own_maps is None or not path.is_file():
        return
    text = read_text(str(path))
    try:
        if not lacks_picture(key, load(text, path.name).value):
            return
        click.echo(f"{path} has no picture yet: drawing one, which takes up to a minute, once", err=True)
        private.write(path, with_picture(key, text, path.name)[0])
    except Undrawn as error:
        click.echo(f"no picture was drawn: {error}", err=True)
    except DocumentError:
        # Faults of the map itself are reported when the game is made.
        return


@click.command(epilog="Example: judge start spring")
@click.option("--now", "at_once", is_flag=True, help="Do not wait for players who have not said HERE.")
@careful
@on_campaign
@on_games()
def start(campaign: Campaign, name: str, at_once: bool, care: Care) -> None:
    """Deal, place, open the first window, and mail the first reports.

    With the setting `confirm` it first asks players whether they are there.
    """
    from judge.campaign import founding
    from judge.campaign.beacons import ClosedUntil, settled

    def begin(act: Act) -> Live:
        return founding.start(act, name, at_once)

    if care.dry_run:
        try_out(campaign, care, name, begin)
        return
    try:
        live = settled(campaign, name, care.of(begin), now, pause)
    except ClosedUntil as later:
        care.say(words_of(later), game=name, window=None, asked=[])
        return
    if live.step is None:
        said = f"{live.name} asks its players whether they are there, and begins when they are"
        care.say(said, game=live.name, window=None, asked=[])
        return
    window, asked = live.need_window(), sorted(live.need_window().asks)
    said = f"{live.name} has begun: {window.title}, asked are {', '.join(asked)}"
    care.say(said, game=live.name, window=window.key, asked=asked)
    orders = f"judge orders enter {live.name} SEAT"
    hint(f"judge serve takes letters and sends reports; or by hand, {orders}" if campaign.config.mail.value else orders)


@click.command("set", epilog="Example: judge set spring summer nmr=wait grace=12h")
@click.argument("words", nargs=-1, metavar="NAME... SETTING=VALUE...")
@games_options
@careful
@on_campaign
def set_(campaign: Campaign, words: tuple[str, ...], every: bool, where: tuple[str, ...], care: Care) -> None:
    """A game's settings: change them (on record, and told to the players), or print them."""
    pairs = tuple(word for word in words if "=" in word)
    which = Which(tuple(word for word in words if "=" not in word), every, where)
    each_game(campaign, which, lambda name: _settings_of(campaign, name, pairs, care), care.as_json)


def _settings_of(campaign: Campaign, name: str, pairs: tuple[str, ...], care: Care) -> None:
    import json

    from judge.campaign.live import load_game
    from judge.campaign.pace import change_settings
    from judge.campaign.settings import KEYS, as_setting

    given = {key: as_setting(value) for key, value in settings(pairs).items()}
    if pairs:
        what = (f"set {', '.join(pairs)} in {name}", name)
        if carry_out(campaign, care, what, lambda act: change_settings(act, name, given), "never") is None:
            return
    with campaign.store.read() as connection:
        have = json.loads(load_game(connection, name).row["settings"])
    shown = [
        f"{key} = {have[key]}" if key in have else f"# {key}: {words_of(Saying(f'settings/{key}'))}"
        for key in KEYS
        if not pairs or key in given
    ]
    care.say("\n".join(shown), **have)
