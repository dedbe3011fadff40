"""The syntax is made from the grammar, and every order that a players' page shows is read."""

import json
import re
from functools import cache
from pathlib import Path

import pytest
from click.testing import CliRunner

from judge.adjudicator.protocol import Problem
from judge.cli.main import judge
from judge.grammar.letter import said
from judge.grammar.syntax import roots_of, syntax
from judge.grammar.text import plain
from tests.letters.corpora import GAMES, corpus
from tests.letters.walking import text_of

ROOT = Path(__file__).resolve().parents[2]
FENCED = re.compile(r"^```([a-z-]*)\n(.*?)^```", re.DOTALL | re.MULTILINE)
ROW = re.compile(r"^\| *((?:`[^`|]+`(?:, | or | and )?)+) *\|", re.MULTILINE)
INDENTED = re.compile(r"^    (\S.*)$", re.MULTILINE)


def shown(key):
    """Every order that stands on a players' page: in blocks, in the first column of tables, on indented lines."""
    text = (ROOT / "docs" / "players" / f"{key}.md").read_text(encoding="utf-8")
    lines = [line for tag, body in FENCED.findall(text) if tag != "letter" for line in body.splitlines()]
    text = FENCED.sub("", text)
    lines += [one for row in ROW.findall(text) for one in re.findall(r"`([^`]+)`", row)]
    lines += INDENTED.findall(text)
    return [
        line for line in dict.fromkeys(lines) if "…" not in line and "___" not in line and said(plain(line)) is None
    ]


@cache
def tables(key):
    """Every position of the corpus, each with every seat that is asked and every form of the game."""
    one = corpus(key)
    found = []
    for state in one.states.values():
        for seat, ask in one.game.window(state).asks.items():
            found += [(state, seat, form) for form in dict.fromkeys((ask.form, *one.game.forms))]
    return found


@pytest.mark.parametrize(("key", "line"), [(key, line) for key in GAMES for line in shown(key)])
def test_every_order_on_a_players_page_is_read(key, line):
    game = corpus(key).game
    for state, seat, form in tables(key):
        read = game.read(state, seat, form, line)
        if read and not any(isinstance(one.said, Problem) for one in read):
            return
    pytest.fail(f"docs/players/{key}.md shows {line!r}")


@pytest.mark.parametrize("key", GAMES)
def test_the_pages_show_orders(key):
    assert len(shown(key)) >= 10


def file_of(key):
    return f"{key.replace('-', '_')}.lark"


@pytest.mark.parametrize("key", GAMES)
def test_the_syntax_says_every_rule_and_every_word_of_the_grammar(key):
    told = CliRunner().invoke(judge, ["docs", "syntax", key, "--json"])
    assert told.exit_code == 0
    page = json.loads(told.output)
    assert page["starts"] == list(roots_of(text_of(file_of(key))))
    assert all(page["rules"].values())
    named = {name for lines in page["rules"].values() for line in lines for name in re.findall(r"<([^>]+)>", line)}
    assert named <= {name.strip("_").lower().replace("_", " ") for name in page["rules"]}


def test_a_rule_is_a_line_of_words():
    found = syntax(text_of("land_barons.lark"))
    rules = {rule.name: rule.lines for rule in found.rules}
    words = {word.name: word.spellings for word in found.words}
    assert "pay all but <payees>" in rules["pay"]
    assert {"pay", "pays"} <= set(words["pay"])


def test_a_game_that_is_not_there_is_named_with_the_nearest():
    told = CliRunner().invoke(judge, ["docs", "syntax", "rangewar"])
    assert told.exit_code == 2
    assert 'did you mean "range-war"?' in told.stderr
