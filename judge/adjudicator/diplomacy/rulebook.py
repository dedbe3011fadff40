"""The rules of movement: strengths, cut supports, convoys. The rulebook never guesses.

Every question has three answers, packed so that they add up: YES (257), NO (0) and OPEN (256, not known yet). A sum of
answers holds the least count in its low eight bits and the greatest above them. So strengths can be compared without
asking which of their supports are known. An answer that is not known yet is `ask`ed of the resolver.

Does a move succeed, does a claim hold, is a support given, does a fleet fall, does a convoy pass? These questions ask
each other in a circle. A reader who follows one has the others in sight.
"""

from __future__ import annotations

from typing import Final

from judge.adjudicator.diplomacy.ints import i64
from judge.adjudicator.diplomacy.sheet import LOW, MOVE, NO, OPEN, SUPPORT_MOVE, YES, Sheet

# An attack against what holds its goal: its strength, with this added when it is not known whether that is enough.
UNSURE: Final = 65536
LOST: Final = -1


class Rulebook(Sheet):
    """The orders of one phase, and what the rules say about them."""

    def ask(self, u: i64) -> i64:
        """Does this move succeed, is this support given? The resolver knows."""
        raise NotImplementedError

    def ask_passage(self, u: i64) -> i64:
        """Does this army find a convoy to its goal? The resolver knows."""
        raise NotImplementedError

    def supports(self, u: i64, but: i64) -> i64:
        """The supports of a unit that are given, without those of power `but` (D-24)."""
        total: i64 = 0
        s = self.first_support[u]
        while s >= 0:
            if self.power[s] != but:
                r = self.answer[s]
                if r < 0:
                    r = self.ask(s)
                total += r
            s = self.next_support[s]
        return total

    def is_opposed(self, u: i64, v: i64) -> bool:
        """Two units ordered to each other's place, whichever way they go (DATC 4.A.7, the older reading)."""
        return self.kind[v] == MOVE and self.dst[v] == self.loc[u]

    def is_head_to_head(self, u: i64, v: i64) -> bool:
        """Two units ordered to each other's place, neither by convoy, fight each other on the way (D-24, D-28)."""
        return self.kind[v] == MOVE and self.dst[v] == self.loc[u] and self.by_sea[u] == 0 and self.by_sea[v] == 0

    def attack(self, u: i64, but: i64) -> i64:
        """The strength of a move: itself, unless it crosses a hard border (D-82), and its supports (D-24)."""
        total: i64 = YES
        if self.hard != 0 and self.is_hard(u):
            total = 0
        if self.first_support[u] >= 0:
            total += self.supports(u, but)
        return total

    def succeeds(self, u: i64) -> i64:
        """A move succeeds when its attack is stronger than what holds the province and than everybody else's claim
        (D-24)."""
        goal = self.dst[u]
        way: i64 = YES
        if self.by_sea[u] != 0:
            way = self.passage[u]
            if way < 0:
                way = self.ask_passage(u)
            if way == NO:
                return NO
        v = self.occupant[goal]
        held = self.attack(u, -1) if v < 0 else self.against_unit(u, v)
        if held < 0:
            return NO
        open_ = way == OPEN or held >= UNSURE
        low = held & LOW
        high = (held >> 8) & LOW
        if self.hard != 0:
            if high <= 0:
                return NO
            if low <= 0:
                open_ = True
        w = self.first_mover[goal]
        while w >= 0:
            if w != u:
                claim = self.claim(w, v)
                if high <= (claim & LOW):
                    return NO
                if low <= (claim >> 8):
                    open_ = True
            w = self.next_mover[w]
        if open_:
            return OPEN
        return YES

    def against_unit(self, u: i64, v: i64) -> i64:
        """The attack of a move on a province where another unit is: LOST, or its strength (D-24).

        It counts no support by the power whose unit it would dislodge, and never dislodges a unit of its own.
        """
        own = self.power[v] == self.power[u]
        if self.kind[v] != MOVE:
            if own:
                return LOST
            stands: i64 = YES
            if self.first_support[v] >= 0:
                stands += self.supports(v, -1)
            return self.overcomes(self.attack(u, self.power[v]), stands)
        if self.dst[v] == self.loc[u] and self.is_head_to_head(u, v):
            if own:
                return LOST
            return self.overcomes(self.attack(u, self.power[v]), self.attack(v, -1))
        leaves = self.answer[v]
        if leaves < 0:
            leaves = self.ask(v)
        if leaves == YES:
            return self.attack(u, -1)
        if leaves == NO:
            if own:
                return LOST
            return self.overcomes(self.attack(u, self.power[v]), YES)
        total = self.attack(u, -1)
        total -= total & LOW
        if own:
            return total + UNSURE
        low = self.attack(u, self.power[v]) & LOW
        if low > 1:
            # Strong enough even if the other stays.
            return total + low
        return total + low + UNSURE

    def overcomes(self, attack: i64, other: i64) -> i64:
        """The attack, if it is or may be greater than the other strength; else LOST."""
        if attack >> 8 <= other & LOW:
            return LOST
        if attack & LOW <= other >> 8:
            return attack + UNSURE
        return attack

    def claim(self, w: i64, v: i64) -> i64:
        """The strength with which a move keeps others out of its goal: none without a convoy, and none when it lost a
        head-to-head fight against `v`, the unit that was there (D-24, D-35)."""
        way: i64 = YES
        if self.by_sea[w] != 0:
            way = self.passage[w]
            if way < 0:
                way = self.ask_passage(w)
            if way == NO:
                return 0
        if (
            v >= 0
            and self.kind[v] == MOVE
            and (self.is_head_to_head(w, v) or (self.faded != 0 and self.is_opposed(w, v)))
        ):
            beaten = self.answer[v]
            if beaten < 0:
                beaten = self.ask(v)
            if beaten == YES:
                return 0
            if beaten == OPEN:
                way = OPEN
        total = self.attack(w, -1)
        if way == OPEN:
            total -= total & LOW
        return total

    def is_given(self, s: i64) -> i64:
        """A support is cut by an attack of another power on the supporter, from anywhere but the place it supports an
        attack on; from there only by dislodging it. One's own units cut nothing; a failed convoy attacks nobody
        (D-24)."""
        here = self.loc[s]
        power = self.power[s]
        against: i64 = -1
        if self.kind[s] == SUPPORT_MOVE:
            against = self.dst[s]
        open_ = False
        w = self.first_mover[here]
        while w >= 0:
            if self.power[w] != power and not (self.no_cut != 0 and self.is_carried_by(w, against)):
                cut: i64 = YES
                if (self.loc[w] == against and self.is_met(w, against)) or (
                    self.by_sea[w] != 0 and self.spares(w, s, against)
                ):
                    cut = self.answer[w]
                    if cut < 0:
                        cut = self.ask(w)
                elif self.by_sea[w] != 0:
                    cut = self.passage[w]
                    if cut < 0:
                        cut = self.ask_passage(w)
                if cut == YES:
                    return NO
                if cut == OPEN:
                    open_ = True
            w = self.next_mover[w]
        if open_:
            return OPEN
        return YES

    def is_met(self, w: i64, against: i64) -> bool:
        """Whether the attack comes from the very place that the supported move goes to (D-33)."""
        return self.loc[w] == against and (self.by_sea[w] == 0 or self.brannan == 0)

    def is_carried_by(self, w: i64, against: i64) -> bool:
        """Editions of 1971 and 2000: a convoyed army does not cut the support of an attack on a fleet that carries it,
        not even by dislodging the supporter (DATC 6.F.17)."""
        if against < 0 or self.by_sea[w] == 0:
            return False
        f = self.first_carrier[w]
        while f >= 0:
            if self.loc[f] == against:
                return True
            f = self.next_carrier[f]
        return False

    def spares(self, w: i64, s: i64, against: i64) -> bool:
        """Brannan's reading: the attack comes from the last fleet of the convoy, and so does not cut the support
        against that fleet unless it dislodges (D-31, D-33)."""
        if self.brannan == 0 or against < 0 or self.touches[against * self.provinces + self.loc[s]] == 0:
            return False
        return self.is_carried_by(w, against)

    def is_dislodged(self, f: i64) -> i64:
        """A unit that stays is dislodged when a move to its province succeeds (D-29)."""
        result: i64 = NO
        w = self.first_mover[self.loc[f]]
        while w >= 0:
            r = self.answer[w]
            if r < 0:
                r = self.ask(w)
            if r == YES:
                return YES
            if r == OPEN:
                result = OPEN
            w = self.next_mover[w]
        return result

    def is_contested(self, province: i64) -> bool:
        """Whether a vacant province was left so by a standoff: somebody with a claim to it was kept out (D-26)."""
        v = self.occupant[province]
        w = self.first_mover[province]
        while w >= 0:
            if self.claim(w, v) != 0:
                return True
            w = self.next_mover[w]
        return False

    def finds_passage(self, u: i64) -> i64:
        """An army finds its way by sea when fleets that carry it and are not dislodged join its place to its goal
        (D-29, D-30).

        Reachability over those fleets, twice: over the safe ones (then the way is sure), and over all that may be.
        """
        unsure = False
        f = self.first_carrier[u]
        while f >= 0:
            r = self.is_dislodged(f)
            if r == NO:
                self.reached[f] = 2
            elif r == OPEN:
                self.reached[f] = 1
                unsure = True
            else:
                self.reached[f] = 0
                if self.all_routes != 0:
                    return NO
            f = self.next_carrier[f]
        if self.joined(u, 2):
            if unsure and self.all_routes != 0:
                return OPEN
            return YES
        if unsure and self.joined(u, 1):
            return OPEN
        return NO
