"""The head of a letter: whether it is to the judge, and how much of it a mail server's signature covers.

The recipient of a signed mail can send it on, and add to its head any line that the signature does not cover. A
signature is its writer's word to the judge where From, To, Cc and Subject are under it, as often as the mail has them.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from email.errors import MissingHeaderBodySeparatorDefect
from email.message import Message
from email.utils import mktime_tz, parsedate_tz

from judge.mail.envelope import extra_of
from judge.mail.headers import addresses, domain, heading, sender_of, whole_headers
from judge.mail.parts import MOST_BYTES
from judge.mail.proof import Head, is_aligned

READ = ("from", "to", "cc", "subject")
"""The headers that say who wrote, to whom, and for which game and window."""
RULES = ("content-type", "content-transfer-encoding")
_USUAL = re.compile(r"(us-)?ascii|utf-?8|iso-8859-\d+|windows-125\d|cp125\d|latin-?\d", re.IGNORECASE)
"""Sets of signs in which plain words are plain words."""
_NEVER_PACKED = re.compile(r"=(?!\r?\n|3D|20|09|2E|46|[89A-F][0-9A-F])", re.IGNORECASE)
_PACKED = re.compile(r"[A-Za-z0-9+/]{1,80}={0,2}")
_MARKED = ("Date", "Message-ID")
"""The headers that tell one signed letter from another of the same words."""
ON_THE_WAY = ("Delivered-To", "X-Original-To", "Envelope-To")
MOST = 20
"""A mail with more signatures has none that counts."""


def head_of(message: Message, own_address: str) -> Head:
    """The part of a letter's head that is proven if a signature by its sender's domain holds."""
    own = domain(sender_of(message) or "")
    readers = addresses(message, "To", "Cc")
    extras = [extra_of(one, own_address) for one in readers]
    signatures = whole_headers(message, "DKIM-Signature")
    tags = [_tags(text or "") for text in signatures[:MOST]]
    theirs = [one for one in tags if is_aligned(own, one.get("d", ""))]
    # The notes of servers on the way may name the address a letter came to, and must not say more than the letter does.
    added = {extra_of(one, own_address) for one in addresses(message, *ON_THE_WAY)} - {None, "", *extras}
    made = [_made(one, message) for one in theirs]
    is_read = all(None not in whole_headers(message, name) for name in ("DKIM-Signature", *_MARKED))
    is_whole = is_read and len(signatures) <= MOST and not added and not _breaks_off(message)
    return Head(
        is_to_others=all(one is None for one in extras),
        others=tuple(one for one, extra in zip(readers, extras, strict=True) if extra is None),
        is_signed=bool(theirs) or not is_read,
        is_covered=is_whole
        and all(made)
        and all(_covers(one, message) for one in theirs)
        and _is_read_plainly(message, theirs),
        marks=tuple(dict.fromkeys(_mark(one, message) for one in theirs)),
        made=min(made, default=0),
        binds_reply=bool(theirs) and all("in-reply-to" in _signed_names(one) for one in theirs),
    )


def _tags(text: str) -> Mapping[str, str]:
    """A signature's tags, without spaces. One that is there twice is worth nothing."""
    pairs = [part.partition("=") for part in text.split(";")]
    names = Counter(name.strip() for name, _, _ in pairs)
    return {name.strip(): "".join(value.split()) for name, _, value in pairs if names[name.strip()] == 1}


def _signed_names(tags: Mapping[str, str]) -> Counter[str]:
    return Counter(tags.get("h", "").lower().split(":"))


def _covers(tags: Mapping[str, str], message: Message) -> bool:
    """Whether a signature covers all that is read of a head, and all of the words: additions are not covered."""
    if "l" in tags:
        return False
    signed, there = _signed_names(tags), Counter(name.lower() for name, _ in message.raw_items())
    return all(there[name] <= signed[name] for name in READ)


def _is_read_plainly(message: Message, signatures: Sequence[Mapping[str, str]]) -> bool:
    """Whether the words under a signature are read in the only way that they look like: large providers do not sign by
    which rules they are to be read, and other rules make other words of them."""
    there = Counter(name.lower() for name, _ in message.raw_items())
    if all(there[name] <= _signed_names(one)[name] for one in signatures for name in RULES):
        return True
    if message.is_multipart():
        return not (message.preamble or "").strip()
    body = str(message.get_payload())[:MOST_BYTES]
    kind, packing = message.get_content_type(), heading(message, "Content-Transfer-Encoding").strip().lower()
    if not _USUAL.fullmatch(message.get_content_charset() or "utf-8"):
        return False
    if packing == "quoted-printable":
        # Nobody's program packs line ends or letters: only words that were never packed hold such.
        return not _NEVER_PACKED.search(body)
    if packing == "base64":
        return all(_PACKED.fullmatch(line) for line in body.split())
    begun = body[:200].lstrip()
    is_that = begun.startswith("<") if kind == "text/html" else kind == "text/plain" and not begun.startswith("--")
    return is_that and packing in ("", "7bit", "8bit")


def _breaks_off(message: Message) -> bool:
    """Whether a line among the headers is none: nobody can say where the words begin."""
    return any(isinstance(one, MissingHeaderBodySeparatorDefect) for one in message.defects)


def _mark(tags: Mapping[str, str], message: Message) -> str:
    """The name of the signed words, in whatever other head they come again."""
    signed = _signed_names(tags)
    heads = [value or "" for name in _MARKED if signed[name.lower()] for value in whole_headers(message, name)]
    said = [tags.get("d", "").lower(), tags.get("bh", ""), tags.get("t", ""), *("".join(one.split()) for one in heads)]
    return hashlib.sha256("\n".join(said).encode("utf-8", "replace")).hexdigest()[:48]


def _made(tags: Mapping[str, str], message: Message) -> int:
    """When the words were signed, in seconds, as far as the signature itself says; 0: it does not."""
    if re.fullmatch(r"[0-9]{1,12}", tags.get("t", "")):
        return int(tags["t"])
    date = whole_headers(message, "Date")[-1:] if _signed_names(tags)["date"] else []
    read = parsedate_tz(date[0]) if date and date[0] else None
    try:
        return max(0, int(mktime_tz(read))) if read is not None else 0
    except (ValueError, OverflowError):
        return 0


__all__ = ["head_of"]
