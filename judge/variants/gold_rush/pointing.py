"""Measures, points and pieces in a line: `12.5`, `3 1/2`, `12.5,30`, `x=44, y=18` (GR-Q1)."""

from __future__ import annotations

from judge.grammar.finding import Name
from judge.variants.gold_rush.names import Names
from judge.variants.gold_rush.notation import hundredths, is_number
from judge.variants.gold_rush.packs import BEAR, INCH, LETTERS
from judge.variants.gold_rush.signs import Mark
from judge.variants.gold_rush.tongue import SIGNS
from judge.variants.gold_rush.vocabulary import (
    ABBREVIATED,
    ANIMALS,
    DIGGERS,
    FIGURE_WORDS,
    GROUPS,
    NOT_A_POINT,
    NUMBERS,
    PIECE_LETTERS,
    UNCLEAR,
    WAYS,
    Word,
)  # fmt: skip


class Pointing:
    """The words of a line, the marks that were made of them so far, and the measures, points and pieces among
    them."""

    names: Names
    text: str
    words: tuple[Word, ...]
    texts: list[str]
    marks: list[Mark]
    is_unclear: bool
    pieces: dict[int, tuple[tuple[str, ...], int] | None]
    """By their places, those that were looked for."""

    def _word(self, place: int) -> str:
        return self.texts[place]

    def _is_joined(self, place: int) -> bool:
        """Whether a word follows the one before it without a space."""
        return 0 < place < len(self.words) and self.words[place].start == self.words[place - 1].end

    def _put(self, sign: str, first: int, last: int, *choices: str) -> int:
        """A mark for the words from `first` up to `last`; gives the place behind them."""
        start, end = self.words[first].start, self.words[last - 1].end
        name = Name(sign, self.text[start:end], choices) if sign in SIGNS else None
        self.marks.append(Mark(sign, start, end, name))
        return last

    def _measure(self, place: int) -> tuple[int, int] | None:
        """A number with up to two decimals, in hundredths, and the place behind it."""
        word = self._word(place)
        if not is_number(word, 4):
            return None
        behind = place + 1
        said = word
        if self._word(behind) == "." and self._is_joined(behind) and self._is_joined(behind + 1):
            decimals = self._word(behind + 1)
            if decimals[:1].isdigit():
                said, behind = f"{word}.{decimals}", behind + 2
        value = hundredths(said)
        if value is None:
            return None
        part = self._part(behind) if behind == place + 1 and not self._is_joined(behind) else 0
        value, behind = value + part, behind + 3 * bool(part)
        while self._word(behind) in ('"', "'") and self._is_joined(behind):
            behind += 1
        return value, behind

    def _part(self, place: int) -> int:
        """The `1/2` behind a whole number, in hundredths; 0: there is none."""
        over, sign, under = self.texts[place : place + 3]
        is_one = sign == "/" and self._is_joined(place + 1) and self._is_joined(place + 2) and under in ("2", "4")
        return int(over) * INCH // int(under) if is_one and over in ("1", "3") and over < under else 0

    def _by_name(self, place: int) -> int:
        """`x=44, y=18`; `to 44 east, 18 north`, which without `to` are two ways to go."""
        named = self.texts[place : place + 2] == ["x", "="]
        if not named and self._word(place - 1) not in ("to", "at"):
            return place
        first = self._measure(place + 2 * named)
        if first is None:
            return place
        here = first[1] + (not named and self._word(first[1]) in ("east", "e"))
        if not named and here == first[1]:
            return place
        here += self._word(here) in (",", "and", "/", ";")
        if named and self.texts[here : here + 2] != ["y", "="]:
            return place
        second = self._measure(here + 2 * named)
        if second is None or not (named or self._word(second[1]) in ("north", "n")):
            return place
        return self._put("@", place, second[1] + (not named), f"{first[0]},{second[0]}")

    def _point(self, place: int) -> int:
        """`12.5,30`, `(12.5, 30)`, `12.5/30`."""
        named = self._by_name(place)
        if named > place:
            return named
        inside = place + (self._word(place) == "(")
        first = self._measure(inside)
        if first is None or self._word(first[1]) not in (",", "/"):
            return place
        second = self._measure(first[1] + 1)
        if second is None or self._word(second[1]) in NOT_A_POINT:
            return place
        behind = second[1]
        if self._word(behind) == "," and self._is_joined(behind) and self._is_joined(behind + 1):
            if self._measure(behind + 1) is not None:
                self.is_unclear = True
                return self._put(UNCLEAR, place, behind + 2)
        if inside > place:
            if self._word(behind) != ")":
                return place
            behind += 1
        return self._put("@", place, behind, f"{first[0]},{second[0]}")

    def _is_point(self, place: int) -> bool:
        inside = place + (self._word(place) == "(")
        first = self._measure(inside)
        return first is not None and self._word(first[1]) == "," and self._measure(first[1] + 1) is not None

    def _coded(self, word: str) -> str:
        """`m2` as M2; "" when a word is no code of a piece."""
        letter, digits = word[:1].upper(), word[1:].removesuffix("'s")
        return f"{letter}{int(digits)}" if letter in PIECE_LETTERS and is_number(digits, 2) and int(digits) else ""

    def _piece(self, place: int) -> tuple[tuple[str, ...], int] | None:
        """Somebody or something by code or by name and number: what it may mean, and the place behind it."""
        if place not in self.pieces:
            self.pieces[place] = self._found_piece(place)
        return self.pieces[place]

    def _found_piece(self, place: int) -> tuple[tuple[str, ...], int] | None:
        word = self._word(place)
        if word == "#" and self._is_joined(place + 1) and is_number(self._word(place + 1), 2):
            return (f"{self.names.letter}{int(self._word(place + 1))}",), place + 2
        code = self._coded(word)
        if code and (word,) not in self.names.places:
            return (code,), place + 1
        if word == "bear":
            return (f"{BEAR}1",), place + 1
        if word in ("gold", "native") and self._word(place + 1) in (*DIGGERS, "indian", "indians"):
            return self._piece(place + 1)
        # `no. 3`; but `on the horse. 3 fires`
        behind = place + 1 + (word in ABBREVIATED and self._word(place + 1) == ".")
        if word in (*FIGURE_WORDS, *GROUPS, "digger") and self._word(behind) in ("number", "no", "nr"):
            behind += 1 + (self._word(behind + 1) == ".")
        said = self._word(behind).removesuffix("'s")
        number = int(said) if is_number(said, 2) else NUMBERS.get(said, 0)
        if self._word(behind + 1) == "." and self._is_joined(behind + 2) and self._word(behind + 2).isdigit():
            return None
        titled = self._coded(said)
        if titled and word in (*FIGURE_WORDS, *GROUPS, *DIGGERS, *ANIMALS):
            return (titled,), behind + 1
        if not number:
            return None
        if word in FIGURE_WORDS:
            return (f"{self.names.letter}{number}",), behind + 1
        if word in ANIMALS and self._word(behind + 1) in WAYS:
            # `lead the mule 4 inches west`
            return None
        if word in ANIMALS:
            return (f"{ANIMALS[word]}{number}",), behind + 1
        if word in GROUPS:
            return (f"{LETTERS[GROUPS[word]]}{number}",), behind + 1
        return (self._diggers(number), behind + 1) if word == "digger" else None

    def _diggers(self, number: int) -> tuple[str, ...]:
        """`Digger 3`: one's own where there are no others, else that of every group of Diggers that has one."""
        groups = sorted(group for group in self.names.state.groups.values() if group.startswith("diggers"))
        codes = tuple(f"{LETTERS[group]}{number}" for group in groups)
        return tuple(code for code in codes if code in self.names.codes) or codes[:1] or (f"D{number}",)
