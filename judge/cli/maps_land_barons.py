"""`judge map-new`: a new board for Land Barons, from a word."""

from __future__ import annotations

import click

from judge.cli.common import Complain


@click.command("map-new", epilog="Example: judge map-new land-barons --seed dust > maps/dust.yaml")
@click.argument("key", metavar="GAME")
@click.option("--seed", required=True, help="A word: the same word makes the same map.")
@click.option("--width", default=12, show_default=True, type=click.IntRange(4, 40), help="Columns of hexes.")
@click.option("--height", default=10, show_default=True, type=click.IntRange(4, 40), help="Rows of hexes.")
@click.option("--settlements", default=30, show_default=True, type=click.IntRange(12, 30), help="Settlement spaces.")
@click.option("--players", default="2..4", show_default=True, help="For how many players it must be fair.")
@click.option("--spacing", default=0, show_default=True, type=click.IntRange(0, 2), help="Spaces left between them.")
@click.option("--drawing", is_flag=True, help="Print it as a drawing, the way a map is typed by hand.")
def map_new(
    key: str, seed: str, width: int, height: int, settlements: int, players: str, spacing: int, drawing: bool
) -> None:
    """Make a new map: settlement spaces drawn by chance, ranches far apart, no seat shut in. Prints YAML."""
    from judge.grammar.document import dump
    from judge.scenario.simulate import ranged
    from judge.variants.land_barons.board import LEAST_SPACES, draw_board
    from judge.variants.land_barons.survey import NoSuchMap, survey, written

    if key != "land-barons":
        raise Complain(f'maps are made for land-barons only, not for "{key}"')
    if width * height < LEAST_SPACES:
        raise Complain(f"a board needs at least {LEAST_SPACES} spaces, {width} x {height} has {width * height}")
    try:
        numbers = ranged(players)
    except ValueError:
        numbers = None
    if not numbers or not 2 <= numbers[0] <= numbers[-1] <= 4:
        raise Complain(f'--players is written 2..4, not "{players}"')
    try:
        board = survey(seed, width, height, settlements, (numbers[0], numbers[-1]), spacing)
    except NoSuchMap as error:
        raise Complain(f"{error}; try another size, number or spacing") from None
    made = written(board, f"made by: judge map-new land-barons --seed {seed}")
    if drawing:
        made = {key: made[key] for key in ("game", "title", "note", "players")} | {"drawing": draw_board(board) + "\n"}
        made["names"] = dict(board.names)
    click.echo(dump(made), nl=False)
