"""The demonstration: a whole campaign on this machine, with real servers, real mail, and a clock that runs fast.

Nothing is pretended: the players read their mailboxes over IMAP and write over SMTP, in the shapes in which people's
mail programs send letters. Some first write nonsense and then a correction, and now and then one forgets their turn.
Only their thoughts are scripted, each from what its seat may see.
"""

from __future__ import annotations

import email.policy
import hashlib
import html
import queue
import re
import smtplib
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage, Message
from email.utils import format_datetime
from pathlib import Path
from typing import Any

from imapclient import IMAPClient

from judge import private
from judge.adjudicator.protocol import Seat, slug
from judge.campaign import filling, founding
from judge.campaign.campaign import Campaign
from judge.campaign.clock import Done
from judge.campaign.live import Live, load_game
from judge.mail.accounts import Account, Server
from judge.mail.guard import Limits
from judge.mail.headers import heading, message_of
from judge.office import Office
from judge.office.house import password
from judge.serve.daemon import Daemon
from judge.store.base import moment
from judge.store.figures import counts

HOST = "judge.localhost"
JUDGE = f"judge@{HOST}"
GAME = "demo"
BEGAN = datetime(2027, 3, 1, 18, 0, tzinfo=UTC)
# How long nothing may happen before the clock leaps to the next deadline, in seconds.
STILL = 0.6


@dataclass(frozen=True, kw_only=True)
class Ended:
    """The end of the demonstration, and where its files are."""

    windows: int
    letters: int
    answers: int
    winners: tuple[str, ...]
    over: bool
    folder: Path
    seconds: float


class FastClock:
    """A campaign's time: a minute in every second of ours, and a leap whenever everybody waits for the clock alone."""

    def __init__(self) -> None:
        self.started = time.monotonic()
        self.leapt = timedelta(0)

    def now(self) -> datetime:
        """The campaign's time of day."""
        return BEGAN + self.leapt + timedelta(minutes=time.monotonic() - self.started)

    def leap_to(self, when: datetime) -> None:
        """Go on to a moment, if it is in the future."""
        self.leapt += max(timedelta(0), when - self.now())


def lot(*words: object) -> int:
    """A number that is the same in every run for the same words."""
    return int(hashlib.sha256("/".join(map(str, words)).encode()).hexdigest()[:12], 16)


class Player:
    """One seat's player, with a mailbox and a mail program."""

    PROGRAMS = ("plain", "gmail", "outlook", "iphone", "html", "form", "thunderbird", "german")

    def __init__(self, demo: Demonstration, seat: Seat, number: int) -> None:
        self.demo, self.seat, self.number = demo, seat, number
        self.address = f"{seat}@{HOST}"
        self.name = seat
        self.password = password()
        self.program = self.PROGRAMS[number % len(self.PROGRAMS)]
        self.client: IMAPClient | None = None
        self.seen: set[int] = set()
        self.written: set[str] = set()
        self.asked: set[str] = set()

    def look(self) -> None:
        """Read what is new, and answer what asks for an answer."""
        if self.client is None:
            self.client = IMAPClient("127.0.0.1", self.demo.office.imap_port, ssl=False, timeout=30)
            self.client.login(self.seat, self.password)
            self.client.select_folder("INBOX")
        self.client.noop()
        uids = [uid for uid in self.client.search(["UNSEEN"]) if uid not in self.seen]
        for uid, got in self.client.fetch(uids, ["BODY[]"]).items() if uids else ():
            self.seen.add(uid)
            self.read(message_of(bytes(got[b"BODY[]"])), bytes(got[b"BODY[]"]))

    def read(self, message: Message, raw: bytes) -> None:
        """One mail."""
        kind = heading(message, "X-Judge-Kind")
        self.demo.keep(self.seat, heading(message, "Subject"), raw)
        if kind == "receipt":
            self.demo.answers += 1
            return
        if kind not in ("report", "reminder"):
            return
        subject = heading(message, "Subject")
        key = re.search(r"\{([a-z0-9-]+)\}", subject)
        text = text_of(message)
        if not key or (kind == "report" and f" {self.seat} {key[1]}" not in text):
            return
        self.asked.add(key[1])
        if key[1] in self.written or self.forgets(key[1], reminded=kind == "reminder"):
            return
        self.written.add(key[1])
        self.answer(message, subject, key[1], text)

    def forgets(self, key: str, reminded: bool) -> bool:
        """Now and then one forgets a turn. A reminder helps every other time; otherwise the clock goes on without
        them."""
        if not self.demo.forgetful:
            return False
        if self.number == 1 and self.demo.windows == 1:
            return True
        number = lot(self.demo.seed, "forget", self.seat, key)
        return number % 61 == 0 and not (reminded and number % 2)

    def answer(self, message: Message, subject: str, key: str, report: str) -> None:
        """Orders for the window, in this player's manner."""
        live = self.demo.live()
        if (
            self.demo.over.is_set()
            or live.window is None
            or live.window.key != key
            or self.seat not in live.window.asks
        ):
            return
        orders = live.game.letter(live.state, self.seat, f"{self.demo.seed}/{key}").strip()
        wrong = lot(self.demo.seed, "wrong", self.seat, key) % 9 == 0 or (self.number == 0 and self.demo.windows == 0)
        to = heading(message, "Reply-To") or JUDGE
        answers = heading(message, "Message-ID")
        if not orders:
            orders = "READY"
        if wrong:
            nonsense = f"{orders.splitlines()[0]} or so, I think?\nGo to Nowhereville with everything"
            self.send(to, subject, nonsense, answers, report)
            meant = f"Sorry, that was nonsense. Here is what I meant:\n\nCLEAR\n{orders}"
            self.send(to, subject, meant, answers, report)
        else:
            self.send(to, subject, orders, answers, report)

    def send(self, to: str, subject: str, orders: str, answers: str, report: str) -> None:
        """A mail as this player's program sends it."""
        mail = EmailMessage(policy=email.policy.SMTP)
        mail["From"] = f"{self.seat} <{self.address}>"
        mail["To"] = to
        mail["Subject"] = f"{'AW' if self.program == 'german' else 'Re'}: {subject}"
        mail["Date"] = format_datetime(self.demo.clock.now())
        self.demo.letters += 1
        mail["Message-ID"] = f"<{self.demo.letters}.{self.seat}@{HOST}>"
        mail["In-Reply-To"] = answers
        text, page = self.written_as(orders, report)
        if text:
            mail.set_content(text, charset="utf-8", cte="base64" if self.program == "german" else "quoted-printable")
        if page:
            if text:
                mail.add_alternative(page, subtype="html")
            else:
                mail.set_content(page, subtype="html")
        with self.demo.smtp_lock:
            self.demo.smtp(self).send_message(mail, self.address, [to])

    def written_as(self, orders: str, report: str) -> tuple[str, str]:
        """Text and page of a letter, by the program it was written with."""
        old = report.splitlines()[:60]
        quoted = "\n".join(f"> {line}".rstrip() for line in old)
        said = f"On Mon, 1 Mar 2027 at 18:00, The Judge <{JUDGE}> wrote:"
        escaped = "<br>".join(html.escape(line) for line in orders.splitlines())
        if self.program == "gmail":
            page = (
                f'<div dir="ltr">{escaped}</div><br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">'
                f'{html.escape(said)}<br></div><blockquote class="gmail_quote">'
                f"{'<br>'.join(html.escape(line) for line in old)}</blockquote></div>"
            )
            return f"{orders}\n\n{said}\n\n{quoted}\n", page
        if self.program == "outlook":
            head = (
                f"-----Original Message-----\nFrom: The Judge <{JUDGE}>\nSent: Monday, March 1, 2027 18:00\n"
                f"To: {self.seat}\nSubject: your report\n"
            )
            return f"Hello,\n\n{orders}\n\nKind regards\n{self.seat.title()}\n\n{head}\n" + "\n".join(old), ""
        if self.program == "iphone":
            return f"{orders}\n\nSent from my iPhone\n\n> {said}\n> \n{quoted}\n", ""
        if self.program == "html":
            rows = "".join(f"<div>{html.escape(line)}</div>" for line in orders.splitlines())
            return "", f"<html><body>{rows}<p>--<br>sent from a browser</p></body></html>"
        if self.program == "thunderbird":
            return f"{said}\n{quoted}\n\n{orders}\n\n-- \n{self.seat.title()}\n", ""
        if self.program == "german":
            return f"Hallo,\n\n{orders}\n\nViele Grüße\n{self.seat.title()}\n", ""
        return orders + "\n", ""


class Demonstration:
    """Everything at once: post office, daemon, players."""

    def __init__(
        self,
        campaign: Campaign,
        folder: Path,
        game: str,
        *,
        turns: int | None = None,
        seed: str = "demo",
        say: Callable[[str], None] = print,
        forgetful: bool = True,
    ) -> None:
        self.campaign, self.folder, self.game = campaign, folder, game
        self.turns, self.seed, self.say, self.forgetful = turns, seed, say, forgetful
        self.clock = FastClock()
        self.office = Office(folder / "post-office.sqlite", HOST, clock=self.clock.now)
        self.letters = self.answers = self.windows = self.kept = 0
        self.arrived: queue.SimpleQueue[str] = queue.SimpleQueue()
        self.smtp_lock = threading.Lock()
        self._smtp: dict[str, smtplib.SMTP] = {}
        self.players: dict[str, Player] = {}
        self.over = threading.Event()

    def live(self) -> Live:
        """The game in its present state."""
        with self.campaign.store.read() as connection:
            return load_game(connection, GAME)

    def smtp(self, player: Player) -> smtplib.SMTP:
        """A player's connection to the post office, logged in."""
        if player.seat not in self._smtp:
            link = smtplib.SMTP("127.0.0.1", self.office.smtp_port, timeout=30)
            link.login(player.seat, player.password)
            self._smtp[player.seat] = link
        return self._smtp[player.seat]

    def keep(self, user: str, subject: str, raw: bytes) -> None:
        """Every mail a player got, as a file."""
        self.kept += 1
        name = re.sub(r"[^a-z0-9]+", "-", re.sub(r"^\[[^\]]*\]", "", subject).lower()).strip("-")[:60]
        path = self.folder / "mail" / user
        private.write(private.folder(path) / f"{self.kept:05d}-{name}.eml", raw)

    def run(self, patience: float = 600.0) -> Ended:
        """From the first report to a victory, to so many windows, or until patience ends."""
        began = time.monotonic()
        self.office.start()
        own = password()
        self.office.set_user("judge", own)
        self.office.set_user("gm", password())
        self.office.watch(lambda user, raw: self.arrived.put(user))
        self._seat_everybody()
        secret = self.folder / "judge-password"
        private.write(secret, own)
        account = Account(
            JUDGE,
            imap=Server("imap", "127.0.0.1", self.office.imap_port, "opportunistic", "judge"),
            smtp=Server("smtp", "127.0.0.1", self.office.smtp_port, "opportunistic", ""),
            secret={"password_file": "judge-password"},
            folder=self.folder,
            idle=1,
            limits=Limits(replies_per_hour=10_000, replies_per_day=100_000, letters_per_hour=10_000),
        )
        daemon = Daemon(self.campaign, account, now=self.clock.now, outage=timedelta(days=365))
        daemon.told = self._told
        with self.campaign.act(self.clock.now()) as act:
            live = founding.start(act, GAME)
        self._line(live, "The game begins", began)
        daemon.start()
        daemon.to_send.set()
        try:
            until = began + patience
            while not self.over.is_set() and time.monotonic() < until:
                try:
                    user = self.arrived.get(timeout=STILL)
                except queue.Empty:
                    self._leap()
                    continue
                player = self.players.get(user)
                if player is not None:
                    player.look()
            # The last reports are still on their way.
            self._let_the_last_mail_come(daemon, until)
        finally:
            daemon.stop()
            for link in self._smtp.values():
                link.close()
            for player in self.players.values():
                if player.client is not None:
                    player.client.shutdown()
            self.office.stop()
        live = self.live()
        outcome = live.game.outcome(live.state) if live.step is not None else None
        winners = outcome.winners if outcome else ()
        return Ended(
            windows=self.windows, letters=self.letters, answers=self.answers, winners=tuple(winners),
            over=outcome is not None, folder=self.folder, seconds=time.monotonic() - began,
        )  # fmt: skip

    def _let_the_last_mail_come(self, daemon: Daemon, until: float) -> None:
        idle = 0
        while idle < 5 and time.monotonic() < until:
            try:
                user = self.arrived.get(timeout=0.2)
            except queue.Empty:
                idle += 1
                continue
            idle = 0
            if user in self.players:
                self.players[user].look()

    def _leap(self) -> None:
        """Nobody has anything left to do: the clock goes on to when it next has something to do itself."""
        with self.campaign.store.read() as connection:
            queues = counts(connection)
            live = load_game(connection, GAME)
        busy = queues["inbox"].get("new", 0) + queues["outbox"].get("queued", 0)
        if not busy and live.row["wake_at"]:
            self.clock.leap_to(moment(live.row["wake_at"]) + timedelta(seconds=1))

    def _seat_everybody(self) -> None:
        game = self.live().game
        for number, seat in enumerate(game.seats[: game.seat_range[1]]):
            player = Player(self, seat.id, number)
            self.players[seat.id] = player
            self.office.set_user(seat.id, player.password)
            who = f"{seat.name.replace(chr(39), '')} <{player.address}>"
            with self.campaign.act(self.clock.now()) as act:
                filling.assign(act, GAME, seat.id, who)

    def _told(self, done: Done) -> None:
        if done.act in ("reminded", "late"):
            self.say(f"{time.monotonic() - self.clock.started:6.1f} s  {done.act}: {done.said}")
        if done.act != "closed":
            return
        live = self.live()
        names = {seat.id: seat.name for seat in live.game.seats}
        key = slug(str(done.said))
        silent = [names[one.seat] for one in self.players.values() if key in one.asked and key not in one.written]
        self.windows += 1
        self._line(live, str(done.said))
        if silent:
            self.say(f"          the deadline passed without a letter from {' and '.join(silent)}")
        if live.row["status"] == "over" or (self.turns is not None and self.windows >= self.turns):
            self.over.set()

    def _line(self, live: Live, closed: str, began: float | None = None) -> None:
        """A line of progress."""
        from judge import report

        standing = report.standings(live.game, live.state)
        best = sorted(standing.items(), key=lambda pair: (-pair[1], pair[0]))[:3]
        names = {seat.id: seat.name for seat in live.game.seats}
        lead = ", ".join(f"{names.get(seat, seat)} {count}" for seat, count in best)
        self.say(f"{time.monotonic() - self.clock.started:6.1f} s  {closed:<34} {self.letters:5d} letters  {lead}")


def text_of(message: Message) -> str:
    """The text part of a mail of the judge's."""
    for part in message.walk():
        if part.get_content_type() == "text/plain":
            payload: Any = part.get_payload(decode=True)
            return bytes(payload or b"").decode("utf-8", "replace").replace("\r\n", "\n")
    return ""
