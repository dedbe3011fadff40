"""Every scenario file passes, and every ruling is cited by one."""

import re
from functools import cache
from pathlib import Path

import pytest

from judge.grammar.document import load
from judge.scenario import collection
from judge.scenario.run import run
from judge.variants import GAMES

ROOT = Path(__file__).resolve().parent.parent.parent
FILES = sorted(path for key in GAMES for path in (ROOT / "tests" / key).glob("*.yaml"))
PREFIX = {"diplomacy": "D", "range-war": "RW", "land-barons": "LB", "gold-rush": "GR", "hell-on-wheels": "HW"}
LEAST = {"diplomacy": 236, "range-war": 150, "land-barons": 150, "gold-rush": 150, "hell-on-wheels": 120}


@cache
def scenarios(path):
    return tuple(collection.scenarios(load(path.read_text(encoding="utf-8"), path.name)))


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_scenarios(path):
    outcomes = [run(game, scenario) for game, scenario in scenarios(path)]
    assert outcomes
    failed = [f"line {one.line}: {one.title}: {'; '.join(one.failures)}" for one in outcomes if one.failures]
    assert not failed, "\n".join(failed)


@pytest.mark.parametrize("key", sorted(GAMES))
def test_every_ruling_is_cited(key):
    """Every number that docs/rulings/GAME.md gives a ruling stands in the `rule:` of a scenario."""
    text = (ROOT / "docs" / "rulings" / f"{key}.md").read_text(encoding="utf-8")
    numbers = set(re.findall(rf"\b{PREFIX[key]}-Q?\d+[a-z]?\b", text))
    assert numbers
    cited = {
        rule for path in FILES if path.parent.name == key for _, scenario in scenarios(path) for rule in scenario.rules
    }
    # A lettered part (RW-4a) and its whole (RW-4) stand for each other.
    whole = {re.sub(r"[a-z]$", "", rule) for rule in cited}
    uncited = {number for number in numbers if re.sub(r"[a-z]$", "", number) not in whole}
    assert not uncited, sorted(uncited)


@pytest.mark.parametrize("key", sorted(GAMES))
def test_there_are_scenarios_enough(key):
    count = sum(1 for path in FILES if path.parent.name == key for _ in scenarios(path))
    assert count >= LEAST[key]
