"""Remarks to a player about the lines of a text: errors, warnings, suggestions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from judge.adjudicator.protocol import Problem
from judge.grammar.mentions import things_in
from judge.mail.fates import Fate
from judge.mail.hearing import Ear, Heard
from judge.mail.suggesting import suggestion
from judge.mail.understood import Understood
from judge.report.languages import commanded
from judge.report.saying import Saying
from judge.report.words import Words


@dataclass(frozen=True, slots=True, kw_only=True)
class Remark:
    """A remark on a line: its own words, its number in the letter (0: none), and a suggestion.

    `suggestion`: FIX puts it in the line's place; "" if there is none.
    """

    line: str
    code: str
    sentence: Saying | str
    number: int = 0
    suggestion: str = ""


_NAMED = ("denied", "doubted", "spoken", "told", "kept", "asked", "echo", "quotation", "headed")
"""Fates of lines that are no orders and that an answer names; a condition or a correction shows itself what it took
back."""


@dataclass(frozen=True, slots=True)
class Telling:
    """Remarks on a text that was heard. `names`: the names of attachments."""

    ear: Ear
    words: Words
    heard: Heard
    names: Sequence[str] = ()

    def problems(self) -> list[Remark]:
        """The lines, and the conditions, that were not understood."""
        found = [
            Remark(
                line=commanded(f"IF {text}"), code=problem.code,
                sentence=Saying(
                    "answers/condition-not-understood",
                    {"why": self.words.problem(problem), "examples": [f"IF {one}" for one in self.ear.game.conditions]},
                ),
            )
            for text, problem in self.heard.unclear
        ]  # fmt: skip
        return found + [self._of(one, one.said) for one in self.heard.refused]

    def warnings(self, new: Sequence[Any] | None = None) -> list[Remark]:
        """Everything passed over, supplied or guessed. `new`: the orders that count, if known."""
        found: list[Remark] = []
        for one in self.heard.lines:
            if one.fate is Fate.LATER or (one.fate is Fate.ORDER and (new is None or one.said in new)):
                found += [self._of(one, note) for note in one.notes]
            elif one.fate in (Fate.NOT_ORDERED, Fate.QUESTION) and (one.why in _NAMED or one.offered):
                found.append(self._not_ordered(one))
            elif one.fate is Fate.REQUEST:
                found.append(self._of(one, Problem("for-the-game-master", {}), ""))
            elif one.fate is Fate.COURTESY and one.why == "unsure":
                found.append(self._of(one, Problem("passed-over", {"text": one.text})))
        for part in self.heard.unread:
            name = self.names[part - 1] if part <= len(self.names) else ""
            found.append(self.remark(name, Problem("attachment-without-orders", {"text": name})))
        # Of pieces of one line the same may be said.
        return list(dict.fromkeys(found))

    def about(self, order: Any, problem: Problem) -> Remark:
        """The check's remark on an order: in the letter's words, if it is one of the letter's."""
        one = next((one for one in self.heard.lines if one.fate is Fate.ORDER and one.said == order), None)
        if one is not None:
            return self._of(one, problem)
        return self.remark(self.ear.game.write(self.ear.state, self.ear.seat, order), problem)

    def remark(self, line: str, problem: Problem) -> Remark:
        """A remark on something that is no line of the letter."""
        return Remark(line=line, code=problem.code, sentence=self.words.problem(problem))

    def conditions(self) -> tuple[Saying, ...]:
        """Each condition and whether it holds, worded so that nobody's mail program can send it back as an IF."""
        return tuple(
            Saying("answers/condition", {"text": text, "holds": bool(ruling)})
            for text, ruling in self.heard.rulings
            if not isinstance(ruling, Problem)
        )

    def answers(self) -> list[tuple[str, list[str]]]:
        """Free questions, each with the answer by the seat's view."""
        return [
            (one.text, [self.words.sentence(event) for event in one.said])
            for one in self.heard.of(Fate.QUESTION)
            if not isinstance(one.said, Problem)
        ]

    def _not_ordered(self, one: Understood) -> Remark:
        if one.offered:
            problem = Problem("command-in-prose", {"text": one.offered})
            fix = one.offered if one.offered != "ABSENT" else ""
            return self._of(one, problem, fix)
        return self._of(
            one, Problem(f"not-ordered-{one.why}", {}), one.text if one.why in ("echo", "quotation") else ""
        )

    def _of(self, one: Understood, problem: Problem, fix: str | None = None) -> Remark:
        put = (
            suggestion(one.text, problem, self.ear.is_order, partial(things_in, self.ear.game), one.line)
            if fix is None
            else fix
        )
        return Remark(
            line=one.text, code=problem.code, sentence=self.words.problem(problem), number=one.number, suggestion=put
        )


__all__ = ["Remark", "Telling"]
