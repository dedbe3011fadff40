"""Files and folders that only their owner can read, whatever the umask says: all of a campaign, and its secrets."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path

OTHERS = 0o077


def folder(path: Path) -> Path:
    """A folder, with those above it that are missing; one that was there keeps its mode."""
    missing = [one for one in (path, *path.parents) if not one.exists()]
    path.mkdir(parents=True, exist_ok=True)
    for one in missing:
        one.chmod(0o700)
    return path


def write(path: Path, content: str | bytes) -> None:
    """A file with this content; one that was there is shut before anything is written into it."""
    shut(path)
    with path.open("wb") as file:
        file.write(content.encode() if isinstance(content, str) else content)


def shut(path: Path) -> None:
    """Make a file readable by its owner alone; make it empty if there is none. A path that is no file (a terminal)
    stays as it is."""
    made = os.open(path, os.O_WRONLY | os.O_CREAT, 0o600)
    try:
        about = os.fstat(made)
        if stat.S_ISREG(about.st_mode) and about.st_mode & OTHERS and os.name == "posix":
            os.fchmod(made, 0o600)
    finally:
        os.close(made)


def open_to_others(path: Path) -> bool:
    """Whether somebody else of this machine may read it, or write to it."""
    return os.name == "posix" and bool(path.stat().st_mode & OTHERS)


def exposed(top: Path) -> Iterator[Path]:
    """The paths in a folder that others can read: none if the folder itself is closed to them."""
    if not open_to_others(top):
        return
    yield top
    for place, folders, files in os.walk(top):
        folders[:] = sorted(one for one in folders if open_to_others(Path(place, one)))
        yield from (path for path in (Path(place, one) for one in sorted(files)) if _readable(path))


def _readable(path: Path) -> bool:
    try:
        return open_to_others(path)
    except FileNotFoundError:
        # Gone since the folder was listed, or a link to nowhere.
        return False
