"""The Judge's own source, parsed once for the tests that read it."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

PACKAGE = Path(__file__).resolve().parent.parent / "judge"


class Module(NamedTuple):
    """One file of it."""

    name: str
    where: str
    text: str
    tree: ast.Module

    @property
    def layer(self) -> str:
        """`mail` of `judge.mail.send`, `shelf` of `judge.shelf`; empty for the package itself."""
        return layer_of(self.name)


@cache
def modules() -> tuple[Module, ...]:
    return tuple(_read(path) for path in sorted(PACKAGE.rglob("*.py")))


def _read(path: Path) -> Module:
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    text = path.read_text(encoding="utf-8")
    name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
    return Module(name, path.relative_to(PACKAGE).as_posix(), text, ast.parse(text))


def layer_of(name: str) -> str:
    parts = name.split(".")
    return parts[1] if len(parts) > 1 and parts[0] == "judge" and not parts[1].startswith("__") else ""


def imports(module: Module) -> Iterator[tuple[str, int]]:
    """Every module it imports outside `if TYPE_CHECKING:`, with the line."""
    hidden = {
        id(child)
        for node in ast.walk(module.tree)
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
        for child in ast.walk(node)
    }
    for node in ast.walk(module.tree):
        if id(node) in hidden:
            continue
        if isinstance(node, ast.Import):
            yield from ((alias.name, node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = "." * node.level + (node.module or "")
            yield (base, node.lineno)
            if base == "judge":
                yield from ((f"judge.{alias.name}", node.lineno) for alias in node.names)
