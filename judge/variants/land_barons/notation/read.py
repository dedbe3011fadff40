"""A letter as orders: one bad part spoils no other, and every complaint quotes what it is about."""

from __future__ import annotations

from dataclasses import replace

from judge.adjudicator.protocol import BLANK, Line, Problem, Seat, SeatName
from judge.grammar.finding import Piece
from judge.grammar.hanging import hanging
from judge.grammar.reader import LONGEST_LINE, MOST_LINES
from judge.grammar.shape import Marked, Sentence, Tongue
from judge.grammar.text import lines_of
from judge.variants.land_barons.board import Board
from judge.variants.land_barons.names import refs
from judge.variants.land_barons.notation import moods
from judge.variants.land_barons.notation.again import (
    adds,
    apart,
    but_another,
    continued,
    corrected,
    goes_on,
    is_of_the_last,
    named_again,
    put_right,
    scratched,
    swaps_two,
    taken_back,
    turns,
)
from judge.variants.land_barons.notation.belonging import bound
from judge.variants.land_barons.notation.brackets import is_doubtful, opened, takes_back
from judge.variants.land_barons.notation.clause_reader import ClauseReader
from judge.variants.land_barons.notation.clauses import Clause, sentences, text_of
from judge.variants.land_barons.notation.closing import Closing
from judge.variants.land_barons.notation.contrast import meant, respectively
from judge.variants.land_barons.notation.corrections import (
    changed,
    lost_instead,
    names,
    replaced,
    says,
    swapped,
    taken_from,
)
from judge.variants.land_barons.notation.forks import Fork, Forked, fork_in
from judge.variants.land_barons.notation.headed import begins_with_place, head_alone, listed
from judge.variants.land_barons.notation.initials import lettered
from judge.variants.land_barons.notation.money import bids_by_lot
from judge.variants.land_barons.notation.narrowing import Narrowing, narrowed, narrowing
from judge.variants.land_barons.notation.rows import Rows, by_place, in_turn, one_each, paired
from judge.variants.land_barons.notation.table import Fault, Table
from judge.variants.land_barons.notation.tidy import bare, counted, each_of, in_a_row, reason_in, spread, uncommented
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
            line = in_a_row(raw[number - 1], rows.written(raw[number - 1], count, line))
            if BLANK in line:
                continue
            if count >= MOST_LINES:
                self.clauses.add(number, line[:60], Problem("too-many-lines", {"most": MOST_LINES}))
                break
            if len(line) > LONGEST_LINE:
                self.clauses.add(number, line[:60], Problem("line-too-long", {"most": LONGEST_LINE}))
                continue
            self._line(number, line, lines[count + 1][1] if count + 1 < len(lines) else "")
        return tuple(Closing(self.table, self.clauses.ahead, self.clauses.spoken, self.clauses.entries).lines())

    def _line(self, number: int, line: str, below: str) -> None:
        """One line: its sentences, each cut into orders. `below`: the next line."""
        line, self.table.named = line.replace("[", "(").replace("]", ")"), ""
        if takes_back(line):
            self.clauses.leave(self.table.marked(line), line)
            self.clauses.add(number, line, Problem("taken-back", {"text": line, "line": number}))
            return
        if is_doubtful(line, self.table.tongue):
            self.clauses.leave(self.table.marked(line), line)
            self.clauses.add(number, line, Problem("not-understood", {"text": line, "whole": True}))
            return
        text, remarks = opened(uncommented(line, self.table.tongue), self.table.tongue)
        text = bare(text)
        if not text:
            return
        # Below `My orders last turn were` stands what was ordered then.
        heads = moods.is_of_another_time(text)
        self.is_past = not moods.is_now(text) and (self.is_past or (heads and text.rstrip(":").endswith(_ENDS)))
        if moods.is_quoted(text) or heads or self.is_past:
            self.clauses.add(number, line, Problem("not-ordered", {"text": line}))
            return
        before = len(self.clauses.entries)
        waiting: Marked | None = None
        found = [*sentences(lettered(self.table.marked(text)))]
        head = head_alone(found[0]) if len(found) == 1 else None
        if head is not None and begins_with_place(self.table.marked(below)):
            self.head = head
            if not text.endswith(":"):
                self.clauses.add(number, line, Problem("not-ordered", {"text": line}))
            return
        found, self.head = listed(found, self.head, refs(self.table.state, self.table.seat))
        for sentence in found:
            sentence = named_again(waiting, sentence) if waiting is not None else sentence
            if waiting is not None and (more := self._gone_on(waiting, sentence)) is not None:
                waiting = more
                continue
            joined = self._continued(waiting, sentence) if waiting is not None else None
            if waiting is not None and joined is not None:
                said = text_of(waiting)
                self.clauses.add(number, said, Problem("taken-back", {"text": said, "line": number}))
            elif waiting is not None:
                self._sentence(number, line, waiting)
            waiting = joined or sentence
        if waiting is not None:
            self._sentence(number, line, waiting)
        self.clauses.pass_over(before, remarks)
        is_unread = all(isinstance(one.said, Problem) for one in self.clauses.entries[before:])
        if is_unread and line.rstrip().endswith(":") and hanging(line):
            self.clauses.spoken.head(line, len(self.clauses.entries))

    def _continued(self, last: Marked, sentence: Marked) -> Marked | None:
        """`30 on Rangers. Make it 33.`: what corrects and is no order by itself together with what it corrects."""
        joined = continued(last, sentence)
        right = put_right(sentence)
        if joined is not None and right is not None:
            is_last = right[0].name is not None and not any(says(one.said, right[0]) for one in self.clauses.entries)
            return joined if is_last and all(one.stuck is None for one in self._parsed(joined)[1]) else None
        if joined is None or not self._parsed(joined)[2]:
            return None
        is_more = all(one.stuck or one.is_idle for one in self._parsed(sentence)[1])
        return joined if is_more or is_of_the_last(last, sentence) else None

    def _gone_on(self, last: Marked, sentence: Marked) -> Marked | None:
        """`Regulator 0507-0606. Then on to 0605.`, `Pay all. But not the Mob.`: one order in two sentences."""
        if not goes_on(sentence) or any(one.stuck is None for one in self._parsed(sentence)[1]):
            return None
        joined = Marked(last.text, (*last.pieces, *sentence.pieces))
        return joined if all(one.stuck is None for one in self._parsed(joined)[1]) else None

    def _sentence(self, number: int, line: str, marked: Marked) -> None:
        said = text_of(marked)
        if moods.is_question(said):
            self.clauses.spoken.ask(marked, len(self.clauses.entries), said)
            self.clauses.add(number, said, Problem("question", {"text": said}))
            return
        reason = reason_in(marked)
        if reason is not None:
            self._reasoned(number, line, marked, reason)
            return
        if scratched(marked):
            self.clauses.leave(marked, said)
            self.clauses.add(number, said, Problem("taken-back", {"text": said, "line": number}))
            return
        if self._of_many(number, line, marked):
            return
        another = but_another(marked)
        if another is not None and any(names(self.table, entry.said, another[0]) for entry in self.clauses.entries):
            self._another(number, line, another[0], another[1])
            return
        back, clauses, is_corrected = self._parsed(marked)
        if back is not None:
            self._take_back(number, said, back)
            return
        only = narrowing(marked) if not is_corrected else None
        if only is not None and self._narrowed(number, line, said, only):
            return
        fork = fork_in(marked) if not is_corrected else None
        if fork is not None and self._forked(number, said, fork):
            return
        is_stuck = any(one.stuck is not None for one in clauses)
        if is_stuck and self.table.form == "ranches":
            clauses = self._wishes(marked) or clauses
        pairs = respectively(marked) or (
            (paired(self.table, marked) or by_place(self.table, marked) or in_turn(self.table, marked))
            if is_stuck
            else ()
        )
        if pairs:
            self.began = len(self.clauses.entries)
            for pair in pairs:
                self.clauses.read(number, said, tuple(replace(one, text=said) for one in self.clauses.cut(pair)))
            return
        parts = apart(marked) if is_stuck else None
        if parts is not None:
            for part in parts:
                self._sentence(number, line, part)
            return
        before = self.began = len(self.clauses.entries)
        kind = turns(marked)
        self.clauses.read(number, said, clauses)
        if kind and all(isinstance(one.said, Problem) for one in self.clauses.entries[before:]):
            self.clauses.spoken.turn(before, said, [one.said for one in self.clauses.entries[:before]])
        if is_corrected:
            replaced(self.table, self.clauses.entries, before, kind, adds(marked))

    def _narrowed(self, number: int, line: str, said: str, only: Narrowing) -> bool:
        """Whether a sentence, or its end, leaves only some of the orders before it."""
        if only.head is not None:
            if any(one.stuck is not None for one in self._parsed(only.head)[1]):
                return False
            self._sentence(number, line, only.head)
        found = narrowed(self.table, self.clauses.entries, self.began, only, number)
        for one in found:
            self.clauses.order(number, said, one, ())
        return bool(found)

    def _take_back(self, number: int, said: str, back: str | int) -> None:
        for one in taken_from(self.table, self.clauses.entries, number, said, back):
            self.clauses.add(number, said, one)

    def _of_many(self, number: int, line: str, marked: Marked) -> bool:
        """Whether a sentence is a list of sums for the lots, or lets two orders before it change places or sums."""
        listed_by_lot, head = one_each(self.table, marked)
        if listed_by_lot is not None:
            self._by_lot(number, line, text_of(marked), listed_by_lot, head)
            return True
        swap = swaps_two(marked)
        if swap >= 0 and self._swapped(number, line, marked, swap):
            return True
        right = put_right(marked)
        return right is not None and self._put_right(number, text_of(marked), *right)

    def _by_lot(self, number: int, line: str, said: str, listed_by_lot: Sentence, head: Marked | None) -> None:
        """`Bids in order of the lots: 12, none, 7`, as many as there are lots; else none of them counts. `head`: what
        stands before them."""
        if head is not None:
            self._sentence(number, line, head)
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

    def _swapped(self, number: int, line: str, marked: Marked, swap: int) -> bool:
        """Whether two orders change what they get. `swap`: where the words begin that say so."""
        head = marked.pieces[: max(0, swap - 1)]
        if head and not all(one.stuck is None for one in self._parsed(Marked(marked.text, head))[1]):
            return False
        if head:
            self._sentence(number, line, Marked(marked.text, head))
        found = swapped(self.clauses.entries, number)
        for one in found:
            self.clauses.order(number, text_of(marked), one, ())
        if not found and head:
            self._sentence(number, line, Marked(marked.text, marked.pieces[swap:]))
        return bool(found or head)

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
        self._sentence(number, line, rest)

    def _wishes(self, marked: Marked) -> tuple[Clause, ...]:
        """`Rattle Rock, then Eagle Hollow`, where a ranch is what is asked for."""
        start = marked.pieces[0].start
        (ranch,) = self.table.marked("ranch").pieces
        found = self.clauses.cut(Marked(marked.text, (replace(ranch, start=start, end=start), *marked.pieces)))
        return () if any(one.stuck is not None for one in found) else found

    def _forked(self, number: int, said: str, fork: Fork) -> bool:
        """Whether a sentence under one condition was read, or refused."""
        trial, notes = self.table.copy(), list[Problem]()
        forked = Forked(trial, self.clauses.cut, lambda table, clause: self.clauses.moves(table, clause, notes))
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
        self._sentence(number, line, Marked(marked.text, marked.pieces[: reason.start]))
        self.clauses.pass_over(before, [text_of(Marked(marked.text, marked.pieces[reason]))])
        rest = Marked(marked.text, marked.pieces[reason.stop :])
        if rest.pieces:
            self._sentence(number, line, rest)

    def _parsed(self, marked: Marked) -> tuple[str | int | None, tuple[Clause, ...], bool]:
        """The lines taken back, the clauses, and whether they correct earlier ones: by the words alone, remembered."""
        tongue = self.table.tongue
        first = marked.pieces[0].start if marked.pieces else -1
        head = marked.pieces[0].name.text if marked.pieces and marked.pieces[0].name is not None else ""
        key = (self.table.seat, marked.text, first, len(marked.pieces), head)
        known: tuple[str | int | None, tuple[Clause, ...], bool] | None = tongue.memory.get(key)
        if known is not None:
            return known
        marked = self._own(Marked(marked.text, tuple(one for one in marked.pieces if one.sign != "?" or one.name)))
        marked = meant(marked)
        back = taken_back(marked)
        fixed = corrected(tongue, each_of(counted(spread(marked))), self.clauses.starts())
        clauses = self.clauses.cut(fixed.marked)
        is_corrected = fixed.replaces and any(one.readings and not one.is_idle for one in clauses)
        if fixed.replaces and not is_corrected:
            clauses = self.clauses.cut(marked)
        clauses = bound(clauses)
        tongue.memory.keep(key, (back, clauses, is_corrected))
        return back, clauses, is_corrected

    def _own(self, marked: Marked) -> Marked:
        """Without the own ranch's name at its head: `Graham bids 5`, `Graham: pay all`."""
        pieces = marked.pieces
        if pieces and pieces[0].name is not None and pieces[0].name.sign == "%":
            follows = pieces[1].sign if len(pieces) > 1 else ""
            if pieces[0].name.choices == (self.table.seat,) and follows not in ("#", "'"):
                pieces = pieces[1:]
                while pieces and pieces[0].sign in (":", ",", "-"):
                    pieces = pieces[1:]
        return Marked(marked.text, pieces)


_ENDS = ("were", "was", "are", "orders", "bids", "turn", "time", "wrote", "sent", "ordered", "played")
"""So ends a heading with nothing behind it."""

__all__ = ["Letter"]
