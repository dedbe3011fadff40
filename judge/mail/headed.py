"""Lines below a heading that forbids, disowns or puts off what follows, or says that it is somebody else's: they order
nothing, up to a heading of the writer's own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from judge.adjudicator.protocol import Seat
from judge.grammar.courtesy import free_words, is_sure
from judge.grammar.headings import (
    Below,
    Heading,
    heading_in,
    helps,
    is_own,
    points_below,
    says_of_below,
    tells_of_the_past,
    unknown_words,
)  # fmt: skip
from judge.grammar.lexicon import Lexicon
from judge.grammar.mentions import Mentions
from judge.grammar.numbers import number
from judge.grammar.text import sentences
from judge.grammar.undoing import undoes_a_line
from judge.mail.language import OF_A_FORM, OrderLine

_ENOUGH = 20
"""Signs by which a stretch is found in its line."""
HEADED = "headed"
"""What stands below such a heading."""
HEADING = "heading"
"""The heading itself, and the one that ends it."""
DOUBTED = "perhaps-headed"
"""What may stand below one: it is not clear how far it reaches."""
OF_HEADINGS = (HEADED, HEADING, DOUBTED)
_DISOWNED = ("not", "theirs", "later", "unsure", "help", "to-others")
_TO_A_GAP = ("help", "to-others")
"""What reaches no further than to a blank line."""


def below_headings(
    lines: Sequence[OrderLine],
    named: Mentions,
    reads: Callable[[str], bool],
    seats: Lexicon,
    seat: Seat,
    waits: Callable[[str], bool],
) -> Sequence[OrderLine]:
    """The lines, those below such a heading marked. It reaches to a heading of the writer's own; where a blank line, or
    a heading of which nothing is known, comes first, what is below that is in doubt. `waits`: whether a text orders
    for a later window."""
    signs = "".join([line.text for line in lines])
    if "[" in signs:
        lines = _unticked(lines)
    if ":" in signs:
        lines = [one for line in lines for one in _behind_the_past(line, named, reads)]
    heads = [
        heading_in(line.text) if (":" in line.text or _stands_apart(lines, at)) and _is_free(line) else None
        for at, line in enumerate(lines)
    ]
    if not any(heads):
        return lines
    is_answered = any("yes:" in line.text.lower() for line in lines)

    def is_other(text: str) -> bool:
        found = seats.matches(text.removesuffix("'s").removesuffix("'"))
        return bool(found) and seat not in found

    def says(at: int, head: Heading | None) -> Below:
        if head is None or (head.is_short and not _stands_apart(lines, at)) or undoes_a_line(head.text):
            return ""
        if head.rest and head.text.lower().startswith("only if"):
            return ""  # one order and its condition, which are read together
        others = unknown_words(head.text)
        things = [one for one in named(others, free_words(others)) if one.kind not in ("seat", "ordering", "sum")]
        is_named = any(not seats.matches(one.text) for one in things)
        # "No: Munich to Silesia" may correct something; beside a Yes it is a list of what not to do.
        below = "not" if is_answered and head.text.lower() == "no" else says_of_below(head, is_other)
        # A game may read the orders on a line and pass over the heading before them.
        is_denied = below in ("not", "unsure") and head.rest
        return "" if is_named or (reads(lines[at].text) and not is_denied) else below

    said = [says(at, head) for at, head in enumerate(heads)]
    if not any(one in _DISOWNED for one in said):
        return lines
    return _Marker(lines, heads, said, named, reads, waits).marked()


def _unticked(lines: Sequence[OrderLine]) -> list[OrderLine]:
    """The lines; of a list of boxes, `[x]` and `[ ]`, those that are empty are not meant."""
    boxes = [line.text.replace(" ", "").lstrip("-*+").lower() for line in lines]
    if not any(box.startswith("[x]") for box in boxes):
        return list(lines)
    pairs = zip(lines, boxes, strict=True)
    return [replace(line, aside=HEADED) if box.startswith("[]") else line for line, box in pairs]


def _behind_the_past(line: OrderLine, named: Mentions, reads: Callable[[str], bool]) -> list[OrderLine]:
    """`Last time I was late, so early today: …`: what only tells of the past, and the orders behind it."""
    before, colon, behind = line.text.partition(":")
    head = heading_in(line.text) if colon and _is_free(line) else None
    if head is None or not head.rest or reads(line.text) or not tells_of_the_past(before.removesuffix(head.text)):
        return [line]
    orders = sentences(behind)
    is_own = says_of_below(head, lambda text: False) in ("own", "weak") and reads(orders[0])
    if not is_own or named(before, free_words(before)):
        return [line]
    return [replace(line, text=f"{before}:", aside=HEADING), *(replace(line, text=one) for one in orders)]


def _is_free(line: OrderLine) -> bool:
    return not line.aside and line.part != OF_A_FORM


def _stands_apart(lines: Sequence[OrderLine], at: int) -> bool:
    """Whether a line begins a paragraph."""
    below = at + 1 < len(lines) and lines[at + 1].number <= lines[at].number + 2
    return below and (at == 0 or lines[at - 1].number + 1 < lines[at].number)


class _Marker:
    """The lines of a letter, what their headings say, and how far the one at hand reaches."""

    def __init__(
        self, lines: Sequence[OrderLine], heads: Sequence[Heading | None], said: Sequence[Below], named: Mentions,
        reads: Callable[[str], bool], waits: Callable[[str], bool],
    ) -> None:  # fmt: skip
        self.lines, self.heads, self.said = lines, heads, said
        self.named, self.reads, self.waits = named, reads, waits
        self.state: Below | str = ""
        """What the heading at hand says; DOUBTED behind its end."""
        self.head = ""
        self.count = -1
        """So many lines it is for; -1: it does not say."""
        self.last = 0
        self.found: list[OrderLine] = []

    def marked(self) -> list[OrderLine]:
        """The lines, marked."""
        for at, line in enumerate(self.lines):
            self._line(at, line)
        return self.found

    def _line(self, at: int, line: OrderLine) -> None:
        head, said = self.heads[at], self.said[at]
        if head is not None and said in _DISOWNED and not (said == "later" and self._is_the_open_one(at)):
            self._begins(at, line, head, said)
        elif head is not None and self.state and said in ("own", "weak"):
            self.state = ""
            text = line.text.partition(":")[2].strip()
            self.found.append(replace(line, aside=HEADING) if not text else self._without_head(line))
        elif self.state and _is_free(line):
            self._below(line)
        else:
            self.found.append(line)
        self.last = line.number

    def _begins(self, at: int, line: OrderLine, head: Heading, said: Below) -> None:
        self.head = head.text
        own = self._own_behind(head.rest)
        reaches = not head.rest or any(one in ("own", "weak") for one in self._directly_below(at))
        if not self._orders_below(at, head):
            self.found.append(line)
            return
        if said == "help" and head.rest and helps(head.rest):
            self.found.append(line)
            return
        aside = HEADING if not head.rest else DOUBTED if said == "help" else HEADED
        self.found.append(replace(line, aside=aside, below=head.text))
        if own:
            at_own = line.text.find(own[:_ENOUGH])
            self.found[-1] = replace(self.found[-1], text=line.text[:at_own].strip())
            self.found.append(self._without_head(replace(line, text=line.text[at_own:])))
            reaches = False
        self.state = said if reaches else ""
        self.count = _count_in(head.text)

    def _without_head(self, line: OrderLine) -> OrderLine:
        """`Yes: Portugal to Spain`: the order alone, where its game knows no such heading."""
        behind = line.text.partition(":")[2].strip()
        return replace(line, text=behind) if not self.reads(line.text) and self.reads(behind) else line

    def _own_behind(self, rest: str) -> str:
        """The words behind a heading on its line, from where on they are the writer's own: `Old: bid 4. New: 5`."""
        said = sentences(rest)
        for at, one in enumerate(said[1:], 1):
            head = heading_in(one)
            is_head = head is not None and head.rest and says_of_below(head, lambda text: False) in ("own", "weak")
            if is_head or is_own(one):
                return " ".join(said[at:])
        return ""

    def _directly_below(self, at: int) -> list[Below]:
        """What the headings below say, up to a blank line."""
        found = []
        for place in range(at + 1, len(self.lines)):
            if self.lines[place].number > self.lines[place - 1].number + 1:
                break
            found.append(self.said[place])
        return found

    def _orders_below(self, at: int, head: Heading) -> bool:
        """Whether what the heading is for may be orders at all."""
        if head.rest:
            return any(map(self._names, sentences(head.rest)))
        below = self.lines[at + 1 :]
        return any(self._names(one.text) for one in below)

    def _is_the_open_one(self, at: int) -> bool:
        """`My orders for next turn:` over all that is ordered: the turn that is next to be played."""
        others = [one for place, one in enumerate(self.said) if place != at]
        above = any(self.reads(one.text) for one in self.lines[:at] if not one.aside)
        return not above and not {"own", "weak"} & set(others)

    def _below(self, line: OrderLine) -> None:
        is_apart = line.number > self.last + 1 and self.found[-1].aside != HEADING
        leads = line.text.rstrip().endswith(":")
        ends = self.count == 0 and line.number > self.last
        if ends or (self.state in _TO_A_GAP and (is_apart or leads)):
            self.state = ""
        elif is_apart or (leads and not self._names(line.text) and self.count < 0):
            self.state = DOUBTED
        if self.state and line.number > self.last:
            self.count -= 1
        # Orders for a window to come are kept.
        is_own = self._counts(line.text)
        if not self.state or is_sure(line.text) or is_own:
            self.found.append(line)
        elif self.state in (DOUBTED, "unsure", *_TO_A_GAP):
            is_meant = self._names(line.text)
            self.found.append(replace(line, aside=DOUBTED, below=self.head) if is_meant else line)
        else:
            self.found.append(replace(line, aside=HEADED))

    def _counts(self, text: str) -> bool:
        """Whether a line below a heading is in force for what it says itself: an order for a window to come, a
        support that names itself one."""
        return (self.state == "later" and self.waits(text)) or (self.state == "help" and helps(text))

    def _names(self, text: str) -> bool:
        counts = any(number(word.strip(".,;:!?$")) is not None for word in text.split())
        return counts or bool(self.named(text, free_words(text))) or self.reads(text)


def _count_in(text: str) -> int:
    """`Ignore the following two lines`: 2; -1 where no number is said."""
    said = text.lower().strip(" .!").split()
    found = [number(word) for word in said] if said[-1] in ("lines", "orders", "moves") else []
    is_one = said[-1] in ("line", "order", "move") and points_below(text)
    return next((one for one in found if one is not None), 1 if is_one else -1)


__all__ = ["DOUBTED", "HEADED", "HEADING", "OF_HEADINGS", "below_headings"]
