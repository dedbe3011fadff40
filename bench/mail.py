"""Mail: letters collected and judged a second against the bare rate of the same servers, and the time to an answer.

The letters are those of a first turn of Diplomacy: seven seats, three or four orders each, a greeting and a name.
"""

from __future__ import annotations

import email
import email.policy
import shutil
import smtplib
import socket
import statistics
import tempfile
import threading
import time
from pathlib import Path

from imapclient import IMAPClient

from bench.row import Row
from judge import variants
from judge.mail.accounts import Account, Server
from judge.mail.headers import heading, message_of
from judge.office import Office
from judge.serve.daemon import Daemon
from judge.store import tables
from tests.mail.dovecot import Dovecot
from tests.serve.table import JUDGE, PLENTY, Table

LETTERS = 200
SINGLE = 60
ROUNDS = 5
WARM = 10
OPENINGS = {
    "austria": "A VIE - GAL\nA BUD - SER\nF TRI - ALB",
    "england": "F LON - NTH\nF EDI - NWG\nA LVP - YOR",
    "france": "A PAR - BUR\nA MAR S A PAR - BUR\nF BRE - MAO",
    "germany": "A BER - KIE\nA MUN - RUH\nF KIE - DEN",
    "italy": "A VEN H\nA ROM - APU\nF NAP - ION",
    "russia": "A MOS - UKR\nA WAR - GAL\nF STP/SC - BOT\nF SEV - BLA",
    "turkey": "A CON - BUL\nA SMY - CON\nF ANK - BLA",
}


def lines():
    """Against what anybody would have to do with the same servers."""
    found = []
    folder = Path(tempfile.mkdtemp(prefix="judge-bench-"))
    try:
        with Office(folder / "office.sqlite") as house:
            house.set_user("judge", "secret")
            found += _measured("embedded", house, folder / "embedded")
        program = shutil.which("dovecot") or shutil.which("dovecot", path="/usr/sbin")
        if program:
            (folder / "dovecot").mkdir()
            folder.chmod(0o711)
            server = Dovecot(program, folder / "dovecot", fsync="optimized")
            server.start()
            try:
                found += _measured("Dovecot", server, folder / "with-dovecot")
            finally:
                server.stop()
    finally:
        variants.GAMES.pop("lanterns", None)
        shutil.rmtree(folder, ignore_errors=True)
    return found


def _measured(name, house, folder):
    table = Table(folder, game="diplomacy", seats=7, settings={"deadlines": "900d"}).start()
    (folder / "secret").write_text("secret")
    (folder / "secret").chmod(0o600)
    with Office(folder / "answers.sqlite", "mail.example") as out:
        for seat in table.seats:
            out.set_user(seat, "secret")
        account = Account(
            JUDGE, imap=Server("imap", "127.0.0.1", house.imap_port, "opportunistic", "judge"),
            smtp=Server("smtp", "127.0.0.1", out.smtp_port, "opportunistic", ""),
            secret={"password_file": "secret"}, folder=folder, limits=PLENTY, idle=5,
        )  # fmt: skip
        daemon = Daemon(table.campaign, account)
        daemon.once()
        # What runs for months has its reader running and its connections open.
        _bare(house, table, WARM, WARM)
        _collected(house, table, daemon, WARM, WARM)
        bare, ours = _medians(
            lambda: (_bare(house, table, LETTERS, LETTERS), _collected(house, table, daemon, LETTERS, LETTERS))
        )
        bare_single, ours_single = _medians(
            lambda: (_bare(house, table, SINGLE, 1), _collected(house, table, daemon, SINGLE, 1))
        )
        daemon.send_waiting()
        rate, bare_rate = _medians(lambda: _answered(table, daemon, out))
        wait = _latency(house, table, daemon, out)
    bare_way = "bare fetch, parse and MOVE"
    return [
        Row(f"{name}: letters collected, judged, committed, many at once", "fast", ours / bare, bare_way, ours, "/s"),
        Row(f"{name}: the same, one by one", "fast", ours_single / bare_single, bare_way, ours_single, "/s"),
        Row(f"{name}: answers written and sent", "fast", rate / bare_rate, "bare SMTP on one connection", rate, "/s"),
        Row(f"{name}: from delivery to answer, idle daemon", "long", wait * bare_single, f"one {bare_way}",
            1000 * wait, "ms"),
    ]  # fmt: skip


def _medians(both):
    """Two rates measured in turn, round by round: the median of each."""
    rounds = [both() for _ in range(ROUNDS)]
    return tuple(statistics.median(column) for column in zip(*rounds, strict=True))


def _letter(table, number):
    seat = table.seats[number % len(table.seats)]
    return table.mail(seat, f"Hello,\n\n{OPENINGS[seat]}\nWAIT\n\nRegards\n{seat.capitalize()}\n")


def _bare(house, table, count, at_once):
    """Fetch, parse with the standard library up to the text of the body, MOVE: what anybody would have to do."""
    with IMAPClient("127.0.0.1", house.imap_port, ssl=False) as client:
        # As the Judge does: a command in several small packets is not held back.
        client.socket().setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        client.login("judge", "secret")
        if not client.folder_exists("Bare"):
            client.create_folder("Bare")
        client.select_folder("INBOX")
        taken = 0.0
        for first in range(0, count, at_once):
            for number in range(first, first + at_once):
                house.deliver("judge", _letter(table, number))
            began = time.perf_counter()
            left = at_once
            while left:
                client.noop()
                uids = client.search()
                if not uids:
                    continue
                for got in client.fetch(uids, ["BODY.PEEK[]", "INTERNALDATE"]).values():
                    message = email.message_from_bytes(got[b"BODY[]"], policy=email.policy.default)
                    message.get_body(("plain", "html")).get_content()
                client.move(uids, "Bare")
                left -= len(uids)
            taken += time.perf_counter() - began
        return count / taken


def _collected(house, table, daemon, count, at_once):
    """The daemon's own way, from the mailbox to the committed answer."""
    taken = 0.0
    for first in range(0, count, at_once):
        for number in range(first, first + at_once):
            house.deliver("judge", _letter(table, number))
        began = time.perf_counter()
        daemon.mailbox.collect()
        taken += time.perf_counter() - began
    return count / taken


def _answered(table, daemon, out):
    """So many answers, written and sent; then as many ready mails on one bare connection."""
    rows, count = table.out("receipt")[-LETTERS:], LETTERS
    with table.campaign.store.begin() as connection:
        numbers = [row.id for row in rows]
        outbox = tables.outbox
        connection.execute(outbox.update().where(outbox.c.id.in_(numbers)).values(state="queued", tries=0))
    began = time.perf_counter()
    daemon.send_waiting()
    ours = count / (time.perf_counter() - began)
    data = [table.sent_bytes(row) for row in rows[:50]]
    began = time.perf_counter()
    with smtplib.SMTP("127.0.0.1", out.smtp_port) as link:
        for number in range(count):
            link.sendmail(JUDGE, [rows[number % 50].recipient], data[number % 50])
    return ours, count / (time.perf_counter() - began)


def _latency(house, table, daemon, out):
    """Delivered into an idle mailbox; answered in the writer's."""
    came = threading.Event()
    out.watch(lambda user, raw: came.set() if heading(message_of(raw), "X-Judge-Kind") == "receipt" else None)
    daemon.start()
    time.sleep(1.5)
    waits = []
    for number in range(15):
        came.clear()
        began = time.perf_counter()
        house.deliver("judge", _letter(table, number))
        came.wait(10)
        waits.append(time.perf_counter() - began)
        time.sleep(0.1)
    daemon.stop()
    return statistics.median(waits)
