"""The composer in a browser: a whole turn of each game by clicks and touch alone, and what it never does."""

import functools
import http.server
from dataclasses import replace

import pytest

from judge import shelf
from judge.adjudicator.dice import KeyedDice
from judge.adjudicator.driver import close, take
from judge.adjudicator.protocol import Table
from judge.grammar.document import load
from judge.grammar.options import complete_options
from judge.report import compose
from judge.report.site import write_site
from judge.scenario.simulate import seats_for
from tests.daily import todays
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
        # A picked piece's map scrolls into view by itself; where one clicks is measured once, so it must not glide.
        context = browser.new_context(reduced_motion="reduce", **more)
        page = context.new_page()
        page.set_default_timeout(15_000)
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
    """Every window of a turn, by mouse and by finger in turn: what stands in the text is read to the orders clicked.

    One of them a day, all in proof; the others are played by letter.
    """
    game = shelf.game(key)
    low, high = game.seat_range
    table = Table(seats_for(game, 0, min(high, max(low, 4))), complete_options(game, {}))
    state = game.setup(table, KeyedDice.of(f"compose/{key}/setup")).state
    for number in range(WINDOWS[key]):
        window = game.window(state)
        sent = {
            other: take(game, state, other, ask.form, game.letter(state, other, f"compose/{number}")).orders
            for other, ask in window.asks.items()
        }
        if number in todays(range(WINDOWS[key]), WINDOWS[key]):
            seat = next(iter(window.asks))
            sent |= {seat: played_by_clicks(pages[number % 2], game, state, window, seat, touch=bool(number % 2))}
        state = close(game, state, sent, KeyedDice.of(f"compose/{key}/{number}")).step.state


def played_by_clicks(page, game, state, window, seat, touch):
    """The orders that come of it."""
    view = game.view(state, seat)
    composing.open_page(page, game, view, window)
    wanted = composing.play(page, game, view, window, seat, touch=touch)
    text, form = page.input_value("#compose-text"), window.asks[seat].form
    assert sorted(text.splitlines()) == sorted(wanted)
    assert wanted or not any(one.choices for one in compose.subjects(game, view, seat, window.asks[seat]))
    assert page.locator("#compose-said .unread").count() == 0, page.inner_text("#compose-said")
    taken = take(game, state, seat, form, text)
    assert not taken.unread, (window.title, taken.unread)
    meant = [one for line in wanted for one in take(game, state, seat, form, line).orders]
    assert set(map(repr, taken.orders)) <= set(map(repr, meant))
    assert {game.subject(one) for one in meant} == {game.subject(one) for one in taken.orders}
    return taken.orders


def started(key):
    """The first window of a game in which pieces move or cards lie, and the first seat that is asked."""
    one = record(key)
    return one, one.window, next(iter(one.window.asks))


@pytest.mark.server
def test_a_typed_line_is_never_touched(pages):
    """Clicking, changing one's mind, taking back: what was typed stays; two lines for one piece are told."""
    one, window, seat = started("range-war")
    view = one.game.view(one.state, seat)
    page = pages[0]
    subject = next(each for each in compose.subjects(one.game, view, seat, window.asks[seat]) if each.space)
    composing.open_page(page, one.game, view, window)
    typed = f"  please let the gang in {subject.space} hold   \n\nPRESS TO all\nHello!\nEND PRESS"
    page.fill("#compose-text", typed)
    for value in ("1", "2", ""):
        page.select_option(f"#compose-{subject.id}", value)
        assert page.input_value("#compose-text").startswith(typed), value
    assert page.input_value("#compose-text").rstrip() == typed
    page.fill("#compose-text", f"G({subject.space}) H hard")
    page.select_option(f"#compose-{subject.id}", "1")
    assert page.locator("#compose-said .warning").count() == 1
    page.click("#compose-said button")
    assert page.input_value("#compose-text") == subject.choices[1].text


@pytest.mark.server
def test_orders_that_are_in_are_known_and_changed_in_their_place(pages):
    one, window, seat = started("diplomacy")
    view, page = one.game.view(one.state, seat), pages[0]
    first, second = compose.subjects(one.game, view, seat, window.asks[seat])[:2]
    sent = [second.choices[1].text, "Thank you, judge", first.choices[0].text]
    composing.open_page(page, one.game, view, window, sent)
    assert page.input_value(f"#compose-{second.id}") == "1"
    page.select_option(f"#compose-{second.id}", "0")
    assert page.input_value("#compose-text").splitlines() == [second.choices[0].text, *sent[1:]]


@pytest.mark.server
@pytest.mark.parametrize(
    ("key", "opening"), [("diplomacy", "IF "), ("range-war", "IF "), ("gold-rush", ""), ("land-barons", "")]
)
def test_a_condition_by_form_is_read_by_the_judge(pages, key, opening):
    one, window, seat = started(key)
    view, page = one.game.view(one.state, seat), pages[0]
    subject = next(
        each
        for each in compose.subjects(one.game, view, seat, window.asks[seat])
        if each.conditions and (each.route or len(each.choices) > 1)
    )
    composing.open_page(page, one.game, view, window)
    if subject.route:
        sheet = compose.composer(key).sheet(one.game, view)
        page.fill(
            "#compose-text", subject.route.text.replace("{way}", f"{subject.space}-{sheet.near[subject.space][0]}")
        )
    else:
        page.select_option(f"#compose-{subject.id}", "1")
    page.click(f".subject[data-subject='{subject.id}'] >> text=Only if")
    page.select_option("#compose-if-else", "0" if not subject.route else "")
    before = page.input_value("#compose-text")
    page.click("#compose-if-yes")
    # The dialog is shut before it says so: the line is written only then.
    page.wait_for_function("before => document.getElementById('compose-text').value !== before", arg=before)
    (line,) = page.input_value("#compose-text").splitlines()
    assert line.startswith(opening)
    assert " if " in line.lower() or line.startswith("IF ")
    assert page.locator("#compose-said .unread").count() == 0
    if not opening:
        assert not take(one.game, one.state, seat, window.asks[seat].form, line).unread, line


@pytest.mark.server
def test_on_a_telephone_a_seats_own_pieces_are_in_sight(pages):
    """Whoever is chosen: the map is scrolled so that a piece of theirs is on the screen."""
    one, window, _ = started("range-war")
    view, page = one.game.view(one.state, None), pages[1]
    composing.open_page(page, one.game, view, window)
    for seat in window.asks:
        page.select_option("#compose-seat", seat)
        spots = compose.composer("range-war").sheet(one.game, view).spots
        own = [spots[each.space] for each in compose.subjects(one.game, view, seat, window.asks[seat]) if each.space]
        seen = page.evaluate(composing.THERE, [list(spot) for spot in own])
        assert any(0 < x < 390 for x, _ in seen), seat


@pytest.mark.server
def test_a_tap_on_another_piece_of_ones_own_orders_nothing_before_it_is_chosen(pages):
    """Helping it, or going where it leaves: only the player knows. Whoever leaves it is told how to begin again."""
    one, window, seat = started("range-war")
    view, page = one.game.view(one.state, seat), pages[1]
    hand, gangs = opened(page, one, view, window)
    gang, helped = next(
        (gang, choice.steps[0])
        for gang in gangs.values()
        for choice in gang.choices
        if choice.verb == "support-hold" and choice.steps[0] in gangs
    )
    hand.space(gang.space)
    hand.space(helped)
    assert page.input_value("#compose-text") == ""
    hand.option("Leave it")
    assert page.inner_text("#compose-hint") == "Click a piece of yours."
    hand.space(gang.space)
    hand.space(helped)
    hand.space(helped)
    assert composing.lines(page) == [f"G({gang.space}) S G({helped})"]


@pytest.mark.server
def test_a_support_that_helps_nobody_is_told(pages):
    one, window, seat = started("range-war")
    view, page = one.game.view(one.state, seat), pages[0]
    _, gangs = opened(page, one, view, window)
    gang, support = next(
        (gang, choice)
        for gang in gangs.values()
        for choice in gang.choices
        if choice.verb == "support" and choice.steps[0] in gangs
    )
    helped, goal = support.steps
    page.select_option(f"#compose-{gang.id}", str(gang.choices.index(support)))
    name = one.game.names[helped]
    assert page.inner_text("#compose-said") == f"“{support.text}” helps nobody yet: Gang in {name} has no such order."
    page.fill("#compose-text", f"{support.text}\nG({helped}) H")
    assert page.inner_text("#compose-said").endswith(f"helps nobody: Gang in {name} is ordered “G({helped}) H”.")
    page.fill("#compose-text", f"{support.text}\nG({helped})-{goal}")
    assert page.inner_text("#compose-said") == ""


@pytest.mark.server
def test_a_driven_herd_is_drawn_otherwise_than_a_move(pages):
    one, window, seat = started("range-war")
    view, page = one.game.view(one.state, seat), pages[0]
    _, gangs = opened(page, one, view, window)
    drawn = {}
    for verb in ("move", "drive"):
        gang, place = next(
            (gang, place)
            for gang in gangs.values()
            for place, choice in enumerate(gang.choices)
            if choice.verb == verb and gang.space in view.herds
        )
        page.select_option(f"#compose-{gang.id}", str(place))
        drawn[verb] = page.locator("#compose-orders circle").count()
    assert drawn["move"] == 0 < drawn["drive"]


@pytest.mark.server
@pytest.mark.parametrize("key", ["diplomacy", "range-war", "land-barons"])
def test_on_a_telephone_the_names_on_the_map_can_be_read(pages, key):
    """They are 12 pixels high or more; the few that are squeezed into a narrow space, and the legend, are less."""
    one, window, seat = started(key)
    page = pages[1]
    composing.open_page(page, one.game, one.game.view(one.state, seat), window)
    sizes = page.evaluate(
        """names => [...document.querySelectorAll("#compose-map text")]
        .filter(one => names.includes(one.textContent) && one.textContent)
        .map(one => parseFloat(getComputedStyle(one).fontSize) * one.getScreenCTM().d)""",
        [part for name in one.game.names.values() for part in (name, *name.split())],
    )
    assert sum(size > 11.9 for size in sizes) > len(sizes) * 0.7


@pytest.mark.server
def test_each_drag_from_a_stack_is_the_road_of_its_next_unit(pages):
    """And a road that is dragged anew stays where it was in the text: units go in the order of their lines."""
    one, window, _ = started("land-barons")
    seat, subjects = next(
        (seat, units)
        for seat in window.asks
        if len(units := stack_of(compose.subjects(one.game, one.game.view(one.state, seat), seat, window.asks[seat])))
        > 1
    )
    view, page = one.game.view(one.state, seat), pages[0]
    composing.open_page(page, one.game, view, window)
    sheet = compose.composer("land-barons").sheet(one.game, view)
    hand, start = composing.Hand(page, sheet, False), subjects[0].space
    first, second = sheet.near[start][:2]
    for goal in (first, second):
        hand.drag((start, goal))
    texts = [
        unit.route.text.replace("{way}", f"{start}-{goal}")
        for unit, goal in zip(subjects[:2], (first, second), strict=True)
    ]
    assert composing.lines(page) == texts
    composing.pick(hand, subjects[0])
    hand.drag((start, second))
    assert composing.lines(page) == [texts[0].replace(first, second), texts[1]]


def stack_of(subjects):
    """The first units that stand in one space together."""
    units = [one for one in subjects if one.route]
    return next(([each for each in units if each.space == one.space] for one in units
                 if sum(each.space == one.space for each in units) > 1), [])  # fmt: skip


@pytest.mark.server
@pytest.mark.parametrize("touch", [False, True])
def test_who_was_driven_out_is_picked_where_it_is_drawn(pages, touch):
    """Beside the piece that came in; it has the ring, and its arrow begins there."""
    game = shelf.game("diplomacy")
    state = game.read_position(load(RETREAT))
    window, view, page = game.window(state), game.view(state, "france"), pages[touch]
    composing.open_page(page, game, view, window)
    sheet = compose.composer("diplomacy").sheet(game, view)
    hand = composing.Hand(page, sheet, touch)
    hand.space("PAR out")
    assert page.inner_text("#compose-hint").startswith("Dislodged army, Paris")
    hand.space("GAS")
    assert composing.lines(page) == ["A PAR R GAS"]


RETREAT = """
phase: Spring 1901, retreats
units:
  germany: [A PAR]
  france: [A MAR]
dislodged:
  france: [A PAR]
"""


def opened(page, one, view, window):
    """The composer of a seat with gangs: a hand at it, and the gangs by space."""
    composing.open_page(page, one.game, view, window)
    sheet = compose.composer(one.game.key).sheet(one.game, view)
    found = compose.subjects(one.game, view, view.seat, window.asks[view.seat])
    return composing.Hand(page, sheet, page.viewport_size["width"] < 500), {each.space: each for each in found}


@pytest.mark.server
def test_cash_is_counted_down_over_all_lots(pages):
    game = shelf.game("land-barons")
    state = game.setup(
        Table(tuple(seat.id for seat in game.seats), complete_options(game, {})), KeyedDice.of("lots")
    ).state
    window = game.window(state)
    seat = next(iter(window.asks))
    view, page = game.view(state, seat), pages[0]
    cash = state.cash[seat]
    lots = [one for one in compose.subjects(game, view, seat, window.asks[seat]) if one.said == "lot"]
    assert len(lots) > 1
    composing.open_page(page, game, view, window)
    for subject, sum_ in zip(lots, (3, 4), strict=False):
        page.fill(f"#compose-{subject.id}", str(sum_))
    assert page.inner_text("#compose-purse") == f"Cash {cash}, planned 7, left {cash - 7}."
    page.fill(f"#compose-{lots[0].id}", str(cash))
    assert page.inner_text("#compose-purse") == f"Cash {cash}, planned {cash + 4}: 4 more than there is."


@pytest.mark.server
def test_a_link_brings_the_seats_own_hand_and_no_server_sees_it(browser, tmp_path):
    one, window, seat = started("hell-on-wheels")
    write_site([one], tmp_path, "The club")
    hand = one.game.view(one.state, seat).hand
    asked = []

    class Listed(Quiet):
        def log_message(self, *args):
            asked.append(self.path)

    with serving(
        http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Listed, directory=str(tmp_path)))
    ) as server:
        page = browser.new_page()
        link = compose.fragment(one.game, one.state, window, seat, ["draw 1 extra"])
        address = f"http://127.0.0.1:{server.server_port}/hell-on-wheels/orders.html"
        page.goto(f"{address}#own={link}")
        page.wait_for_selector("[data-subject='rest']")
        assert page.input_value("#compose-text") == "draw 1 extra"
        cards = {card.card for card in hand if card.type in ("raid", "opportunist")}
        assert page.locator("[data-subject^='card-']").count() <= len(hand)
        assert bool(cards) == bool(page.locator("[data-subject^='card-']").count())
        assert not any(link[:20] in path for path in asked)
        # The same link once another window is open says so and shows nothing of its own.
        page.goto("about:blank")
        page.goto(f"{address}#own={compose.fragment(one.game, one.state, replace(window, title='Turn 9, bid'), seat)}")
        page.wait_for_selector("#compose-stale:not([hidden])")
        page.close()


@pytest.mark.parametrize("key", KEYS)
def test_what_the_public_page_offers_is_the_same_whatever_is_hidden(key):
    """A page made from the public view names no card of a hand and no order that is in."""
    one, window, _ = started(key)
    given = compose.facts(one.game, one.game.view(one.state, None), window, compose.Outlet())
    assert [seat["id"] for seat in given["seats"]] == [each.id for each in one.game.seats if each.id in window.asks]
    for seat in given["seats"]:
        assert seat["sent"] == []
        assert key != "hell-on-wheels" or not any(each["said"] == "card" for each in seat["subjects"])
