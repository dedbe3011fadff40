"""Every counter of the game: 30 settlements (LB-18) and 78 recruits in 24 kinds (LB-50, LB-51), and what each does."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from enum import Enum
from functools import cache


class Sort(Enum):
    """The type letters of the recruit table (LB-50)."""

    GOVERNOR = "G"
    CONTRACT = "C"
    TOWN = "T"
    POST = "P"
    FARM = "F"
    MINE = "M"
    UNIT = "U"


@dataclass(frozen=True, slots=True)
class SettlementKind:
    """A kind of settlement: how many counters there are, what it pays, which improvements go on it."""

    key: str
    name: str
    number: int
    revenue: int
    takes: Sort | None
    also: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of counter that is won or begins on the map. `tag` is the note that governs stacking (LB-56 to LB-58)."""

    key: str
    name: str
    number: int
    sort: Sort
    _: KW_ONLY
    revenue: int = 0
    shoot: int = 0
    tag: str = ""
    also: tuple[str, ...] = ()


RANCH = "ranch"
HIDDEN = "hidden"
BARON = "baron"
REGULATOR = "regulator"
COWBOYS = "cowboys"
GOVERNOR = "governor"
CONTRACTS = "govt-contracts"
OFFICES = (GOVERNOR, CONTRACTS)

SETTLEMENTS: dict[str, SettlementKind] = {
    one.key: one
    for one in (
        SettlementKind("farm", "Farm", 10, 10, Sort.FARM, ("farms",)),
        SettlementKind("coal-mine", "Coal Mine", 6, 20, Sort.MINE, ("coal",)),
        SettlementKind("gold-mine", "Gold Mine", 4, 30, Sort.MINE, ("gold",)),
        SettlementKind("town", "Town", 6, 10, Sort.TOWN, ("towns",)),
        SettlementKind("trading-post", "Trading Post", 4, 10, Sort.POST, ("post", "posts")),
    )
}
"""The settlement counters that are drawn (LB-18)."""

RANCH_KIND = SettlementKind(RANCH, "Ranch", 0, 20, None)
"""A ranch pays 20 to whoever controls it and takes no improvement (LB-22)."""

RECRUITS: dict[str, Kind] = {
    one.key: one
    for one in (
        Kind(GOVERNOR, "Governor", 8, Sort.GOVERNOR, also=("governors",)),
        Kind(
            CONTRACTS,
            "Govt Contracts",
            6,
            Sort.CONTRACT,
            revenue=40,
            also=("government contracts", "gov contracts", "contract", "gc"),
        ),
        Kind(
            "railway-station",
            "Railway Station",
            4,
            Sort.TOWN,
            revenue=10,
            also=("station", "railway", "railroad", "railroad station", "rr", "rr station", "rr stn", "stn"),
        ),
        Kind("saloon", "Saloon", 4, Sort.TOWN, revenue=10, also=("sal",)),
        Kind("bank", "Bank", 4, Sort.TOWN, revenue=10),
        Kind("gambling-hall", "Gambling Hall", 4, Sort.TOWN, revenue=10, also=("hall",)),
        Kind("trappers", "Trappers", 2, Sort.POST, revenue=10, also=("trapper",)),
        Kind("horse-traders", "Horse Traders", 2, Sort.POST, revenue=10, also=("horse trader", "horses")),
        Kind("cotton-mill", "Cotton Mill", 2, Sort.FARM, revenue=10, also=("cotton",)),
        Kind("gin-mill", "Gin Mill", 2, Sort.FARM, revenue=10, also=("gin",)),
        Kind("mother-lode", "Mother lode", 2, Sort.MINE, revenue=10, also=("lode", "motherlode")),
        Kind(COWBOYS, "Cowboys", 4, Sort.UNIT, shoot=15, also=("cowboy",)),
        Kind(
            "indian-braves",
            "Indian Braves",
            4,
            Sort.UNIT,
            shoot=15,
            tag="Red",
            also=("braves", "indian brave", "indians"),
        ),
        Kind(
            "mexican-bandidos",
            "Mexican Bandidos",
            4,
            Sort.UNIT,
            shoot=15,
            tag="Outlaws",
            also=("bandidos", "mexican bandido", "bandido"),
        ),
        Kind("outlaw-gang", "Outlaw Gang", 4, Sort.UNIT, shoot=20, tag="Outlaws", also=("gang", "outlaw gangs")),
        Kind("lawmen-posse", "Lawmen Posse", 4, Sort.UNIT, shoot=15, tag="Law", also=("posse", "lawmen")),
        Kind("lynch-mob", "Lynch Mob", 2, Sort.UNIT, shoot=10, tag="Law", also=("mob", "lynch mobs")),
        Kind("gunslinger", "Gunslinger", 4, Sort.UNIT, shoot=30, tag="Outlaws", also=("gunslingers",)),
        Kind("local-sheriff", "Local Sheriff", 2, Sort.UNIT, shoot=20, tag="Law", also=("sheriff", "local sheriffs")),
        Kind(
            "federal-marshall",
            "Federal Marshall",
            2,
            Sort.UNIT,
            shoot=30,
            tag="Law",
            also=("marshall", "marshal", "federal marshal", "federal marshalls"),
        ),
        Kind(
            "confederate-rebels",
            "Confederate Rebels",
            2,
            Sort.UNIT,
            shoot=25,
            tag="South",
            also=("rebels", "confederates", "confederate rebel"),
        ),
        Kind(
            "union-veterans", "Union Veterans", 2, Sort.UNIT, shoot=25, tag="North", also=("veterans", "union veteran")
        ),
        Kind("texas-rangers", "Texas Rangers", 2, Sort.UNIT, shoot=25, tag="Law", also=("rangers", "texas ranger")),
        Kind("mountain-men", "Mountain Men", 2, Sort.UNIT, shoot=15, tag="White", also=("mountain man",)),
    )
}
"""The recruit pile (LB-51), in the order of the table."""

UNITS: dict[str, Kind] = {
    BARON: Kind(BARON, "Baron", 0, Sort.UNIT, shoot=30, also=("barons",)),
    REGULATOR: Kind(REGULATOR, "Regulator", 0, Sort.UNIT, shoot=20, also=("regulators", "regs", "reg")),
    **{key: kind for key, kind in RECRUITS.items() if kind.sort is Sort.UNIT},
}
"""Everything that moves and shoots: Barons (LB-66), Regulators (LB-67) and the recruits of type U."""

PILE: tuple[str, ...] = tuple(RECRUITS)
"""The kinds in table order: how piles and discards are listed."""

FOES = (frozenset({"Red", "White"}), frozenset({"Outlaws", "Law"}), frozenset({"North", "South"}))
"""Tags that do not share a space on one side (LB-56, LB-57, LB-58)."""


def shoot(kind: str) -> int:
    """A unit's part of its side's Shoot value (LB-51, LB-66, LB-67)."""
    return UNITS[kind].shoot


@cache
def get_along(one: str, other: str) -> bool:
    """Whether two units of one owner may stack: not Red with White, Outlaws with Law, North with South (LB-56..58).

    Barons, Regulators and Cowboys have no tag and stack with all (LB-Q43).
    """
    return frozenset({UNITS[one].tag, UNITS[other].tag}) not in FOES
