"""What a report leads with: what happened, the reader's own pieces, the deadline; then the form; then the rest."""

import re

import pytest

from judge import report, shelf
from judge.adjudicator.dice import KeyedDice
from judge.adjudicator.driver import close, take
from judge.adjudicator.protocol import Table
from judge.grammar.options import complete_options
from judge.report.build import Notes
from judge.report.gazette import Edition
from judge.report.words import TemplateTrouble, Words
from judge.variants import GAMES

SPRING = {"germany": "A MUN - BOH", "italy": "A VEN - TYR"}
FALL = {"germany": "A BOH - VIE", "italy": "A TYR S A BOH - VIE", "france": "A PAR - BUR\nA MAR - BUR"}


def played(game, *turns):
    """The last step of a game of Diplomacy after these orders, with the state before it."""
    step = game.setup(Table(tuple(seat.id for seat in game.seats), complete_options(game, {})), KeyedDice.of("news"))
    for number, letters in enumerate(turns):
        before = step.state
        asks = game.window(before).asks
        sent = {seat: take(game, before, seat, asks[seat].form, text).orders for seat, text in letters.items()}
        step = close(game, before, sent, KeyedDice.of(f"news {number}")).step
    return before, step


def told(seat, *turns):
    """The text report of the last of these turns, on one line."""
    game = shelf.game("diplomacy")
    before, step = played(game, *turns)
    notes = Notes("west", players={}, deadline="Sunday 7 March 2027, 20:30 CET", dice=("record 1: 0123",))
    return " ".join(report.render(report.build(game, before, step.state, step.events, seat, notes)).split())


def test_a_paper_tells_who_entered_anothers_centre():
    game = shelf.game("diplomacy")
    before, step = played(game, {"austria": "F TRI - ALB", "italy": "A VEN - TRI"})
    for number in range(3):
        notes = Notes("west", edition=Edition(number, "a commitment"))
        text = report.render(report.build(game, before, step.state, step.events, None, notes))
        assert "Italy enters Trieste, a centre of Austria." in " ".join(text.partition("-----")[2].split())


def in_order(text, *phrases):
    """Whether these stand in the text one after the other."""
    places = [text.find(phrase) for phrase in phrases]
    assert -1 not in places, f"{phrases[places.index(-1)]!r} is not there:\n{text}"
    assert places == sorted(places), text


def test_the_first_screen_is_news_then_ones_own_orders_then_the_deadline_then_the_form():
    text = told("austria", SPRING, FALL)
    in_order(
        text,
        "Fall 1901, movement",
        "You are *Austria*",
        "Germany drives Austria out of Vienna",
        "army in Vienna is dislodged",
        "What became of your orders",
        "A VIE H (no order): *dislodged*",
        "due on Sunday 7 March 2027, 20:30 CET",
        "ORDERS west austria",
        "The orders of the others",
        "A BOH - VIE: *done*",
        "The board",
        "record 1: 0123",
    )
    assert text.count("A VIE H (no order)") == 1


def test_who_is_asked_nothing_reads_so_before_the_details():
    text = told("turkey", SPRING, FALL)
    in_order(text, "Germany drives Austria out of Vienna", "Nothing is asked of you now", "The orders of the others")
    assert "END ORDERS" not in text


def test_a_turn_in_which_nothing_fell_says_so():
    in_order(told("france", SPRING), "A quiet Spring", "What became of your orders")


def test_who_comes_into_anothers_centre_is_news_before_it_changes_hands():
    burgundy = {"germany": "A MUN - BUR"}
    text = told("italy", burgundy | {"france": "A PAR - PIC"}, {}, {"germany": "A BUR - PAR"})
    in_order(text, "Germany enters Paris", "Germany enters Paris, a centre of France.", "The orders")
    # Who was driven out of one is told already.
    assert "enters Vienna" not in told("turkey", SPRING, FALL)


def test_builds_are_the_news_of_a_winter():
    west = {"france": "A MAR - SPA\nF BRE - MAO"}
    text = told("italy", west, {}, {"france": "Build A MAR"})
    in_order(text, "One unit built", "France: Build A MAR")


@pytest.mark.parametrize("key", sorted(GAMES))
def test_every_event_a_report_may_lead_with_has_a_headline(key):
    words = Words(shelf.game(key))
    for code in words.game.news:
        assert words.has("events", code), f"{code} is no event of {key}"
        assert words.has("news", f"head-{code}"), f"{code} has no headline"


@pytest.mark.parametrize("file", ["news.j2", "gazette.j2"])
def test_headlines_of_a_game_masters_own_spend_only_so_much(tmp_path, file):
    (tmp_path / "diplomacy").mkdir()
    (tmp_path / "diplomacy" / file).write_text(
        "{% for a in range(99999) %}{% for b in range(99999) %}{% endfor %}{% endfor %}"
    )
    game = shelf.game("diplomacy")
    before, step = played(game, SPRING, FALL)
    notes = Notes("west", own_templates=tmp_path, edition=Edition(1, "a commitment"))
    with pytest.raises(TemplateTrouble, match=re.escape(file)):
        report.build(game, before, step.state, step.events, None, notes)


def test_what_one_sentence_says_of_many_is_not_said_again():
    """Herds branded in one sentence at the head, with whose each was."""
    game = shelf.game("range-war")
    step = game.setup(Table(tuple(seat.id for seat in game.seats), complete_options(game, {})), KeyedDice.of("herds"))
    found = ""
    for number in range(12):
        before = step.state
        asks = game.window(before).asks
        sent = {seat: take(game, before, seat, ask.form, game.letter(before, seat, f"{number}")).orders
                for seat, ask in asks.items()}  # fmt: skip
        step = close(game, before, sent, KeyedDice.of(f"herds {number}")).step
        text = " ".join(report.render(report.build(game, before, step.state, step.events, None, Notes("west"))).split())
        if "Branded: " in text:
            found = text
            assert " brands the herd in " not in text
    assert found, "no game in which many herds were branded: the test tests nothing"


def test_who_gets_no_card_is_told_once_for_all():
    game = shelf.game("hell-on-wheels")
    seats = tuple(seat.id for seat in game.seats)
    step = game.setup(Table(seats, complete_options(game, {})), KeyedDice.of("cards"))
    most = 0
    for number in range(9):
        before = step.state
        asks = game.window(before).asks
        sent = {seat: take(game, before, seat, ask.form, game.letter(before, seat, f"look {number}")).orders
                for seat, ask in asks.items()}  # fmt: skip
        step = close(game, before, sent, KeyedDice.of(f"cards {number}")).step
        text = " ".join(report.render(report.build(game, before, step.state, step.events, None, Notes("west"))).split())
        most = max(most, sum(event.code == "deck-dry" for event in step.events))
        assert text.count("nothing more is drawn") <= 1
        assert text.count("no additional card") <= 1
    assert most > 1, "no deck ran dry twice: the test tests nothing"


def test_cards_that_were_bought_are_news_where_nothing_else_is():
    game = shelf.game("hell-on-wheels")
    step = game.setup(Table(("red", "blue", "green"), complete_options(game, {})), KeyedDice.of("bought"))
    for number, sent in enumerate(({"red": "bid 3"}, {"red": "draw 2"})):
        before = step.state
        asks = game.window(before).asks
        orders = {seat: take(game, before, seat, asks[seat].form, text).orders for seat, text in sent.items()}
        step = close(game, before, orders, KeyedDice.of(f"bought {number}")).step
    text = " ".join(report.text_of_step(game, before, step.state, step.events, None).split())
    assert text.split("===== ")[1].startswith("Red buys 2 additional cards for 6K."), text
