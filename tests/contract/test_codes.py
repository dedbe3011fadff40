"""Every way in which an order can be refused, warned of or fail is brought about by a test that names its code."""

import re
from pathlib import Path

import pytest

from judge.grammar.document import load
from judge.report.words import environment
from judge.variants import GAMES

ROOT = Path(__file__).resolve().parent.parent.parent

# What the game as it is shipped cannot bring about; the words stand ready for maps of a game master's own.
ONLY_ON_OTHER_MAPS = {
    "land-barons": {"ambiguous-unit"},  # no two kinds of unit share a beginning of three letters
    "gold-rush": {"ambiguous-scenery"},  # codes are unique, and names of scenery are optional
    "hell-on-wheels": {"ambiguous-town"},  # no two towns share a beginning of three letters
}


def codes_of(key):
    """The codes with words of their own: macros that take the facts of a problem."""
    source = environment().loader.get_source(environment(), f"{key}/problems.j2")[0]
    helpers = set(re.findall(r"\{\{[^}]*?\b([a-z_]+)\(p\)", source))
    return {name.replace("_", "-") for name in re.findall(r"macro (\w+)\(p\)", source) if name not in helpers}


def named_in(value, under=""):
    """Every text that a scenario expects as a code: below `refused`, `warned`, `reasons` and `lint`."""
    if isinstance(value, dict):
        for key, part in value.items():
            yield from named_in(part, under or (key if key in ("refused", "warned", "reasons", "lint") else ""))
    elif isinstance(value, list):
        for part in value:
            yield from named_in(part, under)
    elif under:
        yield str(value)


@pytest.mark.parametrize("key", sorted(GAMES))
def test_every_code_is_brought_about(key):
    codes = codes_of(key)
    assert len(codes) > 20
    named = set()
    for path in (ROOT / "tests" / key).glob("*.yaml"):
        named.update(named_in(load(path.read_text(encoding="utf-8"), path.name).value))
    # What no letter can bring about (faulty maps, orders out of place) is named in a test in Python.
    for path in (ROOT / "tests" / key).glob("*.py"):
        named.update(re.findall(r'"([a-z]+(?:-[a-z]+)+|[a-z]+)"', path.read_text(encoding="utf-8")))
    assert sorted(codes - named - ONLY_ON_OTHER_MAPS.get(key, set())) == []


@pytest.mark.parametrize("key", sorted(ONLY_ON_OTHER_MAPS))
def test_what_is_left_out_has_words(key):
    assert ONLY_ON_OTHER_MAPS[key] <= codes_of(key)
