"""What a language says, and what it lacks: known by name, said in English meanwhile."""

import re
from datetime import UTC, datetime

import pytest
from jinja2.nodes import Getattr, Macro, Name

from judge import shelf
from judge.report import trial
from judge.report.languages import after, day_said, moment_said, noted, short_moment, titled, worded_in
from judge.report.madeup import broken_sayings, facts_taken
from judge.report.saying import Saying, worded
from judge.report.translating import lacking
from judge.report.words import environment
from judge.variants import GAMES

COMPLETE = {"de": tuple(GAMES), "fr": ("diplomacy", "range-war")}


@pytest.mark.parametrize("code", COMPLETE)
def test_a_language_lacks_nothing_that_players_of_its_games_read(code):
    assert not [str(one) for one in lacking(code, COMPLETE[code])]


@pytest.mark.parametrize(("code", "key"), [(code, key) for code, keys in COMPLETE.items() for key in keys])
def test_reports_and_problems_of_a_game_can_all_be_said_in_the_language(code, key):
    with worded_in(code):
        assert not list(trial.broken_words(shelf.game(key), None))


@pytest.mark.parametrize("code", COMPLETE)
def test_every_sentence_of_a_language_can_be_said(code):
    with worded_in(code):
        assert not list(broken_sayings(None))


@pytest.mark.parametrize("code", COMPLETE)
def test_no_sentence_asks_for_a_fact_that_it_is_not_given(code):
    """A fact that got another name in English is one that no other language has any more."""
    with worded_in("en"):
        env = environment(None)
    folder = shelf.shipped("templates")
    wrong = []
    for path in sorted((folder / code / "said").glob("*.j2")):
        there = facts_taken(env, path.stem)
        for macro in env.parse(path.read_text("utf-8")).find_all(Macro):
            read = {one.attr for one in macro.find_all(Getattr) if isinstance(one.node, Name) and one.node.name == "p"}
            more = read - there.get(macro.name, frozenset())
            wrong += [f"{path.stem}/{macro.name} asks for {', '.join(sorted(more))}"] if more else []
    assert not wrong


def test_a_sentence_that_is_not_there_is_said_in_english():
    with worded_in("de"):
        assert worded(Saying("health/time", {"now": "20:30"})) == "20:30 UTC, after everything on record"
        assert worded(Saying("notices/resigned", {"seat": "France"})) == "Frankreich hat aufgegeben."


def test_french_shortens_a_word_before_a_vowel_and_puts_the_article_of_a_name():
    with worded_in("fr"):
        said = [worded(Saying("looks/orders-of", {"seat": seat})) for seat in ("Austria", "Turkey", "Utopia", "Lazy S")]
    assert said == [
        "les ordres de l’Autriche",
        "les ordres de la Turquie",
        "les ordres d’Utopia",
        "les ordres de Lazy S",
    ]


@pytest.mark.parametrize(("word", "name", "said"), [
    ("à", "Paris", "à Paris"), ("à", "Bourgogne", "en Bourgogne"), ("à", "Mer du Nord", "en mer du Nord"),
    ("à", "Portugal", "au Portugal"), ("à", "Ruhr", "dans la Ruhr"), ("à", "Allemagne", "à l’Allemagne"),
    ("de", "Édimbourg", "d’Édimbourg"), ("de", "Bourgogne", "de Bourgogne"),
    ("de", "Mer d'Irlande", "de la mer d’Irlande"), ("de", "Lazy S", "de Lazy S"),
    ("de", "Espagne (côte nord)", "d’Espagne (côte nord)"), ("à", "Espagne (côte nord)", "en Espagne (côte nord)"),
    ("De", "Tyrol", "Du Tyrol"), ("Le", "France", "La France"), ("le", "Lone Star", "Lone Star"),
])  # fmt: skip
def test_french_has_the_word_that_a_name_wants(word, name, said):
    with worded_in("fr"):
        assert after(name, word) == said


@pytest.mark.parametrize(("word", "name", "said"), [
    ("von", "Türkei", "der Türkei"), ("von", "Russland", "von Russland"), ("Die", "Türkei", "Die Türkei"),
    ("die", "Frankreich", "Frankreich"), ("der", "Türkei", "der Türkei"), ("nach", "Wien", "nach Wien"),
    ("nach", "Schwarzes Meer", "ins Schwarze Meer"), ("aus", "Schwarzes Meer", "aus dem Schwarzen Meer"),
    ("nach", "Ärmelkanal", "in den Ärmelkanal"), ("in", "Irische See", "in der Irischen See"),
    ("In", "Ukraine", "In der Ukraine"), ("von", "Mittelatlantik", "vom Mittelatlantik"),
    ("nach", "Bottnischer Meerbusen", "in den Bottnischen Meerbusen"), ("aus", "Lazy S", "aus Lazy S"),
])  # fmt: skip
def test_german_has_the_article_and_the_case_that_a_name_wants(word, name, said):
    with worded_in("de"):
        assert after(name, word) == said


@pytest.mark.parametrize(("note", "german", "french"), [
    ("BUR, PIC or D", "BUR, PIC oder D", "BUR, PIC ou D"),
    ("or Waive; free: PAR, BRE", "oder Waive; frei: PAR, BRE", "ou Waive\xa0; libres\xa0: PAR, BRE"),
    ("of A PAR, F BRE", "von A PAR, F BRE", "parmi A PAR, F BRE"),
])  # fmt: skip
def test_the_note_behind_a_blank_is_in_its_readers_language(note, german, french):
    with worded_in("de"):
        assert noted(note) == german
    with worded_in("fr"):
        assert noted(note) == french


@pytest.mark.parametrize(("title", "said"), [
    ("Spring 1901, movement", "du printemps 1901 (mouvements)"),
    ("Winter 1901, adjustments", "de l’hiver 1901 (ajustements)"),
    ("Fall 1902 movement", "de l’automne 1902 (mouvements)"),
    ("Spring 1871", "du printemps 1871"),
    ("The game begins", "de «\xa0La partie commence\xa0»"),
])  # fmt: skip
def test_french_puts_the_title_of_a_window_into_a_sentence(title, said):
    with worded_in("fr"):
        assert titled(title, "de") == said


def test_the_first_of_a_month_is_a_first_in_french():
    with worded_in("fr"):
        assert [day_said(day) for day in ("2027-03-01", "2027-03-11")] == ["1er mars 2027", "11 mars 2027"]


def test_no_line_of_french_begins_with_a_sign():
    """A line breaks at a plain space: before `: ; ? »` and behind `«` there is another one."""
    wrong = []
    for path in sorted((shelf.shipped("templates") / "fr").rglob("*.j2")):
        for number, line in enumerate(path.read_text("utf-8").splitlines(), start=1):
            wrong += [f"{path.name}, line {number}"] if re.search(r"[^\s|#-] [:;?»]|« ", line) else []
    assert not wrong


@pytest.mark.parametrize("code", ["en", *COMPLETE])
def test_press_in_a_report_keeps_its_lines(code):
    with worded_in(code):
        facts = {"from": "Turkey", "to": "Austria", "text": "Hold Vienna.\nI hold Constantinople."}
        assert worded(Saying("notices/press", facts)).endswith("Hold Vienna.\nI hold Constantinople.")


def test_what_a_language_lacks_is_named():
    assert "templates/fr/gold-rush/report.j2 is not there" in [str(one) for one in lacking("fr", ("gold-rush",))]


def due(**more):
    at = {"at": "2027-03-07T19:30:00+00:00", "zone": "Europe/Berlin", "left": 97_200, "is_counted": True}
    return Saying(
        "notices/put-off", {"window": "Spring 1901, movement", "reason": "", "deadline": Saying("when/at", at | more)}
    )


def test_a_deadline_is_told_in_its_readers_language():
    with worded_in("de"):
        assert "auf Sonntag, 7. März 2027, 20:30 MEZ (noch 1 Tag 3 Stunden)" in worded(due(is_past=False))
    with worded_in("fr"):
        assert "dimanche 7 mars 2027, 20:30 CET (dans 1\xa0jour 3\xa0heures)" in worded(due(is_past=False))


def test_french_says_the_first_of_a_month_and_no_other_day_otherwise():
    first, other = datetime(2026, 12, 1, 9, 0, tzinfo=UTC), datetime(2026, 12, 21, 1, 0, tzinfo=UTC)
    with worded_in("fr"):
        assert day_said("2026-12-01") == "1er décembre 2026"
        assert moment_said(first, "UTC") == "mardi 1er décembre 2026, 09:00 UTC"
        assert short_moment(first, with_day=True) == "mar. 1er déc. 09:00"
        assert moment_said(other, "UTC") == "lundi 21 décembre 2026, 01:00 UTC"
    with worded_in("de"):
        assert moment_said(first, "UTC") == "Dienstag, 1. Dezember 2026, 09:00 UTC"


def test_a_deadline_is_told_by_its_readers_own_clock_as_well():
    with worded_in("en", "Asia/Tokyo"):
        assert "for you Monday 8 March 2027, 04:30 Asia/Tokyo" in worded(due(is_past=False))
    with worded_in("en", "Europe/Paris"):
        assert "for you" not in worded(due(is_past=False))


def test_a_deadline_that_an_older_version_stored_in_words_is_told_in_its_readers_language():
    facts = {"window": "Spring 1901, movement", "reason": "", "deadline": "Sunday 7 March 2027, 20:30 CET (in 2 days)"}
    with worded_in("de"):
        assert "Sonntag, 7. März 2027, 20:30 CET" in worded(Saying("notices/put-off", facts))
