"""The herds' second pass against brute force: every consistent answer is tried, and the largest one is unique."""

import os
import random
from itertools import combinations

from judge import shelf
from judge.adjudicator.protocol import Seat
from judge.variants.range_war.herds import driven
from judge.variants.range_war.movement import carry_out
from judge.variants.range_war.orders import Hold, Move, Support

COUNT = 20_000 if os.environ.get("JUDGE_PROOF") else 2_000
GAME = shelf.game("range-war")
SEATS = ("lazy-s", "south-fork", "lone-star")


def consistent(herds, drives, going):
    """Every space holds at most one herd, once these herds have gone along and the others stayed."""
    after = [drives[space] if space in going else space for space in herds]
    return len(after) == len(set(after))


def by_force(herds, drives):
    """All the largest consistent sets of herds that go along."""
    asked = sorted(set(drives) & set(herds))
    for size in range(len(asked), -1, -1):
        found = [frozenset(going) for going in combinations(asked, size) if consistent(herds, drives, going)]
        if found:
            return found
    raise AssertionError("nobody goes is always consistent")


def corner(chance):
    """A handful of spaces that lie together."""
    spaces = sorted(GAME.chart.spaces)
    found = [chance.choice(spaces)]
    while len(found) < 9:
        near = sorted({other for space in found for other in GAME.chart.near[space]} - set(found))
        found.append(chance.choice(near))
    return found


def position(chance):
    """Gangs, herds and orders, crowded so that herds meet, follow each other and go round."""
    spaces = corner(chance)
    gangs = {space: Seat(chance.choice(SEATS)) for space in sorted(chance.sample(spaces, chance.randint(3, 7)))}
    herds = sorted(chance.sample(spaces, chance.randint(2, 7)))
    orders = {}
    for space in gangs:
        near = [other for other in GAME.chart.near[space] if other in spaces]
        kind = chance.random()
        if kind < 0.72 and near:
            orders[space] = Move(space, chance.choice(near), chance.random() < 0.85)
        elif kind < 0.85:
            helped = [
                other
                for other in sorted(orders)
                if isinstance(orders[other], Move) and orders[other].to in near and orders[other].to != space
            ]
            orders[space] = Support(space, helped[0], orders[helped[0]].to) if helped else Hold(space)
        else:
            orders[space] = Hold(space)
    if chance.random() < 0.2:
        plant_a_ring(chance, spaces, gangs, herds, orders)
    return gangs, dict.fromkeys(herds), orders


def plant_a_ring(chance, spaces, gangs, herds, orders):
    """Three gangs that change places, which chance alone hardly ever makes."""
    near = GAME.chart.near
    rings = [ring for ring in combinations(spaces, 3) if all(one in near[two] for one, two in combinations(ring, 2))]
    if not rings:
        return
    ring = chance.choice(rings)
    for space, to in zip(ring, ring[1:] + ring[:1], strict=True):
        gangs.setdefault(space, Seat(chance.choice(SEATS)))
        orders[space] = Move(space, to, chance.random() < 0.95)
        if space not in herds and chance.random() < 0.7:
            herds.append(space)


def test_herds_agree_with_brute_force_on_random_small_positions():
    chance = random.Random("herds")
    seen = {"follows": 0, "rings": 0, "stays": 0, "goes": 0}
    for _ in range(COUNT):
        gangs, herds, orders = position(chance)
        moved = carry_out(GAME.chart.court, gangs, orders)
        drives = {
            result.unit.place: orders[result.unit.place].to
            for result in moved.results
            if result.word == "succeeds" and isinstance(orders[result.unit.place], Move)
            if orders[result.unit.place].herd
        }
        going = driven(herds, drives)
        largest = by_force(herds, drives)
        assert largest == [going], (gangs, herds, orders)
        seen["goes"] += len(going)
        seen["stays"] += len(set(drives) & set(herds)) - len(going)
        seen["follows"] += any(drives[space] in going for space in going)
        seen["rings"] += any(ring(drives, going, space) for space in going)
    # The positions are worth something only if all of this came up.
    assert min(seen.values()) > COUNT // 200, seen


def ring(drives, going, start):
    space = drives[start]
    while space in going and space != start:
        space = drives[space]
    return space == start


def test_rings_of_every_length_go_round():
    """On any ring of spaces; the board itself has none longer than it has spaces."""
    for length in range(3, 40):
        drives = {str(place): str((place + 1) % length) for place in range(length)}
        assert driven(list(drives), drives) == frozenset(drives)
        broken = {space: to for space, to in drives.items() if space != "0"}
        assert driven(list(drives), broken) == frozenset()
        assert driven([space for space in drives if space != "0"], broken) == frozenset(broken)


def test_by_the_house_rule_any_herd_that_was_there_blocks():
    chance = random.Random("before")
    for _ in range(COUNT // 10):
        _, herds, orders = position(chance)
        drives = {order.at: order.to for order in orders.values() if isinstance(order, Move)}
        going = driven(herds, drives, entry="before")
        assert going == {space for space in drives if space in herds and drives[space] not in herds}
