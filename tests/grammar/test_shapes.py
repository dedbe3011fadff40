"""Where a line cannot be read: what could have come, and names as far as any of their spellings goes."""

from random import Random

import pytest
from lark.exceptions import UnexpectedInput, UnexpectedToken

from judge.grammar.finding import WORD, Finder
from judge.grammar.shapes import FOLDERS, with_plain_names
from judge.grammar.source import OURS, Grammar
from judge.grammar.text import folded, plain
from tests.letters.corpora import corpus

TONGUES = {key: corpus(key).game.tongue for key in ("hell-on-wheels", "land-barons")}
LINES = {
    key: [line for one in corpus(key).entries for line in one.text.splitlines() if line.strip()] for key in TONGUES
}


def mutated(key, chance, count=100):
    """Lines of the corpus, words of two of them mixed, and some cut short."""
    for line in chance.sample(LINES[key], count):
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


def test_a_line_is_read_as_by_a_parser_with_lexers_of_its_own():
    tongue = TONGUES["hell-on-wheels"]
    file = f"{FOLDERS[0]}/{tongue.grammar}"
    plain_lark = Grammar.open(file, parser="lalr", maybe_placeholders=False, import_paths=[OURS, *FOLDERS])
    for line in mutated("hell-on-wheels", Random(1870)):
        shape = " ".join(piece.sign for piece in tongue.marked(line).pieces)
        found = tongue.shapes.read(shape)
        try:
            wanted = with_plain_names(plain_lark.parse(shape))
        except UnexpectedInput as stop:
            is_end = isinstance(stop, UnexpectedToken) and stop.token.type == "$END"
            wanted = len(shape) + 1 if is_end else stop.pos_in_stream
        assert found == wanted, shape


@pytest.mark.parametrize("key", TONGUES)
def test_no_longer_name_would_be_found_if_more_words_were_tried(key):
    lines = [plain(line) for line in mutated(key, Random(1871), 400)]
    near, far = (Finder(TONGUES[key].signs, lambda *_: False) for _ in range(2))
    far._reach = dict.fromkeys((folded(word) for line in lines for word in WORD.findall(line)), 9)
    for line in lines:
        assert list(near.pieces(line)) == list(far.pieces(line)), line
