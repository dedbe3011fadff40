"""Our loop over the tables that Lark makes of a grammar reads what its own loop reads, and stops where it stops."""

from random import Random

import pytest
from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken

from judge.grammar.parsing import END, Parsing
from judge.grammar.shapes import Shapes
from judge.variants.gold_rush.tongue import STARTS
from tests.letters.corpora import entries

GRAMMARS = {
    "diplomacy.lark": ("start",),
    "gold_rush.lark": tuple(STARTS),
    "hell_on_wheels.lark": ("start",),
    "letter.lark": ("start",),
    "conditions.lark": ("some", "atom"),
}
TEXTS = sorted({line.strip() for entry in entries() for line in entry.text.lower().splitlines() if line.strip()})


def mixed(signs, chance):
    """Lines of the corpora, and such lines with words left out, doubled, in another order, or put for a sign."""
    for line in chance.sample(TEXTS, 400):
        words = line.replace("'", " '").split()
        yield line
        yield " ".join(chance.sample(words, len(words)))
        yield " ".join(chance.choice(signs) if chance.random() < 0.3 else word for word in words)
        yield " ".join(word for word in words if chance.random() < 0.8)


def told(tree):
    """A tree with the kinds and the places of its words."""
    children = [
        told(one) if hasattr(one, "children") else (one.type, str(one), one.start_pos, one.end_pos)
        for one in tree.children
    ]
    return (str(tree.data), children)


def by_lark(lark, text, start):
    """What Lark's own loop makes of a text."""
    try:
        return told(lark.parse(text, start=start))
    except UnexpectedToken as error:
        at = len(text) + 1 if error.token.type == END else error.pos_in_stream
        return at, tuple(error.interactive_parser.parser_state.state_stack), frozenset()
    except UnexpectedCharacters as error:
        return error.pos_in_stream, (), frozenset(error.allowed)
    except UnexpectedInput:
        raise AssertionError(text) from None


@pytest.mark.parametrize("file", GRAMMARS)
def test_a_text_is_read_as_the_loop_of_lark_reads_it(file):
    starts = GRAMMARS[file]
    lark = Shapes(file, starts).lark
    parsing = Parsing(lark)
    chance = Random(1871)
    read = 0
    for text in mixed("@#%&", chance):
        for start in starts if len(starts) < 4 else chance.sample(starts, 3):
            found = parsing.read(text, start)
            wanted = by_lark(lark, text, start)
            if hasattr(found, "children"):
                read += 1
                assert told(found) == wanted, text
            else:
                assert (int(found), found.states, found.looked_for) == wanted, text
    assert read
