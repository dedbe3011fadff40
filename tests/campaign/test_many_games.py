"""A game master with several games: what needs a hand, several at once, questions before what changes much."""

import contextlib
import json
import sqlite3

import pytest

from judge.cli.main import run
from tests.campaign.conftest import make_folder
from tests.campaign.test_commands import NOW, said


@pytest.fixture
def club(tmp_path, monkeypatch, capsys):
    """Three games of Lanterns: two begun, one forming."""
    folder = make_folder(tmp_path / "club")
    monkeypatch.chdir(folder)
    monkeypatch.setenv("JUDGE_NOW", NOW)
    monkeypatch.delenv("JUDGE_CAMPAIGN", raising=False)
    monkeypatch.delenv("JUDGE_GM", raising=False)
    for name in ("first", "second", "third"):
        seated = {seat: f"{seat}.{name}@example.org" for seat in ("amber", "blue", "copper")}
        if name == "third":
            seated["copper"] = ""
        (folder / "seats.yaml").write_text("".join(f"{seat}: {who}\n" for seat, who in seated.items()))
        assert run(["new", name, "--game", "lanterns", "--seats", "seats.yaml"]) == 0
    assert run(["start", "first"]) == run(["start", "second"]) == 0
    capsys.readouterr()
    return folder


def names(capsys, *args):
    return [one["name"] for one in json.loads(said(capsys, "status", "--json", *args)[1])["games"]]


def yes(monkeypatch, answer):
    """Somebody sits at the terminal and says this to every question."""
    asked = []
    monkeypatch.setattr("judge.cli.careful.is_watched", lambda: True)
    monkeypatch.setattr("judge.cli.turns.is_watched", lambda: True)
    monkeypatch.setattr("click.confirm", lambda question, **more: asked.append(question) or answer)
    return asked


def test_a_game_that_needs_a_hand_comes_first_and_one_line_says_why(club, capsys):
    assert names(capsys) == ["first", "second", "third"]
    assert run(["deadline", "second", "--pause", "--reason", "a wedding"]) == 0
    assert run(["seat", "resign", "first", "blue"]) == 0
    assert run(["deadline", "second", "--resume"]) == 0
    out = said(capsys, "status")[1].splitlines()
    assert [line.split()[0] for line in out] == ["first", "second", "third"]
    assert out[0].endswith("! resigned: blue")
    assert run(["deadline", "second", "--pause", "--reason", "a wedding"]) == 0
    out = said(capsys, "status")[1].splitlines()
    assert any(line.startswith("second") and line.endswith("! held: paused: a wedding") for line in out[:2])
    assert names(capsys, "--needs") == ["first", "second"]


@pytest.mark.parametrize(
    ("where", "found"),
    [
        (["name=s*"], ["second"]), (["status=running"], ["first", "second"]), (["missing=amber"], ["first", "second"]),
        (["game=lanterns", "status=forming"], ["third"]), (["held"], []), (["open"], ["first", "second"]),
        (["player=*first*"], ["first"]),
    ],
)  # fmt: skip
def test_games_are_chosen_by_what_is_so(club, capsys, where, found):
    assert names(capsys, *(word for one in where for word in ("--where", one))) == found


def test_a_condition_that_nobody_knows_is_refused_with_the_nearest(club, capsys):
    status, _, err = said(capsys, "status", "--where", "gmae=lanterns")
    assert (status, 'did you mean "game"' in err) == (2, True)


def test_each_line_about_several_games_says_of_which(club, capsys):
    assert said(capsys, "set", "first", "second", "nmr=wait")[1].splitlines() == [
        "first: nmr = wait",
        "second: nmr = wait",
    ]
    assert said(capsys, "set", "first", "nmr=fill")[1] == "nmr = fill\n"
    out = said(capsys, "release", "first", "second")[1].splitlines()
    assert [line.split(":")[0] for line in out] == ["first", "first", "second", "second"]


def test_at_a_terminal_each_game_is_a_line_and_what_needs_a_hand_is_not_cut(club, capsys, monkeypatch):
    run(["deadline", "second", "--pause", "--reason", "a wedding"])
    capsys.readouterr()
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("TERM", "dumb")
    lines = said(capsys, "status")[1].splitlines()
    assert [line.split()[0] for line in lines if line[0] != " "][1:] == ["second", "first", "third"]
    needs = lines[1].index("needs a hand")
    assert " ".join(line[needs:].strip() for line in lines[2:]).strip() == "held: paused: a wedding"


def test_what_one_game_refuses_keeps_no_other_back(club, capsys):
    status, out, err = said(capsys, "deadline", "--all", "--by", "1d", "--reason", "snow")
    assert status == 2
    assert out.count("Friday 5 March 2027") == 2
    assert "third: third has not begun" in err
    assert said(capsys, "set", "first", "second", "nmr=wait")[0] == 0
    for name in ("first", "second"):
        assert json.loads(said(capsys, "set", name, "--json")[1])["nmr"] == "wait"
    assert said(capsys, "note", "--where", "status=running", "A word to all.")[0] == 0


def test_all_at_once_asks_before_it_releases(club, capsys, monkeypatch):
    status, _, err = said(capsys, "release", "--where", "open")
    assert (status, "--yes" in err) == (2, True)
    asked = yes(monkeypatch, True)
    status, out, _ = said(capsys, "release", "--where", "open", "--json")
    assert asked[0] == "release 2 games: first, second?"
    assert [one["step"] for one in json.loads(out)] == [1, 1]


def test_a_second_release_right_behind_the_first_asks(club, capsys, monkeypatch):
    asked = yes(monkeypatch, False)
    status, _, err = said(capsys, "release", "first")
    assert (status, "nothing was done" in err) == (2, True)
    assert asked == ["Round 1, bids was opened just now, and nothing has come from amber, blue, copper: release it?"]
    assert said(capsys, "release", "first", "--window", "round-1-bids")[0] == 0


def test_a_rollback_says_whom_it_tells_and_asks_where_somebody_is(club, capsys, monkeypatch):
    run(["release", "first"])
    status, out, _ = said(capsys, "rollback", "first", "--to", "0", "--dry-run")
    assert status == 0
    assert "first at step 0, Round 1, bids open; its clock held" in out
    assert "mails to 4 people: 4 reports" in out
    assert said(capsys, "status", "first", "--json")[1].count('"step": 1') == 1
    asked = yes(monkeypatch, False)
    assert said(capsys, "rollback", "first", "--to", "0")[0] == 2
    assert asked == ["take first back to step 0?"]
    # A script that nobody watches goes on as ever: it can be brought back.
    monkeypatch.setattr("judge.cli.careful.is_watched", lambda: False)
    assert said(capsys, "rollback", "first", "--to", "0", "--reason", "a wrong bid")[0] == 0
    assert '"reason": "a wrong bid"' in said(capsys, "audit", "first")[1]
    assert "a wrong bid" in said(capsys, "report", "first")[1]


@pytest.mark.parametrize(
    "args",
    [
        ("end", "first", "--reason", "draw"), ("delete", "third"), ("player", "forget", "amber.first@example.org"),
        ("release", "--all"),
    ],
)  # fmt: skip
def test_what_cannot_be_brought_back_is_not_done_where_nobody_can_be_asked(club, capsys, args):
    status, out, err = said(capsys, *args)
    assert (status, "Nobody is here to be asked" in err, out) == (2, True, ""), err
    assert said(capsys, *args, "--yes")[0] in (0, 2)


ACTS = [
    ("seat", "assign", "third", "copper", "cop@example.org"),
    ("seat", "observe", "first", "eve@example.org"),
    ("seat", "substitute", "first", "sub@example.org"),
    ("seat", "token", "first", "amber"),
    ("seat", "word", "third", "blue", "tumbleweeds"),
    ("seat", "address", "amber.first@example.org", "amber.more@example.org"),
    ("seat", "absent", "amber.first@example.org", "2027-03-20", "2027-03-21"),
    ("start", "third"),
    ("release", "first"),
    ("note", "first", "A word to all."),
    ("vote", "first", "blue", "DRAW"),
    ("seat", "resign", "first", "blue"),
    ("seat", "replace", "first", "blue", "bea@example.org"),
    ("set", "first", "nmr=wait"),
    ("deadline", "first", "--by", "1d"),
    ("rename", "second", "later"),
    ("end", "later", "--yes"),
    ("archive", "later"),
    ("delete", "later", "--yes"),
]


def test_every_act_can_be_tried_and_its_reason_is_on_record(club, capsys):
    def all_acts():
        games = [one["name"] for one in json.loads(said(capsys, "status", "--json")[1])["games"]]
        with contextlib.closing(sqlite3.connect(club / "judge.sqlite")) as store:
            return games, [json.loads(detail) for (detail,) in store.execute("SELECT detail FROM audit ORDER BY id")]

    for number, call in enumerate(ACTS):
        before = all_acts()
        status, out, err = said(capsys, *call, "--dry-run", "--reason", "to see", "--json")
        assert (status, bool(json.loads(out)["would"])) == (0, True), (call, err)
        if call[0] != "release":  # A preview is on record.
            assert all_acts() == before, call
        reason = f"reason {number}"
        status, out, err = said(capsys, *call, "--reason", reason, "--json")
        assert status == 0, (call, err)
        assert json.loads(out), call
        assert any(detail.get("reason") == reason for detail in all_acts()[1]), call


def test_mails_that_go_again_can_be_kept_back_and_let_go_together(club, capsys):
    for _ in range(2):
        run(["release", "first"])
    run(["rollback", "first", "--to", "0", "--keep-mails"])
    run(["release", "first"])
    assert "8 mails kept back" in said(capsys, "status", "first", "--json")[1]
    assert "8 reports" in said(capsys, "mail", "let-go", "first", "--dry-run")[1]
    assert "nobody gets a mail" in said(capsys, "mail", "let-go", "first", "--drop", "--dry-run")[1]
    assert "8 mails on the way" in said(capsys, "mail", "let-go", "first")[1]
    assert said(capsys, "mail", "let-go", "first")[0] == 2


def test_the_first_report_of_a_new_step_takes_those_kept_back_along(club, capsys):
    run(["release", "first"])
    run(["rollback", "first", "--to", "0", "--keep-mails"])
    run(["release", "first"])
    assert "kept back" in said(capsys, "status", "first", "--json")[1]
    run(["release", "first"])
    assert "kept back" not in said(capsys, "status", "first", "--json")[1]


def test_a_game_put_away_is_in_no_list_and_can_be_asked_for(club, capsys):
    assert "only a game that is over" in said(capsys, "archive", "first")[2]
    run(["end", "first", "--reason", "draw", "--yes"])
    assert said(capsys, "archive", "first")[0] == 0
    assert names(capsys) == ["second", "third"]
    assert names(capsys, "--archived") == ["first"]
    assert "Round 1" in said(capsys, "report", "first", "--step", "0")[1]
    assert said(capsys, "archive", "first", "--back")[0] == 0
    assert "first" in names(capsys)


def test_a_game_goes_on_being_found_by_the_name_it_had(club, capsys):
    assert "first is called spring now" in said(capsys, "rename", "first", "spring")[1]
    assert names(capsys) == ["second", "spring", "third"]
    assert said(capsys, "status", "first", "--json")[1].count('"name": "spring"') == 1
    assert "was the name of spring" in said(capsys, "new", "first", "--game", "lanterns")[2]
    assert 'there is a game "second" already' in said(capsys, "rename", "spring", "second")[2]
    assert said(capsys, "rename", "spring", "first")[0] == 0
    assert said(capsys, "verify", "first")[0] == 0


def test_renaming_says_where_campaign_yaml_still_has_the_old_name(club, capsys):
    path = club / "campaign.yaml"
    path.write_text(path.read_text() + "club: {join_words: {first: tumbleweed}}\non_close: {first: {site: public}}\n")
    err = said(capsys, "rename", "first", "spring")[2]
    assert "still says first under on_close" in err
    assert "still says first under club: join_words" in err


def test_a_deleted_game_leaves_its_acts_on_record_and_its_name_free(club, capsys):
    run(["end", "first", "--reason", "draw", "--yes"])
    assert said(capsys, "delete", "first", "--yes", "--reason", "a rehearsal")[0] == 0
    assert names(capsys) == ["second", "third"]
    acts = json.loads(said(capsys, "audit", "--json")[1])
    assert acts[-1]["act"] == "game deleted"
    assert acts[-1]["detail"]["reason"] == "a rehearsal"
    assert {"start", "end"} <= {one["act"] for one in acts}
    assert [one["act"] for one in json.loads(said(capsys, "audit", "first", "--json")[1])][-1] == "end"
    assert said(capsys, "new", "first", "--game", "lanterns")[0] == 0
    assert said(capsys, "doctor", "--json")[0] == 0


def test_a_record_takes_the_place_of_a_game_only_when_that_is_said(club, capsys):
    run(["release", "first"])
    run(["export", "first", "--full", "--out", "first.json"])
    run(["release", "first"])
    assert "there is a game" in said(capsys, "import", "first.json")[2]
    assert "Nobody is here to be asked" in said(capsys, "import", "first.json", "--over")[2]
    assert said(capsys, "import", "first.json", "--over", "--yes")[0] == 0
    assert json.loads(said(capsys, "status", "first", "--json")[1])["games"][0]["step"] == 1


def test_players_are_listed_with_their_seats_and_how_they_fare(club, capsys):
    run(["release", "first"])
    run(["seat", "absent", "amber.first@example.org", "2027-08-01", "2027-08-14"])
    found = {one["addresses"][0]["address"]: one for one in json.loads(said(capsys, "player", "list", "--json")[1])}
    amber = found["amber.first@example.org"]
    assert [(seat["game"], seat["seat"], seat["missed"]) for seat in amber["seats"]] == [("first", "amber", 1)]
    assert len(found) == 8
    out = said(capsys, "player", "show", "amber.first@example.org")[1]
    assert "away from 2027-08-01 to 2027-08-14" in out
    assert "first amber [silent 1×]: running" in out


def test_another_game_master_does_what_is_theirs_and_the_audit_names_them(club, capsys, monkeypatch):
    path = club / "campaign.yaml"
    path.write_text(
        path.read_text() + "game_masters:\n  Bob <bob@example.org>: {games: [first, second], may: [clock]}\n"
    )
    monkeypatch.setenv("JUDGE_GM", "bob@example.org")
    assert said(capsys, "deadline", "first", "--pause", "--reason", "Bob")[0] == 0
    assert "may not do that (close windows)" in said(capsys, "release", "second")[2]
    assert "may not do that (notes and press)" in said(capsys, "press", "second")[2]
    assert names(capsys) == ["first", "second"]
    assert "third is not among the games of gm Bob" in said(capsys, "start", "third")[2]
    assert "the whole campaign" in said(capsys, "backup", "x.tar.gz")[2]
    assert said(capsys, "deadline", "--where", "status=*", "--by", "1d", "--reason", "snow")[1].count("Friday") == 2
    monkeypatch.setenv("JUDGE_GM", "eve@example.org")
    assert "no game master in campaign.yaml" in said(capsys, "status")[2]
    monkeypatch.delenv("JUDGE_GM")
    acts = [one["actor"] for one in json.loads(said(capsys, "audit", "first", "--json")[1])]
    assert acts[-2:] == ["gm Bob", "gm Bob"]


def test_a_mistake_under_game_masters_has_its_line(club, capsys):
    path = club / "campaign.yaml"
    path.write_text("name: club\ngame_masters:\n  bob@example.org: {may: [relase]}\n  nobody: all\n")
    err = said(capsys, "status")[2]
    assert (
        'campaign.yaml, line 3, game_masters/bob@example.org/may: nobody can be given "relase": did you mean "r' in err
    )
    assert '"nobody" is no mail address' in err


def test_the_view_that_looks_again_ends_with_a_key(club, capsys, monkeypatch):
    looks = []

    def wait(seconds):
        looks.append(seconds)
        if len(looks) == 3:
            raise KeyboardInterrupt

    monkeypatch.setattr("judge.cli.desk.time.sleep", wait)
    status, out, _ = said(capsys, "status", "--watch", "5")
    assert (status, looks, out.count("first (Lanterns)")) == (0, [5, 5, 5], 3)


def test_a_record_takes_no_name_by_which_a_game_or_a_tournament_is_still_called(club, capsys):
    """Letters that name it would come to whatever somebody else's record brings."""
    assert run(["export", "first", "--full", "--out", "first.json"]) == 0
    assert run(["rename", "second", "spring"]) == 0
    (club / "cup.yaml").write_text("name: cup\ngame: lanterns\nrounds: 1\n")
    assert run(["tournament", "new", "cup.yaml"]) == 0
    assert "old mails still use it" in said(capsys, "import", "first.json", "--name", "second")[2]
    assert 'there is a tournament "cup" already' in said(capsys, "import", "first.json", "--name", "cup")[2]
    assert said(capsys, "import", "first.json", "--name", "autumn")[0] == 0


def test_a_game_master_for_one_game_touches_no_other_by_what_names_none(club, capsys, monkeypatch):
    """A record says itself which game it takes the place of; a person plays elsewhere too."""
    assert run(["export", "second", "--full", "--out", "second.json"]) == 0
    run(["release", "second"])
    settings = club / "campaign.yaml"
    settings.write_text(f"{settings.read_text()}\ngame_masters:\n  Bob <bob@example.org>: {{games: [first]}}\n")
    monkeypatch.setenv("JUDGE_GM", "bob@example.org")
    for call in (
        ("import", "second.json", "--over", "--yes"),
        ("import", "second.json", "--over", "--yes", "--name", "second"),
        ("player", "list"),
        ("player", "forget", "amber.second@example.org", "--yes"),
        ("audit",),
        ("mail", "let-go", "--restored"),
        ("backup", "all.tar.gz"),
    ):
        status, out, err = said(capsys, *call)
        assert (status, out) == (2, ""), call
        assert "first" in err, call
    assert said(capsys, "release", "first")[0] == 0
    assert said(capsys, "status")[1].count("Lanterns") == 1
    monkeypatch.delenv("JUDGE_GM")
    assert json.loads(said(capsys, "status", "second", "--json")[1])["games"][0]["step"] == 1
