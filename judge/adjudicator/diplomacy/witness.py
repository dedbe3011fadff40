"""Why an order failed, as numbers: who was in the way, with what strengths. Asked only when somebody wants to know.

`reasons` puts the answers into words. Compiled with the kernel, because a batch of archives asks about a third of all
orders.
"""

from __future__ import annotations

from typing import Final

from judge.adjudicator.diplomacy.ints import i64
from judge.adjudicator.diplomacy.kernel import CUT, DISRUPTED, FAILS, GIVEN, ILLEGAL, INVALID, Kernel
from judge.adjudicator.diplomacy.sheet import BROKEN, CONVOY, FAILING, HOLD, LOW, MOVE, NO, SUPPORT_HOLD, YES

# These follow the number: BOUNCE strength (unit strength how)… · OWN_UNIT unit · CONVOY_DISRUPTED (fleet by)…
# · CUT_BY_ATTACK unit… · CUT_BY_DISLODGEMENT unit · NOT_MATCHED unit moves goal wanted · NOBODY province fleet-will-do
# · CANNOT unit goal · DRIVEN_OUT by strength against · NO_CONVOY, NO_FLEETS, TOO_HARD from to
# · PARADOX
WORKED: Final = 0
BOUNCE: Final = 1
OWN_UNIT: Final = 2
NO_CONVOY: Final = 3
NO_FLEETS: Final = 4
CONVOY_DISRUPTED: Final = 5
PARADOX: Final = 6
CUT_BY_ATTACK: Final = 7
CUT_BY_DISLODGEMENT: Final = 8
NOT_MATCHED: Final = 9
NOBODY: Final = 10
CANNOT: Final = 11
DRIVEN_OUT: Final = 12
UNLAWFUL: Final = 13
TOO_HARD: Final = 14

HOLDS: Final = 0
HEAD_TO_HEAD: Final = 1
MOVES: Final = 2


class Witness(Kernel):
    """The kernel with a memory of what it decided."""

    def why(self, u: i64, outcome: i64) -> list[int]:
        """The reason's number and its facts for one order of the phase just run."""
        kind = self.kind[u]
        word = outcome - outcome % 4
        if kind == MOVE:
            if word == FAILS or word == INVALID:  # noqa: SIM109 - a tuple would be built each time
                return self.why_no_move(u)
            return [WORKED]
        if kind == BROKEN or kind == FAILING:  # noqa: SIM109
            if self.code_kind[self.code[u]] == kind:
                return [UNLAWFUL]
            return [NO_FLEETS, self.loc[u], self.dst[u]]
        if kind == HOLD:
            if outcome != word:
                return self.why_dislodged(u)
            return [WORKED]
        if kind == CONVOY:
            return self.why_no_convoy(u, word)
        if word == GIVEN:
            if outcome != word:
                # Where no dislodgement by a convoyed army cuts a support, it is given and its unit driven out.
                return self.why_dislodged(u)
            return [WORKED]
        if word == CUT:
            return self.why_cut(u)
        return self.why_unmatched(u, word)

    def goal(self, u: i64) -> i64:
        """The province the unit was bound for."""
        return self.dst[u]

    def strength(self, u: i64, but: i64) -> i64:
        """A unit with the supports it was given, leaving out those by one power."""
        return self.attack(u, but) & LOW

    def why_no_move(self, u: i64) -> list[int]:
        """A move fails for want of a convoy, before a unit of its own power, or against equal or greater strength."""
        if self.by_sea[u] != 0 and self.passage[u] == NO:
            return self.why_no_passage(u)
        if self.hard != 0 and self.strength(u, -1) == 0:
            return [TOO_HARD, self.loc[u], self.dst[u]]
        goal = self.dst[u]
        v = self.occupant[goal]
        # Most have no support: then there is nothing to ask.
        attack: i64 = 1
        found: list[int]
        moves = v >= 0 and self.kind[v] == MOVE
        if v >= 0 and (not moves or self.answer[v] != YES or self.is_head_to_head(u, v)):
            if self.power[v] == self.power[u]:
                return [OWN_UNIT, v]
            if self.first_support[u] >= 0:
                attack = self.strength(u, self.power[v])
            against: i64 = 1
            how: i64 = HOLDS
            if not moves:
                if self.first_support[v] >= 0:
                    against = self.strength(v, -1)
            elif self.is_head_to_head(u, v):
                against = self.strength(v, -1)
                how = HEAD_TO_HEAD
            if attack <= against:
                found = [BOUNCE, attack, v, against, how]
            else:
                found = [BOUNCE, attack]
        else:
            if self.first_support[u] >= 0:
                attack = self.strength(u, -1)
            found = [BOUNCE, attack]
        w = self.first_mover[goal]
        if w == u and self.next_mover[w] < 0:
            return found
        while w >= 0:
            if w != u:
                claim = self.claim(w, v) & LOW
                if attack <= claim:
                    found.append(w)
                    found.append(claim)
                    found.append(MOVES)
            w = self.next_mover[w]
        if len(found) <= 5:
            return found
        return self.ranked(found, 2, 3)

    def ranked(self, found: list[int], start: int, size: int) -> list[int]:
        """The same facts with the units in the order of the map, so that the order of the input changes nothing."""
        if len(found) <= start + size:
            return found
        result = found[:start]
        left = list(range(start, len(found), size))
        while left:
            first = left[0]
            for i in left:
                if self.loc[found[i]] < self.loc[found[first]]:
                    first = i
            left.remove(first)
            result.extend(found[first : first + size])
        return result

    def why_no_passage(self, u: i64) -> list[int]:
        """A convoy was never whole, lost a fleet, or is part of a paradox."""
        if self.whole[u] == 0:
            return [NO_CONVOY, self.loc[u], self.dst[u]]
        found: list[int] = [CONVOY_DISRUPTED]
        f = self.first_carrier[u]
        while f >= 0:
            by = self.entered[self.loc[f]]
            if by >= 0:
                found.append(f)
                found.append(by)
            f = self.next_carrier[f]
        if len(found) == 1:
            return [PARADOX]
        return self.ranked(found, 1, 2)

    def why_dislodged(self, u: i64) -> list[int]:
        """The unit that drove this one out, and how strong both were."""
        w = self.entered[self.loc[u]]
        return [DRIVEN_OUT, w, self.strength(w, self.power[u]), self.strength(u, -1)]

    def why_no_convoy(self, f: i64, word: i64) -> list[int]:
        """A convoy order without an army to carry, without the fleets to do it, dislodged, or in a paradox."""
        if word == ILLEGAL or word == INVALID:  # noqa: SIM109
            here = self.code_aux[self.code[f]]
            army = self.occupant[here]
            if army < 0 or self.is_fleet(army):
                return [NOBODY, here, 0]
            if word == ILLEGAL:
                return [NO_FLEETS, here, self.dst[f]]
            if self.helped[f] < 0:
                return self.mismatch(army, self.dst[f])
            return [NO_CONVOY, here, self.dst[f]]
        if self.entered[self.loc[f]] >= 0:
            return self.why_dislodged(f)
        if word == DISRUPTED:
            return [PARADOX]
        return [WORKED]

    def mismatch(self, other: i64, wanted: i64) -> list[int]:
        """The other unit was ordered to do something else."""
        if self.kind[other] == MOVE:
            return [NOT_MATCHED, other, 1, self.dst[other], wanted]
        return [NOT_MATCHED, other, 0, self.loc[other], wanted]

    def why_unmatched(self, s: i64, word: i64) -> list[int]:
        """A support for nobody, for what the other cannot do, or for what it was not ordered to do."""
        here = self.code_aux[self.code[s]]
        other = self.occupant[here]
        if other < 0:
            return [NOBODY, here, 1]
        if word == ILLEGAL:
            return [CANNOT, other, self.dst[s]]
        if self.kind[s] == SUPPORT_HOLD:
            return self.mismatch(other, here)
        return self.mismatch(other, self.dst[s])

    def why_cut(self, s: i64) -> list[int]:
        """The attackers that cut a support."""
        w = self.entered[self.loc[s]]
        if w >= 0:
            return [CUT_BY_DISLODGEMENT, w]
        found: list[int] = [CUT_BY_ATTACK]
        w = self.first_mover[self.loc[s]]
        while w >= 0:
            if self.power[w] != self.power[s] and not (self.by_sea[w] != 0 and self.passage[w] == NO):
                found.append(w)
            w = self.next_mover[w]
        if len(found) <= 2:
            return found
        return self.ranked(found, 1, 1)
