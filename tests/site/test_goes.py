"""A step looked at go by go: by buttons, by keys, by its address, and with nothing that moves for whoever asks so."""

import functools
import http.server

import pytest

from judge.report.site import write_site
from tests.loopback import serving
from tests.site.test_pages import Quiet, browser, record

__all__ = ["browser"]
GAMES = ("gold-rush", "land-barons", "hell-on-wheels")
SHOWN = "() => [...document.querySelectorAll('[data-go]:not(.waits):not(.past)')].map(one => Number(one.dataset.go))"


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """A game of each kind whose order matters, with its last page that goes are told of."""
    out = tmp_path_factory.mktemp("goes")
    records = [record(key) for key in GAMES]
    write_site(records, out, "The club")
    with serving(
        http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(out)))
    ) as server:
        address = f"http://127.0.0.1:{server.server_port}"
        yield {
            one.name: (f"{address}/{one.name}/{page.file}", page.goes)
            for one in records
            for page in one.pages
            if page.goes
        }


@pytest.mark.server
@pytest.mark.parametrize("key", GAMES)
def test_a_turn_is_shown_go_by_go(browser, built, key):
    address, goes = built[key]
    page = browser.new_page()
    wrong = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.goto(address)
    assert len(set(page.evaluate(SHOWN))) <= len(goes)
    for number, said in enumerate(goes, 1):
        page.click("#goes-on")
        assert set(page.evaluate(SHOWN)) <= {number}
        assert page.inner_text("#goes-said").split() == f"{number}. {' '.join(said)}".split()
        assert page.url.endswith(f"#go-{number}")
    page.focus("#goes-map")
    page.keyboard.press("ArrowLeft")
    assert page.url.endswith(f"#go-{len(goes) - 1}")
    page.keyboard.press("Home")
    assert page.url.endswith("#go-1")
    page.goto("about:blank")
    page.goto(f"{address}#go-2")
    assert page.input_value("#goes-slider") == "2"
    page.close()
    assert not wrong


@pytest.mark.parametrize("key", GAMES)
def test_what_a_go_did_is_told_in_plain_words(key):
    said = [sentence for page in record(key).pages for go in page.goes for sentence in go]
    assert said
    assert not any("*" in sentence for sentence in said)


@pytest.mark.server
def test_arrows_move_unless_the_reader_asks_for_stillness(browser, built):
    address, goes = built["gold-rush"]
    moving = {}
    for wish in ("no-preference", "reduce"):
        context = browser.new_context(reduced_motion=wish)
        page = context.new_page()
        most = 0
        for number in range(1, len(goes) + 1):
            page.goto("about:blank")
            page.goto(f"{address}#go-{number}")
            most = max(most, page.evaluate("document.getAnimations().length"))
        moving[wish] = most
        context.close()
    assert moving["reduce"] == 0 < moving["no-preference"]


@pytest.mark.server
def test_a_step_of_the_whole_game_has_an_address(browser, built):
    address = built["land-barons"][0].rpartition("/")[0]
    page = browser.new_page()
    page.goto(f"{address}/index.html#step-1")
    assert page.input_value("#replay-slider") == "1"
    page.click("#replay-on")
    assert page.url.endswith("#step-2")
    page.close()


@pytest.mark.server
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_stands_in_the_way_of_anybody(browser, built, scheme):
    from axe_playwright_python.sync_playwright import Axe

    context = browser.new_context(color_scheme=scheme, viewport={"width": 390, "height": 844})
    page = context.new_page()
    for address, _ in built.values():
        page.goto(address)
        found = Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"]
        assert not [one["id"] for one in found if one["impact"] in ("serious", "critical")], (address, found)
        assert page.evaluate("document.documentElement.scrollWidth") <= 390, address
    context.close()
