"""Which part of a mail is the letter, and its text: charsets, transfer encodings, flowed lines. Nothing is unpacked."""

from __future__ import annotations

import codecs
import re
import unicodedata
from dataclasses import dataclass, field, replace
from email.message import Message
from functools import lru_cache

from judge.grammar.text import without_controls
from judge.mail import docx
from judge.mail.headers import Heads, children_of, decoded, heading, message_of, sender_of

MOST_BYTES = 256 * 1024
MOST_PARTS = 60
DEEPEST = 8
MOST_TEXT = 64 * 1024
MOST_LINES = 2000
# Of a page, the tags come on top of the text.
MOST_HTML = 64 * 1024

# A charset as declared, and its meaning in practice.
_MEANT = {
    "latin-1": "cp1252", "iso-8859-1": "cp1252", "iso8859-1": "cp1252", "latin1": "cp1252", "ansi": "cp1252",
    "ascii": "cp1252", "us-ascii": "cp1252", "unknown-8bit": "cp1252", "8bit": "cp1252", "default": "cp1252",
    "iso-8859-9": "cp1254", "iso-8859-11": "cp874", "gb2312": "gb18030", "gbk": "gb18030", "x-gbk": "gb18030",
    "ks_c_5601-1987": "cp949", "euc-kr": "cp949", "shift_jis": "cp932", "x-sjis": "cp932", "x-mac-roman": "mac-roman",
    "macintosh": "mac-roman", "utf8": "utf-8", "unicode-1-1-utf-7": "utf-7", "x-user-defined": "cp1252",
}  # fmt: skip
_BOMS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF32_LE, "utf-32"), (codecs.BOM_UTF32_BE, "utf-32"),
         (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))  # fmt: skip
_TEXT_NAMES = (".txt", ".ord", ".text", ".orders", ".md")
_TEXTS = ("text/plain", "text/enriched", "text/x-markdown", "text/markdown")
_DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
_ENDINGS = {
    ".zip": "archive", ".gz": "archive", ".7z": "archive", ".rar": "archive", ".pdf": "document", ".doc": "document",
    ".odt": "document", ".rtf": "document",
}  # fmt: skip
_UNREAD = {
    "application/ms-tnef": "winmail", "application/vnd.ms-tnef": "winmail", "application/zip": "archive",
    "application/x-zip-compressed": "archive", "application/gzip": "archive", "application/x-gzip": "archive",
    "application/x-7z-compressed": "archive", "application/x-rar-compressed": "archive", "application/pdf": "document",
    "application/msword": "document", "application/rtf": "document", "text/rtf": "document",
}  # fmt: skip
# The text part of mails whose words are all in the page.
_PAGE = re.compile(r"(?is)\s*(<!doctype html|<html[\s>])")
_NO_TEXT = re.compile(
    r"(?i)^\s*(this (message|e-?mail) (is|was sent) in html|your (e-?mail|mail) (client|program|"
    r"reader) (does not|doesn't|"
    r"cannot)|to view this (message|e-?mail)|this is a multi-?part message|please enable html|\[?html only\]?)"
)


@dataclass(frozen=True, slots=True)
class Attached:
    """A text that was attached: its name, whether it is a page, and who wrote it if it is a mail ("": the sender)."""

    name: str
    text: str
    is_page: bool = False
    sender: str = ""
    hidden: tuple[str, ...] = ()
    """The lines of a document that nobody sees."""


@dataclass
class Found:
    """The text of a mail's parts, before quotes are told from the letter."""

    plain: list[str] = field(default_factory=list)
    html: list[str] = field(default_factory=list)
    attached: list[Attached] = field(default_factory=list)
    unread: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    parts: int = 0

    def note(self, code: str) -> None:
        """Something the sender should hear of."""
        if code not in self.notes:
            self.notes.append(code)


def parts_of(message: Message) -> Found:
    """The texts of a mail, in their order."""
    found = Found()
    _walk(message, found, 0)
    return found


def _walk(part: Message, found: Found, depth: int) -> None:
    found.parts += 1
    if found.parts > MOST_PARTS or depth > DEEPEST:
        found.note("too-many-parts")
        return
    heads = Heads(part)
    said = heads.first("content-type")
    kind = _kind_in(said) if said and said.isascii() else part.get_content_type()
    if kind == "message/rfc822":
        _mail(part, found, depth)
        return
    if part.is_multipart():
        children = children_of(part)
        if kind == "message/delivery-status":
            found.note("forwarded-attachment")
        elif kind == "multipart/alternative":
            _alternative(children, found, depth)
        elif kind == "multipart/encrypted":
            found.note("encrypted")
        elif kind == "multipart/signed" or kind == "multipart/related":
            for child in children[:1]:
                _walk(child, found, depth + 1)
            for child in children[1:]:
                _name_unread(child, found, within=True)
        else:
            for child in children:
                _walk(child, found, depth + 1)
        return
    _leaf(part, heads, kind, found)


def _mail(part: Message, found: Found, depth: int) -> None:
    """A mail that is attached: its own text, and who wrote it."""
    for child in children_of(part)[:1]:
        inside = Found(parts=found.parts)
        _walk(child, inside, depth + 1)
        found.parts = inside.parts
        name = _file_name(part, Heads(part)) or heading(child, "Subject")[:80]
        # Nobody in From is a draft: whoever sends it wrote it.
        sender = (sender_of(child) or "nobody") if heading(child, "From") else ""
        texts = inside.plain or inside.html
        if texts:
            found.attached.append(Attached(name, "\n".join(texts), not inside.plain, sender))
        found.attached += [replace(one, sender=one.sender or sender) for one in inside.attached]
        found.unread += inside.unread
        for note in inside.notes:
            found.note(note)


_NOBODYS = ("application/pgp", "application/pkcs7", "application/x-pkcs7")


def _name_unread(part: Message, found: Found, within: bool = False) -> None:
    """Name the parts that are not read: not a signature, nor a picture `within` a page."""
    name, kind = _file_name(part, Heads(part)), part.get_content_type()
    if name and not kind.startswith(_NOBODYS) and not (within and kind.startswith("image/")):
        found.unread.append(name)


def _alternative(children: list[Message], found: Found, depth: int) -> None:
    """The plain version when it says something; else the page."""
    ours = Found(parts=found.parts)
    for child in children:
        _walk(child, ours, depth + 1)
    found.parts = ours.parts
    for note in ours.notes:
        found.note(note)
    found.attached += ours.attached
    found.unread += ours.unread
    says = [text for text in ours.plain if text.strip()]
    if says and not (ours.html and _NO_TEXT.match(says[0])):
        found.plain += says
    elif ours.html:
        found.html += ours.html
    else:
        found.plain += says


def _leaf(part: Message, heads: Heads, kind: str, found: Found) -> None:
    name = _file_name(part, heads)
    ending = "." + name.lower().rpartition(".")[2] if "." in name else ""
    disposed = heading(heads, "Content-Disposition") if heads.first("content-disposition") else ""
    attachment = bool(name) or disposed.lower().startswith("attachment")
    if attachment and (ending == ".docx" or kind == _DOCX):
        document = docx.read(_bytes(part))
        if document is None:
            found.note("document-unread")
            found.unread.append(name)
        else:
            found.attached.append(Attached(name, document.text, hidden=document.hidden))
        return
    why = "winmail" if name.lower() == "winmail.dat" else _ENDINGS.get(ending, _UNREAD.get(kind))
    if why:
        found.note(f"{why}-unread")
        found.unread.append(name)
        return
    if attachment and ending == ".eml" and kind != "message/rfc822":
        _eml(part, name, found)
        return
    is_page = kind == "text/html" or ending in (".html", ".htm")
    if attachment and (kind in _TEXTS or is_page or ending in _TEXT_NAMES):
        found.attached.append(Attached(name, _text(part, heads, found, is_page), is_page))
    elif attachment or not kind.startswith("text/"):
        _name_unread(part, found)
    elif kind == "text/html":
        found.html.append(_text(part, heads, found, True))
    elif kind in _TEXTS:
        text = _text(part, heads, found, False)
        # Some send a page and call it plain.
        if _PAGE.match(text):
            found.html.append(text)
        else:
            found.plain.append(text)


def _eml(part: Message, name: str, found: Found) -> None:
    """A mail that is attached as a file of any kind."""
    inside = message_of(_bytes(part)[: MOST_TEXT * 4])
    below = parts_of(inside)
    sender = (sender_of(inside) or "nobody") if heading(inside, "From") else ""
    texts = below.plain or below.html
    if texts:
        found.attached.append(Attached(name, "\n".join(texts), not below.plain, sender))
    found.unread += [*(one.name for one in below.attached), *below.unread]


def _file_name(part: Message, heads: Heads) -> str:
    if "name" not in (heads.first("content-disposition") + heads.first("content-type")).lower():
        return ""
    try:
        name = part.get_filename()
    except Exception:
        return ""
    return without_controls(decoded(str(name)))[:120] if name else ""


def _bytes(part: Message) -> bytes:
    """A part's content, decoded."""
    try:
        payload = part.get_payload(decode=True)
    except Exception:
        payload = None
    if isinstance(payload, bytes):
        return payload
    kept = getattr(part, "_payload", "")
    return kept.encode("utf-8", "surrogateescape") if isinstance(kept, str) else b""


def _text(part: Message, heads: Heads, found: Found, is_page: bool) -> str:
    """A part's text, capped, with flowed lines joined."""
    payload = _bytes(part)
    said = heads.first("content-type")
    declared = _charset_in(said) if said.isascii() else _charset_of(part)
    room = MOST_HTML if is_page else MOST_TEXT
    if len(payload) > room * 4:
        payload = payload[: room * 4]
        found.note("cut-short")
    text = read_charset(payload, declared, found)
    if len(text) > room:
        text = text[:room]
        found.note("cut-short")
    if "-----BEGIN PGP MESSAGE-----" in text:
        found.note("encrypted")
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\u2028", "\n").replace("\u2029", "\n")
    text = text.replace("\x0b", "\n").replace("\x0c", "\n").replace("\x85", "\n")
    # Names of the file systems and phones that send letters and their accents apart.
    text = unicodedata.normalize("NFC", text)
    if "format" in said.lower() and part.get_content_type() == "text/plain":
        if "flowed" in str(_parameter(part, "format")).lower():
            text = unflowed(text, "yes" in str(_parameter(part, "delsp")).lower())
    return text


def _charset_of(part: Message) -> str:
    try:
        return part.get_content_charset() or ""
    except Exception:
        return ""


def _typed(content_type: str) -> Message:
    part = Message()
    part["Content-Type"] = content_type
    return part


@lru_cache(maxsize=256)
def _charset_in(content_type: str) -> str:
    """The charset that a Content-Type declares: programs write few."""
    return _charset_of(_typed(content_type))


@lru_cache(maxsize=256)
def _kind_in(content_type: str) -> str:
    """The type that a Content-Type names."""
    return _typed(content_type).get_content_type()


def _parameter(part: Message, name: str) -> object:
    try:
        return part.get_param(name) or ""
    except Exception:
        return ""


def read_charset(payload: bytes, declared: str, found: Found) -> str:
    """BOM, else what is declared (as it is meant in practice), else UTF-8, else cp1252."""
    for mark, codec in _BOMS:
        if payload.startswith(mark):
            return payload.decode(codec, "replace").lstrip("\ufeff")
    declared = declared.strip().strip("\"'").lower()
    # Text declared as any one-byte charset that is valid UTF-8 with signs beyond ASCII is UTF-8.
    if _MEANT.get(declared, "") == "cp1252" or not declared:
        try:
            return payload.decode("utf-8")
        except UnicodeDecodeError:
            pass
    codec = _MEANT.get(declared, declared)
    if codec in ("utf-16", "utf-16le", "utf-16-le") and payload[1:2] == b"\0":
        codec = "utf-16-le"
    for attempt in (codec, "utf-8", "cp1252"):
        if not attempt:
            continue
        try:
            if codecs.lookup(attempt).name in ("base64", "zlib", "bz2", "hex", "uu", "quopri", "rot13"):
                continue
            text = payload.decode(attempt)
        except (LookupError, UnicodeDecodeError, ValueError, AssertionError, TypeError):
            continue
        if attempt != codec and declared:
            found.note("charset-guessed")
        return text if isinstance(text, str) else ""
    return payload.decode("cp1252", "replace")


def unflowed(text: str, delsp: bool) -> str:
    """Lines of format=flowed as they were typed: a line that ends in a space goes on in the next of its depth."""
    out: list[str] = []
    open_depth: int | None = None
    for line in text.split("\n"):
        depth = len(line) - len(line.lstrip(">"))
        body = line[depth:]
        if body.startswith(" "):
            body = body[1:]
        signature = body == "-- "
        if open_depth == depth and out and not signature:
            out[-1] += body
        else:
            out.append((">" * depth + " " + body) if depth else body)
        if body.endswith(" ") and not signature:
            open_depth = depth
            if delsp:
                out[-1] = out[-1][:-1]
        else:
            open_depth = None
    return "\n".join(out)
