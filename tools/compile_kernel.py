"""Compile the Diplomacy kernel with mypyc, from the very files that run interpreted.

    python tools/compile_kernel.py            # puts native.<abi>.so beside the kernel's sources

The kernel's five files and two of `judge batch` become one extension module, `judge.adjudicator.diplomacy.native`, with
`vec` and `i64` taken from the compiler instead of from `ints.py`. Without mypy, a C compiler or Python's headers it
says so and ends well: all of it then runs interpreted, with the same results.
"""

from __future__ import annotations

import ast
import hashlib
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCES = (
    "sheet.py", "rulebook.py", "resolver.py", "kernel.py", "witness.py", "../../batch/clerk.py", "../../batch/menu.py"
)  # fmt: skip
HEADER = "from typing import Any, Final\nfrom mypy_extensions import i64\nfrom librt.vecs import vec\n"


def one_source(folder: Path) -> str:
    """The kernel's files as one module: their own imports of each other left out, and a digest of it all at the end."""
    parts = [HEADER]
    for name in SOURCES:
        tree = ast.parse((folder / name).read_text(encoding="utf-8"))
        kept = [node for node in tree.body if not isinstance(node, ast.ImportFrom | ast.Import)]
        parts.append(ast.unparse(ast.Module(kept[1:], [])))
    text = "\n\n".join(parts) + "\n"
    return f'{text}\nSOURCE: Final = "{hashlib.sha256(text.encode()).hexdigest()}"\n'


def compile_kernel(root: Path = ROOT) -> Path | None:
    """Build the extension in place; None, with the reason on stderr, when this machine cannot."""
    folder = root / "judge" / "adjudicator" / "diplomacy"
    # Another Python's extension beside it stays: each loads only its own.
    (folder / f"native{sysconfig.get_config_var('EXT_SUFFIX')}").unlink(missing_ok=True)
    compiler = (sysconfig.get_config_var("CC") or "cc").split()[0]
    if sys.platform != "win32" and not (shutil.which(compiler) or shutil.which(os.environ.get("CC", "cc"))):
        print(
            "the kernel runs interpreted: there is no C compiler here (same results, fewer a second)", file=sys.stderr
        )
        return None
    with tempfile.TemporaryDirectory() as work:
        (Path(work) / "native.py").write_text(one_source(folder), encoding="utf-8")
        (Path(work) / "setup.py").write_text(
            "from setuptools import setup\nfrom mypyc.build import mypycify\n"
            "setup(name='native', ext_modules=mypycify(['native.py'], opt_level='3'))\n",
            encoding="utf-8",
        )
        try:
            done = subprocess.run(
                [sys.executable, "setup.py", "-q", "build_ext", "--inplace"],
                cwd=work, capture_output=True, text=True, timeout=600, check=False,
            )  # fmt: skip
        except (OSError, subprocess.TimeoutExpired) as error:
            print(f"the kernel runs interpreted: {error}", file=sys.stderr)
            return None
        built = sorted(Path(work).glob("native.*.so")) + sorted(Path(work).glob("native.*.pyd"))
        if done.returncode or not built:
            said = (done.stdout + done.stderr).strip().splitlines()
            print("the kernel runs interpreted: it could not be compiled here", file=sys.stderr)
            print("\n".join(said[-15:]), file=sys.stderr)
            return None
        target = folder / built[0].name
        target.write_bytes(built[0].read_bytes())
        return target


if __name__ == "__main__":
    built = compile_kernel()
    if built is not None:
        print(f"compiled: {built.relative_to(ROOT)}")
