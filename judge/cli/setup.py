"""`judge init`, `new`, `seat`, `start`, `set`: from an empty folder to the first report."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

import click

from judge import private
from judge.cli.careful import Care, Which, careful, carry_out, done, each_game, games_options, on_games
from judge.cli.common import Complain, hint, read_text, say_json, settings, words_of
from judge.cli.opened import complaining, json_option, now, on_campaign, pause
from judge.report.saying import Saying

if TYPE_CHECKING:
    from judge.campaign.act import Act
    from judge.campaign.campaign import Campaign


@click.command(epilog="Example: judge init club --zone Europe/London --gm ann@example.org --mail club.judge@gmail.com")
@click.argument("directory", metavar="DIR", type=click.Path(file_okay=False))
@click.option("--name", help="The campaign's name in subjects (default: the folder's).")
@click.option("--zone", default="UTC", show_default=True, help="The time zone deadlines are kept in.")
@click.option("--gm", default="", help="Your address: notices go there.")
@click.option(
    "--mail", "judge_address", default="", metavar="ADDRESS", help="The Judge's own address, at any provider."
)
def init(directory: str, name: str | None, zone: str, gm: str, judge_address: str) -> None:
    """Make a campaign: its file with explanations, and an empty store. An old store is upgraded, after a backup."""
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
    click.echo(f"campaign {config.name} {said}")
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
    options, given = told_apart(campaign.config, key, map_name, settings(pairs))
    options = {**of_preset(campaign.config, key, map_name, named["preset"]), **options}
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
    if as_json:
        say_json({"game": name, "open_commitment": open_, "sealed_commitment": sealed})
        return
    click.echo(f"{name} is forming")
    click.echo(f"dice commitment, open:   {open_}")
    click.echo(f"dice commitment, sealed: {sealed}")
    if all(seats.values()) and seats:
        hint(f"judge start {name}")
    else:
        hint(f"judge seat assign {name} SEAT ADDRESS for each player, then judge start {name}")


@contextmanager
def _of_flags() -> Iterator[None]:
    """A rule that is not understood was given by a flag."""
    from judge.grammar.options import OptionError

    try:
        yield
    except OptionError as error:
        raise Complain(f"--set: {error}") from None


def _draw(own_maps: Path | None, key: str, map_name: str | None) -> None:
    """A map of the campaign's own that has no picture gets one, once, in its file."""
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
        # What is wrong with the map itself is said when the game is made.
        return


@click.group(epilog="Example: judge seat assign spring lazy-s 'Ann <ann@example.org>'")
def seat() -> None:
    """Who sits where."""


def at_table(name: str, example: str, *arguments: str) -> Callable[[Callable[..., None]], click.Command]:
    """A `judge seat` command: its example, its arguments in order, on the open campaign."""

    def made(act: Callable[..., None]) -> click.Command:
        command: Callable[..., None] = on_campaign(act)
        for argument in reversed(arguments):
            command = click.argument(argument)(command)
        return seat.command(name, epilog=f"Example: {example}")(command)

    return made


played_by = click.option("--played-by", metavar="STRENGTH", help="Let the program play: idle, easy, fair or keen.")


def _somebody(address: str | None, strength: str | None) -> str:
    """The address a seat is given to, where it is not the program's."""
    if address is None or strength is not None:
        raise Complain("a seat is given to an ADDRESS, or with --played-by to the program: to one of them")
    return address


@seat.command("assign", epilog="Example: judge seat assign spring lazy-s 'Ann <ann@example.org>'")
@click.argument("name")
@click.argument("seat")
@click.argument("address", required=False)
@played_by
@on_campaign
def assign(campaign: Campaign, name: str, seat: str, address: str | None, played_by: str | None) -> None:
    """Seat a player; the token goes to the player by mail. With --played-by the program plays, and all are told."""
    from judge.campaign import filling, opponents

    if played_by is not None and address is None:
        with campaign.act(now()) as act:
            opponents.put_at(act, name, seat, played_by)
        click.echo(f"{seat} of {name} is played by the program ({played_by}); its orders are in")
        return
    who = _somebody(address, played_by)
    with campaign.act(now()) as act:
        filling.assign(act, name, seat, who)
    click.echo(f"{who} sits at {seat} of {name}; the token is on its way by mail")


@seat.command("replace", epilog="Example: judge seat replace spring lazy-s 'Bob <bob@example.org>'")
@click.argument("name")
@click.argument("seat")
@click.argument("address", required=False)
@played_by
@on_campaign
@careful
def replace(campaign: Campaign, name: str, seat: str, address: str | None, played_by: str | None, care: Care) -> None:
    """Another player takes a seat over: the old token ends, the deadline becomes at least a whole window."""
    from judge.campaign import filling, opponents

    if played_by is not None and address is None:
        what = (f"let the program play {seat} of {name}", name)

        def let_play(act: Act) -> bool:
            opponents.put_at(act, name, seat, played_by, instead=True)
            return True

        if carry_out(campaign, care, what, let_play, "never"):
            click.echo(f"{seat} of {name} is played by the program ({played_by}); its orders are in")
        return
    who = _somebody(address, played_by)
    what = (f"give {seat} of {name} to {who}", name)
    if carry_out(campaign, care, what, lambda act: filling.replace(act, name, seat, who), "never") is None:
        return
    click.echo(f"{who} sits at {seat} of {name} now; the old token is worth nothing")


@at_table("remove", "judge seat remove spring lazy-s", "name", "seat")
@careful
def remove(campaign: Campaign, name: str, seat: str, care: Care) -> None:
    """A seat stands empty from now on."""
    from judge.campaign import filling

    what = (f"take {seat} of {name} from its player", name)
    if carry_out(campaign, care, what, done(filling.unseat, name, seat)):
        click.echo(f"{seat} of {name} is empty")


@at_table("list", "judge seat list spring", "name")
@json_option
def list_(campaign: Campaign, name: str, as_json: bool) -> None:
    """Everybody at a table."""
    from judge.campaign.looking import table

    with campaign.look() as look:
        found = table(look, name)
    if as_json:
        say_json(
            [
                {"seat": one.seat, "role": one.role, "name": one.name, "addresses": list(one.addresses),
                 "state": one.state}
                for one in found
            ]
        )  # fmt: skip
        return
    for one in found:
        at = one.seat if one.role in ("player", "opponent") else f"({one.role})"
        state = "" if one.state in ("active", "opponent") else f"  [{one.state}]"
        click.echo(f"{at:16} {one.name}  {', '.join(one.addresses)}{state}")
    if not found:
        click.echo(f"nobody sits at {name} yet", err=True)


@at_table("observe", "judge seat observe spring 'Eve <eve@example.org>'", "name", "address")
@click.option("--co-gm", is_flag=True, help="Not an observer but a second game master.")
def observe(campaign: Campaign, name: str, address: str, co_gm: bool) -> None:
    """Somebody gets the public reports without playing."""
    from judge.campaign import filling

    role = "co-gm" if co_gm else "observer"
    with campaign.act(now()) as act:
        filling.assign(act, name, f"*{role}", address, role)
    click.echo(f"{address} is {role} of {name}")


@at_table("substitute", "judge seat substitute spring 'Eve <eve@example.org>'", "name", "address")
def substitute(campaign: Campaign, name: str, address: str) -> None:
    """Somebody stands by for a seat that nobody claims, and reads the public reports."""
    from judge.campaign import confirming

    with campaign.act(now()) as act:
        confirming.substitute(act, name, address)
    click.echo(f"{address} is a substitute of {name}")


@at_table("join", "judge seat join spring 'Ann <ann@example.org>' --wants lazy-s --wants red-river", "name", "address")
@click.option("--wants", multiple=True, metavar="SEAT", help="A seat one would like, best first.")
@click.option("--word", default="", help="A word of one's own, mixed into the dice.")
def join(campaign: Campaign, name: str, address: str, wants: tuple[str, ...], word: str) -> None:
    """Sign a player up; seats are drawn at the start, wishes first."""
    from judge.campaign.people import join as sign_up

    with campaign.act(now()) as act:
        said = sign_up(act, name, address, wants, word)
    click.echo(said)


@at_table("refuse", "judge seat refuse spring ann@example.org --reason 'the table is full'", "name", "address")
@click.option("--reason", default="", help="What the applicant is told.")
def refuse(campaign: Campaign, name: str, address: str, reason: str) -> None:
    """An applicant gets no seat, and is told so."""
    from judge.campaign import people

    with campaign.act(now()) as act:
        people.refuse(act, name, address, reason)
    click.echo(f"{address} is not signed up for {name} any more, and is told so")


@at_table("move", "judge seat move spring ann@example.org autumn", "name", "address", "where")
def move(campaign: Campaign, name: str, address: str, where: str) -> None:
    """An applicant is moved to another game, or to a seat of this one, and is told so."""
    from judge.campaign import filling, people
    from judge.store.games import is_there

    with campaign.act(now()) as act:
        if is_there(act.connection, where):
            said = words_of(people.move(act, name, address, where))
        else:
            filling.assign(act, name, where, address)
            said = f"{address} sits at {where} of {name}; the token is on its way by mail"
    click.echo(said)


@at_table("token", "judge seat token spring lazy-s", "name", "seat")
def token_(campaign: Campaign, name: str, seat: str) -> None:
    """A new token for whoever sits there; the old one is worth nothing."""
    from judge.campaign import filling

    with campaign.act(now()) as act:
        filling.renew_token(act, name, seat)
    click.echo(f"a new token for {seat} of {name} is on its way by mail; the old one is worth nothing")


@at_table("word", "judge seat word spring lazy-s 'forty-two tumbleweeds'", "name", "seat", "word")
def word_(campaign: Campaign, name: str, seat: str, word: str) -> None:
    """Mix a player's own word into the dice, before the game begins."""
    from judge.campaign import founding

    with campaign.act(now()) as act:
        founding.mix_in(act, name, seat, word)
    click.echo(f"the word of {seat} is mixed into the dice of {name}")


@at_table("resign", "judge seat resign spring lazy-s", "name", "seat")
@careful
def resign(campaign: Campaign, name: str, seat: str, care: Care) -> None:
    """A player gives a seat up; nobody waits for it until it is replaced."""
    from judge.campaign.people import resign as give_up

    what = (f"let {seat} of {name} resign", name)
    if carry_out(campaign, care, what, done(give_up, name, seat), "never"):
        click.echo(f"{seat} of {name} has resigned")


@at_table("address", "judge seat address ann@example.org ann@work.example.org", "known", "new")
def address_(campaign: Campaign, known: str, new: str) -> None:
    """A further address of a player."""
    from judge.campaign.people import add_address

    with campaign.act(now()) as act:
        add_address(act, known, new)
    click.echo(f"letters from {new} count as {known}'s")


@at_table("absent", "judge seat absent ann@example.org 2027-08-01 2027-08-14", "address", "first", "last")
def absent(campaign: Campaign, address: str, first: str, last: str) -> None:
    """Days on which a player is away: deadlines that fall on them move."""
    from judge.campaign.people import be_away
    from judge.campaign.seating import by_address

    with campaign.store.read() as connection:
        rows = by_address(connection, address)
    if not rows:
        raise Complain(f"nobody here has the address {address}")
    try:
        days = date.fromisoformat(first), date.fromisoformat(last)
    except ValueError:
        raise Complain(f"days are written as 2027-08-01, not {first} and {last}") from None
    with campaign.act(now()) as act:
        moved = be_away(act, int(rows[0]["player_id"]), *days)
    click.echo(f"{address} is away from {first} to {last}")
    for name, due in moved:
        click.echo(f"the deadline of {name} moved to {due:%Y-%m-%d %H:%M} UTC")


@click.command(epilog="Example: judge start spring")
@click.option("--now", "at_once", is_flag=True, help="Do not wait for players who have not said HERE.")
@json_option
@on_campaign
@on_games()
def start(campaign: Campaign, name: str, at_once: bool, as_json: bool) -> None:
    """Deal, place, open the first window, and mail the first reports.

    With the setting `confirm` players are asked first whether they are there.
    """
    from judge.campaign import founding
    from judge.campaign.beacons import settled

    live = settled(campaign, name, lambda act: founding.start(act, name, at_once), now, pause)
    if live.step is None:
        if as_json:
            say_json({"game": live.name, "window": None, "asked": []})
            return
        click.echo(f"{live.name} asks its players whether they are there, and begins when they are")
        return
    window = live.need_window()
    if as_json:
        say_json({"game": live.name, "window": window.key, "asked": sorted(window.asks)})
        return
    click.echo(f"{live.name} has begun: {window.title}, asked are {', '.join(sorted(window.asks))}")
    orders = f"judge orders enter {live.name} SEAT"
    hint(f"judge serve takes letters and sends reports; or by hand, {orders}" if campaign.config.mail.value else orders)


@click.command("set", epilog="Example: judge set spring summer nmr=wait grace=12h")
@click.argument("words", nargs=-1, metavar="NAME... SETTING=VALUE...")
@games_options
@careful
@json_option
@on_campaign
def set_(
    campaign: Campaign, words: tuple[str, ...], every: bool, where: tuple[str, ...], care: Care, as_json: bool
) -> None:
    """A game's settings: change them (on record, and told to the players), or print them."""
    pairs = tuple(word for word in words if "=" in word)
    which = Which(tuple(word for word in words if "=" not in word), every, where)
    each_game(campaign, which, lambda name: _settings_of(campaign, name, pairs, care, as_json), as_json)


def _settings_of(campaign: Campaign, name: str, pairs: tuple[str, ...], care: Care, as_json: bool) -> None:
    import json

    from judge.campaign.live import load_game
    from judge.campaign.pace import change_settings
    from judge.campaign.settings import KEYS, as_setting

    if pairs:
        given = {key: as_setting(value) for key, value in settings(pairs).items()}
        what = (f"set {', '.join(pairs)} in {name}", name)
        if carry_out(campaign, care, what, lambda act: change_settings(act, name, given), "never") is None:
            return
    with campaign.store.read() as connection:
        have = json.loads(load_game(connection, name).row["settings"])
    if as_json:
        say_json(have)
        return
    for key in KEYS:
        click.echo(f"{key} = {have[key]}" if key in have else f"# {key}: {words_of(Saying(f'settings/{key}'))}")
