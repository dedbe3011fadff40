"""Answers the rulebook's questions: asks it, finds the cycles, tries out what they leave open, applies the backup rule.

The resolver knows no rule. Questions whose answer follows from the orders are answered by asking down their
dependencies. A question met again while it is being asked counts as open, so what is answered is true in every
consistent outcome, whatever the order of asking. A question that stays open after that depends on itself. The smallest
such knot is tried out. If it has one consistent outcome, that is it. If it has none or several, the backup rule
decides: armies going round in a circle all move, and in a convoy paradox the edition's rule holds.
"""

from __future__ import annotations

from typing import Final

from judge.adjudicator.diplomacy.ints import i64
from judge.adjudicator.diplomacy.rulebook import Rulebook
from judge.adjudicator.diplomacy.sheet import (
    ALL_HOLD,
    CONVOY,
    MOVE,
    NEW,
    NO,
    OPEN,
    YES,
)  # fmt: skip

TRIES: Final = 512


class Resolver(Rulebook):
    """The rulebook with answers."""

    def __init__(self, provinces: int, tables: dict[str, list[int]], choices: int) -> None:
        super().__init__(provinces, tables, choices)
        self.all_hold: i64 = choices & ALL_HOLD
        self.left: i64 = 0
        self.watching = False
        self.asked: list[int] = []
        self.tries: i64 = 0
        self.found: i64 = 0
        self.knots: i64 = 0

    def ask(self, u: i64) -> i64:
        """Does this move succeed, is this support given?"""
        if self.watching:
            self.asked.append(u)
            return OPEN
        self.answer[u] = OPEN
        if self.kind[u] == MOVE:
            r = self.succeeds(u)
        else:
            r = self.is_given(u)
        if r == OPEN:
            self.left += 1
        else:
            self.answer[u] = r
        return r

    def ask_passage(self, u: i64) -> i64:
        """Does this army find a convoy to its goal?"""
        if self.watching:
            self.asked.append(self.n + u)
            return OPEN
        self.passage[u] = OPEN
        r = self.finds_passage(u)
        if r == OPEN:
            self.left += 1
        else:
            self.passage[u] = r
        return r

    def resolve(self, codes: list[int], powers: list[int]) -> None:
        """Answer everything about one phase."""
        self.enter(codes, powers)
        self.left = 0
        kind = self.kind
        answer = self.answer
        for i in range(self.n):
            if answer[i] < 0 and 0 < kind[i] < CONVOY:
                self.ask(i)
        while self.left != 0:
            self.settle()
            if self.left != 0:
                self.untie()

    def settle(self) -> None:
        """Ask again what is open until nothing more is learnt."""
        before: i64 = -1
        while self.left != before and self.left != 0:
            before = self.left
            self.left = 0
            i: i64 = 0
            while i < self.n:
                if self.answer[i] == OPEN:
                    self.answer[i] = NEW
                if self.by_sea[i] != 0 and self.passage[i] == OPEN:
                    self.passage[i] = NEW
                i += 1
            i = 0
            while i < self.n:
                if self.answer[i] < 0 and 0 < self.kind[i] < CONVOY:
                    self.ask(i)
                if self.by_sea[i] != 0 and self.passage[i] < 0:
                    self.ask_passage(i)
                i += 1

    # A question by its number: a unit's number asks for its answer, n more for its passage.

    def put(self, question: i64, value: i64) -> None:
        """Write down an answer."""
        if question < self.n:
            self.answer[question] = value
        else:
            self.passage[question - self.n] = value

    def known(self, question: i64) -> i64:
        """The answer written down."""
        if question < self.n:
            return self.answer[question]
        return self.passage[question - self.n]

    def ponder(self, question: i64) -> i64:
        """The rulebook's answer now, without writing it down."""
        if question >= self.n:
            return self.finds_passage(question - self.n)
        if self.kind[question] == MOVE:
            return self.succeeds(question)
        return self.is_given(question)

    def open_questions(self) -> list[int]:
        """The questions not answered yet, in order of the provinces, so that the order of the units changes nothing."""
        found: list[int] = []
        p: i64 = 0
        while p < self.provinces:
            u = self.occupant[p]
            if u >= 0:
                if self.answer[u] == OPEN:
                    found.append(u)
                if self.by_sea[u] != 0 and self.passage[u] == OPEN:
                    found.append(self.n + u)
            p += 1
        return found

    def knot(self) -> list[int]:
        """A smallest set of open questions that depend on nothing open but each other."""
        questions = self.open_questions()
        for q in questions:
            self.put(q, NEW)
        needs: dict[int, list[int]] = {}
        self.watching = True
        for q in questions:
            self.asked = []
            self.ponder(q)
            needs[q] = self.asked
        self.watching = False
        for q in questions:
            self.put(q, OPEN)
        # Tarjan's components; the first one complete has no way out.
        index: dict[int, int] = {}
        low: dict[int, int] = {}
        stack: list[int] = []
        trail: list[int] = [questions[0]]
        step: dict[int, int] = {}
        while trail:
            q = trail[-1]
            if q not in index:
                index[q] = low[q] = len(index)
                stack.append(q)
                step[q] = 0
            deeper = False
            while step[q] < len(needs[q]):
                other = needs[q][step[q]]
                step[q] += 1
                if other not in index:
                    trail.append(other)
                    deeper = True
                    break
                low[q] = min(low[q], index[other])
            if deeper:
                continue
            if low[q] == index[q]:
                found = stack[stack.index(q) :]
                return [other for other in questions if other in found]
            trail.pop()
            if trail:
                low[trail[-1]] = min(low[trail[-1]], low[q])
        return questions

    def untie(self) -> None:
        """Answer one knot: by its only consistent outcome, else by the backup rule (D-28, D-31)."""
        self.knots += 1
        knot = self.knot()
        self.tries = 0
        found: list[list[int]] = []
        self.try_out(knot, [], found)
        for q in knot:
            self.put(q, OPEN)
        if len(found) == 1 and self.tries <= TRIES:
            self.accept(knot, found[0])
            return
        by_sea = [q for q in knot if q >= self.n]
        if by_sea:
            # A convoy paradox: its armies stay where they are; under the rule of 1982 nobody in it moves.
            for q in knot:
                if self.all_hold != 0:
                    q = self.mover(q)
                elif q < self.n:
                    continue
                if q >= 0 and self.known(q) == OPEN:
                    self.put(q, NO)
                    self.left -= 1
        elif found:
            # Going round in a circle: the outcome in which they move.
            self.accept(knot, max(found))
        else:
            self.accept(knot, [NO] * len(knot))

    def mover(self, question: i64) -> i64:
        """The unit whose move or passage is asked about; -1 when the question is about a support."""
        if question >= self.n:
            return question - self.n
        return question if self.kind[question] == MOVE else -1

    def accept(self, knot: list[int], values: list[int]) -> None:
        """Answer a whole knot."""
        self.write(knot, values)
        self.left -= len(knot)

    def write(self, questions: list[int], values: list[int]) -> None:
        """Write down one value for each question."""
        i: i64 = 0
        size: i64 = len(questions)
        while i < size:
            self.put(questions[i], values[i])
            i += 1

    def try_out(self, knot: list[int], guessed: list[int], found: list[list[int]]) -> None:
        """Collect the consistent outcomes of a knot, two at most: guess one question, see what follows, go on."""
        self.tries += 1
        if self.tries > TRIES or len(found) > 1:
            return
        before = [self.known(q) for q in knot]
        chosen = -1
        for q in knot:
            if self.known(q) == OPEN:
                chosen = q
                break
        for value in (YES, NO):
            self.put(chosen, value)
            self.follow(knot)
            guesses = [*guessed, chosen]
            sound = True
            for g in guesses:
                r = self.ponder(g)
                if r != OPEN and r != self.known(g):
                    sound = False
            if sound:
                values = [self.known(q) for q in knot]
                if OPEN in values:
                    self.try_out(knot, guesses, found)
                elif values not in found:
                    found.append(values)
            self.write(knot, before)

    def follow(self, knot: list[int]) -> None:
        """The consequences, inside a knot, of the guesses made so far."""
        again = True
        while again:
            again = False
            for q in knot:
                if self.known(q) == OPEN:
                    r = self.ponder(q)
                    if r != OPEN:
                        self.put(q, r)
                        again = True
