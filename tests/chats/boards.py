"""Boards and chats on loopback, which answer as their documents say theirs do. People write by `say` and `post`."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

JUDGE = 7
SENT = datetime(2027, 3, 1, 9, 0, tzinfo=UTC)


class Board(ThreadingHTTPServer):
    """What people wrote and the Judge answered. `down`: the status that every question gets instead."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Answering)
        self.rooms: dict[int, set[int]] = {}
        self.makers: dict[int, int] = {}
        self.topics: dict[int, list[dict]] = {}
        self.words: list[dict] = []
        self.down = 0
        self.bodies: list[dict] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"

    def room(self, *people: int, maker: int = JUDGE) -> int:
        """A room of the Judge's with these, which one of them made."""
        for number, there in self.rooms.items():
            if there == {JUDGE, *people} and self.makers[number] == maker:
                return number
        number = len(self.rooms) + 100
        self.rooms[number], self.makers[number] = {JUDGE, *people}, maker
        return number

    def say(self, person: int, text: str, *others: int) -> dict:
        """Somebody writes to the Judge, alone or with others; to both, where they did not write before."""
        return self.put(person, text, room=self.room(person, *others, maker=person))

    def post(self, person: int, text: str, topic: int) -> dict:
        """Somebody writes where everybody reads."""
        return self.put(person, text, topic=topic)

    def put(self, person: int, text: str, room: int = 0, topic: int = 0) -> dict:
        said = {"id": 1000 + len(self.words), "by": person, "text": text, "room": room, "topic": topic, "version": 1}
        self.words.append(said)
        return said

    def answers(self, person: int) -> list[str]:
        """What the Judge said to somebody alone."""
        alone = {number for number, there in self.rooms.items() if there == {JUDGE, person}}
        return [one["text"] for one in self.words if one["by"] == JUDGE and one["room"] in alone]

    def in_company(self) -> list[str]:
        """What the Judge said where others read it."""
        return [
            one["text"]
            for one in self.words
            if one["by"] == JUDGE and (one["topic"] or len(self.rooms[one["room"]]) > 2)
        ]

    def answer(self, method: str, path: list[str], query: dict, body: dict):
        raise NotImplementedError


class Answering(BaseHTTPRequestHandler):
    def ask(self):
        where = urlsplit(self.path)
        size = int(self.headers.get("Content-Length") or 0)
        body = json.loads(self.rfile.read(size) or b"{}")
        query = {key: values[0] for key, values in parse_qs(where.query).items()}
        self.server.bodies.append({"method": self.command, "path": where.path, "headers": dict(self.headers)} | body)
        said = None
        if not self.server.down:
            said = self.server.answer(self.command, where.path.strip("/").removesuffix(".json").split("/"), query, body)
        status = self.server.down or (404 if said is None else 200)
        text = json.dumps(said).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    do_GET = do_POST = do_PUT = ask

    def log_message(self, *args):
        pass


def name_of(person: int) -> str:
    return "judge" if person == JUDGE else f"ann{person}"


class DiscourseBoard(Board):
    said = "{{kind: discourse, url: '{url}', user: judge, secret_env: CHAT_SECRET{rooms}}}"
    call = "@judge"

    def shown(self, one):
        return {
            "id": one["id"], "username": name_of(one["by"]), "user_id": one["by"], "post_type": 1, "raw": one["text"],
            "topic_id": one["room"] or one["topic"], "created_at": f"{SENT:%Y-%m-%dT%H:%M:%S}.{one['id'] % 1000:03}Z",
            "updated_at": f"{SENT:%Y-%m-%dT%H:%M:%S}.{one['id'] % 1000 + one['version'] * 100:03}Z",
            "version": one["version"],
        }  # fmt: skip

    def change(self, one, text):
        one |= {"text": text, "version": one["version"] + 1}

    def answer(self, method, path, query, body):
        match method, path:
            case "GET", ["session", "current"]:
                return {"current_user": {"id": JUDGE, "username": "judge"}}
            case "GET", ["private-posts"]:
                before = int(query.get("before", 10**9))
                found = [one for one in self.words if one["room"] and one["id"] < before][::-1][:5]
                return {"private_posts": [self.shown(one) for one in found]}
            case "GET", ["t", number] if int(number) in self.rooms:
                people = [{"id": one, "username": name_of(one)} for one in self.rooms[int(number)]]
                details = {
                    "allowed_users": people, "allowed_groups": [], "created_by": {"id": self.makers[int(number)]},
                }  # fmt: skip
                return {"archetype": "private_message", "details": details}
            case "GET", ["t", number]:
                stream = [one["id"] for one in self.words if one["topic"] == int(number)]
                return {"archetype": "regular", "details": {}, "post_stream": {"stream": stream}}
            case "GET", ["posts", number]:
                return next(self.shown(one) for one in self.words if one["id"] == int(number))
            case "POST", ["posts"] if "target_recipients" in body:
                (person,) = [int(body["target_recipients"].removeprefix("ann"))]
                return self.shown(self.put(JUDGE, body["raw"], room=self.room(person)))
            case "POST", ["posts"]:
                return self.shown(self.put(JUDGE, body["raw"], room=body["topic_id"]))
        return None


class NodeBBBoard(Board):
    said = "{{kind: nodebb, url: '{url}', secret_env: CHAT_SECRET{rooms}}}"
    call = "@judge"

    def shown(self, one):
        return {
            "messageId": one["id"], "pid": one["id"], "fromuid": one["by"], "uid": one["by"], "content": "<p>…</p>",
            "fromUser": {"username": name_of(one["by"])}, "user": {"username": name_of(one["by"])},
            "timestamp": int(SENT.timestamp() * 1000) + one["id"],
        }  # fmt: skip

    def answer(self, method, path, query, body):
        match method, path:
            case "GET", ["api", "self"]:
                return {"uid": JUDGE, "username": "judge"}
            case "GET", ["api", "v3", "chats"]:
                found = []
                for number in self.rooms:
                    last = [one for one in self.words if one["room"] == number][-1:]
                    found.append({"roomId": number, "teaser": self.shown(last[0]) if last else None})
                return {"response": {"rooms": found[int(query["start"]) : int(query["stop"]) + 1]}}
            case "GET", ["api", "v3", "chats", number, "messages"]:
                start, there = int(query["start"]), [one for one in self.words if one["room"] == int(number)][::-1]
                return {"response": {"messages": [self.shown(one) for one in there[start : start + 50][::-1]]}}
            case "GET", ["api", "v3", "chats", _, "messages", mid, "raw"] | ["api", "v3", "posts", mid, "raw"]:
                return {"response": {"content": next(one["text"] for one in self.words if one["id"] == int(mid))}}
            case "GET", ["api", "v3", "chats", number, "users"]:
                owner, there = self.makers[int(number)], self.rooms[int(number)]
                return {"response": {"users": [{"uid": one, "isOwner": one == owner} for one in there]}}
            case "GET", ["api", "topic", number]:
                there = [self.shown(one) for one in self.words if one["topic"] == int(number)]
                page, pages = int(query["page"]), -(-len(there) // 20)
                # The first post comes first; the others from the newest on.
                shown = [*there[:1], *there[:0:-1]][20 * (page - 1) : 20 * page]
                return {"posts": shown, "pagination": {"currentPage": page, "pageCount": pages}}
            case "POST", ["api", "v3", "chats"]:
                return {"response": {"roomId": self.room(*body["uids"])}}
            case "POST", ["api", "v3", "chats", number]:
                return {"response": self.shown(self.put(JUDGE, body["message"], room=int(number)))}
        return None


class DiscordHome(Board):
    said = "{{kind: discord, url: '{url}', secret_env: CHAT_SECRET{rooms}}}"
    call = f"<@{JUDGE}>"

    def room(self, *people, maker=JUDGE):
        """Two people have one channel, whoever wrote first."""
        return super().room(*people)

    def shown(self, one):
        return {
            "id": str(one["id"]), "type": 0, "content": one["text"], "attachments": [],
            "author": {"id": str(one["by"]), "username": name_of(one["by"]), "bot": one["by"] == JUDGE},
            "timestamp": f"{SENT:%Y-%m-%dT%H:%M:%S}.{one['id'] % 1000:03}000+00:00",
        }  # fmt: skip

    def answer(self, method, path, query, body):
        match method, path:
            case "GET", ["users", "@me"]:
                return {"id": str(JUDGE), "username": "judge"}
            case "POST", ["users", "@me", "channels"]:
                return {"id": str(self.room(int(body["recipient_id"])))}
            case "GET", ["channels", number, "messages"]:
                there = [one for one in self.words if int(number) in (one["room"], one["topic"])]
                new = [one for one in there if one["id"] > int(query.get("after", 0))]
                return [self.shown(one) for one in (new[: int(query["limit"])] if "after" in query else new[-1:])][::-1]
            case "POST", ["channels", number, "messages"]:
                if any(one.get("nonce") == body["nonce"] for one in self.words):
                    return self.shown(next(one for one in self.words if one.get("nonce") == body["nonce"]))
                said = self.put(JUDGE, body["content"], room=int(number))
                said["nonce"] = body["nonce"]
                return self.shown(said)
        return None


BOARDS = {"discourse": DiscourseBoard, "nodebb": NodeBBBoard, "discord": DiscordHome}
