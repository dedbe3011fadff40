"""Sealed bids on several lots at once: ladders, ties, purses. No game, no names: lots are counted from 0.

A bid is a *ladder* of rising rungs; a plain bid has one. Lots are settled in their order. A rung is void if it is above
its bidder's purse when the lot comes up. The highest first rung takes the lot and pays it. If several are highest,
their next rungs are compared, and a ladder without a further rung keeps its last. This goes on until one is highest
alone or no ladder goes on; then the lot stays tied. A lot without a bid goes to nobody.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

Ladders = Mapping[str, tuple[int, ...]]
"""Each bidder's ladder for one lot."""


@dataclass(frozen=True, slots=True)
class Settled:
    """The result of one lot.

    `rounds`: the sums compared, first rungs first, each round by bidder; sums that were never compared are missing.
    `void`: bidders who bid more than their purse held, with that first rung. `tied`: bidders who were still level at
    the end.
    """

    winner: str | None
    price: int
    rounds: tuple[tuple[tuple[str, int], ...], ...]
    void: tuple[tuple[str, int], ...]
    tied: tuple[str, ...]


def settle(ladders: Ladders, purses: Mapping[str, int]) -> Settled:
    """One lot, with the bidders' present purses."""
    void = tuple((who, rungs[0]) for who, rungs in sorted(ladders.items()) if rungs and rungs[0] > purses.get(who, 0))
    bound = {
        who: tuple(rung for rung in rungs if rung <= purses.get(who, 0))
        for who, rungs in sorted(ladders.items())
        if rungs and rungs[0] <= purses.get(who, 0)
    }
    rounds: list[tuple[tuple[str, int], ...]] = []
    level = list(bound)
    rung = 0
    while level:
        said = tuple((who, bound[who][min(rung, len(bound[who]) - 1)]) for who in level)
        rounds.append(said)
        highest = max(dollars for _, dollars in said)
        level = [who for who, dollars in said if dollars == highest]
        if len(level) == 1:
            return Settled(level[0], highest, tuple(rounds), void, ())
        rung += 1
        if all(len(bound[who]) <= rung for who in level):
            return Settled(None, 0, tuple(rounds), void, tuple(level))
    return Settled(None, 0, (), void, ())


def settle_all(bids: Sequence[Ladders], purses: Mapping[str, int]) -> tuple[tuple[Settled, ...], dict[str, int]]:
    """Every lot in order; each price leaves its winner's purse before the next lot comes up."""
    left = dict(purses)
    found = []
    for ladders in bids:
        settled = settle(ladders, left)
        if settled.winner is not None:
            left[settled.winner] -= settled.price
        found.append(settled)
    return tuple(found), left


def covered(wanted: Sequence[int], purse: int) -> tuple[bool, ...]:
    """Which of one bidder's bids count when all of them together must be covered: in order, while the purse lasts."""
    found = []
    for dollars in wanted:
        stands = dollars <= purse
        if stands:
            purse -= dollars
        found.append(stands)
    return tuple(found)
