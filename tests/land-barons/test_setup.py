"""Setting up, hex geometry, new boards: what chance decides and what it may not."""

import subprocess
import sys
from itertools import combinations, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge import shelf
from judge.adjudicator import hexes
from judge.adjudicator.dice import KeyedDice, ScriptedDice
from judge.adjudicator.protocol import Table
from judge.grammar.document import load
from judge.grammar.options import complete_options, preset_named
from judge.scenario.simulate import Summary, tally
from judge.variants.land_barons.board import faults, read_board
from judge.variants.land_barons.mapmaking import survey

GAME = shelf.game("land-barons")
SEATS = ("ok-corral", "lazy-b", "graham", "johnson")


def begun(word, seats=SEATS, **options):
    return GAME.setup(Table(seats, complete_options(GAME, options)), KeyedDice.of(word)).state


@pytest.mark.parametrize("players", [2, 3, 4])
def test_ranches_lie_as_far_apart_as_thirty_spaces_allow(players):
    """LB-13, LB-Q6: no other choice of as many spaces has a greater least distance."""
    sites = sorted(GAME.board.sites)
    best = max(min(hexes.distance(a, b) for a, b in combinations(chosen, 2)) for chosen in combinations(sites, players))
    for word in ("a", "b", "c"):
        state = begun(word, SEATS[:players])
        homes = [state.home(seat) for seat in SEATS[:players]]
        assert min(hexes.distance(a, b) for a, b in combinations(homes, 2)) == best
        assert len(set(homes)) == players


def test_ranches_are_dealt_by_chance():
    assert len({begun(str(number)).home("graham") for number in range(12)}) > 1


def test_every_other_space_has_a_counter_and_as_many_as_players_stay_out():
    """LB-14 and the sums: 30 spaces, N ranches, N counters left over."""
    for players in (2, 3, 4):
        state = begun("counters", SEATS[:players])
        kinds = [one.kind for one in state.settlements.values() if one.ranch is None]
        assert len(kinds) == 30 - players
        assert len(state.unused) == players
        whole = {"farm": 10, "coal-mine": 6, "gold-mine": 4, "town": 6, "trading-post": 4}
        assert {kind: [*kinds, *state.unused].count(kind) for kind in whole} == whole


def test_the_first_turn_has_its_revenue_and_its_lots():
    state = begun("first")
    assert set(state.cash.values()) == {20}
    assert len(state.lots) <= 5
    assert sum(state.pile.values()) + len(state.lots) + sum(state.discards.values()) == 78
    assert GAME.window(state).title == "Turn 1, pay and bids"


@pytest.mark.parametrize("spacing", [0, 1, 2])
def test_random_spots_are_thirty_and_keep_their_spacing(spacing):
    """LB-Q5."""
    state = begun("spots", spots="random", settlement_spacing=spacing)
    spots = sorted(state.settlements)
    assert len(spots) == 30
    # Thirty spaces fit with one free between any two; with two free, as far as they fit.
    if spacing < 2:
        assert min(hexes.distance(a, b) for a, b in combinations(spots, 2)) > spacing


@pytest.mark.parametrize("word", ["a", "b", "c", "d", "e", "f"])
def test_on_any_thirty_spots_ranches_lie_as_far_apart_as_can_be(word):
    """LB-13, LB-Q6: over boards of chance, no other choice of as many spots has a greater least distance."""
    for players in (2, 3) if word < "f" else (4,):
        state = begun(word, SEATS[:players], spots="random")
        homes = [state.home(seat) for seat in SEATS[:players]]
        least = min(hexes.distance(a, b) for a, b in combinations(homes, 2))
        for chosen in combinations(sorted(state.settlements), players):
            assert min(hexes.distance(a, b) for a, b in combinations(chosen, 2)) <= least, (word, chosen)


def test_the_rules_as_written_have_random_spots():
    """LB-11."""
    seed = begun("one", **preset_named(GAME, "seed").options)
    assert len(seed.settlements) == 30
    assert set(seed.settlements) != set(GAME.board.sites)


def test_a_run_of_games_tells_who_wins_from_where():
    summary = Summary()
    options = complete_options(GAME, {"turn_limit": 1})
    for number in range(3):
        summary.add(tally(GAME, Table(SEATS[:2], options), str(number)))
    assert sum(share.games for share in summary.by_site.values()) == 6
    assert all(site.endswith(")") and site[-5:-1] in GAME.board.sites for site in summary.by_site)
    assert sum(share.won for share in summary.by_site.values()) == sum(share.won for share in summary.by_seat.values())


def test_random_spots_differ_from_game_to_game():
    assert begun("one", spots="random").settlements.keys() != begun("two", spots="random").settlements.keys()


def test_the_setup_draws_by_label():
    dice = KeyedDice.of("labels")
    GAME.setup(Table(SEATS, complete_options(GAME, {})), dice)
    labels = [draw.label for draw in dice.draws]
    assert labels[-2:] == ["setup/counters", "T1/lots"]
    assert set(labels) <= {"setup/sites", "setup/ranches", "setup/counters", "T1/lots"}
    assert not any(draw.sealed for draw in dice.draws)


def test_scouting_seals_the_counters():
    dice = KeyedDice.of("labels")
    GAME.setup(Table(SEATS, complete_options(GAME, {"scouting": True})), dice)
    assert [draw.label for draw in dice.draws if draw.sealed] == ["setup/counters"]


def test_placed_ranches_are_asked_for_in_an_order_drawn_by_chance():
    dice = ScriptedDice({"setup/order": ["johnson", "graham"]})
    state = GAME.setup(Table(("graham", "johnson"), complete_options(GAME, {"ranches": "placed"})), dice).state
    assert state.going == ("johnson", "graham")
    assert GAME.window(state).title == "Setup, ranches"
    classic = complete_options(GAME, {"ranches": "placed", "tempo": "classic"})
    state = GAME.setup(Table(("graham", "johnson"), classic), ScriptedDice({"setup/order": ["johnson"]})).state
    assert GAME.window(state).title == "Setup, ranch of johnson"
    assert list(GAME.window(state).asks) == ["johnson"]


SPACES = st.builds(hexes.label, st.integers(1, 20), st.integers(1, 20))


@given(SPACES, SPACES)
def test_distance_is_the_shortest_way_over_neighbours(one, other):
    touching = _touching()
    way = hexes.way(one, other, touching)
    assert way[0] == one
    assert way[-1] == other
    assert len(way) - 1 == hexes.distance(one, other) == hexes.distance(other, one)
    assert all(there in touching[here] for here, there in pairwise(way))


@given(SPACES)
def test_neighbours_are_mutual_and_one_step_away(space):
    for other in hexes.around(space):
        assert space in hexes.around(other)
        assert hexes.distance(space, other) == 1


_cache = {}


def _touching():
    if not _cache:
        _cache.update(hexes.neighbours(hexes.field(20, 20)))
    return _cache


def test_six_neighbours_as_drawn():
    """Typed from the drawing: even-numbered columns lie half a hex lower (LB-Q3)."""
    assert hexes.around("0507") == ("0506", "0606", "0607", "0508", "0407", "0406")
    assert hexes.around("0607") == ("0606", "0707", "0708", "0608", "0508", "0507")
    assert hexes.spelled("E7") == hexes.spelled(" 0507 ") == hexes.spelled("05.07") == "0507"
    assert hexes.spelled("507") is None


@settings(max_examples=6, deadline=None)
@given(st.text("abcdef", min_size=1, max_size=6))
def test_new_boards_are_fair_and_the_same_for_the_same_word(word):
    board = survey(word, 12, 10, 30, (2, 4))
    assert faults(board) == ()
    assert board == survey(word, 12, 10, 30, (2, 4))
    assert len(board.sites) == len(board.names) == len(set(board.names.values())) == 30


def test_map_new_prints_a_map_that_can_be_played():
    plain, drawn, small = (
        read_board(load(subprocess.run(
            [sys.executable, "-m", "judge", "map-new", "land-barons", "--seed", "dust", *more],
            capture_output=True, text=True, check=True,
        ).stdout))
        for more in ([], ["--drawing"], ["--width", "10", "--height", "9", "--settlements", "20", "--players", "2..3"])
    )  # fmt: skip
    assert [faults(board) for board in (plain, drawn, small)] == [()] * 3
    assert plain.sites == drawn.sites


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["range-war", "--seed", "x"], "maps are made for land-barons only"),
        (["land-barons", "--seed", "x", "--width", "4", "--height", "4"], "at least 60 spaces"),
        (["land-barons", "--seed", "x", "--players", "1..9"], "--players is written 2..4"),
        (["land-barons", "--seed", "x", "--width", "8", "--height", "8", "--spacing", "2"], "do not fit"),
    ],
)
def test_map_new_says_what_cannot_be(arguments, sentence):
    run = subprocess.run(
        [sys.executable, "-m", "judge", "map-new", *arguments], capture_output=True, text=True, check=False
    )
    assert run.returncode == 2
    assert sentence in run.stderr
    assert "Traceback" not in run.stderr


def test_starting_cash_comes_on_top_of_the_first_revenue():
    """LB-Q9."""
    assert set(begun("rich", start_cash=35).cash.values()) == {55}
