"""Words beside an order, in brackets or behind a semicolon, that were not read with it: whether they may change it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from judge.grammar.courtesy import is_sure
from judge.grammar.limits import limits
from judge.grammar.mood import joked, of_last_time
from judge.grammar.numbers import number
from judge.grammar.remark import beyond_remark
from judge.grammar.shapes import Shapes
from judge.grammar.text import folded, plain

LONGEST = 400
MOST = 4
"""Words of a stretch that may say one thing of the order before it; a longer one tells a story."""
MOST_STRETCHES = 8
_RESULT = "*"
_SHAPES = Shapes("beside.lark", lexer="basic")
TURNING = ("DENIES", "CONTRAST", "HANGS", "OTHERWISE", "ELSE", "AGAIN", "MANY")
"""Words that turn what stands beside them, or say it of others."""
UNDOING = ("TAKES_BACK", "DOUBTS", "OTHER_TIME")
"""Words that take back, doubt or put off what stands beside them."""
_REASONS = ("WITH", "REASON")
"""With one of these begins why, not what: `(for Portugal later)`; but `(for next year)`."""
_ALL_OTHER_TIMES = ("another", "some", "be")

OrdersIn = Callable[[str], Sequence[Any]]
"""The orders that a text is and nothing else; none where it is not."""


@lru_cache(maxsize=4096)
def kinds_in(text: str) -> tuple[tuple[str, str], ...]:
    """The words of a text, each with its kind in beside.lark."""
    words = _SHAPES.words_of(plain(text)[:LONGEST])
    return tuple([(kind, said.lower()) for kind, _, said in words if kind != "SIGN"])


def says(text: str, *kinds: str) -> bool:
    """Whether a text has a word of one of these kinds."""
    return any(kind in kinds for kind, _ in kinds_in(text))


def is_mere(text: str) -> bool:
    """Whether a sentence with a word of correction corrects nothing: `Sorry, I have to.`"""
    return [kind for kind, _ in kinds_in(text)] == ["MERE"]


def begins_with(text: str, *kinds: str) -> bool:
    """Whether a text begins with a word of one of these kinds."""
    return any(kind in kinds for kind, _ in kinds_in(text)[:1])


@dataclass(frozen=True, slots=True)
class Beside:
    """A stretch of a line beside the others, and the line without it. `passes`: the line is read with it as well, and
    orders the same."""

    text: str
    rest: str
    passes: bool = False
    contrasts: bool = False
    """Whether it leaves out what the order does not name: `on Blue (not on Red)`."""

    @property
    def hangs(self) -> bool:
        """Whether it says something else instead of what stands before it, whatever it names."""
        return not self.contrasts and (self.offers or folded(self.text).split()[:1] in (["no"], ["not"]))

    @property
    def offers(self) -> bool:
        """Whether it names something in the place of what stands before it: `(or Tom)`, `(Tom instead)`."""
        words = folded(self.text).split()
        return words[:1] == ["or"] or "instead" in words

    @property
    def may_name(self) -> bool:
        """Whether it may be unread though it names something, as it says that instead or leaves it out."""
        return self.hangs or begins_with(self.text.partition(",")[0], "CONTRAST")

    @property
    def counts(self) -> bool:
        """Whether there is a number in a stretch of a few words."""
        words = folded(self.text).split()
        return len(words) <= MOST and any(word.isdigit() or number(word) is not None for word in words)

    @property
    def turns(self) -> bool:
        """Whether it may change what stands before it: it counts, denies, doubts, puts off or takes back. A number in
        a line that is read may have been read."""
        kinds = [kind for kind, _ in kinds_in(self.text)]
        if not kinds or self.contrasts or kinds[0] == "WHY_NOT" or self._gives_a_reason(kinds):
            return False
        if self.hangs or joked(self.text) or of_last_time(self.text) or kinds[0] == "TAKES_BACK":
            return True
        is_short = len(folded(self.text).split()) <= MOST
        turning = (kind for kind in (*TURNING, *UNDOING, "TIMES") if not (self.passes and kind == "ELSE"))
        return (self.counts and not self.passes) or (is_short and says(self.text, *turning))

    def _gives_a_reason(self, kinds: Sequence[str]) -> bool:
        second = folded(self.text).split()[1:2]
        return (
            kinds[0] in _REASONS
            and "OTHER_TIME" not in kinds[1:2]
            and second not in ([one] for one in _ALL_OTHER_TIMES)
        )


def unread(line: str, orders_in: OrdersIn, names_any: Callable[[str], bool]) -> tuple[Beside, ...]:
    """The stretches of a line without which it orders the same, or without which alone it orders anything: those that
    were not read with it. Results of a report and courtesies are none, nor is what names something of the game
    (`names_any`) and says nothing else instead."""
    found = may_be_unread(line, names_any)
    whole = list(orders_in(line)) if found else []
    done = []
    for one in found:
        is_named = names_any(one.text)
        one = replace(one, contrasts=is_named and is_contrast(one.text, one.rest, orders_in))
        if is_named and not one.contrasts and not (one.hangs and (not whole or one.offers)):
            continue
        bare = list(orders_in(one.rest))
        is_said = folded(one.text) == "both" and len(bare) == 2
        if bare and not is_said and (not whole or bare == whole):
            done.append(replace(one, passes=bool(whole)))
    return tuple(done)


def may_be_unread(line: str, names_any: Callable[[str], bool]) -> tuple[Beside, ...]:
    """The stretches of a line that have to be asked about: by their words alone most, as in `G(Lzy)`, are read with
    it."""
    found = tuple(stretches(line))
    asked = tuple(one for one in found if (not names_any(one.text) or one.may_name) and not _says_nothing(one.text))
    if len(found) > MOST_STRETCHES and sum(not _says_nothing(one.text) for one in found) > MOST_STRETCHES:
        return ()
    return asked


def _says_nothing(text: str) -> bool:
    """Whether a stretch is a result of a report or a courtesy."""
    return text.startswith(_RESULT) or is_sure(text)


def is_contrast(text: str, rest: str, orders_in: OrdersIn) -> bool:
    """Whether words only name what one order leaves out, and is not: `on Blue (not on Red, he's broke)`."""
    head, _, remark = text.partition(",")
    kinds = kinds_in(head)
    if not kinds or kinds[0][0] != "CONTRAST" or (remark.strip() and beyond_remark(remark.strip()) is None):
        return False
    left_out = [word for kind, word in kinds[1:] if kind == "WORD"]
    is_name_alone = len(left_out) == len(kinds) - 1 and not set(left_out) & set(folded(rest).split())
    return is_name_alone and not any(one.of_many for one in limits(f"{rest}. But")) and len(orders_in(rest)) == 1


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


__all__ = [
    "TURNING",
    "UNDOING",
    "Beside",
    "OrdersIn",
    "begins_with",
    "kinds_in",
    "may_be_unread",
    "says",
    "stretches",
    "unread",
]
