"""Of a line that limits what it orders, the unlimited order is never in, however the line is cut: a tenth of the ways
each day."""

from itertools import product

import pytest

from tests.daily import todays
from tests.letters.corpora import Entry, read_entry

LINES = (
    ("land-barons", "auction", "johnson", ("pay all", "Pay: all", "PAY - all", "Everybody is paid"), "Lawmen Posse"),
    ("land-barons", "auction", "graham", ("bid 5 on all lots", "5 on every lot"), "the Saloon"),
    ("land-barons", "scattered", "graham", ("all stand", "everybody stays", "all: stand", "ALL - STAND"), "the Baron"),
    ("gold-rush", "few", "traders", ("all: stand", "everybody stands", "all reload", "ALL - reload"), "T3"),
    ("hell-on-wheels", "build", "red", ("the rest: pass", "pass everything"), "Miners"),
    ("range-war", "summer", "lazy-s", ("all hold", "everybody stands", "all: hold", "ALL - HOLD"), "Lazy S"),
    ("diplomacy", "opening", "france", ("all hold", "all units hold", "ALL - HOLD"), "Paris"),
)
SIGNS = (" ", ", ", " - ", " -- ", ": ", "; ", "... ", ". ", " (", "\n", " – ", ", - ")
LIMITS = (
    "but {}", "all but {}", "except {}", "except for {}", "but not {}", "only not {}", "not {}", "apart from {}",
    "unless it is {}", "with the exception of {}", "excluding {}", "{} excepted", "minus {}", "bar {}", "save for {}",
    "other than {}", "though not {}", "and not {}", "just not {}", "without {}", "never {}", "only {}",
)  # fmt: skip


def said(game, at, seat, text):
    return read_entry(Entry(game, "letters", at, seat, text, {}, text)).orders


@pytest.mark.parametrize(("game", "at", "seat", "heads", "who"), LINES)
def test_of_a_line_that_limits_what_it_orders_the_unlimited_order_is_never_in(game, at, seat, heads, who):
    wrong = []
    alone = {head: set(said(game, at, seat, head)) for head in heads}
    for head, sign, limit in todays(product(heads, SIGNS, LIMITS)):
        whole = alone[head]
        text = head + sign + limit.format(who) + ")" * (sign == " (")
        if whole and whole <= set(said(game, at, seat, text)):
            wrong.append(text)
    assert wrong == []
