"""Two games that differ only in what a seat cannot see answer the seat's program alike, byte for byte."""

import json
from types import SimpleNamespace

import pytest

from judge import shelf
from judge.adjudicator.codec import dump, plain
from judge.adjudicator.dice import KeyedDice
from judge.campaign.live import load_game
from judge.grammar.document import Document
from judge.mail.accounts import Account
from judge.scenario.simulate import seats_for
from judge.serve.daemon import Daemon
from judge.variants import GAMES
from tests.campaign.conftest import START, after, entropy
from tests.campaign.test_public_canary import OPTIONS, WINDOWS
from tests.master import Master
from tests.serve.table import JUDGE, PLENTY
from tests.web.visitor import Visitor

HIDDEN = {**OPTIONS, "diplomacy": {"fog": True}}


def world(folder, key, name):
    """A game in the middle of a window; what one seat cannot see is another deal in each world, and so is what others
    have in, what they write to each other and what they are told. Who is in is public: no window closes early."""
    Master.create(folder, "club")
    campaign = Master.open(folder, entropy("the same"))
    game = shelf.game(key)
    low, high = game.seat_range
    seats = seats_for(game, 0, min(high, max(low, 3)))
    campaign.new_game(
        "open", key, START, seats=seats, options=HIDDEN.get(key), settings=Document({"early": "never"}, name="settings")
    )
    tokens = {
        seat: campaign.assign("open", seat, f"Pat {number} <canary-{seat}@secret.example>", START)
        for number, seat in enumerate(seats)
    }
    live = campaign.start("open", START)
    for hour in range(WINDOWS[key]):
        for seat in sorted(live.window.asks):
            campaign.enter("open", seat, game.letter(live.state, seat, f"same/{hour}"), after(hours=hour))
        live = campaign.release("open", after(hours=hour))
    own = sorted(live.window.asks)[-1]
    drawn = game.redrawn(live.state, own, KeyedDice.of(f"deal {name}"))
    document = json.loads(json.dumps(plain(game.write_position(drawn))))
    campaign.edit("open", Document(document, name="position"), "a correction", after(hours=9))
    with campaign.store.read() as connection:
        live = load_game(connection, "open")
    table = SimpleNamespace(name="open", campaign=campaign, tokens=tokens, now=after(hours=10), own=own, live=live)
    table.daemon = Daemon(campaign, Account(JUDGE, limits=PLENTY), now=lambda: table.now, apart=False)
    for seat in sorted(set(live.window.asks) - {own}):
        campaign.enter("open", seat, game.letter(live.state, seat, f"world {name}"), after(hours=10))
    if name == "b":
        others = [seat for seat in seats if seat != own]
        campaign.note("open", "canary-note", after(hours=10), others[:1])
    return table


def everything(table):
    """All that the seat's program is answered: path -> bytes."""
    visitor = Visitor(table)
    try:
        bearer = {"authorization": f"Bearer {table.tokens[table.own]}"}
        paths = ["table", "choices", "map", "news", *(f"report?step={step}" for step in range(table.live.head + 1))]
        found = {path: visitor.ask("GET", f"/api/{path}", **bearer) for path in paths}
        letter = table.live.game.letter(table.live.state, table.own, "own")
        found["letters"] = visitor.ask("POST", "/api/letters", json.dumps({"text": letter}).encode(), **bearer)
        found["news after it"] = visitor.ask("GET", "/api/news", **bearer)
        assert {got.status for path, got in found.items() if path != "map"} == {200}
        return {path: got.body for path, got in found.items()}
    finally:
        visitor.close()
        table.daemon.opener.close()


# The games that hide most are asked every time.
@pytest.mark.parametrize("key", [
    pytest.param(key, marks=[] if key in ("hell-on-wheels", "land-barons") else pytest.mark.proof)
    for key in sorted(GAMES.keys() - {"lanterns"})
])  # fmt: skip
def test_what_a_seat_cannot_see_no_answer_of_the_door_tells(key, tmp_path):
    tables = [world(tmp_path / name, key, name) for name in ("a", "b")]
    try:
        one, other = (everything(table) for table in tables)
        differ = len({dump(table.live.state) for table in tables}) > 1
        assert differ or key == "range-war", "nothing was hidden: the test says nothing"
    finally:
        for table in tables:
            table.campaign.close()
    assert len(one) > 5
    for path, said in one.items():
        assert said == other[path], f"{path} tells the worlds apart"
        for hidden in ("canary", "secret.example", *tables[0].tokens.values()):
            assert hidden.encode() not in said, path
