"""The rules of movement on flat arrays of whole numbers: strengths, cut supports, convoys. The rulebook never guesses.

Units are numbers 0 … n-1, provinces are numbers, an order is one number in each of a few arrays. Every question has
three answers, packed so that they add up: YES (257), NO (0) and OPEN (256, not known yet). A sum of answers holds the
least count in its low eight bits and the greatest above them, so a strength is compared without asking which of its
supports are known. What is not known yet is `ask`ed: the resolver answers.

Written for mypyc: compiled it runs on machine integers, interpreted on lists, from this one source. It is longer than
other files on purpose: whether a move succeeds, a claim stands, a support is given, a fleet falls and a convoy passes
are questions that ask each other in a circle, on the same arrays; whoever follows one has to have the others in sight.
"""

from __future__ import annotations

from typing import Final

from judge.adjudicator.diplomacy.ints import i64, vec

HOLD: Final = 0
MOVE: Final = 1
SUPPORT_HOLD: Final = 2
SUPPORT_MOVE: Final = 3
CONVOY: Final = 4
# A move that can only be made by sea, or that was told to: once its way is found it is a MOVE, or BROKEN.
VOYAGE: Final = 5
# Illegal: the unit holds. The second kind is one that DATC lets fail instead.
BROKEN: Final = 6
FAILING: Final = 7

NO: Final = 0
OPEN: Final = 256
YES: Final = 257
NEW: Final = -1
LOW: Final = 255


# What an order asks of the rulebook beside its places.
FLEET: Final = 1
FAR: Final = 2
NEIGHBOUR: Final = 4

# Choices of an edition.
ALL_ROUTES: Final = 1
NO_CUT: Final = 2
BRANNAN: Final = 4
ALWAYS_BY_SEA: Final = 8
ONLY_VIA: Final = 16
BACK_TO_LAND: Final = 32
ALL_HOLD: Final = 64
FADED: Final = 128

CODES: Final = 1024


class Rulebook:
    """The orders of one phase, and what the rules say about them."""

    def __init__(self, provinces: int, touches: list[int], sea: list[int], choices: int) -> None:
        units = provinces
        self.provinces: i64 = provinces
        self.touches = vec[i64](touches)
        self.sea = vec[i64](sea)
        # The orders known so far, by code: what a text or an order value means for one unit, worked out once.
        self.codes: i64 = 0
        self.code_kind = vec[i64]([0] * CODES)
        self.code_at = vec[i64]([0] * CODES)
        self.code_loc = vec[i64]([0] * CODES)
        self.code_dst = vec[i64]([0] * CODES)
        self.code_aux = vec[i64]([0] * CODES)
        self.code_coast = vec[i64]([0] * CODES)
        self.code_flags = vec[i64]([0] * CODES)
        # The phase at hand, by unit.
        self.n: i64 = 0
        self.code = vec[i64]([0] * units)
        self.kind = vec[i64]([0] * units)
        self.loc = vec[i64]([0] * units)
        self.dst = vec[i64]([0] * units)
        self.power = vec[i64]([0] * units)
        self.by_sea = vec[i64]([0] * units)
        self.whole = vec[i64]([0] * units)
        self.answer = vec[i64]([0] * units)
        self.passage = vec[i64]([0] * units)
        self.reached = vec[i64]([0] * units)
        # Whom a support or a convoy is for; and who stands in a province, who moves to it, who supports a unit and who
        # carries it, the last three as chains.
        self.helped = vec[i64]([-1] * units)
        self.occupant = vec[i64]([-1] * provinces)
        self.first_mover = vec[i64]([-1] * provinces)
        self.next_mover = vec[i64]([-1] * units)
        self.first_support = vec[i64]([-1] * units)
        self.next_support = vec[i64]([-1] * units)
        self.first_carrier = vec[i64]([-1] * units)
        self.next_carrier = vec[i64]([-1] * units)
        self.all_routes: i64 = choices & ALL_ROUTES
        self.no_cut: i64 = choices & NO_CUT
        self.brannan: i64 = choices & BRANNAN
        self.always_by_sea: i64 = choices & ALWAYS_BY_SEA
        self.only_via: i64 = choices & ONLY_VIA
        self.back_to_land: i64 = choices & BACK_TO_LAND
        self.faded: i64 = choices & FADED

    def learn(self, kind: i64, at: i64, loc: i64, dst: i64, aux: i64, coast: i64, flags: i64) -> i64:
        """Enter one order of one unit into the table of codes."""
        code = self.codes
        size: i64 = len(self.code_kind)
        if code == size:
            # Twice the room: the table stops growing once all orders of the map have been met.
            more = [0] * len(self.code_kind)
            self.code_kind = vec[i64](list(self.code_kind) + more)
            self.code_loc = vec[i64](list(self.code_loc) + more)
            self.code_at = vec[i64](list(self.code_at) + more)
            self.code_dst = vec[i64](list(self.code_dst) + more)
            self.code_aux = vec[i64](list(self.code_aux) + more)
            self.code_coast = vec[i64](list(self.code_coast) + more)
            self.code_flags = vec[i64](list(self.code_flags) + more)
        self.code_kind[code] = kind
        self.code_loc[code] = loc
        self.code_at[code] = at
        self.code_dst[code] = dst
        self.code_aux[code] = aux
        self.code_coast[code] = coast
        self.code_flags[code] = flags
        self.codes = code + 1
        return code

    def enter(self, codes: list[int], powers: list[int]) -> None:
        """The orders of a phase, one for each unit on the board, at most one unit a province."""
        code_kind = self.code_kind
        code_loc = self.code_loc
        code_dst = self.code_dst
        n: i64 = len(codes)
        self.n = n
        code = vec[i64]([c for c in codes])  # noqa: C416 - compiled, the comprehension is three times as fast
        kind = vec[i64]([code_kind[c] for c in code])
        loc = vec[i64]([code_loc[c] for c in code])
        dst = vec[i64]([code_dst[c] for c in code])
        self.code = code
        self.kind = kind
        self.loc = loc
        self.dst = dst
        self.power = vec[i64]([p for p in powers])  # noqa: C416 - the same
        self.answer = vec[i64]([NEW] * n)
        self.by_sea = vec[i64]([0] * n)
        self.first_support = vec[i64]([-1] * n)
        occupant = vec[i64]([-1] * self.provinces)
        first_mover = vec[i64]([-1] * self.provinces)
        next_mover = vec[i64]([-1] * n)
        self.occupant = occupant
        self.first_mover = first_mover
        self.next_mover = next_mover
        sail = False
        for i in range(n):
            occupant[loc[i]] = i
            k = kind[i]
            if k == MOVE:
                goal = dst[i]
                next_mover[i] = first_mover[goal]
                first_mover[goal] = i
            elif k >= CONVOY:
                if k == VOYAGE:
                    kind[i] = MOVE
                    goal = dst[i]
                    next_mover[i] = first_mover[goal]
                    first_mover[goal] = i
                sail = True
        if sail:
            self.embark()
        self.match_supports()

    def match_supports(self) -> None:
        """Who supports whom; and what needs no asking: a move that nobody contests succeeds, a support by a unit that
        nobody attacks is given."""
        kind = self.kind
        loc = self.loc
        answer = self.answer
        occupant = self.occupant
        first_mover = self.first_mover
        next_mover = self.next_mover
        for i in range(self.n):
            k = kind[i]
            if k == MOVE:
                goal = self.dst[i]
                if occupant[goal] < 0 and next_mover[i] < 0 and first_mover[goal] == i and self.by_sea[i] == 0:
                    answer[i] = YES
            elif k == SUPPORT_HOLD or k == SUPPORT_MOVE:  # noqa: SIM109 - a tuple would be built each time
                u = self.supported(i)
                self.helped[i] = u
                if u < 0:
                    answer[i] = NO
                else:
                    self.next_support[i] = self.first_support[u]
                    self.first_support[u] = i
                    if first_mover[loc[i]] < 0:
                        answer[i] = YES

    def supported(self, s: i64) -> i64:
        """The unit that this support helps; -1 when what was ordered does not match it (D-22, D-41).

        Support to hold helps a unit that does not move; support to move the very move it names, and when it names a
        coast, a fleet bound for that coast. A unit whose illegal move is ignored holds and can be helped to.
        """
        code = self.code[s]
        u = self.occupant[self.code_aux[code]]
        if u < 0:
            return -1
        if self.kind[s] == SUPPORT_HOLD:
            if self.kind[u] == MOVE:
                return -1
            return u
        if self.kind[u] != MOVE or self.dst[u] != self.dst[s]:
            return -1
        coast = self.code_coast[code]
        if coast >= 0:
            bound_for = self.code_coast[self.code[u]]
            if bound_for >= 0 and bound_for != coast:
                return -1
        return u

    def is_fleet(self, u: i64) -> bool:
        """Whether the unit is a fleet."""
        return self.code_flags[self.code[u]] & FLEET != 0

    def carried(self, f: i64) -> i64:
        """The army that this convoy order carries; -1 when no army was ordered that way (D-23)."""
        u = self.occupant[self.code_aux[self.code[f]]]
        if u < 0 or self.kind[u] != MOVE or self.dst[u] != self.dst[f] or self.is_fleet(u):
            return -1
        return u

    def embark(self) -> None:
        """Which armies go by sea: those that can go no other way, those told to, and those meant to."""
        n = self.n
        kind = self.kind
        self.first_carrier = vec[i64]([-1] * n)
        for f in range(n):
            if kind[f] == CONVOY:
                u = self.carried(f)
                self.helped[f] = u
                if u >= 0:
                    self.next_carrier[f] = self.first_carrier[u]
                    self.first_carrier[u] = f
        for u in range(n):
            if kind[u] == MOVE and (self.first_carrier[u] >= 0 or self.code_kind[self.code[u]] == VOYAGE):
                self.choose_way(u)

    def choose_way(self, u: i64) -> None:
        """An army to a neighbour goes by sea on the word VIA, or when a fleet of its own power carries it and the
        convoy is whole (DATC 4.A.3). Without a convoy it does not fall back on the road, editions apart (D-21, D-32).

        A move that no fleet on the board could carry is illegal, and the army holds.
        """
        own = False
        f = self.first_carrier[u]
        while f >= 0:
            if self.power[f] == self.power[u]:
                own = True
            f = self.next_carrier[f]
        whole = self.is_whole(u)
        self.whole[u] = 1 if whole else 0
        self.passage[u] = NEW
        code = self.code[u]
        if self.code_kind[code] != VOYAGE:
            if whole and (self.always_by_sea != 0 or (own and self.only_via == 0)):
                self.by_sea[u] = 1
        elif whole:
            self.by_sea[u] = 1
        elif self.back_to_land != 0 and self.code_flags[code] & NEIGHBOUR:
            return
        elif self.could_sail(self.loc[u], self.dst[u], -1):
            self.by_sea[u] = 1
            self.passage[u] = NO
        else:
            self.kind[u] = BROKEN
            self.unlink(u)

    def unlink(self, u: i64) -> None:
        """Take an ignored move out of the attacks on its goal."""
        goal = self.dst[u]
        w = self.first_mover[goal]
        if w == u:
            self.first_mover[goal] = self.next_mover[u]
            return
        while self.next_mover[w] != u:
            w = self.next_mover[w]
        self.next_mover[w] = self.next_mover[u]

    def could_sail(self, here: i64, goal: i64, but: i64) -> bool:
        """Whether the fleets at sea, whatever their orders and whosever, join the two provinces (leaving out `but`)
        (D-21)."""
        count = self.provinces
        f: i64 = 0
        while f < self.n:
            state: i64 = 0
            if f == but:
                state = 2
            elif self.sea[self.loc[f]] != 0 and self.touches[here * count + self.loc[f]] != 0:
                if self.touches[self.loc[f] * count + goal] != 0:
                    return True
                state = 1
            self.reached[f] = state
            f += 1
        again = True
        while again:
            again = False
            f = 0
            while f < self.n:
                if self.reached[f] == 1:
                    self.reached[f] = 3
                    g: i64 = 0
                    while g < self.n:
                        if (
                            self.reached[g] == 0
                            and self.sea[self.loc[g]] != 0
                            and self.touches[self.loc[f] * count + self.loc[g]] != 0
                        ):
                            if self.touches[self.loc[g] * count + goal] != 0:
                                return True
                            self.reached[g] = 1
                            again = True
                        g += 1
                f += 1
        return False

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

    def succeeds(self, u: i64) -> i64:
        """A move succeeds when its attack is stronger than what holds the province and than everybody else's claim
        (D-24).

        Its attack counts no support by the power whose unit it would dislodge, and never dislodges a unit of its own.
        """
        # Nine moves of ten have no support: then there is nothing to ask.
        first_support = self.first_support
        goal = self.dst[u]
        way: i64 = YES
        total: i64
        if self.by_sea[u] != 0:
            way = self.passage[u]
            if way < 0:
                way = self.ask_passage(u)
            if way == NO:
                return NO
        v = self.occupant[goal]
        low: i64
        high: i64
        open_ = way == OPEN
        if v < 0:
            total = self.supports(u, -1) if first_support[u] >= 0 else 0
            low = 1 + (total & LOW)
            high = 1 + (total >> 8)
        elif self.kind[v] == MOVE:
            if self.dst[v] == self.loc[u] and self.is_head_to_head(u, v):
                if self.power[v] == self.power[u]:
                    return NO
                total = self.supports(u, self.power[v]) if first_support[u] >= 0 else 0
                low = 1 + (total & LOW)
                high = 1 + (total >> 8)
                total = self.supports(v, -1) if first_support[v] >= 0 else 0
                if high <= 1 + (total & LOW):
                    return NO
                if low <= 1 + (total >> 8):
                    open_ = True
            else:
                leaves = self.answer[v]
                if leaves < 0:
                    leaves = self.ask(v)
                if leaves == YES:
                    total = self.supports(u, -1) if first_support[u] >= 0 else 0
                    low = 1 + (total & LOW)
                    high = 1 + (total >> 8)
                elif leaves == NO:
                    if self.power[v] == self.power[u]:
                        return NO
                    total = self.supports(u, self.power[v]) if first_support[u] >= 0 else 0
                    low = 1 + (total & LOW)
                    high = 1 + (total >> 8)
                    if high <= 1:
                        return NO
                    if low <= 1:
                        open_ = True
                else:
                    open_ = True
                    total = self.supports(u, -1) if first_support[u] >= 0 else 0
                    high = 1 + (total >> 8)
                    low = 0
                    if self.power[v] != self.power[u]:
                        total = self.supports(u, self.power[v]) if first_support[u] >= 0 else 0
                        low = 1 + (total & LOW)
                        if low > 1:
                            # Strong enough even if the other stays.
                            open_ = way == OPEN
        else:
            if self.power[v] == self.power[u]:
                return NO
            total = self.supports(u, self.power[v]) if first_support[u] >= 0 else 0
            low = 1 + (total & LOW)
            high = 1 + (total >> 8)
            total = self.supports(v, -1) if first_support[v] >= 0 else 0
            if high <= 1 + (total & LOW):
                return NO
            if low <= 1 + (total >> 8):
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
        total: i64 = 257
        if self.first_support[w] >= 0:
            total += self.supports(w, -1)
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

    def is_whole(self, u: i64) -> bool:
        """Whether the convoy ordered for this army joins its place to its goal, were no fleet dislodged (D-29)."""
        f = self.first_carrier[u]
        while f >= 0:
            self.reached[f] = 2
            f = self.next_carrier[f]
        return self.joined(u, 2)

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

    def joined(self, u: i64, least: i64) -> bool:
        """Whether the carriers of at least this certainty join the army's place to its goal."""
        goal = self.dst[u]
        count = self.provinces
        # 8 is added to those reached, 16 to those already looked at.
        f = self.first_carrier[u]
        here = self.loc[u]
        while f >= 0:
            state = self.reached[f] & 3
            if state >= least and self.touches[here * count + self.loc[f]] != 0:
                if self.touches[self.loc[f] * count + goal] != 0:
                    return True
                state += 8
            self.reached[f] = state
            f = self.next_carrier[f]
        again = True
        while again:
            again = False
            f = self.first_carrier[u]
            while f >= 0:
                if self.reached[f] & 24 == 8:
                    self.reached[f] += 16
                    g = self.first_carrier[u]
                    while g >= 0:
                        if (
                            self.reached[g] & 8 == 0
                            and self.reached[g] >= least
                            and self.touches[self.loc[f] * count + self.loc[g]] != 0
                        ):
                            if self.touches[self.loc[g] * count + goal] != 0:
                                return True
                            self.reached[g] += 8
                            again = True
                        g = self.next_carrier[g]
                f = self.next_carrier[f]
        return False
