"""A seat's pages without JavaScript: what its player does there, and what comes of it."""

from __future__ import annotations

import pytest

from judge.mail.guard import Limits
from tests.serve.table import PLENTY, look
from tests.web.visitor import BASE, Visitor

WEB = f"web:\n  base_url: {BASE}\n  listen: none\n"


@pytest.fixture
def open_table(make_table):
    made = []

    def make(**words):
        made.append(Visitor(make_table(more=WEB, **words).start()))
        return made[-1]

    yield make
    for visitor in made:
        visitor.close()


def fill_in(visitor, seat, page, **fields):
    """A form of a page, sent."""
    path = visitor.link(seat)
    return visitor.post(f"{path}/{page}".rstrip("/"), {"slip": visitor.slip(path), **fields})


def said(got):
    return got.words(".answer")


# --- orders -----------------------------------------------------------------------------------------------------------


def test_the_page_leads_with_the_deadline_and_what_is_in(visitor):
    words = visitor.get(visitor.link("amber")).words()
    assert "Round 1, bids: due Thursday 4 March 2027, 09:00 UTC (in 3 days)" in words
    assert "Nothing is in yet." in words
    visitor.send("amber", "bid 3\n")
    page = visitor.get(visitor.link("amber"))
    assert "In, and complete: bid 3" in page.words("#in")
    assert page.tree.css_first("textarea[name=letter]").text() == "bid 3"


def test_what_stands_in_the_field_is_what_is_ordered(visitor):
    visitor.send("amber", "bid 3\n")
    visitor.table.pass_time(seconds=1)
    assert "You have no orders in." in said(visitor.send("amber", ""))
    assert visitor.table.orders("amber") == ()
    visitor.table.pass_time(seconds=1)
    visitor.send("amber", "bid 5")
    assert visitor.table.orders("amber") == ("bid 5",)


def test_a_mistake_is_named_and_what_was_typed_stays(visitor):
    got = visitor.send("amber", "bid three hundred and a half\nbid")
    assert "ERRORS" in said(got)
    assert "bid three hundred and a half" in got.tree.css_first("textarea[name=letter]").text()


def test_orders_that_came_by_mail_meanwhile_are_not_lost(visitor):
    path = visitor.link("amber")
    form = visitor.get(path).tree.css_first("form#compose-form")
    given = {one.attributes["name"]: one.attributes.get("value", "") for one in form.css("input[name]")}
    visitor.table.write("amber", "bid 7\n")
    got = visitor.post(path, {**given, "letter": "bid 1"})
    assert "Not sent Your orders have changed" in said(got)
    assert visitor.table.orders("amber") == ("bid 7",)


def test_a_word_of_a_button_is_a_letter(visitor):
    window = visitor.table.live().window.key
    assert "WAIT is set for you" in said(fill_in(visitor, "amber", "", window=window, say="wait"))
    assert "WAIT is set for you" in visitor.get(visitor.link("amber")).words("#in")
    visitor.table.pass_time(seconds=1)
    assert "READY" in said(fill_in(visitor, "amber", "", window=window, say="ready"))


def test_orders_for_a_window_that_has_closed_are_late(visitor):
    path = visitor.link("amber")
    form = visitor.get(path).tree.css_first("form#compose-form")
    given = {one.attributes["name"]: one.attributes.get("value", "") for one in form.css("input[name]")}
    for seat in visitor.table.seats:
        visitor.table.write(seat, "bid 1\n")
    look(visitor.table, minutes=1)
    got = visitor.post(path, {**given, "letter": "bid 9"})
    assert "it is for a window that is closed" in said(got) or "have changed" in said(got)
    assert visitor.table.orders("amber") == ()


def test_orders_that_once_stood_in_a_mail_are_orders_in_the_field(visitor):
    """Whoever orders the same again types nothing that could be a mail sent back."""
    table = visitor.table
    for _ in range(2):
        for seat in table.seats:
            assert said(visitor.send(seat, "bid 1")).startswith("OK")
        table.daemon.dispatch.postroom.prepare()
        look(table, minutes=1)
    assert table.live().head == 2


def test_an_answer_is_shown_also_when_no_more_are_mailed(open_table):
    limits = Limits(**{name: getattr(PLENTY, name) for name in PLENTY.__slots__} | {"replies_per_hour": 2})
    visitor = open_table(limits=limits)
    for number in range(4):
        visitor.table.pass_time(seconds=1)
        assert f"bid {number}" in said(visitor.send("amber", f"bid {number}"))
    states = [row["state"] for row in visitor.table.rows("receipt")]
    assert states == ["queued", "queued", "shown", "shown"]


def test_more_letters_than_are_read_are_said_to_be_unread(open_table):
    limits = Limits(**{name: getattr(PLENTY, name) for name in PLENTY.__slots__} | {"letters_per_hour": 2})
    visitor = open_table(limits=limits)
    got = [visitor.send("amber", f"bid {number}") for number in range(4)][-1]
    assert "This one is kept, and was not read" in said(got)


# --- press ------------------------------------------------------------------------------------------------------------


def test_press_is_written_and_read(visitor):
    got = fill_in(visitor, "amber", "press", **{"to-blue": "yes"}, words="Leave me the lantern.\n\nPlease.")
    assert "Press sent to Blue" in said(got)
    assert "You to Blue" in got.words("#letters")
    page = visitor.get(visitor.link("blue") + "/press")
    assert "Amber to Blue" in page.words()
    assert "Leave me the lantern.\n\nPlease." in page.text
    assert "lantern" not in visitor.get(visitor.link("copper") + "/press").words("#letters")
    answer = page.tree.css_first("#letters a").attributes["href"]
    form = visitor.get(answer.partition("#")[0]).tree
    assert form.css_first("input[name=to-amber][checked]") is not None


@pytest.mark.parametrize("words", ["END PRESS\nbid 9", "> quoted\nhello", "-- \nbid 9"])
def test_words_that_would_be_read_as_more_than_words_are_not_sent(visitor, words):
    got = fill_in(visitor, "amber", "press", **{"to-blue": "yes"}, words=words)
    assert "Not sent" in said(got)
    assert got.tree.css_first("textarea[name=words]").text().split() == words.split()
    assert not visitor.table.letters()


def test_press_of_an_anonymous_game_is_not_seen_before_its_hour(open_table):
    visitor = open_table(settings={"anonymous": True})
    visitor.table.pass_time(minutes=10)
    fill_in(visitor, "amber", "press", **{"to-blue": "yes"}, words="Who are you?")
    assert "Who are you" not in visitor.get(visitor.link("blue") + "/press").words()
    visitor.table.pass_time(hours=1)
    assert "Who are you" in visitor.get(visitor.link("blue") + "/press").words()


def test_markup_in_press_is_words(visitor):
    fill_in(visitor, "amber", "press", **{"to-blue": "yes"}, words="<script>alert(1)</script> {{ 7 * 7 }}")
    page = visitor.get(visitor.link("blue") + "/press")
    assert "<script>alert" not in page.text
    assert "<script>alert(1)</script> {{ 7 * 7 }}" in page.words("#letters")


# --- the table --------------------------------------------------------------------------------------------------------


def test_votes_absences_diary_and_settings_are_letters_too(visitor):
    assert "your vote is counted" in said(fill_in(visitor, "amber", "table", what="vote", vote="draw"))
    assert "Your vote: draw" in visitor.get(visitor.link("amber") + "/table").words()
    assert "Your vote: draw" not in visitor.get(visitor.link("blue") + "/table").words()
    away = fill_in(visitor, "amber", "table", what="absent", first="2027-03-10", last="2027-03-12")
    assert "away from 2027-03-10 to 2027-03-12" in said(away)
    assert "from 2027-03-10 to 2027-03-12" in away.words("ul")
    assert "is in your diary" in said(fill_in(visitor, "amber", "table", what="diary", words="I trust nobody."))
    assert "I trust nobody." in visitor.get(visitor.link("amber") + "/table").words()
    assert "I trust nobody." not in visitor.get(visitor.link("blue") + "/table").words()
    zone = fill_in(visitor, "amber", "table", what="set", zone="Europe/Berlin", digest="", mail="")
    assert "Times are given in Europe/Berlin" in said(zone)
    assert "round 1" in said(fill_in(visitor, "amber", "table", what="letter", letter="STATUS")).lower()


def test_a_form_with_something_missing_sends_nothing(visitor):
    for fields in ({"what": "absent"}, {"what": "sitter", "address": "a@b.example"}, {"what": "resign"}, {"what": "x"},
                   {"what": "diary", "words": " "}, {"what": "set"}, {}):  # fmt: skip
        assert said(fill_in(visitor, "amber", "table", **fields)).startswith("Not sent"), fields
    assert not visitor.table.letters()


def test_reports_can_be_read_again(visitor):
    for seat in visitor.table.seats:
        visitor.table.write(seat, "bid 1\n")
    look(visitor.table, minutes=1)
    page = visitor.get(visitor.link("amber") + "/archive")
    assert [one.text() for one in page.tree.css(".steps a")] == ["Round 1, bids", "The game begins"]
    assert "You are Amber" in visitor.get(visitor.link("amber") + "/archive/0").words()
    assert visitor.get(visitor.link("amber") + "/archive/2").status == 404


# --- the life of a link -----------------------------------------------------------------------------------------------


def test_a_new_link_ends_the_old_one_and_comes_by_mail_alone(open_table):
    visitor = open_table()
    old = visitor.link("amber")
    got = fill_in(visitor, "amber", "table", what="link")
    assert "Your old link does not work any more" in said(got)
    new = visitor.link("amber")
    assert new != old
    assert new not in got.text
    assert visitor.get(old).status == 404
    assert visitor.get(new).status == 200
    mail = visitor.table.out("token")[-1]
    assert mail.recipient == "amber@mail.example"
    assert f"{BASE}{new}" in visitor.table.written(mail).text


def test_with_the_game_its_links_end(visitor):
    links = [visitor.link(seat) for seat in visitor.table.seats]
    for seat in visitor.table.seats[:-1]:
        fill_in(visitor, seat, "table", what="vote", vote="draw")
    last = fill_in(visitor, visitor.table.seats[-1], "table", what="vote", vote="draw")
    assert "the game is over" in said(last)
    for link in links:
        got = visitor.get(link)
        assert got.status == 410
        assert "This game is over" in got.words()


def test_a_sitter_has_a_page_on_their_days_and_no_vote(open_table):
    visitor = open_table()
    fill_in(visitor, "amber", "table", what="sitter", address="bob@mail.example", first="2027-03-02", last="2027-03-03")
    link = visitor.link("amber", "sitter")
    assert visitor.get(link).status == 403
    visitor.table.pass_time(days=1)
    page = visitor.get(link)
    assert "you sit for Amber" in page.words("header")
    assert "Votes" not in visitor.get(f"{link}/table").words("h2")
    visitor.table.pass_time(days=2)
    assert visitor.get(link).status == 403


def test_the_manifest_names_the_game_and_its_deadline(visitor):
    import json

    got = visitor.get(visitor.link("amber") + "/manifest.webmanifest")
    said_ = json.loads(got.text)
    assert said_["start_url"] == visitor.link("amber")
    assert "Round 1, bids: Thursday 4 March 2027, 09:00 UTC" in said_["description"]
    icon = visitor.get(said_["icons"][0]["src"])
    assert icon.body.startswith(b"\x89PNG")


def test_a_mark_changes_with_the_news(visitor):
    first = visitor.get(visitor.link("amber") + "/mark").text
    assert visitor.get(visitor.link("amber") + "/mark").text == first
    fill_in(visitor, "blue", "press", **{"to-amber": "yes"}, words="News!")
    assert visitor.get(visitor.link("amber") + "/mark").text != first
    assert visitor.get(visitor.link("copper") + "/mark").text == visitor.get(visitor.link("copper") + "/mark").text


def test_pages_under_a_path_work_as_well(make_table):
    visitor = Visitor(make_table().start(), "https://example.org/judge")
    try:
        path = "/judge" + visitor.link("amber")
        page = visitor.get(path)
        assert page.status == 200
        style = page.tree.css_first("link[rel=stylesheet]").attributes["href"]
        assert style.startswith("/judge/assets/")
        assert visitor.get(style).status == 200
    finally:
        visitor.close()


def test_a_suggestion_is_taken_by_its_button(open_table):
    visitor = open_table(game="range-war", seats=8)
    got = visitor.send("lazy-s", "G(Lzy)-Mno\nG(Coo) H\nG(CHM) H\n")
    assert "Line 1, “G(Lzy)-Mno”" in said(got)
    assert "FIX 1 puts" in said(got)
    assert "answer this mail" not in said(got)
    form = got.tree.css_first(".answer form")
    given = {one.attributes["name"]: one.attributes.get("value", "") for one in form.css("input[name]")}
    visitor.table.pass_time(seconds=1)
    after = visitor.post(form.attributes["action"], {**given, "fix": "1"})
    assert said(after).startswith("OK")
    field = after.tree.css_first("textarea[name=letter]").text()
    assert "G(Lzy)-Mon" in field
    assert "Mno" not in field
