"""The rules' geometry: sight both ways, reach never exceeded, bases never overlapping, scenery in any order."""

import os
import random
from dataclasses import replace
from itertools import combinations, pairwise

import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from judge import shelf
from judge.adjudicator.dice import KeyedDice
from judge.adjudicator.driver import close, take
from judge.adjudicator.plane import grown, length, side_of, squared
from judge.adjudicator.protocol import Table
from judge.grammar.document import load
from judge.grammar.options import complete_options
from judge.scenario.simulate import play, seats_for
from judge.variants import make
from judge.variants.gold_rush.board import KINDS
from judge.variants.gold_rush.events import Moved, MuleLed
from judge.variants.gold_rush.field import NEAR, Field
from judge.variants.gold_rush.ground import ground_of
from judge.variants.gold_rush.packs import BASE, CONTACT, INCH
from judge.variants.gold_rush.state import Scenery
from judge.variants.gold_rush.walking import to_contact, toward, trek

GAME = shelf.game("gold-rush")
LINES = 50_000 if os.environ.get("JUDGE_PROOF") else 5_000
coordinate = st.tuples(st.integers(0, 7200), st.integers(0, 4800))


def piece(code, x, y, width, depth, kind="cabin"):
    sight, move, cover, climb = KINDS[kind]
    shape = ((x, y), (x + width, y), (x + width, y + depth), (x, y + depth))
    return Scenery(
        code=code, kind=kind, name=code, polygon=shape,
        blocks_sight=sight, blocks_move=move, cover=cover, height=300, climb=climb,
    )  # fmt: skip


scenery = st.lists(
    st.builds(
        lambda x, y, w, d, kind: (x, y, w, d, kind),
        st.integers(0, 6800), st.integers(0, 4400), st.integers(10, 400), st.integers(10, 400),
        st.sampled_from(["cabin", "wood", "rocks", "river"]),
    ),
    max_size=8,
).map(lambda parts: tuple(piece(f"C{n}", *part[:4], part[4]) for n, part in enumerate(parts)))  # fmt: skip


def position(pieces, **figures):
    figures = {code: f"{at[0] / 100:.2f},{at[1] / 100:.2f}" for code, at in figures.items()}
    state = GAME.read_position(
        load("phase: Turn 3\nscenery: {}\nfigures:\n" + "".join(f"  {code}: {at}\n" for code, at in figures.items()))
    )
    return replace(state, scenery=pieces)


@given(scenery, coordinate, coordinate, st.integers(0, 10**6))
def test_sight_is_symmetric_and_does_not_hang_on_the_order_of_scenery(pieces, a, b, seed):
    there, back = ground_of(pieces), ground_of(pieces)
    shuffled = list(pieces)
    random.Random(seed).shuffle(shuffled)
    other = ground_of(tuple(shuffled))
    assert bool(there.blocker(a, b)) == bool(back.blocker(b, a))
    assert there.blocker(a, b) == other.blocker(a, b)
    assert there.height(a) == other.height(a)
    assert there.walls == other.walls


def test_fifty_thousand_sight_lines_on_the_yukon_agree_with_shapely():
    """An independent reading of GR-Q5 on the shipped map, away from exact touching."""
    pieces = [one for one in (*GAME.board.scenery, *GAME.board.buildings) if one.blocks_sight]
    state = GAME.setup(Table(seats_for(GAME, 0, 7), complete_options(GAME, {})), KeyedDice.of("sight")).state
    pieces = [one for one in state.scenery if one.blocks_sight]
    drawn = {one.code: shapely.Polygon(one.polygon) for one in pieces}
    # Nobody stands in a building: it hides whatever is behind its walls, from within too.
    solid = {one.code for one in state.scenery if one.blocks_move}
    ground = ground_of(state.scenery)
    numbers = random.Random(1898)
    judged = hidden = 0
    while judged < LINES:
        a = (numbers.randrange(7201), numbers.randrange(4801))
        b = (numbers.randrange(7201), numbers.randrange(4801))
        line = shapely.LineString([a, b])
        blocks = unsure = False
        for code, shape in drawn.items():
            if shape.boundary.distance(shapely.Point(a)) < 1e-6 or shape.boundary.distance(shapely.Point(b)) < 1e-6:
                unsure = True
            if code not in solid and (shape.contains(shapely.Point(a)) or shape.contains(shapely.Point(b))):
                continue
            inside = line.intersection(shape).length
            if inside > 1e-6:
                blocks = True
            elif line.distance(shape) < 1e-6:
                unsure = True
        if unsure:
            continue
        judged += 1
        hidden += blocks
        assert bool(ground.blocker(a, b)) == blocks, (a, b)
    assert 0.1 * LINES < hidden < 0.9 * LINES


@settings(deadline=None)
@given(scenery, coordinate, coordinate, coordinate, st.integers(0, 2000))
def test_a_walk_never_exceeds_its_reach_overlaps_nobody_and_stays_out_of_walls(pieces, start, goal, foe, reach):
    ground = ground_of(pieces)
    if ground.is_walled(start) or squared(start, foe) < BASE * BASE:
        return
    field = Field(position(pieces, T1=start, M1=foe), KeyedDice.of("walk"))
    for way in (
        trek(field, "T1", "traders", start, (goal,), reach),
        toward(field, "T1", "traders", start, goal, reach),
        to_contact(field, "T1", "traders", start, "M1", reach),
    ):
        walked = sum(length(a, b) for a, b in pairwise(way.path))
        assert walked == way.length
        assert walked <= reach
        assert squared(start, way.end) <= reach * reach
        assert squared(way.end, foe) >= BASE * BASE
        assert not ground.is_walled(way.end)
        assert field.on_table(way.end)
        assert way.path[0] == start


@given(coordinate, coordinate, st.integers(0, 3000))
def test_on_an_empty_table_a_walk_goes_all_the_way_or_all_its_reach(start, goal, reach):
    foe = (0, 0) if squared(start, (0, 0)) > 500**2 and squared(goal, (0, 0)) > 500**2 else (7200, 4800)
    if squared(start, foe) < BASE * BASE:
        return
    field = Field(position((), T1=start, M1=foe), KeyedDice.of("walk"))
    way = trek(field, "T1", "traders", start, (goal,), reach)
    if way.stop == "":
        assert way.end == goal
    elif way.stop == "reach":
        assert reach - 2 <= length(start, way.end) <= reach or squared(start, way.end) <= reach * reach < squared(
            start, goal
        )


def test_all_places_round_a_base_are_in_contact_with_it():
    assert len(set(NEAR)) == 24
    for x, y in NEAR:
        assert BASE * BASE <= x * x + y * y <= CONTACT * CONTACT


def games(count, **options):
    for number in range(count):
        seats = seats_for(GAME, number, 2 + number % 6)
        yield play(GAME, Table(seats, complete_options(GAME, options)), f"geometry {number}")


def test_in_whole_games_no_bases_overlap_and_no_card_is_overdrawn():
    for game in games(4 if not os.environ.get("JUDGE_PROOF") else 40, beasts="both", placing="players"):
        for played in game:
            state = played.state
            if state.stage not in ("go", "over"):
                continue
            field = Field(state, KeyedDice.of("look"))
            for (one, a), (other, b) in combinations(field.bases(), 2):
                assert squared(a, b) >= BASE * BASE, (played.window, one, other)
            for _, at in field.bases():
                assert field.on_table(at)
                assert not field.ground.is_walled(at)
            cards = played.before.cards if played.before else {}
            gone = {}
            for event in played.events:
                if isinstance(event, Moved):
                    on_foot = event.length * (1 if event.mounted else 2)
                    gone[event.figure, event.seat] = gone.get((event.figure, event.seat), 0) + on_foot
                elif isinstance(event, MuleLed):
                    assert length(event.start, event.end) <= cards[event.seat] * INCH
            for (figure, seat), spent in gone.items():
                assert spent <= cards[seat] * INCH * 2, (figure, spent, cards[seat])


def test_the_order_in_which_scenery_is_listed_changes_no_game():
    number = 0
    for played in next(games(1)):
        if played.window is None or played.window.kind != "turn":
            continue
        turned = replace(played.before, scenery=tuple(reversed(played.before.scenery)))
        sent = {
            seat: take(GAME, turned, seat, played.window.asks[seat].form, text).orders
            for seat, text in played.letters.items()
        }
        plain = close(GAME, played.before, sent, KeyedDice.of("scenery"))
        other = close(GAME, turned, sent, KeyedDice.of("scenery"))
        assert plain.step.events == other.step.events
        assert plain.step.state.figures == other.step.state.figures
        number += 1
        if number == 4:
            return


def test_no_base_stands_in_a_wall():
    ground = ground_of((piece("C1", 1000, 1000, 200, 200),))
    assert not ground.is_walled((950, 1100))
    assert ground.is_walled((951, 1100))
    assert ground.is_walled((965, 965))


def test_walls_are_kept_clear_of_by_half_an_inch_and_little_more():
    """Against shapely: all that is nearer than half an inch is kept clear of, nothing farther than 0.55."""
    numbers = random.Random(50)
    shapes = [one.polygon for one in (*GAME.board.scenery, *GAME.board.buildings)]
    shapes.append(((0, 0), (400, 0), (400, 400), (200, 100), (0, 400)))
    for shape in shapes:
        drawn, grown_shapes = shapely.Polygon(shape), grown(shape, BASE // 2)
        left, low, right, high = drawn.bounds
        for _ in range(300):
            spot = numbers.randrange(int(left) - 80, int(right) + 81), numbers.randrange(int(low) - 80, int(high) + 81)
            apart = drawn.distance(shapely.Point(spot))
            is_kept_clear = any(side_of(spot, one) > 0 for one in grown_shapes)
            assert is_kept_clear or apart >= 50 or drawn.contains(shapely.Point(spot))
            assert not is_kept_clear or apart < 55


def test_walls_that_touch_are_named_by_the_map_check():
    scenery = "{C8: {kind: cabin, name: Barn, polygon: '10,10 12,10 12,12 10,12'}, %s}"
    apart = "C9: {kind: cabin, name: Shed, polygon: '13,10 15,10 15,12 13,12'}"
    for other, sentences in ((apart, []), (apart.replace("13,", "12,"), ["Barn (C8) and Shed (C9) touch"])):
        board = make("gold-rush", load(f"map: x\ngame: gold-rush\nscenery: {scenery % other}"))
        said = [str(problem.detail["sentence"]) for problem in board.lint()]
        assert [any(one in text for text in said) for one in sentences] == [True] * len(sentences)
        assert len(said) == len(sentences)
