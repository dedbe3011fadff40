"""`judge player`: persons, not seats."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from judge.cli.careful import Care, careful, carry_out, done
from judge.cli.common import Complain, Group, read_text, say_done, say_json, words_of
from judge.cli.opened import json_option, now, on_campaign
from judge.grammar.text import many

if TYPE_CHECKING:
    from judge.campaign.campaign import Campaign


@click.group(cls=Group, epilog="Example: judge player list")
def player() -> None:
    """Players, wherever they play."""


@player.command("list", epilog="Example: judge player list")
@json_option
@on_campaign
def list_(campaign: Campaign, as_json: bool) -> None:
    """All players: their seats, how many windows in a row they were silent, addresses that mail comes back from."""
    from judge.campaign.known import everybody

    with campaign.look() as look:
        found = everybody(look)
    if as_json:
        say_json(found)
        return
    for one in found:
        seats = ", ".join(_seat(seat) for seat in one["seats"]) or "no seat"
        click.echo(f"{one['name']}  {_addresses(one)}  {seats}")
    if not found:
        click.echo("nobody is known yet", err=True)


def _seat(seat: dict[str, Any]) -> str:
    said = f"{seat['game']} {seat['seat'] if seat['role'] == 'player' else '(' + seat['role'] + ')'}"
    if seat["state"] not in ("active", ""):
        said += f" [{seat['state']}]"
    return said + (f" [silent {seat['missed']}×]" if seat["missed"] else "")


def _addresses(one: dict[str, Any]) -> str:
    return ", ".join(
        f"{address['address']}{' [comes back]' if address['gone'] else ''}" for address in one["addresses"]
    )


@player.command("show", epilog="Example: judge player show ann@example.org")
@click.argument("address")
@json_option
@on_campaign
def show(campaign: Campaign, address: str, as_json: bool) -> None:
    """One player: addresses, accounts on chats, seats, absences, settings of their own."""
    from judge.campaign.known import person

    with campaign.look() as look:
        one = person(look, address)
    if as_json:
        say_json(one)
        return
    click.echo(one["name"])
    for known in one["addresses"]:
        back = f", mail came back (weight {known['bounces']})" if known["bounces"] else ""
        click.echo(f"  {known['address']}{back}{': nothing more is sent there' if known['gone'] else ''}")
    for account in one["accounts"]:
        click.echo(f"  {account['account']} on {account['chat']}")
    for seat in one["seats"]:
        click.echo(f"  {_seat(seat)}: {seat['status']}")
    for first, last in one["absences"]:
        click.echo(f"  away from {first} to {last}")
    for key, value in sorted(one["settings"].items()):
        click.echo(f"  {key}: {value}")


@player.command("key", epilog="Example: judge player key ann@example.org ann.asc")
@click.argument("address")
@click.argument("file", required=False)
@click.option("--remove", is_flag=True, help="Remove the key.")
@careful
@on_campaign
def key(campaign: Campaign, address: str, file: str | None, remove: bool, care: Care) -> None:
    """Register the PGP key that a player signs with, from a file or - for the standard input."""
    from judge.campaign.people import register_key
    from judge.mail.pgp import NoPgp, public_key

    text = print_ = None
    if not remove:
        try:
            text, print_ = public_key(read_text(file or "-"))
        except NoPgp as error:
            raise Complain(words_of(error)) from None
    what = (f"register {print_ or 'no key'} for {address}", "")
    if carry_out(campaign, care, what, done(register_key, address, text), "never"):
        said = f"{address} signs with {print_}" if print_ else f"no key is registered for {address}"
        care.say(said, address=address, key=print_)


@player.command("reputation", epilog="Example: judge player reputation ann@example.org")
@click.argument("address")
@json_option
@on_campaign
def reputation(campaign: Campaign, address: str, as_json: bool) -> None:
    """How reliable a player is: windows met, late, missed, seats given up, here and elsewhere."""
    from dataclasses import asdict

    from judge.campaign.known import number_of
    from judge.campaign.reliability import counts_of, elsewhere, standing_of

    with campaign.look() as look:
        number = number_of(look, address)
        found = {"here": counts_of(look, number), **elsewhere(look, number), "together": standing_of(look, number)}
    if as_json:
        say_json({judge: {**asdict(one), "percent": one.percent} for judge, one in found.items()})
        return
    for judge, one in found.items():
        percent = "a newcomer" if one.percent is None else f"{one.percent} percent"
        click.echo(
            f"{judge}: {percent}; asked {one.asked}, met {one.met}, late {one.late}, missed {one.missed}, given up "
            f"{one.given_up}"
        )


@player.command("record", epilog="Example: judge player record ann@example.org, or: judge player record --key")
@click.argument("address", required=False)
@click.option("--key", "own", is_flag=True, help="The key that this judge signs with, for others to trust.")
@json_option
@on_campaign
def record(campaign: Campaign, address: str | None, own: bool, as_json: bool) -> None:
    """A person's reliability as a signed record, which another judge takes by mail."""
    from judge.campaign.known import number_of
    from judge.campaign.reputation import own_key, signed

    if own == bool(address):
        raise Complain("an address, or --key")
    with campaign.act(now()) as act:
        if own:
            said = own_key(act)
            say_done(as_json, said, key=said)
            return
        lines = signed(act, number_of(act, str(address)), str(address))
    said = "\n".join(["RECORD", *lines, "END RECORD"])
    say_done(as_json, said, address=address, record=said)


@player.command("forget", epilog="Example: judge player forget ann@example.org")
@click.argument("address")
@careful
@on_campaign
def forget(campaign: Campaign, address: str, care: Care) -> None:
    """Erase a person's addresses, name and raw mail; hashes stay. It cannot be undone."""
    from judge.campaign.known import person
    from judge.campaign.people import forget as erase

    with campaign.look() as look:
        known = person(look, address)
    seats = ", ".join(_seat(seat) for seat in known["seats"]) or "no seat"
    click.echo(f"{known['name']}  {_addresses(known)}  {seats}", err=True)
    question = f"erase everything that is known of {address}"
    gone = carry_out(campaign, care, (question, ""), lambda act: erase(act, address), "always")
    if gone is None:
        return
    addresses = "1 address" if gone["addresses"] == 1 else f"{gone['addresses']} addresses"
    empty = "1 seat is empty" if gone["seats"] == 1 else f"{gone['seats']} seats are empty"
    words = f"{many(gone['letters'], 'letter')}, {many(gone['mails'], 'mail')}"
    care.say(f"{address} is forgotten: {addresses}, {words}; {empty}", address=address, **gone)
