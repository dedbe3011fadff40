"""What stands beside an order, in brackets or behind a sign, is read with it, named, or the order is refused: OK is not
said to the order as if nothing stood there."""

import random
from functools import cache
from itertools import product

import pytest

from tests.daily import PROOF
from tests.letters.corpora import GAMES, corpus, read_entry

ASIDES = (
    "no!", "joke!", "kidding", "cancelled", "cancel that", "scratch that", "not really", "or not", "maybe", "last year",
    "ignore this", "only once", "twice", "sorry, 8", "no, 9", "two of them", "if you insist",
    "unless it rains", "wait for my next letter", "ask me first", "quux", "with quux", "but quux",
)  # fmt: skip
SIGNS = (" ({})", " [{}]", "; {}", " - {}", " -- {}", ", {}", ". ({})", " ... {}")


@pytest.mark.parametrize("key", GAMES)
def test_what_stands_beside_an_order_is_not_passed_over_under_ok(key, seed_of):
    plain = [
        entry for entry in corpus(key).entries
        if entry.kind == "lines" and entry.value["fate"] == "order" and entry.text[-1].isalnum()
        and not any(sign in entry.text for sign in "([;")
    ]  # fmt: skip
    alone = cache(lambda entry: read_entry(plain[entry]))
    ways = list(product(range(len(plain)), SIGNS, ASIDES))
    wrong = []
    for number, sign, aside in random.Random(seed_of(1871)).sample(ways, 4000 if PROOF else 200):
        text = plain[number].text + sign.format(aside)
        found = read_entry(plain[number], text)
        if alone(number).verdict == found.verdict == "OK" and list(alone(number).orders) == list(found.orders):
            wrong.append(text)
    assert not wrong, "\n".join(wrong)
