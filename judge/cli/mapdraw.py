"""`judge map-draw`: a picture for a map that has none."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from judge.cli.common import Complain, read_text, say_json, words_of
from judge.grammar.document import DocumentError, load


@click.command("map-draw", epilog="Example: judge map-draw maps/modern.yaml")
@click.argument("file", type=click.Path(dir_okay=False))
@click.option("--out", type=click.Path(dir_okay=False), help="Write the map here (default: into the file itself).")
@click.option("--json", "as_json", is_flag=True, help="Print the measures of the picture as JSON.")
def map_draw(file: str, out: str | None, as_json: bool) -> None:
    """Draw a map of Diplomacy from its borders, and keep the picture in its file.

    `picture: where:` in the file says where provinces are, from [0, 0] in the upper left corner to [1, 1]. Move one
    there and draw again. A picture that is already in the file is replaced.
    """
    from judge.report.drawn import Undrawn, with_picture

    text = read_text(file)
    try:
        document = load(text, file)
        key = str(document.value.get("game", "diplomacy")) if isinstance(document.value, dict) else "diplomacy"
        drawn, measures = with_picture(key, text, file)
    except (DocumentError, Undrawn) as error:
        raise Complain(words_of(error)) from None
    try:
        Path(out or file).write_text(drawn, encoding="utf-8")
    except OSError as error:
        raise Complain(f"{out or file}: {error.strerror}") from None
    if as_json:
        say_json(facts(measures))
    else:
        tell(measures, out or file)


def facts(measures: Any) -> dict[str, object]:
    """The measures of a picture as plain values."""
    return {
        "borders": measures.borders,
        "drawn": measures.drawn,
        "linked": [list(two) for two in measures.linked],
        "missing": [list(two) for two in measures.missing],
        "false": [list(two) for two in measures.false],
        "outside": list(measures.outside),
        "shortened": list(measures.shortened),
        "smallest letters": measures.smallest,
    }


def tell(measures: Any, file: str) -> None:
    """Print the result, and the things to look at."""
    click.echo(f"{file}: {measures.drawn} of {measures.borders} borders are drawn as lines", err=True)
    for said, found in (
        ("dotted ways, where no flat sheet can hold the border", measures.linked),
        ("BORDERS THAT ARE NOT DRAWN", measures.missing),
        ("LINES WHERE THERE IS NO BORDER", measures.false),
    ):
        if found:
            click.echo(f"  {said}: {', '.join(' - '.join(two) for two in found)}", err=True)
    if measures.shortened:
        click.echo(f"  room for the code only, not for the name: {', '.join(measures.shortened)}", err=True)
