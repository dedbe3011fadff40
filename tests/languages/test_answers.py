"""Answers in a player's language: commands, kinds of windows and lengths are worded in it, seats by their names."""

import pytest

from judge.campaign.pace import change_settings
from judge.campaign.settings import KEYS
from judge.report.languages import book
from judge.report.words import environment
from tests.serve.table import Table, ask, text_of


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


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("de", "Fristen für Züge (deadlines.movement): 5 Tage um 20:30; Schluss vor der Frist (early): nie; "
               "bei Schweigen (nmr): die Partie wartet; Erinnerung vor der Frist (remind): 24 Stunden, 6 Stunden."),
        ("fr", "échéances pour mouvements (deadlines.movement) : 5 jours à 20:30 ; clôture avant l’échéance (early) : "
               "jamais ; en cas de silence (nmr) : la partie attend ; rappel avant l’échéance (remind) : 24 heures, "
               "6 heures."),
        ("en", "deadlines.movement = 5d at 20:30, early = never, nmr = wait, remind = 24h, 6h."),
    ],
)  # fmt: skip
def test_a_setting_is_told_in_the_readers_words_with_the_key_that_is_typed(tmp_path, language, told):
    table = Table(tmp_path, game="diplomacy", name="same", seats=7, settings={"language": language}).start()
    given = {"deadlines": {"movement": "5d at 20:30"}, "early": "never", "nmr": "wait", "remind": "24h, 6h"}
    with table.campaign.act(table.now) as act:
        change_settings(act, "same", given)
    table.campaign.release("same", table.now)
    (report, *_) = [row for row in table.out("report")[-8:] if row.recipient.startswith("france")]
    assert told in text_of(table, report).replace("\xa0", " ").replace(" | ", " ")
    table.close()


def test_every_setting_has_a_name_in_german_and_french():
    for language in ("de", "fr"):
        named = environment(language=language).get_template(f"{language}/common/settings.j2").module.keys
        assert set(named) == set(KEYS), language


def test_each_piece_of_a_line_is_quoted_as_it_was_written(german):
    told = ask(german, "russia", "Die Flotte in Sankt Petersburg (Südküste) quatscht in den Bottnischen Meerbusen.")
    assert "Flotte in Sankt Petersburg" in told
    assert "„(Südküste)“" in told
    assert "fleet" not in told
    assert "south coast" not in told


def test_a_local_name_is_no_slip_of_the_english_one(french):
    told = ask(french, "italy", "A Venise H\nA Rome - Pouilles\nF Naples H")
    assert "a été lu comme" not in told
