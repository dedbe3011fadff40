"""Letters to orders: lines, headings, conditions (RW-Q37, RW-Q47).

A line is cut into clauses, each read by the grammar (range_war.lark). `speech` reads a clause, `lines` all that a line
says by its words alone, `meaning` finds the pieces it means, `sayings` puts the clauses of a line together, `drafts`
the lines of a letter. Most lines are orders written out, which need no more than their clauses (`plain`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from judge.adjudicator.protocol import BLANK, Line, Problem, Seat
from judge.grammar.beside import unread
from judge.grammar.clauses import Word
from judge.grammar.reader import LONGEST_LINE, MOST_LINES
from judge.grammar.text import lines_of
from judge.variants.range_war.chart import Chart
from judge.variants.range_war.choosing import without_taken
from judge.variants.range_war.conditions import holds
from judge.variants.range_war.drafts import Draft, Drafts
from judge.variants.range_war.kinds import KINDS, NAMES
from judge.variants.range_war.lines import Clause, Worded, in_words
from judge.variants.range_war.meaning import Meaning, Trouble
from judge.variants.range_war.orders import Order
from judge.variants.range_war.plain import clauses_of
from judge.variants.range_war.sayings import Sayings
from judge.variants.range_war.speech import AFTER_COLON, parts_of
from judge.variants.range_war.state import State
from judge.variants.range_war.undoing import of_the_herd, unless_it_is_so
from judge.variants.range_war.view import view


@dataclass
class Reader:
    """One seat's letter in one position."""

    chart: Chart
    state: State
    seat: Seat
    form: str
    corrects: bool = False
    """The line before was a word that takes back, and nothing else."""
    is_trying: bool = False
    """A line is read without some of its words, to see whether they say anything."""

    def __post_init__(self) -> None:
        self.meaning = Meaning(self.chart, self.state, self.seat, self.form)
        self.drafts = Drafts(self.meaning)

    def letter(self, text: str) -> tuple[Line[Order], ...]:
        """Every order of a letter, line by line; one bad order never spoils the others."""
        lines = 0
        if self.form == "retreats":
            begun = enumerate(text.splitlines(), 1)
            self.drafts.numbered = frozenset(number for number, line in begun if line.strip(" (")[:1] in _LATER_ONES)
        for number, line in lines_of(text):
            if BLANK in line:
                continue
            lines += 1
            if lines > MOST_LINES:
                self.drafts.trouble(number, line[:60], Problem("too-many-lines", {"most": MOST_LINES}))
                break
            if len(line) > LONGEST_LINE:
                self.drafts.trouble(number, line[:60], Problem("line-too-long", {"most": LONGEST_LINE}))
                continue
            self._line(number, line)
        self.drafts.tell_the_rest()
        return tuple(self._finished())

    # Lines

    def _line(self, number: int, text: str) -> None:
        worded = in_words(self.chart, text)
        line, words = worded.text, worded.words
        if not words or words[0].kind == "SEMI" or (not self.corrects and self._is_written_out(number, worded)):
            return
        owner, skip = self._heading(line, words)
        rest = worded.rest(skip)
        if owner is not None and owner != self.seat:
            problem = Problem("another-seats-orders", {"text": line, "seat": owner})
            self.drafts.trouble(number, line, problem)
        elif rest.only_corrects:
            self.drafts.trouble(number, line, Problem("not-understood", {"text": line, **self.meaning.usual()}))
            self.corrects = True
        else:
            if rest.herds is not None and self.form == "movement":
                self.drafts.add(Draft(line=number, text=line, start=0, end=len(line), verb="herds", herds=rest.herds))
                rest = worded.rest(rest.below)
            for said in rest.sayings:
                if not (said.has_condition and self._conditional(number, worded, said.words)):
                    said = worded.saying(said.words, True) if self.corrects else said
                    Sayings(self.meaning, self.drafts, number, line).read(said, len(rest.sayings) == 1)
                    self.corrects = False
            if rest.is_open:
                self.drafts.leave_open(number)
            if not self.is_trying:
                self._beside(number, worded)
                of_the_herd(self.drafts, number)

    def _is_written_out(self, number: int, line: Worded) -> bool:
        """Whether a line is orders written out and nothing else; then they are drafted. Where one of them cannot be
        meant as it stands, the line is read like any other."""
        drafts = []
        for one in clauses_of(line, self.form):
            self.meaning.notes = []
            try:
                orders = self.meaning.orders(one.deed, line.text[one.start : one.end], None)
            except Trouble:
                return False
            for order in orders:
                notes, self.meaning.notes = tuple(self.meaning.notes), []
                drafts.append(_drafted(number, line.text, one, order, notes))
        self.drafts.all += drafts
        return bool(drafts)

    def _beside(self, number: int, worded: Worded) -> None:
        """Words beside the orders of a line that were not read with them: orders that they may change are refused, and
        all others name them."""
        if not worded.has_more_beside:
            return
        line = worded.text
        found = unread(line, self._orders_in, worded.names_any)
        unknown = [one for one in found if self.chart.speech.words(f"({one.text})")]  # "(7 centres, 4 gangs)" has none
        at = next((one.text for one in unknown if one.turns or one.counts), "")
        if at:
            self.drafts.drop(number)
            self.drafts.trouble(number, line, Problem("unclear-beside", {"text": line, "at": at, "whole": True}))
            return
        told = " ".join(one.text for one in self.drafts.all if one.line == number and isinstance(one.said, Problem))
        here = (one for one in reversed(self.drafts.all) if one.line == number)
        last = next((one for one in here if one.order is not None or one.group is not None), None)
        if last is not None:
            passed = (one.text for one in found if one.text not in told)
            last.notes = (*last.notes, *(Problem("passed-over", {"text": text}) for text in passed))

    def _orders_in(self, text: str) -> Sequence[object]:
        """The orders that a line is by itself, and nothing else."""
        read = Reader(self.chart, self.state, self.seat, self.form, is_trying=True).letter(text)
        orders = [one.said for one in read if not isinstance(one.said, Problem)]
        return orders if len(orders) == len(read) else ()

    def _heading(self, line: str, words: Sequence[Word]) -> tuple[Seat | None, int]:
        """`Lazy S: G(Lzy)-Mon` is the seat, and how many words say so; a seat's own name on a line of its own says
        nothing."""
        first = words[0]
        after = words[1].kind if len(words) > 1 else ""
        if (doer := self._doer(line, words)) is not None:
            return doer, 1
        if first.kind not in ("PLACE", "SEAT") or after not in ("", "COLON", "_ORDERS"):
            return None, 0
        owners = self.chart.owners.matches(line[first.start : first.end])
        if not after and first.name is not None and owners != (self.seat,) and self.meaning.has_builds:
            if not {*first.name.choices}.isdisjoint(self.meaning.sites):
                return None, 0  # "1. Red River": a space of the seat's own to build in
        if after == "COLON" and len(words) > 2 and words[2].kind == "PLACE" and len(words) < 5:
            return None, 0  # "Lzy: Mon" is a way, and no heading
        if len(owners) != 1 or (after == "COLON" and len(words) > 2 and words[2].kind in AFTER_COLON):
            return None, 0
        return Seat(owners[0]), 3 if after == "_ORDERS" and len(words) > 2 and words[2].kind == "COLON" else 2

    def _doer(self, line: str, words: Sequence[Word]) -> Seat | None:
        """`Lonesome Pine builds two gangs: …`, `Red River removes Rat`: who does it, and no space."""
        if self.form != "branding" or len(words) < 3 or words[1].kind not in ("_BUILD", "_REMOVE", "DISBAND"):
            return None
        owners = self.chart.owners.matches(line[words[0].start : words[0].end])
        is_one = len(owners) == 1 and words[2].kind in NAMES | KINDS | {"NUMBER", "LPAR"}
        return Seat(owners[0]) if is_one else None

    def _conditional(self, number: int, worded: Worded, words: Sequence[Word]) -> bool:
        """`IF … THEN … ELSE …`, or an order with its own `if` behind it: the branch that counts is read."""
        line, words = worded.text, without_taken(words)
        at = next((place for place, word in enumerate(words) if word.kind in ("IF", "UNLESS")), None)
        if at is not None and "?" in next((word.text for word in words[at:] if word.kind == "STOP"), ""):
            return False  # "And if I go LSR-Ind, do I catch the herd there?"
        if at is None or any(word.kind == "HYPO" for word in words[:at]):
            return False
        if not any(word.kind in NAMES | KINDS for word in words):
            return False
        if at == 0:
            then = _first(words, 1, "THEN")
            if then is None:
                then = next((n for n in range(1, len(words)) if words[n].kind in ("COMMA", "COLON")), None)
            body = (then if then is not None else len(words)) + 1
            asked = line[words[0].end : words[then].start] if then is not None else line[words[0].end :]
            other = _first(words, body, "ELSE")
            yes, no = words[body:other], words[other + 1 :] if other is not None else ()
        else:
            other = _first(words, at, "ELSE")
            asked = line[words[at].end : words[other].start if other is not None else len(line)]
            yes, no = words[:at], words[other + 1 :] if other is not None else ()
        ruling = holds(self.chart, view(self.chart, self.state, self.seat), self.seat, asked.strip(" ,;"))
        if isinstance(ruling, Problem):
            self.drafts.trouble(number, line, ruling, words[0].start, words[-1].end)
            unless_it_is_so(self.drafts, words, (number, line))
            return True
        if at and len(list(parts_of(yes))) > 1:
            text = line[words[0].start : words[-1].end]
            self.drafts.trouble(number, line, Problem("condition-scope", {"text": text}), words[0].start, words[-1].end)
            return True
        chosen = yes if ruling != (words[at].kind == "UNLESS") else no
        if chosen:
            Sayings(self.meaning, self.drafts, number, line).read(worded.saying(chosen), whole=False)
        else:
            self.drafts.trouble(number, line, Problem("not-ordered", {"text": line, "why": "condition"}))
        return True

    def _finished(self) -> Iterator[Line[Order]]:
        """The lines as the letter leaves them, each order for this window or a later one."""
        found = [self._told(draft, draft.said) for draft in self.drafts.all if draft.said is not None]
        found += [self._told(draft, said) for draft, said in self.drafts.lines_taken_back()]
        return iter(sorted(found, key=lambda line: line.number))

    def _told(self, draft: Draft, said: Order | Problem) -> Line[Order]:
        stretch = draft.stretch
        if isinstance(said, Problem):
            return Line(draft.line, stretch, said)
        try:
            order = self.meaning.fitted(said, stretch)
            return Line(draft.line, stretch, order, draft.notes, draft.rest, draft.listed)
        except Trouble as trouble:
            return Line(draft.line, stretch, self.meaning.problem(trouble))


_LATER_ONES = ("2", "3", "4")
"""The numbers of a list behind its first."""


def _drafted(number: int, line: str, clause: Clause, order: Order, notes: tuple[Problem, ...]) -> Draft:
    start, end = clause.start, clause.end
    return Draft(line=number, text=line, start=start, end=end, verb=clause.verb, said=order, notes=notes)


def _first(words: Sequence[Word], start: int, kind: str) -> int | None:
    return next((place for place in range(start, len(words)) if words[place].kind == kind), None)
