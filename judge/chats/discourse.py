"""Discourse: personal messages to the Judge's user, and topics in which it is called by name.

An account is a name with its number, so that taking over a name gives nobody the account.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from judge.chats.service import Heard, Listened, Wait, What, addressed, own_words, part_of, text_at
from judge.chats.settings import Chat
from judge.forum.wire import Refused, Request, send

MOST_PAGES = 20
MOST_NEW = 50
WRITTEN = 1
"""The type of a post that a person wrote; others say what happened to a topic."""


class Discourse:
    """The Judge's user on a board."""

    def __init__(self, chat: Chat, wait: Wait) -> None:
        self.chat, self.wait = chat, wait
        self._me = 0

    def whoami(self) -> str:
        """The name of the user whose key it is."""
        if not self._me:
            self._me = int(self._ask("GET", "session/current.json")["current_user"]["id"])
        return self.chat.user

    def listen(self, since: str, seconds: float, private: Sequence[str]) -> Listened:
        """One look. The first hears nothing of the past."""
        self.whoami()
        known: dict[str, Any] = json.loads(since) if since else {}
        heard, found = self._messages(int(known.get("private", 0)), str(known.get("changed", "")))
        topics: dict[str, int] = {}
        for topic in sorted(self.chat.rooms):
            before = dict(known.get("topics") or {}).get(topic)
            posts, topics[topic] = self._topic(topic, None if before is None else int(before))
            heard += posts
        heard = sorted(heard, key=lambda one: one.at) if since else []
        return Listened(tuple(heard), json.dumps(found | {"topics": topics}, sort_keys=True))

    def say(self, account: str, known: str, text: str, key: str) -> str:
        """In the message known, if it is ours and only these two read it, or in a new one. A board refuses repeats by
        itself."""
        name = account.rpartition("#")[0]
        if known and self._is_private(known, account, is_ours=True):
            self._ask("POST", "posts.json", {"topic_id": int(known), "raw": text})
            return known
        title = text.strip().partition("\n")[0].lstrip("# ") or self.chat.user
        body = {"title": title, "raw": text, "target_recipients": name, "archetype": "private_message"}
        return str(self._ask("POST", "posts.json", body)["topic_id"])

    def _ask(self, method: str, path: str, body: Mapping[str, Any] | None = None) -> dict[str, Any]:
        headers = {"Api-Key": self.chat.secret, "Api-Username": self.chat.user}
        return send(Request(method, f"{self.chat.url}/{path}", body or {}, headers), self.wait)

    def _messages(self, since: int, changed: str) -> tuple[list[Heard], dict[str, Any]]:
        """Personal messages newer than this, those of the newest that were changed later, and how far that is."""
        heard: list[Heard] = []
        newest, latest, before = since, changed, 0
        for page in range(MOST_PAGES):
            posts = self._ask("GET", f"private-posts.json{f'?before={before}' if before else ''}")["private_posts"]
            for post in posts:
                number, altered = int(post["id"]), str(post.get("updated_at") or "")
                newest = max(newest, number)
                if number > since:
                    heard += self._heard(post)
                elif not page and changed and altered > changed and int(post.get("version") or 1) > 1:
                    heard += self._heard(post, What.CHANGED)
                latest = max(latest, altered)
            before = min((int(post["id"]) for post in posts), default=0)
            if not since or before <= since + 1:
                break
        return heard, {"private": newest, "changed": latest}

    def _topic(self, topic: str, since: int | None) -> tuple[list[Heard], int]:
        """The posts of a topic since then, and its newest post."""
        stream = [int(one) for one in self._ask("GET", f"t/{topic}.json")["post_stream"]["stream"]]
        if since is None:
            return [], max(stream, default=0)
        new = [number for number in stream if number > since][:MOST_NEW]
        posts = [self._ask("GET", f"posts/{number}.json") for number in new]
        return [one for post in posts for one in self._heard(post)], max([since, *new])

    def _heard(self, post: Mapping[str, Any], what: What = What.SAID) -> Iterable[Heard]:
        """The words of a post to the Judge: in company, only those addressed to it by name."""
        if int(post["user_id"]) == self._me or int(post.get("post_type") or WRITTEN) != WRITTEN:
            return ()
        account, topic = f"{post['username']}#{post['user_id']}", str(post["topic_id"])
        alone = self._is_private(topic, account)
        text = own_words(text_at(post, "raw"))
        said = text if alone else addressed(text, (f"@{self.chat.user}", self.chat.user))
        if said is None:
            return ()
        number, version = str(post["id"]), int(post.get("version") or 1)
        return (
            Heard(
                key=number if what is What.SAID else f"{number}/{version}",
                account=account,
                at=datetime.fromisoformat(str(post["created_at"])),
                room=topic,
                text=said,
                what=what,
                of=number,
                is_private=alone,
            ),
        )

    def _is_private(self, topic: str, account: str, *, is_ours: bool = False) -> bool:
        """Whether only this account and the Judge read a topic. `is_ours`: and the Judge began it."""
        try:
            found = self._ask("GET", f"t/{topic}.json")
        except Refused:
            # Deleted, or no longer ours to read.
            return False
        if found.get("archetype") != "private_message":
            return False
        details = found.get("details") or {}
        if is_ours and int(part_of(details, "created_by").get("id") or 0) != self._me:
            return False
        readers = {f"{one['username']}#{one['id']}" for one in details.get("allowed_users") or ()}
        return not details.get("allowed_groups") and readers <= {account, f"{self.chat.user}#{self._me}"}
