"""The names that a game may have, safe in subjects, addresses, links and names of files; the codes of a map."""

from __future__ import annotations

from string import ascii_lowercase, digits

LONGEST = 32


def check_game_name(text: object) -> str:
    """The name in lower case. Raises ValueError with a sentence."""
    name = text.lower() if isinstance(text, str) else ""
    fits = set(name) <= {*ascii_lowercase, *digits, "-"} and 0 < len(name) <= LONGEST and name == name.strip("-")
    if not fits:
        raise ValueError(f'a game\'s name is letters, digits and dashes between them, at most 32 ("{text}" is not)')
    return name


def is_code(said: object) -> bool:
    """Whether something can be the code of a place or a power on a map: codes stand in pictures and pages as they
    are."""
    return str(said).replace("-", "").replace("_", "").isalnum()
