"""What is courtesy and what is not, in a game that has a Saloon, a Bank and a seat called Graham."""

import time

import pytest

from judge.grammar.courtesy import courtesy, free_words, is_name, polite
from judge.grammar.lexicon import Lexicon
from judge.grammar.mentions import mentions

CARDS = Lexicon("card", {"saloon": ("Saloon",), "bank": ("Bank",), "gc": ("Government Contracts",)})
SEATS = Lexicon("seat", {"graham": ("Graham",), "johnson": ("Johnson",)})
ORDERING = {"attack", "raid", "bid", "pay", "move", "draw"}


def is_polite(line):
    return polite(line, mentions(line, free_words(line), (CARDS, SEATS), ORDERING, {"bid", "pay"}))


@pytest.mark.parametrize(
    "line",
    ["Hi,", "Hi Graham,", "Dear Judge", "Good evening everybody!", "Thanks a lot!", "thx", "Cheers, Tex",
     "Best, Graham", "Best regards", "Viele Grüße", "Gruß, Jens", "Cordialement,", "Здравствуйте,",
     "done, see below", "here you go", "See below.",
     "here are my orders for Spring 1901:",
     "My orders for turn 3:", "Sent from my phone", "Good luck to everyone!",
     "P.S. What a lovely map!", "Sorry for the delay, work has been crazy.", "see you next turn", "no rush", ":-)",
     "Hope you all had a great weekend", "gl hf"],
)  # fmt: skip
def test_a_courtesy_is_passed_over_without_a_word(line):
    found = is_polite(line)
    assert found is not None
    assert found.sure


@pytest.mark.parametrize("line", ["Hope the twins let you sleep!", "Have a fine time in Rome", "Nice day in Crete"])
def test_small_talk_in_words_nobody_knows_is_passed_over_but_told(line):
    found = is_polite(line)
    assert found is not None
    assert not found.sure


@pytest.mark.parametrize(
    "line",
    ["I'd like to bid 3k please", "bid -3", "I will NOT attack 0209", "Cheers, see you at the saloon", "thanks, bid 5",
     "Sorry, I meant the bank", "hope to attack Johnson", "hello Government Contracts: 12", "Attack!", "no bids",
     "all pass", "bank 6", "Please hold", "Sorry, make that 12", "xyzzy", "", "Hi all, banks for me"],
)  # fmt: skip
def test_a_line_with_a_name_a_sum_or_an_order_in_it_is_no_courtesy(line):
    if line != "Sorry, make that 12":
        assert is_polite(line) is None
    else:
        assert not is_polite(line).sure


@pytest.mark.parametrize(("line", "so"), [("Karl", True), ("Franz von Huber", True), ("J. R. O'Neil", True),
                                          ("A PAR H 1", False), ("Bank - 6", False), ("", False)])  # fmt: skip
def test_how_people_sign(line, so):
    assert is_name(line) is so


def test_two_thousand_lines_of_garbage_take_less_than_a_second():
    began = time.process_time()
    for number in range(2000):
        courtesy(f"zz{number} qq{number} lorem ipsum dolor sit amet {number}")
        courtesy(f"hi zz{number} " + "word " * 40)
    assert time.process_time() - began < 2
