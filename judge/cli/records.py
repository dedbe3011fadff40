"""`judge verify`, `export`, `import`: a game's record, checked by anybody, carried anywhere."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from judge.cli.careful import Care, careful, carry_out
from judge.cli.common import Complain, not_so, read_text, say_json, words_of
from judge.cli.opened import (
    campaign_option,
    complaining,
    json_option,
    now,
    on_campaign,
    opened,
    override_option,
    write_out,
)
from judge.grammar.text import many
from judge.report.saying import Saying

if TYPE_CHECKING:
    from judge.campaign.act import Act
    from judge.campaign.campaign import Campaign


@click.command(epilog="Example: judge verify spring, or: judge verify spring.json")
@click.argument("name", metavar="NAME|EXPORT.json")
@click.option("--commitment", "commitments", multiple=True, metavar="HASH", help="A commitment you were given.")
@click.option("--word", "words", multiple=True, metavar="SEAT=WORD", help="A word that was given for the dice.")
@click.option("--round", "rounds", multiple=True, metavar="STEP=ROUND:RANDOMNESS", help="From the beacon's own record.")
@click.option("--beacon", "beacons", multiple=True, metavar="FILE", help="What the beacon says of itself, saved.")
@click.option(
    "--report",
    "reports",
    multiple=True,
    metavar="FILE",
    help="A report you received, as a mail or as text.",
)
@json_option
@campaign_option
def verify(
    name: str,
    as_json: bool,
    folder: str | None,
    **own: tuple[str, ...],
) -> None:
    """Replay every step, recompute every roll and shuffle against the published commitments.

    Compares what you have yourself with the record: the commitment, words, reports. Exit status 1 and the first
    difference when something is not as it should be. Names the game master's acts other than releases.
    """
    from judge.campaign.held import held_of
    from judge.campaign.record import read_record, record_of
    from judge.campaign.verify import rolled_anew
    from judge.campaign.verify import verify as check
    from judge.forum.beacon import can_verify

    if name.endswith(".json") or Path(name).is_file():
        with complaining():
            record = read_record(read_text(name))
    else:
        with opened(folder) as campaign, campaign.store.read() as connection:
            record = record_of(connection, name, full=True)
    try:
        with complaining(), bar(len(record["steps"])) as shown:
            found = check(record, shown, held_of(**own))
    except UNREADABLE as error:
        raise Complain(f"{name} is not a whole record: {said_of(error)}") from None
    if as_json:
        say_json(
            {
                "steps": found.steps, "draws": found.draws, "replayed": found.replayed,
                "differences": [{"step": one.step, "said": one.said} for one in found.differences],
                "acts": record.get("acts", []), "re_rolls": [] if found.differences else rolled_anew(record),
                "other_versions": list(found.drift),
            }
        )  # fmt: skip
    elif found.differences:
        first = found.differences[0]
        click.echo(f"step {first.step}: {words_of(first.said)}")
        if len(found.differences) > 1:
            click.echo(f"and {many(len(found.differences) - 1, 'more difference')} (--json lists them)")
    else:
        how = f"{many(found.replayed, 'step')} replayed" if found.replayed else "the public record: nothing to replay"
        click.echo(f"{many(found.steps, 'step')}, {many(found.draws, 'draw')}: all as published ({how})")
    told = _told(record)
    for place, act in () if as_json else enumerate(record.get("acts", ())):
        later = "" if place < told else ": after the last step, which only the last report of a game holds"
        click.echo(f"{act['at'][:16].replace('T', ' ')} at step {act['step']}: {_said(act)}{later}", err=True)
    for act in () if as_json or found.differences else rolled_anew(record):
        why = f" ({act['reason']})" if act["reason"] else ""
        how = f"re-roll: played anew after a rollback, with other orders and other dice{why}"
        click.echo(f"{act['at'][:16].replace('T', ' ')} at step {act['step']}: {how}", err=True)
    if not as_json and record.get("beacon") and not can_verify():
        click.echo("no signature of the beacon was checked: pip install 'the-judge[beacon]', or use --round", err=True)
    if found.drift:
        click.echo(f"made by other versions of the Judge as well: {', '.join(found.drift)}", err=True)
    if found.differences:
        not_so()


def _told(record: Mapping[str, Any]) -> int:
    """How many acts the hashes of steps hold, and with them the reports."""
    steps = [*record["steps"], *(step for back in record.get("undone", ()) for step in back["steps"])]
    return sum(len(step.get("acts") or ()) for step in steps)


def _said(act: Mapping[str, Any]) -> str:
    """The game master's acts, with their reasons where given."""
    way = f" from step {act['from']} to step {act['to']}" if "to" in act else ""
    about = f" for {act['seat']}" if "seat" in act else ""
    about += " of the real dice" if act.get("own") is False else ""
    about += ", from a game that was over, to dice with new secrets" if act.get("anew") else ""
    about += f", {act['round']} of the beacon for {act['window']}" if "round" in act else ""
    return f"{act['act']}{about}{way}" + (f" ({act['reason']})" if act.get("reason") else "")


@contextmanager
def bar(length: int) -> Iterator[Callable[[int], None] | None]:
    """A progress bar on a terminal; nothing elsewhere."""
    if not sys.stderr.isatty():
        yield None
        return
    with click.progressbar(length=length, label="steps", file=sys.stderr) as shown:
        yield lambda count: shown.update(count - shown.pos)


@click.command(epilog="Example: judge export spring --out spring.json")
@click.argument("name", required=False)
@click.option("--out", metavar="F.json", help="The file (default: stdout).")
@click.option("--full", is_flag=True, help="With every secret, although the game is still going on.")
@click.option("--schema", is_flag=True, help="Print the JSON schema of records instead.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["judge", "diplomacy"]),
    default="judge",
    show_default=True,
    help="diplomacy: the saved-game JSON of the package of that name.",
)
@override_option
@campaign_option
def export(
    name: str | None, out: str | None, full: bool, schema: bool, form: str, override: str | None, folder: str | None
) -> None:
    """A whole game as JSON: the public record, with all secrets once it is over."""
    if schema:
        from judge.campaign.schema import SCHEMA

        text = json.dumps(SCHEMA, ensure_ascii=False, indent=2) + "\n"
    elif name is None:
        raise Complain("say which game, or --schema")
    else:
        from judge.campaign.foreign import written
        from judge.campaign.looking import check_publishing
        from judge.campaign.record import record_of
        from judge.campaign.secrecy import may_look

        with opened(folder) as campaign:
            if full:
                with campaign.act(now()) as act:
                    may_look(act, name, Saying("looks/record"), override)
            with campaign.look() as look:
                ours = form == "judge"
                if ours and not full:
                    check_publishing(look, name)
                record = record_of(look.connection, name, full) if ours else written(look, name, full)
        text = json.dumps(record, ensure_ascii=False, indent=1, sort_keys=ours) + "\n"
    if out:
        write_out(out, text, public=not full)
        click.echo(f"{'the schema' if schema else name} is in {out}", err=True)
    else:
        click.echo(text, nl=False)


@click.command("import", epilog="Example: judge import spring.json --name spring-again")
@click.argument("file", metavar="F.json")
@click.option("--name", help="Another name for it.")
@click.option("--over", is_flag=True, help="Replace the game of that name, which is deleted: it asks first.")
@careful
@on_campaign
def import_(campaign: Campaign, file: str, name: str | None, over: bool, care: Care) -> None:
    """A game from its whole record (a finished game's, or one exported with --full). No seat has a player yet.

    A saved game of the `diplomacy` package is played again phase by phase; the command names every difference.
    """
    from judge.campaign import tidying
    from judge.campaign.foreign import is_saved_game, take_in
    from judge.campaign.record import import_record, read_record
    from judge.campaign.verify import verify as check
    from judge.store import games
    from judge.store.base import UNFIT

    text = read_text(file)
    if is_saved_game(_value(text)):
        if over:
            raise Complain("--over is for records of the Judge: give a saved game a --name of its own")
        taken = take_in(campaign, _value(text), name, now())
        for line in taken.refused:
            click.echo(f"judge: not taken: {line}", err=True)
        for phase in taken.corrected:
            click.echo(
                f"judge: {phase} begins otherwise in the saved game: the position was made what it says", err=True
            )
        phases = many(taken.phases, "phase")
        care.say(f"{taken.name} is here, {phases} played again", game=taken.name, phases=taken.phases)
        return
    record = read_record(text)
    try:
        found = check(record)
        if found.differences:
            first = found.differences[0]
            click.echo(f"judge: not imported: step {first.step}: {words_of(first.said)}", err=True)
            not_so()
        called = name or str(record["game"]["name"])
        question = f"put this record in the place of {called}" if over else f"take in {called}"

        def bring_in(act: Act) -> str:
            if over:
                tidying.delete(act, called, running=True)
            elif not games.is_there(act.connection, called):
                # What is written to a tournament of this name, or to a game that had it, is not for this one.
                tidying.check_free(act, called)
            return import_record(act.connection, record, name)

        arrived = carry_out(campaign, care, (question, called), bring_in, "always" if over else "never")
        if arrived is None:
            return
        called = arrived
    except (*UNREADABLE, *UNFIT) as error:
        raise Complain(f"{file} is not a whole record: {said_of(error)}") from None
    step = record["steps"][-1]["number"] if record["steps"] else None
    care.say(f"{called} is here, at step {'none' if step is None else step}", game=called, step=step)


def _value(text: str) -> Any:
    """JSON as plain values; nothing when it is none."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


# A record may hold anything at all where something else belongs; which of these it then ends in says nothing.
UNREADABLE = (LookupError, TypeError, ValueError, AttributeError, ArithmeticError, RecursionError, AssertionError)


def said_of(error: Exception) -> str:
    """The fault, in one line."""
    return f"{type(error).__name__}: {error}".splitlines()[0][:200]
