"""What a game may be called: a name that is safe in subjects, addresses, links and names of files."""

from __future__ import annotations

import re

_NAME = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,30}[a-z0-9])?", re.ASCII)


def check_game_name(text: object) -> str:
    """The name in lower case. Raises ValueError with a sentence."""
    name = text.lower() if isinstance(text, str) else ""
    if not _NAME.fullmatch(name):
        raise ValueError(f'a game\'s name is letters, digits and dashes between them, at most 32 ("{text}" is not)')
    return name
