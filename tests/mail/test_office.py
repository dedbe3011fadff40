"""One conversation, held with the embedded post office and with Dovecot: both must answer alike."""

from __future__ import annotations

import contextlib
import smtplib
import socket
import threading
from datetime import UTC, date, datetime

import pytest
from imapclient import IMAPClient
from imapclient.exceptions import IMAPClientError, LoginError

from judge.mail.fetch import idle_wait, pending
from judge.mail.guard import has_null_sender
from judge.mail.headers import message_of
from judge.office import Office

MAIL = (
    b"From: Ann <ann@example.org>\r\nTo: judge@judge.localhost\r\nSubject: =?utf-8?q?Z=C3=BCge?= one\r\n"
    b"Message-ID: <one@example.org>\r\nDate: Mon, 03 Mar 2025 10:00:00 +0100\r\nMIME-Version: 1.0\r\n"
    b'Content-Type: multipart/alternative; boundary="b"\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\nA PAR - BUR\r\n'
    b"--b\r\nContent-Type: text/html; charset=utf-8\r\n\r\n<p>A PAR - BUR</p>\r\n--b--\r\n"
)


@pytest.fixture
def link(server):
    client = IMAPClient(server.host, server.imap_port, ssl=False, timeout=10)
    client.login(server.user, server.password)
    yield client
    client.shutdown()


def test_folders(link):
    link.create_folder("Old/2025")
    names = {name for _, _, name in link.list_folders()}
    assert {"INBOX", "Old/2025"} <= names
    assert link.folder_exists("Old/2025")
    link.rename_folder("Old/2025", "Older")
    assert link.folder_exists("Older")
    assert not link.folder_exists("Old/2025")
    link.delete_folder("Older")
    assert not link.folder_exists("Older")
    with pytest.raises(IMAPClientError):
        link.select_folder("Nowhere")


def test_a_mail_is_found_and_read_byte_for_byte(server, link):
    server.deliver(MAIL)
    opened = link.select_folder("INBOX")
    assert opened[b"EXISTS"] == 1
    uid = link.search(["UNSEEN"])[0]
    assert link.search(["HEADER", "Message-ID", "<one@example.org>"]) == [uid]
    assert link.search(["SUBJECT", "one", "SMALLER", 100000, "UID", f"1:{uid}"]) == [uid]
    assert link.search(["SINCE", date(2025, 3, 1), "NOT", "DELETED"]) == [uid]
    assert link.search(["OR", "FROM", "nobody", "FROM", "ann"]) == [uid]
    assert link.search(["SUBJECT", "two"]) == []
    parts = ["BODY.PEEK[]", "RFC822.SIZE", "INTERNALDATE", "ENVELOPE", "BODYSTRUCTURE", "FLAGS", "BODY.PEEK[1]",
             "BODY.PEEK[HEADER.FIELDS (SUBJECT)]", "BODY.PEEK[]<0.5>", "BODY.PEEK[TEXT]"]  # fmt: skip
    got = link.fetch([uid], parts)[uid]
    assert got[b"BODY[]"].endswith(MAIL)
    assert got[b"RFC822.SIZE"] == len(got[b"BODY[]"])
    assert b"\\Seen" not in got[b"FLAGS"]
    assert got[b"ENVELOPE"].message_id == b"<one@example.org>"
    assert got[b"ENVELOPE"].from_[0].mailbox == b"ann"
    assert got[b"BODY[1]"].strip() == b"A PAR - BUR"
    assert got[b"BODY[HEADER.FIELDS (SUBJECT)]"].strip() == b"Subject: =?utf-8?q?Z=C3=BCge?= one"
    assert got[b"BODY[]<0>"] == got[b"BODY[]"][:5]
    structure = got[b"BODYSTRUCTURE"]
    assert structure.is_multipart
    assert [part[1].lower() for part in structure[0]] == [b"plain", b"html"]
    link.fetch([uid], ["BODY[]"])
    assert link.search(["UNSEEN"]) == []


def test_flags_copies_moves(server, link):
    for _ in range(3):
        server.deliver(MAIL)
    link.create_folder("Done")
    link.select_folder("INBOX")
    one, two, three = link.search()
    link.add_flags([one], [b"\\Flagged", b"Custom"])
    assert {flag.lower() for flag in link.get_flags([one])[one]} >= {b"\\flagged", b"custom"}
    assert link.search(["FLAGGED"]) == [one]
    assert link.search(["KEYWORD", "Custom"]) == [one]
    link.remove_flags([one], [b"\\Flagged"])
    assert link.search(["FLAGGED"]) == []
    link.copy([one], "Done")
    link.move([two], "Done")
    assert link.search() == [one, three]
    link.add_flags([one], [b"\\Deleted"])
    link.uid_expunge([one])
    assert link.search() == [three]
    assert link.folder_status("Done", ["MESSAGES"])[b"MESSAGES"] == 2
    with pytest.raises(IMAPClientError):
        link.move([three], "Nowhere")
    assert link.search() == [three]


def test_a_second_move_harms_nothing(server, link):
    server.deliver(MAIL)
    link.create_folder("Done")
    link.select_folder("INBOX")
    uids = link.search()
    other = IMAPClient(server.host, server.imap_port, ssl=False, timeout=10)
    other.login(server.user, server.password)
    other.select_folder("INBOX")
    link.move(uids, "Done")
    # Dovecot says so, others find nothing to move.
    with contextlib.suppress(IMAPClientError):
        other.move(uids, "Done")
    assert link.folder_status("Done", ["MESSAGES"])[b"MESSAGES"] == 1
    other.shutdown()


def test_append_keeps_its_date(server, link):
    at = datetime(2024, 2, 29, 12, 30, tzinfo=UTC)
    link.append("INBOX", MAIL, flags=[b"\\Seen"], msg_time=at)
    link.normalise_times = False
    link.select_folder("INBOX", readonly=True)
    got = link.fetch(link.search(), ["INTERNALDATE", "FLAGS", "BODY.PEEK[]"])
    assert [one[b"INTERNALDATE"] for one in got.values()] == [at]
    assert [one[b"BODY[]"] for one in got.values()] == [MAIL]


def test_wrong_password_is_refused(server):
    client = IMAPClient(server.host, server.imap_port, ssl=False, timeout=10)
    with pytest.raises(LoginError):
        client.login(server.user, "wrong")
    client.shutdown()


def test_idle_wakes_for_a_mail_that_comes_while_waiting(server, link):
    link.select_folder("INBOX")
    link.idle()
    late = threading.Timer(0.3, server.deliver, [MAIL])
    late.start()
    assert idle_wait(link, 8)
    link.idle_done()
    late.join()
    assert len(link.search()) == 1


def test_nothing_that_comes_around_a_search_is_lost(server, link):
    """A mail that comes between SEARCH and IDLE is told with the one or the other, every time."""
    link.select_folder("INBOX")
    for count in range(1, 6):
        link.search()
        server.deliver(MAIL)
        found = link.search()
        if len(found) < count and not pending(link):
            link.idle()
            assert pending(link) or idle_wait(link, 8)
            link.idle_done()
        assert len(link.search()) == count


def test_uids_and_validity_outlive_a_restart(tmp_path):
    path = tmp_path / "mail.sqlite"
    with Office(path) as house:
        house.set_user("judge", "secret")
        house.deliver("judge", MAIL)
        house.deliver("judge", MAIL)
        with IMAPClient("127.0.0.1", house.imap_port, ssl=False) as client:
            client.login("judge", "secret")
            before = client.select_folder("INBOX")
            client.delete_messages(client.search())
            client.expunge()
    with Office(path) as house:
        house.deliver("judge", MAIL)
        with IMAPClient("127.0.0.1", house.imap_port, ssl=False) as client:
            client.login("judge", "secret")
            after = client.select_folder("INBOX")
            assert after[b"UIDVALIDITY"] == before[b"UIDVALIDITY"]
            assert client.search() == [3]


def test_the_embedded_office_takes_mail_for_its_own_users_only(office):
    import smtplib

    office.set_user("judge", "secret")
    with smtplib.SMTP("127.0.0.1", office.smtp_port) as link:
        link.sendmail("ann@elsewhere.example", ["judge+g1@judge.localhost"], MAIL)
        with pytest.raises(smtplib.SMTPRecipientsRefused):
            link.sendmail("ann@elsewhere.example", ["somebody@elsewhere.example"], MAIL)
        with pytest.raises(smtplib.SMTPRecipientsRefused):
            link.sendmail("ann@elsewhere.example", ["nobody@judge.localhost"], MAIL)


def test_no_junk_stops_the_embedded_office(office):
    office.set_user("judge", "secret")
    office.deliver("judge", MAIL)
    junk = [b"\x00\xff\r\n", b"a LOGIN (((((\r\n", b"a\r\n", b"\r\n", b"a FETCH 1:999999999999 ()\r\n",
            b"a LOGIN {5}\r\n", b"a UID\r\n", b"a SELECT\r\n", b'a LOGIN "judge" "secret\r\n', b"a STORE 1 x y\r\n",
            b"* * *\r\n", b"a " + b"(" * 500 + b"\r\n"]  # fmt: skip
    for line in junk:
        with socket.create_connection(("127.0.0.1", office.imap_port), 5) as raw:
            raw.sendall(line)
            raw.settimeout(0.05)
            try:
                while raw.recv(1000):
                    pass
            except TimeoutError:
                pass
    with IMAPClient("127.0.0.1", office.imap_port, ssl=False, timeout=5) as client:
        client.login("judge", "secret")
        client.select_folder("INBOX")
        for words in ("1:* (BODY.PEEK[9.9.9])", "1:* (BODY.PEEK[HEADER.FIELDS (X Y)])", "1:* (BODY.PEEK[1.1.TEXT])"):
            client._command_and_check("FETCH", *words.split(" ", 1), uid=True)
        for words in ("1:* (NOTHING)", "1:*:2 FLAGS", "1:* (BODY[", "x FLAGS"):
            with pytest.raises(IMAPClientError):
                client._command_and_check("FETCH", *words.split(" ", 1), uid=True)


def test_nobodys_mail_comes_from_nobody(office):
    """A bounce's empty sender is written as mail servers write it: only then is it known for a bounce."""
    office.set_user("judge", "secret")
    with smtplib.SMTP("127.0.0.1", office.smtp_port) as door:
        door.sendmail("", ["judge@judge.localhost"], MAIL)
    client = IMAPClient("127.0.0.1", office.imap_port, ssl=False, timeout=10)
    client.login("judge", "secret")
    client.select_folder("INBOX")
    raw = client.fetch(client.search(), ["BODY.PEEK[]"])[1][b"BODY[]"]
    client.shutdown()
    assert raw.startswith(b"Return-Path: <>\r\n")
    assert has_null_sender(message_of(raw), "judge@judge.localhost")
