"""The shape of a line of `judge batch`: its lists, its phase, its units. BadLine says what is wrong with it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from judge.adjudicator.diplomacy.board import Board
from judge.adjudicator.diplomacy.orders import Unit
from judge.adjudicator.diplomacy.phases import Phase
from judge.adjudicator.protocol import Problem

_UNIT = re.compile(r"\*?([AF]) ([^\W_a-zà-öø-ÿ]{3}(?:/[A-Z]{2})?)")
_PHASES: dict[str, Phase] = {}

encode = json.JSONEncoder(ensure_ascii=False, check_circular=False, separators=(", ", ": ")).encode

Line = Mapping[str, Any]
ByPower = dict[str, list[str]]


class BadLine(ValueError):
    """A line that cannot be adjudicated, in one sentence."""


def phase_of(line: Line) -> Phase:
    """The phase of a line; of one of our own answers, fed back, the next."""
    text = line.get("next_phase" if "results" in line and "next_phase" in line else "phase")
    if text == "COMPLETED":
        raise BadLine("this game is over: there is no next phase")
    phase = _PHASES.get(text) if isinstance(text, str) else None
    if phase is None:
        if not isinstance(text, str):
            raise BadLine('"phase" is missing: it must be a text such as "S1901M"')
        try:
            phase = Phase.read(text)
        except ValueError as error:
            raise BadLine(str(error)) from None
        if len(_PHASES) < 10_000:
            _PHASES[text] = phase
    if "units" not in line:
        raise BadLine('"units" is missing: {"FRANCE": ["A PAR"]}')
    return phase


def lists_of(line: Line, key: str) -> ByPower:
    """`{"FRANCE": ["A PAR"]}`, powers in capitals; empty if the line has none."""
    value = line.get(key)
    if not value:
        return {}
    if not isinstance(value, dict):
        raise BadLine(f'"{key}" must be an object with a list for each power')
    for power, texts in value.items():
        if type(texts) is not list or not power.isupper():
            return checked(value, key)
    return value


def checked(value: Mapping[str, Any], key: str) -> ByPower:
    """The same, with every list and text checked."""
    result: ByPower = {}
    for power, texts in value.items():
        if texts is None:
            texts = []
        if not isinstance(texts, list | tuple) or not all(isinstance(text, str) for text in texts):
            raise BadLine(f'"{key}" of {power} must be a list of texts')
        if power.upper() in result:
            raise BadLine(f'{power} is named twice in "{key}"')
        result[power.upper()] = list(texts)
    return result


def others_of(line: Line, units: ByPower) -> list[str]:
    """Powers that the line mentions only as having centres or dislodged units."""
    found: list[str] = []
    for key in ("dislodged", "centers"):
        if line.get(key):
            found += [power for power in lists_of(line, key) if power not in units and power not in found]
    return found


def shared_texts(orders: ByPower) -> dict[str, str]:
    """Texts that more than one power sent, with the alphabetically first of them: it keeps the text as its key."""
    first: dict[str, str] = {}
    shared: dict[str, str] = {}
    if len(set().union(*orders.values())) == sum(map(len, orders.values())):
        # Nearly always no text occurs twice at all.
        return shared
    for power in sorted(orders):
        for text in set(orders[power]):
            if text in first:
                shared[text] = first[text]
            else:
                first[text] = power
    return shared


def each_order(orders: ByPower) -> list[tuple[str, str, str]]:
    """Power, text and the key of its result."""
    orders = checked(orders, "orders")
    shared = shared_texts(orders)
    return [
        (power, text, text if shared.get(text, power) == power else f"{power}: {text}")
        for power, texts in orders.items()
        for text in texts
    ]


@lru_cache(10_000)
def unit_of(board: Board, text: str) -> tuple[str, str]:
    """Kind and place of a unit: `A PAR`."""
    found = _UNIT.fullmatch(text.upper().strip())
    if found is None:
        raise BadLine(f'"{text}" is no unit: "A PAR" and "F STP/NC" are')
    kind, place = found.groups()
    if place not in board.number:
        raise BadLine(f'there is no province "{place}" on this map (unit "{text}")')
    if kind == "A":
        place = board.province(place)
    if not board.can_stand(kind, place):
        coasts = board.provinces[board.province_of[board.place(place)]].coasts
        if kind == "F" and coasts and "/" not in place:
            raise BadLine(f'the fleet in "{text}" needs a coast: {" or ".join(f"{place}/{c}" for c in coasts)}')
        raise BadLine(f'no {"army" if kind == "A" else "fleet"} can stand in {place} (unit "{text}")')
    return kind, place


def units_of(board: Board, line: Line, key: str = "units") -> tuple[Unit, ...]:
    """The units of a line as values."""
    found: list[Unit] = []
    for power, texts in checked(lists_of(line, key), key).items():
        for text in texts:
            kind, place = unit_of(board, text)
            found.append(Unit(power, "A" if kind == "A" else "F", place))
    return tuple(found)


def plain(problem: Problem | None) -> dict[str, object]:
    """A reason as plain values for JSON."""
    assert problem is not None
    return {
        "code": problem.code,
        **{key: list(value) if isinstance(value, tuple) else value for key, value in problem.detail.items()},
    }


@dataclass(frozen=True, slots=True)
class Done:
    """A phase of retreats or adjustments carried out: the units and their places, the results by text, and the
    reasons."""

    units: ByPower
    results: Mapping[str, str]
    reasons: Mapping[str, Mapping[str, object]]
    destroyed: Mapping[str, list[str]] = field(default_factory=dict)

    @classmethod
    def of(
        cls,
        line: Line,
        units: Iterable[Unit],
        results: Mapping[str, str],
        reasons: Mapping[str, Mapping[str, object]],
        gone: Iterable[Unit] = (),
    ) -> Done:
        """Every power the line mentions is listed, in the line's order."""
        before = lists_of(line, "units")
        after: ByPower = {power: [] for power in (*before, *others_of(line, before))}
        for unit in units:
            after[unit.power].append(f"{unit.kind} {unit.place}")
        destroyed: ByPower = {}
        for unit in gone:
            destroyed.setdefault(unit.power, []).append(f"{unit.kind} {unit.place}")
        return cls(after, results, reasons, destroyed)
