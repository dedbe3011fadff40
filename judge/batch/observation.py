"""A position as whole numbers, for programs that learn: a row a province, one-hot, of the same length all game."""

from __future__ import annotations

from judge.batch.play import Diplomacy, Lists

TASKS = ("M", "R", "A")
SEASONS = ("S", "F", "W")


def rows(game: Diplomacy) -> list[list[int]]:
    """A row for each province and coast, in the order of the map: army, fleet, nobody; whose unit; whose centre (these
    two with one more column for nobody); whose unit was dislodged from there, and was it a fleet; is it a centre."""
    board, powers = game.rules.batch.board, game.rules.powers
    nobody = len(powers)
    found = []
    standing = _by_place(game.units, powers)
    driven = _by_place(game.dislodged, powers)
    owner = {centre: powers.index(power) for power, held in game.centers.items() for centre in held}
    for number, place in enumerate(board.place_ids):
        province = board.provinces[board.province_of[number]]
        kind, seat = standing.get(place, ("", nobody))
        fallen, loser = driven.get(place, ("", nobody))
        found.append(
            [
                *_one_hot(("A", "F", "").index(kind), 3),
                *_one_hot(seat, nobody + 1),
                *_one_hot(owner.get(province.id, nobody), nobody + 1),
                *_one_hot(loser, nobody + 1),
                int(fallen == "F"),
                int(province.centre),
            ]
        )
    return found


def observation(game: Diplomacy, power: str) -> list[int]:
    """The whole position as one row: the provinces, the season, the task of the phase, and the power that looks."""
    powers = game.rules.powers
    phase = game.phase if game.phase != "COMPLETED" else "W0A"
    return [
        *(number for row in rows(game) for number in row),
        *_one_hot(SEASONS.index(phase[0]), 3),
        *_one_hot(TASKS.index(phase[-1]), 3),
        *_one_hot(powers.index(power), len(powers)),
    ]


def _by_place(lists: Lists, powers: tuple[str, ...]) -> dict[str, tuple[str, int]]:
    return {unit[2:]: (unit[0], powers.index(power)) for power, units in lists.items() for unit in units}


def _one_hot(place: int, length: int) -> list[int]:
    found = [0] * length
    found[place] = 1
    return found
