"""Orders in any shape read back from their canonical text; what players write means what they meant."""

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from judge import report, shelf
from judge.adjudicator.protocol import Later, Problem
from judge.grammar.document import load
from judge.grammar.reader import LONGEST_LINE
from judge.variants.hell_on_wheels.cards import GENERIC, PLACES
from judge.variants.hell_on_wheels.opportunists import EFFECTS
from judge.variants.hell_on_wheels.orders import (
    Act,
    Bid,
    Build,
    Condition,
    Extra,
    Gift,
    Keep,
    Pass,
    Piece,
    Placing,
    Play,
)
from tests.macros import macros

GAME = shelf.game("hell-on-wheels")
BOX = GAME.box
STATE = GAME.read_position(
    load(
        "{phase: 'Turn 3, building', seats: [Red, Blue, Black, White], "
        "towns: {past: Laramie, present: Grand Island, future: Omaha}}"
    )
)
BIDDING = GAME.read_position(load("{phase: 'Turn 3, bid', seats: [Red, Blue, Black, White]}"))
OTHERS = st.sampled_from(["blue", "black", "white"])
SEATS = st.sampled_from(["", "red", "blue", "black", "white"])
PLACE = st.sampled_from(PLACES)
NUMBERS = st.integers(0, 99)


def kinds(*types):
    return st.sampled_from([kind.id for kind in BOX.kinds.values() if kind.type in types])


SIGNS = st.sampled_from([">=", "<=", ">", "<", "=", "not"])
MAYBE_PLACE = st.sampled_from(["", *PLACES])
CONDITION = st.one_of(
    st.builds(Condition, st.sampled_from(["mayhem", "cards", "customers"]), SIGNS, NUMBERS, st.just(""), MAYBE_PLACE),
    st.builds(
        Condition,
        st.sampled_from(["saloon", "gambling-house", "brothel", "establishments", "civilized"]),
        SIGNS,
        NUMBERS,
        SEATS,
        MAYBE_PLACE,
    ),
    st.builds(Condition, st.sampled_from(["cash", "hand"]), SIGNS, NUMBERS, st.one_of(st.just(""), OTHERS)),
    st.builds(
        Condition,
        st.just("mayor"),
        st.sampled_from(["is", "not"]),
        st.just(0),
        st.one_of(st.just(""), OTHERS),
        MAYBE_PLACE,
    ),
    st.builds(
        Condition, st.just("supervisor"), st.sampled_from(["is", "not"]), st.just(0), st.one_of(st.just(""), OTHERS)
    ),
)
CONDITIONS = st.lists(CONDITION, max_size=2).map(tuple)


def pieces(most, *types):
    cards = st.one_of(kinds(*types), st.sampled_from([type_ for type_ in types if type_ in GENERIC]))
    return st.lists(st.builds(Piece, cards, SEATS, PLACE), min_size=1, max_size=most).map(tuple)


def open_pieces(most, type_):
    """Customers and Mayhem have no owner; all from one town."""
    found = st.lists(st.one_of(kinds(type_), st.just(type_)), min_size=1, max_size=most)
    return st.tuples(found, st.sampled_from(["past", "present"])).map(
        lambda both: tuple(Piece(card, "", both[1]) for card in both[0])
    )


def acts():
    found = [
        st.builds(Act, st.one_of(st.just("raid"), kinds("raid")), st.just(""), pieces(1, "mayhem", "establishment")),
        st.just(Act("")),
    ]
    for card, effect in EFFECTS.items():
        if effect.wants == "opponent":
            found.append(st.builds(Act, st.just(card), OTHERS))
        elif effect.wants == "nothing":
            found.append(st.just(Act(card)))
        elif effect.wants == "move":
            found.append(st.builds(Act, st.just(card), st.just(""), open_pieces(3, effect.types[0]), st.just("future")))
        else:
            found.append(
                st.builds(Act, st.just(card), st.just(""), pieces(1 if effect.wants == "piece" else 2, *effect.types))
            )
    return st.tuples(st.one_of(found), CONDITIONS).map(
        lambda both: Act(both[0].card, both[0].opponent, both[0].pieces, both[0].to, both[1] if both[0].card else ())
    )


def builds(phase, *types):
    placing = st.builds(Placing, kinds(*types), PLACE, CONDITIONS)
    return st.builds(Build, st.just(phase), st.lists(placing, min_size=1, max_size=3).map(tuple))


WINDOWS = st.sampled_from(["any", *(f"after-{number}" for number in range(3, 10))])
ORDERS = st.one_of(
    builds("civilized", "civilized"),
    builds("establishment", "establishment"),
    builds("customer", "customer", "mayhem"),
    st.builds(Play, WINDOWS, st.lists(acts(), min_size=1, max_size=3).map(tuple)).filter(
        lambda play: any(act.card for act in play.acts) and play.acts[0].card
    ),
    st.builds(Pass, st.sampled_from(["all", "after-3", "after-9", "civilized", "establishment", "customer"])),
    st.builds(Keep, st.lists(kinds(*{BOX.type(card) for card in BOX.kinds}), max_size=4).map(tuple)),
)


@settings(max_examples=600, deadline=None)
@given(order=ORDERS)
def test_every_order_of_the_building_letter_reads_back(order):
    text = GAME.write(STATE, "red", order)
    # A line longer than that is refused, whoever wrote it.
    assume(len(text) <= LONGEST_LINE)
    lines = GAME.read(STATE, "red", "building", text)
    assert [line.said for line in lines] == [order], text


@given(order=st.one_of(st.builds(Bid, st.integers(0, 999), st.booleans()), st.builds(Gift, OTHERS, st.integers(1, 99))))
def test_every_order_of_the_bid_letter_reads_back(order):
    text = GAME.write(BIDDING, "red", order)
    assert [line.said for line in GAME.read(BIDDING, "red", "bid", text)] == [order], text


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("bid 4", Bid(4)),
        ("Bid: 4k", Bid(4)),
        ("I bid $4,000.", Bid(4)),
        ("bid 4000", Bid(4)),
        ("bid nothing", Bid(0)),
        ("bid 2 plus Blackmail", Bid(2, True)),
        ("bid 2K, with black mail", Bid(2, True)),
    ],
)
def test_bids(text, order):
    assert [line.said for line in GAME.read(BIDDING, "red", "bid", text)] == [order]


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("church on past", ["Church on Past"]),
        ("Build a Saloon at Laramie", ["Saloon on Past"]),
        ("put Miners and Vice in the Present town", ["Miners on Present", "Vice on Present"]),
        ("2 saloons on Future", ["Saloon on Future", "Saloon on Future"]),
        ("Saloon Present", ["Saloon on Present"]),
        ("Saloon on Present, Brothel on Past", ["Saloon on Present", "Brothel on Past"]),
        ("- Establishments: Saloon on Present; Brothel on Past", ["Saloon on Present", "Brothel on Past"]),
        ("w6: raid vice", ["window 6: raid Vice"]),
        ("after customers: raid vice in Grand Is", ["window 6: raid Vice in Present"]),
        ("play Gamblers on White before Taxes", ["window 3: play Gamblers on White"]),
        ("Gamblers against Bla in window 3", ["window 3: play Gamblers on Black"]),
        ("Vigilantes on Vice in Present after phase 5", ["window 5: raid Vice in Present with Vigilantes"]),
        (
            "window 6: raid Blue's Saloon in Present if mayhem \u2265 4; otherwise pass",
            ["window 6: raid Saloon of Blue in Present if mayhem >= 4; else pass"],
        ),
        (
            "window 6: raid Saloon of Blue in Present when there is 4+ mayhem",
            ["window 6: raid Saloon of Blue in Present if mayhem >= 4"],
        ),
        ("raid Vice in Present unless mayhem in Present < 3", ["raid Vice in Present if mayhem in Present >= 3"]),
        (
            "window 7: Desperados: Vice, Anarchy from Present to Past",
            ["window 7: play Desperados, move Vice in Present, Anarchy in Present to Past"],
        ),
        (
            "window 6: play Entrepreneur; window 6: play Scoundrels",
            ["window 6: play Entrepreneur", "window 6: play Scoundrels"],
        ),
        ("window 6: play Entrepreneur; play Scoundrels", ["window 6: play Entrepreneur", "window 6: play Scoundrels"]),
        ("pass window 5", ["window 5: pass"]),
        ("play Entrepreneur; else pass", ["play Entrepreneur; else pass"]),
        ("Church on Past; else pass", ["Church on Past"]),
        ("pass everything", ["pass"]),
        ("keep saloon, raids and Lynchings", ["keep Saloon, Raid, Lynching's"]),
        ("hold Law and Order, Rough & Tumble", ["keep Law & Order, Rough & Tumble"]),
    ],
)
def test_as_players_write_them(text, canonical):
    lines = GAME.read(STATE, "red", "building", text)
    said = [
        "not understood" if isinstance(line.said, Problem) else GAME.write(STATE, "red", line.said) for line in lines
    ]
    assert said == canonical


@pytest.mark.parametrize(
    ("form", "text", "kind", "canonical"),
    [
        ("bid", "draw 2 extra", "extra", ""),
        ("bid", "Church on Past", "building", ""),
        ("bid", "keep Saloon", "building", ""),
        ("bid", "window 2: play Scoundrels", "extra", ""),
        ("bid", "window 6: raid Vice", "building", ""),
        ("extra", "window 6: raid Vice", "building", ""),
        ("building", "bid 3", "bid", "bid 3K"),
        ("building", "window 10: play Outlaws on Blue", "bid", ""),
        ("building", "draw 1 extra", "extra", ""),
    ],
)
def test_lines_for_another_letter_are_kept_for_it(form, text, kind, canonical):
    state = BIDDING if form == "bid" else STATE
    assert [line.said for line in GAME.read(state, "red", form, text)] == [Later(kind, canonical or text)]


def test_only_own_cards_are_ever_suggested():
    state = GAME.read_position(
        load(
            "{phase: 'Turn 3, building', seats: [Red, Blue], "
            "hands: {Red: [Saloon], Blue: [Outlaws, Tracklayers]}, towns: {past: Omaha}}"
        )
    )
    words = report.Words(GAME, state)
    for text, near in (("Sloan on Past", ("Saloon",)), ("Tracks on Past", ()), ("window 6: play Outer on Blue", ())):
        (line,) = GAME.read(state, "red", "building", text)
        assert line.said.code == "unknown-card"
        assert line.said.detail["near"] == near
        assert ("Did you mean Saloon?" in words.problem(line.said)) == bool(near)
        assert "Outlaws" not in words.problem(line.said)


def test_a_slip_is_taken_for_the_one_name_near_it_and_said():
    (line,) = GAME.read(STATE, "red", "building", "Salloon on Presnt")
    assert GAME.write(STATE, "red", line.said) == "Saloon on Present"
    assert [(note.code, note.detail["text"]) for note in line.notes] == [("guessed", "Salloon"), ("guessed", "Presnt")]


def test_every_reason_of_a_verdict_has_its_words():
    have = macros("problems", ("hell-on-wheels", "common"))
    listed = (
        "card-gone condition-not-met no-target not-enough-mayhem empty-hand no-money-there end-of-the-line "
        "position-empty no-site town-has-one no-cash yours-already"
    ).split()
    assert not [code for code in listed if code.replace("-", "_") not in have]


def test_extra_cards():
    state = GAME.read_position(load("{phase: 'Turn 3, extra cards', seats: [Red, Blue]}"))
    for text, count in (
        ("draw 2 extra", 2),
        ("buy 1", 1),
        ("draw none", 0),
        ("extra: 3", 3),
        ("draw two additional cards", 2),
    ):
        assert [line.said for line in GAME.read(state, "red", "extra", text)] == [Extra(count)], text
