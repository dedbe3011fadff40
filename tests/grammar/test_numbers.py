"""Numbers as people write them."""

import pytest
from lark import Lark

from judge.grammar.numbers import number
from judge.grammar.source import OURS

GRAMMAR = "start: NUMBER | TIMES | ORDINAL\n%import .numbers (NUMBER, TIMES, ORDINAL)\n"


@pytest.mark.parametrize(
    ("said", "worth"),
    [
        ("7", 7), ("007", 7), ("1,500", 1500), ("3k", 3000), ("2.5k", 2500), ("twelve", 12), ("twenty-five", 25),
        ("Thirty Six", 36), ("forty", 40), ("a hundred", 100), ("both", 2), ("a couple of", 2), ("half a dozen", 6),
        ("x2", 2), ("3x", 3), ("twice", 2), ("1st", 1), ("2nd", 2), ("last", -1), ("third", 3), ("١٢", 12), ("３", 3),
    ],
)  # fmt: skip
def test_a_number_is_worth_what_it_says(said, worth):
    parser = Lark(GRAMMAR, parser="lalr", import_paths=[OURS])
    assert str(parser.parse(said).children[0]) == said
    assert number(said) == worth


@pytest.mark.parametrize("said", ["", "k", "1.5", "twelvety", "1,5x00", "-3", "²", "saloon"])
def test_what_is_no_number_is_worth_nothing(said):
    assert number(said) is None
