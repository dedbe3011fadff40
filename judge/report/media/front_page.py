"""The front page of a game's paper as a picture, for chats: typst sets it from the same blocks as reports."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from markupsafe import Markup

from judge.package import install
from judge.report import pictures
from judge.report.blocks import Block, Heading, Paragraph
from judge.report.languages import language_now
from judge.report.media.typeset import spans_set, string, typeset
from judge.report.palette import with_palette
from judge.report.words import environment

PPI = 140
"""A page is 520 points wide, so its picture has 1,011 pixels a row."""


class NoPage(Exception):
    """The package that sets pages is missing; the sentence says how to install it."""


def front_page(blocks: Sequence[Block], svg: str, alt: str, own_templates: Path | None = None) -> bytes:
    """The news part of a report as one PNG. `svg`: the map on it; "": none."""
    try:
        import typst
    except ImportError:
        raise NoPage(install("pdf")) from None
    before, masthead, dated, headline, stories = _parts(blocks)
    source = (
        environment(own_templates)
        .get_template("site/paper.typ.j2")
        .render(
            language=Markup(string(language_now())), masthead=masthead, dated=dated, headline=headline,
            map=Markup(string(alt)) if svg else "", body=Markup(typeset((*before, *stories))),
        )
    )  # fmt: skip
    folders: Any = sorted({str(Path(one).parent) for one in pictures.fonts()})
    made = typst.compile(
        source.encode(), format="png", ppi=PPI, font_paths=folders, ignore_system_fonts=True, timestamp=0,
        sys_inputs={"map": svg} if svg else {},
    )  # fmt: skip
    assert isinstance(made, bytes)
    return with_palette(made)


def _parts(blocks: Sequence[Block]) -> tuple[Sequence[Block], Markup, Markup, Markup, Sequence[Block]]:
    """The parts of the page: above the name of the paper, its name, its number, its headline, its stories; a game
    master's own front page may lack any of them."""
    at = next((place for place, one in enumerate(blocks) if isinstance(one, Heading)), len(blocks))
    before, rest = blocks[:at], list(blocks[at:])

    def taken(kind: type[Heading] | type[Paragraph]) -> Markup:
        found = rest.pop(0) if rest and isinstance(rest[0], kind) else None
        return Markup(spans_set(found.spans)) if isinstance(found, kind) else Markup("")

    return before, taken(Heading), taken(Paragraph), taken(Heading), rest


__all__ = ["NoPage", "front_page"]
