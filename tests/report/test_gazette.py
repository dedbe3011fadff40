"""The news as the front page of a paper: the same for all, told from the events alone, worded anew each issue."""

from itertools import pairwise

import pytest

from judge import report, shelf
from judge.adjudicator.dice import KeyedDice
from judge.adjudicator.driver import close, take
from judge.adjudicator.protocol import Table
from judge.grammar.options import complete_options
from judge.report.build import Notes
from judge.report.gazette import LEADS, OPENERS, Edition, wording
from judge.report.words import Words
from judge.scenario.simulate import seats_for
from judge.variants import GAMES

TURNS = 5


def steps(key):
    """A few steps of a game between scripted players: the states before and after, and what happened."""
    game = shelf.game(key)
    low, high = game.seat_range
    seats = seats_for(game, 0, min(high, max(low, 4)))
    before, step = None, game.setup(Table(seats, complete_options(game, {})), KeyedDice.of("paper"))
    yield game, before, step
    for number in range(TURNS):
        before = step.state
        window = game.window(before)
        if window is None:
            return
        sent = {
            seat: take(game, before, seat, ask.form, game.letter(before, seat, f"{number}")).orders
            for seat, ask in window.asks.items()
        }
        step = close(game, before, sent, KeyedDice.of(f"paper {number}")).step
        yield game, before, step


def front_page(game, before, step, number, seat=None, letters=()):
    """The paper in the report of a step, as text on one line: from its number to its market."""
    notes = Notes("west", edition=Edition(number, "a commitment", letters))
    made = report.build(game, before, step.state, step.events, seat, notes)
    text = " ".join(report.render(made).split())
    own = Words(game).env.get_template(f"{game.key}/gazette.j2").module
    assert own.masthead() in text
    return text[text.index(f"No. {number} ") : text.index(own.market())]


@pytest.mark.parametrize("key", sorted(GAMES))
def test_no_issue_opens_a_story_as_the_last_one_did(key):
    own = Words(shelf.game(key)).env.get_template(f"{key}/gazette.j2").module
    openers = {own.opener(number) for number in range(OPENERS)} | {own.opening(number) for number in range(LEADS)}
    assert len(openers) == OPENERS + LEADS
    last: set[str] = set()
    for number, (game, before, step) in enumerate(steps(key)):
        text = front_page(game, before, step, number)
        now = {opener for opener in openers if opener in text}
        assert now or own.nothing(wording(Edition(number, "a commitment"), "")) in text
        assert not now & last, f"issue {number} opens again with {now & last}"
        last = now


@pytest.mark.parametrize("key", sorted(GAMES))
def test_the_paper_is_the_same_for_every_reader(key):
    for number, (game, before, step) in enumerate(steps(key)):
        public = front_page(game, before, step, number)
        for seat in game.window(step.state).asks:
            assert front_page(game, before, step, number, seat) == public


def test_headlines_of_one_kind_change_from_issue_to_issue():
    for key in GAMES:
        game = shelf.game(key)
        for code in game.news:
            drawn = [issue_of_kind(code, number) for number in range(4)]
            assert all(one != other for one, other in pairwise(drawn))


def issue_of_kind(code, number):
    """Which headline issue `number` prints above this kind of event."""
    return wording(Edition(number, "a commitment"), code)


def test_letters_to_the_editor_are_printed_as_they_were_written():
    game, before, step = list(steps("diplomacy"))[1]
    notes = Notes("west", edition=Edition(1, "x", (("France", "Peace *now*, # and ~ever~!"),)))
    text = report.render(report.build(game, before, step.state, step.events, None, notes))
    assert "Letters to the editor" in text
    assert "| Peace *now*, # and ~ever~!" in text


@pytest.mark.parametrize("key", sorted(GAMES))
def test_every_headline_has_two_others_or_none(key):
    words = Words(shelf.game(key))
    for code in words.game.news:
        more = [words.has("gazette", f"head-{code}-{number}") for number in (1, 2)]
        assert more in ([True, True], [False, False]), code
