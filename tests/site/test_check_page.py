"""The page that checks the dice in the reader's own browser, with what one holds; and a forged record."""

import json
from dataclasses import replace

import pytest

from judge.report.site.pages import write_site
from tests.adjudicator.honest_record import PUBLIC, honest
from tests.adjudicator.test_forgeries import another_roll
from tests.site.test_pages import browser, record  # noqa: F401


@pytest.fixture(scope="module")
def opened(tmp_path_factory):
    out = tmp_path_factory.mktemp("checked")
    game = replace(record("hell-on-wheels"), proof=honest(beacon=True))
    write_site([game], out, "The club")
    (out / "forged.json").write_text(json.dumps(another_roll()))
    return out


def said(page):
    page.get_by_role("button", name="Check").click()
    page.wait_for_selector("#check-said li")
    return page.locator("#check-said li").all_inner_texts()


@pytest.mark.server
@pytest.mark.parametrize("width", [390, 1280])
def test_a_reader_checks_a_game_in_the_browser(browser, opened, width):  # noqa: F811
    from axe_playwright_python.sync_playwright import Axe

    page = browser.new_page(viewport={"width": width, "height": 844})
    page.goto((opened / "hell-on-wheels" / "check.html").as_uri())
    assert said(page) == ["27 draws checked, 0 wrong"]
    page.get_by_label("The commitments").fill("ab" * 32)
    page.get_by_label("Words you gave").fill("red=tumbleweed\nblue=sagebrush")
    assert said(page) == [
        f"{'ab' * 32} is none of the game's first commitments",
        "the word blue=sagebrush was not mixed in",
        "27 draws checked, 2 wrong",
    ]
    page.reload()
    page.get_by_label("What the beacon says of itself").fill(json.dumps(PUBLIC))
    assert said(page) == ["27 draws checked, 0 wrong"]
    page.get_by_label("What the beacon says of itself").fill(json.dumps(PUBLIC | {"genesis_time": 1003}))
    assert said(page) == ["its beacon is none of those that you looked up", "27 draws checked, 1 wrong"]
    page.reload()
    page.get_by_label("Another record").set_input_files(opened / "forged.json")
    assert said(page) == ["step 2: T3/fight", "27 draws checked, 1 wrong"]
    found = Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"]
    assert [one["id"] for one in found if one["impact"] in ("serious", "critical")] == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.close()
