"""Conditional orders and orders for later windows: which of a letter's lines count, and when.

Whether a condition is so is the game's to say (`Game.holds`), from the seat's own view of the open window: an answer
never tells more than the report did.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from judge.adjudicator.protocol import Problem, Seat
from judge.campaign.live import Live
from judge.grammar.text import folded
from judge.mail.language import Condition, OrderLine
from judge.report.words import Words


@dataclass(frozen=True, slots=True)
class Stood:
    """What became of conditional lines. `told`: each condition and whether it holds, for the answer.

    `wrong`: each condition that was not understood, with the sentence that says why and what would be.
    """

    lines: tuple[OrderLine, ...]
    told: tuple[str, ...] = ()
    wrong: tuple[tuple[str, str], ...] = ()


def stand(live: Live, seat: Seat, lines: Sequence[OrderLine], own_templates: Path | None = None) -> Stood:
    """The lines whose conditions hold now, and what became of each condition."""
    rulings: dict[str, bool | Problem] = {}
    kept = []
    for line in lines:
        fine = True
        for condition in line.when:
            if condition.text not in rulings:
                rulings[condition.text] = live.game.holds(live.state, seat, condition.text)
            # A condition that is not understood holds for nobody: neither branch stands.
            fine = fine and rulings[condition.text] is condition.holds
        if fine:
            kept.append(line)
    told = tuple(
        # Worded so that nobody's mail program can send it back as an IF.
        f"“{text}” {'holds' if ruling else 'does not hold'}"
        for text, ruling in rulings.items()
        if not isinstance(ruling, Problem)
    )
    words = Words(live.game, live.state, own=own_templates)
    wrong = tuple(
        (f"IF {text}", f"{words.problem(ruling)} No order under this condition was taken. {expected(live)}")
        for text, ruling in rulings.items()
        if isinstance(ruling, Problem)
    )
    return Stood(tuple(kept), told, wrong)


def expected(live: Live) -> str:
    """What a condition looks like, in the game's own notation."""
    *first, last = (f"IF {one}" for one in live.game.conditions)
    return f"Write such as: {', '.join(first)}{' or ' if first else ''}{last}."


_CODE = re.compile(r"([a-z])?\s*(\d{3,4})\s*([mrab])")
_CODED = {"m": ("movement",), "r": ("retreats",), "a": ("adjustments", "branding"), "b": ("adjustments", "branding")}
_SAID = {
    "moves": ("movement",), "move": ("movement",), "builds": ("adjustments", "branding"),
    "build": ("adjustments", "branding"), "winter": ("adjustments",),
}  # fmt: skip


NEXT = "next "
"""What is kept for the next window of a kind is kept under this and the kind."""


def phase_of(live: Live, said: str) -> str | None:
    """What orders for a later window are kept under: `next` and its kind, or, where it is dated, its title's words.

    None: no kind of window here is called so.
    """
    text = folded(said)
    code = _CODE.fullmatch(text)
    if code:
        kind = next((one for one in _CODED[code[3]] if one in live.game.kinds), None)
        return None if kind is None else " ".join(filter(None, (code[1], code[2], folded(kind))))
    kind = kind_in(live.game.kinds, text)
    if kind is None:
        return None
    return text if re.search(r"\d", text) else f"{NEXT}{kind}"


def kind_in(kinds: Sequence[str], said: str) -> str | None:
    """The kind named in some words; the longest name first, for `build` is not `build and raid`."""
    text = folded(said)
    for kind in sorted(kinds, key=len, reverse=True):
        if re.search(rf"\b{folded(kind).removesuffix('s')}s?\b", text):
            return kind
    code = _CODE.fullmatch(text)
    other = _CODED[code[3]] if code else ()
    return next(
        (kind for kind in (*other, *(one for word in text.split() for one in _SAID.get(word, ()))) if kind in kinds),
        None,
    )


def is_for(kept_under: str, title: str, kind: str) -> bool:
    """Whether what is kept under a kind, or under the words of a title, is for the window of this title and kind."""
    if kept_under.startswith(NEXT) or not re.search(r"\d", kept_under):
        return kept_under.removeprefix(NEXT) == kind
    there = [*folded(title).split(), *folded(kind).split()]
    return all(
        any(word == one if word[0].isdigit() else one.startswith(word.removesuffix("s") or word) for one in there)
        for word in kept_under.split()
    )


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
