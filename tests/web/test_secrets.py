"""What a page shows is made from its seat's view: nobody else's secrets, and no trace of what the seat cannot see."""

from __future__ import annotations

import json
import logging
import shutil
from pathlib import Path

import pytest
import sqlalchemy as sa

from judge.adjudicator.codec import dump
from judge.adjudicator.dice import KeyedDice
from judge.store import tables
from judge.store.base import write_back
from tests.serve.table import Table
from tests.web.visitor import Visitor

PATHS = ("", "/press", "/archive", "/archive/0", "/archive/1", "/table", "/map/0.svg", "/map/1.svg", "/mark",
         "/manifest.webmanifest", "/worker.js")  # fmt: skip
MORE = [
    ("gold-rush", {"hidden": "both"}), ("diplomacy", {"fog": True}), ("range-war", {}), ("diplomacy", {}),
    ("land-barons", {"hidden_cash": True}), ("land-barons", {"scouting": True}),
    ("land-barons", {"hidden_cash": True, "tempo": "strict"}), ("gold-rush", {"hidden": "both", "tempo": "strict"}),
    ("hell-on-wheels", {"tempo": "strict"}),
]  # fmt: skip


@pytest.fixture
def open_pages(tmp_path):
    """A table of a game, and its pages."""
    made = []

    def make(**words):
        table = Table(tmp_path / "club", settings={"deadlines": "900d"}, seats=99, **words).start()
        made.append((table, Visitor(table, requests=10_000)))
        return made[-1]

    yield make
    for table, visitor in made:
        visitor.close()
        table.close()


def everything(visitor, seat, letter=""):
    """Every response that a seat can get, its own link taken out; with a letter, the answers to that as well."""
    link = visitor.link(seat)
    found = {path: visitor.get(link + path).text for path in PATHS}
    if letter:
        found["sent"] = visitor.send(seat, letter).text
        for words in ("FORECAST\n" + letter + "\nEND", "STATUS", "ORDERS", "PLAYERS", "REPORT 0", "DIARY READ"):
            found[words] = visitor.send(seat, words, page="table").text
    return {path: text.replace(link, "/seat/LINK") for path, text in found.items()}


def test_no_page_shows_what_is_anothers(open_pages, caplog):
    """Orders, diaries, press, tokens and addresses of one seat stand on no page of another, and in no log."""
    caplog.set_level(logging.DEBUG)
    table, visitor = open_pages(game="lanterns", options={"coins": 99})
    bids = {"amber": 71, "blue": 53, "copper": 37}
    for seat, bid in bids.items():
        visitor.send(seat, f"bid {bid}\ncanary-{seat}\n")
        table.write(seat, f"DIARY canary-diary-{seat}\nSTANDING bids: bid {bid + 1}\nVOTE DRAW\n")
    table.write("amber", "PRESS TO blue\ncanary-press\nEND PRESS")
    for seat in bids:
        pages = "\n".join(everything(visitor, seat).values())
        assert f"bid {bids[seat]}" in pages
        for other in bids.keys() - {seat}:
            for secret in (
                f"bid {bids[other]}", f"canary-{other}", f"canary-diary-{other}", f"{other}@mail.example",
                table.tokens[other], visitor.link(other).rpartition("-")[2],
                visitor.place(visitor.row(other)).word(visitor.front.secret),
            ):  # fmt: skip
                assert secret not in pages, (seat, secret)
        assert ("canary-press" in pages) == (seat in ("amber", "blue"))
        assert visitor.link(seat).rpartition("-")[2] not in caplog.text
    assert "canary" not in caplog.text


class Snapshot:
    """A store as it was, to be had back."""

    def __init__(self, store):
        self.store, self.kept = store, Path(f"{store.path}.kept")
        write_back(store)
        store.engine.dispose()
        shutil.copy(store.path, self.kept)

    def restore(self):
        self.store.engine.dispose()
        for beside in ("-wal", "-shm"):
            Path(f"{self.store.path}{beside}").unlink(missing_ok=True)
        shutil.copy(self.kept, self.store.path)


def change_the_unseen(table, seat):
    """Deal anew what this seat cannot see: hands, purses, other seats' orders, diaries, press, votes."""
    live = table.live()
    other = live.game.redrawn(live.state, seat, KeyedDice.of("another deal"))
    others = [one for one in table.seats if one != seat]
    with table.campaign.store.begin() as connection:
        row = sa.and_(tables.steps.c.game_id == live.id, tables.steps.c.number == live.head)
        connection.execute(tables.steps.update().where(row).values(state=dump(other)))
        for one in others:
            connection.execute(
                tables.docket.update().where(tables.docket.c.seat == one).values(orders=json.dumps(["changed"]))
            )
        connection.execute(tables.votes.insert().values(
            game_id=live.id, seat=others[0], proposal="draw", window_key=live.window.key, at="2027-03-01T09:00:00Z"
        ))  # fmt: skip
        connection.execute(tables.press.insert().values(
            game_id=live.id, step=live.head, sender=others[0], told=json.dumps(others[1:2]), signed=others[0],
            text="not for you", at="2027-03-01T09:00:00Z", kind="white",
        ))  # fmt: skip
    return other != live.state


def check_swap(open_pages, key, options):
    table, visitor = open_pages(game=key, options=options)
    live = table.live()
    for seat in sorted(live.window.asks):
        table.write(seat, live.game.letter(live.state, seat, "swap"))
    table.pass_time(days=901)
    table.daemon.tick()
    live = table.live()
    assert live.head > 0
    for seat in sorted(live.window.asks):
        table.write(seat, live.game.letter(live.state, seat, "swap") + "\nWAIT\n")
    seat = sorted(live.window.asks)[-1]
    letter = live.game.letter(live.state, seat, "once more")
    before = Snapshot(table.campaign.store)
    mine = everything(visitor, seat, letter)
    before.restore()
    differs = change_the_unseen(table, seat)
    theirs = everything(visitor, seat, letter)
    for path, text in mine.items():
        assert text == theirs[path], (seat, path)
    return differs


def test_two_games_that_differ_in_what_a_seat_cannot_see_have_the_same_pages(open_pages):
    assert check_swap(open_pages, "hell-on-wheels", {"hidden_money": True})


@pytest.mark.proof
@pytest.mark.parametrize(("key", "options"), MORE)
def test_the_same_by_other_rules_of_hiding(open_pages, key, options):
    check_swap(open_pages, key, options)
