"""The words with which the terminals of a grammar begin."""

from __future__ import annotations

import re


def phrases_begin(pattern: str) -> tuple[str, ...]:
    """The first words of the phrases of several words that a terminal's pattern matches."""
    return tuple(re.findall(r"(?:^|[(|])([a-z']+) [a-z]", pattern))
