"""The mutation tool itself: it finds the rules, disables one wherever it has got to, and puts it back."""

import importlib.util
import sys
from pathlib import Path

import pytest

from judge.adjudicator.diplomacy import engine

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def mutants():
    spec = importlib.util.spec_from_file_location("mutants_tool", ROOT / "tools/mutants.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules["mutants_tool"] = module
    spec.loader.exec_module(module)
    yield module
    del sys.modules["mutants_tool"]


def test_rules_are_found_by_the_rulings_they_cite(mutants):
    found = {rule.title: rule for rule in mutants.rules()}
    support = found["judge.adjudicator.diplomacy.rulebook:Rulebook.is_given"]
    assert "D-24" in support.cites
    assert support.games == ("diplomacy", "range-war")
    assert {rule.games[-1] for rule in found.values()} >= {"diplomacy", "range-war"}


def test_a_disabled_rule_is_noticed_and_put_back(mutants, monkeypatch):
    monkeypatch.setattr(engine, "_NATIVE", None)
    rule = next(rule for rule in mutants.rules() if rule.name == "Rulebook.is_contested")
    assert mutants.noticed(rule, "False")
    before = mutants._plain(rule).__code__
    with mutants.disabled(rule, "True"):
        assert mutants._plain(rule).__code__ is not before
    assert mutants._plain(rule).__code__ is before
