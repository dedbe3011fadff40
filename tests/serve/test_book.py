"""The book of a finished game holds what was said in it, as far as the game opens it: press, diaries, last words."""

import html
import re

import pytest

from judge.cli.main import run


def words_of(path):
    """What a reader of the page sees."""
    bare = re.sub(r"(?s)<(style|svg|script).*?</\1>", " ", path.read_text(encoding="utf-8"))
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", bare)).split())


def played(make_table, opened):
    """A game that ended by vote, in which people wrote to each other and to themselves."""
    settings = {"press": "private", "press_kinds": "white, grey, fake", "press_opened": opened}
    table = make_table(settings=settings).start()
    table.write(
        "amber", "PRESS TO ALL\nHello <b>all</b>\nEND PRESS\nDIARY\nBlue smells of fish.\n\nFirst blank.\nEND DIARY"
    )
    table.write("blue", "PRESS TO amber\nPeace?\nEND PRESS\nGREY PRESS TO ALL\nWho am I\nEND PRESS")
    fakes = "FAKE PRESS TO all AS blue\nI attack Amber.\nEND PRESS\nFAKE PRESS TO amber AS blue\nOr not.\nEND PRESS"
    table.write("copper", fakes)
    for seat in table.seats:
        table.write(seat, "VOTE DRAW")
    table.write("copper", "STATEMENT\nI should have bid more.\nEND STATEMENT")
    return table


@pytest.mark.parametrize(("opened", "is_private_shown"), [("public", False), ("all", True)])
def test_the_book_has_press_diaries_and_last_words(make_table, tmp_path, opened, is_private_shown):
    table = played(make_table, opened)
    out = tmp_path / "book.html"
    assert run(["book", "g1", "--campaign", str(table.campaign.config.folder), "--out", str(out)]) == 0
    said = words_of(out)
    for words in ("Hello <b>all</b>", "Who am I", "Blue smells of fish.", "First blank.", "I should have bid more."):
        assert words in said, words
    assert ("Blue to Amber (after report 0): Peace?" in said) is ("Peace?" in said) is is_private_shown
    assert "Blue (a fake: somebody else wrote it) (after report 0): I attack Amber." in said
    assert ("Blue to Amber (a fake: somebody else wrote it) (after report 0): Or not." in said) is is_private_shown
    grey = said.partition("Who am I")[0].rpartition("somebody")
    assert grey[1]
    assert "Blue" not in grey[2]
