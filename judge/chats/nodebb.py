"""NodeBB: its chats with the Judge's user, and topics in which it is called by name.

An account is a name with its number, so that taking over a name gives nobody the account.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from judge.chats.service import Heard, Listened, Wait, addressed, own_words, part_of, text_at
from judge.chats.settings import Chat
from judge.forum.wire import Refused, Request, send

AT_ONCE = 50
MOST_PAGES = 20


class NodeBB:
    """The Judge's user on a board."""

    def __init__(self, chat: Chat, wait: Wait) -> None:
        self.chat, self.wait = chat, wait
        self._me, self._called = "", ""

    def whoami(self) -> str:
        """The user whose token it is."""
        if not self._me:
            found = self._ask("GET", "api/self")
            self._me, self._called = str(found["uid"]), str(found["username"])
        return self._called

    def listen(self, since: str, seconds: float, private: Sequence[str]) -> Listened:
        """One look. The first hears nothing of the past."""
        self.whoami()
        known: dict[str, dict[str, int]] = json.loads(since) if since else {"rooms": {}, "topics": {}}
        heard: list[Heard] = []
        rooms, topics = dict(known["rooms"]), dict(known["topics"])
        for room in self._rooms():
            number = str(room["roomId"])
            teaser = int((room.get("teaser") or {}).get("timestamp") or 0)
            if teaser <= rooms.get(number, 0):
                continue
            # A room that is new to us is heard from its beginning, except on the first look.
            new = self._messages(room, rooms.get(number, 0)) if since else []
            heard += new
            rooms[number] = max([teaser, *(int(one.at.timestamp() * 1000) for one in new)])
        for topic in sorted(self.chat.rooms):
            before = topics.get(topic)
            posts = self._posts(topic, before)
            topics[topic] = max([int(post["pid"]) for post in posts], default=before or 0)
            if before is not None:
                heard += [one for post in posts if int(post["pid"]) > before for one in self._said(topic, post)]
        return Listened(
            tuple(sorted(heard, key=lambda one: one.at)), json.dumps({"rooms": rooms, "topics": topics}, sort_keys=True)
        )

    def say(self, account: str, known: str, text: str, key: str) -> str:
        """In the chat known, if it is ours with nobody else in it, or in a new one."""
        number = account.rpartition("#")[2]
        room = known if known and self._alone(known, number, is_ours=True) else ""
        if not room:
            made = self._ask("POST", "api/v3/chats", {"uids": [int(number)]})["response"]
            room = str(made["roomId"])
        self._ask("POST", f"api/v3/chats/{room}", {"message": text})
        return room

    def _ask(self, method: str, path: str, body: Mapping[str, Any] | None = None) -> dict[str, Any]:
        headers = {"Authorization": f"Bearer {self.chat.secret}"}
        return send(Request(method, f"{self.chat.url}/{path}", body or {}, headers), self.wait)

    def _rooms(self) -> list[dict[str, Any]]:
        """The Judge's chats in which anybody writes, the newest first."""
        found: list[dict[str, Any]] = []
        for page in range(MOST_PAGES):
            start = page * AT_ONCE
            answer = self._ask("GET", f"api/v3/chats?start={start}&stop={start + AT_ONCE - 1}")["response"]
            found += answer["rooms"]
            if len(answer["rooms"]) < AT_ONCE:
                break
        return found

    def _messages(self, room: Mapping[str, Any], since: int) -> list[Heard]:
        """The messages of a chat after this moment."""
        number, heard = str(room["roomId"]), []
        for page in range(MOST_PAGES):
            path = f"api/v3/chats/{number}/messages?start={page * AT_ONCE}"
            messages = self._ask("GET", path)["response"]["messages"]
            new = [one for one in messages if int(one["timestamp"]) > since]
            heard += [said for one in new for said in self._heard(number, one)]
            if len(messages) < AT_ONCE or len(new) < len(messages):
                break
        return heard

    def _heard(self, room: str, message: Mapping[str, Any]) -> list[Heard]:
        uid = str(message["fromuid"])
        if uid == self._me or message.get("system") or message.get("deleted"):
            return []
        mid = str(message.get("messageId") or message.get("mid"))
        raw = text_at(self._ask("GET", f"api/v3/chats/{room}/messages/{mid}/raw")["response"], "content")
        alone, text = self._alone(room, uid), own_words(raw)
        said = text if alone else addressed(text, (self._called,))
        account = f"{message['fromUser']['username']}#{uid}"
        return [] if said is None else [self._value(f"chat {mid}", account, message, room, said, alone)]

    def _posts(self, topic: str, since: int | None) -> list[dict[str, Any]]:
        """The posts of a topic since then, however many came at once; without a since, only the newest."""
        found: list[dict[str, Any]] = []
        for page in range(1, MOST_PAGES + 1):
            answer = self._ask("GET", f"api/topic/{topic}?sort=newest_to_oldest&page={page}")
            posts = list(answer.get("posts") or ())
            found += posts
            # The post that began the topic stands on the first page whatever the order.
            new = [one for one in posts if since is not None and int(one["pid"]) > since]
            if not new or page >= int(part_of(answer, "pagination").get("pageCount") or 1):
                break
        return found

    def _said(self, topic: str, post: Mapping[str, Any]) -> list[Heard]:
        """The words of a post addressed to the Judge by name."""
        uid = str(post["uid"])
        if uid == self._me or post.get("deleted"):
            return []
        raw = text_at(self._ask("GET", f"api/v3/posts/{post['pid']}/raw")["response"], "content")
        said = addressed(own_words(raw), (self._called,))
        account = f"{post['user']['username']}#{uid}"
        return [] if said is None else [self._value(f"post {post['pid']}", account, post, topic, said, False)]

    def _value(self, key: str, account: str, message: Mapping[str, Any], room: str, said: str, alone: bool) -> Heard:
        at = datetime.fromtimestamp(int(message["timestamp"]) / 1000, UTC)
        return Heard(key=key, account=account, at=at, room=room, text=said, is_private=alone)

    def _alone(self, room: str, uid: str, *, is_ours: bool = False) -> bool:
        """Whether only somebody and the Judge are in a chat. `is_ours`: and the Judge alone lets others in."""
        try:
            users = self._ask("GET", f"api/v3/chats/{room}/users")["response"]["users"]
        except Refused:
            # The Judge left, or may no longer read.
            return False
        if is_ours and [str(one["uid"]) for one in users if one.get("isOwner")] != [self._me]:
            return False
        return {str(one["uid"]) for one in users} <= {self._me, uid}
