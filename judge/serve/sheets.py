"""The input of a mail: its recipient, its row, its content; and how its reader will see it."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from markupsafe import Markup

from judge.campaign.act import Look
from judge.campaign.live import Live, load_game
from judge.mail.compose import CHART, MAP, Deadline, Mail
from judge.mail.hypertext import lines_of_page
from judge.mail.quotations import Index
from judge.mail.quotes import is_barred
from judge.report.blocks import Block, parse
from judge.report.saying import Saying, worded
from judge.report.words import environment
from judge.store import Connection, people, seats
from judge.store.mails import Outgoing


class Known:
    """The store's facts about the recipients of some mails, and about their games."""

    def __init__(self, connection: Connection, recipients: Collection[str]) -> None:
        self.connection = connection
        rows = people.recipients(connection, recipients)
        self.bounces = {str(row["address"]): int(row["bounces"] or 0) for row in rows}
        self.settings: dict[str, dict[str, Any]] = {
            str(row["address"]): json.loads(row["settings"] or "{}") for row in rows
        }
        self._games: dict[str, Live] = {}
        self._seats: dict[int, dict[tuple[str, str], tuple[int, str, int]]] = {}

    def game(self, name: str) -> Live:
        """A game as it is now."""
        if name not in self._games:
            self._games[name] = load_game(self.connection, name)
        return self._games[name]

    def seat(self, game_id: int, seat: str, address: str) -> tuple[int, str, int] | None:
        """The row of a seat, its token's hash and how many links it had, if its player has this address."""
        if game_id not in self._seats:
            self._seats[game_id] = {
                (str(row.seat), str(row.address)): (int(row.id), str(row.token_hash or ""), int(row.links))
                for row in seats.addresses_of_players(self.connection, game_id)
            }
        return self._seats[game_id].get((seat, address))


@dataclass(frozen=True, slots=True)
class Sheet:
    """The base of a mail: its row of the outbox, its game, its recipient's settings, the time."""

    look: Look
    row: Outgoing
    live: Live | None
    settings: Mapping[str, Any]
    now: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Content:
    """The content of a mail. `answers`: it answers a letter; `reply`, `seat`: the address and the seat for an
    answer."""

    title: str
    subject: str = ""
    """The subject, where it says more than the title."""
    blocks: tuple[Block, ...] = ()
    key: str = ""
    text: str = ""
    answers: bool = False
    picture: bytes = b""
    alt: str = ""
    chart: bytes = b""
    deadline: Deadline | None = None
    reply: str = ""
    seat: str = ""
    fixes: str = ""
    """The number of the answer whose suggestions can be taken."""
    page: str = ""
    """The address of the reader's own page, if the words contain it."""
    composer: str = ""
    """The address of the order composer, with the part that only its reader may see."""


def answer_of(facts: Mapping[str, Any], own: Path | None, has_buttons: bool = False) -> tuple[str, tuple[Block, ...]]:
    """The title and the words of the answer to a letter. `has_buttons`: for a page that has one for each FIX."""
    fixes = 0 if has_buttons else int(facts.get("fixes") or 0)
    spoken = bool(facts.get("account"))
    said = {"parts": facts["parts"], "stranger": facts.get("stranger") or "", "fixes": fixes, "spoken": spoken}
    marked = environment(own).get_template("mail/receipt.j2").render(**said)
    title = worded(Saying("mail/answer", {"verdict": facts["verdict"], "window": facts.get("title") or ""}), own)
    return title, parse(marked)


def index_of(mail: Mail, kind: str) -> Index:
    """A mail by its words, as its reader's program may show them.

    Orders are marked with bars, which show what they are when they come back; without bars they are somebody's own
    again.
    """
    page = [text for _, text in lines_of_page(mail.html)] if mail.html else []
    if kind in ("press", "talk"):
        return Index.of(mail.subject, mail.text, *(["\n".join(page)] if page else []), is_press=True)
    shown = ("\n".join(line for line in lines if not is_barred(line)) for lines in (mail.text.split("\n"), page))
    return Index.of(mail.subject, *shown)


def body_of(mail: Mail) -> Markup:
    """The part between the head and the end of a mail's page; of one without a page, its words."""
    found = re.search(r"<body[^>]*>(.*)</body>", mail.html, re.DOTALL)
    if found is None:
        return Markup("<pre>{}</pre>").format(mail.text)
    return Markup(found[1].replace(MAP, "").replace(CHART, ""))
