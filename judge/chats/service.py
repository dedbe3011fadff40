"""The interface to a chat: hear the messages to the Judge's account, and answer one person in private."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any, Protocol

_QUOTE = re.compile(r"(\[/?quote[^\]\n]{0,200}\])", re.IGNORECASE)
_FENCE = re.compile(r"\s*(?:```|~~~)\w*\s*")


class What(StrEnum):
    """The events of a chat."""

    SAID = "said"
    CHANGED = "changed"
    """A message was written anew after it was sent."""
    TAKEN_BACK = "taken-back"
    """A message was deleted."""
    SEALED = "sealed"
    """A message came encrypted, and the Judge has no key."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Heard:
    """One thing that happened. `key`: its name there, the same however often it is heard; `of`: the name of the message
    that was changed or taken back; `files`: its attachments."""

    key: str
    account: str
    at: datetime
    room: str
    text: str = ""
    what: What = What.SAID
    of: str = ""
    is_private: bool = True
    """Whether only the account and the Judge read the room."""
    files: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Listened:
    """The events since the last time, oldest first, and the point to listen on from."""

    heard: tuple[Heard, ...]
    since: str


class Service(Protocol):
    """One kind of chat. An act that fails is `Unreached` (try again) or `Refused`, as with targets."""

    def listen(self, since: str, seconds: float, private: Sequence[str]) -> Listened:
        """The events since then; waits for them up to these seconds, if the chat can. `private`: rooms with one person
        each."""

    def say(self, account: str, known: str, text: str, key: str) -> str:
        """One message to an account alone; the room it went to. `known`: the room used before, which is used again if
        the Judge made it and nobody else has come in; `key`: tells a repeat, if the chat looks at it."""

    def whoami(self) -> str:
        """The Judge's name there; a fault is refused with a sentence."""


Wait = Callable[[float], object]
"""How to wait so many seconds."""


def part_of(value: object, key: str) -> Mapping[str, Any]:
    """The value under a key, if it has the right kind: a stranger's program may write anything there."""
    found = value.get(key) if isinstance(value, Mapping) else None
    return found if isinstance(found, Mapping) else {}


def text_at(value: object, key: str) -> str:
    """The text under a key, if it is text: without halves of signs, which no letter can hold."""
    found = value.get(key) if isinstance(value, Mapping) else None
    return found.encode("utf-8", "replace").decode() if isinstance(found, str) else ""


def own_words(text: str) -> str:
    """A post as its writer's program sends it, with quotations behind signs and without the fences of code."""
    depth, rows = 0, []
    for piece in _QUOTE.split(text):
        if _QUOTE.fullmatch(piece):
            depth = max(0, depth - 1) if piece.startswith("[/") else depth + 1
            continue
        for line in piece.split("\n"):
            if not _FENCE.fullmatch(line):
                rows.append(f"> {line}" if depth else line)
    return "\n".join(rows).strip("\n")


def addressed(text: str, names: Iterable[str]) -> str | None:
    """The words after the Judge's name in a message in company. None: it is not for the Judge."""
    rest = text.lstrip()
    for name in sorted(filter(None, names), key=len, reverse=True):
        for sign in (name, f"@{name}"):
            if rest.lower().startswith(sign.lower()) and not rest[len(sign) : len(sign) + 1].isalnum():
                return rest[len(sign) :].lstrip(" \t:,\u00a0").lstrip("\n")
    return None
