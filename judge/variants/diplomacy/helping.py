"""Supports and convoys in the light of the whole letter: what moves is supported on its way, and what is carried goes
too."""

from __future__ import annotations

from itertools import pairwise

from judge.adjudicator.diplomacy.orders import MOVEMENT, Convoy, Hold, Move, Support
from judge.adjudicator.protocol import Problem
from judge.adjudicator.value import value
from judge.grammar.text import plain
from judge.variants.diplomacy.entry import Entry
from judge.variants.diplomacy.reading import Reader
from judge.variants.diplomacy.words import write

_HELP = (Support, Convoy)
_LONGEST_SHORT = 4
"""Letters of `supp` and `conv`."""
LONGEST_CODE = 3
"""Letters of `BER`."""


@value
class Helping:
    """The helpers of one letter. `entries`: its lines, which are put right in place."""

    reader: Reader
    entries: list[Entry]

    def put_right(self) -> None:
        """`Ruhr to Burgundy. Munich supports Ruhr`: the move that is ordered. `The Black Sea carries Armenia to
        Rumania`: the army goes too. Whoever writes S or C before a code means what they write."""
        if not any(isinstance(one.said, _HELP) for one in self.entries):
            return
        orders = [one.said for one in self.entries if isinstance(one.said, MOVEMENT)]
        moves = {order.at: order for order in orders if isinstance(order, Move)}
        ordered = {order.subject for order in orders}
        is_moving = self.reader.form == "movement"
        before: Entry | None = None
        for one in list(self.entries):
            above, before = before, one
            if not isinstance(one.said, _HELP):
                continue
            of, to = one.said.of, one.said.to
            at = self.reader.chart.province(of)
            unit = self.reader.state.unit(of)
            is_own = unit is not None and unit.power == self.reader.seat and ("unit", at) not in ordered
            either = self._either(one, above) if is_own and above is not None else None
            if either is not None:
                one.said, one.notes = either, ()
            if not isinstance(one.said, _HELP) or not self._says_in_words(one):
                continue
            facts = {"text": one.text, "place": at, "to": to}
            if isinstance(one.said, Support) and to is None and (move := moves.get(of)) is not None:
                if self.reader.reaches(one.said.at, move.to):
                    one.said = Support(one.said.at, of, move.to)
                    one.notes = (*one.notes, Problem("support-of-move", {**facts, "to": move.to}))
            elif isinstance(one.said, Convoy) and to is not None and is_own and is_moving:
                notes = (Problem("army-of-convoy", facts),)
                self.entries.append(Entry(one.number, one.text, Move(of, to, True), notes, one.phrase))

    def _either(self, one: Entry, above: Entry) -> Problem | None:
        """`Bel-Pic, Par sup. Mun-Bur.`, where the letter says nothing else of Munich: the dot behind the verb may end
        the sentence, so that the order before it is supported, and the move behind it is one more order."""
        said, helped = one.said, above.said
        if not isinstance(said, Support) or said.to is None or not isinstance(helped, Move | Hold):
            return None
        is_ = self.reader.chart.tongue.marker.is_
        marks = self.reader.chart.tongue.marker.marked(plain(one.text))
        is_dotted = any(is_(mark.sign, "_SUPPORT") and after.sign == "." for mark, after in pairwise(marks))
        to = helped.to if isinstance(helped, Move) else None
        if not is_dotted or above.number != one.number or not self.reader.reaches(said.at, to or helped.at):
            return None
        orders = (said, Support(said.at, helped.at, to), Move(said.of, said.to))
        first, *second = (write(self.reader.state, order) for order in orders)
        return Problem("two-meanings", {"text": one.text, "choices": (first, "; ".join(second))})

    def _says_in_words(self, one: Entry) -> bool:
        """Whether a support or a convoy is told in words: `the fleet carries`, `S Berlin`, not `S BER`, `S A Berlin` or
        `F convoys A`."""
        helped = one.phrase.pieces[1] if one.phrase and len(one.phrase.pieces) > 1 else None
        if isinstance(one.said, Support) and helped is not None and helped.place.text and len(helped.kind) == 1:
            return False
        is_ = self.reader.chart.tongue.marker.is_
        signs = [mark.sign for mark in self.reader.chart.tongue.marker.marked(plain(one.text))]
        if isinstance(one.said, Support) and helped is not None and helped.place.text:
            is_told = any(is_(sign, "_SUPPORT") and len(sign) > _LONGEST_SHORT for sign in signs)
            return is_told or len(helped.place.text) > LONGEST_CODE
        told = [sign for sign in signs if is_(sign, "_SUPPORT", "_CONVOY") and len(sign) > _LONGEST_SHORT]
        # "The fleet will convoy my army" tells, "The fleet convoy to Belgium from London" writes it out.
        is_mine = "my" in one.text.lower().split()
        return (
            bool(told)
            and ("convoy" not in told or is_mine)
            and not any(len(sign) == 1 and is_(sign, "KIND") for sign in signs)
        )


__all__ = ["Helping"]
