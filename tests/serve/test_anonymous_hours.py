"""An anonymous game: what all can see changes with the full hour, whoever brings it about and however."""

import pytest

from tests.serve.table import ask, look
from tests.serve.test_anonymous import PEOPLE, seated
from tests.serve.test_canary import BOTH
from tests.serve.test_club_door import word_in

pytestmark = pytest.mark.parametrize("database", BOTH, indirect=True)


def test_a_window_that_waits_for_whoever_resigns_closes_with_the_full_hour(make_table):
    """The others are in: it would close in the minute in which the last one gives up."""
    table = seated(make_table)
    for seat in ("amber", "copper"):
        table.write(PEOPLE[seat][1], "bid 1\nREADY")
    look(table, hours=2, minutes=17)
    table.write(PEOPLE["blue"][1], "RESIGN")
    assert "closed" not in look(table, minutes=42)
    assert "closed" in look(table, minutes=1)


@pytest.fixture
def forming(form):
    """An anonymous game that takes players."""
    return form(settings={"anonymous": True, "sign_up": "open"})


def sign_up(table, address):
    table.write(address, f"CONFIRM {word_in(ask(table, address, 'JOIN g1'))}")


def asked(table):
    """What everybody reads of who has a place."""
    return [ask(table, "eve@elsewhere.example", words) for words in ("GAMES", "PLAYERS g1", "STATUS g1")]


def test_who_signs_up_counts_with_the_full_hour(forming):
    table = forming
    before = asked(table)
    table.pass_time(minutes=17)
    sign_up(table, "tom@elsewhere.example")
    table.pass_time(minutes=1)
    assert asked(table) == before
    table.pass_time(minutes=42)
    assert asked(table) != before


def test_who_takes_their_place_back_is_missed_with_the_full_hour(forming):
    table = forming
    sign_up(table, "tom@elsewhere.example")
    table.pass_time(hours=1, minutes=17)
    before = asked(table)
    table.write("tom@elsewhere.example", "RESIGN")
    assert asked(table) == before
    table.pass_time(minutes=43)
    assert asked(table) != before


def test_who_signs_up_is_not_told_who_else_did_in_the_same_hour(forming):
    """Whoever signs up and takes it back each minute would hear of it."""
    said = []
    for address in ("tom@elsewhere.example", "jane@elsewhere.example"):
        word = word_in(ask(forming, address, "JOIN g1"))
        said.append(ask(forming, address, f"CONFIRM {word}").replace(address.partition("@")[0], "").replace(word, ""))
    assert said[0] == said[1]


def test_a_game_ends_with_the_full_hour_after_the_last_vote(make_table):
    table = seated(make_table)
    look(table, hours=2, minutes=17)
    said = [ask(table, PEOPLE[seat][1], "VOTE DRAW").split("OK")[-1] for seat in ("amber", "blue", "copper")]
    assert "the game is over" not in said[2]
    look(table, minutes=42)
    assert table.live().row["status"] == "running"
    look(table, minutes=1)
    assert table.live().row["status"] == "over"
    assert "draw" in table.live().row["outcome"]


def test_who_thinks_better_of_it_before_the_hour_plays_on(make_table):
    table = seated(make_table)
    look(table, minutes=17)
    for seat in ("amber", "blue", "copper"):
        table.write(PEOPLE[seat][1], "VOTE DRAW")
    table.write(PEOPLE["amber"][1], "VOTE NO")
    look(table, minutes=43)
    assert table.live().row["status"] == "running"
