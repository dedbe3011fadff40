"""What nothing in the Judge uses is not in the Judge: whatever only a test calls is dead."""

import ast
import re
from fnmatch import fnmatchcase
from pathlib import Path

import pytest
from vulture import Vulture

from judge.variants import GAMES
from tests.source import modules

ROOT = Path(__file__).resolve().parent.parent

# Used by what vulture does not read. A name may stand for a pattern of names; why stands beside it.
LIVING = {
    "handle_*": "aiosmtpd calls them",
    "mechanism": "aiosmtpd gives it by position",
    "anything": "what a context manager is given when it ends",
    "format_commands": "click asks for it",
    "ignore_aliases": "PyYAML asks for it",
    "code_generator_class": "jinja2 reads it",
    "template_class": "jinja2 reads it",
    "intercepted_binops": "jinja2 reads it",
    "is_safe_callable": "jinja2 asks for it",
    "*_bytecode": "jinja2 asks for it",
    "weighed": "compiled templates ask for it",
    "normalise_times": "imapclient reads it",
    "asctime": "logging reads it",
    "_build_*": "lark asks for it",
    "disabled": "logging reads it",
    "action_space": "PettingZoo asks for it",
    "observation_space": "PettingZoo asks for it",
    "render_mode": "PettingZoo asks for it",
    "should_exit": "uvicorn looks at it",
    "total_tokens": "anyio looks at it",
    "isolation_level": "the driver of SQLite reads it",
    "autocommit": "the driver of PostgreSQL reads it",
    "deliver": "benches and tests put a mail into the post office without a connection",
    "knots": "the kernel's oracle counts how often the hard path was taken",
}
# Click registers these.
DECORATORS = ["@click.*", "@*.command", "@*.group", "@*.callback", "@at_table"]

# Dead and not yet buried, by folder. What is gone is taken out (a test asks for it); nothing is ever added.
DEAD: set[str] = set()


def unused(folder: Path) -> set[str]:
    """Every name in a folder that is made and never used there, as `file:name`."""
    vulture = Vulture(ignore_decorators=DECORATORS)
    vulture.scavenge([folder])
    return {
        f"{Path(one.filename).resolve().relative_to(folder.resolve()).as_posix()}:{one.name}"
        for one in vulture.get_unused_code(min_confidence=60)
    }


def meant_by(pattern: str, found: set[str]) -> set[str]:
    return {one for one in found if fnmatchcase(one.rpartition(":")[2], pattern)}


def in_templates() -> set[str]:
    """The names that templates read: facts of events, fields of views."""
    tags = re.compile(r"{[{%].*?[%}]}", re.DOTALL)
    return {
        name
        for path in (ROOT / "templates").rglob("*.*")
        for tag in tags.findall(path.read_text(encoding="utf-8"))
        for name in re.findall(r"\b[a-z_]\w*", tag)
    }


def keys_of_mappings() -> set[str]:
    """The fields of TypedDicts, which are read as `letters["size"]`."""
    return {
        field.target.id
        for module in modules()
        for node in ast.walk(module.tree)
        if isinstance(node, ast.ClassDef) and any(ast.unparse(base) == "TypedDict" for base in node.bases)
        for field in node.body
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name)
    }


@pytest.fixture(scope="module")
def found():
    return unused(ROOT / "judge")


def test_everything_is_used(found):
    elsewhere = {one for name in LIVING for one in meant_by(name, found)}
    games = {entry.place.partition(":")[2] for entry in GAMES.values()}
    named = in_templates() | keys_of_mappings() | games
    dead = sorted(one for one in found - elsewhere - DEAD if one.rpartition(":")[2] not in named)
    assert not dead, "nothing in judge/ uses these:\n" + "\n".join(f"judge/{one}" for one in dead)


def test_what_is_buried_is_off_the_list(found):
    gone = sorted(DEAD - found)
    assert not gone, f"take these out of DEAD: {gone}"


def test_every_name_on_the_list_of_the_living_is_needed(found):
    idle = [name for name in LIVING if not meant_by(name, found)]
    assert not idle, f"take these out of LIVING: {idle}"


def test_a_dead_function_is_found(tmp_path):
    (tmp_path / "house.py").write_text("def lived_in():\n    return 1\n\n\ndef empty():\n    return lived_in()\n")
    assert unused(tmp_path) == {"house.py:empty"}
