"""In all games: an order of which the report says that it was done stands in the next position.

The games are played in their slow tempo, a window for each decision, so that nothing comes between the order and the
position that is looked at. Where something does (a gunfight follows a raid at once, a herd drowns), nothing is claimed.
"""

import re
from collections import Counter

import pytest

from judge import shelf
from judge.adjudicator.protocol import Table, Verdict
from judge.grammar.options import complete_options
from judge.scenario.simulate import play, seats_for

SLOW = {
    "diplomacy": {"last_year": 1905},
    "range-war": {"last_year": 1874},
    "land-barons": {"tempo": "classic", "turn_limit": 6},
    "gold-rush": {"tempo": "strict", "turns": 8},
    "hell-on-wheels": {"tempo": "strict"},
}
SEATS = {"gold-rush": 4, "hell-on-wheels": 4}
WINDOWS = 260
GAMES = 2


def played(key):
    game = shelf.game(key)
    options = complete_options(game, SLOW[key])
    for number in range(GAMES):
        table = Table(seats_for(game, number, SEATS.get(key)), options)
        for place, step in enumerate(play(game, table, f"done/{number}")):
            if place > WINDOWS:
                break
            yield step


def diplomacy(step, said):
    """Whether what was said is so; None: nothing is claimed."""
    order, own = said.order, {unit.place: unit.kind for unit in step.state.units if unit.power == said.seat}
    match type(order).__name__, said.result:
        case "Move", "succeeds":
            return order.to[:3] in {place[:3] for place in own}
        case "Hold", "stands":
            return order.at in own
        case "Build", "succeeds":
            return own.get(order.at) == order.kind
        case "Retreat", "succeeds":
            return bool(set(order.to) & set(own))
        case (("Remove" | "Disband"), "succeeds"):
            return order.at not in own
    return None


def range_war(step, said):
    order, own = said.order, {space for space, seat in step.state.gangs.items() if seat == said.seat}
    herds = step.state.herds
    match type(order).__name__, said.result:
        case "Move", "succeeds":
            drowned = order.to in {event.at for event in step.events if event.code == "herd-lost"}
            return order.to in own and (said.detail != "with herd" or drowned or order.to in herds)
        case "Hold", "stands":
            return order.at in own
        case "Build", "succeeds":
            kind, at = said.detail[0], said.detail[2:-1]
            return at in own if kind == "G" else herds[at].seat == said.seat
        case "Retreat", "succeeds":
            return said.detail.removeprefix("to ") in own
        case (("Remove" | "Disband"), "succeeds"):
            return order.at not in own
    return None


def land_barons(step, said):
    order, name = said.order, type(said.order).__name__
    before = Counter((unit.kind, unit.space) for unit in step.before.units.get(said.seat, ()))
    after = Counter((unit.kind, unit.space) for unit in step.state.units.get(said.seat, ()))
    fought = {event.space for event in step.events if event.code == "fought"}
    match name, said.result:
        case "Deploy", "placed":
            improved = said.detail in step.state.settlements and order.kind in (
                step.state.settlements[said.detail].improvements
            )
            return improved or after[order.kind, said.detail] > before[order.kind, said.detail]
        case "Recruit", "recruited":
            return after["regulator", said.detail] > before["regulator", said.detail]
        case "Move", "moves":
            return None if said.detail in fought else after[order.unit.kind, said.detail] > 0
        case "Bid", "wins":
            return step.before.lots[order.lot - 1] in (
                *step.state.won.get(said.seat, ()),
                *[office for office, seat in step.state.offices.items() if seat == said.seat],
            )
    return None


def gold_rush(step, said):
    order = said.order
    places = {one.code: one.at for one in (*step.state.figures, *step.state.mules)}
    match type(order).__name__, said.result:
        case "Place", "succeeds":
            return places[order.code] == order.at
        case "Go", "succeeds":
            inches = re.findall(r", at ([\d.]+),([\d.]+)", said.detail)
            return places[order.figure] == tuple(round(100 * float(one)) for one in inches[0]) if inches else None
    return None


def lying(town):
    return Counter([*(one.card for one in (*town.houses, *town.civilized)), *town.customers, *town.mayhem])


def hell_on_wheels(step, said):
    order = said.order
    match type(order).__name__, said.result:
        case "Build", "played":
            place = said.detail.rsplit(" on ", 1)[1].lower()
            card = next(one.card for one in order.choices if one.place == place)
            return lying(step.state.towns[place])[card] > lying(step.before.towns[place])[card]
        case "Bid", "wins":
            paid = int(said.detail.removesuffix("K"))
            return (step.state.supervisor, step.state.cash[said.seat]) == (
                said.seat,
                step.before.cash[said.seat] - paid,
            )
        case "Extra", "bought":
            return step.state.cash[said.seat] < step.before.cash[said.seat]
        case "Play", "played":
            held = [state.hands[said.seat].count(order.acts[0].card) for state in (step.before, step.state)]
            return held[1] == held[0] - 1 if len(order.acts) == 1 and order.acts[0].card else None
    return None


CLAIMS = {
    "diplomacy": diplomacy,
    "range-war": range_war,
    "land-barons": land_barons,
    "gold-rush": gold_rush,
    "hell-on-wheels": hell_on_wheels,
}
LEAST = {
    "diplomacy": {"Move", "Hold", "Build", "Retreat"},
    "range-war": {"Move", "Hold", "Build", "Retreat", "Remove"},
    "land-barons": {"Deploy", "Recruit", "Move", "Bid"},
    "gold-rush": {"Place", "Go"},
    "hell-on-wheels": {"Build", "Bid", "Extra", "Play"},
}


@pytest.mark.parametrize("key", sorted(CLAIMS))
def test_what_is_called_done_stands_in_the_next_position(key):
    looked = set()
    for step in played(key):
        for said in step.events:
            if isinstance(said, Verdict) and (so := CLAIMS[key](step, said)) is not None:
                assert so, (step.window.title, said)
                looked.add(type(said.order).__name__)
    assert looked >= LEAST[key]
