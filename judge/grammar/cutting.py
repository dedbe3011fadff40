"""Cutting: several orders on one line are told apart, so that one bad order spoils no other."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from judge.grammar.marking import Mark, Marker

RETREATING = ("_RETREAT", "FALLS_BACK")
VERBS = (
    "_HOLD", "_SUPPORT", "_CONVOY", "_TO", "_CROSS", *RETREATING, "DISBAND", "REMOVE", "_THITHER", "_FOLLOW",
    "_THE_SAME", "_PROSE_WINS",
)  # fmt: skip
"""Words that may come behind a unit."""
UNFINISHED = (
    "_SUPPORT", "_CONVOY", "_TO", "_HOLD_TO", "_IN", "_BACKED", "_FERRIED", "_BY_WAY", "_BECOMES", "_GO", "KIND", "NOT",
    "REPORT", "_COMPASS", "_BUT_FOR", "_LEAVING", "_PROSE_GETS", "_PROSE_PUT", "_PROSE_FOR",
)  # fmt: skip
"""Words that no order ends with."""
MANY = ("ALL", "BOTH", "REST", "NUMBER")
"""Several units at once."""


@dataclass(frozen=True, slots=True)
class Cutter:
    """Cuts lines that one marker has marked."""

    marker: Marker

    def cut(self, marks: list[Mark]) -> Iterator[list[list[Mark]]]:
        """The orders of a clause, in groups. At a comma before a new order the writer told them apart. Within a group
        a new order was taken to begin where a new unit does."""
        group: list[list[Mark]] = [[]]
        listing = False
        are_pairs = _are_pairs(marks)
        for number, mark in enumerate(marks):
            part = group[-1]
            if not are_pairs and self._says_nothing(marks, number, part):
                continue
            if are_pairs and mark.sign in ",&":
                yield group
                group = [[]]
                continue
            is_listing = self._is_put(part) or (listing and [one.sign for one in part] == ["@"])
            if self._parts(marks, number, part, is_listing):
                listing = is_listing
                if part:
                    yield group
                    group = [[]]
                continue
            is_begun = bool(part) and self._ends(part) and self._begins(marks, number, self._is_bare(part))
            if is_begun and not self._leaves_out(part):
                group.append([])
            if mark.sign == "&":
                mark = replace(mark, sign=",")
            group[-1].append(mark)
        if group[-1]:
            yield group

    def _says_nothing(self, marks: list[Mark], number: int, part: list[Mark]) -> bool:
        """A comma before `supported by` or `in Paris`; `both` between the units and what they do, or before
        the names of two; `then` between a unit and what it does."""
        sign, after = marks[number].sign, self._at(marks, number + 1)
        if sign == "then":
            return bool(part) and self._is_bare(part) and self.marker.is_(after, *VERBS)
        if sign in (",", "&"):
            is_last = number + 2 == len(marks)
            if is_last and [mark.sign for mark in part] in (["@"], ["build", "@"]) and len(after) > 1:
                return self.marker.is_(after, "KIND")  # "Venice, army"
            before = self._at(marks, number - 1) if number else ""
            if after == "@" and len(part) > 1 and self.marker.is_(part[0].sign, "_BUILD") and len(part[-1].sign) > 1:
                is_first = len([one for one in part if not self.marker.is_(one.sign, "_BUILD", "NUMBER")]) == 1
                if is_first and self.marker.is_(before, "KIND", "_THE_SAME"):
                    return True  # "build: army, Moscow"
            if after == "@" and part and all(self.marker.is_(one.sign, "NUMBER", "KIND") for one in part):
                return self.marker.is_(before, "KIND")  # "Two armies, Kiel and Berlin"
            if [mark.sign for mark in part] == ["@"] and after == "to" and self._at(marks, number + 2) == "@":
                return True  # "Paris, to Burgundy"
            return self.marker.is_(after, "_BACKED", "_FERRIED") or (
                self.marker.is_(before, "KIND") and self.marker.is_(after, "_IN")
            )
        is_behind = self.marker.is_(sign, "BOTH") and bool(number) and self.marker.is_(after, *VERBS)
        return is_behind or self._names_two(marks, number)

    def _names_two(self, marks: list[Mark], number: int) -> bool:
        """`both Paris and Belgium`."""
        if not self.marker.is_(self._at(marks, number), "BOTH"):
            return False
        pair = [mark.sign for mark in marks[number + 1 : number + 9] if not self.marker.is_(mark.sign, "KIND", "_IN")]
        return pair[:1] == pair[2:3] == ["@"] and pair[1] in (",", "&")

    def _is_put(self, part: list[Mark]) -> bool:
        """A unit that is built or removed, or several of a kind: others may follow in a list."""
        begins = bool(part) and self.marker.is_(
            part[0].sign, "_BUILD", "_PROSE_PUT", "DISBAND", "REMOVE", "KEEP", "_LEAVING"
        )
        return begins or self._is_of_a_kind(part)

    def _parts(self, marks: list[Mark], number: int, part: list[Mark], listing: bool) -> bool:
        """A comma, or `then`, behind which a new order begins. `listing`: a place alone does so in a list."""
        sign = marks[number].sign
        if sign in (",", "&") and self._leaves_out(part):
            return False
        if sign in (",", "&") or (sign == ":" and part and part[-1].sign != "%"):
            listed = not any(self.marker.is_(mark.sign, *RETREATING) for mark in part)
            after = number + 1
            if self._names_two(marks, after):
                after += 1
            if self.marker.is_(self._at(marks, after), "_OR") and self._at(marks, after) == "then":
                after += 1
            is_pair = [one.sign for one in part] == ["@", "@"]  # "Par Gas, Bel Bur with Mun's support"
            is_pair |= bool(part) and self.marker.is_(part[-1].sign, "_SUPPORT")
            if is_pair and self._at(marks, after) == self._at(marks, after + 1) == "@":
                return True
            return self._begins(marks, after, listed=listed, apart=True) or (listing and self._at(marks, after) == "@")
        if sign == "then":
            if number + 2 == len(marks) and self._at(marks, number + 1) == ",":
                return True
            return self._begins(marks, number + 1, apart=True)
        return False

    def _leaves_out(self, part: list[Mark]) -> bool:
        """`All armies but Munich`: of whom is still to be said what they do."""
        is_ = self.marker.is_
        return any(is_(one.sign, "_BUT_FOR") for one in part) and not any(is_(one.sign, *VERBS) for one in part)

    def _is_of_a_kind(self, part: list[Mark]) -> bool:
        """`Armies in Moscow`, `3 armies: Moscow`: others of that kind may follow."""
        signs = [mark.sign for mark in part if not self.marker.is_(mark.sign, "NUMBER", "_IN")]
        return len(signs) == 2 and signs[0].endswith("s") and self.marker.is_(signs[0], "KIND") and signs[1] == "@"

    @staticmethod
    def _at(marks: list[Mark], number: int) -> str:
        return marks[number].sign if number < len(marks) else ""

    def _is_bare(self, part: list[Mark]) -> bool:
        """A unit of which nothing is said yet: a word that could begin an order still belongs to it."""
        return not any(
            mark.sign not in "@%(:)." and not self.marker.is_(mark.sign, "KIND", "_IN", "IT") for mark in part
        )

    def _begins(
        self, marks: list[Mark], number: int, bare: bool = False, listed: bool = False, apart: bool = False
    ) -> bool:
        """A unit with its kind or nationality, or a word that puts or takes a unit, begins a new order here. So does
        the first of several that do the same, where units may be `listed`; and, `apart` from the words before, a
        verb."""
        if number >= len(marks):
            return True
        is_ = self.marker.is_
        sign = marks[number].sign
        after, next_but_one = self._at(marks, number + 1), self._at(marks, number + 2)
        if sign == "%" or (is_(sign, "WAIVE", "_REVERSE") and not (bare and is_(sign, "_HOLD"))):
            return True  # "F DEN nothing" holds
        if is_(sign, "KIND"):
            rest = [mark.sign for mark in marks[number + 1 : number + 4] if mark.sign not in "(."]
            if rest and (rest[0] in ("@", "%") or is_(rest[0], "_IN")):
                return True
            return len(sign) > 1 and bool(rest) and is_(rest[0], *VERBS, "_FROM")
        if is_(sign, "_SAME"):
            return after == "@" or is_(after, "KIND", "_IN", *MANY)
        if is_(sign, "_BUILD", "_PROSE_PUT", "DISBAND", "REMOVE", "KEEP", *RETREATING):
            rest = [mark.sign for mark in marks[number + 1 : number + 3] if not is_(mark.sign, "_BUILD")]
            return not bare and bool(rest) and (rest[0] in ("%", "@") or is_(rest[0], "KIND", "_IN", *MANY))
        if is_(sign, "_HOLD"):
            return not bare and (after == "@" or is_(after, "KIND", *MANY))
        if is_(sign, "_IN") and " " in sign:
            # "the one in Edinburgh sails", "an army in Kiel, the second one in Berlin"
            return after == "@" and (is_(next_but_one, *VERBS) or (apart and not next_but_one))
        if is_(sign, "NUMBER", "_COMPASS"):
            return is_(after, "KIND")
        if sign == "it":
            return apart and is_(after, *VERBS)
        if is_(sign, *MANY):
            return not after or is_(after, *VERBS, "KIND", "NUMBER", "REST")
        if is_(sign, "_TO", "_GO") and sign.isalpha():
            return apart and self._leads(marks, number + 1)
        if sign == "@":
            while listed and after == "," and next_but_one == "@":
                number += 2
                after, next_but_one = self._at(marks, number + 1), self._at(marks, number + 2)
            if is_(after, "BOTH") or after == "then":
                after, next_but_one = next_but_one, ""
            return is_(after, *VERBS) or (is_(after, "KIND") and (not next_but_one or is_(next_but_one, *VERBS, "_OR")))
        return False

    def _leads(self, marks: list[Mark], number: int) -> bool:
        """`move Lvp to Edi`: behind the verb comes a unit, and right behind that where it goes."""
        signs = [mark.sign for mark in marks[number : number + 6]]
        while signs and (signs[0] == "%" or self.marker.is_(signs[0], "KIND", "_IN", "_FROM")):
            signs.pop(0)
        return len(signs) > 1 and signs[0] == "@" and self.marker.is_(signs[1], "_TO", "_FROM")

    def _ends(self, part: list[Mark]) -> bool:
        """The words so far could be a whole order: a word that wants a unit after it is not its end."""
        last = part[-1].sign
        if last in ("@", ")"):
            # "send the Paris army to Burgundy"
            is_sent = len(part) == 2 and self.marker.is_(part[0].sign, "_GO", "_TO") and part[0].sign not in "-"
            return not is_sent and not (len(part) == 1 and last == "@")
        if self.marker.is_(last, "_SPOT"):
            return len(part) > 2 and part[-2].sign == "@"  # "Moscow takes Sevastopol back"
        if last in ("%", ":", "(") or self.marker.is_(last, *UNFINISHED):
            return False
        if last != "," and self.marker.is_(last, "_OR"):
            return False
        if self.marker.is_(last, *MANY) and (len(part) == 1 or self.marker.is_(part[-2].sign, "_BUILD", *MANY)):
            return False
        if len(part) == 1 and self.marker.is_(last, "_HOLD"):
            return False
        if self.marker.is_(last, "_BUILD", "_PROSE_PUT", "DISBAND", "REMOVE", "KEEP", *RETREATING):
            return len(part) > 1 and part[-2].sign in ("@", ")")
        return True


def _are_pairs(marks: list[Mark]) -> bool:
    """`mos ukr, war gal, sev bla`: two places and two places, with nothing but a sign between the pairs."""
    signs = [mark.sign for mark in marks]
    return (
        len(signs) > 4
        and len(signs) % 3 == 2
        and all(sign in (",", "&") if place % 3 == 2 else sign == "@" for place, sign in enumerate(signs))
    )
