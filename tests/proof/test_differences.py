"""Every difference from `diplomacy` 1.1.2 belongs to a known class: unexplained, none.

A small count always, when the package can be installed; the whole count with JUDGE_PROOF=1.
"""

import os
from pathlib import Path

import pytest

from bench.rival_venv import NoRivals, rival_python
from judge.adjudicator.diplomacy.board import Board
from judge.shelf import map_document

from .classes import CLASSES, home_distances
from .differences import EXAMPLES, Theirs, adjusting, items, survey

ROOT = Path(__file__).resolve().parents[2]
SEED = int(os.environ.get("JUDGE_SEED", "1914"))
SMALL = {"mid-game movement": 250, "movement with oddities": 75, "retreats": 100, "winters": 75}
WHOLE = {"mid-game movement": 5000, "movement with oddities": 1500, "retreats": 2000, "winters": 1500}


@pytest.fixture(scope="module")
def python():
    try:
        return rival_python()
    except NoRivals as error:
        if os.environ.get("JUDGE_REQUIRE_SERVERS"):
            pytest.fail(str(error))
        pytest.skip(str(error))


@pytest.fixture(scope="module")
def board():
    return Board.from_map(map_document("diplomacy").value)


@pytest.mark.long
def test_every_difference_is_explained(board, python):
    counts, shown = (WHOLE, EXAMPLES) if os.environ.get("JUDGE_PROOF") else (SMALL, 2)
    found, least_seen, phases_differing = survey(board, python, counts, SEED, shown)
    print(f"seed {SEED}; phases {counts}; differing {phases_differing}; single differences {found}")
    assert "unexplained" not in found, least_seen["unexplained"]


def test_winters_differ_by_civil_disorder_and_waived_builds_alone(board, python):
    """The same winters with our removals spelled out and no build waived: no difference is left."""
    from judge.batch import batch

    with Theirs(python) as theirs:
        for line in adjusting(board, SEED, 30):
            line = {**line, "orders": {p: [text for text in t if text != "WAIVE"] for p, t in line["orders"].items()}}
            after = batch().result(line)["units"]
            orders = dict(line["orders"])
            for power, units in line["units"].items():
                gone = [f"{unit} D" for unit in units if unit not in after[power]]
                if gone:
                    orders[power] = gone
            assert items({**line, "orders": orders}, theirs) == set()


def test_every_class_stands_in_the_document():
    page = (ROOT / "docs/differences.md").read_text(encoding="utf-8")
    for each in CLASSES:
        assert f"## {each.__name__.replace('_', '-')}" in page
    assert home_distances in CLASSES
