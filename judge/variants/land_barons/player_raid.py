"""The scripted player's raids: strike the weak together, claim what lies open, keep the Baron out of reach."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable

from judge.adjudicator.protocol import Seat
from judge.variants.land_barons.board import Board
from judge.variants.land_barons.counters import BARON, shoot
from judge.variants.land_barons.names import refs, unit_name
from judge.variants.land_barons.orders import UnitRef
from judge.variants.land_barons.pay import unit_named
from judge.variants.land_barons.raid import REACH
from judge.variants.land_barons.state import State, Unit, is_lawful_stack

Rank = tuple[int, str]
"""A space's rank among equals: a throw of the player's own dice. By label all units would go west."""


def plan_raid(
    board: Board, state: State, seat: Seat, bold: int, *, rank: Callable[[str], Rank], spread: bool = False
) -> list[str]:
    """Every unit's move as a line. `bold`: the Shoot value wanted for a strike, in hundredths of the enemy's; `rank`:
    which of equal spaces comes first; `spread`: units share the settlements out, so that each has one of its own."""
    return _Plan(board, state, seat, bold, rank=rank, spread=spread).lines()


class _Plan:
    """One go, thought through."""

    def __init__(
        self, board: Board, state: State, seat: Seat, bold: int, *, rank: Callable[[str], Rank], spread: bool
    ) -> None:
        self.board = board
        self.state = state
        self.seat = seat
        self.bold = bold
        self.rank = rank
        self.spread = spread
        found = [(ref, unit_named(state, seat, ref)) for ref in refs(state, seat)]
        self.free: dict[UnitRef, Unit] = {ref: unit for ref, unit in found if unit is not None}
        self.baron = next((ref for ref in self.free if ref.kind == BARON), None)
        self.enemies: dict[str, int] = {}
        self.lairs: set[str] = set()
        for owner, unit in state.all_units():
            if owner != seat:
                self.enemies[unit.space] = self.enemies.get(unit.space, 0) + shoot(unit.kind)
                if unit.kind == BARON:
                    self.lairs.add(unit.space)
        self.moves: list[tuple[UnitRef, tuple[str, ...], str]] = []

    def lines(self) -> list[str]:
        """The whole go."""
        self._guard()
        self._strike()
        self._claim()
        self._march()
        lines = [f"{unit_name(ref)}-{'-'.join(path)}{condition}" for ref, path, condition in self.moves if path]
        if self.baron is not None and len(self.state.units_of(self.seat)) > 1:
            lines.append("lose Lynch Mob, Mountain Men, Cowboys")
        home = self.state.home(self.seat)
        if home is not None and self.moves:
            lines.append(f"retreat {home}")
        return lines

    # -- where units can go ---------------------------------------------------------------------------------------

    def _path(self, start: str, goal: str) -> tuple[str, ...] | None:
        """A way of at most three spaces that meets no enemy before its end."""
        if self.board.apart(start, goal) > REACH:
            return None
        ways: list[tuple[str, ...]] = [()]
        for _ in range(REACH):
            further: list[tuple[str, ...]] = []
            for way in ways:
                here = way[-1] if way else start
                for space in self.board.touching[here]:
                    if space == goal:
                        return (*way, space)
                    if space not in self.enemies and self.board.apart(space, goal) <= REACH - len(way) - 1:
                        further.append((*way, space))
            ways = further[:200]
        return None

    def _threat(self, space: str) -> int:
        """The Shoot value of the enemies that can come to a space in one go."""
        steps = self.board.steps(space)
        return sum(value for where, value in self.enemies.items() if steps.get(where, 999) <= REACH)

    # -- the parts of a go ----------------------------------------------------------------------------------------

    def _guard(self) -> None:
        """The Baron runs from units that can kill him, and a guard stays with him while enemies are about."""
        if self.baron is None:
            return
        here = self.free[self.baron].space
        threat = self._threat(here)
        if not threat:
            return
        there = sum(shoot(unit.kind) for unit in self.state.at(self.seat, here))
        if threat > there:
            refuge = self._refuge(here, threat)
            if refuge is not None:
                self._send(self.baron, refuge)
                return
        guards = sorted(
            (ref for ref, unit in self.free.items() if unit.space == here and ref.kind != BARON),
            key=lambda ref: (-shoot(ref.kind), ref.kind, ref.number),
        )
        kept = shoot(BARON)
        del self.free[self.baron]
        for ref in guards:
            if kept > threat:
                break
            kept += shoot(ref.kind)
            del self.free[ref]

    def _refuge(self, here: str, threat: int) -> str | None:
        """A space in reach where fewer enemies can come than here, best with own units in it."""
        steps = self.board.steps(here)
        best: tuple[int, int, Rank] | None = None
        for space in sorted(one for one, far in steps.items() if far <= REACH and one not in self.enemies):
            own = sum(shoot(unit.kind) for unit in self.state.at(self.seat, space))
            danger = self._threat(space) - own
            if danger < threat and (best is None or (danger, steps[space], self.rank(space)) < best):
                if space == here or self._path(here, space) is not None:
                    best = (danger, steps[space], self.rank(space))
        return best[2][1] if best is not None and best[2][1] != here else None

    def _strike(self) -> None:
        """Every enemy stack that free units can outshoot together is struck, Barons and settlements first."""
        for space in sorted(self.enemies, key=self._prize):
            wanted = self.enemies[space] * self.bold // 100 + 1
            party: list[tuple[UnitRef, tuple[str, ...]]] = []
            for ref in self._strongest(space):
                path = self._path(self.free[ref].space, space)
                if path is None or not self._gets_along(ref, (one for one, _ in party)):
                    continue
                party.append((ref, path))
                if sum(shoot(one.kind) for one, _ in party) >= wanted and len(party) > 1:
                    break
            if sum(shoot(one.kind) for one, _ in party) < wanted or len(party) < 2:
                continue
            condition = f" if {space} enemy shoot <= {self.enemies[space]} else stand"
            for ref, path in party:
                self.moves.append((ref, path, condition))
                del self.free[ref]

    def _prize(self, space: str) -> tuple[bool, bool, int, Rank]:
        return space not in self.lairs, space not in self.state.settlements, self.enemies[space], self.rank(space)

    def _strongest(self, space: str) -> list[UnitRef]:
        """Free units in reach of a space, the strongest first; the Baron never leads a strike."""
        steps = self.board.steps(space)
        near = [ref for ref, unit in self.free.items() if ref.kind != BARON and steps.get(unit.space, 999) <= REACH]
        return sorted(near, key=lambda ref: (-shoot(ref.kind), self.rank(ref.space), ref.kind, ref.number))

    def _gets_along(self, ref: UnitRef, others: Iterable[UnitRef]) -> bool:
        return is_lawful_stack(tuple(Unit(0, one.kind, "") for one in (ref, *others)))

    def _claim(self) -> None:
        """Settlements without an enemy on them that are not one's own: the nearest free unit takes each."""
        goals = [
            space
            for space in sorted(self.state.settlements)
            if self.state.settlements[space].owner != self.seat
            and space not in self.enemies
            and not self.state.at(self.seat, space)
        ]
        if self.spread:
            self._share_out(goals)
            return
        pairs = self._pairs(goals)
        taken: set[str] = set()
        for _, _, space, ref in pairs:
            if space in taken or ref not in self.free:
                continue
            path = self._path(self.free[ref].space, space)
            if path is not None:
                taken.add(space)
                self._go(ref, path)

    def _share_out(self, goals: Collection[str]) -> None:
        """As many settlements as units can take between them, the nearest and richest first."""
        near: dict[UnitRef, list[str]] = {}
        for _, _, space, ref in self._pairs(goals):
            if self._path(self.free[ref].space, space) is not None:
                near.setdefault(ref, []).append(space)
        taker: dict[str, UnitRef] = {}

        def finds(ref: UnitRef, asked: set[str]) -> bool:
            """Whether a unit has a settlement of its own, if others make room where they can."""
            for space in near[ref]:
                if space not in asked:
                    asked.add(space)
                    if space not in taker or finds(taker[space], asked):
                        taker[space] = ref
                        return True
            return False

        for ref in sorted(near, key=lambda one: (one.kind == BARON, len(near[one]))):
            finds(ref, set())
        for space in sorted(taker):
            self._send(taker[space], space)

    def _pairs(self, goals: Collection[str]) -> list[tuple[int, int, str, UnitRef]]:
        """Which unit could take which settlement, the nearest and richest first; the Baron only where it is safe."""
        found = []
        for ref, unit in self.free.items():
            steps = self.board.steps(unit.space)
            for space in goals:
                far = steps.get(space, 999)
                if far <= REACH and (ref.kind != BARON or not self._threat(space)):
                    found.append((far + 2 * (ref.kind == BARON), -self.state.settlements[space].revenue, space, ref))
        return sorted(
            found,
            key=lambda pair: (*pair[:2], self.rank(pair[2]), self.rank(pair[3].space), pair[3].kind, pair[3].number),
        )

    def _march(self) -> None:
        """Units with nothing in reach go towards the nearest settlement that is not their own: together, or each to
        another one."""
        goals = [space for space, one in sorted(self.state.settlements.items()) if one.owner != self.seat]
        if self.spread:
            goals = [space for space in goals if all(path[-1:] != (space,) for _, path, _ in self.moves)]
        for ref in sorted(self.free, key=lambda one: (self.rank(one.space), one.kind, one.number)):
            if ref.kind == BARON or not goals:
                continue
            start = self.free[ref].space
            steps = self.board.steps(start)
            goal = min(goals, key=lambda space: (steps.get(space, 999), self.rank(space)))
            if self.spread:
                goals.remove(goal)
            path = self._towards(start, goal)
            if path:
                self._go(ref, path)

    def _towards(self, start: str, goal: str) -> tuple[str, ...]:
        """Up to three spaces nearer to a goal, stopping short of enemies and out of reach of stronger ones."""
        there = self.board.steps(goal)
        path: list[str] = []
        here = start
        for _ in range(REACH):
            nearer = [
                space
                for space in self.board.touching[here]
                if there.get(space, 999) < there.get(here, 999) and space not in self.enemies
            ]
            if not nearer:
                break
            here = min(nearer, key=self.rank)
            path.append(here)
        return tuple(path)

    def _send(self, ref: UnitRef, goal: str) -> None:
        path = self._path(self.free[ref].space, goal)
        if path:
            self._go(ref, path)

    def _go(self, ref: UnitRef, path: tuple[str, ...]) -> None:
        self.moves.append((ref, path, ""))
        del self.free[ref]
