"""Things named by words that could not be read. No order for all others speaks of them, as nobody knows what they are
to do. An order before such words does not count if they may change it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass, field, replace
from itertools import islice, pairwise

from judge.adjudicator.protocol import Problem
from judge.adjudicator.value import value
from judge.grammar.finding import Piece
from judge.grammar.memory import once
from judge.grammar.numbers import number
from judge.grammar.shape import Marked
from judge.variants.land_barons.counters import UNITS
from judge.variants.land_barons.names import refs
from judge.variants.land_barons.notation.again import of_many, turns
from judge.variants.land_barons.notation.markers import is_word
from judge.variants.land_barons.notation.table import Table
from judge.variants.land_barons.notation.tidy import says_an_order
from judge.variants.land_barons.orders import Bid, Deploy, Give, Move, OrderBid, Pay, Recruit, UnitRef

_BETWEEN = ("at", "in", "on", "from", "the", "my", ",")
"""Words between a unit and its place."""
_CHANGING = frozenset(
    "forget delete cancel drop scrap remove withdraw retract undo raise lower increase reduce only if unless provided "
    "correction instead rather better wait scratch strike replace change changed".split()
)
"""Unread words with one of these may change what was ordered before them."""
_STAYING = frozenset("stay stays stand stands hold holds".split())
_EXCEPTING = frozenset("not nor neither except save but".split())
_IFS = frozenset("if unless when provided".split())
_EVERYBODY = frozenset("all everybody everyone everything each every any both nobody none".split())
"""A condition for one of these may be one for every order of the letter."""
_THERE = frozenset("at in from @ #".split())
_GROUP = frozenset("all everybody everyone everything".split())
_HANGS = (Bid, Deploy, Give, OrderBid, Pay, Recruit)
"""Orders that an unread condition above them may be for."""
_ONE_OF_THEM = frozenset("it that last".split())
"""Of sums they speak of the last alone."""
_OF_MANY: dict[str, tuple[type, ...]] = {
    "RECKONS": (Bid, OrderBid, Give),
    "DROPS": (Bid, OrderBid, Give, Deploy, Recruit, Move),
    "SWAPS": (Bid, OrderBid, Give, Deploy, Recruit, Move),
}
_SWAPPED = 3
"""So many things said before such words may be the two that change places."""
_LEADS = frozenset("oh ah hmm hm no nope wait oops sorry actually well , : -".split())
_TURNING_BACK = frozenset("wait oops correction no nope actually".split())
"""Words that begin with one of these, and name nothing, speak of the order before them."""


@value
class Unread:
    """Unread words, the units (kinds and places; "": anyone, anywhere) and the lots that they name."""

    text: str
    place: int
    """How many orders stand before them."""
    units: frozenset[tuple[str, str]]
    lots: frozenset[int]
    changes: bool
    _: KW_ONLY
    is_sum: bool = False
    """Whether they are nothing but a figure: it may change a figure alone."""
    since: int = 0
    """From which order on they may change one."""
    of_all: bool = False
    """Whether they are a condition for everybody."""
    heads: bool = False
    """Whether they are one for whatever stands below them."""
    excepts: bool = False
    """Whether they take somebody out of what stands before them."""

    many: tuple[type, ...] = ()
    """The kinds of orders of which they speak of all before them: `halve all of those`,"""
    of_pay: bool = False
    """Whether they speak of pay."""
    ways: frozenset[str] = frozenset()
    """The spaces that they name, where they change something."""
    reach: int = 0
    """or of the last ones."""

    is_turn: bool = False
    """Whether they are a sentence that begins with words of correction: no piece of its line counts without it."""

    @property
    def beside(self) -> dict[str, bool]:
        return {"whole": True} if self.is_turn else {}

    def has(self, unit: UnitRef) -> bool:
        """Whether they name this unit."""
        return any(kind in ("", unit.kind) and space in ("", unit.space) for kind, space in self.units)


@dataclass(slots=True)
class Spoken:
    """All that unread words of a letter name."""

    table: Table
    found: list[Unread] = field(default_factory=list)

    def add(self, marked: Marked | None, place: int, text: str, since: int | None = None) -> None:
        """These words could not be read. `since`: they deny something, perhaps an order from there on."""
        marked = marked if marked is not None else _NOTHING
        said, pieces, state = _said(marked), marked.pieces, self.table.state
        named = {kind for kind, _ in said.kinds}
        lots = frozenset([lot for lot, kind in enumerate(state.lots, 1) if kind in named]) if named else _NO_LOTS
        self.table.unread |= lots
        if lots:
            # `The Braves I want up to 24. The same for the Lawmen`: as much as for the Braves, not for the one before.
            self.table.rungs = None
            # `I really want the Indians, so put 25 on them`
            self.table.kind = self.table.named = state.lots[min(lots) - 1] if len(named) == 1 else ""
        units = self._units(said, pieces)
        changes = said.changes
        if since is not None and not changes and said.denies:
            # `Cowboys to 0607, Baron too, no, not the Baron`
            changes = True
        elif since is not None:
            since = None
        is_bare = not units and not lots and bool(pieces)
        if is_bare and changes and said.hangs_on_one:
            # `The last one only if I get neither of the others`
            place = -place
        elif is_bare and said.turns_back:
            place, changes = -place, True
        # `delete no. 1`
        kind = "DROPS" if is_bare and said.is_struck else said.of_many
        # `Add two to the Gin Mill`
        changes = changes or kind == "RECKONS"
        many = _OF_MANY.get(kind, ()) if is_bare or kind == "SWAPS" else ()
        if said.is_turn:
            place, changes = -abs(place), True
        if many and kind != "SWAPS" and said.is_of_one:
            place, changes, many = -abs(place), True, ()
        self.found.append(
            Unread(
                text, place, frozenset(units), lots, changes, is_sum=said.is_sum, since=since or 0,
                of_all=not units and not lots and said.hangs_all,
                excepts=bool(units) and said.excepts, many=many, of_pay=said.of_pay,
                ways=frozenset(said.spaces) if changes else frozenset(),
                reach=_SWAPPED if kind == "SWAPS" else 0,
            )
        )  # fmt: skip

    def _units(self, said: _Said, pieces: Sequence[Piece]) -> set[tuple[str, str]]:
        """The kinds and places of the units that such words name."""
        if not (said.kinds or said.spaces or said.is_of_all):
            return set()
        own = refs(self.table.state, self.table.seat)
        units = {
            (kind, _place_of(kind, pieces, at, own))
            for kind, at in said.kinds
            if kind in UNITS and not (at and _choices(pieces[at - 1], "%"))
        }
        if not units or said.is_of_everybody:
            # `Everything at 0607 …, except the Regulator`
            spaces = (space for space in said.spaces if any(ref.space == space for ref in own))
            units |= {("", space) for space in islice(spaces, 1)}
        if said.is_of_all:
            # `All go north, but not the Baron`
            units.add(("", ""))
        return units

    def turn(self, place: int, text: str, before: Sequence[object]) -> None:
        """This sentence begins with words of correction, and could not be read: it speaks of the order of a unit that
        it names, or of the last. `before`: what stands before it."""
        named = self.found[-1].units if self.found and self.found[-1].text in text else frozenset()
        # `He'll go higher on the Gin Mill... let's say 26 there`
        told = next((one for one in self.found[::-1] if one.text not in text and one.place == place - 1), None)
        lots = self.found[-1].lots if self.found and self.found[-1].text in text else frozenset()
        lots = lots or (told.lots if told is not None else frozenset())
        turned = Unread(text, place, named, lots, True, is_turn=True)
        if not any(
            (isinstance(one, Move) and turned.has(one.unit)) or (isinstance(one, Bid) and one.lot in lots)
            for one in before
        ):
            # `Bid 6 for order. Johnson bids 5 I guess. I should have said 7`: not of words that name none of the own.
            mere = {one.place for one in self.found if not one.units and not one.lots}
            while place > 1 and place - 1 in mere and isinstance(before[place - 1], Problem):
                place -= 1
            turned = replace(turned, place=-place, units=frozenset(), lots=frozenset())
        self.found.insert(0, turned)

    def ask(self, marked: Marked, place: int, text: str) -> None:
        """These words ask: what they name has no word by them, and they change nothing."""
        self.add(marked, place, text)
        self.found[-1] = replace(self.found[-1], changes=False, of_pay=False, many=())

    def head(self, text: str, place: int) -> None:
        """`Only if 0607 is empty:`, above orders: a condition that could not be read."""
        self.found.append(Unread(text.rstrip(" :"), place, frozenset(), frozenset(), False, heads=True))

    def changing(self, said: object, place: int) -> Unread | None:
        """The unread words, if any, that may change an order that stands at this place."""
        for one in self.found:
            if one.of_all and isinstance(said, Move) and said.path:
                return one
            is_in_reach = place < abs(one.place) and (not one.reach or place >= abs(one.place) - one.reach)
            if isinstance(said, one.many) and is_in_reach and (not isinstance(said, Move) or said.path):
                return one
            if one.heads and place >= one.place and (said.path if isinstance(said, Move) else isinstance(said, _HANGS)):
                return one
            if one.of_pay and isinstance(said, Pay) and place < abs(one.place):
                return one
            if one.excepts and isinstance(said, Pay) and place == one.place - 1:
                return one
            if one.changes and one.place < 0 and place == -one.place - 1:
                return one if not one.is_sum or isinstance(said, Bid | OrderBid | Give) else None
            is_meant = (isinstance(said, Move) and one.has(said.unit)) or (
                isinstance(said, Bid) and said.lot in one.lots
            )
            is_meant = is_meant or (isinstance(said, Move) and not one.ways.isdisjoint(said.path))
            if one.changes and one.since <= place < one.place and is_meant:
                return one
        return None


@dataclass(frozen=True, slots=True, kw_only=True)
class _Said:
    """The things that unread words say, whatever the position."""

    kinds: tuple[tuple[str, int], ...]
    """The counters and units that they name, each with its place,"""
    spaces: tuple[str, ...]
    """and the spaces."""
    changes: bool
    denies: bool
    turns_back: bool
    is_turn: bool
    is_struck: bool
    of_many: str
    of_pay: bool
    is_of_one: bool
    is_of_everybody: bool
    is_of_all: bool
    """Whether they are of everybody, wherever they are."""
    is_sum: bool
    excepts: bool
    hangs_on_one: bool
    """Whether they are a condition of the order before them,"""
    hangs_all: bool
    """or of everybody's."""


@once
def _said(marked: Marked) -> _Said:
    pieces = marked.pieces
    signs = [one.sign for one in pieces]
    first = signs[0] if signs else ""
    is_if, is_of_one = not _IFS.isdisjoint(signs), not _ONE_OF_THEM.isdisjoint(signs)
    return _Said(
        kinds=tuple((kind, at) for at, one in enumerate(pieces) for kind in _choices(one, "#")),
        spaces=tuple(space for one in pieces for space in _choices(one, "@")),
        changes=not _CHANGING.isdisjoint(signs),
        denies="not" in signs,
        turns_back=_turns_back(signs) or first in _STAYING,
        is_turn=bool(turns(marked)),
        is_struck=signs[1:] == ["no"] and is_word(first, "STRIKES"),
        of_many=of_many(pieces),
        of_pay="pay" in signs,
        is_of_one=is_of_one,
        is_of_everybody=not _EVERYBODY.isdisjoint(signs),
        is_of_all=_is_of_all(signs) and any(map(says_an_order, signs)),
        is_sum=bool(signs) and all(number(sign) is not None for sign in signs),
        excepts=first in _EXCEPTING,
        hangs_on_one=is_if and is_of_one,
        hangs_all=is_if and not _EVERYBODY.isdisjoint(signs),
    )


_NOTHING = Marked("", ())
_NO_LOTS: frozenset[int] = frozenset()


def _is_of_all(signs: Sequence[str]) -> bool:
    """Whether words speak of everybody, and not of those in one place alone."""
    return any(one in _GROUP and two not in _THERE for one, two in pairwise((*signs, "")))


def _turns_back(signs: Sequence[str]) -> bool:
    """`Oh wait, the Posse is there`, `6` behind `5 for order`."""
    led = [sign for place, sign in enumerate(signs) if all(one in _LEADS for one in signs[: place + 1])]
    if led and led[-1] in ("no", "nope") and len(signs) > len(led):
        # `No doubt you're asleep`.
        led.pop()
    return not _TURNING_BACK.isdisjoint(led) or (bool(signs) and all(number(sign) is not None for sign in signs))


def _choices(piece: Piece, sign: str) -> tuple[str, ...]:
    return piece.name.choices if piece.name is not None and piece.name.sign == sign else ()


def _place_of(kind: str, pieces: Sequence[Piece], at: int, own: Sequence[UnitRef]) -> str:
    """The place behind a unit's name, or right before it, if such a unit stands there."""
    behind = next((one for one in pieces[at + 1 :] if one.sign not in _BETWEEN), None)
    there = (*(_choices(behind, "@") if behind is not None else ()), *(_choices(pieces[at - 1], "@") if at else ()))
    return next((ref.space for ref in own if ref.kind == kind and ref.space in there), "")


__all__ = ["Spoken", "Unread"]
