"""One movement phase from codes to outcomes: what became of every order, who is driven out, where they may go.

The last of the files that are compiled: `sheet` holds the orders, `rulebook` states the rules, `resolver`
answers its questions, this one tells the outcome in DATC's words. Words come from the answers, never the other
way round.
"""

from __future__ import annotations

from typing import Final

from judge.adjudicator.diplomacy.ints import i64, vec
from judge.adjudicator.diplomacy.resolver import Resolver
from judge.adjudicator.diplomacy.sheet import (
    BROKEN,
    CONVOY,
    FAR,
    HOLD,
    MOVE,
    NO,
    ORIGIN_OPEN,
    SUPPORT_HOLD,
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

    def __init__(self, provinces: int, places: int, tables: dict[str, list[int]], choices: int) -> None:
        super().__init__(provinces, tables, choices)
        self.places: i64 = places
        self.army = vec[i64](tables["army"])
        self.fleet = vec[i64](tables["fleet"])
        self.fleet_to = vec[i64](tables["fleet_to"])
        self.province_of = vec[i64](tables["province_of"])
        # The neighbours of place p for an army are steps[first_step[p] : first_step[p + 1]], for a fleet the same
        # with `places` added to p.
        self.first_step = vec[i64](tables["first_step"])
        self.steps = vec[i64](tables["steps"])
        self.origin_open: i64 = choices & ORIGIN_OPEN
        self.entered = vec[i64]([-1] * provinces)
        # How many units were driven out in the phase just run.
        self.fallen: i64 = 0

    def run(self, codes: list[int], powers: list[int]) -> list[int]:
        """Carry out one phase: for each unit the code of its order and a number for its power, at most one unit a
        province. The outcome codes of the orders, in the same order."""
        self.resolve(codes, powers)
        n = self.n
        kind = self.kind
        answer = self.answer
        entered = vec[i64]([-1] * self.provinces)
        self.entered = entered
        for i in range(n):
            if kind[i] == MOVE and answer[i] == YES:
                entered[self.dst[i]] = i
        self.fallen = 0
        result: list[int] = []
        loc = self.loc
        for i in range(n):
            k = kind[i]
            outcome: i64
            if k == MOVE:
                if answer[i] == YES:
                    result.append(SUCCEEDS)
                    continue
                outcome = FAILS
                if self.by_sea[i] != 0 and self.whole[i] == 0:
                    outcome = INVALID
            elif k == HOLD:
                outcome = STANDS
            elif k < CONVOY:
                if self.helped[i] >= 0 and (k == SUPPORT_HOLD or self.carries[loc[i]] == 0):
                    # The rest of most supports: the one helped does as supposed, so it is given or cut.
                    outcome = CUT
                    if answer[i] == YES:
                        outcome = GIVEN
                else:
                    outcome = self.word_of_support(i)
            elif k == CONVOY:
                outcome = self.word_of_convoy(i)
            elif k == BROKEN:
                outcome = ILLEGAL
            else:
                outcome = FAILS
            if entered[loc[i]] >= 0:
                self.fallen += 1
                if self.has_retreat(i):
                    outcome += DISLODGED
                else:
                    outcome += DESTROYED
            result.append(outcome)
        return result

    def word_of_support(self, s: i64) -> i64:
        """A support is given or cut when the other unit does what it is supported to do, else invalid. It is illegal
        when the other is not there or could not do it (D-22)."""
        other = self.helped[s]
        if other < 0:
            other = self.occupant[self.code_aux[self.code[s]]]
            if other < 0 or (self.kind[s] == SUPPORT_MOVE and not self.could_do(other, s)):
                return ILLEGAL
            return INVALID
        if self.carries[self.loc[s]] != 0 and self.kind[s] == SUPPORT_MOVE:
            # A fleet that supports cannot carry as well: supporting a move that only its own convoy could make
            # possible never works (DATC 6.D.31).
            if self.code_flags[self.code[other]] & FAR and not self.could_sail(self.loc[other], self.dst[s], s):
                return ILLEGAL
        if self.answer[s] == YES:
            return GIVEN
        return CUT

    def could_do(self, other: i64, s: i64) -> bool:
        """Whether the unit could make the move that `s` supports: by itself, or carried by fleets other than `s`
        (D-22)."""
        here = self.loc[other]
        goal = self.dst[s]
        if self.is_fleet(other):
            at = self.code_at[self.code[other]]
            coast = self.code_coast[self.code[s]]
            if 0 <= coast < self.places:
                return self.fleet[at * self.places + coast] != 0
            return self.fleet_to[at * self.provinces + goal] != -1
        if self.army[here * self.provinces + goal] != 0:
            return True
        return self.wet[goal] == 0 and self.could_sail(here, goal, s)

    def word_of_convoy(self, f: i64) -> i64:
        """A convoy is available unless its fleet is dislodged, or a paradox keeps its army at home (D-23, D-29)."""
        army = self.helped[f]
        if army < 0 or self.whole[army] == 0:
            army = self.occupant[self.code_aux[self.code[f]]]
            if army < 0 or self.is_fleet(army) or not self.could_sail(self.loc[army], self.dst[f], -1):
                return ILLEGAL
            return INVALID
        if self.entered[self.loc[f]] >= 0:
            return DISRUPTED
        if self.by_sea[army] != 0 and self.passage[army] == NO:
            g = self.first_carrier[army]
            while g >= 0:
                if self.entered[self.loc[g]] >= 0:
                    return AVAILABLE
                g = self.next_carrier[g]
            return DISRUPTED
        return AVAILABLE

    def dislodger(self, u: i64) -> i64:
        """The unit that drove this one out; -1 when nobody did. Ask only about a unit that did not leave."""
        return self.entered[self.loc[u]]

    def is_taken(self, province: i64) -> bool:
        """Whether a unit is in the province after the moves (D-26)."""
        v = self.occupant[province]
        if v >= 0 and (self.kind[v] != MOVE or self.answer[v] != YES):
            return True
        return self.entered[province] >= 0

    def may_retreat(self, province: i64, origin: i64) -> bool:
        """A dislodged unit may go where it could have moved by itself, but not where a unit is, nor where a standoff
        left nobody. Nor may it go to where its attacker came from, unless that one came by convoy (D-26)."""
        return province != origin and not self.is_taken(province) and not self.is_contested(province)

    def closed_origin(self, u: i64) -> i64:
        """The province of the attacker, closed to the retreat; -1 when it came by convoy (D-34)."""
        w = self.entered[self.loc[u]]
        if self.by_sea[w] != 0 and self.origin_open != 0:
            return -1
        return self.loc[w]

    def has_retreat(self, u: i64) -> bool:
        """Whether a dislodged unit has anywhere to go (D-5)."""
        origin = self.closed_origin(u)
        row = self.code_at[self.code[u]]
        if self.is_fleet(u):
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
        if self.is_fleet(u):
            row += self.places
        found: list[int] = []
        i = self.first_step[row]
        while i < self.first_step[row + 1]:
            if self.may_retreat(self.province_of[self.steps[i]], origin):
                found.append(self.steps[i])
            i += 1
        return found
