"""Nothing in the Judge is too large to be read at once, or called with a row of values nobody can tell apart."""

import ast
from itertools import takewhile
from pathlib import Path

import pytest

from tests.source import Module, modules

LINES_OF_A_FILE = 500
LINES_OF_A_FUNCTION = 60
PARAMETERS = 7
POSITIONAL_FIELDS = 6
SIGNS_OF_A_LINE = 120
GRAMMARS = sorted((Path(__file__).parents[1] / "judge").rglob("*.lark"))


def too_large(module: Module):
    """What is over a limit, as (name of the thing, what is wrong with it)."""
    if (lines := len(module.text.splitlines())) > LINES_OF_A_FILE:
        yield module.where, f"{lines} lines, {LINES_OF_A_FILE} are the most"
    for node in ast.walk(module.tree):
        name = f"{module.where}:{getattr(node, 'name', '')}"
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            lines = node.end_lineno - node.lineno + 1
            if lines > LINES_OF_A_FUNCTION:
                yield name, f"{lines} lines, {LINES_OF_A_FUNCTION} are the most"
            if (count := len(parameters(node.args))) > PARAMETERS:
                yield name, f"{count} parameters, {PARAMETERS} are the most"
        elif isinstance(node, ast.ClassDef) and (count := positional_fields(node)) > POSITIONAL_FIELDS:
            yield name, f"{count} fields by position, {POSITIONAL_FIELDS} are the most (kw_only=True, or _: KW_ONLY)"


def parameters(args: ast.arguments):
    """Without `self` and `cls`."""
    found = [*args.posonlyargs, *args.args]
    return [
        *(found[1:] if found and found[0].arg in ("self", "cls") else found),
        *args.kwonlyargs,
        *(one for one in (args.vararg, args.kwarg) if one),
    ]


def positional_fields(node: ast.ClassDef) -> int:
    """How many values its constructor takes by position."""
    for one in node.body:
        if isinstance(one, ast.FunctionDef) and one.name == "__init__":
            return len(one.args.posonlyargs) + len(one.args.args) - 1
    decorators = [ast.unparse(one) for one in node.decorator_list]
    made = next((one for one in decorators if one.split("(")[0].endswith("dataclass")), None)
    if made is None and not any(ast.unparse(base).endswith("NamedTuple") for base in node.bases):
        return 0
    if made and "kw_only=True" in made:
        return 0
    fields = [one for one in node.body if isinstance(one, ast.AnnAssign)]
    fields = list(takewhile(lambda one: not ast.unparse(one.annotation).endswith("KW_ONLY"), fields))
    skipped = ("ClassVar", "init=False", "kw_only=True")
    return sum(not any(word in ast.unparse(one) for word in skipped) for one in fields)


def test_nothing_is_too_large():
    wrong = sorted(f"judge/{name}: {said}" for module in modules() for name, said in too_large(module))
    assert not wrong, "\n".join(wrong)


FIELDS = "\n".join(f"    field_{number}: int" for number in range(7))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("x = 1\n" * 501, "501 lines"),
        ("def long():\n" + "    x = 1\n" * 60, "61 lines"),
        ("def wide(a, b, c, d, *, e, f, g, **more): ...", "8 parameters"),
        ("class A:\n    async def wide(self, a, b, c, d, e, f, g, h): ...", "8 parameters"),
        (f"@dataclass(frozen=True)\nclass A:\n{FIELDS}", "7 fields"),
        (f"class A(NamedTuple):\n{FIELDS}", "7 fields"),
        ("class A:\n    def __init__(self, a, b, c, d, e, f, g): ...", "7 fields"),
    ],
)
def test_what_is_too_large_is_found(text, said):
    ((_, complaint),) = too_large(Module("judge.a", "a.py", text, ast.parse(text)))
    assert said in complaint


@pytest.mark.parametrize(
    "text",
    [
        "x = 1\n" * 500,
        "def long():\n" + "    x = 1\n" * 59,
        "class A:\n    def wide(self, a, b, c, d, e, f, g): ...",
        f"@dataclass(kw_only=True)\nclass A:\n{FIELDS}",
        f"@dataclass\nclass A:\n    first: int\n    _: KW_ONLY\n{FIELDS}",
        "class A:\n    def __init__(self, a, b, c, *, d, e, f, g): ...",
    ],
)
def test_what_is_just_within_is_let_through(text):
    assert not list(too_large(Module("judge.a", "a.py", text, ast.parse(text))))


def test_no_line_of_a_grammar_is_too_long():
    assert GRAMMARS
    long = [
        f"{path.name}:{number}: {len(line)} signs: python tools/wrap_grammars.py"
        for path in GRAMMARS
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if len(line) > SIGNS_OF_A_LINE
    ]
    assert not long, "\n".join(long)
