"""Text as people type and mail it, made plain: dashes, arrows, spaces, full-width signs, numbered lists, comments."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from judge.grammar.memory import of_lines

_DASHES = "‐‑‒–—―−﹘﹣－➔→⇒➜➝⟶⭢►▶»›"
_SPACES = (*map(chr, range(0x2000, 0x200B)), "\t", "\u00a0", "\u1680", "\u202f", "\u205f", "\u3000")
_NOTHING = (*map(chr, (*range(0x200B, 0x2010), *range(0x202A, 0x202F), *range(0x2060, 0x206A))), "\ufeff", "\u00ad")
_PLAIN = str.maketrans(
    dict.fromkeys(_DASHES, "-")
    | dict.fromkeys("‘’‚‛′`´", "'")
    | dict.fromkeys("“”„‟″«", '"')
    | dict.fromkeys(_SPACES, " ")
    | dict.fromkeys(_NOTHING, "")
    | {"…": "...", "×": "x", "•": "*", "·": "*", "⁄": "/"}
)
_FRAMES = ("*", "_")
_ARROW = re.compile(r"\s*(?:[-=~]{1,3}>|--+)\s*")
_NUMBERED = re.compile(r"^\s*(?:\(?\d{1,3}[.)]|\(?[a-hA-H]\)|[*+o])\s+(?=\S)")
_BULLET = re.compile(r"^\s*[-](?=\s)")
_COMMENT = re.compile(r"(?:(?:^|\s)(?://|#(?!\d)|;;)|^\s*;).*$")


@of_lines
def plain(text: str) -> str:
    """One line in plain signs: NFKC, every dash and arrow a `-`, every space a space, runs of space single."""
    text = unicodedata.normalize("NFKC", text.translate(_PLAIN)).translate(_PLAIN)
    text = re.sub(r" +", " ", _ARROW.sub(" - ", text)).strip()
    return _unframed(text) if text[:1] in _FRAMES and text[-1:] == text[:1] else text


def _unframed(text: str) -> str:
    """A line without the signs of emphasis about it."""
    bare = text.strip(text[0]).strip()
    return bare if bare and text[0] not in bare else text


@of_lines
def without_comment(line: str) -> str:
    """A line without its comment (`// …`, `# …`, `;; …`, a line that begins with `;`); `lot #3` is none."""
    return _COMMENT.sub("", line).rstrip()


@of_lines
def without_number(line: str) -> str:
    """A line without the number or bullet of the list it stands in; nothing of one that is drawn across the page."""
    said = _BULLET.sub("", _NUMBERED.sub("", line)).strip()
    return said if said.strip("-=*~ ") else ""


def lines_of(text: str) -> tuple[tuple[int, str], ...]:
    """The lines that say something, plain and without comments and list signs, with their numbers (from 1)."""
    found = []
    for number, raw in enumerate(text.splitlines(), 1):
        line = without_number(plain(without_comment(raw)))
        if line:
            found.append((number, line))
    return tuple(found)


@lru_cache(maxsize=8192)
def folded(text: str) -> str:
    """A name as it is compared: lower case, accents and punctuation gone, single spaces."""
    if text.isascii() and text.isalnum():
        return text.lower()
    text = unicodedata.normalize("NFKD", plain(text))
    text = "".join(sign for sign in text if not unicodedata.combining(sign)).lower().replace("'", "")
    return re.sub(r"[^a-z0-9]+", " ", text).strip()


def many(count: int, what: str) -> str:
    """`1 game`, `2 games`."""
    return f"{count} {what}" + ("" if count == 1 else "s")


_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]")


def without_controls(text: str) -> str:
    """Text without control signs, zero-width signs and the signs that turn the writing direction."""
    return _CONTROL.sub("", text)
