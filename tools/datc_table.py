"""Writes docs/datc.md: every case of DATC 3.2 with what the Judge made of each of its orders, from a run of the cases.

python tools/datc_table.py > docs/datc.md
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from judge.adjudicator.dice import KeyedDice  # noqa: E402
from judge.adjudicator.driver import close, take  # noqa: E402
from judge.adjudicator.protocol import AnyGame, Problem, Verdict  # noqa: E402
from judge.grammar.document import load  # noqa: E402
from judge.scenario.collection import scenarios  # noqa: E402
from judge.scenario.files import Scenario  # noqa: E402
from judge.scenario.run import run  # noqa: E402

SECTIONS = {
    "6.A": "Basic checks", "6.B": "Coastal issues", "6.C": "Circular movement", "6.D": "Supports and dislodges",
    "6.E": "Head-to-head battles and beleaguered garrison", "6.F": "Convoys", "6.G": "Convoying to adjacent provinces",
    "6.H": "Retreating", "6.I": "Building", "6.J": "Civil disorder and disbands",
}  # fmt: skip

HEAD = """# DATC 3.2, case by case

Written by `make docs/datc.md` from a run of tests/diplomacy/datc-*.yaml, which hold all test cases of chapter 6 of the
Diplomacy Adjudicator Test Cases, version 3.2 (Lucas B. Kruijswijk), with the resolution of every order, retreats and
adjustments included. The edition is `2023`; the choices of chapter 4 behind it are in
[the rulings](rulings/diplomacy.md) (D-30 to D-63).

**{passed} of {cases} cases pass**, {orders} orders are resolved.

The Judge refuses an order that the cases call *illegal* when it reads the letter, with its reason; the unit holds, and
its verdict is shown as well. *destroyed* means that a dislodged unit had nowhere to go.

## Conscious differences

{differences}
"""


def orders_of(game: AnyGame, scenario: Scenario) -> list[str]:
    """What became of every order of a case, `SEAT: ORDER = VERDICT`, retreats after a heading of their own."""
    state: Any = game.read_position(scenario.given)
    found: list[str] = []
    for number, turn in enumerate(scenario.turns):
        window = game.window(state)
        assert window is not None
        if number:
            found.append(f"*{window.title}*")
        taken = {seat: take(game, state, seat, window.asks[seat].form, text) for seat, text in turn.orders.items()}
        closed = close(game, state, {seat: one.orders for seat, one in taken.items()}, KeyedDice.of("datc"))
        verdicts = [event for event in closed.step.events if isinstance(event, Verdict)]
        for seat in sorted(window.asks):
            name = next(one.name for one in game.seats if one.id == seat)
            one = taken.get(seat)
            for index, problem in (closed.checked[seat].refused if one else {}).items():
                assert one is not None
                found.append(f"{name}: {game.write(state, seat, one.orders[index])} = illegal ({problem.code})")
            for line in one.unread if one else ():
                assert isinstance(line.said, Problem)
                found.append(f"{name}: {line.text} = illegal ({line.said.code})")
            for verdict in verdicts:
                if verdict.seat == seat:
                    found.append(f"{name}: {game.write(state, seat, verdict.order)} = {verdict.said}")
        state = closed.step.state
    return found


def differences(text: str) -> list[str]:
    """The remarks in the files on what is asserted otherwise than the case prints it."""
    found, case = [], ""
    lines = text.splitlines()
    for number, line in enumerate(lines):
        title = re.match(r"- title: '?(6\.[A-J]\.\d+)", line)
        if title:
            case = title[1]
        remark = re.match(r"\s+# (.+)", line)
        if remark and case:
            about = lines[number + 1].strip() if ":" in lines[number + 1] else ""
            order = about.partition(": ")[0].strip("'") if not about.startswith("given") else ""
            found.append(f"- {case}{f', `{order}`' if order else ''}: {remark[1].rstrip('.')}.")
    return found


def table() -> str:
    """The whole document."""
    cases = passed = orders = 0
    body: list[str] = []
    remarks: list[str] = []
    for path in sorted((ROOT / "tests" / "diplomacy").glob("datc-6*.yaml")):
        text = path.read_text(encoding="utf-8")
        section = "6." + path.name[6].upper()
        body += ["", f"## {section} {SECTIONS[section]}", "", "| case | | result of every order |", "|---|---|---|"]
        remarks += differences(text)
        for game, scenario in scenarios(load(text, path.name)):
            outcome = run(game, scenario)
            results = orders_of(game, scenario)
            case, _, title = scenario.title.partition(" ")
            cases += 1
            passed += not outcome.failures
            orders += sum(" = " in result for result in results)
            mark = "" if not outcome.failures else "**differs** "
            body.append(f"| {case} | {mark}{title} | {'<br>'.join(results)} |")
    head = HEAD.format(passed=passed, cases=cases, orders=orders, differences="\n".join(remarks))
    return head + "\n".join(body) + "\n"


if __name__ == "__main__":
    sys.stdout.write(table())
