"""Two games that differ only in what a seat cannot see are the same game to it, whatever it asks."""

import gc
import json
import sys

import pytest

from judge import report
from judge.adjudicator.codec import dump, plain
from judge.adjudicator.dice import KeyedDice
from judge.adjudicator.driver import close, take
from judge.adjudicator.protocol import BLANK, Problem, Table
from judge.grammar.options import complete_options
from judge.report import compose, pictures
from judge.report.own import own_picture
from judge.report.words import Words
from judge.scenario.simulate import play, seats_for
from judge.variants import GAMES
from tests.contract.test_every_game import made
from tests.daily import todays

# Options under which something is hidden that is not hidden by default, or by which it is hidden otherwise.
HIDING = {
    "diplomacy": [{}, {"fog": True}],
    "range-war": [{}],
    "land-barons": [
        {}, {"hidden_cash": True}, {"scouting": True}, {"hidden_cash": True, "tempo": "strict"},
        {"scouting": True, "show_unused": True},
    ],
    "gold-rush": [
        {}, {"hidden": "ammo"}, {"hidden": "gold"}, {"hidden": "both"}, {"hidden": "both", "tempo": "strict"},
        {"hidden": "gold", "score": "kills", "ending": "gold"},
    ],
    "hell-on-wheels": [{}, {"hidden_money": True}, {"hidden_money": True, "gifts": True}, {"tempo": "strict"}],
}  # fmt: skip
GIVEN = [(key, options) for key in sorted(GAMES) for options in HIDING[key]]
each_hiding = pytest.mark.parametrize(
    ("key", "options"), GIVEN, ids=[f"{key} {json.dumps(options)}" for key, options in GIVEN]
)
WINDOWS, PARTS = 4, 4
AMOUNTS = (1, 47, 90)
"""How much somebody writes who wants to hear from which number on it is too much."""
MEDIA = ("text", "html", "bbcode", "json")
_walks = {}


def every_option(key):
    """Each option of a game at each of its values (of a number the ends and the middle)."""
    for option in made(key).options:
        values = option.values or ((True, False) if isinstance(option.default, bool) else (option.low, option.high))
        for value in values:
            if value != option.default:
                yield {option.key: value}


def walk(key, options, windows=WINDOWS):
    """The first states of a scripted game, each with the one before it and what happened between them."""
    name = f"{key} {json.dumps(options)}"
    if name not in _walks:
        game = made(key)
        low, high = game.seat_range
        table = Table(seats_for(game, 0, min(high, max(low, 4))), complete_options(game, options))
        found = []
        for played in play(game, table, "secrets"):
            found.append((played.state, played.before, played.events))
            if len(found) > windows:
                break
        _walks[name] = [one for one in found if game.window(one[0]) is not None]
    return _walks[name]


def text(game, value):
    return json.dumps(plain(value), default=str)


def letters(game, state, seat, ask):
    """What a player may write: their own script's letter, every example, and guesses at what others have."""
    yield game.letter(state, seat, "secrets")
    yield from game.forms.get(ask.form, ())
    yield from ask.lines
    yield from (line.replace(BLANK, str(amount)) for line in ask.lines if BLANK in line for amount in AMOUNTS)


def forecast(game, state, seat, lines):
    """A forecast as the campaign makes it, and what it is built on."""
    drawn = game.redrawn(state, seat, KeyedDice.of("unseen"))
    window = game.window(drawn)
    sent = {}
    if seat is not None and seat in window.asks:
        sent = {seat: take(game, drawn, seat, window.asks[seat].form, lines).orders}
    closed = close(game, drawn, sent, KeyedDice.of("what if"))
    notes = report.Notes(game_name="g", form=False)
    made_ = report.build(game, drawn, closed.step.state, closed.step.events, seat, notes, title="Forecast")
    return dump(drawn), report.render(made_, "json")


def everything_told(game, state, seat, before, events):
    """Whatever a seat (None: the public) is told without the window's closing, byte for byte: also in which order."""
    window, view = game.window(state), game.view(state, seat)
    told = report.told_to(events, seat)
    yield "view", text(game, view)
    yield "window", window.title, window.kind, list(window.asks)
    made_ = report.build(game, before, state, told, seat, report.Notes(game_name="g"))
    for medium in MEDIA:
        yield medium, report.render(made_, medium)
    yield "forecast", *forecast(game, state, seat, "")
    yield "picture", pictures.picture(game, view, told, window.title), pictures.sketch(game, view)
    if seat is None:
        facts = compose.facts(game, view, window, compose.Outlet("judge@x", "s"))
        yield "composer", json.dumps(facts, default=str)
        yield "charts", text(game, game.notches(view, told)), list(game.standings(view).items())
        return
    for question in ("SIGHT", "LIST", game.letter(state, seat, "secrets"), *(one.name for one in game.seats)):
        yield question, text(game, game.answer(state, seat, question))
    for condition in game.conditions:
        yield condition, text(game, game.holds(state, seat, condition))
    ask = window.asks.get(seat)
    if ask is None:
        return
    yield "form", ask.form, ask.lines
    yield "own picture", own_picture(game, view, window, seat, told, window.title)
    yield "own composer", json.dumps(compose.seat_facts(game, view, seat, ask), default=str)
    yield "mended", compose.fragment(game, state, window, seat)
    words = Words(game, state)
    for letter in letters(game, state, seat, ask):
        read = game.read(state, seat, ask.form, letter)
        said = [words.problem(one.said) if isinstance(one.said, Problem) else text(game, one.said) for one in read]
        yield letter, said
        orders = [one.said for one in read if isinstance(one.said, game.order_types)]
        checked = game.check(state, seat, orders)
        yield letter, text(game, checked.accepted), text(game, checked.filled)
        yield letter, list(checked.refused), list(checked.warned), text(game, checked.unsaid)
        yield letter, [words.problem(one) for one in (*checked.refused.values(), *checked.warned.values())]
    yield "forecast of one's own", *forecast(game, state, seat, game.letter(state, seat, "secrets"))
    yield "silence", text(game, game.check(state, seat, ()))


def check(key, options, windows=WINDOWS, parts=PARTS):
    """Whether something was really different. Of the seats that are asked in each window, one part is tried a day."""
    game = made(key)
    sides = [
        (at, seat)
        for at in walk(key, options, windows)
        for seat in (None, *sorted(game.window(at[0]).asks)[:2])
        if differs(game, at, seat)
    ]
    for (state, before, events), seat in todays(sides, parts):
        other, was = (one and game.redrawn(one, seat, KeyedDice.of(f"another deal {seat}")) for one in (state, before))
        mine, theirs = (everything_told(game, *one, events) for one in ((state, seat, before), (other, seat, was)))
        told = zip(mine, theirs, strict=True)
        for mine, theirs in told:
            assert mine == theirs, (seat, mine[0])
    return bool(sides)


def differs(game, at, seat):
    """Whether a state, or the one before, could be another as far as a seat can see."""
    return any(
        one is not None and dump(game.redrawn(one, seat, KeyedDice.of(f"another deal {seat}"))) != dump(one)
        for one in at[:2]
    )


@each_hiding
def test_what_a_seat_cannot_see_it_cannot_learn_by_asking(key, options):
    differs_somewhere = check(key, options)
    hides = key == "hell-on-wheels" or (bool(options) and key in ("diplomacy", "gold-rush", "land-barons"))
    # Games in which everything lies open have nothing to draw; in the others something was really different.
    assert differs_somewhere >= hides


def questions(game, state, seat):
    """Whatever a seat asks that is answered at once, by name."""
    yield "view", lambda: game.view(state, seat)
    yield "forecast", lambda: forecast(game, state, seat, game.letter(state, seat, "secrets"))
    for condition in game.conditions:
        yield condition, lambda one=condition: game.holds(state, seat, one)
    form = game.window(state).asks[seat].form
    for letter in letters(game, state, seat, game.window(state).asks[seat]):
        orders = [one.said for one in game.read(state, seat, form, letter) if isinstance(one.said, game.order_types)]
        yield f"reading {letter}", lambda one=letter: game.read(state, seat, form, one)
        yield f"checking {letter}", lambda them=orders: game.check(state, seat, them)


def calls(asked):
    """How many functions are called for an answer, once all that is kept is kept.

    The garbage collector rests meanwhile: it comes whenever enough was made before, and calls whoever watches it
    (Hypothesis does). A memory that is full begins anew, perhaps amid the first look; the second fills it again.
    """
    asked()
    asked()
    count = 0

    def counted(frame, event, arg):
        nonlocal count
        count += event in ("call", "c_call")

    before, collects = sys.getprofile(), gc.isenabled()
    gc.disable()
    sys.setprofile(counted)
    try:
        asked()
    finally:
        sys.setprofile(before)
        if collects:
            gc.enable()
    return count


def test_what_watches_the_garbage_collector_is_no_work_of_an_answer():
    def watches(phase, info):
        str(phase)

    def asked():
        return [[] for _ in range(100_000)]

    alone = calls(asked)
    gc.callbacks.append(watches)
    try:
        assert calls(asked) == alone
    finally:
        gc.callbacks.remove(watches)


@each_hiding
def test_an_answer_is_the_same_work_whatever_its_asker_cannot_see(key, options):
    """Else the time that it takes would tell. Counted in calls, not by a clock."""
    game = made(key)
    for state, *_ in todays(walk(key, options, 2), 3):
        for seat in sorted(game.window(state).asks)[:1]:
            other = game.redrawn(state, seat, KeyedDice.of(f"another deal {seat}"))
            asked = zip(questions(game, state, seat), questions(game, other, seat), strict=True)
            for (name, mine), (_, theirs) in asked if dump(other) != dump(state) else ():
                assert calls(mine) == calls(theirs), (seat, name)


@pytest.mark.proof
@pytest.mark.parametrize("key", sorted(GAMES))
def test_the_same_by_every_option_of_the_game(key):
    for options in every_option(key):
        check(key, options, 2)


@each_hiding
def test_a_state_drawn_afresh_can_be_played_on(key, options):
    game = made(key)
    for state, *_ in walk(key, options):
        drawn = game.redrawn(state, None, KeyedDice.of("unseen"))
        before, after = game.window(state), game.window(drawn)
        assert (after.title, sorted(after.asks)) == (before.title, sorted(before.asks))
        assert text(game, game.view(drawn, None)) == text(game, game.view(state, None))
        close(game, drawn, {}, KeyedDice.of("on"))
