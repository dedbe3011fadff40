"""Clauses that belong together, so that one that could not be read costs the other: half an order is none."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from judge.adjudicator.protocol import Seat
from judge.grammar.memory import once
from judge.grammar.numbers import number
from judge.grammar.shape import Marked, Stuck
from judge.variants.land_barons.notation import moods
from judge.variants.land_barons.notation.clauses import Clause, text_of

_BIDS = frozenset(("bid", "bid_numbered", "bid_of_lot"))
_PAYS = frozenset(("pay_but", "pay_only", "pay_these"))
_OF_HALVES = ("half", "quarter")
_WAYS = ("@", "-", "and", ",", "back", "again", "return", "then", "home", "&")


def bound(clauses: Sequence[Clause]) -> tuple[Clause, ...]:
    """The clauses of a sentence, those that belong together as one that is not understood."""
    return tuple(_under_one_condition(tuple(_with_tails(clauses))))


def _with_tails(clauses: Sequence[Clause]) -> Iterator[Clause]:
    """An unread tail belongs to the order before it, and what comes behind an unread condition to that: `If so, pay
    nobody`."""
    held: Clause | None = None
    for clause in clauses:
        is_tail = clause.stuck is not None and (moods.is_bound(clause.text) or _goes_on(held, clause))
        # `Skip the Posse's pay`: who is not to be paid; nobody orders `pay` by a last word alone.
        is_tail = is_tail or _passes_on(held, clause) or any(one.tree.data == "pay_bare" for one in clause.readings)
        if held is not None and (is_tail or (held.stuck is not None and moods.is_condition(held.text))):
            held = _joined((held, clause))
            continue
        if held is not None:
            yield held
        held = clause
    if held is not None:
        yield held


def _passes_on(held: Clause | None, clause: Clause) -> bool:
    """Whether a clause bids on nothing behind one that names a counter and was not read: `Braves: I've got some, pass`
    is about these."""
    names_one = held is not None and held.stuck is not None and _names_units(held)
    return names_one and any(one.tree.data == "no_bids" for one in clause.readings)


def _goes_on(held: Clause | None, clause: Clause) -> bool:
    """Whether an unread clause goes on with the list of the one before it: `Saloon 12, 14`, `pay all but the Cowboys
    and the one at 0408`, `Regulators 0508 and 0607`, `20 on Saloon and Bank combined`."""
    if held is None:
        return False
    data = {str(one.tree.data) for one in held.readings}
    pieces = clause.marked.pieces if clause.marked is not None else ()
    signs = [one.sign for one in pieces if one.sign not in ("the", "my", "a")]
    if not signs:
        return False
    if held.stuck is not None or data & _BIDS:
        is_more = bool(data) and is_and(held, clause) and ("#" in signs or signs[0] in _OF_HALVES)
        if all(sign.isdecimal() or sign in ("$", "/") for sign in signs) or signs[0] == "ladder":
            return True
        if is_more and not any(number(sign) is not None for sign in signs):
            return True
        if data & _BIDS and is_and(held, clause) and number(signs[0]) is not None and "#" not in signs:
            return True
    if "put" in data and signs[0] == "@" and is_and(held, clause, also=","):
        # `Saloon and Station in 0407 and 0508 respectively`
        return True
    words = [one.name.text.lower() if one.name is not None and one.name.guessed else one.sign for one in pieces]
    if "raid" in data and (all(word in _WAYS for word in words) or (signs[0] == "@" and is_and(held, clause))):
        return True
    if data & _PAYS and (signs[0] in ("@", "one", "ones") or (signs[0] == "those" and {"@", "#"} & set(signs))):
        return True
    return "pay_all" in data and all(sign == "#" for sign in signs)


def _under_one_condition(clauses: tuple[Clause, ...]) -> Iterator[Clause]:
    """`If 0607 is empty, Gunslinger to 0607, and the Cowboys to 0506`, `Gunslinger to 0607 and Cowboys to 0607 if it is
    held`: whether both hang on the condition is not said."""
    moves = [clause for clause in clauses if _is_move(clause)]
    guarded = [clause for clause in moves if has_guard(clause)]
    if len(guarded) == 1 and clauses[0] is guarded[0] and moods.is_condition(clauses[0].text):
        # `If 0508 is held, Baron 0507-0508 and Cowboys 0507-0508, else both stay`
        halved = any(one.stuck is not None and is_and(clauses[0], one) and _names_units(one) for one in clauses[1:])
        if halved:
            yield _joined(clauses, "condition-apart")
            return
    if len(moves) > 1 and len(guarded) == 1:
        first = guarded[0]
        place = moves.index(first)
        if moods.is_condition(first.text) and place == 0:
            yield _joined(clauses, "condition-apart")
            return
        before = moves[place - 1]
        if place and not moods.is_condition(first.text) and is_and(before, first):
            at, end = clauses.index(before), clauses.index(first) + 1
            yield from (*clauses[:at], _joined(clauses[at:end], "condition-apart"), *clauses[end:])
            return
    yield from clauses


def _names_units(clause: Clause) -> bool:
    return clause.marked is not None and any(one.sign == "#" for one in clause.marked.pieces)


def _is_move(clause: Clause) -> bool:
    return any(one.tree.data == "raid" and any(part.data == "move" for part in one.tree.iter_subtrees())
               for one in clause.readings)  # fmt: skip


@once
def has_guard(clause: Clause) -> bool:
    return any(part.data == "guard" for one in clause.readings for part in one.tree.iter_subtrees())


def is_and(held: Clause, clause: Clause, also: str = "and") -> bool:
    """Whether nothing but "and" (or this sign) stands between two clauses."""
    if not held.marked or not clause.marked or not held.marked.pieces or not clause.marked.pieces:
        return False
    between = clause.marked.text[held.marked.pieces[-1].end : clause.marked.pieces[0].start]
    return between.strip(" ,") in ("and", also) or between.strip() == also


def _joined(clauses: Sequence[Clause], why: str = "") -> Clause:
    """Clauses as one that is not understood, in the words of the letter."""
    pieces = tuple(piece for one in clauses if one.marked is not None for piece in one.marked.pieces)
    first = clauses[0]
    marked = Marked(first.marked.text if first.marked is not None else "", pieces)
    stuck = next((one.stuck for one in clauses if one.stuck is not None), Stuck("", 0))
    return replace(first, text=text_of(marked) or first.text, readings=(), stuck=stuck, marked=marked, why=why)


def own_in(clauses: tuple[Clause, ...], seat: Seat) -> tuple[Clause, ...]:
    """The clauses without those that are nothing but the own ranch's name: `Thank you, Graham`."""
    return tuple(one for one in clauses if not _is_name(one, seat))


def _is_name(clause: Clause, seat: Seat) -> bool:
    pieces = clause.marked.pieces if clause.marked is not None else ()
    return len(pieces) == 1 and pieces[0].name is not None and pieces[0].name.choices == (seat,)


def unordered_in(clauses: Sequence[Clause]) -> int | None:
    """From which of the clauses of a sentence on it orders nothing: a denial or a wish goes on to its end."""
    if len(clauses) > 1 and any(one.tree.data == "give_up" for clause in clauses for one in clause.readings):
        return 0  # `Give up, Johnson!` is said to somebody else.
    are_unread = all(one.stuck is not None for one in clauses)
    if clauses and is_account(clauses[0]) and (are_unread or moods.is_sum(clauses[0].text)):
        return 0
    return next((place for place, one in enumerate(clauses) if _is_unordered(one)), None)


def _is_unordered(clause: Clause) -> bool:
    """Whether an unread clause says what is not to be done, or speaks of another ranch."""
    return (clause.stuck is not None and moods.is_unordered(clause.text)) or _is_hearsay(clause)


@once
def is_account(clause: Clause) -> bool:
    """How much money there is, and no counter beside it."""
    pieces = clause.marked.pieces if clause.marked is not None else ()
    return moods.is_account(clause.text) and not any(one.name is not None and one.name.sign == "#" for one in pieces)


def _is_hearsay(clause: Clause) -> bool:
    """Another ranch is what is spoken of."""
    pieces = clause.marked.pieces if clause.marked is not None else ()
    return clause.stuck is not None and bool(pieces) and pieces[0].name is not None and pieces[0].name.sign == "%"


__all__ = ["bound", "has_guard", "is_account", "is_and", "own_in", "unordered_in"]
