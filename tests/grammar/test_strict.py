"""Every grammar says one thing: no word is two terminals, no order has two shapes.

Lark looks for both only where `interegular` is at hand, which makes every other build of a grammar ten times as slow;
so it lies in a folder of its own (`make strict`), which one process here sees.
"""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
STRICT = ROOT / ".venv-strict"
GRAMMARS = sorted((ROOT / "judge").rglob("*.lark"))
BUILD = """
import json, sys
import interegular
from lark import Lark

said = {}
for path in sys.argv[1:]:
    try:
        Lark.open(path, parser="lalr", maybe_placeholders=False, strict=True)
    except Exception as error:
        said[path] = f"{type(error).__name__}: {error}"
print(json.dumps(said))
"""
pytestmark = pytest.mark.skipif(
    not (STRICT / "interegular").is_dir() and not os.environ.get("JUDGE_REQUIRE_SERVERS"),
    reason="no interegular here: `make strict` puts it into a folder of its own",
)


def built(*paths: Path) -> dict[str, str]:
    """What a strict build finds wrong, by grammar."""
    assert (STRICT / "interegular").is_dir(), "interegular is not in .venv-strict: make strict"
    done = subprocess.run(
        [sys.executable, "-c", BUILD, *map(str, paths)],
        env={**os.environ, "PYTHONPATH": str(STRICT)}, capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return {Path(path).name: said for path, said in json.loads(done.stdout).items()}


def text_of(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def test_every_grammar_says_one_thing():
    whole = [path for path in GRAMMARS if re.search(r"^\??start\b", text_of(path), re.MULTILINE)]
    parts = [path for path in GRAMMARS if path not in whole]
    imported = {name for path in whole for name in re.findall(r"^%import \.(\w+)", text_of(path), re.MULTILINE)}
    assert not [path.name for path in parts if path.stem not in imported], "no rule `start`, and no grammar imports it"
    wrong = built(*whole)
    assert not wrong, "\n\n".join(f"{name}: {said}" for name, said in wrong.items())


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        ('start: GO | STAY\nGO: /go(es)?/\nSTAY: /goes|stays/\n%ignore " "', "goes"),
        ('start: list\nlist: list "and" list | WORD\nWORD: "x"', "Shift/Reduce"),
    ],
)
def test_what_says_two_things_is_found(tmp_path, rules, said):
    (tmp_path / "two.lark").write_text(rules)
    assert said in built(tmp_path / "two.lark")["two.lark"]


def test_it_lies_apart_from_everything_else():
    assert subprocess.run([sys.executable, "-I", "-c", "import interegular"], capture_output=True).returncode != 0, (
        "interegular slows every grammar down tenfold: pip uninstall interegular"
    )
