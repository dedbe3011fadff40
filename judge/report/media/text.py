"""Plain text for mail: at most 76 columns, tables that line up."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from functools import lru_cache

from judge.report.blocks import Block, Bullets, Grid, Heading, Paragraph, Quote, Rule, Spans, Verbatim

WIDTH = 76


def text_of(blocks: Sequence[Block], width: int = WIDTH) -> str:
    """Blocks as plain text."""
    parts = [part for part in (_block(block, width) for block in blocks) if part]
    return "\n\n".join(parts) + "\n"


def styled(spans: Spans) -> str:
    """Spans in mail manner: *strong*, plain emphasis."""
    return "".join(f"*{span.text}*" if span.style == "strong" else span.text for span in spans)


@lru_cache(maxsize=2048)
def _block(block: Block, width: int) -> str:
    match block:
        case Heading(level, spans):
            text = _wrap(_text(spans), width)
            line = "=" if level == 1 else "-"
            longest = max(map(len, text.splitlines()), default=0)
            return f"{text}\n{line * longest}" if level < 3 else text
        case Paragraph(spans):
            return "\n".join(_wrap(line, width) for line in styled(spans).split("\n"))
        case Bullets(items, numbered, first):
            signs = [f"{number}. " if numbered else "- " for number in range(first, first + len(items))]
            return "\n".join(_item(item, sign, width) for item, sign in zip(items, signs, strict=True))
        case Grid():
            return grid(block, width)
        case Verbatim(text):
            return text
        case Quote(inner):
            return textwrap.indent(text_of(inner, width - 2).rstrip("\n"), "| ", lambda line: True)
        case Rule():
            return "-" * width


def _text(spans: Spans) -> str:
    return "".join(span.text for span in spans)


def _wrap(text: str, width: int, indent: str = "") -> str:
    return textwrap.fill(text, width, subsequent_indent=indent, break_long_words=True, break_on_hyphens=False)


def _item(blocks: Sequence[Block], sign: str, width: int) -> str:
    inner = "\n".join(_block(block, width - len(sign)) for block in blocks)
    return sign + textwrap.indent(inner, " " * len(sign))[len(sign) :]


def grid(table: Grid, width: int = WIDTH) -> str:
    """A table whose columns line up; wide ones wrap inside their cells."""
    rows = [[styled(cell) for cell in row] for row in (table.head, *table.rows)]
    columns = len(table.head)
    rows = [row + [""] * (columns - len(row)) for row in rows]
    widths = _widths([max(len(row[place]) for row in rows) for place in range(columns)], rows, width)
    lines = [_row(rows[0], widths, table.align), "  ".join("-" * each for each in widths)]
    lines += [_row(row, widths, table.align) for row in rows[1:]]
    return "\n".join(lines)


def _widths(wanted: list[int], rows: list[list[str]], width: int) -> list[int]:
    """Column widths that fit: the widest give way first, but none below its longest word or eight signs."""
    widths = [max(1, each) for each in wanted]
    least = [
        min(widths[place], max([8, *(len(word) for row in rows for word in row[place].split())]))
        for place in range(len(widths))
    ]
    while sum(widths) + 2 * (len(widths) - 1) > width:
        loose = [place for place in range(len(widths)) if widths[place] > least[place]]
        if not loose:
            loose = [place for place in range(len(widths)) if widths[place] > 3]
            if not loose:
                break
        place = max(loose, key=lambda at: widths[at])
        widths[place] -= 1
    return widths


def _row(cells: list[str], widths: list[int], align: Sequence[str]) -> str:
    wrapped = [
        textwrap.wrap(cell, each, break_on_hyphens=False) or [""] for cell, each in zip(cells, widths, strict=True)
    ]
    lines = []
    for number in range(max(map(len, wrapped))):
        parts = []
        for place, cell in enumerate(wrapped):
            said = cell[number] if number < len(cell) else ""
            side = align[place] if place < len(align) else "left"
            fit = {"right": said.rjust, "center": said.center}.get(side, said.ljust)
            parts.append(fit(widths[place]))
        lines.append("  ".join(parts).rstrip())
    return "\n".join(lines)
