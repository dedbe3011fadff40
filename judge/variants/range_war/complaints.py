"""Where reading stopped, what could have come there, and an order the player could give: no more is known of a slip."""

from __future__ import annotations

from dataclasses import replace

from judge.adjudicator.protocol import Problem
from judge.grammar.clauses import Stuck
from judge.variants.range_war.meaning import Meaning, Trouble
from judge.variants.range_war.orders import Order
from judge.variants.range_war.speech import Deed, Part, heard
from judge.variants.range_war.words import write

COULD = {
    "PLACE": "a space", "_TO": "-", "_SUPPORT": "S", "HOLD": "stands", "_RETREAT": "retreats", "DISBAND": "disbands",
    "_BUILD": "Build", "_REMOVE": "Remove", "_WAIVE": "Waive", "G": "G", "GH": "GH", "H": "H", "RPAR": ")",
}  # fmt: skip
"""Terminals that are named where reading stopped, as a player would write them."""
FITTING = {
    "movement": {"PLACE", "_TO", "_SUPPORT", "HOLD", "G", "GH", "RPAR"},
    "retreats": {"PLACE", "_TO", "_RETREAT", "DISBAND", "G", "RPAR"},
    "branding": {"PLACE", "_BUILD", "_REMOVE", "_WAIVE", "G", "H", "RPAR"},
}


def stopped(meaning: Meaning, line: str, part: Part, stuck: Stuck) -> Problem:
    """A clause that is not read whole: a space nobody knows, or a word that does not fit."""
    text = line[part.start : part.end]
    unknown = _unknown(meaning, line, part, stuck)
    return unknown or Problem("not-understood", {"text": text, **helped(meaning, line, part, stuck)})


def _unknown(meaning: Meaning, line: str, part: Part, stuck: Stuck) -> Problem | None:
    """Words in the place of a space's name that name none."""
    if not 0 < stuck.at < len(part.words) or "PLACE" not in stuck.could:
        return None
    run = list(part.words[stuck.at :])
    end = next((place for place, word in enumerate(run) if word.kind not in ("WORD", "PROSE", "PLACE")), len(run))
    if not end or run[0].kind != "WORD" or part.words[stuck.at - 1].kind in ("PLACE", "RPAR", "HOME"):
        return None
    text = line[run[0].start : run[end - 1].end]
    near = meaning.chart.places.near(text) if len(text) <= 40 else ()
    facts: dict[str, object] = {"text": text, "near": near}
    for name in near:
        mended = (*part.words[: stuck.at], *meaning.chart.speech.words(name), *run[end:])
        deed = heard(meaning.chart, replace(part, words=mended))
        offers = _offered(meaning, deed, text) if isinstance(deed, Deed) else ()
        if offers:
            return Problem("unknown-space", {**facts, "suggestion": write(offers[0])})
    return Problem("unknown-space", facts)


def _offered(meaning: Meaning, deed: Deed, text: str) -> tuple[Order, ...]:
    """The lawful orders of a clause as it may have been meant."""
    trial = Meaning(meaning.chart, meaning.state, meaning.seat, meaning.form)
    try:
        return tuple(one for one in trial.orders(deed, text, None) if trial.lawful(one))
    except (Trouble, KeyError):
        return ()


def helped(meaning: Meaning, line: str, part: Part, stuck: Stuck | None) -> dict[str, object]:
    """Where reading stopped, what could have come there, and an order that this seat could give."""
    form = meaning.form
    could = stuck.could & FITTING.get(form, set()) if stuck else FITTING.get(form, set()) - {"RPAR", "_TO"}
    at = part.words[stuck.at] if stuck and stuck.at < len(part.words) else None
    return {
        "at": line[at.start : at.end] if at else "",
        "could": tuple(COULD[one] for one in COULD if one in could),
        "example": meaning.example(),
    }
