"""One thing to be said: a code with facts. Its words are in templates/said, and are looked up when somebody reads it.

A saying is plain text: signs that are markup elsewhere mean themselves.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from pathlib import Path
from typing import Any, ClassVar

from judge.report.words import environment, in_words


@dataclass(frozen=True, slots=True)
class Saying:
    """A code, whose first part names the file of its words (`refusals/no-such-game`), with the facts they take."""

    code: str
    facts: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "facts", {name: _fact(value) for name, value in self.facts.items()})

    def __str__(self) -> str:
        """In the words that came with the Judge: for logs."""
        return worded(self)


class Unable(Exception):
    """Something that cannot be done. A code with facts says why, and what would help."""

    kind: ClassVar[str] = "refusals"

    def __init__(self, code: str, /, **facts: Any) -> None:
        super().__init__(code, facts)
        self.code = code
        self.said = Saying(f"{self.kind}/{code}", facts)

    def __str__(self) -> str:
        return worded(self.said)


def _fact(value: Any) -> Any:
    """A fact as it can be stored: figures, texts, sayings, and lists and mappings of them."""
    if isinstance(value, Unable):
        return value.said
    if isinstance(value, Mapping):
        return {str(name): _fact(one) for name, one in value.items()}
    if isinstance(value, tuple | list):
        return [_fact(one) for one in value]
    return value if value is None or isinstance(value, bool | int | Saying) else str(value)


def said_of(error: Exception) -> Saying | str:
    """Why something cannot be done, to be worded where it is read."""
    return error.said if isinstance(error, Unable) else str(error)


def as_json(value: Any) -> Any:
    """`json.dumps` calls this for a value that it does not know: a dataclass by its fields, anything else as text."""
    if is_dataclass(value) and not isinstance(value, type):
        return {one.name: getattr(value, one.name) for one in fields(value)}
    if isinstance(value, Mapping):
        return dict(value)
    return list(value) if isinstance(value, tuple | set | frozenset) else str(value)


def kept(said: Saying | str) -> str:
    """A saying as it is stored; a text of an older version unchanged."""
    return said if isinstance(said, str) else json.dumps(said, default=as_json, ensure_ascii=False, sort_keys=True)


def of_kept(text: str) -> Saying | str:
    """A saying from the store; a text of an older version unchanged."""
    if not text.startswith('{"code": '):
        return text
    value = json.loads(text)
    return Saying(value["code"], value["facts"])


def worded(said: Any, own: Path | None = None) -> str:
    """In words. `said`: a saying, or one as it comes from JSON; a text is in words already."""
    return said if isinstance(said, str) else in_words(environment(own), said)


def all_worded(value: Any, own: Path | None = None) -> Any:
    """A value with every saying in it worded, also those that come from JSON."""
    if isinstance(value, Saying) or (isinstance(value, Mapping) and set(value) == {"code", "facts"}):
        return worded(value, own)
    if isinstance(value, Mapping):
        return {name: all_worded(one, own) for name, one in value.items()}
    return [all_worded(one, own) for one in value] if isinstance(value, tuple | list) else value


__all__ = ["Saying", "Unable", "all_worded", "as_json", "kept", "of_kept", "said_of", "worded"]
