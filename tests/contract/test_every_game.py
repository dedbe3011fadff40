"""What every game owes the rest of the Judge, whatever its rules: those that ship, and the toy of the manual."""

import ast
import json
import os
import random
import re
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from judge import report, shelf
from judge.adjudicator.codec import Codec, digest, dump, plain
from judge.adjudicator.dice import KeyedDice
from judge.adjudicator.driver import close, take
from judge.adjudicator.protocol import Later, Problem, Table, Verdict, Window, slug
from judge.grammar.document import DocumentError, load
from judge.grammar.document import dump as dump_document
from judge.grammar.options import complete_options
from judge.report.words import macro_name
from judge.scenario.simulate import play, seats_for
from judge.variants import GAMES
from tests.macros import macros
from tests.toy.register import HERE as TOY
from tests.toy.register import register

ROOT = Path(__file__).resolve().parent.parent.parent
# How many windows of a game the walk looks at: enough for every kind of window to come up.
WALK = {"diplomacy": 12, "range-war": 12, "land-barons": 10, "gold-rush": 8, "hell-on-wheels": 12}

SHIPPED = sorted(GAMES)
each_game = pytest.mark.parametrize("key", [*SHIPPED, "lanterns"])
each_shipped = pytest.mark.parametrize("key", SHIPPED)
_made: dict[str, object] = {}
_walks: dict[str, list] = {}


def made(key):
    if key not in _made:
        if key == "lanterns":
            register()
        _made[key] = shelf.game(key, own=TOY / "maps")
    return _made[key]


def own_words(key):
    """The toy's templates lie in a folder of its own, as a campaign's would."""
    return TOY / "templates" if key == "lanterns" else None


def words_of(kind, key):
    """Every code that `events` or `problems` have a sentence for."""
    return macros(kind, (key, "common"), own_words(key))


def table(game):
    low, high = game.seat_range
    return Table(seats_for(game, 0, min(high, max(low, 4))), complete_options(game, {}))


def walk(key):
    """The first windows of one scripted game."""
    if key not in _walks:
        steps = []
        for played in play(made(key), table(made(key)), "contract"):
            steps.append(played)
            if len(steps) > WALK.get(key, 10):
                break
        _walks[key] = steps
    return _walks[key]


def codec(game):
    return Codec((*game.order_types, *game.event_types, game.state_type, Problem, Verdict, Later))


@each_shipped
def test_conditions_on_the_page_for_players_are_understood(key):
    page = " ".join((ROOT / "docs" / "players" / f"{key}.md").read_text(encoding="utf-8").split())
    asked = re.findall(r"`IF ([^`]+)`", page)
    state = walk(key)[0].state
    seat = sorted(made(key).window(state).asks)[0]
    assert len(asked) >= 8
    assert [one for one in asked if not isinstance(made(key).holds(state, seat, one), bool)] == []


@each_game
def test_example_conditions_are_understood(key):
    game = made(key)
    state = walk(key)[0].state
    assert game.conditions
    for seat in sorted(game.window(state).asks):
        for condition in game.conditions:
            assert isinstance(game.holds(state, seat, condition), bool), condition
            assert game.holds(state, seat, condition) != game.holds(state, seat, f"NOT {condition}")


@each_game
def test_silence_to_the_end_never_raises_and_keys_never_repeat(key):
    game = made(key)
    state = game.setup(table(game), KeyedDice.of("silence")).state
    keys = set()
    for number in range(60):
        window = game.window(state)
        if window is None:
            assert game.outcome(state) is not None
            break
        assert game.outcome(state) is None
        assert window.asks, f"{window.title} asks nobody"
        assert window.kind in game.kinds
        assert window.key == slug(window.title)
        assert window.key not in keys, f"{window.key} came up twice"
        keys.add(window.key)
        for seat, ask in window.asks.items():
            assert ask.form in game.forms
            assert game.check(state, seat, ()).refused == {}
            assert seat in {one.id for one in game.seats}
        state = close(game, state, {}, KeyedDice.of(f"silence/{number}")).step.state


@each_game
def test_same_state_orders_and_key_give_the_same_step_and_leave_the_input_alone(key):
    game = made(key)
    for played in walk(key)[1:]:
        sent = {
            seat: take(game, played.before, seat, played.window.asks[seat].form, text).orders
            for seat, text in played.letters.items()
        }
        before = dump(played.before)
        one = close(game, played.before, sent, KeyedDice.of("again"))
        shuffled = dict(random.Random(7).sample(sorted(sent.items()), len(sent)))
        other = close(game, played.before, shuffled, KeyedDice.of("again"))
        assert dump(one.step.state) == dump(other.step.state)
        assert plain(one.step.events) == plain(other.step.events)
        assert dump(played.before) == before


@each_game
def test_states_round_trip_through_store_and_position_document(key):
    game = made(key)
    for played in walk(key):
        text = dump(played.state)
        assert dump(codec(game).load(game.state_type, text)) == text
        assert codec(game).load(game.state_type, text) == played.state
        document = dump_document(game.write_position(played.state))
        again = game.read_position(load(document))
        assert dump_document(game.write_position(again)) == document
        assert dump(again) == text, document
        window, same = game.window(played.state), game.window(again)
        assert (window and (window.title, sorted(window.asks))) == (same and (same.title, sorted(same.asks)))


def nodes(value, path=()):
    """Every place in a document that something else could stand in."""
    yield path
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, part in items:
        yield from nodes(part, (*path, name))


def mangled(value, path, junk):
    """The document with something else in that place; in the place of a key when the junk is a text ending in `:`."""
    if not path:
        return junk
    name, rest = path[0], path[1:]
    if isinstance(value, dict):
        if not rest and isinstance(junk, str) and junk.endswith(":"):
            return {junk[:-1] if one == name else one: part for one, part in value.items()}
        return {one: mangled(part, rest, junk) if one == name else part for one, part in value.items()}
    return [mangled(part, rest, junk) if one == name else part for one, part in enumerate(value)]


SLIPS = st.sampled_from([
    None, True, False, -1, 0, 7, 10**12, "", "x", "nobody:", "Turn 3", "Spring 1901", "1, 2", "9999", "A PAR", "G(Ran)",
    "over:", "units:", "0101:", "T1:", [], {}, ["x"], [[]], [None], {"x": 1}, {"reason": "draw"}, {"at": "1,1"},
])  # fmt: skip


@each_game
@settings(max_examples=80, deadline=None, suppress_health_check=list(HealthCheck))
@given(place=st.integers(0, 10**6), where=st.lists(st.integers(0, 10**6), min_size=1, max_size=3), slips=st.data())
def test_a_position_with_slips_is_refused_in_words_or_can_be_played(key, place, where, slips):
    game = made(key)
    steps = walk(key)
    document = game.write_position(steps[place % len(steps)].state)
    for number in where:
        if isinstance(document, dict):
            paths = list(nodes(document))
            document = mangled(document, paths[number % len(paths)], slips.draw(SLIPS))
    text = dump_document(document)
    try:
        state = game.read_position(load(text, "p.yaml"))
    except DocumentError:
        return
    window = game.window(state)
    assert window is not None or game.outcome(state) is not None, text
    assert dump(codec(game).load(game.state_type, dump(state))) == dump(state)
    for seat in (None, *(window.asks if window else ())):
        game.view(state, seat)
    # A position may be that of a game that is over: nothing is asked in it.
    if window is not None:
        close(game, state, {}, KeyedDice.of("slips"))


@each_game
def test_orders_and_events_round_trip_through_the_store(key):
    game = made(key)
    known = codec(game)
    for played in walk(key):
        for event in played.events:
            assert type(event) in game.event_types or isinstance(event, Verdict)
            assert known.load(object, dump(event)) == event
            assert event.told is None or event.told <= {seat.id for seat in game.seats}


@each_game
def test_scripted_letters_are_understood_and_canonical_text_reads_back(key):
    game = made(key)
    seen = 0
    for played in walk(key)[1:]:
        for seat, text in played.letters.items():
            form = played.window.asks[seat].form
            taken = take(game, played.before, seat, form, text)
            assert not taken.unread, (played.window.title, seat, taken.unread)
            checked = game.check(played.before, seat, taken.orders)
            for order in checked.accepted:
                written = game.write(played.before, seat, order)
                again = take(game, played.before, seat, form, written)
                assert again.orders == (order,), (written, again)
                seen += 1
    assert seen


@each_game
def test_form_examples_are_understood(key):
    game = made(key)
    state = game.setup(table(game), KeyedDice.of("examples")).state
    seats = table(game).seats
    for form, examples in game.forms.items():
        assert examples, f"{form} has no example order"
        for example in examples:
            lines = [line for seat in seats for line in game.read(state, seat, form, example)]
            assert lines, example
            assert any(not isinstance(line.said, Problem) for line in lines), (form, example, lines)


@each_game
def test_an_order_form_not_filled_in_says_nothing(key):
    game = made(key)
    for played in walk(key):
        window = game.window(played.state)
        for seat, ask in window.asks.items() if window else ():
            if ask.lines:
                assert game.read(played.state, seat, ask.form, "\n".join(ask.lines)) == ()


WORDS = """A F G GH H S C - -> PAR LON Bur ( ) move to hold support convoy via retreat disband build remove bid 5
12/15/17 on pay place recruit raid if then else pass draw keep play 3: fires at 12.5,30 all mount STANDING ; , . 6 0412
___ 99999999999999 -1 \u2013 \u2192 \ufeff NC /SC (north coast) not only "quoted """.split()
JUNK = st.one_of(st.text(max_size=200), st.lists(st.sampled_from(WORDS), max_size=14).map(" ".join))


@each_game
@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(junk=st.lists(JUNK, max_size=5).map("\n".join), place=st.integers(0, 50))
def test_junk_letters_never_raise(key, junk, place):
    game = made(key)
    steps = walk(key)
    played = steps[place % len(steps)]
    window = game.window(played.state)
    if window is None:
        return
    seat = sorted(window.asks)[place % len(window.asks)]
    taken = take(game, played.state, seat, window.asks[seat].form, junk)
    checked = game.check(played.state, seat, taken.orders)
    assert set(checked.refused) <= set(range(len(taken.orders)))
    assert set(checked.warned) <= set(range(len(taken.orders)))
    words = report.Words(game, played.state, None, own_words(key))
    for line in taken.unread:
        assert words.problem(line.said)
    for problem in (*checked.refused.values(), *checked.warned.values()):
        assert words.problem(problem)


@each_game
def test_every_step_has_a_report_for_every_audience(key):
    game = made(key)
    for played in walk(key):
        window = game.window(played.state)
        for seat in (None, *table(game).seats):
            notes = report.Notes(own_templates=own_words(key))
            text = report.render(report.build(game, played.before, played.state, played.events, seat, notes))
            long = [line for line in text.splitlines() if len(line) > 76 and not line.startswith("ORDERS ")]
            assert not long, long
            assert "&#" not in text
            if window and seat in window.asks:
                assert f"ORDERS {key} {seat} {window.key}" in text


@each_game
def test_every_event_class_has_its_words(key):
    game = made(key)
    have = words_of("events", key)
    missing = [kind.__name__ for kind in game.event_types if macro_name(code_of(kind)) not in have]
    assert not missing


def code_of(kind):
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", kind.__name__).lower()


@each_game
def test_every_problem_code_has_its_words(key):
    """Every `Problem("code"` written in the game's own folder has a sentence."""
    have = words_of("problems", key)
    codes = set()
    folder = TOY if key == "lanterns" else ROOT / "judge" / "variants" / key.replace("-", "_")
    for path in folder.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Name)
                and node.func.id == "Problem"
                and node.args
            ):
                if isinstance(node.args[0], ast.Constant):
                    codes.add(node.args[0].value)
    assert sorted(code for code in codes if macro_name(code) not in have) == []


@each_game
def test_views_and_events_of_others_do_not_reach_the_public(key):
    """Nothing told to some seats alone may be in the public view's events."""
    game = made(key)
    for played in walk(key):
        assert not [event for event in report.told_to(played.events, None) if event.told is not None]
        json.dumps(plain(game.view(played.state, None)))


@pytest.mark.daily(2)
@each_game
def test_the_result_does_not_hang_on_the_hash_seed(key):
    """The same game played by two interpreters with different hash seeds ends in the same bytes, and so does what the
    site says of its grammar."""
    program = (
        "from judge import shelf\n"
        "from judge.adjudicator.codec import digest\n"
        "from judge.adjudicator.protocol import Table\n"
        "from judge.grammar.options import complete_options\n"
        "from judge.report.compose import syntax_script\n"
        "from judge.scenario.simulate import play, seats_for\n"
        "from tests.toy.register import HERE, register\n"
        "register()\n"
        f"game = shelf.game({key!r}, own=HERE / 'maps')\n"
        "low, high = game.seat_range\n"
        "seats = seats_for(game, 0, min(high, max(low, 4)))\n"
        "for number, played in enumerate(play(game, Table(seats, complete_options(game, {})), 'hash')):\n"
        "    print(digest(played.state), digest(played.events), digest(tuple(sorted(played.letters.items()))))\n"
        "    if number == 5: break\n"
        "print(digest(syntax_script(game, game.view(played.state, None))))\n"
    )
    said = [
        subprocess.run(
            [sys.executable, "-c", program],
            capture_output=True,
            text=True,
            check=True,
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)},
        ).stdout
        for seed in ("0", "12345")
    ]
    assert said[0] == said[1]
    assert said[0].count("\n") >= 3


@each_game
def test_the_map_has_no_complaints(key):
    assert made(key).lint() == ()


@each_shipped
def test_rulings_positions_and_player_pages_exist(key):
    for folder in ("rulings", "positions", "players"):
        assert (ROOT / "docs" / folder / f"{key}.md").is_file(), folder


@each_game
def test_windows_are_values(key):
    for played in walk(key):
        window = made(key).window(played.state)
        assert window is None or isinstance(window, Window)
        assert window == made(key).window(played.state)
        assert digest(played.state) == digest(played.state)
