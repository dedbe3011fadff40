"""From rows of the outbox to mails: words, pages, maps and calendars are made when a mail goes out."""

from __future__ import annotations

import hashlib
import html
import re
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any
from urllib.parse import quote, urlencode
from zoneinfo import ZoneInfo

from markupsafe import Markup, escape

from judge import report
from judge.adjudicator.protocol import Seat
from judge.campaign import closing, docket, due, reports
from judge.campaign.act import Look
from judge.campaign.campaign import Campaign
from judge.campaign.known import TOO_MANY
from judge.campaign.languages import language_of
from judge.campaign.live import Live, NoGame, seats_taking_part, step_at
from judge.campaign.numbers import mail_secret
from judge.mail.accounts import Account
from judge.mail.compose import CHART, MAP, Deadline, Mail, bytes_of, root_of, subject_of
from judge.mail.guard import masked, verp_word
from judge.mail.headers import domain, local_part
from judge.mail.send import Outgoing as Ready
from judge.report import Report, compose, pictures
from judge.report.blocks import Block, Heading, Span, parse, words
from judge.report.languages import language_now, short_moment, titled, worded_in
from judge.report.media.html import page
from judge.report.media.text import text_of
from judge.report.saying import Saying, worded
from judge.report.site.pages import ORDERS as ORDERS_PAGE
from judge.report.words import entities, environment
from judge.serve.gallery import MAP_WIDTH, Gallery
from judge.serve.secrets import desk_link, drawn_for_talks, link_of, master_word, reply_word, talk_word
from judge.serve.sheets import Content, Known, Sheet, answer_of, body_of, index_of
from judge.store import mails
from judge.store.base import moment
from judge.store.mails import Outgoing

_FIX = re.compile(r"FIX (?:\d{1,3}|ALL)\b")


class Postroom:
    """Makes mails."""

    def __init__(self, campaign: Campaign, account: Account) -> None:
        self.campaign, self.account = campaign, account
        self._gallery = Gallery()
        self._secret: bytes | None = None
        self._known: Known | None = None
        self._web = campaign.config.web

    @contextmanager
    def lot(self, look: Look, rows: Sequence[Outgoing]) -> Iterator[None]:
        """While it lasts, the store is asked once for all the mails of these rows, not for each."""
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
        sheet = self._sheet(look, row, now)
        with self._worded(sheet):
            return self._written(sheet)

    def _worded(self, sheet: Sheet) -> AbstractContextManager[None]:
        """In its reader's language, and by their clock."""
        language = language_of(sheet.settings, sheet.live, self.campaign.config)
        is_seats = sheet.live is not None and (sheet.row.kind != "receipt" or sheet.row.facts.get("seat"))
        if not is_seats and not sheet.settings.get("language"):
            # An answer about no seat is in the language that its letter was read in.
            language = str(sheet.row.facts.get("language") or language)
        return worded_in(language, str(sheet.settings.get("zone") or ""))

    def _written(self, sheet: Sheet) -> Mail:
        """The mail of a row, in its reader's language."""
        row, live = sheet.row, sheet.live
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
        """The words of a row for a chat, in its reader's language."""
        sheet = self._sheet(look, row, now)
        with self._worded(sheet):
            said = self._content(sheet)
            return Heading(1, (Span(said.title),)), *(said.blocks or parse(said.text))

    def _content(self, sheet: Sheet) -> Content:
        """The content of a mail of words."""
        facts = sheet.row.facts
        if sheet.row.kind == "receipt":
            title, blocks = answer_of(facts, self.campaign.config.own_templates)
            fixes = str(facts.get("answer") or "") if facts.get("fixes") else ""
            return Content(title=title, blocks=blocks, key=facts.get("key") or "", answers=True, fixes=fixes)
        if sheet.row.kind == "press":
            # A player's words are no markup. They are set apart, so that no line of them is anybody's order, command or
            # form when it comes back.
            words = textwrap.indent(str(facts["text"]), "| ", lambda line: True)
            said = {
                "from": facts["from"],
                "to": facts["to"],
                "to_gm": bool(facts.get("to_gm")),
                "by": facts.get("by", ""),
            }
            title, _, head = self._said("mail/press", **said).partition("\n")
            return Content(title=title, text=f"{head.strip()}\n\n{words}\n", reply=self._press_reply(sheet))
        if facts.get("told"):
            return self._told(sheet)
        if sheet.row.kind == "day":
            return Content(
                title=self._said("mail/day", day=facts["day"]), blocks=parse(self._marked("mail/day.j2", **facts))
            )
        if sheet.row.kind == "talk":
            return self._talk(sheet)
        if sheet.row.kind == "reminder":
            own_page = self._own_page(sheet, str(facts.get("seat") or ""))
            said = {"faulty": (), "doubted": False, "orders": (), **facts, "page": own_page}
            title = str(facts.get("subject") or self._said("mail/reminder", **{
                one: facts[one] for one in ("late", "title", "window")
            }))  # fmt: skip
            return Content(title=title, blocks=parse(self._marked("mail/reminder.j2", **said)), page=own_page)
        if facts.get("notice"):
            title, _, text = worded(facts["notice"], self.campaign.config.own_templates).partition("\n")
            return Content(title=title, text=f"{text.strip()}\n")
        return Content(title=str(facts.get("subject", "")), text=f"{facts.get('text', '')}\n")

    def _told(self, sheet: Sheet) -> Content:
        """A notice in a template's words, which begin with its subject."""
        live, config = sheet.live, self.campaign.config
        due = live.row["deadline"] if live is not None and not live.row["held"] else None
        said = {
            "campaign": config.title, "base_url": config.base_url.rstrip("/"), "address": self.account.address,
            "window": titled(live.window.title) if live is not None and live.window is not None else "",
            "deadline": live.settings.calendar.said(moment(due), sheet.now) if live is not None and due else "",
        }  # fmt: skip
        if sheet.row.facts["told"] == "desk-link":
            word = desk_link(sheet.look.connection, sheet.row.recipient)
            said["link"] = config.web.desk(word) if config.web else ""
        first, *rest = parse(self._marked("mail/told.j2", **said, **sheet.row.facts))
        title = words(first.spans) if isinstance(first, Heading) else ""
        facts = sheet.row.facts
        return Content(
            title=title, blocks=tuple(rest), seat=str(facts.get("seat") or ""), page=str(facts.get("page") or "")
        )

    def _talk(self, sheet: Sheet) -> Content:
        """Words to the game master or from there, set apart as press is."""
        facts, own = sheet.row.facts, self.account.address
        title = self._said("mail/talk", **{"from": facts.get("from", ""), "to_gm": facts["side"] == "gm"})
        number = int(facts["letter"])
        drawn = drawn_for_talks(sheet.look.connection, sheet.row.recipient) if facts["side"] == "gm" else ""
        word = talk_word(self._mail_secret(sheet.look), number, str(facts["side"]), drawn)
        number = masked(self._mail_secret(sheet.look), word, number)
        if not self.account.plus:
            title = f"{title} {{letter-{number}-{word}}}"
        reply = f"{local_part(own)}+m.{number}.{word}@{domain(own)}" if self.account.plus else own
        return Content(title=title, blocks=parse(self._marked("mail/talk.j2", **facts)), reply=reply, seat="*talk")

    def _chart_alt(self, live: Live | None) -> str:
        return self._said("mail/chart", measured=report.measured(live.game)) if live is not None else ""

    def _said(self, code: str, /, **facts: Any) -> str:
        return worded(Saying(code, facts), self.campaign.config.own_templates)

    def _marked(self, template: str, **facts: Any) -> str:
        return environment(self.campaign.config.own_templates).get_template(template).render(**facts)

    def _reply_to(self, sheet: Sheet, seat: str) -> str:
        """The judge's address with the game in it, and for a seat's own player the proof of a reply."""
        own, live, recipient = self.account.address, sheet.live, sheet.row.recipient
        if not self.account.plus:
            return own
        row = self._about(sheet.look, recipient).seat(live.id, seat, recipient) if live is not None else None
        word = reply_word(self._mail_secret(sheet.look), *row[:2]) if row and row[1] else ""
        if not word and self.campaign.config.master_at(recipient) is not None:
            word = master_word(sheet.look.connection, recipient)
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
        made = reports.report_of(sheet.look, live, number, seat, page=own_page)
        deadline = self._deadline(live) if number == live.head else None
        picture, alt, chart = b"", "", b""
        step = step_at(sheet.look.connection, live.id, number)
        if step is not None and settings.get("map", True):
            picture, alt = self._map(live, step, seat, made.title)
            chart = b"" if settings.get("text") else self._gallery.chart_of(sheet.look, live, step)
        content = Content(
            title=made.title, subject=self._subject(sheet, live, made, deadline), blocks=made.blocks,
            key=made.window or "", picture=picture, alt=alt, chart=chart, deadline=deadline, seat=said,
            page=own_page,
            composer=self._composer(sheet, live, seat) if number == live.head and not own_page else "",
        )  # fmt: skip
        return self._mail(sheet, content)

    def _map(self, live: Live, step: Mapping[str, Any], seat: Seat | None, title: str) -> tuple[bytes, str]:
        """The map of a report, and the words in its place; a seat's own if the table wants that and the seat is asked
        for orders."""
        window, is_newest = live.window, int(step["number"]) == live.head
        own = live.settings.maps == "own" and is_newest and window is not None and seat in window.asks
        if own and seat is not None:
            return self._gallery.own_map_of(live, step, seat), self._said("mail/own-map", title=title)
        return self._gallery.map_of(live, step, seat), self._said("mail/map", title=title)

    def _subject(self, sheet: Sheet, live: Live, made: Report, deadline: Deadline | None) -> str:
        """The subject of a report: the seat, the next question, and its deadline."""
        zone = ZoneInfo(sheet.settings["zone"]) if sheet.settings.get("zone") else live.settings.calendar.zone
        there = deadline.at.astimezone(zone) if deadline else None
        soon = deadline is not None and deadline.at - self._at(sheet) < timedelta(days=6)
        return html.unescape(self._marked(
            "mail/subject.j2", title=made.title, is_first=made.is_first, asked=made.form is not None,
            window=live.window.title if made.window and live.window else "",
            due=short_moment(there, not soon) if there else "",
            rerun=bool(sheet.row.facts.get("rerun")),
        )).strip()  # fmt: skip

    def _composer(self, sheet: Sheet, live: Live, seat: Seat | None) -> str:
        """The public page of orders with a seat's own facts in the fragment; "" if there is no page, or the seat is
        asked nothing."""
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
            f"{live.name}: {titled(live.window.title)}", at,
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
            blocks = (*blocks, *parse(f"{entities(self._said('mail/last-word', days=days))}\n"))
        chart = closing.charts_of(sheet.look, live) if sheet.settings.get("map", True) else ""
        picture = pictures.png(chart, MAP_WIDTH) if chart else b""
        alt = self._said("mail/charts")
        return self._mail(sheet, Content(title=titled(made.title), blocks=blocks, picture=picture, alt=alt))

    def _digest(self, sheet: Sheet) -> Mail:
        """The mails that waited for the hour, one under the other; each with the address for an answer to it alone."""
        rows = mails.outgoing(sheet.look.connection, sheet.row.facts["rows"])
        parts = [self.mail_of(sheet.look, one, sheet.now) for one in rows]
        title = self._said("mail/digest", mails=len(parts))
        rule = "=" * 72
        alone = [self._said("mail/answer-alone", address=part.reply_to) for part in parts]
        text = "\n\n".join(
            f"{rule}\n{part.subject}\n{said}\n{rule}\n\n{part.text.strip()}"
            for said, part in zip(alone, parts, strict=True)
        )
        mail = self._mail(replace(sheet, live=None), Content(title=title, text=f"{text}\n"))
        if sheet.settings.get("text"):
            return mail
        whole = environment(self.campaign.config.own_templates).get_template("html/page.html.j2")
        body = Markup("<hr>").join(
            Markup("<p>{0}</p>").format(_linked(said, part.reply_to)) + body_of(part)
            for said, part in zip(alone, parts, strict=True)
        )
        return replace(mail, html=whole.render(title=title, language=language_now(), body=body))

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
            chart_alt=self._chart_alt(live) if said.chart else "",
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


def _marks(name: str, row: Outgoing) -> tuple[tuple[str, str], ...]:
    """Headers by which programs sort a mail: its game, its kind, and why a letter was not acted upon."""
    codes = [str(part["code"]) for part in row.facts.get("parts", ()) if part["kind"] == "not-read"]
    found = (("Game", name), ("Kind", row.kind), ("Not-Read", " ".join(dict.fromkeys(codes))))
    return tuple((key, value) for key, value in found if value)


def _linked(said: str, address: str) -> Markup:
    """A sentence in which an address is a link."""
    return Markup('<a href="mailto:{0}">{0}</a>').format(address).join(escape(said).split(str(escape(address))))
