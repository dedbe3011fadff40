"""The composer offers nothing that the judge would not understand, and nothing it would refuse."""

import re

import pytest

from judge import shelf
from judge.adjudicator.driver import take
from judge.adjudicator.protocol import Problem, Table
from judge.drawing.kit import strong
from judge.grammar.options import complete_options
from judge.report import compose, pictures
from judge.report.languages import worded_in
from judge.report.own import own_picture
from judge.scenario.simulate import play, seats_for
from judge.variants import GAMES

KEYS = sorted(key for key in GAMES if compose.composer(key) is not None)


def positions(key):
    """One position of every kind of window, from a scripted game."""
    game = shelf.game(key)
    _, high = game.seat_range
    seen = {}
    for number, played in enumerate(play(game, Table(seats_for(game, 0, high), complete_options(game, {})), "compose")):
        window = game.window(played.state)
        if window is None or number > 60 or len(seen) == len(game.kinds):
            break
        if window.kind not in seen:
            seen[window.kind] = (played.state, window)
    return game, seen


@pytest.mark.parametrize("key", KEYS)
def test_every_choice_is_an_order_that_stands(key):
    game, seen = positions(key)
    assert len(seen) >= 2
    for state, window in seen.values():
        view = game.view(state, None)
        offered = 0
        for seat, ask in window.asks.items():
            for subject in compose.subjects(game, view, seat, ask):
                # What can only be written in one's own words is offered as a line to fill in.
                offered += bool(subject.free or subject.amount or subject.several or subject.spot)
                for choice in subject.choices:
                    taken = take(game, state, seat, ask.form, choice.text)
                    assert len(taken.lines) == 1 or subject.said == "others", choice
                    assert not isinstance(taken.lines[0].said, Problem), (choice, taken.lines)
                    assert not game.check(state, seat, taken.orders).refused, choice
                    offered += 1
        assert offered, window.title


def test_places_are_clicked_by_their_names_in_the_readers_language():
    game, seen = positions("diplomacy")
    state, window = next(iter(seen.values()))
    with worded_in("de"):
        facts = compose.facts(game, game.view(state, None), window, compose.Outlet())
    assert (facts["sheet"]["names"]["VIE"], facts["sheet"]["names"]["BLA"]) == ("Wien", "Schwarzes Meer")


@pytest.mark.parametrize("key", KEYS)
def test_what_the_page_is_given_is_plain(key):
    game, seen = positions(key)
    state, window = next(iter(seen.values()))
    facts = compose.facts(game, game.view(state, None), window, compose.Outlet("judge@example.org", "subject"))
    assert [one["id"] for one in facts["seats"]] == [seat.id for seat in game.seats if seat.id in window.asks]
    assert facts["address"] == "judge@example.org"


@pytest.mark.parametrize("key", ["diplomacy", "range-war", "land-barons", "gold-rush"])
def test_a_seats_own_picture_rings_each_of_its_pieces_and_nobody_elses(key):
    """As many rings as it has places with pieces; nothing is marked on the picture of whoever is not asked."""
    game, seen = positions(key)
    moving = {"land-barons": "build-and-raid", "gold-rush": "turn"}.get(key, "movement")
    state, window = seen[moving]
    seat = next(iter(window.asks))
    view = game.view(state, seat)
    svg = own_picture(game, view, window, seat)
    places = {one.space for one in compose.subjects(game, view, seat, window.asks[seat]) if one.space}
    assert places
    marks = re.search(r'<g class="own">\n(.*?)\n</g>', svg, re.S)
    ink = strong(pictures.colours(game, view)[seat])
    whole = re.findall(rf'stroke="{ink}" stroke-width="[34]"/>', marks[1])
    assert len(whole) == len(places)
    # No ring lies over a piece, its code or a name.
    assert marks.end() < svg.index('<g class="pieces"')
    # Where it can go is marked with dashes, and never where it stands.
    assert game.key == "gold-rush" or 'stroke-dasharray="7 5"' in svg
    assert pictures.png(svg, 400)
    assert own_picture(game, view, None, seat) == pictures.picture(game, view)


@pytest.mark.parametrize("key", ["diplomacy", "range-war"])
def test_who_must_retreat_has_the_ring_and_so_has_everybody_else(key):
    """Whoever is asked to retreat has a ring around the piece that was driven out, not around the one that came in;
    whoever is asked nothing has a ring around each of their pieces."""
    game, seen = positions(key)
    state, window = seen["retreats"]
    driven = next(iter(window.asks))
    view = game.view(state, driven)
    (subject, *_) = compose.subjects(game, view, driven, window.asks[driven])
    sheet = compose.composer(key).sheet(game, view)
    assert rings(game, view, window, driven)[0] == tuple(round(part, 1) for part in sheet.spots[subject.at])
    assert sheet.spots[subject.at] != sheet.spots[subject.space]
    for seat in (one.id for one in game.seats if one.id not in window.asks):
        view = game.view(state, seat)
        pieces = view.gangs.values() if key == "range-war" else [unit.power for unit in view.units]
        assert len(rings(game, view, window, seat)) == sum(owner == seat for owner in pieces), seat


def rings(game, view, window, seat):
    """The middles of the whole rings on a seat's own picture."""
    ink = strong(pictures.colours(game, view)[seat])
    svg = own_picture(game, view, window, seat)
    found = re.findall(rf'cx="([\d.]+)" cy="([\d.]+)" r="[\d.]+" fill="none" stroke="{ink}" stroke-width="4"/>', svg)
    return [(float(x), float(y)) for x, y in found]


def test_where_nothing_is_asked_about_its_pieces_a_seat_still_finds_them_on_its_own_picture():
    """Bids are asked for, and each stack of one's own has a rim."""
    game, seen = positions("land-barons")
    state, window = next((state, window) for state, window in seen.values() if "bids" in window.title)
    seat = next(iter(window.asks))
    view = game.view(state, seat)
    ink = strong(pictures.colours(game, view)[seat])
    rims = re.findall(rf'<polygon[^>]*stroke="{ink}" stroke-width="3"/>', own_picture(game, view, window, seat))
    assert len(rims) == sum(stack.seat == seat for stack in view.stacks) > 0
