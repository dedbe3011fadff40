"""The words behind JOIN and its like: names of seats or games in plain words, and the word a game asks for."""

from __future__ import annotations

from dataclasses import dataclass

from judge.grammar.courtesy import free_words, is_sure, with_thanks
from judge.grammar.lexicon import Lexicon
from judge.grammar.text import plain

LONGEST_NAME = 4
"""Words of one name."""
PROSE = 3
"""So many words that nobody knows are somebody's sentence; fewer are meant as a name."""
_WORD = ("word", "password", "code")
_IS = ("is", "=", ":")
_DENYING = ("not", "no", "except", "without", "never", "nor", "neither", "avoid", "besides")
_ALL = ("anything", "anyone", "any", "all", "everything", "everyone", "anywhere", "whichever", "whatever", "one")
"""Before `but` these leave somebody out: anything but Austria."""
SMALL_WORDS = frozenset(
    "with the using as and or a an seat seats in game games please my is for me either any anything anyone would i"
    " prefer preferably rather ideally fine if possible want to be play great otherwise whichever wherever of your"
    " list all tournament called named taken there room too also still left spot spots space place places".split()
)


@dataclass(frozen=True, slots=True)
class Wishes:
    """`named`: what was named, in order; `word`: behind WORD; `other`: what nothing was made of. `denies`: a name comes
    behind a not, so that nothing is sure."""

    named: tuple[str, ...] = ()
    word: str = ""
    other: str = ""
    denies: bool = False

    @property
    def is_prose(self) -> bool:
        """Whether what is left is a sentence, and no name that was meant."""
        return len(self.other.split()) >= PROSE


def wishes(text: str, names: Lexicon) -> Wishes:
    """The wish in the text behind a command."""
    if is_sure(text):
        return Wishes()
    words = with_thanks(plain(text), ".,;!-")[0].replace(",", " , ").replace("=", " = ").split()
    words, word = _without_word(words)
    found: list[str] = []
    other: list[str] = []
    denies, place = False, 0
    while place < len(words):
        length, named = _name_at(words, place, names)
        if named:
            denies = denies or _is_denied([one.lower() for one in words[max(0, place - 3) : place]])
            found.append(named)
            place += length
            continue
        other.append(words[place])
        place += 1
    left = [one for one in other if one.strip(_SIGNS) and one.strip(_SIGNS).lower() not in SMALL_WORDS]
    free = free_words(" ".join(left), seasons=True)
    kept = [one.strip(_SIGNS) for one in left] if free else []
    return Wishes(tuple(dict.fromkeys(found)), word, " ".join(kept), denies)


_SIGNS = ".,;:!?()\"'"


def _is_denied(before: list[str]) -> bool:
    """Whether the words before a name leave it out."""
    if not set(_DENYING).isdisjoint(before[-2:]):
        return True
    at = before.index("but") if "but" in before else 0
    return at > 0 and before[at - 1].strip(_SIGNS) in _ALL


def _without_word(words: list[str]) -> tuple[list[str], str]:
    """The words before `WORD tumbleweed` and behind it, and that word."""
    lower = [one.strip(_SIGNS).lower() for one in words]
    at = next((place for place, one in enumerate(lower) if one in _WORD and place + 1 < len(words)), None)
    if at is None:
        return words, ""
    behind = at + 1
    while behind < len(words) - 1 and lower[behind] in (*_IS, ""):
        behind += 1
    return [*words[:at], *words[behind + 1 :]], words[behind].strip(_SIGNS)


def _name_at(words: list[str], place: int, names: Lexicon) -> tuple[int, str]:
    """The longest name that begins with this word: how many words it has, and what it means."""
    for length in range(min(LONGEST_NAME, len(words) - place), 0, -1):
        text = " ".join(words[place : place + length]).strip(_SIGNS)
        if "," in text or text.lower() in SMALL_WORDS:
            continue
        found = names.matches(text)
        if len(found) == 1:
            return length, found[0]
    return 0, ""


__all__ = ["SMALL_WORDS", "Wishes", "wishes"]
