"""What a campaign keeps, and what commands write of its secrets, is its owner's alone: whatever the umask."""

import os
import shutil
import sqlite3
import stat
from pathlib import Path

import pytest

from judge import private
from judge.cli.main import run
from judge.office.boxes import Boxes
from judge.store import open_store


@pytest.fixture
def loose():
    """A umask that lets everybody read and write."""
    before = os.umask(0)
    yield
    os.umask(before)


@pytest.fixture
def club(tmp_path, monkeypatch, loose):
    """A campaign with a game that has begun, made by the commands themselves."""
    monkeypatch.setenv("JUDGE_NOW", "2027-03-01T09:00:00Z")
    monkeypatch.delenv("JUDGE_CAMPAIGN", raising=False)
    assert run(["init", str(tmp_path / "club"), "--gm", "gm@example.org", "--mail", "club.judge@gmail.com"]) == 0
    monkeypatch.chdir(tmp_path / "club")
    assert run(["new", "spring", "--game", "range-war"]) == 0
    assert run(["start", "spring"]) == 0
    return tmp_path / "club"


def mode(path):
    return stat.S_IMODE(path.stat().st_mode)


def everything(folder):
    return [folder, *folder.rglob("*")]


def test_nobody_else_can_come_at_a_campaign(club):
    assert {path.name: oct(mode(path)) for path in everything(club) if path.is_file() and mode(path) & 0o077} == {}
    assert mode(club) == 0o700
    # The store while it is in use as well: what SQLite keeps beside it.
    assert mode(club / "judge.sqlite") == 0o600


@pytest.mark.parametrize(
    "command",
    [
        ("preview", "spring", "--out", "{out}/look"),
        ("position", "spring", "--out", "{out}/position.yaml"),
        ("export", "spring", "--full", "--out", "{out}/spring.json"),
        ("report", "spring", "--seat", "lazy-s", "--out", "{out}/report.txt"),
        ("map", "spring", "--seat", "lazy-s", "--out", "{out}/map.svg"),
        ("backup", "{out}/club.tar.gz"),
    ],
)
def test_a_file_with_secrets_is_its_owners_alone(club, tmp_path, command):
    out = tmp_path / "somewhere" / "new"
    assert run([word.format(out=out) for word in command]) == 0
    written = everything(tmp_path / "somewhere")
    assert any(path.is_file() for path in written)
    assert {str(path): oct(mode(path)) for path in written if mode(path) & 0o077} == {}


def test_a_file_that_others_could_read_is_shut_before_it_is_written_again(club, tmp_path):
    target = tmp_path / "position.yaml"
    target.write_text("old")
    target.chmod(0o666)
    assert run(["position", "spring", "--out", str(target)]) == 0
    assert mode(target) == 0o600


def test_what_is_for_everybody_can_be_read_by_everybody(club, tmp_path):
    assert run(["map", "spring", "--out", str(tmp_path / "map.svg")]) == 0
    assert run(["export", "spring", "--out", str(tmp_path / "spring.json")]) == 0
    assert mode(tmp_path / "map.svg") & 0o044 == 0o044
    assert mode(tmp_path / "spring.json") & 0o044 == 0o044


def test_the_post_office_is_shut(tmp_path, loose):
    boxes = Boxes(tmp_path / "office.sqlite")
    boxes.db.execute("CREATE TABLE used(x)")
    assert {path.name for path in tmp_path.iterdir() if mode(path) & 0o077} == set()
    assert (tmp_path / "office.sqlite-wal").exists()
    boxes.close()


def test_a_campaign_brought_back_is_shut(club, tmp_path):
    assert run(["backup", str(tmp_path / "club.tar.gz")]) == 0
    assert run(["restore", str(tmp_path / "club.tar.gz"), "--into", str(tmp_path / "back")]) == 0
    assert {str(path): oct(mode(path)) for path in everything(tmp_path / "back") if mode(path) & 0o077} == {}


def test_the_doctor_says_what_others_can_read_and_how_to_mend_it(club, capsys):
    club.chmod(0o755)
    (club / "judge.sqlite").chmod(0o644)
    capsys.readouterr()
    assert run(["doctor", "--json"]) == 1
    said = capsys.readouterr().out
    assert f"chmod -R go= {club}" in said
    assert "judge.sqlite" in said
    club.chmod(0o700)
    assert list(private.exposed(club)) == []


def test_the_doctor_looks_at_a_store_elsewhere_and_at_what_lies_beside_it(club, tmp_path, capsys):
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir(mode=0o755)
    (club / "campaign.yaml").write_text(f"name: club\nstore: sqlite:///{elsewhere / 'judge.sqlite'}\n")
    assert run(["init", str(club)]) == 0
    aside = elsewhere / "judge.sqlite.version-7"
    aside.write_bytes((elsewhere / "judge.sqlite").read_bytes())
    aside.chmod(0o644)
    capsys.readouterr()
    assert run(["doctor"]) == 1
    said = capsys.readouterr().out
    assert f"chmod go= {elsewhere / 'judge.sqlite'}*" in said
    assert said.count("chmod") == 1
    aside.chmod(0o600)
    assert run(["doctor"]) == 0


def test_a_store_that_is_put_aside_is_shut_before_anything_is_in_it(tmp_path, loose, monkeypatch):
    made, copied = tmp_path / "judge.sqlite", []
    with sqlite3.connect(made) as old:
        old.executescript((Path(__file__).parents[1] / "campaign" / "version-1.sql").read_text())
    old.close()
    copy = shutil.copyfile

    def watched(source, target):
        copied.append((target.name, oct(mode(target))))
        return copy(source, target)

    monkeypatch.setattr("judge.store.base.shutil.copyfile", watched)
    open_store(f"sqlite:///{made}", create=True).close()
    assert copied == [("judge.sqlite.version-1", "0o600")]
    assert {path.name for path in tmp_path.iterdir() if mode(path) & 0o077} == set()
