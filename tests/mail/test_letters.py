"""Every letter of the corpus: exactly the orders its writer meant, and never one he only quoted."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from pathlib import Path
from random import Random

import pytest
import yaml

from judge import shelf
from judge.adjudicator.dice import KeyedDice
from judge.adjudicator.protocol import Problem, Table
from judge.grammar.courtesy import polite
from judge.grammar.text import plain, without_comment, without_number
from judge.mail import quotes
from judge.mail.forms import changed, forms_in
from judge.mail.language import Filled, read
from judge.mail.letter import read_letter
from judge.mail.signing_off import signing_in
from tests.letters.corpora import entries
from tests.mail.letters.shapes import FORMS, OLD

HERE = Path(__file__).resolve().parent / "letters"
TEXTS = yaml.safe_load((HERE / "texts.yaml").read_text(encoding="utf-8"))
INDEX = yaml.safe_load((HERE / "index.yaml").read_text(encoding="utf-8"))
QUOTED_OR_SIGNED = {plain(line) for line in OLD} | {"A RUH - BEL", "F RUH - BEL"}


@cache
def seen(game: str):
    """A game with its first state."""
    rules = shelf.game(game)
    table = Table(tuple(seat.id for seat in rules.seats), {option.key: option.default for option in rules.options})
    return rules, rules.setup(table, KeyedDice.of("letters")).state


@cache
def is_order(game: str, text: str) -> bool:
    """Whether the game understands a courteous line after all."""
    rules, state = seen(game)
    return any(
        lines and not any(isinstance(line.said, Problem) for line in lines)
        for form in rules.forms
        if (lines := rules.read(state, rules.seats[0].id, form, text))
    )


def understood(file: str):
    """The order lines and the commands of a letter, as the daemon takes them up."""
    game = TEXTS[INDEX[file]]["game"]
    letter = read_letter((HERE / file).read_bytes())
    printed = [f"{stem} ___" for stem in FORMS[game][1]]
    reading = read(letter.lines, [Filled(form, changed(form, printed)) for form in forms_in(letter.lines)])
    orders = []
    for section in reading.sections:
        signed = signing_in(section.lines)
        for line in section.lines:
            text = without_number(plain(without_comment(line.text)))
            if is_order(game, text) or (polite(text, ()) is None and line.number not in signed):
                orders.append(text)
    commands = [f"{command.verb} {command.rest}".strip() for command in reading.commands]
    return letter, [order for order in orders if order], commands, reading


def test_the_corpus_is_as_large_as_it_says():
    files = {path.name for path in HERE.glob("*.eml")}
    assert files == set(INDEX)
    assert len(files) >= 300
    shapes = Counter(name.split(".")[0] for name in files)
    assert len(shapes) >= 40
    told = re.search(
        r"over (\d+) letters in over (\d+) shapes", (HERE.parents[2] / "README.md").read_text(encoding="utf-8")
    )
    assert len(files) > int(told[1])
    assert len(shapes) > int(told[2])
    assert max(shapes.values()) <= 8


@pytest.mark.parametrize("file", sorted(INDEX))
def test_a_letter_is_read_as_it_was_meant(file):
    text = TEXTS[INDEX[file]]
    letter, orders, commands, _ = understood(file)
    assert orders == [plain(order) for order in text["orders"]]
    assert [one.lower() for one in commands] == [one.lower() for one in text.get("commands", [])]
    assert not QUOTED_OR_SIGNED & set(orders)
    assert letter.sender == "player@mail.example"


def test_a_letter_is_told_from_quotations_alike_line_by_line_and_at_one_look(monkeypatch, seed_of):
    chance = Random(seed_of(1893))
    texts = [read_letter((HERE / file).read_bytes()).text for file in INDEX]
    lines = sorted({line for text in texts for line in text.splitlines()} | {one.text for one in entries()})
    made = ["\n".join(chance.choices(lines, k=chance.randint(1, 8))) for _ in range(2_000)]
    letters = [quotes.plain_lines(text.split("\n")) for text in made]
    at_one_look = [quotes.sorted_out(rows) for rows in letters]
    assert any(all(line.is_own for line in letter if line.text) for letter in at_one_look)
    assert any(line.quoted for letter in at_one_look for line in letter)
    monkeypatch.setattr(quotes, "_are_all_own", lambda rows: False)
    assert at_one_look == [quotes.sorted_out(rows) for rows in letters]
