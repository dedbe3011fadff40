"""`judge web link`: the link of a game master to their pages in a browser."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from judge.cli.careful import Care, careful, carry_out
from judge.cli.common import Complain, Group
from judge.cli.opened import on_campaign

if TYPE_CHECKING:
    from judge.campaign.act import Act
    from judge.campaign.campaign import Campaign


@click.group(cls=Group, epilog="Example: judge web link --gm gm@example.org")
def web() -> None:
    """Pages in a browser: the link that opens a game master's."""


@web.command(epilog="Example: judge web link --gm gm@example.org --new")
@click.option("--gm", "address", metavar="ADDRESS", help="Whose link (default: the first game master's).")
@click.option("--new", "renewed", is_flag=True, help="Make a new link; the old one no longer works.")
@careful
@on_campaign
def link(campaign: Campaign, address: str | None, renewed: bool, care: Care) -> None:
    """Print a game master's link. Anybody who has it may do what campaign.yaml lets its owner do: keep it secret."""
    from judge.serve.desk_links import renew
    from judge.serve.secrets import desk_link

    pages = campaign.config.web
    if pages is None:
        raise Complain("there are no pages: campaign.yaml has no web: part, which says where they are", "web-guide")
    master = campaign.config.master_at(address or campaign.config.gm)
    if master is None:
        raise Complain(
            f"no game master in campaign.yaml has the address {address}" if address else
            "campaign.yaml names no game master: gm: you@example.org", "gm-guide",
        )  # fmt: skip

    def give_another(act: Act) -> bool:
        renew(act, master)
        return True

    if renewed and not carry_out(campaign, care, (f"give {master.address} another link", ""), give_another, "never"):
        return
    with campaign.store.read() as connection:
        found = pages.desk(desk_link(connection, master.address))
    care.say(found, gm=master.address, link=found)
