"""Terminals of a grammar as a player would write them."""

from __future__ import annotations

import re


def first_word(pattern: str) -> str:
    """The first word a terminal's pattern matches, where it is written plainly: `(pay|feed)(?!\\w)` is `pay`."""
    text = re.sub(r"\(\?[a-z]+:", "(", re.sub(r"\(\?[!=<][^()]*\)", "", pattern))
    while True:
        inner = re.search(r"\((?:\?:)?([^()]*)\)(\?)?", text)
        if inner is None:
            break
        text = text[: inner.start()] + ("" if inner[2] else inner[1].partition("|")[0]) + text[inner.end() :]
    text = re.sub(r"[^\\]\?", "", text.partition("|")[0])
    text = re.sub(r"\\d(?:\{[^}]*\}|[+*])?", "12", text)
    return re.sub(r"\\(.)", r"\1", text).strip()


def phrases_begin(pattern: str) -> tuple[str, ...]:
    """The first words of the phrases of several words that a terminal's pattern matches."""
    return tuple(re.findall(r"(?:^|[(|])([a-z']+) [a-z]", pattern))
