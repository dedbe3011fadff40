"""Reports as blocks: what templates write as marked text, parsed once, rendered by every medium.

Templates write a subset of CommonMark: headings, paragraphs, lists, tables, fenced text,
**strong**, *emphasis*, `code`.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from markdown_it import MarkdownIt
from markdown_it.token import Token


@dataclass(frozen=True, slots=True)
class Span:
    """A run of text in one style: `plain`, `strong`, `em` or `code`."""

    text: str
    style: str = "plain"


Spans = tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading; level 1 is the report's title."""

    level: int
    spans: Spans


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph."""

    spans: Spans


@dataclass(frozen=True, slots=True)
class Bullets:
    """A list; `numbered` begins with `first`. An item may hold lists of its own."""

    items: tuple[tuple[Block, ...], ...]
    numbered: bool = False
    first: int = 1


@dataclass(frozen=True, slots=True)
class Grid:
    """A table; `align` has `left`, `right` or `center` for each column."""

    head: tuple[Spans, ...]
    align: tuple[str, ...]
    rows: tuple[tuple[Spans, ...], ...]


@dataclass(frozen=True, slots=True)
class Verbatim:
    """Text whose spaces and lines count: an order form, a text map."""

    text: str
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Quote:
    """Something a person said."""

    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Rule:
    """A line across."""


Block = Heading | Paragraph | Bullets | Grid | Verbatim | Quote | Rule


def words(spans: Spans) -> str:
    """Spans as plain text."""
    return "".join(span.text for span in spans)


_NUMBER = re.compile(r"[-+$£€]?\d[\d.,]*\s?[%K]?")


@cache
def _parser() -> MarkdownIt:
    return (
        MarkdownIt("commonmark", {"html": False}).enable("table").disable(["link", "image", "autolink", "html_inline"])
    )


_FENCED = re.compile(r"```\n[^`]*\n```")
# Such a line can begin only a paragraph or a heading: no list, no quote, no table, no line across.
_PLAIN = re.compile(r"[^\W\d_]|[“‘&(]|\*\*\w|#{1,6} \S")


def parse(marked: str) -> tuple[Block, ...]:
    """Marked text as blocks."""
    pieces = _pieces(marked)
    if pieces is None:
        return _parsed(marked)
    return tuple(block for piece in pieces for block in _piece(piece))


def _pieces(marked: str) -> list[str] | None:
    """The pieces between empty lines, if each is a paragraph, a heading or fenced text; else None.

    Such pieces mean the same alone as together, and most pieces of an answer come again in the next one.
    """
    pieces = []
    place = 0
    while place < len(marked):
        if marked[place] == "\n":
            place += 1
            continue
        fenced = _FENCED.match(marked, place)
        end = marked.find("\n\n", place) if fenced is None else fenced.end()
        piece = marked[place:] if end < 0 else marked[place:end]
        if fenced is not None:
            # The text on the next line is a piece of its own.
            if end < len(marked) and marked[end] != "\n":
                return None
        elif not all(_PLAIN.match(line) for line in piece.rstrip("\n").split("\n")):
            return None
        pieces.append(piece)
        place += len(piece)
    return pieces


@lru_cache(maxsize=4096)
def _piece(marked: str) -> tuple[Block, ...]:
    return _parsed(marked)


def _parsed(marked: str) -> tuple[Block, ...]:
    return tuple(_blocks(iter(_parser().parse(marked)), None))


def _blocks(tokens: Iterator[Token], until: str | None) -> Iterator[Block]:
    for token in tokens:
        if token.type == until:
            return
        if token.type == "heading_open":
            yield Heading(int(token.tag[1:]), _inline(next(tokens)))
            next(tokens)
        elif token.type == "paragraph_open":
            yield Paragraph(_inline(next(tokens)))
            next(tokens)
        elif token.type in ("bullet_list_open", "ordered_list_open"):
            close = token.type.replace("open", "close")
            yield Bullets(tuple(_items(tokens, close)), numbered=token.type.startswith("ordered"))
        elif token.type == "blockquote_open":
            yield Quote(tuple(_blocks(tokens, "blockquote_close")))
        elif token.type == "table_open":
            yield _grid(tokens)
        elif token.type in ("fence", "code_block"):
            yield Verbatim(html.unescape(token.content).rstrip("\n"), token.info.strip())
        elif token.type == "hr":
            yield Rule()


def _items(tokens: Iterator[Token], until: str) -> Iterator[tuple[Block, ...]]:
    for token in tokens:
        if token.type == until:
            return
        if token.type == "list_item_open":
            yield tuple(_blocks(tokens, "list_item_close"))


def _grid(tokens: Iterator[Token]) -> Grid:
    rows: list[list[Spans]] = []
    align: list[str] = []
    for token in tokens:
        if token.type == "table_close":
            break
        if token.type == "tr_open":
            rows.append([])
        elif token.type in ("th_open", "td_open"):
            if token.type == "th_open":
                style = str(token.attrGet("style") or "")
                align.append(style.rpartition(":")[2])
            rows[-1].append(_inline(next(tokens)))
    kept = [place for place in range(len(rows[0])) if any(_said(row, place) for row in rows)]
    rows = [[row[place] for place in kept if place < len(row)] for row in rows]
    align = [align[place] for place in kept]
    body = tuple(tuple(row) for row in rows[1:])
    sides = tuple(side or ("right" if _is_counted(place, body) else "left") for place, side in enumerate(align))
    return Grid(tuple(rows[0]), sides, body)


def _said(row: Sequence[Spans], place: int) -> bool:
    """Whether a cell has words. A column without any, also in its head, is left out."""
    return place < len(row) and bool(words(row[place]).strip())


def _is_counted(place: int, rows: Sequence[Sequence[Spans]]) -> bool:
    """A column of nothing but numbers (and sums of money) lines up at the right unless the template says otherwise."""
    cells = [words(row[place]).strip() for row in rows if place < len(row)]
    return any(cells) and all(_NUMBER.fullmatch(cell) for cell in cells if cell)


def _inline(token: Token) -> Spans:
    spans: list[Span] = []
    styles = ["plain"]
    for child in token.children or ():
        if child.type in ("strong_open", "em_open"):
            styles.append(child.type.removesuffix("_open"))
        elif child.type in ("strong_close", "em_close"):
            styles.pop()
        elif child.type == "code_inline":
            spans.append(Span(html.unescape(child.content), "code"))
        elif child.type in ("softbreak", "hardbreak"):
            spans.append(Span("\n" if child.type == "hardbreak" else " ", styles[-1]))
        elif child.content:
            spans.append(Span(child.content, styles[-1]))
    return _joined(spans)


def _joined(spans: Sequence[Span]) -> Spans:
    """Neighbours of one style as one span."""
    joined: list[Span] = []
    for span in spans:
        if joined and joined[-1].style == span.style and span.style != "code":
            joined[-1] = Span(joined[-1].text + span.text, span.style)
        else:
            joined.append(span)
    return tuple(joined)
