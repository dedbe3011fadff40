"""Short ways say the same as the long way: orders written out are read at once, a letter in which no order hangs on
another is told at once, and a line is put in order by those steps alone that can change it."""

import random

from judge import shelf
from judge.adjudicator.protocol import Seat
from judge.grammar.text import plain
from judge.variants.range_war import reading
from judge.variants.range_war.drafts import Draft
from judge.variants.range_war.lines import in_words
from judge.variants.range_war.wording import STEPS, settled
from tests.daily import PROOF
from tests.letters.corpora import corpus
from tests.letters.test_promises import letters, mutated

KEY = "range-war"
GAME = shelf.game(KEY)
COUNT = 40_000 if PROOF else 2_000
WORDS = (
    "Lzy", "Coo", "CHM", "Mon", "Mes", "Coogan's Bluff", "home", "Rio", "G(Lzy)", "G(Coo)", "GH(Coo)", "H(Coo)", "-",
    "-", "to", "goes to", "S", "supports", "helps", "stands", "hold", "H", "stays", "does not move",
    "takes the herd to", "retreats", "flees to", "disband", "disbands second", "remove", "scrap", "build", "build G",
    "herd", "gang", "the", "in", "at", "with the herd", "without the herd", "(with herd)", "(Mon)", "(please)",
    "(not Mon)", ",", ",", ".", "and", "and", "then", "from", "there", "rides in", "no",
)  # fmt: skip


def lines_of_orders(chance, many):
    """Lines of such words, and letters of a few such lines."""
    for _ in range(many):
        lines = (" ".join(chance.choices(WORDS, k=chance.randint(2, 9))) for _ in range(chance.randint(1, 3)))
        yield "\n".join(lines)


def is_written_out(line, form):
    return bool(reading.clauses_of(in_words(GAME.chart, line), form))


def test_orders_written_out_are_read_as_any_line_is(seed_of, monkeypatch):
    chance = random.Random(seed_of(1870))
    entries = letters(KEY)
    others = [one.text for one in entries]
    spoilt = [(one, mutated(one.text, others, chance)) for one in chance.choices(entries, k=COUNT)]
    made = zip(chance.choices(entries, k=COUNT), lines_of_orders(chance, COUNT), strict=True)
    asked = []
    for entry, text in (*((one, one.text) for one in entries), *spoilt, *made):
        state = corpus(KEY).states[entry.at]
        window = GAME.window(state)
        if window is not None and Seat(entry.seat) in window.asks:
            asked.append((state, Seat(entry.seat), window.asks[Seat(entry.seat)].form, text))
    at_once = [GAME.read(*one) for one in asked]
    written_out = [one for one in asked if any(is_written_out(line, one[2]) for line in one[3].split("\n"))]
    assert len(written_out) > len(asked) // 20
    monkeypatch.setattr(reading, "clauses_of", lambda line, form: ())
    monkeypatch.setattr(Draft, "hangs", True)
    for one, told in zip(asked, at_once, strict=True):
        assert repr(GAME.read(*one)) == repr(told), one[1:]


def test_a_step_that_is_left_out_would_have_changed_nothing(seed_of):
    chance = random.Random(seed_of(1870))
    others = [one.text for one in letters(KEY)]
    texts = [*others, *(mutated(text, others, chance) for text in chance.choices(others, k=COUNT))]
    for line in (line for text in (*texts, *lines_of_orders(chance, COUNT)) for line in text.split("\n")):
        words = in_words(GAME.chart, plain(line)).words
        by_all = words
        for _, step in STEPS:
            by_all = step(by_all)
        assert [*settled(words)] == [*by_all], line
