"""What kind of order a line is, by its shape alone: enough to know which window it is for."""

from __future__ import annotations

import re
from dataclasses import dataclass

from judge.adjudicator.protocol import Problem
from judge.variants.land_barons.counters import RECRUITS, Sort
from judge.variants.land_barons.notation.words import find_counter, find_unit, numbered

SUM = r"\$?\s?\d{1,9}(?:\s*dollars?|\s*bucks)?"
LADDER = rf"{SUM}(?:\s*(?:/|then)\s*{SUM})*"


def _shape(pattern: str) -> re.Pattern[str]:
    return re.compile(rf"^(?:{pattern})[.!]?$", re.IGNORECASE)


SHAPES: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (name, _shape(pattern))
    for name, pattern in (
        ("give-up", r"(?:i )?(?:give up|surrender|resign)"),
        ("draw", r"(?:i )?(?:agree|offer|vote)?(?: to| for)?(?: a)? ?draw"),
        ("give", rf"(?:give|send)\s+(?P<sum>{SUM})\s+to\s+(?P<to>.+)"),
        ("give", rf"(?:give|send)\s+(?P<to>.+?)\s+(?P<sum>{SUM})"),
        ("pay-but", r"(?:do not|don'?t|no) pay(?: for)?\s+(?P<units>.+)"),
        ("pay-but", r"pay (?:all|everybody|everyone|everything)(?: units)?,? (?:but|except|save|without)(?: for)?\s+"
                    r"(?P<units>.+)"),
        ("pay-all", r"pay(?: (?:all|everybody|everyone|everything))?(?: units)?"),
        ("pay-none", r"pay (?:none|nobody|no one|nothing)|no pay"),
        ("pay-only", r"pay (?:only |nobody but |none but )?(?P<units>.+)"),
        ("order-bid", rf"bid\s+(?P<sum>{SUM})\s+(?:for|on)\s+(?:the\s+)?(?:turn[- ]?|raid[- ]?)?order"
                      r"(?:[, ]+(?:and\s+)?(?:go|place|take|raid)\s+(?:place\s+)?(?P<place>first|last|\w+))?"),
        ("order-bid", rf"(?:turn[- ]?)?order(?: bid)?\s*:?\s+(?P<sum>{SUM})(?P<place>)"),
        ("no-order-bid", r"no (?:order )?bid(?: for| on)(?: the)? (?:turn )?order"),
        ("bid", rf"bid\s+(?P<ladder>{LADDER})\s+(?:on|for)\s+(?P<lot>.+)"),
        ("bid", rf"(?P<ladder>{LADDER})\s+(?:on|for)\s+(?P<lot>.+)"),
        ("no-bid", r"(?:no bid|pass|do not bid|bid nothing)\s+(?:on|for)\s+(?P<lot>.+)"),
        ("bid", rf"bid\s+(?:on\s+|for\s+)?(?P<lot>[^\d].*?)\s*[:=,]?\s+(?P<ladder>{LADDER})"),
        ("ranch", r"ranch(?:es)?\s*(?:at|on|to|:)?\s+(?P<spaces>.+)"),
        ("recruit", r"(?:recruit|hire|buy)\s+(?:(?:a|an|one|1|my)\s+)?(?:reg\w*\s+)?(?:at|in|on|to)\s+(?P<space>.+)"),
        ("no-recruit", r"(?:recruit|hire)\s+(?:none|nobody|no ?one|nothing|no regulator)|no regulator"),
        ("recruit", r"(?:recruit|hire|buy)\s+(?:a\s+|one\s+)?reg\w*\s+(?P<space>.+)"),
        ("deploy", r"(?:place|deploy|put|build|bring)\s+(?P<counter>.+?)\s+(?:at|on|onto|in|to|into)\s+(?P<space>.+)"),
        ("discard", r"(?:discard|drop)\s+(?P<counter>.+)"),
        ("discard", r"(?P<counter>[A-Za-z].+?)\s+(?:to |is |-\s?)?discard(?:ed|s)?"),
        ("hold", r"(?:hold|keep)\s+(?P<counter>[A-Za-z].+)"),
        ("fights", r"fights?(?: order)?(?:\s+(?:at|in))?\s*:?\s+(?P<spaces>.+)"),
        ("lose", r"(?:lose|loss(?:es)?|loss list)\s*(?:first)?\s*:?\s+(?P<kinds>.+)"),
        ("retreat", r"retreats?(?:\s+from\s+(?P<start>.+?)\s+(?:to|:)\s*|\s+to\s+|\s*:\s*|\s+)(?P<spaces>.+)"),
    )
)  # fmt: skip

_TO = re.compile(r"^(?P<counter>[A-Za-z].*?)\s*(?:\s(?:to|at|in|on|into)\s|:|\s-\s)\s*(?P<space>\S.*)$", re.IGNORECASE)
_MOVE = re.compile(r"-|\d{4}\s+\d{4}|\b(?:to|stands?|holds?|stays?|via)\b", re.IGNORECASE)

KIND_OF = {
    "give-up": "any", "draw": "any", "give": "any", "lose": "any", "retreat": "any",
    "pay-but": "pay", "pay-all": "pay", "pay-none": "pay", "pay-only": "pay",
    "bid": "bids", "no-bid": "bids",
    "recruit": "build", "no-recruit": "build", "deploy": "build", "discard": "build", "hold": "build",
    "order-bid": "order-bid", "no-order-bid": "order-bid",
    "fights": "raid", "move": "raid", "ranch": "ranches",
}  # fmt: skip
"""Which decision a shape belongs to; `any`: welcome in every window."""


@dataclass(frozen=True, slots=True)
class Shape:
    """A line by its shape: what it is, and the parts of it."""

    name: str
    parts: dict[str, str]

    @property
    def decision(self) -> str:
        """The decision it belongs to: the kind of its window in classic tempo."""
        return KIND_OF[self.name]


def shape_of(text: str, form: str, won: tuple[str, ...]) -> Shape | Problem | None:
    """A line's shape; a Problem when it is a move or placement of something unknown; None when it is no order at all.

    `Gunslinger to 0507` places a counter just won, or moves a unit: the counters in hand decide, then the window.
    """
    for name, pattern in SHAPES:
        found = pattern.match(text)
        if found:
            if name == "hold" and _is_unit_phrase(found["counter"]):
                continue
            return Shape(name, {key: (part or "").strip() for key, part in found.groupdict().items()})
    placed = _TO.match(text)
    if placed:
        name, _ = numbered(placed["counter"])
        kind = find_counter(name)
        if isinstance(kind, str) and (RECRUITS[kind].sort is not Sort.UNIT or _places_unit(kind, text, form, won)):
            return Shape("deploy", {"counter": placed["counter"].strip(), "space": placed["space"].strip()})
    if _MOVE.search(text):
        return Shape("move", {"text": text})
    return None


def _places_unit(kind: str, text: str, form: str, won: tuple[str, ...]) -> bool:
    """Whether `KIND to SPACE` of a unit is a placement: never with a path or a starting space."""
    if form == "raid" or re.search(r"\s-\s|\d-\d|stand|\bif\b|\bunless\b", text):
        return False
    return form != "build-and-raid" or kind in won


def _is_unit_phrase(text: str) -> bool:
    """`hold Baron` stands the Baron; `hold Saloon` keeps a counter."""
    return isinstance(find_unit(numbered(text)[0]), str)
