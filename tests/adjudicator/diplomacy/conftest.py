"""The standard board, and the kernel both ways it runs."""

from pathlib import Path

import pytest

from judge.adjudicator.diplomacy.board import Board
from judge.grammar.document import load

ROOT = Path(__file__).resolve().parents[3]


def standard() -> Board:
    return Board.from_map(load((ROOT / "maps/diplomacy.yaml").read_text(encoding="utf-8"), "diplomacy.yaml").value)


@pytest.fixture(scope="session")
def board() -> Board:
    return standard()
