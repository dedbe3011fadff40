"""`judge simulate`: whole games between opponents, and tables of what they came to."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from judge import shelf
from judge.adjudicator.mind import STRENGTHS
from judge.adjudicator.protocol import AnyGame, Table
from judge.cli.common import Complain, own_maps, progress, read_text, say_json, settings, words_of
from judge.cli.crew import cores, shared_out
from judge.cli.rules import game_of
from judge.grammar.options import OptionError, complete_options, preset_named
from judge.grammar.text import many
from judge.variants import GAMES

if TYPE_CHECKING:
    from judge.scenario.simulate import Share, Summary, Tally


MOST_SITES = 12
"""Sites in the table of who wins from where."""
FEW = 4
"""So many games are not worth a process of their own."""


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
@click.option("--jobs", type=click.IntRange(1), help="How many processes play (default: one a core, if that pays).")
@click.option(
    "--kept",
    metavar="FILE",
    type=click.Path(dir_okay=False),
    help="Where each game is noted when it is over; games that the file has are not played again.",
)
@click.option("--plots", metavar="FILE", type=click.Path(dir_okay=False), help="Draw the tables: .svg or .png.")
@click.option("--json", "as_json", is_flag=True, help="Print the summary as JSON.")
def simulate(number: int, jobs: int | None, kept: str | None, plots: str | None, as_json: bool, **chosen: Any) -> None:
    """Complete games between opponents: lengths, endings, and who won how often."""
    from judge.scenario.simulate import Summary

    if plots and Path(plots).suffix not in (".svg", ".png"):
        raise Complain(f"{plots}: a picture ends in .svg or .png")
    try:
        run = _run(**chosen)
        book = _Book(Path(kept), run.about) if kept else None
        found = {one: tally for one, tally in book.tallies() if one < number} if book else {}
        left = [one for one in range(number) if one not in found]
        jobs = min(jobs or cores(), max(1, len(left) // FEW))
        games = map(run, left) if jobs == 1 else shared_out(partial(_run, **chosen), left, jobs)
        for one, tally in progress(games, len(left), run.game.title):
            found[one] = tally
            if book:
                book.note(one, tally)
    except ValueError as error:
        raise Complain(words_of(error)) from None
    summary = Summary()
    for one in sorted(found):
        summary.add(found[one])
    if plots:
        _draw(Path(plots), run.game.title, summary)
    if as_json:
        say_json(summary.plain())
        return
    _tell(run.game.title, summary)


@dataclass(frozen=True, kw_only=True)
class _Run:
    """A run of games: the same anywhere, game by game. `about`: what tells it from another run."""

    game: AnyGame
    options: dict[str, str | int | bool]
    strengths: tuple[str, ...]
    counts: tuple[int, ...]
    seed: str
    about: dict[str, Any]

    def __call__(self, one: int) -> tuple[int, Tally]:
        """Game number `one`."""
        from judge.scenario.simulate import seated, seats_for, tally

        # A round of strengths sits at the same seats, so that each plays each of them.
        turn = one // len(self.strengths)
        taking = seats_for(self.game, turn, self.counts[turn % len(self.counts)])
        who = seated(taking, self.strengths, one)
        return one, tally(self.game, Table(taking, self.options), f"{self.seed}/{one}", who)


def _run(
    key: str,
    players: str,
    seats: str | None,
    preset: str | None,
    given: tuple[str, ...],
    map_name: str | None,
    seed: str,
) -> _Run:
    """The run that was asked for: on the map that was named, else the preset's; by the preset, then as was set."""
    from judge.scenario.simulate import limits, ranged, usual_seats

    strengths = tuple(one.strip() for one in players.split(","))
    unknown = [one for one in strengths if one not in STRENGTHS]
    if unknown:
        raise Complain(f'"{unknown[0]}" is no strength of a player: there are {", ".join(STRENGTHS)}')
    game = game_of(key, map_name)
    try:
        named: dict[str, str | int | bool] = {}
        if preset:
            chosen = preset_named(game, preset)
            named = dict(chosen.options)
            map_name = map_name or chosen.map_name
            game = game_of(key, map_name)
        options = complete_options(game, {**limits(game), **named, **settings(given)})
    except OptionError as error:
        raise Complain(words_of(error)) from None
    counts = ranged(seats) or usual_seats(game)
    text = shelf.map_text(map_name or GAMES[key].default_map, own_maps())
    about = {
        "game": key,
        "map": sha256(text.encode()).hexdigest()[:16],
        "options": options,
        "players": strengths,
        "seats": counts,
        "seed": seed,
    }
    return _Run(game=game, options=options, strengths=strengths, counts=counts, seed=seed, about=about)


class _Book:
    """A file of games that are over, a line each: the numbers of a run that was broken off go on from it."""

    def __init__(self, path: Path, about: dict[str, Any]) -> None:
        self.path = path
        self.about: dict[str, Any] = json.loads(json.dumps(about))
        """As it reads when it comes out of the file."""

    def tallies(self) -> Iterator[tuple[int, Tally]]:
        """The games in the file, if it is of this run."""
        from judge.scenario.simulate import Tally

        lines = read_text(str(self.path)).splitlines(keepends=True) if self.path.exists() else []
        if lines and not lines[-1].endswith("\n"):
            # The run ended in the middle of a line.
            self.path.write_text("".join(lines := lines[:-1]), encoding="utf-8")
        for line in lines:
            try:
                entry = json.loads(line)
                about, one, tally = entry["of"], entry["number"], Tally(**entry["game"])
            except (ValueError, KeyError, TypeError):
                raise Complain(f"{self.path} is no file of simulated games; another name makes a new one.") from None
            if about != self.about:
                differs = sorted(key for key in self.about if about.get(key) != self.about[key])
                raise Complain(
                    f"{self.path} holds games of another run ({', '.join(differs)}); another name makes a new file."
                )
            yield one, tally

    def note(self, one: int, tally: Tally) -> None:
        """Add a game."""
        entry = {"of": self.about, "number": one, "game": asdict(tally)}
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(entry, sort_keys=True) + "\n")


def _tell(title: str, summary: Summary) -> None:
    """The tables."""
    click.echo(f"{title}: {many(summary.games, 'game')}, {summary.unfinished} unfinished")
    least, median, most = summary.lengths
    click.echo(f"windows a game: least {least}, median {median}, most {most}")
    if summary.quiet:
        whole = sum(summary.windows.elements())
        click.echo(
            f"  on the average {whole / summary.games:.0f}, with a choice for somebody "
            f"{(whole - summary.quiet) / summary.games:.0f}"
        )
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
    click.echo("orders:")
    results: dict[str, list[str]] = {}
    for name, times in sorted(summary.orders.items()):
        kind, result = name.split(" ", 1)
        results.setdefault(kind, []).append(f"{result} {times}")
    for kind, found in results.items():
        click.echo(f"  {kind}: " + ", ".join(found))
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
    """The wins of each, their ratio to an even share, and by how much chance alone moves that."""
    click.echo(f"{title}:")
    for name, share in sorted(shares.items()):
        won = f"{float(share.won):5.0f} of {share.games:<5} {share.of_even:5.2f} ± {share.chance:4.2f}"
        click.echo(f"  {name:20} {won}  {'#' * round(20 * share.of_even)}")


def _draw(path: Path, title: str, summary: Summary) -> None:
    from judge.report.pictures import png
    from judge.scenario.plots import plots

    picture = plots(title, summary)
    if path.suffix == ".svg":
        path.write_text(picture, encoding="utf-8")
    else:
        path.write_bytes(png(picture))
    click.echo(f"drawn: {path}", err=True)
