"""A mail's parts as spans of its own bytes, and IMAP's two descriptions of them: ENVELOPE and BODYSTRUCTURE."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from email.utils import getaddresses

DEEPEST = 12
MOST_PARTS = 200


@dataclass
class Part:
    """One part: its header block (with the empty line), its body, the parts inside."""

    header: bytes
    body: bytes
    parts: list[Part] = field(default_factory=list)

    @property
    def whole(self) -> bytes:
        return self.header + self.body

    def get(self, name: str) -> str | None:
        """A header's first value, unfolded."""
        found = re.search(rb"(?im)^" + re.escape(name.encode()) + rb"[ \t]*:(.*(?:\r?\n[ \t].*)*)", self.header)
        return re.sub(r"\r?\n", "", found[1].decode("utf-8", "replace")).strip() if found else None

    @property
    def kind(self) -> tuple[str, str, dict[str, str]]:
        """Main type, subtype, parameters."""
        return _typed(self.get("Content-Type") or "text/plain; charset=us-ascii")


def _typed(value: str) -> tuple[str, str, dict[str, str]]:
    first, *rest = re.findall(r'(?:[^;"]|"(?:\\.|[^"\\])*")+', value[:2000]) or ["text/plain"]
    main, _, sub = first.strip().lower().partition("/")
    marks = {}
    for one in rest[:20]:
        key, _, said = one.partition("=")
        marks[key.strip().lower()] = said.strip().strip('"')
    return main or "text", sub or "plain", marks


def split(raw: bytes) -> tuple[bytes, bytes]:
    """Header block with its empty line, and the rest."""
    found = re.search(rb"\r?\n\r?\n", raw)
    if raw[:2] == b"\r\n":
        return b"\r\n", raw[2:]
    return (raw[: found.end()], raw[found.end() :]) if found else (raw, b"")


def parse(raw: bytes, depth: int = 0, count: list[int] | None = None) -> Part:
    """The parts of a mail."""
    count = count if count is not None else [0]
    count[0] += 1
    header, body = split(raw)
    part = Part(header, body)
    main, sub, marks = part.kind
    if depth >= DEEPEST or count[0] >= MOST_PARTS:
        return part
    if main == "multipart" and marks.get("boundary"):
        line = re.escape(marks["boundary"].encode("utf-8", "replace"))
        cuts = list(re.finditer(rb"(?:^|\r?\n)--" + line + rb"(--)?[ \t]*(?:\r?\n|$)", body))
        for here, following in zip(cuts, [*cuts[1:], None], strict=True):
            if here[1]:
                break
            end = following.start() if following else len(body)
            part.parts.append(parse(body[here.end() : max(end, here.end())], depth + 1, count))
    elif (main, sub) == ("message", "rfc822"):
        part.parts.append(parse(body, depth + 1, count))
    return part


def section(part: Part, path: str) -> bytes:
    """The bytes of BODY[path]: `` the whole, `HEADER`, `TEXT`, `1.2`, `1.MIME`, `HEADER.FIELDS (…)`."""
    numbers = re.match(r"(?:\d+(?:\.|$))*", path)
    rest = path[numbers.end() :] if numbers else path
    at = part
    digits = [int(one) for one in re.findall(r"\d+", numbers[0])] if numbers else []
    for number in digits:
        inner = at.parts[0] if at.kind[:2] == ("message", "rfc822") and at.parts else at
        if inner.parts and inner.kind[0] == "multipart":
            if not 0 < number <= len(inner.parts):
                return b""
            at = inner.parts[number - 1]
        elif number != 1:
            return b""
        else:
            at = inner
    if not rest:
        return at.body if digits else at.whole
    inside = at.parts[0] if digits and at.kind[:2] == ("message", "rfc822") and at.parts else at
    word = rest.upper()
    if word == "TEXT":
        return inside.body
    if word in ("HEADER", "MIME"):
        return at.header if word == "MIME" else inside.header
    fields = re.match(r"HEADER\.FIELDS(\.NOT)?\s*\(([^)]*)\)", word)
    if fields:
        wanted = {name.strip('"') for name in fields[2].split()}
        return _fields(inside.header, wanted, bool(fields[1]))
    return b""


def _fields(header: bytes, wanted: set[str], other: bool) -> bytes:
    kept = b""
    for found in re.finditer(rb"([!-9;-~]+)[ \t]*:.*(?:\r?\n[ \t].*)*\r?\n", header):
        if (found[1].decode().upper() in wanted) != other:
            kept += found[0]
    return kept + b"\r\n"


def text(value: str | None) -> bytes:
    """A string as IMAP writes it: quoted, a literal where it must be, NIL for none."""
    if value is None:
        return b"NIL"
    raw = value.encode("utf-8", "replace")
    if any(byte < 32 or byte > 126 for byte in raw) or len(raw) > 900:
        return b"{%d}\r\n%b" % (len(raw), raw)
    return b'"' + raw.replace(b"\\", b"\\\\").replace(b'"', b'\\"') + b'"'


def _people(value: str | None) -> bytes:
    if not value:
        return b"NIL"
    found = b""
    for name, address in getaddresses([value[:4000]])[:50]:
        local, _, host = address.rpartition("@")
        found += b"(%b NIL %b %b)" % (text(name or None), text(local or address), text(host if local else None))
    return b"(" + found + b")" if found else b"NIL"


def envelope(part: Part) -> bytes:
    """ENVELOPE."""
    sender = part.get("From")
    return b"(%b)" % b" ".join(
        (
            text(part.get("Date")), text(part.get("Subject")), _people(sender), _people(part.get("Sender") or sender),
            _people(part.get("Reply-To") or sender), _people(part.get("To")), _people(part.get("Cc")),
            _people(part.get("Bcc")), text(part.get("In-Reply-To")), text(part.get("Message-ID")),
        )
    )  # fmt: skip


def structure(part: Part, full: bool) -> bytes:
    """BODY and, with everything, BODYSTRUCTURE."""
    main, sub, marks = part.kind
    if main == "multipart" and part.parts:
        inner = b"".join(structure(one, full) for one in part.parts)
        more = b" %b %b NIL NIL" % (_marks(marks), _disposition(part)) if full else b""
        return b"(%b %b%b)" % (inner, text(sub.upper()), more)
    said = (
        text(main.upper()), text(sub.upper()), _marks(marks), text(part.get("Content-ID")),
        text(part.get("Content-Description")), text((part.get("Content-Transfer-Encoding") or "7BIT").upper()),
        b"%d" % len(part.body),
    )  # fmt: skip
    words = b" ".join(said)
    lines = b" %d" % (part.body.count(b"\n") + (0 if part.body.endswith(b"\n") or not part.body else 1))
    if (main, sub) == ("message", "rfc822") and part.parts:
        words += b" %b %b%b" % (envelope(part.parts[0]), structure(part.parts[0], full), lines)
    elif main == "text":
        words += lines
    return b"(%b%b)" % (words, b" NIL %b NIL NIL" % _disposition(part) if full else b"")


def _marks(marks: dict[str, str]) -> bytes:
    if not marks:
        return b"NIL"
    return b"(" + b" ".join(text(key.upper()) + b" " + text(value) for key, value in marks.items()) + b")"


def _disposition(part: Part) -> bytes:
    value = part.get("Content-Disposition")
    if not value:
        return b"NIL"
    first, _, rest = value.partition(";")
    marks = _typed(f"x/y;{rest}")[2] if rest else {}
    return b"(%b %b)" % (text(first.strip().upper()), _marks(marks))
