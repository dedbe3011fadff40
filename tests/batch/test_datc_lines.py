"""The movement cases of DATC 3.2 as lines of `judge batch`: every text of every order, its result to the word."""

import importlib.util
from pathlib import Path

import pytest

from judge.batch import adjudicate

_spec = importlib.util.spec_from_file_location(
    "datc_cases", Path(__file__).resolve().parents[1] / "adjudicator/diplomacy/test_datc.py"
)
datc = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(datc)


@pytest.mark.parametrize("case", [case for case in datc.CASES if not case.winter], ids=lambda case: case.key)
def test_case(case):
    units, orders, expected = {}, {}, {}
    owned = {line[4:7]: (line[0], line[2:]) for line in case.owns}
    for power, text, word in case.orders:
        unit = text[: text.index(" ", 2)]
        holder, standing = owned.get(unit[2:5], (power, unit))
        units.setdefault(holder, [])
        if standing not in units[holder]:
            units[holder].append(standing)
        orders.setdefault(power, []).append(text)
        expected[text] = datc.OURS.get((case.key, text), word)
    line = {"phase": "S1901M", "units": units, "orders": orders}
    assert adjudicate(line)["results"] == expected


def test_someone_elses_unit_does_not_listen():
    # DATC 6.A.6 is among the cases: Germany orders England's fleet.
    assert any(case.key == "6.A.6" for case in datc.CASES)
