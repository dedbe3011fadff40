"""`judge rollback`, `rollforward`, `end`, `mail let-go`: changes to the course of a game, after a question."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from judge.cli.careful import Care, careful, carry_out
from judge.cli.common import Complain
from judge.cli.opened import on_campaign
from judge.grammar.text import many

if TYPE_CHECKING:
    from judge.campaign.campaign import Campaign
    from judge.campaign.live import Live

keep_option = click.option(
    "--keep-mails", "keep", is_flag=True, help="Reports that go out again wait for `judge mail let-go`."
)


@click.command(epilog="Example: judge rollback spring --to 3 --reason 'a wrong border' --keep-mails")
@click.argument("name")
@click.option("--to", type=int, required=True, metavar="STEP", help="The step to go back to.")
@keep_option
@careful
@on_campaign
def rollback(campaign: Campaign, name: str, to: int, keep: bool, care: Care) -> None:
    """Back to a step. Unchanged orders keep their dice; changed ones draw from a chain published now."""
    from judge.campaign import correcting

    question = f"take {name} back to step {to}"
    live = carry_out(campaign, care, (question, name), lambda act: correcting.roll_back(act, name, to, keep))
    if live is None:
        return
    care.say(f"{live.name} is at step {live.head} again: {live.need_window().title} is open", **_stands(live))
    click.echo(f"the clock is held: judge release {live.name}, or judge deadline {live.name} --resume", err=True)
    if keep:
        click.echo(f"the mails are kept back: judge mail let-go {live.name} sends them together", err=True)


@click.command(epilog="Example: judge rollforward spring")
@click.argument("name")
@click.option("--to", type=int, metavar="STEP", help="Only as far as this step.")
@keep_option
@careful
@on_campaign
def rollforward(campaign: Campaign, name: str, to: int | None, keep: bool, care: Care) -> None:
    """Forward again as far as the game had been played. Nothing is adjudicated again."""
    from judge.campaign import correcting

    what = (f"take {name} forward again", name)
    live = carry_out(campaign, care, what, lambda act: correcting.roll_forward(act, name, to, keep), "never")
    if live is not None:
        window = live.window
        said = f"{live.name} is at step {live.head}: {window.title + ' is open' if window else 'it is over'}"
        care.say(said, **_stands(live))


def _stands(live: Live) -> dict[str, object]:
    """The game's present state, for --json."""
    return {"game": live.name, "step": live.head, "open": live.window.key if live.window else None}


@click.command(epilog="Example: judge end spring --winner lazy-s --reason concession")
@click.argument("name")
@click.option("--winner", "winners", multiple=True, metavar="SEAT", help="Who won (repeatable; none: nobody).")
@careful
@on_campaign
def end(campaign: Campaign, name: str, winners: tuple[str, ...], care: Care) -> None:
    """End a game by agreement of the table or by your own decision. It opens what was hidden, so it asks first."""
    from judge.campaign import ending

    if not care.reason.strip():
        raise Complain("how did it end? --reason draw, concession, abandoned …")
    question = f"end {name} ({care.reason}) and open what is hidden"
    live = carry_out(
        campaign, care, (question, name), lambda act: ending.end(act, name, winners, care.reason), "always"
    )
    if live is not None:
        care.say(f"{live.name} is over: {care.reason}", game=live.name, winners=list(winners), reason=care.reason)


@click.command("let-go", epilog="Example: judge mail let-go spring")
@click.argument("name", required=False)
@click.option("--restored", is_flag=True, help="The letters and the mails of all games that waited in a backup.")
@click.option("--drop", is_flag=True, help="Never send them.")
@careful
@on_campaign
def let_go(campaign: Campaign, name: str | None, restored: bool, drop: bool, care: Care) -> None:
    """Send mails that are kept back: of a game, the reports of steps that were played again (`judge rollback
    --keep-mails`); with --restored, what waited in a backup (`judge restore`)."""
    from judge.campaign import correcting

    if (name is None) is not restored:
        raise Complain("say which game, or --restored")
    what = (f"{'drop' if drop else 'send'} what is kept back of {name or 'the backup'}", name or "")
    done = carry_out(
        campaign, care, what,
        lambda act: (0, correcting.let_go(act, name, drop)) if name else correcting.let_go_restored(act, drop), "never",
    )  # fmt: skip
    if done is not None:
        letters, count = done
        told = f"{many(count, 'mail')} {'dropped' if drop else 'on the way'}"
        told += f", {many(letters, 'letter')} {'passed over' if drop else 'to be read'}" if letters else ""
        care.say(told, game=name, mails=count, letters=letters, dropped=drop)
