"""What never changes, over whole games: 78 counters, 30 settlements, every Dollar to and from the bank."""

import os
from collections import Counter

import pytest

from judge import report, shelf
from judge.adjudicator.codec import dump
from judge.adjudicator.driver import take
from judge.adjudicator.protocol import Table, Verdict
from judge.grammar.options import complete_options
from judge.scenario.simulate import play, seats_for
from judge.variants.land_barons.counters import RECRUITS
from judge.variants.land_barons.state import is_lawful_stack, where_counters_are

PROOF = bool(os.environ.get("JUDGE_PROOF"))
GAME = shelf.game("land-barons")
WHOLE = {kind.key: kind.number for kind in RECRUITS.values()}

TABLES = [
    {"majority": 20},
    {"majority": 20, "tempo": "classic", "regulators_at_ranch": True, "spoils": True},
    {"majority": 20, "rebid": "now", "ranches": "placed", "trapped": "eliminated", "recount": True},
    {"majority": 20, "scouting": True, "hidden_cash": True, "office_until_sold": True, "order_bid": "all_pay"},
    {"majority": 18, "no_reshuffle": True, "unsold_limit": 2, "hold_improvements": True, "cowboys_at": "anywhere"},
    {"majority": 18, "spots": "random", "settlement_spacing": 1, "stacking": "void", "start_cash": 60, "mine_max": 1},
    {"ranches_needed": False, "cover_all": True, "rebid": "carry", "discard_office": "pile_too", "tempo": "strict"},
    {"winner_chooses_seat": True, "order_bid": "none_pay", "show_unused": True, "gifts": True, "draw_by_vote": True},
]


def games(options, number):
    table_options = complete_options(GAME, {"turn_limit": 25, **options})
    for one in range(number):
        yield play(GAME, Table(seats_for(GAME, one, 2 + one % 3), table_options), f"{options}/{one}")


def balance(played):
    """What the bank paid out less what it took in, by the events alone, for each seat."""
    paid = Counter()
    for event in played.events:
        code = event.code
        if code == "revenue-collected":
            paid[event.seat] += event.total
        elif code == "units-paid":
            paid[event.seat] -= event.dollars
        elif code == "lot-settled" and event.winner:
            paid[event.winner] -= event.price
        elif code == "regulator-recruited":
            paid[event.seat] -= 10
        elif code == "order-settled":
            for seat, dollars in event.paid:
                paid[seat] -= dollars
        elif code == "gift-given":
            paid[event.seat] -= event.dollars
            paid[event.to] += event.dollars
        elif code == "baron-fell":
            paid[event.seat] -= event.dollars
            if event.spoils:
                paid[event.killer] += event.dollars
    return paid


@pytest.mark.parametrize("options", TABLES, ids=lambda options: "-".join(options))
def test_whole_games_keep_every_counter_and_every_dollar(options):
    for game in games(options, 12 if PROOF else 3):
        for played in game:
            state = played.state
            if state.phase != "ranches":
                assert where_counters_are(state) == WHOLE
                assert len(state.settlements) == 30
            assert all(dollars >= 0 for dollars in state.cash.values())
            check_board(state)
            if played.before is not None:
                changed = {seat: state.purse(seat) - played.before.purse(seat) for seat in state.seats}
                paid = balance(played)
                assert changed == {seat: paid[seat] for seat in state.seats}, played.window.title


def check_board(state):
    """No space holds two sides, no stack is unlawful, every Baron lives with his seat, units are numbered by age."""
    holders = {}
    for seat, unit in state.all_units():
        assert holders.setdefault(unit.space, seat) == seat
    for space, seat in holders.items():
        assert is_lawful_stack(state.at(seat, space))
    for seat in state.seats:
        units = state.units_of(seat)
        assert [unit.id for unit in units] == list(range(1, len(units) + 1))
        barons = sum(1 for unit in units if unit.kind == "baron")
        if state.phase != "ranches":
            assert barons == (0 if seat in state.fallen else 1)
        if seat in state.fallen:
            assert not units
            assert not state.owned(seat)
            assert state.purse(seat) == 0


def test_offices_are_held_once_at_most():
    for game in games({"majority": 20}, 4):
        for played in game:
            for office in ("governor", "govt-contracts"):
                there = list(played.state.lots).count(office) + (office in played.state.offices)
                assert there <= 1


def test_scripted_letters_are_never_refused():
    for game in games({"majority": 20}, 3):
        for played in game:
            for seat, text in played.letters.items():
                form = played.window.asks[seat].form
                taken = take(GAME, played.before, seat, form, text)
                checked = GAME.check(played.before, seat, taken.orders)
                assert not taken.unread
                assert not checked.refused, (text, checked.refused)


def test_sealed_bids_and_lists_are_nobody_elses_business():
    """Changing what the others wrote changes neither a seat's view before the window closes nor who is asked."""
    for game in games({"majority": 20}, 1):
        for number, played in enumerate(game):
            if number > 12 or played.before is None:
                continue
            for event in played.events:
                if isinstance(event, Verdict):
                    assert event.told == frozenset({event.seat})
            for seat in played.state.seats:
                lists = GAME.view(played.state, seat).state.lists
                assert set(lists) <= {seat}
            assert GAME.view(played.state, None).state.lists == {}


def test_hidden_things_reach_no_report_of_another():
    """With cash and settlements hidden, a report is the same whatever the hidden things are."""
    from dataclasses import replace

    options = complete_options(GAME, {"scouting": True, "hidden_cash": True})
    steps = list(zip(range(7), play(GAME, Table(("graham", "johnson", "lazy-b"), options), "canary"), strict=False))
    for _, played in steps:
        state = played.state
        cash = {seat: dollars + (777777 if seat != "graham" else 0) for seat, dollars in state.cash.items()}
        kinds = {
            space: one if one.seen else replace(one, kind="gold-mine" if one.kind == "farm" else "farm")
            for space, one in state.settlements.items()
        }
        other = replace(state, cash=cash, settlements=kinds, unused=tuple(reversed(state.unused)))
        assert dump(GAME.view(state, "graham")) == dump(GAME.view(other, "graham"))
        assert GAME.window(state).asks["graham"] == GAME.window(other).asks["graham"]
        assert sorted(GAME.window(state).asks) == sorted(GAME.window(other).asks)
        text = report.text_of_step(GAME, played.before, other, played.events, "graham")
        assert "777777" not in text
        assert GAME.letter(state, "graham", "x") == GAME.letter(other, "graham", "x")


def test_every_kind_of_recruit_is_won_and_most_games_end_by_majority():
    """The simulation the game is judged by, a tenth of it."""
    won, fights, endings = Counter(), 0, Counter()
    number = 300 if PROOF else 30
    options = complete_options(GAME, {"majority": 20, "turn_limit": 60})
    for one in range(number):
        state = None
        for played in play(GAME, Table(seats_for(GAME, one, 2 + one % 3), options), f"judge/{one}"):
            state = played.state
            for event in played.events:
                if event.code == "lot-settled" and event.winner:
                    won[event.kind] += 1
                fights += event.code == "fought"
        assert state.ended is not None
        endings[state.ended.reason] += 1
    assert set(won) == set(RECRUITS)
    assert fights >= number
    assert endings["majority"] * 2 >= number
