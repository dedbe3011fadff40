"""The guard of every request and answer: strict headers, nothing sent from other sites, no words of an error."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from judge.web.front import Refused

log = logging.getLogger("judge")

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "form-action 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "x-robots-tag": "noindex, nofollow",
}
SECURE = "max-age=31536000"
MOST_BYTES = 256 * 1024
PATIENCE = 30.0
"""Seconds in which a form must have come as a whole: a slow sender keeps nobody's place."""


class Guard:
    """Around the whole application. `base_url`: the address of its pages."""

    def __init__(self, app: ASGIApp, base_url: str) -> None:
        self.app = app
        self.is_secure = base_url.startswith("https:")
        self.origin = "/".join(base_url.split("/")[:3]).lower()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        began = False

        async def guarded(message: Message) -> None:
            nonlocal began
            if message["type"] == "http.response.start":
                began = True
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers[name] = value
                headers.setdefault("cache-control", "no-store")
                if "location" in headers:
                    headers["location"] = path_of(headers["location"])
                if self.is_secure:
                    headers["strict-transport-security"] = SECURE
            await send(message)

        until: float | None = asyncio.get_running_loop().time() + PATIENCE

        async def patient() -> Message:
            nonlocal until
            try:
                async with asyncio.timeout_at(until):
                    message = await receive()
            except TimeoutError:
                raise Refused(408, "too-slow") from None
            until = until if message.get("more_body") else None
            return message

        if scope["method"] not in ("GET", "HEAD") and self._comes_from_elsewhere(Headers(scope=scope)):
            await PlainTextResponse("This was sent from another page.\n", 403)(scope, receive, guarded)
            return
        try:
            await self.app(scope, patient, guarded)
        except Exception as error:
            # The address holds a link, so the log has only the kind of the error and nothing of the request.
            log.error("a page could not be made: %s", type(error).__name__, exc_info=True)
            if began:
                raise RuntimeError("a page broke off") from None
            await PlainTextResponse("Something went wrong here. Try again in a minute.\n", 500)(scope, receive, guarded)

    def _comes_from_elsewhere(self, headers: Headers) -> bool:
        """Whether a browser says that another site's page sent this."""
        site = headers.get("sec-fetch-site")
        if site is not None:
            return site not in ("same-origin", "none")
        origin = headers.get("origin")
        # A page that sends no referrer sends "null".
        return origin not in (None, "null") and origin.lower() != self.origin


def path_of(location: str) -> str:
    """Where a redirect leads, without a host: that would be whichever the visitor named in theirs, and would get the
    link."""
    parts = urlsplit(location)
    return f"/{parts.path.lstrip('/')}" + (f"?{parts.query}" if parts.query else "")


def wants_page(accepts: str, path: str, doors: Sequence[str] = ("/api/",)) -> bool:
    """Whether an answer is for a person, not for a program."""
    return not path.startswith(tuple(doors)) and "application/json" not in accepts


__all__ = ["Guard", "wants_page"]
