"""The auction against a slow plain re-statement of its rules, alone and through whole letters."""

import importlib.util
import os
import random
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from judge import shelf
from judge.adjudicator.auction import covered, settle, settle_all
from judge.adjudicator.dice import KeyedDice
from judge.adjudicator.driver import close, take
from judge.grammar.document import load
from judge.variants.land_barons.counters import RECRUITS

_spec = importlib.util.spec_from_file_location("auction_oracle", Path(__file__).parent / "auction_oracle.py")
oracle = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(oracle)

PROOF = bool(os.environ.get("JUDGE_PROOF"))
GAME = shelf.game("land-barons")
SEATS = ("graham", "johnson", "lazy-b", "ok-corral")

# Small numbers, so that ties, overspends and voids are the rule.
LADDER = st.lists(st.integers(1, 9), min_size=1, max_size=4, unique=True).map(lambda rungs: tuple(sorted(rungs)))
LOT = st.dictionaries(st.sampled_from(SEATS), LADDER, max_size=4)


@settings(max_examples=4000 if PROOF else 400, deadline=None)
@given(st.lists(LOT, max_size=6), st.fixed_dictionaries({seat: st.integers(0, 20) for seat in SEATS}))
def test_the_auction_agrees_with_its_rules_told_slowly(bids, purses):
    fast, left = settle_all(bids, purses)
    slow, slow_left = oracle.settle_slowly(bids, purses)
    assert [(one.winner, one.price) for one in fast] == slow
    assert left == slow_left
    assert sum(left.values()) + sum(one.price for one in fast) == sum(purses.values())
    assert all(dollars >= 0 for dollars in left.values())


@settings(max_examples=300, deadline=None)
@given(LOT, st.fixed_dictionaries({seat: st.integers(0, 20) for seat in SEATS}))
def test_what_is_told_of_a_lot_is_what_was_compared(lot, purses):
    found = settle(lot, purses)
    first = dict(found.rounds[0]) if found.rounds else {}
    void = dict(found.void)
    assert set(first) | set(void) == set(lot)
    assert not set(first) & set(void)
    for before, after in zip(found.rounds, found.rounds[1:], strict=False):
        top = max(dict(before).values())
        assert {who for who, dollars in before if dollars == top} == {who for who, _ in after}
    # Rungs beyond the last round compared are nowhere to be seen.
    shown = {dollars for said in found.rounds for _, dollars in said} | set(void.values())
    for who, rungs in lot.items():
        for rung in rungs[max(1, len(found.rounds)) :]:
            others = {r for other, ladder in lot.items() if other != who for r in ladder}
            if rung not in others and rung not in rungs[: len(found.rounds)]:
                assert rung not in shown


@given(st.lists(st.integers(0, 9), max_size=6), st.integers(0, 20))
def test_covered_bids_never_add_up_to_more_than_the_purse(wanted, purse):
    stand = covered(wanted, purse)
    assert sum(dollars for dollars, stands in zip(wanted, stand, strict=True) if stands) <= purse
    if sum(wanted) <= purse:
        assert all(stand)


def test_letters_with_random_bids_come_to_what_the_rules_say():
    """Random bids, ladders and overspends as letters, through reader, check and step."""
    chance = random.Random("auction")
    kinds = [kind for kind in RECRUITS.values() if kind.key not in ("governor", "govt-contracts")]
    for number in range(600 if PROOF else 60):
        lots = [kind.name for kind in chance.sample(kinds, chance.randint(1, 5))]
        purses = {seat: chance.randint(0, 25) for seat in SEATS}
        ladders = [{} for _ in lots]
        letters = {}
        for seat in SEATS:
            lines = []
            for place, name in enumerate(lots):
                if chance.random() < 0.75:
                    rungs = sorted(chance.sample(range(1, 16), chance.randint(1, 3)))
                    ladders[place][seat] = tuple(rungs)
                    lines.append(f"bid {'/'.join(map(str, rungs))} on {name}")
            chance.shuffle(lines)
            letters[seat] = "\n".join(lines)
        cash = "{" + ", ".join(f"{seat}: {purses[seat]}" for seat in SEATS) + "}"
        state = GAME.read_position(load(f'phase: "Turn 3, pay and bids"\nlots: [{", ".join(lots)}]\ncash: {cash}\n'))
        sent = {seat: take(GAME, state, seat, "pay-and-bids", letters[seat]).orders for seat in SEATS}
        after = close(GAME, state, sent, KeyedDice.of(str(number))).step.state
        slow, left = oracle.settle_slowly(ladders, purses)
        assert dict(after.cash) == left
        won = {seat: [RECRUITS[kind].name for kind in after.won.get(seat, ())] for seat in SEATS}
        assert won == {seat: [lots[n] for n, (who, _) in enumerate(slow) if who == seat] for seat in SEATS}
        assert [RECRUITS[kind].name for kind in after.lots] == [lots[n] for n, (who, _) in enumerate(slow) if not who]
