"""What game masters copy from eight kinds of boards and chats: each seat gets its own orders, and no other's."""

import itertools
from pathlib import Path

import pytest
import yaml

from judge import shelf
from judge.adjudicator.dice import KeyedDice
from judge.adjudicator.driver import merge, take
from judge.adjudicator.protocol import Table
from judge.campaign.paste import NoHeadings, split_orders
from judge.grammar.options import complete_options
from judge.scenario.simulate import play, seats_for

PASTES = yaml.safe_load((Path(__file__).parent / "threads" / "pastes.yaml").read_text(encoding="utf-8"))


def start(key):
    game = shelf.game(key)
    seats = seats_for(game, 0, game.seat_range[1])
    return game, game.setup(Table(seats, complete_options(game, {})), KeyedDice.of("paste")).state


@pytest.mark.parametrize("paste", PASTES, ids=[one["name"] for one in PASTES])
def test_each_seat_gets_its_own_orders(paste):
    game, state = start(paste["game"])
    asks = game.window(state).asks
    pasted = split_orders(game, paste["text"], paste.get("players"))
    orders, unread = {}, {}
    for seat, text in pasted.by_seat.items():
        taken = take(game, state, seat, asks[seat].form, text)
        kept = ()
        for order in taken.orders:
            kept = merge(game, kept, (order,))
        orders[seat] = [game.write(state, seat, order) for order in kept]
        unread |= {seat: [line.text for line in taken.unread]} if taken.unread else {}
    assert orders == paste["orders"]
    assert unread == paste.get("unread", {})
    assert list(pasted.ignored) == paste.get("ignored", [])


@pytest.mark.parametrize("key", ["diplomacy", "gold-rush", "hell-on-wheels", "land-barons", "range-war"])
def test_no_order_of_any_game_is_taken_for_what_a_board_adds(key):
    game = shelf.game(key)
    seats = seats_for(game, 0, min(game.seat_range[1], max(game.seat_range[0], 4)))
    table = Table(seats, complete_options(game, {}))
    many = 0
    for played in itertools.islice(play(game, table, "paste"), 12):
        window = game.window(played.state)
        if window is None:
            break
        letters = {seat: game.letter(played.state, seat, f"paste/{many}").strip() for seat in window.asks}
        names = {seat.id: seat.name for seat in game.seats}
        thread = "".join(
            f"poster{number} — Today at 8:{number:02d} PM\n{names[seat]}:\n{text}\n"
            for number, (seat, text) in enumerate(letters.items(), 10)
        )
        assert dict(split_orders(game, thread).by_seat) == letters
        many += len(letters)
    assert many > 12


def test_there_are_pastes_of_every_board_the_judge_writes_for():
    names = " ".join(one["name"] for one in PASTES)
    assert len(PASTES) >= 20
    for board in ("phpBB", "MyBB", "XenForo", "SMF", "vBulletin", "Discourse", "Reddit", "Discord"):
        assert names.count(board) >= 2, board


def test_posts_without_a_seat_are_nobodys():
    game, _ = start("diplomacy")
    with pytest.raises(NoHeadings, match="SEAT:"):
        split_orders(game, "annabel — Today at 8:14 PM\nA PAR - BUR\n")
