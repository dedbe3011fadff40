"""The environment of the rivals: `.bench/`, made once, with the packages the kernel is measured and checked against."""

from __future__ import annotations

import subprocess
import sys
import venv
from pathlib import Path

try:
    import fcntl
except ImportError:
    fcntl = None

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("diplomacy==1.1.2", "pydip==0.1.8", "mypy-extensions", "pyyaml", "librt")


class NoRivals(RuntimeError):
    """The packages could not be installed here."""


def rival_python() -> str:
    """The interpreter of that environment, made and filled when it is not there yet."""
    folder = ROOT / ".bench"
    python = folder / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    ready = folder / ".ready"
    folder.mkdir(exist_ok=True)
    with (folder / ".lock").open("w") as lock:
        # Tests run in several processes: the first makes it, the others wait.
        if fcntl is not None:
            fcntl.flock(lock, fcntl.LOCK_EX)
        if not ready.exists():
            venv.create(folder, with_pip=True)
            done = subprocess.run(
                [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *PACKAGES],
                capture_output=True, text=True, check=False,
            )  # fmt: skip
            if done.returncode:
                raise NoRivals(f"{', '.join(PACKAGES[:2])} could not be installed: {done.stderr.strip()[-400:]}")
            ready.touch()
    return str(python)
