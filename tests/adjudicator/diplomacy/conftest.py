"""The standard board, and the kernel both ways it runs."""

import os
from pathlib import Path

import pytest

from judge.adjudicator.diplomacy import compiled
from judge.adjudicator.diplomacy.board import Board
from judge.adjudicator.diplomacy.movement import Court
from judge.grammar.document import load

ROOT = Path(__file__).resolve().parents[3]


def standard() -> Board:
    return Board.from_map(load((ROOT / "maps/diplomacy.yaml").read_text(encoding="utf-8"), "diplomacy.yaml").value)


@pytest.fixture(scope="session")
def board() -> Board:
    return standard()


@pytest.fixture(scope="session", params=["interpreted", "compiled"])
def court(request, board) -> Court:
    """The standard board's court on the interpreted and on the compiled kernel: every test that takes it runs twice."""
    if request.param == "compiled" and not compiled():
        if os.environ.get("JUDGE_REQUIRE_COMPILED"):
            pytest.fail("the compiled kernel is wanted (JUDGE_REQUIRE_COMPILED) but not there: run `make compile`")
        pytest.skip("the kernel is not compiled here")
    return Court(board, interpreted=request.param == "interpreted")
