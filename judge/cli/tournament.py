"""`judge tournament`: rounds, boards, standings."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from judge.cli.common import read_text, say_json
from judge.cli.opened import json_option, now, on_campaign
from judge.grammar.text import many

if TYPE_CHECKING:
    from judge.campaign.campaign import Campaign


@click.group(epilog="Example: judge tournament show cup")
def tournament() -> None:
    """Rounds of boards on which people meet as rarely as can be, and standings."""


@tournament.command("new", epilog="Example: judge tournament new cup.yaml")
@click.argument("file")
@on_campaign
def new(campaign: Campaign, file: str) -> None:
    """A tournament from its file: name, game, rounds, scoring, what is set on every board, entrants."""
    from judge.campaign.tournaments import begin, read_plan
    from judge.grammar.document import load

    plan = read_plan(load(read_text(file), file))
    with campaign.act(now()) as act:
        count = begin(act, plan)
    click.echo(f"{plan.name}: {plan.game}, {many(plan.rounds, 'round')}, {many(count, 'entrant')}")


@tournament.command("enter", epilog="Example: judge tournament enter cup ann@example.org")
@click.argument("name")
@click.argument("addresses", nargs=-1, required=True)
@on_campaign
def enter(campaign: Campaign, name: str, addresses: tuple[str, ...]) -> None:
    """People play from the next round on."""
    from judge.campaign.tournaments import enter as put_in

    with campaign.act(now()) as act:
        for address in addresses:
            is_new = put_in(act, name, address)
            click.echo(f"{address} {'plays in' if is_new else 'plays already in'} {name}")


@tournament.command("withdraw", epilog="Example: judge tournament withdraw cup ann@example.org")
@click.argument("name")
@click.argument("address")
@on_campaign
def withdraw(campaign: Campaign, name: str, address: str) -> None:
    """Somebody plays in no further round; a board they sit at goes on."""
    from judge.campaign.live import NotNow
    from judge.campaign.tournaments import withdraw as take_out
    from judge.store import people

    with campaign.act(now()) as act:
        player = people.of_address(act.connection, address.lower())
        if player is None or not take_out(act, name, player):
            raise NotNow(f"{address} does not play in {name}")
    click.echo(f"{address} plays in no further round of {name}")


@tournament.command("round", epilog="Example: judge tournament round cup")
@click.argument("name")
@json_option
@on_campaign
def round_(campaign: Campaign, name: str, as_json: bool) -> None:
    """Draw the next round, seat everybody and begin its boards."""
    from judge.campaign.tournaments import next_round

    with campaign.act(now()) as act:
        number, made, byes = next_round(act, name)
    if as_json:
        say_json({"round": number, "games": made, "byes": byes})
        return
    rest = f"; {many(len(byes), 'bye')}" if byes else ""
    click.echo(f"round {number} of {name}: {', '.join(made)}{rest}")


@tournament.command("show", epilog="Example: judge tournament show cup")
@click.argument("name")
@json_option
@on_campaign
def show(campaign: Campaign, name: str, as_json: bool) -> None:
    """The standings, with points by round."""
    from judge.campaign.tournaments import standings

    with campaign.look() as look:
        found = standings(look, name)
    if as_json:
        say_json(found)
        return
    click.echo(f"{name}: {found['game']}, {found['scoring']}, {found['drawn']} of {many(found['rounds'], 'round')}")
    for one in found["standings"]:
        rounds = "  ".join(f"{value / 1000:7.3f}" for value in one["by_round"].values())
        click.echo(f"{one['place']:3d}  {one['points'] / 1000:8.3f}  {rounds}  {one['name']}")


@tournament.command("list", epilog="Example: judge tournament list")
@on_campaign
def list_(campaign: Campaign) -> None:
    """All tournaments."""
    from judge.store import cups

    with campaign.look() as look:
        for name in cups.names(look.connection):
            click.echo(name)
