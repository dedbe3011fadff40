"""A whole game in which one seat writes by mail, one on its page, one in Matrix and one on a forum: the game is the one
that mail alone makes of the same orders."""

import pytest

from judge import variants
from judge.campaign.campaign import Campaign
from judge.campaign.record import record_of
from judge.cli.main import run
from tests.campaign.conftest import entropy
from tests.chats.talker import Talking, judge_on
from tests.forum.synapse import Player
from tests.serve.table import Table
from tests.web.visitor import Visitor

pytestmark = pytest.mark.server
SEATS = ("amber", "blue", "copper", "dusk")
MOST_WINDOWS = 40


def bids(number):
    """What each seat orders in a window."""
    return {seat: f"bid {(number * 3 + place * 2) % 5}" for place, seat in enumerate(SEATS)}


def play(table, give):
    """A game to its end. `give`: brings the orders of a window in."""
    for number in range(MOST_WINDOWS):
        if table.live().row["status"] == "over":
            return
        # A letter that comes when a window has just closed is asked about.
        table.pass_time(hours=12)
        give(bids(number))
        assert "closed" in [one.act for one in table.daemon.tick()]
    raise AssertionError("the game has no end")


def record(table):
    """The whole record of a game that is over, but for the doors: by which letter each set of orders came."""
    with table.campaign.store.read() as connection:
        made = record_of(connection, table.name)
    assert made["full"]
    for step in made["steps"]:
        for orders in step["orders"].values():
            assert orders.pop("source")
    return made


def the_same_dice(monkeypatch):
    """Every campaign opened from here on draws the same secrets for its first game."""
    monkeypatch.setattr(Campaign.__init__, "__defaults__", (entropy("doors"),))
    monkeypatch.setattr(Campaign.open.__func__, "__defaults__", (entropy("doors"),))


def by_mail_alone(folder):
    table = Table(folder, seats=4).start()
    play(table, lambda orders: [table.write(seat, text) for seat, text in orders.items()])
    found = record(table)
    table.close()
    return found


class Doors:
    """One door a seat."""

    def __init__(self, house, player, visitor, folder, monkeypatch):
        self.house, self.player, self.visitor, self.folder = house, player, visitor, folder
        self.monkeypatch = monkeypatch

    def give(self, orders):
        table = self.house.table
        self.monkeypatch.setenv("JUDGE_NOW", f"{table.now:%Y-%m-%dT%H:%M:%SZ}")
        table.write("amber", orders["amber"])
        assert "OK" in self.visitor.send("blue", orders["blue"]).text
        # The homeserver's clock is ours, the table's is not: what comes is as new as the last look.
        self.house.hear()
        self.player.say(orders["copper"])
        assert self.house.hear() == 1
        thread = self.folder / "thread.txt"
        thread.write_text(f"Dusk:\n[quote]bid 0[/quote]\n{orders['dusk']}\n")
        assert run(["orders", "paste", table.name, str(thread), "--campaign", str(self.folder), "--override", "x"]) == 0


def test_four_doors_lead_into_one_game(server, tmp_path, monkeypatch):
    the_same_dice(monkeypatch)
    alone = by_mail_alone(tmp_path / "mail" / "club")
    the_same_dice(monkeypatch)
    name, secret = judge_on(server)
    monkeypatch.setenv("CHAT_SECRET", secret)
    folder = tmp_path / "doors" / "club"
    said = f"chats:\n  room: {{kind: matrix, url: '{server.url}', secret_env: CHAT_SECRET}}\n"
    house = Talking(folder, said, seats=4)
    visitor = Visitor(house.table)
    try:
        house.hear()
        player = Player(server, "copper", name)
        house.hear()
        player.say(f"CONNECT {house.code_for('copper')}")
        house.hear()
        play(house.table, Doors(house, player, visitor, folder, monkeypatch).give)
        found = record(house.table)
    finally:
        visitor.close()
        house.close()
        variants.GAMES.pop("lanterns", None)
    assert [one for one in found["acts"] if one["act"] != "orders on behalf"] == alone["acts"]
    # What the game master pasted is on record as theirs; the journal tells of the doors.
    for step in (*found["steps"], *alone["steps"]):
        del step["acts"], step["record"]
    doors = ("acts", "audit")
    assert {key: one for key, one in found.items() if key not in doors} == {
        key: one for key, one in alone.items() if key not in doors
    }
