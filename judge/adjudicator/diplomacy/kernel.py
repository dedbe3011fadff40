"""One movement phase from codes to outcomes: what became of every order, who is driven out, where he may go.

The last of the three files that are compiled: `rulebook` states the rules, `resolver` answers its questions, this one
tells the outcome in DATC's words. Words are worked out from the answers, never the other way round.
"""

from __future__ import annotations

from typing import Final

from judge.adjudicator.diplomacy.ints import i64, vec
from judge.adjudicator.diplomacy.resolver import Resolver
from judge.adjudicator.diplomacy.rulebook import (
    BROKEN,
    CONVOY,
    FAILING,
    FAR,
    FLEET,
    HOLD,
    MOVE,
    NO,
    STRANDED,
    SUPPORT_MOVE,
    YES,
)

# Outcome codes: four times the word, plus what happened to the unit.
WORDS: Final = (
    "stands", "succeeds", "fails", "given", "cut", "available", "disrupted", "invalid", "illegal"
)  # fmt: skip
STANDS: Final = 0
SUCCEEDS: Final = 4
FAILS: Final = 8
GIVEN: Final = 12
CUT: Final = 16
AVAILABLE: Final = 20
DISRUPTED: Final = 24
INVALID: Final = 28
ILLEGAL: Final = 32
DISLODGED: Final = 1
DESTROYED: Final = 2


class Kernel(Resolver):
    """The movement rules of one map and one edition."""

    def __init__(
        self,
        provinces: int,
        places: int,
        touches: list[int],
        sea: list[int],
        army: list[int],
        fleet: list[int],
        fleet_to: list[int],
        province_of: list[int],
        first_step: list[int],
        steps: list[int],
        choices: int,
        retreat_to_origin: int,
    ) -> None:
        super().__init__(provinces, touches, sea, choices)
        self.places: i64 = places
        self.army = vec[i64](army)
        self.fleet = vec[i64](fleet)
        self.fleet_to = vec[i64](fleet_to)
        self.province_of = vec[i64](province_of)
        # The neighbours of place p for an army are steps[first_step[p] : first_step[p + 1]], for a fleet the same
        # with `places` added to p.
        self.first_step = vec[i64](first_step)
        self.steps = vec[i64](steps)
        self.retreat_to_origin: i64 = retreat_to_origin

    def run(self, codes: list[int], powers: list[int]) -> list[int]:
        """Carry out one phase: for each unit the code of its order and a number for its power, at most one unit a
        province. The outcome codes of the orders, in the same order."""
        self.resolve(codes, powers)
        result: list[int] = []
        i: i64 = 0
        while i < self.n:
            kind = self.kind[i]
            outcome: i64
            if kind == MOVE and self.answer[i] == YES:
                outcome = SUCCEEDS
            else:
                outcome = self.word(i, kind)
                if self.first_mover[self.loc[i]] >= 0 and self.dislodger(i) >= 0:
                    if self.has_retreat(i):
                        outcome += DISLODGED
                    else:
                        outcome += DESTROYED
            result.append(outcome)
            i += 1
        return result

    def word(self, u: i64, kind: i64) -> i64:
        """The word for an order that is not a successful move."""
        if kind == HOLD:
            if self.flags[u] & (STRANDED | BROKEN) == 0:
                return STANDS
            if self.flags[u] & FAILING:
                return FAILS
            return ILLEGAL
        if kind == MOVE:
            if self.by_sea[u] != 0 and not self.is_whole(u):
                return INVALID
            return FAILS
        if kind == CONVOY:
            return self.word_of_convoy(u)
        other = self.occupant[self.aux[u]]
        if other < 0:
            return ILLEGAL
        if self.supported(u) < 0:
            if kind == SUPPORT_MOVE and not self.could_do(other, u):
                return ILLEGAL
            return INVALID
        if kind == SUPPORT_MOVE and self.flags[other] & FAR and self.sea[self.loc[u]] != 0:
            # A fleet that supports cannot carry as well: supporting a move that only its own convoy could make
            # possible never works (DATC 6.D.31).
            if not self.could_sail(self.loc[other], self.dst[u], u):
                return ILLEGAL
        if self.answer[u] == YES:
            return GIVEN
        return CUT

    def could_do(self, other: i64, s: i64) -> bool:
        """Whether the unit could make the move that `s` supports: by itself, or carried by fleets other than `s`."""
        here = self.loc[other]
        goal = self.dst[s]
        if self.flags[other] & FLEET:
            at = self.code_at[self.code[other]]
            if 0 <= self.coast[s] < self.places:
                return self.fleet[at * self.places + self.coast[s]] != 0
            return self.fleet_to[at * self.provinces + goal] != -1
        if self.army[here * self.provinces + goal] != 0:
            return True
        return self.sea[goal] == 0 and self.could_sail(here, goal, s)

    def word_of_convoy(self, f: i64) -> i64:
        """A convoy is available unless its fleet is dislodged, or a paradox keeps its army at home."""
        army = self.occupant[self.aux[f]]
        if army < 0 or self.flags[army] & FLEET:
            return ILLEGAL
        if self.carries(f) < 0 or not self.is_whole(army):
            if not self.could_sail(self.loc[army], self.dst[f], -1):
                return ILLEGAL
            return INVALID
        if self.is_dislodged(f) == YES:
            return DISRUPTED
        if self.passage[army] == NO:
            g = self.first_carrier[army]
            while g >= 0:
                if self.is_dislodged(g) == YES:
                    return AVAILABLE
                g = self.next_carrier[g]
            return DISRUPTED
        return AVAILABLE

    def is_taken(self, province: i64) -> bool:
        """Whether a unit stands in the province after the moves."""
        v = self.occupant[province]
        if v >= 0 and (self.kind[v] != MOVE or self.answer[v] != YES):
            return True
        w = self.first_mover[province]
        while w >= 0:
            if self.answer[w] == YES:
                return True
            w = self.next_mover[w]
        return False

    def may_retreat(self, province: i64, origin: i64) -> bool:
        """A dislodged unit may go where it could have moved by itself, but not where a unit is, nor where a standoff
        left nobody, nor to where its attacker came from, unless that one came by convoy."""
        return province != origin and not self.is_taken(province) and not self.is_contested(province)

    def closed_origin(self, u: i64) -> i64:
        """The province of the attacker, closed to the retreat; -1 when he came by convoy."""
        w = self.dislodger(u)
        if self.by_sea[w] != 0 and self.retreat_to_origin != 0:
            return -1
        return self.loc[w]

    def has_retreat(self, u: i64) -> bool:
        """Whether a dislodged unit has anywhere to go."""
        origin = self.closed_origin(u)
        row = self.code_at[self.code[u]]
        if self.flags[u] & FLEET:
            row += self.places
        i = self.first_step[row]
        while i < self.first_step[row + 1]:
            if self.may_retreat(self.province_of[self.steps[i]], origin):
                return True
            i += 1
        return False

    def retreats(self, u: i64) -> list[int]:
        """The places a dislodged unit may go to, in the order of the map."""
        origin = self.closed_origin(u)
        row = self.code_at[self.code[u]]
        if self.flags[u] & FLEET:
            row += self.places
        found: list[int] = []
        i = self.first_step[row]
        while i < self.first_step[row + 1]:
            if self.may_retreat(self.province_of[self.steps[i]], origin):
                found.append(self.steps[i])
            i += 1
        return found
