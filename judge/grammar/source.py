"""The text of a grammar. A long pattern goes on in lines that begin with space: there line ends and indents count for
nothing, so that its alternatives stand below each other."""

from __future__ import annotations

import re
from typing import Any, TextIO

from lark import Lark
from lark.load_grammar import FromPackageLoader, PackageResource

_PATTERN = re.compile(r'//[^\n]*|"(?:\\.|[^"\\\n])*"|(/(?!/)(?:\\.|[^/\\])+/)')
"""A remark, words in quotes, or a pattern."""
_BREAK = re.compile(r"\n[ \t]+")


def joined(text: str) -> str:
    """The text with each pattern on one line, as Lark reads it."""
    return _PATTERN.sub(lambda found: _BREAK.sub("", found[1]) if found[1] else found[0], text)


class Grammar(Lark):
    """Lark, for such a text."""

    def __init__(self, grammar: str | TextIO, **options: Any) -> None:
        super().__init__(joined(grammar if isinstance(grammar, str) else grammar.read()), **options)


class _OfOurs(FromPackageLoader):
    """Our grammars, for `%import .numbers (NUMBER)`."""

    def __call__(self, _base_path: object, grammar_path: str) -> tuple[PackageResource, str]:
        resource, text = super().__call__(None, grammar_path)
        return resource, joined(text)


OURS = _OfOurs("judge.grammar", ("",))

__all__ = ["OURS", "Grammar", "joined"]
