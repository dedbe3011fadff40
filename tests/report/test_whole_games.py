"""Every report of a scripted game of each kind, for every audience: widths, tables, headings, limits, the schema."""

import itertools
import json
import re
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

import jsonschema
import pytest

from judge import report, shelf
from judge.adjudicator.protocol import Table
from judge.grammar.options import complete_options
from judge.report.blocks import Block, Bullets, Grid, Heading, Quote
from judge.report.media.facts import SCHEMA, facts_of
from judge.report.media.forum import DIALECTS, posts_of
from judge.report.media.html import html_of, page
from judge.report.media.text import WIDTH, grid, text_of
from judge.scenario.simulate import play, seats_for
from judge.variants import GAMES

ROOT = Path(__file__).resolve().parents[2]
# As many steps as it takes for every kind of window, and for orders that fail, to come up.
STEPS = 11
each_game = pytest.mark.parametrize("key", sorted(GAMES))


@cache
def reports(key):
    """(step, seat, report) of the first steps of one game."""
    game = shelf.game(key)
    low, high = game.seat_range
    table = Table(seats_for(game, 0, min(high, max(low, 5))), complete_options(game, {}))
    made = []
    for number, played in enumerate(play(game, table, "reports")):
        names = report.Notes("friday", players={seat: f"Pat {n}" for n, seat in enumerate(table.seats)},
                             deadline="Sunday, 7 March 2027, 18:00 (Europe/Berlin)")  # fmt: skip
        made += [
            (number, seat, report.build(game, played.before, played.state, played.events, seat, names))
            for seat in (None, *table.seats)
        ]
        if number == STEPS:
            break
    return made


def inner(blocks: tuple[Block, ...]):
    """Blocks and the blocks within them."""
    for block in blocks:
        yield block
        if isinstance(block, Quote):
            yield from inner(block.blocks)
        elif isinstance(block, Bullets):
            for item in block.items:
                yield from inner(item)


@each_game
def test_json_is_what_the_schema_says(key):
    checker = jsonschema.Draft202012Validator(SCHEMA)
    kinds = {one.__name__ for one in shelf.game(key).event_types} | {"Verdict"}
    for number, seat, made in reports(key):
        facts = json.loads(report.render(made, "json"))
        assert facts == facts_of(made)
        assert not [error.message for error in checker.iter_errors(facts)], (number, seat)
        assert facts["blocks"][0]["is"] == "Heading"
        assert {event["is"] for event in facts["events"]} <= kinds
    assert any(made.events for _, _, made in reports(key))


def test_the_schema_refuses_what_is_no_report():
    checker = jsonschema.Draft202012Validator(SCHEMA)
    good = facts_of(reports("diplomacy")[0][2])
    for spoiled in (
        {**good, "secret": 1},
        {**good, "blocks": [{"is": "Heading", "level": 1}]},
        {**good, "events": [{"is": "Moved", "told": ["france"]}]},
        {key: value for key, value in good.items() if key != "title"},
    ):
        assert not checker.is_valid(spoiled)


def test_the_published_schema_is_the_one_that_is_used():
    assert json.loads((ROOT / "docs" / "report.schema.json").read_text(encoding="utf-8")) == SCHEMA


@each_game
def test_text_is_at_most_76_columns_and_its_tables_line_up(key):
    for number, seat, made in reports(key):
        wide = [line for line in text_of(made.blocks).splitlines() if len(line) > WIDTH]
        assert not wide, (number, seat, wide)
        for block in inner(made.blocks):
            if isinstance(block, Grid):
                lines = grid(block).splitlines()
                rule = next(line for line in lines if set(line) <= {"-", " "})
                # Between two columns no line has anything.
                for gap in (found.start() for found in re.finditer(r"  (?=-)", rule)):
                    assert all(line[gap : gap + 2].strip() == "" for line in lines), (number, seat, lines)


@each_game
def test_headings_come_in_order(key):
    for number, seat, made in reports(key):
        levels = [block.level for block in made.blocks if isinstance(block, Heading)]
        assert levels[0] == 1
        assert levels.count(1) == 1
        steps = itertools.pairwise(levels)
        assert all(after <= before + 1 for before, after in steps), (number, seat, levels)


class Looking(HTMLParser):
    """Whether a page is well formed, names its pictures, and asks for nothing from elsewhere."""

    VOID = ("meta", "br", "img", "hr", "link", "input")

    def __init__(self):
        super().__init__()
        self.open, self.wrong = [], []

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        if tag in ("script", "iframe", "object", "form", "link"):
            self.wrong.append(tag)
        for name in ("src", "href", "background", "srcset"):
            if not (given.get(name) or "cid:").startswith(("cid:", "#", "mailto:")):
                self.wrong.append(given[name])
        if tag == "img" and not given.get("alt"):
            self.wrong.append("a picture without words")
        if "url(" in (given.get("style") or ""):
            self.wrong.append(given["style"])
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.wrong.append(f"/{tag}")


def wrong_with(text):
    looking = Looking()
    looking.feed(text)
    looking.close()
    return looking.wrong + looking.open


@each_game
def test_pages_are_whole_and_load_nothing(key):
    for number, seat, made in reports(key):
        text = page(made.title, made.blocks, "cid:map", "The map")
        assert not wrong_with(text), (number, seat)
        assert text.count("<h1") == 1


def test_a_broken_page_is_noticed():
    assert wrong_with('<p><img src="https://x/y.png" alt="a"></p>') == ["https://x/y.png"]
    assert wrong_with('<p><img src="cid:a"></p>') == ["a picture without words"]
    assert wrong_with("<p><b>x</p>")


@pytest.mark.parametrize("dialect", sorted(DIALECTS))
@each_game
def test_posts_stay_below_the_boards_limit(key, dialect):
    for number, seat, made in reports(key):
        posts = posts_of(made.blocks, dialect)
        assert all(len(post) <= DIALECTS[dialect].limit for post in posts), (number, seat)
        if len(posts) > 1:
            assert all(f"({at}/{len(posts)})" in post.split("\n")[0].replace("\\", "")
                       for at, post in enumerate(posts, 1)), (number, seat)  # fmt: skip
        for post in posts:
            assert post.count("[code]") == post.count("[/code]")
            assert post.count("[list") == post.count("[/list]")
            assert post.count("```") % 2 == 0


@each_game
def test_the_fragment_for_the_site_has_no_styles_of_its_own(key):
    for _, _, made in reports(key)[:6]:
        assert "style=" not in html_of(made.blocks, inline=False)
