"""What becomes of a stretch of a line: an order, or why it is none."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypedDict, Unpack

from judge.adjudicator.protocol import Problem
from judge.grammar.clauses import Stuck
from judge.variants.range_war.complaints import helped, stopped
from judge.variants.range_war.drafts import Draft, Drafts
from judge.variants.range_war.kinds import KINDS, NAMES
from judge.variants.range_war.meaning import Meaning, Trouble
from judge.variants.range_war.orders import Order
from judge.variants.range_war.speech import DEEDS, PROSE, Deed, Group, Part, Said, looks_like_an_order


class More(TypedDict, total=False):
    """Other words of a clause: a group of gangs, how many, of which kind, and exceptions."""

    group: Group | None
    deed: Deed
    about: Order | None
    number: int
    kind: str
    kept: tuple[str, ...]
    listed: bool
    goals: tuple[tuple[int, str], ...]


_TURNING = ("NEG", "AROUND", "NUMBER", "IT")


@dataclass
class Findings:
    """The findings on one line."""

    meaning: Meaning
    drafts: Drafts
    number: int
    line: str

    def _draft(
        self, part: Part, verb: str, order: Order | None, *, correct: bool | None = None, **more: Unpack[More]
    ) -> None:
        notes, self.meaning.notes = tuple(self.meaning.notes), []
        self.drafts.add(
            Draft(
                line=self.number,
                text=self.line,
                start=part.start,
                end=part.end,
                verb=verb,
                said=order,
                notes=notes,
                correct=part.correct if correct is None else correct,
                **more,
            )
        )

    def _problem(self, problem: Problem, start: int, end: int) -> None:
        self.drafts.trouble(self.number, self.line, problem, start, end)

    def _passed_over(self, first: Part, last: Part) -> None:
        """Words beside orders that have nothing to do with the game."""
        known = all(word.kind not in ("WORD", "TAKEN", "_KEEP", "_SAME") for word in first.words)
        # A number before others may be one of a list; `two of them` is none.
        is_number = first.words[0].kind == "NUMBER" and all(w.kind in ("NUMBER", "_IN", "IT") for w in first.words)
        known = known and not (is_number and last.end >= len(self.line.rstrip(" .!")))
        # "Sorry, make that none", "no wait, swap those two": what it corrects is in doubt.
        known = known and not (first.correct and all(word.kind in _TURNING for word in first.words))
        # "It should just stand" orders something, "I don't want to retreat" does not.
        known = known and (not first.has(DEEDS) or first.has(frozenset({"NEG", "HYPO"})))
        if not known:
            facts = {"text": self.line[first.start : last.end], **helped(self.meaning, self.line, first, None)}
            self._problem(Problem("not-understood", facts), first.start, last.end)

    def _comment(self, start: int, end: int) -> None:
        """Words behind an order that order nothing are named."""
        self._problem(Problem("not-ordered", {"text": self.line[start:end], "why": ""}), start, end)

    def _stuck(self, part: Part, stuck: Stuck) -> None:
        """A clause that is not read whole: prose beside orders, a comment, a space nobody knows, or a mistake."""
        if part.before in ("SEMI", "BUT") and not part.has(NAMES) and not looks_like_an_order(part):
            # A reason is passed over.
            if part.before == "SEMI" or self.line[: part.start].rstrip().lower().endswith("but"):
                self._comment(part.start, part.end)
            return
        # "There also a herd", where there is something to build, is one more.
        kinds = [word for word in part.words if word.kind in KINDS]
        may_order = bool(kinds) and (self.meaning.has_builds or any(len(word.text) < 2 for word in kinds))
        if not part.has(NAMES | DEEDS) and part.has(PROSE) and not may_order:
            self._comment(part.start, part.end) if part.has(KINDS) else self._passed_over(part, part)
            return
        if not part.has(NAMES | KINDS) and (part.has(PROSE) or not part.has(DEEDS)):
            self._passed_over(part, part)
            return
        text = self.line[part.start : part.end]
        before = self.drafts.before
        if part.before in ("OR", "SLASH", "ELSE") and before is not None and before.line == self.number:
            self.drafts.all.remove(before)
            text = self.line[before.start : part.end]
            self._problem(
                Problem("not-understood", {"text": text, **helped(self.meaning, self.line, part, stuck)}),
                before.start,
                part.end,
            )
            return
        self._problem(stopped(self.meaning, self.line, part, stuck), part.start, part.end)

    def _one_of(self, waiting: Sequence[tuple[Part, Said]], part: Part) -> None:
        """`Mon or Com to Los`: one of them, and nobody guesses which."""
        parts = [*(one for one, _ in waiting), part]
        if any(one.before in ("OR", "ELSE") for one in parts[1:]):
            facts = {"at": "", "could": (), "example": self.meaning.example()}
            raise Trouble("not-understood", (), parts[0].start, text=self.line[parts[0].start : part.end], **facts)

    def _stuck_whole(self, sentence: Sequence[Part]) -> None:
        """Something told, and an order in the same breath: which of the two it is, nobody guesses."""
        start, end = sentence[0].start, sentence[-1].end
        facts = helped(self.meaning, self.line, sentence[0], None)
        self._problem(Problem("not-understood", {"text": self.line[start:end], **facts}), start, end)
