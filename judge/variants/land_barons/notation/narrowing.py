"""Corrections that say which of several orders count: `9 each on Saloon and Bank. Just the Bank, actually.`"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile

from judge.adjudicator.protocol import Problem
from judge.grammar.finding import Piece
from judge.grammar.numbers import place
from judge.grammar.shape import Marked
from judge.variants.land_barons.notation.corrections import names
from judge.variants.land_barons.notation.entries import Entry
from judge.variants.land_barons.notation.markers import is_word, marker
from judge.variants.land_barons.notation.money import Unplaced
from judge.variants.land_barons.notation.table import Table
from judge.variants.land_barons.orders import Bid, Move, Order


@dataclass(frozen=True, slots=True)
class Narrowing:
    """Words that leave only some of the orders before them. `head`: what stands before them in their sentence; `named`:
    the counters, units or places in the row of orders that they say."""

    head: Marked | None
    named: tuple[Piece, ...]


def narrowing(marked: Marked) -> Narrowing | None:
    """`Sorry, only the Bank`, `Only the second, I mean`, `Saloon 9 and Bank 9, no, just the Bank`."""
    pieces = marked.pieces
    start = next((at for at, one in enumerate(pieces) if is_word(one.sign, "JUST")), -1)
    found = marker(pieces) if start >= 0 else None
    end, turn = len(pieces), start
    while turn > 0 and is_word(pieces[turn - 1].sign, "LEAD", "CUT"):
        turn -= 1
    is_turned = any(is_word(one.sign, "LEAD") and one.sign != "," for one in pieces[turn:start])
    if found is not None and found.start <= start <= found.end + 1:
        turn, is_turned = found.start, True
    elif found is not None and found.start > start and found.end == end:
        end, is_turned = found.start, True
    if start < 0 or not is_turned:
        return None
    head = pieces[:turn]
    while head and is_word(head[-1].sign, "CUT"):
        head = head[:-1]
    named = [one for one in pieces[start:end] if not is_word(one.sign, "BESIDE", "OF_PART", "JOINING")]
    if len(named) > 1:
        # `the second one`
        named = [one for one in named if one.sign != "one"]
    are_named = all((one.name is not None and one.sign == "#") or is_word(one.sign, "WHICH_ONE") for one in named)
    return Narrowing(Marked(marked.text, head) if head else None, tuple(named)) if named and are_named else None


def narrowed(
    table: Table, entries: Sequence[Entry], began: int, said: Narrowing, number: int
) -> tuple[Order | Unplaced, ...]:
    """What the orders of the last sentence, which begin there, are then: others bid nothing, and stay; (): which are
    meant is not said."""
    before, entries = entries[:began], entries[began:]
    if len(entries) == 1 and _is_bid(entries[0]):
        # `Saloon 9. Bank 9. Sorry, only the Bank.`
        entries = [*[*takewhile(_is_bid, reversed(before))][::-1], *entries]
    group = [one.said for one in entries]
    bids = tuple(one for one in group if isinstance(one, Bid | Unplaced))
    moves = tuple(one for one in group if isinstance(one, Move))
    kept = [at for at in range(len(group)) if any(_is_meant(table, group, at, one) for one in said.named)]
    if not kept or len(kept) == len(group) or len(group) not in (len(bids), len(moves)):
        return ()
    for entry in entries:
        entry.said = Problem("taken-back", {"text": entry.text, "line": number})
    left: list[Order | Unplaced] = [
        one if at in kept else Bid(one.lot, ()) if isinstance(one, Bid) else Unplaced(one.kind, ())
        for at, one in enumerate(bids)
    ]
    return (*left, *(one if at in kept else Move(one.unit) for at, one in enumerate(moves)))


def _is_bid(entry: Entry) -> bool:
    return isinstance(entry.said, Bid | Unplaced)


def _is_meant(table: Table, group: Sequence[object], at: int, named: Piece) -> bool:
    """Whether words name the order at a place in a row."""
    one = group[at]
    if named.name is not None:
        return any(names(table, one, kind) for kind in named.name.choices)  # type: ignore[arg-type]
    kinds = [_kind(table, each) for each in group]
    if named.sign == "one":
        return at == 0 and len({*kinds}) == 1
    if isinstance(one, Move) and 1 < len({*kinds}) < len(kinds):
        # Of `both Cowboys and the Regulator` the second is one of the Cowboys, or the Regulator.
        return False
    which = place(named.sign)
    return at == (which - 1 if which > 0 else len(group) + which)


def _kind(table: Table, said: object) -> str:
    if isinstance(said, Bid):
        return table.state.lots[said.lot - 1]
    return said.unit.kind if isinstance(said, Move) else said.kind if isinstance(said, Unplaced) else ""


__all__ = ["Narrowing", "narrowed", "narrowing"]
