"""Where the pages of seats are: what `web:` in a campaign's file says."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from judge.grammar.document import Complaint, Document
from judge.grammar.lexicon import nearest

KEYS = {
    "listen": "host:port on which judge serve answers; none where another server runs the pages (127.0.0.1:8080)",
    "base_url": "the address that players see, https://play.example.org: links in mails begin with it",
    "requests": "the most requests a link, or a stranger's address, has in a minute (120)",
}
LISTEN, REQUESTS = "127.0.0.1:8080", 120


@dataclass(frozen=True, slots=True)
class Web:
    """The `web:` part. `base_url`: without a slash at its end; `listen`: host and port, None where nobody listens."""

    base_url: str
    listen: tuple[str, int] | None
    requests: int = REQUESTS

    def page(self, link: str) -> str:
        """The whole address of a seat's page."""
        return f"{self.base_url}/seat/{link}"

    def desk(self, link: str) -> str:
        """The whole address of a game master's pages."""
        return f"{self.base_url}/gm/{link}"

    @property
    def path(self) -> str:
        """What of the address stands before each page's own path; "" where nothing does."""
        return urlsplit(self.base_url).path


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
    return Web(base, listen, requests)


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
