"""`judge mail list`, `show`, `resend`: letters in, mails out, and their state."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from judge.cli.careful import Care, careful, carry_out
from judge.cli.common import Complain, say_json, words_of
from judge.cli.opened import json_option, now, on_campaign, override_option

if TYPE_CHECKING:
    from judge.campaign.act import Act
    from judge.campaign.campaign import Campaign
    from judge.serve.mailbook import Looking


def looking(campaign: Campaign, override: str | None = None) -> Looking:
    """The look of whoever sits at the commands, now."""
    from judge.serve.mailbook import Looking

    master = next(one for one in campaign.config.masters if one.who == campaign.who)
    return Looking(campaign, master, now(), override)


@click.command("list", epilog="Example: judge mail list --failed")
@click.option("--game", "name", help="Of one game.")
@click.option("--failed", is_flag=True, help="Letters that were late, in error, partial or refused; mails that failed.")
@click.option("--most", default=30, show_default=True, help="How many of each.")
@json_option
@on_campaign
def mail_list(campaign: Campaign, name: str | None, failed: bool, most: int, as_json: bool) -> None:
    """The newest letters and mails, each with its reference for `judge mail show`."""
    from judge.serve.mailbook import listed

    came, went = (facts[::-1] for facts in listed(looking(campaign), most, name, failed))
    if as_json:
        say_json({"letters": came, "mails": went})
        return
    for one in came:
        said = " ".join(filter(None, (str(one["verdict"] or "waits"), *one["codes"])))
        click.echo(f"{one['ref']:10} {_time(one['at'])}  {_place(one):24} {one['from']:30} {said}: {one['subject']}")
    for one in went:
        said = one["state"] + (f" ({one['error']})" if one["error"] else "")
        click.echo(f"{one['ref']:10} {_time(one['at'])}  {_place(one):24} {one['to']:30} {one['kind']}, {said}")
    if not came and not went:
        click.echo("nothing failed" if failed else "no letter came yet, and no mail went", err=True)


def _time(at: str) -> str:
    return at[:16].replace("T", " ")


def _place(one: dict[str, Any]) -> str:
    return " ".join(filter(None, (one["game"], one["seat"])))


@click.command("show", epilog="Example: judge mail show in-12")
@click.argument("reference")
@json_option
@override_option
@on_campaign
def mail_show(campaign: Campaign, reference: str, as_json: bool, override: str | None) -> None:
    """A letter as it came, with its answer; or a mail as it goes out."""
    from judge.serve.mailbook import shown as shown_at

    shown = shown_at(looking(campaign, override), reference)
    if as_json:
        say_json(shown)
        return
    for title, text in shown.items():
        click.echo(f"{title}:\n{text}\n" if "\n" in text else f"{title}: {text}")


@click.command("resend", epilog="Example: judge mail resend --failed")
@click.argument("references", nargs=-1)
@click.option("--failed", is_flag=True, help="All that were given up.")
@careful
@on_campaign
def mail_resend(campaign: Campaign, references: tuple[str, ...], failed: bool, care: Care) -> None:
    """Send mails again, as the very same messages, so nobody gets one twice."""
    from judge.campaign.resending import resend
    from judge.serve.mailbook import number_of
    from judge.store import daybook

    numbers = []
    for reference in references:
        way, number = number_of(reference)
        if way == "in":
            raise Complain(f"{reference} is a letter that came in: only what the Judge wrote is sent again")
        numbers.append(number)
    if failed:
        with campaign.look() as look:
            numbers += [int(row["id"]) for row in daybook.mails(look.connection, 1000, failed=True)]
    if not numbers:
        raise Complain("say which mail, such as out-7 (`judge mail list`), or --failed" if not failed else
                       "nothing failed: every mail went")  # fmt: skip

    def send_again(act: Act) -> dict[str, str]:
        return {f"out-{number}": words_of(resend(act, number)) for number in dict.fromkeys(numbers)}

    found = carry_out(campaign, care, ("send them again", ""), send_again, "never")
    if found is not None:
        care.say("\n".join(f"{reference}: {said}" for reference, said in found.items()), **found)


__all__ = ["mail_list", "mail_resend", "mail_show"]
