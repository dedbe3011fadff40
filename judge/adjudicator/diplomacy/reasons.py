"""Why an order failed, as a code with facts: who was in the way, with what strengths.

Asked only for orders that did not simply work, and only when somebody wants to know: the kernel itself keeps no
reasons, `witness` works them out afterwards.

| code | what it says | facts |
|---|---|---|
| `bounce` | kept out | `strength`, `to`, `by`: units with `strength` and `how` (`holds`, `head-to-head`, `moves`) |
| `own-unit` | a unit of the same power did not leave | the unit |
| `no-convoy` | nobody carries the army | `from`, `to` |
| `no-fleet-could-carry` | no fleets at sea join the two places | `from`, `to` |
| `hard-border` | alone it does not get across | `from`, `to` |
| `convoy-disrupted` | a fleet that was needed was dislodged | `fleets`, each with `by` |
| `paradox` | the convoy is part of a paradox, so its army stays | `rule` |
| `cut-by-attack`, `cut-by-dislodgement` | a support was cut | `by`: units |
| `not-matched` | the other unit was not ordered to do that | the unit, `does` (`moves`, `stays`), `to`, `wanted` |
| `nobody-there` | there is no unit (`wanted` A: no army) to help | `place`, `wanted` |
| `cannot-get-there` | the unit supported could not make that move | the unit, `to` |
| `dislodged` | driven out | `by`, `strength`, `against` |

A unit as a fact is its `power` and `unit` (`A PAR`). Beside these every code of `legality`.
"""

from __future__ import annotations

from collections.abc import Sequence

from judge.adjudicator.diplomacy.board import Board
from judge.adjudicator.diplomacy.legality import Meaning
from judge.adjudicator.diplomacy.witness import (
    BOUNCE,
    CANNOT,
    CONVOY_DISRUPTED,
    CUT_BY_ATTACK,
    CUT_BY_DISLODGEMENT,
    DRIVEN_OUT,
    NO_CONVOY,
    NO_FLEETS,
    NOBODY,
    NOT_MATCHED,
    OWN_UNIT,
    PARADOX,
    TOO_HARD,
    UNLAWFUL,
    WORKED,
    Witness,
)
from judge.adjudicator.protocol import Problem

HOW = ("holds", "head-to-head", "moves")

Facts = dict[str, object]


class Inquiry:
    """Questions about one phase just run: the units (`A PAR`) and their powers in the order the kernel had them."""

    __slots__ = ("board", "kernel", "powers", "rule", "units")

    def __init__(self, board: Board, kernel: Witness, units: Sequence[str], powers: Sequence[str], rule: str) -> None:
        self.board = board
        self.kernel = kernel
        self.units = units
        self.powers = powers
        self.rule = rule

    def problem(self, number: int, outcome: int, meaning: Meaning) -> Problem | None:
        """Why this order did not work; None when it did."""
        found = self.facts(number, outcome)
        if found is None:
            return None
        code, facts = found
        return meaning.problem if code == "unlawful" else Problem(code, facts)

    def unit(self, number: int) -> Facts:
        """A unit as facts."""
        return {"power": self.powers[number], "unit": self.units[number]}

    def facts(self, number: int, outcome: int) -> tuple[str, Facts] | None:
        """The code and facts; `unlawful` when the order was illegal by itself: its `Meaning` knows why."""
        said = self.kernel.why(number, outcome)
        code = said[0]
        ids = self.board.ids
        if code == WORKED:
            return None
        if code == BOUNCE:
            by = tuple(
                {
                    "power": self.powers[said[i]],
                    "unit": self.units[said[i]],
                    "strength": said[i + 1],
                    "how": HOW[said[i + 2]],
                }
                for i in range(2, len(said), 3)
            )
            return "bounce", {"strength": said[1], "to": ids[self.kernel.goal(number)], "by": by}
        if code == OWN_UNIT:
            return "own-unit", self.unit(said[1])
        if code == CUT_BY_ATTACK or code == CUT_BY_DISLODGEMENT:  # noqa: SIM109
            name = "cut-by-attack" if code == CUT_BY_ATTACK else "cut-by-dislodgement"
            return name, {"by": tuple(self.unit(other) for other in said[1:])}
        if code == DRIVEN_OUT:
            return "dislodged", {"by": self.unit(said[1]), "strength": said[2], "against": said[3]}
        if code == NOT_MATCHED:
            does = "moves" if said[2] else "stays"
            return "not-matched", {**self.unit(said[1]), "does": does, "to": ids[said[3]], "wanted": ids[said[4]]}
        if code == NO_CONVOY or code == NO_FLEETS:  # noqa: SIM109
            name = "no-convoy" if code == NO_CONVOY else "no-fleet-could-carry"
            return name, {"from": ids[said[1]], "to": ids[said[2]]}
        if code == TOO_HARD:
            return "hard-border", {"from": ids[said[1]], "to": ids[said[2]]}
        if code == CONVOY_DISRUPTED:
            pairs = tuple({**self.unit(said[i]), "by": self.unit(said[i + 1])} for i in range(1, len(said), 2))
            return "convoy-disrupted", {"fleets": pairs}
        if code == PARADOX:
            return "paradox", {"rule": self.rule}
        if code == NOBODY:
            return "nobody-there", {"place": ids[said[1]], "wanted": "AF" if said[2] else "A"}
        if code == CANNOT:
            return "cannot-get-there", {**self.unit(said[1]), "to": ids[said[2]]}
        assert code == UNLAWFUL
        return "unlawful", {}
