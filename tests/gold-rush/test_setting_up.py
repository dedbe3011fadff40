"""The deal: packs with their counts, groups drawn, and every default placing lawful wherever the players put things."""

from collections import Counter

import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from judge import shelf
from judge.adjudicator.dice import KeyedDice
from judge.adjudicator.driver import close
from judge.adjudicator.plane import squared
from judge.adjudicator.protocol import Seat, Table
from judge.grammar.document import dump as dump_document
from judge.grammar.document import load
from judge.grammar.options import complete_options
from judge.scenario.simulate import play
from judge.variants.gold_rush import packs
from judge.variants.gold_rush.dealing import weapons_for
from judge.variants.gold_rush.game import GoldRush
from judge.variants.gold_rush.laying import default_mine, default_town, is_lawful_mine, is_lawful_town
from judge.variants.gold_rush.placing import zone_problem

GAME = shelf.game("gold-rush")


def test_the_packs_have_the_cards_of_the_rules():
    assert sorted(packs.MOVEMENT) == [1, 2, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 9, 10]
    assert sum(packs.MOVEMENT) == 77
    assert Counter(packs.SHORT_RANGE) == {"dead": 4, "miss": 6}
    assert Counter(packs.LONG_RANGE) == {"dead": 2, "miss": 8}
    assert sorted(card.moves for card in packs.FISTICUFFS) == [0, 0, 0, 0, 0, 2, 3, 4, 5, 6]
    assert len({card.key for card in packs.FISTICUFFS}) == 10
    assert sum(packs.FIGURES) == 54
    assert len(packs.FIGURES) == 7
    assert sum(packs.GOLD) == 50
    assert len(packs.GOLD) == 10
    assert Counter(packs.WEAPONS) == {"shotgun": 2, "revolver": 4, "repeater": 4}
    assert len(packs.GROUPS) == 7
    # The most gold always fits the smallest group.
    assert max(packs.GOLD) <= min(packs.FIGURES) * packs.MOST_BAGS


def test_a_shotgun_kills_as_often_as_three_cards_do():
    """1 - 0.6 to the third is 0.784 at short range, 1 - 0.8 to the third 0.488 at long."""
    short = sum("dead" in (a, b, c) for a in packs.SHORT_RANGE for b in packs.SHORT_RANGE for c in packs.SHORT_RANGE)
    long = sum("dead" in (a, b, c) for a in packs.LONG_RANGE for b in packs.LONG_RANGE for c in packs.LONG_RANGE)
    assert (short, long) == (784, 488)


def test_ten_weapon_cards_are_dealt_before_any_comes_again():
    for word in range(20):
        weapons = weapons_for(Seat("traders"), "traders", 12, False, KeyedDice.of(str(word)))
        assert len(weapons) == 12
        assert Counter(weapons[:10]) == Counter(packs.WEAPONS)


spot = st.tuples(st.integers(0, 7200), st.integers(0, 4800))


@settings(max_examples=60, deadline=None)
@given(st.lists(spot, max_size=3))
def test_a_default_mine_is_lawful_wherever_the_others_are(wanted):
    others = []
    for at in wanted:
        if is_lawful_mine(GAME.board, at, others):
            others.append(at)
    found = default_mine(GAME.board, others)
    assert is_lawful_mine(GAME.board, found, others)


@settings(max_examples=25, deadline=None)
@given(st.lists(spot, max_size=4))
def test_a_default_town_is_lawful_if_any_place_is(wanted):
    mines = []
    for at in wanted:
        if is_lawful_mine(GAME.board, at, mines):
            mines.append(at)
    found = default_town(GAME.board, mines)
    if not is_lawful_town(GAME.board, found, mines):
        rows = [(x, y) for x in range(600, 6601, 100) for y in range(400, 4401, 100)]
        assert not any(is_lawful_town(GAME.board, at, mines) for at in rows)


def test_mines_can_leave_the_town_no_lawful_place_and_it_is_placed_all_the_same():
    board = GoldRush(load("table: {width: 36, depth: 30}\n")).board
    mines = [(1800, 1500)]
    found = default_town(board, mines)
    assert not is_lawful_town(board, found, mines)
    # The corner of the table is as far from the mine as the town can get; the first by rows is south-west.
    assert found == (600, 400)


@pytest.mark.parametrize("edge", packs.EDGES)
@pytest.mark.parametrize("placing", ["map", "players"])
def test_everybody_is_placed_lawfully_by_default_on_every_edge(edge, placing):
    seats = tuple(seat.id for seat in GAME.seats)
    state = GAME.setup(Table(seats, complete_options(GAME, {"placing": placing})), KeyedDice.of(edge)).state
    order = GAME.read(state, Seat("mounties"), "edge", f"edge {edge}")[0].said
    state = close(GAME, state, {Seat("mounties"): [order]}, KeyedDice.of("edge")).step.state
    state = close(GAME, state, {}, KeyedDice.of("figures")).step.state
    assert state.turn == 1
    assert len(state.figures) == 54
    standing = [(figure.seat, figure.at) for figure in state.figures]
    standing += [(Seat("mounties"), mule.at) for mule in state.mules]
    for number, (seat, at) in enumerate(standing):
        assert zone_problem(state, seat, at) is None
        for _, other in standing[:number]:
            assert squared(at, other) >= packs.BASE**2


def test_a_small_bare_map_is_fit_to_play_on():
    """A map that says nothing has a table, four mines, a town and its shop (GR-4)."""
    game = GoldRush(load("map: bare\n"))
    assert game.lint() == ()
    assert [piece.code for piece in game.board.buildings] == ["SHOP"]
    state = game.setup(Table(("traders", "mounties"), complete_options(game, {})), KeyedDice.of("bare")).state
    assert game.window(state).title == "Set-up, edge"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("scenery: {T1: {kind: cabin, polygon: '1,1 2,1 2,2'}}", "T1"),
        ("scenery: {C1: {kind: castle, polygon: '1,1 2,1 2,2'}}", "castle"),
        ("scenery: {C1: {kind: cabin, polygon: '1,1 2,2 2,1 1,2'}}", "polygon"),
        ("scenery: {C1: {kind: cabin, polygon: '70,1 74,1 74,2'}}", "off the table"),
        ("mines: {diggers-1: '1,1'}", "mine of diggers-1"),
        ("mines: {diggers-1: '20,20', diggers-2: '21,20'}", "mine of diggers-2"),
        ("town: {at: '2,2'}", "town"),
        ("table: {width: 5}", "24 to 240"),
        ("hands: {traders: [13, 2]}", "hands/traders"),
        ("hands: {traders: [4, 9]}", "hands/traders"),
        ("hands: {bandits: [8, 5]}", "hands/bandits"),
        ("hands: {traders: 11 and 8}", "hands/traders"),
        ("hands: 7", "figures and bags"),
        ("scenery: {C1: {kind: cabin, polygon: '17,11 19,11 19,13 17,13'}}", "mine of diggers-1"),
    ],
)
def test_a_map_with_a_mistake_is_told_so(text, words):
    problems = GoldRush(load(text)).lint()
    assert any(words in f"{one.detail['at']} {one.detail['sentence']}" for one in problems), problems
    assert {one.code for one in problems} == {"map-mistake"}


@pytest.mark.parametrize("name", ["gold-rush-yukon", "gold-rush-dead-horse-gulch"])
def test_every_shipped_table_can_be_played_to_the_end(name):
    game = shelf.game("gold-rush", name)
    assert game.lint() == ()
    seats = tuple(seat.id for seat in game.seats)
    for placing in ("map", "players"):
        last = None
        for played in play(game, Table(seats, complete_options(game, {"placing": placing, "turns": 5})), name):
            last = played.state
            document = dump_document(game.write_position(last))
            assert game.read_position(load(document)) == last
        assert last.result is not None


def test_nobody_placed_by_the_program_touches_a_wall_or_sees_through_the_shop():
    """Two Traders of the usual set-up once stood against the shop and shot through it."""
    for word in range(6):
        seats = tuple(map(Seat, ("traders", "indians", "diggers-1", "mounties")))
        state = GAME.setup(Table(seats, complete_options(GAME, {})), KeyedDice.of(f"walls {word}")).state
        for number in range(2):
            state = close(GAME, state, {}, KeyedDice.of(f"walls {word}/{number}")).step.state
        walls = [shapely.Polygon(piece.polygon) for piece in state.scenery if piece.blocks_move]
        standing = [one.at for one in (*state.figures, *state.mules) if one.at is not None]
        assert len(standing) > 20
        assert min(wall.distance(shapely.Point(at)) for wall in walls for at in standing) >= 50
