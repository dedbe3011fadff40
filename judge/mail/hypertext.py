"""A page of mail as lines with their depth of quotation: 0 is the writer's own, -1 what their program signs with.

Every mail program has its own way to mark quotations; the marks known here are classes, ids and styles that programs
put there, never words. Words are the business of `quotes`, which reads these lines on.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache
from html import unescape

from selectolax.lexbor import LexborHTMLParser, LexborNode

from judge.grammar.columns import names_columns
from judge.mail.visible import NOT_READ, Look, Sheet, is_dark, lies_over, look_of, sheet_of

MOST_NODES = 60_000
MOST_TAGS = 15_000
SIGNED = -1

_SILENT = {"script", "style", "head", "meta", "link"}
STRUCK = "~~"
_FAR = re.compile(r"\s{150}|\t{20}")
"""More blank between words than a window is wide."""
_FOR_SOME = re.compile(r"(?i)\s*\[if\b[^\]]{0,80}\b(?:mso|ie|outlook)\b[^\]]{0,80}\]>?")
"""A remark by which Outlook, or every program but Outlook, shows what others do not."""
_NO_TEXT = re.compile(r"(?is)<(style|xml|script)\b.*?</\1\s*>")
_STRUCK_LINE = re.compile(r"([^\s~](?:[^\n~]{0,300}[^\s~])?)")
_BLOCKS = {"p", "div", "br", "li", "ul", "ol", "tr", "table", "tbody", "thead", "h1", "h2", "h3", "h4", "h5", "h6",
           "hr", "pre", "blockquote", "section", "article", "header", "footer", "dl", "dt", "dd", "center", "address",
           "figure", "fieldset", "form", "main", "aside", "nav", "details", "summary", "figcaption", "caption",
           "legend", "menu", "dir", "hgroup", "dialog"}  # fmt: skip
_QUOTE_CLASSES = {
    "gmail_quote", "gmail_quote_container", "gmail_attr", "gmail_extra", "yahoo_quoted", "moz-cite-prefix",
    "protonmail_quote", "zmail_extra", "fairemail_quote", "tutanota_quote", "k9mail-quote", "cite", "quote",
    "ms-outlook-mobile-reference-message", "iCloudMailQuote", "mailQuote", "AppleOriginalContents", "replyquote",
    "ymail_quoted", "aol_quote", "mail-quote", "bloop_original_html", "crm-quoted",
}  # fmt: skip
_QUOTE_IDS = {"OLK_SRC_BODY_SECTION", "isForwardContent", "yahoo_quoted", "reply-intro", "qt", "zmail_extra",
              "mail-editor-reference-message-container", "ms-outlook-mobile-body-separator-line"}  # fmt: skip
# From this element on, everything is quoted.
_CUT_IDS = {"divRplyFwdMsg", "appendonsend", "stopSpelling", "zwchr", "reply139content", "x_divRplyFwdMsg",
            "OriginalMessage", "editor_content_quoted"}  # fmt: skip
_SIGNATURES = {"gmail_signature", "moz-signature", "protonmail_signature_block", "signature", "Signature",
               "ms-outlook-mobile-signature", "iCloudMailSignature", "tutanota_signature", "fairemail_signature",
               "gmail_signature_prefix", "AppleMailSignature", "zmail_signature_below"}  # fmt: skip
_OUTLOOK_RULE = re.compile(r"(?i)border(?:-top)?\s*:\s*(?:none\s*;\s*border-top\s*:\s*)?solid\s+#?[a-z0-9]+")
_INDENT = re.compile(r"(?i)border\s*:\s*none|margin\s*:\s*0(?:px)?\s+0(?:px)?\s+0(?:px)?\s+40px")


def struck_out(text: str) -> str:
    """A text with the mark of what its writer struck out, line by line."""
    return _STRUCK_LINE.sub(rf"{STRUCK}\1{STRUCK}", text)


def lines_of_page(page: str) -> tuple[tuple[int, str], ...]:
    """(depth of quotation, text) of every line a reader of the page would see."""
    return _read(page)[0]


def hidden_in_page(page: str) -> tuple[str, ...]:
    """The text on the page that nobody sees."""
    return _read(page)[1]


@lru_cache(maxsize=8)
def _read(page: str) -> tuple[tuple[tuple[int, str], ...], tuple[str, ...]]:
    if page.count("<") > MOST_TAGS:
        # With so many, nobody knows which can be seen; none of the page is read, and its text is named.
        page = " ".join(re.split(r"<[^<>]{0,2000}>", page[:200_000]))
        return (), tuple(" ".join(line.split()) for line in page.split("\n") if line.strip())
    try:
        tree = LexborHTMLParser(page)
    except Exception:
        return (), ()
    root = tree.body or tree.root
    if root is None:
        return (), ()
    sheet = sheet_of(_sheets(tree, page), page)
    if any("stylesheet" in (one.attributes.get("rel") or "").lower() for one in tree.css("link")):
        sheet = Sheet(spoilt=True)
    if any(is_dark((one.attributes.get("content") or "").lower()) for one in tree.css("meta[name=color-scheme]")):
        sheet = Sheet(spoilt=True)
    writer, unseen = _Writer(), _Writer()
    for title in tree.css("head title"):
        _say_apart(title.text(), unseen)
    for words in sheet.words:
        _say_apart(words, unseen)
    is_covered = _walk(root, writer, unseen, sheet)
    seen, hidden = writer.done(), tuple(line for _, line in unseen.done() if line)
    hidden += (*writer.far, *unseen.far)
    # Nobody here can say what lies under a box that was laid over the page.
    return ((), (*(line for _, line in seen if line), *hidden)) if is_covered else (seen, hidden)


def _sheets(tree: LexborHTMLParser, page: str) -> list[tuple[str, bool]]:
    """The style sheets of a page, each with whether every program reads it: some are for one program or medium, or
    stand where others look for none."""
    found: list[tuple[str, bool]] = []
    for one in tree.css("style"):
        marks, around = one.attributes or {}, one.parent
        media, kind = (marks.get("media") or "all").strip().lower(), (marks.get("type") or "text/css").strip().lower()
        is_sure = media in ("all", "screen") and kind == "text/css" and "disabled" not in marks
        while around is not None and is_sure:
            is_sure, around = around.tag not in NOT_READ, around.parent
        found.append((one.text() or "", is_sure))
    return found + [(text, False) for text in _sheets_of_some(page)]


def _sheets_of_some(page: str) -> list[str]:
    """The style sheets in remarks that are none to some programs: `<!--[if mso]>`."""
    some = [
        one.partition("<![endif]")[0] for one in page.lower().split("<!--[if")[1:] if not one.lstrip().startswith("!")
    ]
    sheets = [sheet for one in some for sheet in one.split("<style")[1:]]
    return [sheet.partition(">")[2].partition("</style")[0] for sheet in sheets]


class _Writer:
    """Text gathered to lines."""

    def __init__(self) -> None:
        self.lines: list[tuple[int, str]] = []
        self.row = ""
        self.depth = 0
        self.floor = 0
        self.far: list[str] = []
        """The lines that begin or go on far to the right, where no window shows them."""

    def end(self, depth: int) -> None:
        """A line ends; the next one has this depth."""
        if _FAR.search(self.row.rstrip()):
            self.far.append(" ".join(self.row.split()))
        elif self.row.strip():
            self.lines.append((self._deep(), self.row.strip()))
        self.row = ""
        self.depth = depth

    def cut(self) -> None:
        """From here on, everything is quoted."""
        self.end(1)
        self.floor = 1

    def blank(self) -> None:
        if self.lines and self.lines[-1][1]:
            self.lines.append((self._deep(), ""))

    def _deep(self) -> int:
        return self.depth if self.depth < 0 and not self.floor else max(self.depth, self.floor)

    def done(self) -> tuple[tuple[int, str], ...]:
        self.end(0)
        return tuple(self.lines)


def _walk(root: LexborNode, writer: _Writer, unseen: _Writer, sheet: Sheet) -> bool:
    """Without recursion: pages nest as deep as their sender likes. Whether something may cover the text."""
    # (node, depth, preformatted, closing, how it looks)
    stack: list[tuple[LexborNode, int, bool, bool, Look]] = [(root, 0, False, False, _around(root, sheet))]
    seen, is_covered, for_some = 0, False, False
    while stack:
        node, depth, kept, closing, look = stack.pop()
        tag = node.tag
        if closing:
            if tag in _BLOCKS:
                _end_block(tag, stack[-1][1] if stack else 0, writer, unseen)
            continue
        seen += 1
        if seen > MOST_NODES:
            break
        if tag == "-text":
            text = node.text_content or ""
            # Nobody says words that they strike out.
            text = struck_out(text) if look.struck else text
            is_covered = is_covered or lies_over(look, text)
            _say(text, depth, kept, writer if look.can_be_seen and not for_some else unseen)
            continue
        if tag == "-comment":
            for_some = _is_for_some(node.comment_content or "", for_some, unseen)
        if tag in _SILENT or tag is None or tag.startswith(("-", "_", "!")):
            continue
        marks = node.attributes or {}
        style = marks.get("style") or ""
        look = look_of(look, tag, marks, sheet)
        is_covered = is_covered or look.covers
        classes = set((marks.get("class") or "").replace("x_", " ").split())
        name = marks.get("id") or ""
        if _is_cut(node, tag, name, style):
            writer.cut()
        inner = _depth_within(depth, tag, classes, name, marks)
        if tag in ("br", "hr"):
            writer.end(depth)
            unseen.end(0)
            continue
        if tag in ("td", "th"):
            _say(" ", depth, False, writer)
        elif tag == "a" and not (node.text() or "").strip():
            continue
        if tag == "tr" and _names_columns(node, inner, writer if look.can_be_seen else unseen):
            continue
        if tag in _BLOCKS:
            _end_block(tag, inner, writer, unseen)
            stack.append((node, depth, kept, True, look))
        elif inner != depth:
            writer.end(inner)
        inside = kept or tag == "pre" or "white-space:pre" in style.replace(" ", "").lower()
        if tag == "template":
            _say_apart(node.html or "", unseen)
        stack.extend((child, inner, inside, False, its) for child, its in reversed(_within(node, look)))
    return is_covered


def _is_for_some(remark: str, before: bool, unseen: _Writer) -> bool:
    """Whether what comes behind a remark is for some programs alone (`[if !mso]`). What is in the remark itself is seen
    by those."""
    begun = _FOR_SOME.match(remark)
    if begun is not None and "<![endif" in remark:
        _say_apart(_NO_TEXT.sub(" ", remark[begun.end() :].rpartition("<![endif")[0]), unseen)
        return before
    return begun is not None or (before and "[endif]" not in remark)


def _end_block(tag: str, depth: int, writer: _Writer, unseen: _Writer) -> None:
    """A block of a page begins and ends a line; a paragraph leaves a blank one."""
    writer.end(depth)
    unseen.end(0)
    if tag == "p":
        writer.blank()


def _is_cut(node: LexborNode, tag: str, name: str, style: str) -> bool:
    """Whether a mail program marks here where the mail that is answered begins."""
    return name in _CUT_IDS or name.removeprefix("x_") in _CUT_IDS or _outlook_rule(node, tag, style)


def _around(root: LexborNode, sheet: Sheet) -> Look:
    """How the page itself looks."""
    above = root.parent
    return (
        look_of(Look(), "html", above.attributes or {}, sheet) if above is not None and above.tag == "html" else Look()
    )


def _within(node: LexborNode, look: Look) -> list[tuple[LexborNode, Look]]:
    """The text of an element, and its look. Of a folded part only the heading is seen; of one that has another page in
    it, that page."""
    is_folded = node.tag == "details" and "open" not in node.attributes
    first = node.child
    while first is not None and not is_folded:
        is_folded = first.tag == "template" and any(one.startswith("shadowroot") for one in first.attributes or {})
        first = first.next
    children: list[tuple[LexborNode, Look]] = []
    child = node.child
    while child is not None and len(children) <= MOST_NODES:
        children.append((child, replace(look, gone=True) if is_folded and child.tag != "summary" else look))
        child = child.next
    return children


def _names_columns(node: LexborNode, depth: int, writer: _Writer) -> bool:
    """Whether a row names the columns of a table; then it is written with bars between its cells."""
    cells = [child for child in node.iter() if child.tag in ("td", "th")]
    said = [" ".join((child.text() or "").split()) for child in cells if child.tag == "th"]
    if len(cells) < 2 or len(said) < len(cells) or not names_columns(" ".join(said)):
        return False
    writer.end(depth)
    _say(f"| {' | '.join(said)} |", depth, True, writer)
    writer.end(depth)
    return True


def _say_apart(page: str, writer: _Writer) -> None:
    """The text in an element that is no part of the page, by its lines."""
    for row in re.split(r"<[^<>]{0,2000}>|\n", page):
        _say(unescape(row), 0, False, writer)
        writer.end(0)


def _depth_within(depth: int, tag: str, classes: set[str], name: str, marks: dict[str, str | None]) -> int:
    if not depth and (classes & _SIGNATURES or name.removeprefix("x_") in _SIGNATURES):
        return SIGNED
    return depth + 1 if depth >= 0 and _quotes(tag, classes, name, marks.get("style") or "", marks) else depth


def _quotes(tag: str, classes: set[str], name: str, style: str, marks: dict[str, str | None]) -> bool:
    """Whether this element holds what somebody else wrote."""
    if classes & _QUOTE_CLASSES or name.removeprefix("x_") in _QUOTE_IDS:
        return True
    if tag == "div" and marks.get("name") == "quote":
        return True
    if tag == "blockquote":
        # "Indent more" makes a blockquote too; it is the writer's own, and says so by having no border.
        return (marks.get("type") or "").lower() == "cite" or bool(marks.get("cite")) or not _INDENT.search(style)
    return False


def _outlook_rule(node: LexborNode, tag: str, style: str) -> bool:
    """Outlook's line above From, Sent, To and Subject."""
    if tag != "div" or ("border-top" not in style.lower() and "border:none" not in style.lower().replace(" ", "")):
        return False
    if not _OUTLOOK_RULE.search(style):
        return False
    return bool(re.match(r"(?s)\s*\S{1,14}\s*:", (node.text() or "")[:60]))


def _say(text: str, depth: int, kept: bool, writer: _Writer) -> None:
    if not writer.row:
        writer.depth = depth
    elif writer.depth != depth:
        writer.end(depth)
    if kept:
        first, *rest = text.split("\n")
        writer.row += first
        for line in rest:
            writer.end(depth)
            writer.row = line
        return
    text = re.sub(r"[ \t\r\n\f]+", " ", text)
    if text == " " and not writer.row:
        return
    writer.row += text
