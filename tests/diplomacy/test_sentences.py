"""Sentences made from the grammar itself: read whole and written back the same, or refused with a code."""

import os
import random

import pytest

from judge import report, shelf
from judge.adjudicator.protocol import Later, Problem, Seat
from judge.grammar.document import load
from judge.grammar.text import plain

GAME = shelf.game("diplomacy")
WHOLE = 10_000 if os.environ.get("JUDGE_PROOF") else 1_000

BOARDS = {
    "movement": "units: {France: [A PAR, A MAR, F BRE, F MAO, A BUR], Germany: [A MUN, F KIE], Russia: [F STP/NC]}",
    "retreats": """
phase: Fall 1902, retreats
units: {Germany: [A BUR], England: [F MAO]}
dislodged: {France: [A BUR, F MAO]}
""",
    "adjustments": "phase: Winter 1902, adjustments\nunits: {France: [A SPA]}\ncentres: {France: [PAR, MAR, BRE, SPA]}",
}
SAID = {
    "PLACE": ("PAR", "Marseilles", "Bur", "Brest", "mid-atlantic", "Gas", "Spain", "Munich", "Eng Ch", "St Petersburg"),
    "COAST": ("/nc", "(sc)", " north coast"),
    "KIND": ("A", "army", "F", "fleet", "armies", "fleets"),
    "VIA": ("VIA", "via convoy", "by sea"),
    "_BY_WAY": ("via", "by way of"),
    "_HOLD": ("H", "holds", "stays put"),
    "_STAND": ("hold", "stand"),
    "_HOLD_TO": ("hold to",),
    "_SUPPORT": ("S", "supports", "helps"),
    "_BACKED": ("supported by", "with support from"),
    "_EACH": ("each other", "one another"),
    "_BECOMES": ("becomes", "turns into"),
    "_CONVOY": ("C", "convoys"),
    "_FERRIED": ("convoyed by",),
    "_RETREAT": ("R", "retreats"),
    "FALLS_BACK": ("falls back to", "withdraws to"),
    "DISBAND": ("D", "disbands", "OTB"),
    "REMOVE": ("remove", "removes"),
    "KEEP": ("keep", "to keep"),
    "_KEPT": ("safe", "stays with me"),
    "_GOES": ("goes", "leaves"),
    "_LEAVING": ("to go",),
    "_BUT_FOR": ("but", "except for"),
    "_BUILD": ("build", "B", "+"),
    "WAIVE": ("waive", "no build"),
    "_HOMES": ("home", "home centres:"),
    "_TO": ("-", "to", "moves to", "attacks"),
    "_CROSS": ("x",),
    "_FROM": ("from",),
    "_GO": ("send",),
    "_IN": ("in", "at"),
    "_OR": (",", "or", "else"),
    "_SAME": ("so does", "as do"),
    "_THE_SAME": ("does the same", "likewise"),
    "_SAME_AS": ("same as", "does the same as"),
    "_REVERSE": ("vice versa", "the other way round"),
    "_FOLLOW": ("follows",),
    "_THITHER": ("goes there", "attacks it"),
    "_FIRST": ("preferably", "first choice"),
    "_IS_TO_BE": ("should be",),
    "_RANKED": ("as second choice", "if that is impossible"),
    "_COMPASS": ("northern", "western"),
    "_SPOT": ("place", "spot"),
    "_IS_GOAL": ("is where it goes", "is where the fleet retreats"),
    "_PROSE_WINS": ("wins", "won"),
    "_PROSE_PUT": ("put", "place"),
    "_PROSE_GETS": ("gets", "receives"),
    "_PROSE_FOR": ("for",),
    "NUMBER": ("2", "two", "three"),
    "ALL": ("all", "everything"),
    "BOTH": ("both",),
    "REST": ("the rest", "all others"),
    "IT": ("it",),
    "LPAR": ("(",),
    "RPAR": (")",),
    "COLON": (":",),
    "PERCENT": ("French", "Germany", "Russian"),
}
"""Words for every terminal of the grammar."""


def sentence(chance, most=14):
    """A walk over what the parser accepts."""
    lark = GAME.chart.tongue.shapes.lark
    parser = lark.parse_interactive("")
    said = []
    while True:
        accepted = sorted(parser.accepts())
        if "$END" in accepted and (len(accepted) == 1 or chance.random() < 0.45 or len(said) > most):
            return " ".join(said)
        names = [name for name in accepted if name != "$END"]
        if not names or len(said) > 2 * most:
            return " ".join(said)
        # A name that is no word of the table is a terminal that nobody wrote words for.
        name = chance.choice(names)
        text = chance.choice(SAID[name])
        parser.feed_token(token(lark, name))
        said.append(text)


def token(lark, name):
    from lark import Token

    return Token(name, name)


@pytest.mark.parametrize("form", sorted(BOARDS))
def test_sentences_are_read_whole_or_refused(form):
    state = GAME.read_position(load(BOARDS[form]))
    seat = Seat("france")
    chance = random.Random(1792)
    words = report.Words(GAME, state)
    read = 0
    for _ in range(WHOLE // len(BOARDS)):
        text = plain(sentence(chance))
        lines = GAME.read(state, seat, form, text)
        for one in lines:
            assert one.text in text or one.text.strip(" .,;") in text, text
            if isinstance(one.said, Problem):
                assert one.said.code, text
                assert words.problem(one.said), text
                continue
            written = one.said.text if isinstance(one.said, Later) else GAME.write(state, seat, one.said)
            again = GAME.read(state, seat, form, written)
            assert [each.said for each in again] == [one.said], (text, written)
            read += 1
    # Most walks name units that are not there or say too much, and what is kept or goes is no order where one builds; a
    # part of them must be orders all the same.
    assert read > WHOLE // 25


def test_every_terminal_has_words():
    lark = GAME.chart.tongue.shapes.lark
    used = {terminal.name for terminal in lark.terminals} - set(lark.ignore_tokens)
    assert used <= set(SAID), sorted(used - set(SAID))
