"""The gunfight (LB-59 to LB-67, LB-Q44 to LB-Q50)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from judge.adjudicator.protocol import Seat
from judge.variants.land_barons.counters import BARON, shoot
from judge.variants.land_barons.events import Fought, Shot
from judge.variants.land_barons.fall import fall
from judge.variants.land_barons.making import Making, highest
from judge.variants.land_barons.pay import remove_unit
from judge.variants.land_barons.state import Lists, State, Unit

Rolls = tuple[tuple[Seat, int], ...]


@dataclass(slots=True)
class _Fight:
    """One fight while it goes on."""

    raider: Seat
    defender: Seat
    space: str
    label: str
    ties: list[Rolls] = field(default_factory=list)
    shots: list[Shot] = field(default_factory=list)

    def other(self, seat: Seat) -> Seat:
        """The side facing this one."""
        return self.defender if seat == self.raider else self.raider


def side_shoot(units: Sequence[Unit]) -> int:
    """Each side adds up its Shoot values (LB-60)."""
    return sum(shoot(unit.kind) for unit in units)


def fight(making: Making, raider: Seat, space: str) -> None:
    """Opposing units in one space fight (LB-59) until one side is eliminated or retreats (LB-64)."""
    defender = making.state.others_at(raider, space)[0]
    one = _Fight(raider, defender, space, f"fight/{space}/{raider}")
    raiders, defenders = making.state.at(raider, space), making.state.at(defender, space)
    advantage = first = find_advantage(making, one)
    number = 0
    result = ""
    while not result:
        number += 1
        shot = _roll(making, one, advantage, number)
        one.shots.append(shot)
        if shot.result == "loses" and not making.state.at(shot.side, space):
            result = "eliminated"
        elif shot.result in ("retreats", "trapped"):
            result = "retreat" if shot.result == "retreats" else "eliminated"
        elif shot.result == "loses" and making.state.is_set("recount"):
            advantage = find_advantage(making, one)
    loser = one.shots[-1].side
    winner = one.other(loser)
    making.tell(
        Fought(
            space=space,
            raider=raider,
            defender=defender,
            raiders=tuple(unit.kind for unit in raiders),
            defenders=tuple(unit.kind for unit in defenders),
            raider_shoot=side_shoot(raiders),
            defender_shoot=side_shoot(defenders),
            ties=tuple(one.ties),
            advantage=first,
            shots=tuple(one.shots),
            winner=winner,
            result=result,
        )
    )
    had_baron = any(unit.kind == BARON for unit in (raiders if loser == raider else defenders))
    if result == "eliminated" and had_baron:
        fall(making, loser, winner)


def find_advantage(making: Making, one: _Fight) -> Seat:
    """The side with the higher Shoot value has the Fight Advantage (LB-61), on a tie whoever rolls high (LB-62).

    It is found once and holds for the fight (LB-Q44), unless `recount` finds it again after each loss.
    """
    ours = side_shoot(making.state.at(one.raider, one.space))
    theirs = side_shoot(making.state.at(one.defender, one.space))
    if ours != theirs:
        return one.raider if ours > theirs else one.defender
    winner, rounds = highest(making, f"{one.label}/tie/{len(one.ties) + 1}", (one.raider, one.defender))
    one.ties += rounds
    return winner


def _roll(making: Making, one: _Fight, advantage: Seat, number: int) -> Shot:
    """1D6: on 1 or 2 the side with the advantage loses a unit, on 3 to 5 the other; on 6 the other retreats (LB-63)."""
    rolled = making.roll(f"{one.label}/{number}")
    if rolled == 6:
        return _retreat(making, one, advantage, rolled)
    side = advantage if rolled <= 2 else one.other(advantage)
    unit = next_lost(making.state, side, one.space)
    remove_unit(making, side, unit)
    return Shot(rolled, advantage, side, "loses", kind=unit.kind)


def next_lost(state: State, seat: Seat, space: str) -> Unit:
    """The unit that a side loses: by its standing loss list, else the lowest Shoot value, then the newest (LB-Q45).

    Barons are the last to be killed, whatever the list says (LB-65).
    """
    listed = state.lists.get(seat, Lists()).lose

    def turn(unit: Unit) -> tuple[bool, int, int, int]:
        place = listed.index(unit.kind) if unit.kind in listed else len(listed)
        return unit.kind == BARON, place, shoot(unit.kind), -unit.id

    return min(state.at(seat, space), key=turn)


def _retreat(making: Making, one: _Fight, advantage: Seat, rolled: int) -> Shot:
    """The side without the advantage goes together to an empty adjacent space; with none, nothing happens (LB-Q47)."""
    side = one.other(advantage)
    goal = retreat_space(making, side, one.space)
    if goal is not None:
        units = tuple(
            replace(unit, space=goal) if unit.space == one.space else unit for unit in making.state.units_of(side)
        )
        making.state = making.state.with_units(side, units)
        return Shot(rolled, advantage, side, "retreats", space=goal)
    if making.state.choice("trapped") == "eliminated":
        for unit in making.state.at(side, one.space):
            remove_unit(making, side, unit)
        return Shot(rolled, advantage, side, "trapped")
    return Shot(rolled, advantage, side, "stays")


def retreat_space(making: Making, seat: Seat, space: str) -> str | None:
    """An empty adjacent space by the standing list; else the one nearest the own ranch, then by label (LB-Q46)."""
    state = making.state
    full = {unit.space for _, unit in state.all_units()}
    empty = [other for other in making.board.touching[space] if other not in full]
    if not empty:
        return None
    lists = state.lists.get(seat, Lists()).retreat
    for wished in (*lists.get(space, ()), *lists.get("", ())):
        if wished in empty:
            return wished
    home = state.home(seat)
    return min(empty, key=lambda other: (making.board.apart(home, other) if home else 0, other))
