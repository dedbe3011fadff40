"""The signs of a text as somebody may read them who knows how it was written: backwards, by ROT13, in hex, in letters
that look alike. A token is looked for in each of them."""

from __future__ import annotations

import base64
import binascii
import codecs
import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache

_LOOKS = str.maketrans(
    "АВЕЅІЈКМНОРСТУХҮԌԚԜаеоросухіјѕһԁԛԝвкмнтгпьЗзбΑΒΕΖΗΙΚΜΝΟΡΤΥΧαβεζηικνορτυχγωμՏօոսհցգոքı",
    "ABESIJKMHOPCTYXYGQWaeopocyxijshdqwbkmhtrnb336ABEZHIKMNOPTYXabeznikvoptuxywuSonuhggnqi",
)
"""Letters of other alphabets, and the Latin ones or the digits that they look like."""
_NAMED = re.compile(
    r"(?:LATIN|REGIONAL INDICATOR SYMBOL|TAG LATIN)\b.*\bLETTER "
    r"(?:SMALL |CAPITAL |SCRIPT |TURNED |DOTLESS |OPEN |REVERSED )*([A-Z])(?: WITH .*)?"
)
_OTHER = re.compile(r"[^a-z2-7]+")
"""Signs that no token has."""
_ROT13 = str.maketrans("abcdefghijklmnopqrstuvwxyz", codecs.encode("abcdefghijklmnopqrstuvwxyz", "rot13"))
_FIGURES = ("01", "oi"), ("01", "ol"), ("0189", "oibg")
"""Figures that no token has, and the letters that they may stand for."""


def readings(text: str) -> tuple[str, ...]:
    """The signs that a token may have, in each way of reading a text."""
    plain = "".join(_looks_like(sign) for sign in unicodedata.normalize("NFKD", text.translate(_LOOKS)))
    lower = plain.lower()
    found = [lower, *(lower.translate(str.maketrans(*pair)) for pair in _FIGURES if set(pair[0]) & set(lower))]
    found += [one.translate(_ROT13) for one in found]
    found += [one[::-1] for one in found]
    found += _decoded(plain)
    return tuple(dict.fromkeys(_OTHER.sub("", one) for one in found))


@lru_cache(maxsize=4096)
def _looks_like(sign: str) -> str:
    """The Latin letter or the digit that a sign shows."""
    if sign.isascii():
        return sign
    figure = unicodedata.digit(sign, None)
    named = _NAMED.fullmatch(unicodedata.name(sign, ""))
    return str(figure) if figure is not None else named[1] if named else ""


def _decoded(text: str) -> Iterator[str]:
    """The text as codes of signs: in hex, as decimal numbers, in base64 and base32, wherever in it they begin."""
    pairs = re.sub(r"[^0-9a-f]", "", re.sub(r"0x|\\u00", "", text.lower()))
    for first in range(2):
        whole = pairs[first:]
        yield bytes.fromhex(whole[: len(whole) // 2 * 2]).decode("latin-1").lower()
    yield "".join(chr(int(one)) for one in re.findall(r"(?<!\d)\d{2,3}(?!\d)", text)).lower()
    # Signs behind the last ones, so that none of theirs is left over.
    letters = re.sub(r"[^A-Za-z0-9+/]", "", text.translate(str.maketrans("-_", "+/"))) + "A" * 8
    for first in range(4):
        whole = letters[first:]
        yield binascii.a2b_base64(whole[: len(whole) // 4 * 4]).decode("latin-1").lower()
    letters = re.sub(r"[^A-Z2-7]", "", text.upper()) + "A" * 8
    for first in range(8):
        whole = letters[first:]
        yield base64.b32decode(whole[: len(whole) // 8 * 8]).decode("latin-1").lower()


__all__ = ["readings"]
