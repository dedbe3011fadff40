"""A game master who looks through letters and mails: shown with their orders, and without what is for others alone."""

import pytest

from judge.campaign import day
from judge.campaign.masters import GameMaster
from judge.campaign.seating import new_token
from judge.campaign.unnamed import for_master
from judge.campaign.withheld import without_words
from judge.report.saying import Saying
from judge.serve.mailbook import Looking, lines_of
from judge.serve.mailbook import listed as listed_at
from judge.serve.mailbook import shown as shown_at
from tests.serve.table import text_of


def helper_looks(table, override=None):
    return Looking(table.campaign, GameMaster("gm bob", "bob@example.org", frozenset({"g1"})), table.now, override)


@pytest.mark.parametrize(
    "words",
    [
        "bid 3\nDIARY\nthe plan against Blue\nEND DIARY",
        "DIARY the plan against Blue\nbid 3",
        "bid 3\nPRESS TO copper\nthe plan against Blue\nEND PRESS",
        "bid 3\nGREY POSTAL PRESS TO copper\n\nthe plan against Blue\n\nEND PRESS\n",
    ],
)
def test_who_looks_at_a_letter_reads_no_diary_and_no_press_in_it(make_table, words):
    """A helper, or the game master: the orders beside it are shown, and what the Judge made of each line."""
    table = make_table(settings={"press_kinds": "white, grey, postal"}).start()
    table.write("amber", words)
    table.write("amber", "DIARY READ")
    table.write("copper", "> the plan against Blue\n\nWhat did Amber mean?", to="judge+p.g1.amber@judge.localhost")
    shown = [shown_at(helper_looks(table), f"in-{number}") for number in (1, 2, 3)]
    shown += [shown_at(helper_looks(table), f"out-{row.id}") for row in table.out() if row.kind in ("press", "receipt")]
    told = lines_of(helper_looks(table), 1)
    assert "the plan" not in f"{shown}{told.stretches}{listed_at(helper_looks(table), 50, None, False)}"
    assert "What did Amber mean" not in str(shown)
    assert "bid 3" in shown[0]["letter"]
    assert "bid 3" in "".join(one.text for one in told.stretches)
    # For a reason that every player reads all of it is shown.
    assert "the plan" in shown_at(helper_looks(table, "a fault in it"), "in-1")["letter"]
    table.campaign.release("g1", table.now)
    report = next(row for row in table.out("report")[::-1] if row.recipient == "blue@mail.example")
    assert "read a player's diary or private press: a fault in it" in text_of(table, report)


def test_a_diary_in_a_subject_is_not_listed(table):
    table.write("amber", "", subject="DIARY the plan against Blue")
    assert "the plan" not in str(
        [shown_at(helper_looks(table), "in-1"), listed_at(helper_looks(table), 9, None, False)]
    )


@pytest.mark.parametrize("before", ["", "Re: [club/g1] ", "AW: [club/g1] Re: "])
def test_a_diary_or_a_token_in_a_subject_is_told_to_no_game_master(table, before):
    """In lists, in a letter that is shown, in the mail of the day, in the notice of a letter that looks automatic."""
    for subject in (f"{before}DIARY the plan against Blue", f"{before}TOKEN {table.tokens['amber']}"):
        table.write("amber", "zzz", subject=subject)
        table.write("amber", "zzz", subject=subject, Auto_Submitted="no")
    seen = [shown_at(helper_looks(table, why), f"in-{number}") for why in (None, "a fault in it") for number in (1, 3)]
    seen[2:3] = []
    seen.append(listed_at(helper_looks(table), 9, None, False))
    with table.campaign.look() as look:
        told = day.gathered(look, "", table.now)["letters"]
        assert told
        said = [Saying("x/y", {"address": "amber@mail.example", "subject": one}) for one in (
            f"{before}DIARY the plan against Blue", f"{before}TOKEN {table.tokens['amber']}")]  # fmt: skip
        seen += [told, [for_master(look, table.live(), one).facts for one in said]]
    assert "the plan" not in str(seen)
    assert table.tokens["amber"] not in str(seen)


def test_a_token_of_letters_alone_is_taken_out_of_what_is_shown_and_a_long_word_is_not():
    """Chance may draw one; in ordinary text it would look like any word of seventeen letters."""
    token = new_token(bytes)
    assert token not in without_words(f"My token is {token}.")
    assert without_words("Die Hafenverteidigung") == "Die Hafenverteidigung"
    assert without_words("eine verteidigungsart") == "eine verteidigungsart"
