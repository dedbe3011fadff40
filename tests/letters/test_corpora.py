"""Letters as people write them: every line is understood as a careful game master would understand it."""

import pytest

from tests.letters.corpora import GAMES, PAGE, corpus, entries, known, missed, table

ENTRIES = entries()


def name_of(entry):
    return f"{entry.game}: {entry.name[:60]!r}"


@pytest.mark.parametrize("entry", ENTRIES, ids=map(name_of, ENTRIES))
def test_a_letter_is_understood_as_a_careful_game_master_would(entry):
    """Those that are not yet stand in known.yaml; when one is, it must come off the list."""
    why = missed(entry)
    if (entry.game, entry.name) in known():
        assert why, "understood now: `python -m tests.letters.corpora` takes it off known.yaml"
    else:
        assert not why


def test_known_failures_are_of_the_corpora_and_each_has_its_reason():
    reasons = {(entry.game, entry.name): entry.value.get("stays") for entry in ENTRIES}
    assert [one for one in known() if not reasons.get(one)] == []


@pytest.mark.parametrize("key", GAMES)
def test_a_corpus_is_large_and_its_entries_are_apart(key):
    found = corpus(key).entries
    assert len(found) >= 150
    assert len({entry.name for entry in found}) == len(found)


def test_the_page_says_what_came_of_the_corpora():
    assert table(known()) in PAGE.read_text(encoding="utf-8")
