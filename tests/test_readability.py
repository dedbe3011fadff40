"""How readable pages are, as a person would count it; players are "they" on all of them."""

from pathlib import Path

import pytest

from tools.readability import MEASURES, main, paragraphs, read, sentences

ROOT = Path(__file__).resolve().parent.parent
PAGES = [*sorted((ROOT / "docs").glob("*.md")), *sorted((ROOT / "docs" / "players").glob("*.md")),
         *sorted((ROOT / "docs" / "rulings").glob("*.md"))]  # fmt: skip


def test_sentences_are_cut_where_they_end():
    page = (
        "# A title\n\nWrite `judge new`. It works, e.g. here.\nIs it so? **Yes**: see [the page](x.md).\n\n"
        "| a | b |\n|---|---|\n| Not one. | c |\n"
    )
    (one,) = paragraphs(page)
    assert sentences(one) == ["Write CODE.", "It works, eg here.", "Is it so?", "Yes: see the page."]


@pytest.mark.parametrize(("measure", "found", "not_found"), [
    ("passive", "The letter was not read by anybody.", "Nobody read the letter."),
    ("stand", "The orders stand.", "Give standing orders, or stand by."),
    ("he", "A player keeps his token.", "A player keeps their token."),
    ("headless", "What follows is a list.", "What is a list?"),
    ("long", "word " * 26 + ".", "word " * 25),
])  # fmt: skip
def test_what_a_measure_finds_and_what_it_does_not(measure, found, not_found):
    assert MEASURES[measure](found)
    assert not MEASURES[measure](not_found)


def test_the_words_of_a_template_are_counted_without_its_tags(tmp_path):
    template = tmp_path / "one.j2"
    template.write_text(
        "{# A note. #}{% macro x(p) %}{{ p.seat }} has {% if p.two %}two{% endif %} gangs.{% endmacro %}"
    )
    assert read("x", [template]).sentences == ("VALUE has two gangs.",)


def test_the_words_of_a_module_are_its_docstrings_and_comments(tmp_path):
    module = tmp_path / "one.py"
    module.write_text(
        '"""Two words.\n\nThen `code` follows."""\n\nx = "No sentence of it."  # fmt: skip\n"""Below a name."""\n'
        "# A comment\n# of two lines.\ny = 1  # Beside it.\n"
    )
    assert read("x", [module]).sentences == (
        "Two words.",
        "Then CODE follows.",
        "Below a name.",
        "A comment of two lines.",
        "Beside it.",
    )


def test_no_page_calls_a_player_he():
    found = [(page.name, one) for page in PAGES for one in read("", [page]).sentences if MEASURES["he"](one)]
    assert not found


def test_figures_are_printed_for_each_page(capsys):
    assert main([str(ROOT / "README.md")]) == 0
    head, row = capsys.readouterr().out.splitlines()
    assert head.split() == ["words", "mean", *MEASURES]
    assert row.startswith(str(ROOT / "README.md"))
