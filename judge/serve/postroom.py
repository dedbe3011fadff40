"""From rows of the outbox to mails: words, pages, maps and calendars are made when a mail goes out."""

from __future__ import annotations

import hashlib
import html
import json
import re
import textwrap
from collections import OrderedDict
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode
from zoneinfo import ZoneInfo

from markupsafe import Markup

from judge import report
from judge.adjudicator.codec import digest, plain
from judge.adjudicator.protocol import Seat
from judge.campaign import closing, docket, due, reports
from judge.campaign.act import Look
from judge.campaign.campaign import Campaign
from judge.campaign.known import TOO_MANY
from judge.campaign.live import Live, NoGame, events_of, load_game, seats_taking_part, state_of, step_at
from judge.mail.accounts import Account
from judge.mail.compose import CHART, MAP, Deadline, Mail, bytes_of, root_of, subject_of
from judge.mail.guard import verp_word
from judge.mail.headers import domain, local_part
from judge.mail.hypertext import lines_of_page
from judge.mail.quotations import Index
from judge.mail.quotes import is_barred
from judge.mail.send import Outgoing as Ready
from judge.report import Report, compose, pictures
from judge.report.blocks import Block, Heading, Span, parse, words
from judge.report.media.html import page
from judge.report.media.text import text_of
from judge.report.site.pages import ORDERS as ORDERS_PAGE
from judge.report.words import count, environment
from judge.serve.secrets import link_of, mail_secret, master_word, reply_word, talk_word
from judge.store import Connection, mails, people, seats
from judge.store.base import moment
from judge.store.mails import Outgoing

MOST_PICTURES = 32
PICTURE_WIDTH, CHART_WIDTH = 800, 640
# A line wants three points: the beginning and two steps.
FIRST_CHART = 2
_FIX = re.compile(r"FIX (?:\d{1,3}|ALL)\b")


class Known:
    """What the store says of the recipients of some mails, and of the games they are about."""

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
        """A game as it stands."""
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
    """What a mail is written on: its row of the outbox, the game it is about, what its recipient set, the time."""

    look: Look
    row: Outgoing
    live: Live | None
    settings: Mapping[str, Any]
    now: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Content:
    """What a mail says. `answers`: it answers a letter; `reply`, `seat`: where an answer goes, and for whom."""

    title: str
    subject: str = ""
    """What the subject says, where it says more than the title."""
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
    """The address of the reader's own page, where it stands in the words."""
    composer: str = ""
    """The address of the order composer, with what its reader alone may see."""


class Postroom:
    """Makes mails. Keeps the pictures it drew: a table of eight sees the same map."""

    def __init__(self, campaign: Campaign, account: Account) -> None:
        self.campaign, self.account = campaign, account
        self._pictures: OrderedDict[str, bytes] = OrderedDict()
        self._keys: OrderedDict[str, str] = OrderedDict()
        self._secret: bytes | None = None
        self._known: Known | None = None
        self._web = campaign.config.web

    @contextmanager
    def lot(self, look: Look, rows: Sequence[Outgoing]) -> Iterator[None]:
        """While it lasts, what the mails of these rows need of the store is asked for once, not for each."""
        self._known = Known(look.connection, {row.recipient for row in rows})
        try:
            yield
        finally:
            self._known = None

    def _about(self, look: Look, recipient: str) -> Known:
        return self._known if self._known is not None else Known(look.connection, {recipient})

    def prepare(self) -> None:
        """Draw the campaign's mail secret if it has none: a mail is written in a look that can store nothing."""
        if self._secret is None:
            with self.campaign.store.begin() as connection:
                self._secret = mail_secret(connection)

    def ready(self, look: Look, row: Outgoing, now: datetime) -> Ready | None:
        """The mail of a row; None when its address has come to bounce for good."""
        bounced = self._about(look, row.recipient).bounces.get(row.recipient, 0)
        if bounced >= TOO_MANY and row.kind != "token":
            return None
        mail = self.mail_of(look, row, now)
        return Ready(row.id, self._return_path(look, row), row.recipient, bytes_of(mail), index_of(mail, row.kind))

    def _return_path(self, look: Look, row: Outgoing) -> str:
        own = self.account.address
        word = verp_word(self._mail_secret(look), row.id) if self.account.verp else ""
        return f"{local_part(own)}+{word}@{domain(own)}" if word else own

    def _mail_secret(self, look: Look) -> bytes:
        if self._secret is None:
            self._secret = mail_secret(look.connection)
        return self._secret

    def mail_of(self, look: Look, row: Outgoing, now: datetime) -> Mail:
        """The mail of a row, whatever its kind."""
        live = (sheet := self._sheet(look, row, now)).live
        if row.kind == "report" and live is not None:
            return self._report(sheet, live)
        if row.kind == "closing" and live is not None and live.row["status"] == "over":
            return self._closing(sheet, live)
        if row.kind == "digest":
            return self._digest(sheet)
        return self._mail(sheet, self._content(sheet))

    def _sheet(self, look: Look, row: Outgoing, now: datetime) -> Sheet:
        name, about = str(row.facts.get("game") or ""), self._about(look, row.recipient)
        live: Live | None = None
        with suppress(NoGame):
            live = about.game(name) if name else None
        return Sheet(look, row, live, about.settings.get(row.recipient, {}), now)

    def said(self, look: Look, row: Outgoing, now: datetime) -> tuple[Block, ...]:
        """What a row says where it is said in a chat."""
        said = self._content(self._sheet(look, row, now))
        return Heading(1, (Span(said.title),)), *(said.blocks or parse(said.text))

    def _content(self, sheet: Sheet) -> Content:
        """What a mail of words says."""
        facts = sheet.row.facts
        if sheet.row.kind == "receipt":
            title, blocks = answer_of(facts, self.campaign.config.own_templates)
            fixes = str(facts.get("answer") or "") if facts.get("fixes") else ""
            return Content(title=title, blocks=blocks, key=facts.get("key") or "", answers=True, fixes=fixes)
        if sheet.row.kind == "press":
            # A player's words are no markup.
            # Set apart, so that no line of it is anybody's order, command or form when it comes back.
            words = textwrap.indent(str(facts["text"]), "| ", lambda line: True)
            body = f"From: {facts['from']}\nTo: {facts['to']}\n\n{words}\n"
            return Content(title=f"Press from {facts['from']}", text=body, reply=self._press_reply(sheet))
        if facts.get("told"):
            return self._told(sheet)
        if sheet.row.kind == "day":
            return Content(title=f"The day to {facts['day']}", blocks=parse(self._marked("mail/day.j2", **facts)))
        if sheet.row.kind == "talk":
            return self._talk(sheet)
        if sheet.row.kind == "reminder":
            own_page = self._own_page(sheet, str(facts.get("seat") or ""))
            said = {"faulty": (), "orders": (), **facts, "page": own_page}
            blocks = parse(self._marked("mail/reminder.j2", **said))
            return Content(title=str(facts["subject"]), blocks=blocks, page=own_page)
        return Content(title=str(facts.get("subject", "A notice")), text=f"{facts.get('text', '')}\n")

    def _told(self, sheet: Sheet) -> Content:
        """A notice in a template's words, which begin with its subject."""
        live, config = sheet.live, self.campaign.config
        due = live.row["deadline"] if live is not None and not live.row["held"] else None
        said = {
            "campaign": config.title, "base_url": config.base_url.rstrip("/"), "address": self.account.address,
            "window": live.window.title if live is not None and live.window is not None else "",
            "deadline": live.settings.calendar.said(moment(due), sheet.now) if live is not None and due else "",
        }  # fmt: skip
        first, *rest = parse(self._marked("mail/told.j2", **said, **sheet.row.facts))
        title = words(first.spans) if isinstance(first, Heading) else ""
        facts = sheet.row.facts
        return Content(
            title=title, blocks=tuple(rest), seat=str(facts.get("seat") or ""), page=str(facts.get("page") or "")
        )

    def _talk(self, sheet: Sheet) -> Content:
        """Words to the game master or from there, set apart as press is."""
        facts, own = sheet.row.facts, self.account.address
        title = f"{facts['from']} writes" if facts["side"] == "gm" else "The game master writes"
        number = int(facts["letter"])
        word = talk_word(self._mail_secret(sheet.look), number, str(facts["side"]))
        if not self.account.plus:
            title = f"{title} {{letter-{number}-{word}}}"
        reply = f"{local_part(own)}+m.{number}.{word}@{domain(own)}" if self.account.plus else own
        return Content(title=title, blocks=parse(self._marked("mail/talk.j2", **facts)), reply=reply, seat="*talk")

    def _marked(self, template: str, **facts: Any) -> str:
        return environment(self.campaign.config.own_templates).get_template(template).render(**facts)

    def _reply_to(self, sheet: Sheet, seat: str) -> str:
        """The judge's address with the game in it, and for a seat's own player what proves who answers."""
        own, live, recipient = self.account.address, sheet.live, sheet.row.recipient
        if not self.account.plus:
            return own
        row = self._about(sheet.look, recipient).seat(live.id, seat, recipient) if live is not None else None
        word = reply_word(self._mail_secret(sheet.look), *row[:2]) if row and row[1] else ""
        if not word and self.campaign.config.master_at(recipient) is not None:
            word = master_word(self._mail_secret(sheet.look), recipient)
        extra = ".".join(filter(None, (live.name if live is not None else "", word)))
        return f"{local_part(own)}+{extra}@{domain(own)}" if extra else own

    def _own_page(self, sheet: Sheet, seat: str) -> str:
        """The address of the page of a seat's own player; "" where there are no pages, or for anybody else."""
        live, web = sheet.live, self._web
        row = self._about(sheet.look, sheet.row.recipient).seat(live.id, seat, sheet.row.recipient) if live else None
        if web is None or row is None or not row[1] or live is None or live.row["status"] == "over":
            return ""
        return web.page(link_of(self._mail_secret(sheet.look), *row))

    def _press_reply(self, sheet: Sheet) -> str:
        facts, live = sheet.row.facts, sheet.live
        plain = self._reply_to(sheet, str(facts.get("seat", "")))
        if not facts.get("reply") or live is None or not self.account.plus:
            return plain
        word = plain.partition("@")[0].partition(f"+{live.name}")[2]
        own = self.account.address
        return f"{local_part(own)}+p.{live.name}.{facts['reply']}{word}@{domain(own)}"

    def _report(self, sheet: Sheet, live: Live) -> Mail:
        """A step's report for one audience, with its map and the next deadline."""
        facts, settings = sheet.row.facts, sheet.settings
        number = int(facts["step"])
        said = str(facts.get("seat", ""))
        seat = None if said.startswith("*") or not said else Seat(said)
        own_page = self._own_page(sheet, said)
        made = reports.report_of(sheet.look, live, number, seat, zone=settings.get("zone", ""), page=own_page)
        deadline = self._deadline(live) if number == live.head else None
        picture, alt, chart = b"", "", b""
        step = step_at(sheet.look.connection, live.id, number)
        if step is not None and settings.get("map", True):
            picture = self._picture(live, step, seat)
            alt = f"Map: {made.title}"
            chart = b"" if settings.get("text") else self._chart(sheet.look, live, step)
        content = Content(
            title=made.title, subject=self._subject(sheet, live, made, deadline), blocks=made.blocks,
            key=made.window or "", picture=picture, alt=alt, chart=chart, deadline=deadline, seat=said,
            page=own_page,
            composer=self._composer(sheet, live, seat) if number == live.head and not own_page else "",
        )  # fmt: skip
        return self._mail(sheet, content)

    def _subject(self, sheet: Sheet, live: Live, made: Report, deadline: Deadline | None) -> str:
        """What a report's subject says: whose results, what is asked next, and until when."""
        zone = ZoneInfo(sheet.settings["zone"]) if sheet.settings.get("zone") else live.settings.calendar.zone
        there = deadline.at.astimezone(zone) if deadline else None
        soon = deadline is not None and deadline.at - self._at(sheet) < timedelta(days=6)
        return html.unescape(self._marked(
            "mail/subject.j2", title=made.title, is_first=made.is_first, asked=made.form is not None,
            window=live.window.title if made.window and live.window else "",
            due=(f"{there:%a %H:%M}" if soon else f"{there:%a %d %b %H:%M}") if there else "",
            rerun=bool(sheet.row.facts.get("rerun")),
        )).strip()  # fmt: skip

    def _composer(self, sheet: Sheet, live: Live, seat: Seat | None) -> str:
        """The public page of orders with a seat's own facts in the fragment; "" where there is no page, or nothing is
        asked of it."""
        base, window = self.campaign.config.base_url.rstrip("/"), live.window
        if not base or window is None or seat is None or seat not in window.asks or sheet.settings.get("text"):
            return ""
        sent = docket.entry(sheet.look, live, seat).lines
        return f"{base}/{live.name}/{ORDERS_PAGE}#own={compose.fragment(live.game, live.state, window, seat, sent)}"

    def _deadline(self, live: Live) -> Deadline | None:
        """The deadline of the open window, for a calendar."""
        at = due.stated(live)
        if at is None or live.window is None:
            return None
        known_by = hashlib.sha256(f"{self.campaign.config.name}/{live.name}/{live.window.key}".encode()).hexdigest()
        return Deadline(
            f"{live.name}: {live.window.title}", at,
            f"{known_by[:20]}@{self.campaign.config.domain}", int(live.row["overdue"] or 0),
        )  # fmt: skip

    def _closing(self, sheet: Sheet, live: Live) -> Mail:
        """The closing report, with the standings over the whole game drawn."""
        reader = str(sheet.row.facts.get("seat", ""))
        made = closing.closing_report(
            sheet.look, live, public=reader != "*gm" and reader not in seats_taking_part(live)
        )
        days = live.settings.statements
        blocks = made.blocks
        if days and not reader.startswith("*"):
            blocks = (*blocks, *parse(
                f"Have the last word: within {days} days answer with a line STATEMENT, your words, and a line "
                "END STATEMENT. They are added to this report where it is published.\n"
            ))  # fmt: skip
        chart = closing.charts_of(sheet.look, live) if sheet.settings.get("map", True) else ""
        picture = pictures.png(chart, PICTURE_WIDTH) if chart else b""
        alt = "Charts of the whole game; the tables of this report say the same."
        return self._mail(sheet, Content(title=made.title, blocks=blocks, picture=picture, alt=alt))

    def _digest(self, sheet: Sheet) -> Mail:
        """What waited for the hour, one under the other; each with the address that an answer to it alone goes to."""
        rows = mails.outgoing(sheet.look.connection, sheet.row.facts["rows"])
        parts = [self.mail_of(sheet.look, one, sheet.now) for one in rows]
        title = f"{count(len(parts), 'mail')} of the day"
        text = "\n\n".join(
            f"{'=' * 72}\n{part.subject}\nAnswer to this alone: {part.reply_to}\n{'=' * 72}\n\n{part.text.strip()}"
            for part in parts
        )
        mail = self._mail(replace(sheet, live=None), Content(title=title, text=f"{text}\n"))
        if sheet.settings.get("text"):
            return mail
        whole = environment(self.campaign.config.own_templates).get_template("html/page.html.j2")
        body = Markup("<hr>").join(
            Markup('<p>Answer to this alone: <a href="mailto:{0}">{0}</a></p>').format(part.reply_to) + body_of(part)
            for part in parts
        )
        return replace(mail, html=whole.render(title=title, body=body))

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

    def _chart(self, look: Look, live: Live, step: Mapping[str, Any]) -> bytes:
        """How strong everybody was so far, the same for all; nothing while there is no line to draw."""
        number = int(step["number"])
        if number < FIRST_CHART:
            return b""
        # A step is drawn once; what it is called never changes.
        key = f"chart {live.id} {step['id']}"
        if key not in self._pictures:
            svg = closing.chart_of(look.connection, live, number)
            self._pictures[key] = pictures.png(svg, CHART_WIDTH) if svg else b""
            while len(self._pictures) > MOST_PICTURES:
                self._pictures.popitem(last=False)
        return self._pictures[key]

    def _page(self, sheet: Sheet, said: Content) -> str:
        """A mail's page; "" for one of words only."""
        if not said.blocks or sheet.settings.get("text"):
            return ""
        fold, end = MAP if said.picture else "", CHART if said.chart else ""
        if said.composer:
            fold += self._marked("html/composer.html.j2", address=Markup(said.composer))
        made = page(said.title, said.blocks, fold, end, own=self.campaign.config.own_templates)
        made = self._with_links(sheet, said, made) if said.fixes else made
        if said.page:
            made = made.replace(said.page, str(Markup('<a href="{0}">{0}</a>').format(said.page)), 1)
        return made

    def _with_links(self, sheet: Sheet, said: Content, html: str) -> str:
        """Each FIX in an answer as a mail that takes it, written by one press."""
        to = self._reply_to(sheet, said.seat or str(sheet.row.facts.get("seat") or ""))
        name = sheet.live.name if sheet.live is not None else ""
        subject = subject_of(self.campaign.config.name, name, said.title, said.key)

        def link(found: re.Match[str]) -> str:
            query = urlencode({"subject": f"Re: {subject}", "body": f"{found[0]} of {said.fixes}"}, quote_via=quote)
            return str(Markup('<a href="mailto:{}?{}">{}</a>').format(to, query, found[0]))

        return _FIX.sub(link, html)

    def _mail(self, sheet: Sheet, said: Content) -> Mail:
        """The mail that says this."""
        row, live = sheet.row, sheet.live
        campaign, host = self.campaign.config.name, domain(self.account.address)
        name = live.name if live is not None else ""
        html = self._page(sheet, said)
        seat = said.seat or str(row.facts.get("seat") or "")
        return Mail(
            message_id=row.message_id,
            recipient=row.recipient,
            sender=self.account.address,
            sender_name=self.account.name,
            subject=subject_of(campaign, name, said.subject or said.title, said.key if "{" not in said.title else ""),
            text=said.text or text_of(said.blocks),
            at=self._at(sheet),
            html=html,
            picture=said.picture,
            picture_alt=said.alt,
            chart=said.chart if html else b"",
            chart_alt=f"{report.measured(live.game)} of each seat over time" if live is not None and said.chart else "",
            deadline=said.deadline,
            reply_to=said.reply or self._reply_to(sheet, seat),
            in_reply_to=row.in_reply_to or "",
            references=(root_of(campaign, name, host),) if name else (),
            list_id=f"{name}.games.{host}" if name and not said.answers else "",
            list_name=f"{campaign}, {name}",
            archive=self.campaign.config.base_url,
            answers=said.answers,
            marks=_marks(name, row),
        )  # fmt: skip

    def _at(self, sheet: Sheet) -> datetime:
        """The Date of a mail is when it was put into the outbox: the same whenever it is sent again."""
        row = sheet.row
        found = row.due_at or mails.due_at(sheet.look.connection, row.id)
        return moment(found) if found and row.tries <= 1 else sheet.now


def answer_of(facts: Mapping[str, Any], own: Path | None, has_buttons: bool = False) -> tuple[str, tuple[Block, ...]]:
    """The title and the words of the answer to a letter. `has_buttons`: for a page that has one for each FIX."""
    fixes = 0 if has_buttons else int(facts.get("fixes") or 0)
    spoken = bool(facts.get("account"))
    said = {"parts": facts["parts"], "stranger": facts.get("stranger") or "", "fixes": fixes, "spoken": spoken}
    marked = environment(own).get_template("mail/receipt.j2").render(**said)
    return f"{facts['verdict']}: {facts.get('title') or 'your letter'}", parse(marked)


def _marks(name: str, row: Outgoing) -> tuple[tuple[str, str], ...]:
    """What programs may sort a mail by: its game, its kind, and why a letter was not acted upon."""
    codes = [str(part["code"]) for part in row.facts.get("parts", ()) if part["kind"] == "not-read"]
    found = (("Game", name), ("Kind", row.kind), ("Not-Read", " ".join(dict.fromkeys(codes))))
    return tuple((key, value) for key, value in found if value)


def index_of(mail: Mail, kind: str) -> Index:
    """A mail by its words, as its reader's program may show them.

    Orders stand behind bars, which tell them apart when they come back; without bars they are somebody's own again.
    """
    page = [text for _, text in lines_of_page(mail.html)] if mail.html else []
    if kind in ("press", "talk"):
        return Index.of(mail.subject, mail.text, *(["\n".join(page)] if page else []), is_press=True)
    shown = ("\n".join(line for line in lines if not is_barred(line)) for lines in (mail.text.split("\n"), page))
    return Index.of(mail.subject, *shown)


def body_of(mail: Mail) -> Markup:
    """What stands between the head and the end of a mail's page; of one without a page, its words."""
    found = re.search(r"<body[^>]*>(.*)</body>", mail.html, re.DOTALL)
    if found is None:
        return Markup("<pre>{}</pre>").format(mail.text)
    return Markup(found[1].replace(MAP, "").replace(CHART, ""))
