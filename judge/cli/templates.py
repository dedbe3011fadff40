"""`judge templates check`: a game master's own templates, tried out before a report depends on them."""

from __future__ import annotations

from pathlib import Path

import click

from judge.cli.common import Complain, Group, not_so, progress, say_json, spoken_language


@click.group(cls=Group, epilog="Example: judge templates check --folder campaign/templates")
def templates() -> None:
    """The templates that reports are made of."""


@templates.command("check", epilog="Example: judge templates check --folder campaign/templates --game range-war")
@click.option("--folder", type=click.Path(file_okay=False), help="A campaign's own templates folder.")
@click.option("--game", "keys", multiple=True, help="Only these games.")
@click.option("--words", is_flag=True, help="Print every sentence of said/ in its place, with made-up facts.")
@click.option("--language", default="", metavar="CODE", help="List what this language lacks: de, fr.")
@click.option("--json", "as_json", is_flag=True, help="Print what is wrong as JSON; with --words, the sentences.")
def check(folder: str | None, keys: tuple[str, ...], words: bool, language: str, as_json: bool) -> None:
    """Compile every template, look for missing words, and render the reports of a short game of each kind."""
    from judge.report import trial
    from judge.report.languages import worded_in
    from judge.report.translating import lacking
    from judge.variants import GAMES

    own = Path(folder) if folder else None
    if own is None and Path("campaign.yaml").is_file() and Path("templates").is_dir():
        own = Path("templates")
    if own is not None and not own.is_dir():
        raise Complain(f"there is no folder {own}")
    for key in keys:
        if key not in GAMES:
            raise Complain(f'there is no game "{key}": there are {", ".join(GAMES)}')
    chosen = keys or tuple(GAMES)
    spoken_language(language or "en")
    missing = [str(one) for one in lacking(language, chosen)] if language not in ("", "en") else []
    with worded_in(language or "en"):
        broken = list(trial.broken_files(own))
        if words and not broken:
            _show_words(own, as_json)
            return
        if not broken:
            for key in progress(chosen, len(chosen), "templates"):
                broken += trial.check(own, (key,))
    if as_json:
        say_json([*broken, *missing])
    else:
        for sentence in (*broken, *missing):
            click.echo(sentence)
        if missing:
            click.echo(f"{len(missing)} of these are said in English to whoever reads {language}")
        if not broken:
            click.echo(f"all templates are in order ({', '.join(chosen) or 'no games'})")
    if broken:
        not_so()


def _show_words(own: Path | None, as_json: bool) -> None:
    """Print every sentence as it reads: left of a bar with all of its facts, right of it without those it can miss."""
    from judge.report.madeup import sayings
    from judge.report.sandbox import TemplateTrouble

    try:
        found = dict(sayings(own))
    except TemplateTrouble as error:
        raise Complain(str(error)) from None
    if as_json:
        say_json(found)
        return
    for place, said in found.items():
        click.echo(f"{place}: {said}")
