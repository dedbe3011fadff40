"""Cutting: several orders on one line are told apart, so that one bad order spoils no other."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from judge.grammar.marking import Mark, Marker


@dataclass(frozen=True, slots=True)
class Cutter:
    """Cuts lines that one marker has marked."""

    marker: Marker

    def cut(self, marks: list[Mark]) -> Iterator[list[list[Mark]]]:
        """The orders of a line, in groups: at `;` and full stops, and at a comma before a new order, the writer told
        them apart; within a group a new order was taken to begin where a new unit does."""
        group: list[list[Mark]] = [[]]
        for number, mark in enumerate(marks):
            part = group[-1]
            before = part[-1].sign if part else ""
            if mark.sign in ";.!?" or (mark.sign in ",&" and self._begins(marks, number + 1)):
                if part and not (mark.sign == "." and self._is_short(before)):
                    yield group
                    group = [[]]
                continue
            if part and self._ends(part) and self._begins(marks, number, self._is_bare(part)):
                group.append([])
            if mark.sign == "&":
                mark = replace(mark, sign=",")
            group[-1].append(mark)
        if group[-1]:
            yield group

    def _is_short(self, sign: str) -> bool:
        """A word cut short, before a full stop: `A. Par`, `A Mar sup. A Par - Bur`. No order ends with it."""
        return (len(sign) == 1 and sign not in "@%") or self.marker.is_(sign, "_SUPPORT", "_CONVOY", "_TO", "KIND")

    def _is_bare(self, part: list[Mark]) -> bool:
        """A unit of which nothing is said yet: a word that could begin an order still belongs to it."""
        return not any(mark.sign not in "@%(:)." and not self.marker.is_(mark.sign, "KIND", "_IN") for mark in part)

    def _begins(self, marks: list[Mark], number: int, bare: bool = False) -> bool:
        """A unit with its kind or nationality, or a word that puts or takes a unit, begins a new order here."""
        if number >= len(marks):
            return True
        sign = marks[number].sign
        if sign in "%" and sign:
            return True
        if self.marker.is_(sign, "KIND"):
            rest = [mark.sign for mark in marks[number + 1 : number + 4] if mark.sign not in "(."]
            return bool(rest) and (rest[0] in ("@", "%") or self.marker.is_(rest[0], "_IN"))
        if self.marker.is_(sign, "WAIVE"):
            return True
        if self.marker.is_(sign, "_BUILD", "DISBAND", "REMOVE", "_RETREAT"):
            rest = [mark.sign for mark in marks[number + 1 : number + 3]]
            return not bare and bool(rest) and (rest[0] in ("%", "@") or self.marker.is_(rest[0], "KIND"))
        if sign == "@":
            after = marks[number + 1].sign if number + 1 < len(marks) else ""
            return bool(after) and self.marker.is_(after, "_HOLD", "_SUPPORT", "_CONVOY", "_TO", "_RETREAT", "DISBAND")
        return False

    def _ends(self, part: list[Mark]) -> bool:
        """What stands so far could be a whole order: a word that wants a unit after it is not its end."""
        last = part[-1].sign
        if last in ("@", ")"):
            return not (len(part) == 1 and last == "@")
        if self.marker.is_(last, "_SUPPORT", "_CONVOY", "_TO", "_HOLD_TO", "_IN", "KIND") or last in ("%", ":", "("):
            return False
        if last != "," and self.marker.is_(last, "_OR"):
            return False
        if self.marker.is_(last, "_BUILD", "DISBAND", "REMOVE", "_RETREAT"):
            return len(part) > 1 and part[-2].sign in ("@", ")")
        return True
