"""Conditional orders: what a seat may see decides which of them stand.

A condition is `PIECE IN SPACE`, `SPACE IS EMPTY`, or `SEAT OWNS SPACE`, in the players' own notation. It is looked up
in the seat's own view, so an answer never tells more than the report did.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from judge.adjudicator.codec import plain as plain_values
from judge.adjudicator.protocol import Seat
from judge.campaign.live import Live
from judge.grammar.text import folded
from judge.mail.language import Condition, OrderLine


def stand(live: Live, seat: Seat, lines: Sequence[OrderLine]) -> tuple[tuple[OrderLine, ...], list[str]]:
    """The lines whose conditions hold now, and what became of each condition, for the answer."""
    facts: tuple[str, ...] | None = None
    known: dict[str, bool | None] = {}
    kept = []
    for line in lines:
        fine = True
        for condition in line.when:
            if condition.text not in known:
                facts = facts if facts is not None else tuple(_facts(live, seat))
                known[condition.text] = holds(condition.text, facts, _names(live))
            truth = known[condition.text]
            # A condition nobody can read holds for nobody: neither branch stands.
            fine = fine and truth is not None and truth == condition.holds
        if fine:
            kept.append(line)
    told = []
    for text, truth in known.items():
        outcome = "is not understood" if truth is None else "holds" if truth else "does not hold"
        told.append(f"IF {text}: {outcome}")
    return tuple(kept), told


def holds(text: str, facts: Sequence[str], names: Mapping[str, str]) -> bool | None:
    """Whether a condition is so; None when it is not understood."""
    found = re.fullmatch(r"(.{1,60}?)\s+(?:is\s+)?(not\s+)?(in|at|owns|has|holds)\s+(.{1,60})", text, re.I)
    if found:
        piece, place = _known(found[1], names), _known(found[4], names)
        if piece is None or place is None:
            return None
        truth = any(piece <= _words(fact) and place <= _words(fact) for fact in facts)
        return truth != bool(found[2])
    found = re.fullmatch(r"(.{1,60}?)\s+is\s+(not\s+)?(empty|vacant|free)", text, re.I)
    if found:
        place = _known(found[1], names)
        if place is None:
            return None
        taken = any(place <= _words(fact) for fact in facts if fact.startswith("units"))
        return taken == bool(found[2])
    return None


def _words(text: str) -> set[str]:
    return set(folded(text).split())


def _known(text: str, names: Mapping[str, str]) -> set[str] | None:
    """The words of a piece or place with names turned to their codes; single letters are kinds of pieces."""
    words = folded(text)
    for name, code in sorted(names.items(), key=lambda pair: -len(pair[0])):
        words = re.sub(rf"\b{re.escape(name)}\b", code, words)
    return set(words.split()) or None


def _names(live: Live) -> dict[str, str]:
    found = {folded(name): folded(key) for key, name in live.game.names.items()}
    found |= {folded(seat.name): folded(seat.id) for seat in live.game.seats}
    return {name: code for name, code in found.items() if name and code and name != code}


def _facts(live: Live, seat: Seat) -> Iterator[str]:
    """The view as short lines: a path of keys and a value each."""
    yield from _flat(plain_values(live.game.view(live.state, seat)), "")


def _flat(value: Any, path: str) -> Iterator[str]:
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _flat(inner, f"{path} {key}".strip())
    elif isinstance(value, list | tuple):
        if all(not isinstance(inner, list | tuple | Mapping) for inner in value):
            if len(value) <= 4:
                yield f"{path} {' '.join(map(str, value))}"
            yield from (f"{path} {inner}" for inner in value)
        else:
            for inner in value:
                yield from _flat(inner, path)
    else:
        yield f"{path} {value}"


def kind_of(live: Live, phase: str) -> str | None:
    """The kind of window a phase is: by kind, or by the words in its title."""
    words = folded(phase)
    for kind in live.game.kinds:
        if kind in words or kind.rstrip("s") in words:
            return kind
    code = re.search(r"\d{3,4}\s*([mrab])\b", words)
    if code:
        wanted = {"m": "movement", "r": "retreats", "b": "adjustments", "a": "adjustments"}[code[1]]
        return next((kind for kind in live.game.kinds if kind.startswith(wanted[:6])), None)
    return None


def written(lines: Sequence[OrderLine]) -> str:
    """Lines with their conditions, as they are kept."""
    out: list[str] = []
    for line in lines:
        for condition in line.when:
            out.append(f"IF {'' if condition.holds else 'NOT '}{condition.text}")
        out.append(line.text)
        out += ["ENDIF"] * len(line.when)
    return "\n".join(out)


def as_lines(text: str) -> tuple[OrderLine, ...]:
    """Kept text as lines again."""
    when: list[Condition] = []
    found = []
    for number, raw in enumerate(text.splitlines(), 1):
        opens = re.match(r"(?i)IF (NOT )?(.+)$", raw.strip())
        if opens:
            when.append(Condition(opens[2], not opens[1]))
        elif raw.strip().upper() == "ENDIF":
            when = when[:-1]
        else:
            found.append(OrderLine(number, raw, False, tuple(when)))
    return tuple(found)
