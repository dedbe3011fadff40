"""Every command the README shows is run, in order, in an empty folder."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def blocks(text):
    """The console blocks, each as a list of (command, lines typed into it)."""
    for block in re.findall(r"```console\n(.*?)```", text, re.DOTALL):
        commands = []
        for line in block.splitlines():
            if line.startswith("$ "):
                commands.append([line[2:], []])
            elif line.startswith("> "):
                commands[-1][1].append(line[2:])
        yield commands


def test_the_tour_can_be_followed(tmp_path):
    folder = tmp_path
    (tmp_path / "bin").mkdir()
    judge = tmp_path / "bin" / "judge"
    judge.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m judge "$@"\n')
    judge.chmod(0o755)
    env = {**os.environ, "PATH": f"{tmp_path / 'bin'}:{os.environ['PATH']}", "PYTHONPATH": str(ROOT)}
    env.pop("JUDGE_CAMPAIGN", None)
    seen = {}
    for commands in blocks((ROOT / "README.md").read_text(encoding="utf-8")):
        for command, typed in commands:
            if command.startswith("cd "):
                folder = folder / command[3:]
                continue
            script = "\n".join((command, *typed))
            done = subprocess.run(
                ["sh", "-c", script], cwd=folder, env=env, capture_output=True, text=True, timeout=120, check=False
            )
            assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
            assert "Traceback" not in done.stderr
            seen[command] = done.stdout
    assert len(seen) >= 18
    entered = next(text for command, text in seen.items() if command.startswith("judge orders enter"))
    assert "G(Coo) S G(Lzy)-Mon" in entered
    assert "Did you mean Montana Valley" in entered
    assert "some lines were refused" in entered
    adjudicated = seen["judge adjudicate position.yaml orders.txt"]
    assert "A PAR - BUR" in adjudicated
    assert (folder / "map.png").read_bytes().startswith(b"\x89PNG")
    assert (folder / "site" / "spring" / "index.html").is_file()


def test_every_link_leads_somewhere():
    for page in (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))):
        text = page.read_text(encoding="utf-8")
        for target in re.findall(r"\]\(([^)#]+?)(?:#[^)]*)?\)", text):
            if not re.match(r"[a-z]+:", target):
                assert (page.parent / target).exists(), f"{page.relative_to(ROOT)}: {target}"
