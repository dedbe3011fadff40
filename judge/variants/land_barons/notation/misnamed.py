"""A word at which reading stopped, taken for a name that nobody has heard of, or for a condition nobody understands."""

from __future__ import annotations

from judge.adjudicator.protocol import Problem
from judge.variants.land_barons.notation.clauses import Clause
from judge.variants.land_barons.notation.table import Table
from judge.variants.land_barons.notation.words import COUNTER_WORDS, PIECE_WORDS, UNIT_WORDS

_IFS = frozenset(("if", "unless", "when", "provided"))
_MONEY = frozenset(("bid", "bids", "bidding", "offer", "$", "dollars"))


def misnamed(table: Table, clause: Clause) -> Problem | None:
    """The finding on the word, where the rest of the clause shows which kind should have been there: the same in any
    position on the board in whose tongue the clause is."""
    known: dict[object, Problem | None] = clause.known
    if misnamed not in known:
        known[misnamed] = _misnamed(table, clause)
    return known[misnamed]


def _misnamed(table: Table, clause: Clause) -> Problem | None:
    """The same, found out."""
    stuck, marked = clause.stuck, clause.marked
    if stuck is None or marked is None or not stuck.at:
        return None
    before = [piece for piece in marked.pieces if piece.start < stuck.start]
    asked = next((piece for piece in reversed(before) if piece.sign in _IFS), None)
    if asked is not None:
        return Problem("no-condition", {"text": marked.text[asked.end : marked.pieces[-1].end].strip()})
    signs = {piece.sign for piece in marked.pieces}
    is_word = stuck.at[0].isalpha() and stuck.at.lower() not in ("or", "and", "not", "but", "then")
    if not is_word or not (signs & {"@", "#"} or signs & _MONEY):
        return None
    last = before[-1].sign if before else ""
    if f"a {PIECE_WORDS.kind}" in clause.could and last not in ("to", "into", "-", "from", "via"):
        words = COUNTER_WORDS if signs & _MONEY else UNIT_WORDS
        behind = next((piece.sign for piece in marked.pieces if piece.start > stuck.start), "")
        if signs & _MONEY if before else behind == "@":
            return Problem(f"unknown-{words.kind}", {"text": stuck.at, "near": words.near(stuck.at)})
    is_name = bool(before) and stuck.at[:1].isupper() and "#" in signs
    if "a space" in clause.could and (last in ("to", "into", "-", "from", "via", "at") or is_name):
        near = [table.board.name(one) for one in _near(table, stuck.at)]
        text = marked.text[stuck.start : marked.pieces[-1].end] or stuck.at
        return Problem("unknown-space", {"text": text, "near": tuple(near)})
    return None


def _near(table: Table, word: str) -> tuple[str, ...]:
    """The spaces whose names come near."""
    known: tuple[str, ...] | None = table.tongue.memory.get(("near", word))
    if known is not None:
        return known
    by_name = {name: space for space, name in table.board.names.items()}
    near = tuple(by_name[name] for name in table.tongue.signs["@"].near(word) if name in by_name)
    table.tongue.memory.keep(("near", word), near)
    return near
