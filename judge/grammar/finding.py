"""Names of the game in a line: the longest win, plurals count, one slip of the keys is forgiven.

The meaning of a single word is remembered; the grammar is asked only about words that are no names.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

from judge.grammar.lexicon import Lexicon, likeness
from judge.grammar.memory import Memory
from judge.grammar.shapes import MOST_KEPT
from judge.grammar.text import folded

LIKE = 0.82
"""How alike a word and a name must be for the one to be a slip of the other."""
MOST_MISSED = 2
"""Letters too many or too few in a slip."""

WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)*|[^\w\s]|_+", re.UNICODE)
"""A word, or a mark."""


@dataclass(frozen=True, slots=True)
class Name:
    """A name as written: the ids it may mean, and whether it is a guess from a slip of the keys."""

    sign: str
    text: str
    choices: tuple[str, ...]
    guessed: bool = False


@dataclass(frozen=True, slots=True)
class Piece:
    """A word of the shape and its stretch of the line."""

    sign: str
    start: int
    end: int
    name: Name | None = None


class _Word(NamedTuple):
    """A word of a line, as it was written and as it is compared (nothing for a mark)."""

    start: int
    end: int
    text: str
    folded: str


_folded = lru_cache(MOST_KEPT)(folded)
_Meant = tuple[str, tuple[str, ...], bool]
"""A sign, what it may mean, whether that is a guess."""


class Finder:
    """The names of one board, by their signs; of two lexicons the first wins. `is_word`: whether a stretch of a line
    in small letters is a word of the grammar."""

    def __init__(self, signs: Mapping[str, Lexicon], is_word: Callable[[str, int, int], bool]) -> None:
        self.signs = signs
        self.is_word = is_word
        self._near: Memory[tuple[str, ...], _Meant | None] = Memory(MOST_KEPT)
        self._guesses: Memory[str, _Meant | None] = Memory(MOST_KEPT)

    @cached_property
    def _spellings(self) -> dict[tuple[str, ...], tuple[str, tuple[str, ...]]]:
        """Every spelling as its words, with its sign and what it may mean."""
        found: dict[tuple[str, ...], tuple[str, tuple[str, ...]]] = {}
        for sign, lexicon in self.signs.items():
            names = [(name, ()) for key, names in lexicon.words.items() for name in (key, *names)]
            for name, _ in (*names, *((one, ()) for one in lexicon.ambiguous)):
                said = tuple(folded(name).split())
                for one in (said, _singular(said)):
                    if one:
                        found.setdefault(one, (sign, lexicon.matches(name)))
        return found

    @cached_property
    def _reach(self) -> dict[str, int]:
        """The most words that a spelling has whose first word begins so."""
        found: dict[str, int] = {}
        for first, *more in self._spellings:
            for end in range(1, len(first) + 1):
                found[first[:end]] = max(found.get(first[:end], 1), 1 + len(more))
        return found

    def pieces(self, text: str) -> Iterator[Piece]:
        """The words of a line, names of the game as signs."""
        words = [_Word(found.start(), found.end(), found[0], _folded(found[0])) for found in WORD.finditer(text)]
        lower = text.lower()
        number = 0
        while number < len(words):
            start, end, word, said = words[number]
            may_begin = said in self._begins or _is_initial(words, number)
            known = self._longest(words, number) if may_begin else self._slipped(words, number, lower)
            if known is not None:
                length, sign, choices, guessed = known
                end = words[number + length - 1].end
                yield Piece(sign, start, end, Name(sign, text[start:end], choices, guessed))
                number += length
                continue
            number += 1
            guess = self._guess(word, said) if said else None
            if guess is not None and not self.is_word(lower, start, end):
                yield Piece(guess.sign, start, end, guess)
            else:
                yield Piece("?" if word in self.signs else word.lower(), start, end)

    def _longest(self, words: Sequence[_Word], number: int) -> tuple[int, str, tuple[str, ...], bool] | None:
        """The longest name that begins at a word: its length in words, its sign, what it may mean, whether guessed.

        A hyphen within a name is passed over (`Hangers-On`), and of a name of several words the last may be a slip.
        """
        spelled = self._spellings
        most = 2 * self._reach.get(words[number].folded, 1) - 1
        for length in range(min(most, len(words) - number), 0, -1):
            stretch = words[number : number + length]
            if not _hangs_together(stretch):
                continue
            said = tuple(word.folded for word in stretch if word.folded)
            known = self._known(spelled, said, stretch[-1].text)
            if known is not None:
                return length, known[0], known[1], False
            if 1 < len(said) == length or (len(said) > 1 and _is_initial(stretch, 0)):
                nearly = self._nearly(said)
                if nearly is not None:
                    return length, *nearly
        return None

    def _nearly(self, said: tuple[str, ...]) -> _Meant | None:
        """The names that several words begin or are a slip of; whether that is a guess. Remembered."""
        if said not in self._near:
            begun = self._begun(said)
            found = begun or self._slip(said)
            self._near.keep(said, (*found, begun is None) if found else None)
        return self._near[said]

    def _begun(self, said: tuple[str, ...]) -> tuple[str, tuple[str, ...]] | None:
        """The names that several words begin (`Grand Is`), where the first of them are no name of their own."""
        spelled = self._spellings
        if len(said[-1]) < 2 or any(said[:count] in spelled for count in range(1, len(said))):
            return None
        found = ((sign, lexicon.matches(" ".join(said))) for sign, lexicon in self.signs.items())
        return next(((sign, begun) for sign, begun in found if begun), None)

    @cached_property
    def _begins(self) -> frozenset[str]:
        """The words that a name may begin with, in the singular, in the plural and as a possessive."""
        first = {spelling[0] for spelling in self._spellings}
        plural = {f"{word[:-1]}ies" for word in first if word.endswith("y")}
        return frozenset(first | plural | {f"{word}s" for word in first})

    def _slip(self, said: tuple[str, ...]) -> tuple[str, tuple[str, ...]] | None:
        """The one name of as many words that begins alike, its last word nearly right."""
        *before, last = said
        alike = self._by_before.get((*before, last[:1]))
        if not alike or len(last) < 3 or not last.isalpha():
            return None
        whole = "".join(said)
        near = {known for spelling, known in alike if likeness(whole, spelling, LIKE) >= LIKE}
        if len(near) != 1 or (last,) in self._spellings or self.is_word(last, 0, len(last)):
            return None
        return near.pop()

    def _slipped(
        self, words: Sequence[_Word], number: int, lower: str
    ) -> tuple[int, str, tuple[str, ...], bool] | None:
        """The one name of two words of which this one, no word of the grammar, is a slip of the first: `Biter Ford`."""
        start, end, _, said = words[number]
        stretch = words[number : number + 2]
        alike = self._by_second.get(stretch[-1].folded) if len(said) > 3 and len(stretch) > 1 else None
        if not alike or not said.isalpha():
            return None
        near = {known for first, known in alike if likeness(said, first, LIKE) >= LIKE}
        if len(near) != 1 or self.is_word(lower, start, end):
            return None
        return 2, *near.pop(), True

    @cached_property
    def _by_second(self) -> dict[str, list[tuple[str, tuple[str, tuple[str, ...]]]]]:
        """The first word of every spelling of two, under its second."""
        found: dict[str, list[tuple[str, tuple[str, tuple[str, ...]]]]] = {}
        for spelling, known in self._spellings.items():
            if len(spelling) == 2:
                found.setdefault(spelling[1], []).append((spelling[0], known))
        return found

    @cached_property
    def _by_before(self) -> dict[tuple[str, ...], list[tuple[str, tuple[str, tuple[str, ...]]]]]:
        """Every spelling as one word, under its words but the last, and the last one's first letter."""
        found: dict[tuple[str, ...], list[tuple[str, tuple[str, tuple[str, ...]]]]] = {}
        for spelling, known in self._spellings.items():
            found.setdefault((*spelling[:-1], spelling[-1][0]), []).append(("".join(spelling), known))
        return found

    @staticmethod
    def _known(
        spelled: Mapping[tuple[str, ...], tuple[str, tuple[str, ...]]], said: tuple[str, ...], last: str
    ) -> tuple[str, tuple[str, ...]] | None:
        """The names spelled so; a possessive belongs to a name before a plural does (`Black's` is no `Blacks`)."""
        if last.lower().endswith("'s"):
            owner = spelled.get((*said[:-1], said[-1][:-1]))
            if owner is not None:
                return owner
        return spelled.get(said) or spelled.get(_singular(said))

    def _guess(self, word: str, said: str) -> Name | None:
        """The one name a word is the beginning or a slip of; two that are meant alike are an ambiguous name."""
        meant = self._guesses[said] if said in self._guesses else self._guesses.keep(said, self._meant(said))
        return Name(meant[0], word, meant[1], meant[2]) if meant is not None else None

    def _meant(self, said: str) -> _Meant | None:
        """The sign and the ids that a folded word may mean, and whether that is a guess."""
        if len(said) < 3 or any(sign.isdigit() for sign in said):
            return None
        for sign, lexicon in self.signs.items():
            begun = lexicon.matches(said)
            if begun:
                return sign, begun, False
        if len(said) < 4:
            return None
        # Nobody misses both ends of a word, nor many of its letters: all others need no comparing.
        alike = [
            (spelling, known)
            for spelling, known in (*self._ends.get(said[:2], ()), *self._ends.get(said[-2:], ()))
            if abs(len(spelling) - len(said)) <= MOST_MISSED
        ]
        whole = {known for spelling, known in alike if spelling == said}
        near = whole or {known for spelling, known in alike if likeness(said, spelling, LIKE) >= LIKE}
        if len(near) != 1:
            return None
        ((sign, choices),) = near
        return sign, choices, not whole

    @cached_property
    def _ends(self) -> dict[str, list[tuple[str, tuple[str, tuple[str, ...]]]]]:
        """Every spelling as one word, and the long first word of several, under their first and last two letters."""
        found: dict[str, list[tuple[str, tuple[str, tuple[str, ...]]]]] = {}
        for spelling, known in self._spellings.items():
            for word in {"".join(spelling), *(one for one in spelling[:1] if len(one) > 4)}:
                for end in {word[:2], word[-2:]}:
                    found.setdefault(end, []).append((word, known))
        return found


def _is_initial(words: Sequence[_Word], number: int) -> bool:
    """Whether a word is one letter, with a dot that touches it and the next word: `F.Gulch`."""
    if len(words[number].folded) != 1 or number + 2 >= len(words):
        return False
    letter, dot, behind = words[number : number + 3]
    return dot.text == "." and letter.end == dot.start and dot.end == behind.start and len(behind.folded) > 2


def _hangs_together(stretch: Sequence[_Word]) -> bool:
    """Words with nothing between them, or a hyphen that touches both; behind one letter a dot."""
    return bool(stretch[-1].folded) and all(
        word.folded
        or (
            (word.text == "-" or (word.text == "." and len(before.folded) == 1))
            and before.end == word.start
            and word.end == behind.start
        )
        for before, word, behind in zip(stretch, stretch[1:], stretch[2:], strict=False)
    )


def _singular(said: tuple[str, ...]) -> tuple[str, ...]:
    """A spelling with its last word in the singular."""
    if not said or len(said[-1]) < 4 or not said[-1].endswith("s") or said[-1].endswith("ss"):
        return said
    *before, last = said
    return (*before, last[:-3] + "y" if last.endswith("ies") else last[:-1])


__all__ = ["LIKE", "WORD", "Finder", "Name", "Piece"]
