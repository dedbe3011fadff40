"""Blocks in every medium, and player text that can never become markup."""

import html
import re
from dataclasses import replace
from unittest import mock

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from judge import report
from judge.report.blocks import Bullets, Grid, Heading, Paragraph, Quote, Span, Verbatim, parse, words
from judge.report.build import Report
from judge.report.media.forum import DIALECTS, JOINER, posts_of
from judge.report.media.html import html_of, page
from judge.report.media.text import text_of
from judge.report.words import entities, listed

MARKED = """# Spring 1901

First **bold** words and *some* more.

- one
- two

| Seat | Cash |
| --- | ---: |
| Ann | 5 |
| Bob & Co | 12 |

```
A PAR - BUR
  F X
```
"""


def test_marked_text_as_blocks():
    blocks = parse(MARKED)
    assert blocks[0] == Heading(1, (Span("Spring 1901"),))
    assert blocks[1] == Paragraph(
        (Span("First "), Span("bold", "strong"), Span(" words and "), Span("some", "em"), Span(" more."))
    )
    assert blocks[2] == Bullets(((Paragraph((Span("one"),)),), (Paragraph((Span("two"),)),)))
    assert isinstance(blocks[3], Grid)
    assert blocks[3].align == ("left", "right")
    assert blocks[4] == Verbatim("A PAR - BUR\n  F X")


def test_plain_text():
    assert text_of(parse(MARKED)) == (
        "Spring 1901\n===========\n\nFirst *bold* words and some more.\n\n- one\n- two\n\n"
        "Seat      Cash\n--------  ----\nAnn          5\nBob & Co    12\n\nA PAR - BUR\n  F X\n"
    )


def test_phpbb():
    assert posts_of(parse(MARKED), "bbcode")[0] == (
        "[size=150][b]Spring 1901[/b][/size]\n\nFirst [b]bold[/b] words and [i]some[/i] more.\n\n"
        "[list]\n[*]one\n[*]two\n[/list]\n\n"
        "[code]\nSeat      Cash\n--------  ----\nAnn          5\nBob & Co    12\n[/code]\n\n"
        "[code]\nA PAR - BUR\n  F X\n[/code]\n"
    )


def test_discourse():
    assert posts_of(parse(MARKED), "markdown")[0] == (
        "# Spring 1901\n\nFirst **bold** words and *some* more.\n\n- one\n- two\n\n"
        "| Seat | Cash |\n| --- | ---: |\n| Ann | 5 |\n| Bob & Co | 12 |\n\n```\nA PAR - BUR\n  F X\n```\n"
    )


def test_discord_has_no_tables():
    text = posts_of(parse(MARKED), "discord")[0]
    assert "| Seat" not in text
    assert "```\nSeat      Cash\n" in text


def test_html_is_whole_and_loads_nothing():
    text = page("Spring", parse(MARKED))
    assert "<h1" in text
    assert "<th scope=" in text.replace('"col"', "")
    assert "Bob &amp; Co" in text
    assert not re.search(r"(?:src|href)=", text)
    assert text.startswith("<!doctype html>")
    # Mail programs strip style blocks, and a page without colours of its own is dark on a dark screen.
    assert "<style" not in text
    assert '<meta name="color-scheme" content="light dark">' in text
    assert not re.search(r"<body[^>]*(?:background|color)", text)


nasty = st.text(alphabet=st.characters(exclude_categories=["Cs", "Cc", "Zl", "Zp"]), max_size=60)


@given(nasty)
@example("# not a heading")
@example("- no list")
@example("1. no list")
@example("| a | b |")
@example("**bold** `code` <b>x</b> &amp; ![i](x) [l](y) ~~s~~")
@example("---")
@example("===")
@example("``` x")
@example("    indented")
@example("> quote")
def test_a_value_is_never_markup(text):
    blocks = parse(f"said: {entities(text)}")
    assert len(blocks) == 1
    assert isinstance(blocks[0], Paragraph)
    assert {span.style for span in blocks[0].spans} == {"plain"}
    assert words(blocks[0].spans).split() == f"said: {text}".split()
    blocks = parse(str(entities(text)))
    assert [type(block) for block in blocks] == ([Paragraph] if text.split() else [])


@given(nasty)
def test_a_value_in_a_table_stays_in_its_cell(text):
    (grid,) = parse(f"| a | b |\n| --- | --- |\n| {entities(text)} | y |\n")
    assert isinstance(grid, Grid)
    assert len(grid.rows) == 1
    assert words(grid.rows[0][0]).split() == text.split()


@given(nasty)
@example("[b]x[/b] @everyone")
@example("[/code][img]http://x[/img]")
@example("<script>alert(1)</script>")
@example("@here ||x|| **x**")
def test_player_text_is_disarmed_on_every_board(text):
    blocks = (Quote((Paragraph((Span(text),)),)), Verbatim(text))
    for dialect in ("phpbb", "mybb", "xenforo", "smf", "vbulletin"):
        said = posts_of(blocks, dialect)[0]
        inside = said.replace("[quote]", "").replace("[/quote]", "").replace("[code]", "").replace("[/code]", "")
        assert "[b]" not in inside.partition("\n\n")[0] or "[b]" not in text
        assert said.count("[/code]") == 1
        assert not re.search(r"@\w", said.rpartition("[code]")[0])
    for dialect in ("discourse", "nodebb", "reddit", "discord"):
        said = posts_of(blocks, dialect)[0]
        assert said.count("```") == 2
        assert not re.search(r"@\w", said.partition("```")[0])
        assert not re.search(r"(?<!\\)[<\[`]", said.partition("```")[0])
    fragment = html_of(blocks)
    assert "<script" not in fragment
    bare = html.unescape(re.sub(r"</?(?:blockquote|p|pre|br)\b[^>]*>", "", fragment))
    assert bare.split() == f"{text} {text}".split()


@pytest.mark.parametrize("dialect", sorted(DIALECTS))
@given(texts=st.lists(st.text(alphabet="ab @u/[]*`<>|_~#&\\\n\"'()!-", max_size=400), min_size=1, max_size=4))
@example(["word " * 300])
@example(["x" * 900, "@everyone " * 50])
@example(["[/quote][/code]``` " * 40])
def test_long_words_of_players_are_cut_without_losing_any_or_opening_anything(dialect, texts):
    """On a board with room for 500 signs: press, statements and forms as long as players like."""
    board = replace(DIALECTS[dialect], limit=500)
    blocks = (
        Heading(1, (Span("Spring 1901"),)),
        *(Quote((Paragraph((Span(text),)), Bullets(((Paragraph((Span(text, "strong"),)),),)))) for text in texts),
        *(Verbatim(text) for text in texts),
    )
    with mock.patch.dict(DIALECTS, {dialect: board}):
        posts = posts_of(blocks, dialect)
    assert all(len(post) <= 500 for post in posts), [len(post) for post in posts]
    for number, post in enumerate(posts, 1):
        if len(posts) > 1:
            assert f"({number}/{len(posts)})" in post.split("\n")[0].replace("\\", "")
        if board.family != "bbcode":
            assert len(re.findall(r"^(?:> )*```", post, re.MULTILINE)) % 2 == 0, post
        code = r"(?s)\[code\].*?\[/code\]" if board.family == "bbcode" else r"(?ms)^```$.*?^```$"
        outside = re.sub(code, "", post)
        for tag in ("quote", "code", "list", "b", "i") if board.family == "bbcode" else ():
            assert len(re.findall(rf"\[{tag}[\]= ]", outside)) == outside.count(f"[/{tag}]"), (tag, post)
        assert not re.search(r"@\w|(?<!\w)u/\w", outside), post
    # Nothing that is not the players' own has this letter, but for one board's name of a size.
    said = "".join(posts).replace("x-large", "")
    assert said.count("a") == 3 * sum(text.count("a") for text in texts)


def long_report(sections, lines):
    marked = "# Title\n\n" + "".join(
        f"## Section {number}\n\n" + "".join(f"- line {number}.{line} of the report\n" for line in range(lines)) + "\n"
        for number in range(sections)
    )
    return parse(marked)


@pytest.mark.parametrize("dialect", sorted(DIALECTS))
def test_posts_stay_below_the_limit_and_lose_nothing(dialect):
    blocks = long_report(30, 200)
    posts = posts_of(blocks, dialect)
    assert len(posts) > 1
    assert all(len(post) <= DIALECTS[dialect].limit for post in posts)
    assert f"({len(posts)}/{len(posts)})" in posts[-1].replace("\\", "")
    whole = "\n".join(posts)
    for section in (0, 29):
        assert f"line {section}.199 of the report" in whole
    assert whole.count("of the report") == 6000


def test_a_code_block_too_long_is_closed_and_opened_again():
    posts = posts_of((Verbatim("\n".join(f"line {n}" for n in range(900))),), "discord")
    assert all(post.count("```") == 2 for post in posts)
    assert sum(post.count("line ") for post in posts) == 900


def test_lists_in_prose():
    assert listed([]) == ""
    assert listed(["a"]) == "a"
    assert listed(["a", "b", "c"]) == "a, b and c"


def test_an_unknown_medium_lists_those_there_are():
    with pytest.raises(report.UnknownMedium, match="text, html, bbcode"):
        report.render(Report("g", "g", "t", None, ()), "telex")


def test_wide_tables_wrap_inside_their_cells():
    row = "| " + " | ".join(["some rather long words in a cell"] * 5) + " |"
    text = text_of(parse("| a | b | c | d | e |\n|---|---|---|---|---|\n" + row + "\n"))
    assert all(len(line) <= 76 for line in text.splitlines())
    assert text.count("cell") == 5


def test_zero_width_signs_break_brackets():
    assert posts_of((Paragraph((Span("[b]x"),)),), "phpbb")[0].startswith(f"[{JOINER}b]x")
