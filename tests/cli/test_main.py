"""The console script: exit statuses, near misses, no traceback."""

import subprocess
import sys
from pathlib import Path

import pytest

from judge.cli.main import COMMANDS, judge, run

ROOT = Path(__file__).resolve().parent.parent.parent


def call(*args, **more):
    return subprocess.run(
        [sys.executable, "-m", "judge", *args],
        capture_output=True,
        text=True,
        cwd=ROOT,
        timeout=60,
        check=False,
        **more,
    )


@pytest.mark.parametrize(
    ("words", "meant"),
    [("simulat", "judge simulate"), ("seat asign", "judge seat assign"), ("mail fetsh", "judge mail fetch")],
)
def test_a_misspelt_command_is_answered_with_the_nearest(words, meant):
    said = call(*words.split())
    assert said.returncode == 2
    assert said.stderr.splitlines()[0] == f'judge: there is no command "judge {words}": did you mean "{meant}"?'
    assert said.stdout == ""


def test_a_game_can_be_named_right_behind_games():
    assert call("games", "range-war").stdout == call("games", "show", "range-war").stdout
    assert 'did you mean "range-war"?' in call("games", "range-wars").stderr


def test_a_missing_file_is_named():
    said = call("check", "no-such-file.yaml")
    assert said.returncode == 2
    sentence, page = said.stderr.splitlines()
    assert sentence == "judge: no-such-file.yaml: No such file or directory"
    assert page == "judge: explained in `judge docs scenarios`"


def test_a_broken_scenario_file_is_named_with_its_line(tmp_path):
    path = tmp_path / "x.yaml"
    path.write_text("game: diplomacy\nscenarios:\n- title: a\n  title: b\n")
    said = call("check", str(path))
    assert said.returncode == 2
    assert "line 4, scenarios/0/title: this key stands here twice" in said.stderr
    assert "Traceback" not in said.stderr


def test_the_thing_asked_about_is_not_so(tmp_path):
    folder = tmp_path / "common"
    folder.mkdir()
    (folder / "problems.j2").write_text("{% macro x( %}")
    assert run(["templates", "check", "--folder", str(tmp_path)]) == 1


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_every_command_has_help_with_an_example(name, capsys):
    assert run([name, "--help"]) == 0
    said = capsys.readouterr().out
    assert "Example" in said, said
    command = judge.get_command(None, name)
    assert command.help
    for inner in getattr(command, "commands", {}).values():
        assert inner.help, f"{name} {inner.name}"


@pytest.mark.parametrize("call", [("--metrics", "99999999"), ("--log", "xml")])
def test_a_wrong_value_blames_the_flag_that_gave_it(call, capsys):
    assert run(["serve", *call]) == 2
    assert f"'{call[0]}'" in capsys.readouterr().err


def test_version():
    assert call("--version").stdout.startswith("judge, version ")


def test_every_page_that_an_error_points_to_is_there(capsys):
    from judge.cli.main import PAGES

    for page in sorted({*PAGES.values(), "settings", "mail-guide"}):
        assert run(["docs", page]) == 0
        assert capsys.readouterr().out.startswith("# ")
    assert set(PAGES) <= set(COMMANDS)


def test_the_manual_is_at_hand(capsys):
    assert run(["docs"]) == 0
    listed = capsys.readouterr().out
    assert "players/range-war" in listed
    assert "gm-guide" in listed
    assert run(["docs", "mial-guide"]) == 2
    assert 'did you mean "mail-guide"?' in capsys.readouterr().err
    assert run(["docs", "range-war"]) == 2
    assert "players/range-war, positions/range-war" in capsys.readouterr().err


def test_a_python_without_the_packages_is_told_where_they_are(capsys, monkeypatch):
    from judge.cli import main

    def bare(**anything):
        raise ModuleNotFoundError("No module named 'markdown_it'", name="markdown_it")

    monkeypatch.setattr(main.judge, "main", bare)
    assert run(["games"]) == 2
    said = capsys.readouterr().err
    assert "the package markdown_it is not installed" in said
    assert ".venv/bin/activate" in said
    assert "fault" not in said
    # Nothing at all is installed: not even the command line can be read.
    done = subprocess.run([sys.executable, "-S", "-m", "judge", "games"], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 1
    assert done.stderr.startswith("judge: the package click is not installed for ")


def test_a_fault_of_ours_is_one_sentence_and_a_file(capsys, monkeypatch, tmp_path):
    from judge.cli import main

    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", None)
    monkeypatch.setattr(main.judge, "main", lambda **anything: {}["nothing"])
    assert run(["games"]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert "KeyError: 'nothing'" in said
    (file,) = tmp_path.glob("judge-fault-*.txt")
    assert str(file) in said
    assert "Traceback" in file.read_text()
    monkeypatch.setenv("JUDGE_TRACEBACK", "1")
    with pytest.raises(KeyError):
        run(["games"])


def test_help_builds_no_grammar():
    """What reads letters is not even imported for `judge --help`."""
    script = "import sys\nfrom judge.cli.main import run\nrun(['--help'])\nassert 'lark' not in sys.modules"
    subprocess.run([sys.executable, "-c", script], check=True, capture_output=True)


def test_a_grammar_is_built_when_a_letter_is_read_and_not_for_each_game_there_is():
    """A command that looks through all games, to find out whose a position is, waits for the grammars of none."""
    script = (
        "from judge import shelf\nfrom judge.grammar import shapes\n"
        "games = [shelf.game(key) for key in shelf.GAMES]\n"
        "assert len(games) > 4 and shapes._built.cache_info().currsize == 0"
    )
    subprocess.run([sys.executable, "-c", script], check=True)
