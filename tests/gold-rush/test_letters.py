"""Letters: many spellings of one order, near misses, free questions, and the pages players and game masters read."""

import re
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from judge import report, shelf
from judge.adjudicator.codec import Codec, dump
from judge.adjudicator.dice import KeyedDice
from judge.adjudicator.driver import close, take
from judge.adjudicator.protocol import Problem, Verdict
from judge.grammar.document import DocumentError, load
from judge.grammar.document import dump as dump_document
from judge.report.words import macro_name
from judge.variants.gold_rush.options import OPTIONS
from judge.variants.gold_rush.state import DEAD
from tests.macros import macros

ROOT = Path(__file__).resolve().parent.parent.parent
GAME = shelf.game("gold-rush")
POSITION = """
phase: Turn 3
cards: {traders: 5, diggers-1: 6, mounties: 7}
figures:
  T1: {at: '36,20.5', gold: 1}
  T2: {at: '33.5,27', weapon: shotgun}
  T3: {at: '38.5,22', weapon: repeater}
  T4: {at: '40.5,24'}
  T5: {at: '38,26', loaded: 0}
  T6: {at: '25.5,31', gold: 2}
  T7: {at: '26.5,31'}
  D1: '18,12'
  D3: '19.5,12'
  M1: {at: '36,1.5', horse: 1}
  M2: {at: '38,1.5', horse: 2}
  M4: {at: '40,1.5'}
mules: {U1: '41,1.5'}
horses: {H4: '36.5,19.7'}
beasts: {B1: '60,40', W2: '62,40'}
"""
SHORT = "phase: Turn 3\nfigures: {T1: '5,5'}"
STATE = GAME.read_position(load(POSITION))


def read(text, seat="traders", state=STATE):
    return GAME.read(state, seat, "go", text)


def one(text, seat="traders", state=STATE):
    """The canonical text of a line that holds one order."""
    (line,) = read(text, seat, state)
    assert not isinstance(line.said, Problem), (text, line.said)
    return GAME.write(state, seat, line.said)


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("3: move 12.5,30 - 14,28", "T3: move 12.5,30 - 14,28"),
        ("T3: move 12.50, 30.00 – 14,28", "T3: move 12.5,30 - 14,28"),
        ("Trader 3: moves to (12.5,30) -> 14,28", "T3: move 12.5,30 - 14,28"),
        ("trader 3 moves 12.5/30 to 14/28", "T3: move 12.5,30 - 14,28"),
        ("figure 3: walk 12.5,30", "T3: move 12.5,30"),
        ("3: move to contact with M2, attack", "T3: move to contact with M2, attack"),
        ("3: charge Mountie 2", "T3: move to contact with M2, attack"),
        ("3: move to contact with M2 and attack him", "T3: move to contact with M2, attack"),
        ("3 attacks Mountie 2", "T3: attack M2"),
        ("3: punch M2", "T3: attack M2"),
        ("3: attack back", "T3: attack back"),
        ("Trader 3 fires 6 at Mountie 2, then Mountie 4", "T3: fire 6 at M2, then M4"),
        ("3: fire 6 shots at M2 then M4", "T3: fire 6 at M2, then M4"),
        ("3: shoot at M2", "T3: fire 6 at M2"),
        ("2: fire at Digger 3", "T2: fire 2 at D3"),
        ("2: fire twice at Digger 3", "T2: fire 2 at D3"),
        ("3: fire 4 at M2, 2 at M4", "T3: fire 4 at M2, then 2 at M4"),
        ("3: fire 6 at the nearest", "T3: fire 6 at nearest"),
        ("3: fire 6 at closest Mountie in short range", "T3: fire 6 at nearest Mountie in short range"),
        ("3: fire 6 at the bear", "T3: fire 6 at B1"),
        ("3: fire 6 at wolf 2", "T3: fire 6 at W2"),
        ("5: reload", "T5: reload"),
        ("5 reloads his revolver", "T5: reload"),
        ("5: buy ammo", "T5: buy ammo"),
        ("5: buy a box of ammo", "T5: buy ammo"),
        ("5: buys one ammo box at the shop", "T5: buy ammo"),
        ("6: take 2 gold from D1", "T6: take 2 gold from D1"),
        ("6: takes a bag of gold from Digger 1", "T6: take 1 gold from D1"),
        ("6: rob Digger 1", "T6: take 2 gold from D1"),
        ("6: pinch gold off mule 1", "T6: take 2 gold from U1"),
        ("6: give 1 gold to 7", "T6: give 1 gold to T7"),
        ("6: hands two bags to Trader 7", "T6: give 2 gold to T7"),
        ("5: take ammo from U1", "T5: take ammo from U1"),
        ("5: resupply", "T5: take ammo from nearest mule"),
        ("5: pinch a box off mule 1", "T5: take ammo from U1"),
        ("1: mount", "T1: mount H4"),
        ("1: mount horse 4, move towards 40,20", "T1: mount H4, move towards 40,20"),
        ("1: dismount", "T1: dismount"),
        ("6: jump to 29,31", "T6: jump to 29,31"),
        ("6: climb R1", "T6: move to cover R1"),
        ("6: move to cover Split Rock", "T6: move to cover R1"),
        ("6: move behind C1 from M2", "T6: move to cover C1 from M2"),
        ("6: move to the shop", "T6: move towards the shop"),
        ("6: move towards mine of diggers 1", "T6: move towards mine of diggers-1"),
        ("6: leave by the east edge", "T6: leave by the east edge"),
        ("6: leaves the table over the west side", "T6: leave by the west edge"),
        ("6: stand", "T6: stand"),
        ("6 holds", "T6: stand"),
        ("3: move towards nearest, attack", "T3: move towards nearest, attack"),
        ("3: if M2 in short range: fire 6 at M2, else stand", "T3: if M2 in short range: fire 6 at M2, else stand"),
        ("3: if m2 is within 6 then fire 6 at m2 otherwise hold", "T3: if M2 within 6: fire 6 at M2, else stand"),
        ("3: if no enemy in sight, reload", "T3: if not nearest in sight: reload"),
        ("3: if attacked: attack back, else stand", "T3: if attacked: attack back, else stand"),
        (
            "3: fire 6 at nearest in short range, else move to cover R2, else stand",
            "T3: fire 6 at nearest in short range, else move to cover R2, else stand",
        ),
        ("3: fire 6 at M2 or M4", None),
    ],
)
def test_many_spellings_of_one_order(written, meant):
    if meant is None:
        assert isinstance(read(written)[0].said, Problem)
        return
    assert one(written) == meant
    assert one(meant) == meant


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("3: fly 12,30", "not-understood"),
        ("M2: move 12,30", "not-yours"),
        ("9: move 12,30", "unknown-figure"),
        ("3: fire 6 at M9", "unknown-figure"),
        ("3: fire 9 at M2", "too-many-shots"),
        ("3: fire 6 at nearest trapper", "unknown-kind"),
        ("3: fire 6 at M2 in short range", "range-of-a-name"),
        ("3: move to cover Q4", "unknown-scenery"),
        ("3: attack M2, move 12,30", "nothing-after-attack"),
        ("3: move 12.345,30", "not-understood"),
        ("3:", "not-understood"),
        ("hello there", "not-understood"),
        ("3: " + ", else ".join(["stand"] * 9), "too-many-choices"),
        ("3: leave by the up edge", "not-understood"),
        ("3: lead T4 to 12,30", "not-understood"),
        ("3: if M2 purple: stand", "not-understood"),
        ("3: move behind C1", "from-whom-behind"),
        ("if M2 is in range from R9, he fires", "not-understood"),
    ],
)
def test_what_is_not_understood_says_why(text, code):
    (line,) = read(text)
    assert isinstance(line.said, Problem)
    assert line.said.code == code
    said = report.Words(GAME, STATE).problem(line.said)
    assert said.endswith((".", "?"))
    assert len(said) > 20


def test_what_was_guessed_or_left_out_is_noted_on_the_line():
    (line,) = read("3: mvoe 12,30")
    assert GAME.write(STATE, "traders", line.said) == "T3: move 12,30"
    assert line.notes == (Problem("guessed-word", {"text": "mvoe", "meant": "move"}),)
    few = GAME.read_position(load("phase: Turn 3\nfigures: {T1: '20,20 revolver 0+6', T2: '24,20', M1: '28,20'}"))
    (line,) = GAME.read(few, "traders", "go", "all: fire 1 at nearest")
    assert (line.said.figure, [note.code for note in line.notes]) == ("T2", ["some-cannot"])
    lines = GAME.read(few, "traders", "go", "1: stand\nthe other two stand")
    assert [note.code for line in lines for note in line.notes] == ["not-so-many"]
    lines = GAME.read(few, "traders", "go", "1: stand\n2: stand\nthe rest stand")
    assert [note.code for line in lines for note in line.notes] == ["nobody-left"]
    assert [note for line in read("3: move 12,30") for note in line.notes] == []
    words = report.Words(GAME, STATE)
    for code in ("guessed-word", "some-cannot", "not-so-many", "nobody-left"):
        facts = {"text": "x", "meant": "move", "choices": ("T1",), "count": 2, "why": ""}
        assert words.problem(Problem(code, facts)).endswith(".")


def test_one_bad_line_spoils_no_other():
    lines = read("1: move 40,20\n2: gibberish\n3: stand; 4: fire 6 at M2")
    assert [isinstance(line.said, Problem) for line in lines] == [False, True, False, False]
    assert [line.number for line in lines] == [1, 2, 3, 3]


def test_all_means_those_whom_no_other_line_names():
    lines = read("all: move towards 40,20\n3: stand\n5-6: reload")
    names = [line.said.figure for line in lines]
    assert sorted(names) == ["T1", "T2", "T3", "T4", "T5", "T6", "T7"]
    assert len(set(names)) == 7


def test_an_ambiguous_digger_is_asked_back():
    state = GAME.read_position(load("phase: Turn 3\nfigures: {T1: '5,5', D1: '10,10', E1: '20,20', M1: '30,30'}"))
    (line,) = GAME.read(state, "traders", "go", "1: fire 6 at Digger 1")
    facts = {"text": "digger 1", "choices": ("D1", "E1"), "suggestion": "T1: fire 6 at D1"}
    assert line.said == Problem("ambiguous-figure", facts)
    assert one("1: fire 6 at Digger E1", state=state) == "T1: fire 6 at E1"
    assert one("1: fire 6 at Mountie 1", "diggers-1", state) == "D1: fire 6 at M1"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("SIGHT 3", ["T3", "sees", "M1 at"]),
        ("sight trader 3 from 12,30", ["12,30", "sees"]),
        ("RANGE 3 M2", ["T3 to M2: 20.51 inches", "Repeater: long range"]),
        ("RANGE Trader 4 Mountie 2", ["T4 to M2", "Revolver: out of range"]),
        ("RANGE 10,10 16,10", ["6.00 inches", "Revolver: short range", "in sight"]),
        ("RANGE 3 Z9", ["was not understood", "SIGHT 3"]),
        ("RANGE 4 shop", ["T4 to shop: 3.00 inches"]),
        ("RANGE 6 to R1", ["T6 to R1", "in sight"]),
        ("REACH 4 44,24", ["ends at 44,24 after 3.5 inches"]),
        ("REACH 4 70,24", ["as far as the card goes"]),
        ("SIGHT 99", ["was not understood"]),
    ],
)
def test_free_questions(text, words):
    (event,) = GAME.answer(STATE, "traders", text)
    assert event.told == frozenset({"traders"})
    said = report.Words(GAME, STATE).sentence(event)
    for word in words:
        assert word in " ".join(said.split()), said
    known = Codec((*GAME.order_types, *GAME.event_types, GAME.state_type, Problem, Verdict))
    assert known.load(object, dump(event)) == event


def test_sight_of_all():
    events = GAME.answer(STATE, "traders", "SIGHT")
    assert [event.figure for event in events] == ["T1", "T2", "T3", "T4", "T5", "T6", "T7"]


def test_nearest_of_several_digger_groups():
    state = GAME.read_position(load("phase: Turn 3\nfigures: {T1: '5,5', D1: '10,10', E1: '20,20', M1: '8,5'}"))
    assert one("1: move towards nearest Digger", state=state) == "T1: move towards nearest Digger"
    (line,) = GAME.read(state, "traders", "go", "1: move to contact with nearest Digger")
    step = close(GAME, state, {"traders": [line.said]}, KeyedDice.of("digger")).step
    moved = next(figure for figure in step.state.figures if figure.code == "T1")
    assert moved.at[0] > 800
    assert moved.at[1] > 800


def test_what_is_no_question_is_not_answered():
    assert GAME.answer(STATE, "traders", "3: move 12,30") == ()
    assert GAME.answer(STATE, "traders", "") == ()


@pytest.mark.parametrize("more", [" (x)", " (2 shots)", "("])
def test_a_line_without_end_is_named_and_not_read(more):
    (line,) = read(f"3: fire 6 at M2{more * 2000}")
    assert line.said.code == "line-too-long"


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    st.lists(
        st.sampled_from(
            "SIGHT RANGE REACH 3 M2 from to 12,30 nearest D1 , : - move fire at if else then contact with gold "
            "ammo U1 H4 B1 all in short range within 6 attack back mount jump lead leave east and not "
            "dead 99999,1 0.001 @0@".split()
        ),
        max_size=12,
    ).map(" ".join)
)
def test_junk_never_raises(text):
    for line in read(text) + read(f"3: {text}"):
        if isinstance(line.said, Problem):
            assert report.Words(GAME, STATE).problem(line.said)
        else:
            written = GAME.write(STATE, "traders", line.said)
            assert [again.said for again in read(written)] == [line.said], written
    words = report.Words(GAME, STATE)
    for event in GAME.answer(STATE, "traders", text):
        assert words.sentence(event)
    orders = [line.said for line in read(f"3: {text}") if not isinstance(line.said, Problem)]
    GAME.check(STATE, "traders", orders)


def test_every_example_on_the_players_page_is_understood():
    text = (ROOT / "docs" / "players" / "gold-rush.md").read_text(encoding="utf-8")
    seat = {"1: lead": "mounties"}
    found = 0
    for example in re.findall(r"^\| `([^`]+)` \|", text, re.M) + re.findall(r"^    (\S.+)$", text, re.M):
        who = next((seat for start, seat in seat.items() if example.startswith(start)), "traders")
        lines = read(example.replace("1: lead U1", "1: lead U1"), who)
        assert lines, example
        assert not any(isinstance(line.said, Problem) for line in lines), (example, lines)
        found += 1
    assert found >= 25
    figures = "figures: {D1: {}, D3: {}, M1: {}, M3: {}}"
    order = "order: [diggers-1, mounties]"
    players = "options: {placing: players}"
    setup = GAME.read_position(load(f"phase: Set-up, mines and town\n{players}\n{order}\n{figures}"))
    placing = GAME.read_position(load(f"phase: Set-up, figures\n{order}\n{figures}"))
    line = next(line for line in text.splitlines() if line.startswith("**Setting up:**"))
    for example in re.findall(r"`([^`]+)`", line):
        form = (
            "mine"
            if example.startswith("mine")
            else "town edge"
            if example.split()[0] in ("town", "edge")
            else "figures"
        )
        state = placing if form == "figures" else setup
        (read_line,) = GAME.read(state, "mounties", form, example)
        assert not isinstance(read_line.said, Problem), example
    asked = re.findall(r"`([^`]+)`", text.split("**Free questions**")[1])
    assert len(asked) == 6
    for example in asked:
        events = GAME.answer(STATE, "traders", example)
        assert events
        assert not [event for event in events if event.code == "query-refused"], example


def test_the_example_position_reads_back():
    text = (ROOT / "docs" / "positions" / "gold-rush.md").read_text(encoding="utf-8")
    example = re.search(r"```yaml\n(.+?)```", text, re.S)[1]
    state = GAME.read_position(load(example))
    assert next(figure for figure in state.figures if figure.code == "T3").status == DEAD
    document = dump_document(GAME.write_position(state))
    assert GAME.read_position(load(document)) == state


@pytest.mark.parametrize(
    ("document", "words"),
    [
        ("phase: Turn X\nfigures: {T1: '5,5'}", "line 1, phase"),
        ("phase: Turn 3\nfigures: {T1: nowhere}", "figures/T1"),
        ("phase: Turn 3\nfigures: {X1: '5,5'}", "X1"),
        ("phase: Turn 3\nfigures: {T1: '5,5', T2: '5.5,5'}", "overlap"),
        ("phase: Turn 3\nfigures: {T1: '5,5'}\nfigurs: {}", "did you mean"),
        ("phase: Turn 3\nfigures: {T1: {at: '5,5', weapon: cannon}}", "no weapon"),
        ("phase: Turn 3\nfigures: {T1: {at: '5,5', gold: 3}}", "0 to 2"),
        ("phase: Turn 3\nfigures: {T1: {at: '90,5'}}", "off the table"),
        ("phase: Turn 3\nfigures: {T1: {at: '5,5', status: dead}}", "nobody stands"),
        ("phase: Turn 3\nfigures: {T1: '5,5'}\noptions: {beasts: dragon}", 'the option beasts cannot be "dragon"'),
        (f"{SHORT}\nscenery: {{T9: {{kind: cabin, polygon: '1,1 2,1 2,2'}}}}", "T9"),
        (f"{SHORT}\nscenery: {{C9: {{kind: cabin, polygon: '1,1 2,2 2,1 1,2'}}}}", "polygon"),
        ("phase: Turn 3\nfigures: {T1: '5,5'}\nhorses: {H1: under M1}", "horse: 1"),
        ("[]", "a position is"),
    ],
)
def test_mistakes_in_positions_are_named(document, words):
    with pytest.raises(DocumentError) as caught:
        GAME.read_position(load(document))
    assert words in str(caught.value)


def test_every_reason_the_rules_can_give_has_a_sentence():
    have = macros("problems", ("gold-rush", "common"))
    codes = set()
    for path in (ROOT / "judge" / "variants" / "gold_rush").glob("*.py"):
        codes |= set(re.findall(r'(?:Problem|fail)\(\s*"([a-z-]+)"', path.read_text(encoding="utf-8")))
    codes |= {f"stopped-by-{stop}" for stop in ("reach", "edge", "wall", "base", "crowded")}
    assert len(codes) > 60
    assert sorted(code for code in codes if macro_name(code) not in have) == []


def test_no_event_hides_the_code_it_is_known_by():
    for kind in GAME.event_types:
        assert "code" not in kind.__dataclass_fields__, kind.__name__


def test_options_are_documented_with_their_rulings():
    rulings = (ROOT / "docs" / "rulings" / "gold-rush.md").read_text(encoding="utf-8")
    for option in OPTIONS:
        assert f"`{option.key}" in rulings, option.key
        for ruling in option.rulings:
            assert f"**{ruling}**" in rulings


def test_hidden_counts_reach_nobody_else():
    """With `hidden: both` other rounds and bags of one group change nothing that another seat is shown or told."""
    text = POSITION.replace("phase: Turn 3\n", "phase: Turn 3\noptions: {hidden: both}\n")
    swapped = text.replace("T2: {at: '33.5,27', weapon: shotgun}", "T2: {at: '33.5,27', weapon: shotgun, reloads: 2}")
    swapped = swapped.replace("T4: {at: '40.5,24'}", "T4: {at: '40.5,24', loaded: 4, gold: 1}")
    swapped = swapped.replace("T1: {at: '36,20.5', gold: 1}", "T1: {at: '36,20.5'}")
    assert swapped.count("reloads: 2") == swapped.count("loaded: 4") == 1
    one, other = GAME.read_position(load(text)), GAME.read_position(load(swapped))
    assert one != other
    letters = {
        "mounties": "all: move towards 36,24",
        "traders": "2: stand\n4: fire 1 at nearest, else stand\n5: reload",
    }
    heard = []
    for state in (one, other):
        sent = {seat: take(GAME, state, seat, "go", text).orders for seat, text in letters.items()}
        step = close(GAME, state, sent, KeyedDice.of("hidden")).step
        heard.append(step)
        assert sorted(GAME.window(state).asks) == ["diggers-1", "mounties", "traders"]
    for seat in (None, "mounties", "diggers-1"):
        assert GAME.view(one, seat) == GAME.view(other, seat)
        assert GAME.view(heard[0].state, seat) == GAME.view(heard[1].state, seat)
        told = [report.told_to(step.events, seat) for step in heard]
        assert told[0] == told[1]
        for figure in GAME.view(one, seat).figures:
            if figure.seat != seat:
                assert (figure.loaded, figure.reloads, figure.gold) == (None, None, None)
    assert GAME.view(one, "traders") != GAME.view(other, "traders")


def test_brisk_and_strict_tempo_come_to_the_same_when_the_orders_are_the_same():
    """A turn at one deadline is the goes one after another; only the dice keys of the windows differ."""
    moves = {
        "traders": "all: move towards 40,20",
        "diggers-1": "1: move 20,14 - 21,15; 3: move towards 36,24",
        "mounties": "all: move to contact with T3",
    }
    brisk = strict = GAME.read_position(load(POSITION))
    sent = {seat: take(GAME, brisk, seat, "go", text).orders for seat, text in moves.items()}
    brisk = close(GAME, brisk, sent, KeyedDice.of("same")).step.state
    strict = GAME.read_position(load(POSITION.replace("phase: Turn 3", "phase: Turn 3, go of Traders")))
    for _ in range(3):
        window = GAME.window(strict)
        (seat,) = window.asks
        orders = take(GAME, strict, seat, "go", moves[seat]).orders
        strict = close(GAME, strict, {seat: orders}, KeyedDice.of(f"same {seat}")).step.state
    assert GAME.window(strict).title == "Turn 4, go of Traders"
    assert strict.figures == brisk.figures
