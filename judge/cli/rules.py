"""`judge check`, `judge games`: the rules, without a campaign."""

from __future__ import annotations

import click

from judge import shelf
from judge.adjudicator.protocol import AnyGame
from judge.cli.common import Complain, Group, not_so, own_maps, own_templates, progress, say_json, words_of
from judge.grammar.document import DocumentError, load
from judge.grammar.options import OptionError


@click.command(epilog="Example: judge check tests/range-war/*.yaml")
@click.argument("files", nargs=-1, required=True, type=click.Path())
@click.option("--json", "as_json", is_flag=True, help="Print the results as JSON.")
@click.option("--quiet", is_flag=True, help="Print only files with failures, and the closing line.")
def check(files: tuple[str, ...], as_json: bool, quiet: bool) -> None:
    """Run scenario files and print what passed; exit status 1 if any failed."""
    from judge.cli.common import read_text
    from judge.scenario.collection import scenarios
    from judge.scenario.run import run

    results: list[dict[str, object]] = []
    passed = failed = 0
    words = own_templates()
    for name in progress(files, len(files), "scenarios"):
        try:
            document = load(read_text(name), name)
            outcomes = [run(game, scenario, words) for game, scenario in scenarios(document, own_maps())]
        except (DocumentError, shelf.NotOnShelf, OptionError) as error:
            raise Complain(words_of(error)) from None
        bad = [outcome for outcome in outcomes if outcome.failures]
        passed += len(outcomes) - len(bad)
        failed += len(bad)
        if as_json:
            results += [
                {"file": name, "line": one.line, "title": one.title, "failures": list(one.failures)} for one in outcomes
            ]
            continue
        if bad or not quiet:
            click.echo(f"{name}: {len(outcomes) - len(bad)} passed, {len(bad)} failed")
        for outcome in bad:
            click.echo(f"  line {outcome.line}: {outcome.title}")
            for failure in outcome.failures:
                click.echo(f"    {failure}")
    if as_json:
        say_json(results)
    elif quiet or len(files) > 1:
        click.echo(f"{passed} passed, {failed} failed")
    if failed:
        not_so()


class Games(Group):
    """`judge games range-war` is `judge games show range-war`."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        return super().resolve_command(ctx, args if args[0] in self.commands else ["show", *args])


@click.group(cls=Games, invoke_without_command=True, epilog="Example: judge games show range-war")
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
@click.pass_context
def games(context: click.Context, as_json: bool) -> None:
    """The games that can be played; `judge games show GAME` shows one."""
    if context.invoked_subcommand is not None:
        return
    from judge.variants import GAMES

    if as_json:
        say_json([{"key": entry.key, "title": entry.title, "map": entry.default_map} for entry in GAMES.values()])
        return
    for entry in GAMES.values():
        click.echo(f"{entry.key:16} {entry.title}")


@games.command("show", epilog="Example: judge games show range-war")
@click.argument("key", metavar="GAME")
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
def show(key: str, as_json: bool) -> None:
    """A game's seats, options with their defaults, and maps."""
    from judge.variants import GAMES

    game = game_of(key)
    low, high = game.seat_range
    if as_json:
        say_json(
            {
                "key": game.key,
                "title": game.title,
                "map": GAMES[key].default_map,
                "seats": [{"id": seat.id, "name": seat.name} for seat in game.seats],
                "least_seats": low,
                "most_seats": high,
                "windows": list(game.kinds),
                "presets": {one.key: dict(one.options) for one in game.presets},
                "options": [
                    {
                        "key": option.key,
                        "default": option.default,
                        "values": list(option.values),
                        "summary": option.summary,
                        "rulings": list(option.rulings),
                    }
                    for option in game.options
                ],
            }
        )
        return
    click.echo(f"{game.title} ({game.key}), {low if low == high else f'{low} to {high}'} seats")
    click.echo(f"map: {GAMES[key].default_map}")
    click.echo("seats: " + ", ".join(f"{seat.id} ({seat.name})" for seat in game.seats))
    click.echo("windows: " + ", ".join(game.kinds))
    for preset in game.presets:
        click.echo(f"preset {preset.key}: {preset.summary}")
    click.echo("options:" if game.options else "options: none")
    for option in game.options:
        default = str(option.default).lower() if isinstance(option.default, bool) else option.default
        choices = f" [{' | '.join(option.values)}]" if option.values else ""
        cited = f" ({', '.join(option.rulings)})" if option.rulings else ""
        click.echo(f"  {option.key} = {default}{choices}: {option.summary}{cited}")


def game_of(key: str, map_name: str | None = None) -> AnyGame:
    """The game by its key, on a map of the campaign's or of the shelf."""
    try:
        return shelf.game(key, map_name, own_maps())
    except (shelf.NotOnShelf, DocumentError) as error:
        raise Complain(words_of(error)) from None
