"""The end of a letter: what all of it leaves of each order, and of bids on counters that are up several times."""

from __future__ import annotations

from judge.adjudicator.protocol import Line, Problem
from judge.variants.land_barons.notation.clause_reader import ClauseReader
from judge.variants.land_barons.notation.entries import Entry
from judge.variants.land_barons.notation.money import Unplaced
from judge.variants.land_barons.notation.write import write
from judge.variants.land_barons.orders import Bid, Move, Order, Pay


class Closing:
    """The entries of a letter that has been read, and what it spoke of."""

    def __init__(self, read: ClauseReader) -> None:
        self.read = read
        self.table = read.table
        self.spoken = read.spoken
        self.entries = read.entries

    def lines(self) -> tuple[Line[Order], ...]:
        """The lines, with bids on counters that are up several times on the lots the whole letter leaves them."""
        if self.read.is_open:
            for kind in dict.fromkeys([one.said.kind for one in self.entries if isinstance(one.said, Unplaced)]):
                self._place(kind)
        if self.table.beside:
            self._stand_beside()
        if self.table.denied or self.table.listed or self.table.is_denied:
            self._pay_together()
        if self.read.is_wide:
            self.entries = self._without_own()
        entries = self._not_spoken_of() if self.spoken.found else self.entries
        return tuple(
            [
                Line(one.number, one.text, one.said, one.notes, one.rest)
                for one in entries
                if not isinstance(one.said, Unplaced)
            ]
        )

    def _place(self, kind: str) -> None:
        """Bids on a counter that is up several times get the lots that no other bid is on."""
        mine = [one for one in self.entries if isinstance(one.said, Unplaced) and one.said.kind == kind]
        named = {one.said.lot for one in self.entries if isinstance(one.said, Bid)}
        lots = self.table.state.lots
        free = [place for place, lot in enumerate(lots, 1) if lot == kind and place not in named]
        for place, entry in enumerate(mine):
            rungs = entry.said.rungs if isinstance(entry.said, Unplaced) else ()
            all_of = tuple(number for number, lot in enumerate(lots, 1) if lot == kind)
            if not rungs and len(mine) == 1:
                # `Cowboys: no`: neither of them; `9 on all. Nothing for the Cowboys`: then all of them.
                free = free or [*all_of]
                entry.said = self.read.ahead.window_of(Bid(free[0], ()), entry.text)
                at = self.entries.index(entry) + 1
                more = (self.read.ahead.window_of(Bid(lot, ()), entry.text) for lot in free[1:])
                self.entries[at:at] = [Entry(entry.number, entry.text, said) for said in more]
                continue
            if len(free) == len(mine):
                entry.said = self.read.ahead.window_of(Bid(free[place], rungs), entry.text)
                continue
            purse = self.table.state.purse(self.table.seat)
            payable = tuple(sorted({rung for rung in rungs if 1 <= rung <= purse}))
            facts = {"text": entry.text, "kind": kind, "lots": all_of}
            if payable or not rungs:
                bid = Bid((free or list(all_of))[0], payable)
                facts["suggestion"] = write(self.table.state, bid)
            entry.said = Problem("which-lot", facts)

    def _stand_beside(self) -> None:
        """`Cowboys at 0901: stand`: so do all Cowboys there of whom nobody said anything else."""
        left = self.table.beside - self.table.units
        for ref in sorted(left, key=lambda one: (one.space, one.kind, one.number)):
            alike = [at for at, one in enumerate(self.entries) if isinstance(one.said, Move) and not one.said.path
                     and (one.said.unit.kind, one.said.unit.space) == (ref.kind, ref.space)]  # fmt: skip
            if alike:
                one = self.entries[alike[-1]]
                self.entries.insert(alike[-1] + 1, Entry(one.number, one.text, Move(ref), rest=one.rest))

    def _pay_together(self) -> None:
        """`Don't pay the Mob. Don't pay the Braves either`: each line says all of them."""
        pays = [entry for entry in self.entries if isinstance(entry.said, Pay)]
        whole = {"but": self.table.denied, "only": self.table.listed}
        for entry in pays:
            units = whole.get(entry.said.whom, ()) if isinstance(entry.said, Pay) else ()
            if isinstance(entry.said, Pay) and {*entry.said.units} < {*units}:
                entry.said = Pay(entry.said.whom, units)
        if len(pays) > 1 and self.table.is_denied and isinstance(pays[0].said, Pay) and pays[0].said.whom == "all":
            # `Pay all. Don't pay the Mob.`
            pays[0].said = pays[1].said

    def _not_spoken_of(self) -> list[Entry]:
        """Without the orders that unread words may change, and those for all others that are for somebody of whom such
        words speak; one that is for nobody then is told."""
        kept: list[Entry] = []
        is_order = [not isinstance(one.said, Problem) for one in self.entries]
        if not any(is_order):
            return self.entries
        spoken = [
            self.spoken.changing(one.said, at) if is_order[at] and not one.rest else None
            for at, one in enumerate(self.entries)
        ]
        pays = [one for one, entry in zip(spoken, self.entries, strict=True) if isinstance(entry.said, Pay)]
        of_pay = pays[-1] if pays else None
        for entry, about in zip(self.entries, spoken, strict=True):
            # `Pay all. Not the Mob. Sorry, …`: the two are one order.
            unread = about or (of_pay if isinstance(entry.said, Pay) else None)
            if unread is not None and not isinstance(entry.said, Problem):
                kept.append(Entry(entry.number, entry.text, Problem("undone", {"text": unread.text, **unread.beside})))
            elif not (entry.rest or entry.group) or not isinstance(entry.said, Move) or not self._doubt(entry.said):
                kept.append(entry)
            else:
                alike = [one for one in self.entries if (one.number, one.text) == (entry.number, entry.text)]
                if entry is alike[-1] and all(one not in kept for one in alike):
                    # All for whom it was are spoken of.
                    doubt = self._doubt(entry.said)
                    kept.append(Entry(entry.number, entry.text, Problem("undone", {"text": doubt})))
        return kept

    def _without_own(self) -> list[Entry]:
        """The entries without those for all others (or all there) that are for somebody with an order of their own."""
        own = {
            one.said.unit
            for one in self.entries
            if isinstance(one.said, Move) and not (one.rest or one.all or one.group)
        }
        if not own:
            return self.entries
        return [
            one
            for one in self.entries
            if not (isinstance(one.said, Move) and (one.rest or one.all or one.group) and one.said.unit in own)
        ]

    def _doubt(self, move: Move) -> str:
        """The unread words that speak of a unit; or ""."""
        return next((one.text for one in self.spoken.found if one.has(move.unit)), "")


__all__ = ["Closing"]
