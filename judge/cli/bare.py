"""What is said where the Judge cannot run: a Python without its packages. Needs none of them itself."""

import sys


def not_installed(error: ModuleNotFoundError) -> str:
    """Which package is missing, for which Python, and what to do; a module of our own that is missing is our fault."""
    if (error.name or "judge").partition(".")[0] == "judge":
        raise error
    return (
        f"judge: the package {error.name} is not installed for {sys.executable}: use the judge that `make` set up "
        "(. .venv/bin/activate), or install this one with its packages: pip install ."
    )
