"""The message where the Judge cannot run: a Python without its packages. This module needs none of them."""

import sys


def not_installed(error: ModuleNotFoundError) -> str:
    """The missing package, for which Python, and what to do; a missing module of ours is our fault."""
    if (error.name or "judge").partition(".")[0] == "judge":
        raise error
    return (
        f"judge: the package {error.name} is not installed for {sys.executable}: use the judge that `make` set up "
        "(. .venv/bin/activate), or install this one with its packages: pip install ."
    )
