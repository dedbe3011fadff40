"""The club at the command line: a tournament from its file to its standings, seats given, letters from files."""

import json

import pytest

from judge import variants
from judge.cli.main import run
from tests.campaign.conftest import make_folder
from tests.toy.register import register

PLAN = "name: cup\ngame: lanterns\nrounds: 2\nscoring: draw-based\nentrants: [Ann <ann@example.org>, bob@example.org]\n"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    register()
    monkeypatch.setenv("JUDGE_CAMPAIGN", str(make_folder(tmp_path / "club")))
    yield tmp_path
    variants.GAMES.pop("lanterns", None)


def printed(capsys, *words):
    assert run(list(words)) == 0, words
    return capsys.readouterr().out


def test_a_tournament_from_its_file_to_its_standings(folder, capsys):
    (folder / "cup.yaml").write_text(PLAN)
    assert "2 entrants" in printed(capsys, "tournament", "new", str(folder / "cup.yaml"))
    printed(capsys, "tournament", "enter", "cup", "Cleo <cleo@example.org>", "Dan <dan@example.org>", "eve@example.org")
    assert printed(capsys, "tournament", "list").split() == ["cup"]
    said = json.loads(printed(capsys, "tournament", "round", "cup", "--json"))
    assert (said["round"], said["games"]) == (1, ["cup-1-1"])
    winner = json.loads(printed(capsys, "seat", "list", "cup-1-1", "--json"))[0]
    printed(capsys, "end", "cup-1-1", "--winner", winner["seat"], "--reason", "agreed", "--yes")
    printed(capsys, "tournament", "withdraw", "cup", winner["addresses"][0])
    first = printed(capsys, "tournament", "show", "cup").splitlines()[1]
    assert first.split()[:2] == ["1", "100.000"]
    assert winner["name"] in first
    assert first.endswith("(left)")
    assert run(["tournament", "withdraw", "cup", winner["addresses"][0]]) != 0


def test_a_seat_is_given_and_given_again(folder, capsys):
    printed(capsys, "new", "spring", "--game", "lanterns")
    for seat in ("amber", "blue", "copper"):
        said = printed(capsys, "seat", "assign", "spring", seat, f"{seat}@example.org")
        assert said.startswith(f"{seat}@example.org plays {seat} of spring; the token is on its way by mail")
    printed(capsys, "start", "spring")
    said = printed(capsys, "seat", "replace", "spring", "amber", "Ann <ann@example.org>")
    assert "Ann <ann@example.org> plays amber of spring" in said
    assert "the old one no longer works" in said
    sat = json.loads(printed(capsys, "seat", "list", "spring", "--json"))
    assert {one["seat"]: one["addresses"] for one in sat}["amber"] == ["ann@example.org"]
    assert run(["seat", "assign", "spring", "amber", "bob@example.org"]) != 0, "it is somebody's"
    assert run(["seat", "assign", "spring", "amber"]) == 2, "to whom?"


def letter(folder, name, words):
    path = folder / f"{name}.eml"
    path.write_text(
        f"From: {name}@example.org\nTo: judge@example.org\nSubject: hello\nMessage-ID: <{name}@x>\n\n{words}\n"
    )
    return str(path)


def test_each_letter_from_a_file_is_printed_with_its_own_answer(folder, capsys):
    printed(capsys, "new", "spring", "--game", "lanterns", "--set", "sign_up=open")
    files = [letter(folder, "ann", "JOIN spring"), letter(folder, "bob", "GAMES")]
    found = json.loads(printed(capsys, "mail", "ingest", "--json", *files))
    assert [one["answer"][0]["kind"] for one in found] == ["door", "games"]
    assert found[0]["answer"][0]["facts"]["address"] == "ann@example.org"
    # Read before, and answered then: nobody else's answer is shown in its place.
    (again,) = json.loads(printed(capsys, "mail", "ingest", "--json", files[0]))
    assert "answer" not in again


@pytest.mark.parametrize("line", ["set: [1]", "set: 5", "game: [diplomacy]", "map: [1]", "entrants: 5"])
def test_a_tournament_of_wrong_kinds_of_values_is_refused_by_its_line(line):
    from judge.campaign.tournaments import read_plan
    from judge.grammar.document import DocumentError, load

    kept = {"name": "name: cup", "game": "game: diplomacy", line.partition(":")[0]: line}
    with pytest.raises(DocumentError, match=f"{line.partition(':')[0]} is"):
        read_plan(load("\n".join(kept.values()) + "\n", "cup.yaml"))
