"""From rows of the outbox to mails: words, pages, maps and calendars are made when a mail goes out."""

from __future__ import annotations

import hashlib
import json
import re
from collections import OrderedDict
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import sqlalchemy as sa
from markupsafe import Markup

from judge import report
from judge.adjudicator.codec import digest, plain
from judge.adjudicator.protocol import Seat
from judge.campaign import closing, reports, seating
from judge.campaign.campaign import Campaign
from judge.campaign.live import Live, NoGame, events_of, load_game, state_of, step_at
from judge.mail.accounts import Account
from judge.mail.compose import CHART, MAP, Deadline, Mail, bytes_of, root_of, subject_of
from judge.mail.guard import verp_word
from judge.mail.headers import domain, local_part
from judge.mail.send import Outgoing as Ready
from judge.report import pictures
from judge.report.blocks import Block, parse
from judge.report.media.html import page
from judge.report.media.text import text_of
from judge.report.words import count, environment
from judge.serve.returned import TOO_MANY
from judge.serve.secrets import mail_secret, reply_word
from judge.store import tables
from judge.store.base import moment
from judge.store.queue import Outgoing, outgoing

MOST_PICTURES = 32
PICTURE_WIDTH, CHART_WIDTH = 800, 640
# A line wants three points: the beginning and two steps.
FIRST_CHART = 2


class Known:
    """What the store says of the recipients of some mails, and of the games they are about."""

    def __init__(self, connection: sa.Connection, recipients: Collection[str]) -> None:
        rows = connection.execute(
            sa.select(tables.addresses.c.address, tables.addresses.c.bounces, tables.players.c.settings)
            .outerjoin(tables.players, tables.addresses.c.player_id == tables.players.c.id)
            .where(tables.addresses.c.address.in_(recipients))
        ).all()
        self.bounces = {str(row.address): int(row.bounces or 0) for row in rows}
        self.settings: dict[str, dict[str, Any]] = {str(row.address): json.loads(row.settings or "{}") for row in rows}
        self._games: dict[str, Live] = {}
        self._seats: dict[int, dict[tuple[str, str], tuple[int, str]]] = {}

    def game(self, connection: sa.Connection, name: str) -> Live:
        """A game as it stands."""
        if name not in self._games:
            self._games[name] = load_game(connection, name)
        return self._games[name]

    def seat(self, connection: sa.Connection, game_id: int, seat: str, address: str) -> tuple[int, str] | None:
        """The row and the token's hash of a seat, if its player has this address."""
        if game_id not in self._seats:
            found = connection.execute(
                sa.select(tables.seats.c.seat, tables.addresses.c.address, tables.seats.c.id, tables.seats.c.token_hash)
                .join(tables.addresses, tables.addresses.c.player_id == tables.seats.c.player_id)
                .where(tables.seats.c.game_id == game_id, tables.seats.c.role == "player")
            )
            self._seats[game_id] = {
                (str(row.seat), str(row.address)): (int(row.id), str(row.token_hash or "")) for row in found
            }
        return self._seats[game_id].get((seat, address))


class Postroom:
    """Makes mails. Keeps the pictures it drew: a table of eight sees the same map."""

    def __init__(self, campaign: Campaign, account: Account) -> None:
        self.campaign, self.account = campaign, account
        self._pictures: OrderedDict[str, bytes] = OrderedDict()
        self._keys: OrderedDict[str, str] = OrderedDict()
        self._secret: bytes | None = None
        self._known: Known | None = None

    @contextmanager
    def lot(self, connection: sa.Connection, rows: Sequence[Outgoing]) -> Iterator[None]:
        """While it lasts, what the mails of these rows need of the store is asked for once, not for each."""
        self._known = Known(connection, {row.recipient for row in rows})
        try:
            yield
        finally:
            self._known = None

    def _about(self, connection: sa.Connection, recipient: str) -> Known:
        return self._known if self._known is not None else Known(connection, {recipient})

    def prepare(self) -> None:
        """Draw the campaign's mail secret if it has none: a mail is written in a look that can store nothing."""
        if self._secret is None:
            with self.campaign.store.begin() as connection:
                self._secret = mail_secret(connection)

    def ready(self, connection: sa.Connection, row: Outgoing, now: datetime) -> Ready | None:
        """The mail of a row; None when its address has come to bounce for good."""
        bounced = self._about(connection, row.recipient).bounces.get(row.recipient, 0)
        if bounced >= TOO_MANY and row.kind != "token":
            return None
        mail = self.mail_of(connection, row, now)
        return Ready(row.id, self._return_path(connection, row), row.recipient, bytes_of(mail))

    def _return_path(self, connection: sa.Connection, row: Outgoing) -> str:
        own = self.account.address
        if not self.account.verp:
            return own
        return f"{local_part(own)}+{verp_word(self._mail_secret(connection), row.id)}@{domain(own)}"

    def _mail_secret(self, connection: sa.Connection) -> bytes:
        if self._secret is None:
            self._secret = mail_secret(connection)
        return self._secret

    def mail_of(self, connection: sa.Connection, row: Outgoing, now: datetime) -> Mail:
        """The mail of a row, whatever its kind."""
        facts = row.facts
        name = str(facts.get("game") or "")
        try:
            live = self._about(connection, row.recipient).game(connection, name) if name else None
        except NoGame:
            live = None
        settings = self._about(connection, row.recipient).settings.get(row.recipient, {})
        if row.kind == "report" and live is not None:
            return self._report(connection, row, live, settings, now)
        if row.kind == "closing" and live is not None and live.row["status"] == "over":
            return self._closing(connection, row, live, settings, now)
        if row.kind == "digest":
            return self._digest(connection, row, settings, now)
        if row.kind == "receipt":
            title = f"{facts['verdict']}: {facts.get('title') or 'your letter'}"
            marked = self._marked("mail/receipt.j2", parts=facts["parts"], stranger=facts.get("stranger") or "")
            return self._mail(
                connection, row, live, settings, now, title, parse(marked), facts.get("key") or "", answers=True
            )
        if row.kind == "press":
            subject = f"Press from {facts['from']}"
            # A player's words are no markup.
            body = f"From: {facts['from']}\nTo: {facts['to']}\n\n{facts['text']}\n"
            reply = self._press_reply(connection, live, facts, row.recipient)
            return self._mail(connection, row, live, settings, now, subject, (), "", text=body, reply=reply)
        text = str(facts.get("text", ""))
        return self._mail(
            connection, row, live, settings, now, str(facts.get("subject", "A notice")), (), "", text=text + "\n"
        )

    def _marked(self, template: str, **facts: Any) -> str:
        return environment(self.campaign.config.own_templates).get_template(template).render(**facts)

    def _reply_to(self, connection: sa.Connection, live: Live | None, seat: str, recipient: str) -> str:
        """The judge's address with the game in it, and for a seat's own player what proves him."""
        own = self.account.address
        if not self.account.plus or live is None:
            return own
        row = self._about(connection, recipient).seat(connection, live.id, seat, recipient)
        word = f".{reply_word(self._mail_secret(connection), *row)}" if row and row[1] else ""
        return f"{local_part(own)}+{live.name}{word}@{domain(own)}"

    def _press_reply(
        self, connection: sa.Connection, live: Live | None, facts: Mapping[str, Any], recipient: str
    ) -> str:
        plain = self._reply_to(connection, live, str(facts.get("seat", "")), recipient)
        if not facts.get("reply") or live is None or not self.account.plus:
            return plain
        word = plain.partition("@")[0].partition(f"+{live.name}")[2]
        own = self.account.address
        return f"{local_part(own)}+p.{live.name}.{facts['reply']}{word}@{domain(own)}"

    def _report(
        self, connection: sa.Connection, row: Outgoing, live: Live, settings: Mapping[str, Any], now: datetime
    ) -> Mail:
        """A step's report for one audience, with its map and the next deadline."""
        facts = row.facts
        number = int(facts["step"])
        said = str(facts.get("seat", ""))
        seat = None if said.startswith("*") or not said else Seat(said)
        made = reports.report_of(connection, self.campaign.config, live, number, seat)
        blocks = made.blocks
        current = number == live.head
        deadline = None
        due = live.row["deadline"]
        if due and current and live.window is not None:
            at = moment(due)
            deadline = Deadline(
                f"{live.name}: {live.window.title}", at,
                f"{hashlib.sha256(f'{self.campaign.config.name}/{live.name}/{live.window.key}'.encode()).hexdigest()[:20]}@{self.campaign.domain}",
                int(live.row["overdue"] or 0),
            )  # fmt: skip
            if settings.get("zone"):
                there = at.astimezone(ZoneInfo(settings["zone"]))
                blocks = (
                    *blocks,
                    *parse(f"For you the deadline is {there:%A, %d %B %Y, %H:%M} ({settings['zone']}).\n"),
                )
        picture, alt, chart = b"", "", b""
        step = step_at(connection, live.id, number)
        if step is not None and settings.get("map", True):
            picture = self._picture(live, step, seat)
            alt = f"Map: {made.title}"
            chart = b"" if settings.get("text") else self._chart(connection, live, step)
        title = f"{'RERUN: ' if facts.get('rerun') else ''}{made.title}"
        return self._mail(
            connection, row, live, settings, now, title, blocks, made.window or "", picture=picture, alt=alt,
            chart=chart, deadline=deadline, seat=said,
        )  # fmt: skip

    def _closing(
        self, connection: sa.Connection, row: Outgoing, live: Live, settings: Mapping[str, Any], now: datetime
    ) -> Mail:
        """The closing report, with the standings over the whole game drawn."""
        made = closing.closing_report(connection, self.campaign.config, live)
        days = live.settings.statements
        blocks = made.blocks
        if days and not str(row.facts.get("seat", "")).startswith("*"):
            blocks = (*blocks, *parse(
                f"Have the last word: within {days} days answer with a line STATEMENT, your words, and a line "
                "END STATEMENT. They are added to this report where it is published.\n"
            ))  # fmt: skip
        chart = closing.chart_of(connection, live) if settings.get("map", True) else ""
        picture = pictures.png(chart, PICTURE_WIDTH) if chart else b""
        alt = f"{report.measured(live.game)} of each seat over the game; the table says the same."
        return self._mail(
            connection, row, live, settings, now, made.title, blocks, "", picture=picture, alt=alt,
        )  # fmt: skip

    def _digest(self, connection: sa.Connection, row: Outgoing, settings: Mapping[str, Any], now: datetime) -> Mail:
        """What waited for the hour, one under the other; each with the address that an answer to it alone goes to."""
        parts = [self.mail_of(connection, one, now) for one in outgoing(connection, row.facts["rows"])]
        title = f"{count(len(parts), 'mail')} of the day"
        text = "\n\n".join(
            f"{'=' * 72}\n{part.subject}\nAnswer to this alone: {part.reply_to}\n{'=' * 72}\n\n{part.text.strip()}"
            for part in parts
        )
        mail = self._mail(connection, row, None, settings, now, title, (), "", text=f"{text}\n")
        if settings.get("text"):
            return mail
        whole = environment(self.campaign.config.own_templates).get_template("html/page.html.j2")
        body = Markup("<hr>").join(
            Markup('<p>Answer to this alone: <a href="mailto:{0}">{0}</a></p>').format(part.reply_to) + body_of(part)
            for part in parts
        )
        return replace(mail, html=whole.render(title=title, body=body, picture=""))

    def _picture(self, live: Live, step: Mapping[str, Any], seat: Seat | None) -> bytes:
        events = report.told_to(events_of(live.game, step), seat)
        title = str(step["window_title"])
        view = live.game.view(state_of(live.game, step), seat)
        # Who sees the same gets the same picture, drawn once.
        seen = digest((live.game.key, live.row["map_name"], plain(view), [plain(event) for event in events], title))
        svg = ""
        if seen not in self._keys:
            svg = pictures.picture(live.game, view, events, title)
            self._keys[seen] = hashlib.sha256(svg.encode()).hexdigest() if svg else ""
            while len(self._keys) > MOST_PICTURES * 8:
                self._keys.popitem(last=False)
        key = self._keys[seen]
        if not key:
            return b""
        if key not in self._pictures:
            svg = svg or pictures.picture(live.game, view, events, title)
            self._pictures[key] = pictures.png(svg, PICTURE_WIDTH)
            while len(self._pictures) > MOST_PICTURES:
                self._pictures.popitem(last=False)
        return self._pictures[key]

    def _chart(self, connection: sa.Connection, live: Live, step: Mapping[str, Any]) -> bytes:
        """How strong everybody was so far, the same for all; nothing while there is no line to draw."""
        number = int(step["number"])
        if number < FIRST_CHART:
            return b""
        # A step is drawn once; what it is called never changes.
        key = f"chart {live.id} {step['id']}"
        if key not in self._pictures:
            svg = closing.chart_of(connection, live, number)
            self._pictures[key] = pictures.png(svg, CHART_WIDTH) if svg else b""
            while len(self._pictures) > MOST_PICTURES:
                self._pictures.popitem(last=False)
        return self._pictures[key]

    def _mail(
        self,
        connection: sa.Connection,
        row: Outgoing,
        live: Live | None,
        settings: Mapping[str, Any],
        now: datetime,
        title: str,
        blocks: tuple[Block, ...],
        key: str,
        *,
        text: str = "",
        answers: bool = False,
        picture: bytes = b"",
        alt: str = "",
        chart: bytes = b"",
        deadline: Deadline | None = None,
        reply: str = "",
        seat: str = "",
    ) -> Mail:
        campaign, host = self.campaign.config.name, domain(self.account.address)
        name = live.name if live is not None else ""
        html = ""
        if blocks and not settings.get("text"):
            html = page(title, blocks, own=self.campaign.config.own_templates)
            if picture:
                html = html.replace("</h1>", f"</h1>{MAP}", 1)
            if chart:
                # Before what comes next, so that the order form stays last.
                before, mark, rest = html.rpartition("<h2")
                html = f"{before}{CHART}{mark}{rest}" if mark else html
        at = self._at(connection, row, now)
        seat = seat or str(row.facts.get("seat") or "")
        return Mail(
            message_id=row.message_id,
            recipient=row.recipient,
            sender=self.account.address,
            sender_name=self.account.name,
            subject=subject_of(campaign, name, title, key if "{" not in title else ""),
            text=text or text_of(blocks),
            at=at,
            html=html,
            picture=picture,
            picture_alt=alt,
            chart=chart if html else b"",
            chart_alt=f"{report.measured(live.game)} of each seat over time" if live is not None and chart else "",
            deadline=deadline,
            reply_to=reply or self._reply_to(connection, live, seat, row.recipient),
            in_reply_to=row.in_reply_to or "",
            references=(root_of(campaign, name, host),) if name else (),
            list_id=f"{name}.games.{host}" if name and not answers else "",
            list_name=f"{campaign}, {name}",
            archive=self.campaign.config.base_url,
            answers=answers,
            marks=(("Game", name), ("Kind", row.kind)) if name else (("Kind", row.kind),),
        )  # fmt: skip

    def _at(self, connection: sa.Connection, row: Outgoing, now: datetime) -> datetime:
        """The Date of a mail is when it was put into the outbox: the same whenever it is sent again."""
        found: str | None = row.due_at
        if not found:
            found = connection.execute(sa.select(tables.outbox.c.due_at).where(tables.outbox.c.id == row.id)).scalar()
        return moment(found) if found and row.tries <= 1 else now


def body_of(mail: Mail) -> Markup:
    """What stands between the head and the end of a mail's page; of one without a page, its words."""
    found = re.search(r"<body[^>]*>(.*)</body>", mail.html, re.DOTALL)
    if found is None:
        return Markup("<pre>{}</pre>").format(mail.text)
    return Markup(found[1].replace(MAP, "").replace(CHART, ""))


def seats_of(connection: sa.Connection, live: Live) -> dict[str, str]:
    """Registered addresses by seat."""
    return {
        one.seat: one.addresses[0]
        for one in seating.sittings(connection, live.id)
        if one.role == "player" and one.addresses
    }
