"""A seat's page in a real browser at the size of a telephone, by touch: a window of each game, and no fault for axe."""

from __future__ import annotations

import os
import shutil
from datetime import timedelta

import pytest

from judge.campaign.wake import closing_of
from judge.variants import GAMES
from tests.serve.table import Table, look
from tests.web.visitor import Visitor

pytestmark = pytest.mark.server
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"]
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
PLAYED = tuple(key for key in sorted(GAMES) if key != "lanterns")


@pytest.fixture(scope="module")
def browser():
    if CHROMIUM is None:
        if os.environ.get("JUDGE_REQUIRE_SERVERS"):
            pytest.fail("Chromium is required here")
        pytest.skip("no Chromium on this machine: apt-get install chromium")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as tool:
        opened = tool.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield opened
        opened.close()


@pytest.fixture
def open_pages(tmp_path):
    made = []

    def make(game, **words):
        table = Table(tmp_path / "club", game=game, seats=99, **words).start()
        made.append((table, Visitor(table, "http://127.0.0.1")))
        return made[-1]

    yield make
    for table, visitor in made:
        visitor.close()
        table.close()


class Player:
    """Somebody with a telephone: a page of their own, which fails its test on any error and any foreign request."""

    def __init__(self, browser, visitor, seat, **more):
        self.visitor, self.seat, self.wrong = visitor, seat, []
        self.context = browser.new_context(**{**PHONE, **more})
        self.page = self.context.new_page()
        self.page.set_default_timeout(20_000)
        self.page.on("console", lambda said: self.wrong.append(said.text) if said.type == "error" else None)
        self.page.on("pageerror", lambda error: self.wrong.append(str(error)))
        own = f"http://127.0.0.1:{visitor.pages.port}/"
        self.page.on("request", lambda one: None if one.url.startswith((own, "data:")) else self.wrong.append(one.url))
        self.home = own.rstrip("/") + visitor.link(seat)

    def open(self, path=""):
        self.page.goto(self.home + path)

    def orders(self):
        """An order for everything that has a list of them, the last but one of it, by touch."""
        text = self.page.locator("#compose-text")
        boxes = self.page.locator("#compose-lists select:enabled:not([id$=when])")
        for place in range(4):
            # A choice may leave fewer lists than there were.
            if place >= boxes.count():
                break
            choices = boxes.nth(place).locator("option").evaluate_all("all => all.map(one => one.value)")
            boxes.nth(place).select_option(value=choices[max(1, len(choices) - 2)] if len(choices) > 1 else "")
        return [line for line in text.input_value().splitlines() if line.strip()]

    def send(self):
        self.page.locator("#compose-send").tap()
        self.page.locator("#answer:not([hidden]) h2").wait_for()
        return self.page.locator("#answer").inner_text()

    def close(self):
        self.context.close()
        assert not self.wrong, self.wrong


def faults(page):
    from axe_playwright_python.sync_playwright import Axe

    # What passes is not asked for: it is most of what axe would tell.
    found = Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"]
    worse = [one for one in found if one["impact"] != "minor"]
    return [f"{one['id']}: {node['html'][:100]}" for one in worse for node in one["nodes"]]


@pytest.mark.parametrize("key", PLAYED)
def test_orders_are_given_by_touch_and_are_read_as_meant(open_pages, browser, key):
    table, visitor = open_pages(key)
    seat = sorted(table.live().window.asks)[0]
    player = Player(browser, visitor, seat)
    player.open()
    written = player.orders()
    if not written:
        live = table.live()
        player.page.locator("#compose-text").fill(live.game.letter(live.state, seat, "touch"))
    answer = player.send()
    assert answer.startswith(("OK", "WARNINGS")), answer
    stored = table.orders(seat)
    assert stored or "no orders" in answer
    for line in written:
        # The same letter by hand comes to the same set.
        assert line in player.page.locator("#compose-text").input_value()
    table.pass_time(seconds=1)
    table.write(seat, "CLEAR\n" + player.page.locator("#compose-text").input_value())
    assert table.orders(seat) == stored
    assert faults(player.page) == []
    assert player.page.evaluate("document.documentElement.scrollWidth <= 390")
    player.close()


def check_light(open_pages, browser, light):
    table, visitor = open_pages("range-war", settings={"press_kinds": "white, grey"})
    seat, other = table.seats[:2]
    table.write(other, f"PRESS TO {seat}\nGood morning.\nEND PRESS\n")
    player = Player(browser, visitor, seat, color_scheme=light)
    for path in ("", "/press", "/archive", "/archive/0", "/table"):
        player.open(path)
        assert faults(player.page) == [], path
        assert player.page.evaluate("document.documentElement.scrollWidth <= 390"), path
    player.close()


def test_every_page_is_clean_in_the_dark(open_pages, browser):
    check_light(open_pages, browser, "dark")


@pytest.mark.proof
def test_every_page_is_clean_by_day(open_pages, browser):
    check_light(open_pages, browser, "light")


def test_words_and_press_go_without_leaving_the_page(open_pages, browser):
    table, visitor = open_pages("lanterns")
    player = Player(browser, visitor, "amber")
    player.open()
    player.page.evaluate("window.same = true")
    player.page.locator("#compose-text").fill("bid 3")
    assert player.send().startswith("OK")
    assert "bid 3" in player.page.locator("#in").inner_text()
    table.pass_time(seconds=1)
    player.page.get_by_role("button", name="WAIT until the deadline").tap()
    player.page.get_by_text("WAIT is set for you").first.wait_for()
    table.pass_time(seconds=1)
    player.page.locator("#compose-text").fill("bid 4")
    player.page.locator("#compose-send").tap()
    player.page.locator("#in").get_by_text("bid 4").wait_for()
    assert player.page.evaluate("window.same === true")
    player.open("/press")
    player.page.get_by_label("Blue").tap()
    player.page.get_by_label("Your words").fill("Leave me the lantern.")
    player.page.get_by_role("button", name="Send").tap()
    player.page.locator("#letters").get_by_text("Leave me the lantern.").wait_for()
    assert player.page.get_by_label("Your words").input_value() == ""
    player.close()


def test_without_javascript_everything_is_a_form(open_pages, browser):
    table, visitor = open_pages("lanterns")
    player = Player(browser, visitor, "amber", java_script_enabled=False)
    player.open()
    player.page.locator("#compose-text").fill("bid 3")
    assert player.send().startswith("OK")
    assert table.orders("amber") == ("bid 3",)
    player.close()


def close_window(table):
    """The clock looks as one does that never sleeps: at once, before the window's end, and after it."""
    head, end = table.live().head, closing_of(table.live())
    for at in (table.now, end - timedelta(minutes=9), end):
        table.now = at
        look(table, minutes=1)
        if table.live().head > head:
            break


@pytest.mark.proof
@pytest.mark.parametrize("key", PLAYED)
def test_a_game_is_played_by_touch(open_pages, browser, key):
    """Three telephones at once, window after window; the other seats write mail."""
    table, visitor = open_pages(key, settings={"deadlines": "3d"})
    players = {seat: Player(browser, visitor, seat) for seat in table.seats[:3]}
    for number in range(12):
        live = table.live()
        if live.window is None:
            break
        table.pass_time(minutes=1)
        for seat in sorted(live.window.asks):
            letter = live.game.letter(live.state, seat, f"touch {number}")
            if seat in players:
                players[seat].open()
                if not players[seat].orders():
                    players[seat].page.locator("#compose-text").fill(letter)
                assert "Receipt" in players[seat].send()
            else:
                table.write(seat, letter)
        close_window(table)
        assert table.live().head > live.head
    for player in players.values():
        player.close()
