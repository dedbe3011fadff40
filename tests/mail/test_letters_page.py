"""docs/players/letters.md: every line on it is the command it is said to be, and no command is left out."""

import re
from pathlib import Path

import pytest

from judge.mail.language import VERBS, command_of, read
from judge.mail.letter import TextLine

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "players" / "letters.md").read_text(encoding="utf-8")
ROWS = re.findall(r"^\| `([A-Z][^`]*)` \| (.*) \|$", PAGE, re.MULTILINE)
LINES = [row for row, _ in ROWS] + [
    one for _, said in ROWS for one in re.findall(r"`([A-Z]+ [^`]*|STANDING [^`]*)`", said)
]
BLOCKS = re.findall(r"```letter\n(.*?)```", PAGE, re.DOTALL)
# Known to the reader, and not for every player to know: they say where a game has none of it, or are for older habits.
QUIET = {"observe", "takeover", "password", "diary", "history", "confirm", "stop"}


def said_by(text):
    return read([TextLine(line) for line in text.splitlines()])


@pytest.mark.parametrize("line", LINES)
def test_every_line_is_a_command(line):
    first = line.split()[0].lower()
    reading = said_by(f"{line}\nA PAR - BUR")
    assert not reading.faults
    if first in ("game", "seat", "token"):
        (section,) = reading.sections
        assert getattr(section, first) == line.split()[1]
    elif first == "end":
        assert reading.ended
        assert not reading.lines
    else:
        assert [one.verb for one in reading.commands] == [first]
        assert command_of(line, 1).rest.lower() == " ".join(line.split()[1:]).lower()
        assert [one.text for one in reading.lines] == ["A PAR - BUR"]


def test_no_command_is_left_out():
    named = {line.split()[0].lower() for line in LINES} | {block.split()[0].lower() for block in BLOCKS}
    assert set(VERBS) - QUIET - named == set()


def test_the_blocks_are_read_as_what_they_are():
    later, condition, forecast, press, statement = map(said_by, BLOCKS)
    (section,) = later.sections
    assert (section.later, [one.text for one in section.lines]) == ("adjustments", ["Build A PAR"])
    met, unmet = condition.lines
    assert (met.when[0].text, met.when[0].holds, unmet.when[0].holds) == ("German A IN BUR", True, False)
    (asked,) = forecast.commands
    assert (asked.verb, asked.body) == ("forecast", ("A PAR - BUR",))
    (told,) = press.commands
    assert (told.verb, told.rest) == ("press", "lone-star, red-river")
    (last,) = statement.commands
    assert (last.verb, last.body) == ("statement", ("I should have held Tombstone.",))
