"""Nothing is only half there: every option is documented and tried, every event happens, every word is written."""

import ast
import re
from pathlib import Path

import pytest

from judge import shelf
from judge.adjudicator.dice import KeyedDice, ScriptedDice, UnscriptedDraw
from judge.adjudicator.driver import close, take
from judge.adjudicator.protocol import Verdict
from judge.grammar.document import load
from judge.grammar.options import complete_options
from judge.report.words import macro_name
from judge.scenario import collection
from judge.variants.land_barons.counters import RECRUITS, SETTLEMENTS, UNITS
from judge.variants.land_barons.orders import ORDER_TYPES
from tests.macros import macros

ROOT = Path(__file__).resolve().parent.parent.parent
GAME = shelf.game("land-barons")
FILES = sorted((ROOT / "tests" / "land-barons").glob("*.yaml"))
RULINGS = (ROOT / "docs" / "rulings" / "land-barons.md").read_text(encoding="utf-8")


def scenarios():
    for path in FILES:
        for _, scenario in collection.scenarios(load(path.read_text(encoding="utf-8"), path.name)):
            yield scenario


def options_of(scenario):
    return {**scenario.options, **((scenario.given.value or {}).get("options") or {})}


def played():
    """Every window of every scenario, with what happened in it."""
    for scenario in scenarios():
        given = dict(scenario.given.value or {})
        if options_of(scenario):
            given["options"] = complete_options(GAME, options_of(scenario))
        state = GAME.read_position(type(scenario.given)(given, {}, scenario.title))
        for number, turn in enumerate(scenario.turns):
            window = GAME.window(state)
            sent = {
                seat: take(GAME, state, seat, window.asks[seat].form, text).orders for seat, text in turn.orders.items()
            }
            dice = KeyedDice.of(f"{scenario.title}/{number}") if turn.dice is None else ScriptedDice(turn.dice)
            closed = close(GAME, state, sent, dice)
            yield scenario, sent, closed
            state = closed.step.state


_all = []


def everything():
    if not _all:
        _all.extend(played())
    return _all


@pytest.mark.parametrize("option", GAME.options, ids=lambda option: option.key)
def test_every_option_is_documented_and_tried_in_a_scenario(option):
    assert option.rulings
    for ruling in option.rulings:
        assert f"**{ruling}**" in RULINGS
    assert re.search(rf"\b{option.key}\b", RULINGS), option.key
    tried = {str(options_of(scenario).get(option.key)) for scenario in scenarios()}
    # The bounds of spacing and starting cash are chance and sums of the setup: test_setup.py tries them.
    if option.key in ("settlement_spacing", "start_cash"):
        return
    if option.values:
        assert set(option.values) - {option.default} <= tried
    else:
        assert tried - {"None", str(option.default)}, option.key


def test_every_event_happens_in_a_scenario_and_has_its_words():
    seen = {type(event) for _, _, closed in everything() for event in closed.step.events}
    # Ranches are dealt before the first window; a shot is part of a fight.
    quiet = {"Shot"}
    assert {one.__name__ for one in GAME.event_types} - {one.__name__ for one in seen} <= quiet
    have = macros("events", ("land-barons", "common"))
    assert {macro_name(re.sub(r"(?<=[a-z])(?=[A-Z])", "-", one.__name__).lower()) for one in GAME.event_types} <= have


def test_every_order_kind_is_given_in_a_scenario():
    seen = {type(order) for _, sent, _ in everything() for orders in sent.values() for order in orders}
    parts = {"UnitRef", "Condition"}
    assert {one.__name__ for one in ORDER_TYPES} - {one.__name__ for one in seen} == parts


def test_every_verdict_word_is_in_the_rulings():
    words = {
        event.result for _, _, closed in everything() for event in closed.step.events if isinstance(event, Verdict)
    }
    table = RULINGS.partition("## The words of verdicts")[2].partition("## The labels")[0]
    assert {word for word in words if f"`{word}" not in table and word.rstrip("1234 ") != "goes"} == set()


def test_every_dice_label_is_in_the_rulings():
    table = RULINGS.partition("## The labels of dice")[2]
    kinds = {"governor", "lots", "unpaid", "order", "fight"}
    for kind in kinds:
        assert f"`T3/{kind}" in table


def codes():
    """Every problem code written anywhere in the game's folder."""
    found = set()
    for path in (ROOT / "judge" / "variants" / "land_barons").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Problem":
                if node.args and isinstance(node.args[0], ast.Constant):
                    found.add(node.args[0].value)
    return found


def test_every_problem_has_its_sentence_and_every_sentence_its_problem():
    mine = macros("problems", ("land-barons",))
    have = mine | macros("problems", ("common",))
    known = codes()
    assert sorted(code for code in known if macro_name(code) not in have) == []
    # Sentences for what lexicons find (unknown and ambiguous names) have no code of their own here.
    idle = mine - {macro_name(code) for code in known} - {"near", "fix", "who", "whos"}
    assert {one for one in idle if not one.startswith(("unknown_", "ambiguous_"))} == set()


def test_every_name_that_can_be_told_has_prose():
    for kind in (*SETTLEMENTS, *RECRUITS, *UNITS):
        assert GAME.names[kind] != kind


def test_a_draw_nobody_scripted_is_an_error():
    state = GAME.read_position(load('phase: "Turn 3, build and raid"\nseats: [graham, johnson]\n'))
    with pytest.raises(UnscriptedDraw):
        close(GAME, state, {}, ScriptedDice({}))
