"""Words in brackets or behind a semicolon, beside orders of Range War and Hell on Wheels: what they may change does not
stand under OK, and words that are passed over are named."""

from __future__ import annotations

import pytest

from tests.daily import todays
from tests.letters.corpora import Entry, corpus, read_entry

TURNING = ("5", "not", "cancelled", "joke", "void", "too", "again", "maybe", "last turn", "no", "twice", "tomorrow")
OTHER = {"range-war": "Tom", "hell-on-wheels": "Future"}
SHAPES = ("{} ({})", "{} [{}]", "{}; {}")
UNKNOWN = "quux"


def _lines(game: str) -> list[Entry]:
    """Lines of a corpus that are orders, and have no bracket or semicolon yet."""
    plain = (one for one in corpus(game).entries if one.kind == "lines" and one.value["fate"] == "order")
    return [one for one in plain if not any(sign in one.text for sign in ";([\n")]


CASES = [(game, one) for game in OTHER for one in todays(_lines(game))]


@pytest.mark.parametrize(("game", "entry"), CASES, ids=lambda one: one if isinstance(one, str) else one.name)
def test_words_beside_an_order_are_not_passed_over_under_ok(game: str, entry: Entry) -> None:
    before = read_entry(entry)
    if before.verdict == "ERRORS" or not before.orders:
        return
    for words in (*TURNING, f"or {OTHER[game]}", f"{OTHER[game]} instead", UNKNOWN):
        for shape in SHAPES:
            text = shape.format(entry.text.rstrip(" ."), words)
            found = read_entry(entry, text)
            is_unchanged = set(found.orders) == set(before.orders)
            assert not (is_unchanged and found.verdict == "OK"), text
            named = [one.text for one in found.lines if one.fate != "order"]
            notes = [note for one in found.lines for note in one.notes]
            named += [str(note.detail.get(key)) for note in notes for key in ("text", "order")]
            named += [str(getattr(one.said, "detail", {}).get("at")) for one in found.lines]
            # Of `; or Tom` Tom alone may be what is asked about.
            assert not is_unchanged or any(words.removeprefix("or ") in one for one in named), text
