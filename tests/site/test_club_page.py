"""The page of ratings and records: names as far as people agree, charts that need no colour, a feed that holds."""

import json
import re
import sys
import xml.etree.ElementTree as ET

import pytest

from judge.cli.main import run
from tests.campaign.conftest import START, after, begun, entropy, make_folder
from tests.master import Master
from tests.site.test_pages import browser  # noqa: F401
from tests.toy.register import register


@pytest.fixture
def site(tmp_path, monkeypatch):
    register()
    folder = make_folder(tmp_path / "club")
    (folder / "campaign.yaml").write_text((folder / "campaign.yaml").read_text() + "base_url: https://judge.example\n")
    campaign = Master.open(folder, entropy())
    for number, winner in enumerate(("amber", "blue"), 1):
        begun(campaign, f"game-{number}")
        campaign.end(f"game-{number}", [winner], "agreed", after(days=number))
    campaign.forget("blue@example.org", START)
    campaign.close()
    monkeypatch.setenv("JUDGE_CAMPAIGN", str(folder))
    assert run(["site", "--all", "--out", str(tmp_path / "out")]) == 0
    return tmp_path / "out"


def test_the_page_tells_ratings_games_and_seats(site):
    page = (site / "club.html").read_text()
    for words in ("2 finished games", "game-2/index.html", "Amber", "Hall of fame", "Seats and openings", "<svg"):
        assert words in page, words
    assert "Ratings, records" in (site / "index.html").read_text()


def test_who_was_forgotten_stands_there_by_number(site):
    for name in ("club.html", "club.json", "club.atom"):
        assert "blue@example.org" not in (site / name).read_text(), name
    rows = json.loads((site / "club.json").read_text())["ratings"]["all"]
    assert sorted(row["name"][:6] for row in rows) == ["Amber", "Copper", "player"]


def test_each_person_who_may_be_named_has_a_page_and_no_other(site):
    numbers = {row["name"]: row["number"] for row in json.loads((site / "club.json").read_text())["ratings"]["all"]}
    written = {path.name for path in (site / "players").glob("*.html")}
    assert written == {f"{numbers[name]}.html" for name in ("Amber", "Copper")}
    page = (site / "players" / f"{numbers['Amber']}.html").read_text()
    for words in ("Amber", "../game-1/index.html", "2 finished games", "Rating after it", "<svg"):
        assert words in page, words
    links = re.findall(r'href="./players/(\d+)\.html"', (site / "club.html").read_text())
    assert {f"{number}.html" for number in links} == written


def test_whoever_is_forgotten_later_loses_their_page(site):
    campaign = Master.open(site.parent / "club", entropy("more"))
    campaign.forget("amber@example.org", after(days=9))
    campaign.close()
    assert run(["site", "--all", "--out", str(site)]) == 0
    for path in site.rglob("*"):
        if path.is_file():
            assert "Amber@" not in path.read_text()
            assert "amber@example.org" not in path.read_text(), path
    assert [path.name for path in (site / "players").glob("*.html")] != []
    assert not any(">Amber<" in path.read_text() for path in (site / "players").glob("*.html"))
    assert "(Amber)" not in (site / "club.html").read_text()


def test_the_feed_has_absolute_links_to_games_that_are_there(site):
    feed = ET.parse(site / "club.atom").getroot()
    atom = "{http://www.w3.org/2005/Atom}"
    links = [entry.find(f"{atom}link").get("href") for entry in feed.findall(f"{atom}entry")]
    assert links == ["https://judge.example/game-2/index.html", "https://judge.example/game-1/index.html"]
    assert all((site / link.removeprefix("https://judge.example/")).is_file() for link in links)


def test_the_book_of_a_game_needs_no_other_file(site, tmp_path):
    assert run(["book", "game-1", "--out", str(tmp_path / "book.html")]) == 0
    page = (tmp_path / "book.html").read_text()
    assert "Every draw of this game was recomputed" in page
    assert "The game begins" in page
    assert not [link for link in re.findall(r'(?:src|href)="([^"]*)"', page) if not link.startswith(("#", "data:"))]


def test_the_book_as_pdf_is_the_same_each_time(site, tmp_path):
    pytest.importorskip("typst")
    made = []
    for name in ("one.pdf", "two.PDF"):
        assert run(["book", "game-1", "--out", str(tmp_path / name)]) == 0
        made.append((tmp_path / name).read_bytes())
    assert made[0].startswith(b"%PDF")
    assert made[0] == made[1]


def test_without_the_package_a_pdf_is_refused_with_what_to_do(site, tmp_path, monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "typst", None)
    assert run(["book", "game-1", "--out", str(tmp_path / "book.pdf")]) == 2
    said = capsys.readouterr().err
    assert "[pdf]" in said
    assert "--out book.html" in said
    assert run(["book", "game-1", "--out", str(tmp_path / "book.txt")]) == 2
    assert ".html or .pdf" in capsys.readouterr().err


def test_a_game_that_goes_on_has_no_book(site, tmp_path, monkeypatch, capsys):
    campaign = Master.open(site.parent / "club", entropy("more"))
    begun(campaign, "open-game")
    campaign.close()
    assert run(["book", "open-game", "--out", str(tmp_path / "book.html")]) == 2
    assert "waits for the end" in capsys.readouterr().err


def test_stats_print_the_same_figures(site, capsys):
    assert run(["stats", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    page = json.loads((site / "club.json").read_text())
    assert told["ratings"] == page["ratings"]
    assert run(["stats"]) == 0
    said = capsys.readouterr().out
    assert "2 finished games" in said
    assert "&#" not in said


@pytest.mark.server
def test_the_clubs_pages_fit_a_telephone_and_a_desk_and_games_are_found(site, browser):  # noqa: F811
    from axe_playwright_python.sync_playwright import Axe

    person, whole = next((site / "players").glob("*.html")), site / "book.html"
    assert run(["book", "game-1", "--out", str(whole)]) == 0
    for width in (390, 1280):
        page = browser.new_page(viewport={"width": width, "height": 900})
        for path in (whole, person, site / "club.html"):
            page.goto(path.as_uri())
            assert page.evaluate("document.documentElement.scrollWidth") <= width, (width, path.name)
            found = Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"]
            # Each chapter of a book has the tables of its report, which are called alike.
            wrong = {one["id"] for one in found} - ({"landmark-unique"} if path == whole else set())
            assert not wrong, (width, path.name)
        page.fill("#search", "game-1 lanterns amber solo")
        assert page.inner_text("#found") == "1 of 2 games"
        page.close()
