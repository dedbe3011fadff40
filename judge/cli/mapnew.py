"""`judge map-new`: a new board from a word, for every game whose folder has a `mapmaking.py`."""

from __future__ import annotations

import click

from judge.adjudicator.protocol import Option
from judge.cli.common import Complain, words_of
from judge.variants import GAMES, part


def _makers() -> dict[str, tuple[Option, ...]]:
    """The games that make maps, each with its settings."""
    found = {key: part(key, "mapmaking") for key in GAMES}
    return {key: maker.SETTINGS for key, maker in found.items() if maker is not None}


def _parameter(setting: Option) -> click.Option:
    """A setting as an option of the command; the game fills in one that is not given."""
    name = f"--{setting.key}"
    if isinstance(setting.default, bool):
        return click.Option([name], is_flag=True, default=None, help=setting.summary)
    kind = click.IntRange(setting.low, setting.high) if isinstance(setting.default, int) else click.STRING
    return click.Option([name], type=kind, help=f"{setting.summary}  [default: {setting.default}]")


class _MapNew(click.Command):
    """Has the settings of all games that make maps."""

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        settings = {one.key: one for mine in _makers().values() for one in mine}
        own = super().get_params(ctx)
        return [*own[:-1], *map(_parameter, settings.values()), *own[-1:]]


@click.command("map-new", cls=_MapNew, epilog="Example: judge map-new land-barons --seed dust > maps/dust.yaml")
@click.argument("key", metavar="GAME")
@click.option("--seed", required=True, help="A word: the same word makes the same map.")
def map_new(key: str, seed: str, **given: str | int | bool | None) -> None:
    """Make a new map: random settlement spaces, ranches far apart, no seat shut in. Prints YAML."""
    from judge.grammar.document import dump

    makers = _makers()
    if key not in makers:
        raise Complain(f'maps are made for {", ".join(makers)} only, not for "{key}"')
    named = {name: value for name, value in given.items() if value is not None}
    settings = {one.key: named.pop(one.key, one.default) for one in makers[key]}
    if named:
        raise Complain(f"{key} has no setting --{next(iter(named))}")
    maker = part(key, "mapmaking")
    assert maker is not None
    try:
        made = maker.make_map(seed, settings)
    except ValueError as error:
        raise Complain(words_of(error)) from None
    click.echo(dump(made), nl=False)
