"""`judge jobs`: the jobs after steps, their state, and doing them by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from judge.cli.common import not_so, say_json
from judge.cli.opened import json_option, now, on_campaign

if TYPE_CHECKING:
    from judge.campaign.campaign import Campaign


NOTHING_ASKED = "nothing follows a step: `on_close:` and `backup:` in campaign.yaml (`judge docs operations`)"


def _state_of(row: dict[str, Any]) -> str:
    """Done, waiting or given up; for a failed one why, and when it is tried again."""
    if not row["error"]:
        return str(row["state"])
    again = f", again at {row['due'][:16].replace('T', ' ')} UTC" if row["due"] else ""
    return f"{row['state']} ({row['error']}; try {row['tries']}{again})"


@click.command(epilog="Example: judge jobs --do")
@click.option("--do", "do_now", is_flag=True, help="Do what is due, here and now, without the daemon.")
@click.option("--again", is_flag=True, help="Try again now those that failed, given up or not.")
@click.option("--most", default=30, show_default=True, help="How many to list.")
@json_option
@on_campaign
def jobs(campaign: Campaign, do_now: bool, again: bool, most: int, as_json: bool) -> None:
    """The jobs of `on_close:` and `backup:` after each step: done, waiting or given up (then exit status 1)."""
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
         "tries": one["tries"], "error": one["error"] or "", "due": one["due_at"] if one["state"] == "queued" else None}
        for one in found
    ]  # fmt: skip
    if as_json:
        say_json(rows)
    for row in () if as_json else rows:
        click.echo(f"{row['game']:16} step {row['step']:<4} {row['job']}: {_state_of(row)}")
    if not rows:
        config = campaign.config
        asked = config.on_close or config.backup
        said = "nothing was done yet: jobs come with the next step" if asked else NOTHING_ASKED
        click.echo(said, err=True)
    if any(row["state"] == "failed" for row in rows):
        not_so()
