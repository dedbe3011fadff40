"""Patterns of grammars that go on over several lines."""

from judge.grammar.source import Grammar, joined
from tools.wrap_grammars import WIDTH, wrapped

VERBS = "|".join(f"go(es)? {one}" for one in ("home", "north", "south", "east", "west", "away", "slowly", "back") * 3)
LONG = f'start: MOVE STOP?\nMOVE: /(({VERBS})( (now|at once))?|stays?)(?!\\w)/\nSTOP: "|" // a bar, as in a | b\n'


def test_a_pattern_may_go_on_in_lines_that_begin_with_space():
    grammar = Grammar("start: HOLD\nHOLD: /holds?\n      |stays?( at home\n        | put)?/\n")
    for said in ("hold", "stays at home", "stay put"):
        assert str(grammar.parse(said).children[0]) == said


def test_what_is_no_pattern_stays_on_its_lines():
    text = 'start: A\n     | B  // a / b\nA: "/"\n    | "x"\nB: /b/\n'
    assert joined(text) == text


def test_a_long_pattern_is_set_out_and_reads_the_same():
    lines = wrapped(LONG)
    assert max(map(len, lines.splitlines())) <= WIDTH
    assert joined(lines) == LONG
    assert str(Grammar(lines).parse("go home at once").children[0]) == "go home at once"


def test_no_space_of_a_pattern_is_lost_at_the_end_of_a_line():
    pattern = "|".join(f"word number {number} " for number in range(40))
    text = f"start: A\nA: /({pattern})/\n"
    assert joined(wrapped(text)) == text
