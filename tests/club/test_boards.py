"""Boards of a tournament: nobody meets twice where that can be, seats are spread, byes go round."""

from collections import Counter

import pytest

from judge.club.boards import Past, draw_round, fewest_repeats, repeats


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
    assert fewest_repeats(60, 7, 3) == (0, 0)
    assert repeats(made) == (0, 0)
    assert [len(boards) for boards in made] == [8, 8, 8]
    assert len(byes) == 12
    assert set(byes.values()) == {1}


@pytest.mark.parametrize(("people", "size", "rounds"), [(14, 7, 2), (8, 4, 3)])
def test_where_people_have_to_meet_again_they_do_so_rarely(people, size, rounds):
    made, _ = tournament(people, size, rounds)
    bound = fewest_repeats(people, size, rounds)
    again, same_seat = repeats(made)
    assert again >= bound[0]
    assert same_seat == 0
    for boards in made:
        assert sorted(one for board in boards for one in board) == list(range(people))
    worst = Counter(frozenset((a, b)) for boards in made for board in boards for a in board for b in board if a < b)
    assert max(worst.values()) <= 2


def test_too_few_people_make_no_board():
    assert draw_round([1, 2], 3, Past(), lambda below: 0) == []
