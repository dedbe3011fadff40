"""`judge simulate`: the same tables however many processes play, and from a run that was broken off."""

import json

import pytest

from judge.cli.main import run

RUN = ["simulate", "--game", "land-barons", "--players", "fair,easy", "--seats", "2", "--set", "turn_limit=1"]


def tables(capsys, *more, games):
    assert run([*RUN, "--games", str(games), "--json", *more]) == 0
    return json.loads(capsys.readouterr().out)


def test_two_processes_come_to_the_same_as_one(capsys):
    assert tables(capsys, "--jobs", "2", games=8) == tables(capsys, "--jobs", "1", games=8)


def test_a_run_that_was_broken_off_goes_on_from_its_file(capsys, tmp_path):
    whole = tables(capsys, games=4)
    kept = tmp_path / "games.jsonl"
    tables(capsys, "--kept", str(kept), games=3)
    first, second, third = kept.read_text().splitlines(keepends=True)
    kept.write_text(first + second + third[:40])
    assert tables(capsys, "--kept", str(kept), games=4) == whole
    lines = kept.read_text().splitlines(keepends=True)
    assert lines[:3] == [first, second, third]
    assert [json.loads(line)["number"] for line in lines] == [0, 1, 2, 3]
    assert tables(capsys, "--kept", str(kept), games=4) == whole
    assert kept.read_text() == "".join(lines), "nothing is played twice"


def test_the_first_games_of_a_longer_file_are_those_of_a_shorter_run(capsys, tmp_path):
    kept = str(tmp_path / "games.jsonl")
    tables(capsys, "--kept", kept, games=3)
    assert tables(capsys, "--kept", kept, games=2) == tables(capsys, games=2)


@pytest.mark.parametrize(
    ("more", "what"),
    [(["--seed", "other"], "seed"), (["--set", "majority=20"], "options"), (["--players", "easy"], "players")],
)
def test_games_of_another_run_are_not_counted_with_it(capsys, tmp_path, more, what):
    kept = ["--games", "1", "--kept", str(tmp_path / "games.jsonl")]
    assert run([*RUN, *kept]) == 0
    assert run([*RUN, *kept, *more]) == 2
    assert f"another run ({what})" in capsys.readouterr().err


def test_a_file_of_something_else_is_left_as_it_is(capsys, tmp_path):
    kept = tmp_path / "diary.txt"
    kept.write_text("Dear diary,\n")
    assert run([*RUN, "--games", "1", "--kept", str(kept)]) == 2
    assert "is no file of simulated games" in capsys.readouterr().err
    assert kept.read_text() == "Dear diary,\n"


def test_each_share_tells_by_how_much_chance_alone_moves_it(capsys):
    """Of four games between two equals a half, give or take the root of a half times a half by four: a half of it."""
    found = tables(capsys, games=4)
    assert {name: share["chance"] for name, share in found["players"].items()} == {"easy": 0.5, "fair": 0.5}
    assert run([*RUN, "--games", "4"]) == 0
    assert "± 0.50" in capsys.readouterr().out


def test_a_game_of_many_questions_tells_how_many_leave_nobody_a_choice(capsys):
    """One seat after another is asked in strict tempo: a window is quiet exactly if that seat holds nothing for it."""
    strict = ["simulate", "--game", "hell-on-wheels", "--seats", "3", "--set", "tempo=strict", "--players", "idle"]
    assert run([*strict, "--games", "1", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert 0 < told["windows"]["quiet"] <= told["asks"]["without choice"] < told["asks"]["all"]
    assert run([*strict, "--games", "1"]) == 0
    left = told["windows"]["median"] - told["windows"]["quiet"]
    assert f"with a choice for somebody {left}\n" in capsys.readouterr().out
