"""What a chat is told of a step: one message with the news, and where the rest is to be read."""

from __future__ import annotations

from collections.abc import Sequence

from judge.report.blocks import Block, Heading, Rule
from judge.report.media.forum import posts_of

CHATS = ("discord", "matrix")
"""Dialects of chats: nobody reads a report through there that is many messages long."""


def summary(blocks: Sequence[Block], around: Sequence[Block], dialect: str) -> tuple[Block, ...]:
    """The news of a public report as one message: under the head of `around`, and above the rest of it.

    What does not fit is left to the page: the last of the news first, the deadline last of all.
    """
    said = list(news_part(blocks))
    while said and len(posts_of((*around[:1], *said, *around[1:]), dialect)) > 1:
        # The first says which game it is; the last, when orders are due.
        said.pop(-2 if len(said) > 2 else -1)
    return (*around[:1], *said, *around[1:])


def news_part(blocks: Sequence[Block]) -> tuple[Block, ...]:
    """A report without its title, to the line across below its news; where there is none, its first section."""
    found: list[Block] = []
    for block in blocks:
        if isinstance(block, Rule):
            return tuple(found)
        if not (isinstance(block, Heading) and block.level == 1):
            found.append(block)
    sections = [at for at, block in enumerate(found) if isinstance(block, Heading) and block.level == 2]
    return tuple(found[: sections[1]] if len(sections) > 1 else found)
