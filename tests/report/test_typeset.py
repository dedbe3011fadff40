"""Blocks as typst: every word of a player's stays a word, whatever it looks like."""

import json
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.report.blocks import Paragraph, Span, parse
from judge.report.media.typeset import string, typeset
from judge.report.printed import Sheet, sheet_pdf

typst = pytest.importorskip("typst")

NASTY = [
    '#import "@x"',
    "]]]",
    '"; #panic()',
    "\\",
    "\\u{41}",
    "$x$ @label <t> // /* `",
    "a\tb",
    "*no* _no_",
    "É ß 漢 🂡",
]
_STRINGS = re.compile(r'"((?:[^"\\]|\\.)*)"')


def read_back(texts):
    """The texts as typst understands them."""
    source = f"#metadata(({', '.join(string(one) for one in texts)},)) <said>"
    return json.loads(typst.query(source.encode(), "<said>", field="value", one=True))


def test_what_looks_like_a_command_is_read_as_words():
    assert read_back(NASTY) == NASTY


@settings(max_examples=40, deadline=None)
@given(
    st.lists(st.text(st.characters(exclude_categories=("C", "Z")) | st.just(" "), max_size=40), min_size=1, max_size=20)
)
def test_any_text_is_read_back_as_it_was(texts):
    assert read_back(texts) == texts


def test_a_page_of_every_kind_of_block_is_set_with_all_of_its_words():
    marked = (
        "# Title\n\n## Part\n\nA **bold** and *slanted* `code` line.\n\n- one\n- two\n  - inner\n\n"
        "3. third\n4. fourth\n\n"
        "> said by *somebody*\n\n| Seat | Cash |\n|---|---:|\n| Lazy S | 20 |\n| Red |\n\n```\n  a  map\n```\n\n---\n"
    )
    source = typeset((*parse(marked), Paragraph((Span("two\nlines"),))))
    said = [one for one in _STRINGS.findall(source) if one.strip()]
    for word in ("Title", "bold", "code", "inner", "fourth", "somebody", "Cash", "20", "  a  map", "two", "lines"):
        assert any(word in one for one in said), word
    assert typst.compile(source.encode(), format="pdf", ignore_system_fonts=True).startswith(b"%PDF")


def test_words_on_a_sheet_are_no_commands_of_the_typesetter():
    """A command that was carried out would end in a panic."""
    evil = '"]); #panic("read") `$'
    report = parse(f"# {evil}\n\n{evil}\n\n- {evil}\n\n| a |\n|---|\n| {evil} |\n\n> {evil}\n\n```\n{evil}\n```\n")
    said = dict.fromkeys(("game", "rules", "seat", "window", "deadline"), evil)
    sheet = Sheet(**said, picture="", lines=(f"{evil} ___ {evil}",), report=report)
    assert sheet_pdf(sheet, "a4").startswith(b"%PDF")


def test_a_space_that_does_not_break_stays_before_a_french_colon():
    assert string("expéditeur\u00a0: les ordres") == '"expéditeur\u00a0: les ordres"'
