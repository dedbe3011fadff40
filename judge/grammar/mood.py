"""The mood of a line that orders nothing: it denies, doubts, asks, corrects or quotes."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from judge.grammar.hanging import hanging
from judge.grammar.memory import of_lines
from judge.grammar.shapes import Shapes
from judge.grammar.text import plain, sentences
from judge.grammar.undoing import places_in

LONGEST = 400
_SHAPES = Shapes("mood.lark", lexer="basic")

HANGING = frozenset(
    "if unless when until till except only instead else otherwise or not but either no nope cancel cancelled canceled "
    "forget scrap wrong old withdrawn void never nevermind delete deleted strike".split()
)
"""Words with one of these may change the order beside them."""

Mood = Literal["", "denied", "doubted", "asked", "corrected", "spoken"]


@lru_cache(maxsize=4096)
def mood(line: str) -> Mood:
    """How a line means what it says; "" where nothing in it tells."""
    text = plain(line)[:LONGEST].strip()
    if len(text) > 2 and text[0] in "\"'" and text.rstrip(".!,")[-1:] == text[0]:
        return "spoken"
    kinds = _kinds(text)
    if _is_question(text) or (kinds[:1] == ("ASKING",) and "?" in text):
        return "asked"
    for kind, said in _MOODS:
        if kind in kinds:
            return said
    return ""


@lru_cache(maxsize=4096)
def joked(line: str) -> bool:
    """Whether a line says that it is meant in jest: `A PAR - BUR, just kidding`."""
    return "JOKE" in _kinds(plain(line)[:LONGEST])


def judged(line: str) -> bool:
    """Whether a line says what its writer thinks of something: `both on M2 is a waste`, `Belgium is empty`."""
    return "JUDGED" in _kinds(plain(line)[:LONGEST]) and not hanging(line)


def chats(line: str) -> bool:
    """Whether a line is what players say around a game: `I bring the crisps.`"""
    return "CHATS" in _kinds(plain(line)[:LONGEST])


def of_last_time(line: str) -> bool:
    """Whether a line asks for the orders of last time: `everything as last turn`."""
    return "LAST_TIME" in _kinds(plain(line)[:LONGEST])


def hangs_on_bids(line: str) -> bool:
    """Whether what a line says hangs on the bids of others: `20 if somebody outbids me`."""
    return "OUTBID" in _kinds(plain(line)[:LONGEST])


def put_off(line: str) -> bool:
    """Whether a line says that more is to come: `In spring I'd like a gang, but I'll write again`."""
    return "PUT_OFF" in _kinds(plain(line)[:LONGEST])


@of_lines
def lasting(line: str) -> str:
    """The words by which an order is to count in later windows too (`standing order for Munich`); "" where none say
    so."""
    text = plain(line)[:LONGEST]
    if "LASTING" not in _kinds(text):
        return ""
    return next(str(token) for token in _SHAPES.tokens(text) if token.type == "LASTING")


def _is_question(text: str) -> bool:
    """Whether a question mark ends it; behind a sign it replaces a word that its writer does not know."""
    bare = text.rstrip("?! ")
    return text.endswith("?") and (not bare or bare[-1].isalnum() or bare[-1] in "\"').")


@lru_cache(maxsize=4096)
def offer(line: str) -> str | None:
    """The command that prose seems to be meant for: `ABSENT`, `VOTE DRAW`, `CLEAR`."""
    kinds = _kinds(plain(line)[:LONGEST])
    if "DENIAL" in kinds or "DOUBT" in kinds:
        return None
    return next((command for kind, command in _OFFERED.items() if kind in kinds), None)


_OFFERED = {"AWAY": "ABSENT", "DRAWN": "VOTE DRAW", "TAKEN_BACK": "CLEAR"}


@dataclass(frozen=True, slots=True)
class Correction:
    """The earlier line that a correcting line takes back, by its place (-1 the last), and what it says instead.

    `may_add`: it says so little of a correction that it may as well add something.
    """

    drops: int | None
    instead: str
    may_add: bool = False
    thinks: bool = False
    """Whether its writer thinks again: `On reflection …`."""
    adds: bool = False
    """Whether it says that it adds something: `Actually pay the Cowboys too`."""


@lru_cache(maxsize=4096)
def correction(line: str) -> Correction | None:
    """The correction a line begins with; None: it corrects nothing before it."""
    text = plain(line)[:LONGEST]
    if mood(line) != "corrected":
        return None
    token = next((one for one in _SHAPES.tokens(text) if one.type != "SIGN"), None)
    if token is None or token.type != "CORRECTION":
        return None
    words = token.lower().split()
    if "instead" in words or "rather" in words:
        return None
    places = () if words[-1].startswith("thought") else places_in(token)
    drops = places[0] if places else -1 if {"forget", "scratch"} & set(words) else None
    rest = text[token.end_pos :].strip(" ,:;.!-")
    for more in ("last one", "first one", "last line", "one", "line", "order") if drops is not None else ():
        if rest.lower().startswith(more):
            drops = 0 if more.startswith("first") else drops
            rest = rest[len(more) :].strip(" ,:;.!-")
            break
    adds = next((word for word in _ADDS if rest.lower().startswith(f"{word} ")), "")
    rest = rest[len(adds) :].strip(" ,:;.!-")
    first = next(iter(sentences(rest)), "").lower().partition(",")[0]
    is_too = "as well" in first or not _TOO.isdisjoint(first.replace(",", " ").strip(" .!").split())
    may_add = bool(adds) or words[0] in _SLIPS or words[-1] in _UPDATES or is_too
    instead = rest.removesuffix("instead").strip(" ,:;-")
    # "The first line is wrong." says nothing of what is right.
    drops = drops if instead or not _TAKING.isdisjoint(words) else None
    thinks = words[-1].startswith(("thought", "reflection")) or not _THINKING.isdisjoint(words) or words[0][0].isdigit()
    return Correction(drops, instead, may_add and drops is None, thinks, is_too and drops is None)


_TAKING = frozenset(("forget", "scratch", "scrap", "cancel"))
_THINKING = frozenset(("think", "thinking"))
_SLIPS = ("oops", "whoops")
_UPDATES = ("change", "update", "amendment")
_TOO = frozenset(("too", "also"))
_ADDS = ("i forgot", "forgot", "also", "and")
_MOODS: tuple[tuple[str, Mood], ...] = (
    ("CORRECTION", "corrected"), ("DENIAL", "denied"), ("DOUBT", "doubted"), ("TO_OTHERS", "spoken"),
)  # fmt: skip


@lru_cache(maxsize=4096)
def _kinds(text: str) -> tuple[str, ...]:
    return tuple([kind for kind, _, _ in _SHAPES.words_of(text) if kind not in ("WORD", "SIGN")])


__all__ = [
    "HANGING",
    "Correction",
    "Mood",
    "chats",
    "correction",
    "hangs_on_bids",
    "joked",
    "judged",
    "lasting",
    "mood",
    "of_last_time",
    "offer",
    "put_off",
]
