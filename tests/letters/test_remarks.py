"""What only tells something, beside an order, is passed over by name; what turns the order is not."""

import pytest

from judge.mail.fates import Fate
from tests.letters.test_wrapping import letter_to


@pytest.mark.parametrize(
    ("key", "at", "seat", "said", "order"),
    [
        ("gold-rush", "turn", "traders", "Trader 4, up on the rocks, fires at M4", "T4: fire 6 at M4"),
        ("gold-rush", "turn", "traders", "2 reloads, that seems the wiser thing", "T2: reload"),
        ("hell-on-wheels", "build", "red", "Irish to Omaha, there's my Saloon and they are thirsty", "Irish on Future"),
        ("land-barons", "auction", "graham", "no bid on the Bank as I never trusted a banker", "no bid on Bank"),
    ],
)  # fmt: skip
def test_a_remark_costs_its_order_nothing_and_is_named(key, at, seat, said, order):
    found = letter_to(key, at, seat, said)
    assert found.orders == (order,)
    assert found.verdict != "OK"


@pytest.mark.parametrize(
    "said", ["Trader 1, who is not to move, fires at M2", "3 fires at M2, that is what I would do if I were mad"]
)
def test_what_turns_an_order_is_no_remark(said):
    assert letter_to("gold-rush", "turn", "traders", said).orders == ()


def test_leaving_a_space_is_no_order_to_stay_there():
    assert letter_to("land-barons", "auction", "lazy-b", "The Mountain Men leave 0303.").later == {}


def test_a_card_that_is_forgotten_is_not_played():
    found = letter_to("hell-on-wheels", "build", "red", "Saloon on Present. Irish on Past.", "Forget the Irish.")
    assert found.orders == ("Saloon on Present",)


def test_a_volley_goes_on_when_its_target_falls_but_not_at_somebody_else_who_was_never_shot_at():
    found = letter_to("gold-rush", "turn", "traders", "T3 fires at M2, and when M2 is down, at M4.")
    assert found.orders == ("T3: fire 6 at M2, then M4",)
    assert letter_to("gold-rush", "turn", "traders", "T3 fires at M2, and when M1 is down, at M4.").orders == ()


@pytest.mark.parametrize("game", ["diplomacy", "range-war", "hell-on-wheels"])
def test_words_behind_a_semicolon_are_named(game):
    at, seat, order = {
        "diplomacy": ("opening", "france", "A PAR - BUR"),
        "range-war": ("summer", "lazy-s", "G(Lzy)-Mon"),
        "hell-on-wheels": ("build", "red", "Saloon on Past"),
    }[game]
    found = letter_to(game, at, seat, f"{order}; my aunt insists on it")
    # Hell on Wheels refuses the order with words that it does not understand.
    assert found.orders == (() if game == "hell-on-wheels" else (order,))
    assert found.verdict != "OK"
    assert any(
        "aunt insists on it" in str((one.text, one.notes)) for one in found.lines if one.fate is not Fate.COURTESY
    )


def test_the_rest_leaves_out_whom_a_line_names_that_was_taken_for_a_denial():
    found = letter_to("diplomacy", "opening", "france", "Paris to Gascony, I never liked France. The rest hold.")
    assert "A PAR H" not in found.orders
    assert found.verdict == "WARNINGS"
