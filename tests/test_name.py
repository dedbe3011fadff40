"""The package is the-judge: on PyPI `judge` is a stranger's, whose files would overwrite ours."""

import re
import sys
import tomllib
from pathlib import Path

import pytest

from judge import package
from judge.mail.pgp import NoPgp, library
from judge.mail.signature import NoDkim, Signatures

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS = PROJECT["optional-dependencies"]
STRANGER = re.compile(
    rf"(?<![\w-])judge\[(?:{'|'.join(EXTRAS)})\b|\b(?:pipx?|uv tool|pip3)(?: -\S+)* install (?:-\S+ )*['\"]?judge\b"
)
TEXT = {".py", ".md", ".yaml", ".yml", ".toml", ".txt", ".html", ".j2", ".service", ".sh", ".lark", ""}


def files():
    """Every text of the checkout that people read."""
    for folder in ("judge", "docs", "templates", "maps", "deploy", "examples", "tools", "bench", "tests"):
        yield from sorted(path for path in (ROOT / folder).rglob("*") if path.is_file() and path.suffix in TEXT)
    yield from (ROOT / name for name in ("README.md", "CHANGELOG.md", "Makefile", "pyproject.toml"))


def test_no_page_and_no_message_names_the_strangers_package():
    wrong = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()}"
        for path in files()
        if path != Path(__file__).resolve()
        for number, line in enumerate(path.read_text(encoding="utf-8", errors="replace").splitlines(), 1)
        if STRANGER.search(line)
    ]
    assert not wrong, "the package is the-judge:\n" + "\n".join(wrong)


@pytest.mark.parametrize(
    "said", ["judge[pgp]", "`judge[dkim,pgp]`", "pip install judge", "pipx install 'judge'", "pip install -U judge"]
)
def test_the_wrong_name_is_seen(said):
    assert STRANGER.search(said)


@pytest.mark.parametrize("said", ["the-judge[pgp]", "pip install the-judge", "pip install .", "pip uninstall judge"])
def test_the_right_name_is_let_through(said):
    assert not STRANGER.search(said)


def test_the_name_is_the_one_the_package_is_built_with(monkeypatch):
    assert package.package() == PROJECT["name"]
    monkeypatch.setattr(package, "entry_points", lambda **_: ())
    assert package.package() == PROJECT["name"]


def test_who_lacks_an_optional_package_is_told_ours(monkeypatch):
    monkeypatch.setitem(sys.modules, "dkim", None)
    monkeypatch.setitem(sys.modules, "pysequoia", None)
    with pytest.raises(NoDkim, match=r"pip install 'the-judge\[dkim\]'"):
        Signatures()
    with pytest.raises(NoPgp, match=r"pip install 'the-judge\[pgp\]'"):
        library()


def test_every_extra_a_message_asks_for_is_one_of_ours():
    asked = {
        name
        for path in (ROOT / "judge").rglob("*.py")
        for name in re.findall(r"\binstall\(['\"](\w+)['\"]\)", path.read_text(encoding="utf-8"))
    }
    assert asked == set(EXTRAS)
