"""Quotations known by what they say: text from a mail that we sent to somebody is not their own when it comes back.

A mail is kept as the set of its runs of four words, whatever comes between them: prefixes, wrapping, another program's
marks and another language's heading change none of them. Words of press are marked apart: they are never a form.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from hashlib import blake2b

from judge.adjudicator.protocol import BLANK
from judge.grammar.letter import said
from judge.grammar.quoting import points_below
from judge.grammar.reader import MOST_LINES
from judge.grammar.text import plain
from judge.mail.quotes import TextLine

RUN = 4
SURE = 12
"""So many words in a row are no accident; fewer may be an order written before."""
SIZE = 5
"""Bytes a run: of a thousand runs against a million, one in a thousand letters meets a false one."""
MOST_HEADS = 10


class Origin(StrEnum):
    """Whose a line is. `echo`: it was in a mail of ours, but is so short that its writer may mean it anew; `asked`: it
    was in a few words of press, or was changed within a quotation of ours: its writer is to say whether it counts."""

    OWN = "own"
    QUOTED = "quoted"
    PRESS = "press"
    ECHO = "echo"
    ASKED = "asked"


@dataclass(frozen=True, slots=True)
class Index:
    """A mail we sent, as runs of words. `is_press`: its words are another player's."""

    runs: frozenset[bytes]
    is_press: bool = False

    @classmethod
    def of(cls, *texts: str, is_press: bool = False) -> Index:
        """A mail's index, of all its forms: subject, text, the page as its reader sees it."""
        return cls(frozenset(run for text in texts for run in _runs(_words(text))), is_press)

    @classmethod
    def read(cls, kept: bytes, is_press: bool = False) -> Index:
        """An index as stored."""
        return cls(frozenset(kept[at : at + SIZE] for at in range(0, len(kept), SIZE)), is_press)

    def kept(self) -> bytes:
        """The index as it is stored."""
        return b"".join(sorted(self.runs))

    def holds(self, text: str) -> bool:
        """Whether all of this text was in the mail."""
        runs = _runs(_words(text))
        return bool(runs) and self.runs.issuperset(runs)


def recognised(lines: Sequence[TextLine], sent: Sequence[Index]) -> tuple[TextLine, ...]:
    """The lines of a letter; those that were in mails sent to its writer are marked as quoted, press or echo."""
    if not sent:
        return _pointed_at(lines)
    found = list(origins([line.text for line in lines], sent))
    # A line that comes again in the quotation below it was typed above it.
    first = next((place for place, line in enumerate(lines) if line.quoted), 0)
    below = Index.of("\n".join(line.text for line in lines[first:] if line.quoted))
    for place in range(first):
        if found[place] not in (Origin.PRESS, Origin.ASKED) and below.holds(lines[place].text):
            found[place] = Origin.OWN
    changed = _changed(lines, found)
    out = [
        replace(line, quoted=False, origin=str(Origin.ASKED)) if place in changed
        else line if origin is Origin.OWN or line.apart
        else _marked(line, origin)
        for place, (line, origin) in enumerate(zip(lines, found, strict=True))
    ]  # fmt: skip
    _with_signs(out)
    _with_headings(out)
    return _pointed_at(out)


def _pointed_at(lines: Sequence[TextLine]) -> tuple[TextLine, ...]:
    """`Do what Fritz says below`, above a mail that is not ours: its writer is asked whether the orders in it count."""
    theirs = {place for place, line in enumerate(lines) if line.quoted and not line.origin and not line.apart}
    if not theirs or not any(line.is_own and points_below(line.text) for line in lines[:MOST_LINES]):
        return tuple(lines)
    return tuple(
        replace(line, quoted=False, origin=str(Origin.ASKED)) if place in theirs else line
        for place, line in enumerate(lines)
    )


def in_doubt(lines: Sequence[TextLine]) -> frozenset[int]:
    """The lines that were in a mail of ours and are below the beginning of the quotation, by their numbers.

    Where nothing else is quoted, and above the first quotation, words that were sent once and are written again are
    said again.
    """
    first = next((number for number, line in enumerate(lines, 1) if line.origin in ("quoted", "press")), None)
    if first is None:
        return frozenset()
    return frozenset(
        number for number, line in enumerate(lines, 1) if number > first and line.origin == "echo" and line.is_own
    )


def origins(texts: Sequence[str], sent: Sequence[Index]) -> tuple[Origin, ...]:
    """Whose each line is, by its content alone."""
    words = [_words(text) for text in texts]
    flat = [word for line in words for word in line]
    runs = _runs(flat)
    ours = _covered(runs, len(flat), [index.runs for index in sent])
    press = _covered(runs, len(flat), [index.runs for index in sent if index.is_press])
    whole, theirs, at = [], [], 0
    for line in words:
        whole.append(all(ours[at : at + len(line)]) if line else None)
        theirs.append(bool(line) and all(press[at : at + len(line)]))
        at += len(line)
    lengths = _lengths(whole, words)
    return tuple(
        Origin.OWN if not is_whole
        else Origin.PRESS if is_press and length >= SURE
        else Origin.ASKED if is_press
        else Origin.QUOTED if length >= SURE
        else Origin.ECHO
        for is_whole, is_press, length in zip(whole, theirs, lengths, strict=True)
    )  # fmt: skip


def _changed(lines: Sequence[TextLine], found: Sequence[Origin]) -> frozenset[int]:
    """The places of lines within a quotation of a mail of ours that were not in it: they may have been changed."""
    places: set[int] = set()
    run: list[int] = []
    for place in range(len(lines) + 1):
        if place < len(lines) and (lines[place].quoted or not lines[place].text):
            run.append(place)
            continue
        ours = [one for one in run if found[one] in (Origin.QUOTED, Origin.ECHO)]
        if ours and not any(found[one] in (Origin.PRESS, Origin.ASKED) for one in run):
            places |= {one for one in run if found[one] is Origin.OWN and _words(lines[one].text) and one > ours[0]}
        run = []
    return frozenset(places)


def _marked(line: TextLine, origin: Origin) -> TextLine:
    # A line with signs of quotation in front is one, however short; and press is told from other quotations.
    if origin is Origin.ASKED:
        return replace(line, origin=str(Origin.PRESS if line.quoted else origin))
    return replace(line, quoted=line.quoted or origin is not Origin.ECHO, origin=str(origin))


def _with_signs(out: list[TextLine]) -> None:
    """A line of signs alone, below or above a quotation, is part of it."""
    for rows in (range(1, len(out)), range(len(out) - 2, -1, -1)):
        step = rows.step
        for place in rows:
            near = out[place - step]
            if near.origin in ("quoted", "press") and not out[place].apart and not _words(out[place].text):
                out[place] = replace(out[place], quoted=True, origin=near.origin)


def _with_headings(out: list[TextLine]) -> None:
    """The lines that a program puts above a quotation, in whatever language: `… wrote:`, or lines such as `From: … @
    …`."""
    for place, line in enumerate(out):
        above = [n for n in range(place - 1, max(-1, place - 2 - MOST_HEADS), -1) if not out[n].apart]
        if line.origin not in ("quoted", "press", "asked") or not above or out[above[0]].origin:
            continue
        first = out[above[0]].text
        named = [n for n in above if not out[n].quoted and _is_head(out[n].text)]
        run = [n for m, n in enumerate(above) if m < len(named) and named[m] == n]
        if len(run) > 1 and any("@" in out[n].text for n in run):
            top = min(n for n in run if "@" in out[n].text)
            run = [n for n in run if n >= top]
        elif line.origin != "asked" and first.rstrip("- ").endswith((":", "：")) and said(plain(first)) is None:
            run = above[:1]
        else:
            continue
        for n in run:
            out[n] = replace(out[n], quoted=True)
        if line.origin == "asked":
            _quote_below(out, place)


def _quote_below(out: list[TextLine], place: int) -> None:
    """Mark the lines below the heading of a quotation, up to the first that was not sent."""
    for below in range(place, len(out)):
        if out[below].apart == "space":
            continue
        if out[below].origin != "asked":
            return
        out[below] = replace(out[below], quoted=True, origin=str(Origin.PRESS))


def _is_head(text: str) -> bool:
    """`Name: something`, as the headings of a mail are written."""
    name, colon, rest = text.replace("：", ":").partition(":")
    return bool(colon and rest.strip()) and len(name.split()) <= 3


def _lengths(whole: Sequence[bool | None], words: Sequence[Sequence[str]]) -> list[int]:
    """For each line, the number of words in its stretch of covered lines. Empty lines end none."""
    lengths = [0] * len(whole)
    first, count = 0, 0
    for place in range(len(whole) + 1):
        state = whole[place] if place < len(whole) else False
        if state is False:
            lengths[first:place] = [count] * (place - first)
            first, count = place + 1, 0
        elif state:
            count += len(words[place])
    return lengths


def _covered(runs: Sequence[bytes], count: int, sent: Sequence[frozenset[bytes]]) -> list[bool]:
    """Of each word, whether it is in a run that some mail has."""
    covered = [False] * count
    for place, run in enumerate(runs):
        if any(run in one for one in sent):
            for near in range(place, place + RUN):
                covered[near] = True
    return covered


def _words(text: str) -> list[str]:
    """The words and numbers of a text in the form that is compared: no signs, no case, nothing unseen."""
    # A blank is a word: text that a player writes beside it, or in its place, was not in the form.
    text = unicodedata.normalize("NFKC", text).casefold().replace(BLANK, " blank ")
    return "".join(
        sign if sign.isalnum() else "" if unicodedata.category(sign) in ("Cf", "Mn") else " " for sign in text
    ).split()


def _runs(words: Sequence[str]) -> list[bytes]:
    return [_key(words[at : at + RUN]) for at in range(len(words) - RUN + 1)]


def _key(words: Iterable[str]) -> bytes:
    return blake2b(" ".join(words).encode("utf-8", "surrogatepass"), digest_size=SIZE).digest()


__all__ = ["Index", "Origin", "in_doubt", "origins", "recognised"]
