"""The wait loop against a server that does everything a server may do to a client; collecting against real ones."""

from __future__ import annotations

import contextlib
import socket
import threading
import time
from pathlib import Path

import pytest

from judge.grammar.document import DocumentError, load
from judge.mail.accounts import Account, NoSecret, Server, read_account, secret_of
from judge.mail.fetch import CannotFetch, Mailbox, WrongPassword, back_off, connect, idle_wait, pending

MAIL = b"From: a@b.example\r\nTo: judge@localhost\r\nMessage-ID: <%d@b.example>\r\nSubject: x\r\n\r\nA PAR - BUR\r\n"


class Fake:
    """A server that says OK to everything, and behaves on IDLE as it is told."""

    def __init__(self, manner: str) -> None:
        self.manner = manner
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.thread = threading.Thread(target=self.serve, daemon=True)
        self.thread.start()

    def serve(self) -> None:
        link, _ = self.listener.accept()
        # The client may hang up in the middle of an answer.
        with contextlib.suppress(ConnectionError), link:
            link.sendall(b"* OK [CAPABILITY IMAP4rev1 IDLE MOVE] fake\r\n")
            file = link.makefile("rb")
            while line := file.readline():
                tag, verb = line.split()[:2]
                if verb.upper() == b"CAPABILITY":
                    link.sendall(b"* CAPABILITY IMAP4rev1 IDLE MOVE\r\n")
                if verb.upper() == b"SELECT":
                    link.sendall(b"* 0 EXISTS\r\n* OK [UIDVALIDITY 1] x\r\n")
                if verb.upper() == b"IDLE":
                    self.idle(link)
                    file.readline()
                if verb.upper() == b"SEARCH" and self.manner == "with search":
                    link.sendall(b"* SEARCH\r\n* 1 EXISTS\r\n")
                link.sendall(tag + b" OK done\r\n")

    def idle(self, link: socket.socket) -> None:
        if self.manner == "same segment":
            link.sendall(b"+ idling\r\n* 1 EXISTS\r\n")
            return
        link.sendall(b"+ idling\r\n")
        time.sleep(0.1)
        if self.manner == "split":
            link.sendall(b"* 1 EX")
            time.sleep(0.2)
            link.sendall(b"ISTS\r\n")
        elif self.manner == "whole":
            link.sendall(b"* 1 EXISTS\r\n")
        elif self.manner == "bye":
            link.sendall(b"* BYE going\r\n")
            link.shutdown(socket.SHUT_RDWR)


def account(port: int, **more) -> Account:
    return Account("judge@localhost", imap=Server("imap", "127.0.0.1", port, "opportunistic", "judge"), **more)


@pytest.mark.parametrize("manner", ["same segment", "split", "whole"])
def test_a_mail_is_heard_of_however_its_bytes_come(manner):
    client = connect(account(Fake(manner).port))
    client.select_folder("INBOX")
    pending(client)
    began = time.monotonic()
    client.idle()
    assert pending(client) or idle_wait(client, 8)
    assert time.monotonic() - began < 4
    client.idle_done()
    assert client.noop()
    client.shutdown()


def test_a_mail_announced_with_a_search_is_heard_of():
    client = connect(account(Fake("with search").port))
    client.select_folder("INBOX")
    pending(client)
    client._imap.uid("SEARCH", "ALL")
    client._imap._simple_command("SEARCH", "ALL") if not client._imap.untagged_responses.get("EXISTS") else None
    assert pending(client)
    assert not pending(client)
    client.shutdown()


def test_a_server_that_goes_away_is_a_sentence():
    mailbox = Mailbox(account(Fake("bye").port), lambda mails: [True] * len(mails))
    mailbox.client = connect(mailbox.account)
    mailbox.client.select_folder("INBOX")
    pending(mailbox.client)
    with pytest.raises(CannotFetch, match="broke"):
        mailbox.wait(5)
    assert mailbox.client is None


def collected(server, **more):
    """What a mailbox hands over."""
    got = []

    def take(mails):
        got.extend(mails)
        return [b"bad" not in mail.raw for mail in mails]

    who = Account("judge@localhost", imap=Server("imap", "127.0.0.1", server.imap_port, "opportunistic", server.user),
                  secret={"password_env": "JUDGE_TEST_SECRET"}, **more)  # fmt: skip
    return Mailbox(who, take), got


@pytest.fixture(autouse=True)
def secret(monkeypatch):
    monkeypatch.setenv("JUDGE_TEST_SECRET", "secret")


def test_everything_is_taken_once_and_moved(server):
    mailbox, got = collected(server)
    for number in range(7):
        server.deliver(MAIL % number)
    server.deliver(MAIL % 99 + b"bad\r\n")
    assert mailbox.collect() == 8
    assert mailbox.collect() == 0
    assert len({mail.uid for mail in got}) == 8
    assert all(mail.raw.endswith((b"A PAR - BUR\r\n", b"bad\r\n")) for mail in got)
    assert all(mail.received_at.tzinfo is not None for mail in got)
    status = {name: mailbox.client.folder_status(name, ["MESSAGES"])[b"MESSAGES"] for name in ("INBOX", "Done", "Bad")}
    assert status == {"INBOX": 0, "Done": 7, "Bad": 1}
    mailbox.close()


def test_a_crash_before_the_move_takes_the_mail_again(server):
    mailbox, got = collected(server)
    server.deliver(MAIL % 1)
    real, mailbox._move = mailbox._move, lambda *anything: (_ for _ in ()).throw(OSError("cut"))
    with pytest.raises(CannotFetch):
        mailbox.collect()
    mailbox._move = real
    assert mailbox.collect() == 1
    assert len(got) == 2
    assert (got[0].uidvalidity, got[0].uid) == (got[1].uidvalidity, got[1].uid)
    mailbox.close()


def test_of_a_mail_too_large_only_the_beginning_is_fetched(server):
    mailbox, got = collected(server)
    server.deliver(MAIL % 1 + b"x" * 70 + b"\r\n" + (b"y" * 70 + b"\r\n") * 5000)
    mailbox.collect()
    assert len(got[0].raw) == 256 * 1024 + 1
    mailbox.close()


def test_a_wrong_password_says_so(server, monkeypatch):
    monkeypatch.setenv("JUDGE_TEST_SECRET", "wrong")
    mailbox, _ = collected(server)
    with pytest.raises(WrongPassword, match="does not accept the login"):
        mailbox.collect()


def test_nobody_there_says_so():
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    with pytest.raises(CannotFetch, match="does not answer"):
        connect(account(port))


def test_no_password_over_a_plain_connection_to_another_machine(monkeypatch):
    fake = Fake("whole")
    elsewhere = Server("imap", "127.0.0.1", fake.port, "starttls", "judge")
    monkeypatch.setattr(Server, "local", property(lambda self: False))
    with pytest.raises(CannotFetch, match="no encryption"):
        connect(Account("judge@x.example", imap=elsewhere))


def test_waits_grow_and_have_an_end():
    waits = [back_off(failures, lambda: 1.0) for failures in range(1, 15)]
    assert waits == sorted(waits)
    assert waits[-1] == 900


def test_secrets_come_from_where_they_are_kept(tmp_path):
    path = tmp_path / "word"
    path.write_text("hush\n")
    path.chmod(0o644)
    with pytest.raises(NoSecret, match="chmod 600"):
        secret_of({"password_file": "word"}, tmp_path)
    path.chmod(0o600)
    assert secret_of({"password_file": "word"}, tmp_path) == "hush"
    assert secret_of({"password_command": "echo from-a-command"}, tmp_path) == "from-a-command"
    with pytest.raises(NoSecret):
        secret_of({"password_command": "false"}, tmp_path)
    with pytest.raises(NoSecret, match="JUDGE_NOT_SET"):
        secret_of({"password_env": "JUDGE_NOT_SET"}, tmp_path)


def test_the_mail_part_of_a_campaign():
    text = "address: judge@x.example\nimap: imaps://judge%40x.example@mail.x.example\nsmtp: smtp://mail.x.example\n"
    read = read_account(load(text, "campaign.yaml"), Path())
    assert (read.imap.host, read.imap.port, read.imap.tls) == ("mail.x.example", 993, "implicit")
    assert read.imap.user == "judge@x.example"
    assert (read.smtp.port, read.smtp.tls) == (587, "starttls")


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ("adress: judge@x.example", "did you mean"),
        ("address: judge@x.example\nimap: pop3://x", "begins with none of"),
        ("address: judge@x.example\nimap: imaps://a:b@x", "no place in this file"),
        ("address: nobody", "needs an address"),
        ("address: judge@x.example\npoll: often", "whole number"),
    ],
)
def test_mistakes_in_it_are_named(wrong, says):
    with pytest.raises(DocumentError) as error:
        read_account(load(wrong, "campaign.yaml"), Path())
    assert says in str(error.value)
