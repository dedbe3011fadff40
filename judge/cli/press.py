"""`judge press`: the players' press, as far as the game master may read it."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

import click

from judge.cli.common import say_json
from judge.cli.opened import json_option, now, on_campaign, override_option

if TYPE_CHECKING:
    from judge.campaign.campaign import Campaign


@click.command(epilog="Example: judge press spring")
@click.argument("name")
@json_option
@override_option
@on_campaign
def press(campaign: Campaign, name: str, as_json: bool, override: str | None) -> None:
    """Press to everybody; with the setting `press_copy` also what players wrote to each other."""
    from judge.campaign.pressing import press_of

    with campaign.act(now()) as act:
        found = press_of(act, name, override)
    if as_json:
        say_json(found)
        return
    for one in found:
        by = f" (written by {one['by']})" if one["by"] and one["by"] != one["from"] else ""
        kind = "" if one["kind"] == "white" else f", {one['kind']}"
        click.echo(f"{one['at'][:16].replace('T', ' ')}  {one['from']}{by} to {', '.join(one['to'])}{kind}:")
        click.echo(textwrap.indent(one["text"], "  | ", lambda line: True) + "\n")
    if not found:
        click.echo(f"there is no press in {name} yet", err=True)
