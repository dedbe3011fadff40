"""`judge stats`: ratings, records, seats and openings, worked out from the finished games."""

from __future__ import annotations

import html
from typing import TYPE_CHECKING

import click

from judge.cli.common import say_json
from judge.cli.opened import json_option, on_campaign

if TYPE_CHECKING:
    from judge.campaign.campaign import Campaign


@click.command(epilog="Example: judge stats --game diplomacy")
@click.option("--game", "kind", default="", help="Games of one kind only.")
@json_option
@on_campaign
def stats(campaign: Campaign, kind: str, as_json: bool) -> None:
    """Ratings, the hall of fame, results by seat: all from the finished games in the store."""
    from judge.campaign.annals import annals
    from judge.report.words import environment

    with campaign.look() as look:
        found = annals(look, kind)
    if as_json:
        say_json(found)
        return
    text = environment(campaign.config.own_templates).get_template("site/stats.txt.j2").render(**found)
    # Templates write for pages; a terminal reads no entities.
    click.echo(html.unescape(text.strip()))
