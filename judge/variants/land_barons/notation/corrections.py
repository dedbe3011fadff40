"""Words of a letter that take the place of earlier ones, or take them back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from judge.adjudicator.protocol import Later, Problem
from judge.grammar.finding import Piece
from judge.variants.land_barons.notation.entries import Entry, Said
from judge.variants.land_barons.notation.money import Unplaced, in_order
from judge.variants.land_barons.notation.table import Table
from judge.variants.land_barons.notation.write import write
from judge.variants.land_barons.orders import Bid, Deploy, Lose, Move, OrderBid, Pay, Recruit


def replaced(table: Table, entries: Sequence[Entry], before: int, kind: str, added: str) -> None:
    """The words of a correction, from this entry on, take the place of earlier ones on the same subject; where there
    are none, of the last order, if it is of the same kind. `kind`: the words with which its sentence begins; `added`:
    those by which it adds to what was said."""
    for entry in entries[before:]:
        if isinstance(entry.said, Problem):
            # Of a sentence and its correction no piece counts alone, if they make no order together.
            entry.said = Problem(entry.said.code, {**entry.said.detail, "whole": True})
    new = {_about(one.said) for one in entries[before:]}
    number = entries[before].number if entries[before:] else 0
    found = [entry for entry in entries[:before] if _about(entry.said) in new - {None}]
    if not found and kind and before and added != "TOO":
        last = entries[before - 1]
        found = [one for one in entries[:before] if (one.number, one.text) == (last.number, last.text)]
        is_alike = all(type(one.said) is type(entries[-1].said) for one in found)
        found = found if is_alike and not isinstance(last.said, Problem) else []
        if len(found) > 1 or kind not in _SURE:
            # Which of them, or whether any, is not said.
            for entry in found:
                entry.said = Problem("undone", {"text": entries[-1].text, "whole": True})
            return
    paid = [one.said for one in found if isinstance(one.said, Pay)]
    for entry in entries[before:]:
        if paid and isinstance(entry.said, Pay):
            entry.said = _paid_again(table, paid[-1], entry, added)
    for entry in found:
        if isinstance(entry.said, Move):
            table.units -= {entry.said.unit}
            table.units |= {one.said.unit for one in entries[before:] if isinstance(one.said, Move)}
        if isinstance(entry.said, Pay):
            table.listed = tuple(one for one in table.listed if one not in entry.said.units)
        entry.said = Problem("taken-back", {"text": entry.text, "line": number})


def _paid_again(table: Table, was: Pay, entry: Entry, added: str) -> Said | Unplaced:
    """`Pay all but the Mob. Sorry, pay the Mob too`: the exception falls; `Pay only the Mob. Oh, and the Braves too`:
    the list grows."""
    now = entry.said
    if (
        not isinstance(now, Pay)
        or now.whom != "only"
        or added == "ONLY"
        or not now.units
        or (was.whom == "only" and not added)
    ):
        return now
    if was.whom == "only":
        table.listed = in_order(table, (*was.units, *now.units))
        table.paid = frozenset(table.listed)
        return Pay("only", table.listed)
    left = tuple(one for one in was.units if one not in now.units)
    more = Pay("but", left) if left else Pay("all")
    if not added and not {*now.units} <= {*was.units}:
        return now
    if not added or len(left) == len(was.units):
        meanings = (write(table.state, more), write(table.state, now))
        return Problem("two-meanings", {"text": entry.text, "meanings": meanings, "suggestion": meanings[0]})
    table.denied, table.listed = left, ()
    return more


_SURE = ("AGAIN", "UNDOING")


def taken_from(table: Table, entries: Sequence[Entry], number: int, text: str, back: str | int) -> list[Said]:
    """What takes the place of the orders that are taken back: `forget the Saloon`, `forget the first line`."""
    numbers = sorted({one.number for one in entries})
    found: list[Said] = []
    is_found = False
    for entry in entries:
        if isinstance(back, int):
            meant = bool(numbers) and entry.number == numbers[min(back, len(numbers)) - 1 if back > 0 else -1]
        else:
            meant = names(table, entry.said, back)
        if not meant or isinstance(entry.said, Problem):
            continue
        is_found = True
        if isinstance(entry.said, Move):
            table.units -= {entry.said.unit}
        if isinstance(entry.said, Bid):
            found.append(Bid(entry.said.lot, ()))
        entry.said = Problem("taken-back", {"text": entry.text, "line": number})
    return found if is_found else [Problem("nothing-to-forget", {"text": text})]


def swapped(entries: Sequence[Entry], number: int) -> list[Bid | Deploy]:
    """The only two bids of a letter, or its only two counters placed, each with what the other had; []: there are more
    of them, or the last order is none of them."""
    last = entries[-1].said if entries else None
    if not isinstance(last, Bid | Deploy):
        return []
    found = [one for one in entries if type(one.said) is type(last)]
    if len(found) != 2:
        return []
    first, second = found[0].said, found[1].said
    new = [_given(first, second), _given(second, first)]
    for one in found:
        one.said = Problem("taken-back", {"text": one.text, "line": number})
    return [one for one in new if isinstance(one, Bid | Deploy)]


def _given(said: Said | Unplaced, other: Said | Unplaced) -> Said | Unplaced:
    if isinstance(said, Bid) and isinstance(other, Bid):
        return replace(said, rungs=other.rungs)
    if isinstance(said, Deploy) and isinstance(other, Deploy):
        return replace(said, space=other.space, hold=other.hold)
    return said


def changed(entries: Sequence[Entry], number: int, text: str, was: Piece, now: Piece) -> list[Said | Unplaced]:
    """What takes the place of the one bid with this figure: `the 12 should be 14`. Of several nobody knows which is
    meant, and what goes to a place is to be written anew."""
    found = [one for one in entries if says(one.said, was)]
    new = _with_figure(found[0].said, int(was.sign), int(now.sign)) if len(found) == 1 and now.name is None else None
    for entry in found:
        code = "undone" if new is None else "taken-back"
        facts = {"text": text, "whole": True} if new is None else {"text": entry.text, "line": number}
        entry.said = Problem(code, facts)
    return [] if not found else [Problem("not-understood", {"text": text}) if new is None else new]


def says(said: Said | Unplaced, piece: Piece) -> bool:
    """Whether this figure is bid, or this place gone to."""
    if piece.name is None:
        figure = int(piece.sign)
        return figure in _rungs(said)
    spaces = said.path if isinstance(said, Move) else ()
    spaces = (said.space,) if isinstance(said, Deploy | Recruit) else spaces
    return not {*piece.name.choices}.isdisjoint(spaces)


def _rungs(said: Said | Unplaced) -> tuple[int, ...]:
    if isinstance(said, Bid | Unplaced):
        return said.rungs
    return (said.dollars,) if isinstance(said, OrderBid) else ()


def _with_figure(said: Said | Unplaced, was: int, now: int) -> Bid | Unplaced | OrderBid | None:
    """The same bid with another figure, if it still rises."""
    rungs = tuple(now if one == was else one for one in _rungs(said))
    if list(rungs) != sorted({*rungs}) or not now:
        return None
    if isinstance(said, OrderBid):
        return replace(said, dollars=now)
    return replace(said, rungs=rungs) if isinstance(said, Bid | Unplaced) else None


def lost_instead(entries: Sequence[Entry], number: int, kind: str, other: str) -> Lose | None:
    """`Lose Mob, Posse. Not the Posse, the Braves.`: what is lost then."""
    lost = [one for one in entries if isinstance(one.said, Lose) and kind in one.said.kinds]
    if len(lost) != 1 or not isinstance(was := lost[0].said, Lose):
        return None
    lost[0].said = Problem("taken-back", {"text": lost[0].text, "line": number})
    return Lose(tuple(other if one == kind else one for one in was.kinds))


def names(table: Table, said: Said | Unplaced, kind: str) -> bool:
    """Whether an order is about this kind of counter."""
    if isinstance(said, Bid):
        return table.state.lots[said.lot - 1] == kind
    if isinstance(said, Move):
        return said.unit.kind == kind
    if isinstance(said, Lose):
        return kind in said.kinds
    return isinstance(said, Deploy | Unplaced) and said.kind == kind


def _about(said: Said | Unplaced) -> object:
    """The subject of an order."""
    if isinstance(said, Problem | Unplaced):
        return None
    return said.text if isinstance(said, Later) else said.subject


__all__ = ["changed", "lost_instead", "names", "replaced", "says", "swapped", "taken_from"]
