"""The composer in a browser: a whole turn of each game by clicks and touch alone, and what it never does."""

import functools
import http.server

import pytest

from judge import shelf
from judge.adjudicator.dice import KeyedDice
from judge.adjudicator.driver import close, take
from judge.adjudicator.protocol import Table
from judge.grammar.options import complete_options
from judge.report import compose
from judge.report.site import write_site
from judge.scenario.simulate import seats_for
from tests.loopback import serving
from tests.site import composing
from tests.site.test_pages import KEYS, Quiet, browser, record

__all__ = ["browser"]
WINDOWS = {"diplomacy": 3, "range-war": 3, "land-barons": 2, "gold-rush": 3, "hell-on-wheels": 3}


@pytest.fixture
def pages(browser):
    """A page for the mouse and one for a finger; neither may complain."""
    wrong, made = [], []
    for touch in (False, True):
        more = {"has_touch": True, "viewport": {"width": 390, "height": 844}} if touch else {}
        context = browser.new_context(**more)
        page = context.new_page()
        page.set_default_timeout(3000)
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
        made.append(page)
    yield tuple(made)
    for page in made:
        page.context.close()
    assert not wrong


@pytest.mark.server
@pytest.mark.parametrize("key", KEYS)
def test_a_whole_turn_is_played_by_clicks_and_read_as_meant(pages, key):
    """Every window of a turn, by mouse and by finger in turn: what stands in the text is read to the orders clicked."""
    game = shelf.game(key)
    low, high = game.seat_range
    table = Table(seats_for(game, 0, min(high, max(low, 4))), complete_options(game, {}))
    state = game.setup(table, KeyedDice.of(f"compose/{key}/setup")).state
    for number in range(WINDOWS[key]):
        window = game.window(state)
        seat = next(iter(window.asks))
        page, view = pages[number % 2], game.view(state, seat)
        composing.open_page(page, game, view, window)
        wanted = composing.play(page, game, view, window, seat, touch=bool(number % 2))
        text, form = page.input_value("#compose-text"), window.asks[seat].form
        assert sorted(text.splitlines()) == sorted(wanted)
        assert wanted or not any(one.choices for one in compose.subjects(game, view, seat, window.asks[seat]))
        assert page.locator("#compose-said .unread").count() == 0, page.inner_text("#compose-said")
        taken = take(game, state, seat, form, text)
        assert not taken.unread, (window.title, taken.unread)
        meant = [one for line in wanted for one in take(game, state, seat, form, line).orders]
        assert set(map(repr, taken.orders)) <= set(map(repr, meant))
        assert {game.subject(one) for one in meant} == {game.subject(one) for one in taken.orders}
        sent = {
            other: take(game, state, other, ask.form, game.letter(state, other, f"compose/{number}")).orders
            for other, ask in window.asks.items()
        }
        state = close(game, state, {**sent, seat: taken.orders}, KeyedDice.of(f"compose/{key}/{number}")).step.state
