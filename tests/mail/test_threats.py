"""The page of threats names tests that are there, and leaves no kind of threat without one."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "threats.md").read_text(encoding="utf-8")
ROWS = [line for line in PAGE.splitlines() if line.startswith("| ") and "---" not in line][1:]


def test_every_row_names_one_test():
    assert len(ROWS) >= 40
    assert [row for row in ROWS if len(re.findall(r"`tests/[\w/]+\.py::test_\w+`", row)) != 1] == []


@pytest.mark.parametrize("name", re.findall(r"`(tests/[\w/]+\.py::test_\w+)`", PAGE))
def test_the_test_is_there(name):
    path, _, function = name.partition("::")
    assert re.search(rf"^def {function}\(", (ROOT / path).read_text(encoding="utf-8"), re.M), f"{name} is not there"
