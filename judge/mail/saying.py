"""What a line of a letter is, in any language that is known here."""

from __future__ import annotations

from functools import lru_cache

from judge import shelf
from judge.grammar import letter
from judge.grammar.letter import Said


@lru_cache(maxsize=8192)
def said(line: str) -> Said | None:
    """What a line of a letter is, in English or in any language that is known here; None: no command."""
    found = letter.said(line)
    if found is not None or not line:
        return found
    for book in shelf.phrasebooks().values():
        turned = book.command(line)
        found = letter.said(turned) if turned else None
        if found is not None:
            return found
    return None


__all__ = ["said"]
