"""A game is one folder: dropped into a copy of the Judge with its grammar, words and map, it is played by mail."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TOY = Path(__file__).resolve().parent


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    """A copy of the Judge with the game in it. No file of the copy was changed."""
    house = tmp_path_factory.mktemp("house")
    leave = shutil.ignore_patterns("__pycache__")
    for folder in ("judge", "templates", "maps", "docs"):
        shutil.copytree(ROOT / folder, house / folder, ignore=leave)
    shutil.copytree(TOY / "lanterns", house / "judge" / "variants" / "lanterns", ignore=leave)
    shutil.copy(TOY / "lanterns.lark", house / "judge" / "grammar")
    shutil.copytree(TOY / "templates" / "lanterns", house / "templates" / "lanterns")
    shutil.copy(TOY / "maps" / "lanterns.yaml", house / "maps")
    shutil.copy(TOY / "lanterns.md", house / "docs" / "rulings")
    return house


def judge(house, *words):
    """What a command of the copy prints."""
    done = subprocess.run(
        [sys.executable, "-m", "judge", *words],
        cwd=house, env={**os.environ, "PYTHONPATH": str(house)}, capture_output=True, text=True, timeout=240,
        check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_it_is_on_the_list_with_its_rulings(house):
    assert "lanterns" in judge(house, "games")
    assert "keep their coins" in judge(house, "rules", "lanterns", "L-1")


def test_it_is_simulated(house):
    assert "2 games" in judge(house, "simulate", "--game", "lanterns", "--games", "2")


@pytest.mark.long
def test_it_is_played_by_mail_with_pictures_and_a_composer(house):
    judge(house, "demo", "--game", "lanterns", "--turns", "2", "--out", "played")
    pages = [path.read_text(encoding="utf-8") for path in sorted((house / "played").rglob("*.html"))]
    assert any("bid 3" in page and "the lantern" in page for page in pages), "a composer that offers bids"
    pictures = [path for path in (house / "played").rglob("*") if path.suffix in (".svg", ".png")]
    assert pictures
    mails = [path.read_text(encoding="utf-8", errors="replace") for path in sorted((house / "played").rglob("*.eml"))]
    assert any("wins the lantern" in mail for mail in mails)
