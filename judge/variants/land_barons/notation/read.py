"""A letter as orders: one bad part spoils no other, and every complaint quotes what it is about."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from judge.adjudicator.protocol import BLANK, Line, Problem, Seat, SeatName
from judge.grammar.hanging import hanging
from judge.grammar.mood import offer
from judge.grammar.reader import LONGEST_LINE, MOST_HELPED, MOST_LINES
from judge.grammar.shape import Marked, Sentence, Stuck, Tongue
from judge.grammar.text import lines_of
from judge.variants.land_barons.board import Board
from judge.variants.land_barons.notation import moods
from judge.variants.land_barons.notation.again import (
    adds,
    apart,
    but_another,
    continued,
    corrected,
    corrects,
    is_another_way,
    scratched,
    taken_back,
    turns,
)
from judge.variants.land_barons.notation.ahead import Ahead
from judge.variants.land_barons.notation.belonging import bound, is_account, is_unordered
from judge.variants.land_barons.notation.brackets import is_doubtful, opened, takes_back
from judge.variants.land_barons.notation.building import read_build
from judge.variants.land_barons.notation.clauses import Clause, Cutter, sentences, text_of
from judge.variants.land_barons.notation.closing import Closing, Entry, Said
from judge.variants.land_barons.notation.contrast import meant, respectively
from judge.variants.land_barons.notation.corrections import names, replaced, taken_from
from judge.variants.land_barons.notation.examples import expected
from judge.variants.land_barons.notation.fares import read_paying
from judge.variants.land_barons.notation.forks import Fork, Forked, fork_in
from judge.variants.land_barons.notation.initials import lettered
from judge.variants.land_barons.notation.meanings import Meaning, clearest, quoting
from judge.variants.land_barons.notation.misnamed import misnamed
from judge.variants.land_barons.notation.money import Unplaced, read_affairs, read_bid, read_order_bid
from judge.variants.land_barons.notation.others import too
from judge.variants.land_barons.notation.raiding import read_lists, read_raid
from judge.variants.land_barons.notation.rows import Rows, by_place, paired
from judge.variants.land_barons.notation.spoken import Spoken
from judge.variants.land_barons.notation.table import Fault, Node, Table
from judge.variants.land_barons.notation.tidy import bare, counted, in_a_row, is_aside, reason_in, spread, uncommented
from judge.variants.land_barons.notation.words import MOST_SHOWN, STARTS, label_fault, start_of
from judge.variants.land_barons.notation.write import write
from judge.variants.land_barons.orders import Deploy, Move, Order, Pay
from judge.variants.land_barons.state import State

READERS: dict[str, Callable[[Table, Node], Sequence[Order | Unplaced]]] = {
    "pay": read_paying, "fares": read_paying, "bid": read_bid, "order_bid": read_order_bid,
    "build": read_build, "raid": read_raid, "lists": read_lists, "affairs": read_affairs,
}  # fmt: skip


class Letter:
    """One letter while it is read."""

    def __init__(
        self, board: Board, state: State, seat: Seat, *, seats: tuple[SeatName, ...], form: str, tongue: Tongue
    ) -> None:
        self.table = Table(board, state, seat, seats, form, tongue)
        self.ahead = Ahead(self.table)
        self.spoken = Spoken(self.table)
        self.entries: list[Entry] = []
        self.unread = 0
        self.is_past = False

    def read(self, text: str) -> tuple[Line[Order], ...]:
        """Every line of the letter."""
        raw, lines = text.splitlines(), lines_of(text)
        rows = Rows(self.table, [line for _, line in lines])
        for count, (number, line) in enumerate(lines):
            line = in_a_row(raw[number - 1], rows.written(raw[number - 1], count, line))
            if BLANK in line:
                continue
            if count >= MOST_LINES:
                self._add(number, line[:60], Problem("too-many-lines", {"most": MOST_LINES}))
                break
            if len(line) > LONGEST_LINE:
                self._add(number, line[:60], Problem("line-too-long", {"most": LONGEST_LINE}))
                continue
            self._line(number, line)
        return tuple(Closing(self.table, self.ahead, self.spoken, self.entries).lines())

    def _add(self, number: int, text: str, said: Said | Unplaced, notes: tuple[Problem, ...] = ()) -> None:
        self.entries.append(Entry(number, text, said, notes))

    # -- lines, sentences, clauses --------------------------------------------------------------------------------

    def _line(self, number: int, line: str) -> None:
        """One line: its sentences, each cut into orders."""
        line, self.table.named = line.replace("[", "(").replace("]", ")"), ""
        if takes_back(line):
            self._leave(self.table.marked(line), line)
            self._add(number, line, Problem("taken-back", {"text": line, "line": number}))
            return
        if is_doubtful(line, self.table.tongue):
            self._leave(self.table.marked(line), line)
            self._add(number, line, Problem("not-understood", {"text": line, "whole": True}))
            return
        text, remarks = opened(uncommented(line, self.table.tongue), self.table.tongue)
        text = bare(text)
        if not text:
            return
        # Below `My orders last turn were` stands what was ordered then.
        heads = moods.is_of_another_time(text)
        self.is_past = not moods.is_now(text) and (self.is_past or (heads and text.rstrip(":").endswith(_ENDS)))
        if moods.is_quoted(text) or heads or self.is_past:
            self._add(number, line, Problem("not-ordered", {"text": line}))
            return
        before = len(self.entries)
        waiting: Marked | None = None
        for sentence in sentences(lettered(self.table.marked(text))):
            joined = self._continued(waiting, sentence) if waiting is not None else None
            if waiting is not None and joined is not None:
                self._add(number, text_of(waiting), Problem("taken-back", {"text": text_of(waiting), "line": number}))
            elif waiting is not None:
                self._sentence(number, line, waiting)
            waiting = joined or sentence
        if waiting is not None:
            self._sentence(number, line, waiting)
        self._pass_over(before, remarks)
        is_unread = all(isinstance(one.said, Problem) for one in self.entries[before:])
        if is_unread and line.rstrip().endswith(":") and hanging(line):
            self.spoken.head(line, len(self.entries))

    def _continued(self, last: Marked, sentence: Marked) -> Marked | None:
        """`30 on Rangers. Make it 33.`: what corrects and is no order by itself together with what it corrects."""
        joined = continued(last, sentence)
        if joined is None or not self._parsed(joined)[2]:
            return None
        is_more = all(one.stuck or one.is_idle for one in self._parsed(sentence)[1])
        return joined if is_more or is_another_way(last, sentence) else None

    def _pass_over(self, before: int, texts: Sequence[str]) -> None:
        """Words beside the orders from this entry on were passed over, and their writer is told of them."""
        for entry in self.entries[before : before + 1]:
            entry.notes = (*entry.notes, *(Problem("passed-over", {"text": text}) for text in texts))

    def _sentence(self, number: int, line: str, marked: Marked) -> None:
        said = text_of(marked)
        if moods.is_question(said):
            self.spoken.ask(marked, len(self.entries), said)
            self._add(number, said, Problem("question", {"text": said}))
            return
        reason = reason_in(marked)
        if reason is not None:
            self._reasoned(number, line, marked, reason)
            return
        if scratched(marked):
            self._leave(marked, said)
            self._add(number, said, Problem("taken-back", {"text": said, "line": number}))
            return
        another = but_another(marked)
        if another is not None and any(names(self.table, entry.said, another[0]) for entry in self.entries):
            self._take_back(number, said, another[0])
            self._sentence(number, line, another[1])
            return
        back, clauses, is_corrected = self._parsed(marked)
        if back is not None:
            self._take_back(number, said, back)
            return
        fork = fork_in(marked) if not is_corrected else None
        if fork is not None and self._forked(number, said, fork):
            return
        is_stuck = any(one.stuck is not None for one in clauses)
        if is_stuck and self.table.form == "ranches":
            clauses = self._wishes(marked) or clauses
        pairs = respectively(marked) or (
            (paired(self.table, marked) or by_place(self.table, marked)) if is_stuck else ()
        )
        if pairs:
            for pair in pairs:
                self._clauses(number, said, tuple(replace(one, text=said) for one in self._cut(pair)))
            return
        parts = apart(marked) if is_stuck else None
        if parts is not None:
            for part in parts:
                self._sentence(number, line, part)
            return
        before = len(self.entries)
        kind = turns(marked)
        self._clauses(number, said, clauses)
        if kind and all(isinstance(one.said, Problem) for one in self.entries[before:]):
            self.spoken.turn(before, said, [one.said for one in self.entries[:before]])
        if is_corrected:
            replaced(self.table, self.entries, before, kind, adds(marked))

    def _take_back(self, number: int, said: str, back: str | int) -> None:
        for one in taken_from(self.table, self.entries, number, said, back):
            self._add(number, said, one)

    def _wishes(self, marked: Marked) -> tuple[Clause, ...]:
        """`Rattle Rock, then Eagle Hollow`, where a ranch is what is asked for."""
        start = marked.pieces[0].start
        (ranch,) = self.table.marked("ranch").pieces
        found = self._cut(Marked(marked.text, (replace(ranch, start=start, end=start), *marked.pieces)))
        return () if any(one.stuck is not None for one in found) else found

    def _forked(self, number: int, said: str, fork: Fork) -> bool:
        """Whether a sentence under one condition was read, or refused."""
        trial, notes = self.table.copy(), list[Problem]()
        moves = Forked(trial, self._cut, lambda table, clause: self._moves(table, clause, notes)).read(fork)
        if moves:
            self.table.take(trial)
            for one in moves:
                self._order(number, said, one, tuple(notes))
        elif moves is not None:
            self._leave(fork.marked, said)
            self._add(number, said, Problem("condition-apart", {"text": said, "whole": True}))
        return moves is not None

    def _moves(self, table: Table, clause: Clause, notes: list[Problem]) -> list[Move] | None:
        """The moves that a clause is, and nothing else."""
        for sentence in clause.readings:
            trial = table.copy()
            meaning = self._meaning(trial, clause, sentence)
            moves = [one for one in meaning.orders if isinstance(one, Move)]
            if meaning.problem is None and moves and len(moves) == len(meaning.orders):
                table.take(trial)
                table.there = trial.there or table.there
                notes += meaning.notes
                return moves
        return None

    def _reasoned(self, number: int, line: str, marked: Marked, reason: slice) -> None:
        """`Baron stays, because nobody can be trusted`: the order, and of its reason that it was passed over."""
        before = len(self.entries)
        self._sentence(number, line, Marked(marked.text, marked.pieces[: reason.start]))
        self._pass_over(before, [text_of(Marked(marked.text, marked.pieces[reason]))])
        rest = Marked(marked.text, marked.pieces[reason.stop :])
        if rest.pieces:
            self._sentence(number, line, rest)

    def _parsed(self, marked: Marked) -> tuple[str | int | None, tuple[Clause, ...], bool]:
        """The lines taken back, the clauses, and whether they correct earlier ones: by the words alone, remembered."""
        tongue = self.table.tongue
        first = marked.pieces[0].start if marked.pieces else -1
        key = (self.table.seat, marked.text, first, len(marked.pieces))
        known: tuple[str | int | None, tuple[Clause, ...], bool] | None = tongue.memory.get(key)
        if known is not None:
            return known
        marked = self._own(Marked(marked.text, tuple(one for one in marked.pieces if one.sign != "?" or one.name)))
        marked = meant(marked)
        back = taken_back(marked)
        fixed = corrected(tongue, counted(spread(marked)), self._starts())
        clauses = self._cut(fixed.marked)
        is_corrected = fixed.replaces and any(one.readings and not one.is_idle for one in clauses)
        if fixed.replaces and not is_corrected:
            clauses = self._cut(marked)
        clauses = bound(clauses)
        tongue.memory.keep(key, (back, clauses, is_corrected))
        return back, clauses, is_corrected

    def _starts(self) -> tuple[str, ...]:
        return tuple(start for start in STARTS if start in READERS or start == "idle")

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

    def _signs(self, clause: Clause) -> bool:
        """Whether a clause is nothing but the own ranch's name: `Thank you, Graham`."""
        pieces = clause.marked.pieces if clause.marked is not None else ()
        return len(pieces) == 1 and pieces[0].name is not None and pieces[0].name.choices == (self.table.seat,)

    def _cut(self, marked: Marked) -> tuple[Clause, ...]:
        return Cutter(self.table.tongue, marked, self._starts()).cut() if marked.pieces else ()

    def _clauses(self, number: int, sentence: str, clauses: tuple[Clause, ...]) -> None:
        """The clauses of a sentence, with regard for what belongs together."""
        clauses = tuple(one for one in clauses if not self._signs(one))
        unsaid = next((place for place, one in enumerate(clauses) if is_unordered(one)), None)
        if len(clauses) > 1 and any(one.tree.data == "give_up" for clause in clauses for one in clause.readings):
            unsaid = 0  # `Give up, Johnson!` is said to somebody else.
        if clauses and is_account(clauses[0]) and all(one.stuck is not None for one in clauses):
            unsaid = 0
        if unsaid == 0 and len(clauses) == 1 and self._too(number, clauses[0]):
            return
        if unsaid is not None:
            # A denial or a wish goes on to the end of its sentence.
            text, denied = (sentence if unsaid == 0 else clauses[unsaid].text), clauses[unsaid].marked
            before = len(self.entries)
            self._meant(number, clauses[:unsaid])
            self._leave(denied, text, before)
            self._add(number, text, Problem("not-ordered", {"text": text}))
            return
        self._meant(number, clauses)

    def _meant(self, number: int, clauses: tuple[Clause, ...]) -> None:
        before, asides = len(self.entries), list[str]()
        for clause in clauses:
            if clause.is_idle:
                continue
            if clause.stuck is None:
                self._clause(number, clause)
            elif self._too(number, clause):
                continue
            elif offer(clause.text) is not None or is_account(clause):
                self._leave(clause.marked, clause.text)
                self._add(number, clause.text, Problem("not-ordered", {"text": clause.text}))
            elif is_aside(clause) and not corrects(clause) and any(one.readings and not one.is_idle for one in clauses):
                asides.append(clause.text)
            else:
                self._add(number, clause.text, self._stuck(clause))
        # Words beside an order are passed over, and their writer is told of them: "all others tarry" may be an order.
        self._pass_over(before, asides)

    def _too(self, number: int, clause: Clause) -> bool:
        """Whether a clause gives the last order to others."""
        trial = self.table.copy()
        orders = too(trial, clause, self.entries[-1].said) if self.entries and not clause.why else ()
        if orders:
            self.table.take(trial)
        if orders and isinstance(self.entries[-1].said, Pay):
            self.entries[-1].said = orders[0]
        for order in orders:
            self._order(number, clause.text, order, ())
            self.entries[-1].rest = trial.rest
        return bool(orders)

    def _stuck(self, clause: Clause) -> Problem:
        """Why a clause could not be read: the word at which reading stopped, and what could have come there."""
        if clause.why:
            self._leave(clause.marked, clause.text)
            return Problem(clause.why, {"text": clause.text, "whole": True})
        stuck = clause.stuck or Stuck("", 0)
        self._leave(clause.marked, clause.text)
        self.unread += 1
        if self.unread > MOST_HELPED:
            return Problem("not-understood", {"text": clause.text, "at": stuck.at})
        fault = label_fault(self.table.board, stuck.at) if stuck.at else None
        if fault is not None:
            return fault
        named = misnamed(self.table, clause)
        if named is not None:
            return Problem(named.code, {**named.detail, "said": stuck.at, "line": clause.text})
        facts = {"text": clause.text, "at": stuck.at, "could": stuck.expected[:MOST_SHOWN],
                 "expected": expected(self.table, clause.text)}  # fmt: skip
        return Problem("not-understood", facts)

    # -- meanings -------------------------------------------------------------------------------------------------

    def _clause(self, number: int, clause: Clause) -> None:
        """One clause: of all it can be read as, what the pieces make of it."""
        tried: list[tuple[Meaning, Table]] = []
        for sentence in clause.readings:
            if sentence.tree.data == "idle":
                continue
            trial = self.table.copy()
            tried.append((self._meaning(trial, clause, sentence), trial))
        good = [one for one in tried if one[0].problem is None]
        if not good and self._parted(number, clause):
            return
        chosen, table = self._chosen(good) if good else clearest(tried)
        if chosen.problem is not None and chosen.problem.code == "no-sum" and clause.marked is not None:
            # A clause that would be no bid was meant to be something else: there it stopped elsewhere.
            others = tuple(start for start in self._starts() if start != "bid")
            read = self.table.tongue.readings(clause.marked, others)
            if isinstance(read, Stuck):
                self._add(number, clause.text, self._stuck(replace(clause, stuck=read)))
                return
        if chosen.problem is not None:
            self._leave(clause.marked, clause.text)
            self._add(number, clause.text, quoting(chosen.problem, clause.text))
            return
        self.table.take(table)
        for order in chosen.orders:
            self._order(number, clause.text, order, chosen.notes)
            last = self.entries[-1]
            last.rest, last.group, last.all = chosen.rest, chosen.group, chosen.all

    def _leave(self, marked: Marked | None, text: str, since: int | None = None) -> None:
        """Words that are not read. `since`: they deny something."""
        self.spoken.add(marked, len(self.entries), text, since)

    def _parted(self, number: int, clause: Clause) -> bool:
        """`pay all, Saloon 9`, `no bid on the Bank, Saloon 9`: what makes no sense as one list is several orders, if
        each of them is one."""
        pieces = clause.marked.pieces if clause.marked is not None else ()
        if not any(one.tree.data in ("pay_only", "pay_these", "no_bid") for one in clause.readings):
            return False
        at = next((place for place, one in enumerate(pieces) if one.sign in (",", "and")), 0)
        if not at:
            return False
        text = clause.marked.text if clause.marked is not None else ""
        parts = (*self._cut(Marked(text, pieces[:at])), *self._cut(Marked(text, pieces[at + 1 :])))
        trial = self.table.copy()
        for part in parts:
            if part.stuck is not None or all(self._meaning(trial, part, one).problem for one in part.readings):
                return False
        for part in parts:
            self._clause(number, part)
        return True

    def _meaning(self, table: Table, clause: Clause, sentence: Sentence) -> Meaning:
        start = start_of(sentence)
        table.notes, table.rest, table.group, table.all = [], False, False, False
        try:
            orders = tuple(READERS[start](table, sentence.tree))
        except Fault as fault:
            late = self.ahead.is_past(start) and fault.problem.code not in ("off-board", "no-sum", "unknown-space")
            return Meaning(start, problem=Problem("wrong-window", {"phase": table.form}) if late else fault.problem)
        signs = [piece.sign for piece in clause.marked.pieces] if clause.marked is not None else []
        if start == "bid" and len(orders) > 1 and not _IN_ALL.isdisjoint(signs):
            return Meaning(start, problem=Problem("bid-on-what", {"lots": table.state.lots}))
        is_joint = "for" in signs or ("and" in signs and _BETWEEN.isdisjoint(signs))
        if start == "bid" and len(orders) > 1 and is_joint and _EACH.isdisjoint(signs):
            said = ", ".join(write(table.state, one) for one in orders if not isinstance(one, Unplaced))
            table.notes.append(Problem("read-as", {"text": clause.text, "as": said or "5 each on both lots"}))
        put = start == "build" and clause.marked is not None and any(
            piece.sign in ("place", "put", "deploy", "build", "start", "starts") for piece in clause.marked.pieces
        )  # fmt: skip
        return Meaning(
            start, orders, notes=tuple(table.notes), put=put, rest=table.rest, group=table.group, all=table.all,
            each=sentence.tree.data == "fares",
        )  # fmt: skip

    def _chosen(self, good: list[tuple[Meaning, Table]]) -> tuple[Meaning, Table]:
        """Of several meanings the one that this window asks for; two that it asks for alike are told."""
        if len(good) == 1:
            return good[0]
        spoken = [one for one in good if one[0].each]
        if spoken:
            return spoken[0]
        ranked = sorted(good, key=lambda one: self.ahead.rank(one[0].start))
        best = [one for one in ranked if self.ahead.rank(one[0].start) == self.ahead.rank(ranked[0][0].start)]
        build = next((one for one in best if one[0].start == "build"), None)
        raid = next((one for one in best if one[0].start == "raid"), None)
        if build is None or raid is None:
            return best[0]
        if build[0].put:
            return build
        orders = [one for one in build[0].orders if isinstance(one, Deploy)]
        won = self.table.state.won.get(self.table.seat, ())
        coming = all(order.kind in (won or self.table.coming) for order in orders)
        if not coming or all(order.kind in self.table.placed for order in orders):
            return raid
        if not any(isinstance(one, Move) and one.unit.space for one in raid[0].orders):
            return build
        meant = tuple(write(self.table.state, one) for found in (build, raid) for one in found[0].orders[:1]
                      if not isinstance(one, Unplaced))  # fmt: skip
        return Meaning("build", problem=Problem("two-meanings", {"meanings": meant, "suggestion": meant[0]})), build[1]

    def _order(self, number: int, text: str, order: Order | Unplaced, notes: tuple[Problem, ...]) -> None:
        if isinstance(order, Unplaced):
            # `Cowboys 5. Nothing else`: the lots that it may be on are none of the others.
            self.table.unread |= {lot for lot, kind in enumerate(self.table.state.lots, 1) if kind == order.kind}
        said = order if isinstance(order, Unplaced) else self.ahead.window_of(order, text)
        self._add(number, text, said, notes)


_ENDS = ("were", "was", "are", "orders", "bids", "turn", "time", "wrote", "sent", "ordered", "played")
"""So ends a heading with nothing behind it."""
_IN_ALL = frozenset(("together", "altogether", "combined", "total", "units", "unit", "men"))
"""A sum for several lots in all is a bid on none of them."""

_BETWEEN = frozenset((":", "=", "-", "on", "at"))
"""Signs between several lots and the sum for each of them."""
_EACH = frozenset(("each", "apiece", "every", "nothing", "none", "no"))
