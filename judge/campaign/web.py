"""The addresses of seats' pages: the `web:` part of a campaign's file."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from judge.grammar.document import Complaint, Document
from judge.grammar.lexicon import nearest

KEYS = {
    "listen": "host:port on which judge serve answers; none where another server runs the pages (127.0.0.1:8080)",
    "base_url": "the address that players see, https://play.example.org: links in mails begin with it",
    "push": "yes | no | addresses of push services: whether browsers can be rung when there is news (no)",
    "requests": "the most requests a link, or a stranger's address, has in a minute (120)",
}
LISTEN, REQUESTS = "127.0.0.1:8080", 120
SERVICES = (
    "https://fcm.googleapis.com", "https://updates.push.services.mozilla.com", "https://web.push.apple.com",
    "https://*.notify.windows.com",
)  # fmt: skip
"""The hosts of browser makers' push services."""
LONGEST = 1000
"""The longest address there, in signs."""


@dataclass(frozen=True, slots=True)
class Web:
    """The `web:` part. `base_url`: without a slash at its end; `listen`: host and port, None where nobody listens."""

    base_url: str
    listen: tuple[str, int] | None
    requests: int = REQUESTS
    push: tuple[str, ...] = ()
    """The push services that are rung: their origins, in which `*` stands for some names."""

    def page(self, link: str) -> str:
        """The whole address of a seat's page."""
        return f"{self.base_url}/seat/{link}"

    def desk(self, link: str) -> str:
        """The whole address of a game master's pages."""
        return f"{self.base_url}/gm/{link}"

    def is_service(self, endpoint: str) -> bool:
        """Whether this is an address at one of the push services that may be rung."""
        try:
            parts = urlsplit(endpoint)
            known = any(_is_at(f"{parts.scheme}://{parts.netloc}", one) for one in self.push)
        except ValueError:
            return False
        printable = endpoint.isascii() and endpoint.isprintable() and " " not in endpoint
        return known and "@" not in parts.netloc and printable and len(parts.path) > 1 and len(endpoint) <= LONGEST

    @property
    def path(self) -> str:
        """The part of the address before each page's own path; "" if there is none."""
        return urlsplit(self.base_url).path


def _is_at(origin: str, service: str) -> bool:
    """Whether an origin is a push service's; a `*` is for the first names of its host."""
    head, star, tail = service.partition("*")
    return origin == service or (bool(star) and origin.startswith(head) and origin.endswith(tail))


def read_web(document: Document, complaints: list[Complaint]) -> Web | None:
    """The `web:` part, None where there is none; every mistake is added to the complaints."""
    if document.value is None:
        return None
    value: dict[str, Any] = document.value if isinstance(document.value, dict) else {}
    for key in value:
        if key not in KEYS:
            near = nearest(str(key), KEYS)
            hint = f'did you mean "{near}"?' if near else f"known are {', '.join(KEYS)}"
            complaints.append(document.complaint(f'"{key}" means nothing here: {hint}', key))
    base = str(value.get("base_url") or "").rstrip("/")
    if not _is_address(base):
        said = f'base_url is where players find the pages, such as https://play.example.org, not "{base}"'
        complaints.append(document.complaint(said, "base_url"))
    listen = _listens_at(str(value.get("listen", LISTEN)))
    if listen is None and value.get("listen") != "none":
        said = f'listen is host:port, such as {LISTEN}, or none, not "{value.get("listen")}"'
        complaints.append(document.complaint(said, "listen"))
    requests = value.get("requests", REQUESTS)
    if not isinstance(requests, int) or isinstance(requests, bool) or not 10 <= requests <= 100_000:
        complaints.append(document.complaint(f'requests is a number from 10 to 100000, not "{requests}"', "requests"))
        requests = REQUESTS
    return Web(base, listen, requests, _services(value.get("push", False), document, complaints))


def _services(said: Any, document: Document, complaints: list[Complaint]) -> tuple[str, ...]:
    """The push services that may be rung: none, those of the makers of browsers, or others that are named."""
    if said in (True, "yes", False, "no"):
        return SERVICES if said in (True, "yes") else ()
    found = [str(one).rstrip("/") for one in (said if isinstance(said, list) else [said])]
    for one in found:
        if not _is_address(one) or urlsplit(one).path:
            complaints.append(document.complaint(f'push is yes, no, or https://push.example.org, not "{one}"', "push"))
    return tuple(found)


def _is_address(base: str) -> bool:
    """An address of pages: https, or http on this machine alone."""
    try:
        parts = urlsplit(base)
        host = parts.hostname or ""
    except ValueError:
        return False
    local = host in ("localhost", "127.0.0.1", "::1")
    plain = not (parts.query or parts.fragment or parts.username or set(base) & set(" \"'<>\\"))
    return plain and bool(host) and (parts.scheme == "https" or (parts.scheme == "http" and local))


def _listens_at(said: str) -> tuple[str, int] | None:
    host, _, port = said.rpartition(":")
    if not host or not port.isascii() or not port.isdigit() or not 0 <= int(port[:6]) <= 65535:
        return None
    return host.strip("[]"), int(port)
