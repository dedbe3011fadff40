"""Every game has an example, and it is what the Judge plays today, byte for byte."""

import pytest

from examples.make import EXAMPLES, main
from judge.variants import GAMES


@pytest.mark.parametrize("key", sorted(GAMES))
def test_the_example_is_played_again_byte_for_byte(key):
    example = EXAMPLES[key]
    made, there = dict(example.files()), example.there()
    assert sorted(made) == sorted(there)
    differing = [name for name, text in made.items() if there[name] != text]
    assert not differing, f"`make golden` writes {differing[:3]} again: look at what changed"


@pytest.mark.parametrize("key", sorted(GAMES))
def test_the_example_says_what_it_is(key):
    assert (EXAMPLES[key].folder / "README.md").read_text(encoding="utf-8").startswith("# ")


def test_an_unknown_example_is_named(capsys):
    assert main(["chess"]) == 2
    assert "there is no example chess" in capsys.readouterr().err
