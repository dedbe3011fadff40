"""Slips: a hidden word in each form, which says that we gave it out, to whom, and when.

A form without one is refused, so nobody else's page can send one. The same form sent twice is the same letter.
"""

from __future__ import annotations

import hashlib
import hmac
from datetime import UTC, datetime, timedelta

from judge.campaign.seating import is_word

GOOD_FOR = timedelta(days=30)
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)


def slip(secret: bytes, about: str, now: datetime) -> str:
    """A slip for a form. `about`: its owner and its purpose."""
    at = f"{(now - _EPOCH) // _MICROSECOND:x}"
    return f"{at}.{_mac(secret, about, at)}"


def is_ours(secret: bytes, about: str, given: str, now: datetime) -> bool:
    """Whether this slip was given out for that, not too long ago."""
    at, _, mac = given.partition(".")
    if not (0 < len(at) <= 16 and set(at) <= set("0123456789abcdef")):
        return False
    if not is_word(_mac(secret, about, at), mac):
        return False
    return timedelta(0) <= now - (_EPOCH + int(at, 16) * _MICROSECOND) <= GOOD_FOR


def _mac(secret: bytes, about: str, at: str) -> str:
    return hmac.new(secret, f"slip {at} {about}".encode(), hashlib.sha256).hexdigest()[:32]
