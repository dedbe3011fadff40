"""A chat's message about a step: one message with the news, and the address of the rest."""

from __future__ import annotations

from collections.abc import Sequence

from judge.report.blocks import Block, Heading, Rule
from judge.report.media.forum import posts_of

CHATS = ("discord", "matrix")
"""Dialects of chats: nobody reads a report of many messages there."""


def summary(blocks: Sequence[Block], around: Sequence[Block], dialect: str) -> tuple[Block, ...]:
    """The news of a public report as one message: under the head of `around`, and above the rest of it.

    If there is too much, news is left out, the last first; the deadline is cut last of all.
    """
    said = list(news_part(blocks))
    while said and len(posts_of((*around[:1], *said, *around[1:]), dialect)) > 1:
        # The first says which game it is; the last, when orders are due.
        said.pop(-2 if len(said) > 2 else -1)
    return (*around[:1], *said, *around[1:])


def news_part(blocks: Sequence[Block]) -> tuple[Block, ...]:
    """The part of a report below its title, down to the line across that ends its news; without such a line, its first
    section."""
    found: list[Block] = []
    for block in blocks:
        if isinstance(block, Rule):
            return tuple(found)
        if not (isinstance(block, Heading) and block.level == 1):
            found.append(block)
    sections = [at for at, block in enumerate(found) if isinstance(block, Heading) and block.level == 2]
    return tuple(found[: sections[1]] if len(sections) > 1 else found)
