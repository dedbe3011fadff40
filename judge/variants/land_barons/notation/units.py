"""Units as players name them: by kind and place, with a number or a count where there are several alike."""

from __future__ import annotations

import re
from collections import Counter

from judge.adjudicator.protocol import Problem, Seat
from judge.variants.land_barons.board import Board
from judge.variants.land_barons.counters import REGULATOR, UNITS
from judge.variants.land_barons.names import refs
from judge.variants.land_barons.notation.words import ORDINALS, find_space, find_unit, is_label
from judge.variants.land_barons.orders import UnitRef
from judge.variants.land_barons.state import State

COUNTS = {"a": 1, "an": 1, "one": 1, "two": 2, "both": 2, "three": 3, "four": 4, "five": 5, "six": 6}
_ALL = re.compile(r"(?:all|everybody|everyone|everything|all units|the rest|rest|others)", re.IGNORECASE)
_ALL_BUT = re.compile(
    r"(?:all|everybody|everyone|everything)(?: units)?,? (?:but|except|save)(?: the| my)? (.+)", re.IGNORECASE
)
_ONE = re.compile(r"(?:(?P<count>\d{1,2}|[a-z]+)\s+)?(?P<kind>\D.*?)(?:\s+(?:no\.? ?)?(?P<number>\d{1,2}))?", re.I)


class UnitReader:
    """Reads the units of one letter. A unit named on an earlier line is not meant again by `Regulator` alone."""

    def __init__(self, board: Board, state: State, seat: Seat) -> None:
        self.board = board
        self.state = state
        self.seat = seat
        self._there = Counter((unit.kind, unit.space) for unit in state.units_of(seat))
        self._named: set[UnitRef] = set()

    # -- with a place for all: moves ------------------------------------------------------------------------------

    def at(self, phrase: str, start: str | None) -> tuple[UnitRef, ...] | Problem:
        """`Baron, Gunslinger`, `2 Regulators`, `all but Baron` in one space (None: wherever the kind is)."""
        found: list[UnitRef] = []
        but = _ALL_BUT.fullmatch(phrase.strip())
        if but:
            left_out = self._each(but[1], start, set())
            if isinstance(left_out, Problem):
                return left_out
            return self._claim([ref for ref in self._all(start) if ref not in left_out])
        if _ALL.fullmatch(phrase.strip()):
            everybody = [ref for ref in self._all(start) if ref not in self._named]
            return self._claim(everybody) if everybody else self._nobody(start)
        refs_found = self._each(phrase, start, self._named)
        if isinstance(refs_found, Problem):
            return refs_found
        found += refs_found
        return self._claim(found)

    def _claim(self, found: list[UnitRef]) -> tuple[UnitRef, ...]:
        self._named.update(found)
        return tuple(found)

    def _all(self, start: str | None) -> list[UnitRef]:
        return [ref for ref in refs(self.state, self.seat) if start in (None, ref.space)]

    def _nobody(self, start: str | None) -> Problem:
        where = tuple(sorted({unit.space for unit in self.state.units_of(self.seat)}))
        return Problem("nobody-there", {"space": start or "", "where": where})

    # -- each with its own place: pay -----------------------------------------------------------------------------

    def listed(self, phrase: str) -> tuple[UnitRef, ...] | Problem:
        """`Cowboys at 0507, 2 Regulators at 0612`: a place holds for the item it stands by."""
        named: set[UnitRef] = set()
        for part in _items(phrase):
            item, start = self.split_place(part)
            if isinstance(start, Problem):
                return start
            found = [ref for ref in self._all(start) if ref not in named] if _ALL.fullmatch(item) else None
            if found is None:
                read = self._one(item, start, named)
                if isinstance(read, Problem):
                    return read
                found = read
            named.update(found)
        order = {ref: place for place, ref in enumerate(refs(self.state, self.seat))}
        return tuple(sorted(named, key=lambda ref: order.get(ref, len(order))))

    def split_place(self, phrase: str) -> tuple[str, str | Problem | None]:
        """`Gunslinger at 0507` as the units and the space (None: no space is named)."""
        found = re.fullmatch(r"(.*?)[\s,]+(?:at|in|on|from)\s+(.+)", phrase.strip(), re.IGNORECASE)
        if found:
            return found[1].strip(), find_space(self.board, found[2])
        words = phrase.split()
        for place in range(1, len(words)):
            tail = " ".join(words[place:])
            if is_label(self.board, tail) and not re.fullmatch(r"\d{1,2}", tail):
                return " ".join(words[:place]).rstrip(","), find_space(self.board, tail)
        return phrase.strip(), None

    # -- single items ---------------------------------------------------------------------------------------------

    def _each(self, phrase: str, start: str | None, named: set[UnitRef]) -> list[UnitRef] | Problem:
        found: list[UnitRef] = []
        for part in _items(phrase):
            read = self._one(part, start, named | set(found))
            if isinstance(read, Problem):
                return read
            found += read
        return found

    def _one(self, text: str, start: str | None, named: set[UnitRef]) -> list[UnitRef] | Problem:
        """One item: a kind, how many of it, or which."""
        text = re.sub(r"^(?:my|the)\s+", "", text.strip(), flags=re.IGNORECASE)
        found = _ONE.fullmatch(text)
        if found is None:
            return Problem("unknown-unit", {"text": text, "near": ()})
        word = (found["count"] or "").lower()
        known = word.isdecimal() or word in COUNTS or word in ORDINALS or word == "all"
        phrase = found["kind"] if known or not word else f"{found['count']} {found['kind']}"
        phrase = re.sub(r"^(?:of )?(?:my|the) ", "", phrase, flags=re.IGNORECASE)
        kind = find_unit(phrase)
        if isinstance(kind, Problem):
            return kind
        space = start if start is not None else self._only_place(kind)
        if isinstance(space, Problem):
            return space
        number = int(found["number"] or ORDINALS.get(word, 0))
        if number:
            return [UnitRef(kind, space, number)]
        there = self._there[kind, space]
        if word == "all" or (not word and _is_plural(kind, phrase)):
            free = [ref for n in range(1, there + 1) if (ref := UnitRef(kind, space, n)) not in named]
            return free or [self._next(kind, space, named)]
        count = (int(word) if word.isdecimal() else COUNTS.get(word, 1)) if known else 1
        chosen: list[UnitRef] = []
        for _ in range(max(1, min(count, 60))):
            chosen.append(self._next(kind, space, named | set(chosen), several=count > 1))
        return chosen

    def _next(self, kind: str, space: str, named: set[UnitRef], several: bool = False) -> UnitRef:
        """The first of its like not named yet. Counters in hand may join those on the map; else it is named again."""
        number = 1
        while UnitRef(kind, space, number) in named:
            number += 1
        joining = self.state.won.get(self.seat, ()).count(kind) + (kind == REGULATOR)
        if number > self._there[kind, space] + joining and not several:
            return UnitRef(kind, space, 1)
        return UnitRef(kind, space, number)

    def _only_place(self, kind: str) -> str | Problem:
        spaces = sorted({unit.space for unit in self.state.units_of(self.seat) if unit.kind == kind})
        if len(spaces) == 1:
            return spaces[0]
        if not spaces:
            facts = {"kind": kind, "space": "", "number": 1, "there": 0, "where": ()}
            return Problem("no-such-unit", facts)
        return Problem("which-unit", {"kind": kind, "spaces": tuple(spaces)})


def _items(phrase: str) -> list[str]:
    return [part.strip() for part in re.split(r",|\band\b|&|\+", phrase) if part.strip()]


def _is_plural(kind: str, said: str) -> bool:
    """Whether a singular kind was said in the plural: `Regulators` are all of them there."""
    name = UNITS[kind].name
    return said.lower().endswith("s") and not name.endswith("s")
