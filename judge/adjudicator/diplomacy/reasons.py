"""Why an order failed, as a code with facts: who was in the way, with what strengths.

Asked only for orders that did not simply work, and only when somebody wants to know: the kernel itself keeps no
reasons. It is asked again here, order by order, after everything is answered.

| code | what it says | facts |
|---|---|---|
| `bounce` | kept out | `strength`, and `by`: units with their `strength` and `how` (`holds`, `head-to-head`, `moves`) |
| `own-unit` | a unit of the same power did not leave | `unit` |
| `no-convoy` | nobody carries the army | `from`, `to` |
| `no-fleet-could-carry` | no fleets at sea join the two places | `from`, `to` |
| `convoy-disrupted` | a fleet that was needed was dislodged | `fleets`, each with `by` |
| `paradox` | the convoy is part of a paradox, so its army stays | `rule` |
| `cut-by-attack`, `cut-by-dislodgement` | a support was cut | `by`: units |
| `not-matched` | the other unit was not ordered to do that | `unit`, `does`, `to` |
| `nobody-there` | there is no unit (or no army) to help | `place` |
| `cannot-get-there` | the unit supported could not make that move | `unit`, `to` |
| `dislodged` | driven out | `by`, `strength`, `against` |

Beside these every code of `legality`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from judge.adjudicator.diplomacy.kernel import DISRUPTED, FAILS, GIVEN, ILLEGAL, INVALID, Kernel
from judge.adjudicator.diplomacy.orders import Unit
from judge.adjudicator.diplomacy.rulebook import BROKEN, CONVOY, FAILING, HOLD, MOVE, NO, SUPPORT_HOLD, YES
from judge.adjudicator.protocol import Facts, Problem

if TYPE_CHECKING:
    from judge.adjudicator.diplomacy.board import Board
    from judge.adjudicator.diplomacy.legality import Meaning

LOW = 255


class Inquiry:
    """Questions about one phase just carried out: `units` in the order they were given to the kernel."""

    def __init__(self, board: Board, kernel: Kernel, units: Sequence[Unit], rule: str) -> None:
        self.board = board
        self.kernel = kernel
        self.units = units
        self.rule = rule
        # Read once: each is an array of its own for whoever looks from outside.
        self.kind = list(kernel.kind)
        self.loc = list(kernel.loc)
        self.dst = list(kernel.dst)
        self.answer = list(kernel.answer)
        self.by_sea = list(kernel.by_sea)
        self.passage = list(kernel.passage)
        self.occupant = list(kernel.occupant)
        self.count = len(units)

    def reason(self, u: int, outcome: int, meaning: Meaning) -> Problem | None:
        """Why this order did not work; None when it did."""
        if meaning.problem is not None:
            return meaning.problem
        word = outcome & ~3
        kind = self.kind[u]
        if kind == BROKEN or kind == FAILING:  # noqa: SIM109
            return self._far("no-fleet-could-carry", u)
        if kind == MOVE:
            return self._move(u) if word in (FAILS, INVALID) else None
        if kind == HOLD:
            return self._dislodged(u) if outcome & 3 else None
        other = self.occupant[meaning.aux]
        if kind == CONVOY:
            return self._convoy(u, other, word, bool(outcome & 3))
        if word == GIVEN:
            return None
        if word in (ILLEGAL, INVALID):
            return self._unmatched(other, meaning, word, kind == SUPPORT_HOLD)
        return self._cut(u)

    def unit(self, u: int, **more: object) -> Facts:
        """A unit as facts: its power, `A PAR`, and what else there is to say."""
        unit = self.units[u]
        return {"power": unit.power, "unit": f"{unit.kind} {unit.place}", **more}

    def movers(self, province: int) -> list[int]:
        """Who moves to a province."""
        return [w for w in range(self.count) if self.kind[w] == MOVE and self.dst[w] == province]

    def entered(self, province: int) -> int:
        """Who has moved into a province; -1 for nobody."""
        return next((w for w in self.movers(province) if self.answer[w] == YES), -1)

    def strength(self, u: int, but: int = -1) -> int:
        """A unit with the supports it was given, leaving out those by one power."""
        return 1 + (self.kernel.supports(u, but) & LOW)

    def _far(self, code: str, u: int) -> Problem:
        return Problem(code, {"from": self.board.ids[self.loc[u]], "to": self.board.ids[self.dst[u]]})

    def _power(self, u: int) -> int:
        return int(self.kernel.power[u])

    def _move(self, u: int) -> Problem:
        if self.by_sea[u] and self.passage[u] == NO:
            return self._no_passage(u)
        goal = self.dst[u]
        v = self.occupant[goal]
        rivals: list[Facts] = []
        attack = self.strength(u)
        if v >= 0:
            head_on = self.kernel.is_head_to_head(u, v)
            stays = self.kind[v] != MOVE or self.answer[v] != YES
            if (stays or head_on) and self._power(v) == self._power(u):
                return Problem("own-unit", self.unit(v))
            if stays or head_on:
                attack = self.strength(u, self._power(v))
            if head_on:
                against, how = self.strength(v), "head-to-head"
            elif stays:
                against, how = 1 if self.kind[v] == MOVE else self.strength(v), "holds"
            else:
                against, how = 0, ""
            if how and attack <= against:
                rivals.append(self.unit(v, strength=against, how=how))
        for w in self.movers(goal):
            claim = self.kernel.claim(w, v) & LOW
            if w != u and attack <= claim:
                rivals.append(self.unit(w, strength=claim, how="moves"))
        return Problem("bounce", {"strength": attack, "to": self.board.ids[goal], "by": tuple(rivals)})

    def _carriers(self, u: int) -> list[int]:
        return [f for f in range(self.count) if self.kind[f] == CONVOY and int(self.kernel.carried(f)) == u]

    def _no_passage(self, u: int) -> Problem:
        if not self.kernel.whole[u]:
            return self._far("no-convoy", u)
        lost = [f for f in self._carriers(u) if self.entered(self.loc[f]) >= 0]
        if not lost:
            return Problem("paradox", {"rule": self.rule})
        fleets = tuple(self.unit(f, by=self.unit(self.entered(self.loc[f]))) for f in lost)
        return Problem("convoy-disrupted", {"fleets": fleets})

    def _dislodged(self, u: int) -> Problem:
        w = self.entered(self.loc[u])
        facts = {"by": self.unit(w), "strength": self.strength(w, self._power(u)), "against": self.strength(u)}
        return Problem("dislodged", facts)

    def _convoy(self, f: int, army: int, word: int, dislodged: bool) -> Problem | None:
        if word == ILLEGAL or word == INVALID:  # noqa: SIM109
            place = self.board.ids[self.kernel.code_aux[self.kernel.code[f]]]
            if army < 0 or self.units[army].kind == "F":
                return Problem("nobody-there", {"place": place, "wanted": "A"})
            if word == ILLEGAL:
                return Problem("no-fleet-could-carry", {"from": place, "to": self.board.ids[self.dst[f]]})
            if int(self.kernel.carried(f)) < 0:
                return self._not_matched(army, self.dst[f])
            return Problem("no-convoy", {"from": place, "to": self.board.ids[self.dst[f]]})
        if dislodged:
            return self._dislodged(f)
        return self._no_passage(army) if word == DISRUPTED else None

    def _not_matched(self, other: int, goal: int) -> Problem:
        does = "move" if self.kind[other] == MOVE else "stay"
        facts = self.unit(other, does=does, wanted=self.board.ids[goal])
        return Problem("not-matched", {**facts, "to": self.board.ids[self.dst[other]] if does == "move" else None})

    def _unmatched(self, other: int, meaning: Meaning, word: int, hold: bool) -> Problem:
        if other < 0:
            return Problem("nobody-there", {"place": self.board.ids[meaning.aux], "wanted": "AF"})
        if word == ILLEGAL:
            return Problem("cannot-get-there", self.unit(other, to=self.board.ids[meaning.dst]))
        return self._not_matched(other, meaning.aux if hold else meaning.dst)

    def _cut(self, s: int) -> Problem:
        power = self._power(s)
        winner = self.entered(self.loc[s])
        if winner >= 0:
            return Problem("cut-by-dislodgement", {"by": (self.unit(winner),)})
        cutters = [
            w
            for w in self.movers(self.loc[s])
            if self._power(w) != power and not (self.by_sea[w] and self.passage[w] == NO)
        ]
        return Problem("cut-by-attack", {"by": tuple(self.unit(w) for w in cutters)})
