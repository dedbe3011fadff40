"""Ratings of tables of any size, by the first algorithm of Weng and Lin (full Bradley–Terry, 2011).

Only the ranks of a game count: seats that share a rank have drawn. The order in which seats are named does not matter.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

MU, SIGMA = 25.0, 25.0 / 3
BETA = SIGMA / 2
_LEAST = 0.0001


@dataclass(frozen=True, slots=True)
class Rating:
    """A player's estimated strength, and how sure it is."""

    mu: float = MU
    sigma: float = SIGMA

    @property
    def shown(self) -> int:
        """The least they are worth, as a whole number: 0 for a player without a game."""
        return round(60 * (self.mu - 3 * self.sigma))


def rated(table: Sequence[Rating], ranks: Sequence[int]) -> list[Rating]:
    """The ratings of a table after its game. `ranks`: of each seat, the lower the better, equal for a draw."""
    return [_after(table, ranks, one) for one in range(len(table))]


def _after(table: Sequence[Rating], ranks: Sequence[int], one: int) -> Rating:
    own = table[one]
    variance = own.sigma * own.sigma
    omega = delta = 0.0
    for other, its in enumerate(table):
        if other == one:
            continue
        spread = math.sqrt(variance + its.sigma * its.sigma + 2 * BETA * BETA)
        chance = 1 / (1 + math.exp((its.mu - own.mu) / spread))
        score = 1.0 if ranks[one] < ranks[other] else 0.5 if ranks[one] == ranks[other] else 0.0
        omega += variance / spread * (score - chance)
        gamma = own.sigma / spread
        delta += gamma * variance / (spread * spread) * chance * (1 - chance)
    return Rating(own.mu + omega, own.sigma * math.sqrt(max(1 - delta, _LEAST)))


__all__ = ["BETA", "MU", "SIGMA", "Rating", "rated"]
