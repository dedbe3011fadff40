"""The orders of one movement phase on flat arrays of whole numbers: who moves where, who helps whom, who goes by sea.

Units are numbers 0 … n-1, provinces are numbers, an order is one number in each of a few arrays. The sheet matches
orders to each other and weighs nothing: what becomes of them is the rulebook's business.

Written for mypyc, as the three files after it are: compiled it runs on machine integers, interpreted on lists, from
this one source.
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


# The question that an order puts to the rulebook, beside its places.
FLEET: Final = 1
FAR: Final = 2
NEIGHBOUR: Final = 4
HARD: Final = 8

# Choices of an edition.
ALL_ROUTES: Final = 1
NO_CUT: Final = 2
BRANNAN: Final = 4
ALWAYS_BY_SEA: Final = 8
ONLY_VIA: Final = 16
BACK_TO_LAND: Final = 32
ALL_HOLD: Final = 64
FADED: Final = 128
ORIGIN_OPEN: Final = 256
HARD_BORDERS: Final = 512

CODES: Final = 1024


class Sheet:
    """The orders of one phase."""

    def __init__(self, provinces: int, tables: dict[str, list[int]], choices: int) -> None:
        units = provinces
        self.provinces: i64 = provinces
        self.touches = vec[i64](tables["touches"])
        # Where a fleet carries armies, and where no army can stand.
        self.carries = vec[i64](tables["carries"])
        self.wet = vec[i64](tables["wet"])
        # The seas of each binding route, by the number that orders have in `aux`, less one.
        self.routes: list[list[int]] = []
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
        # The unit that a support or a convoy is for, and the one in a province. Then, as chains, the units that move to
        # a province, support a unit and carry it.
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
        self.hard: i64 = choices & HARD_BORDERS

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
        """Note who supports whom, and the answers that need no asking: a move that nobody contests succeeds, a support
        by a unit that nobody attacks is given."""
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
                if (
                    occupant[goal] < 0
                    and next_mover[i] < 0
                    and first_mover[goal] == i
                    and self.by_sea[i] == 0
                    and (self.hard == 0 or not self.is_hard(i))
                ):
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

    def is_hard(self, u: i64) -> bool:
        """Whether the move goes across a border at which a unit alone counts nothing (D-82)."""
        return self.code_flags[self.code[u]] & HARD != 0 and self.by_sea[u] == 0

    def carried(self, f: i64) -> i64:
        """The army that this convoy order carries; -1 when no army was ordered that way (D-23)."""
        u = self.occupant[self.code_aux[self.code[f]]]
        if u < 0 or self.kind[u] != MOVE or self.dst[u] != self.dst[f] or self.is_fleet(u):
            return -1
        if self.routes and not self.is_on_its_route(u, f):
            return -1
        return u

    def is_on_its_route(self, u: i64, f: i64) -> bool:
        """Where routes bind, an army that named its seas is carried by the fleets there and by no other (D-36)."""
        route = self.code_aux[self.code[u]]
        return route == 0 or int(self.loc[f]) in self.routes[route - 1]

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
            elif self.carries[self.loc[f]] != 0 and self.touches[here * count + self.loc[f]] != 0 and self.is_fleet(f):
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
                            and self.carries[self.loc[g]] != 0
                            and self.is_fleet(g)
                            and self.touches[self.loc[f] * count + self.loc[g]] != 0
                        ):
                            if self.touches[self.loc[g] * count + goal] != 0:
                                return True
                            self.reached[g] = 1
                            again = True
                        g += 1
                f += 1
        return False

    def is_whole(self, u: i64) -> bool:
        """Whether the convoy ordered for this army joins its place to its goal, were no fleet dislodged (D-29)."""
        f = self.first_carrier[u]
        while f >= 0:
            self.reached[f] = 2
            f = self.next_carrier[f]
        return self.joined(u, 2)

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
