"""New boards from a word: the same seed gives the same map, and only maps without a fault are handed out (LB-Q63)."""

from __future__ import annotations

from collections.abc import Mapping

from judge.adjudicator import hexes
from judge.adjudicator.dice import KeyedDice
from judge.adjudicator.protocol import Option
from judge.variants.land_barons.board import LEAST_SPACES, Board, draw_board, faults

SETTINGS: tuple[Option, ...] = (
    Option("width", 12, "Columns of hexes.", low=4, high=40),
    Option("height", 10, "Rows of hexes.", low=4, high=40),
    Option("settlements", 30, "Settlement spaces.", low=12, high=30),
    Option("players", "2..4", "For how many players it must be fair."),
    Option("spacing", 0, "Spaces left between them.", low=0, high=2),
    Option("drawing", False, "Print it as a drawing, the way a map is typed by hand."),
)

FIRST = (
    "Alder", "Arrow", "Badger", "Bitter", "Black", "Broken", "Buffalo", "Cactus", "Cedar", "Copper", "Coyote", "Crow",
    "Dry", "Dusty", "Eagle", "Elk", "Flint", "Gravel", "Hard", "Hawk", "Iron", "Juniper", "Lame", "Lonely", "Mesquite",
    "Mustang", "Ochre", "Pinto", "Quail", "Rattle", "Red", "Rust", "Sage", "Salt", "Silver", "Snake", "Stone", "Sweet",
    "Tin", "Turkey", "White", "Willow", "Wolf", "Yucca",
)  # fmt: skip
SECOND = (
    "Bend", "Bluff", "Butte", "Creek", "Crossing", "Draw", "Ferry", "Flat", "Ford", "Fork", "Gap", "Gulch", "Hollow",
    "Junction", "Landing", "Mesa", "Notch", "Pass", "Point", "Ridge", "Rock", "Springs", "Valley", "Wash", "Wells",
)  # fmt: skip
MOST_TRIES = 500


class NoSuchMap(ValueError):
    """No map of this size and number can be made without a fault; the last one's fault says why."""


def make_map(seed: str, settings: Mapping[str, str | int | bool]) -> dict[str, object]:
    """A map document from a word. Raises NoSuchMap, with what would help."""
    width, height = int(settings["width"]), int(settings["height"])
    if width * height < LEAST_SPACES:
        raise NoSuchMap(f"a board needs at least {LEAST_SPACES} spaces, {width} x {height} has {width * height}")
    players = _bounds(str(settings["players"]))
    try:
        board = survey(seed, width, height, int(settings["settlements"]), players, int(settings["spacing"]))
    except NoSuchMap as error:
        raise NoSuchMap(f"{error}; try another size, number or spacing") from None
    made = written(board, f"made by: judge map-new land-barons --seed {seed}")
    if not settings["drawing"]:
        return made
    drawn = {key: made[key] for key in ("game", "title", "note", "players")} | {"drawing": draw_board(board) + "\n"}
    return {**drawn, "names": dict(board.names)}


def _bounds(said: str) -> tuple[int, int]:
    """`2..4` as a pair."""
    low, _, high = said.partition("..")
    high = high or low
    if not low.isdecimal() or not high.isdecimal() or not 2 <= int(low) <= int(high) <= 4:
        raise NoSuchMap(f'--players is written 2..4, not "{said}"')
    return int(low), int(high)


def survey(seed: str, width: int, height: int, settlements: int, players: tuple[int, int], spacing: int = 0) -> Board:
    """A board with settlement spaces drawn by chance, tried again until ranches lie far apart and fairly."""
    last = ""
    for number in range(MOST_TRIES):
        dice = KeyedDice.of(f"{seed}/{number}")
        spaces = dice.shuffle("spaces", hexes.field(width, height))
        chosen = _spread(spaces, settlements, spacing)
        if len(chosen) < settlements:
            raise NoSuchMap(f"{settlements} settlements do not fit on {width} x {height} with {spacing} spaces between")
        board = Board(
            title=f"Territory {seed}",
            width=width,
            height=height,
            sites=dict.fromkeys(chosen, ""),
            names=_named(dice, chosen),
            players=players,
        )
        found = faults(board)
        if not found:
            return board
        last = f"{found[0].code} {dict(found[0].detail)}"
    raise NoSuchMap(f"none of {MOST_TRIES} boards of {width} x {height} with {settlements} settlements is fair: {last}")


def _spread(spaces: tuple[str, ...], number: int, spacing: int) -> tuple[str, ...]:
    """The first spaces of a shuffle that keep their distance."""
    chosen: list[str] = []
    for space in spaces:
        if len(chosen) == number:
            break
        if all(hexes.distance(space, other) > spacing for other in chosen):
            chosen.append(space)
    return tuple(sorted(chosen))


def _named(dice: KeyedDice, spaces: tuple[str, ...]) -> dict[str, str]:
    """Each settlement space has a name of its own, no two beginning alike where it can be helped."""
    first = dice.shuffle("first", FIRST)
    second = dice.shuffle("second", SECOND)
    names = (f"{one} {second[place % len(second)]}" for place, one in enumerate(first))
    return dict(zip(spaces, names, strict=False))


def written(board: Board, note: str) -> dict[str, object]:
    """A board as a map document."""
    return {
        "game": "land-barons",
        "title": board.title,
        "note": note,
        "size": f"{board.width} x {board.height}",
        "players": f"{board.players[0]}-{board.players[1]}",
        "settlements": sorted(board.sites),
        "names": {space: board.names[space] for space in sorted(board.names)},
    }
