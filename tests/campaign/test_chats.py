"""What chats, boards and feeds are told: the news in two messages at most, by game and turn, and no hidden name."""

import sys
from io import BytesIO
from xml.etree import ElementTree

import pytest
from PIL import Image

from judge import shelf
from judge.campaign.archive import CLOSING, page_of_paper, post_report
from judge.campaign.archive import record_of as site_record
from judge.campaign.live import NotNow
from judge.forum import Target
from judge.grammar.document import Document
from judge.report.blocks import parse
from judge.report.chat import summary
from judge.report.media.forum import DIALECTS, posts_of
from judge.report.site import write_site
from judge.scenario.simulate import seats_for
from judge.variants import GAMES
from tests.campaign.conftest import START, after, entropy
from tests.master import Master

KEYS = sorted(GAMES.keys() - {"lanterns"})
TARGETS = [Target(kind, kind, "key", url="https://x.example", topic="1", room="!r:x", user="judge")
           for kind in ("discord", "matrix", "discourse", "nodebb")]  # fmt: skip
SITE = "https://club.example/games"
ATOM = "{http://www.w3.org/2005/Atom}"


def played(folder, key, base="", names="shown", style="plain"):
    """A game of two windows, whose players have names that nobody else has; then it is ended."""
    Master.create(folder, "club")
    (folder / "campaign.yaml").write_text(
        (folder / "campaign.yaml").read_text() + (f"base_url: {base}\n" if base else "")
    )
    campaign = Master.open(folder, entropy(key))
    game = shelf.game(key)
    low, high = game.seat_range
    seats = seats_for(game, 0, min(high, max(low, 3)))
    settings = Document({"names": names, "style": style}, name="settings")
    campaign.new_game("west", key, START, seats=seats, settings=settings)
    for number, seat in enumerate(seats):
        campaign.assign("west", seat, f"Quagga{number} Zebu <quagga{number}@zebu.example>", START)
    live = campaign.start("west", START)
    for hour in range(2):
        for seat in sorted(live.window.asks):
            campaign.enter("west", seat, game.letter(live.state, seat, f"chat/{hour}"), after(hours=hour))
        live = campaign.release("west", after(hours=hour))
    campaign.end("west", [seats[0]], "agreed-on", after(hours=3))
    return campaign


def posts(campaign, target, step, picture=False):
    return post_report(campaign, target, "west", step, True, picture)


@pytest.mark.parametrize("key", KEYS)
def test_a_chat_gets_two_messages_a_step_that_name_game_and_turn_and_lead_to_the_page(key, tmp_path):
    campaign = played(tmp_path / "club", key, SITE)
    with campaign.look() as look:
        pages = {page.phase.number: page for page in site_record(look, "west").pages}
    for target in TARGETS[:2]:
        for number, page in pages.items():
            (text,) = posts(campaign, target, number)
            first, *_, last = text["text"].strip().splitlines()
            assert first == f"# club/west: {page.title}"
            assert last == f"The whole report: {SITE}/west/{page.file}"
            assert len(text["text"]) <= DIALECTS[target.kind].limit
        if key == "hell-on-wheels":
            assert [one["part"] for one in posts(campaign, target, 1, True)] == [0, 1]
        (ending,) = posts(campaign, target, CLOSING)
        assert ending["text"].strip().endswith(f"{SITE}/west/closing.html")
    campaign.close()


def test_a_chat_gets_the_page_of_the_paper_as_its_picture_and_a_board_the_map(tmp_path, monkeypatch):
    campaign = played(tmp_path / "club", "hell-on-wheels", SITE, style="gazette")

    def pictured():
        return {target.kind: posts(campaign, target, 1, True)[0]["text"] for target in TARGETS}

    page, drawn = "(The front page of the paper of club/west: Turn 1, bid)", "(Map of club/west: Turn 1, bid)"
    assert pictured() == {"discord": page, "matrix": page, "discourse": drawn, "nodebb": drawn}
    with campaign.look() as look:
        png, _ = page_of_paper(look, "west", 1)
        with pytest.raises(NotNow):
            page_of_paper(look, "west", 9)
    with Image.open(BytesIO(png)) as opened:
        assert opened.width > 1000
    assert len(png) < 1_000_000
    # Without the package that sets pages a chat gets the map, and the doctor says why.
    monkeypatch.setitem(sys.modules, "typst", None)
    assert set(pictured().values()) == {drawn}
    campaign.close()


@pytest.mark.parametrize("names", ["hidden", "shown"])
def test_hidden_names_are_in_no_post_no_feed_and_no_page(names, tmp_path):
    campaign = played(tmp_path / "club", "hell-on-wheels", SITE, names)
    with campaign.look() as look:
        write_site([site_record(look, "west")], tmp_path / "site", "The club", SITE)
    public = {str(path): path.read_text() for path in (tmp_path / "site").rglob("*") if path.is_file()}
    for target in TARGETS:
        for step in (0, 1, 2, CLOSING):
            for one in posts(campaign, target, step):
                public[f"{target.kind}/{step}/{one['part']}"] = f"{one['text']}{one['request']}"
    campaign.close()
    told = [where for where, said in public.items() if "Quagga" in said or "zebu" in said.lower()]
    assert (told == []) is (names == "hidden"), told[:3]


def test_a_feed_has_whole_addresses_or_none_and_says_so(tmp_path):
    campaign = played(tmp_path / "club", "hell-on-wheels")
    with campaign.look() as look:
        record = site_record(look, "west")
    campaign.close()
    for base in (SITE, ""):
        write_site([record], tmp_path / "site", "The club", base)
        feed = ElementTree.parse(tmp_path / "site" / "west" / "feed.atom").getroot()
        links = [one.get("href") for one in feed.iter(f"{ATOM}link")]
        assert len(links) == (2 + len(record.pages) if base else 0)
        assert all(one.startswith(f"{SITE}/west/") for one in links)
        assert ("base_url" in feed.findtext(f"{ATOM}subtitle")) is (not base)
        for entry, page in zip(feed.iter(f"{ATOM}entry"), reversed(record.pages), strict=True):
            assert page.title in entry.findtext(f"{ATOM}summary")
            assert "a game of Hell on Wheels" in entry.findtext(f"{ATOM}content")


AROUND = parse("# club/west: Summer\n\nThe whole report: https://club.example/x.html\n")


def test_what_finds_no_room_in_a_chat_is_left_to_the_page_and_the_deadline_stays():
    news = "".join(f"{number}: {'news ' * 60}\n\n" for number in range(20))
    report = parse(f"# Summer\n\nwest, a game.\n\n{news}**Orders are due on Sunday.**\n\n---\n\n## Details\n\nMore.\n")
    (said,) = posts_of(summary(report, AROUND, "discord"), "discord")
    assert [word in said for word in ("west, a game", "0: news", "due on Sunday", "x.html")] == [True] * 4
    assert "19: news" not in said
    assert "Details" not in said
    (whole,) = posts_of(summary(report, AROUND, "matrix"), "matrix")
    assert "19: news" in whole
    (long,) = posts_of(summary(parse(f"# A\n\n{'word ' * 900}\n"), AROUND, "discord"), "discord")
    assert "x.html" in long
