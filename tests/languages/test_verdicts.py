"""What became of an order is told in the reader's words, down to its last piece."""

import re
from itertools import islice

from judge import shelf
from judge.adjudicator.protocol import Table, Verdict
from judge.grammar.options import complete_options
from judge.report.languages import worded_in
from judge.report.words import Words
from judge.scenario.simulate import play, seats_for

ENGLISH = re.compile(r"\b(choice|shots?|dead|reloaded|carries on|out for|left the table)\b|\bat \d")


def test_german_tells_what_became_of_an_order_of_gold_rush_without_english():
    game = shelf.game("gold-rush")
    table = Table(seats_for(game, 0, 7), complete_options(game, {}))
    found = set()
    for played in islice(play(game, table, "look"), 3, 7):
        with worded_in("de"):
            words = Words(game, played.before)
            for event in played.events:
                if isinstance(event, Verdict) and event.detail:
                    said = words.sentence(event).partition(words.order(event.order, event.seat))[2].partition(".")[0]
                    assert not ENGLISH.search(said), said
                    found |= {one for one in ("Wahl", "Schuss", "tot", "bei", "nachgeladen") if one in said}
    assert {"Wahl", "Schuss", "tot", "bei"} <= found
