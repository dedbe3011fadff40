"""Imports point inward only, and the three inner layers never touch the world."""

import ast
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parent.parent / "judge"

# Inner to outer: a layer may import from itself and from those before it.
LAYERS = (
    "adjudicator",
    "grammar",
    "variants",
    "package",
    "shelf",
    "batch",
    "interop",
    "store",
    "report",
    "scenario",
    "mail",
    "office",
    "forum",
    "campaign",
    "serve",
    "cli",
)
INNER = ("adjudicator", "grammar", "variants")
# `judge.adjudicator.protocol` names the Document type for annotations alone, under TYPE_CHECKING.
WORLD = {
    "random", "secrets", "time", "datetime", "os", "io", "pathlib", "socket", "subprocess", "tempfile", "shutil",
    "asyncio", "threading", "uuid", "locale", "logging", "sqlite3", "glob", "urllib", "http", "ssl", "sys",
}  # fmt: skip
# Lark grammars ride inside the package and are read once at import; nothing else may be.
WORLD_BUILTINS = {"open", "input", "print", "exec", "eval", "__import__", "id", "hash"}


def modules():
    return sorted(PACKAGE.rglob("*.py"))


def layer_of(name: str) -> str | None:
    parts = name.split(".")
    return parts[1] if len(parts) > 1 and parts[0] == "judge" else None


def imports(path: Path):
    """Every imported module outside `if TYPE_CHECKING:`, with its line."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    hidden = {
        id(child)
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
        for child in ast.walk(node)
    }
    for node in ast.walk(tree):
        if id(node) in hidden:
            continue
        if isinstance(node, ast.Import):
            yield from ((alias.name, node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno}: relative import"
            yield (node.module or "", node.lineno)
            if node.module == "judge":
                yield from ((f"judge.{alias.name}", node.lineno) for alias in node.names)


def module_name(path: Path) -> str:
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@pytest.mark.parametrize("path", modules(), ids=module_name)
def test_imports_point_inward(path):
    own = layer_of(module_name(path))
    if own is None or own.startswith("__"):
        return
    assert own in LAYERS, f"{path} is in no known layer"
    for name, line in imports(path):
        other = layer_of(name)
        if other is not None and not other.startswith("__"):
            assert LAYERS.index(other) <= LAYERS.index(own), f"{path}:{line}: {own} imports {other}"


@pytest.mark.parametrize("path", modules(), ids=module_name)
def test_games_do_not_import_each_other(path):
    """Range War builds on Diplomacy; no other game imports another."""
    parts = module_name(path).split(".")
    if parts[:2] != ["judge", "variants"] or len(parts) < 4:
        return
    for name, line in imports(path):
        other = name.split(".")
        if other[:2] == ["judge", "variants"] and len(other) > 2 and other[2] != parts[2]:
            assert (parts[2], other[2]) == ("range_war", "diplomacy"), f"{path}:{line}: {parts[2]} imports {other[2]}"


@pytest.mark.parametrize("path", [path for path in modules() if layer_of(module_name(path)) in INNER], ids=module_name)
def test_inner_layers_touch_nothing(path):
    for name, line in imports(path):
        assert name.split(".")[0] not in WORLD, f"{path}:{line}: imports {name}"
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            assert node.func.id not in WORLD_BUILTINS, f"{path}:{node.lineno}: calls {node.func.id}"


def test_no_import_cycle():
    graph = {module_name(path): {name for name, _ in imports(path) if name.startswith("judge")} for path in modules()}
    done: set[str] = set()

    def visit(name: str, trail: tuple[str, ...]) -> None:
        assert name not in trail, f"import cycle: {' -> '.join((*trail[trail.index(name) :], name))}"
        if name in done or name not in graph:
            return
        for other in graph[name]:
            visit(other, (*trail, name))
        done.add(name)

    for name in sorted(graph):
        visit(name, ())
