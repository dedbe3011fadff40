"""How far a denial, a doubt and a refused line reach: they cost the orders that they speak of, and no others. Whoever
they name is none of "the rest"."""

import pytest

from tests.letters.corpora import Entry, read_entry

FRANCE = ("diplomacy", "example-01", "france")
LAZY_S = ("range-war", "summer", "lazy-s")
READ = (
    (FRANCE, "Paris to Burgundy, I never liked Germany. Brest holds.", {"A PAR - BUR", "F BRE H"}),
    (FRANCE, "Paris to Burgundy, nobody will expect that. Brest holds.", {"A PAR - BUR", "F BRE H"}),
    (FRANCE, "Paris to Burgundy - probably bounces, don't care", {"A PAR - BUR"}),
    (FRANCE, "Paris to Burgundy, don't ask me why.", {"A PAR - BUR"}),
    (LAZY_S, "Lzy goes to Mon, they haven't slept in days.", {"G(Lzy)-Mon"}),
)
TAKEN = (
    (FRANCE, "Paris to Burgundy, I would never do that. Brest holds.", {"F BRE H"}),
    (FRANCE, "Paris to Burgundy (won't do that). Brest holds.", {"F BRE H"}),
    (FRANCE, "Brest holds. Paris to Burgundy. That last move I don't mean.", {"F BRE H"}),
    (FRANCE, "Paris to Burgundy, never. Brest holds.", {"F BRE H"}),
    (FRANCE, "X A PAR - BUR", set()),
    (LAZY_S, "G(Lzy)-Mon ... no!", set()),
)
LEFT_OUT = (
    (FRANCE, "Paris holds no longer but goes to Burgundy. The rest hold.", "A PAR H"),
    (FRANCE, "Brest goes with the blessing of Paris to Gascony. The rest hold.", "A PAR H"),
    (FRANCE, "I might send Paris to Gascony next year. The rest hold.", "A PAR H"),
    (
        FRANCE,
        'Germany wrote to me "Paris to Picardy and we are friends", fine, let Paris go there. The rest hold.',
        "A PAR H",
    ),
    (LAZY_S, "Coo quuxes with CHM. All others hold.", "G(CHM) H"),
)


def _orders(who, text):
    game, at, seat = who
    return read_entry(Entry(game, "letters", at, seat, text, {}, text))


@pytest.mark.parametrize(("who", "text", "orders"), READ)
def test_a_denial_of_something_else_takes_no_order_and_is_named(who, text, orders):
    found = _orders(who, text)
    assert set(found.orders) == orders
    assert found.verdict != "OK"


@pytest.mark.parametrize(("who", "text", "orders"), TAKEN)
def test_a_denial_of_the_order_takes_it(who, text, orders):
    found = _orders(who, text)
    assert set(found.orders) == orders
    assert found.verdict != "OK"


@pytest.mark.parametrize(("who", "text", "order"), LEFT_OUT)
def test_the_rest_is_nobody_whom_an_unread_line_names(who, text, order):
    assert order not in _orders(who, text).orders


def test_what_is_only_left_out_costs_no_order():
    found = _orders(("diplomacy", "example-01", "france"), "Paris to Burgundy (not Gascony, that's for fools).")
    assert found.orders == ("A PAR - BUR",)


def test_a_standing_order_for_a_piece_is_no_command():
    found = _orders(FRANCE, "Standing order for Paris: hold. Brest to the English Channel.")
    assert not found.commands
    assert "F BRE - ENG" in found.orders
