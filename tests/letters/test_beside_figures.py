"""Whatever stands beside an order of Gold Rush is read with it, is a known courtesy, or is named: no order of the
corpus counts as if nothing more had been written."""

import random

import pytest

from judge.mail.fates import Fate
from tests.daily import todays
from tests.letters.corpora import corpus, read_entry

BEHIND = [
    "(4)", "(9)", "({other})", "(36,21)", "(not)", "(not {other})", "(joke)", "(maybe)", "(perhaps)", "(?)", "(attack)",
    "(or reload)", "(max 3)", "(2 of them)", "(one bag)", "(leave one)", "(done last turn)", "(with {own})",
    "(except {own})", "(grobnik)", "[or stand]", "or reload", "or {other}", "but {other}",
    "except {other}", "and not", "with {own}", "together with {own}", "without {own}", "for {own}",
    "as well as {other}", "near {other}", "against {other}", "grobnik", "not", "no", "9", "neither", "respectively",
    "unless", "maybe",
    "perhaps", "at most", "last turn", "in case they move", "after they have moved",
]  # fmt: skip
INSIDE = ["not", "never", "maybe", "(joke)", "(4)", "(not)", "(or T2)", "grobnik", "9", "with T2", "or"]
QUIET = (Fate.ORDER, Fate.LATER)
NAMED = (Fate.NOT_ORDERED, Fate.QUESTION, Fate.REQUEST, Fate.REFUSED, Fate.ATTACHMENT)
LINES = 12


def is_quiet(found):
    """Whether nothing of a letter was refused, passed over by name, guessed or left in doubt."""
    return not found.faults and not any(
        one.fate in NAMED or one.why == "unsure" or (one.notes and one.fate in QUIET) for one in found.lines
    )


def orders():
    """The lines of the corpus that are orders and nothing else: without a comment, a remark or thanks at their end, and
    not in the branches of a block."""
    lines = [one for one in corpus("gold-rush").entries if one.kind == "lines" and one.value["fate"] == "order"]
    return [
        one
        for one in lines
        if not one.text.startswith("IF ") and not any(map(one.text.count, ("(", ";", "//", "hank")))
    ]


def of_them(seed):
    return random.Random(seed).sample(orders(), LINES)


def beside(entry, words):
    """The line with words that name somebody whom it does not."""
    return words.format(other="D2" if "D2" not in entry.text else "D1", own="T3" if "3" not in entry.text else "T1")


def subjects(found):
    return {order.partition(":")[0] for order in found.orders}


def check(entry, text, before):
    found = read_entry(entry, text)
    unchanged = set(found.orders) == set(before.orders)
    assert not (is_quiet(found) and (unchanged or not subjects(before) <= subjects(found))), (text, found.orders)


@pytest.mark.parametrize("words", todays(BEHIND, 5))
def test_nothing_behind_an_order_is_skipped(words):
    for entry in of_them(words):
        before = read_entry(entry)
        if not is_quiet(before):
            continue
        text = entry.text.rstrip()
        bare = text.rstrip(".!")
        check(entry, f"{bare} {beside(entry, words)}{text[len(bare) :]}", before)


@pytest.mark.parametrize("words", todays(INSIDE, 5))
def test_nothing_inside_an_order_is_skipped(words):
    chance = random.Random(words)
    for entry in of_them(words):
        before, said = read_entry(entry), entry.text.split(" ")
        if is_quiet(before) and len(said) > 1:
            place = chance.randrange(1, len(said))
            check(entry, " ".join([*said[:place], words, *said[place:]]), before)
