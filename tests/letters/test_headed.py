"""What stands below a heading that forbids it, disowns it or puts it in somebody else's mouth is not ordered."""

import pytest

from tests.letters.corpora import Entry, read_entry
from tests.letters.test_undoing import TABLES, orders, told

NOT_MEANT = (
    "DRAFT (do not use):", "Do not do this:", "Ignore these:", "These are cancelled:", "My orders from last spring:",
    "What he wants me to do:", "A friend of mine suggested:", "Last turn I wrote", "Old version", "I first had:",
)  # fmt: skip
OWN = ("Real orders:", "My orders now:", "Instead:", "FINAL:", "Do this:", "My answer:")
GIVEN = (
    "My orders:", "Here are my orders for next turn:", "As I wrote last turn:", "Final orders, ignore my old ones:",
    "Sorry about last turn:", "I can't do much:", "I do not want to lose, so:", "Last turn was great!",
)  # fmt: skip
BOTH = [game for game in TABLES if TABLES[game][3]]


@pytest.mark.parametrize("game", TABLES)
@pytest.mark.parametrize("heading", NOT_MEANT)
def test_what_stands_below_such_a_heading_is_named_and_not_ordered(game, heading):
    order = TABLES[game][2]
    for text in (f"{heading}\n{order}", f"{heading}\n\n{order}"):
        assert orders(game, text) == (), text
        assert told(game, text).verdict != "OK", text


@pytest.mark.parametrize("game", BOTH)
@pytest.mark.parametrize("heading", NOT_MEANT[:6])
def test_it_reaches_to_a_heading_of_the_writers_own(game, heading):
    first, other = TABLES[game][2:]
    for own in OWN:
        for gap in ("\n", "\n\n"):
            assert orders(game, f"{heading}\n{first}{gap}{own}\n{other}") == orders(game, other), own


@pytest.mark.parametrize("game", BOTH)
def test_where_it_is_not_clear_how_far_it_reaches_the_writer_is_asked(game):
    first, other = TABLES[game][2:]
    found = told(game, f"Do not do this:\n{first}\n\n{other}")
    assert (found.orders, found.verdict) == ((), "ERRORS")


@pytest.mark.parametrize("game", BOTH)
@pytest.mark.parametrize("heading", GIVEN)
def test_a_heading_that_only_mentions_the_past_or_a_no_takes_nothing_back(game, heading):
    first, other = TABLES[game][2:]
    assert orders(game, f"{heading}\n{first}\n{other}") == orders(game, f"{first}\n{other}")


def test_another_players_plan_is_theirs_and_ones_own_is_not():
    assert orders("diplomacy", "Germany's plan:\nA PAR - BUR\nMine:\nA MAR - SPA") == ("A MAR - SPA",)
    assert orders("diplomacy", "France's orders:\nA MAR - SPA") == ("A MAR - SPA",)


@pytest.mark.parametrize("heading", ["For the fall:", "Plans for the autumn:", "In the fall:"])
def test_nothing_counts_below_the_heading_of_a_season_to_come(heading):
    assert orders("diplomacy", f"{heading}\nA PAR - BUR\n\nFor the spring:\nA MAR - SPA") == ("A MAR - SPA",)


def test_what_is_headed_supports_is_no_move():
    assert orders("diplomacy", "Supports:\nA PAR - BUR\nMoves:\nA MAR - SPA") == ("A MAR - SPA",)
    assert orders("diplomacy", "Supports:\nA PAR S A MAR - BUR\nMoves:\nA MAR - BUR") == (
        "A PAR S A MAR - BUR", "A MAR - BUR",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("words", "piece"),
    [
        ("The northern fleet goes to sea.", "F BRE H"),
        ("The army at the capital jumps to Picardy.", "A PAR H"),
    ],
)
def test_whoever_may_be_meant_by_words_that_were_not_read_is_none_of_the_rest(words, piece):
    entry = Entry("diplomacy", "letters", "middle", "france", f"{words} The rest hold.", {}, "headed")
    assert piece not in read_entry(entry).orders


def test_of_two_that_are_left_out_neither_holds():
    assert "F BRE H" not in orders("diplomacy", "Everyone but Marseilles and Brest holds.")


@pytest.mark.parametrize("game", BOTH)
def test_a_denial_before_an_order_on_its_line_is_heard(game):
    first, other = TABLES[game][2:]
    for heading in ("Do not:", "Not:", "Forbidden:", "Undecided:", "Perhaps:", "What I will not do:"):
        assert orders(game, f"{heading} {first}\nMine: {other}") == orders(game, other), heading


@pytest.mark.parametrize("game", BOTH)
def test_beside_a_yes_a_no_is_what_is_not_meant(game):
    first, other = TABLES[game][2:]
    assert orders(game, f"No: {first}\nYes: {other}") == orders(game, other)
    assert orders(game, f"[ ] {first}\n[x] {other}") in (orders(game, other), ())


@pytest.mark.parametrize("game", BOTH)
@pytest.mark.parametrize("heading", ["Note to South Fork:", "Message for Italy:", "A short word to Howard:"])
def test_what_stands_below_words_to_others_is_asked_up_to_a_blank_line(game, heading):
    first, other = TABLES[game][2:]
    found = told(game, f"{heading}\n{first}\n\n{other}")
    assert (found.orders, found.verdict) == (orders(game, other), "ERRORS")


@pytest.mark.parametrize("game", TABLES)
@pytest.mark.parametrize("heading", ["Note to the judge:", "Note for this turn:"])
def test_what_stands_below_words_to_the_judge_counts(game, heading):
    order = TABLES[game][2]
    assert orders(game, f"{heading}\n{order}") == orders(game, order)


@pytest.mark.parametrize("game", BOTH)
def test_orders_behind_what_was_last_time_are_meant(game):
    first, other = TABLES[game][2:]
    for told_first in ("Last time I was late, so early today:", "I was late last time, so today:"):
        assert orders(game, f"{told_first} {first}. {other}.") == orders(game, f"{first}. {other}."), told_first
