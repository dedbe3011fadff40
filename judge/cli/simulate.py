"""`judge simulate`: whole games between opponents, and tables of what they came to."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import click

from judge.adjudicator.mind import STRENGTHS
from judge.adjudicator.protocol import AnyGame, Table
from judge.cli.common import Complain, progress, say_json, settings, words_of
from judge.cli.rules import game_of
from judge.grammar.options import OptionError, complete_options, preset_named
from judge.grammar.text import many

if TYPE_CHECKING:
    from judge.scenario.simulate import Share, Summary


MOST_SITES = 12
"""Sites in the table of who wins from where."""


@click.command(epilog="Example: judge simulate --game range-war --games 20 --players keen,fair")
@click.option("--game", "key", required=True, help="Which game.")
@click.option("--games", "number", default=10, show_default=True, help="How many games.")
@click.option(
    "--players",
    default="keen",
    show_default=True,
    metavar="A,B…",
    help=f"Who plays: {', '.join(STRENGTHS)}; several go round the table.",
)
@click.option("--seats", "seats", metavar="A..B", help="How many seats, in turn (default: as people play).")
@click.option("--preset", metavar="NAME", help="A set of options: `judge games show GAME` lists them.")
@click.option("--set", "given", multiple=True, metavar="OPTION=VALUE", help="An option of the game.")
@click.option("--map", "map_name", help="Another map: a name, or a file.")
@click.option("--seed", default="judge", show_default=True, help="A word that all chance comes from.")
@click.option("--plots", metavar="FILE", type=click.Path(dir_okay=False), help="Draw the tables: .svg or .png.")
@click.option("--json", "as_json", is_flag=True, help="Print the summary as JSON.")
def simulate(
    key: str,
    number: int,
    players: str,
    seats: str | None,
    plots: str | None,
    as_json: bool,
    **chosen: object,
) -> None:
    """Complete games between opponents: lengths, endings, and who won how often."""
    from judge.scenario.simulate import Summary, count_game, ranged, seated, seats_for, usual_seats

    game, options = _chosen(key, chosen)
    strengths = tuple(one.strip() for one in players.split(","))
    unknown = [one for one in strengths if one not in STRENGTHS]
    if unknown:
        raise Complain(f'"{unknown[0]}" is no strength of a player: there are {", ".join(STRENGTHS)}')
    if plots and Path(plots).suffix not in (".svg", ".png"):
        raise Complain(f"{plots}: a picture ends in .svg or .png")
    summary = Summary()
    try:
        counts = ranged(seats) or usual_seats(game)
        for one in progress(range(number), number, f"{game.title}"):
            # A round of strengths sits at the same seats, so that each plays each of them.
            taking = seats_for(game, one // len(strengths), counts[one // len(strengths) % len(counts)])
            table = Table(taking, options)
            count_game(game, table, f"{chosen['seed']}/{one}", summary, seated(taking, strengths, one))
    except ValueError as error:
        raise Complain(words_of(error)) from None
    if plots:
        _draw(Path(plots), game.title, summary)
    if as_json:
        say_json(summary.plain())
        return
    _tell(game.title, summary)


def _chosen(key: str, chosen: dict[str, object]) -> tuple[AnyGame, dict[str, str | int | bool]]:
    """The game and its options: on the map that was named, else the preset's; by the preset, then as was set."""
    from judge.scenario.simulate import limits

    named_map = chosen["map_name"] if isinstance(chosen["map_name"], str) else None
    game = game_of(key, named_map)
    given = chosen["given"]
    assert isinstance(given, tuple)
    try:
        named: dict[str, str | int | bool] = {}
        if chosen["preset"]:
            preset = preset_named(game, str(chosen["preset"]))
            named = dict(preset.options)
            game = game_of(key, preset.map_name) if preset.map_name and not named_map else game
        return game, complete_options(game, {**limits(game), **named, **settings(given)})
    except OptionError as error:
        raise Complain(words_of(error)) from None


def _tell(title: str, summary: Summary) -> None:
    """The tables."""
    click.echo(f"{title}: {many(summary.games, 'game')}, {summary.unfinished} unfinished")
    lengths = sorted(summary.windows.elements())
    click.echo(f"windows a game: least {lengths[0]}, median {lengths[len(lengths) // 2]}, most {lengths[-1]}")
    click.echo(
        f"asks a player and game: {summary.asks / summary.players:.0f}"
        + (f", with a choice {(summary.asks - summary.forced) / summary.players:.0f}" if summary.forced else "")
    )
    _counts("endings", summary.endings, summary.games)
    _shares("won by seat (even: 1.00)", summary.by_seat)
    if summary.by_site:
        _shares("won by site (even: 1.00)", _often(summary.by_site))
    if len(summary.by_strength) > 1:
        _shares("won by player (even: 1.00)", summary.by_strength)
    kinds = sorted({kind for kind, _ in summary.orders})
    click.echo("orders:")
    for kind in kinds:
        results = sorted((result, times) for (one, result), times in summary.orders.items() if one == kind)
        click.echo(f"  {kind}: " + ", ".join(f"{result} {times}" for result, times in results))
    click.echo("events: " + ", ".join(f"{code} {times}" for code, times in sorted(summary.events.items())))


def _often(shares: dict[str, Share]) -> dict[str, Share]:
    """The sites that were played most; what others won comes to one line."""
    most = sorted(shares, key=lambda site: (-shares[site].games, site))
    found = {site: shares[site] for site in most[:MOST_SITES]}
    for site in most[MOST_SITES:]:
        rest = found.setdefault("elsewhere", type(shares[site])())
        rest.games, rest.won, rest.even = (
            rest.games + shares[site].games,
            rest.won + shares[site].won,
            rest.even + shares[site].even,
        )
    return found


def _counts(title: str, counts: Counter[str], whole: int) -> None:
    """Counts with their share and a bar to look at."""
    click.echo(f"{title}:")
    for name, times in sorted(counts.items()):
        click.echo(f"  {name:20} {times:5}  {100 * times / whole:5.1f} %  {'#' * round(40 * times / whole)}")


def _shares(title: str, shares: dict[str, Share]) -> None:
    """What each won, and its ratio to an even share."""
    click.echo(f"{title}:")
    for name, share in sorted(shares.items()):
        won = float(share.won)
        click.echo(
            f"  {name:20} {won:5.0f} of {share.games:<5} {share.of_even:5.2f}  {'#' * round(20 * share.of_even)}"
        )


def _draw(path: Path, title: str, summary: Summary) -> None:
    from judge.report.pictures import png
    from judge.scenario.plots import plots

    picture = plots(title, summary)
    if path.suffix == ".svg":
        path.write_text(picture, encoding="utf-8")
    else:
        path.write_bytes(png(picture))
    click.echo(f"drawn: {path}", err=True)
