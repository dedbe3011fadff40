"""The `chats:` of a campaign: the places where players write to an account of the Judge."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass, field
from pathlib import Path

from judge.forum.targets import NoSecret, secret_of
from judge.grammar.document import Document
from judge.grammar.lexicon import nearest

NEEDS = {
    "matrix": ("url",),
    "discourse": ("url", "user"),
    "nodebb": ("url",),
    "discord": (),
}
"""The kinds of chats, and the keys each needs."""
KNOWN = ("kind", "secret_file", "secret_env", "url", "user", "rooms")
LONGEST_NAME = 32


@dataclass(frozen=True)
class Chat:
    """One chat. `rooms`: rooms or topics with several readers in which the Judge listens, and the game whose orders are
    given there in the open ("": none)."""

    name: str
    kind: str
    secret: str = field(repr=False)
    _: KW_ONLY
    url: str = ""
    user: str = ""
    rooms: Mapping[str, str] = field(default_factory=dict)


def read_chats(document: Document, folder: Path) -> dict[str, Chat]:
    """The chats of a campaign by name, with their secrets; every mistake is named with its line."""
    if document.value is None:
        return {}
    if not isinstance(document.value, dict):
        raise document.error("chats are `name: {kind: …, url: …, secret_file: …}`")
    return {str(name): _chat(str(name), document.sub(name), folder) for name in document.value}


def _chat(name: str, document: Document, folder: Path) -> Chat:
    value = document.value
    if not isinstance(value, dict):
        raise document.error("a chat is a mapping with `kind` and `secret_file` or `secret_env`")
    if not name.isascii() or not name.replace("-", "").isalnum() or len(name) > LONGEST_NAME:
        raise document.error(f'"{name}" is no name for a chat: players write it behind CONNECT, so letters and digits')
    kind = str(value.get("kind", ""))
    if kind not in NEEDS:
        near = nearest(kind, NEEDS)
        hint = f'did you mean "{near}"?' if near else f"there are: {', '.join(sorted(NEEDS))}"
        raise document.error(f'there is no kind of chat "{kind}": {hint}', "kind")
    for key in value:
        if key not in KNOWN:
            raise document.error(f'"{key}" means nothing here; known are {", ".join(KNOWN)}', key)
    for need in NEEDS[kind]:
        if not value.get(need):
            raise document.error(f"a {kind} chat needs `{need}`")
    rooms = value.get("rooms") or {}
    if not isinstance(rooms, dict):
        raise document.error("rooms are `room: game`, or `room:` alone where no game is played in the open", "rooms")
    try:
        secret = secret_of(value, folder)
    except NoSecret as error:
        raise document.error(str(error)) from None
    return Chat(
        name, kind, secret, url=str(value.get("url") or "").rstrip("/"), user=str(value.get("user") or ""),
        rooms={str(room): str(game or "") for room, game in rooms.items()},
    )  # fmt: skip
