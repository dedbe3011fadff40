"""`judge check`, `judge games`, `judge simulate`: the rules, without a campaign."""

from __future__ import annotations

import click

from judge import shelf
from judge.adjudicator.protocol import AnyGame, Table
from judge.cli.common import Complain, not_so, own_maps, own_templates, progress, say_json, settings
from judge.grammar.document import DocumentError, load
from judge.grammar.options import OptionError, complete_options
from judge.grammar.text import many


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
            raise Complain(str(error)) from None
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


@click.group(invoke_without_command=True, epilog="Example: judge games show range-war")
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
@click.pass_context
def games(context: click.Context, as_json: bool) -> None:
    """The games that can be played; `judge games show GAME` tells of one."""
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

    game = _game(key)
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
    click.echo("options:" if game.options else "options: none")
    for option in game.options:
        default = str(option.default).lower() if isinstance(option.default, bool) else option.default
        choices = f" [{' | '.join(option.values)}]" if option.values else ""
        cited = f" ({', '.join(option.rulings)})" if option.rulings else ""
        click.echo(f"  {option.key} = {default}{choices}: {option.summary}{cited}")


@click.command(epilog="Example: judge simulate --game range-war --games 20 --seed spring")
@click.option("--game", "key", required=True, help="Which game.")
@click.option("--games", "number", default=10, show_default=True, help="How many games.")
@click.option("--seats", "seats", metavar="A..B", help="How many seats, in turn (default: as many as can play).")
@click.option("--set", "given", multiple=True, metavar="OPTION=VALUE", help="An option of the game.")
@click.option("--map", "map_name", help="Another map: a name, or a file.")
@click.option("--seed", default="judge", show_default=True, help="A word that all chance comes from.")
@click.option("--json", "as_json", is_flag=True, help="Print the summary as JSON.")
def simulate(
    key: str,
    number: int,
    seats: str | None,
    given: tuple[str, ...],
    map_name: str | None,
    seed: str,
    as_json: bool,
) -> None:
    """Complete games between scripted players, and a summary of lengths, endings, winners and orders."""
    from judge.scenario.simulate import Summary, count_game, limits, ranged, seats_for

    game = _game(key, map_name)
    try:
        options = complete_options(game, {**limits(game), **settings(given)})
        counts = ranged(seats)
    except (OptionError, ValueError) as error:
        raise Complain(str(error)) from None
    summary = Summary()
    for one in progress(range(number), number, f"{game.title}"):
        try:
            taking = seats_for(game, one, counts[one % len(counts)] if counts else None)
        except ValueError as error:
            raise Complain(str(error)) from None
        count_game(game, Table(taking, options), f"{seed}/{one}", summary)
    if as_json:
        say_json(summary.plain())
        return
    click.echo(f"{game.title}: {many(summary.games, 'game')}, {summary.unfinished} unfinished")
    lengths = sorted(summary.windows.elements())
    click.echo(f"windows a game: least {lengths[0]}, median {lengths[len(lengths) // 2]}, most {lengths[-1]}")
    _counts("endings", dict(sorted(summary.endings.items())), summary.games)
    _counts("victories", {seat: summary.victories[seat] for seat in sorted(summary.victories)}, summary.games)
    kinds = sorted({kind for kind, _ in summary.orders})
    click.echo("orders:")
    for kind in kinds:
        results = sorted((result, times) for (one, result), times in summary.orders.items() if one == kind)
        click.echo(f"  {kind}: " + ", ".join(f"{result} {times}" for result, times in results))
    click.echo("events: " + ", ".join(f"{code} {times}" for code, times in sorted(summary.events.items())))


def _counts(title: str, counts: dict[str, int], whole: int) -> None:
    """Counts with their share and a bar to look at."""
    click.echo(f"{title}:")
    for name, times in counts.items():
        click.echo(f"  {name:20} {times:5}  {100 * times / whole:5.1f} %  {'#' * round(40 * times / whole)}")


def _game(key: str, map_name: str | None = None) -> AnyGame:
    try:
        return shelf.game(key, map_name, own_maps())
    except (shelf.NotOnShelf, DocumentError) as error:
        raise Complain(str(error)) from None
