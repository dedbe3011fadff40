"""A seat's own link to its page: what `web:` in a campaign's file says, and the word that opens one seat of one game.

No link is kept anywhere. Its word is made from the campaign's mail secret, the row at the table, the hash of its token
and how often SET LINK NEW was said: a new token, another player, or SET LINK NEW ends it.
"""

from __future__ import annotations

import hmac
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from judge.grammar.document import Complaint, Document, DocumentError
from judge.grammar.lexicon import nearest
from judge.serve.secrets import link_of
from judge.store import Connection, seats

KEYS = {
    "listen": "host:port on which judge serve answers; none where another server runs the pages (127.0.0.1:8080)",
    "base_url": "the address that players see, https://play.example.org: links in mails begin with it",
    "requests": "the most requests a link, or a stranger's address, has in a minute (120)",
}
LISTEN, REQUESTS = "127.0.0.1:8080", 120
_LONGEST = 60


@dataclass(frozen=True, slots=True)
class Web:
    """The `web:` part. `base_url`: without a slash at its end; `listen`: host and port, None where nobody listens."""

    base_url: str
    listen: tuple[str, int] | None
    requests: int = REQUESTS

    def page(self, link: str) -> str:
        """The whole address of a seat's page."""
        return f"{self.base_url}/seat/{link}"

    @property
    def path(self) -> str:
        """What of the address stands before each page's own path; "" where nothing does."""
        return urlsplit(self.base_url).path


def read_web(document: Document) -> Web | None:
    """The `web:` part, None where there is none; every mistake is named with its line."""
    if document.value is None:
        return None
    value: dict[str, Any] = document.value if isinstance(document.value, dict) else {}
    complaints: list[Complaint] = []
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
    if complaints:
        raise DocumentError(document.name, complaints)
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


def seat_by_link(connection: Connection, secret: bytes, link: str) -> Mapping[str, Any] | None:
    """The row at a table (with its game's name and status) that a link opens; None for a link that opens nothing."""
    number = link.partition("-")[0]
    if len(link) > _LONGEST or not (number.isascii() and number.isdigit()) or len(number) > 15:
        return None
    row = seats.of_number(connection, int(number))
    # A row that is not there takes as long as a word that is wrong.
    known = row is not None and bool(row["token_hash"])
    right = link_of(secret, int(number), str(row["token_hash"]) if row else "", int(row["links"]) if row else 0)
    if not hmac.compare_digest(right.encode(), link.encode("utf-8", "replace")) or not known:
        return None
    return row
