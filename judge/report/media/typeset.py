"""Blocks as typst, from which a book is set as PDF. Every word is a string in it, so that none is read as a command."""

from __future__ import annotations

from collections.abc import Sequence

from judge.report.blocks import Block, Bullets, Grid, Heading, Paragraph, Quote, Rule, Spans, Verbatim

_STYLES = {"strong": "strong", "em": "emph", "code": "raw"}
_SPECIAL = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t", "\u00a0": "\u00a0", "\u202f": "\u202f"}
"""Signs that are kept though Python calls them not printable, and how typst writes them."""


def string(text: str) -> str:
    """A text as a string of typst; characters that no page can show are left out."""
    shown = (sign for sign in text if sign in _SPECIAL or sign.isprintable())
    return '"' + "".join(_SPECIAL.get(sign, sign) for sign in shown) + '"'


def typeset(blocks: Sequence[Block]) -> str:
    """Blocks as typst source."""
    return "\n\n".join(_block(block) for block in blocks)


def _block(block: Block) -> str:
    match block:
        case Heading(level, spans):
            return f"#heading(level: {level})[{spans_set(spans)}]"
        case Paragraph(spans):
            return f"#par[{spans_set(spans)}]"
        case Bullets(items, numbered, first):
            inner = ", ".join(f"[{_item(item)}]" for item in items)
            return f"#enum(start: {first}, {inner})" if numbered else f"#list({inner})"
        case Grid():
            return _grid(block)
        case Verbatim(text):
            return f"#raw(block: true, {string(text)})"
        case Quote(inner_blocks):
            return f"#quote(block: true)[{typeset(inner_blocks)}]"
        case Rule():
            return "#line(length: 100%, stroke: 0.5pt)"


def spans_set(spans: Spans) -> str:
    """Spans as typst source."""
    return "".join(_span(span.text, span.style) for span in spans)


def _span(text: str, style: str) -> str:
    return " #linebreak() ".join(
        f"#{_STYLES[style]}({string(line)})" if style in _STYLES else f"#{string(line)};" for line in text.split("\n")
    )


def _item(blocks: Sequence[Block]) -> str:
    """A list item: its first paragraph has no paragraph's space."""
    first, rest = (blocks[:1], blocks[1:]) if blocks and isinstance(blocks[0], Paragraph) else ((), blocks)
    head = [spans_set(one.spans) for one in first if isinstance(one, Paragraph)]
    return "\n\n".join([*head, *(_block(block) for block in rest)])


def _grid(grid: Grid) -> str:
    across = max([len(grid.head), *(len(row) for row in grid.rows)])
    sides = ", ".join((grid.align[place] if place < len(grid.align) else "left") for place in range(across))
    head = ", ".join(f"strong[{spans_set(spans)}]" for spans in grid.head)
    rows = ["".join(f"[{spans_set(spans)}], " for spans in (*row, *((),) * (across - len(row)))) for row in grid.rows]
    return f"#table(columns: {across}, align: ({sides},), table.header({head}),\n" + "\n".join(rows) + ")"


__all__ = ["spans_set", "string", "typeset"]
