"""Text to paste on forums: BBCode in its dialects, Markdown in its dialects, Discord; split below each one's limit."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from judge.report.blocks import Block, Bullets, Grid, Heading, Paragraph, Quote, Rule, Span, Spans, Verbatim
from judge.report.media.text import grid as text_grid

JOINER = "\u200b"


@dataclass(frozen=True, slots=True)
class Dialect:
    """A board's markup. `limit`: signs a post may have, by the board's default."""

    name: str
    family: str
    limit: int
    tables: bool = False


DIALECTS = {
    dialect.name: dialect
    for dialect in (
        Dialect("phpbb", "bbcode", 60_000),
        Dialect("mybb", "bbcode", 65_535),
        Dialect("xenforo", "bbcode", 10_000, tables=True),
        Dialect("smf", "bbcode", 20_000, tables=True),
        Dialect("vbulletin", "bbcode", 10_000),
        Dialect("discourse", "markdown", 32_000, tables=True),
        Dialect("nodebb", "markdown", 32_767, tables=True),
        Dialect("reddit", "markdown", 40_000, tables=True),
        # An event has room for 65,536 bytes, in which a post is both text and HTML.
        Dialect("matrix", "markdown", 7_000, tables=True),
        Dialect("discord", "discord", 2_000),
    )
}
DEFAULTS = {"bbcode": "phpbb", "markdown": "discourse", "discord": "discord"}

_SIZES = {1: 150, 2: 120, 3: 100}


def posts_of(blocks: Sequence[Block], dialect: str) -> tuple[str, ...]:
    """A report as one or more posts, split at section borders, each headed `(2/3)` when there are several."""
    board = DIALECTS[DEFAULTS.get(dialect, dialect)]
    write: Callable[[Block], str] = {
        "bbcode": lambda block: _bbcode(block, board),
        "markdown": lambda block: _markdown(block, board),
        "discord": lambda block: _markdown(block, board),
    }[board.family]
    whole = "\n\n".join(write(block) for block in blocks) + "\n"
    if len(whole) <= board.limit:
        return (whole,)
    # The title is put above each post, so that the first has it once.
    headed = bool(blocks) and isinstance(blocks[0], Heading)
    title = _plain(blocks[0].spans) if headed and isinstance(blocks[0], Heading) else ""

    def head(mark: str) -> str:
        return f"{write(Heading(1, (Span(f'{title} ({mark})'.strip()),)))}\n\n"

    posts = _packed(_sections(blocks[1:] if headed else blocks), write, board.limit - len(head("9999/9999")) - 1)
    return tuple(f"{head(f'{number}/{len(posts)}')}{post}\n" for number, post in enumerate(posts, 1))


def forum_of(blocks: Sequence[Block], dialect: str) -> str:
    """All posts of a report, one after another, with a line between them that is not part of the text to paste."""
    posts = posts_of(blocks, dialect)
    return posts[0] if len(posts) == 1 else "\n----- next post -----\n\n".join(posts)


def _sections(blocks: Sequence[Block]) -> list[list[Block]]:
    """Blocks cut before each heading of the second level."""
    sections: list[list[Block]] = [[]]
    for block in blocks:
        if isinstance(block, Heading) and block.level <= 2 and sections[-1]:
            sections.append([])
        sections[-1].append(block)
    return sections


def _packed(sections: list[list[Block]], write: Callable[[Block], str], room: int) -> list[str]:
    """Sections packed into posts; one too long for a post is cut between blocks, then between rows, items and lines."""
    pieces: list[str] = []
    for section in sections:
        whole = "\n\n".join(write(block) for block in section)
        if len(whole) <= room:
            pieces.append(whole)
            continue
        for block in section:
            for part in _parts(block, write, room):
                pieces.extend(_cut(write(part), room))
    posts: list[str] = []
    for piece in pieces:
        if posts and len(posts[-1]) + 2 + len(piece) <= room:
            posts[-1] = f"{posts[-1]}\n\n{piece}"
        else:
            posts.append(piece)
    return posts


def _parts(block: Block, write: Callable[[Block], str], room: int) -> Iterator[Block]:
    """A block that is too long as several, each whole in itself: a table repeats its head, a quote is one again."""
    halves = _halves(block) if len(write(block)) > room else ()
    if not halves:
        yield block
    for half in halves:
        yield from _parts(half, write, room)


def _halves(block: Block) -> tuple[Block, ...]:
    """A block as two of its kind; none of one that cannot be cut."""
    match block:
        case Grid(head, align, rows) if len(rows) > 1:
            middle = len(rows) // 2
            return Grid(head, align, rows[:middle]), Grid(head, align, rows[middle:])
        case Bullets(items, _, first) if len(items) > 1:
            middle = len(items) // 2
            return replace(block, items=items[:middle]), replace(block, items=items[middle:], first=first + middle)
        case Bullets(((only,),)):
            return tuple(replace(block, items=((half,),)) for half in _halves(only))
        case Bullets((item,)) if len(item) > 1:
            return tuple(replace(block, items=((part,),)) for part in item)
        case Quote((only,)):
            return tuple(Quote((half,)) for half in _halves(only))
        case Quote(inner) if len(inner) > 1:
            return tuple(Quote((part,)) for part in inner)
        case Verbatim(text) if len(text) > 1:
            one, other = _torn(text, "\n")
            return replace(block, text=one), replace(block, text=other)
        case Paragraph(spans):
            return tuple(Paragraph(half) for half in _torn_spans(spans))
        case _:
            return ()


def _torn(text: str, sign: str) -> tuple[str, str]:
    """A text in two, at the sign nearest to its middle; through the middle if it has none."""
    middle = len(text) // 2
    places = [place for place in (text.rfind(sign, 1, middle), text.find(sign, middle, len(text) - 1)) if place > 0]
    if not places:
        return text[:middle], text[middle:]
    at = min(places, key=lambda place: abs(place - middle))
    return text[:at], text[at + 1 :]


def _torn_spans(spans: Spans) -> tuple[Spans, ...]:
    """Spans in two, between two of them or within the longest."""
    if not spans or sum(len(span.text) for span in spans) < 2:
        return ()
    longest = max(range(len(spans)), key=lambda at: len(spans[at].text))
    span = spans[longest]
    if len(span.text) < 2:
        return spans[: len(spans) // 2], spans[len(spans) // 2 :]
    one, other = _torn(span.text, " ")
    return (*spans[:longest], replace(span, text=one)), (replace(span, text=other), *spans[longest + 1 :])


def _cut(text: str, room: int) -> list[str]:
    """A text cut at line ends into parts that fit; a code block is closed and opened again around each cut."""
    if len(text) <= room:
        return [text]
    fences = {"```": "```", "[code]": "[/code]"}
    opened = next((mark for mark in fences if text.startswith(mark)), "")
    close = fences.get(opened, "")
    inner = text[len(opened) : len(text) - len(close)].strip("\n") if opened else text
    parts, part = [], ""
    for line in inner.split("\n"):
        while len(line) > room - 20:
            if part:
                parts.append(part)
                part = ""
            parts.append(line[: room - 20])
            line = line[room - 20 :]
        if part and len(part) + 1 + len(line) > room - 20:
            parts.append(part)
            part = line
        else:
            part = f"{part}\n{line}" if part else line
    parts.append(part)
    return [f"{opened}\n{one}\n{close}" if opened else one for one in parts]


def _plain(spans: Spans) -> str:
    return "".join(span.text for span in spans)


# --- BBCode ---------------------------------------------------------------------------------------------------------


def _bb(text: str) -> str:
    """Text that no board reads as markup: brackets are broken by a zero-width sign, and nobody is called by name."""
    return _quiet(text.replace("[", f"[{JOINER}"))


def _quiet(text: str) -> str:
    """Nobody is called: `@name` everywhere, `u/name` on Reddit."""
    return re.sub(r"(@|(?<!\w)u/)(?=\w)", rf"\1{JOINER}", text)


def _bb_spans(spans: Spans) -> str:
    marks = {"strong": "b", "em": "i"}
    return "".join(
        f"[{marks[span.style]}]{_bb(span.text)}[/{marks[span.style]}]" if span.style in marks else _bb(span.text)
        for span in spans
    )


def _bbcode(block: Block, board: Dialect) -> str:
    match block:
        case Heading(level, spans):
            size = _SIZES[min(3, level)]
            if board.name == "phpbb" and level < 3:
                return f"[size={size}][b]{_bb_spans(spans)}[/b][/size]"
            if board.name in ("xenforo", "mybb") and level < 3:
                # These boards count sizes in steps: 5 is large.
                named = {"xenforo": 6 - level, "mybb": "x-large" if level == 1 else "large"}[board.name]
                return f"[size={named}][b]{_bb_spans(spans)}[/b][/size]"
            if board.name == "smf" and level < 3:
                return f"[size={18 if level == 1 else 14}pt][b]{_bb_spans(spans)}[/b][/size]"
            return f"[b]{_bb_spans(spans)}[/b]"
        case Paragraph(spans):
            return _bb_spans(spans)
        case Bullets(items, numbered):
            inner = "\n".join("[*]" + "\n".join(_bbcode(part, board) for part in item) for item in items)
            opened, closed = ("[list=1]" if numbered else "[list]"), "[/list]"
            if board.name == "smf":
                lines = "\n".join("[li]" + "\n".join(_bbcode(part, board) for part in item) + "[/li]" for item in items)
                return f"[list{' type=decimal' if numbered else ''}]\n{lines}\n[/list]"
            return f"{opened}\n{inner}\n{closed}"
        case Grid():
            return _bb_grid(block, board)
        case Verbatim(text):
            return f"[code]\n{_code(text)}\n[/code]"
        case Quote(inner_blocks):
            return "[quote]\n" + "\n\n".join(_bbcode(part, board) for part in inner_blocks) + "\n[/quote]"
        case Rule():
            return "[hr]" if board.name in ("smf", "mybb") else "-" * 30


def _code(text: str) -> str:
    return re.sub(r"\[(?=/code\])", f"[{JOINER}", text, flags=re.IGNORECASE)


def _bb_grid(grid: Grid, board: Dialect) -> str:
    if not board.tables:
        return f"[code]\n{_code(text_grid(grid))}\n[/code]"
    head_tag = "th" if board.name == "xenforo" else "td"
    head = "[tr]" + "".join(f"[{head_tag}][b]{_bb_spans(cell)}[/b][/{head_tag}]" for cell in grid.head) + "[/tr]"
    rows = ["[tr]" + "".join(f"[td]{_bb_spans(cell)}[/td]" for cell in row) + "[/tr]" for row in grid.rows]
    return "\n".join(("[table]", head, *rows, "[/table]"))


# --- Markdown and Discord -------------------------------------------------------------------------------------------


_MD_SPECIAL = re.compile(r"([\\`*_\[\]<>#|~])")


def _md(text: str) -> str:
    """Text that Markdown leaves as it is, and that calls nobody by name."""
    text = _MD_SPECIAL.sub(r"\\\1", _quiet(text))
    return re.sub(r"^([-+]|\d+[.)])(?=\s)", r"\\\1", text)


def _md_spans(spans: Spans) -> str:
    return "".join(_md_span(span) for span in spans)


def _md_span(span: Span) -> str:
    if span.style == "code":
        fence = "``" if "`" in span.text else "`"
        return f"{fence}{span.text}{fence}"
    mark = {"strong": "**", "em": "*"}.get(span.style, "")
    inner = span.text.strip()
    if not mark or not inner:
        return _md(span.text).replace("\n", "  \n")
    start = span.text[: len(span.text) - len(span.text.lstrip())]
    end = span.text[len(span.text.rstrip()) :]
    return f"{start}{mark}{_md(inner)}{mark}{end}"


def _markdown(block: Block, board: Dialect) -> str:
    match block:
        case Heading(level, spans):
            return f"{'#' * min(3, level)} {_md_spans(spans)}"
        case Paragraph(spans):
            return _md_spans(spans)
        case Bullets(items, numbered, first):
            lines = []
            for number, item in enumerate(items, first):
                sign = f"{number}. " if numbered else "- "
                inner = "\n".join(_markdown(part, board) for part in item)
                lines.append(sign + inner.replace("\n", "\n" + " " * len(sign)))
            return "\n".join(lines)
        case Grid():
            return _md_grid(block, board)
        case Verbatim(text):
            return f"```\n{text.replace('```', f'``{JOINER}`')}\n```"
        case Quote(inner_blocks):
            inner = "\n\n".join(_markdown(part, board) for part in inner_blocks)
            return "\n".join(f"> {line}".rstrip() for line in inner.split("\n"))
        case Rule():
            return "---" if board.family == "markdown" else "-" * 20


def _md_grid(grid: Grid, board: Dialect) -> str:
    if not board.tables:
        return f"```\n{text_grid(grid, 60).replace('```', f'``{JOINER}`')}\n```"
    marks = {"right": "---:", "center": ":---:"}
    head = "| " + " | ".join(_md_spans(cell) or " " for cell in grid.head) + " |"
    line = "| " + " | ".join(marks.get(side, "---") for side in grid.align) + " |"
    rows = ["| " + " | ".join(_md_spans(cell) or " " for cell in row) + " |" for row in grid.rows]
    return "\n".join((head, line, *rows))
