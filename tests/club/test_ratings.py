"""Ratings against another program's own figures, and what anybody would expect of them."""

import random

import pytest
from openskill.models import BradleyTerryFull

from judge.club.ratings import Rating, rated


def theirs(table, ranks):
    model = BradleyTerryFull(tau=0.0)
    teams = [[model.rating(mu=one.mu, sigma=one.sigma)] for one in table]
    return [(team[0].mu, team[0].sigma) for team in model.rate(teams, ranks=list(ranks))]


def test_ratings_are_those_of_openskill_for_tables_of_any_size():
    chance = random.Random("ratings")
    for case in range(300):
        size = chance.randint(2, 9)
        table = [Rating(chance.uniform(0, 50), chance.uniform(1, 9)) for _ in range(size)]
        ranks = [chance.randint(1, size) for _ in range(size)]
        for own, (mu, sigma) in zip(rated(table, ranks), theirs(table, ranks), strict=True):
            assert own.mu == pytest.approx(mu, abs=1e-9), case
            assert own.sigma == pytest.approx(sigma, abs=1e-9), case


def test_who_shares_a_draw_among_newcomers_is_rated_alike_and_above_the_others():
    after = rated([Rating()] * 7, [1, 1, 1, 4, 5, 6, 7])
    assert len({one.mu for one in after[:3]}) == 1
    assert after[0].mu > max(one.mu for one in after[3:])


def test_nobody_is_worth_anything_before_the_first_game():
    assert Rating().shown == 0
