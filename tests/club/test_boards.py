"""Boards of a tournament: nobody meets twice where that can be, seats are spread, byes go round."""

from collections import Counter

import pytest

from judge.club.boards import Past, draw_round
from tests.club.bounds import fewest_met_again, fewest_sat_again, met_again, sat_again


def tournament(people, size, rounds, seed="boards"):
    import random

    chance = random.Random(seed)
    past, made, byes = Past(), [], Counter()
    for _ in range(rounds):
        boards = draw_round(range(people), size, past, chance.randrange)
        out = sorted(set(range(people)) - {one for board in boards for one in board})
        past.add(boards, out)
        byes.update(out)
        made.append(boards)
    return made, byes


def test_sixty_people_on_boards_of_seven_meet_nobody_twice_in_three_rounds():
    made, byes = tournament(60, 7, 3)
    assert met_again(made) == fewest_met_again(60, 7, 3) == 0
    assert sat_again(made) == fewest_sat_again(60, 7, 3) == 0
    assert [len(boards) for boards in made] == [8, 8, 8]
    assert len(byes) == 12
    assert set(byes.values()) == {1}


@pytest.mark.parametrize(
    ("people", "size", "rounds"),
    [(14, 7, 2), (8, 4, 3), (12, 4, 3), pytest.param(21, 7, 3, marks=pytest.mark.proof),
     pytest.param(28, 7, 3, marks=pytest.mark.proof), pytest.param(30, 7, 3, marks=pytest.mark.proof),
     pytest.param(35, 7, 3, marks=pytest.mark.proof), pytest.param(49, 7, 3, marks=pytest.mark.proof)],
)  # fmt: skip
def test_where_people_have_to_meet_again_no_drawing_could_do_better(people, size, rounds):
    made, _ = tournament(people, size, rounds)
    assert met_again(made) == fewest_met_again(people, size, rounds)
    assert sat_again(made) == fewest_sat_again(people, size, rounds)
    for boards in made:
        assert len({one for board in boards for one in board}) == people // size * size


def test_too_few_people_make_no_board():
    assert draw_round([1, 2], 3, Past(), lambda below: 0) == []
