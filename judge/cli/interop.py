"""`judge map-import`: maps of other programs."""

from __future__ import annotations

from pathlib import Path

import click

from judge.cli.common import Complain, read_text
from judge.grammar.document import DocumentError, dump


@click.command("map-import", epilog="Example: judge map-import modern.map --out maps/modern.yaml --title 'Modern'")
@click.argument("file", type=click.Path())
@click.option("--out", type=click.Path(dir_okay=False), help="Write the map here (default: standard output).")
@click.option("--title", help="The map's title (default: from the file's name).")
def map_import(file: str, out: str | None, title: str | None) -> None:
    """Turn a map in the format of DPjudge and the `diplomacy` package (.map) into a map file of the Judge."""
    from judge.interop.dpmap import merged, read_dpmap

    path = Path(file)

    def include(name: str) -> str:
        beside = path.parent / (name if name.endswith(".map") else f"{name}.map")
        return read_text(str(beside))

    try:
        value, passed_over = read_dpmap(read_text(file), path.stem, include)
    except DocumentError as error:
        raise Complain(str(error)) from None
    for line in passed_over:
        click.echo(f"judge: {path.name}, {line}: has no counterpart here and was passed over", err=True)
    text = dump(merged(value, title))
    if out is None:
        click.echo(text, nl=False)
        return
    try:
        Path(out).write_text(text, encoding="utf-8")
    except OSError as error:
        raise Complain(f"{out}: {error.strerror}") from None
    click.echo(f"wrote {out}; `judge map-check {out}` looks it over", err=True)
