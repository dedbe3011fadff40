"""Discord, by a bot's account over HTTP: direct messages, and channels in which it is called by name.

A bot without an open socket does not hear of new direct messages. So it hears a person's only after it wrote to them
once: somebody who calls it by name in a channel is answered in a direct message.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from judge.chats.service import Heard, Listened, Wait, addressed, own_words, text_at
from judge.chats.settings import Chat
from judge.forum.wire import Request, send

HOME = "https://discord.com/api/v10"
AT_ONCE = 100
MOST_PAGES = 10
PLAIN = (0, 19)
"""The types of messages that a person wrote: a message, and one that answers another."""


class Discord:
    """The Judge's bot."""

    def __init__(self, chat: Chat, wait: Wait) -> None:
        self.chat, self.wait = chat, wait
        self._me = self._called = ""

    def whoami(self) -> str:
        """The bot whose token it is."""
        if not self._me:
            found = self._ask("GET", "users/@me")
            self._me, self._called = str(found["id"]), str(found["username"])
        return self._called

    def listen(self, since: str, seconds: float, private: Sequence[str]) -> Listened:
        """One look. Channels are heard from the first look on, direct messages from their beginning."""
        self.whoami()
        known: dict[str, str] = json.loads(since) if since else {}
        heard: list[Heard] = []
        for room in sorted({*private, *self.chat.rooms}):
            alone = room not in self.chat.rooms
            messages = self._messages(room, known.get(room, "0" if alone else ""))
            if room in known or alone:
                heard += [one for message in messages for one in self._heard(room, message, alone)]
            known[room] = max([known.get(room, "0"), *(str(one["id"]) for one in messages)], key=int)
        return Listened(tuple(sorted(heard, key=lambda one: one.at)), json.dumps(known, sort_keys=True))

    def say(self, account: str, known: str, text: str, key: str) -> str:
        """A direct message, which only the two can read. The same key within a few minutes is the same message."""
        opened = self._ask("POST", "users/@me/channels", {"recipient_id": account.rpartition("#")[2]})
        room = str(opened["id"])
        body = {"content": text, "allowed_mentions": {"parse": []}, "nonce": _nonce(key), "enforce_nonce": True}
        self._ask("POST", f"channels/{room}/messages", body)
        return room

    def _ask(self, method: str, path: str, body: Mapping[str, Any] | None = None) -> dict[str, Any]:
        headers = {
            "Authorization": f"Bot {self.chat.secret}",
            "User-Agent": "DiscordBot (https://pypi.org/project/the-judge, 1)",
        }
        return send(Request(method, f"{self.chat.url or HOME}/{path}", body or {}, headers), self.wait)

    def _messages(self, room: str, since: str) -> list[dict[str, Any]]:
        """The messages in a channel since then; without a since, only the newest."""
        if not since:
            return list(self._ask("GET", f"channels/{room}/messages?limit=1").get("answer") or ())
        found: list[dict[str, Any]] = []
        for _ in range(MOST_PAGES):
            path = f"channels/{room}/messages?after={since}&limit={AT_ONCE}"
            page = list(self._ask("GET", path).get("answer") or ())
            found += page
            if len(page) < AT_ONCE:
                break
            since = max((str(one["id"]) for one in page), key=int)
        return found

    def _heard(self, room: str, message: Mapping[str, Any], alone: bool) -> list[Heard]:
        """The words of a message to the Judge: in company, only those addressed to it by name."""
        author = message["author"]
        if author.get("bot") or int(message.get("type") or 0) not in PLAIN:
            return []
        text = own_words(text_at(message, "content"))
        said = text if alone else addressed(text, (f"<@{self._me}>", f"<@!{self._me}>", self._called))
        if said is None:
            return []
        return [
            Heard(
                key=str(message["id"]),
                account=f"{author['username']}#{author['id']}",
                at=datetime.fromisoformat(str(message["timestamp"])),
                room=room,
                text=said,
                is_private=alone,
                files=tuple(text_at(one, "filename") for one in message.get("attachments") or ()),
            )
        ]


def _nonce(key: str) -> str:
    """25 signs, as many as there may be, the same for the same key."""
    return hashlib.sha256(key.encode()).hexdigest()[:25]
