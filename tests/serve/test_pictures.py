"""A report's pictures: the map from the first mail on, the chart of strengths as soon as there is a line to draw."""

from __future__ import annotations

from io import BytesIO

import pytest
from PIL import Image, ImageChops

from judge.campaign.live import step_at
from judge.campaign.reports import map_of
from judge.mail.headers import message_of
from judge.serve.postroom import Postroom
from tests.report.test_overlaps import inked
from tests.serve.table import Table


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    made = Table(tmp_path_factory.mktemp("pictures") / "club", game="range-war", seats=99).start()
    made.write("lazy-s", "SET TEXT ON\n")
    made.write("lone-star", "SET MAP OFF\n")
    for _ in range(3):
        live = made.live()
        for seat in live.window.asks:
            made.campaign.enter(made.name, seat, live.game.letter(live.state, seat, "pictures"), made.now)
        made.campaign.release(made.name, made.now)
    yield made
    made.close()


def files(table, row):
    """The pictures of a mail, by file name."""
    message = message_of(table.sent_bytes(row))
    return {part.get_filename(): part for part in message.walk() if part.get_content_type() == "image/png"}


def reports(table, seat):
    return [row for row in table.out("report") if row.recipient == f"{seat}@mail.example"]


def test_the_chart_comes_with_the_second_step(table):
    mails = [files(table, row) for row in reports(table, "red-river")]
    assert [sorted(mail) for mail in mails] == [["map.png"]] * 2 + [["chart.png", "map.png"]] * 2
    assert mails[2]["chart.png"].get_payload(decode=True) != mails[3]["chart.png"].get_payload(decode=True)


def test_the_map_stands_above_the_form_and_the_chart_below_the_tables(table):
    one, other = (reports(table, seat)[-1] for seat in ("red-river", "south-fork"))
    charts = [files(table, row)["chart.png"].get_payload(decode=True) for row in (one, other)]
    assert charts[0] == charts[1]
    message = message_of(table.sent_bytes(one))
    page = next(part for part in message.walk() if part.get_content_type() == "text/html")
    text = page.get_payload(decode=True).decode()
    places = [text.index(one) for one in ("cid:map.", "ORDERS g1", "19 centres win, if", "cid:chart.")]
    assert places == sorted(places)
    assert 'alt="Centres of each seat over time"' in text


def test_who_wants_text_or_no_map_gets_no_chart(table):
    assert sorted(files(table, reports(table, "lazy-s")[-1])) == ["map.png"]
    assert files(table, reports(table, "lone-star")[-1]) == {}


def test_a_mail_made_anew_has_the_same_bytes(table):
    row = reports(table, "red-river")[-1]
    before = table.sent_bytes(row)
    table.daemon.postroom = Postroom(table.campaign, table.account)
    assert table.sent_bytes(row) == before


def drawn(message):
    (part,) = [part for part in message.walk() if part.get_filename() == "map.png"]
    with Image.open(BytesIO(part.get_payload(decode=True))) as opened:
        return part.get_payload(decode=True), opened.convert("RGB")


def test_each_seat_has_its_pieces_ringed_and_nobody_elses(tmp_path):
    table = Table(tmp_path / "own", game="range-war", seats=99).start()
    maps = {}
    for seat in ("red-river", "south-fork"):
        message = message_of(table.sent_bytes(reports(table, seat)[-1]))
        png, maps[seat] = drawn(message)
        assert len(png) < 150_000
        assert "Your pieces are ringed" in message.as_string()
    # The seats see the same map: it differs by the marks alone, and those lie around other pieces.
    assert ImageChops.difference(*maps.values()).getbbox() is not None
    observer = next(row for row in table.out("report") if "gm" in row.recipient)
    _, shared = drawn(message_of(table.sent_bytes(observer)))
    live = table.live()
    with table.campaign.look() as look:
        names = inked(map_of(live, step_at(look.connection, live.id, live.head), None), "names")
    for picture in maps.values():
        changed = ImageChops.difference(picture, shared).convert("L").point(lambda by: 255 * (by > 60))
        assert 200 < changed.histogram()[255] < 0.05 * picture.width * picture.height
        # No ring runs over a name.
        assert ImageChops.multiply(changed, names).histogram()[255] == 0
    table.close()


def test_a_table_may_share_one_map(tmp_path):
    table = Table(tmp_path / "shared", game="range-war", seats=99, settings={"maps": "shared"}).start()
    maps = [drawn(message_of(table.sent_bytes(reports(table, seat)[-1])))[0] for seat in ("red-river", "south-fork")]
    assert maps[0] == maps[1]
    table.close()
