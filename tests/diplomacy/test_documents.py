"""The pages are true: every order on the player's page is understood, the position's example reads back, the table of
DATC cases is what a run gives."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from judge import shelf
from judge.adjudicator.codec import dump as dump_value
from judge.adjudicator.protocol import Problem, Seat
from judge.grammar.document import dump, load
from judge.variants.diplomacy.position import position

ROOT = Path(__file__).resolve().parents[2]
GAME = shelf.game("diplomacy")

GIVEN = {
    "movement": "units: {France: [A PAR, A MAR, F BRE], England: [F LON]}",
    "convoys": "units: {England: [A LON, F NTH]}",
    "retreats": """
phase: Spring 1901, retreats
units: {Germany: [A BUR]}
dislodged: {France: [A BUR]}
retreats: {A BUR: [PIC, GAS, PAR]}
""",
    "adjustments": "phase: Winter 1901, adjustments\ncentres: {France: [PAR, BRE, MAR]}",
}


def blocks():
    text = (ROOT / "docs" / "players" / "diplomacy.md").read_text(encoding="utf-8")
    return re.findall(r"```(\w+)\n(.*?)```", text, re.DOTALL)


@pytest.mark.parametrize(("kind", "text"), blocks())
def test_every_order_on_the_players_page_is_understood(kind, text):
    state = GAME.read_position(load(GIVEN[kind]))
    form = "movement" if kind == "convoys" else kind
    for line in text.splitlines():
        read = GAME.read(state, Seat("france"), form, line)
        assert read, line
        assert not [one for one in read if isinstance(one.said, Problem)], (line, read)


def test_the_example_position_reads_back():
    text = (ROOT / "docs" / "positions" / "diplomacy.md").read_text(encoding="utf-8")
    example = re.search(r"```yaml\n(.*?)```", text, re.DOTALL)[1]
    state = GAME.read_position(load(example))
    again = GAME.read_position(load(dump(GAME.write_position(state))))
    assert dump_value(again) == dump_value(state)
    assert state.dislodged[0].options == ("BEL", "HOL")
    assert state.options["edition"] == "2000"


def test_the_page_lists_every_key_as_it_is_declared():
    text = (ROOT / "docs" / "positions" / "diplomacy.md").read_text(encoding="utf-8")
    for key, notation, about in position(GAME.chart).table():
        assert f"| `{key}` | {notation} | {about} |" in text


def test_the_table_of_datc_cases_is_up_to_date():
    made = subprocess.run(
        [sys.executable, str(ROOT / "tools" / "datc_table.py")], capture_output=True, text=True, check=True
    ).stdout
    assert made == (ROOT / "docs" / "datc.md").read_text(encoding="utf-8"), "run: make docs/datc.md"
    assert "**176 of 176 cases pass**" in made


WRONG = {
    "units: {France: [A PARR]}": ["units/France", "PARR", "Paris"],
    "units: {France: [F STP]}": ["coast", "STP/NC"],
    "units: {France: [A ENG]}": ["army", "sea"],
    "units: {France: [F MUN]}": ["fleet cannot stand"],
    "units: {France: [A PAR], Germany: [A PAR]}": ["two units stand in PAR"],
    "centres: {France: [PIC]}": ["no supply centre"],
    "centres: {France: [PAR], Germany: [PAR]}": ["two owners"],
    "phase: Summer 1901, movement": ["Summer 1901", "no phase"],
    "dislodged: {France: [A PAR]}": ["retreats"],
    "unitz: {France: [A PAR]}": ["unitz", "units"],
    "units: {Narnia: [A PAR]}": ["Narnia", "no power"],
    "options: {edition_: 2000}": ["edition_"],
    "over: draw": ["over"],
    "quiet: -1": ["whole number"],
}


@pytest.mark.parametrize(("text", "words"), WRONG.items())
def test_a_mistake_in_a_position_is_named(text, words):
    with pytest.raises(ValueError, match=re.escape(words[0])) as raised:
        GAME.read_position(load(text))
    for word in words:
        assert word in str(raised.value)


def test_every_mistake_is_named_at_once():
    with pytest.raises(ValueError, match="PARR") as raised:
        GAME.read_position(load("phase: never\nunits: {France: [A PARR, F MUN]}\ncentres: {Italy: [PIC]}\n"))
    assert str(raised.value).count("line ") == 4
