"""A colour is only a name: where Red and Blue change names, all that happens is the same with the names changed."""

import re

import pytest

from judge import shelf
from judge.adjudicator.dice import KeyedDice
from judge.adjudicator.driver import close, take
from judge.adjudicator.protocol import Seat, Table
from judge.grammar.document import dump, load
from judge.grammar.options import complete_options
from judge.scenario.simulate import play

GAME = shelf.game("hell-on-wheels")
SEATS = tuple(map(Seat, ("red", "blue", "green")))
OTHER = {"red": "blue", "blue": "red", "Red": "Blue", "Blue": "Red"}


def swapped(text):
    return re.sub(r"\b(red|blue)\b", lambda found: OTHER[found[0]], text, flags=re.IGNORECASE)


class SwappedDice(KeyedDice):
    """Red's throws are Blue's."""

    def roll(self, label, sides=6, *, sealed=False):
        return super().roll(swapped(label), sides, sealed=sealed)

    def shuffle(self, label, items, *, sealed=True):
        return super().shuffle(swapped(label), items, sealed=sealed)


def carried_out(state, letters, dice):
    asks = GAME.window(state).asks
    sent = {seat: take(GAME, state, seat, asks[seat].form, text).orders for seat, text in letters.items()}
    return dump(GAME.write_position(close(GAME, state, sent, dice).step.state))


@pytest.mark.parametrize("options", [{"deadlines": 2}, {"tempo": "strict"}])
def test_a_game_is_the_same_whatever_colour_a_player_has(options):
    table = Table(SEATS, complete_options(GAME, options))
    letters_seen = 0
    for number, step in enumerate(play(GAME, table, "colours")):
        if step.window is None:
            continue
        if number > 60:
            break
        letters_seen += any(step.letters.values())
        position = dump(GAME.write_position(step.before))
        word = f"colours/{number}"
        after = carried_out(GAME.read_position(load(position)), step.letters, KeyedDice.of(word))
        changed = {Seat(OTHER.get(seat, seat)): swapped(text) for seat, text in step.letters.items()}
        other = carried_out(GAME.read_position(load(swapped(position))), changed, SwappedDice.of(word))
        assert load(swapped(other)).value == load(after).value, step.window.title
    assert letters_seen > 15
