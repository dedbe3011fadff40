"""All five games with a beacon, and one with each kind of dice, at the command line, checked by all three checkers."""

import importlib.util
import json

import pytest

from judge.cli.main import run
from tests.adjudicator.test_forgeries import in_javascript, in_python
from tests.campaign.test_all_games import GAMES

MODES = {"own": (), "own previews": ("preview_dice=own",), "beacon": ("dice=beacon",)}
WINDOWS = 2


@pytest.fixture
def hour(monkeypatch):
    """The time of all commands, which a test moves on."""

    def at(minutes):
        monkeypatch.setenv(
            "JUDGE_NOW", f"2027-03-{1 + minutes // 1440:02}T{minutes // 60 % 24:02}:{minutes % 60:02}:00Z"
        )

    monkeypatch.delenv("JUDGE_CAMPAIGN", raising=False)
    monkeypatch.setattr("judge.cli.turns.pause", lambda seconds: None)
    monkeypatch.setattr("judge.cli.setup.pause", lambda seconds: None)
    at(0)
    return at


@pytest.fixture
def club(tmp_path, monkeypatch, hour):
    assert run(["init", str(tmp_path / "club")]) == 0
    monkeypatch.chdir(tmp_path / "club")
    return tmp_path / "club"


def named(club):
    """A beacon of our own in campaign.yaml; None where there is no library to sign with."""
    if importlib.util.find_spec("py_arkworks_bls12381") is None:
        pytest.skip("the extra for signatures is not installed")
    from tests.campaign.test_beacons import name_beacon
    from tests.forum.drand import Drand

    drand = Drand()
    drand.thread.start()
    name_beacon(club, drand)
    return drand


def done(command, hour, minutes, mode):
    """A command that draws dice: with a beacon it closes the window, and when the round is there it goes on."""
    assert run([*command, "--yes"]) == 0
    if mode == "beacon":
        hour(minutes + 15)
        assert run([*command, "--yes"]) == 0


@pytest.mark.parametrize(
    ("name", "mode"),
    [*(("yukon", mode) for mode in MODES), *((name, "beacon") for name in GAMES if name != "yukon")],
)
def test_a_game_from_the_first_command_to_the_last_is_found_true(club, hour, name, mode, capsys):
    drand = named(club) if mode == "beacon" else None
    key, seats = GAMES[name]
    if seats:
        (club / "seats.yaml").write_text("".join(f"{seat}: {seat}@example.org\n" for seat in seats))
    given = [*(word for one in MODES[mode] for word in ("--set", one)), *(("--seats", "seats.yaml") if seats else ())]
    assert run(["new", name, "--game", key, *given]) == 0
    done(["start", name], hour, 0, mode)
    for window in range(1, WINDOWS + 1):
        hour(60 * window)
        assert run(["preview", name, "--out", "preview"]) == 0
        done(["release", name], hour, 60 * window, mode)
    hour(600)
    assert run(["rollback", name, "--to", str(WINDOWS - 1), "--yes"]) == 0
    # The same orders give the same dice, and wait for nothing.
    assert run(["release", name, "--yes"]) == 0
    assert run(["export", name, "--out", "going.json"]) == 0
    assert run(["end", name, "--yes", "--reason", "draw"]) == 0
    assert run(["export", name, "--out", "over.json"]) == 0
    if drand is not None:
        drand.__exit__()
    capsys.readouterr()
    for file in ("going.json", "over.json"):
        assert run(["verify", file]) == 0, capsys.readouterr().out
        record = json.loads((club / file).read_text())
        assert record["steps"][WINDOWS]["draws"] == record["undone"][0]["steps"][0]["draws"]
        for check in (in_python, in_javascript):
            wrong, count = check(record, record["dice"][0]["open_commitment"])
            assert wrong == []
            assert count == sum(len(one["draws"]) for one in [*record["steps"], *record["undone"][0]["steps"]])
