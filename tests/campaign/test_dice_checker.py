"""The stand-alone checker: short, nothing but Python, and it finds what is wrong."""

import ast
import json
import subprocess
import sys
from pathlib import Path

from judge.campaign.record import record_of
from tests.campaign.conftest import begun
from tests.campaign.test_history import TIED, play

CHECKER = Path(__file__).resolve().parents[2] / "tools" / "check_dice.py"


def checked(path):
    done = subprocess.run(
        [sys.executable, "-I", "-S", str(CHECKER), str(path)], capture_output=True, text=True, timeout=60, check=False
    )
    return done.returncode, done.stdout.strip().splitlines()[-1], done.stderr


def exported(campaign, path):
    with campaign.store.read() as connection:
        record = record_of(connection, "first")
    path.write_text(json.dumps(record))
    return record


def test_it_is_short_and_plain_python():
    lines = [line for line in CHECKER.read_text().splitlines() if line.strip()]
    assert len(lines) < 310
    tree = ast.parse(CHECKER.read_text())
    names = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    assert names == {"argparse", "hashlib", "hmac", "json", "time"}


def test_it_checks_a_game_that_goes_on_and_one_that_is_over(campaign, tmp_path):
    begun(campaign, options={"rounds": 3, "coins": 20})
    for hour in (1, 2):
        play(campaign, TIED, hour=hour)
    path = tmp_path / "game.json"
    going = exported(campaign, path)
    rolls = sum(len(step["draws"]) for step in going["steps"])
    assert rolls >= 3
    assert checked(path) == (0, f"{rolls} draws checked, 0 wrong", "")
    play(campaign, TIED, hour=3)
    over = exported(campaign, path)
    all_draws = sum(len(step["draws"]) for step in over["steps"])
    # The deck was shuffled from the sealed chain: it can be checked now.
    assert all_draws > rolls
    assert checked(path) == (0, f"{all_draws} draws checked, 0 wrong", "")


def test_it_finds_a_changed_roll_a_changed_link_and_a_changed_deck(campaign, tmp_path):
    begun(campaign, options={"rounds": 2, "coins": 20})
    for hour in (1, 2):
        play(campaign, TIED, hour=hour)
    path = tmp_path / "game.json"
    for spoil in (
        lambda record: record["steps"][1]["draws"][0].update(
            result=[record["steps"][1]["draws"][0]["result"][0] % 6 + 1]
        ),
        lambda record: record["steps"][1]["dice"].update(open="ab" * 32),
        lambda record: record["steps"][0]["draws"][0]["result"].reverse(),
    ):
        record = exported(campaign, path)
        spoil(record)
        path.write_text(json.dumps(record))
        status, said, trouble = checked(path)
        assert status == 1, said
        assert trouble == ""
        assert not said.endswith(", 0 wrong")


def test_a_stranger_can_recompute_a_roll_from_the_page(campaign, tmp_path):
    """By hand, as docs/dice.md says it, for the first roll of a tie."""
    import hashlib
    import hmac

    begun(campaign, options={"rounds": 2, "coins": 20})
    play(campaign, TIED)
    step = exported(campaign, tmp_path / "game.json")["steps"][1]

    def h(*parts):
        return hashlib.sha256(b"".join(len(part).to_bytes(8, "big") + part for part in parts)).digest()

    key = h(bytes.fromhex(step["dice"]["open"]), h(), bytes.fromhex(step["dice"]["orders"]))
    one = step["draws"][0]
    mac = hmac.new(key, f"{one['label']}#0".encode(), hashlib.sha256).digest()
    assert one["result"] == [int.from_bytes(mac[:8], "big") % 6 + 1]
