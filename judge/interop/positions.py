"""Positions of other programs as lines of `judge batch`, and the other way round, on the standard board.

They are those of the `diplomacy` package and of dipcc (whose games hold the same states), and of webDiplomacy's API.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from judge.batch import batch
from judge.batch.shape import BadLine

__all__ = ["from_diplomacy", "from_webdiplomacy", "to_diplomacy", "to_webdiplomacy"]

Line = dict[str, Any]

# webDiplomacy's numbers of the standard board: 1 is Clyde, 81 Bulgaria's south coast; and its powers from 1.
TERRITORIES = (
    "CLY EDI LVP YOR WAL LON POR SPA NAF TUN NAP ROM TUS PIE VEN APU GRE ALB SER BUL RUM CON SMY ANK ARM SYR SEV "
    "UKR WAR LVN MOS STP FIN SWE NWY DEN KIE BER PRU SIL MUN RUH HOL BEL PIC BRE PAR BUR MAR GAS BAR NWG NTH SKA "
    "HEL BAL BOT NAO IRI ENG MAO WES LYO TYS ION ADR AEG EAS BLA TYR BOH VIE TRI BUD GAL SPA/NC SPA/SC STP/NC "
    "STP/SC BUL/EC BUL/SC "
).split()
COUNTRIES = ("ENGLAND", "FRANCE", "ITALY", "GERMANY", "AUSTRIA", "TURKEY", "RUSSIA")
TASKS = {"Diplomacy": "M", "Retreats": "R", "Builds": "A"}


def from_diplomacy(state: Mapping[str, Any]) -> Line:
    """A position from `Game.get_state()`; of a game of dipcc, the `state` of one of its phases."""
    units: dict[str, list[str]] = {}
    driven: dict[str, list[str]] = {}
    for power, texts in state["units"].items():
        units[power] = [text for text in texts if not text.startswith("*")]
        fallen = [text.lstrip("*") for text in texts if text.startswith("*")]
        driven |= {power: fallen} if fallen else {}
    ways: dict[str, list[str]] = {}
    for power, options in (state.get("retreats") or {}).items():
        for unit, places in (options or {}).items():
            ways[unit] = list(places)
            if unit not in driven.setdefault(power, []):
                driven[power].append(unit)
    return {
        "phase": state["name"],
        "units": units,
        "centers": {power: list(held) for power, held in (state.get("centers") or {}).items()},
        "dislodged": {power: texts for power, texts in driven.items() if texts},
        "retreats": ways,
    }


def to_diplomacy(line: Mapping[str, Any]) -> dict[str, Any]:
    """A position for `Game.set_state()`."""
    ways = line.get("retreats") or {}
    driven = line.get("dislodged") or {}
    powers = sorted({*COUNTRIES, *line["units"], *(line.get("centers") or {})})
    return {
        "name": line["next_phase"] if "results" in line else line["phase"],
        "units": {
            power: [*line["units"].get(power, []), *(f"*{unit}" for unit in driven.get(power, []))] for power in powers
        },
        "centers": {power: list((line.get("centers") or {}).get(power, [])) for power in powers},
        "retreats": {power: {unit: list(ways.get(unit, [])) for unit in driven.get(power, [])} for power in powers},
    }


def from_webdiplomacy(status: Mapping[str, Any]) -> Line:
    """The last phase of a game's status. The retreats open to a dislodged unit follow from `standoffs` and
    `occupiedFrom`."""
    last = status["phases"][-1] if status.get("phases") else status
    units: dict[str, list[str]] = {}
    driven: dict[str, list[str]] = {}
    for unit in last.get("units") or ():
        text = f"{'A' if unit['unitType'] == 'Army' else 'F'} {_territory(unit)}"
        into = driven if unit.get("retreating") == "Yes" else units
        into.setdefault(_country(unit), []).append(text)
    centres: dict[str, list[str]] = {}
    for centre in last.get("centers") or ():
        centres.setdefault(_country(centre), []).append(_territory(centre))
    task = TASKS.get(str(last.get("phase", "Diplomacy")))
    if task is None:
        raise BadLine(f'"{last.get("phase")}" is no phase to be played: {", ".join(TASKS)} are')
    turn = int(last.get("turn", 0))
    season = "W" if task == "A" else "SF"[turn % 2]
    return {
        "phase": f"{season}{1901 + turn // 2}{task}",
        "units": units,
        "centers": centres,
        "dislodged": driven,
        "retreats": _ways(status, units, driven) if task == "R" else {},
    }


def to_webdiplomacy(line: Mapping[str, Any]) -> dict[str, Any]:
    """A phase in the form of a game's status in webDiplomacy's API."""
    phase = str(line["next_phase"] if "results" in line else line["phase"])
    task = next(name for name, letter in TASKS.items() if letter == phase[-1])
    number = {name: place for place, name in enumerate(TERRITORIES, 1)}
    country = {name: place for place, name in enumerate(COUNTRIES, 1)}

    def listed(lists: Mapping[str, Iterable[str]], retreating: str) -> list[dict[str, Any]]:
        return [
            {
                "unitType": "Army" if text[0] == "A" else "Fleet",
                "terrID": number[text[2:]],
                "countryID": country[power],
                "retreating": retreating,
            }
            for power, texts in lists.items()
            for text in texts
        ]

    return {
        "turn": 2 * (int(phase[1:-1]) - 1901) + (phase[0] != "S"),
        "phase": task,
        "units": listed(line["units"], "No") + listed(line.get("dislodged") or {}, "Yes"),
        "centers": [
            {"terrID": number[centre], "countryID": country[power]}
            for power, held in (line.get("centers") or {}).items()
            for centre in held
        ],
    }


def _territory(one: Mapping[str, Any]) -> str:
    number = int(one["terrID"])
    if not 0 < number <= len(TERRITORIES):
        raise BadLine(f"webDiplomacy has no territory {number} on the standard board")
    return TERRITORIES[number - 1]


def _country(one: Mapping[str, Any]) -> str:
    number = int(one["countryID"])
    if not 0 < number <= len(COUNTRIES):
        raise BadLine(f"webDiplomacy has no power {number} on the standard board")
    return COUNTRIES[number - 1]


def _ways(
    status: Mapping[str, Any], units: Mapping[str, list[str]], driven: Mapping[str, list[str]]
) -> dict[str, list[str]]:
    board = batch().board
    taken = {text[2:5] for texts in units.values() for text in texts}
    taken |= {_territory(one)[:3] for one in status.get("standoffs") or ()}
    came = dict(status.get("occupiedFrom") or {})
    origin = {_territory({"terrID": to})[:3]: _territory({"terrID": at})[:3] for to, at in came.items() if at}
    return {
        text: [
            place
            for place in board.neighbours(text[0], text[2:])
            if board.province(place) not in taken and board.province(place) != origin.get(text[2:5])
        ]
        for texts in driven.values()
        for text in texts
    }
