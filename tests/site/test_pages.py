"""The site in a real browser: slider, composer, accessibility, no errors, nothing loaded from elsewhere."""

import functools
import html
import http.server
import os
import shutil
import urllib.parse
from dataclasses import replace
from datetime import datetime
from xml.etree import ElementTree

import pytest

from judge import report, shelf
from judge.adjudicator.driver import take
from judge.adjudicator.protocol import Table
from judge.grammar.options import complete_options
from judge.report import compose
from judge.report.build import Notes
from judge.report.gazette import Edition
from judge.report.site import Phase, Record, write_site
from judge.scenario.simulate import play, seats_for
from judge.variants import GAMES
from tests.daily import todays
from tests.loopback import serving

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
KEYS = tuple(key for key in sorted(GAMES) if (shelf.shipped("maps") / f"{GAMES[key].default_map}.yaml").is_file())
PHASES = {"diplomacy": 12}
# A scripted game that goes on for so long.
WORDS = {"diplomacy": "site/2"}
MOVING = {
    "diplomacy": ("movement",),
    "range-war": ("movement",),
    "land-barons": ("build-and-raid",),
    "gold-rush": ("turn",),
}


def record(key):
    """A scripted game of some phases, still open, as its public record."""
    game = shelf.game(key)
    low, high = game.seat_range
    table = Table(seats_for(game, 0, min(high, max(low, 4))), complete_options(game, {}))
    phases = []
    for number, played in enumerate(play(game, table, WORDS.get(key, "site"))):
        window = game.window(played.state)
        if window is None:
            break
        told = report.told_to(played.events, None)
        phases.append(
            Phase(number, played.before, played.state, told, when=f"2027-01-{number % 28 + 1:02d}T20:30:00+01:00")
        )
        # Up to a window in which pieces move over the map.
        if number > PHASES.get(key, 6) and window.kind in MOVING.get(key, game.kinds):
            break
    return Record(key, key.title(), game, phases, deadline="Sunday", campaign="club", judge_address="judge@example.org")


@pytest.fixture(scope="module")
def records():
    return {key: record(key) for key in KEYS}


@pytest.fixture(scope="module")
def built(records, tmp_path_factory):
    out = tmp_path_factory.mktemp("site")
    write_site(list(records.values()), out, "The club", "https://club.example/games")
    return out


@pytest.fixture(scope="module")
def address(built):
    handler = functools.partial(Quiet, directory=str(built))
    with serving(http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)) as server:
        yield f"http://127.0.0.1:{server.server_port}"


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *args):
        pass


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
def page(browser, address):
    """A page that fails its test on any console error, and on any request that leaves this machine."""
    context = browser.new_context()
    found = context.new_page()
    wrong = []
    found.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
    found.on("pageerror", lambda error: wrong.append(str(error)))
    found.on("request", lambda asked: None if asked.url.startswith((address, "data:")) else wrong.append(asked.url))
    yield found
    context.close()
    assert not [said for said in wrong if "favicon" not in said]


def test_every_page_is_there_without_a_browser(built, records):
    assert len(records["diplomacy"].pages) > 12
    for key, one in records.items():
        names = {path.name for path in (built / key).iterdir()}
        assert {"index.html", "feed.atom", "orders.html"} <= names
        assert {page.file for page in one.pages} <= names
        feed = ElementTree.parse(built / key / "feed.atom").getroot()
        entries = feed.findall("{http://www.w3.org/2005/Atom}entry")
        assert len(entries) == len(one.pages)


def test_a_game_and_its_card_begin_with_the_newest_headline(built, records):
    cards = (built / "index.html").read_text(encoding="utf-8")
    for key, one in records.items():
        said = html.escape(one.pages[-1].headline, quote=False)
        top = (built / key / "index.html").read_text(encoding="utf-8").partition("<h2")[0]
        assert said
        assert said in html.unescape(top).replace("&", "&amp;")
        assert said in html.unescape(cards).replace("&", "&amp;")


def test_the_headline_of_a_paper_is_not_the_papers_name(records):
    one = records["range-war"]
    phase = replace(one.phases[-1], notes=Notes("west", edition=Edition(3, "a commitment"), form=False))
    headline = replace(one, phases=(*one.phases[:-1], phase)).pages[-1].headline
    assert headline
    assert headline != "The Range Intelligencer"


def test_the_feed_is_what_atom_asks_for(built, records, tmp_path):
    """RFC 4287: one id, title and time each; absolute ids, none twice; times with a zone; an author; a whole link."""
    write_site([records["hell-on-wheels"]], tmp_path, "The club")
    atom = "{http://www.w3.org/2005/Atom}"
    ids = []
    for path in (*(built / key / "feed.atom" for key in records), tmp_path / "hell-on-wheels" / "feed.atom"):
        feed = ElementTree.parse(path).getroot()
        assert feed.tag == f"{atom}feed"
        assert len(feed.findall(f"{atom}author/{atom}name")) == 1
        for one in (feed, *feed.findall(f"{atom}entry")):
            for name in ("id", "title", "updated"):
                assert len(one.findall(f"{atom}{name}")) == 1, (path, name)
                assert one.findtext(f"{atom}{name}").strip()
            assert one.findtext(f"{atom}id").startswith("urn:uuid:")
            assert datetime.fromisoformat(one.findtext(f"{atom}updated")).tzinfo is not None
            # Where nobody said where the site lies, an entry holds its news, and nothing leads anywhere.
            link = one.find(f"{atom}link[@rel='alternate']")
            assert link.get("href").startswith("https://") if built in path.parents else link is None
            ids += [one.findtext(f"{atom}id")] if path.parent.parent == built else []
        times = [one.findtext(f"{atom}updated") for one in feed.findall(f"{atom}entry")]
        assert feed.findtext(f"{atom}updated") == times[0]
    assert len(ids) == len(set(ids))


def test_pages_are_small(built, records):
    """A page with its map and scripts stays under 1.5 MB."""
    for key, one in records.items():
        for page in one.pages:
            whole = (built / key / page.file).stat().st_size + (built / "style.css").stat().st_size
            whole += (built / key / page.map_file).stat().st_size if page.svg else 0
            assert whole < 1_500_000, page.file
        assert (built / key / "orders.html").stat().st_size < 1_500_000


def test_the_same_record_makes_the_same_bytes(records, built, tmp_path):
    """A game a day, all of them in proof."""
    for key in todays(KEYS, len(KEYS)):
        write_site([records[key]], tmp_path, "The club", "https://club.example/games")
        for path in (tmp_path / key).iterdir():
            assert path.read_bytes() == (built / key / path.name).read_bytes(), path.name


@pytest.mark.server
@pytest.mark.daily(2)
@pytest.mark.parametrize("key", KEYS)
def test_the_slider_replays_the_game(page, address, records, key):
    pages = records[key].pages
    page.goto(f"{address}/{key}/index.html")
    assert page.text_content("#replay-link") == pages[-1].title
    page.evaluate("() => { const s = document.getElementById('replay-slider'); s.value = '0'; "
                  "s.dispatchEvent(new Event('input')); }")  # fmt: skip
    assert page.text_content("#replay-link") == pages[0].title
    assert page.get_attribute("#replay-map", "src") == pages[0].map_file
    assert page.get_attribute("#replay-whole", "href") == pages[0].map_file
    for one in pages[1:]:
        page.click("#replay-on")
        page.wait_for_function("() => document.getElementById('replay-map').complete")
        assert page.text_content("#replay-link") == one.title
        assert page.evaluate("document.getElementById('replay-map').naturalWidth") > 0, one.map_file
    page.click("#replay-back")
    assert page.text_content("#replay-link") == pages[-2].title
    page.click("#replay-play")
    assert page.get_attribute("#replay-play", "aria-pressed") == "true"
    page.click("#replay-play")
    assert page.get_attribute("#replay-play", "aria-pressed") == "false"


@pytest.mark.server
@pytest.mark.parametrize("key", KEYS)
def test_orders_from_lists_are_what_the_judge_understands(page, address, records, key):
    """Choose the last choice of every list; the text and the mail hold exactly these orders."""
    one = records[key]
    window, game = one.window, one.game
    page.goto(f"{address}/{key}/orders.html")
    seat = page.input_value("#compose-seat")
    view, said = game.view(one.state, None), []
    for subject in compose.subjects(game, view, seat, window.asks[seat]):
        if subject.choices and subject.said != "others":
            page.select_option(f"#compose-{subject.id}", str(len(subject.choices) - 1))
            said.append(subject.choices[-1].text)
    text = page.input_value("#compose-text")
    assert text.splitlines() == said
    mail = page.get_attribute("#compose-mail", "href")
    assert mail.startswith("mailto:judge@example.org?subject=")
    parts = urllib.parse.parse_qs(mail.partition("?")[2])
    assert parts["subject"] == [f"[club/{key}] {window.title} {window.key}"]
    body = parts["body"][0].replace("\r\n", "\n")
    assert body == (f"SEAT {seat}\n" if len(window.asks) > 1 else "") + text + "\nEND\n"
    taken = take(game, one.state, seat, window.asks[seat].form, text)
    assert not taken.unread
    assert [game.write(one.state, seat, order) for order in taken.orders] or not said


@pytest.mark.server
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_stands_in_the_way_of_anybody(browser, address, records, scheme):
    """axe-core finds nothing serious, in both colour schemes, at phone width. A third of the pages a day."""
    from axe_playwright_python.sync_playwright import Axe

    context = browser.new_context(color_scheme=scheme, viewport={"width": 390, "height": 844})
    page = context.new_page()
    names = [(key, name) for key in records for name in ("index.html", records[key].pages[-1].file, "orders.html")]
    for path in todays(["index.html", *(f"{key}/{name}" for key, name in names)], 3):
        page.goto(f"{address}/{path}")
        # What passes is not asked for: it is most of what axe would tell.
        found = Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"]
        serious = [
            (one["id"], [node["html"][:200] for node in one["nodes"][:3]])
            for one in found
            if one["impact"] in ("serious", "critical")
        ]
        assert not serious, (path, serious)
    context.close()


@pytest.mark.server
def test_pages_do_not_scroll_sideways_on_a_phone(browser, address, records):
    context = browser.new_context(viewport={"width": 390, "height": 844})
    page = context.new_page()
    for key, one in records.items():
        for name in ("index.html", one.pages[-1].file, "orders.html"):
            page.goto(f"{address}/{key}/{name}")
            assert page.evaluate("document.documentElement.scrollWidth") <= 390, (key, name)
    context.close()


@pytest.mark.server
@pytest.mark.daily(2)
@pytest.mark.parametrize("key", KEYS)
def test_everything_is_there_without_javascript(browser, address, records, key):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{address}/{key}/index.html")
    assert not page.is_visible(".slider")
    assert page.is_visible("text=All reports")
    for one in records[key].pages:
        assert page.get_attribute(f'.phases a[href="{one.file}"]', "href")
    page.goto(f"{address}/{key}/orders.html")
    assert page.is_visible("text=Without JavaScript")
    assert not page.is_visible(".composer")
    context.close()


@pytest.mark.server
@pytest.mark.daily(2)
@pytest.mark.parametrize("key", KEYS)
def test_a_report_prints_without_what_only_a_screen_needs(browser, address, records, key):
    """On paper: black on white, in a dark room too; report and map, no buttons; nothing wider than the sheet."""
    context = browser.new_context(color_scheme="dark", viewport={"width": 700, "height": 1000})
    page = context.new_page()
    page.emulate_media(media="print", color_scheme="dark")
    for name in (records[key].pages[-1].file, "index.html"):
        page.goto(f"{address}/{key}/{name}")
        assert page.is_visible("h1")
        assert page.locator("figure img, figure > svg").first.is_visible()
        assert page.is_visible(".report")
        for hidden in ("header.top", "footer", ".slider", ".turning"):
            assert not page.is_visible(hidden), hidden
        colours = page.evaluate(
            "(() => { const s = getComputedStyle(document.body); return [s.color, s.backgroundColor]; })()"
        )
        assert colours == ["rgb(0, 0, 0)", "rgb(255, 255, 255)"]
        assert page.evaluate("document.documentElement.scrollWidth") <= 700, name
    context.close()
