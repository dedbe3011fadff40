"""Words beside an order, in brackets or behind a semicolon, that were not read with it: whether they may change it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from judge.grammar.courtesy import is_sure
from judge.grammar.mood import joked, of_last_time
from judge.grammar.numbers import number
from judge.grammar.text import folded

MOST = 4
"""Words of a stretch that may say one thing of the order before it; a longer one tells a story."""
MOST_STRETCHES = 8
_RESULT = "*"
_TURNING = frozenset(
    "not no nope never too also again both all each every twice thrice same ditto likewise either neither or instead "
    "maybe perhaps possibly probably tentative tentatively unsure undecided pending tbc tbd confirmed draft test "
    "tomorrow later next last previous old x xx xxx wrong void invalid cancel cancelled canceled cancels withdrawn "
    "revoked scrapped scratched struck deleted obsolete superseded mistake joke joking kidding without if unless"
    .split()
)  # fmt: skip
_REASONS = (["for"], ["to"], ["because"], ["since"], ["so"])
"""With one of these begins why, not what: `(for Portugal later)`; but `(for next year)`."""
_OTHER_TIME = frozenset("next last later tomorrow another some be".split())
_TAKING_BACK = frozenset("ignore disregard forget scrap scratch strike cancel cancelled drop undo belay".split())
"""With one of these begins what takes the words before it back."""

OrdersIn = Callable[[str], Sequence[Any]]
"""The orders that a text is and nothing else; none where it is not."""


@dataclass(frozen=True, slots=True)
class Beside:
    """A stretch of a line beside the others, and the line without it. `passes`: the line is read with it as well, and
    orders the same."""

    text: str
    rest: str
    passes: bool = False

    @property
    def hangs(self) -> bool:
        """Whether it says something else instead of what stands before it, whatever it names."""
        words = folded(self.text).split()
        return words[:1] in (["or"], ["no"], ["not"]) or "instead" in words

    @property
    def counts(self) -> bool:
        """Whether there is a number in a stretch of a few words."""
        words = folded(self.text).split()
        return len(words) <= MOST and any(word.isdigit() or number(word) is not None for word in words)

    @property
    def turns(self) -> bool:
        """Whether it may change what stands before it: it counts, denies, doubts, puts off or takes back. A number in
        a line that is read may have been read."""
        words = folded(self.text).split()
        if words[:2] == ["why", "not"] or (words[:1] in _REASONS and _OTHER_TIME.isdisjoint(words[1:2])):
            return False
        if not words or self.hangs or joked(self.text) or of_last_time(self.text) or words[0] in _TAKING_BACK:
            return bool(words)
        return (self.counts and not self.passes) or (len(words) <= MOST and not _TURNING.isdisjoint(words))


def unread(line: str, orders_in: OrdersIn, names_any: Callable[[str], bool]) -> tuple[Beside, ...]:
    """The stretches of a line without which it orders the same, or without which alone it orders anything: those that
    were not read with it. Results of a report and courtesies are none, nor is what names something of the game
    (`names_any`) and says nothing else instead."""
    found = [one for one in stretches(line) if not (one.text.startswith(_RESULT) or is_sure(one.text))]
    if not found or len(found) > MOST_STRETCHES:
        return ()
    whole = list(orders_in(line))
    done = []
    for one in found:
        if names_any(one.text) and not (one.hangs and (not whole or one.text.lower().startswith("or "))):
            continue
        bare = list(orders_in(one.rest))
        is_said = folded(one.text) == "both" and len(bare) == 2
        if bare and not is_said and (not whole or bare == whole):
            done.append(replace(one, passes=bool(whole)))
    return tuple(done)


def stretches(line: str) -> Iterator[Beside]:
    """The words in brackets behind other words, and those behind a semicolon."""
    text = line.replace("[", "(").replace("]", ")")
    start = text.find("(")
    while start >= 0:
        end = text.find(")", start)
        inside = line[start + 1 : end if end >= 0 else len(line)].strip(" .!")
        rest = f"{line[:start].rstrip()} {line[end + 1 :].lstrip() if end >= 0 else ''}".strip()
        # Words before a colon are a heading: `Lazy S (Summer 1870): …`.
        is_heading = end >= 0 and text[end + 1 :].lstrip().startswith(":")
        if inside and "(" not in inside and text[:start].strip() and not is_heading:
            yield Beside(inside, rest)
        start = text.find("(", start + 1)
    parts = line.split(";")
    for place in range(1, len(parts)):
        inside = parts[place].strip(" .!")
        if inside:
            yield Beside(inside, ";".join((*parts[:place], *parts[place + 1 :])).strip())


__all__ = ["Beside", "OrdersIn", "stretches", "unread"]
