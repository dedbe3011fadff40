"""Large counts in parts: each day's run tries one part, chosen by JUDGE_TENTH, and `make proof` tries all of them."""

import os
import zlib

PROOF = os.environ.get("JUDGE_PROOF") == "1"
DAY = int(os.environ.get("JUDGE_TENTH", "0"))
"""0 to 9."""


def todays(cases, parts=10):
    """Every tenth (or so) of these cases, another tenth another day; all of them in proof."""
    cases = list(cases)
    return cases if PROOF else cases[DAY % parts :: parts] or cases[:1]


def is_todays(name, parts):
    """Whether a test of this name is in today's part."""
    return PROOF or zlib.crc32(name.encode()) % parts == DAY % parts
