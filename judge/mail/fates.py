"""The fate of each stretch of a letter: exactly one each, and put together the stretches are the letter again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from operator import itemgetter
from typing import ClassVar

from judge.adjudicator.value import value


class Fate(str):
    """The kinds that a stretch of a letter may be. Each is one object, as the members of an Enum are; those of an Enum
    take twenty times as long to look up, and a letter asks for its lines' fates at each step."""

    __slots__ = ()

    ORDER: ClassVar[Fate]
    COMMAND: ClassVar[Fate]
    BLOCK: ClassVar[Fate]
    QUESTION: ClassVar[Fate]
    LATER: ClassVar[Fate]
    PRESS: ClassVar[Fate]
    FORM: ClassVar[Fate]
    COURTESY: ClassVar[Fate]
    SIGNATURE: ClassVar[Fate]
    QUOTATION: ClassVar[Fate]
    REFUSED: ClassVar[Fate]
    ATTACHMENT: ClassVar[Fate]
    NOT_ORDERED: ClassVar[Fate]
    REQUEST: ClassVar[Fate]
    COMMENT: ClassVar[Fate]
    SPACE: ClassVar[Fate]

    @property
    def name(self) -> str:
        """`NOT_ORDERED`."""
        return self.upper().replace("-", "_")

    def __repr__(self) -> str:
        return f"Fate.{self.name}"

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        # Out of another process comes the same object.
        return getattr, (Fate, self.name)


for _name in Fate.__annotations__:
    setattr(Fate, _name, Fate(_name.lower().replace("_", "-")))


# Of several fates on one line, the first of these is the line's.
_WORST = (Fate.REFUSED, Fate.NOT_ORDERED, Fate.QUESTION, Fate.REQUEST, Fate.LATER, Fate.ORDER)


@value
class Stretch:
    """A piece of a letter: the line it begins on (from 1), its exact text with the line's end, and its fate.

    `said`: why it is refused or passed over, or how it was read, in words for its writer.
    """

    number: int
    text: str
    fate: Fate
    said: str = ""


Part = tuple[str, Fate, str]
"""A part of a line as written, its fate, and the findings on it."""


def stretches(text: str, fates: Sequence[Fate | None], read: Mapping[int, Sequence[Part]]) -> tuple[Stretch, ...]:
    """A letter's text in stretches. `fates`: each line's, None where only reading tells; `read`: what it told.

    A line without a finding is refused: no written word is ever passed over in silence.
    """
    found: list[Stretch] = []
    rows = text.split("\n")
    for place, row in enumerate(rows):
        whole = row + ("\n" if place < len(rows) - 1 else "")
        fate = fates[place] if place < len(fates) else Fate.REFUSED
        if fate is not None:
            found.append(Stretch(place + 1, whole, fate))
            continue
        parts = read.get(place + 1, ())
        if len(parts) == 1:
            found.append(_as_one(place + 1, whole, parts))
        else:
            found += _told(place + 1, whole, parts)
    return tuple(found)


def together(found: Iterable[Stretch]) -> str:
    """The letter again."""
    return "".join(one.text for one in found)


def _told(number: int, row: str, parts: Sequence[Part]) -> list[Stretch]:
    """A line cut where its parts begin; as a whole, with the worst of their fates, where they are not its own words."""
    if not parts:
        return [Stretch(number, row, Fate.REFUSED)]
    # "No bids" is an order for each lot, and one stretch.
    alike = [list(same) for _, same in groupby(parts, key=itemgetter(0))]
    if len(alike) == 1:
        return [_as_one(number, row, parts)]
    places = {text: row.find(text) for (text, _, _), *_ in alike if row.count(text) == 1}
    if len(places) == len(alike):
        # `Up north: Bank 4`: of what leads in its game may have told behind the order.
        alike.sort(key=lambda same: places[same[0][0]])
    begins: list[int] = []
    at = 0
    for (text, _, _), *_ in alike:
        place, end = _found(row, text, at)
        if place < 0 < len(text) and begins:
            # A remark within the words of an order: `Par - Bur (he is tired)`.
            place, end = _found(row, text, begins[-1] + 1)
        if place < 0:
            return [_as_one(number, row, parts)]
        begins.append(place)
        at = end
    cuts = [0, *begins[1:], len(row)]
    return [_as_one(number, row[cuts[index] : cuts[index + 1]], same) for index, same in enumerate(alike)]


def _found(row: str, text: str, at: int) -> tuple[int, int]:
    """Where a text begins and ends in a row behind a place, -1 where it does not; between the cells of a table there
    are bars and blanks."""
    place = row.find(text, at) if text else -1
    if place < 0 and text and ("|" in row or "  " in row):
        return _in_cells(row, text.split(), at)
    return place, place + len(text)


def _in_cells(row: str, words: Sequence[str], at: int) -> tuple[int, int]:
    """Where words stand one behind the other in a row, with nothing but bars and blanks between them."""
    start = row.find(words[0], at)
    while start >= 0:
        end = start + len(words[0])
        for word in words[1:]:
            place = row.find(word, end)
            if place <= end or row[end:place].strip("| \t"):
                break
            end = place + len(word)
        else:
            return start, end
        start = row.find(words[0], start + 1)
    return -1, -1


def _as_one(number: int, row: str, parts: Sequence[Part]) -> Stretch:
    if len(parts) == 1:
        ((_, fate, said),) = parts
        return Stretch(number, row, fate, said)
    fates = [fate for _, fate, _ in parts]
    worst = next((one for one in _WORST if one in fates), fates[0])
    return Stretch(number, row, worst, " ".join(said for _, fate, said in parts if said and fate is worst))


__all__ = ["Fate", "Part", "Stretch", "stretches", "together"]
