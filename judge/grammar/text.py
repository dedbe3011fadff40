"""Text as people type and mail it, made plain: dashes, arrows, spaces, full-width signs, numbered lists, comments."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache

from judge.grammar.memory import of_lines

_DASHES = "‐‑‒–—―−﹘﹣－➔→⇒➜➝⟶⭢►▶»›"
_SPACES = (*map(chr, range(0x2000, 0x200B)), "\t", "\u00a0", "\u1680", "\u202f", "\u205f", "\u3000")
_NOTHING = (
    *map(chr, (*range(0x200B, 0x2010), *range(0x202A, 0x202F), *range(0x2060, 0x206A))), "\ufeff", "\u00ad", "\ufe0f"
)  # fmt: skip
_PLAIN = str.maketrans(
    dict.fromkeys(_DASHES, "-")
    | dict.fromkeys("‘’‚‛′`´", "'")
    | dict.fromkeys("“”„‟″«", '"')
    | dict.fromkeys(_SPACES, " ")
    | dict.fromkeys(_NOTHING, "")
    | {chr(one): f" {unicodedata.normalize('NFKC', chr(one))}" for one in (0xBC, 0xBD, 0xBE, *range(0x2150, 0x215F))}
    | {"…": "...", "×": "x", "•": "*", "·": "*", "⁄": "/", "\u20e3": ")"}
)
_LETTERS = str.maketrans({"ß": "ss", "ẞ": "SS", "œ": "oe", "Œ": "OE", "æ": "ae", "Æ": "AE", "ø": "o", "Ø": "O"})
"""Letters that no accent makes."""
_FRAMES = ("*", "_")
_PICTURES = re.compile("(?![❌❎✖✗✘⛔❓❔❕🚫👎🤔🙅🤷🛑])[\u2600-\u27bf\u2b00-\u2bff\U0001f000-\U0001faff]")
"""Little pictures, but for those that say no, or that somebody is in doubt."""
_DOUBTED = re.compile(r"\s*\((\?[?!]*)\)")
"""A question mark in brackets asks, as it does without."""
_SMILES = re.compile(r"(?:(?<=\s)|(?<=[.!?,]))[:;](?:-?[)(]+|-[DPp])(?=[\s.,!]|$)")
"""Little faces made of signs."""
_TAGS = re.compile(
    r"\[/?(?:b|i|u|code|center|left|right|indent|ul|ol|li|(?:list|size|colou?r|font|url)(?:=[^\[\]]{0,60})?)\]", re.I
)
"""The tags that boards put around words, but for those that strike them out or quote them."""
_STRUCK = re.compile(r"\[(s|strike|del)\](.{0,400}?)\[/\1\]", re.IGNORECASE)
_STRUCK_OUT = re.compile(r"~~(?=\S).{0,400}?~~")
_ARROW = re.compile(r"\s*(?:[-=~]{1,3}>|--+)\s*")
_NUMBERED = re.compile(r"^\s*(?:\(?\d{1,3}[.)]|\(?[a-hA-H]\)|[*+o])\s+(?=\S)")
_LETTERED = re.compile(r"^\s*\(?[a-hA-H]\)\s+(?=\S)")
_ALPHABET = "abcdefghijklmnop"
FEWEST_LISTED = 3
_BULLET = re.compile(r"^\s*[-](?=\s)")
_COMMENT = re.compile(r"(?:(?:^|\s)(?://|#(?!\d)|;;)|^\s*;).*$")


@of_lines
def plain(text: str) -> str:
    """One line in plain signs: NFKC, every dash and arrow a `-`, every space a space, runs of space single. The little
    pictures of telephones, faces made of signs and the tags of boards are left out."""
    text = unicodedata.normalize("NFKC", text.translate(_PLAIN)).translate(_PLAIN)
    if not text.isascii():
        text = _PICTURES.sub(" ", text)
    if "[" in text:
        text = _TAGS.sub("", _STRUCK.sub(r"~~\2~~", text)).replace("[*]", "* ", 1)
    if "!?" in text:
        text = text.replace("!?", "?")
    if "(?" in text:
        text = _DOUBTED.sub("?", text)
    if ":" in text or ";" in text:
        text = _SMILES.sub(" ", text)
    text = re.sub(r" +", " ", _ARROW.sub(" - ", text)).strip()
    return _unframed(text) if text[:1] in _FRAMES and text[-1:] == text[:1] else text


def _unframed(text: str) -> str:
    """A line without the signs of emphasis about it."""
    bare = text.strip(text[0]).strip()
    return bare if bare and text[0] not in bare else text


def without_struck(line: str) -> str:
    """A line without what its writer struck out: `~~A PAR - BUR~~`, or a board's tags."""
    if "[" in line:
        line = _STRUCK.sub(" ", line)
    return _STRUCK_OUT.sub(" ", line) if "~~" in line else line


def struck_in(line: str) -> str:
    """The text that its writer struck out of a line."""
    found = [one[0].strip("~") for one in _STRUCK_OUT.finditer(line)] + [one[2] for one in _STRUCK.finditer(line)]
    return " ".join(" ".join(found).split())


@of_lines
def without_comment(line: str) -> str:
    """A line without its comment (`// …`, `# …`, `;; …`, a line that begins with `;`); `lot #3` is none."""
    return _COMMENT.sub("", line).rstrip()


@of_lines
def without_number(line: str) -> str:
    """A line without the number or bullet of the list it stands in; empty where it is a rule across the page."""
    said = _BULLET.sub("", _NUMBERED.sub("", line)).strip()
    return said if said.strip("-=*~ ") else ""


def without_letter(line: str) -> str:
    """A line without the letter in brackets of the list it stands in: `(b) the gang stays`."""
    return _LETTERED.sub("", line) if ")" in line else line


def in_lettered_list(lines: Sequence[str]) -> frozenset[int]:
    """The places of lines that a letter and a dot list, from `a.` on: one alone, or two, may be a unit cut short."""
    found: set[int] = set()
    run: list[int] = []
    if not any([line[1:2] == "." for line in lines]):
        return frozenset()
    for place, line in enumerate(lines):
        begins = line[:2].lower() if line[2:3] == " " else ""
        if begins == f"{_ALPHABET[len(run)]}.":
            run.append(place)
        elif line:
            run = [place] if begins == "a." else []
        if len(run) >= FEWEST_LISTED:
            found.update(run)
        run = [] if len(run) == len(_ALPHABET) else run
    return frozenset(found)


def lines_of(text: str) -> tuple[tuple[int, str], ...]:
    """The lines that say something, plain and without comments and list signs, with their numbers (from 1)."""
    found = []
    for number, raw in enumerate(text.splitlines(), 1):
        line = _line_in(raw)
        if line:
            found.append((number, line))
    return tuple(found)


@of_lines
def _line_in(raw: str) -> str:
    return without_number(plain(without_comment(raw)))


@lru_cache(maxsize=8192)
def folded(text: str) -> str:
    """A name as it is compared: lower case, accents and punctuation gone, single spaces."""
    if text.isascii() and text.isalnum():
        return text.lower()
    text = unicodedata.normalize("NFKD", plain(text).translate(_LETTERS))
    text = "".join(sign for sign in text if not unicodedata.combining(sign)).lower().replace("'", "")
    return re.sub(r"[^a-z0-9]+", " ", text).strip()


_OPENED = re.compile(r"(?<![^\s(\[:,-])[\"“„«](?=[^\s\"“„«])")
_CLOSED = re.compile(r"(?:(?<=[^\s\d\"“”„»«])[\"”“»]|(?<=\d)[”“»]|(?<=\d)\"(?=[.,;:!?)]*$))(?![^\s.,;:!?)\]])")


def opened_in(text: str) -> int | None:
    """Where quotation marks open that nothing on the line closes; None: nowhere. Behind a figure it is a sign of
    inches."""
    if '"' not in text and text.isascii():
        return None
    opens = [one.start() for one in _OPENED.finditer(text)]
    closes = [one.start() for one in _CLOSED.finditer(text)]
    last = opens[-1] if opens else None
    return last if last is not None and not any(place > last for place in closes) else None


def closed_in(text: str) -> int | None:
    """The place behind quotation marks that close what a line above has opened; None: there are none, or others open
    before."""
    closed = _CLOSED.search(text)
    opened = _OPENED.search(text)
    is_first = closed is not None and (opened is None or closed.start() < opened.start())
    return closed.end() if closed is not None and is_first else None


def unquoted(text: str) -> str:
    """A text without what stands between quotation marks."""
    own, place = "", 0
    for opened in _OPENED.finditer(text):
        closed = _CLOSED.search(text, opened.end()) if opened.start() >= place else None
        if closed is not None:
            own, place = own + text[place : opened.start()], closed.end()
    return own + text[place:]


_ENDS = re.compile(
    r"(?:(?<=[^\W\d_]{3})|(?<=[^\W\d_]['’][st])|(?<=\b(?:it|me|us|so|do|go|up|he|we|be|is|ok|OK))|"
    r"(?<=\b(?:to|on))(?!\.\.)|(?<=[a-z] (?:in|by|at))(?!\.\.|!)|(?<=\d)|(?<=\d[kK])"
    r"|(?<=[)\]'\"]))[.!?]+(?=\s+\S)(?!\s*[).,])"
)


@of_lines
def sentences(text: str) -> tuple[str, ...]:
    """A line in its sentences, as it was written. A word cut short (`St.`, `No.`) ends none, nor a number of a list."""
    if _ENDS.search(text) is None:
        return (text.strip(),)
    found: list[str] = []
    start = 0
    for end in _ENDS.finditer(text):
        before, after = text[start : end.start()].strip(), text[end.end() :].lstrip()
        if before.isdigit() or before.lower() in _SHORT or before.lower().endswith(_SHORT_WORDS):
            continue
        if not (after[:1].isupper() or after[:1].isdigit() or len(before) > 4):
            continue
        found.append(text[start : end.end()].strip())
        start = end.end()
    return (*found, text[start:].strip())


_SHORT = ("", "mrs", "attn")
_SHORT_WORDS = (" mrs", " etc", " sup", " supp", " conv", " att", " approx", " incl", " resp")


def without_stops(text: str) -> str:
    """A line of a telegram, whose full stops are words: `NORWAY HOLDS STOP`."""
    words = text.rstrip(" .")
    return f"{words.removesuffix(' STOP').replace(' STOP ', '. ')}." if words.endswith(" STOP") else text


def without_marks(text: str) -> str:
    """A line without the letter of a list, what was struck out, and a telegram's full stops."""
    return without_stops(without_letter(without_struck(text)))


def many(count: int, what: str) -> str:
    """`1 game`, `2 games`."""
    return f"{count} {what}" + ("" if count == 1 else "s")


_CONTROL = re.compile(
    r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u200b-\u200f\u202a-\u202e"
    r"\u2060-\u206f\ufeff\ufffe\uffff\ud800-\udfff]"
)


def without_controls(text: str) -> str:
    """Text without control signs, zero-width signs, the signs that turn the writing direction, and what is no sign at
    all, which no feed and no picture may hold."""
    return text if text.isprintable() else _CONTROL.sub("", text)
