"""`judge jobs`: what follows the steps, how it went, and doing it by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from judge.cli.common import not_so, say_json
from judge.cli.opened import json_option, now, on_campaign

if TYPE_CHECKING:
    from judge.campaign.campaign import Campaign


@click.command(epilog="Example: judge jobs --do")
@click.option("--do", "do_now", is_flag=True, help="Do what is due, here and now, without the daemon.")
@click.option("--again", is_flag=True, help="Try again those that were given up.")
@click.option("--most", default=30, show_default=True, help="How many to list.")
@json_option
@on_campaign
def jobs(campaign: Campaign, do_now: bool, again: bool, most: int, as_json: bool) -> None:
    """What `on_close:` and `backup:` ask for after each step: done, waiting or given up (then exit status 1)."""
    from judge.campaign.following import Job
    from judge.store import jobs as queue
    from judge.store.base import stamp

    if again:
        with campaign.store.begin() as connection:
            queue.again(connection, stamp(now()))
    if do_now:
        from judge.mail.accounts import Account
        from judge.serve.daemon import Daemon

        Daemon(campaign, Account(f"judge@{campaign.config.domain}"), now=now, apart=False).jobs.do_waiting()
    with campaign.store.read() as connection:
        found = queue.listed(connection, most)[::-1]
    rows = [
        {"game": one["game"] or "", "step": one["step"], "job": Job.kept(one["said"]).name, "state": one["state"],
         "tries": one["tries"], "error": one["error"] or ""}
        for one in found
    ]  # fmt: skip
    if as_json:
        say_json(rows)
    for row in () if as_json else rows:
        error = f" ({row['error']}, try {row['tries']})" if row["error"] else ""
        click.echo(f"{row['game']:16} step {row['step']:<4} {row['job']}: {row['state']}{error}")
    if not rows:
        click.echo("nothing follows a step yet: `on_close:` and `backup:` in campaign.yaml", err=True)
    if any(row["state"] == "failed" for row in rows):
        not_so()
