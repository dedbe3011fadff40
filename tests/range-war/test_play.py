"""What must hold in every position of every game: conservation, one piece a kind a space, and words for all of it."""

import os
import re
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge import shelf
from judge.adjudicator.codec import Codec, dump
from judge.adjudicator.protocol import Later, Problem, Seat, Table, Verdict
from judge.grammar.document import DocumentError, load
from judge.grammar.document import dump as dump_document
from judge.grammar.options import OptionError, complete_options
from judge.report import pictures
from judge.scenario.simulate import play
from judge.variants.range_war.events import CentresCounted, HerdLost
from judge.variants.range_war.orders import Build, Herd, Hold, Move, Remove, Retreat, Site, Support
from judge.variants.range_war.state import Brand

GAME = shelf.game("range-war")
SEATS = tuple(seat.id for seat in GAME.seats)
GAMES = 20 if os.environ.get("JUDGE_PROOF") else 2


def games(**options):
    for number in range(GAMES):
        table = Table(SEATS, complete_options(GAME, {"last_year": 1885, **options}))
        yield list(play(GAME, table, f"play/{number}"))


@pytest.fixture(scope="module")
def played():
    return [step for game in games() for step in game if step.before is not None]


def test_setup_is_the_table_of_rule_6():
    state = GAME.setup(Table(SEATS, complete_options(GAME, {})), None).state
    assert len(state.gangs) == 17
    assert len(state.of(Seat("lazy-s"))) == 3
    assert all(len(state.of(seat)) == 2 for seat in SEATS if seat != "lazy-s")
    assert len(state.herds) == 21
    assert sum(brand.seat is None for brand in state.herds.values()) == 13
    assert {seat: len(state.branded(seat)) for seat in SEATS} == {
        **dict.fromkeys(SEATS, 1), "lazy-s": 2, "devils-hole": 0,
    }  # fmt: skip
    assert {seat: state.count(seat) for seat in SEATS} == {**dict.fromkeys(SEATS, 2), "lazy-s": 3}
    assert len(GAME.chart.fixed) == 15
    assert len(GAME.chart.fixed) + len(state.herds) == 36
    assert sorted(space for space in GAME.chart.fixed if space not in state.centres) == [
        "Bro", "Cri", "Med", "RGM", "San", "Tom",
    ]  # fmt: skip


def test_herds_are_lost_in_the_river_and_built_in_spring_and_nothing_else(played):
    for step in played:
        before, after = step.before, step.state
        lost = sum(isinstance(event, HerdLost) for event in step.events)
        built = sum(
            isinstance(event, Verdict) and isinstance(event.order, Build) and event.detail.startswith("H(")
            for event in step.events
        )
        assert len(after.herds) == len(before.herds) - lost + built
        for space in after.herds:
            assert space in GAME.chart.spaces
        for event in step.events:
            if isinstance(event, HerdLost):
                assert event.at in GAME.chart.river


def test_a_herd_moves_one_space_and_with_its_gang(played):
    for step in played:
        for event in step.events:
            if isinstance(event, Verdict) and isinstance(event.order, Move) and event.detail == "with herd":
                assert event.result == "succeeds"
                assert event.order.to in GAME.chart.near[event.order.at]
                assert event.order.at in step.before.herds
                assert step.before.gangs[event.order.at] == event.seat


def test_gangs_are_never_more_than_centres_after_branding(played):
    for step in played:
        if step.before.phase == "branding" and step.state.over is None:
            for seat in SEATS:
                # A herd built this Spring counts from the next one, so it never feeds a gang now.
                assert len(step.state.of(seat)) <= step.before.count(seat)


def test_counts_in_the_report_are_the_board(played):
    for step in played:
        for event in step.events:
            if isinstance(event, CentresCounted):
                state = step.state if step.state.phase == "branding" or step.state.over else None
                if state is not None:
                    assert event.fixed == {seat: len(state.held(seat)) for seat in SEATS}
                    assert sum(event.fixed.values()) <= 15
                    assert event.herds == {seat: len(state.branded(seat)) for seat in SEATS}


def test_brands_change_only_in_winter_and_raids_only_in_summer(played):
    for step in played:
        codes = {event.code for event in step.events}
        if step.before.season == "summer":
            assert not codes & {"herd-branded", "centre-taken", "home-captured", "centres-counted"}
        else:
            assert "herd-raided" not in codes
            assert all(brand.late is None for brand in step.state.herds.values()) or step.state.season == "winter"


def test_states_survive_the_store_and_the_position_document(played):
    codec = Codec((*GAME.order_types, *GAME.event_types, GAME.state_type, Problem, Verdict, Later))
    for step in played[::7]:
        assert codec.load(GAME.state_type, dump(step.state)) == step.state
        assert GAME.read_position(load(dump_document(GAME.write_position(step.state)))) == step.state


@pytest.mark.parametrize(
    "option", [option for option in GAME.options if option.key != "last_year"], ids=lambda o: o.key
)
def test_every_option_makes_a_game_that_ends(option):
    value = True if isinstance(option.default, bool) else option.values[-1]
    table = Table(SEATS, complete_options(GAME, {"last_year": 1874, option.key: value}))
    last = list(play(GAME, table, "option"))[-1]
    assert GAME.outcome(last.state) is not None


WORDS = """G GH H G(Lzy) GH(Coo) H(Fir) - S C Lzy Coo Mon Rio ISJ ( ) , ; : or retreats disband build remove waive
Lazy Red River Devil's Hole support to with herd and 2 G(COS)-CON stands Cactus Creek ___ via""".split()
JUNK = st.one_of(st.text(max_size=120), st.lists(st.sampled_from(WORDS), max_size=12).map(" ".join))


@settings(max_examples=150, deadline=None)
@given(junk=JUNK, form=st.sampled_from(("movement", "retreats", "branding")))
def test_junk_makes_lines_and_never_raises(junk, form):
    state = GAME.setup(Table(SEATS, complete_options(GAME, {})), None).state
    lines = GAME.read(state, Seat("lazy-s"), form, junk)
    orders = [line.said for line in lines if not isinstance(line.said, Problem | Later)]
    for order in orders:
        again = GAME.read(state, Seat("lazy-s"), form, GAME.write(state, Seat("lazy-s"), order))
        assert order in [line.said for line in again]
    checked = GAME.check(state, Seat("lazy-s"), orders) if form == "movement" else None
    if checked is not None:
        gangs = [order.at for order in (*checked.accepted, *checked.filled) if isinstance(order, Move | Hold | Support)]
        assert sorted(gangs) == sorted(state.of(Seat("lazy-s")))


KEYS = ("phase", "units", "herds", "raided", "centres", "dislodged", "retreats", "history", "over", "x")
INNER = st.dictionaries(
    st.sampled_from(("Lazy S", "wild", "G(Lzy)")),
    st.one_of(st.text(max_size=8), st.integers(), st.lists(st.text(max_size=5), max_size=3)),
    max_size=3,
)


@settings(max_examples=60, deadline=None)
@given(st.dictionaries(st.sampled_from(KEYS), st.one_of(st.text(max_size=12), st.integers(), INNER), max_size=4))
def test_junk_positions_are_complained_of_and_never_raise_anything_else(value):
    try:
        state = GAME.read_position(load(dump_document(value)))
    except DocumentError:
        return
    assert GAME.read_position(load(dump_document(GAME.write_position(state)))) == state


def test_pictures_of_a_whole_game(played):
    import xml.etree.ElementTree as ET

    for step in played[::9]:
        view = GAME.view(step.state, None)
        svg = pictures.picture(GAME, view, step.events)
        assert svg == pictures.picture(GAME, view, step.events)
        root = ET.fromstring(svg)
        shown = {one.get("data-space") for one in root.iter() if one.get("data-space")}
        assert shown == set(GAME.chart.spaces)
        words = "".join(root.itertext())
        for code in GAME.chart.spaces:
            assert code in words
        text = pictures.sketch(GAME, view)
        assert max(map(len, text.splitlines())) <= 76
        for code in GAME.chart.spaces:
            assert re.search(rf"(?<![A-Za-z]){code}(?![a-z])", text), code


def test_the_scripted_player_writes_nothing_that_is_refused(played):
    for step in played:
        for seat, text in step.letters.items():
            lines = GAME.read(step.before, seat, step.window.asks[seat].form, text)
            assert not [line for line in lines if isinstance(line.said, Problem)]
            assert not GAME.check(step.before, seat, [line.said for line in lines]).refused


def test_every_kind_of_order_is_played(played):
    kinds = {type(event.order) for step in played for event in step.events if isinstance(event, Verdict)}
    assert {Herd, Hold, Move, Support, Retreat, Build, Remove} <= kinds
    details = {event.detail for step in played for event in step.events if isinstance(event, Verdict)}
    assert {"with herd", "herd stays", "dislodged"} <= details


def done_builds(step):
    """What the verdicts say was built, by whom."""
    return [
        (event.seat, event.detail[0], event.detail[2:-1])
        for event in step.events
        if isinstance(event, Verdict) and isinstance(event.order, Build) and event.result == "succeeds"
    ]


def test_every_build_called_done_stands_on_the_board(played):
    for step in played:
        for seat, kind, at in done_builds(step):
            there = step.state.gangs.get(at) if kind == "G" else step.state.herds[at].seat
            assert there == seat


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_in_any_spring_every_build_called_done_stands(data):
    """Herds alone in rivals' towns, and everybody builds everywhere."""
    spaces = st.sampled_from(sorted(GAME.chart.spaces))
    seats = st.sampled_from(SEATS)
    state = GAME.setup(Table(SEATS, complete_options(GAME, {"default_builds": data.draw(st.booleans())})), None).state
    state = replace(
        state,
        season="spring",
        phase="branding",
        gangs=dict(sorted(data.draw(st.dictionaries(spaces, seats, max_size=8)).items())),
        herds={at: Brand(seat) for at, seat in sorted(data.draw(st.dictionaries(spaces, seats, max_size=20)).items())},
        centres=data.draw(st.dictionaries(st.sampled_from(GAME.chart.fixed), seats, min_size=4)),
        herd_builds=data.draw(st.dictionaries(seats, st.integers(1, 2))),
    )
    site = st.builds(Site, st.sampled_from("GH"), spaces)
    choices = st.lists(site, min_size=1, max_size=3).map(tuple)
    orders = {seat: data.draw(st.lists(st.builds(Build, choices), max_size=4)) for seat in SEATS}
    asked = {seat: GAME.check(state, Seat(seat), given) for seat, given in orders.items()}
    step = GAME.resolve(state, {seat: one.accepted + one.filled for seat, one in asked.items()}, None)
    built = done_builds(step)
    assert len({(kind, at) for _, kind, at in built}) == len(built)
    for seat, kind, at in built:
        assert (step.state.gangs[at] if kind == "G" else step.state.herds[at].seat) == seat


@pytest.mark.parametrize(("year", "stands"), [(0, True), (1869, False), (1870, True), (1871, True)])
def test_no_game_ends_before_it_begins(year, stands):
    if stands:
        assert complete_options(GAME, {"last_year": year})["last_year"] == year
    else:
        with pytest.raises(OptionError, match="goes from 1870 to 100000, or is 0, not 1869"):
            complete_options(GAME, {"last_year": year})
