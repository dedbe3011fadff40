"""`judge batch`: JSON lines in, JSON lines out."""

from __future__ import annotations

import json
import sys
from typing import TextIO

import click

from judge.cli.common import Complain, not_so


@click.command(epilog="Example: judge batch < phases.jsonl > results.jsonl")
@click.argument("file", required=False, type=click.Path(dir_okay=False, allow_dash=True))
@click.option("--compare", is_flag=True, help="Print only where our result differs from the line's next_… keys.")
@click.option("--game", default="diplomacy", show_default=True, help="The game; diplomacy is the only one served.")
@click.option("--edition", default="2023", show_default=True, help="Whose reading of disputed rules: 1971, 2000, 2023.")
@click.option("--no-reasons", is_flag=True, help="Leave out why orders failed; faster by a third.")
@click.option("--schema", is_flag=True, help="Print the JSON schema of both sides and stop.")
@click.option("--json", "as_json", is_flag=True, help="Everything printed is JSON already; accepted for habit.")
def batch(
    file: str | None, compare: bool, game: str, edition: str, no_reasons: bool, schema: bool, as_json: bool
) -> None:
    """Adjudicate Diplomacy phases, one JSON object a line, from FILE or standard input.

    A line that cannot be adjudicated gives {"error": …, "line": n} and the run goes on; the exit status is then 1.
    """
    if schema:
        from judge.batch.schema import SCHEMA

        click.echo(json.dumps(SCHEMA, indent=2))
        return
    from judge.adjudicator.diplomacy.editions import EDITIONS

    if game != "diplomacy":
        raise Complain(f'judge batch serves diplomacy only, not "{game}".')
    if edition not in EDITIONS:
        raise Complain(f'there is no edition "{edition}": there are {", ".join(sorted(EDITIONS))}.')
    if file is None or file == "-":
        sys.stdin.reconfigure(encoding="utf-8", errors="replace")  # type: ignore[union-attr]
        good = _run(sys.stdin, compare, edition, not no_reasons)
    else:
        try:
            with open(file, encoding="utf-8", errors="replace") as lines:
                good = _run(lines, compare, edition, not no_reasons)
        except OSError as error:
            raise Complain(f"{file} cannot be read: {error.strerror}.") from None
    if not good:
        not_so()


def _run(lines: TextIO, compare: bool, edition: str, reasons: bool) -> bool:
    """Print one line for each; whether all were good and, when comparing, the same."""
    from judge.batch import batch as made
    from judge.batch.stream import Comparison, answers

    # Half a character, as JSON may spell it (`\\ud800`), goes out as it came in.
    sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")  # type: ignore[union-attr]
    write = sys.stdout.write
    if compare:
        comparison = Comparison(made(edition))
        for text in comparison.differences(lines):
            write(text + "\n")
        sys.stdout.flush()
        click.echo(comparison.summary, err=True)
        return comparison.differ == 0 and comparison.bad == 0
    good = True
    for text, fine in answers(made(edition), lines, reasons=reasons):
        write(text + "\n")
        good = good and fine
    sys.stdout.flush()
    return good
