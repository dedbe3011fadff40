"""A game of the installed `diplomacy` package into a campaign, and one of ours back into the package."""

import json
import os
import subprocess

import pytest

from bench.rival_venv import NoRivals, rival_python
from judge.cli.main import run

# Four years of orders drawn from all that are possible, as the package saves them.
PLAY = """
import json, random, sys
from diplomacy import Game
from diplomacy.utils.export import to_saved_game_format
game, chance = Game(game_id="theirs"), random.Random(11)
while not game.is_game_done and int(game.get_current_phase()[1:5]) < 1905:
    possible = game.get_all_possible_orders()
    for power in sorted(game.powers):
        spots = sorted(game.get_orderable_locations(power))
        if game.get_current_phase().endswith("A"):
            # The package takes more builds than there are due and drops some by chance: give it none too many.
            due = abs(len(game.get_centers(power)) - len(game.get_units(power)))
            spots = spots[:due]
        # An army told VIA that nobody carries walks there, and stays here: docs/differences.md.
        found = [[order for order in sorted(possible[spot]) if "VIA" not in order] for spot in spots]
        game.set_orders(power, [chance.choice(orders) for orders in found if orders])
    game.process()
json.dump(to_saved_game_format(game), open(sys.argv[1], "w"))
"""
READ = """
import json, sys
from diplomacy.utils.export import from_saved_game_format
game = from_saved_game_format(json.load(open(sys.argv[1])))
print(json.dumps({"phase": game.get_current_phase(), "units": game.get_units(), "centers": game.get_centers(),
                  "history": len(game.state_history)}))
"""


@pytest.fixture(scope="module")
def python():
    try:
        return rival_python()
    except NoRivals as error:
        if os.environ.get("JUDGE_REQUIRE_SERVERS"):
            pytest.fail(str(error))
        pytest.skip(str(error))


@pytest.fixture
def club(tmp_path, monkeypatch):
    monkeypatch.delenv("JUDGE_CAMPAIGN", raising=False)
    monkeypatch.chdir(tmp_path)
    assert run(["init", "club"]) == 0
    monkeypatch.chdir(tmp_path / "club")
    return tmp_path / "club"


def test_a_game_the_package_played_is_played_again_here_and_read_by_it_again(python, club, capsys):
    subprocess.run([python, "-c", PLAY, "theirs.json"], check=True, timeout=240, capture_output=True)
    theirs = json.loads((club / "theirs.json").read_text())
    assert len(theirs["phases"]) >= 11
    assert run(["import", "theirs.json", "--name", "played"]) == 0
    said = capsys.readouterr()
    assert "played is here, " in said.out
    assert not [line for line in said.err.splitlines() if "begins otherwise" in line], said.err
    # What both programs say of the last phase that was begun.
    last = [phase for phase in theirs["phases"] if phase["name"] != "COMPLETED"][-1]
    assert run(["export", "played", "--format", "diplomacy", "--out", "ours.json"]) == 0
    ours = json.loads((club / "ours.json").read_text())
    assert [phase["name"] for phase in ours["phases"]][: len(theirs["phases"])] == [
        phase["name"] for phase in theirs["phases"]
    ]
    mine = next(phase for phase in ours["phases"] if phase["name"] == last["name"])
    for key in ("units", "centers"):
        assert {power: sorted(own) for power, own in mine["state"][key].items() if own} == {
            power: sorted(own) for power, own in last["state"][key].items() if own
        }
    done = subprocess.run([python, "-c", READ, "ours.json"], check=True, timeout=120, capture_output=True, text=True)
    read = json.loads(done.stdout)
    assert read["phase"] == ours["phases"][-1]["name"]
    assert sorted(read["units"]["FRANCE"]) == sorted(ours["phases"][-1]["state"]["units"]["FRANCE"])


SAVED = {
    "id": "Short One",
    "map": "standard",
    "phases": [
        {
            "name": "F1903M",
            "state": {
                "units": {"FRANCE": ["A BUR", "A MAR"], "GERMANY": ["A MUN"]},
                "centers": {"FRANCE": ["PAR", "MAR"], "GERMANY": ["MUN", "BER"]},
            },
            "orders": {"FRANCE": ["A BUR - MUN", "A MAR - XYZ"], "GERMANY": ["A MUN - BUR"]},
        },
        {
            "name": "S1904M",
            "state": {
                "units": {"FRANCE": ["A BUR", "A GAS"], "GERMANY": ["A MUN", "A BER"]},
                "centers": {"FRANCE": ["PAR", "MAR"], "GERMANY": ["MUN", "BER"]},
            },
            "orders": {},
        },
    ],
}


def test_what_goes_on_otherwise_is_corrected_and_said(club, capsys):
    (club / "saved.json").write_text(json.dumps(SAVED))
    assert run(["import", "saved.json"]) == 0
    said = capsys.readouterr()
    assert said.out == "short-one is here, 1 phase played again\n"
    assert "not taken: F1903M france: A MAR - XYZ" in said.err
    assert "S1904M begins otherwise in the saved game" in said.err
    assert run(["position", "short-one"]) == 0
    document = capsys.readouterr().out
    assert "Spring 1904, movement" in document
    assert "A GAS" in document
    assert run(["audit", "short-one"]) == 0
    assert "begins like this in the saved game" in capsys.readouterr().out


def test_other_games_have_no_such_form(club, capsys):
    assert run(["new", "spring", "--game", "range-war"]) == 0
    assert run(["export", "spring", "--format", "diplomacy"]) == 2
    assert "knows Diplomacy only" in capsys.readouterr().err


def test_a_board_in_a_fog_is_not_shown_while_the_game_goes_on(club, capsys):
    assert run(["new", "mist", "--game", "diplomacy", "--set", "fog=true", "--set", "gm_plays=true"]) == 0
    assert run(["start", "mist"]) == 0
    assert run(["release", "mist"]) == 0
    capsys.readouterr()
    assert run(["export", "mist", "--format", "diplomacy"]) == 2
    said = capsys.readouterr()
    assert "a fog lies over mist" in said.err
    assert "A PAR" not in said.out
    assert run(["export", "mist", "--format", "diplomacy", "--full"]) == 2
    assert "is hidden until release" in capsys.readouterr().err
    assert run(["export", "mist", "--format", "diplomacy", "--full", "--override", "a check", "--out", "all.json"]) == 0
    assert (club / "all.json").stat().st_mode & 0o077 == 0
    assert "A PAR" in (club / "all.json").read_text()


def test_what_is_no_saved_game_is_said(club, capsys):
    (club / "wrong.json").write_text('{"phases": []}')
    assert run(["import", "wrong.json"]) == 2
    assert "a saved game has a list of phases" in capsys.readouterr().err
    (club / "chess.json").write_text('{"phases": [{}], "map": "chess"}')
    assert run(["import", "chess.json"]) == 2
    assert "only the standard map" in capsys.readouterr().err


RESULTS = """
Movement results for Spring of 1901.  (first.001)

Austria: Army Budapest -> Serbia.
Austria: Fleet Trieste -> Venice.  (*bounce*)

England: Fleet London -> North Sea.
France:  Army Paris SUPPORT Army Marseilles ->
         Burgundy.
France:  Army Marseilles -> Burgundy.
"""


def test_a_results_mail_is_pasted_into_the_phase_it_is_of(club, capsys):
    (club / "results.txt").write_text(RESULTS)
    assert run(["new", "old", "--game", "diplomacy"]) == 0
    assert run(["start", "old"]) == 0
    capsys.readouterr()
    assert run(["orders", "paste", "old", "results.txt"]) == 0
    assert run(["orders", "show", "old"]) == 0
    shown = capsys.readouterr().out
    for order in ("A BUD - SER", "F TRI - VEN", "F LON - NTH", "A PAR S A MAR - BUR", "A MAR - BUR"):
        assert order in shown
    assert run(["release", "old"]) == 0
    assert run(["orders", "paste", "old", "results.txt"]) == 2
    assert "these are results of Spring 1901, movement; Fall 1901, movement is open" in capsys.readouterr().err
