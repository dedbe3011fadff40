"""The presets of Range War are for the even board; a game that names neither preset nor board has the first one."""

import json

import pytest

from judge.cli.main import run


@pytest.mark.parametrize(
    ("flags", "board"),
    [
        ((), "range-war"),
        (("--preset", "quick"), "range-war-even"),
        (("--preset", "standard"), "range-war-even"),
        (("--preset", "seed"), "range-war"),
        (("--preset", "quick", "--map", "range-war"), "range-war"),
    ],
)
def test_a_new_game_is_played_on_the_board_of_its_preset(flags, board, tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("JUDGE_NOW", "2027-03-01T09:00:00Z")
    assert run(["init", str(tmp_path / "club")]) == 0
    monkeypatch.chdir(tmp_path / "club")
    assert run(["new", "spring", "--game", "range-war", *flags]) == 0
    assert run(["export", "spring", "--out", "spring.json"]) == 0
    assert json.loads((tmp_path / "club" / "spring.json").read_text())["game"]["map"] == board
