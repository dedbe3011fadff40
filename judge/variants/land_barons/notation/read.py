"""A letter as orders: one bad part spoils no other, and every complaint quotes what it is about."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from judge.adjudicator.protocol import BLANK, Line, Problem, Seat, SeatName
from judge.grammar.finding import Piece
from judge.grammar.hanging import hanging
from judge.grammar.reader import LONGEST_LINE, MOST_LINES
from judge.grammar.shape import Marked, Sentence, Tongue
from judge.grammar.text import lines_of
from judge.variants.land_barons.board import Board
from judge.variants.land_barons.names import refs
from judge.variants.land_barons.notation.again import continued, goes_on, is_of_the_last, named_again
from judge.variants.land_barons.notation.belonging import unordered_in
from judge.variants.land_barons.notation.clause_reader import ClauseReader
from judge.variants.land_barons.notation.clauses import Clause, cut, text_of
from judge.variants.land_barons.notation.closing import Closing
from judge.variants.land_barons.notation.corrections import (
    changed,
    lost_instead,
    names,
    replaced,
    says,
    swapped,
    taken_from,
)
from judge.variants.land_barons.notation.forks import Fork, Forked
from judge.variants.land_barons.notation.headed import begins_with_place, listed
from judge.variants.land_barons.notation.money import bids_by_lot
from judge.variants.land_barons.notation.narrowing import Narrowing, narrowed
from judge.variants.land_barons.notation.rows import Rows, by_place, in_turn, paired
from judge.variants.land_barons.notation.table import Fault, Table
from judge.variants.land_barons.notation.tidy import in_a_row
from judge.variants.land_barons.notation.wording import Wording, Written, wording, written
from judge.variants.land_barons.notation.write import write
from judge.variants.land_barons.orders import Order
from judge.variants.land_barons.state import State


class Letter:
    """One letter while it is read."""

    def __init__(
        self, board: Board, state: State, seat: Seat, *, seats: tuple[SeatName, ...], form: str, tongue: Tongue
    ) -> None:
        self.table = Table(board, state, seat, seats, form, tongue)
        self.clauses = ClauseReader(self.table)
        self.is_past = False
        self.head: Piece | None = None
        """The kind of unit above a list of ways."""
        self.began = 0
        """Where the last sentence with orders begins among what was read."""

    def read(self, text: str) -> tuple[Line[Order], ...]:
        """Every line of the letter."""
        raw, lines = text.splitlines(), lines_of(text)
        rows = Rows(self.table, [line for _, line in lines])
        for count, (number, line) in enumerate(lines):
            said = raw[number - 1]
            if rows.may_write:
                line = rows.written(said, count, line)
            if said != line:
                line = in_a_row(said, line)
            if BLANK in line:
                continue
            if count >= MOST_LINES:
                self.clauses.add(number, line[:60], Problem("too-many-lines", {"most": MOST_LINES}))
                break
            if len(line) > LONGEST_LINE:
                self.clauses.add(number, line[:60], Problem("line-too-long", {"most": LONGEST_LINE}))
                continue
            words, self.table.named = written(self.table.tongue, self.table.seat, line), ""
            if words.plain and not self.is_past and self.head is None:
                for clauses in words.plain:
                    self.began = len(self.clauses.entries)
                    self.clauses.ordered(number, clauses)
            else:
                self._line(number, words, lines[count + 1][1] if count + 1 < len(lines) else "")
        return Closing(self.clauses).lines()

    def _line(self, number: int, said: Written, below: str) -> None:
        """One line: its sentences, each cut into orders. `below`: the next line."""
        line = said.line
        if said.fault:
            self.clauses.leave(self.table.marked(line), line)
            facts = {"line": number} if said.fault == "taken-back" else {"whole": True}
            self.clauses.add(number, line, Problem(said.fault, {"text": line, **facts}))
            return
        if not said.text:
            return
        # Below `My orders last turn were` stands what was ordered then.
        self.is_past = not said.is_now and (self.is_past or said.heads_past)
        if said.is_quoted or said.is_past or self.is_past:
            self.clauses.add(number, line, Problem("not-ordered", {"text": line}))
            return
        before = len(self.clauses.entries)
        if said.head is not None and begins_with_place(self.table.marked(below)):
            self.head = said.head
            if not said.text.endswith(":"):
                self.clauses.add(number, line, Problem("not-ordered", {"text": line}))
            return
        self._sentences(number, line, self._listed(said))
        if said.remarks:
            self.clauses.pass_over(before, said.remarks)
        if line.rstrip().endswith(":"):
            is_unread = all(isinstance(one.said, Problem) for one in self.clauses.entries[before:])
            if is_unread and hanging(line):
                self.clauses.spoken.head(line, len(self.clauses.entries))

    def _listed(self, said: Written) -> Sequence[Wording]:
        """The sentences of a line, those that are a list of ways with the kind of unit that heads it."""
        if self.head is None and not said.heads:
            return said.sentences
        own = refs(self.table.state, self.table.seat)
        found, self.head = listed([one.marked for one in said.sentences], self.head, own)
        return [self._words(one) for one in found]

    def _sentences(self, number: int, line: str, found: Sequence[Wording]) -> None:
        """The sentences of a line, each with those that go on with it or correct it."""
        waiting: Wording | None = None
        for sentence in found:
            if waiting is not None and sentence.is_joining:
                marked = named_again(waiting.marked, sentence.marked)
                sentence = self._words(marked) if marked is not sentence.marked else sentence
                if (more := self._gone_on(waiting, sentence)) is not None:
                    waiting = more
                    continue
                joined = self._continued(waiting, sentence)
                if joined is not None:
                    said, waiting, sentence = waiting.said, None, joined
                    self.clauses.add(number, said, Problem("taken-back", {"text": said, "line": number}))
            if waiting is not None:
                self._sentence(number, line, waiting)
            waiting = sentence
        if waiting is not None:
            self._sentence(number, line, waiting)

    def _words(self, marked: Marked) -> Wording:
        return wording(self.table.tongue, self.table.seat, marked)

    def _continued(self, last: Wording, sentence: Wording) -> Wording | None:
        """`30 on Rangers. Make it 33.`: what corrects and is no order by itself together with what it corrects."""
        whole = continued(last.marked, sentence.marked)
        joined, right = self._words(whole) if whole is not None else None, sentence.right
        if joined is not None and right is not None:
            is_last = right[0].name is not None and not any(says(one.said, right[0]) for one in self.clauses.entries)
            return joined if is_last and not joined.is_stuck else None
        if joined is None or not joined.is_corrected:
            return None
        is_more = all(one.stuck or one.is_idle for one in sentence.clauses)
        return joined if is_more or is_of_the_last(last.marked, sentence.marked) else None

    def _gone_on(self, last: Wording, sentence: Wording) -> Wording | None:
        """`Regulator 0507-0606. Then on to 0605.`, `Pay all. But not the Mob.`: one order in two sentences."""
        if not goes_on(sentence.marked) or not sentence.is_unread:
            return None
        joined = self._words(Marked(last.marked.text, (*last.marked.pieces, *sentence.marked.pieces)))
        return None if joined.is_stuck else joined

    def _sentence(self, number: int, line: str, words: Wording) -> None:
        """One sentence: what is said beside its orders, and its orders."""
        said = words.said
        if words.is_plain:
            self.began = len(self.clauses.entries)
            self.clauses.ordered(number, words.ordering)
            return
        if words.is_question:
            self.clauses.spoken.ask(words.marked, len(self.clauses.entries), said)
            self.clauses.add(number, said, Problem("question", {"text": said}))
        elif words.reason is not None:
            self._reasoned(number, line, words.marked, words.reason)
        elif words.is_scratched:
            self.clauses.leave(words.marked, said)
            self.clauses.add(number, said, Problem("taken-back", {"text": said, "line": number}))
        elif not self._of_many(number, line, words) and not self._beside(number, line, words):
            self._ordered(number, line, words)

    def _beside(self, number: int, line: str, words: Wording) -> bool:
        """Whether a sentence takes back orders, or some of those before it, or is under one condition."""
        if words.another is not None:
            kind, rest = words.another
            if any(names(self.table, entry.said, kind) for entry in self.clauses.entries):
                self._another(number, line, kind, rest)
                return True
        if words.back is not None:
            self._take_back(number, words.said, words.back)
            return True
        return (words.only is not None and self._narrowed(number, line, words.said, words.only)) or (
            words.fork is not None and self._forked(number, words.said, words.fork)
        )

    def _ordered(self, number: int, line: str, words: Wording) -> None:
        """The orders of a sentence."""
        said, marked, clauses, unordered = words.said, words.marked, words.own_clauses, words.unordered
        pairs = words.each or (
            (paired(self.table, marked) or by_place(self.table, marked) or in_turn(self.table, marked))
            if words.is_stuck and words.may_pair
            else ()
        )
        if words.is_stuck and self.table.form == "ranches":
            wishes = self._wishes(marked)
            clauses, unordered = (wishes, unordered_in(wishes)) if wishes else (clauses, unordered)
        if pairs:
            self.began = len(self.clauses.entries)
            for pair in pairs:
                each = words.clauses_of(pair)
                self.clauses.read(number, said, each, unordered_in(each))
            return
        if words.is_stuck and words.parts is not None:
            for part in words.parts:
                self._sentence(number, line, self._words(part))
            return
        before = self.began = len(self.clauses.entries)
        self.clauses.read(number, said, clauses, unordered)
        if words.turn and all(isinstance(one.said, Problem) for one in self.clauses.entries[before:]):
            self.clauses.spoken.turn(before, said, [one.said for one in self.clauses.entries[:before]])
        if words.why:
            self.clauses.pass_over(before, [words.why])
        if words.is_corrected:
            replaced(self.table, self.clauses.entries, before, words.turn, words.added)

    def _narrowed(self, number: int, line: str, said: str, only: Narrowing) -> bool:
        """Whether a sentence, or its end, leaves only some of the orders before it."""
        if only.head is not None:
            head = self._words(only.head)
            if head.is_stuck:
                return False
            self._sentence(number, line, head)
        found = narrowed(self.table, self.clauses.entries, self.began, only, number)
        for one in found:
            self.clauses.order(number, said, one, ())
        return bool(found)

    def _take_back(self, number: int, said: str, back: str | int) -> None:
        for one in taken_from(self.table, self.clauses.entries, number, said, back):
            self.clauses.add(number, said, one)

    def _of_many(self, number: int, line: str, words: Wording) -> bool:
        """Whether a sentence is a list of sums for the lots, or lets two orders before it change places or sums."""
        listed_by_lot, head = words.by_lot
        if listed_by_lot is not None and self.table.form in ("pay-and-bids", "bids"):
            self._by_lot(number, line, words.said, listed_by_lot, head)
            return True
        if words.swap >= 0 and self._swapped(number, line, words):
            return True
        return words.right is not None and self._put_right(number, words.said, *words.right)

    def _by_lot(self, number: int, line: str, said: str, listed_by_lot: Sentence, head: Marked | None) -> None:
        """`Bids in order of the lots: 12, none, 7`, as many as there are lots; else none of them counts. `head`: what
        stands before them."""
        if head is not None:
            self._sentence(number, line, self._words(head))
        try:
            bids = bids_by_lot(self.table, listed_by_lot.tree)
        except Fault as fault:
            self.clauses.add(number, said, fault.problem)
            return
        read = ", ".join(write(self.table.state, one) for one in bids)
        for one in bids:
            self.clauses.order(number, said, one, (Problem("read-as", {"text": said, "as": read}),) * (one is bids[0]))
        if not bids:
            self.clauses.add(number, said, Problem("not-understood", {"text": said, "whole": True}))

    def _swapped(self, number: int, line: str, words: Wording) -> bool:
        """Whether two orders change what they get."""
        text, pieces = words.marked.text, words.marked.pieces
        head = self._words(Marked(text, pieces[: max(0, words.swap - 1)]))
        is_headed = bool(head.marked.pieces)
        if is_headed and head.is_stuck:
            return False
        if is_headed:
            self._sentence(number, line, head)
        found = swapped(self.clauses.entries, number)
        for one in found:
            self.clauses.order(number, words.said, one, ())
        if not found and is_headed:
            self._sentence(number, line, self._words(Marked(text, pieces[words.swap :])))
        return bool(found) or is_headed

    def _put_right(self, number: int, said: str, was: Piece, now: Piece) -> bool:
        """Whether a figure or a place that was said before is put right, or the orders with it do not count."""
        found = changed(self.clauses.entries, number, said, was, now)
        for one in found:
            self.clauses.add(number, said, one)
        return bool(found)

    def _another(self, number: int, line: str, kind: str, rest: Marked) -> None:
        """`Not the Cowboys, the Gunslinger: 0407-0507`: what is ordered of a kind is taken back; `rest`: what then."""
        who = [one for one in rest.pieces if one.sign not in ("the", "my")]
        other = who[0].name.choices if len(who) == 1 and who[0].name is not None and who[0].sign == "#" else ()
        lost = lost_instead(self.clauses.entries, number, kind, other[0]) if len(other) == 1 else None
        if lost is not None:
            self.clauses.order(number, text_of(rest), lost, ())
            return
        self._take_back(number, text_of(rest), kind)
        self._sentence(number, line, self._words(rest))

    def _wishes(self, marked: Marked) -> tuple[Clause, ...]:
        """`Rattle Rock, then Eagle Hollow`, where a ranch is what is asked for."""
        start = marked.pieces[0].start
        (ranch,) = self.table.marked("ranch").pieces
        pieces = (replace(ranch, start=start, end=start), *marked.pieces)
        found = cut(self.table.tongue, Marked(marked.text, pieces))
        return () if any(one.stuck is not None for one in found) else found

    def _forked(self, number: int, said: str, fork: Fork) -> bool:
        """Whether a sentence under one condition was read, or refused."""
        trial, notes = self.table.copy(), list[Problem]()
        forked = Forked(trial, lambda table, clause: self.clauses.moves(table, clause, notes))
        moves = forked.read(fork)
        if moves:
            self.table.take(trial)
            for one in moves:
                self.clauses.order(number, said, one, tuple(notes))
        elif moves is not None:
            self.clauses.leave(fork.marked, said)
            self.clauses.add(number, said, Problem("condition-apart", {"text": said, "whole": True}))
        return moves is not None

    def _reasoned(self, number: int, line: str, marked: Marked, reason: slice) -> None:
        """`Baron stays, because nobody can be trusted`: the order, and of its reason that it was passed over."""
        before = len(self.clauses.entries)
        self._sentence(number, line, self._words(Marked(marked.text, marked.pieces[: reason.start])))
        self.clauses.pass_over(before, [text_of(Marked(marked.text, marked.pieces[reason]))])
        rest = Marked(marked.text, marked.pieces[reason.stop :])
        if rest.pieces:
            self._sentence(number, line, self._words(rest))


__all__ = ["Letter"]
