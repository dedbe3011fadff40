"""Every grammar says one thing: no word is two terminals, no order has two shapes.

Lark looks for both only where `interegular` is at hand, which makes every other build of a grammar ten times as slow;
so it lies in a folder of its own (`make strict`), which one process here sees. Lists of words are compared as lists
(tests/grammar/collisions.py); a terminal with a part that asks what stands beside it is compared with nothing.
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
GRAMMARS = sorted(path for folder in ("judge", "tests") for path in (ROOT / folder).rglob("*.lark"))
BUILD = """
import json, sys
from interegular import comparator

from judge.grammar.source import OURS, Grammar

from tests.grammar.collisions import hasten

hasten(comparator)
wanted = json.loads(sys.argv[1])
said = []


def build(path, start):
    Grammar.open(path, parser="lalr", start=start, maybe_placeholders=False, import_paths=[OURS], strict=True)


for path, starts in wanted:
    try:
        build(path, starts)  # all at once: looking for words that are two terminals takes longest
        continue
    except Exception:
        pass
    for start in starts:
        try:
            build(path, start)
        except Exception as error:
            said.append(f"{path}, from {start}: {type(error).__name__}: {error}")
print(json.dumps(said))
"""
# What Lark settles, always in the same way, and what it comes to. Nothing is ever added, but what was always there and
# is found at last.
SETTLED = {
    "diplomacy.lark, from start": "`2 armies in Paris` and `attack Burgundy from Paris` take the place behind it",
    "land_barons.lark, from pay": "a colon behind `the rest` goes on with what is said of them",
    "request.lark, from start": "a lone apostrophe is a word",
    "gold_rush.lark, from go": "a comma behind `all but 2, 5` goes on with the figures",
    "mood.lark, from start": "a lone apostrophe is a sign",
    "range_war.lark, from start": "`both` takes the gangs behind it",
}
pytestmark = pytest.mark.skipif(
    not (STRICT / "interegular").is_dir() and not os.environ.get("JUDGE_REQUIRE_SERVERS"),
    reason="no interegular here: `make strict` puts it into a folder of its own",
)


def starts(path: Path) -> list[str]:
    """The rules no other rule uses: what a text is read by. Remarks use none."""
    rules = dict(
        re.findall(
            r"^[?!]*([a-z_][a-z0-9_]*)(?:\{.*?\})?(?:\.\d+)?\s*:(.*(?:\n\s+.*)*)",
            re.sub(r"(?m)^//.*", "", text_of(path)),
            re.MULTILINE,
        )
    )
    used = {word for name, body in rules.items() for word in re.findall(r"\w+", body) if word != name}
    return sorted(set(rules) - used)


def built(*paths: Path) -> list[str]:
    """What a strict build finds wrong, from every start."""
    assert (STRICT / "interegular").is_dir(), "interegular is not in .venv-strict: make strict"
    wanted = [(str(path), starts(path)) for path in paths if starts(path)]
    done = subprocess.run(
        [sys.executable, "-c", BUILD, json.dumps(wanted)],
        env={**os.environ, "PYTHONPATH": f"{STRICT}{os.pathsep}{ROOT}"},
        capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def text_of(path: Path) -> str:
    return path.read_text(encoding="utf-8")


@pytest.mark.long
def test_every_grammar_says_one_thing():
    assert {"diplomacy.lark", "range_war.lark"} <= {path.name for path in GRAMMARS}
    imported = {name for path in GRAMMARS for name in re.findall(r"^%import \.(\w+)", text_of(path), re.MULTILINE)}
    idle = [path.name for path in GRAMMARS if not starts(path) and path.stem not in imported]
    assert not idle, f"nothing is read by these, and no grammar imports them: {idle}"
    wrong = built(*GRAMMARS)
    new = [one for one in wrong if not any(one.partition(": ")[0].endswith(known) for known in SETTLED)]
    assert not new, "\n\n".join(new)
    assert len(wrong) == len(SETTLED), f"what no longer says two things is taken out of SETTLED: {wrong}"


def test_every_rule_that_reads_a_text_is_built():
    assert starts(ROOT / "judge" / "grammar" / "diplomacy.lark") == ["start"]


def test_a_grammar_may_read_several_kinds_of_text(tmp_path):
    (tmp_path / "forms.lark").write_text(
        "?bids: bid+\nbid: BID\n    | PASS\n!pay.2: PAY bid?\nBID: /b/\nPASS: /p/\nPAY: /y/"
    )
    assert starts(tmp_path / "forms.lark") == ["bids", "pay"]


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        ('start: GO | STAY\nGO: /go(es)?/\nSTAY: /goes|stays/\n%ignore " "', "goes"),
        ('start: list\nlist: list "and" list | WORD\nWORD: "x"', "Shift/Reduce"),
    ],
)
def test_what_says_two_things_is_found(tmp_path, rules, said):
    (tmp_path / "two.lark").write_text(rules)
    (found,) = built(tmp_path / "two.lark")
    assert said in found


def test_it_lies_apart_from_everything_else():
    assert subprocess.run([sys.executable, "-I", "-c", "import interegular"], capture_output=True).returncode != 0, (
        "interegular slows every grammar down tenfold: pip uninstall interegular"
    )
