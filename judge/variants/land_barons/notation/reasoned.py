"""Reasons between an order and its correction: `21 on Bank - no wait, Graham has only 20, so make that 22`."""

from __future__ import annotations

from collections.abc import Sequence

from judge.grammar.shape import Marked, Tongue
from judge.variants.land_barons.notation.again import Corrected, corrected
from judge.variants.land_barons.notation.clauses import text_of
from judge.variants.land_barons.notation.markers import marker


def corrected_for_a_reason(tongue: Tongue, marked: Marked, starts: Sequence[str]) -> tuple[Corrected, str]:
    """A sentence as it is meant in the end, and the reason that was passed over."""
    told, why = _without_reason(marked)
    fixed = corrected(tongue, told, starts)
    return (fixed, why) if not why or fixed.replaces else (corrected(tongue, marked, starts), "")


def _without_reason(marked: Marked) -> tuple[Marked, str]:
    """A sentence without the words between two words of correction, which name no unit, counter or space; and those."""
    pieces = marked.pieces
    first = marker(pieces)
    again = marker(pieces[first.end :]) if first is not None and first.start else None
    if first is None or again is None or again.kind != "AGAIN":
        return marked, ""
    why = pieces[first.end : first.end + again.start]
    is_reason = any(one.sign in ("so", "then") for one in why) and all(
        one.name is None or one.sign == "%" for one in why
    )
    if not is_reason:
        return marked, ""
    said = Marked(marked.text, tuple(one for one in why if one.sign != ","))
    return Marked(marked.text, (*pieces[: first.end], *pieces[first.end + again.end :])), text_of(said)


__all__ = ["corrected_for_a_reason"]
