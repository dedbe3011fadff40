"""Matrix, by its client interface over HTTP.

The Judge cannot read encrypted rooms, and it answers in none that somebody else made: it opens an unencrypted room with
each person alone.
"""

from __future__ import annotations

import json
import urllib.parse
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from judge.chats.service import Heard, Listened, Wait, What, addressed, own_words, part_of, text_at
from judge.chats.settings import Chat
from judge.forum.wire import Refused, Request, send
from judge.report.blocks import parse
from judge.report.media.html import html_of

MOST_EVENTS = 20
MOST_PAGES = 50
MOST_INVITATIONS = 20
MOST_BYTES = 32_000_000
"""A look at many rooms, each of whose events may be 64 kilobytes long."""
WORDS = ("m.text", "m.emote")
FILES = ("m.image", "m.file", "m.audio", "m.video")
FILTER = {
    "presence": {"types": []},
    "account_data": {"types": []},
    "room": {
        "ephemeral": {"types": []},
        "account_data": {"types": []},
        "state": {"types": [], "lazy_load_members": True},
        "timeline": {"limit": MOST_EVENTS, "types": ["m.room.message", "m.room.encrypted", "m.room.redaction"]},
    },
}


@dataclass(frozen=True, slots=True, kw_only=True)
class _Room:
    """A room as its server tells of it."""

    maker: str = ""
    joined: frozenset[str] = frozenset()
    invited: frozenset[str] = frozenset()
    is_closed: bool = False
    """Whether only those who were asked in may come, and nobody reads what was said before."""

    def is_between(self, me: str, account: str) -> bool:
        """Whether these two alone are in a room that one of them made."""
        return self.joined <= {me, account} and self.maker in (me, account)

    def is_for(self, me: str, account: str) -> bool:
        """Whether a room of mine is for this account, and nobody else can read there."""
        there = self.joined | self.invited
        return self.maker == me and self.is_closed and there == {me, account}


class Matrix:
    """The Judge's account on a homeserver."""

    def __init__(self, chat: Chat, wait: Wait) -> None:
        self.chat, self.wait = chat, wait
        self._me = self._called = ""

    def whoami(self) -> str:
        """The account whose token it is."""
        if not self._me:
            self._me = str(self._ask("GET", "account/whoami")["user_id"])
            profile = self._ask("GET", f"profile/{_quoted(self._me)}")
            self._called = str(profile.get("displayname") or "")
        return self._me

    def listen(self, since: str, seconds: float, private: Sequence[str]) -> Listened:
        """One look, which waits on the server for something to happen. The first hears nothing of the past."""
        me = self.whoami()
        query = {"filter": json.dumps(FILTER), "timeout": str(int(seconds * 1000) if since else 0)}
        found = self._ask("GET", f"sync?{urllib.parse.urlencode(query | ({'since': since} if since else {}))}")
        rooms = found.get("rooms") or {}
        for room in sorted(rooms.get("invite") or {})[:MOST_INVITATIONS]:
            self._join(room)
        heard: list[Heard] = []
        if since:
            for room, news in sorted((rooms.get("join") or {}).items()):
                events = list(self._timeline(room, news.get("timeline") or {}, since))
                others = [one for one in events if one.get("sender") != me]
                if others:
                    there = self._room(room)
                    for event in others:
                        heard += self._heard(room, event, there.is_between(me, str(event.get("sender"))))
        return Listened(tuple(sorted(heard, key=lambda one: one.at)), str(found["next_batch"]))

    def _room_with(self, account: str, known: str) -> str:
        """The room known, if it is ours and theirs alone; else a new one, not encrypted, that only the Judge lets
        anybody into.

        In a room that somebody else made they can read later whatever was said while they were away.
        """
        if known and self._room(known).is_for(self.whoami(), account):
            return known
        state = [
            # From the invitation on, since the first answer is there before its reader.
            {"type": "m.room.history_visibility", "content": {"history_visibility": "invited"}},
            {"type": "m.room.guest_access", "content": {"guest_access": "forbidden"}},
        ]
        body = {
            "preset": "private_chat", "invite": [account], "is_direct": True, "initial_state": state,
            "power_level_content_override": {"invite": 100},
        }  # fmt: skip
        return str(self._ask("POST", "createRoom", body)["room_id"])

    def say(self, account: str, known: str, text: str, key: str) -> str:
        """A notice, which other programs do not answer. The same key again is the same message."""
        room = self._room_with(account, known)
        body = {
            "msgtype": "m.notice", "body": text, "format": "org.matrix.custom.html",
            "formatted_body": html_of(parse(text), inline=False), "m.mentions": {},
        }  # fmt: skip
        self._ask("PUT", f"rooms/{_quoted(room)}/send/m.room.message/{_quoted(key)}", body)
        return room

    def _ask(self, method: str, path: str, body: Mapping[str, Any] | None = None) -> dict[str, Any]:
        url = f"{self.chat.url}/_matrix/client/v3/{path}"
        headers = {"Authorization": f"Bearer {self.chat.secret}"}
        return send(Request(method, url, body or {}, headers), self.wait, MOST_BYTES)

    def _join(self, room: str) -> None:
        try:
            self._ask("POST", f"rooms/{_quoted(room)}/join")
        except Refused:
            # The invitation was taken back, or its server is gone; an open invitation is tried again.
            return

    def _room(self, room: str) -> _Room:
        """A room: who made it, who is in it, and who may read it."""
        try:
            found = self._ask("GET", f"rooms/{_quoted(room)}/state").get("answer")
        except Refused:
            # The Judge cannot answer in a room that it was removed from.
            return _Room()
        events = [one for one in found if isinstance(one, dict)] if isinstance(found, list) else []
        state = {(one.get("type"), one.get("state_key")): one for one in events}

        def said(kind: str, key: str) -> str:
            return text_at(part_of(state.get((kind, ""), {}), "content"), key)

        people = {
            text_at(one, "state_key"): text_at(part_of(one, "content"), "membership")
            for one in events
            if one.get("type") == "m.room.member"
        }
        return _Room(
            maker=text_at(state.get(("m.room.create", ""), {}), "sender"),
            joined=frozenset(one for one, how in people.items() if how == "join"),
            invited=frozenset(one for one, how in people.items() if how == "invite"),
            is_closed=said("m.room.join_rules", "join_rule") == "invite"
            and said("m.room.history_visibility", "history_visibility") in ("invited", "joined"),
        )

    def _timeline(self, room: str, timeline: Mapping[str, Any], since: str) -> Iterator[dict[str, Any]]:
        """The events of a room, also those that the server left out of its answer."""
        missing: list[dict[str, Any]] = []
        start, pages = timeline.get("prev_batch"), 0
        while timeline.get("limited") and start and pages < MOST_PAGES:
            query = urllib.parse.urlencode({"dir": "b", "from": start, "to": since, "limit": 100})
            found = self._ask("GET", f"rooms/{_quoted(room)}/messages?{query}")
            missing += found.get("chunk") or []
            start, pages = found.get("end"), pages + 1
            if not found.get("chunk"):
                break
        yield from reversed(missing)
        yield from timeline.get("events") or ()

    def _heard(self, room: str, event: Mapping[str, Any], alone: bool) -> Iterator[Heard]:
        """The words of one event to the Judge: in company, only those addressed to it by name."""
        content = part_of(event, "content")
        relation, kind = part_of(content, "m.relates_to"), text_at(content, "msgtype")
        what, text, of = What.SAID, text_at(content, "body"), ""
        files: tuple[str, ...] = ()
        match event.get("type"):
            case "m.room.redaction":
                what, text, of = What.TAKEN_BACK, "", text_at(event, "redacts") or text_at(content, "redacts")
            case "m.room.encrypted":
                what, text = What.SEALED, ""
            case "m.room.message" if kind in WORDS and relation.get("rel_type") == "m.replace":
                what, of = What.CHANGED, text_at(relation, "event_id")
                text = text_at(part_of(content, "m.new_content"), "body") or text
            case "m.room.message" if kind in FILES:
                named = text_at(content, "filename")
                files, text = (named or text or kind,), text if named and named != text else ""
            case "m.room.message" if kind in WORDS:
                pass
            case _:
                return
        if not alone:
            said = self._to_me(content, text) if what in (What.SAID, What.CHANGED) else None
            if said is None:
                return
            text = said
        yield Heard(
            key=str(event["event_id"]), account=str(event["sender"]), at=_at(event), room=room, text=own_words(text),
            what=what, of=of, is_private=alone, files=files,
        )  # fmt: skip

    def _to_me(self, content: Mapping[str, Any], text: str) -> str | None:
        """The words to the Judge in company, without its name before them."""
        said = addressed(text, (self._me, self._me.partition(":")[0].lstrip("@"), self._called))
        mentioned = part_of(content, "m.mentions").get("user_ids")
        return text if said is None and isinstance(mentioned, list) and self._me in mentioned else said


def _at(event: Mapping[str, Any]) -> datetime:
    """When an event was sent, as its sender's server says; the beginning of time if that is no time."""
    try:
        return datetime.fromtimestamp(int(event["origin_server_ts"]) / 1000, UTC)
    except (KeyError, TypeError, ValueError, OverflowError, OSError):
        return datetime.fromtimestamp(0, UTC)


def _quoted(text: str) -> str:
    return urllib.parse.quote(text, safe="")
