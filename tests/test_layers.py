"""Imports point inward only, and the inner layers never touch the world."""

import ast

import pytest

from tests.source import Module, imports, layer_of, modules

# Inner to outer: a layer may import from itself and from those before it.
LAYERS = (
    "adjudicator",
    "grammar",
    "drawing",
    "variants",
    "package",
    "private",
    "shelf",
    "batch",
    "interop",
    "club",
    "store",
    "report",
    "scenario",
    "mail",
    "office",
    "forum",
    "chats",
    "campaign",
    "serve",
    "web",
    "cli",
)
INNER = ("adjudicator", "grammar", "drawing", "variants")
# Range War builds on Diplomacy; no other game imports another.
BUILT_ON = {("range_war", "diplomacy")}
WORLD = {
    "random", "secrets", "time", "datetime", "os", "io", "pathlib", "socket", "subprocess", "tempfile", "shutil",
    "asyncio", "threading", "uuid", "locale", "logging", "sqlite3", "glob", "urllib", "http", "ssl", "sys",
}  # fmt: skip
WORLD_BUILTINS = {"open", "input", "print", "exec", "eval", "__import__", "id", "hash"}


def outward(module: Module):
    """Imports of a layer further out, and relative ones, which hide where they point."""
    for name, line in imports(module):
        if name.startswith("."):
            yield f"{module.where}:{line}: a relative import"
        elif (other := layer_of(name)) and LAYERS.index(other) > LAYERS.index(module.layer):
            yield f"{module.where}:{line}: {module.layer} imports {other}, which lies further out"


def other_games(module: Module):
    own = module.name.split(".")
    for name, line in imports(module):
        other = name.split(".")
        if (
            own[1:2] == other[1:2] == ["variants"]
            and min(len(own), len(other)) > 2
            and own[2] != other[2]
            and (own[2], other[2]) not in BUILT_ON
        ):
            yield f"{module.where}:{line}: {own[2]} imports {other[2]}"


def the_world(module: Module):
    for name, line in imports(module):
        if name.split(".")[0] in WORLD:
            yield f"{module.where}:{line}: {module.layer} imports {name}"
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in WORLD_BUILTINS:
            yield f"{module.where}:{node.lineno}: {module.layer} calls {node.func.id}()"


PATTERNS = {
    "judge.grammar.shapes": "a terminal of a grammar is a pattern",
    "judge.grammar.finding": "a line is cut into words and marks",
    "judge.grammar.marking": "a coast is glued to its name: Spa/sc, StP(NC)",
    "judge.grammar.text": "arrows, list numbers and comments are made plain before anything is read",
    "judge.campaign.thread": "what boards write around a post, as their programs print it",
}
"""Where what players write meets a regular expression, and why. Everything else of it is read by grammars."""
OF_OTHERS = {
    "judge.grammar.document": "documents of game masters: YAML",
    "judge.grammar.scanning": "tells by their first letters which words of a grammar may begin",
    "judge.grammar.syntax": "prints grammars",
    "judge.grammar.source": "puts the lines of a grammar's patterns together",
    "judge.grammar.terminals": "finds the words of a grammar with which phrases begin",
    "judge.campaign.seating": "mail addresses",
    "judge.campaign.withheld": "tokens, links and reply addresses, to leave them out",
    "judge.campaign.foreign": "files of other programs",
    "judge.campaign.choosing": "what a game master asks of a list of games",
}
"""What reads nothing that players write as orders or commands."""
READING = (
    "judge.variants.", "judge.grammar.", "judge.campaign.", "judge.serve.commands.", "judge.serve.twice",
    "judge.serve.desk", "judge.mail.language", "judge.mail.forms", "judge.mail.hearing",
    "judge.mail.correcting", "judge.mail.understood", "judge.mail.kinds", "judge.mail.suggesting",
)  # fmt: skip
"""What reads orders and commands."""


def patterns(module: Module):
    """Regular expressions where orders and commands are read."""
    if not module.name.startswith(READING) or module.name in PATTERNS | OF_OTHERS:
        return
    for name, line in imports(module):
        if name.split(".")[0] in ("re", "regex", "fnmatch"):
            yield f"{module.where}:{line}: what players write is read by a grammar in judge/grammar, not by {name}"


def circle(graph):
    """The first circle of imports found, as the modules along it."""
    done: set[str] = set()

    def visit(name: str, trail: tuple[str, ...]) -> tuple[str, ...]:
        if name in trail:
            return (*trail[trail.index(name) :], name)
        if name not in done:
            for other in sorted(graph.get(name, ())):
                if found := visit(other, (*trail, name)):
                    return found
            done.add(name)
        return ()

    return next((found for name in sorted(graph) if (found := visit(name, ()))), ())


def test_every_module_is_in_a_layer():
    stray = [module.where for module in modules() if module.layer and module.layer not in LAYERS]
    assert not stray, f"in no known layer: {stray}"


def test_imports_point_inward():
    wrong = [said for module in modules() if module.layer for said in outward(module)]
    assert not wrong, "\n".join(wrong)


def test_games_do_not_import_each_other():
    wrong = [said for module in modules() for said in other_games(module)]
    assert not wrong, "\n".join(wrong)


def test_inner_layers_touch_nothing():
    wrong = [said for module in modules() if module.layer in INNER for said in the_world(module)]
    assert not wrong, "\n".join(wrong)


def test_what_players_write_is_read_by_grammars():
    wrong = [said for module in modules() for said in patterns(module)]
    assert not wrong, "\n".join(wrong)
    assert len(PATTERNS) <= 5
    reading = {module.name for module in modules() if {"re", "fnmatch"} & {name for name, _ in imports(module)}}
    gone = (PATTERNS | OF_OTHERS).keys() - reading
    assert not gone, f"need no place on the list any more: {sorted(gone)}"


def test_no_import_circle():
    found = circle({module.name: {name for name, _ in imports(module)} for module in modules()})
    assert not found, f"import circle: {' -> '.join(found)}"


def module(name: str, text: str) -> Module:
    return Module(name, name.replace(".", "/") + ".py", text, ast.parse(text))


@pytest.mark.parametrize(
    ("rule", "name", "text", "said"),
    [
        (outward, "judge.mail.send", "from judge.office import Office", "mail imports office, which lies further out"),
        (outward, "judge.mail.send", "def f():\n    from judge import cli", "mail imports cli"),
        (outward, "judge.mail.send", "from . import fetch", "a relative import"),
        (other_games, "judge.variants.land_barons.game", "import judge.variants.diplomacy.state", "imports diplomacy"),
        (the_world, "judge.variants.toy.game", "from datetime import date", "variants imports datetime"),
        (patterns, "judge.serve.commands.press", "import re", "is read by a grammar"),
        (patterns, "judge.variants.toy.reading", "from re import compile", "is read by a grammar"),
        (the_world, "judge.grammar.text", "seen = {id(one) for one in ()}", "grammar calls id()"),
    ],
)
def test_what_is_forbidden_is_found(rule, name, text, said):
    (found,) = list(rule(module(name, text)))[-1:]
    assert said in found


@pytest.mark.parametrize(
    ("rule", "name", "text"),
    [
        (outward, "judge.office.house", "from judge.mail.headers import domain\nfrom judge.office import imap"),
        (outward, "judge.variants.toy.pictures", "from judge.drawing import shapes"),
        (outward, "judge.grammar.text", "if TYPE_CHECKING:\n    from judge.cli import main"),
        (other_games, "judge.variants.range_war.game", "from judge.variants.diplomacy.state import State"),
    ],
)
def test_what_is_allowed_is_let_through(rule, name, text):
    assert not list(rule(module(name, text)))


def test_a_circle_is_found():
    assert circle({"a": {"b"}, "b": {"c"}, "c": {"b"}}) == ("b", "c", "b")
    assert circle({"a": {"b", "c"}, "b": {"c"}, "c": set()}) == ()
