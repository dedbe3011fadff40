"""What is asked of the database is written in judge/store and nowhere else."""

import ast
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent / "judge"
OF_THE_STORE = ("judge.store.tables", "judge.store.migrations", "judge.store.triggers")


def imported(path):
    """Every module and name that a file imports, wherever in it."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def test_only_the_store_knows_sqlalchemy_and_the_tables():
    found = [
        f"{path.relative_to(PACKAGE)} imports {name}"
        for path in sorted(PACKAGE.rglob("*.py"))
        if path.parent != PACKAGE / "store"
        for name in imported(path)
        if name.partition(".")[0] == "sqlalchemy" or name in OF_THE_STORE
    ]
    assert found == []
