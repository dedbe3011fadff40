"""Sentences that the grammar itself makes, and lines with slips: read whole and written back the same, or refused with
a code; never half read."""

import os
import random
from pathlib import Path

import pytest
from lark import Token

from judge import report, shelf
from judge.adjudicator.protocol import Later, Problem, Seat
from judge.grammar.document import dump, load
from judge.grammar.text import plain
from judge.variants.range_war.kinds import NAMES

GAME = shelf.game("range-war")
SPEECH = GAME.chart.speech
CORPUS = load((Path(__file__).parent.parent / "letters" / "range-war.yaml").read_text(encoding="utf-8")).value
POSITIONS = {name: GAME.read_position(load(dump(value))) for name, value in CORPUS["positions"].items()}
SEAT = Seat("lazy-s")
COUNT = 1_000
PLACES = ("Lzy", "Coo", "CHM", "Mon", "Mes", "Com", "Tom", "Sou", "Coogan's Bluff", "Montana Valley", "Cactus Creek")
SAID = {
    "PLACE": PLACES, "SEAT": ("Devil's Hole Gang",), "HOME": ("home",), "G": ("G", "gang"), "H": ("H", "herd"),
    "GH": ("GH", "gang and herd"), "A": ("army",), "F": ("fleet",), "ANOTHER": ("another one",), "EACH": ("each",),
    "NUMBER": ("2", "three"), "ORDINAL": ("first",), "ALL": ("all", "everybody"), "REST": ("the rest", "others"),
    "BOTH": ("both",), "IT": ("it",), "HOLD": ("stands", "hold", "stay put"), "_MOVE": ("move",),
    "_TO": ("-", "to", "goes to", "attacks"), "_VIA": ("via",), "BY_SEA": ("by convoy",), "WITH": ("with herd",),
    "DRIVE": ("takes the herd",), "WITHOUT": ("without the herd",), "_SUPPORT": ("S", "supports"),
    "_SUPPORTED": ("supported by",), "_DEED": ("attack of",), "_DRIVING": ("drive",),
    "_WITH": ("with",), "_CONVOY": ("C",),
    "_RETREAT": ("retreats", "flees to"), "DISBAND": ("disbands",), "_REMOVE": ("Remove",), "_GOES": ("go",),
    "_BUT_FOR": ("but",), "_BUILD": ("Build",), "_WAIVE": ("Waive",), "_NO_BUILDS": ("no more builds",),
    "NO_BUILD": ("no builds",),
    "_KEEP": ("keep",), "_SAME": ("as before",), "TOO": ("too",), "IT_IS": ("it is",),
    "ONE_GOES": ("one of my gangs has to go",),
    "_MUST_BE": ("it has to be",), "_PLACE_OF": ("place",), "LIKEWISE": ("does the same",),
    "SO_DOES": ("so does",), "SAME_AS": ("same as",), "STILL": ("nobody moves",), "_ANYWHERE": ("anywhere",),
    "FOLLOWS": ("follows",), "FORMER": ("the former",), "LATTER": ("the latter",), "EACH_OTHER": ("each other",),
    "AROUND": ("the other way round",), "NONE_WAIVED": ("waive nothing",), "_TAKING": ("take",), "_OFF": ("off",),
    "CHOICE": ("first choice",), "_GETS": ("gets",), "THAT": ("the attack",), "_UNWANTED": ("don't want",),
    "_FORGET": ("forget",), "_LINE": ("line",), "INSTEAD": ("instead of",), "_ORDERS": ("orders",), "_FOR": ("for",),
    "_IN": ("in", "at"), "SEASON": ("Summer",), "PHASE": ("movement",), "LPAR": ("(",), "RPAR": (")",),
    "_BEHIND": ("behind",), "LEFT": ("let it be",),
}  # fmt: skip
BETWEEN = (", ", " and ", "; ", ". ", " or ", ", but ")
TURNING = {"CORRECT", "INSTEAD", "_FORGET", "IF", "UNLESS", "QUOTE", "_ORDERS", "SEMI", "BUT"}


def clause(chance):
    """A walk through what may come next."""
    state, words = SPEECH.shapes.lark.parse_interactive(start="start"), []
    while len(words) < 12:
        could = sorted(state.accepts())
        if "$END" in could and (len(could) == 1 or chance.random() < 0.4):
            break
        kind = chance.choice([one for one in could if one != "$END"])
        state.feed_token(Token(kind, kind))
        words.append(chance.choice(SAID[kind]))
    return " ".join(words)


def whole(state, text):
    """What is wrong with how a line was read; empty when nothing is."""
    lines = GAME.read(state, SEAT, state.phase, text)
    orders = [line.said for line in lines if not isinstance(line.said, Problem | Later)]
    for order in orders:
        written = GAME.write(state, SEAT, order)
        again = [line.said for line in GAME.read(state, SEAT, state.phase, written)]
        if order not in again:
            return f"{written} is read as {again}"
    checked = GAME.check(state, SEAT, orders)
    words = report.Words(GAME, state)
    for problem in (*(line.said for line in lines if isinstance(line.said, Problem)), *checked.refused.values()):
        if not words.problem(problem):
            return f"{problem} has no words"
        offer = problem.detail.get("suggestion")
        if offer is not None:
            offered = [line.said for line in GAME.read(state, SEAT, state.phase, offer)]
            # What is offered stands by itself, or beside what stands already: a gang at home makes room elsewhere.
            sets = [offered, [*checked.accepted, *offered]]
            if len(offered) != 1 or not any(offered[0] in GAME.check(state, SEAT, one).accepted for one in sets):
                return f"{offer} was offered and does not stand"
    said = SPEECH.words(plain(text))
    if "COLON" in [word.kind for word in said[:3]]:
        return ""  # A heading before an order.
    if {word.kind for word in said} & TURNING:
        return ""
    # What is said twice in one line is heard once.
    kept = [line.said.text for line in lines if isinstance(line.said, Later)]
    heard = " | ".join([*(line.text for line in lines), *kept, *(GAME.write(state, SEAT, one) for one in orders)])
    lost = [word for word in said if word.kind in NAMES and plain(text)[word.start : word.end] not in heard]
    return f"of {lost} nothing is told" if lost and len(said) > 1 else ""


@pytest.mark.parametrize(
    "count", [COUNT, pytest.param(10 * COUNT, marks=pytest.mark.proof)], ids=["a tenth", "all of them"]
)
def test_sentences_of_the_grammar_are_read_whole_or_refused(count):
    chance = random.Random(1870)
    states = list(POSITIONS.values())
    for number in range(count):
        text = clause(chance)
        for _ in range(chance.choice((0, 0, 1, 1, 2))):
            text += chance.choice(BETWEEN) + clause(chance)
        wrong = whole(states[number % len(states)], text)
        assert not wrong, f"{text!r}: {wrong}"


def slipped(text, chance):
    """A line with one letter left out, struck twice, changed about, or another in its place."""
    at = chance.randrange(len(text))
    return chance.choice(
        (
            text[:at] + text[at + 1 :],
            text[:at] + text[at] + text[at:],
            text[:at] + text[at + 1 : at + 2] + text[at] + text[at + 2 :],
            text[:at] + chance.choice("abcdeghimnorst ,.-()") + text[at + 1 :],
        )
    )


def test_lines_with_slips_are_read_whole_or_refused():
    chance = random.Random(1871)
    for _ in range(400 if not os.environ.get("JUDGE_PROOF") else 20_000):
        entry = chance.choice(CORPUS["lines"])
        text = slipped(entry["text"], chance)
        wrong = whole(POSITIONS[entry["at"]], text)
        assert not wrong, f"{text!r}: {wrong}"
