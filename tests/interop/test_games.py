"""Saved games of the `diplomacy` package, and results mails in njudge's manner."""

import json
import os
import subprocess
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.rival_venv import NoRivals, rival_python
from judge import shelf
from judge.adjudicator.dice import KeyedDice
from judge.adjudicator.driver import close, take
from judge.adjudicator.protocol import Table
from judge.campaign.paste import split_orders
from judge.grammar.document import Document, DocumentError, dump, load
from judge.grammar.options import complete_options
from judge.interop.saved_game import long_name, read_saved, short_name, write_saved
from judge.scenario.simulate import play
from judge.variants.diplomacy.listing import read_results

ROOT = Path(__file__).resolve().parent.parent.parent


@pytest.fixture(scope="module")
def game():
    return shelf.game("diplomacy")


@pytest.fixture(scope="module")
def saved(game):
    """Three scripted years."""
    phases = []
    for played in play(game, Table(tuple(s.id for s in game.seats), complete_options(game, {})), "saved"):
        if played.window is None:
            continue
        if len(phases) == 14:
            break
        orders = {}
        for seat, text in played.letters.items():
            taken = take(game, played.before, seat, played.window.asks[seat].form, text)
            checked = game.check(played.before, seat, taken.orders)
            orders[seat] = [game.write(played.before, seat, order) for order in checked.accepted]
        phases.append((played.window.title, game.write_position(played.before), orders, played.events))
    return write_saved(game, "test", phases)


def test_phase_names():
    assert short_name("Spring 1901, movement") == "S1901M"
    assert long_name("W1902A") == "Winter 1902, adjustments"
    with pytest.raises(DocumentError, match="S1901M was expected"):
        long_name("1901")


def test_what_is_written_reads_back_and_plays_on(game, saved):
    phases = read_saved(game, saved)
    assert len(phases) == 14
    assert phases[0].name == "S1901M"
    for phase, after in pairwise(phases):
        state = game.read_position(load(dump(phase.position)))
        window = game.window(state)
        assert window.title == phase.position["phase"]
        sent = {
            seat: take(game, state, seat, window.asks[seat].form, "\n".join(lines)).orders
            for seat, lines in phase.orders.items()
            if seat in window.asks
        }
        step = close(game, state, sent, KeyedDice.of("saved")).step
        written = game.write_position(step.state)
        assert written["phase"] == after.position["phase"]
        assert {power: sorted(own) for power, own in written["units"].items()} == {
            power: sorted(own) for power, own in after.position["units"].items()
        }


def installed_python():
    """The interpreter of the environment in which the package is installed."""
    try:
        return rival_python()
    except NoRivals as error:
        if os.environ.get("JUDGE_REQUIRE_SERVERS"):
            pytest.fail(str(error))
        pytest.skip(str(error))


def test_the_package_reads_ours_and_we_read_what_it_writes(game, saved, tmp_path):
    python = installed_python()
    ours, theirs = tmp_path / "ours.json", tmp_path / "theirs.json"
    ours.write_text(json.dumps(saved))
    program = (
        "import json, sys\n"
        "from diplomacy.utils.export import from_saved_game_format, to_saved_game_format\n"
        "game = from_saved_game_format(json.load(open(sys.argv[1])))\n"
        "json.dump(to_saved_game_format(game), open(sys.argv[2], 'w'))\n"
    )
    subprocess.run([python, "-c", program, ours, theirs], check=True, timeout=120, capture_output=True)
    again = read_saved(game, json.loads(theirs.read_text()))
    before = {phase.name: phase for phase in read_saved(game, saved)}
    compared = 0
    for phase in again:
        if phase.name not in before:
            continue
        mine = before[phase.name]
        for key in ("units", "centres"):
            assert {power: sorted(own) for power, own in phase.position[key].items() if own} == {
                power: sorted(own) for power, own in mine.position[key].items() if own
            }, (phase.name, key)
        compared += 1
    assert compared >= 12


def test_what_cannot_be_read_is_said(game):
    for wrong, words in (
        ({}, "a list of phases"),
        ({"phases": [{"name": "S1901M"}]}, "a phase has a state"),
        ({"phases": [{"name": "S1901M", "state": {"units": {"BOERS": []}}}]}, "BOERS is no power"),
    ):
        with pytest.raises(DocumentError, match=words):
            read_saved(game, wrong)


NJUDGE = """
:: Judge: TEST  Game: first  Variant: Standard
:: Deadline: F1901M Mon 01 Jan 2001 23:30

Movement results for Spring of 1901.  (first.001)

France:  Army Paris SUPPORT Army Marseilles ->
         Burgundy.  (*cut*)
France:  Army Marseilles -> Burgundy.  (*bounce, dislodged*)
France:  Fleet English Channel CONVOY Army Brest -> London.
France:  Army Brest -> English Channel -> London.
France:  Army Picardy, No Order Processed.

Germany: Army Munich -> Burgundy.  (*bounce*)

The following units were dislodged:
The French Army Marseilles can retreat to Spain.

Ownership of supply centers:
France:    Brest, Marseilles, Paris.
"""

WEBDIPLOMACY = """
Autumn, 1901:
France:
    Diplomacy
        The army at Paris hold.
Spring, 1901:
France:
    Diplomacy
        The army at Marseilles move to Burgundy. (fail) (dislodged)
        The army at Brest move to London via convoy.
        The army at Picardy hold.
        The army at Paris support move to Burgundy from Marseilles. (fail)
        The fleet at English Channel convoy to London from Brest.
    Retreats
        The army at Marseilles retreat to Spain.
Germany:
    Diplomacy
        The army at Munich move to Burgundy. (fail)
    Unit-placement
        Build army at Munich.
        Do not use build order.
"""

JDIP = """
Spring 1901

Order Results

France: A par Supports A mar -> bur Support cut by Move from mun.
France: A mar -> bur Dislodged from mun (1 against 2). Available retreats: spa.
France: F eng Convoys A bre -> lon
France: A bre -> lon Convoy path taken: bre, eng, lon.
France: A pic Holds
Germany: A mun -> bur Bounced with mar (1 against 1).
"""

SHORT = """
FRANCE
A Par S A Mar-Bur (cut)
A Mar-Bur, bounced, dislodged
F Eng C A Bre-Lon SUCCESS
A Bre - Lon via convoy [succeeds]
A Pic H (*succeeds*)
GERMANY
A Mun → Bur FAILED
"""

FRENCH = {"A PAR S A MAR - BUR", "A MAR - BUR", "F ENG C A BRE - LON", "A BRE - LON VIA", "A PIC H"}


@pytest.mark.parametrize(
    ("listing", "title"),
    [(NJUDGE, "Spring 1901, movement"), (WEBDIPLOMACY, "Spring 1901, movement"), (JDIP, "Spring 1901, movement"),
     (SHORT, "")],
)  # fmt: skip
def test_results_as_other_judges_list_them_are_orders(game, listing, title):
    (results,) = (one for one in read_results(listing) if one.title == title)
    units = {"France": "A PAR, A MAR, F ENG, A BRE, A PIC", "Germany": "A MUN"}
    state = game.read_position(Document({"phase": "Spring 1901, movement", "units": units}))
    pasted = split_orders(game, results.text)
    forms = game.window(state).asks
    taken = {seat: take(game, state, seat, forms[seat].form, text) for seat, text in pasted.by_seat.items()}
    assert {game.write(state, "france", order).replace(" VIA", "") for order in taken["france"].orders} == {
        text.replace(" VIA", "") for text in FRENCH
    }
    assert [game.write(state, "germany", order) for order in taken["germany"].orders] == ["A MUN - BUR"]
    assert not any(one.unread for one in taken.values())


def test_what_stands_around_the_orders_of_a_listing_is_named():
    (results,) = read_results(NJUDGE)
    assert "France:    Brest, Marseilles, Paris." in results.others
    assert "The French Army Marseilles can retreat to Spain." in results.others


@pytest.mark.parametrize(("times", "orders"), [(1, "France:\nA PAR - BUR"), (20_000, "")])
def test_a_line_longer_than_any_order_is_the_result_of_none(times, orders):
    """Nor is it looked through for one, word by word."""
    found = read_results(f"France:\n{'A PAR - BUR ' * times}(bounced)\n")
    assert "\n".join(one.text for one in found) == orders


def test_a_listing_of_many_phases_is_told_apart():
    titles = {one.title: one.text for one in read_results(WEBDIPLOMACY)}
    assert set(titles) == {
        "Fall 1901, movement",
        "Spring 1901, movement",
        "Spring 1901, retreats",
        "Winter 1901, adjustments",
    }
    assert titles["Spring 1901, retreats"] == "France:\nThe army at Marseilles retreat to Spain."
    assert titles["Winter 1901, adjustments"] == "Germany:\nBuild army at Munich.\nWaive"


@pytest.mark.parametrize(
    "text",
    [
        "Hello, here are my orders:\nA PAR - BUR",
        "Spring 1901\nFrance:\nA MUN - BUR\nIf that fails I shall cry.",
        "France: A PAR - BUR (please)",
        "Germany:\nF KIE - HOL (sc)\nsupport Holland if the convoy is cut off",
    ],
)
def test_orders_of_which_nothing_is_told_are_no_listing(text):
    assert read_results(text) == ()


ORDERS = ("A PAR - BUR", "A MAR S A PAR - BUR", "F ENG C A BRE - LON", "A BRE - LON VIA", "A PIC H", "F MAO - SPA (sc)")
FATES = (
    " (*bounce*)", "  (*cut, dislodged*)", " (fail)", " (fail) (dislodged)", " [bounced]", ", bounced", " FAILED",
    " Bounced with mun (1 against 1).", " Dislodged from mun (1 against 2). No available retreats.", " *bounce*",
    " Failed because mar failed.", ": bounce", " - bounced with Munich", " Convoy path taken: bre, eng, lon.",
    " Success.",
)  # fmt: skip


@pytest.mark.parametrize("fate", FATES)
def test_what_became_of_an_order_is_left_out_and_the_order_stays(fate):
    (results,) = read_results("France:\n" + "\n".join(order + fate for order in ORDERS))
    assert tuple(results.text.splitlines()[1:]) == ORDERS


@given(st.text(alphabet="AFPBr:()[]*- \n.SpringFall1901,bouncedcut", max_size=200))
def test_any_text_is_a_listing_or_none(text):
    for results in read_results(text):
        assert results.title == "" or results.title.count(",") == 1
