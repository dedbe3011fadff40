"""Sentences from the grammar itself: read whole and written back the same, or refused with a code; never half read."""

import os
import random
from functools import cache

import pytest
from lark import Token

from judge import report, shelf
from judge.adjudicator.driver import take
from judge.adjudicator.protocol import Later, Problem
from judge.grammar.document import load
from judge.grammar.syntax import spellings
from judge.variants.land_barons.notation.words import STARTS

GAME = shelf.game("land-barons")
NUMBER = 10_000 if os.environ.get("JUDGE_PROOF") else 1_000
MOST = 14
GIVEN = """
phase: {phase}
options: {{gifts: true, draw_by_vote: true, tempo: {tempo}, ranches: placed, winner_chooses_seat: true}}
seats: [graham, johnson]
settlements:
  {{0407: "Town, graham", 0508: "Trading Post, graham", 0507: "Ranch of graham, graham", 0708: "Gold Mine, johnson"}}
units: {{graham: [Baron 0507, 2 Regulators 0507, Cowboys 0507, Gunslinger 0407], johnson: [Baron 1202, Regulator 0607]}}
cash: {{graham: 60, johnson: 40}}
lots: [Saloon, Bank, Gunslinger, Saloon]
won: {{graham: [Saloon, Indian Braves]}}
going: [graham, johnson]
"""
WINDOWS = {
    "pay-and-bids": ("express", "Turn 3, pay and bids"), "build-and-raid": ("express", "Turn 3, build and raid"),
    "bids": ("classic", "Turn 3, bids"), "raid": ("classic", "Turn 3, raid of graham"),
    "order-bid": ("classic", "Turn 3, order bid"), "ranches": ("express", "Setup, ranches"),
}  # fmt: skip
# What stands for a terminal; of all others the first word of their pattern.
WORDS = {
    "SPACE": ("0507", "0407", "0508", "0607", "E7", "Cedar Wells", "0606", "1210"),
    "PIECE": ("Baron", "Regulators", "Regulator", "Cowboys", "Gunslinger", "Saloon", "Bank", "Braves", "the gang"),
    "SEAT": ("Johnson", "Graham", "the Lazy B"), "GROUND": ("town", "my ranch", "trading post", "the gold mine"),
    "NUMBER": ("2", "12", "60", "seven", "both", "1"), "ORDINAL": ("first", "second", "last"), "TIMES": ("x2", "twice"),
    "SIGN": ("<=", ">", "at most"), "STAND": ("stands", "hold", "stay put"), "_DOLLAR": ("$", "dollars"),
    "_TO": ("to", "attacks"), "_AT": ("at", "in"), "_AND": ("and", ", and"), "_SEP": (":",), "_IF": ("if", "only if"),
}  # fmt: skip


def states():
    return {form: GAME.read_position(load(GIVEN.format(phase=f'"{phase}"', tempo=tempo)))
            for form, (tempo, phase) in WINDOWS.items()}  # fmt: skip


STATES = states()


PATTERNS = {one.name: one.pattern.to_regexp() for one in GAME.tongue.shapes.lark.terminals}


@cache
def spelt(terminal):
    """A word's first spelling, as the page of the syntax has it."""
    return next((one for one in spellings(PATTERNS.get(terminal, "")) if "…" not in one), terminal)


def word(chance, terminal):
    return chance.choice(WORDS[terminal]) if terminal in WORDS else spelt(terminal)


def sentence(chance, start):
    """A walk through what may come next, until the sentence may end and chance ends it."""
    walk = GAME.tongue.shapes.lark.parse_interactive("", start=start)
    said = []
    for _ in range(MOST):
        may = sorted(walk.accepts())
        if "$END" in may and (len(may) == 1 or chance.random() < 0.4):
            return " ".join(said)
        terminal = chance.choice([one for one in may if one != "$END"])
        said.append(word(chance, terminal))
        walk.feed_token(Token(terminal, said[-1]))
    return " ".join(said)


def sentences(number):
    chance = random.Random(20261122)
    starts = [start for start in STARTS if start != "idle"]
    for place in range(number):
        yield chance.choice(sorted(STATES)), sentence(chance, starts[place % len(starts)]), chance


def test_sentences_of_the_grammar_are_read_whole_or_refused_with_a_code():
    stood = 0
    for form, said, chance in sentences(NUMBER):
        state = STATES[form]
        taken = take(GAME, state, "graham", form, said)
        assert taken.lines, said
        words = report.Words(GAME, state)
        assert all(words.problem(line.said) for line in taken.unread), said
        orders = [*taken.orders, *GAME.check(state, "graham", taken.orders).filled]
        for order in orders:
            written = GAME.write(state, "graham", order)
            assert take(GAME, state, "graham", form, written).orders == (order,), (said, written)
        stood += not taken.unread
        parts = said.split()
        if len(parts) > 1:
            # Words nobody knows, anywhere in it: what is made of it says so.
            parts.insert(chance.randrange(1, len(parts)), "xyzzy plugh frotz gnusto")
            spoiled = take(GAME, state, "graham", form, " ".join(parts))
            assert spoiled.unread or any(line.notes for line in spoiled.lines), parts
    assert stood > NUMBER // 10


def test_a_correction_that_ends_in_a_comma_orders_nothing_by_halves():
    state = GAME.read_position(load(GIVEN.format(phase="Turn 3, build and raid", tempo="express")))
    text = "Baron not no sorry, Baron stands grobnik 0507-0407,"
    assert all(isinstance(line.said, Problem) for line in GAME.read(state, "graham", "build-and-raid", text))


def test_what_is_kept_for_later_is_read_when_its_window_opens():
    for form, said, _ in sentences(NUMBER // 2):
        state = STATES[form]
        for one in take(GAME, state, "graham", form, said).later:
            assert isinstance(one, Later)
            again = [line.said for line in GAME.read(state, "graham", one.kind, one.text)]
            assert again, (said, one)
            assert not [problem for problem in again if isinstance(problem, Problem)], (said, one, again)


@pytest.mark.parametrize("form", sorted(STATES))
def test_every_suggestion_reads_and_stands(form):
    offered = 0
    state = STATES[form]
    for _, said, _ in sentences(3 * NUMBER):
        taken = take(GAME, state, "graham", form, said)
        refused = GAME.check(state, "graham", taken.orders).refused
        problems = [*(line.said for line in taken.unread), *refused.values()]
        for near in (problem.detail["suggestion"] for problem in problems if problem.detail.get("suggestion")):
            meant = take(GAME, state, "graham", form, near)
            assert not meant.unread, (said, near)
            assert not GAME.check(state, "graham", meant.orders).refused, (said, near)
            offered += 1
    assert offered or form in ("ranches", "order-bid")
