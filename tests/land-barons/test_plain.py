"""Short ways say the same as the long way: a sentence of nothing but orders, a unit and a space that are named for
sure, a reading that is no order in any position, and the position after a seat's building."""

import random
from dataclasses import replace

from judge import shelf
from judge.adjudicator.protocol import Later, Problem, Seat
from judge.variants.land_barons import check, silence
from judge.variants.land_barons.build import build
from judge.variants.land_barons.notation import clause_reader, money, parties, routes, rows, units
from judge.variants.land_barons.notation.clause_reader import ClauseReader
from judge.variants.land_barons.notation.clauses import LAST, by_nearness
from judge.variants.land_barons.notation.wording import Wording
from tests.daily import PROOF
from tests.letters.corpora import corpus
from tests.letters.test_promises import letters, mutated

KEY = "land-barons"
GAME = shelf.game(KEY)
COUNT = 20_000 if PROOF else 1_000


def asked(seed):
    """Letters of the corpus and spoilt ones, each with what is asked of its seat."""
    chance = random.Random(seed)
    entries = letters(KEY)
    others = [one.text for one in entries]
    spoilt = [(one, mutated(one.text, others, chance)) for one in chance.choices(entries, k=COUNT)]
    for entry, text in (*((one, one.text) for one in entries), *spoilt):
        state, seat = corpus(KEY).states[entry.at], Seat(entry.seat)
        window = GAME.window(state)
        if window is not None and seat in window.asks:
            yield state, seat, window.asks[seat].form, text


def test_a_plain_sentence_is_read_as_any_is(seed_of, monkeypatch):
    game = shelf.game(KEY)
    letters_asked = [*asked(seed_of(1881))]
    told = [repr(game.read(*one)) for one in letters_asked]
    monkeypatch.setattr(Wording, "is_plain", False)
    monkeypatch.setattr(Wording, "is_joining", True)
    monkeypatch.setattr(Wording, "may_pair", True)
    monkeypatch.setattr(units, "plain_item", lambda node: None)
    monkeypatch.setattr(units, "plain_items", lambda node: None)
    monkeypatch.setattr(routes, "plain_leg", lambda node: None)
    monkeypatch.setattr(parties, "_is_sure", lambda node: False)
    monkeypatch.setattr(money, "plain_bid", lambda node: None)
    monkeypatch.setattr(clause_reader, "nearest", lambda clause, windows: None)
    monkeypatch.setattr(rows, "_is_mere_order", lambda tongue, line: False)
    game.tongue.memory.clear()
    for one, short in zip(letters_asked, told, strict=True):
        assert repr(game.read(*one)) == short, one[1:]


def test_a_reading_that_is_tried_last_is_no_order(seed_of, monkeypatch):
    read = ClauseReader._clause
    seen = 0

    def all_tried(reader, number, clause):
        nonlocal seen
        for far, at in by_nearness(clause, reader.ahead.windows):
            if far >= LAST:
                seen += 1
                meaning = reader._meaning(reader.table.copy(), clause, *clause.kinds[at])
                assert meaning.problem is not None, clause.text
        read(reader, number, clause)

    monkeypatch.setattr(ClauseReader, "_clause", all_tried)
    for one in asked(seed_of(1882)):
        GAME.read(*one)
    assert seen > COUNT // 10


def test_who_joins_the_units_on_the_map_is_named_as_if_they_were_there(seed_of):
    seen = 0
    for state, seat, form, text in asked(seed_of(1884)):
        if form != "build-and-raid":
            continue
        said = [one.said for one in GAME.read(state, seat, form, text)]
        accepted = GAME.check(state, seat, [one for one in said if not isinstance(one, Problem | Later)]).accepted
        kept = [*accepted, *silence.build(GAME.board, state, seat, accepted)]
        after = build(GAME.board, state, seat, kept).state
        seen += after is not state
        stay = [*silence.later_moves(GAME.board, state, seat, kept)]
        assert stay == [*silence.moves(GAME.board, after, seat, kept)], text
    assert seen > COUNT // 20


def test_the_short_way_through_the_building_ends_where_the_long_one_does(seed_of, monkeypatch):
    orders = []
    for state, seat, form, text in asked(seed_of(1883)):
        said = [one.said for one in GAME.read(state, seat, form, text)]
        orders.append((state, seat, [one for one in said if not isinstance(one, Problem | Later)]))
    told = [repr(GAME.check(*one)) for one in orders]

    def built(board, state, seat, said):
        return build(board, state, seat, [*map(replace, said)]).state

    monkeypatch.setattr(check, "after_building", built)
    monkeypatch.setattr(silence, "after_building", built)
    for one, short in zip(orders, told, strict=True):
        assert repr(GAME.check(*one)) == short, one[1:]
