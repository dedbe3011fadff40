"""Whole games between scripted players, and what must hold in every step of them."""

import os
import random
from collections import Counter

import pytest

from judge import shelf
from judge.adjudicator.codec import Codec, dump, plain
from judge.adjudicator.dice import KeyedDice
from judge.adjudicator.driver import close, take
from judge.adjudicator.protocol import Later, Problem, Table, Verdict
from judge.grammar.document import dump as dump_document
from judge.grammar.document import load
from judge.grammar.options import complete_options
from judge.scenario.simulate import Summary, play, seats_for, tally

GAME = shelf.game("diplomacy")
GAMES = 100 if os.environ.get("JUDGE_PROOF") else 12


def table(**options):
    return Table(seats_for(GAME, 0, None), complete_options(GAME, options))


@pytest.fixture(scope="module")
def summary():
    found = Summary()
    for number in range(GAMES):
        found.add(tally(GAME, table(), f"play/{number}"))
    return found


def test_every_game_ends(summary):
    assert summary.unfinished == 0
    assert set(summary.endings) <= {"solo", "last-year"}


def test_every_kind_of_order_comes_up_and_those_that_can_fail_do(summary):
    orders = [name.split(" ") for name in summary.orders]
    done = {kind for kind, result in orders if result in ("succeeds", "stands", "given", "available")}
    assert done == {"Hold", "Move", "Support", "Convoy", "Retreat", "Disband", "Build", "Remove", "Waive"}
    failed = {kind for kind, result in orders if result in ("fails", "dislodged", "cut", "disrupted")}
    assert failed >= {"Hold", "Move", "Support"} | ({"Retreat", "Convoy"} if GAMES >= 100 else set())


def test_no_scripted_line_is_refused():
    for number, played in enumerate(play(GAME, table(), "refused")):
        if played.window is None:
            continue
        for seat, text in played.letters.items():
            taken = take(GAME, played.before, seat, played.window.asks[seat].form, text)
            assert not taken.unread
            assert not GAME.check(played.before, seat, taken.orders).refused, (played.window.title, seat, text)
        if number > 20:
            break


def steps(word, count=25):
    for number, played in enumerate(play(GAME, table(), word)):
        yield played
        if number >= count:
            return


def test_pieces_are_neither_lost_nor_made_from_nothing():
    """Movement only moves and dislodges; retreats only save or lose; winter builds and removes what is due."""
    for played in steps("pieces", 40):
        if played.window is None:
            continue
        before, after = played.before, played.state
        verdicts = [event for event in played.events if isinstance(event, Verdict)]
        there, here = Counter(unit.power for unit in before.units), Counter(unit.power for unit in after.units)
        here.update(one.unit.power for one in after.dislodged)
        if played.window.kind == "movement":
            lost = Counter(v.seat for v in verdicts if v.result == "destroyed" or v.detail == "destroyed")
        elif played.window.kind == "retreats":
            there.update(one.unit.power for one in before.dislodged)
            lost = Counter(v.seat for v in verdicts if type(v.order).__name__ == "Disband" or v.detail == "destroyed")
        else:
            there.update(v.seat for v in verdicts if type(v.order).__name__ == "Build")
            lost = Counter(v.seat for v in verdicts if type(v.order).__name__ == "Remove")
        assert here == there - lost, played.window.title
        places = [unit.place.partition("/")[0] for unit in after.units]
        assert len(places) == len(set(places))
        if played.window.kind == "adjustments":
            for seat in GAME.seats:
                assert len(after.of(seat.id)) <= len(after.held(seat.id))


def test_who_owns_a_centre_stood_on_it():
    for played in steps("centres", 40):
        if played.window is None or played.state.season != "winter":
            continue
        state = played.state
        late = played.before.centres
        standing = {unit.place.partition("/")[0]: unit.power for unit in state.units}
        for centre in GAME.chart.centres:
            assert state.centres.get(centre) == standing.get(centre, late.get(centre)), centre


def test_shuffled_orders_and_units_give_the_same_step():
    shuffler = random.Random(3)
    for played in steps("shuffle", 20):
        if played.window is None:
            continue
        orders = {}
        for seat, text in played.letters.items():
            taken = take(GAME, played.before, seat, played.window.asks[seat].form, text)
            checked = GAME.check(played.before, seat, taken.orders)
            orders[seat] = list(checked.accepted + checked.filled)
        one = GAME.resolve(played.before, orders, KeyedDice.of("x"))
        mixed = {}
        for seat in shuffler.sample(sorted(orders), len(orders)):
            shuffler.shuffle(orders[seat])
            mixed[seat] = tuple(orders[seat])
        other = GAME.resolve(played.before, mixed, KeyedDice.of("x"))
        assert dump(one.state) == dump(other.state)
        assert sorted(map(dump, one.events)) == sorted(map(dump, other.events))
        if played.window.kind == "movement":
            assert plain(one.events) == plain(other.events)


def test_states_come_back_from_store_and_document():
    codec = Codec((*GAME.order_types, *GAME.event_types, GAME.state_type, Problem, Verdict, Later))
    for played in steps("round"):
        text = dump(played.state)
        assert codec.load(GAME.state_type, text) == played.state
        assert dump(GAME.read_position(load(dump_document(GAME.write_position(played.state))))) == text
        for event in played.events:
            assert codec.load(object, dump(event)) == event


def test_fewer_seats_leave_the_others_in_civil_disorder():
    seats = seats_for(GAME, 2, 4)
    state = GAME.setup(Table(seats, complete_options(GAME, {})), KeyedDice.of("few")).state
    for number in range(12):
        window = GAME.window(state)
        if window is None:
            break
        assert set(window.asks) <= set(seats)
        sent = {
            seat: take(GAME, state, seat, window.asks[seat].form, GAME.letter(state, seat, f"few/{number}")).orders
            for seat in window.asks
        }
        state = close(GAME, state, sent, KeyedDice.of(f"few/{number}")).step.state
    disordered = {unit.power for unit in state.units} - set(seats)
    assert all(len(state.of(seat)) <= 3 + (seat == "russia") for seat in disordered)


@pytest.mark.parametrize("edition", ["1971", "2000", "2023"])
def test_games_of_every_edition_run(edition):
    for played in play(GAME, table(edition=edition, last_year=1904), f"edition/{edition}"):
        last = played.state
    assert last.over is not None
