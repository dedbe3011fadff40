"""The presets of Range War and Land Barons are for their even boards; a game that names neither preset nor board has
the first one."""

import json

import pytest

from judge.cli.main import run


@pytest.mark.parametrize("key", ["range-war", "land-barons"])
@pytest.mark.parametrize(
    ("flags", "board"),
    [
        ((), ""),
        (("--preset", "quick"), "-even"),
        (("--preset", "standard"), "-even"),
        (("--preset", "seed"), ""),
        (("--preset", "quick", "--map"), ""),
    ],
)
def test_a_new_game_is_played_on_the_board_of_its_preset(key, flags, board, tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("JUDGE_NOW", "2027-03-01T09:00:00Z")
    assert run(["init", str(tmp_path / "club")]) == 0
    monkeypatch.chdir(tmp_path / "club")
    named = [key] if flags[-1:] == ("--map",) else []
    assert run(["new", "spring", "--game", key, *flags, *named]) == 0
    assert run(["export", "spring", "--out", "spring.json"]) == 0
    assert json.loads((tmp_path / "club" / "spring.json").read_text())["game"]["map"] == key + board
