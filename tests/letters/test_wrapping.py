"""Sentences that a program broke where its window ended."""

from judge.adjudicator.protocol import Seat
from judge.campaign.told import told
from judge.mail.fates import Fate, together
from judge.mail.letter import read_letter
from tests.letters.corpora import corpus

HEAD = b"From: a@example.org\nContent-Type: text/plain; charset=utf-8\n\n"


def letter_to(key, at, seat, *lines):
    one = corpus(key)
    letter = read_letter(HEAD + "\n".join(lines).encode())
    found = told(one.game, one.states[at], Seat(seat), letter)
    assert together(found.stretches) == letter.text
    return found


def test_an_order_across_two_lines_is_one_order_and_both_lines_have_its_fate():
    found = letter_to(
        "land-barons", "auction", "graham",
        "Pay all of them this time, they deserve it. I offer fourteen Dollars for the",
        "Saloon and twenty for the Gunslinger.",
    )  # fmt: skip
    assert {"pay all", "bid 14 on Saloon", "bid 20 on Gunslinger"} == set(found.orders)
    assert {one.fate for one in found.stretches if one.number == 2} == {Fate.ORDER}


def test_what_is_denied_on_one_line_is_not_ordered_on_the_next():
    found = letter_to(
        "gold-rush", "turn", "traders",
        "You know me, I am a man of peace and I would never in my whole life let",
        "T3: fire at M2",
    )  # fmt: skip
    assert found.orders == ()
    assert found.verdict != "OK"


def test_orders_in_a_list_without_full_stops_stay_apart():
    found = letter_to(
        "land-barons", "raid", "graham",
        "Regulators 0507 to 0607 if 0607 enemy shoot <= 40, otherwise they stand",
        "Gunslinger stands",
    )  # fmt: skip
    assert "Gunslinger 0407 stands" in found.orders
    assert len(found.orders) == 3
