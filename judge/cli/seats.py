"""`judge seat`: players and their seats."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import TYPE_CHECKING

import click

from judge.cli.careful import Care, careful, carry_out, done
from judge.cli.common import Complain, Group, say_json, words_of
from judge.cli.opened import json_option, now, on_campaign, override_option

if TYPE_CHECKING:
    from judge.campaign.act import Act
    from judge.campaign.campaign import Campaign


@click.group(cls=Group, epilog="Example: judge seat assign spring lazy-s 'Ann <ann@example.org>'")
def seat() -> None:
    """The players of a game and their seats."""


def at_table(
    name: str, example: str, *arguments: str, helped: str | None = None
) -> Callable[[Callable[..., None]], click.Command]:
    """A `judge seat` command that changes something: its example, its arguments in order, on the open campaign.

    `helped`: its help, if that is not its docstring.
    """

    def made(act: Callable[..., None]) -> click.Command:
        command: Callable[..., None] = on_campaign(careful(act))
        for argument in reversed(arguments):
            command = click.argument(argument)(command)
        return seat.command(name, epilog=f"Example: {example}", help=helped)(command)

    return made


played_by = click.option("--played-by", metavar="STRENGTH", help="Let the program play: idle, easy, fair or keen.")


def _somebody(address: str | None, strength: str | None) -> str:
    """The address of a seat's new player, unless the program plays it."""
    if address is None or strength is not None:
        raise Complain("a seat is given to an ADDRESS, or with --played-by to the program: to one of them")
    return address


_TOKEN = "the token is on its way by mail"


def _gives(word: str, example: str, helped: str, instead: bool) -> None:
    """`judge seat assign` and `judge seat replace`: give a seat to somebody, `instead` of its player."""

    def give(campaign: Campaign, name: str, seat: str, address: str | None, played_by: str | None, care: Care) -> None:
        from judge.campaign import filling

        if played_by is not None and address is None:
            _let_play(campaign, care, (name, seat, played_by), instead)
            return
        who = _somebody(address, played_by)
        act = filling.replace if instead else filling.assign
        if carry_out(campaign, care, (f"give {seat} of {name} to {who}", name), done(act, name, seat, who), "never"):
            token = "the new token is on its way by mail, and the old one no longer works" if instead else _TOKEN
            care.say(f"{who} plays {seat} of {name}; {token}", game=name, seat=seat, address=who)

    given = played_by(click.argument("address", required=False)(give))
    at_table(word, f"judge seat {word} spring lazy-s '{example}'", "name", "seat", helped=helped)(given)


_gives(
    "assign", "Ann <ann@example.org>",
    "Seat a player; the token goes to the player by mail. With --played-by the program plays, and all are told.", False,
)  # fmt: skip
_gives(
    "replace", "Bob <bob@example.org>",
    "Another player takes a seat over: the old token ends, and the deadline moves so that they get a full turn.", True,
)  # fmt: skip


def _let_play(campaign: Campaign, care: Care, where: tuple[str, str, str], instead: bool) -> None:
    """Let the program play a seat, `instead` of its player."""
    from judge.campaign import opponents

    name, seat, strength = where
    what = (f"let the program play {seat} of {name}", name)

    def let_play(act: Act) -> bool:
        opponents.put_at(act, name, seat, strength, instead=instead)
        return True

    if carry_out(campaign, care, what, let_play, "never"):
        said = f"{seat} of {name} is played by the program ({strength}); its orders are in"
        care.say(said, game=name, seat=seat, played_by=strength)


@at_table("remove", "judge seat remove spring lazy-s", "name", "seat")
def remove(campaign: Campaign, name: str, seat: str, care: Care) -> None:
    """Empty a seat; with an address, dismiss an observer, a substitute or a second game master."""
    from judge.campaign import filling

    what = (f"take {seat} of {name} from its player", name)
    if carry_out(campaign, care, what, done(filling.unseat, name, seat)):
        is_person = "@" in seat
        said = f"{seat} gets nothing of {name} any more" if is_person else f"{seat} of {name} is empty"
        care.say(said, game=name, seat=seat)


@seat.command("list", epilog="Example: judge seat list spring")
@click.argument("name")
@click.option("--names", is_flag=True, help="In an anonymous game: names and addresses too.")
@json_option
@override_option
@on_campaign
def list_(campaign: Campaign, name: str, names: bool, as_json: bool, override: str | None) -> None:
    """Everybody at a table; of an anonymous game, who waits for a seat by a number."""
    from judge.campaign.live import load_game
    from judge.campaign.looking import table
    from judge.campaign.numbers import number_of_person
    from judge.campaign.seat_draw import APPLICANT
    from judge.campaign.secrecy import persons_at

    with campaign.act(now()) as act:
        found = persons_at(act, name, override) if names or override else table(act, name)
        live = load_game(act.connection, name)
        waiting = [one for one in found if one.role == APPLICANT]
        numbers = {one.row: number_of_person(act, live, one.player_id) for one in waiting}
    if as_json:
        say_json(
            [
                {"seat": one.seat, "role": one.role, "name": one.name, "addresses": list(one.addresses),
                 "state": one.state, "number": numbers.get(one.row)}
                for one in found
            ]
        )  # fmt: skip
        return
    for one in found:
        at = one.seat if one.role in ("player", "opponent") else f"({one.role})"
        state = "" if one.state in ("active", "opponent") else f"  [{one.state}]"
        known_by = ", ".join(one.addresses) or (f"number {numbers[one.row]}" if one.row in numbers else "")
        click.echo(f"{at:16} {one.name}  {known_by}{state}")
    if not found:
        click.echo(f"no seat of {name} has a player yet", err=True)


@at_table("observe", "judge seat observe spring 'Eve <eve@example.org>'", "name", "address")
@click.option("--co-gm", is_flag=True, help="Not an observer but a second game master.")
def observe(campaign: Campaign, name: str, address: str, co_gm: bool, care: Care) -> None:
    """Send somebody the public reports, without a seat."""
    from judge.campaign import filling

    role = "co-gm" if co_gm else "observer"
    what = (f"make {address} {role} of {name}", name)
    if carry_out(campaign, care, what, done(filling.assign, name, f"*{role}", address, role), "never"):
        care.say(f"{address} is {role} of {name}", game=name, role=role, address=address)


@at_table("substitute", "judge seat substitute spring 'Eve <eve@example.org>'", "name", "address")
def substitute(campaign: Campaign, name: str, address: str, care: Care) -> None:
    """Name a substitute, for a seat that nobody claims; they get the public reports."""
    from judge.campaign import confirming

    what = (f"make {address} a substitute of {name}", name)
    if carry_out(campaign, care, what, done(confirming.substitute, name, address), "never"):
        care.say(f"{address} is a substitute of {name}", game=name, role="substitute", address=address)


@at_table("join", "judge seat join spring 'Ann <ann@example.org>' --wants lazy-s --wants red-river", "name", "address")
@click.option("--wants", multiple=True, metavar="SEAT", help="A seat they would like (repeatable, best first).")
@click.option("--word", default="", help="A word of their own, mixed into the dice.")
def join(campaign: Campaign, name: str, address: str, wants: tuple[str, ...], word: str, care: Care) -> None:
    """Sign a player up; seats are drawn at the start, wishes first."""
    from judge.campaign.people import join as sign_up

    what = (f"sign {address} up for {name}", name)
    said = carry_out(campaign, care, what, lambda act: sign_up(act, name, address, wants, word), "never")
    if said is not None:
        care.say(said, game=name, address=address, said=said)


@at_table("refuse", "judge seat refuse spring ann@example.org --reason 'the table is full'", "name", "address")
def refuse(campaign: Campaign, name: str, address: str, care: Care) -> None:
    """Give an applicant no seat, and tell them, with the reason."""
    from judge.campaign import people

    what = (f"refuse {address} a seat in {name}", name)
    if carry_out(campaign, care, what, done(people.refuse, name, address, care.reason), "never"):
        said = f"{address} is not signed up for {name} any more, and is told so"
        care.say(said, game=name, address=address)


@at_table("move", "judge seat move spring ann@example.org autumn", "name", "address", "where")
def move(campaign: Campaign, name: str, address: str, where: str, care: Care) -> None:
    """Move an applicant to another game, or to a seat of this one, and tell them."""
    from judge.campaign import filling, people
    from judge.store.games import is_there

    def move_them(act: Act) -> str:
        if is_there(act.connection, where):
            return words_of(people.move(act, name, address, where))
        filling.assign(act, name, where, address)
        return f"{address} plays {where} of {name}; the token is on its way by mail"

    said = carry_out(campaign, care, (f"move {address} to {where}", name), move_them, "never")
    if said is not None:
        care.say(said, game=name, address=address, to=where)


@at_table("token", "judge seat token spring lazy-s", "name", "seat")
def token_(campaign: Campaign, name: str, seat: str, care: Care) -> None:
    """A new token for the player of a seat; the old one no longer works."""
    from judge.campaign import filling

    if carry_out(campaign, care, (f"renew the token of {seat}", name), done(filling.renew_token, name, seat), "never"):
        said = f"a new token for {seat} of {name} is on its way by mail; the old one no longer works"
        care.say(said, game=name, seat=seat)


@at_table("word", "judge seat word spring lazy-s 'forty-two tumbleweeds'", "name", "seat", "word")
def word_(campaign: Campaign, name: str, seat: str, word: str, care: Care) -> None:
    """Mix a player's own word into the dice, before the game begins."""
    from judge.campaign import founding

    what = (f"mix the word of {seat} into the dice", name)
    if carry_out(campaign, care, what, done(founding.mix_in, name, seat, word), "never"):
        care.say(f"the word of {seat} is mixed into the dice of {name}", game=name, seat=seat)


@at_table("resign", "judge seat resign spring lazy-s", "name", "seat")
def resign(campaign: Campaign, name: str, seat: str, care: Care) -> None:
    """A player gives a seat up; nobody waits for it until it is replaced."""
    from judge.campaign.people import resign as give_up

    what = (f"let {seat} of {name} resign", name)
    if carry_out(campaign, care, what, done(give_up, name, seat), "never"):
        care.say(f"{seat} of {name} has resigned", game=name, seat=seat)


@at_table("address", "judge seat address ann@example.org ann@work.example.org", "known", "new")
def address_(campaign: Campaign, known: str, new: str, care: Care) -> None:
    """Give a player another address."""
    from judge.campaign.people import add_address

    if carry_out(campaign, care, (f"count {new} as {known}'s", ""), done(add_address, known, new), "never"):
        care.say(f"letters from {new} count as {known}'s", address=known, new=new)


@at_table("absent", "judge seat absent ann@example.org 2027-08-01 2027-08-14", "address", "first", "last")
def absent(campaign: Campaign, address: str, first: str, last: str, care: Care) -> None:
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
    player = int(rows[0]["player_id"])
    what = (f"keep {address} away", "")
    moved = carry_out(campaign, care, what, lambda act: be_away(act, player, *days), "never")
    if moved is None:
        return
    said = [f"{address} is away from {first} to {last}"]
    said += [f"the deadline of {name} moved to {due:%Y-%m-%d %H:%M} UTC" for name, due in moved if due]
    deadlines = {name: due.isoformat() for name, due in moved if due}
    care.say("\n".join(said), address=address, first=first, last=last, deadlines=deadlines)
