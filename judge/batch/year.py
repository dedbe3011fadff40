"""The phase after a phase, and the owners of centres then: by the texts of a line, without values in between."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from judge.adjudicator.diplomacy.board import Board
from judge.adjudicator.diplomacy.phases import Phase
from judge.batch.shape import BadLine, ByPower, Line, checked, lists_of

Lists = Mapping[str, Sequence[str]]


class Year:
    """The year's round on one map."""

    def __init__(self, board: Board, solo: int, sites: str = "homes", step: int = 1) -> None:
        self.board = board
        self.solo = solo
        self.step = step
        self.centre_ids = frozenset(province.id for province in board.provinces if province.centre)
        self.homes = {power: frozenset(board.ids[home] for home in homes) for power, homes in board.homes.items()}
        if sites != "homes":
            everywhere = self.centre_ids if sites == "owned" else frozenset().union(*self.homes.values())
            self.homes = dict.fromkeys(self.homes, everywhere)
        self._next: dict[tuple[Phase, bool, bool], str] = {}

    def after(self, line: Line, phase: Phase, driven: bool, units: Lists) -> tuple[str, ByPower]:
        """The next phase in which somebody has something to do, and the owners of the centres. `units`: the units and
        their places now; not looked at in spring, nor while dislodged units wait to retreat."""
        centres = lists_of(line, "centers")
        over = adjusts = False
        if phase.season != "S" and not driven:
            if phase.season == "F":
                centres = self.owners(self.centres(line), units)
                adjusts = self.is_anything_due(centres, units)
            over = any(len(held) >= self.solo for held in centres.values())
        if over:
            return "COMPLETED", centres
        key = (phase, driven, adjusts)
        name = self._next.get(key)
        if name is None:
            name = str(phase.next(dislodged=driven, adjusts=adjusts, step=self.step))
            if len(self._next) < 10_000:
                self._next[key] = name
        return name, centres

    def owners(self, centres: ByPower, units: Lists) -> ByPower:
        """A centre goes to the power whose unit is there at the end of the fall; an empty one keeps its owner (D-6)."""
        owner = {centre: power for power, held in centres.items() for centre in held}
        for power, texts in units.items():
            for text in texts:
                if text[2:5] in self.centre_ids:
                    owner[text[2:5]] = power
        result: ByPower = {power: [] for power in centres}
        for province in sorted(owner):
            power = owner[province]
            if power in result:
                result[power].append(province)
            else:
                result[power] = [province]
        return result

    def is_anything_due(self, centres: Lists, units: Lists) -> bool:
        """Whether a power has a unit too many, or a build and a free home for it (D-60)."""
        taken: set[str] | None = None
        for power in {**centres, **units}:
            held = centres.get(power, ())
            left = len(held) - len(units.get(power, ()))
            if left < 0:
                return True
            if left > 0:
                if taken is None:
                    taken = {text[2:5] for texts in units.values() for text in texts}
                if not self.homes.get(power, frozenset()).intersection(held) <= taken:
                    return True
        return False

    def centres(self, line: Line) -> ByPower:
        """The centres of a line, each of them one and nobody's twice."""
        centres = lists_of(line, "centers")
        try:
            known = all(map(self.centre_ids.issuperset, centres.values()))
        except TypeError:
            known = False
        if known and len(set().union(*centres.values())) == sum(map(len, centres.values())):
            return centres
        seen: dict[str, str] = {}
        for power, held in checked(centres, "centers").items():
            for name in held:
                if name not in self.centre_ids:
                    raise BadLine(f'"{name}" is no supply centre (in "centers" of {power})')
                if name in seen:
                    raise BadLine(f"{name} belongs to both {seen[name]} and {power}")
                seen[name] = power
        return centres
