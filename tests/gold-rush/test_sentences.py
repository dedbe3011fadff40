"""Sentences made from the grammar: each is read whole and written back the same, or refused with a code."""

import os
import random

import pytest
from lark import Token

from judge import report, shelf
from judge.adjudicator.protocol import Problem
from judge.grammar.document import load
from judge.variants.gold_rush.tongue import SHAPES, readable, spelled

GAME = shelf.game("gold-rush")
SENTENCES = 10_000 if os.environ.get("JUDGE_PROOF") else 1_000
GOES = GAME.read_position(load("""
phase: Turn 3
order: [traders, mounties, diggers-1]
figures:
  {T1: '30,20', T2: '40,20 shotgun', T3: {at: '34,30', out: 2}, M1: '50,40', D1: '31,20', M2: {at: '5,1', status: dead}}
mules: {U1: '60,40'}
horses: {H4: '41,20', H1: '60,44'}
"""))  # fmt: skip
PLACING = GAME.read_position(
    load("phase: Set-up, figures\norder: [traders, mounties]\nbags: {traders: 3}\nfigures: {T1: {}, T2: {}, M1: {}}")
)
SAID = {
    "FIGURES": ("1", "T2", "figure 1", "Trader 2", "9"),
    "PIECE": ("M1", "Mountie 2", "U1", "horse 4", "D1", "T2", "M9"),
    "GROUP": ("Mountie", "Diggers", "Traders"),
    "PLACE": ("the shop", "Saloon", "C1", "Split Rock", "town", "R9"),
    "POINT": ("12.5,30", "(36, 24)", "70,4"),
    "NUMBER": ("1", "2", "six", "12.5", "twice"),
}


def sentence(numbers, start):
    """A walk over what may come next, from the start to an end."""
    parser = SHAPES.lark.parse_interactive(start=start)
    said = []
    while len(said) < 24:
        choices = sorted(parser.accepts() - {"_POLITE"})
        if "$END" in choices and (len(choices) == 1 or numbers.random() < 0.7):
            break
        name = numbers.choice([one for one in choices if one != "$END"])
        word = numbers.choice(SAID.get(name) or spelled(name))
        said.append(word)
        parser.feed_token(Token(name, word))
    return " ".join(said)


@pytest.mark.parametrize(
    ("start", "form", "state", "share"),
    [("go", "go", GOES, 8), ("place", "figures", PLACING, 1), ("lay", "town edge", PLACING, 1)],
)
def test_sentences_are_read_whole_or_refused(start, form, state, share):
    numbers = random.Random(f"{start} 1898")
    words = report.Words(GAME, state)
    understood = 0
    for _ in range(SENTENCES * share // 10):
        text = sentence(numbers, start)
        lines = GAME.read(state, "traders", form, text)
        orders = [line.said for line in lines if not isinstance(line.said, Problem)]
        for line in lines:
            for problem in (*line.notes, *([line.said] if isinstance(line.said, Problem) else [])):
                assert words.problem(problem)
        for order in orders:
            written = GAME.write(state, "traders", order)
            again = GAME.read(state, "traders", form, written)
            assert [line.said for line in again] == [order], (text, written)
        understood += bool(orders) and len(orders) == len(lines)
    assert understood > SENTENCES * share // 10 // 80


def test_a_mutated_order_is_never_half_read():
    """A strange word anywhere in an order, and the line is not that order any more."""
    numbers = random.Random("strange words")
    good = [
        "1: fire 6 at M1, then D1", "2: if M1 within 6: reload, else move towards M1", "1: take 2 gold from M2",
        "1 and 2 move to contact with nearest Mountie, attack", "all: move 30,30 - 32,30", "2: mount H4, move 50,20",
    ]  # fmt: skip
    for text in good:
        assert all(not isinstance(line.said, Problem) for line in GAME.read(GOES, "traders", "go", text))
        for strange in ("qwzzk", "seventy", "banana", "%", "^", "~"):
            parts = text.split(" ")
            parts.insert(numbers.randrange(len(parts) + 1), strange)
            lines = GAME.read(GOES, "traders", "go", " ".join(parts))
            assert lines
            assert all(isinstance(line.said, Problem) for line in lines), " ".join(parts)


def test_every_word_that_players_are_told_could_have_come_is_a_word():
    """A refused line says what was expected: no piece of the grammar's own notation shows in it."""
    told = readable(one.name for one in SHAPES.lark.terminals if one.name not in SHAPES.lark.ignore_tokens)
    assert all(word.replace(" ", "").replace(",", "").replace("'", "").isalpha() for word in told)
