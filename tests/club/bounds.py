"""How well a tournament's boards were drawn, and what no drawing can go below.

Meeting somebody a second time counts one, a third time two more: what is bad for one pair is not made good by another.
"""

from collections import Counter
from itertools import combinations
from math import comb


def met_again(rounds):
    """Over all pairs of people and of rounds: how often the same two sat at one board in both."""
    met = Counter(frozenset(pair) for boards in rounds for board in boards for pair in combinations(board, 2))
    return sum(comb(many, 2) for many in met.values())


def sat_again(rounds):
    """The same of people and seats."""
    sat = Counter((one, seat) for boards in rounds for board in boards for seat, one in enumerate(board))
    return sum(comb(many, 2) for many in sat.values())


def fewest_met_again(people, size, rounds):
    """Whoever plays in two rounds goes from one of the first's boards to one of the second's. There are so many ways
    from board to board; as evenly as they may be spread, those who go the same way meet again."""
    boards = people // size
    playing_in_both = 2 * boards * size - people
    ways = comb(rounds, 2) * _evenly(playing_in_both, boards * boards)
    # And all meetings, spread over all pairs there are.
    return max(ways, _evenly(rounds * boards * comb(size, 2), comb(people, 2)))


def fewest_sat_again(people, size, rounds):
    """All places of all rounds, spread over everybody and every seat."""
    return _evenly(rounds * (people // size) * size, people * size)


def _evenly(things, places):
    """How many pairs share a place when things are spread as evenly as they can be."""
    each, more = divmod(max(0, things), places)
    return more * comb(each + 1, 2) + (places - more) * comb(each, 2)
