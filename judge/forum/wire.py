"""One HTTP request, bounded in time and size, to one server only; waits when a board asks, and not for ever."""

from __future__ import annotations

import hashlib
import json
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from http.client import HTTPMessage
from typing import IO, Any
from urllib.parse import urlsplit

SECONDS = 20.0
MOST_BYTES = 1_000_000
MOST_TRIES = 4
LONGEST_WAIT = 30.0
HERE = ("localhost", "127.0.0.1", "::1")
"""The hosts that need no https."""
PORTS = {"https": 443, "http": 80}


class Unreached(Exception):
    """The board did not answer."""


class Refused(Exception):
    """The board answered, and said no. `status`: how, where it was a status."""

    def __init__(self, said: str, status: int = 0) -> None:
        super().__init__(said)
        self.status = status


@dataclass(frozen=True)
class Request:
    """A request as a value, so that a dry run can show it and a test can look at it."""

    method: str
    url: str
    body: Mapping[str, Any]
    headers: Mapping[str, str] = field(default_factory=dict)
    raw: bytes | None = None
    """Sent instead of a JSON body; the headers say what it is."""

    def shown(self) -> dict[str, object]:
        """The request without its secrets."""
        return {"method": self.method, "url": _without_secrets(self.url), "body": dict(self.body)}


def send(request: Request, wait: Callable[[float], object] = time.sleep, most: int = MOST_BYTES) -> dict[str, Any]:
    """Send it and return the answer, of so many bytes at most. 429 and 5xx are tried again a few times, as long as the
    board says."""
    for attempt in range(MOST_TRIES):
        try:
            with _opener().open(_prepared(request), timeout=SECONDS) as answer:
                return _answer(answer.read(most))
        except urllib.error.HTTPError as error:
            body = error.read(2000).decode("utf-8", "replace")
            again = error.code == 429 or error.code >= 500
            if not again or attempt == MOST_TRIES - 1:
                raise Refused(f"{_without_secrets(request.url)} answered {error.code}: {body[:300]}") from None
            wait(_patience(error.headers.get("Retry-After"), body, attempt))
        except (urllib.error.URLError, TimeoutError, OSError, ValueError) as error:
            reason = getattr(error, "reason", error)
            raise Unreached(f"{_without_secrets(request.url)} could not be reached: {reason}") from None
    raise AssertionError("unreachable")


def call(request: Request) -> None:
    """Send it once; a good answer's content is ignored."""
    try:
        with _opener().open(_prepared(request), timeout=SECONDS):
            return
    except urllib.error.HTTPError as error:
        raise Refused(f"{_without_secrets(request.url)} answered {error.code}", error.code) from None
    except (urllib.error.URLError, TimeoutError, OSError, ValueError) as error:
        reason = getattr(error, "reason", error)
        raise Unreached(f"{_without_secrets(request.url)} could not be reached: {reason}") from None


def with_file(request: Request, fields: Mapping[str, str], name: str, file: tuple[str, bytes]) -> Request:
    """The request as a form with a PNG in it. `name`: the file's field; `file`: its name and its bytes."""
    called, content = file
    mark = hashlib.sha256(content).hexdigest()[:40]
    parts = [
        f'--{mark}\r\nContent-Disposition: form-data; name="{key}"\r\n\r\n{value}\r\n'.encode()
        for key, value in fields.items()
    ]
    head = f'--{mark}\r\nContent-Disposition: form-data; name="{name}"; filename="{called}"\r\n'
    parts += [f"{head}Content-Type: image/png\r\n\r\n".encode(), content, f"\r\n--{mark}--\r\n".encode()]
    headers = {**request.headers, "Content-Type": f"multipart/form-data; boundary={mark}"}
    return replace(request, headers=headers, raw=b"".join(parts))


class _SameServer(urllib.request.HTTPRedirectHandler):
    """Follows a board to another page of its own. Another server would get the token in the headers."""

    def redirect_request(
        self, req: urllib.request.Request, fp: IO[bytes], code: int, msg: str, headers: HTTPMessage, newurl: str
    ) -> urllib.request.Request | None:
        there = _origin(newurl)
        if there != _origin(req.full_url):
            fp.close()
            scheme, host, port = there
            said = f"{_without_secrets(req.full_url)} sends us to {scheme}://{host}:{port}, another server, which gets"
            raise Refused(f"{said} no token: if it is the right one, write its address in campaign.yaml", code)
        return super().redirect_request(req, fp, code, msg, headers, newurl)


@cache
def _opener() -> urllib.request.OpenerDirector:
    return urllib.request.build_opener(_SameServer)


def _origin(url: str) -> tuple[str, str, int]:
    """The server of an address: scheme, host and port."""
    parts = urlsplit(url)
    return parts.scheme, parts.hostname or "", parts.port or PORTS.get(parts.scheme, 0)


def _prepared(request: Request) -> urllib.request.Request:
    scheme, host, _ = _origin(request.url)
    if scheme != "https" and (scheme != "http" or host not in HERE):
        raise Refused(f"{_without_secrets(request.url)}: only https addresses are posted to")
    return urllib.request.Request(
        request.url,
        data=request.raw
        if request.raw is not None
        else (json.dumps(request.body).encode() if request.method != "GET" else None),
        method=request.method,
        headers={"Content-Type": "application/json", "User-Agent": "the-judge", **request.headers},
    )


def _answer(body: bytes) -> dict[str, Any]:
    if not body.strip():
        return {}
    try:
        answer = json.loads(body)
    except ValueError:
        raise Refused("the board did not answer in JSON: is the address right?") from None
    return answer if isinstance(answer, dict) else {"answer": answer}


def _patience(header: str | None, body: str, attempt: int) -> float:
    """How long the board wants us to wait (seconds; Matrix says it in milliseconds in the body)."""
    try:
        if header:
            return min(LONGEST_WAIT, float(header))
        said = json.loads(body)
        if "retry_after_ms" in said:
            return min(LONGEST_WAIT, float(said["retry_after_ms"]) / 1000)
        if "retry_after" in said:
            return min(LONGEST_WAIT, float(said["retry_after"]))
    except (ValueError, TypeError):
        pass
    return float(2**attempt)


def _without_secrets(url: str) -> str:
    """A webhook's address is its password: only its beginning is ever shown."""
    if "/api/webhooks/" in url:
        return url.partition("/api/webhooks/")[0] + "/api/webhooks/…"
    return url.partition("?")[0]
