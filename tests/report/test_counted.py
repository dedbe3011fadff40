"""What charts show, added up by hand from the events of a few steps."""

import re
from xml.etree import ElementTree

import pytest

from judge import shelf
from judge.adjudicator.dice import KeyedDice
from judge.adjudicator.protocol import Table
from judge.grammar.options import complete_options
from judge.report.charted import charted
from judge.report.charts import bars_chart, pairs_chart, stacked, strength_chart
from judge.report.counted import counted
from judge.report.media.text import text_of
from judge.report.pictures import ruler
from judge.report.words import Words
from judge.scenario.simulate import seats_for
from judge.variants.diplomacy import events as dip
from judge.variants.gold_rush import events as gold
from judge.variants.hell_on_wheels import events as wheels
from judge.variants.land_barons import events as barons
from judge.variants.range_war import events as war


def told(key, *steps, options=None):
    """The charts of a game in which these things happened, a tuple of events a step: code -> chart."""
    game = shelf.game(key)
    low, high = game.seat_range
    table = Table(seats_for(game, 0, min(high, max(low, 4))), complete_options(game, options or {}))
    state = game.setup(table, KeyedDice.of("counted")).state
    made = counted(game, [(f"Turn {number}", state, events) for number, events in enumerate(steps, 1)])
    return {one.code: one for one in charted(Words(game), made, {})}


def rows(chart):
    """A chart's table as text: name -> cells."""
    lines = text_of(chart.blocks).split("---")[-1].strip("-\n").splitlines()
    return {cells[0]: cells[1:] for line in lines if (cells := re.split(r"\s{2,}", line.strip()))[0]}


def met(chart):
    """Who fought whom, and how often: the rows of its table as text."""
    lines = text_of(chart.blocks).split("---")[-1].strip("-\n").splitlines()
    return [tuple(re.split(r"\s{2,}", line.strip())) for line in lines]


def pictured(chart):
    """All that is written in its picture."""
    root = ElementTree.fromstring(chart.svg)
    return [one.text for one in root.iter("{http://www.w3.org/2000/svg}text")]


def driven(seat, by):
    return dip.UnitDislodged(
        seat=seat, kind="A", place="mun", by=by, by_kind="A", by_place="bur", options=()
    )  # fmt: skip


def test_who_fought_whom_in_diplomacy():
    taken = dip.CentreTaken(place="mun", seat="france", late="germany")
    free = dip.CentreTaken(place="spa", seat="france", late=None)
    fights = told("diplomacy", (driven("germany", "france"), free), (driven("france", "germany"), taken))["fights"]
    assert fights.title == "Who fought whom"
    assert met(fights) == [("France", "Germany", "2"), ("Germany", "France", "1")]
    assert pictured(fights) == ["France", "Germany", "2", "Germany", "France", "1"]


def test_of_many_pairs_the_chart_shows_those_that_met_most_and_says_so():
    powers = [seat.id for seat in shelf.game("diplomacy").seats]
    pairs = [(one, other) for one in powers for other in powers if one != other][:17]
    fights = told("diplomacy", tuple(driven(seat, by) for seat, by in [*pairs, *pairs[-3:]]))["fights"]
    assert [times for _, _, times in met(fights)] == ["2"] * 3 + ["1"] * 12
    assert "2 more pairs, with fewer or as many, are left out" in text_of(fights.blocks)


def test_what_only_some_were_told_is_in_no_chart():
    secret = dip.CentreTaken(place="mun", seat="france", late="germany", told=frozenset({"france"}))
    assert told("diplomacy", (secret,)) == {}


def test_a_herd_raided_and_then_branded_is_one_fight():
    raided = war.HerdRaided(at="montana", brand="lazy-s", by="lone-star")
    branded = war.HerdBranded(at="montana", seat="lone-star", late="lazy-s", again=False)
    back = war.HerdBranded(at="montana", seat="lazy-s", late="lazy-s", again=True)
    fights = told("range-war", (raided,), (branded, back))["fights"]
    assert met(fights) == [("Lone Star", "Lazy S", "1")]


def lot(number, winner, price, *rounds, again=False):
    return barons.LotSettled(
        number=number, kind="posse", rounds=rounds, void=(), winner=winner, price=price, tied=(), again=again
    )


def test_bids_against_what_was_paid_in_land_barons():
    bids = told("land-barons", (
        lot(1, "lazy-b", 30, (("lazy-b", 30), ("graham", 20))),
        # Tied at 10, and on the second rung 15 against 12.
        lot(2, "graham", 15, (("graham", 10), ("lazy-b", 10)), (("graham", 15), ("lazy-b", 12))),
        lot(3, None, 0, (("graham", 5), ("lazy-b", 5)), again=True),
    ))["bids"]  # fmt: skip
    assert rows(bids) == {"The Lazy B": ["42", "30", "1"], "The Graham Ranch": ["35", "15", "1"]}
    assert {"bid 42", "paid 30", "won 1"} <= set(pictured(bids))


def test_luck_is_dice_that_fell_well_against_those_that_should():
    shots = tuple(barons.Shot(rolled=one, advantage="graham", side="graham", result="loses") for one in (1, 5, 6))
    fight = barons.Fought(
        space="0101", raider="lazy-b", defender="graham", raiders=(), defenders=(), raider_shoot=2, defender_shoot=2,
        ties=((("lazy-b", 2), ("graham", 6)),), advantage="graham", shots=shots, winner="graham", result="retreat",
    )  # fmt: skip
    gone = barons.UnitUnpaid(seat="lazy-b", kind="posse", space="0101", rolled=5, stays=False)
    charts = told("land-barons", (fight,), (gone,))
    # Graham: one die for high (1/2) and three at 4 in 6: 2.5. Lazy B: two at 1/2 and three at 2 in 6: 2.
    assert rows(charts["luck"]) == {"The Lazy B": ["1", "2.0", "5"], "The Graham Ranch": ["3", "2.5", "4"]}
    assert met(charts["fights"]) == [("The Lazy B", "The Graham Ranch", "1")]


@pytest.mark.parametrize(("key", "code", "option"), [
    ("land-barons", "cash", {"hidden_cash": True}), ("gold-rush", "gold", {"hidden": "gold"}),
])  # fmt: skip
def test_what_lies_open_is_drawn_over_time_and_what_is_hidden_is_not(key, code, option):
    steps = ((), (), ())
    assert code in told(key, *steps)
    assert code not in told(key, *steps, options=option)


def test_shots_and_blows_of_gold_rush():
    game = shelf.game("gold-rush")
    table = Table(seats_for(game, 0, 4), complete_options(game, {}))
    state = game.setup(table, KeyedDice.of("counted")).state
    figures = game.view(state, None).figures
    one = figures[0]
    other = next(figure for figure in figures if figure.seat != one.seat)
    at = (0, 0)
    fired = gold.Fired(figure=one.code, seat=one.seat, target=other.code, start=at, end=at, range=100, pack="short",
                       shots=(("miss",), ("miss", "miss", "dead")), hit=True)  # fmt: skip
    bear = gold.Fired(figure=one.code, seat=one.seat, target="B1", start=at, end=at, range=100, pack="long",
                      shots=(("miss",),), hit=False)  # fmt: skip
    blow = gold.Punched(figure=other.code, target=one.code, card="groin", moves=3, at=at)
    made = {chart.code: chart for chart in charted(
        Words(game), counted(game, [("Turn 1", state, (fired, bear)), ("Turn 2", state, (blow,))]), {}
    )}  # fmt: skip
    names = {seat.id: seat.name for seat in game.seats}
    # Four cards of the short pack, four dead in ten, and one of the long, two in ten: 1.8. A blow: five in ten.
    luck = rows(made["luck"])
    assert luck[names[one.seat]] == ["1", "1.8", "5"]
    assert luck[names[other.seat]] == ["1", "0.5", "1"]
    mine, theirs = names[one.seat], names[other.seat]
    assert sorted(met(made["fights"])) == sorted([(mine, theirs, "1"), (theirs, mine, "1")])


def test_bids_harm_and_ties_of_hell_on_wheels():
    charts = told("hell-on-wheels", (
        wheels.BidsOpened(bids={"red": 4, "blue": 4, "green": 1}, blackmail=None, worth=3),
        wheels.TieRolled(round=1, rolls={"red": 6, "blue": 2}),
        wheels.SupervisorChosen(seat="red", paid=4, blackmail=False, again=False),
        wheels.OutlawsRob(seat="green", opponent="red", amount=2, slot="1"),
        wheels.RaidMade(seat="green", card="raid", target="mayhem", owner=None, place="present", slot="2"),
    ))  # fmt: skip
    assert rows(charts["bids"]) == {"Red": ["4", "4", "1"], "Blue": ["4", "0", "0"], "Green": ["1", "0", "0"]}
    assert rows(charts["luck"]) == {"Red": ["1", "0.5", "1"], "Blue": ["0", "0.5", "1"]}
    assert met(charts["fights"]) == [("Green", "Red", "1")]


def test_all_charts_are_one_picture_each_below_its_title():
    charts = told("land-barons", (lot(1, "graham", 9, (("graham", 9),)),), ())
    whole = ElementTree.fromstring(stacked([(one.title, one.svg) for one in charts.values()]))
    svg = "{http://www.w3.org/2000/svg}"
    said = [one.text for one in whole.findall(f"{svg}text")]
    assert said == ["Dollars over time", "Bids"]
    places = [(float(one.get("y")), float(one.get("height"))) for one in whole.findall(f"{svg}svg")]
    assert places[0][0] + places[0][1] < places[1][0]
    assert places[1][0] + places[1][1] < float(whole.get("viewBox").split()[3])
    assert stacked([]) == ""


def test_the_letters_of_charts_can_be_read_on_a_telephone():
    """358 pixels are left of its 390; the key of the lines is below them, and nothing is written past the edge."""
    names = {"a": "Devil's Hole Gang", "b": "Rancho Grande", "c": "Lone Star"}
    lines = strength_chart(
        [{"a": 3, "b": 4, "c": 5}, {"a": 12, "b": 4, "c": 5}], names, ["Winter 1870", "Winter 1871"], ""
    )
    pairs = pairs_chart("", [("Devil's Hole Gang", "Rancho Grande", "14")], [14], [""])
    bars = bars_chart("", ["well", "expected", "in all"], [("Devil's Hole Gang", "6", "6.5", "14")], [(6, 6.5)], [""])
    for svg in (lines, pairs, bars):
        root = ElementTree.fromstring(svg)
        wide = float(root.get("viewBox").split()[2])
        assert float(root.get("font-size")) * 358 / wide >= 9
        for one in root.iter("{http://www.w3.org/2000/svg}text"):
            long = ruler()(one.text, one.get("font-weight") == "600") * float(root.get("font-size"))
            left = float(one.get("x")) - {"end": long, "middle": long / 2}.get(one.get("text-anchor"), 0)
            assert 0 <= left <= left + long <= wide, one.text
    assert "Hole Gang 12" in lines
