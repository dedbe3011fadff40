"""`judge datc`: the document of the test cases, in the shape it is published in."""

import html
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from judge import shelf
from judge.cli.main import judge
from judge.interop.datc import CONSCIOUS, NotUnderstood, Runner, read_cases

GAME = shelf.game("diplomacy")
POWERS = {"A": "Austria", "E": "England", "F": "France", "G": "Germany", "I": "Italy", "R": "Russia", "T": "Turkey"}
FACTS = Path(__file__).parents[1] / "adjudicator" / "diplomacy" / "datc.txt"

SAID = ' <span class="resolution">'
AS_PRINTED = (
    ("\nAustria:\nA Serbia - Bulgaria" + SAID + "fails", "\nAustria\nA Serbia - Bulgaria" + SAID + "fails"),
    ("A Trieste - Venice" + SAID + "given", "A Trieste - Venice" + SAID + "Given"),
    ("Supports A Armenia - Ankara", "Supports F Armenia - Ankara"),
)
"""Slips of the document: no colon (6.C.8, 6.C.9), a capital (6.D.1), an army called a fleet (6.D.35)."""


def in_full(text):
    """`F NTH C A LON - NWY` as the document has it."""
    text = re.sub(r"\b([A-Z]{3})(?:/([NSE]C))?\b", lambda found: place(found[1], found[2]), text)
    for short, long in ((" S ", " Supports "), (" C ", " Convoys "), (" R ", " - "), (" VIA", " via convoy")):
        text = text.replace(short, long)
    text = re.sub(r" H$", " Holds", text)
    return re.sub(r"^(.*) D$", r"Disband \1", text)


def place(code, coast):
    name = GAME.names.get(code)
    name = code if name is None else name.replace("St.", "St")
    return f"{name}({coast.lower()})" if coast else name


def page():
    """All cases as facts, written as the document writes them."""
    out, power = [], ""
    for line in FACTS.read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            continue
        if re.match(r"6\.[A-J]\.", line):
            key = line.split()[0]
            kind = "winter" if line.endswith(" W") else "spring"
            out.append(f'</div>\n<h4 id="{key}">{key}. TEST CASE</h4>\n<p>A &amp; B.</p>')
            out.append(f'<div class="test-case {kind}" id="{key}.orders">')
            power = ""
        elif line.startswith("OWNS"):
            _, letter, rest = line.split(" ", 2)
            out.append(f"{POWERS[letter]} owns {in_full(rest)}")
        elif line == "RETREATS":
            out.append("\nRETREATS\n")
            power = ""
        else:
            said, resolution = line.split(" = ")
            if said[0] != power:
                power = said[0]
                out.append(f"\n{POWERS[power]}:")
            text = said[2:]
            if text.startswith("AUTO"):
                out.append(f'<span class="resolution">Automatic disband {in_full(text[5:])}</span>')
                continue
            verb, _, rest = text.partition(" ")
            text = f"{verb.capitalize()} {in_full(rest)}" if verb in ("BUILD", "DISBAND") else in_full(text)
            out.append(f'{html.escape(text)} <span class="resolution">{resolution}</span>')
    text = "\n".join(out)
    for tidy, printed in AS_PRINTED:
        assert tidy in text
        text = text.replace(tidy, printed)
    return f"<html><body><div>{text}</div></body></html>"


def test_all_176_cases_come_out_as_the_document_says_but_for_what_is_known():
    cases = read_cases(page())
    assert len(cases) == 176
    runner = Runner(GAME.chart)
    differ = {(case.key, one.said.text) for case in cases for one in runner.run(case) if not one.agrees}
    assert differ == set(CONSCIOUS)


def test_the_command_says_what_passed(tmp_path):
    file = tmp_path / "datc.html"
    file.write_text(page(), encoding="utf-8")
    done = CliRunner().invoke(judge, ["datc", str(file)])
    assert done.exit_code == 0, done.output
    assert "176 of 176 cases pass" in done.output
    assert "6.D.4: A Berlin Supports F Kiel: given, ours cut (Prussia attacks Berlin" in done.output


CASE = """<h4 id="6.A.1">6.A.1. A CASE</h4><div class="test-case spring" id="6.A.1.orders">England:
F North Sea - Picardy <span class="resolution">{}</span>
</div>"""


def test_what_is_said_otherwise_is_told_and_fails(tmp_path):
    file = tmp_path / "datc.html"
    file.write_text(CASE.format("succeeds"), encoding="utf-8")
    done = CliRunner().invoke(judge, ["datc", str(file)], standalone_mode=False)
    assert "6.A.1: F North Sea - Picardy: succeeds, ours illegal" in done.output
    assert "0 of 1 cases pass" in done.output
    assert done.return_value == 1 or done.exit_code == 1


def test_an_older_version_is_told_from_a_page_without_cases(tmp_path):
    file = tmp_path / "datc.html"
    case = '<h4><a name="6.A.1">6.A.1. TEST CASE, A MOVE</a></h4><pre>England:\nF North Sea - Picardy</pre><p>It fails.'
    for text, said in ((case, "older version"), ("<p>hello</p>", "holds no test cases")):
        file.write_text(text, encoding="utf-8")
        done = CliRunner().invoke(judge, ["datc", str(file)], standalone_mode=False)
        assert said in str(done.exception)


def test_a_unit_alone_holds():
    (case,) = read_cases(CASE.format("stands").replace("F North Sea - Picardy", "F North Sea"))
    assert Runner(GAME.chart).run(case)[0].agrees


def test_a_line_that_cannot_be_read_is_named():
    (case,) = read_cases(CASE.format("fails").replace("North Sea", "Nowhere"))
    with pytest.raises(NotUnderstood, match="Nowhere"):
        Runner(GAME.chart).run(case)
    with pytest.raises(NotUnderstood, match=r"6\.A\.1.*Picardy"):
        read_cases(CASE.format("").replace("England:", ""))
