"""Every example of docs/api.md runs and says what the page says."""

import json
import re
from pathlib import Path

import pytest

from judge.batch import adjudicate
from judge.batch.schema import SCHEMA
from judge.cli.main import judge

PAGE = (Path(__file__).resolve().parents[2] / "docs/api.md").read_text(encoding="utf-8")


def blocks(kind):
    return re.findall(rf"```{kind}\n(.*?)```", PAGE, re.S)


@pytest.mark.parametrize("code", blocks("python"))
def test_python_examples_run(code):
    exec(compile(code, "docs/api.md", "exec"), {})


def test_the_lines_are_what_batch_makes():
    given, made = (json.loads(text) for text in blocks("json"))
    assert adjudicate(given) == made


def test_the_commands_have_the_options_the_page_names():
    command = judge.get_command(None, "batch")
    known = {name for parameter in command.params for name in parameter.opts}
    named = set(re.findall(r"--[a-z-]+", "".join(blocks("sh"))))
    assert named
    assert named <= known
    assert "--compare" in known


def test_every_result_word_of_the_page_is_in_the_schema():
    pattern = SCHEMA["$defs"]["output"]["properties"]["results"]["additionalProperties"]["pattern"]
    for word in ("succeeds", "fails", "given", "cut", "available", "disrupted", "stands", "invalid", "illegal"):
        assert f"`{word}`" in PAGE
        assert re.fullmatch(pattern, word)
        assert re.fullmatch(pattern, f"{word}, dislodged")
