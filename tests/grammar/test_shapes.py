"""Where a line cannot be read: what could have come, and names as far as any of their spellings goes."""

from random import Random

import pytest
from lark.exceptions import UnexpectedInput, UnexpectedToken

from judge.grammar.finding import WORD, Finder
from judge.grammar.text import folded, plain
from tests.letters.corpora import GAMES, corpus

TONGUES = {key: corpus(key).game.tongue for key in ("hell-on-wheels", "land-barons")}
LINES = {key: [line for one in corpus(key).entries for line in one.text.splitlines() if line.strip()] for key in GAMES}


def mutated(key, chance):
    """Lines of the corpus, words of two of them mixed, and some cut short."""
    for line in chance.sample(LINES[key], 400):
        words = [*line.split(), *chance.choice(LINES[key]).split()]
        yield line
        yield " ".join(chance.sample(words, min(len(words), chance.randint(1, 9))))
        yield " ".join(line.split()[: chance.randint(1, 5)])


@pytest.mark.parametrize("key", TONGUES)
def test_the_words_that_could_have_come_are_those_that_the_parser_takes(key):
    tongue, stops = TONGUES[key], 0
    for line in mutated(key, Random(1869)):
        shape = " ".join(piece.sign for piece in tongue.marked(line).pieces)
        for start in tongue.starts:
            if not isinstance(tongue.shapes.read(shape, start), int):
                assert not tongue.shapes.could(shape, start)
                continue
            stops += 1
            with pytest.raises(UnexpectedInput) as caught:
                tongue.shapes.lark.parse(shape, start=start)
            stop = caught.value
            wanted = (stop.accepts or stop.expected) if isinstance(stop, UnexpectedToken) else stop.allowed
            assert tongue.shapes.could(shape, start) == {*wanted} - {"$END", *tongue.shapes.lark.ignore_tokens}, shape
    assert stops > 100


@pytest.mark.parametrize("key", TONGUES)
def test_no_longer_name_would_be_found_if_more_words_were_tried(key):
    lines = [plain(line) for line in mutated(key, Random(1871))]
    near, far = (Finder(TONGUES[key].signs, lambda *_: False) for _ in range(2))
    far._reach = dict.fromkeys((folded(word) for line in lines for word in WORD.findall(line)), 9)
    for line in lines:
        assert list(near.pieces(line)) == list(far.pieces(line)), line
