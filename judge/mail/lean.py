"""A mail of words only (a text, perhaps a page beside it) as bytes: the very bytes the library makes, twenty times as
fast.

An acknowledgement is such a mail, and most of what the Judge sends are acknowledgements. A header that is short, plain
ASCII and has nothing to fold or encode is written as it is; every other one is folded by the library.
"""

from __future__ import annotations

import email.quoprimime
import re
from collections.abc import Sequence
from email.headerregistry import Address
from email.policy import EmailPolicy
from functools import lru_cache
from typing import Any

_PLAIN = re.compile(r"[!-~](?:[ -~]*[!-~])?")
_ADDRESS = re.compile(r"[A-Za-z0-9_-]+(?:[.+][A-Za-z0-9_-]+)*@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*")
# Headers in which the library finds a structure of its own; what it makes of them is not for us to guess.
_STRUCTURED = frozenset(("date", "message-id", "from", "to", "reply-to"))

Header = tuple[str, str | Address]


def lean_bytes(headers: Sequence[Header], text: str, page: str, boundary: str, policy: EmailPolicy[Any]) -> bytes:
    """The message: headers, a text, and a page when there is one."""
    head = b"".join(_line(name, value, policy) for name, value in headers)
    if not page:
        return head + _kind("plain") + b"MIME-Version: 1.0\r\n\r\n" + _body(text, policy)
    mark = boundary.encode("ascii")
    return b"".join(
        (
            head, b'MIME-Version: 1.0\r\nContent-Type: multipart/alternative; boundary="', mark, b'"\r\n\r\n--', mark,
            b"\r\n", _kind("plain"), b"\r\n", _body(text, policy), b"\r\n--", mark, b"\r\n", _kind("html"),
            b"MIME-Version: 1.0\r\n\r\n", _body(page, policy), b"\r\n--", mark, b"--\r\n",
        )
    )  # fmt: skip


def _kind(subtype: str) -> bytes:
    return (
        b"Content-Type: text/" + subtype.encode("ascii") + b'; charset="utf-8"\r\n'
        b"Content-Transfer-Encoding: quoted-printable\r\n"
    )


def _line(name: str, value: str | Address, policy: EmailPolicy[Any]) -> bytes:
    text = str(value)
    if len(name) + 2 + len(text) <= (policy.max_line_length or 78):
        plain = _ADDRESS.fullmatch(text) if isinstance(value, Address) else _PLAIN.fullmatch(text)
        if plain and "=?" not in text and "  " not in text and (isinstance(value, Address) or _is_safe(name, text)):
            return f"{name}: {text}\r\n".encode("ascii")
    return _folded(name, text, policy)


def _is_safe(name: str, text: str) -> bool:
    """Whether the library would leave this text alone: our own dates and Message-IDs are as it writes them."""
    return name.lower() not in _STRUCTURED or bool(
        re.fullmatch(r"<[A-Za-z0-9._-]+@[A-Za-z0-9.-]+>|\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d [+-]\d{4}", text)
    )


@lru_cache(maxsize=512)
def _folded(name: str, text: str, policy: EmailPolicy[Any]) -> bytes:
    return policy.fold_binary(*policy.header_store_parse(name, text))


def _body(text: str, policy: EmailPolicy[Any]) -> bytes:
    longest = policy.max_line_length or 78
    return b"\r\n".join([_encoded(line, longest) for line in text.encode("utf-8").splitlines()]) + b"\r\n"


@lru_cache(maxsize=4096)
def _encoded(line: bytes, longest: int) -> bytes:
    """A line as quoted-printable. Most lines of most mails are the same ones."""
    return email.quoprimime.body_encode(line.decode("latin-1"), longest).replace("\n", "\r\n").encode("ascii")
