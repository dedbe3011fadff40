"""Dealing: groups, the order of goes, figures, gold and weapons.

Rulings GR-17 to GR-22, GR-Q8, GR-Q9, GR-Q12, GR-Q16, GR-Q22.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from judge.adjudicator.protocol import Dice, Event, Seat, SeatName
from judge.variants.gold_rush.board import Board
from judge.variants.gold_rush.events import AmmoCount, GoesRolled, GroupDealt, MountiesChosen
from judge.variants.gold_rush.notation import TITLES
from judge.variants.gold_rush.packs import (
    BOX,
    BOXES_ON_A_MULE,
    FIGURES,
    GOLD,
    GROUPS,
    GUNS,
    HAND,
    LETTERS,
    MULE,
    MULES,
    REPEATER,
    WEAPONS,
)
from judge.variants.gold_rush.state import Figure, Horse, Mule

MOUNTIES = "mounties"

SEATS = tuple(
    SeatName(
        Seat(group),
        TITLES[group],
        {
            "traders": ("Trader", "T"),
            "indians": ("Indians", "Natives", "I"),
            "mounties": ("Mountie", "M"),
        }.get(group, (f"Diggers {group[-1]}", f"Digger {group[-1]}", LETTERS[group])),
    )
    for group in GROUPS
)


def highest(who: Sequence[str], dice: Dice, label: str) -> tuple[tuple[str, ...], Mapping[str, tuple[int, ...]]]:
    """Everybody by one die each, highest first; the tied roll again among themselves (GR-Q9, GR-Q16)."""
    rolls: dict[str, tuple[int, ...]] = dict.fromkeys(who, ())
    groups: list[tuple[str, ...]] = [tuple(who)]
    done: list[str] = []
    while groups:
        group = groups.pop(0)
        if len(group) == 1:
            done.append(group[0])
            continue
        for one in group:
            rolls[one] = (*rolls[one], dice.roll(f"{label}/{one}/{len(rolls[one]) + 1}"))
        faces = sorted({rolls[one][-1] for one in group}, reverse=True)
        groups = [tuple(one for one in group if rolls[one][-1] == face) for face in faces] + groups
    return tuple(done), rolls


def who_is_what(seats: Sequence[Seat], dice: Dice) -> tuple[dict[Seat, str], tuple[Event, ...]]:
    """Which group each seat leads: its own, but somebody must be the Mounties (GR-17, GR-Q9, GR-Q12)."""
    groups = {seat: str(seat) for seat in seats}
    if MOUNTIES in groups.values():
        return groups, ()
    ranked, rolls = highest(seats, dice, "mounties")
    chosen = Seat(ranked[0])
    swapped, groups[chosen] = groups[chosen], MOUNTIES
    shown = {Seat(seat): rolled for seat, rolled in rolls.items()}
    return groups, (MountiesChosen(rolls=shown, seat=chosen, instead_of=swapped),)


def order_of_goes(seats: Sequence[Seat], dice: Dice) -> tuple[tuple[Seat, ...], tuple[Event, ...]]:
    """Highest die first, once for the game; ties roll again (GR-22, GR-Q16)."""
    ranked, rolls = highest(seats, dice, "goes")
    order = tuple(map(Seat, ranked))
    return order, (GoesRolled(rolls={Seat(seat): rolled for seat, rolled in rolls.items()}, order=order),)


def reloads_at_start(options: Mapping[str, str | int | bool]) -> int:
    """Six reloads besides the first load; by option `total_36` five (GR-34, GR-Q22, GR-Q48)."""
    return BOX - 1 if options["total_36"] else BOX


def ammo_count(options: Mapping[str, str | int | bool]) -> AmmoCount:
    """The count that the first report prints (GR-Q48)."""
    loads = reloads_at_start(options) + 1
    return AmmoCount(reloads=loads - 1, revolver=6 * loads, shotgun=2 * loads)


def weapons_for(seat: Seat, group: str, count: int, replacing: bool, dice: Dice) -> tuple[str, ...]:
    """A Weapon card a figure from ten of the group's own; when they are gone all ten are shuffled again (GR-20, GR-Q8).

    By option `weapon_cards: replace` each card is put back. Mounties always have repeaters.
    """
    if group == MOUNTIES:
        return (REPEATER,) * count
    if replacing:
        return tuple(WEAPONS[dice.roll(f"weapon/{seat}/{number}", len(WEAPONS)) - 1] for number in range(1, count + 1))
    drawn: list[str] = []
    while len(drawn) < count:
        pack = dice.shuffle(f"weapons/{seat}/{len(drawn) // len(WEAPONS) + 1}", WEAPONS, sealed=False)
        drawn.extend(pack)
    return tuple(drawn[:count])


def deal(
    board: Board, order: Sequence[Seat], groups: Mapping[Seat, str], options: Mapping[str, str | int | bool], dice: Dice
) -> tuple[dict[Seat, int], tuple[Figure, ...], tuple[Event, ...]]:
    """Figure, Gold and Weapon cards, in the order of goes; Figure and Gold cards are discarded (GR-18 to GR-20). By
    option `hands: even` the map says how many figures and bags each group has (GR-Q55)."""
    if options.get("hands") == "even":
        strengths, purses = zip(*(board.hands.get(groups[seat], HAND) for seat in order), strict=True)
    else:
        strengths = dice.shuffle("figures", FIGURES, sealed=False)
        purses = dice.shuffle("gold", GOLD, sealed=False)
    bags: dict[Seat, int] = {}
    figures: list[Figure] = []
    events: list[Event] = []
    for seat, strength, purse in zip(order, strengths, purses, strict=False):
        weapons = weapons_for(seat, groups[seat], strength, options["weapon_cards"] == "replace", dice)
        bags[seat] = purse
        letter = LETTERS[groups[seat]]
        for number, weapon in enumerate(weapons, 1):
            shots = GUNS[weapon].shots
            code, reloads = f"{letter}{number}", reloads_at_start(options)
            figures.append(Figure(code=code, seat=seat, weapon=weapon, loaded=shots, reloads=reloads))
        hidden = options["hidden"] in ("gold", "both")
        shown = GroupDealt(
            seat=seat, group=groups[seat], figures=strength, bags=None if hidden else purse, weapons=weapons
        )
        events.append(shown)
        if hidden:
            events.append(
                GroupDealt(
                    told=frozenset({seat}), seat=seat, group=groups[seat], figures=strength, bags=purse, weapons=weapons
                )
            )
    return bags, tuple(figures), tuple(events)


def mounted(figures: Sequence[Figure], groups: Mapping[Seat, str]) -> tuple[tuple[Figure, ...], tuple[Horse, ...]]:
    """Mounties start mounted, all others on foot (GR-51, GR-52)."""
    riders = tuple(
        replace(figure, horse=figure.number) if groups[figure.seat] == MOUNTIES else figure for figure in figures
    )
    return riders, tuple(Horse(figure.horse, figure.code) for figure in riders if figure.horse)


def mules() -> tuple[Mule, ...]:
    """Three mules with ten boxes each (GR-42, GR-44)."""
    return tuple(Mule(f"{MULE}{number}", boxes=BOXES_ON_A_MULE) for number in range(1, MULES + 1))
