"""The way from a mail to the composer: with the seat's own facts, in the page of that seat's mail alone."""

from __future__ import annotations

import base64
import json
import re
import zlib

import pytest

from judge.mail.headers import message_of
from tests.serve.table import Table


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    folder = tmp_path_factory.mktemp("link") / "club"
    made = Table(folder, game="hell-on-wheels", seats=3, more="base_url: https://club.example/games\n").start()
    yield made
    made.close()


def parts(table, seat):
    """The last report of a seat: its text and its page."""
    row = [row for row in table.out("report") if row.recipient == f"{seat}@mail.example"][-1]
    message = message_of(table.sent_bytes(row))
    return {
        kind: next(part for part in message.walk() if part.get_content_type() == kind).get_payload(decode=True).decode()
        for kind in ("text/plain", "text/html")
    }


def own(page):
    link = re.search(r'href="https://club\.example/games/g1/orders\.html#own=([\w-]+)"', page)[1]
    return json.loads(zlib.decompress(base64.urlsafe_b64decode(link + "=" * (-len(link) % 4)), -15))


def test_a_report_leads_to_the_composer_with_the_seats_own_hand(table):
    live = table.live()
    for seat in live.window.asks:
        told = own(parts(table, seat)["text/html"])
        assert (told["seat"], told["key"]) == (seat, live.window.key)
        assert told["purse"] == live.state.cash[seat]
        assert "#own=" not in parts(table, seat)["text/plain"]


def test_the_lines_that_are_in_come_along(table):
    seat = next(iter(table.live().window.asks))
    table.write(seat, "bid 2K\n")
    table.write(seat, "REPORT\n")
    assert own(parts(table, seat)["text/html"])["sent"] == ["bid 2K"]
