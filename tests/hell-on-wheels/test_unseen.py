"""A forecast is played on what might be: it tells no more than the seat's own view."""

from collections import Counter
from dataclasses import replace

import pytest

from judge import report, shelf
from judge.adjudicator.dice import KeyedDice
from judge.adjudicator.driver import close, take
from judge.adjudicator.protocol import Table
from judge.grammar.document import load
from judge.grammar.options import complete_options
from judge.scenario.simulate import play, seats_for

GAME = shelf.game("hell-on-wheels")


def states(options, count=14):
    """Windows of a scripted game of four."""
    table = Table(seats_for(GAME, 2, 4), complete_options(GAME, options))
    for number, played in enumerate(play(GAME, table, "unseen")):
        if number > count:
            return
        if GAME.window(played.state) is not None:
            yield played.state


def twin(state, seat):
    """The same table to this seat, with everything hidden from it turned round."""
    others = [one for one in state.seats if one != seat]
    cards = [card for one in others for card in state.hands[one]] + list(state.deck)
    cards.reverse()
    hands = {seat: state.hands[seat]}
    for one in others:
        count = len(state.hands[one])
        hands[one], cards = tuple(cards[:count]), cards[count:]
    cash = state.cash
    if state.options["hidden_money"]:
        cash = {one: amount if one == seat else amount + 7 for one, amount in cash.items()}
    return replace(
        state,
        hands={one: hands[one] for one in state.seats},
        deck=tuple(cards),
        town_deck=state.town_deck[::-1],
        cash=cash,
    )


def cards_of(state):
    found = Counter((*state.deck, *state.discards))
    for hand in state.hands.values():
        found.update(hand)
    for town in state.towns.values():
        found.update(town.cards if town else ())
    return found


@pytest.mark.parametrize("options", [{}, {"tempo": "strict"}, {"hidden_money": True}], ids=["brisk", "strict", "palms"])
def test_two_states_that_look_alike_give_the_same_forecast(options):
    looked = different = 0
    for state in states(options):
        window = GAME.window(state)
        seat = sorted(window.asks)[0]
        other = twin(state, seat)
        assert GAME.view(other, seat) == GAME.view(state, seat)
        drawn = [GAME.redrawn(one, seat, KeyedDice.of("forecast")) for one in (state, other)]
        assert drawn[0] == drawn[1]
        assert GAME.view(drawn[0], seat) == GAME.view(state, seat)
        assert cards_of(drawn[0]) == cards_of(state)
        sent = {seat: take(GAME, state, seat, window.asks[seat].form, GAME.letter(state, seat, "ahead")).orders}
        told = []
        for one in drawn:
            step = close(GAME, one, sent, KeyedDice.of("played on")).step
            told.append(report.text_of_step(GAME, one, step.state, step.events, seat))
        assert told[0] == told[1]
        looked += 1
        different += drawn[0] != state
    assert looked > 10
    assert different > 5


def test_other_dice_draw_other_hands():
    (state,) = list(states({}, 6))[-1:]
    seat = state.seats[0]
    drawn = {GAME.redrawn(state, seat, KeyedDice.of(f"forecast/{number}")).deck for number in range(5)}
    assert len(drawn) == 5


def test_a_seat_without_a_player_is_not_waited_for_and_cannot_win():
    state = GAME.read_position(
        load(
            "{phase: 'Turn 9, building', seats: [Red, Blue, Green], cash: {Red: 90, Blue: 40, Green: 30}, "
            "towns: {past: Omaha, present: Laramie, future: Sidney}, town deck: []}"
        )
    )
    left = GAME.without(state, ["red"])
    assert [seat for seat, ask in GAME.window(left).asks.items() if not ask.waits] == ["red"]
    ended = close(GAME, left, {}, KeyedDice.of("end")).step.state
    assert GAME.outcome(ended).winners == ("blue",)
    back = close(GAME, GAME.without(left, []), {}, KeyedDice.of("end")).step.state
    assert GAME.outcome(back).winners == ("red",)
