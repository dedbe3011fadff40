"""Targets a campaign can post to, as its campaign.yaml names them."""

from __future__ import annotations

import json
import os
import urllib.parse
from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass
from pathlib import Path
from typing import Any

from judge.forum.wire import Refused, Request, with_file
from judge.grammar.document import Document
from judge.grammar.lexicon import nearest

KINDS = {"discourse": "discourse", "nodebb": "nodebb", "matrix": "matrix", "discord": "discord"}
"""The kinds of targets, and the dialect of each."""

NEEDS = {
    "discourse": ("url", "topic", "user"),
    "nodebb": ("url", "topic"),
    "matrix": ("url", "room"),
    "discord": (),
}


class TargetError(ValueError):
    """A target that cannot be used; the sentence says what is missing."""


@dataclass(frozen=True)
class Target:
    """One place to post to. `secret` is an API key, a token, or (Discord) the webhook's whole address."""

    name: str
    kind: str
    secret: str
    _: KW_ONLY
    url: str = ""
    topic: str = ""
    room: str = ""
    user: str = ""

    @property
    def dialect(self) -> str:
        """The dialect posts are written in."""
        return KINDS[self.kind]


def read_targets(document: Document, folder: Path) -> dict[str, Target]:
    """The `targets:` of a campaign: name -> kind, address, and where the secret is kept (never the secret itself)."""
    if document.value is None:
        return {}
    if not isinstance(document.value, dict):
        raise document.error("targets are `name: {kind: …, url: …, secret_file: …}`")
    found = {}
    for name in document.value:
        found[str(name)] = _target(str(name), document.sub(name), folder)
    return found


def _target(name: str, document: Document, folder: Path) -> Target:
    value = document.value
    if not isinstance(value, dict):
        raise document.error("a target is a mapping with `kind` and `secret_file` or `secret_env`")
    kind = str(value.get("kind", ""))
    if kind not in KINDS:
        near = nearest(kind, KINDS)
        hint = f'did you mean "{near}"?' if near else f"there are: {', '.join(sorted(KINDS))}"
        raise document.error(f'there is no kind of target "{kind}": {hint}', "kind")
    known = ("kind", "secret_file", "secret_env", "url", "topic", "room", "user")
    for key in value:
        if key not in known:
            raise document.error(f'"{key}" means nothing here; known are {", ".join(known)}', key)
    for need in NEEDS[kind]:
        if not value.get(need):
            raise document.error(f"a {kind} target needs `{need}`")
    return Target(
        name,
        kind,
        _secret(document, folder),
        url=str(value.get("url", "")).rstrip("/"),
        topic=str(value.get("topic", "")),
        room=str(value.get("room", "")),
        user=str(value.get("user", "")),
    )


def _secret(document: Document, folder: Path) -> str:
    """The secret from its file or from the environment; a campaign file never holds it."""
    try:
        return secret_of(document.value, folder)
    except NoSecret as error:
        raise document.error(str(error)) from None


class NoSecret(ValueError):
    """No secret was found; the sentence says where it was looked for."""


def secret_of(value: Mapping[str, object], folder: Path) -> str:
    """The secret that signs for a target or a call."""
    if value.get("secret_file"):
        path = folder / str(value["secret_file"])
        try:
            return path.read_text(encoding="utf-8").strip()
        except OSError as error:
            raise NoSecret(f"{path.name}: {error.strerror}") from None
        except UnicodeDecodeError:
            raise NoSecret(f"{path.name} is not UTF-8 text") from None
    if value.get("secret_env"):
        said = os.environ.get(str(value["secret_env"]), "")
        if not said:
            raise NoSecret(f"the environment has no {value['secret_env']}")
        return said
    raise NoSecret("a target needs `secret_file` or `secret_env`")


def new_post(target: Target, text: str, html: str, key: str) -> Request:
    """The request that posts a part. `key` makes it idempotent if the board supports that (Matrix)."""
    match target.kind:
        case "discourse":
            return Request(
                "POST", f"{target.url}/posts.json", {"topic_id": int(target.topic), "raw": text}, _discourse(target)
            )
        case "nodebb":
            return Request("POST", f"{target.url}/api/v3/topics/{target.topic}", {"content": text}, _bearer(target))
        case "matrix":
            return Request("PUT", _matrix(target, key), _message(text, html), _bearer(target))
        case "discord":
            return Request("POST", f"{target.secret}?wait=true", _discord(text))
    raise TargetError(f"there is no kind of target {target.kind}")


def edited_post(target: Target, remote: str, text: str, html: str, key: str) -> Request:
    """The request that edits a part already posted."""
    match target.kind:
        case "discourse":
            return Request("PUT", f"{target.url}/posts/{remote}.json", {"post": {"raw": text}}, _discourse(target))
        case "nodebb":
            return Request("PUT", f"{target.url}/api/v3/posts/{remote}", {"content": text}, _bearer(target))
        case "matrix":
            # The outer text is for programs that know no edits: it is short, or the post would not fit in twice.
            body = {
                "msgtype": "m.notice",
                "body": f"* {text.strip().partition(chr(10))[0]}",
                "m.new_content": _message(text, html),
                "m.relates_to": {"rel_type": "m.replace", "event_id": remote},
            }
            return Request("PUT", _matrix(target, key), body, _bearer(target))
        case "discord":
            return Request("PATCH", f"{target.secret}/messages/{remote}", _discord(text))
    raise TargetError(f"there is no kind of target {target.kind}")


def remote_id(target: Target, answer: Mapping[str, object]) -> str:
    """The board's own name for the post, from its answer."""
    if target.kind == "nodebb":
        inner = answer.get("response")
        return str(inner.get("pid", "")) if isinstance(inner, dict) else ""
    return str(answer.get({"matrix": "event_id"}.get(target.kind, "id"), ""))


def upload(target: Target, png: bytes) -> Request | None:
    """The request that brings a picture to a board that wants it before the post; None: it goes along with the post."""
    match target.kind:
        case "discourse":
            request = Request("POST", f"{target.url}/uploads.json", {}, _discourse(target))
            return with_file(request, {"type": "composer", "synchronous": "true"}, "file", ("map.png", png))
        case "nodebb":
            request = Request("POST", f"{target.url}/api/post/upload", {}, _bearer(target))
            return with_file(request, {}, "files[]", ("map.png", png))
        case "matrix":
            headers = {**_bearer(target), "Content-Type": "image/png"}
            return Request("POST", f"{target.url}/_matrix/media/v3/upload?filename=map.png", {}, headers, png)
    return None


def picture_post(target: Target, png: bytes, alt: str, there: Mapping[str, object], where: tuple[str, str]) -> Request:
    """The request that posts a picture. `there`: the board's answer to the upload; `where`: the key, and the post to
    edit ("": none)."""
    key, remote = where
    match target.kind:
        case "discourse":
            raw = f"![{alt}|{there.get('width', 800)}x{there.get('height', 600)}]({there['short_url']})"
            if remote:
                return Request("PUT", f"{target.url}/posts/{remote}.json", {"post": {"raw": raw}}, _discourse(target))
            body = {"topic_id": int(target.topic), "raw": raw}
            return Request("POST", f"{target.url}/posts.json", body, _discourse(target))
        case "nodebb":
            text = f"![{alt}]({_brought(there)})"
            if remote:
                return Request("PUT", f"{target.url}/api/v3/posts/{remote}", {"content": text}, _bearer(target))
            return Request("POST", f"{target.url}/api/v3/topics/{target.topic}", {"content": text}, _bearer(target))
        case "matrix":
            image = {
                "msgtype": "m.image", "body": alt, "url": there["content_uri"],
                "info": {"mimetype": "image/png", "size": len(png)}, "m.mentions": {},
            }  # fmt: skip
            if remote:
                image = {**image, "m.new_content": dict(image), "m.relates_to": {"rel_type": "m.replace",
                         "event_id": remote}}  # fmt: skip
            return Request("PUT", _matrix(target, key), image, _bearer(target))
        case "discord":
            said = {"content": "", "attachments": [{"id": 0, "description": alt}], "allowed_mentions": {"parse": []}}
            url = f"{target.secret}/messages/{remote}" if remote else f"{target.secret}?wait=true"
            request = Request("PATCH" if remote else "POST", url, said)
            return with_file(request, {"payload_json": json.dumps(said)}, "files[0]", ("map.png", png))
    raise TargetError(f"{target.kind} takes no pictures")


def _brought(there: Mapping[str, Any]) -> str:
    """The place of an uploaded picture at NodeBB."""
    try:
        return str(there["response"]["images"][0]["url"])
    except (LookupError, TypeError):
        raise Refused("NodeBB took the picture but did not say where it keeps it") from None


def _discourse(target: Target) -> dict[str, str]:
    return {"Api-Key": target.secret, "Api-Username": target.user}


def _bearer(target: Target) -> dict[str, str]:
    return {"Authorization": f"Bearer {target.secret}"}


def _matrix(target: Target, key: str) -> str:
    room = urllib.parse.quote(target.room, safe="")
    return f"{target.url}/_matrix/client/v3/rooms/{room}/send/m.room.message/{urllib.parse.quote(key, safe='')}"


def _message(text: str, html: str) -> dict[str, object]:
    return {
        "msgtype": "m.notice",
        "body": text,
        "format": "org.matrix.custom.html",
        "formatted_body": html,
        "m.mentions": {},
    }


def _discord(text: str) -> dict[str, object]:
    return {"content": text, "allowed_mentions": {"parse": []}}
