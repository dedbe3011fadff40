"""What a page shows, pasted into a shell as it is written.

    python tools/paste.py README.md docs/gm-guide.md     # in an empty folder, with `judge` at hand

A block marked `sh` is what a reader pastes, whole. A block marked `text` right below it is what the last command of it
prints: `…` stands for what differs from run to run, a line of `…` alone for any lines, and the end may be left out.
`text exit=1` says that the command ends with that status. All blocks of a page go into one shell, one after another.
"""

from __future__ import annotations

import re
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

BLOCK = re.compile(r"^```(\w+)?([^\n]*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)


@dataclass(frozen=True)
class Block:
    """What is pasted, what it is said to print, and how its last command is said to end."""

    typed: str
    shown: tuple[str, ...] | None = None
    status: int = 0

    @property
    def pattern(self) -> str:
        """The beginning of what is printed, as an expression."""
        parts = []
        for line in self.shown or ():
            parts.append(r"(?:.*\n)*?" if line == "…" else ".*".join(map(re.escape, line.split("…"))) + r"\n")
        return "".join(parts)


@dataclass(frozen=True)
class Said:
    """What a block printed, which of its commands failed, and how long it took."""

    block: Block
    text: str
    failed: tuple[str, ...]
    seconds: float

    @property
    def as_shown(self) -> bool:
        """Whether the page shows the beginning of what was printed; of the last command, where there are several."""
        if re.match(self.block.pattern, self.text):
            return True
        several = len([*typed(self.block)]) > 1
        return several and re.search("^" + self.block.pattern, self.text, re.MULTILINE) is not None

    @property
    def wrong(self) -> str:
        """What is not as the page says, in words; nothing when all is."""
        if self.block.status == 0 and self.failed:
            return f"failed: {'; '.join(self.failed)}"
        if self.block.status and not any(one.startswith(f"{self.block.status} ") for one in self.failed):
            return f"was to end with {self.block.status}"
        return ""


def blocks(text: str) -> Iterator[Block]:
    """Every block of a page that is pasted, in order."""
    waiting: str | None = None
    end = 0
    for found in BLOCK.finditer(text):
        kind, info, body = found[1], found[2], found[3]
        if waiting is not None:
            status = re.search(r"exit=(\d)", info)
            if kind == "text" and not text[end : found.start()].strip():
                yield Block(waiting, tuple(body.splitlines()), int(status[1]) if status else 0)
                waiting = None
                continue
            yield Block(waiting)
            waiting = None
        if kind == "sh":
            waiting, end = body, found.end()
    if waiting is not None:
        yield Block(waiting)


def commands(text: str) -> Iterator[str]:
    """Every command line of a page, without what is typed into files."""
    for block in blocks(text):
        yield from typed(block)


def typed(block: Block) -> Iterator[str]:
    """Every command line of a block."""
    ending = ""
    for line in block.typed.splitlines():
        if ending:
            ending = "" if line == ending else ending
            continue
        opened = re.search(r"<<'?(\w+)'?", line)
        ending = opened[1] if opened else ""
        if line.strip() and not line.startswith("#"):
            yield line


def pasted(text: str, folder: Path, environment: Mapping[str, str]) -> Iterator[Said]:
    """Paste every block into one shell and wait for its prompt, as a person would."""
    failures = folder / ".failures"
    shell = subprocess.Popen(
        ["bash", "--noprofile", "--norc"],
        cwd=folder, env=dict(environment), text=True, encoding="utf-8",
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip
    assert shell.stdin is not None
    assert shell.stdout is not None
    try:
        shell.stdin.write(f"trap 'echo \"$? $BASH_COMMAND\" >> {failures}' ERR\n")
        for number, block in enumerate(blocks(text)):
            failures.write_text("", encoding="utf-8")
            began = time.monotonic()
            mark = f"--- pasted {number} ---"
            shell.stdin.write(f"{block.typed}printf '%s\\n' '{mark}'\n")
            shell.stdin.flush()
            lines = []
            for line in shell.stdout:
                if line.rstrip("\n").endswith(mark):
                    lines.append(line.rstrip("\n").removesuffix(mark))
                    break
                lines.append(line)
            else:
                raise RuntimeError(f"the shell ended in\n{block.typed}\n{''.join(lines)}")
            failed = tuple(failures.read_text(encoding="utf-8").splitlines())
            yield Said(block, "".join(lines), failed, time.monotonic() - began)
    finally:
        shell.stdin.close()
        shell.wait(60)
        failures.unlink(missing_ok=True)


def main(pages: list[str]) -> int:
    """Paste pages, printing all that a reader would see, and what took its time."""
    import os

    wrong = 0
    for page in pages:
        for said in pasted(Path(page).read_text(encoding="utf-8"), Path.cwd(), os.environ):
            print("".join(f"$ {line}\n" for line in said.block.typed.splitlines()), end="")
            print(said.text, end="")
            if said.seconds > 2:
                print(f"    [{said.seconds:.1f} s]")
            if said.wrong:
                wrong += 1
                print(f"!!! {said.wrong}")
    print(f"{', '.join(pages)}: {'as written' if not wrong else f'{wrong} blocks failed'}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
