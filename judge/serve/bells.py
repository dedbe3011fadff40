"""Browsers are rung when a mail to their seat has gone: a message without words, signed with the campaign's own key.

It shows the person at the screen, and the browser's maker, that there is news, and nothing else. It goes once. A player
who misses it has the mail.
"""

from __future__ import annotations

import base64
import hashlib
import logging
import queue
import threading
from collections.abc import Callable
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02

from judge.campaign.campaign import Campaign
from judge.campaign.numbers import mail_secret
from judge.campaign.seating import is_word
from judge.campaign.web import Web
from judge.forum.wire import Refused, Request, Unreached, call
from judge.serve.links import link_hash
from judge.serve.secrets import link_of
from judge.store import Connection, bells
from judge.store.base import TROUBLE
from judge.store.facts import recall, remember_first
from judge.store.mails import Outgoing

log = logging.getLogger("judge")

KEY = "push-key"
RINGS = ("report", "closing", "press", "notice", "reminder", "talk")
"""Kinds of mail that are news; an answer is to who has just written."""
A_DAY = "86400"
MOST_WAITING = 1000


def vapid(connection: Connection) -> Vapid02:
    """The key that messages are signed with: drawn when it is first needed, kept in the store."""
    known = recall(connection, KEY)
    if known is None:
        drawn = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
        known = remember_first(connection, KEY, base64.urlsafe_b64encode(drawn.to_bytes(32, "big")).decode())
    return Vapid02.from_raw(known.encode())


def public_key(connection: Connection) -> str:
    """Its public half, as browsers ask for it."""
    raw = vapid(connection).public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")


class Ringer:
    """Rings in a thread of its own, so that no mail waits for a browser's maker."""

    def __init__(self, campaign: Campaign, web: Web) -> None:
        self.campaign, self.web = campaign, web
        with campaign.store.begin() as connection:
            self._secret, self._key = mail_secret(connection), vapid(connection)
        self._waiting: queue.Queue[Outgoing | None] = queue.Queue(MOST_WAITING)
        self._thread = threading.Thread(target=self._run, daemon=True, name="bells")

    def start(self) -> Callable[[Outgoing], None]:
        """Begin, and hear of each mail that goes."""
        self._thread.start()
        return self.went

    def stop(self) -> None:
        """Ring what waits, and no more."""
        self._waiting.put(None)
        self._thread.join(15)

    def went(self, mail: Outgoing) -> None:
        """A mail has gone."""
        if mail.kind in RINGS and mail.game_id is not None and mail.facts.get("side") != "gm":
            try:
                self._waiting.put_nowait(mail)
            except queue.Full:
                log.warning("too much news at once: a browser is not rung")

    def _run(self) -> None:
        while (mail := self._waiting.get()) is not None:
            try:
                self._ring_all(mail)
            except TROUBLE as error:
                log.warning("browsers could not be rung: %s", type(error).__name__)

    def _ring_all(self, mail: Outgoing) -> None:
        with self.campaign.store.read() as connection:
            seat = str(mail.facts.get("seat", ""))
            rows = bells.of_mail(connection, int(mail.game_id or 0), mail.recipient, seat)
        ended = []
        for row in rows:
            link = link_of(self._secret, row["id"], row["token_hash"] or "", row["links"])
            is_open = is_word(link_hash(link), row["link_hash"]) and self.web.is_service(row["endpoint"])
            if not is_open or not self._ring(row["endpoint"], link):
                ended.append(row["endpoint"])
        if ended:
            with self.campaign.store.begin() as connection:
                bells.remove(connection, ended)

    def _ring(self, endpoint: str, link: str) -> bool:
        """Whether the service still knows this browser. Other trouble is not tried again."""
        parts = urlsplit(endpoint)
        claims = {"aud": f"{parts.scheme}://{parts.netloc}", "sub": self._contact()}
        topic = hashlib.sha256(f"topic {link}".encode()).hexdigest()[:32]
        headers = {
            **self._key.sign(claims), "TTL": A_DAY, "Topic": topic, "Content-Type": "application/octet-stream",
        }  # fmt: skip
        try:
            call(Request("POST", endpoint, {}, headers, b""))
        except Refused as error:
            log.info("a push service refused a message: %s", error.status)
            return error.status not in (404, 410)
        except Unreached:
            log.info("a push service could not be reached")
        return True

    def _contact(self) -> str:
        """Whom a push service may ask: the pages' own host."""
        host = urlsplit(self.web.base_url).hostname or "localhost"
        return f"https://{host}" if not host.replace(".", "").isdigit() else "https://localhost"


__all__ = ["Ringer", "public_key"]
