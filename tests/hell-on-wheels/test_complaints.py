"""What cannot be is refused for its own reason, what was guessed is said, and what is offered instead would stand."""

import pytest

from judge import report, shelf
from judge.adjudicator.driver import take
from judge.adjudicator.protocol import Later, Problem
from judge.grammar.document import load

GAME = shelf.game("hell-on-wheels")
TABLE = """
seats: [Red, Blue, Green]
supervisor: Blue
cash: {Red: 14, Blue: 9, Green: 20}
hands:
  Red: [Saloon, Saloon, Church, Jail, Miners, Irish, Vice, Vigilantes, Outlaws, Hangers On, Arsonist, Desperados,
    Entrepreneur]
towns:
  past: {town: Laramie, cards: [Saloon of Red, Saloon of Blue], mayhem: [Drinking]}
  present: {town: Cheyenne, cards: [Saloon of Blue, Brothel of Red], customers: [Scots], mayhem: [Murders, Alcohol]}
  future: {town: Omaha, cards: [Gambling House of Green]}
"""


def state_of(phase, table=TABLE):
    return GAME.read_position(load(f"phase: {phase}\n{table}"))


def told(text, phase="Turn 3, building"):
    """The codes of what is said against a letter and about it, each put into words."""
    state = state_of(phase)
    form = GAME.window(state).kind
    taken = take(GAME, state, "red", form, text)
    checked = GAME.check(state, "red", taken.orders)
    wrong = [line.said for line in taken.lines if isinstance(line.said, Problem)] + list(checked.refused.values())
    notes = [note for line in taken.lines for note in line.notes] + list(checked.warned.values())
    words = report.Words(GAME, state)
    assert all(words.problem(one).strip() for one in (*wrong, *notes))
    for one in wrong:
        if one.detail.get("suggestion"):
            again = take(GAME, state, "red", form, one.detail["suggestion"])
            assert again.orders or again.later
            assert not again.unread, one
            assert not GAME.check(state, "red", again.orders).refused, one
    return [one.code for one in wrong], [one.code for one in notes], wrong


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("2 3 Saloons on Present", "two-numbers"),
        ("window 12: play Entrepreneur", "no-such-window"),
        ("before Church: play Entrepreneur", "no-such-phase"),
        ("Outlaws on Blue after", "which-phase"),
        ("window 6: burn Saloon of Blue in Past", "with-which-card"),
        ("Arsonist on Saloon of Blue in Past to Future", "two-places"),
        ("Church on Past or Future", "two-places"),
        ("window 6: raid Laramie", "needs-target"),
        ("Vice on Present and Past", "two-places"),
        ("on Past", "needs-card"),
        ("window 6: raid Saloon of Blue", "which-town"),
        ("Saloon of Blue on Present", "not-yours"),
        ("On Past: Red Saloon of Green", "not-yours"),
        ("Church on Past for 3K", "other-price"),
        ("2 civilized cards, 3 customers on Past", "none-of-type"),
        ("a customer on Past", "which-of-type"),
        ("Saloon from Past", "not-from-a-town"),
        ("Saloon on Present in window 6", "not-in-a-window"),
        ("Green: pass", "not-your-seat"),
        ("if mayhem >= 2", "if-without-order"),
        ("window 6:", "window-without-card"),
        ("else pass", "else-of-what"),
        ("keep Saloon if mayhem >= 2", "no-condition-here"),
        ("move Scots to Past", "nobody-moves"),
        ("Church on Past if mayhem < 2; else Jail, Church on Future", "one-choice"),
        ("Forget the second line", "no-such-line"),
        ("window 5: play Outlaws on Zebra", "unknown-seat"),
        ("window 5: play Outlaws on Purple", "unknown-seat"),
        ("window 5: play Outlaws on Blue\nwindow 6: play Outlaws on Green", "planned-twice"),
        ("window 5: raid Murders in Present\nwindow 6: raid Alcohol in Present with Vigilantes", "planned-twice"),
        ("Church on Past\nChurch on Future", "planned-twice"),
        ("window 7: play Hangers On on Gambling House of Green in Future", "end-of-the-line"),
        ("discard Vice", "say-what-is-kept"),
        ("no idea whatsoever", "not-understood"),
        ("The other way round, no, Vice on Future.", "not-understood"),
        ("I will not raid Murders", "not-ordered"),
        ("window 5: play Ou on Blue", "unknown-card"),
    ],
)
def test_what_is_refused_and_why(text, code):
    wrong, _, _ = told(text)
    assert wrong == [code]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("bid 3 with Outlaws", "only-blackmail"),
        ("bid 3 for Entrepreneur", "bid-for-what"),
        ("bid 14K if I am Supervisor", "no-condition-here"),
        ("bid 23", "bid-over-cash"),
        ("bid 2.5K", "not-whole-k"),
        ("draw extra cards", "how-many"),
    ],
)
def test_what_is_refused_in_the_bid_letter(text, code):
    wrong, _, _ = told(text, "Turn 3, bid")
    assert wrong == [code]


def test_a_window_that_does_not_come_in_the_letter():
    wrong, _, _ = told("window 10: play Entrepreneur", "Turn 1, bid")
    assert wrong == ["window-over"]


@pytest.mark.parametrize(
    ("text", "code", "orders"),
    [
        ("Saloons on Present", "all-of-them", ["Saloon on Present", "Saloon on Present"]),
        ("Saloon on Past and Present", "one-each", ["Saloon on Past", "Saloon on Present"]),
        ("Arsonist on Saloon of Blue in Past", "", ["play Arsonist on Saloon of Blue in Past"]),
        ("window 6: raid mayhem of Past", "", ["window 6: raid Mayhem in Past"]),
        ("Chruch on Past", "guessed", ["Church on Past"]),
        ("window 6: raid Brothel of Red in Present", "raids-your-own", ["window 6: raid Brothel of Red in Present"]),
    ],
)
def test_what_stands_and_is_said(text, code, orders):
    state = state_of("Turn 3, building")
    taken = take(GAME, state, "red", "building", text)
    assert [GAME.write(state, "red", order) for order in taken.orders] == orders
    _, notes, _ = told(text)
    assert not code or notes == [code]


@pytest.mark.parametrize(
    ("text", "phase", "order"), [("4K", "Turn 3, bid", "bid 4K"), ("two", "Turn 3, extra cards", "draw 2 extra")]
)
def test_a_number_alone_is_the_one_thing_it_can_be(text, phase, order):
    assert stands(text, phase)[0] == [order]
    assert told(text, phase)[1] == ["number-alone"]


def test_a_window_that_is_over_is_the_next_turns_and_that_is_said():
    state = state_of("Turn 3, building")
    (line,) = GAME.read(state, "red", "building", "window 1: play Entrepreneur")
    assert line.said == Later("bid", "window 1: play Entrepreneur")
    assert [(note.code, note.detail["turn"]) for note in line.notes] == [("next-turn", 4)]


def test_a_raid_without_a_town_takes_the_house_that_may_be_raided():
    wild = TABLE.replace("mayhem: [Murders, Alcohol]", "mayhem: [Murders, Alcohol, Gambling, Shootings]")
    state = state_of("Turn 3, building", wild)
    (line,) = GAME.read(state, "red", "building", "window 6: raid Saloon of Blue")
    assert GAME.write(state, "red", line.said) == "window 6: raid Saloon of Blue in Present"
    assert [note.code for note in line.notes] == ["taken-there"]


def test_two_meanings_are_both_named_and_the_first_is_offered():
    _, _, (problem,) = told("window 6: raid Saloon of Blue")
    assert problem.detail["places"] == ("past", "present")
    assert problem.detail["suggestion"] == "window 6: raid Saloon of Blue in Past"
    said = report.Words(GAME, state_of("Turn 3, building")).problem(problem)
    assert "Past and Present" in said


@pytest.mark.parametrize(
    ("text", "suggestion"),
    [
        ("Church on Present", "Church on Future"),
        ("Sloan on Past", "Saloon on Past"),
        ("window 5: play Outlaws", "window 5: play Outlaws on Blue"),
        ("Saloon", "Saloon on Future"),
        ("discard Vice", "keep Saloon, Saloon, Outlaws"),
        ("bid 23", "bid 14K"),
        ("window 6: raid Laramie", "window 6: raid Mayhem in Past"),
        ("draw 5 extra", "draw 3 extra"),
    ],
)
def test_what_is_offered_instead(text, suggestion):
    phase = {"bid": "Turn 3, bid", "draw": "Turn 3, extra cards"}.get(text.split()[0], "Turn 3, building")
    _, _, (problem,) = told(text, phase)
    assert problem.detail["suggestion"] == suggestion


def test_an_error_names_the_word_and_an_order_of_ones_own_cards():
    _, _, (problem,) = told("Church on Past whenever it rains")
    assert problem.detail["at"] == "whenever"
    said = report.Words(GAME, state_of("Turn 3, building")).problem(problem)
    assert 'Reading stopped at "whenever"' in said
    assert "Saloon on Future" in said


# --- the whole letter -------------------------------------------------------------------------------------------------


def stands(text, phase="Turn 3, building"):
    state = state_of(phase)
    form = GAME.window(state).kind
    taken = take(GAME, state, "red", form, text)
    assert {line.said.code for line in taken.unread} <= {"taken-back"}, taken.unread
    checked = GAME.check(state, "red", taken.orders)
    assert not checked.refused
    return [GAME.write(state, "red", order) for order in checked.accepted], checked


TWO = ["window 5: play Outlaws on Green", "window 5: play Entrepreneur"]


@pytest.mark.parametrize(
    ("text", "orders"),
    [
        ("Saloon on Past\nJail on Past\nSorry, make that Saloon on Present.", ["Jail on Past", "Saloon on Present"]),
        ("window 5: Outlaws on Blue\nNo wait, Outlaws on Green instead of Blue.", ["window 5: play Outlaws on Green"]),
        ("Saloon on Past\nMiners on Past\nForget the first line.", ["Miners on Past"]),
        ("Present:\nSaloon\nMiners", ["Saloon on Present", "Miners on Present"]),
        ("Customers and Mayhem:\n- all customers on Past", ["Miners on Past", "Irish on Past"]),
        ("a) Church on Past\nb) Jail on Future", ["Church on Past", "Jail on Future"]),
        ("Church on Past. Jail on Future.", ["Church on Past", "Jail on Future"]),
        ("Church on Past (*played*)", ["Church on Past"]),
        ("window 5: Outlaws on Green, then Entrepreneur", TWO),
        ("Outlaws on Green and Entrepreneur in window 5", TWO),
    ],
)
def test_a_letter_as_it_was_meant(text, orders):
    assert stands(text)[0] == orders


def test_a_comment_behind_a_semicolon_is_named_and_its_order_counts():
    state = state_of("Turn 3, building")
    taken = take(GAME, state, "red", GAME.window(state).kind, "a) Church on Past\nb) Jail on Future; why not")
    assert [GAME.write(state, "red", order) for order in taken.orders] == ["Church on Past", "Jail on Future"]
    assert [(line.text, line.said.code) for line in taken.unread] == [("why not", "not-ordered")]


@pytest.mark.parametrize(
    ("text", "phase", "complete"),
    [
        ("bid 3K", "Turn 3, bid", True),
        ("window 10: play Entrepreneur", "Turn 3, bid", False),
        ("nothing else", "Turn 3, bid", True),
        ("draw 1 extra", "Turn 3, extra cards", True),
        ("window 2: play Entrepreneur", "Turn 3, extra cards", False),
        ("Church on Past", "Turn 3, building", False),
        ("Church on Past\nkeep raids", "Turn 3, building", True),
        ("Church on Past\nnothing else", "Turn 3, building", True),
        ("pass", "Turn 3, building", True),
    ],
)
def test_when_a_set_is_complete(text, phase, complete):
    orders, checked = stands(text, phase)
    assert (checked.unsaid == ()) is complete
    assert len(orders) == 1 or "nothing else" not in orders


def test_a_set_that_speaks_of_every_card_is_complete():
    state = GAME.read_position(
        load("{phase: 'Turn 3, building', seats: [Red, Blue], hands: {Red: [Saloon, Lawmen]}, towns: {present: Omaha}}")
    )
    taken = take(GAME, state, "red", "building", "Saloon on Present\nwindow 6: raid mayhem in Present")
    assert GAME.check(state, "red", taken.orders).unsaid == ()


def test_everything_beside_a_card_of_which_nothing_is_said_is_asked_about():
    wrong, _, _ = told("my Church\neverything on Past")
    assert wrong == ["needs-place", "all-but-which"]
