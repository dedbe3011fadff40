"""A game master's own template may hold anything: a report comes to an end, in time and memory that there is, with a
sentence that says which template spent too much."""

import pytest
from jinja2 import nodes

from judge.cli.main import run
from judge.report.sandbox import METHODS, TemplateTrouble
from judge.report.words import Words, environment
from judge.shelf import game

BOMBS = {
    "steps": "{% for a in range(99999) %}{% for b in range(99999) %}{% endfor %}{% endfor %}",
    "steps that do nothing but ask": "{% for a in range(99999) %}{% if a in range(99999) %}{% endif %}{% endfor %}"
    "{% for a in range(99999) %}{% for b in range(99) %}{% endfor %}{% endfor %}",
    "a text times a number": "{{ 'x' * 10000000000 }}",
    "a list times a number": "{% for a in [1] * 10000000000 %}{% endfor %}",
    "a number to a number": "{{ 9 ** 9 ** 9 }}",
    "a number that doubles": "{% set n = namespace(x=2) %}{% for a in range(99) %}{% set n.x = n.x * n.x %}"
    "{% endfor %}",
    "a text that doubles": "{% set n = namespace(x='x') %}{% for a in range(99) %}{% set n.x = n.x ~ n.x %}"
    "{% endfor %}",
    "a text added to itself": "{% set n = namespace(x='x') %}{% for a in range(99) %}{% set n.x = n.x + n.x %}"
    "{% endfor %}",
    "a text that holds itself twice": "{% set n = namespace(x='x') %}{% for a in range(99) %}{% set y %}{{ n.x }}"
    "{{ n.x }}{% endset %}{% set n.x = y %}{% endfor %}",
    "a wide column": "{{ '%999999999d'|format(1) }}",
    "a wide column with a name": "{{ '%(a)999999999d'|format(a=1) }}",
    "a wide column with brackets in its name": "{{ '%((a)b)999999999d'|format(**{'(a)b': 1}) }}",
    "a number rounded to places without end": "{{ 1|round(99999999, 'ceil') }}",
    "numbers rounded to places without end": "{{ [1]|map('round', precision=99999999, method='floor')|list }}",
    "a form filled in": "{{ '%999999999d' % 1 }}",
    "a method of a text": "{{ 'x'.ljust(9999999999) }}",
    "replaced again and again": "{% set n = namespace(x='xx') %}{% for a in range(99) %}"
    "{% set n.x = n.x|replace('x', n.x) %}{% endfor %}",
    "an indent": "{{ 'x'|indent(9999999999, true) }}",
    "a macro that calls itself": "{% macro f() %}{{ f() }}{{ f() }}{% endmacro %}{{ f() }}",
    "nested without end": "{% if 1 %}" * 3000 + "{% endif %}" * 3000,
    "a method of bytes": "{{ 'x'.encode().ljust(9999999999) }}",
    "a method of a number": "{{ (1).to_bytes(9999999999, 'big') }}",
    "a list that holds itself twice": "{% set n = namespace(x=[]) %}{% for a in range(99) %}{% set n.x = [n.x, n.x] %}"
    "{% endfor %}{{ n.x }}",
    "a namespace that holds itself twice": "{% set n = namespace(x=1) %}{% for a in range(99) %}"
    "{% set n.x = namespace(a=n.x, b=n.x) %}{% endfor %}{{ n.x }}",
    "a long text many times": "{% set t = 'x' * 99999 %}{{ ([t] * 99999)|join }}",
    "a long text many times, each changed": "{% set t = 'x' * 99999 %}{% set u = [t] * 5 %}"
    "{{ (u|map('upper')|list)|map('replace', 'X', t)|list }}",
    "lists summed up": "{{ ([[1] * 999] * 99999)|sum(start=[]) }}",
    "a loop that finds nothing": "{% for a in range(99999) %}{% for b in range(99999) if b < 0 %}{% endfor %}"
    "{% endfor %}",
    "a long text looked through": "{% set t = 'x' * 99999 %}{% for a in range(99999) %}{% if 'xy' in t %}{% endif %}"
    "{% endfor %}",
    "a long text cut": "{% set t = 'x' * 99999 %}{% for a in range(99999) %}{% if t[1:] %}{% endif %}{% endfor %}",
    "texts split and kept": "{% set t = 'x ' * 99999 %}{% macro f() %}{% set q = t.split() %}{{ f() }}{% endmacro %}"
    "{{ f() }}{% for a in range(99999) %}{% set q = t.split() %}{% endfor %}",
    "a long text of its own": f"{{% for a in range(99999) %}}{'x' * 9999}{{% endfor %}}",
    "asked whether it has changed": "{% set t = 'x' * 99999 %}{% for a in range(99999) %}{% if loop.changed(t ~ a) %}"
    "{% endif %}{% endfor %}",
    "itself within itself": "{% include 'range-war/bomb.j2' %}",
    "a sum that is none": "{{ 1 + 'x' }}",
    "a part of nothing": "{{ 1 // 0 }}",
}


@pytest.mark.parametrize("bomb", BOMBS.values(), ids=BOMBS)
def test_a_template_spends_only_so_much(tmp_path, bomb):
    (tmp_path / "range-war").mkdir()
    (tmp_path / "range-war" / "bomb.j2").write_text(bomb)
    words = Words(game("range-war"), own=tmp_path)
    with pytest.raises(TemplateTrouble, match=r"range-war/bomb\.j2"):
        words.marked("range-war/bomb.j2")


@pytest.mark.parametrize(
    "half", ["{{ '\\ud800' }}", "{{ '%c'|format(55296) }}", "{% set x %}{{ '\\udfff' }}{% endset %}{{ x }}"]
)
def test_half_a_sign_is_written_as_a_sign_that_is_not_known(tmp_path, half):
    """No file and no mail can hold one."""
    (tmp_path / "range-war").mkdir()
    (tmp_path / "range-war" / "bomb.j2").write_text(half)
    assert "\N{REPLACEMENT CHARACTER}" in Words(game("range-war"), own=tmp_path).marked("range-war/bomb.j2")


def test_a_template_asks_facts_for_nothing_but_what_they_are(tmp_path):
    """A path, a game, a store that stands in a fact cannot be told to do anything."""
    (tmp_path / "range-war").mkdir()
    (tmp_path / "secret").write_text("hunter2")
    (tmp_path / "range-war" / "bomb.j2").write_text("{{ (notes.own / 'secret').read_text() }}")
    with pytest.raises(TemplateTrouble, match="not safely callable"):
        Words(game("range-war"), own=tmp_path).marked("range-war/bomb.j2", notes={"own": tmp_path})


def test_a_filter_that_is_not_on_the_list_is_named(tmp_path):
    (tmp_path / "range-war").mkdir()
    (tmp_path / "range-war" / "bomb.j2").write_text("{{ 'x'|center(99999999999) }}")
    with pytest.raises(TemplateTrouble, match="No filter named 'center'"):
        Words(game("range-war"), own=tmp_path).marked("range-war/bomb.j2")


def test_the_shipped_templates_call_what_is_on_the_list():
    """Else a report that only a rare case asks for would fail when it is wanted."""
    env = environment()
    for name in env.list_templates(extensions=["j2"]):
        tree = env.parse(env.loader.get_source(env, name)[0])
        # `own`: a paper's own words, which a template hands on to the one that it shares with others.
        macros = {one.target for one in tree.find_all(nodes.Import)} | {"loop", "self", "own"}
        for call in tree.find_all(nodes.Call):
            if isinstance(call.node, nodes.Getattr) and getattr(call.node.node, "name", "") not in macros:
                assert call.node.attr in METHODS, f"{name}, line {call.lineno}: {call.node.attr}"
        assert {one.name for one in tree.find_all(nodes.Filter)} <= set(env.filters), name


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


def test_a_template_that_uses_an_event_outside_of_a_macro_is_named(tmp_path, capsys):
    (tmp_path / "range-war").mkdir()
    (tmp_path / "range-war" / "events.j2").write_text("{{ e.detail }}\n{% macro game_begins(e) %}Go.{% endmacro %}\n")
    assert run(["templates", "check", "--folder", str(tmp_path), "--game", "range-war"]) == 1
    assert "range-war/events.j2, line 1: 'e' is undefined" in capsys.readouterr().out
