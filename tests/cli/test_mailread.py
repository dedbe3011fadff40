"""`judge mail read`: a letter line by line, with what becomes of each."""

import json

import pytest
from click.testing import CliRunner

from judge.cli.main import judge

POSITION = """
game: diplomacy
phase: Spring 1901, movement
units: {France: [A PAR, A MAR, F BRE], Germany: A MUN}
"""
LETTER = """Hi judge,

A Par - Bur, A Mar - Spa
I will not attack Germany.
PHASE adjustments
Build A PAR
ENDPHASE
Thanks!

> ORDERS spring france spring-1901-movement
> F BRE - MAO
> A MAR ___
> END ORDERS
"""


def call(*args, text=None):
    return CliRunner().invoke(judge, ["mail", "read", *args], input=text)


@pytest.fixture
def position(tmp_path):
    path = tmp_path / "position.yaml"
    path.write_text(POSITION)
    return str(path)


def test_each_line_is_shown_with_its_fate(position):
    done = call("-", "--position", position, "--seat", "france", "--json", text=LETTER)
    assert done.exit_code == 0, done.output
    told = json.loads(done.output)
    lines = [(one["line"], one["text"].strip(), one["fate"]) for one in told["lines"] if one["fate"] != "space"]
    assert lines == [
        (1, "Hi judge,", "courtesy"),
        (3, "A Par - Bur,", "order"),
        (3, "A Mar - Spa", "order"),
        (4, "I will not attack Germany.", "not-ordered"),
        (5, "PHASE adjustments", "block"),
        (6, "Build A PAR", "later"),
        (7, "ENDPHASE", "block"),
        (8, "Thanks!", "courtesy"),
        (10, "> ORDERS spring france spring-1901-movement", "form"),
        (11, "> F BRE - MAO", "order"),
        (12, "> A MAR ___", "form"),
        (13, "> END ORDERS", "form"),
    ]
    assert "".join(one["text"] for one in told["lines"]) == LETTER
    assert sorted(told["orders"]) == ["A MAR - SPA", "A PAR - BUR", "F BRE - MAO"]
    assert told["later"] == {"adjustments": ["Build A PAR"]}


def test_what_is_not_understood_is_said_in_words_and_by_the_exit_status(position):
    done = call("-", "--position", position, "--seat", "France", text="A Par - Bur\nF Bre - Mno\n")
    assert done.exit_code == 1
    assert 'There is no space "Mno" on the map.' in done.output
    assert "ERRORS" in done.output
    assert "(A MAR H)" in done.output


def test_a_warning_says_what_it_is_about(position):
    done = call("-", "--position", position, "--seat", "france", text="A Par - Brugundy\nA Mar H\nF Bre H\n")
    assert done.exit_code == 0, done.output
    assert "WARNINGS" in done.output
    assert '   1  "A Par - Brugundy": "Brugundy" was taken for Burgundy (BUR), the one that fits.' in done.output
    told = call("-", "--position", position, "--seat", "france", "--json", text="A Par - Brugundy\nA Mar H\nF Bre H\n")
    (warned,) = json.loads(told.output)["warnings"]
    assert (warned["line"], warned["text"]) == (1, "A Par - Brugundy")
    plain = call("-", "--position", position, "--seat", "france", "--json", text="A Par - Bur\nA Mar H\nF Bre H\n")
    assert (json.loads(plain.output)["verdict"], json.loads(plain.output)["warnings"]) == ("OK", [])


def test_a_mail_is_read_with_its_attachments(position, tmp_path):
    mail = tmp_path / "letter.eml"
    mail.write_text(
        "From: ann@example.org\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=cut\n\n"
        "--cut\nContent-Type: text/plain\n\nA PAR - BUR\nthe rest as in the picture\n"
        '--cut\nContent-Type: image/png\nContent-Disposition: attachment; filename="map.png"\n\nxx\n--cut--\n'
    )
    done = call(str(mail), "--position", position, "--seat", "france")
    assert "attachments not read: map.png" in done.output


@pytest.mark.parametrize("args", [(), ("--game", "spring", "--position", "x.yaml")])
def test_it_wants_to_know_against_what(args):
    done = call("-", "--seat", "france", *args, text="A PAR H")
    assert done.exit_code == 2
    assert "--game NAME of the campaign, or --position FILE" in done.stderr


@pytest.mark.parametrize(
    ("game", "seat"),
    [
        ("diplomacy", "france"),
        ("gold-rush", "traders"),
        ("hell-on-wheels", "red"),
        ("land-barons", "graham"),
        ("range-war", "lazy-s"),
    ],
)
def test_lines_for_another_seat_or_a_window_that_is_none_are_refused_in_words(game, seat, tmp_path):
    judge_of = CliRunner()
    folder = str(tmp_path / "club")
    judge_of.invoke(judge, ["init", folder])
    judge_of.invoke(judge, ["new", "spring", "--game", game, "--campaign", folder], catch_exceptions=False)
    judge_of.invoke(judge, ["start", "spring", "--campaign", folder], catch_exceptions=False)
    for text, why in (
        ("SEAT nobody\nbid 9", "It is under SEAT nobody"),
        ("PHASE x\nbid 9\nENDPHASE", '"x" is not a kind'),
    ):
        done = call("-", "--game", "spring", "--seat", seat, "--campaign", folder, text=text)
        assert done.exit_code == 1, (text, done.output)
        assert why in done.output


def test_an_answer_to_the_report_of_a_window_that_is_closed_is_late(position, tmp_path):
    mail = tmp_path / "letter.eml"
    for key, orders in (("fall-1900-adjustments", []), ("spring-1901-movement", ["A PAR - BUR"])):
        mail.write_text(f"From: ann@example.org\nSubject: Re: [club/spring] {{{key}}}\n\nA PAR - BUR\n")
        done = call(str(mail), "--position", position, "--seat", "france", "--json")
        told = json.loads(done.output)
        assert told["orders"] == orders, key
        assert (told["verdict"] == "ERRORS") is not bool(orders)
        assert ("it is for a window that is closed" in told["lines"][0]["said"]) is not bool(orders)


def test_what_nobody_sees_on_a_page_is_shown_as_not_read(position, tmp_path):
    mail = tmp_path / "letter.eml"
    mail.write_text("From: ann@example.org\nContent-Type: text/html\n\n<p>A PAR - BUR<p hidden>F BRE - MAO\n")
    done = call(str(mail), "--position", position, "--seat", "france")
    assert "on a page where nobody sees it, not read: F BRE - MAO" in done.output
