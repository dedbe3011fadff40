"""Clauses as orders: of all that one can be read as, what its pieces make of it; and why one is none."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from judge.adjudicator.protocol import Problem
from judge.grammar.mood import offer
from judge.grammar.reader import MOST_HELPED
from judge.grammar.shape import Marked, Sentence, Stuck
from judge.variants.land_barons.build import sites
from judge.variants.land_barons.notation.again import corrects
from judge.variants.land_barons.notation.ahead import Ahead
from judge.variants.land_barons.notation.belonging import is_account
from judge.variants.land_barons.notation.building import read_build
from judge.variants.land_barons.notation.clauses import Clause, as_no_bid, by_nearness, cut, nearest
from judge.variants.land_barons.notation.entries import Entry, Said
from judge.variants.land_barons.notation.examples import expected
from judge.variants.land_barons.notation.fares import read_paying
from judge.variants.land_barons.notation.meanings import Meaning, clearest, quoting
from judge.variants.land_barons.notation.misnamed import misnamed
from judge.variants.land_barons.notation.money import Unplaced, read_affairs, read_bid, read_order_bid
from judge.variants.land_barons.notation.moods import is_word
from judge.variants.land_barons.notation.others import too
from judge.variants.land_barons.notation.raiding import read_lists, read_raid
from judge.variants.land_barons.notation.spoken import Spoken
from judge.variants.land_barons.notation.table import Fault, Node, Table
from judge.variants.land_barons.notation.tidy import is_aside
from judge.variants.land_barons.notation.words import MOST_SHOWN, label_fault
from judge.variants.land_barons.notation.write import write
from judge.variants.land_barons.orders import Deploy, Move, Order, Pay

READERS: dict[str, Callable[[Table, Node], Sequence[Order | Unplaced]]] = {
    "pay": read_paying, "fares": read_paying, "bid": read_bid, "order_bid": read_order_bid,
    "build": read_build, "raid": read_raid, "lists": read_lists, "affairs": read_affairs,
}  # fmt: skip


class ClauseReader:
    """The clauses of one letter, one after the other, and what came of each of them."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.ahead = Ahead(table)
        self.spoken = Spoken(table)
        self.entries: list[Entry] = []
        self.is_wide = False
        """Whether any order is for all others, or for everybody somewhere,"""
        self.is_open = False
        """or a bid on a counter that is up several times."""
        self.unread = 0

    def add(self, number: int, text: str, said: Said | Unplaced, notes: tuple[Problem, ...] = ()) -> None:
        self.entries.append(Entry(number, text, said, notes))

    def pass_over(self, before: int, texts: Sequence[str]) -> None:
        """Words beside the orders from this entry on were passed over, and their writer is told of them."""
        for entry in self.entries[before : before + 1]:
            entry.notes = (*entry.notes, *(Problem("passed-over", {"text": text}) for text in texts))

    def read(self, number: int, sentence: str, clauses: tuple[Clause, ...], unordered: int | None) -> None:
        """The clauses of a sentence, with regard for what belongs together. `unordered`: from which on it orders
        nothing."""
        if unordered == 0 and len(clauses) == 1 and self._too(number, clauses[0]):
            return
        before = len(self.entries)
        self.meant(number, clauses[:unordered])
        if unordered is None:
            return
        text, denied = (sentence if unordered == 0 else clauses[unordered].text), clauses[unordered].marked
        self.leave(denied, text, before)
        self._turned(clauses[unordered:], text)
        self.add(number, text, Problem("not-ordered", {"text": text}))

    def _turned(self, clauses: tuple[Clause, ...], text: str) -> None:
        """`Graham will go higher on the Saloon, let's say 26 there`: what is told ends in words of correction."""
        if any(map(corrects, clauses)):
            pieces = tuple(piece for one in clauses if one.marked is not None for piece in one.marked.pieces)
            self.leave(Marked(text, pieces), text)
            self.spoken.turn(len(self.entries), text, [one.said for one in self.entries])

    def ordered(self, number: int, clauses: Iterable[Clause]) -> None:
        """Clauses that are orders, and nothing beside them."""
        for clause in clauses:
            self._clause(number, clause)

    def meant(self, number: int, clauses: tuple[Clause, ...]) -> None:
        """Clauses that are orders, and words beside them."""
        before, asides = len(self.entries), list[str]()
        for clause in clauses:
            if clause.is_idle:
                continue
            if clause.stuck is None:
                self._clause(number, clause)
            elif self._too(number, clause):
                continue
            elif offer(clause.text) is not None or is_account(clause):
                self.leave(clause.marked, clause.text)
                self.add(number, clause.text, Problem("not-ordered", {"text": clause.text}))
            elif is_aside(clause) and not corrects(clause) and any(one.kinds for one in clauses):
                asides.append(clause.text)
            else:
                self.add(number, clause.text, self._stuck(clause))
        # Words beside an order are passed over, and their writer is told of them: "all others tarry" may be an order.
        if asides:
            self.pass_over(before, asides)

    def _too(self, number: int, clause: Clause) -> bool:
        """Whether a clause gives the last order to others."""
        if not self.entries or clause.why:
            return False
        trial = self.table.copy()
        orders = too(trial, clause, self.entries[-1].said)
        if orders:
            self.table.take(trial)
        if orders and isinstance(self.entries[-1].said, Pay):
            self.entries[-1].said = orders[0]
        for order in orders:
            self.order(number, clause.text, order, ())
            self.entries[-1].rest = trial.rest
            self.is_wide = self.is_wide or trial.rest
        return bool(orders)

    def _may_be_too(self, clause: Clause) -> bool:
        """Whether behind a move a clause may be no order but that others do so: `The Regulator at 0305 too` hires
        nobody."""
        pieces = clause.marked.pieces if clause.marked is not None and self.entries else ()
        is_behind_a_move = len(pieces) > 1 and type(self.entries[-1].said) is Move
        return is_behind_a_move and is_word(pieces[-1].sign, "TOO")

    def _stuck(self, clause: Clause) -> Problem:
        """Why a clause could not be read: the word at which reading stopped, and what could have come there."""
        if clause.why:
            self.leave(clause.marked, clause.text)
            return Problem(clause.why, {"text": clause.text, "whole": True})
        stuck = clause.stuck or Stuck("", 0)
        self.leave(clause.marked, clause.text)
        self.unread += 1
        if self.unread > MOST_HELPED:
            return Problem("not-understood", {"text": clause.text, "at": stuck.at})
        fault = label_fault(self.table.board, stuck.at) if stuck.at else None
        if fault is not None:
            return fault
        named = misnamed(self.table, clause)
        if named is not None:
            return Problem(named.code, {**named.detail, "said": stuck.at, "line": clause.text})
        facts = {"text": clause.text, "at": stuck.at, "could": clause.could[:MOST_SHOWN],
                 "expected": expected(self.table, clause.text)}  # fmt: skip
        return Problem("not-understood", facts)

    def _clause(self, number: int, clause: Clause) -> None:
        """One clause: of all it can be read as, what the pieces make of it. What is nearer than all others is tried
        first, and said if it is an order."""
        if self._may_be_too(clause) and self._too(number, clause):
            return
        table, at = self.table, nearest(clause, self.ahead.windows)
        if at is None:
            self._weighed(number, clause, {})
            return
        start, sentence = clause.kinds[at]
        before, there = {**table.__dict__}, table.there
        orders = self._orders(table, clause, start, sentence)
        if isinstance(orders, Problem):
            table.__dict__ = before
            self._weighed(number, clause, {at: Meaning(start, sentence, table, (), orders)})
        else:
            self._given(number, clause.text, orders, there)

    def _weighed(self, number: int, clause: Clause, known: dict[int, Meaning]) -> None:
        """The same where several readings are as near, or the nearest is no order. `known`: that one."""
        tried = self._tried(clause, known)
        chosen = tried[0] if len(tried) == 1 and tried[0].problem is None else self._settled(number, clause, tried)
        if chosen is not None:
            there = self.table.there
            self.table.become(chosen.table)
            self._given(number, clause.text, chosen.orders, there)

    def _given(self, number: int, text: str, orders: Sequence[Order | Unplaced], there: str) -> None:
        """What is ordered, as it stands at the table. For whom it was, and the space of its condition, is its own:
        `there` is what it was before."""
        table, now = self.table, self.ahead.windows.orders
        notes, rest, group, is_all = tuple(table.notes), table.rest, table.group, table.all
        for order in orders:
            said = order if type(order) in now else self._said(order, text)
            self.entries.append(Entry(number, text, said, notes, rest=rest, group=group, all=is_all))
        table.there = there
        if rest or group or is_all:
            self.is_wide = True
            table.rest = table.group = table.all = False

    def _settled(self, number: int, clause: Clause, tried: list[Meaning]) -> Meaning | None:
        """Of several meanings the one that counts; None: the clause is none, or several, which has been dealt with."""
        good = [one for one in tried if one.problem is None]
        if not good and self._parted(number, clause):
            return None
        chosen = self._chosen(clause, good) if good else clearest(tried)
        if chosen.problem is None:
            return chosen
        other = as_no_bid(clause, self.table.tongue) if chosen.problem.code == "no-sum" else clause
        if other.stuck is not None:
            self.add(number, clause.text, self._stuck(other))
            return None
        self.leave(clause.marked, clause.text)
        self.add(number, clause.text, quoting(chosen.problem, clause.text))
        return None

    def _tried(self, clause: Clause, known: dict[int, Meaning]) -> list[Meaning]:
        """The meanings of what it can be read as, up to the nearest that is an order: one with a word for each is the
        nearest, then come those of the next window. Behind it none is asked for."""
        order = by_nearness(clause, self.ahead.windows)
        found: dict[int, Meaning] = {}
        last = order[-1][0]
        for far, at in order:
            if far > last:
                break
            meaning = found[at] = known.get(at) or self._meaning(self.table.copy(), clause, *clause.kinds[at])
            last = far if meaning.problem is None else last
        return [found[at] for at in sorted(found)]

    def leave(self, marked: Marked | None, text: str, since: int | None = None) -> None:
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
        text, tongue = clause.marked.text if clause.marked is not None else "", self.table.tongue
        parts = (*cut(tongue, Marked(text, pieces[:at])), *cut(tongue, Marked(text, pieces[at + 1 :])))
        trial = self.table.copy()
        for part in parts:
            if part.stuck is not None or all(self._meaning(trial, part, *one).problem for one in part.kinds):
                return False
        for part in parts:
            self._clause(number, part)
        return True

    def _meaning(self, table: Table, clause: Clause, start: str, sentence: Sentence) -> Meaning:
        orders = self._orders(table, clause, start, sentence)
        if isinstance(orders, Problem):
            return Meaning(start, sentence, table, (), orders)
        return Meaning(start, sentence, table, tuple(orders))

    def _orders(
        self, table: Table, clause: Clause, start: str, sentence: Sentence
    ) -> Sequence[Order | Unplaced] | Problem:
        """The orders that one reading of a clause is, or why it is none."""
        table.notes, table.rest, table.group, table.all = [], False, False, False
        try:
            orders = READERS[start](table, sentence.tree)
        except Fault as fault:
            late = start in self.ahead.windows.past and fault.problem.code not in _EVER
            return Problem("wrong-window", {"phase": table.form}) if late else fault.problem
        if start != "bid" or len(orders) < 2:
            return orders
        return self._of_several(table, clause, orders) or orders

    def _of_several(self, table: Table, clause: Clause, bids: Sequence[Order | Unplaced]) -> Problem | None:
        """Why a sum for several lots is a bid on none of them; what is guessed of one for each is told."""
        signs = clause.signs
        if not _IN_ALL.isdisjoint(signs):
            return Problem("bid-on-what", {"lots": table.state.lots})
        if _EACH.isdisjoint(signs) and ("for" in signs or ("and" in signs and _BETWEEN.isdisjoint(signs))):
            said = ", ".join(write(table.state, one) for one in bids if not isinstance(one, Unplaced))
            table.notes.append(Problem("read-as", {"text": clause.text, "as": said or "5 each on both lots"}))
        return None

    def _chosen(self, clause: Clause, good: list[Meaning]) -> Meaning:
        """Of several meanings the one that this window asks for; two that it asks for alike are told."""
        if len(good) == 1:
            return good[0]
        spoken = [one for one in good if one.has_each]
        if spoken:
            return spoken[0]
        build = next((one for one in good if one.start == "build"), None)
        raid = next((one for one in good if one.start == "raid"), None)
        if build is None or raid is None:
            return good[0]
        if not _PUTTING.isdisjoint(clause.signs):
            return build
        orders = [one for one in build.orders if isinstance(one, Deploy)]
        won = self.table.state.won.get(self.table.seat, ())
        coming = all(order.kind in (won or self.table.coming) for order in orders)
        if not coming or all(order.kind in self.table.placed for order in orders):
            return raid
        if not any(isinstance(one, Move) and one.unit.space for one in raid.orders):
            return build
        meant = tuple(write(self.table.state, one) for found in (build, raid) for one in found.orders[:1]
                      if not isinstance(one, Unplaced))  # fmt: skip
        facts: dict[str, Any] = {"meanings": meant}
        if all(one.space in sites(self.table.state, self.table.seat, one.kind) for one in orders[:1]):
            facts["suggestion"] = meant[0]
        return Meaning("build", build.sentence, build.table, (), Problem("two-meanings", facts))

    def _said(self, order: Order | Unplaced, text: str) -> Said | Unplaced:
        """An order as this window takes it."""
        if not isinstance(order, Unplaced):
            return self.ahead.window_of(order, text)
        # `Cowboys 5. Nothing else`: the lots that it may be on are none of the others.
        self.is_open = True
        self.table.unread |= {lot for lot, kind in enumerate(self.table.state.lots, 1) if kind == order.kind}
        return order

    def order(self, number: int, text: str, order: Order | Unplaced, notes: tuple[Problem, ...]) -> None:
        self.add(number, text, self._said(order, text), notes)

    def moves(self, table: Table, clause: Clause, notes: list[Problem]) -> list[Move] | None:
        """The moves that a clause is, and nothing else."""
        for start, sentence in clause.kinds:
            trial = table.copy()
            meaning = self._meaning(trial, clause, start, sentence)
            moves = [one for one in meaning.orders if isinstance(one, Move)]
            if meaning.problem is None and moves and len(moves) == len(meaning.orders):
                table.take(trial)
                table.there = trial.there or table.there
                notes += trial.notes
                return moves
        return None


_EVER = ("off-board", "no-sum", "unknown-space")
"""So much is wrong in any window."""
_IN_ALL = frozenset(("together", "altogether", "combined", "total", "units", "unit", "men"))
"""A sum for several lots in all is a bid on none of them."""

_BETWEEN = frozenset((":", "=", "-", "on", "at"))
"""Signs between several lots and the sum for each of them."""
_PUTTING = frozenset(("place", "put", "deploy", "build", "start", "starts"))
_EACH = frozenset(("each", "apiece", "every", "nothing", "none", "no"))

__all__ = ["ClauseReader"]
