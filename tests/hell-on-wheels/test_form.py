"""The order form: each window says what happens before it, and its line counts for that window and no other."""

import pytest

from judge import shelf
from judge.adjudicator.driver import take
from judge.adjudicator.protocol import BLANK, Table
from judge.grammar.options import complete_options
from judge.report.build import build
from judge.report.media.text import text_of
from judge.scenario.simulate import play, seats_for

OPTIONS = ({}, {"windows": 20}, {"deadlines": 2}, {"tempo": "strict"})


def positions(options, most=12):
    game = shelf.game("hell-on-wheels")
    table = Table(seats_for(game, 0, 4), complete_options(game, options))
    for number, played in enumerate(play(game, table, "form")):
        if number >= most or game.window(played.state) is None:
            return
        yield game, played


def test_a_window_is_named_by_what_happens_before_it():
    lines = {
        line for game, played in positions({}) for ask in game.window(played.state).asks.values() for line in ask.lines
    }
    assert {
        f"window 1 (after supervisor): {BLANK}", f"window 4 (after taxes): {BLANK}", f"window 7 (after past): {BLANK}",
    } <= lines  # fmt: skip


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_each_line_filled_in_counts_for_its_own_window(options):
    """`window 6 (after customer): pass` is `window 6: pass`; `before taxes: pass` is `before phase 4: pass`."""
    phases = (
        "supervisor",
        "railroad",
        "civilized",
        "taxes",
        "establishment",
        "customer",
        "past",
        "present",
        "future",
        "line",
    )
    for game, played in positions(options):
        for seat, ask in game.window(played.state).asks.items():
            for line in ask.lines:
                words = line.removesuffix(f": {BLANK}")
                if words.startswith("window"):
                    plain = words.partition(" (")[0]
                elif words.startswith("before "):
                    plain = f"before phase {phases.index(words.removeprefix('before ')) + 1}"
                else:
                    continue
                read = [take(game, played.state, seat, ask.form, f"{said}: pass").orders for said in (words, plain)]
                assert read[0] == read[1]
                assert len(read[0]) == 1, line
            assert not take(game, played.state, seat, ask.form, "\n".join(ask.lines)).orders


def test_the_table_of_towns_names_only_who_has_built_there():
    checked = 0
    for game, played in positions({}):
        view = game.view(played.state, None)
        owners = {mark.owner for town in view.towns for mark in (*town.houses, *town.civilized)}
        report = text_of(build(game, played.before, played.state, played.events, None).blocks)
        table = report.partition("The towns\n")[2].partition("An Establishment can be raided")[0]
        for seat in game.seats:
            if seat.id in view.seats:
                assert (f"\n{seat.name} " in table) is (seat.id in owners)
                checked += seat.id not in owners
    assert checked
