"""A mail's bytes as a message, and its headers as plain text. Never raises, whatever the bytes.

The parser is `email` with its oldest policy (compat32): the newer ones raise on hostile headers or take seconds.
"""

from __future__ import annotations

import email.policy
import re
from email.feedparser import BytesFeedParser
from email.header import decode_header
from email.message import Message
from email.utils import getaddresses
from functools import lru_cache

from judge.grammar.text import without_controls

LONGEST_HEADER = 2000
LONGEST_FINDING = 20_000
"""A header that says what was found or signed is read whole, or not at all: cut off it would say something else."""
MOST_BOUNDARIES = 200
MOST_ADDRESSES = 50
LONGEST_NAME = 60

_ID = re.compile(r"<[^<>\s]{1,250}>")
_LONE = re.compile(rb"\r(?!\n)")
_FOLD = re.compile(r"\s*[\r\n]+\s*")
_QUOTED, _COMMENT = re.compile(r'"(?:[^"\\]|\\.)*"'), re.compile(r"\([^()]*\)")
_ENCODED = re.compile(r"=\?[^?\s]{1,60}\?[BbQq]\?[^?\s]*\?=")
_GROUP = re.compile(r"[:;]")
"""The signs of a group of addresses: servers look for no domain in one, so nobody has found out who wrote."""
_LIKELY = re.compile(r'[^\s,;:<>"]*@[^\s,;:<>"]*')
"""Text that some reader may take for an address."""
_ADDRESS = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9.-]{0,250}[A-Za-z0-9])?")


def message_of(raw: bytes) -> Message:
    """The message; one whose structure is hostile (hundreds of nested parts) is read as plain text.

    To the parser a lone CR ends a line, but not to those who sign and check: here it is a space.
    """
    raw = _LONE.sub(b" ", raw) if b"\r" in raw else raw
    if raw.lower().count(b"boundary=") <= MOST_BOUNDARIES:
        try:
            return _parsed(raw)
        except (RecursionError, ValueError, LookupError, IndexError, TypeError):
            pass
    head = raw.partition(b"\r\n\r\n" if b"\r\n\r\n" in raw else b"\n\n")[0]
    lines = [line for line in head.splitlines()[:200] if not line.lower().startswith(b"content-")]
    return _parsed(b"\n".join(lines) + b"\n\n")


def _parsed(raw: bytes) -> Message:
    parser: BytesFeedParser[Message] = BytesFeedParser(policy=email.policy.compat32)
    parser.feed(raw)
    return parser.close()


def children_of(message: Message) -> list[Message]:
    """The parts of a message that has parts. (Asking any other for its payload may raise: it decodes it.)"""
    inside = message.get_payload() if message.is_multipart() else []
    return [part for part in inside if isinstance(part, Message)] if isinstance(inside, list) else []


class Heads:
    """The headers of a message, sorted once by name: for who asks for many."""

    def __init__(self, message: Message) -> None:
        self._values: dict[str, list[str]] = {}
        for key, value in message.raw_items():
            self._values.setdefault(key.lower(), []).append(str(value))

    def of(self, name: str) -> list[str]:
        """Every value of a header, as it came."""
        return self._values.get(name.lower(), [])

    def first(self, name: str) -> str:
        """The first value of a header, as it came; `name` in small letters; "": it is not there."""
        values = self._values.get(name)
        return values[0] if values else ""


def raw_headers(message: Message | Heads, name: str) -> list[str]:
    """Every value of a header, unfolded and capped; eight-bit text as UTF-8 or cp1252."""
    if isinstance(message, Heads):
        values = message.of(name)
        return [_on_one_line(value) for value in values] if values else values
    wanted = name.lower()
    return [_on_one_line(str(value)) for key, value in message.raw_items() if key.lower() == wanted]


def whole_headers(message: Message, name: str, longest: int = LONGEST_FINDING) -> list[str | None]:
    """Every value of a header, unfolded, each row of blanks as one; None for one that is longer than any honest one."""
    wanted = name.lower()
    values = [str(value) for key, value in message.raw_items() if key.lower() == wanted]
    return [" ".join(value.split()) if len(value) <= longest else None for value in values]


def _on_one_line(value: str) -> str:
    text = value[: LONGEST_HEADER * 2]
    if not text.isascii() and any(0xDC80 <= ord(sign) <= 0xDCFF for sign in text):
        eight = text.encode("utf-8", "surrogateescape")
        try:
            text = eight.decode("utf-8")
        except UnicodeDecodeError:
            text = eight.decode("cp1252", "replace")
    return (text if text.isprintable() else _FOLD.sub(" ", text))[:LONGEST_HEADER]


def heading(message: Message | Heads, name: str) -> str:
    """A header's first value, its encoded words decoded, without control signs; empty when it is not there."""
    values = raw_headers(message, name)
    return decoded(values[0]) if values else ""


def decoded(value: str) -> str:
    """Encoded words as text."""
    try:
        pieces = decode_header(value) if "=?" in value else [(value, None)]
    except Exception:
        pieces = [(value, None)]
    text = ""
    for piece, charset in pieces:
        if isinstance(piece, bytes):
            try:
                text += piece.decode(charset or "ascii")
            except (LookupError, UnicodeDecodeError, ValueError):
                text += piece.decode("utf-8", "replace")
        else:
            text += piece
    return without_controls(text.replace("\t", " ")).strip()


def addresses(message: Message | Heads, *names: str) -> tuple[str, ...]:
    """The bare addresses in these headers, lower case, at most fifty, in order and each once."""
    found: dict[str, None] = {}
    for name in names:
        for value in raw_headers(message, name):
            for address in addresses_in(value):
                found.setdefault(address)
                if len(found) >= MOST_ADDRESSES:
                    return tuple(found)
    return tuple(found)


@lru_cache(maxsize=1024)
def addresses_in(value: str) -> tuple[str, ...]:
    """The addresses of one header value. A display name that looks like an address is not one."""
    try:
        pairs = getaddresses([value])
    except Exception:
        pairs = []
    return tuple(bare.lower() for _, bare in pairs if _ADDRESS.fullmatch(bare))


def sender_of(message: Message | Heads) -> str | None:
    """The one address in the one From. Several, or one that cannot be read, is nobody: servers may have checked that
    one."""
    lines = raw_headers(message, "From")
    return _sender_in(lines[0]) if len(lines) == 1 and len(lines[0]) < LONGEST_HEADER else None


@lru_cache(maxsize=1024)
def _sender_in(value: str) -> str | None:
    """The address of one From, if nothing else in it may be one."""
    found, plain = set(addresses_in(value)), _COMMENT.sub(" ", _QUOTED.sub(" ", value))
    likely = {one.lower().strip("'") for one in _LIKELY.findall(plain)}
    return found.pop() if len(found) == 1 and likely == found and not _GROUP.search(_ENCODED.sub("", plain)) else None


def name_of(message: Message | Heads) -> str:
    """The sender's name in From; "" where that is no name."""
    return _name_in(", ".join(raw_headers(message, "From")))


@lru_cache(maxsize=1024)
def _name_in(value: str) -> str:
    """The name in one From: whoever writes once writes again."""
    try:
        pairs = getaddresses([value])
    except Exception:
        pairs = []
    said = decoded(pairs[0][0]) if len(pairs) == 1 else ""
    name = " ".join("".join(sign if sign.isprintable() and sign not in '<>"\\' else " " for sign in said).split())
    return name if len(name) <= LONGEST_NAME and "@" not in name and any(map(str.isalpha, name)) else ""


def message_ids(value: str) -> tuple[str, ...]:
    """The Message-IDs in a header value, capped."""
    return tuple(_ID.findall(value)[:20]) if value else ()


def local_part(address: str) -> str:
    """The part before the @."""
    return address.rpartition("@")[0]


def domain(address: str) -> str:
    """The part after the @."""
    return address.rpartition("@")[2]
