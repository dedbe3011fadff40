"""The game master's commands: exit statuses, near misses, --json, files as people write them, no tracebacks."""

import json

import pytest

from judge.campaign.schema import SCHEMA
from judge.cli.main import run
from tests.campaign.conftest import make_folder

NOW = "2027-03-01T09:00:00Z"


@pytest.fixture
def club(tmp_path, monkeypatch):
    """A campaign one stands in, with a game of Lanterns that has begun."""
    folder = make_folder(tmp_path / "club")
    monkeypatch.chdir(folder)
    monkeypatch.setenv("JUDGE_NOW", NOW)
    monkeypatch.delenv("JUDGE_CAMPAIGN", raising=False)
    (folder / "seats.yaml").write_text("amber: Ann <ann@example.org>\nblue:\ncopper: Cyd <cyd@example.org>\n")
    assert run(["new", "first", "--game", "lanterns", "--seats", "seats.yaml", "--set", "rounds=2"]) == 0
    assert run(["start", "first"]) == 0
    return folder


def said(capsys, *args):
    capsys.readouterr()
    status = run(list(args))
    out = capsys.readouterr()
    assert "Traceback" not in out.err
    return status, out.out, out.err


@pytest.mark.parametrize(
    ("args", "hint"),
    [
        (("status", "frist"), 'there is no game "frist": did you mean "first"?'),
        (("new", "x", "--game", "lantern"), 'did you mean "lanterns"?'),
        (("new", "x", "--game", "lanterns", "--set", "round=3"), 'did you mean "rounds"?'),
        (("new", "x", "--game", "lanterns", "--set", "nmr=foo"), "--set nmr: nmr is fill, wait or fill-after N"),
        (("set", "first", "grace=abc"), '--set grace: "abc" is no length of time'),
        (("new", "x", "--game", "lanterns", "--set", "grase=3h"), 'did you mean "grace"?'),
        (("new", "x", "--game", "lanterns", "--set", "rounds=0"), "from 1 to 999, not 0"),
        (("new", "x", "--game", "lanterns", "--map", "lantens"), 'did you mean "lanterns"?'),
        (("new", "first", "--game", "lanterns"), 'there is a game "first" already'),
        (("new", "a b", "--game", "lanterns"), "letters, digits and dashes"),
        (("seat", "assign", "first", "ambre", "x@example.org"), "Did you mean Amber?"),
        (("seat", "assign", "first", "amber", "x@example.org"), "seat replace first amber"),
        (("seat", "assign", "first", "blue", "nobody"), '"nobody" is no mail address'),
        (("set", "first", "nmr=perhaps"), "nmr is fill, wait or fill-after N, not perhaps"),
        (("set", "first", "zone=Europe/Berln"), 'did you mean "Europe/Berlin"?'),
        (("rollback", "first", "--to", "3"), "there is nothing to go back to"),
        (("rollforward", "first"), "no later step was taken back"),
        (("deadline", "first", "--by", "soon", "--reason", "x"), '"soon" is no length of time'),
        (("deadline", "first", "--by", "1d"), "--reason"),
        (("report", "first", "--step", "7"), "has steps 0 to 0, not 7"),
        (("report", "first", "--format", "pdf"), 'there is no medium "pdf"'),
        (("map", "first", "--out", "x.gif"), "a .svg, .png or .txt file"),
        (("verify", "no-such.json"), "no-such.json: No such file or directory"),
        (("import", "seats.yaml"), "this is not JSON"),
        (("restore", "no-such.tar.gz"), "no such file"),
        (("whatif", "first", "--orders", "seats.yaml", "--seat", "ambre"), "Did you mean Amber?"),
        (("player", "forget", "--yes", "eve@example.org"), "nobody here has the address"),
        (("rules", "diplomcy"), 'did you mean "diplomacy"?'),
    ],
)
def test_whatever_is_wrong_gets_one_sentence_and_status_2(club, capsys, args, hint):
    status, out, err = said(capsys, *args)
    assert status == 2, (out, err)
    assert hint in err
    assert err.startswith("judge: ")
    assert out == ""


def test_outside_a_campaign_one_is_told_how_to_make_one(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("JUDGE_CAMPAIGN", raising=False)
    status, _, err = said(capsys, "status")
    assert (status, "judge init DIR" in err) == (2, True)
    status, _, err = said(capsys, "status", "--campaign", str(tmp_path))
    assert (status, "judge init" in err) == (2, True)


def test_a_server_that_does_not_answer_is_status_3(club, capsys):
    path = club / "campaign.yaml"
    path.write_text(path.read_text() + "store: postgresql+psycopg://judge:very-secret@127.0.0.1:9/judge\n")
    status, out, err = said(capsys, "status")
    assert (status, out) == (3, "")
    assert "very-secret" not in err


def test_every_mistake_in_campaign_yaml_has_its_line(club, capsys):
    (club / "campaign.yaml").write_text("name: club\ndefalts: {}\ngm: nobody\n")
    status, _, err = said(capsys, "status")
    assert status == 2
    assert 'campaign.yaml, line 2, defalts: "defalts" means nothing here: did you mean "defaults"?' in err
    assert "campaign.yaml, line 3, gm:" in err


def test_orders_refused_in_part_are_status_1_and_the_rest_is_in(club, capsys):
    (club / "o.txt").write_text("Amber: bid 3\n\nBlue:\nbid 99\n\nDusk: bid 1\n")
    status, out, _ = said(capsys, "orders", "paste", "first", "o.txt", "--json")
    assert status == 1
    found = json.loads(out)
    assert [(one["seat"], one["verdict"]) for one in found["sets"]] == [("amber", "OK"), ("blue", "ERRORS")]
    assert found["sets"][1]["problems"] == [
        {
            "number": 1,
            "line": "bid 99",
            "code": "too-dear",
            "said": "You cannot bid 99: you have 12 coins.",
            "suggestion": "",
        }
    ]
    assert "Dusk is not asked" in found["refused"][0]
    status, out, _ = said(capsys, "orders", "show", "first", "--json")
    assert json.loads(out)["amber"]["orders"] == ["bid 3"]


@pytest.mark.parametrize(
    "text",
    [
        "Amber:\nbid 3\nCopper:\nbid 2\n",
        "amber: bid 3\ncopper: bid 2\n",
        "amber: |\n  bid 3\ncopper:\n- bid 2\n",
        "[b]Amber[/b]:\nbid 3\n\n[quote=x]Blue: bid 9[/quote]\n**COPPER** (Cyd)\nbid 2\n-- \nCyd's horse\n",
        "> Amber\n> bid 3\n> C: bid 2\n",
        "Ann wrote on Monday:\nAmber\nbid 3\n> Blue: bid 1\nCopper:\n> bid 9\nbid 2\n_____\nsent from a telephone\n",
    ],
)
def test_orders_as_people_paste_them(club, capsys, text):
    (club / "o.txt").write_text(text)
    status, out, err = said(capsys, "orders", "paste", "first", "o.txt", "--json")
    assert status == 0, (out, err)
    found = json.loads(out)
    assert {one["seat"]: one["orders"] for one in found["sets"]} == {"amber": ["bid 3"], "copper": ["bid 2"]}


def test_a_paste_without_headings_says_how_to_write_them(club, capsys):
    (club / "o.txt").write_text("bid 3\nbid 4\n")
    status, _, err = said(capsys, "orders", "paste", "first", "o.txt")
    assert status == 2
    assert 'write "SEAT:" above each one\'s orders' in err


def test_status_as_text_and_as_json(club, capsys):
    (club / "o.txt").write_text("bid 3\n")
    assert run(["orders", "enter", "first", "amber", "o.txt"]) == 0
    _, out, _ = said(capsys, "status", "first", "--json")
    one = json.loads(out)["games"][0]
    assert (one["window"], one["in"], one["missing"]) == ("round-1-bids", ["amber"], ["copper"])
    assert one["deadline"] == "2027-03-04T19:30:00+00:00"
    assert one["silence"]["copper"] == ["bid 0"]
    _, out, _ = said(capsys, "status")
    assert "first (Lanterns): Round 1, bids" in out
    assert "missing: copper" in out


def test_a_refused_release_is_status_1(club, capsys):
    status, _, err = said(capsys, "release", "first", "--hash", "123abc")
    assert (status, "not released" in err) == (1, True)
    status, _, err = said(capsys, "release", "first", "--window", "round-9-bids")
    assert (status, "round-1-bids is open, not round-9-bids" in err) == (1, True)


def test_a_game_played_and_verified_at_the_command_line(club, capsys):
    (club / "o.txt").write_text("Amber: bid 3\nCopper: bid 3\n")
    for _ in range(2):
        assert run(["orders", "paste", "first", "o.txt"]) == 0
        assert run(["release", "first"]) == 0
    status, out, _ = said(capsys, "verify", "first")
    assert (status, "all as published (3 steps replayed)" in out) == (0, True)
    assert run(["export", "first", "--out", "f.json"]) == 0
    record = json.loads((club / "f.json").read_text())
    record["steps"][1]["events"] = []
    (club / "g.json").write_text(json.dumps(record))
    status, out, _ = said(capsys, "verify", "g.json")
    assert (status, out.startswith("step 1: ")) == (1, True)
    status, _, err = said(capsys, "import", "g.json", "--name", "other")
    assert (status, "not imported" in err) == (1, True)
    assert run(["import", "f.json", "--name", "other"]) == 0
    assert said(capsys, "release", "other")[0] == 2
    for medium in ("text", "html", "bbcode", "markdown", "discord", "json"):
        assert said(capsys, "report", "first", "--seat", "amber", "--format", medium)[0] == 0


def test_the_published_schema_is_the_one_that_is_used(capsys):
    from pathlib import Path

    published = Path(__file__).resolve().parents[2] / "docs" / "export.schema.json"
    assert json.loads(published.read_text()) == SCHEMA
    _, out, _ = said(capsys, "export", "--schema")
    assert json.loads(out) == SCHEMA


def test_a_game_can_be_rehearsed_in_the_editor(club, capsys, monkeypatch):
    """`judge edit` with an editor that gives Amber more coins."""
    monkeypatch.setenv("VISUAL", "sed -i 's/amber: 12/amber: 20/'")
    status, out, _ = said(capsys, "edit", "first", "--reason", "a gift", "--yes")
    assert (status, out) == (0, "coins/amber: 12 -> 20\n")
    monkeypatch.setenv("VISUAL", "sed -i 's/amber: 20/amber: lots/'")
    status, _, err = said(capsys, "edit", "first", "--reason", "a gift", "--yes")
    assert status == 2
    assert 'a whole number is expected, not "lots"' in err
    monkeypatch.setenv("VISUAL", "true")
    assert said(capsys, "edit", "first", "--reason", "x", "--yes")[0] == 0


def test_adjudication_of_files_needs_no_campaign(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "p.yaml").write_text(
        "phase: Spring 1901, movement\nunits: {France: A PAR, Germany: A MUN}\ncentres: {France: PAR, Germany: MUN}\n"
    )
    (tmp_path / "o.txt").write_text("France:\nA PAR - BUR\n\nGermany:\nA MUN - BUR\n")
    status, out, _ = said(capsys, "adjudicate", "p.yaml", "o.txt", "--game", "diplomacy", "--next", "n.yaml")
    assert status == 0
    assert "A PAR - BUR: *fails*" in out
    assert "A MUN - BUR: *fails*" in out
    assert "A PAR" in (tmp_path / "n.yaml").read_text()
    # What it wrote is read again as it stands.
    status, out, err = said(capsys, "adjudicate", "n.yaml", "o.txt")
    assert status == 0, err
    (tmp_path / "p.yaml").write_text("game: diplomacy\nphase: Spring 1901, movement\nunits: {France: A PRA}\n")
    status, _, err = said(capsys, "adjudicate", "p.yaml", "o.txt")
    assert status == 2
    assert "p.yaml, line 3, units/France" in err


def test_rulings_by_number(capsys):
    status, out, _ = said(capsys, "rules", "range-war", "rw-9")
    assert status == 0
    assert "RW-9" in out
    assert len(out) < 3000
    status, _, err = said(capsys, "rules", "range-war", "RW-999")
    assert (status, 'no ruling "RW-999"' in err) == (2, True)


def test_help_imports_nothing_heavy():
    """`judge --help` is instant because it imports neither the database nor the games."""
    import subprocess
    import sys

    program = "import sys; from judge.cli.main import run; run(['--help']); print(sorted(sys.modules), file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=True)
    for heavy in ("sqlalchemy", "jinja2", "lark", "yaml", "rich", "judge.campaign", "judge.variants"):
        assert f"'{heavy}'" not in done.stderr, heavy
