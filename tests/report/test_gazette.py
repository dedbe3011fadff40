"""The news as the front page of a paper: the same for all, told from the events alone, worded anew each issue."""

import re
from itertools import pairwise

import pytest

from judge import report, shelf
from judge.adjudicator.dice import KeyedDice
from judge.adjudicator.driver import close, take
from judge.adjudicator.protocol import Table
from judge.grammar.options import complete_options
from judge.report.build import Notes
from judge.report.chat import news_part
from judge.report.gazette import Edition, wording
from judge.report.languages import worded_in
from judge.report.media.text import text_of
from judge.report.words import Words
from judge.scenario.simulate import play, seats_for
from judge.variants import GAMES
from judge.variants.hell_on_wheels import events as wheels
from judge.variants.land_barons import events as barons

TURNS = 5


def steps(key):
    """A few steps of a game between scripted players: the states before and after, and what happened."""
    game = shelf.game(key)
    low, high = game.seat_range
    seats = seats_for(game, 0, min(high, max(low, 4)))
    before, step = None, game.setup(Table(seats, complete_options(game, {})), KeyedDice.of("paper"))
    yield game, before, step
    for number in range(TURNS):
        before = step.state
        window = game.window(before)
        if window is None:
            return
        sent = {
            seat: take(game, before, seat, ask.form, game.letter(before, seat, f"{number}")).orders
            for seat, ask in window.asks.items()
        }
        step = close(game, before, sent, KeyedDice.of(f"paper {number}")).step
        yield game, before, step


def paper(game, before, step, number):
    """The blocks of an issue, as everybody reads it: all below the name of the paper."""
    notes = Notes("west", edition=Edition(number, "a commitment"))
    blocks = news_part(report.build(game, before, step.state, step.events, None, notes).blocks)
    names = [text_of([block]).strip().partition("\n")[0] for block in blocks]
    return blocks[names.index(Words(game).env.get_template(f"{game.key}/gazette.j2").module.masthead()) + 1 :]


def sentences(game, played, number):
    """What an issue says, below its name and number, sentence by sentence."""
    issue, *stories = paper(game, played.before, played, number)
    assert text_of([issue]).strip().startswith(f"No. {number}")
    texts = [item for block in stories for item in re.split(r"(?m)^- ", text_of([block]))]
    return {one for text in texts for one in re.split(r"(?<=[.!?]) (?=\S)", " ".join(text.split())) if one}


def issues(key, word, most):
    """The issues of a whole game between scripted players, one after the other."""
    game = shelf.game(key)
    low, high = game.seat_range
    table = Table(
        seats_for(game, 0, high if key == "gold-rush" else min(high, max(low, 4))), complete_options(game, {})
    )
    for number, played in enumerate(play(game, table, word)):
        if number >= most:
            return
        yield number, sentences(game, played, number)


def says_nothing_twice_running(key, word, most):
    last: set[str] = set()
    for number, now in issues(key, word, most):
        assert now, f"issue {number} of {word} says nothing"
        assert not now & last, f"issue {number} of {word} says again {now & last}"
        last = now


@pytest.mark.parametrize("key", sorted(GAMES))
def test_no_sentence_stands_in_two_issues_running(key):
    says_nothing_twice_running(key, "a", 40)


@pytest.mark.parametrize("key", sorted(GAMES))
def test_a_headline_says_that_nothing_happened_only_where_nothing_did(key):
    quiet = Words(shelf.game(key)).env.get_template(f"{key}/gazette.j2").module.nothing
    for number, said in issues(key, "a", 40):
        if said & {str(quiet(which)) for which in range(3)}:
            assert not any(re.search(r"went out|Build|Remove|- ", one) for one in said), (number, said)


@pytest.mark.proof
@pytest.mark.parametrize("key", sorted(GAMES))
def test_no_sentence_stands_in_two_issues_running_of_twenty_whole_games(key):
    for word in range(20):
        says_nothing_twice_running(key, str(word), 400)


@pytest.mark.parametrize("key", sorted(GAMES))
def test_the_paper_is_the_same_for_every_reader(key):
    for number, (game, before, step) in enumerate(steps(key)):
        public = text_of(paper(game, before, step, number))
        for seat in game.window(step.state).asks:
            notes = Notes("west", edition=Edition(number, "a commitment"))
            assert public in report.render(report.build(game, before, step.state, step.events, seat, notes))


def test_headlines_of_one_kind_change_from_issue_to_issue():
    for key in GAMES:
        game = shelf.game(key)
        for code in game.news:
            drawn = [issue_of_kind(code, number) for number in range(4)]
            assert all(one != other for one, other in pairwise(drawn))


def issue_of_kind(code, number):
    """Which headline issue `number` prints above this kind of event."""
    return wording(Edition(number, "a commitment"), code)


def said_of(key, orders, *, position=None, language="en", number=1):
    """The paper of one step of a game in its first position, played with these orders."""
    game = shelf.game(key)
    state = (
        position
        or game.setup(Table(tuple(seat.id for seat in game.seats), complete_options(game, {})), KeyedDice.of("a")).state
    )
    window = game.window(state)
    sent = {seat: take(game, state, seat, ask.form, orders.get(seat, "")).orders for seat, ask in window.asks.items()}
    step = close(game, state, sent, KeyedDice.of("b")).step
    with worded_in(language):
        blocks = news_part(
            report.build(game, state, step.state, step.events, None, Notes("west", edition=Edition(number, "w"))).blocks
        )
        return " ".join(" ".join(text_of(blocks).split()).split()), step.state


OPENING = {
    "austria": "A VIE-GAL", "russia": "A WAR-GAL", "france": "A PAR-BUR", "germany": "A MUN-BUR",
    "england": "F LON-NTH\nA LVP-YOR",
}  # fmt: skip


def test_a_season_without_losses_tells_who_met_whom_and_who_went_where():
    said, _ = said_of("diplomacy", OPENING)
    assert "Galicia and Burgundy" in said
    assert "Austria and Russia clash over Galicia, France and Germany over Burgundy." in said
    assert "England moves into Yorkshire and North Sea." in said
    assert "22 orders went out, 4 of them in vain." in said


def test_who_comes_by_sea_is_told():
    _, state = said_of("diplomacy", OPENING)
    said, _ = said_of(
        "diplomacy",
        {"england": "A YOR-NWY\nF NTH C A YOR-NWY", "france": "A PAR-BUR", "germany": "A MUN-BUR"},
        position=state,
    )
    assert "an army of England comes ashore in Norway." in said
    assert "France and Germany clash over Burgundy" in said


def test_a_paper_tells_retreats_in_words_and_not_in_the_notation_of_orders():
    """Germany, with the support of Italy, drives Austria out of the Tyrol, and the army goes to Bohemia."""
    _, state = said_of(
        "diplomacy", {"austria": "A VIE-TYR", "germany": "A MUN H\nA BER-KIE", "italy": "A VEN H\nA ROM H"}
    )
    driven, state = said_of(
        "diplomacy", {"germany": "A MUN-TYR", "italy": "A VEN S A MUN-TYR", "austria": "A TYR H"}, position=state
    )
    assert "Germany breaks through" in driven or "Germany drives" in driven
    for language, words in (
        ("en", "Austria falls back from Tyrolia to Bohemia."),
        ("de", "Österreich weicht von Tirol nach Böhmen aus."),
        ("fr", "L’Autriche se replie du Tyrol vers la Bohême."),
    ):
        said, _ = said_of("diplomacy", {"austria": "A TYR R BOH"}, position=state, language=language)
        assert words in said
        assert "R BOH" not in said


def test_french_papers_shorten_before_a_vowel():
    _, state = said_of("diplomacy", {"austria": "A VIE-TYR"})
    said, _ = said_of(
        "diplomacy", {"germany": "A MUN-TYR", "italy": "A VEN S A MUN-TYR"}, position=state, language="fr"
    )
    assert "l’armée de l’Autriche hors du Tyrol" in said


def test_a_turn_of_gold_rush_without_a_shot_tells_who_was_on_the_way():
    game = shelf.game("gold-rush")
    table = Table(seats_for(game, 0, 7), complete_options(game, {}))
    quiet = 0
    for number, played in enumerate(play(game, table, "look")):
        moved = {event.figure for event in played.events if event.code == "moved"}
        if moved and not any(event.code in game.news for event in played.events):
            page = " ".join(text_of(paper(game, played.before, played, number)).split())
            assert "Nobody fires, and" in page
            far = max((event for event in played.events if event.code == "moved"), key=lambda event: event.length)
            assert f"the longest single way is that of {far.figure}," in page
            quiet += 1
    assert quiet


def test_letters_to_the_editor_are_printed_as_they_were_written():
    game, before, step = list(steps("diplomacy"))[1]
    notes = Notes("west", edition=Edition(1, "x", (("France", "Peace *now*, # and ~ever~!"),)))
    text = report.render(report.build(game, before, step.state, step.events, None, notes))
    assert "Letters to the editor" in text
    assert "| Peace *now*, # and ~ever~!" in text


@pytest.mark.parametrize("key", sorted(GAMES))
def test_every_headline_has_two_others_or_none(key):
    words = Words(shelf.game(key))
    for code in words.game.news:
        more = [words.has("gazette", f"head-{code}-{number}") for number in (1, 2)]
        assert more in ([True, True], [False, False]), code


def test_the_paper_of_gold_rush_names_each_of_the_dead_and_who_shot_them():
    game = shelf.game("gold-rush")
    table = Table(seats_for(game, 0, 7), complete_options(game, {}))
    told = 0
    for number, played in enumerate(play(game, table, "read")):
        page = text_of(paper(game, played.before, played, number))
        killed = [event for event in played.events if event.code == "killed"]
        assert ("Obituaries" in page) is bool(killed), number
        for event in killed:
            assert f"{event.figure}, by {event.by} from" in " ".join(page.split()), (number, event)
        told += len(killed)
        if number > 5:
            break
    assert told


def test_the_dead_of_a_gunfight_are_in_the_obituaries_by_name_and_place():
    game = shelf.game("land-barons")
    shots = (barons.Shot(rolled=4, advantage="graham", side="lazy-b", result="loses", kind="cowboys"),
             barons.Shot(rolled=3, advantage="graham", side="lazy-b", result="loses", kind="baron"))  # fmt: skip
    fight = barons.Fought(
        space="0101", raider="graham", defender="lazy-b", raiders=("regulator",), defenders=("cowboys", "baron"),
        raider_shoot=50, defender_shoot=40, ties=(), advantage="graham", shots=shots, winner="graham",
        result="eliminated",
    )  # fmt: skip
    fell = barons.BaronFell(seat="lazy-b", killer="graham", units=0, settlements=2, dollars=5, spoils=False)
    before = game.setup(Table(tuple(seat.id for seat in game.seats), complete_options(game, {})), KeyedDice.of("a"))
    notes = Notes("west", edition=Edition(1, "a commitment"))
    said = " ".join(text_of(report.build(game, before.state, before.state, (fight, fell), None, notes).blocks).split())
    assert "*Obituaries.* Lazy B lost Baron and Cowboys to Graham at 0101." in said
    assert "Graham wiped out Lazy B at 0101 after 2 shots." in said


@pytest.mark.parametrize("key", ["land-barons", "hell-on-wheels"])
def test_a_paper_tells_sums_once_the_largest_first(key):
    """What four seats earned is one sentence, and each sum stands there once."""
    game = shelf.game(key)
    if key == "land-barons":
        group = tuple(
            barons.RevenueCollected(seat=seat, settlements=1, spaces=0, contracts=0, rolled=0, total=total)
            for seat, total in (("lazy-b", 20), ("graham", 60), ("johnson", 20))
        )
        told = "The rents brought The Graham Ranch $60 and The Lazy B and The Johnson Ranch $20 each."
    else:
        group = (
            wheels.HousesEarn(
                place="past", town="laramie", card="saloon", base=5, customers=0, mayhem=0, total=5, houses=3, share=5,
                earned={"red": 5, "blue": 10, "green": 5},
            ),
        )  # fmt: skip
        told = "The houses earned Blue 10K and Red and Green 5K each."
    assert str(Words(game).story(group[0].code, group)) == told
