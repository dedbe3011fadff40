"""Words of somebody else in a player's letter, which order nothing: `reported.lark` knows them."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from judge.adjudicator.protocol import Seat
from judge.grammar.shapes import Shapes

LONGEST = 2000
NEAR = 4
"""So many words before the verb may name whoever speaks."""
_SHAPES = Shapes("reported.lark", lexer="basic")
_OWN = frozenset("i i've i'd we we've we'd you".split())
_OTHERS = frozenset(
    "he she they his her their friend friends ally allies neighbour neighbor partner opponent enemy somebody "
    "someone everybody everyone wife husband brother sister father mother colleague son daughter kid kids mum mom "
    "dad uncle aunt cousin nephew niece grandson granddaughter grandfather grandmother girlfriend boyfriend "
    "flatmate boss doctor dog cat horoscope rumour rumor it".split()
)
_AS = ("what", "as", "whatever", "everything")
_VERBS = ("TOLD_ME", "WROTE", "SAYS")
_TOLD = (*_VERBS, "END", "STOP")

Whose = Callable[[str], Seat | None]
"""Which seat a text names."""


def reported_in(text: str, whose: Whose, seat: Seat) -> tuple[tuple[int, int, int], ...]:
    """Somebody else's words or wishes in a text: where the telling begins, where the words begin, and where they
    end."""
    found: list[tuple[int, int, int]] = []
    begun: tuple[int, int] | None = None
    clause = 0
    for kind, begins, ends in _said(text):
        if kind == "END" and begun is not None and not any(map(str.isalnum, text[begun[1] : begins])):
            continue  # "He says, make it 6"
        if kind == "END":
            found += [(*begun, begins)] if begun else []
            begun, clause = None, ends
        elif kind == "STOP":
            clause = ends
            if begun is not None and _ends_a_sentence(text, begins):
                found.append((*begun, begins))
                begun = None
        elif begun is None and _is_anothers(kind, text[clause:begins], whose, seat):
            begun = (clause, ends)
    return (*found, *([(*begun, len(text))] if begun else []))


def _ends_a_sentence(text: str, at: int) -> bool:
    """Whether a full stop is none of an abbreviation: `A. Mun`."""
    before = text[:at].split()[-1:]
    return text[at] in ".!?" and text[at + 1 : at + 2].isspace() and not (before and len(before[0]) == 1)


@lru_cache(maxsize=4096)
def may_report(text: str) -> bool:
    """Whether a text has a verb of saying at all; most have none, and need no closer look."""
    return len(text) > LONGEST or any(kind in _VERBS for kind, _, _ in _said(text))


def introduces(text: str, is_own: Callable[[str], bool]) -> bool:
    """Whether a line says that somebody else's words follow: `On Monday Blue wrote:`."""
    said = _said(text)
    if not said or not any(one[0] == "WROTE" for one in said) or not text.rstrip().endswith(":"):
        return False
    subject = text[: said[0][1]].strip(" ,")
    is_told = not {"my", "our", "as"}.isdisjoint(subject.lower().split())
    return bool(subject) and not is_told and not _speaks_of_itself(subject) and not is_own(subject)


def _is_anothers(kind: str, subject: str, whose: Whose, seat: Seat) -> bool:
    if not any(map(str.isalnum, subject)) or _speaks_of_itself(subject):
        return False
    if _follows(subject):
        return False
    words = subject.replace(",", " ").split()[-NEAR:]
    named = {whose(" ".join(words[at:])) for at in range(len(words))} - {None}
    if seat in named:
        return False
    near = {word.lower().strip("'") for word in words}
    return kind != "SAYS" or bool(named) or not near.isdisjoint(_OTHERS)


def _follows(subject: str) -> bool:
    """`I do what he says`, `we go as Germany wants`: the writer says what they do, and of somebody else only that it is
    their wish."""
    words = subject.lower().split()
    at = next((place for place, word in enumerate(words) if word in _AS), 0)
    return at > 0 and not _OWN.isdisjoint(words[:at])


def is_somebody(word: str) -> bool:
    """Whether a word is for a person who is not the writer: `he`, `friend`, `brother's`."""
    return word.lower().removesuffix("'s") in _OTHERS


def _speaks_of_itself(subject: str) -> bool:
    """Whether the writer speaks of themselves: the last word before the verb says so."""
    words = [word for word in subject.lower().split() if word not in ("have", "had", "just", "also", "already")]
    return bool(words) and words[-1] in _OWN


@lru_cache(maxsize=4096)
def _said(text: str) -> tuple[tuple[str, int, int], ...]:
    """The verbs of saying in a text, what ends them, and the signs between clauses, each with its place."""
    if len(text) > LONGEST:
        return ()
    found: list[tuple[str, int, int]] = []
    for kind, place, said in _SHAPES.words_of(text):
        if kind in _TOLD or (kind == "SIGN" and said in ",.;:!?("):
            found.append(("STOP" if kind == "SIGN" else kind, place, place + len(said)))
    return tuple(found)


__all__ = ["Whose", "introduces", "is_somebody", "may_report", "reported_in"]
