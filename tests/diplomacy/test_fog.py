"""In a fog what is told of a fight tells nobody what stands where they do not look."""

from judge import report, shelf
from judge.adjudicator.dice import KeyedDice
from judge.adjudicator.driver import close, take
from judge.adjudicator.protocol import Seat
from judge.grammar.document import load

FRANCE = Seat("france")
FIGHT = {"italy": "A MUN - BUR\nA MAR S A MUN - BUR"}


def told(seat, elsewhere, orders):
    """The report of a spring with a fight in Burgundy, which Paris sees. `elsewhere`: a unit that it does not see."""
    game = shelf.game("diplomacy")
    state = game.read_position(
        load(
            "phase: Spring 1901, movement\noptions: {fog: true}\n"
            f"units: {{France: [A PAR], Germany: [A BUR], Italy: [A MUN, A MAR], Turkey: [{elsewhere}]}}\n"
        )
    )
    sent = {Seat(one): take(game, state, Seat(one), "movement", text).orders for one, text in orders.items()}
    step = close(game, state, sent, KeyedDice.of("fog")).step
    notes = report.Notes(game_name="g")
    return report.render(report.build(game, state, step.state, step.events, seat, notes), "text")


def test_where_anothers_unit_may_retreat_tells_nothing_of_what_is_out_of_sight():
    assert "must retreat" in told(FRANCE, "A RUH", FIGHT)
    assert told(FRANCE, "A RUH", FIGHT) == told(FRANCE, "A SMY", FIGHT)
    # Its own seat reads it, and has to: it is asked.
    assert told(Seat("germany"), "A RUH", FIGHT) != told(Seat("germany"), "A SMY", FIGHT)


def test_a_support_tells_nothing_of_where_a_unit_was_ordered_out_of_sight():
    ways = [{"france": "A PAR S A BUR", "germany": f"A BUR - {to}"} for to in ("RUH", "BEL")]
    assert told(FRANCE, "A SMY", ways[0]) == told(FRANCE, "A SMY", ways[1])
    assert "out of sight" in told(FRANCE, "A SMY", ways[0])
