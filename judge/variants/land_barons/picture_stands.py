"""Where each stack stood after each raid of a turn: from where it stands now, back through all that happened."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from judge.adjudicator.protocol import Event, Seat
from judge.drawing.goes import Goes, stood
from judge.variants.land_barons.counters import UNITS
from judge.variants.land_barons.events import BaronFell, Fought, StackMoved
from judge.variants.land_barons.view import Stack

Place: TypeAlias = tuple[Seat, str]
Kinds: TypeAlias = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Stand:
    """A stack as it stood from one raid to another, and whether it still does."""

    stack: Stack
    first: int
    until: int
    is_now: bool = True


def stands(stacks: Sequence[Stack], events: Sequence[Event], goes: Goes) -> tuple[Stand, ...]:
    """How all stacks stand now, and how they stood in the goes before."""
    now = {(one.seat, one.space): one for one in stacks}
    return tuple(Stand(*one) for one in stood(now, events, goes, _undo))


def _undo(stacks: dict[Place, Stack], event: Event) -> None:
    """The stacks as they were before an event."""
    match event:
        case StackMoved(seat=seat, kinds=kinds, path=path) if path[0] != path[-1]:
            _take(stacks, (seat, path[-1]), kinds)
            _put(stacks, (seat, path[0]), kinds)
        case Fought(space=space):
            for seat, before in ((event.raider, event.raiders), (event.defender, event.defenders)):
                dead = tuple(shot.kind for shot in event.shots if shot.kind and shot.side == seat)
                for shot in event.shots:
                    if shot.side == seat and shot.result == "retreats":
                        _take(stacks, (seat, shot.space), _without(before, dead))
                _set(stacks, (seat, space), before)
        case BaronFell(seat=seat, lost=lost):
            for space, kinds in lost:
                _put(stacks, (seat, space), kinds)
        case _:
            pass


def _kinds(stacks: dict[Place, Stack], place: Place) -> Kinds:
    return stacks[place].kinds if place in stacks else ()


def _take(stacks: dict[Place, Stack], place: Place, kinds: Kinds) -> None:
    _set(stacks, place, _without(_kinds(stacks, place), kinds))


def _put(stacks: dict[Place, Stack], place: Place, kinds: Kinds) -> None:
    _set(stacks, place, (*_kinds(stacks, place), *kinds))


def _set(stacks: dict[Place, Stack], place: Place, kinds: Kinds) -> None:
    """These units and no others; as they stand now, if they are the same."""
    now = stacks.pop(place, None)
    if now is not None and Counter(now.kinds) == Counter(kinds):
        stacks[place] = now
    elif kinds:
        stacks[place] = Stack(*place, kinds, sum(UNITS[kind].shoot for kind in kinds))


def _without(kinds: Kinds, gone: Kinds) -> Kinds:
    """The kinds that are left, the same ones as often as they were there."""
    left = Counter(gone)
    kept = []
    for kind in reversed(kinds):
        if left[kind]:
            left[kind] -= 1
        else:
            kept.append(kind)
    return tuple(reversed(kept))
