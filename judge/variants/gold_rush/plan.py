"""A move so far: its parts one after another, what is left of the allowance, and what went wrong (GR-Q18, GR-Q46)."""

from __future__ import annotations

from dataclasses import dataclass, field

from judge.adjudicator.plane import Point, length
from judge.adjudicator.protocol import Problem
from judge.adjudicator.value import value
from judge.variants.gold_rush.notation import write_point
from judge.variants.gold_rush.state import Figure
from judge.variants.gold_rush.walking import Trek


@value
class Walked:
    """Part of a plan: a way on foot or mounted."""

    way: Trek
    mounted: bool


@value
class GotOn:
    """Part of a plan: onto a horse."""

    horse: int


@value
class GotOff:
    """Part of a plan: off the horse at a point."""

    horse: int
    at: Point


@value
class JumpedOff:
    """Part of a plan: down from a height."""

    way: Trek
    drop: int


@value
class Led:
    """Part of a plan: a mule led along."""

    mule: str
    start: Point
    end: Point


@value
class WentOff:
    """Part of a plan: off the table."""

    edge: str
    at: Point


Part = Walked | GotOn | GotOff | JumpedOff | Led | WentOff


@dataclass(kw_only=True)
class Plan:
    """A move so far. `budget`: what is left of the allowance, in half hundredths: a foot hundredth costs two,
    a mounted one costs one (GR-Q46). `problem`: the first thing that cannot be done whole."""

    figure: Figure
    at: Point
    horse: int
    budget: int
    loose: dict[int, Point]
    parts: list[Part] = field(default_factory=list)
    problem: Problem | None = None
    met: str = ""
    off: bool = False

    @property
    def reach(self) -> int:
        """How far the figure still gets, as it is."""
        return self.budget if self.horse else self.budget // 2

    def walk(self, way: Trek) -> None:
        """Go this way."""
        if len(way.path) > 1:
            self.parts.append(Walked(way, bool(self.horse)))
        self.budget -= way.length * (1 if self.horse else 2)
        self.at = way.end

    def fail(self, code: str, **facts: object) -> None:
        """It cannot go on as ordered."""
        self.problem = Problem(code, {"figure": self.figure.code, **facts})

    def fall_short(self, way: Trek, goal: str, there: Point | None = None) -> None:
        """It went as far as it could. `there`: where the goal is, to say how far off that is."""
        left = 0 if there is None else length(way.end, there)
        self.fail(f"stopped-by-{way.stop}", goal=goal, at=write_point(way.end), by=way.by, left=left)
