"""The turning points of a finished game, from the public strengths: leads, rises and falls, and seats left with
nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from judge.adjudicator.protocol import Seat

MOST_LEADS, MOST_SWINGS = 6, 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """One of them. `place`: after which report; `kind`: `lead`, `rise`, `fall` or `out`."""

    place: int
    kind: str
    seat: Seat
    before: int
    after: int


def turning_points(standings: Sequence[Mapping[Seat, int]]) -> tuple[Turn, ...]:
    """In the order in which they came: the leads that were held longest, the greatest changes relative to all seats,
    and seats that fell to nothing for good."""
    out = _fallen(standings)
    gone = {(one.place, one.seat) for one in out}
    swings = [one for one in _swings(standings) if (one.place, one.seat) not in gone]
    found = [*_leads(standings), *swings[:MOST_SWINGS], *out]
    order = ("lead", "rise", "fall", "out")
    return tuple(sorted(found, key=lambda one: (one.place, order.index(one.kind), one.seat)))


def _swings(standings: Sequence[Mapping[Seat, int]]) -> list[Turn]:
    """The seats that rose or fell while the others did not, the greatest change first; a change common to all turns
    nothing."""
    found = []
    for place, (before, now) in enumerate(pairwise(standings), 1):
        changes = {seat: now.get(seat, 0) - old for seat, old in before.items()}
        usual = sorted(changes.values())[(len(changes) - 1) // 2] if changes else 0
        for seat, change in changes.items():
            if (change > 0 and change > usual) or (change < 0 and change < usual):
                kind = "rise" if change > 0 else "fall"
                one = Turn(place=place, kind=kind, seat=seat, before=before[seat], after=now.get(seat, 0))
                found.append((-abs(change - usual), place, seat, one))
    return [one for *_, one in sorted(found, key=lambda one: one[:3])]


def _leads(standings: Sequence[Mapping[Seat, int]]) -> list[Turn]:
    """The seats that took the lead alone from another; those who kept it longest."""
    leader: Seat | None = None
    made: list[Turn] = []
    for place, now in enumerate(standings):
        best = max(now.values(), default=0)
        first = [seat for seat in sorted(now) if now[seat] == best > 0]
        if len(first) == 1 and first[0] != leader:
            leader = first[0]
            if place:
                before = standings[place - 1].get(leader, 0)
                made.append(Turn(place=place, kind="lead", seat=leader, before=before, after=best))
    if not made:
        return []
    ends = [*(one.place for one in made[1:]), len(standings)]
    held = sorted(zip(made, ends, strict=True), key=lambda one: (one[0].place - one[1], one[0].place))
    return [one for one, _ in held[:MOST_LEADS]]


def _fallen(standings: Sequence[Mapping[Seat, int]]) -> list[Turn]:
    """The seats that had something once, and from some moment on nothing till the end."""
    found = []
    for seat in sorted({seat for one in standings for seat in one}):
        row = [one.get(seat, 0) for one in standings]
        had = [place for place, value in enumerate(row) if value]
        if had and had[-1] + 1 < len(row):
            place = had[-1] + 1
            found.append(Turn(place=place, kind="out", seat=seat, before=row[place - 1], after=0))
    return found


__all__ = ["Turn", "turning_points"]
