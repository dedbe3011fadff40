"""Lanterns keeps what every game promises, and the page that explains it names what is there."""

import json
import re
from inspect import isfunction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from judge.variants.lanterns.game import Bid, Lanterns, State

from judge import report
from judge.adjudicator.codec import Codec, digest, dump
from judge.adjudicator.dice import KeyedDice, ScriptedDice
from judge.adjudicator.driver import close, merge, take
from judge.adjudicator.protocol import Problem, Seat, Table, Verdict
from judge.cli import main
from judge.grammar.document import dump as yaml
from judge.grammar.document import load
from judge.grammar.options import complete_options
from judge.report.build import Notes
from judge.scenario.simulate import play
from tests.toy.register import furnish, register

HERE = Path(__file__).resolve().parent
GAME = Lanterns(None)
SEATS = tuple(seat.id for seat in GAME.seats)
TABLE = Table(SEATS, complete_options(GAME, {}))


def test_it_is_short_enough_to_read():
    assert len((HERE / "lanterns" / "game.py").read_text().splitlines()) < 400


def test_the_higher_bid_wins_and_pays_and_the_others_keep_their_coins():
    state = State(1, dict.fromkeys(SEATS[:2], 12), dict.fromkeys(SEATS[:2], ()), (4, 6))
    closed = close(GAME, state, {Seat("amber"): (Bid(5),), Seat("blue"): (Bid(3),)}, ScriptedDice({}))
    after = closed.step.state
    assert after.coins == {"amber": 7, "blue": 12}
    assert after.won == {"amber": (4,), "blue": ()}


def test_a_tie_is_rolled_off_and_rolled_again_when_it_is_a_tie():
    state = State(1, dict.fromkeys(SEATS[:2], 12), dict.fromkeys(SEATS[:2], ()), (4,))
    dice = ScriptedDice({"R1/tie/*/1": [5, 5], "R1/tie/amber/2": [2], "R1/tie/blue/2": [6]})
    closed = close(GAME, state, {Seat("amber"): (Bid(5),), Seat("blue"): (Bid(5),)}, dice)
    assert closed.step.state.won == {"amber": (), "blue": (4,)}
    assert GAME.outcome(closed.step.state).winners == ("blue",)


def test_silence_bids_nothing():
    state = State(1, {Seat("amber"): 12}, {Seat("amber"): ()}, (4,))
    assert GAME.check(state, Seat("amber"), ()).filled == (Bid(0),)


@given(st.text(max_size=80))
def test_no_letter_breaks_it(text):
    state = GAME.setup(TABLE, KeyedDice.of("x")).state
    for seat in SEATS:
        taken = take(GAME, state, seat, "bids", text)
        checked = GAME.check(state, seat, taken.orders)
        assert len(checked.accepted + checked.filled) == 1


@pytest.mark.parametrize("text", Lanterns.forms["bids"])
def test_every_example_reads_and_writes_back(text):
    state = GAME.setup(TABLE, KeyedDice.of("x")).state
    (line,) = GAME.read(state, Seat("amber"), "bids", text)
    assert not isinstance(line.said, Problem)
    (again,) = GAME.read(state, Seat("amber"), "bids", GAME.write(state, Seat("amber"), line.said))
    assert again.said == line.said
    assert merge(GAME, (Bid(9),), (line.said,)) == (line.said,)


def test_a_whole_game_round_trips_tells_no_secret_and_has_words_for_everything():
    codec = Codec((GAME.state_type, *GAME.order_types, *GAME.event_types, Verdict, Problem))
    notes = Notes(own_templates=HERE / "templates")
    keys = set()
    for played in play(GAME, TABLE, "a game"):
        state = played.state
        assert codec.load(State, dump(state)) == state
        assert GAME.read_position(load(yaml(GAME.write_position(state)))) == state
        for seat in (None, *SEATS):
            text = report.render(report.build(GAME, played.before, state, played.events, seat, notes))
            assert "deck" not in text
        others = {**state.won, Seat("blue"): tuple(7 - one for one in state.won[Seat("blue")])}
        from dataclasses import replace

        swapped = replace(state, won=others, deck=tuple(reversed(state.deck)))
        if state.deck:
            # What others hold, and what is to come, changes nothing that Amber sees or is asked.
            assert GAME.view(swapped, Seat("amber")) == GAME.view(state, Seat("amber"))
            assert GAME.window(swapped) == GAME.window(state)
            keys.add(GAME.window(state).key)
    assert GAME.outcome(state) is not None
    assert len(keys) == 3
    assert json.dumps(GAME.write_position(state))
    assert digest(state) == digest(codec.load(State, dump(state)))


PAGE = (HERE.parent.parent / "docs" / "adding-a-game.md").read_text(encoding="utf-8")


def test_the_page_names_every_method():
    methods = {name for name, value in vars(Lanterns).items() if isfunction(value)} - {"__init__", "said"}
    assert sorted(name for name in methods if f"`{name}`" not in PAGE) == []


def test_the_code_on_the_page_is_the_code_that_runs():
    code = (HERE / "lanterns" / "game.py").read_text(encoding="utf-8")
    shown = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    assert len(shown) >= 7
    for block in shown:
        assert " ".join(block.split()) in " ".join(code.split()), block
    words = "".join(path.read_text(encoding="utf-8") for path in sorted((HERE / "templates" / "lanterns").glob("*.j2")))
    (block,) = re.findall(r"```jinja\n(.*?)```", PAGE, re.DOTALL)
    for line in block.splitlines():
        assert line in words


def test_the_scenario_on_the_page_passes_in_a_campaign_that_has_the_game_in_its_folders(tmp_path, monkeypatch, capsys):
    """`judge check` finds the map and the words there, as the page says."""
    (block,) = re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL)
    register()
    assert main.run(["init", str(tmp_path / "club")]) == 0
    furnish(tmp_path / "club")
    monkeypatch.chdir(tmp_path / "club")
    monkeypatch.delenv("JUDGE_CAMPAIGN", raising=False)
    Path("bids.yaml").write_text(block, encoding="utf-8")
    capsys.readouterr()
    assert main.run(["check", "bids.yaml"]) == 0
    assert capsys.readouterr().out == "bids.yaml: 1 passed, 0 failed\n"
    Path("bids.yaml").write_text(block.replace("blue: 12}, won", "blue: 9}, won"), encoding="utf-8")
    assert main.run(["check", "bids.yaml"]) == 1
