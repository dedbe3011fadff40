"""What people say in words of their own, where a grammar knows one: an order if all of it is one, else what it was."""

from functools import partial

import pytest

from judge import shelf
from judge.adjudicator.protocol import Problem
from judge.grammar.mentions import things_in
from judge.mail.hearing import Ear
from judge.mail.suggesting import suggestion
from judge.report.words import once
from tests.letters.corpora import corpus
from tests.letters.test_pieces import FRANCE, GRAHAM, LAZY_S, RED, TRADERS, fates, heard


@pytest.mark.parametrize(
    ("table", "line", "orders"),
    [
        (FRANCE, "Par nips over to Bur", ("A PAR - BUR",)),
        (FRANCE, "Marseilles heads for Spain", ("A MAR - SPA",)),
        (FRANCE, "Paris isn't going anywhere", ("A PAR H",)),
        (FRANCE, "A PAR - BUR with Mar's support", ("A PAR - BUR", "A MAR S A PAR - BUR")),
        (FRANCE, "A PAR - BUR (s by Mar), F BRE H", ("A PAR - BUR", "A MAR S A PAR - BUR", "F BRE H")),
        (FRANCE, "Mar backs Paris's attack on Burgundy", ("A MAR S A PAR - BUR",)),
        (LAZY_S, "Gang at the Lazy S: Mon", ("G(Lzy)-Mon",)),
        (LAZY_S, "The boys at Lzy have a rest", ("G(Lzy) H",)),
        (GRAHAM, "I'd go as high as 22 for the Saloon", ("bid 22 on Saloon",)),
        (GRAHAM, "lot #2 - 7", ("bid 7 on",)),
        (GRAHAM, "wages as usual", ("pay all",)),
        (TRADERS, "1 follows 2", ("T1: move towards T2",)),
        (RED, "I'll stick in 4k this time", ("bid 4K",)),
    ],
)  # fmt: skip
def test_an_order_in_other_words_is_that_order(table, line, orders):
    found = heard(table, line)
    assert all(any(order in one for one in found.orders) for order in orders), found.orders
    assert {fate for _, fate in fates(found)} == {"order"}


@pytest.mark.parametrize(
    ("table", "line", "orders"),
    [
        (FRANCE, "Anyhow: Paris to Burgundy, Brest to the Mid-Atlantic", ("A PAR - BUR", "F BRE - MAO")),
        (FRANCE, "Then Brest: mid-Atlantic. For Paris I'd like Burgundy", ("F BRE - MAO", "A PAR - BUR")),
        (FRANCE, "For Paris: Burgundy", ("A PAR - BUR",)),
        (FRANCE, "Burgundy for Paris, Spain for Marseilles", ("A PAR - BUR", "A MAR - SPA")),
        (LAZY_S, "Montana Valley for the ranch gang", ("G(Lzy)-Mon",)),
        (GRAHAM, "For the Saloon I'd like to bid 12", ("bid 12 on Saloon",)),
        (RED, "Right then: 4K", ("bid 4K",)),
    ],
)
def test_an_order_with_its_parts_in_other_places_is_that_order(table, line, orders):
    found = heard(table, line)
    assert tuple(found.orders) == orders
    assert {fate for _, fate in fates(found)} == {"order"}


def test_of_two_who_could_go_to_each_other_nobody_is_sent():
    position = corpus("diplomacy")
    ear = Ear(position.game, position.states["middle"], "france", "movement")
    assert [one.fate for one in ear.hear_text("Paris for Burgundy").lines] == ["refused"]


@pytest.mark.parametrize(
    ("table", "line"),
    [
        (FRANCE, "I heard that Paris heads for Burgundy"),
        (FRANCE, "Paris might nip over to Burgundy"),
        (FRANCE, "What if Paris heads for Burgundy?"),
        (FRANCE, "Paris heads for Burgundy, just kidding"),
        (FRANCE, "Germany heads for Burgundy"),
        (FRANCE, "Paris heads for the hills"),
        (LAZY_S, "Lzy does not head for Mon"),
        (GRAHAM, "Johnson would go as high as 22 for the Saloon"),
        (RED, "Blue will stick in 4k this time"),
    ],
)
def test_what_is_told_doubted_or_asked_in_other_words_is_no_order(table, line):
    found = heard(table, line)
    assert found.orders == ()
    assert found.verdict != "OK"


def test_an_answer_quotes_the_letter_and_not_the_words_it_was_put_into():
    found = heard(FRANCE, "Paris nips over to Burgundy with Mar's support, and all is well")
    assert all(one.text in "Paris nips over to Burgundy with Mar's support, and all is well" for one in found.lines)


def test_other_words_are_none_of_the_names_on_a_board():
    """`drop` may be said for `place`; a town called Drop would be meant by it."""
    book = shelf.other_words()
    for key in ("diplomacy", "range-war", "land-barons", "gold-rush", "hell-on-wheels"):
        game = shelf.game(key)
        names = {name.lower() for lexicon in game.lexicons for row in lexicon.words.values() for name in row}
        assert not names & {phrase for section in ("", key) for phrase in book.orders.get(section, {})}


@pytest.mark.parametrize("head", ["Gang | Order\n-----|------", "Gang | Order", "---|---"])
def test_a_table_without_a_frame_is_read_row_by_row(head):
    found = heard(LAZY_S, f"{head}\nLzy | to Mon\nCoo | stays")
    assert {"G(Lzy)-Mon", "G(Coo) H"} <= set(found.orders)
    assert "refused" not in {fate for _, fate in fates(found)}


@pytest.mark.parametrize("line", ["Everything as last time", "same as last turn please", "repeat my last orders"])
@pytest.mark.parametrize("table", [FRANCE, LAZY_S, GRAHAM, TRADERS, RED])
def test_the_orders_of_last_time_are_not_kept_and_the_answer_says_so(table, line):
    (one,) = heard(table, line).lines
    assert (str(one.fate), one.said.code) == ("refused", "as-last-time")


def test_join_me_is_said_to_other_players():
    found = heard(FRANCE, "Join me in attacking Germany!\nA PAR - BUR")
    assert found.commands == ()
    assert found.orders == ("A PAR - BUR",)
    assert ("Join me in attacking Germany!", "not-ordered") in fates(found)


@pytest.mark.parametrize(
    "line",
    [
        "A PAR - BUR (sorry Germany) with Marseilles in support",
        "A PAR - BUR with Marseilles in support (sorry Germany)",
    ],
)
def test_a_word_to_another_seat_in_brackets_is_cut_out_of_an_order(line):
    assert heard(FRANCE, line).orders == ("A PAR - BUR", "A MAR S A PAR - BUR")


def test_a_reason_that_concedes_something_is_named_and_one_that_turns_the_order_is_refused():
    assert heard(FRANCE, "A PAR - BUR, though it'll probably bounce").orders == ("A PAR - BUR",)
    assert heard(FRANCE, "A PAR - BUR, though I'd rather hold").orders == ()
    assert heard(FRANCE, "A PAR - BUR, though only if Germany leaves").orders == ()


def test_a_heading_may_shorten_the_year_and_say_whose_it_is():
    for heading in ("France's orders for spring 01:", "Orders for spring '01", "Spring 01"):
        assert "refused" not in {fate for _, fate in fates(heard(FRANCE, f"{heading}\nA PAR - BUR"))}
    assert heard(FRANCE, "Orders for fall '01\nA PAR - BUR").verdict == "ERRORS"


def test_an_answer_quotes_a_line_once():
    assert once('"Par xx" was not understood.', "Par xx.", "This") == "This was not understood."
    assert once("„Par xx“ wurde nicht verstanden.", "Par xx", "Das") == "Das wurde nicht verstanden."
    assert once('"Bur" may mean two.', "Par - Bur", "This") == '"Bur" may mean two.'


@pytest.mark.parametrize(
    ("line", "fate"),
    [
        ("Many a good horse weeps tonight!", "not-ordered"),
        ("Our cook says hello from the kitchen", "not-ordered"),
        ("Same as we discussed.", "refused"),
        ("Undo the whole lot!", "refused"),
        ("Half of it over there", "refused"),
        ("Stay well out of trouble", "refused"),
        ("frobnicate the wibble now", "refused"),
    ],
)
def test_talk_beside_orders_is_named_and_no_error_unless_it_may_order_something(line, fate):
    found = heard(FRANCE, f"A PAR - BUR\n{line}")
    assert (line, fate) in fates(found)
    assert found.verdict == ("ERRORS" if fate == "refused" else "WARNINGS")


def test_the_second_of_two_kinds_that_are_sold_twice_is_asked_back():
    twins = ("land-barons", "twins", "graham")
    assert heard(twins, "13 on the second").orders == ()


@pytest.mark.parametrize(
    ("table", "text", "orders"),
    [
        (FRANCE, "A PAR H\nso does Brest\nMarseilles does that too", ("A PAR H", "F BRE H", "A MAR H")),
        (LAZY_S, "Lzy stands, and so does Coo\nsame for CHM", ("G(Lzy) H", "G(Coo) H", "G(CHM) H")),
        (GRAHAM, "Saloon 11, same for the Bank\nGunslinger ditto", ("bid 11 on Bank", "bid 11 on Gunslinger")),
        (TRADERS, "T1 stays where he is\nT2 ditto\nT3 as well", ("T1: stand", "T2: stand", "T3: stand")),
        (TRADERS, "1 stands, so do 2 and 3.", ("T1: stand", "T2: stand", "T3: stand")),
    ],
)
def test_what_repeats_an_order_is_the_same_order_for_somebody_else(table, text, orders):
    found = heard(table, text)
    assert set(orders) <= set(found.orders)
    assert found.verdict != "ERRORS"
    assert all(one.text in text.replace("\n", " ") for one in found.lines)


@pytest.mark.parametrize("line", ["Germany does the same", "so do I", "Brest might too", "Brest does not do that too"])
def test_what_others_do_or_is_not_to_be_repeats_nothing(line):
    assert heard(FRANCE, f"A PAR H\n{line}").orders == ("A PAR H",)


def test_what_follows_a_line_that_was_not_understood_repeats_nothing():
    assert heard(FRANCE, "A PAR H\nA MAR xx yy\nBrest ditto").orders == ("A PAR H",)


@pytest.mark.parametrize(
    ("table", "line"),
    [
        (GRAHAM, "18 for the Bank, if somebody outbids me then 20"),
        (GRAHAM, "bid 18 on Bank, 25 if Johnson goes higher"),
        (RED, "bid 4k, if Blue bids more then 6k"),
    ],
)
def test_a_bid_that_hangs_on_others_is_refused_because_all_are_opened_at_once(table, line):
    found = heard(table, line)
    assert {one.said.code for one in found.lines if str(one.fate) == "refused"} == {"bids-are-sealed"}


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("A PAR - Gondor", Problem("unknown-space", {"text": "Gondor", "near": ("London",)})),
        ("The fleet limps to Brest", Problem("unknown-space", {"text": "limps", "near": ("Liverpool",)})),
        ("A PAR - BUR, F BRE - PIC", Problem("two-places", {"suggestion": "A PAR - BUR"})),
        ("A PAR - BUR", Problem("two-places", {"suggestion": "no order at all"})),
    ],
)
def test_nothing_is_suggested_that_is_no_order_or_leaves_out_what_was_said(line, problem):
    game = corpus("diplomacy").game
    state = corpus("diplomacy").states["opening"]
    ear = Ear(game, state, "france", "movement")
    assert suggestion(line, problem, ear.is_order, partial(things_in, game)) == ""


@pytest.mark.parametrize(
    ("table", "line", "orders"),
    [
        (TRADERS, "Numbers one to three: don't move.", ("T1: stand", "T2: stand", "T3: stand")),
        (TRADERS, "nobody moves", ("T1: stand", "T2: stand", "T3: stand")),
        (TRADERS, "T1 walks west 4in, T2 3in north", ("T1: move 6,10", "T2: move 14,13")),
        (TRADERS, "T1: 4 west, T2: same, T3: same.", ("T1: move 6,10", "T2: move 10,10", "T3: move 14,10")),
        (TRADERS, "T2 reloads. Everything else holds.", ("T2: reload", "T1: stand", "T3: stand")),
        (FRANCE, "send the Paris army to Burgundy", ("A PAR - BUR",)),
        (RED, "Bid: 3K + 1K = 4K", ("bid 4K",)),
        (RED, "I'll go four... no, five grand", ("bid 5K",)),
        (GRAHAM, "Saloon - I'll go ten... no, twelve.", ("bid 12 on Saloon",)),
        (
            GRAHAM,
            "8 for the Bank, no others",
            (
                "bid 8 on Bank",
                *(f"no bid on {lot}" for lot in ("Saloon", "Gunslinger", "Indian Braves", "Govt Contracts")),
            ),
        ),
        (("land-barons", "raid", "graham"), "Scrap both", ("discard Saloon", "discard Indian Braves")),
        (
            ("range-war", "winter", "lazy-s"),
            "Everyone stays put except Mon, who goes home to the ranch.",
            ("G(CHM) H", "G(Mes) H", "G(Mon)-Lzy"),
        ),
    ],
)
def test_what_was_written_in_a_hurry_is_read(table, line, orders):
    found = heard(table, line)
    assert tuple(found.orders) == orders
    assert {fate for _, fate in fates(found)} == {"order"}


@pytest.mark.parametrize(
    ("table", "line", "wrong"),
    [
        (RED, "Bid: 3K + 1K = 5K", "bid 5K"),
        (GRAHAM, "Bank: no, Saloon: 12", "bid 12 on Bank"),
        (GRAHAM, "Bank 7, no, Saloon 12", "bid 12 on Bank"),
        (("land-barons", "raid", "ok-corral"), "Scrap both", "discard Saloon"),
    ],
)
def test_what_does_not_add_up_is_not_read_so(table, line, wrong):
    assert wrong not in heard(table, line).orders
