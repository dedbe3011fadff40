"""The same orders written otherwise have the same dice, in all five games: nobody rolls anew with another spelling."""

import pytest

from judge.campaign import turns
from judge.campaign.live import load_game
from tests.campaign.conftest import after, entropy, make_folder
from tests.campaign.test_all_games import GAMES
from tests.master import Master

WINDOWS = 4
OTHERWISE = {
    "other way round": lambda lines: lines[::-1],
    "in capitals": lambda lines: [line.upper() for line in lines],
    "with more spaces": lambda lines: [f"  {line.replace(' ', '  ')}" for line in lines],
    "said twice": lambda lines: [*lines, *lines],
}


def rolled(campaign, name, letters, otherwise):
    """What a release would draw, by label, and the sets as they are understood."""
    for seat, letter in letters.items():
        campaign.enter(name, seat, "\n".join(otherwise(letter.splitlines())), after(), clear=True)
    with campaign.look() as look:
        made = turns.work_out(look, load_game(look.connection, name))
    sets = {seat: sorted(one["text"]) for seat, one in made.orders.items()}
    return sets, {one.label: one.result for one in made.dice.draws}


@pytest.mark.parametrize("name", GAMES)
def test_the_same_orders_written_otherwise_have_the_same_dice(tmp_path, name):
    key, seats = GAMES[name]
    campaign = Master.open(make_folder(tmp_path / "club"), entropy())
    campaign.new_game(name, key, after(), seats=seats)
    live, tried = campaign.start(name, after()), set()
    for _ in range(WINDOWS):
        letters = {seat: live.game.letter(live.state, seat, "fair") for seat in sorted(live.window.asks)}
        sets, draws = rolled(campaign, name, letters, list)
        for how, otherwise in OTHERWISE.items():
            other, again = rolled(campaign, name, letters, otherwise)
            # In Hell on Wheels a line said twice may be another card: those are other orders.
            if other == sets:
                tried.add(how)
                # Another order of lines may have another outcome, and so other labels.
                assert all(again[label] == result for label, result in draws.items() if label in again), how
        rolled(campaign, name, letters, list)
        live = campaign.release(name, after())
    campaign.close()
    assert tried == {*OTHERWISE}
