"""A later letter wins by when it came, whatever the order in which letters are read."""

import pytest

from judge import shelf
from judge.campaign import docket
from judge.campaign.docket import Came, Said
from judge.campaign.live import load_game
from tests.campaign.conftest import START
from tests.letters.corpora import corpus

SEATS = ("austria", "england", "france", "germany", "italy", "russia", "turkey")
LETTERS = {
    1: "A PAR - BUR\nF BRE - MAO",
    2: "A PAR - PIC",
    3: "A MAR H",
    4: "F BRE - ENG",
}


def test_stamps_compare_by_time_and_then_by_number():
    assert Came("2027-03-01T09:00:00.000000Z", 9) < Came("2027-03-01T09:00:00.000000Z", 10)
    assert Came("2027-03-01T09:00:00.000000Z", 10) < Came("2027-03-01T09:00:01.000000Z", 1)


@pytest.mark.parametrize("order", [(1, 2, 3, 4), (4, 3, 2, 1), (2, 1, 4, 3), (3, 4, 1, 2), (4, 1, 3, 2)])
def test_the_last_word_on_each_unit_stands(campaign, order):
    shelf.game("diplomacy")
    campaign.new_game("first", "diplomacy", START, seats=SEATS)
    campaign.start("first", START)
    for number in order:
        with campaign.act(START) as act:
            live = load_game(act.connection, "first", lock=True)
            # All came within one second: their numbers in the mailbox tell which came last.
            when = Came("2027-03-01T09:00:00.000000Z", number)
            source = f"letter <{number}@x> received {when.received}"
            docket.receive(act, live, "france", Said(LETTERS[number], source, came=when), docket.words_for(act, live))
    lines = campaign.docket("first")[1]["france"].lines
    assert sorted(lines) == ["A MAR H", "A PAR - PIC", "F BRE - ENG"]


def test_an_overtaken_clear_empties_nothing_that_came_after_it(campaign):
    campaign.new_game("first", "diplomacy", START, seats=SEATS)
    campaign.start("first", START)
    with campaign.act(START) as act:
        live = load_game(act.connection, "first", lock=True)
        words = docket.words_for(act, live)
        late, early = Came("2027-03-01T09:00:05.000000Z", 2), Came("2027-03-01T09:00:00.000000Z", 1)
        later = Said("A PAR H", f"letter <2@x> received {late.received}", came=late)
        docket.receive(act, live, "france", later, words)
        earlier = Said("", f"letter <1@x> received {early.received}", clear=True, came=early)
        docket.receive(act, live, "france", earlier, words)
    assert campaign.docket("first")[1]["france"].lines == ("A PAR H",)


def test_all_others_are_the_units_without_an_order(campaign):
    campaign.new_game("first", "diplomacy", START, seats=SEATS)
    campaign.start("first", START)
    campaign.enter("first", "france", "F BRE - MAO", START, "the first letter")
    campaign.enter("first", "france", "A PAR - BUR, all others hold", START, "the second letter")
    assert sorted(campaign.docket("first")[1]["france"].lines) == ["A MAR H", "A PAR - BUR", "F BRE - MAO"]
    campaign.enter("first", "france", "all units hold", START, "the third letter")
    assert sorted(campaign.docket("first")[1]["france"].lines) == ["A MAR H", "A PAR H", "F BRE H"]


OTHERS = {
    "range-war": ("summer", "lazy-s", "G(Lzy)-Mon", "all others hold", "all gangs hold"),
    "gold-rush": ("turn", "diggers-1", "D1: stand", "all others: stand", "all: stand"),
    "hell-on-wheels": ("build", "red", "window 6: pass", "the rest pass", None),
}


@pytest.mark.parametrize("key", sorted(OTHERS))
def test_all_others_leave_the_orders_that_are_in_from_earlier_letters(key):
    """A later letter takes the place of the orders on its own subjects; what is said of all others of none."""
    at, seat, earlier, others, everybody = OTHERS[key]
    read = corpus(key)
    game, state = read.game, read.states[at]
    form = game.window(state).asks[seat].form
    is_in = {game.subject(line.said) for line in game.read(state, seat, form, earlier)}
    told = game.read(state, seat, form, others)
    assert told
    assert not is_in & {game.subject(line.said) for line in told if not line.rest}
    if everybody is not None:
        assert is_in <= {game.subject(line.said) for line in game.read(state, seat, form, everybody) if not line.rest}


@pytest.mark.parametrize(("line", "rest"), [("all others stand", True), ("all stand", False)])
def test_in_land_barons_all_others_leave_the_orders_that_are_in(line, rest):
    read = corpus("land-barons")
    lines = read.game.read(read.states["raid"], "johnson", "build-and-raid", f"Lawmen Posse to 0607\n{line}")
    assert {one.rest for one in lines if one.number == 2} == {rest}
    assert not any(one.rest for one in lines if one.number == 1)
