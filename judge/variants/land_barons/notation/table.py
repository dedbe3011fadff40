"""The table that one letter is read against, and the names in it so far: later lines mean what earlier ones left."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from lark import Token

from judge.adjudicator.protocol import Problem, Seat, SeatName
from judge.grammar.finding import Name
from judge.grammar.memory import once
from judge.grammar.numbers import place, whole
from judge.grammar.shape import Branch, Marked, Stuck, Tongue
from judge.variants.land_barons.board import Board
from judge.variants.land_barons.counters import RECRUITS, UNITS
from judge.variants.land_barons.notation.shortened import joined
from judge.variants.land_barons.orders import UnitRef
from judge.variants.land_barons.state import State

Node = Branch
_KINDS = {**UNITS, **RECRUITS}


class Fault(Exception):
    """An order that was read and cannot be: the Problem says why."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.code)
        self.problem = problem


class Table:
    """The seat's side of the table while its letter is read. What nothing was said of yet is as the class has it: a
    table is copied for most readings, and holds no more than has been said."""

    units: frozenset[UnitRef] = frozenset()
    """Units that have an order."""
    standing: frozenset[UnitRef] = frozenset()
    """Units that are to stay."""
    lots: frozenset[int] = frozenset()
    """Lots that have a word."""
    unread: set[int]
    """Lots that are named in what could not be read."""
    kind: str = ""
    """The counter last named."""
    named: str = ""
    """The lot that unread words of the line name."""
    rungs: tuple[int, ...] | None = None
    """The last bid; None: there is none yet."""
    last: tuple[Any, ...] | None = None
    """The legs of the last raid order, for those who do so too: none where it was to stand; None: there is none yet."""
    hangs: tuple[Any, ...] = ()
    """Its conditions, and"""
    is_fork: bool = False
    """whether it says what else to do."""
    beside: frozenset[UnitRef] = frozenset()
    """Units beside one that stands, which stand as well if nobody orders them."""
    there: str = ""
    """The space that a condition before an order is about."""
    unit: str = ""
    """The kind of unit last named."""
    unit_space: str = ""
    """Where that one was said to be."""
    gang: str = ""
    """Where everybody is who goes by the last order, if it is for everybody there."""
    placed: Mapping[str, tuple[str, ...]] = MappingProxyType({})
    """Where this letter puts counters, by kind."""
    site: str = ""
    """Where it last put one."""
    unpaid: bool = False
    """Whether it has said whom not to pay."""
    denied: tuple[UnitRef, ...] = ()
    """Whom not to pay, one denial after the other."""
    is_denied: bool = False
    """Whether it said so without a word of the others."""
    paid: frozenset[UnitRef] = frozenset()
    """Whom alone it has said to pay."""
    listed: tuple[UnitRef, ...] = ()
    """Whom to pay, one list after the other."""
    rest: bool = False
    """Whether the order that is being read is for all others,"""
    group: bool = False
    """or for everybody at a place,"""
    all: bool = False
    """or to stay, for everybody."""
    notes: list[Problem]
    """The parts supplied or guessed in the order that is being read."""

    def __init__(
        self, board: Board, state: State, seat: Seat, seats: tuple[SeatName, ...], form: str, tongue: Tongue
    ) -> None:
        self.board = board
        self.state = state
        self.seat = seat
        self.seats = seats
        self.form = form
        self.tongue = tongue
        self.unread = set()
        self.notes = []

    def copy(self) -> Table:
        """The table as it is now, to try a reading on: a reading sets what is known anew, and changes no value."""
        trial = Table.__new__(Table)
        trial.__dict__.update(self.__dict__)
        trial.notes, trial.group, trial.all = [], False, False
        return trial

    def take(self, other: Table) -> None:
        """The things that a reading named are named. For whom it was, and the space of its condition, is its own."""
        there = self.there
        self.become(other)
        self.there, self.notes, self.rest, self.group, self.all = there, [], False, False, False

    def become(self, other: Table) -> None:
        """All that a reading says of the table holds."""
        self.__dict__.update(other.__dict__)

    def marked(self, text: str) -> Marked:
        """A text with its names found."""
        return joined(self.tongue, text)

    @property
    def coming(self) -> tuple[str, ...]:
        """Counters that may be on the map before the raids: won, or still for sale."""
        return (*self.state.won.get(self.seat, ()), *self.state.lots)


_NONE: list[Any] = []


@once
def read_as(marked: Marked, tongue: Tongue, start: str) -> Node | None:
    """The tree of a text that one rule reads whole; None: it does not."""
    read = tongue.readings(marked, (start,))
    return None if isinstance(read, Stuck) else read[0].tree


def tokens(node: Node, *kinds: str) -> Sequence[Token]:
    """The words of these terminals directly in a node."""
    if len(kinds) == 1:
        return node.of_kind(kinds[0])
    is_any = any(map(node.of_kind, kinds))
    return [one for one in node.children if isinstance(one, Token) and one.type in kinds] if is_any else ()


def names(node: Node, sign: str) -> Sequence[Name]:
    """The names of one sign directly in a node."""
    return node.of_kind(sign)


def parts(node: Node, *data: str) -> Sequence[Node]:
    """The parts of a node of these rules."""
    if len(data) == 1:
        return node.of_kind(data[0])
    return [child for child in node.parts if child.data in data] if data else node.parts


def flat(node: Node, data: str) -> Iterator[Node]:
    """The items of a list that is nested to the left."""
    for child in node.parts:
        if child.data == data:
            yield from flat(child, data)
        else:
            yield child


def within(node: Node) -> Iterator[Node]:
    """A node, and all that is in it."""
    yield node
    for part in node.parts:
        yield from within(part)


def is_sure(name: Name) -> bool:
    """Whether a name means one thing, and is no guess."""
    return len(name.choices) == 1 and not name.guessed


def number_of(token: Token) -> int:
    """A NUMBER or an ORDINAL as a number; `last` is -1."""
    return place(token) if token.type == "ORDINAL" else whole(token)


def kind_of(table: Table, name: Name, among: Collection[str], have: Collection[str], what: str) -> str:
    """The one kind a name means: of several the one that the player has, or that is for sale."""
    if is_sure(name) and name.choices[0] in among:
        return name.choices[0]
    choices = [one for one in name.choices if one in among]
    if len(choices) > 1:
        choices = [one for one in choices if one in have] or choices
    if not choices:
        raise Fault(Problem(f"unknown-{what}", {"text": name.text, "near": ()}))
    if len(choices) > 1:
        raise Fault(
            Problem(f"ambiguous-{what}", {"text": name.text, "choices": tuple(_KINDS[one].name for one in choices)})
        )
    if name.guessed:
        table.notes.append(Problem("read-as", {"text": name.text, "as": _KINDS[choices[0]].name}))
    return choices[0]


def space_of(table: Table, name: Name) -> str:
    """The space a name means."""
    if len(name.choices) > 1:
        near = tuple(table.board.name(one) for one in name.choices)
        raise Fault(Problem("ambiguous-space", {"text": name.text, "choices": near}))
    if name.guessed:
        table.notes.append(Problem("read-as", {"text": name.text, "as": table.board.name(name.choices[0])}))
    return name.choices[0]
