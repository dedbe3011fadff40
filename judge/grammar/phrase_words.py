"""The words of a line in any language, as they are compared with those of a phrasebook."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from judge.grammar.text import folded

Words = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Token:
    """A word, or another sign."""

    start: int
    end: int
    fold: str
    """How a word is compared; "" for other signs."""
    sign: str = ""
    is_elided: bool = False
    """The `l'` of `l'armée`."""


def tokens_of(text: str) -> Iterator[Token]:
    """The words of a line, `l'` of `l'armée` apart, and its other signs one by one."""
    place = 0
    while place < len(text):
        if text[place].isspace():
            place += 1
            continue
        end = place
        while end < len(text) and text[end].isalnum():
            end += 1
        if end == place:
            yield Token(place, place + 1, "", text[place])
            place += 1
            continue
        is_elided = end < len(text) - 1 and text[end] == "'" and end - place <= 2 and text[end + 1].isalpha()
        end += is_elided
        fold = " ".join(folded_words(text[place:end]))
        yield Token(place, end, fold, "" if fold else "?", is_elided)
        place = end


def folded_words(text: str) -> Words:
    """A text as words are compared."""
    words = text.replace("'", " ").split()
    return tuple(part for word in words for part in (folded(word).split() if len(word) > 1 else _letter(word)))


def _letter(word: str) -> Words:
    """A word of one letter: `à` is no `a`."""
    return (word.lower(),) if word.isalnum() else ()


def filled(pattern: Sequence[Words], words: Sequence[Token], line: str) -> list[str] | None:
    """The words in the blanks of a command; None where the line is another one."""
    spoken = [word for word in words if not word.sign]
    folds = [word.fold for word in spoken]
    if tuple(folds[: len(pattern[0])]) != pattern[0]:
        return None
    holes: list[str] = []
    place = len(pattern[0])
    for number, part in enumerate(pattern[1:], 1):
        if part:
            after = next((at for at in range(place + 1, len(folds)) if tuple(folds[at : at + len(part)]) == part), None)
            if after is None:
                return None
        else:
            after = len(folds)
        if number < len(pattern) - 1 and after == place:
            return None
        stop = len(line) if after >= len(folds) else spoken[after].start
        hole = line[spoken[place - 1].end : stop].strip()
        if not hole:
            return None
        holes.append(hole)
        place = after + len(part)
    if place < len(folds):
        return None
    return holes


__all__ = ["Token", "Words", "filled", "folded_words", "tokens_of"]
