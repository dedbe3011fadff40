"""Opponents know what their seat knows, give orders that stand, and the stronger ones win more."""

import os
from fractions import Fraction

import pytest

from judge import shelf
from judge.adjudicator.codec import dump, plain
from judge.adjudicator.dice import KeyedDice
from judge.adjudicator.driver import take
from judge.adjudicator.protocol import Table
from judge.grammar.options import complete_options, preset_named
from judge.scenario.simulate import Summary, limits, seated, seats_for, tally, usual_seats
from judge.variants import GAMES
from judge.variants.opponents import orders_for
from tests.contract.test_every_game import each_game, made
from tests.contract.test_secrets import each_hiding, walk

PROOF = bool(os.environ.get("JUDGE_PROOF"))
PAIRS = [("easy", "idle"), ("fair", "easy"), ("keen", "fair")]


@each_hiding
def test_two_games_that_differ_only_in_what_a_seat_cannot_see_get_the_same_orders(key, options):
    game = made(key)
    for state, _, _ in walk(key, options)[1 : 4 if PROOF else 3]:
        for seat in sorted(game.window(state).asks)[: 2 if PROOF else 1]:
            other = game.redrawn(state, seat, KeyedDice.of(f"another deal {seat}"))
            mine = orders_for(game, state, seat, "keen", "word")
            assert plain(orders_for(game, other, seat, "keen", "word")) == plain(mine), seat


@each_game
def test_orders_of_every_strength_stand_and_read_back_as_written(key):
    game = made(key)
    for state, _, _ in walk(key, {})[: 8 if PROOF else 3]:
        before = dump(state)
        for seat, ask in sorted(game.window(state).asks.items())[:2]:
            assert orders_for(game, state, seat, "idle", "word") == ()
            for strength in ("easy", "fair", "keen"):
                orders = orders_for(game, state, seat, strength, "word")
                text = "\n".join(game.write(state, seat, order) for order in orders)
                read = take(game, state, seat, ask.form, text)
                assert not read.unread, (seat, strength, read.unread)
                assert read.orders == orders, (seat, strength)
                assert not game.check(state, seat, orders).refused, (seat, strength, text)
        assert dump(state) == before


@each_game
def test_an_easy_opponent_sends_the_scripted_players_letter(key):
    game = made(key)
    for number, (state, _, _) in enumerate(walk(key, {})[:6]):
        for seat, ask in sorted(game.window(state).asks.items())[:2]:
            written = take(game, state, seat, ask.form, game.letter(state, seat, f"word {number}"))
            assert orders_for(game, state, seat, "easy", f"word {number}") == written.orders, (seat, number)


def won(key, strong, weak, games):
    """How often the stronger of two won, of the games that somebody won: at every seat, half a table each."""
    quick = preset_named(made(key), "quick")
    game = shelf.game(key, quick.map_name or None)
    options = complete_options(game, {**limits(game), **quick.options})
    summary = Summary()
    for number in range(games):
        counts = usual_seats(game)
        seats = seats_for(game, number // 2, counts[number // 2 % len(counts)])
        who = seated(seats, (strong, weak), number)
        summary.add(tally(game, Table(seats, options), f"opponents/{number}", who))
    shares = {
        name: share.won / share.even if share.even else Fraction(0) for name, share in summary.by_strength.items()
    }
    return float(shares[strong] / (shares[strong] + shares[weak]))


@pytest.mark.parametrize("key", sorted(GAMES))
def test_who_plays_beats_who_does_not(key):
    assert won(key, "fair", "idle", 2) == 1


@pytest.mark.proof
@pytest.mark.parametrize("key", sorted(GAMES))
@pytest.mark.parametrize(("strong", "weak"), PAIRS)
def test_each_strength_beats_the_one_below(key, strong, weak):
    assert won(key, strong, weak, 200) >= 0.65
