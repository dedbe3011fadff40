"""docs/gm-guide.md: every command in it is run, in order, and prints what stands below it."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
GUIDE = ROOT / "docs" / "gm-guide.md"


def sessions(text):
    """(command, expected lines) of every console block, in order."""
    found = []
    for block in re.findall(r"```console\n(.*?)```", text, re.DOTALL):
        for line in block.splitlines():
            if line.startswith("$ "):
                found.append([line[2:], []])
            elif line.startswith("> ") or line == ">":
                found[-1][0] += "\n" + line[2:]
            else:
                found[-1][1].append(line)
    return [(command, lines) for command, lines in found]


def pattern(lines):
    """Expected lines with `…` for anything; a line of `…` alone stands for any number of lines."""
    parts = []
    for line in lines:
        if line == "…":
            parts.append(r"(?:.*\n)*?")
        else:
            parts.append(".*".join(map(re.escape, line.split("…"))) + r"\n")
    return "".join(parts)


@pytest.fixture
def shell(tmp_path):
    """A shell in an empty folder in which `judge` is this checkout, at nine in the morning of 1 March 2027."""
    programs = tmp_path / "bin"
    programs.mkdir()
    judge = programs / "judge"
    judge.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m judge "$@"\n')
    judge.chmod(0o755)
    environment = {
        **os.environ,
        "PATH": f"{programs}:{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT),
        "JUDGE_NOW": "2027-03-01T09:00:00Z",
    }
    environment.pop("JUDGE_CAMPAIGN", None)
    at = tmp_path

    def run(command):
        nonlocal at
        if command.startswith("cd "):
            at = at / command[3:]
            return "", 0
        done = subprocess.run(
            ["bash", "-c", command], cwd=at, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            text=True, timeout=120, check=False,
        )  # fmt: skip
        return done.stdout, done.returncode

    return run


def test_the_walk_through_prints_what_it_says(shell):
    commands = sessions(GUIDE.read_text())
    assert len(commands) > 40
    for command, lines in commands:
        said, status = shell(command)
        expected = 0
        if lines and re.fullmatch(r"\[\d\]", lines[0]):
            expected = int(lines[0][1])
            lines = lines[1:]
        assert status == expected, f"$ {command}\n{said}"
        # What is shown is the beginning of what is printed, unless it ends in a line of dots.
        if lines:
            assert re.match(pattern(lines), said), f"$ {command}\n{said}\nexpected:\n" + "\n".join(lines)


def test_the_guide_shows_a_rollback_a_replacement_an_edit_and_a_verify():
    commands = [command for command, _ in sessions(GUIDE.read_text())]
    for wanted in (
        "judge rollback",
        "judge seat replace",
        "judge position north --load",
        "judge verify",
        "judge start",
    ):
        assert any(wanted in command for command in commands), wanted
