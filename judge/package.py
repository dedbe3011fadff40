"""This package's name for installers: never `judge`, which is a stranger's."""

from __future__ import annotations

from importlib.metadata import entry_points

# For a checkout that runs without having been installed.
NAME = "the-judge"
_COMMAND = "judge.cli.main:run"


def package() -> str:
    """The distribution that brought our command, by its own metadata."""
    for one in entry_points(group="console_scripts"):
        if one.value == _COMMAND and one.dist is not None:
            return one.dist.name
    return NAME


def install(extra: str) -> str:
    """The words that bring an optional part of it: `pip install 'the-judge[pgp]'`."""
    return f"pip install '{package()}[{extra}]'"
