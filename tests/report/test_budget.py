"""A game master's own template may hold anything: a report comes to an end within a second, with a sentence that says
which template spent too much."""

import time

import pytest

from judge.cli.main import run
from judge.report.words import TemplateTrouble, Words
from judge.shelf import game

BOMBS = {
    "steps": "{% for a in range(99999) %}{% for b in range(99999) %}{% endfor %}{% endfor %}",
    "steps that do nothing but ask": "{% for a in range(99999) %}{% if a in range(99999) %}{% endif %}{% endfor %}"
    "{% for a in range(99999) %}{% for b in range(99) %}{% endfor %}{% endfor %}",
    "a text times a number": "{{ 'x' * 10000000000 }}",
    "a list times a number": "{% for a in [1] * 10000000000 %}{% endfor %}",
    "a number to a number": "{{ 9 ** 9 ** 9 }}",
    "a number that doubles": "{% set n = namespace(x=2) %}{% for a in range(99) %}{% set n.x = n.x * n.x %}{% endfor %}",
    "a text that doubles": "{% set n = namespace(x='x') %}{% for a in range(99) %}{% set n.x = n.x ~ n.x %}{% endfor %}",
    "a text added to itself": "{% set n = namespace(x='x') %}{% for a in range(99) %}{% set n.x = n.x + n.x %}"
    "{% endfor %}",
    "a text that holds itself twice": "{% set n = namespace(x='x') %}{% for a in range(99) %}{% set y %}{{ n.x }}"
    "{{ n.x }}{% endset %}{% set n.x = y %}{% endfor %}",
    "a wide column": "{{ '%999999999d'|format(1) }}",
    "a form filled in": "{{ '%999999999d' % 1 }}",
    "a method of a text": "{{ 'x'.ljust(9999999999) }}",
    "replaced again and again": "{% set n = namespace(x='xx') %}{% for a in range(99) %}"
    "{% set n.x = n.x|replace('x', n.x) %}{% endfor %}",
    "an indent": "{{ 'x'|indent(9999999999, true) }}",
    "a macro that calls itself": "{% macro f() %}{{ f() }}{{ f() }}{% endmacro %}{{ f() }}",
    "nested without end": "{% if 1 %}" * 3000 + "{% endif %}" * 3000,
    "a sum that is none": "{{ 1 + 'x' }}",
    "a part of nothing": "{{ 1 // 0 }}",
}


@pytest.mark.parametrize("bomb", BOMBS.values(), ids=BOMBS)
def test_a_template_spends_only_so_much(tmp_path, bomb):
    (tmp_path / "range-war").mkdir()
    (tmp_path / "range-war" / "bomb.j2").write_text(bomb)
    words = Words(game("range-war"), own=tmp_path)
    began = time.process_time()
    with pytest.raises(TemplateTrouble, match="range-war/bomb.j2"):
        words.marked("range-war/bomb.j2")
    assert time.process_time() - began < 2


def test_what_is_said_on_the_way_spends_of_the_same(tmp_path):
    """A template that says an event is still one text."""
    (tmp_path / "range-war").mkdir()
    (tmp_path / "range-war" / "bomb.j2").write_text(
        "{% macro more(x) %}{% for a in range(9999) %}{% endfor %}{% endmacro %}"
        "{% for a in range(9999) %}{{ more(a) }}{% endfor %}"
    )
    with pytest.raises(TemplateTrouble, match="than any report needs"):
        Words(game("range-war"), own=tmp_path).marked("range-war/bomb.j2")


def test_templates_check_says_so(tmp_path, capsys):
    (tmp_path / "range-war").mkdir()
    (tmp_path / "range-war" / "report.j2").write_text(BOMBS["steps"])
    assert run(["templates", "check", "--folder", str(tmp_path), "--game", "range-war"]) == 1
    assert "range-war/report.j2" in capsys.readouterr().out


def test_a_template_that_is_no_text_is_named(tmp_path, capsys):
    (tmp_path / "range-war").mkdir()
    (tmp_path / "range-war" / "report.j2").write_bytes(b"\xff\xfe\x00")
    assert run(["templates", "check", "--folder", str(tmp_path), "--game", "range-war"]) == 1
    assert "range-war/report.j2" in capsys.readouterr().out
