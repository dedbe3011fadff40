"""`judge tournament`: rounds, boards, standings."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from judge.cli.careful import Care, careful, carry_out
from judge.cli.common import Group, read_text, say_json
from judge.cli.opened import json_option, on_campaign
from judge.grammar.text import many

if TYPE_CHECKING:
    from judge.campaign.act import Act
    from judge.campaign.campaign import Campaign


@click.group(cls=Group, epilog="Example: judge tournament show cup")
def tournament() -> None:
    """Rounds of boards on which people meet as rarely as possible, and standings."""


@tournament.command("new", epilog="Example: judge tournament new cup.yaml")
@click.argument("file")
@careful
@on_campaign
def new(campaign: Campaign, file: str, care: Care) -> None:
    """A tournament from its file: name, game, rounds, scoring, what is set on every board, entrants."""
    from judge.campaign.tournaments import begin, read_plan
    from judge.grammar.document import load

    plan = read_plan(load(read_text(file), file))
    count = carry_out(campaign, care, (f"begin {plan.name}", ""), lambda act: begin(act, plan), "never")
    if count is not None:
        said = f"{plan.name}: {plan.game}, {many(plan.rounds, 'round')}, {many(count, 'entrant')}"
        care.say(said, tournament=plan.name, game=plan.game, rounds=plan.rounds, entrants=count)


@tournament.command("enter", epilog="Example: judge tournament enter cup ann@example.org")
@click.argument("name")
@click.argument("addresses", nargs=-1, required=True)
@careful
@on_campaign
def enter(campaign: Campaign, name: str, addresses: tuple[str, ...], care: Care) -> None:
    """Enter people for the next round."""
    from judge.campaign.tournaments import enter as put_in

    def put_all_in(act: Act) -> dict[str, bool]:
        return {address: put_in(act, name, address) for address in addresses}

    found = carry_out(campaign, care, (f"enter {', '.join(addresses)} in {name}", ""), put_all_in, "never")
    if found is not None:
        said = [f"{address} {'plays in' if new else 'plays already in'} {name}" for address, new in found.items()]
        care.say("\n".join(said), tournament=name, new=[one for one in found if found[one]])


@tournament.command("withdraw", epilog="Example: judge tournament withdraw cup ann@example.org")
@click.argument("name")
@click.argument("address")
@careful
@on_campaign
def withdraw(campaign: Campaign, name: str, address: str, care: Care) -> None:
    """Take somebody out of further rounds; the board they play on goes on."""
    from judge.campaign.live import NotNow
    from judge.campaign.tournaments import withdraw as take_out
    from judge.store import people

    def take_them_out(act: Act) -> bool:
        player = people.of_address(act.connection, address.lower())
        if player is None or not take_out(act, name, player):
            raise NotNow("no-entrant", address=address, name=name)
        return True

    if carry_out(campaign, care, (f"take {address} out of {name}", ""), take_them_out, "never"):
        care.say(f"{address} plays in no further round of {name}", tournament=name, address=address)


@tournament.command("round", epilog="Example: judge tournament round cup")
@click.argument("name")
@careful
@on_campaign
def round_(campaign: Campaign, name: str, care: Care) -> None:
    """Draw the next round, seat everybody and begin its boards."""
    from judge.campaign.tournaments import next_round

    found = carry_out(campaign, care, (f"draw a round of {name}", ""), lambda act: next_round(act, name), "never")
    if found is None:
        return
    number, made, byes = found
    rest = f"; {many(len(byes), 'bye')}" if byes else ""
    care.say(f"round {number} of {name}: {', '.join(made)}{rest}", round=number, games=made, byes=byes)


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
        left = "  (left)" if one["left"] else ""
        click.echo(f"{one['place']:3d}  {one['points'] / 1000:8.3f}  {rounds}  {one['name']}{left}")


@tournament.command("list", epilog="Example: judge tournament list")
@json_option
@on_campaign
def list_(campaign: Campaign, as_json: bool) -> None:
    """All tournaments."""
    from judge.store import cups

    with campaign.look() as look:
        found = cups.names(look.connection)
    if as_json:
        say_json(list(found))
        return
    for name in found:
        click.echo(name)
