"""Marked text is read piece by piece where that means the same: the blocks are always those of the whole."""

import random

import pytest

from judge.report import blocks
from judge.report.blocks import Heading, Paragraph, Span, Verbatim, parse

LINES = (
    "abc", "- x", "* y", "1. z", "> q", "```", "", "", "", "  in", "    code", "**b** c", "# h", "## ", "| a | b |",
    "|---|---|", "a | b", "--- | ---", "===", "---", "&amp; x", "[a]: /u", "[a]", "`c`", "“q”", "(x)", "\t", "x\r- y",
    "\r", "&#45; x", "é", "_e_", "abc  ", "abc\\",
)  # fmt: skip


@pytest.mark.parametrize("seed", range(4))
def test_pieces_mean_what_the_whole_means(seed):
    chance = random.Random(seed)
    apart = 0
    for _ in range(500):
        text = "\n".join(chance.choice(LINES) for _ in range(chance.randrange(1, 9)))
        apart += blocks._pieces(text) is not None
        assert parse(text) == blocks._parsed(text), text
    assert apart > 20


def test_an_answer_is_read_in_pieces():
    text = "## Blue, Round 1\n\nYour orders:\n\n```\n  | bid 5\n\n  | bid 6\n```\n\nDeadline: Friday.\n"
    assert blocks._pieces(text) is not None
    assert parse(text) == (
        Heading(2, (Span("Blue, Round 1"),)), Paragraph((Span("Your orders:"),)),
        Verbatim("  | bid 5\n\n  | bid 6"), Paragraph((Span("Deadline: Friday."),)),
    )  # fmt: skip


def test_a_list_is_read_as_a_whole():
    assert blocks._pieces("- a\n\n- b\n") is None
