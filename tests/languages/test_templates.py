"""What a language says, and what it lacks: known by name, said in English meanwhile."""

import pytest

from judge import shelf
from judge.report import trial
from judge.report.languages import worded_in
from judge.report.saying import Saying, worded
from judge.report.translating import lacking
from judge.variants import GAMES

COMPLETE = {"de": tuple(GAMES), "fr": ("diplomacy", "range-war")}


@pytest.mark.parametrize(("code", "key"), [(code, key) for code, keys in COMPLETE.items() for key in keys])
def test_reports_and_problems_of_a_game_are_all_in_the_language(code, key):
    missing = [str(one) for one in lacking(code, (key,)) if f"/{key}/" in one.file or "/common/" in one.file]
    assert not missing
    with worded_in(code):
        assert not list(trial.broken_words(shelf.game(key), None))


def test_a_sentence_that_is_not_there_is_said_in_english():
    held = Saying(
        "mails/held", {"game": "g1", "window": "Spring 1901, movement", "why": Saying("held/paused", {"reason": ""})}
    )
    with worded_in("de"):
        assert "g1 is held" in worded(held)
        late = Saying("notices/resigned", {"seat": "France"})
        assert worded(late) == "France hat aufgegeben."


def test_what_a_language_lacks_is_named():
    assert "templates/de/said/mails.j2: macro held" in [str(one) for one in lacking("de", ())]
    assert "templates/fr/gold-rush/report.j2 is not there" in [str(one) for one in lacking("fr", ("gold-rush",))]
