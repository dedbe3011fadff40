"""An order with words around it that say nothing of it is that order, and the words are named; words that put it off,
doubt it or tell of others leave no order. A letter's first and last words may be a salutation and a name."""

import pytest

from tests.letters.corpora import corpus
from tests.letters.test_pieces import FRANCE, GRAHAM, LAZY_S, RED, TRADERS, fates, heard

ORDERS = {
    FRANCE: ("Paris", "moves to Burgundy", "A PAR - BUR"),
    LAZY_S: ("the Lazy S gang", "rides to Montana Valley", "G(Lzy)-Mon"),
    TRADERS: ("Trader 2", "reloads", "T2: reload"),
}
SETS = {
    FRANCE: "A PAR - BUR\nA MAR - SPA\nF BRE H",
    LAZY_S: "Lzy-Mon\nCoo H\nCHM H",
    GRAHAM: "pay all\nbid 12 on Bank\nnothing on the others",
    TRADERS: "all: stand",
    RED: "bid 4K\nnothing else",
}
TABLES = [pytest.param(table, id=table[0]) for table in ORDERS]
ALL = [pytest.param(table, id=table[0]) for table in SETS]


def said(table, frame):
    who, does, order = ORDERS[table]
    text = frame.replace("{o}", f"{who} {does}").replace("{s}", who).replace("{v}", does)
    return heard(table, text[0].upper() + text[1:]), order


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize(
    "frame",
    [
        "This time round, {o}.",
        "I have decided that {o}.",
        "We have decided to let this be known: {o}.",
        "My plan is simple: {o}.",
        "After much soul searching, {o}.",
        "It breaks my heart, but {o}.",
        "{o}, and may God have mercy.",
        "{o}, poor thing.",
        "{o} with a heavy heart.",
        "{o} as quietly as possible.",
        "{o} at the crack of dawn.",
        "{o} while the sun shines.",
        "{o} in any case.",
        "{o}, he has earned it.",
        "{s}, bless its heart, {v}.",
        "{s} gladly {v} after that long winter.",
        "{s} bravely {v}.",
        "Either way {o}.",
    ],
)
def test_words_around_an_order_that_say_nothing_of_it_are_left_out_and_named(table, frame):
    found, order = said(table, frame)
    assert found.orders == (order,)
    assert found.verdict == "WARNINGS"


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize(
    "frame",
    [
        "I was going to say that {o}.",
        "I would not say that {o}.",
        "My cousin Fritz reckons {o}.",
        "In my dreams {o}.",
        "In another life {o}.",
        "Over my dead body {o}.",
        "{o} only over my dead body.",
        "{o} on the condition that they behave.",
        "{o} once the coast is clear.",
        "{o} as long as it is safe.",
        "{o} if the weather holds.",
        "Suppose {o}.",
        "{o} next year.",
        "{o} in your dreams.",
        "{o} when hell freezes over.",
        "It would be silly if {o}.",
        "Far be it from me that {o}.",
        "He boasts that {o}.",
        "{o} unless you object.",
        "I doubt that {o}.",
        "I refuse to believe that {o}.",
        "Ignore this: {o}",
        "Hypothetically {o}.",
        "Red said I should let it be known that {o}.",
    ],
)
def test_words_that_turn_an_order_are_never_left_out(table, frame):
    found, order = said(table, frame)
    assert order not in found.orders


@pytest.mark.parametrize(
    ("table", "text"),
    [
        (FRANCE, "A PAR - BUR\nBuild a tank in Paris"),
        (LAZY_S, "F(Lzy)-Mon"),
        (RED, "bid three and a half"),
        (RED, "30 degrees, 5 grand more"),
        (TRADERS, "T1, ahem, Q9, attacks M1"),
    ],
)
def test_what_may_be_a_piece_a_sum_or_a_no_is_never_left_out(table, text):
    assert heard(table, text).verdict == "ERRORS"


@pytest.mark.parametrize("table", ALL)
@pytest.mark.parametrize(
    "name",
    [
        "Fredrik", "bo", "Two-Gun Pete", "Kees van der Berg", "Colette & Bruno", "Dusty Rhodes", "Cheerio, Wolfgang",
        "J. P. Stonebridge, surveyor", "Snow Whyte and all the dwarves", "Bettina (still in bed)",
    ],
)  # fmt: skip
def test_the_last_words_of_a_letter_may_be_any_name(table, name):
    found = heard(table, f"{SETS[table]}\n{name}")
    assert found.verdict != "ERRORS", fates(found)
    assert found.orders == heard(table, SETS[table]).orders


@pytest.mark.parametrize("table", ALL)
@pytest.mark.parametrize("line", ["Hodl", "Stnad", "Wtihdraw", "same again", "not yet", "Swap them", "all in!"])
def test_last_words_that_may_order_something_are_no_name(table, line):
    found = heard(table, f"{SETS[table]}\n{line}")
    assert found.verdict == "ERRORS" or (line, "not-ordered") in fates(found)


@pytest.mark.parametrize("table", ALL)
@pytest.mark.parametrize(
    "line", ["Greetings earthlings,", "Brrr.", "Evenin'.", "Honoured arbiter!", "Dear Supervisor,"]
)
def test_the_first_words_of_a_letter_may_be_any_salutation(table, line):
    found = heard(table, f"{line}\n{SETS[table]}")
    assert found.verdict != "ERRORS", fates(found)


def test_a_code_that_nobody_knows_is_no_name():
    assert heard(LAZY_S, "Lzy-Mon\nCoo H\nGH(CHM)-Mno").verdict == "ERRORS"
    assert heard(FRANCE, "A PAR - BUR\nA MAR - SPA\nF(Bre)-Xyz").verdict == "ERRORS"


def test_what_points_at_other_orders_is_no_salutation():
    assert heard(FRANCE, f"Same as discussed.\n{SETS[FRANCE]}").verdict == "ERRORS"


@pytest.mark.parametrize("table", ALL)
@pytest.mark.parametrize(
    "line",
    [
        "Three espressos later I am finally awake.",
        "writing this on a tractor, excuse the bumps",
        "Two black eyes, and nobody to kiss them better.",
        "no doubt you're asleep by now",
        "The twins are teething.",
        "What a lovely map you drew.",
        "Typed with frozen fingers.",
    ],
)
def test_beside_a_full_set_talk_is_talk_however_it_is_put(table, line):
    found = heard(table, f"{SETS[table]}\n\n{line}")
    assert found.verdict != "ERRORS", fates(found)


@pytest.mark.parametrize("table", ALL)
@pytest.mark.parametrize(
    "line",
    [
        "my riders swarm north", "everything west", "Its herd too", "They scatter", "half now and half later",
        "Same for the rest", "do whatever Bob does", "three more on the other", "qwzzk plomp",
        "the other one instead", "I bin the whole lot",
    ],
)  # fmt: skip
def test_beside_a_full_set_what_may_change_it_is_an_error(table, line):
    assert heard(table, f"{SETS[table]}\n\n{line}").verdict == "ERRORS"


def test_a_condition_rules_its_own_sentence_and_what_says_otherwise():
    winter = ("range-war", "winter", "lazy-s")
    all_three = ("G(Mes)-Coo", "G(CHM)-URG", "G(Mon) H")
    text = "If Coogan's Bluff is empty, Mes to Coo, else Mes stays. CHM to URG. Mon stays."
    assert set(heard(winter, text).orders) == set(all_three)
    text = "If Coogan's Bluff is empty, Mes to Coo. Otherwise Mes stays. CHM to URG. Mon stays."
    assert set(heard(winter, text).orders) == set(all_three)
    text = "If a gang is in Coogan's Bluff, Mes to Coo. CHM to URG. Mon stays."
    assert set(heard(winter, text).orders) == {"G(CHM)-URG", "G(Mon) H"}


def test_never_mind_takes_back_and_is_no_courtesy():
    found = heard(FRANCE, f"{SETS[FRANCE]}\nnever mind all that")
    assert found.verdict != "OK"


@pytest.mark.parametrize(
    ("at", "seat", "text", "orders"),
    [
        ("retreats", "lone-star", "That gang disbands.", {"G(Ind) disbands"}),
        ("example-08", "red-river", "Let them ride to RDR.", {"G(Cri) retreats RDR"}),
        ("winter", "lazy-s", "Mes to Coo. The other two don't move.", {"G(Mes)-Coo", "G(CHM) H", "G(Mon) H"}),
        ("branding", "lazy-s", "Build a gang at the Lazy S and a herd there. I waive the third one.",
         {"Build G(Lzy)", "Build H(Lzy)", "Waive"}),
    ],
)  # fmt: skip
def test_who_is_meant_may_be_said_by_a_pronoun(at, seat, text, orders):
    assert set(heard(("range-war", at, seat), text).orders) == orders


def test_two_dislodged_gangs_are_not_it():
    position = corpus("range-war")
    mine = [one for one in position.states["retreats"].dislodged if one.seat == "lazy-s"]
    assert len(mine) > 1
    assert heard(("range-war", "retreats", "lazy-s"), "They flee to URG.").orders == ()
