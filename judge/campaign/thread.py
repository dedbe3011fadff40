"""The frame that boards and chats put around a copied post: bylines, dates, buttons, quotes.

A copied text becomes rows. A byline begins another's post; a quoted row is what somebody said before; furniture is text
of the board itself. The rest are the words of the post.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from judge.grammar.text import plain

_QUOTE_TAG = re.compile(r"\[(/?)quote([^\]]*)\]", re.IGNORECASE)
_TAG = re.compile(
    r"\[/?(?:b|i|u|s|\*|code|col(?:ou?r)|size|font|url|email|img|list|li|ol|ul|table|t[drh]|center|left|right|indent|sub|sup"
    r"|spoiler|mention|user|media|hr|h[1-6]|pre|tt|strike|align|highlight|post|hide|icode|plain|noparse)(?:=[^\]]*)?\]",
    re.IGNORECASE,
)
_SPOILER = re.compile(r"\|\|(.+?)\|\|", re.DOTALL)
_FENCE = re.compile(r"^\s*(?:```|~~~)\w*\s*$")
_EDITED = re.compile(r"\s*\(edited\)\s*$", re.IGNORECASE)
_SIGNATURE = re.compile(r"^(?:--\s*|_{3,}|-{4,}|={4,}|sent from .*|get outlook .*)$", re.IGNORECASE)

_MONTH = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?"
_TIME = r"\d{1,2}:\d{2}(?::\d{2})?(?: ?[ap]\.?m\.?)?"
_DAY = "|".join(
    (
        rf"{_MONTH} \d{{1,2}}(?:st|nd|rd|th)?(?:,? \d{{4}})?",
        rf"{_MONTH} \d{{4}}",
        rf"\d{{1,2}} {_MONTH},?(?: \d{{4}})?",
        r"\d{1,2}[./-]\d{1,2}[./-]\d{2,4}",
        r"\d{4}-\d{2}-\d{2}",
        "today",
        "yesterday",
    )
)
_DATE = rf"(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,? )?(?:{_DAY})"
_WHEN = rf"(?:{_DATE}(?:,? (?:at )?{_TIME})?|(?:today|yesterday),? (?:at )?{_TIME}|{_TIME})"
_AGO = r"\d+ ?(?:s|m|h|d|w|mo|y|sec|min|hr|hour|day|week|month|year)s?\.?"


def _whole(pattern: str) -> Callable[[str], re.Match[str] | None]:
    return re.compile(pattern, re.IGNORECASE).fullmatch


_BYLINES = tuple(
    map(
        _whole,
        (
            rf"(?:post )?(?:by |from )?(?P<who>[^:]{{1,40}}?) (?:»|>>) {_WHEN}.*",
            rf"(?P<who>[^:]{{1,40}}?) ?- ?{_WHEN}(?: \(edited\))?",
            rf"(?P<who>[^:]{{1,40}}?),? {_DATE},? (?:at )?{_TIME}(?: ?#\d+)?",
            rf"\[(?:{_DATE},? )?{_TIME}\] ?(?P<who>[^:]{{1,40}}): ?(?P<rest>.*)",
            rf"(?:u/)?(?P<who>\S{{1,40}}) ?• ?{_AGO}.*",
            rf"{_AGO} ago|level \d+",
            r"\W*(?:reply #\d+ )?on: .*",
            rf"(?:posted |sent )?(?:on )?{_DATE}(?:,? (?:at )?{_TIME})?(?: ?#\d+)?(?: \(edited\))?",
            r"(?:from|sender|author): (?P<who>[^:]{1,40})",
        ),
    )
)
_QUOTERS = tuple(
    map(
        _whole,
        (
            r"(?P<who>\S.{0,39}?) said:(?: ↑)?",
            r"(?P<who>\S.{0,39}?) wrote:(?: ?↑.*)?",
            r"\(\d[^)]*\) ?(?P<who>.{1,40}?) wrote:(?: .*)?",
            rf"quote from:? (?P<who>.{{1,40}}?)(?: on {_DATE}.*)?",
            r"(?:quote:? )?originally posted by (?P<who>.{1,40}?)(?: view post| ?↑)?",
        ),
    )
)
_BUTTONS = tuple(
    map(
        _whole,
        (
            r"(?:(?:like|reply|quote|report|top|share|edit|delete|award|upvote|downvote|vote|save|follow|find|pm|bookmark"
            r"|give award|multi-?quote|multi quote|click to expand\.{3}|view post|reply with quote|thanks|copy link"
            r"|more options|add reaction|edited|send|to|new|op|unread post|back to top|pinned|solved|logged)[ ·•|]*)+",
            r"(?:re|subject|thread|topic|title|to|date|sent): .*",
            r"\d+ (?:likes?|replies|reply|points?|upvotes?)|(?:last )?edited(?: by .*)?|\(edited\)",
            r".{1,40} (?:likes|reacted to|liked) this\.?|reactions?: .*",
        ),
    )
)
_PROFILE = tuple(
    map(
        _whole,
        (
            r"(?:new |junior |senior |full |well-known |active |super |hero |sr\. |jr\. )*"
            r"(?:member|moderator|administrator|newbie|user|poster|regular|leader)",
            r"(?:posts?|threads?|joined|join date|location|reputation|likes|karma|messages|reaction score|points|age"
            r"|topics|registered|offline|online|warning level|thanks|last edited by)(?:: .*|:? ?[\d,.]+)",
            r".* is (?:offline|online)(?: now)?",
            r"offline|online|\W+|#\d+",
            rf"{_AGO}|.{{1,40}}'s avatar|.{{1,40}} avatar|avatar",
        ),
    )
)


@dataclass(frozen=True, slots=True)
class Row:
    """One copied line. `is_byline`: another's post begins (`text` is then its writer, if named)."""

    text: str
    is_byline: bool = False
    is_furniture: bool = False


def rows_of(text: str, is_heading: Callable[[str], bool], quoted: bool = False) -> list[Row]:
    """The rows of a copied text without its quotes; with `quoted`, the outermost quotes are posts."""
    rows: list[Row] = []
    for line in _without_tags(text, quoted).splitlines():
        rows += [_byline(line[1:])] if line.startswith("\0") else [Row(line)]
    rows = _without_marks(rows, quoted)
    rows = _without_spoken(rows, is_heading, quoted)
    return _posts(rows, is_heading)


def is_signature(line: str) -> bool:
    """A line below which nothing is meant: `--`, a rule, what a telephone adds."""
    return _SIGNATURE.match(line.strip()) is not None


def _byline(who: str) -> Row:
    return Row(who.strip(), is_byline=True)


def _without_tags(text: str, quoted: bool) -> str:
    """BBCode taken off. Quotes nest: those deeper than the posts themselves are removed."""
    kept, depth, at, most = [], 0, 0, 1 if quoted else 0
    for tag in _QUOTE_TAG.finditer(text):
        if depth <= most:
            kept.append(text[at : tag.start()])
        at = tag.end()
        if tag[1]:
            depth = max(0, depth - 1)
            kept.append("\n")
        else:
            depth += 1
            if depth <= most:
                kept.append(f"\n\0{_quoter(tag[2])}\n")
    # A quote that is opened and never closed hides nothing below it.
    if depth <= most or not _QUOTE_TAG.search(text[at:]):
        kept.append(text[at:])
    bare = _TAG.sub("", "".join(kept))
    return _SPOILER.sub(r"\1", bare)


def _quoter(attributes: str) -> str:
    """`=ann post_id=3`, `="ann, post: 3"`, `=ann;12`, ` author=ann link=…` as `ann`."""
    found = re.search(r"author=\"?(.+?)\"?(?: \w+=|$)", attributes) or re.match(
        r"\s*=\s*[\"']?(.+?)[\"']?(?:[,;]| \w+=|[\"']|$)", attributes
    )
    return found[1].strip() if found else ""


def _without_marks(rows: Sequence[Row], quoted: bool) -> list[Row]:
    """Without lines that begin with `>`, or with one such sign less; without the fences of code."""
    kept = []
    for row in rows:
        line = row.text.lstrip()
        if line.startswith((">", "&gt;")) and not line.startswith(">>> "):
            if not quoted:
                continue
            line = re.sub(r"^(?:>|&gt;)\s?", "", line)
            if line.lstrip().startswith((">", "&gt;")):
                continue
            row = Row(line)
        if not _FENCE.match(row.text):
            kept.append(row)
    return kept


def _without_spoken(rows: Sequence[Row], is_heading: Callable[[str], bool], quoted: bool) -> list[Row]:
    """Quotes as a browser shows them: `ann said:` and what follows, to `Click to expand...` or an empty line."""
    kept: list[Row] = []
    at = 0
    while at < len(rows):
        row = rows[at]
        found = None if row.is_byline else next((one for quoter in _QUOTERS if (one := quoter(_even(row.text)))), None)
        at += 1
        if found is None:
            kept.append(row)
            continue
        # A quote is part of a post; at the very beginning these words say whose orders follow, as above an empty line.
        introduces = not any(one.text.strip() or one.is_byline for one in kept) or (
            at < len(rows) and not rows[at].text.strip()
        )
        first = next((place for place in range(at, len(rows)) if rows[place].text.strip()), len(rows))
        if quoted or (introduces and first < len(rows) and is_heading(rows[first].text)):
            kept.append(_byline(found["who"]))
            continue
        at = _end_of_quote(rows, first)
        kept.append(Row(""))
    return kept


def _end_of_quote(rows: Sequence[Row], first: int) -> int:
    """The first row below a quote as a browser shows it."""
    for place in range(first, len(rows)):
        if _even(rows[place].text).casefold() == "click to expand...":
            return place + 1
        if rows[place].is_byline:
            break
    return next((place for place in range(first, len(rows)) if not rows[place].text.strip()), len(rows))


def _posts(rows: Sequence[Row], is_heading: Callable[[str], bool]) -> list[Row]:
    """Bylines known, furniture gone. A name alone above a date or a rank is whose post it is."""
    found: list[Row] = []
    for row in rows:
        line = _even(row.text)
        if row.is_byline or not line or is_heading(row.text) or is_signature(row.text):
            found.append(row)
            continue
        byline = next((one for pattern in _BYLINES if (one := pattern(line)) and _is_somebodys(one)), None)
        if byline is not None:
            named = byline.groupdict()
            _begin(found, named.get("who") or _name_above(found, is_heading))
            if named.get("rest"):
                found.append(Row(str(named["rest"])))
        elif any(pattern(line) for pattern in _PROFILE):
            who = _name_above(found, is_heading)
            if who:
                _begin(found, who)
            found.append(Row("", is_furniture=True))
        elif any(pattern(line) for pattern in _BUTTONS) or (line.isdigit() and found and found[-1].is_furniture):
            found.append(Row("", is_furniture=True))
        else:
            found.append(Row(_EDITED.sub("", row.text)))
    return found


def _is_somebodys(byline: re.Match[str]) -> bool:
    """Whether a byline has a name, or needs none: `3 - 9/11/13` bids on the third lot, and is no date."""
    who = byline.groupdict().get("who")
    return who is None or any(map(str.isalpha, who))


def _begin(found: list[Row], who: str) -> None:
    """Another's post begins; a board's second line about the same post adds nothing."""
    said = next((row for row in reversed(found) if row.text.strip() or row.is_byline), None)
    if who or said is None or not said.is_byline:
        found.append(_byline(who))


def _name_above(found: list[Row], is_heading: Callable[[str], bool]) -> str:
    """The name alone on the row above; it is taken off the rows."""
    place = len(found) - 1
    while place >= 0 and found[place].is_furniture:
        place -= 1
    if place < 0 or found[place].is_byline or is_heading(found[place].text):
        return ""
    alone = place == 0 or not found[place - 1].text.strip() or found[place - 1].is_byline
    if not alone or not 1 <= len(found[place].text.split()) <= 2:
        return ""
    who = found[place].text
    del found[place:]
    return who.strip()


def _even(line: str) -> str:
    """A line with single plain spaces and dashes, without emphasis."""
    return plain(line.strip().strip("*_`~").strip())
