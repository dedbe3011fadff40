"""The dice of all five games as they are played: every checker finds nothing wrong, and each forgery of them."""

import copy

import pytest

from judge.adjudicator.chronicle import link_in
from judge.campaign.record import record_of
from tests.adjudicator.honest_record import promises_of
from tests.adjudicator.test_forgeries import in_javascript, in_python, in_the_judge
from tests.campaign.conftest import after
from tests.campaign.test_all_games import GAMES

WINDOWS = 4


@pytest.fixture(scope="module")
def records(tmp_path_factory):
    """Each game begun, played some windows, taken back one, and played otherwise."""
    from tests.campaign.conftest import entropy, make_folder
    from tests.master import Master

    campaign = Master.open(make_folder(tmp_path_factory.mktemp("fair") / "club"), entropy())
    found = {}
    for name, (key, seats) in GAMES.items():
        campaign.new_game(name, key, after(), seats=seats)
        live = campaign.start(name, after())
        for _ in range(WINDOWS):
            for seat in sorted(live.window.asks):
                campaign.enter(name, seat, live.game.letter(live.state, seat, "fair"), after())
            live = campaign.release(name, after())
        live = campaign.roll_back(name, WINDOWS - 1, after())
        for seat in sorted(live.window.asks):
            campaign.enter(name, seat, "", after(), clear=True)
        campaign.release(name, after())
        with campaign.look() as look:
            found[key] = record_of(look.connection, name)
    campaign.close()
    return found


def forged(record, spoil):
    """A copy that somebody spoiled, the chain of hashes made to fit again."""
    game = copy.deepcopy(record)
    spoil(game)
    hashes = {0: ""}
    for step in sorted([*game["steps"], *(one for back in game["undone"] for one in back["steps"])], key=made):
        step["record"] = hashes[step["made"]] = link_in(hashes[step["from"]], step, promises_of(game, step))
    return game


def made(step):
    return step["made"]


def skip_a_link(game):
    game["steps"][-2]["dice"]["link"] += 1


def hide_the_rollback(game):
    game["undone"] = []


def change_an_order(game):
    step = next(step for step in game["steps"] if step["orders"] and step["draws"])
    step["dice"]["orders"] = "0" * 64


def invent_a_word(game):
    game["words"] = [{"seat": "somebody", "word": "chosen"}]
    game["game"]["words"] = {"somebody": "chosen"}


@pytest.mark.parametrize("check", [in_python, in_javascript, in_the_judge])
@pytest.mark.parametrize("key", sorted(one for one, _ in GAMES.values()))
def test_every_game_s_dice_are_as_promised_and_a_forgery_of_them_is_found(records, key, check):
    record = records[key]
    assert len(record["undone"][0]["steps"]) == 1
    assert check(record, record["dice"][0]["open_commitment"])[0] == []
    spoils = [skip_a_link, hide_the_rollback]
    spoils += [change_an_order] if any(step["orders"] and step["draws"] for step in record["steps"]) else []
    spoils += [invent_a_word] if any(step["draws"] for step in record["steps"]) else []
    for spoil in spoils:
        assert check(forged(record, spoil))[0], spoil.__name__
    # Where no die was cast nothing but the reports that players hold can tell.
    held = [step["record"] for step in record["steps"]]
    assert check(forged(record, lambda game: game["steps"][1].update(title="Something else")), records=held)[0]
