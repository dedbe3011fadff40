"""Saved games of the `diplomacy` package, and results mails in njudge's manner."""

import json
import os
import subprocess
from itertools import pairwise
from pathlib import Path

import pytest

from bench.rival_venv import NoRivals, rival_python
from judge import shelf
from judge.adjudicator.dice import KeyedDice
from judge.adjudicator.driver import close, take
from judge.adjudicator.protocol import Table
from judge.grammar.document import Document, DocumentError, dump, load
from judge.grammar.options import complete_options
from judge.interop.saved_game import long_name, read_saved, short_name, write_saved
from judge.scenario.simulate import play
from judge.variants.diplomacy.listing import read_results

ROOT = Path(__file__).resolve().parent.parent.parent


@pytest.fixture(scope="module")
def game():
    return shelf.game("diplomacy")


@pytest.fixture(scope="module")
def saved(game):
    """Three scripted years."""
    phases = []
    for played in play(game, Table(tuple(s.id for s in game.seats), complete_options(game, {})), "saved"):
        if played.window is None:
            continue
        if len(phases) == 14:
            break
        orders = {}
        for seat, text in played.letters.items():
            taken = take(game, played.before, seat, played.window.asks[seat].form, text)
            checked = game.check(played.before, seat, taken.orders)
            orders[seat] = [game.write(played.before, seat, order) for order in checked.accepted]
        phases.append((played.window.title, game.write_position(played.before), orders, played.events))
    return write_saved(game, "test", phases)


def test_phase_names():
    assert short_name("Spring 1901, movement") == "S1901M"
    assert long_name("W1902A") == "Winter 1902, adjustments"
    with pytest.raises(DocumentError, match="S1901M was expected"):
        long_name("1901")


def test_what_is_written_reads_back_and_plays_on(game, saved):
    phases = read_saved(game, saved)
    assert len(phases) == 14
    assert phases[0].name == "S1901M"
    for phase, after in pairwise(phases):
        state = game.read_position(load(dump(phase.position)))
        window = game.window(state)
        assert window.title == phase.position["phase"]
        sent = {
            seat: take(game, state, seat, window.asks[seat].form, "\n".join(lines)).orders
            for seat, lines in phase.orders.items()
            if seat in window.asks
        }
        step = close(game, state, sent, KeyedDice.of("saved")).step
        written = game.write_position(step.state)
        assert written["phase"] == after.position["phase"]
        assert {power: sorted(own) for power, own in written["units"].items()} == {
            power: sorted(own) for power, own in after.position["units"].items()
        }


def installed_python():
    """The interpreter of the environment in which the package is installed."""
    try:
        return rival_python()
    except NoRivals as error:
        if os.environ.get("JUDGE_REQUIRE_SERVERS"):
            pytest.fail(str(error))
        pytest.skip(str(error))


def test_the_package_reads_ours_and_we_read_what_it_writes(game, saved, tmp_path):
    python = installed_python()
    ours, theirs = tmp_path / "ours.json", tmp_path / "theirs.json"
    ours.write_text(json.dumps(saved))
    program = (
        "import json, sys\n"
        "from diplomacy.utils.export import from_saved_game_format, to_saved_game_format\n"
        "game = from_saved_game_format(json.load(open(sys.argv[1])))\n"
        "json.dump(to_saved_game_format(game), open(sys.argv[2], 'w'))\n"
    )
    subprocess.run([python, "-c", program, ours, theirs], check=True, timeout=120, capture_output=True)
    again = read_saved(game, json.loads(theirs.read_text()))
    before = {phase.name: phase for phase in read_saved(game, saved)}
    compared = 0
    for phase in again:
        if phase.name not in before:
            continue
        mine = before[phase.name]
        for key in ("units", "centres"):
            assert {power: sorted(own) for power, own in phase.position[key].items() if own} == {
                power: sorted(own) for power, own in mine.position[key].items() if own
            }, (phase.name, key)
        compared += 1
    assert compared >= 12


def test_what_cannot_be_read_is_said(game):
    for wrong, words in (
        ({}, "a list of phases"),
        ({"phases": [{"name": "S1901M"}]}, "a phase has a state"),
        ({"phases": [{"name": "S1901M", "state": {"units": {"BOERS": []}}}]}, "BOERS is no power"),
    ):
        with pytest.raises(DocumentError, match=words):
            read_saved(game, wrong)


NJUDGE = """
:: Judge: TEST  Game: first  Variant: Standard
:: Deadline: F1901M Mon 01 Jan 2001 23:30

Movement results for Spring of 1901.  (first.001)

Austria: Army Budapest -> Serbia.
Austria: Fleet Trieste -> Venice.  (*bounce*)

England: Fleet London -> North Sea.

France:  Army Paris SUPPORT Army Marseilles ->
         Burgundy.
France:  Army Marseilles -> Burgundy.
"""


def test_a_results_mail_in_njudges_manner(game):
    results = read_results(NJUDGE)
    assert results.title == "Spring 1901, movement"
    assert results.orders == {
        "Austria": ("Army Budapest -> Serbia", "Fleet Trieste -> Venice"),
        "England": ("Fleet London -> North Sea",),
        "France": ("Army Paris SUPPORT Army Marseilles -> Burgundy", "Army Marseilles -> Burgundy"),
    }
    state = game.read_position(
        Document({"phase": results.title, "units": {"France": "A PAR, A MAR", "Austria": "A BUD, F TRI"}})
    )
    window = game.window(state)
    taken = take(game, state, "france", window.asks["france"].form, "\n".join(results.orders["France"]))
    assert [game.write(state, "france", order) for order in taken.orders] == ["A PAR S A MAR - BUR", "A MAR - BUR"]
    assert read_results("Hello, here are my orders:\nA PAR - BUR") is None
