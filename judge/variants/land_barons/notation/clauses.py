"""A line cut into orders: where it is cut at commas and full stops is what makes the most of it readable."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from judge.grammar.finding import Piece
from judge.grammar.memory import once
from judge.grammar.shape import Marked, Sentence, Stuck, Tongue
from judge.variants.land_barons.counters import UNITS
from judge.variants.land_barons.notation.ahead import Windows
from judge.variants.land_barons.notation.words import STARTS, start_of

HARD = frozenset({";", ".", "!", "?"})
"""Signs that end a sentence."""
SOFT = frozenset({",", "and", "-", ":", "then", "so"})
"""Words between orders that belong to none."""
_BEGINS = frozenset(
    "no pay bid recruit hire place discard order lose retreat fights all everybody everyone both".split()
)
"""With these an order may begin that stands behind another with nothing between them; or with a name."""
CONDITIONS = frozenset(("if", "unless", "when", "provided"))
"""Words of a condition."""
_FARES = frozenset(("not_fare", "fed", "unfed", "money", "of_number"))
_SHORT = 5
_PLACING = ("@", "&", "at", "from", "in", ":")
MOST_TRIES = 40
"""Attempts at one sentence: a hostile one is not read to the end."""


@dataclass(frozen=True)
class Clause:
    """A stretch of a line: what it can be read as, or where reading it stopped."""

    text: str
    readings: tuple[Sentence, ...]
    stuck: Stuck | None = None
    marked: Marked | None = None
    why: str = ""
    """Why it is refused although it could be read."""

    @cached_property
    def is_idle(self) -> bool:
        """Nothing but politeness."""
        return bool(self.readings) and not self.kinds

    @cached_property
    def kinds(self) -> tuple[tuple[str, Sentence], ...]:
        """The sentences that it can be read as and that are more than politeness, each with its kind."""
        return tuple((start_of(one), one) for one in self.readings if one.tree.data != "idle")

    @cached_property
    def could(self) -> tuple[str, ...]:
        """The words that could have come where reading stopped."""
        return self.stuck.expected if self.stuck is not None else ()

    @cached_property
    def known(self) -> dict[Any, Any]:
        """The things that were found out about its words."""
        return {}

    @cached_property
    def signs(self) -> tuple[str, ...]:
        """Its words, with signs for names."""
        return tuple(one.sign for one in self.marked.pieces) if self.marked is not None else ()


@once
def as_no_bid(clause: Clause, tongue: Tongue) -> Clause:
    """A clause that would be no bid was meant to be something else: there reading stopped elsewhere, or not at all."""
    others = tuple(start for start in STARTS if start != "bid")
    read = tongue.readings(clause.marked, others) if clause.marked is not None else ()
    return replace(clause, stuck=read) if isinstance(read, Stuck) else clause


FIRST, LAST = -100, 100
"""How much nearer or farther than its window a reading is that has a word for each of several, or is no order in any
position."""


@once
def by_nearness(clause: Clause, windows: Windows) -> tuple[tuple[int, int], ...]:
    """How far each of its kinds is, the nearest first, and which of them it is."""
    far = (_nearness(one) + windows.ranks[start] for start, one in clause.kinds)
    return tuple(sorted((one, at) for at, one in enumerate(far)))


@once
def nearest(clause: Clause, windows: Windows) -> int | None:
    """Which of its kinds is nearer than all others; None: several are as near."""
    order = by_nearness(clause, windows)
    return order[0][1] if len(order) == 1 or order[0][0] < order[1][0] else None


def _nearness(said: Sentence) -> int:
    """A list of payees has a word, or a figure that may be one, behind one of its names; who goes is a unit."""
    parts = [*said.tree.iter_subtrees()]
    if said.tree.data == "fares":
        is_said = any(
            part.data in _FARES or any(getattr(child, "type", "") == "NUMBER" for child in part.children)
            for part in parts
        )
        return FIRST if is_said else LAST
    named = (one for one in said.names if one.sign == "#") if said.tree.data == "raid" else ()
    return 0 if all(not UNITS.keys().isdisjoint(one.choices) for one in named) else LAST


def sentences(marked: Marked) -> Iterator[Marked]:
    """The sentences of a line; a sign within a number or a label (`12.50`) ends none."""
    start = 0
    marked = _without_short_stops(marked)
    for number, piece in enumerate(marked.pieces):
        if piece.sign in HARD and not _is_within(marked.pieces, number) and not _goes_on(marked.pieces, number):
            if number > start:
                yield Marked(marked.text, marked.pieces[start : number + (piece.sign == "?")])
            start = number + 1
    if start < len(marked.pieces):
        yield Marked(marked.text, marked.pieces[start:])


def _is_within(pieces: Sequence[Piece], number: int) -> bool:
    """Whether there is a sign between two words without a space."""
    if not 0 < number < len(pieces) - 1:
        return False
    return pieces[number - 1].end == pieces[number].start and pieces[number].end == pieces[number + 1].start


def _goes_on(pieces: Sequence[Piece], number: int) -> bool:
    """Whether a semicolon comes before another way for the same order (`; else stand`), or between orders under one
    condition (`Unless 0607 is held: …; …`)."""
    behind = [piece.sign for piece in pieces[number + 1 : number + 3]]
    under = [piece.sign for piece in pieces[:number]]
    is_under = under[:1] in (["if"], ["unless"], ["when"]) and ":" in under and not {".", "!"}.intersection(under)
    is_other = behind[:1] in (["else"], ["otherwise"]) or behind == ["if", "not"]
    if pieces[number].sign == ".":
        # `If 0607 is empty, he goes there. Otherwise he stays.`, `Cowboys 0507-0607. But only if it is empty.`
        return (is_other and not CONDITIONS.isdisjoint(under)) or _is_mere_condition(pieces, number + 1)
    is_other |= "unless" in under and behind[:1] == ["then"]
    return pieces[number].sign == ";" and (is_under or is_other or _is_mere_condition(pieces, number + 1))


def _is_mere_condition(pieces: Sequence[Piece], start: int) -> bool:
    """Whether a sentence is a condition that names no units and orders nothing but to stay."""
    end = next((at for at in range(start, len(pieces)) if pieces[at].sign in HARD), len(pieces))
    signs = [one.sign for one in pieces[start:end] if one.sign not in ("but", "only", "and", "not")]
    is_short = signs[:1] in (["if"], ["unless"], ["provided"]) and not {"#", ":", "-"}.intersection(signs[:-2])
    return is_short and sum(one == "@" for one in signs) < 2


def _without_short_stops(marked: Marked) -> Marked:
    """`Reg. 0508-0607`, `delete no. 1`: a full stop behind a name cut short, and before a place, ends no sentence, nor
    one behind the short word for a number."""
    pieces = marked.pieces
    stops = {
        at
        for at in range(1, len(pieces) - 1)
        if pieces[at].sign == "." and pieces[at + 1].sign in _PLACING and _is_short(pieces[at - 1])
    }
    stops |= {
        at
        for at in range(2, len(pieces) - 1)
        if pieces[at].sign == "." and pieces[at - 1].sign == "no" and pieces[at - 2].name is None
        and pieces[at - 2].sign.isalpha() and pieces[at + 1].sign.isdigit()
    }  # fmt: skip
    return Marked(marked.text, tuple(one for at, one in enumerate(pieces) if at not in stops)) if stops else marked


def _is_short(piece: Piece) -> bool:
    """Whether a name of a counter is cut short: `Reg`, `Gov`."""
    said = piece.name.text.lower() if piece.name is not None and piece.sign == "#" else ""
    choices = piece.name.choices if piece.name is not None else ()
    return 0 < len(said) < _SHORT and any(one.startswith(said) and one != said for one in choices)


def _is_apart(pieces: Sequence[Piece], number: int) -> bool:
    """Whether a sign has space on both its sides."""
    if not 0 < number < len(pieces) - 1:
        return False
    return pieces[number - 1].end < pieces[number].start and pieces[number].end < pieces[number + 1].start


def _is_in_a_sum(pieces: Sequence[Piece], number: int) -> bool:
    """Whether a comma stands within figures: `3,50` is no two sums."""
    behind = pieces[number + 1 : number + 3]
    return (
        _is_within(pieces, number)
        and pieces[number - 1].sign.isdecimal()
        and behind[0].sign.isdecimal()
        and behind[-1].sign not in (":", "=")
    )


def text_of(marked: Marked) -> str:
    """The stretch of the line that these pieces came from."""
    return marked.text[marked.pieces[0].start : marked.pieces[-1].end] if marked.pieces else ""


class Cutter:
    """Cuts one sentence. Fewest words unread, then fewest orders: a list is one order before it is several."""

    def __init__(self, tongue: Tongue, marked: Marked, starts: Sequence[str]) -> None:
        self.tongue = tongue
        self.marked = marked
        self.starts = starts
        self.tries = 0
        pieces = marked.pieces
        self.breaks = [
            number
            for number, piece in enumerate(pieces)
            if piece.sign in SOFT
            and (piece.sign not in "-:" or _is_apart(pieces, number))
            and not (piece.sign == "," and _is_in_a_sum(pieces, number))
        ]
        self._best: dict[int, tuple[int, int, tuple[Clause, ...]]] = {}

    def cut(self) -> tuple[Clause, ...]:
        """The clauses of the sentence."""
        return self._from(0)[2]

    def _from(self, start: int) -> tuple[int, int, tuple[Clause, ...]]:
        """Words unread, orders, and the clauses, of the best cut from here on."""
        pieces = self.marked.pieces
        while start < len(pieces) and (pieces[start].sign in SOFT or self._is_but(start)):
            start += 1
        if start >= len(pieces):
            return 0, 0, ()
        if start not in self._best:
            self._best[start] = self._cut_from(start)
        return self._best[start]

    def _is_but(self, at: int) -> bool:
        """`No bid on the Saloon, but 20 on the Bank`: whether a bid on something else stands behind a `but`."""
        pieces = self.marked.pieces
        behind = [one.sign for one in pieces[at + 1 : at + 6] if one.sign != "the"]
        is_sum = pieces[at].sign == "but" and at > 0 and behind[:1] != [] and behind[0].lstrip("$").isdecimal()
        return is_sum and behind[1:3] == ["on", "#"]

    def _cut_from(self, start: int) -> tuple[int, int, tuple[Clause, ...]]:
        pieces = self.marked.pieces
        found: list[tuple[int, int, tuple[Clause, ...]]] = []
        ends = [len(pieces), *reversed([one for one in self.breaks if one > start])]
        limit = len(pieces)
        first: Stuck | None = None
        for end in ends:
            if end > limit or self.tries >= MOST_TRIES:
                continue
            clause, limit = self._read(start, end)
            if clause.stuck is None:
                unread, orders, rest = self._from(end)
                found.append((unread, orders + (not clause.is_idle), (clause, *rest)))
                if unread == 0:
                    break
            elif first is None:
                first = clause.stuck
        if not found or found[0][0]:
            found += self._in_a_row(start, limit)
            found.append(self._unread(start, first))
        return min(found, key=lambda one: one[:2])

    def _in_a_row(self, start: int, reached: int) -> list[tuple[int, int, tuple[Clause, ...]]]:
        """`no reg no order bid`: orders with nothing between them, where each of them is one."""
        pieces = self.marked.pieces
        begins = start < reached < len(pieces) and (pieces[reached].name is not None or pieces[reached].sign in _BEGINS)
        if not begins or self.tries >= MOST_TRIES:
            return []
        clause, _ = self._read(start, reached)
        unread, orders, rest = self._from(reached) if clause.stuck is None else (1, 0, ())
        return [] if unread or clause.is_idle else [(0, orders + 1, (clause, *rest))]

    def _read(self, start: int, end: int) -> tuple[Clause, int]:
        """The clause from here to there; and how far a shorter one could reach."""
        self.tries += 1
        part = Marked(self.marked.text, self.marked.pieces[start:end])
        read = self.tongue.readings(part, self.starts)
        if not isinstance(read, Stuck):
            return Clause(text_of(part), read, marked=part), end
        reached = next((number for number in range(start, end) if self.marked.pieces[number].start >= read.start), end)
        return Clause(text_of(part), (), read, part), min(reached, end - 1)

    def _unread(self, start: int, stuck: Stuck | None) -> tuple[int, int, tuple[Clause, ...]]:
        """A clause that cannot be read, up to the next place where an order may begin."""
        pieces = self.marked.pieces
        end = next((one for one in self.breaks if one > start), len(pieces))
        part = Marked(self.marked.text, pieces[start:end])
        read = stuck or Stuck("", len(self.marked.text))
        unread, orders, rest = self._from(end) if self.tries < MOST_TRIES else (len(pieces) - end, 0, ())
        if self.tries >= MOST_TRIES:
            part = Marked(self.marked.text, pieces[start:])
        return unread + end - start, orders, (Clause(text_of(part), (), read, part), *rest)


def cut(tongue: Tongue, marked: Marked) -> tuple[Clause, ...]:
    """The clauses of a sentence of orders."""
    return Cutter(tongue, marked, STARTS).cut() if marked.pieces else ()
