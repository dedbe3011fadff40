"""Lines and sentences by their words alone, whatever the position. Each thing is worked out when it is first asked for,
and known as long as the words are remembered."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

from judge.adjudicator.protocol import Seat
from judge.grammar.finding import Piece
from judge.grammar.shape import Marked, Sentence, Tongue
from judge.variants.land_barons.notation import moods
from judge.variants.land_barons.notation.again import (
    adds,
    apart,
    but_another,
    goes_on,
    put_right,
    scratched,
    swaps_two,
    taken_back,
    turns,
)
from judge.variants.land_barons.notation.belonging import bound, own_in, unordered_in
from judge.variants.land_barons.notation.brackets import is_doubtful, opened, takes_back
from judge.variants.land_barons.notation.clauses import Clause, cut, sentences, text_of
from judge.variants.land_barons.notation.contrast import meant, respectively
from judge.variants.land_barons.notation.forks import Fork, fork_in
from judge.variants.land_barons.notation.headed import head_alone, heads_a_list
from judge.variants.land_barons.notation.initials import lettered
from judge.variants.land_barons.notation.markers import marker
from judge.variants.land_barons.notation.narrowing import Narrowing, narrowing
from judge.variants.land_barons.notation.reasoned import corrected_for_a_reason
from judge.variants.land_barons.notation.rows import may_pair, one_each
from judge.variants.land_barons.notation.shortened import joined
from judge.variants.land_barons.notation.tidy import bare, counted, each_of, reason_in, spread, uncommented
from judge.variants.land_barons.notation.words import STARTS


class Wording:
    """A sentence, as a seat writes it."""

    def __init__(self, tongue: Tongue, seat: Seat, marked: Marked) -> None:
        self.tongue = tongue
        self.seat = seat
        self.marked = marked
        self.said = text_of(marked)

    @cached_property
    def is_plain(self) -> bool:
        """Whether it is nothing but orders that are read whole: the readers of everything else act on a question, a
        reason, words of correction, two ways or a list of sums, and find nothing to do in it."""
        return not (
            self.is_question
            or self.reason is not None
            or self.is_scratched
            or self.by_lot[0] is not None
            or self.swap >= 0
            or self.right is not None
            or self.another is not None
            or self.back is not None
            or self.is_corrected
            or self.only is not None
            or self.fork is not None
            or self.is_stuck
            or self.unordered is not None
            or self.each
            or self.turn
        )

    @cached_property
    def ordering(self) -> tuple[Clause, ...]:
        """Its clauses that are orders, where it is plain."""
        return tuple(one for one in self.own_clauses if not one.is_idle)

    @cached_property
    def is_joining(self) -> bool:
        """Whether anything in it may belong to the sentence before it."""
        return marker(self.marked.pieces) is not None or self.right is not None or goes_on(self.marked)

    @cached_property
    def is_question(self) -> bool:
        return moods.is_question(self.said)

    @cached_property
    def reason(self) -> slice | None:
        return reason_in(self.marked)

    @cached_property
    def is_scratched(self) -> bool:
        return scratched(self.marked)

    @cached_property
    def by_lot(self) -> tuple[Sentence | None, Marked | None]:
        """A list of sums for the lots, and what stands before it."""
        return one_each(self.tongue, self.marked)

    @cached_property
    def swap(self) -> int:
        return swaps_two(self.marked)

    @cached_property
    def right(self) -> tuple[Piece, Piece] | None:
        return put_right(self.marked)

    @cached_property
    def another(self) -> tuple[str, Marked] | None:
        return but_another(self.marked)

    @cached_property
    def only(self) -> Narrowing | None:
        return narrowing(self.marked) if not self.is_corrected else None

    @cached_property
    def fork(self) -> Fork | None:
        return fork_in(self.marked) if not self.is_corrected else None

    @cached_property
    def each(self) -> tuple[Marked, ...]:
        return respectively(self.marked)

    @cached_property
    def parts(self) -> tuple[Marked, Marked] | None:
        """What is ordered, and what is taken back behind it."""
        return apart(self.marked)

    @cached_property
    def turn(self) -> str:
        return turns(self.marked)

    @cached_property
    def added(self) -> str:
        return adds(self.marked)

    # -- its clauses --------------------------------------------------------------------------------------------------

    @cached_property
    def _parsed(self) -> tuple[str | int | None, tuple[Clause, ...], bool, str]:
        marked = self._own(tuple(one for one in self.marked.pieces if one.sign != "?" or one.name))
        marked = meant(marked)
        back = taken_back(marked)
        fixed, why = corrected_for_a_reason(self.tongue, each_of(counted(spread(marked))), STARTS)
        clauses = cut(self.tongue, fixed.marked)
        is_corrected = fixed.replaces and any(one.kinds for one in clauses)
        if fixed.replaces and not is_corrected:
            clauses = cut(self.tongue, marked)
        return back, bound(clauses), is_corrected, why if is_corrected else ""

    def _own(self, pieces: tuple[Piece, ...]) -> Marked:
        """Without the own ranch's name at its head: `Graham bids 5`, `Graham: pay all`."""
        if pieces and pieces[0].name is not None and pieces[0].name.sign == "%":
            follows = pieces[1].sign if len(pieces) > 1 else ""
            if pieces[0].name.choices == (self.seat,) and follows not in ("#", "'"):
                pieces = pieces[1:]
                while pieces and pieces[0].sign in (":", ",", "-"):
                    pieces = pieces[1:]
        return Marked(self.marked.text, pieces)

    def clauses_of(self, pair: Marked) -> tuple[Clause, ...]:
        """The clauses of one of several pairs that it is, each with the words of all."""
        known = self._pairs.get(pair)
        if known is None:
            clauses = tuple(replace(one, text=self.said) for one in cut(self.tongue, pair))
            known = self._pairs[pair] = own_in(clauses, self.seat)
        return known

    @cached_property
    def _pairs(self) -> dict[Marked, tuple[Clause, ...]]:
        return {}

    @property
    def back(self) -> str | int | None:
        """What is taken back: a counter or a unit, or the number of a line."""
        return self._parsed[0]

    @property
    def clauses(self) -> tuple[Clause, ...]:
        return self._parsed[1]

    @property
    def is_corrected(self) -> bool:
        """Whether its clauses correct earlier ones."""
        return self._parsed[2]

    @property
    def why(self) -> str:
        """A reason between an order and its correction."""
        return self._parsed[3]

    @cached_property
    def may_pair(self) -> bool:
        """Whether it may name several lots, and as many sums for them."""
        return may_pair(self.marked)

    @cached_property
    def is_stuck(self) -> bool:
        return any(one.stuck is not None for one in self.clauses)

    @property
    def is_unread(self) -> bool:
        return all(one.stuck is not None for one in self.clauses)

    @cached_property
    def own_clauses(self) -> tuple[Clause, ...]:
        """Those that may be orders."""
        return own_in(self.clauses, self.seat)

    @cached_property
    def unordered(self) -> int | None:
        """From which clause on it orders nothing."""
        return unordered_in(self.own_clauses)


def wording(tongue: Tongue, seat: Seat, marked: Marked) -> Wording:
    """A sentence that is made of others, or of a part of one."""
    known: Wording | None = tongue.memory.get((seat, marked))
    return tongue.memory.keep((seat, marked), Wording(tongue, seat, marked)) if known is None else known


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """A line, as a seat writes it."""

    line: str
    fault: str = ""
    """Why none of it counts."""
    text: str = ""
    """The line without its brackets,"""
    remarks: tuple[str, ...] = ()
    """and the remarks that were in them."""
    is_now: bool = False
    is_past: bool = False
    """Whether it speaks of orders that were given once,"""
    heads_past: bool = False
    """and those are the lines below it."""
    is_quoted: bool = False
    sentences: tuple[Wording, ...] = ()
    head: Piece | None = None
    """The kind of unit that is all of it."""
    heads: bool = False
    """Whether it may begin with the kind of unit above a list of ways."""
    plain: tuple[tuple[Clause, ...], ...] = ()
    """The orders of its sentences, where each of them is plain and stands alone, and nothing else is in the line: they
    need only be carried out."""


def written(tongue: Tongue, seat: Seat, line: str) -> Written:
    """A line by its words; remembered, as is what its sentences are found to be."""
    known: Written | None = tongue.memory.get((seat, line))
    return tongue.memory.keep((seat, line), _written(tongue, seat, line)) if known is None else known


def _written(tongue: Tongue, seat: Seat, line: str) -> Written:
    line = line.replace("[", "(").replace("]", ")")
    if "(" in line and takes_back(line):
        return Written(line=line, fault="taken-back")
    if "(" in line and is_doubtful(line, tongue):
        return Written(line=line, fault="not-understood")
    if ":" in line and moods.is_for_many_there(line):
        return Written(line=line, fault="not-understood")
    text, remarks = opened(uncommented(line, tongue), tongue)
    text = bare(text)
    said = sentences(lettered(joined(tongue, text))) if text else ()
    found = tuple(Wording(tongue, seat, one) for one in said)
    is_past, is_quoted = moods.is_of_another_time(text), moods.is_quoted(text)
    head = head_alone(found[0].marked) if len(found) == 1 else None
    heads = bool(found) and heads_a_list(found[0].marked)
    is_mere = not (
        is_past or is_quoted or head or heads or remarks or line.rstrip().endswith(":") or moods.is_now(text)
    )
    is_plain = is_mere and not any(one.is_joining for one in found[1:]) and all(one.is_plain for one in found)
    return Written(
        line=line,
        text=text,
        remarks=remarks,
        is_now=moods.is_now(text),
        is_past=is_past,
        heads_past=is_past and text.rstrip(":").endswith(_ENDS),
        is_quoted=is_quoted,
        sentences=found,
        head=head,
        heads=heads,
        plain=tuple(one.ordering for one in found) if is_plain else (),
    )


_ENDS = ("were", "was", "are", "orders", "bids", "turn", "time", "wrote", "sent", "ordered", "played")
"""So ends a heading with nothing behind it."""

__all__ = ["Wording", "Written", "wording", "written"]
