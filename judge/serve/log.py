"""The daemon's log: lines for people, or JSON lines for machines, without secrets.

It never holds orders. Of an error it gives the kind and the place, not the text, which may quote a letter. If a secret
slips through all the same, it is taken out of the finished line: a token, a password, a reply address that is as good
as one, people's addresses where they are not to be shown.
"""

from __future__ import annotations

import hashlib
import json
import logging
import re
import sys
import traceback
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import IO, Any

FORMS = ("human", "json")
OWN = "judge"
QUIET = ("imapclient", "imaplib", "mail.log", "aiosmtpd", "asyncio", "sqlalchemy", "psycopg")
"""Loggers of libraries, whose lines may hold passwords."""

_ADDRESS = re.compile(r"[\w.!#$%&'*/=?^`{|}~-]+(?:\+([\w.!#$%&'*/=?^`{|}~-]+))?@[\w-]+(?:\.[\w-]+)*", re.UNICODE)
_TOKEN = re.compile(
    r"\b(token|password|passwd|secret|bearer)\b(\s*[:=]?\s*)(\"[^\"]*\"|'[^']*'|[^\s,;]+)", re.IGNORECASE
)
_LINK = re.compile(r"\b(\d{1,15})-[a-z2-7]{26}\b")
_URL = re.compile(r"(\w+://[^\s:/@]+):[^\s/@]+@")
HIDDEN = "***"


def about(**facts: object) -> dict[str, Any]:
    """The subject of a line: campaign, game, window, letter. `log.info("…", extra=about(game="first"))`."""
    return {"about": {key: value for key, value in facts.items() if value not in (None, "")}}


class Redact:
    """Takes secrets out of a finished line. `known`: passwords; `addresses`: whether people's are shown."""

    def __init__(self, known: Iterable[str] = (), addresses: bool = False) -> None:
        self.known = sorted({one for one in known if len(one) >= 4}, key=len, reverse=True)
        self.addresses = addresses

    def __call__(self, line: str) -> str:
        for secret in self.known:
            line = line.replace(secret, HIDDEN)
        line = _URL.sub(rf"\1:{HIDDEN}@", line)
        line = _LINK.sub(rf"\1-{HIDDEN}", line)
        line = _TOKEN.sub(rf"\1\2{HIDDEN}", line)
        return _ADDRESS.sub(self._address, line)

    def _address(self, found: re.Match[str]) -> str:
        address, extra = found[0], found[1]
        if extra:
            # judge+game.word@…: the word proves who writes.
            address = address.replace(f"+{extra}", f"+{HIDDEN}")
        if self.addresses:
            return address
        # The same person is the same mark, so that lines can be put together.
        return f"<{hashlib.sha256(found[0].lower().encode()).hexdigest()[:8]}>"


class Human(logging.Formatter):
    """A line for people: what happened, and its subject in brackets."""

    def __init__(self, redact: Redact) -> None:
        super().__init__("%(asctime)s %(levelname)s %(message)s")
        self.redact = redact

    def format(self, record: logging.LogRecord) -> str:
        """One line, and the places an error went through below it."""
        facts = getattr(record, "about", {})
        record.message = record.getMessage()
        record.asctime = self.formatTime(record, self.datefmt)
        line = self.formatMessage(record)
        if facts:
            line += " [" + " ".join(f"{key}={value}" for key, value in facts.items()) + "]"
        if record.exc_info:
            line += "\n" + self.formatException(record.exc_info)
        return self.redact(line)

    def formatException(self, ei: Any) -> str:
        """Its kind and its way, without its words."""
        return "\n".join(_way(ei))


class Lines(logging.Formatter):
    """A JSON object a line."""

    def __init__(self, redact: Redact, campaign: str, daemon: str) -> None:
        super().__init__()
        self.redact, self.campaign, self.daemon = redact, campaign, daemon

    def format(self, record: logging.LogRecord) -> str:
        """Time, level, words, subject."""
        value: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(), "campaign": self.campaign, "daemon": self.daemon,
            "loop": record.threadName or "", "said": self.redact(record.getMessage()),
        }  # fmt: skip
        for key, fact in getattr(record, "about", {}).items():
            value[key] = self.redact(fact) if isinstance(fact, str) else fact
        if record.exc_info:
            value["error"] = [self.redact(line) for line in _way(record.exc_info)]
        return json.dumps(value, ensure_ascii=False, default=lambda odd: self.redact(str(odd)))


def _way(ei: Any) -> list[str]:
    kind, _, trail = ei
    if kind is None:
        return []
    places = traceback.extract_tb(trail)[-8:]
    return [kind.__name__, *(f"  {place.filename}:{place.lineno} in {place.name}" for place in places)]


def set_up(
    form: str,
    *,
    verbose: bool = False,
    campaign: str = "",
    daemon: str = "",
    known: Iterable[str] = (),
    addresses: bool = False,
    stream: IO[str] | None = None,
) -> logging.Handler:
    """Send the log to `stream` (stderr) in this form; returns the handler that writes it."""
    redact = Redact(known, addresses)
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(Lines(redact, campaign, daemon) if form == "json" else Human(redact))
    root = logging.getLogger()
    root.handlers[:] = [handler]
    # A close reader wants to know what the Judge does, not what its libraries say to each other.
    root.setLevel(logging.WARNING)
    logging.getLogger(OWN).setLevel(logging.DEBUG if verbose else logging.INFO)
    for name in QUIET:
        logging.getLogger(name).setLevel(logging.WARNING)
    return handler
