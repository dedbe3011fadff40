"""`judge map --animate`: a whole game as one moving picture."""

import pytest
from PIL import Image

from judge.cli.main import run


@pytest.fixture
def club(tmp_path, monkeypatch):
    """A campaign with a game a window old, made by the commands themselves."""
    monkeypatch.setenv("JUDGE_NOW", "2027-03-01T09:00:00Z")
    monkeypatch.delenv("JUDGE_CAMPAIGN", raising=False)
    assert run(["init", str(tmp_path / "club"), "--gm", "gm@example.org", "--mail", "club.judge@gmail.com"]) == 0
    monkeypatch.chdir(tmp_path / "club")
    assert run(["new", "spring", "--game", "range-war"]) == 0
    assert run(["start", "spring"]) == 0
    assert run(["release", "spring"]) == 0
    return tmp_path


@pytest.mark.parametrize("ending", ["webp", "gif"])
def test_a_game_is_one_moving_picture_with_a_map_a_step(club, ending):
    assert run(["map", "spring", "--animate", str(club / f"spring.{ending}")]) == 0
    with Image.open(club / f"spring.{ending}") as moving:
        assert (moving.n_frames, moving.width) == (2, 800)
    assert run(["map", "spring", "--step", "0", "--animate", str(club / f"shorter.{ending}")]) == 0
    with Image.open(club / f"shorter.{ending}") as moving:
        assert moving.n_frames == 1


def test_any_other_file_is_refused_by_name(club, capsys):
    assert run(["map", "spring", "--animate", "spring.mp4"]) != 0
    assert "a moving map is a .webp or .gif file, not spring.mp4" in capsys.readouterr().err
    assert run(["map", "spring", "--animate", "spring.gif", "--out", "spring.png"]) != 0
    assert "one file at a time" in capsys.readouterr().err
