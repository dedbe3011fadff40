"""HTML for mail and site: inline styles, no remote content, headings in order, light and dark."""

from __future__ import annotations

import html
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from markupsafe import Markup

from judge.report.blocks import Block, Bullets, Grid, Heading, Paragraph, Quote, Rule, Spans, Verbatim, words
from judge.report.languages import language_now
from judge.report.words import environment

_STYLES = {
    "h1": "font:600 24px/1.25 Georgia,'Times New Roman',serif;margin:0 0 16px",
    "h2": "font:600 18px/1.3 Georgia,'Times New Roman',serif;margin:28px 0 8px;padding-bottom:4px;"
    "border-bottom:1px solid #b9a888",
    "h3": "font:600 16px/1.3 Georgia,'Times New Roman',serif;margin:20px 0 6px",
    "p": "margin:0 0 10px",
    "ul": "margin:0 0 12px;padding-left:22px",
    "ol": "margin:0 0 12px;padding-left:22px",
    "li": "margin:2px 0",
    "table": "border-collapse:collapse;margin:0 0 16px;display:block;overflow-x:auto;max-width:100%",
    "th": "border-bottom:2px solid #b9a888;padding:4px 10px 4px 0;font-weight:600",
    "td": "border-bottom:1px solid #d9cdb4;padding:4px 10px 4px 0;vertical-align:top",
    "pre": "font:13px/1.45 ui-monospace,Menlo,Consolas,monospace;border:1px solid #b9a888;border-radius:4px;"
    "padding:10px;margin:0 0 16px;overflow:auto;white-space:pre-wrap",
    "blockquote": "margin:0 0 12px;padding:2px 0 2px 12px;border-left:4px solid #b9a888",
    "hr": "border:0;border-top:1px solid #b9a888;margin:20px 0",
    "code": "font:13px ui-monospace,Menlo,Consolas,monospace",
}

_SMALL = "font-size:12px;overflow-wrap:anywhere"


def _open(tag: str, inline: bool, more: str = "", style: str = "") -> str:
    styles = ";".join(part for part in (_STYLES.get(tag, "") if inline else "", style) if part)
    attribute = f' style="{styles}"' if styles else ""
    return f"<{tag}{more}{attribute}>"


def html_of(blocks: Sequence[Block], inline: bool = True, top: int = 1) -> str:
    """Blocks as an HTML fragment. `inline`: with styles for mail; `top`: the level of the first heading."""
    shift = top - 1
    return "\n".join(_block(block, inline, shift) for block in blocks)


def spans_html(spans: Spans, inline: bool = True) -> str:
    """Spans as HTML."""
    tags = {"strong": "strong", "em": "em", "code": "code"}
    said = []
    for span in spans:
        text = html.escape(span.text).replace("\n", "<br>")
        tag = tags.get(span.style)
        said.append(f"{_open(tag, inline)}{text}</{tag}>" if tag else text)
    return "".join(said)


def page(title: str, blocks: Sequence[Block], fold: str = "", end: str = "", own: Path | None = None) -> str:
    """A whole page: the HTML of a mail. `fold`: the part that goes where the first line across is; `end`: below the
    words.

    The part below a second line across is small: hashes, which people at most copy into a program.
    """
    top, rest, small = parts_of(blocks)
    words = [Markup(html_of(top)), Markup(fold), Markup(html_of(rest)), Markup(end)]
    if small:
        words.append(Markup('<div style="{}">\n{}\n</div>').format(_SMALL, Markup(html_of(small))))
    template = environment(own).get_template("html/page.html.j2")
    return template.render(title=title, language=language_now(), body=Markup("\n").join(filter(None, words)))


def parts_of(blocks: Sequence[Block]) -> tuple[Sequence[Block], Sequence[Block], Sequence[Block]]:
    """The blocks down to the first line across (or the title, where there is none), to the second, and the rest."""
    rules = [place for place, block in enumerate(blocks) if isinstance(block, Rule)]
    if not rules:
        return blocks[:1], blocks[1:], ()
    second = rules[1] if len(rules) > 1 else len(blocks)
    return blocks[: rules[0]], blocks[rules[0] + 1 : second], blocks[second:]


@lru_cache(maxsize=2048)
def _block(block: Block, inline: bool, shift: int) -> str:
    match block:
        case Heading(level, spans):
            tag = f"h{min(6, level + shift)}"
            styled = f"h{min(3, level)}"
            opened = _open(styled, inline).replace(f"<{styled}", f"<{tag}", 1)
            return f"{opened}{spans_html(spans, inline)}</{tag}>"
        case Paragraph(spans):
            return f"{_open('p', inline)}{spans_html(spans, inline)}</p>"
        case Bullets(items, numbered, first):
            tag = "ol" if numbered else "ul"
            start = f' start="{first}"' if numbered and first > 1 else ""
            inner = "\n".join(f"{_open('li', inline)}{_item(item, inline, shift)}</li>" for item in items)
            return f"{_open(tag, inline, start)}\n{inner}\n</{tag}>"
        case Grid():
            return _grid(block, inline)
        case Verbatim(text):
            opened = _open("pre", inline, ' tabindex="0"')
            return f"{opened}{html.escape(text)}</pre>"
        case Quote(inner_blocks):
            return f"{_open('blockquote', inline)}\n{html_of(inner_blocks, inline, shift + 1)}\n</blockquote>"
        case Rule():
            return _open("hr", inline)


def _item(blocks: Sequence[Block], inline: bool, shift: int) -> str:
    """A list item: its first paragraph has no paragraph's margins."""
    said = []
    for number, block in enumerate(blocks):
        if number == 0 and isinstance(block, Paragraph):
            said.append(spans_html(block.spans, inline))
        else:
            said.append(_block(block, inline, shift))
    return "\n".join(said)


def _grid(grid: Grid, inline: bool) -> str:
    def cell(tag: str, spans: Spans, place: int, more: str = "") -> str:
        align = grid.align[place] if place < len(grid.align) else "left"
        style = f"text-align:{align}" if inline else ""
        # With a style sheet, a class gives the side; left is usual.
        side = "" if inline or align == "left" else f' class="{align}"'
        return f"{_open(tag, inline, more + side, style)}{spans_html(spans, inline)}</{tag}>"

    head = "".join(cell("th", spans, place, ' scope="col"') for place, spans in enumerate(grid.head))
    rows = "\n".join(
        "<tr>" + "".join(cell("td", spans, place) for place, spans in enumerate(row)) + "</tr>" for row in grid.rows
    )
    # On a telephone a wide table scrolls by itself and can be reached by keyboard.
    opened = _open("table", inline, ' tabindex="0"' if inline else "")
    table = f"{opened}\n<thead><tr>{head}</tr></thead>\n<tbody>\n{rows}\n</tbody>\n</table>"
    if inline:
        return table
    # A wide table scrolls inside its frame, by keyboard too; its label is its columns, and where it begins.
    names = ", ".join(words(spans) for spans in grid.head if words(spans))
    first = words(grid.rows[0][0]) if grid.rows and grid.rows[0] else ""
    label = html.escape(f"{names}: {first}" if first else names)
    return f'<div class="wide" role="region" tabindex="0" aria-label="{label}">\n{table}\n</div>'
