"""The plain case of a letter is read by a short way: it gives what the long way gives. And what is remembered of words
is what would be found out anew."""

import os
import random

import pytest

from judge.variants.gold_rush import letters as reading
from judge.variants.gold_rush import names, settling
from tests.letters.corpora import corpus

LETTERS = 4_000 if os.environ.get("JUDGE_PROOF") else 400
FRESH = 400 if os.environ.get("JUDGE_PROOF") else 60
CORPUS = corpus("gold-rush")
ASKED = [
    (CORPUS.states[one.at], one.seat, window.asks[one.seat].form, one.text)
    for one in CORPUS.entries
    if (window := CORPUS.game.window(CORPUS.states[one.at])) is not None and one.seat in window.asks
]
LINES = sorted({line for _, _, _, text in ASKED for line in text.splitlines() if line.strip()})
SIGNS = (",", ".", ";", " and ", " then ", " not ", ", no, ", " the rest ", " else ", " if ", "", " ")


def letters(count, seed):
    """Letters made of lines of the corpus, some of them changed, each for a seat that was asked something."""
    numbers = random.Random(seed)
    for _ in range(count):
        state, seat, form, text = numbers.choice(ASKED)
        lines = numbers.choices([*text.splitlines(), *LINES], k=numbers.randrange(1, 4))
        yield state, seat, form, "\n".join(changed(numbers, line) for line in [*text.splitlines()[:4], *lines])


def changed(numbers, line):
    """A line as it is, or with a word left out, said twice, or another sign between two."""
    words = line.split(" ")
    place = numbers.randrange(len(words))
    match numbers.randrange(5):
        case 0:
            return " ".join(words[:place] + words[place + 1 :])
        case 1:
            return " ".join(words[: place + 1] + words[place:])
        case 2:
            return " ".join(words[:place]) + numbers.choice(SIGNS) + " ".join(words[place:])
    return line


def test_the_short_way_gives_what_the_long_way_gives(monkeypatch):
    asked = [*letters(LETTERS, "1896")]
    short = [CORPUS.game.read(*one) for one in asked]
    monkeypatch.setattr(reading, "said_alone", lambda *_: None)
    monkeypatch.setattr(settling, "_plainly", lambda *_: None)
    for one, said in zip(asked, short, strict=True):
        assert CORPUS.game.read(*one) == said, one[1:]


@pytest.mark.parametrize("seed", ["1897", "1898"])
def test_what_is_remembered_of_words_is_what_would_be_found_out_anew(seed):
    asked = [*letters(FRESH, seed)]
    for state, seat, form, text in asked:
        # The same words on other tables first.
        for other, whose, how, _ in asked[:5]:
            CORPUS.game.read(other, whose, how, text)
        known = CORPUS.game.read(state, seat, form, text)
        here = names.names_on(state, seat)
        for memory in (here.lines, here.sentences, here.alone, here.idle):
            memory.clear()
        assert CORPUS.game.read(state, seat, form, text) == known, (seat, form, text)
