"""Documents with anything in them: a state or complaints with lines, never a crash."""

import os
import re
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from judge import report, shelf
from judge.adjudicator.dice import KeyedDice
from judge.adjudicator.driver import close
from judge.grammar.document import DocumentError, dump, load
from judge.variants.land_barons.board import faults, read_board

ROOT = Path(__file__).resolve().parent.parent.parent
GAME = shelf.game("land-barons")
POSITION = re.search(
    r"```yaml\n(.*?)```", (ROOT / "docs/positions/land-barons.md").read_text(encoding="utf-8"), re.DOTALL
)[1]
MAPS = re.findall(r"```yaml\n(.*?)```", (ROOT / "docs/maps/land-barons.md").read_text(encoding="utf-8"), re.DOTALL)

TEXTS = ["graham", "0507", "9999", "Saloon", "Baron 0507", "Turn 3, bids", "Turn 3, raid of graham", "Setup, ranches"]
TEXTS += ["Turn 2, pay and bids, round 2", "graham: majority", "Farm, graham", "face down"]
ITEMS = ["graham", "Saloon", "0507", "Baron 0101", "3 Regulators 0101", 7, None]
KEYS = ["graham", "Governor", "0507", "Saloon", "1", "lose"]
JUNK = st.one_of(
    st.sampled_from([None, True, [], {}, *TEXTS]),
    st.integers(-5, 99999),
    st.text(max_size=12),
    st.lists(st.sampled_from(ITEMS), max_size=3),
    st.dictionaries(st.sampled_from(KEYS), st.integers(0, 3), max_size=2),
)
PROOF = bool(os.environ.get("JUDGE_PROOF"))


def spots(value, path=()):
    """Every place of a document."""
    found = [path] if path else []
    if isinstance(value, dict):
        for key, part in value.items():
            found += spots(part, (*path, key))
    elif isinstance(value, list):
        for number, part in enumerate(value):
            found += spots(part, (*path, number))
    return found


def changed(text, place, junk):
    document = load(text).value
    path = spots(document)[place % len(spots(document))]
    part = document
    for step in path[:-1]:
        part = part[step]
    part[path[-1]] = junk
    return load(dump(document), "changed.yaml")


def read(made):
    """What was made, or the complaints about it."""
    try:
        return made(), ()
    except DocumentError as error:
        return None, error.complaints


@settings(max_examples=3000 if PROOF else 250, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.integers(0, 200), JUNK)
def test_a_changed_position_is_a_state_or_is_complained_of(place, junk):
    state, complaints = read(lambda: GAME.read_position(changed(POSITION, place, junk)))
    if state is None:
        assert complaints
        assert all(complaint.line >= 1 for complaint in complaints)
        return
    # What is accepted is a whole state: it is written, read, asked, carried on and told.
    assert GAME.read_position(load(dump(GAME.write_position(state)))) == state
    window = GAME.window(state)
    if window is None:
        return
    for seat in window.asks:
        assert not GAME.check(state, seat, ()).refused
    after = close(GAME, state, {}, KeyedDice.of("changed")).step
    assert report.text_of_step(GAME, state, after.state, after.events, None)


@settings(max_examples=1500 if PROOF else 150, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.sampled_from(MAPS), st.integers(0, 60), JUNK)
def test_a_changed_map_is_a_board_or_is_complained_of(text, place, junk):
    board, complaints = read(lambda: read_board(changed(text, place, junk)))
    if board is None:
        assert complaints
        return
    words = report.Words(GAME)
    for problem in faults(board):
        assert words.problem(problem)
