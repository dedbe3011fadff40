"""Answers in a player's language: commands, kinds of windows and lengths are worded in it, seats by their names."""

import pytest

from judge.report.languages import book
from tests.serve.table import Table, ask


@pytest.fixture(scope="module")
def german(tmp_path_factory):
    settings = {"language": "de", "deadlines": "5d at 20:30 on mon-fri minimum 24h"}
    table = Table(tmp_path_factory.mktemp("de"), game="diplomacy", name="same", seats=7, settings=settings)
    table.start()
    yield table
    table.close()


@pytest.fixture(scope="module")
def french(tmp_path_factory):
    table = Table(tmp_path_factory.mktemp("fr"), game="diplomacy", name="same", seats=7, settings={"language": "fr"})
    table.start()
    yield table
    table.close()


def test_a_refused_command_is_named_in_the_readers_words(german, french):
    assert "„STIMME SIEG Niemandsland“ wurde nicht ausgeführt" in ask(german, "france", "STIMME SIEG Niemandsland")
    assert "« RAPPORT 7 » n’a pas été exécuté" in ask(french, "france", "rapport 7").replace("\xa0", " ")


def test_a_kind_of_window_is_read_and_named_in_the_readers_words(german, french):
    assert "Rückzüge: A Paris weicht nach Picardie" in ask(
        german, "france", "DAUERBEFEHLE Rückzüge: A Paris weicht nach Picardie"
    )
    assert "retraites : " in ask(
        french, "france", "ORDRES PERMANENTS retraites : A Paris se retire vers Picardie"
    ).replace("\xa0", " ")
    said = ask(german, "france", "PHASE Rückzüge Herbst 1901\nA Paris weicht nach Picardie\nENDE PHASE")
    assert "Rückzüge Herbst 1901" in said
    assert "es gibt Züge, Rückzüge, Aufbau" in ask(german, "france", "DAUERBEFEHLE Quatsch: A Paris hält")


def test_lengths_and_weekdays_are_worded(german):
    said = ask(german, "france", "SPIELE")
    assert "5 Tage, bis 20:30 Uhr, nur Montag, Dienstag, Mittwoch, Donnerstag und Freitag, mindestens 1 Tag" in said


@pytest.mark.parametrize(
    ("code", "line", "said"),
    [
        ("de", "VOTE CONCEDE Turkey", "STIMME SIEG Turkey"),
        ("de", "JOIN spring", "MITSPIELEN spring"),
        ("de", "VOTE", "STIMME"),
        ("de", "SET PGP", "SET PGP"),
        ("fr", "STANDING", "ORDRES PERMANENTS"),
        ("fr", "ABSENT from 2027-08-01 to 2027-08-14", "ABSENT DU 2027-08-01 AU 2027-08-14"),
    ],
)
def test_a_command_in_the_readers_words(code, line, said):
    assert book(code).commanded(line) == said
