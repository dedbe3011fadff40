"""A letter's lines as orders, as players write them. The grammar is judge/grammar/hell_on_wheels.lark."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property

from judge.adjudicator.protocol import BLANK, Later, Line, Problem, Seat
from judge.grammar.reader import LONGEST_LINE, MOST_LINES
from judge.grammar.shape import Sentence as Parsed
from judge.grammar.shape import Stuck, Tongue
from judge.grammar.text import lines_of
from judge.variants.hell_on_wheels import hints
from judge.variants.hell_on_wheels.adding import added, denied, settle_groups, spare, swap
from judge.variants.hell_on_wheels.cards import Box
from judge.variants.hell_on_wheels.clauses import Joiner, Sentence
from judge.variants.hell_on_wheels.doubts import beside, doubt, not_that, of_a_window, orders_of, too_many
from judge.variants.hell_on_wheels.found import Found, Said
from judge.variants.hell_on_wheels.homes import Homes
from judge.variants.hell_on_wheels.moments import CARD_PHASES
from judge.variants.hell_on_wheels.ordering import Ordering, subtrees
from judge.variants.hell_on_wheels.orders import Build, Order, Play
from judge.variants.hell_on_wheels.otherwise import joined, otherwise
from judge.variants.hell_on_wheels.placings import Planned
from judge.variants.hell_on_wheels.remarks import Before, keep_all
from judge.variants.hell_on_wheels.replacing import (
    corrected,
    forget_cards,
    forget_line,
    instead_of,
    kept_instead,
    take_back,
)
from judge.variants.hell_on_wheels.state import State
from judge.variants.hell_on_wheels.terms import NotThere, Terms, kids, tokens
from judge.variants.hell_on_wheels.times import slots_named
from judge.variants.hell_on_wheels.timing import PLAYED
from judge.variants.hell_on_wheels.tongue import Part, parsed, parts, spoken
from judge.variants.hell_on_wheels.writing import Writer

FORM_ENDS = ("", "K", "extra")
"""The remark behind the blank of a form's line."""


class Reader:
    """Reads one seat's letters by one form."""

    def __init__(self, box: Box, tongue: Tongue, state: State, seat: Seat, form: str) -> None:
        self.is_trying = False
        """A line is read without some of its words, to see whether they say anything."""
        self.box = box
        self.tongue = tongue
        self.state = state
        self.form = form
        self.terms = Terms(box, state, seat)
        self.strict = state.strict
        self.writer = Writer(box)
        self.homes = Homes(state, form, self.writer)
        self.text = ""
        self.found: list[Found] = []
        self.lines_with_orders: list[int] = []
        self.keeps = False
        """The lines are below a heading of what is kept."""
        self.spared: Counter[str] = Counter()
        """The cards that the letter says are kept."""
        self.here = ""
        self.under = ""
        """The window of a heading, for the plays below it."""
        self.others: list[str] = []
        """The other windows of that heading."""
        self.heading: Found | None = None
        """That heading, while nothing is below it."""

    def letter(self, text: str) -> tuple[Line[Order], ...]:
        """Every line that says something; one bad line spoils no other."""
        self.text = text
        for count, (number, line) in enumerate(lines_of(text)):
            if count >= MOST_LINES:
                self.found.append(Found(number, line[:60], Problem("too-many-lines", {"most": MOST_LINES})))
                break
            if len(line) > LONGEST_LINE:
                self.found.append(Found(number, line[:60], Problem("line-too-long", {"most": LONGEST_LINE})))
            elif not is_blank(line):
                self._line(number, line)
        self._end_heading()
        keep_all(self.found)
        settle_groups(self)
        spare(self)
        return tuple(Line(one.number, one.text, one.said, one.notes) for one in self.found)

    def _line(self, number: int, line: str) -> None:
        if self.keeps and self._kept(number, line):
            return
        since, carried = len(self.found), ""
        last = since, ""
        for part in parts(self.tongue, line):
            read = self._as_own(part)
            if isinstance(read, Stuck):
                self._stopped(number, part, read, since, last)
                continue
            already = list(self.found)
            try:
                carried = self._sentence(number, part.text, read, carried if part.behind else self.under)
                instead_of(self, already, number, part.text)
            except NotThere as wrong:
                # A sentence is understood whole or not at all.
                self.found = already
                if not joined(self, number, part.text, last):
                    self._unread(number, part.text, self.helped(part.text, wrong.problem), (since, part.behind))
            last = len(already), part.text
        beside(self, number, line, since)
        here = self.found[since:]
        is_order = any(not isinstance(one.said, Problem) for one in here)
        if not is_order and all(map(self.is_unsaid, here)):
            # No piece of a tale is an order: `I have 12K.`
            self.found[since:] = [one.as_a_whole() for one in here]
        if is_order or any(one.sign in "#&" for one in self.tongue.names_in(line)):
            self.lines_with_orders.append(number)

    def _stopped(self, number: int, part: Part, read: Stuck, since: int, last: tuple[int, str]) -> None:
        """A sentence in which the grammar stopped, read in another way if there is one. `since`: where the findings on
        its line begin; `last`: where those of the sentence before it do, and that sentence."""
        sentence = part.text
        # Words behind an order, or a tale, that say nothing of the game belong to it.
        told = len(self.found) > since and self.is_unsaid(self.found[-1])
        known = ((part.behind or told) and self.is_comment(sentence)) or joined(self, number, sentence, last)
        known = known or otherwise(self, number, sentence, read)
        if part.behind and self.is_comment(sentence):
            self.found.append(Found(number, sentence, Problem("not-ordered", {"text": sentence, "why": "comment"})))
        if not known:
            self._unread(number, sentence, self.stuck(sentence, read), (since, part.behind))

    def _as_own(self, part: Part) -> Parsed | Stuck:
        """`Red bids 5`: what somebody says of their own seat."""
        name, _, rest = part.text.partition(" ")
        read = part.read
        if name.lower() != self.terms.own or (not isinstance(read, Stuck) and not tokens(read.tree, "TALE")):
            return read
        again = parsed(self.tongue, rest)
        return read if isinstance(again, Stuck) or tokens(again.tree, "TALE") else again

    def _kept(self, number: int, line: str) -> bool:
        """A line below `Keep:` that is a list of cards."""
        read = self.tongue.read(f"keep {spoken(line)}")
        self.keeps = not isinstance(read, Stuck) and [one.data for one in subtrees(read.tree)] == ["keep"]
        if not self.keeps or isinstance(read, Stuck):
            return False
        before = len(self.found)
        try:
            self._sentence(number, line, read, "")
        except NotThere:
            return False
        for one in self.found[before:]:
            one.by_the_way = self.keeps = True
        return True

    def _unread(self, number: int, sentence: str, problem: Problem, at: tuple[int, bool]) -> None:
        """A sentence that was not understood. `at`: where the findings on its line begin, and whether a `;` is before
        it."""
        problem = of_a_window(self, sentence, problem)
        self.spared |= denied(self, sentence)
        if not self.is_trying:
            not_that(self, sentence)
        told = problem.code == "not-ordered" and problem.detail.get("why") == "told"
        if not self.is_trying and not told and doubt(self, sentence, *at):
            problem = replace(problem, detail={**problem.detail, "whole": True})
        self.found.append(Found(number, sentence, problem))

    def orders_in(self, text: str) -> tuple[object, ...]:
        """The orders that a line is by itself, and nothing else."""
        reader = replaced(self)
        reader.is_trying, reader.here, reader.under = True, self.here, self.under
        reader._line(1, text)
        return orders_of(reader.found)

    @staticmethod
    def finding(number: int, text: str, said: Said) -> Found:
        """A finding on a line."""
        return Found(number, text, said)

    def is_read(self, number: int, text: str, unsaid: bool = False) -> bool:
        """Whether a text is read, and its orders found. `unsaid`: or is known to order nothing."""
        read = parsed(self.tongue, text)
        if isinstance(read, Stuck):
            return False
        try:
            self._sentence(number, text, read, "")
        except NotThere as wrong:
            if not unsaid or wrong.problem.code != "not-ordered":
                return False
            self.found.append(Found(number, text, self.helped(text, wrong.problem)))
        return True

    @staticmethod
    def is_unsaid(found: Found) -> bool:
        """Whether a sentence orders nothing, and was named for it."""
        return isinstance(found.said, Problem) and found.said.code == "not-ordered"

    def is_comment(self, text: str) -> bool:
        """Whether a text names nothing of the game, no sum and no order."""
        read = parsed(self.tongue, text)
        nothing = isinstance(read, Stuck) and read.start == 0
        return nothing and not self.tongue.names_in(text) and not any(sign.isdigit() for sign in text)

    # --- a sentence ---------------------------------------------------------------------------------------------------

    def _sentence(self, number: int, text: str, read: Parsed, carried: str) -> str:
        """The orders of a sentence; the window it began with, for what comes behind a `;`."""
        if text.endswith(":") and self._is_heading(number, text, read):
            return ""
        joiner = Joiner(self.terms, self.slot_before)
        joiner.here, joiner.carried = self.here, carried
        joiner.others = list(self.others) if carried == self.under else []
        said = joiner.joined_up(read.tree)
        self.keeps = joiner.keeps
        if said.forgets:
            forget_line(self, number, said.forgets)
        if said.forgotten:
            forget_cards(self, number, text, said.forgotten)
        if not said.clauses and not said.unsaid:
            if joiner.headed and not text.rstrip().endswith(":"):
                # `Saloon: Corinne. Brothel: also.`
                raise NotThere("needs-place", card=self.terms.hand_card(joiner.headed[0]))
            if joiner.phase or joiner.here != self.here or any(one.data == "head" for one in subtrees(read.tree)):
                self.here = joiner.here
            elif not (said.forgets or said.forgotten) and (
                read.tree.children or not self.found or self.found[-1].number != number
            ):
                raise NotThere("not-understood", text=text)
            return joiner.carried
        if self.heading is not None and any(one.kind in PLAYED for one in said.clauses):
            self.heading = None
        already = len(self.found)
        notes = [Problem("guessed", {"text": one.text, "meant": one.choices[0]}) for one in read.names if one.guessed]
        self._ordered(number, text, said, notes)
        too_many(self, already)
        if said.unsaid == "negated" and not self.is_trying:
            self.spared |= denied(self, text)
            not_that(self, text)
        if said.unsaid:
            unsaid = Found(number, text, Problem("not-ordered", {"text": text, "why": said.unsaid}))
            self.found.append(unsaid.as_a_whole() if said.is_whole else unsaid)
        return joiner.carried

    def _is_heading(self, number: int, text: str, read: Parsed) -> bool:
        """Whether a sentence is the heading of a window, and nothing else: `Window 6:`."""
        branches = list(subtrees(read.tree))
        if [one.data for one in branches] != ["window"] or tokens(branches[0], "SAME_WINDOW"):
            return False
        self._end_heading()
        self.under, *self.others = slots_named(self.terms, branches[0])
        self.heading = Found(number, text, Problem("window-without-card", {"slot": self.under}))
        return True

    def _ordered(self, number: int, text: str, said: Sentence, notes: Sequence[Problem]) -> None:
        """The orders of a sentence's clauses."""
        last: tuple[Planned, ...] = ()
        for clause in said.clauses:
            if clause.kind == "swap":
                swap(self, number, text)
                continue
            more_of = added(self, number, clause)
            if more_of is not None:
                take_back(self, self.found.index(more_of[0]), number)
                self.found.append(Found(number, text, more_of[1]))
                continue
            orders, more, last = Ordering(self, clause, last).orders()
            grouped = [one.of_a_group for one in last] if len(last) == len(orders) else [0] * len(orders)
            in_front = clause.kind == "keep" and any(tokens(one, "IN_FRONT") for one in kids(clause.tree, "item"))
            for order, of_a_group in zip(orders, grouped, strict=True):
                found = Found(
                    number,
                    text,
                    self.homes.sorted(order),
                    (*notes, *more, *self.homes.next_turn(order)),
                    of_a_group=of_a_group if isinstance(order, Build) else 0,
                    by_the_way=clause.kind == "kept",
                    in_front=in_front,
                )
                if said.corrects or (said.swaps and clause.instead is None):
                    corrected(self, found, must=said.swaps)
                else:
                    self.found.append(found)
                if said.swaps or clause.again:
                    kept_instead(self, order, number)
                notes, more = (), ()

    def _end_heading(self) -> None:
        """No line is below it any more; one without a play is named."""
        if self.heading is not None:
            self.found.append(self.heading)
        self.under, self.others, self.heading = "", [], None

    def before(self) -> Before:
        """What the letter has said so far."""
        return Before(self)

    @cached_property
    def named(self) -> frozenset[str]:
        """The cards of the hand that the letter names."""
        found = (choice for one in self.tongue.names_in(self.text) if one.sign == "#" for choice in one.choices)
        return frozenset(found) & frozenset(self.terms.hand)

    def last_of(self, *types: type) -> Order | None:
        """The last order of a kind."""
        return next((one.said for one in reversed(self.found) if isinstance(one.said, types)), None)  # type: ignore[return-value]

    def slot_before(self) -> str:
        """The window of the last play."""
        play = self.last_of(Play)
        return play.slot if isinstance(play, Play) else ""

    # --- what was not understood --------------------------------------------------------------------------------------

    def stuck(self, text: str, at: Stuck) -> Problem:
        """Where reading stopped, what could have come, and an example of the player's own."""
        return self.helped(text, hints.stopped(self.terms, self.tongue, text, at, self.form))

    def helped(self, text: str, problem: Problem) -> Problem:
        """A problem with its remedy: the whole line as it may have been meant, if that is valid."""
        detail = dict(problem.detail)
        if detail.get("text") == "":
            detail["text"] = text
        for guess in hints.guesses(self.terms, spoken(text), problem):
            again = self.whole(guess)
            if again:
                detail["suggestion"] = again
                break
        return Problem(problem.code, detail)

    def whole(self, text: str) -> str:
        """A line in canonical text, if all of it can be read and is valid; else nothing."""
        reader = replaced(self)
        read = self.tongue.read(text)
        if isinstance(read, Stuck):
            return ""
        try:
            reader._sentence(1, text, read, "")
        except NotThere:
            return ""
        orders = [one.said for one in reader.found]
        if not orders or any(isinstance(one, Problem) for one in orders):
            return ""
        here = [one for one in orders if not isinstance(one, Later | Problem)]
        if hints.is_refused(self.box, self.state, self.terms.own, here):
            return ""
        return "; ".join(one.text if isinstance(one, Later) else self.writer.order(one) for one in orders)  # type: ignore[arg-type]


def replaced(reader: Reader) -> Reader:
    """A reader of the same letter that has read nothing yet."""
    return Reader(reader.box, reader.tongue, reader.state, reader.terms.own, reader.form)


def is_blank(line: str) -> bool:
    """A line of the form whose blank was not filled in."""
    ahead, blank, behind = line.partition(BLANK)
    if not blank or behind.strip("_ ") not in FORM_ENDS:
        return False
    said = ahead.strip(" :").lower()
    return said in ("bid", "draw", "keep", *CARD_PHASES) or said.startswith(("window ", "before phase "))
