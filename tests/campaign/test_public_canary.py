"""No secret in any public artefact, of any game: two games that differ in nothing but secrets look the same outside.

Each world has its own hands and decks, orders and bids in the open window, standing texts, private letters, notes and
addresses. Everything public is made of both: site, feeds, posts, reports in every medium, JSON, pictures, the public
record. It has to be the same, byte for byte, and hold none of the words that were planted.
"""

import json
import re

import pytest
import sqlalchemy as sa

from judge import report
from judge.campaign.archive import record_of as site_record
from judge.campaign.foreign import written
from judge.campaign.live import NotNow, events_of, line_of, load_game, state_of
from judge.campaign.record import record_of
from judge.forum import Target
from judge.forum.publish import requests
from judge.grammar.document import Document, dump, load
from judge.report import pictures
from judge.report.media.forum import DIALECTS
from judge.report.site import write_site
from judge.scenario.simulate import seats_for
from judge.store import tables
from judge.variants import GAMES
from tests.campaign.conftest import START, after, entropy
from tests.master import Master

WINDOWS = {"diplomacy": 1, "range-war": 1, "land-barons": 3, "gold-rush": 4, "hell-on-wheels": 4}
OPTIONS = {
    "diplomacy": {"fog": True},
    "land-barons": {"hidden_cash": True},
    "gold-rush": {"hidden": "both"},
    "hell-on-wheels": {"hidden_money": True},
}
TARGETS = [Target(kind, kind, "canary-key", url="https://x.example", topic="1", room="!r:x", user="judge")
           for kind in ("discourse", "nodebb", "matrix")]  # fmt: skip


def hidden(key, document, world):
    """The position with something else under what nobody sees, as much as the game hides; the public part as it is."""
    if key == "hell-on-wheels":
        # Two hands change cards with the deck, and the deck lies in another order.
        many = 3 if world == "a" else 2
        one = sorted(document["hands"])[0]
        deck, hand = document["deck"][::-1], document["hands"][one]
        document["hands"][one], document["deck"] = deck[:many] + hand[many:], hand[:many] + deck[many:]
        document["cash"] = {seat: 3 + ord(world[-1]) % 7 + len(seat) for seat in document["cash"]}
    elif key == "land-barons":
        document["cash"] = {seat: 100 + len(world + seat) + ord(world[-1]) for seat in document["cash"]}
    elif key == "gold-rush":
        for figure in document["figures"].values():
            figure["loaded"], figure["gold"] = (1, 0) if world == "a" else (2, 1)
    elif key == "diplomacy":
        # In a fog the public sees how many units there are, and none of them.
        document["units"] = {
            power: units[:2] if world == "a" else units[-2:] for power, units in document["units"].items()
        }
    return document


def world(folder, key, name):
    """A game in the middle of a window, with secrets of its own."""
    Master.create(folder, "club")
    campaign = Master.open(folder, entropy("the same"))
    from judge import shelf

    game = shelf.game(key)
    low, high = game.seat_range
    seats = seats_for(game, 0, min(high, max(low, 3)))
    campaign.new_game("open", key, START, seats=seats, options=OPTIONS.get(key), settings=Document({}, name="settings"))
    tokens = [
        campaign.assign("open", seat, f"Pat {number} <canary-{name}-{seat}@secret.example>", START)
        for number, seat in enumerate(seats)
    ]
    live = campaign.start("open", START)
    for hour in range(WINDOWS[key]):
        for seat in sorted(live.window.asks):
            campaign.enter("open", seat, game.letter(live.state, seat, f"same/{hour}"), after(hours=hour))
        live = campaign.release("open", after(hours=hour))
    changed = hidden(key, load(dump(campaign.position("open"))).value, name)
    campaign.edit("open", Document(changed, name="position"), "a correction", after(hours=9))
    with campaign.store.read() as connection:
        live = load_game(connection, "open")
    for seat in sorted(live.window.asks):
        campaign.enter("open", seat, game.letter(live.state, seat, f"world {name}"), after(hours=10))
    campaign.note("open", f"canary-note-{name}", after(hours=11), [seats[0]])
    with campaign.store.begin() as connection:
        connection.execute(
            tables.press.insert().values(
                game_id=live.id, step=live.head, sender=seats[0], told=json.dumps([seats[1]]), signed="Pat",
                text=f"canary-press-{name}", at="",
            )
        )  # fmt: skip
        kind = live.window.kind
        connection.execute(
            tables.standing.insert().values(game_id=live.id, seat=seats[0], kind=kind, text=f"canary-standing-{name}")
        )
        connection.execute(
            tables.statements.insert().values(game_id=live.id, seat=seats[0], text=f"canary-word-{name}", at="")
        )
    return campaign, tokens


def public(campaign, folder):
    """Everything that leaves the house for everybody: name -> bytes."""
    found = {}
    with campaign.look() as look:
        connection = look.connection
        live = load_game(connection, "open")
        write_site([site_record(look, "open")], folder, "The club", "https://club.example")
        found["record"] = json.dumps(record_of(connection, "open"), sort_keys=True).encode()
        for step in line_of(connection, live)[-3:]:
            number = int(step["number"])
            made = campaign.report("open", number)
            for medium in ("text", "html", "json", *DIALECTS):
                found[f"report-{number}.{medium}"] = report.render(made, medium).encode()
            for target in TARGETS:
                for part, text, page, request in requests(target, f"k-{number}", made.blocks, {}):
                    found[f"post-{number}-{target.kind}-{part}"] = f"{text}{page}{request.shown()}".encode()
            view = live.game.view(state_of(live.game, step), None)
            told = report.told_to(events_of(live.game, step), None)
            found[f"map-{number}.svg"] = pictures.picture(live.game, view, told, step["window_title"]).encode()
            found[f"map-{number}.txt"] = pictures.sketch(live.game, view).encode()
        last = max(name for name in found if name.endswith(".svg"))
        if found[last]:
            found["map.png"] = pictures.png(found[last].decode(), 300)
        secrets = connection.execute(sa.select(tables.chains.c.open_tip, tables.chains.c.sealed_tip)).all()
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            found[f"site/{path.relative_to(folder)}"] = path.read_bytes()
    with pytest.raises(NotNow):
        campaign.closing("open")
    with campaign.look() as look, pytest.raises(NotNow):
        written(look, "open")
    return found, [tip for row in secrets for tip in row]


@pytest.mark.parametrize("key", sorted(GAMES.keys() - {"lanterns"}))
def test_two_worlds_look_the_same_from_outside(key, tmp_path):
    seen, planted = {}, []
    for name in ("a", "b"):
        campaign, tokens = world(tmp_path / name, key, name)
        try:
            seen[name], secrets = public(campaign, tmp_path / f"site-{name}")
            if name == "a":
                first = campaign.position("open")
            elif key in OPTIONS:
                assert campaign.position("open") != first, "nothing was hidden: the test says nothing"
        finally:
            campaign.close()
        planted += [*tokens, *secrets]
    assert len(seen["a"]) > 40
    assert sorted(seen["a"]) == sorted(seen["b"])
    for what, said in seen["a"].items():
        assert said == seen["b"][what], f"{what} tells the worlds apart"
        text = said.decode("utf-8", "replace")
        # Addresses, notes, letters, standing texts, keys: all of them were planted with this word in them.
        assert "canary" not in text, what
        assert not re.search(r"secret\.example", text), what
        for secret in planted:
            assert secret not in text, what
