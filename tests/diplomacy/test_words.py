"""Every reason the kernel can give has a sentence, and sentences say what happened."""

import re
from pathlib import Path

import pytest

from judge import report, shelf
from judge.adjudicator.dice import KeyedDice
from judge.adjudicator.driver import close, take
from judge.adjudicator.protocol import Problem, Seat
from judge.grammar.document import load
from judge.report.words import macro_name
from tests.macros import macros

ROOT = Path(__file__).resolve().parents[2]
GAME = shelf.game("diplomacy")


def kernel_codes():
    found = set()
    for name in ("legality", "reasons", "retreats", "adjustments"):
        text = (ROOT / "judge" / "adjudicator" / "diplomacy" / f"{name}.py").read_text(encoding="utf-8")
        found |= set(re.findall(r'(?:Problem|illegal|_far)\(\s*"([a-z-]+)"', text))
    return sorted(found)


def test_every_reason_of_the_kernel_has_a_sentence():
    have = macros("problems", ("diplomacy", "common"))
    codes = kernel_codes()
    assert len(codes) > 25
    # Winter is checked by the game itself before the kernel could refuse anything.
    ours = {"nothing-due", "no-unit-to-remove"}
    assert [code for code in codes if macro_name(code) not in have and code not in ours] == []


def played(given, orders):
    state = GAME.read_position(load(given))
    window = GAME.window(state)
    taken = {
        Seat(seat): take(GAME, state, Seat(seat), window.asks[Seat(seat)].form, text) for seat, text in orders.items()
    }
    closed = close(GAME, state, {seat: one.orders for seat, one in taken.items()}, KeyedDice.of("words"))
    text = report.text_of_step(GAME, state, closed.step.state, closed.step.events, None)
    problems = [
        report.Words(GAME, state).problem(problem)
        for seat, one in taken.items()
        for problem in (
            *[line.said for line in one.unread if isinstance(line.said, Problem)],
            *closed.checked[seat].refused.values(),
            *closed.checked[seat].warned.values(),
        )
    ]
    return " ".join(text.split()), problems


SAID = {
    "units: {France: [A PAR], Germany: [A MUN, A RUH]}|france: A PAR - BUR|germany: A MUN - BUR; A RUH S A MUN - BUR": [
        "A PAR - BUR: *fails*. With strength 1 it was kept out of Burgundy by "
        "Germany's A MUN, which went there too with 2."
    ],
    "units: {France: [A BUR, A GAS], Germany: [A MUN]}|france: A BUR H; A GAS - BUR|germany: A MUN H": [
        "A GAS - BUR: *fails*. The power's own A BUR did not leave, and no power dislodges its own unit."
    ],
    "units: {England: [A LON, F NTH]}|england: A LON - BEL; F NTH H": [
        "A LON - BEL: *does not match*. No convoy was ordered that leads from London to Belgium."
    ],
    "units: {France: [A BUR], Germany: [A MUN, A RUH]}|germany: A MUN - BUR; A RUH S A MUN - BUR": [
        "A BUR H (no order): *dislodged*. Germany's A MUN came with strength 2 against 1.",
        "France's army in Burgundy is dislodged by Germany's army from Munich; it may retreat to",
    ],
    "units: {England: [F NTH, A LON], Germany: [F SKA, F DEN]}"
    "|england: A LON - BEL; F NTH C A LON - BEL|germany: F SKA - NTH; F DEN S F SKA - NTH": [
        "A LON - BEL: *fails*. The convoy was broken: England's F NTH was dislodged by Germany's F SKA.",
        "F NTH C A LON - BEL: *convoy broken*, *dislodged*.",
    ],
    "units: {Austria: [A VIE, A BUD], Russia: [A GAL, A RUM]}|austria: A VIE - GAL; A BUD S A VIE - GAL"
    "|russia: A RUM - BUD; A GAL H": [
        "A BUD S A VIE - GAL: *cut*. Cut by the attack of Russia's A RUM.",
    ],
}


@pytest.mark.parametrize(("case", "sentences"), SAID.items())
def test_a_report_says_why(case, sentences):
    given, *letters = case.split("|")
    text, _ = played(given, dict(letter.split(": ", 1) for letter in letters))
    for sentence in sentences:
        assert sentence in text


REFUSED = {
    "A PAR - Burganland": 'There is no space "Burganland" on the map. Did you mean Burgundy',
    "A PAR - MOS": "Paris and Moscow are not neighbours for this unit, and nothing can carry it there.",
    "A PAR": '"A PAR" names a unit but does not say what it does.',
    "A MUN - RUH": "The army in Munich belongs to Germany, not to you.",
    "A PIC - BEL": "There is no unit in Picardy (PIC).",
    "F BRE - PAR": "A fleet cannot enter Paris: it has no coast.",
    "F MAO - SPA": "Say which coast: Spain (north coast) (SPA/NC) or Spain (south coast) (SPA/SC).",
    "A PAR S A GAS - BUR": "There is no unit in Gascony to support.",
    "F BRE C A PAR - LON": "A fleet convoys from a sea; Brest is a coastal province.",
}


@pytest.mark.parametrize(("line", "sentence"), REFUSED.items())
def test_a_refusal_says_why(line, sentence):
    _, problems = played("units: {France: [A PAR, F BRE, F MAO], Germany: [A MUN]}", {"france": line})
    assert any(one.startswith(sentence) for one in problems), problems
