"""Positions of the `diplomacy` package, dipcc and webDiplomacy, in and out."""

import json
import subprocess

import pytest

from bench.rival_venv import NoRivals, rival_python
from judge.batch import BadLine, Diplomacy, adjudicate
from judge.interop.positions import from_diplomacy, from_webdiplomacy, to_diplomacy, to_webdiplomacy

START = Diplomacy.start().line
DRIVEN = {
    "phase": "S1901R",
    "units": {"FRANCE": ["A BUR", "A MAR"], "RUSSIA": ["F STP/SC"]},
    "centers": {"FRANCE": ["PAR", "MAR"], "RUSSIA": ["STP"]},
    "dislodged": {"GERMANY": ["A BUR"]},
    "retreats": {"A BUR": ["BEL", "GAS", "MUN", "PAR", "PIC", "RUH"]},
}


def plain(line):
    """Without powers that have nothing."""
    return {
        key: value if isinstance(value, str) else {who: sorted(what) for who, what in value.items() if what}
        for key, value in line.items()
    }


@pytest.mark.parametrize("line", [START, DRIVEN])
def test_there_and_back_again(line):
    assert plain(from_diplomacy(to_diplomacy(line))) == plain(line)
    assert plain(from_webdiplomacy({"phases": [to_webdiplomacy(line)]})) == plain(line)


def test_an_answer_of_ours_goes_out_as_what_comes_next():
    told = adjudicate({**START, "orders": {}})
    assert to_diplomacy(told)["name"] == "F1901M"
    assert (to_webdiplomacy(told)["turn"], to_webdiplomacy(told)["phase"]) == (1, "Diplomacy")


def test_dislodged_units_carry_a_star():
    assert to_diplomacy(DRIVEN)["units"]["GERMANY"] == ["*A BUR"]


def test_webdiplomacys_numbers():
    unit = {"unitType": "Fleet", "terrID": 79, "countryID": 7, "retreating": "No"}
    line = from_webdiplomacy({"phases": [{"turn": 3, "phase": "Builds", "units": [unit], "centers": []}]})
    assert (line["phase"], line["units"]) == ("W1902A", {"RUSSIA": ["F STP/SC"]})
    with pytest.raises(BadLine, match="no territory 99"):
        from_webdiplomacy({"phases": [{"units": [{**unit, "terrID": 99}]}]})


def test_where_a_unit_may_retreat_to_by_standoffs_and_attackers():
    phase = to_webdiplomacy(DRIVEN)
    status = {"phases": [phase], "standoffs": [{"terrID": 44}], "occupiedFrom": {"48": 47}}
    # Burgundy (48) was taken from Paris (47); in Belgium (44) there was a standoff.
    assert from_webdiplomacy(status)["retreats"] == {"A BUR": ["GAS", "MUN", "PIC", "RUH"]}


def test_the_package_itself_gives_and_takes_them():
    try:
        python = rival_python()
    except NoRivals as error:
        pytest.skip(str(error))
    code = (
        "import json, sys; from diplomacy import Game; g = Game(); g.set_state(json.loads(sys.stdin.read()));"
        "print(json.dumps(g.get_state()))"
    )
    done = subprocess.run([python, "-c", code], input=json.dumps(to_diplomacy(START)), capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert plain(from_diplomacy(json.loads(done.stdout)))["units"] == plain(START)["units"]
