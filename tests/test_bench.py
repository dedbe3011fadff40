"""The table of `make bench`: ratios, each with what it is measured against."""

import ast
import re
from pathlib import Path

from bench.__main__ import main, modules
from bench.row import Row, table

ROOT = Path(__file__).resolve().parent.parent


def test_a_line_is_a_ratio_against_something_and_the_figure_for_orientation():
    said = table(
        [
            ("mail", Row("answers sent", "fast", 0.54321, "bare SMTP", 812.4, "/s")),
            ("store", Row("a letter taken", "long", 12.34, "a bare transaction", 3.0, "ms")),
        ]
    )
    assert said.splitlines() == [
        "",
        "mail",
        "  answers sent      0.54 x as fast as bare SMTP           (812 /s)",
        "",
        "store",
        "  a letter taken    12.3 x as long as a bare transaction  (3.00 ms)",
    ]


def test_every_part_makes_rows_and_nothing_else():
    for name in modules():
        tree = ast.parse((ROOT / "bench" / f"{name}.py").read_text(encoding="utf-8"))
        made = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Row"]
        assert made, name
        for node in made:
            assert len(node.args) == 6, f"bench/{name}.py, line {node.lineno}"
            assert ast.literal_eval(node.args[1]) in ("long", "fast", "much")


def test_every_part_has_its_section_on_the_page():
    page = (ROOT / "docs" / "performance.md").read_text(encoding="utf-8")
    for name in modules():
        assert f"`python -m bench {name}`" in page, name
    assert re.search(r"\b20\d\d\b", page), "a date"


def test_a_part_that_is_not_there(capsys):
    assert main(["chess"]) == 2
    assert "there is no chess" in capsys.readouterr().err
