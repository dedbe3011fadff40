"""`judge batch`: JSON lines in, JSON lines out."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any, TextIO

import click

from judge.cli.common import Complain, not_so

if TYPE_CHECKING:
    from judge.batch import Batch

SHARE = 250
"""Lines a process takes at once."""
LONG = 2_000_000
"""The bytes from which a file is worth more than one process, if nobody said how many."""


@click.command(epilog="Example: judge batch < phases.jsonl > results.jsonl")
@click.argument("file", required=False, type=click.Path(dir_okay=False, allow_dash=True))
@click.option("--compare", is_flag=True, help="Print only results that differ from the line's next_… keys.")
@click.option("--game", default="diplomacy", show_default=True, help="The game; only diplomacy works.")
@click.option("--edition", default="2023", show_default=True, help="Whose reading of disputed rules: 1971, 2000, 2023.")
@click.option("--map", "map_name", default="diplomacy", show_default=True, help="The board: a name, or a file.")
@click.option("--set", "pairs", multiple=True, metavar="KEY=VALUE", help="A house rule: victory=20, convoy_routes=all.")
@click.option("--no-reasons", is_flag=True, help="Leave out why orders failed; faster by a third.")
@click.option(
    "--jobs", type=click.IntRange(1), help="Processes (default: one a core for a FILE of two megabytes or more)."
)
@click.option("--schema", is_flag=True, help="Print the JSON schema of both sides and stop.")
@click.option("--json", "as_json", is_flag=True, help="Everything printed is JSON already; accepted for habit.")
def batch(file: str | None, schema: bool, as_json: bool, game: str, jobs: int | None, **wanted: Any) -> None:
    """Adjudicate Diplomacy phases, one JSON object a line, from FILE or standard input.

    A line that cannot be adjudicated gives {"error": …, "line": n} and the run goes on; the exit status is then 1.
    """
    if schema:
        from judge.batch.schema import SCHEMA

        click.echo(json.dumps(SCHEMA, indent=2))
        return
    if game != "diplomacy":
        raise Complain(f'judge batch serves diplomacy only, not "{game}".')
    run = _Run.of(**wanted)
    if file is None or file == "-":
        sys.stdin.reconfigure(encoding="utf-8", errors="replace")  # type: ignore[union-attr]
        good = run.all(sys.stdin, jobs or 1)
    else:
        try:
            with open(file, encoding="utf-8", errors="replace") as lines:
                good = run.all(lines, jobs or _worth(lines))
        except OSError as error:
            raise Complain(f"{file} cannot be read: {error.strerror}.") from None
    if not good:
        not_so()


@dataclass(frozen=True)
class _Run:
    """By what the lines are adjudicated."""

    make: Callable[[], Batch]
    others: Mapping[str, Batch]
    compare: bool
    reasons: bool

    @classmethod
    def of(cls, map_name: str, edition: str, pairs: tuple[str, ...], compare: bool, no_reasons: bool) -> _Run:
        """The command line's request."""
        from judge import shelf
        from judge.adjudicator.diplomacy.editions import EDITIONS
        from judge.batch import batch as made
        from judge.batch import map_value
        from judge.batch.lines import by_map
        from judge.grammar.document import DocumentError

        if edition not in EDITIONS:
            raise Complain(f'there is no edition "{edition}": there are {", ".join(sorted(EDITIONS))}.')
        own = _house_rules(pairs)
        try:
            value = map_value(map_name)
            tables = {key: by_map(value, {**own, "edition": key}) for key in EDITIONS}
            editions, house = {key: one for key, (one, _) in tables.items()}, tables[edition][1]
            make = partial(made, editions[edition], map_name, house)
            others = {key: made(one, map_name, house) for key, one in editions.items() if key != edition and compare}
        except (shelf.NotOnShelf, DocumentError, KeyError, ValueError) as error:
            raise Complain(f"{map_name} cannot be played on: {error}") from None
        odd = [code for code in make().board.ids if len(code) != 3 or not code.isupper()]
        if odd:
            raise Complain(f"judge batch reads codes of three letters, and {map_name} has {odd[0]}.")
        return cls(make, others, compare, not no_reasons)

    def all(self, lines: TextIO, jobs: int) -> bool:
        """Print one line for each; whether all were good and, when comparing, the same."""
        from judge.batch.stream import Comparison, answers
        from judge.cli.crew import shared_out

        # Half a character, as JSON may spell it (`\\ud800`), goes out as it came in.
        sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")  # type: ignore[union-attr]
        write = sys.stdout.write
        if self.compare:
            comparison = Comparison(self.make(), self.others)
            for text in comparison.differences(lines):
                write(text + "\n")
            sys.stdout.flush()
            if comparison.by_edition:
                click.echo(comparison.by_edition, err=True)
            click.echo(comparison.summary, err=True)
            return comparison.differ == 0 and comparison.bad == 0
        good = True
        if jobs > 1:
            found = shared_out(partial(_Share, self.make, self.reasons), _shares(lines), jobs)
        else:
            found = answers(self.make(), lines, reasons=self.reasons)
        for text, fine in found:
            write(text + "\n")
            good = good and fine
        sys.stdout.flush()
        return good


class _Share:
    """Answers some lines at a time, in one of several processes."""

    def __init__(self, make: Callable[[], Batch], reasons: bool) -> None:
        self.batch, self.reasons = make(), reasons

    def __call__(self, share: tuple[int, list[str]]) -> tuple[str, bool]:
        """The answers to lines from a number on, and whether all of them were good."""
        from judge.batch.stream import answers

        first, lines = share
        found = list(answers(self.batch, lines, first=first, reasons=self.reasons))
        return "\n".join(text for text, _ in found), all(good for _, good in found)


def _shares(lines: TextIO) -> Iterator[tuple[int, list[str]]]:
    """The lines, so many at once, with the number of the first."""
    number = 1
    while share := list(islice(lines, SHARE)):
        yield number, share
        number += len(share)


def _worth(lines: TextIO) -> int:
    """How many processes a file is worth."""
    from judge.cli.crew import cores

    return cores() if os.fstat(lines.fileno()).st_size >= LONG else 1


def _house_rules(pairs: tuple[str, ...]) -> dict[str, Any]:
    """`victory=20` and the like: those of the game's house rules that a phase by itself depends on."""
    from judge.variants.diplomacy.options import DISPUTED, OPTIONS

    served = {"victory", "build_sites", *(key for key, *_ in DISPUTED)}
    known = {option.key: option for option in OPTIONS if option.key in served}
    found: dict[str, Any] = {}
    for pair in pairs:
        key, _, value = pair.partition("=")
        option = known.get(key)
        if option is None:
            raise Complain(f'--set takes KEY=VALUE, KEY one of {", ".join(sorted(known))}; "{pair}" is not.')
        if option.values and value not in option.values:
            raise Complain(f'{key} is one of {", ".join(option.values)}, not "{value}".')
        if not option.values and not value.isdecimal():
            raise Complain(f'{key} is a number, not "{value}".')
        found[key] = value
    return found
