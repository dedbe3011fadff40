"""What people ask of the game master in plain words, and what only looks like it."""

import pytest

from judge.grammar.request import is_prose, request


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("please extend the deadline", "extension"),
        ("Could the deadline be moved by a day or two?", "extension"),
        ("Can we have more time, please?", "extension"),
        ("I need another week or two", "extension"),
        ("Bitte die Frist um zwei Tage verlängern", "extension"),
        ("can someone cover for me?", "cover"),
        ("Could somebody else play my turn?", "cover"),
        ("I need a sitter from Monday on", "cover"),
        ("I'd like to take over a position", "place"),
        ("Is there still an open seat?", "place"),
        ("I would love to join one of your games", "place"),
        ("I am afraid I have to drop out", "place"),
        ("I want to complain about Blue", "complaint"),
        ("There is a mistake in the last report", "complaint"),
        ("This is unfair!", "complaint"),
        ("A question for the GM: when do we play again?", "game-master"),
        ("GM: I think the map is missing", "game-master"),
    ],
)
def test_a_request_is_known(line, kind):
    found = request(line)
    assert found is not None
    assert found.kind == kind


@pytest.mark.parametrize(
    "line",
    [
        "A PAR - BUR", "bid 5", "G(Lzy)-Mon", "hold", "take over 0412", "Build A Par", "cover the exit", "Dear GM,",
        "Thanks for the extra effort", "see you next week", "play Dynamite in Laramie", "fire 6 at M2",
    ],
)  # fmt: skip
def test_orders_and_courtesies_ask_for_nothing(line):
    assert request(line) is None


def test_prose_is_of_somebody_and_in_several_words():
    assert is_prose("my cat walked over the keyboard")
    assert not is_prose("A PAR - BUR")
    assert not is_prose("flibbertigibbet and so on")
