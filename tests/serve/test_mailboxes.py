"""The post office of one's own: whoever sits down has a mailbox, and in it the mail that says so."""

import logging

import pytest
from imapclient import IMAPClient

from judge.campaign.campaign import Campaign
from judge.cli.main import run
from judge.mail.accounts import OWN_OFFICE, Account, Server
from judge.mail.headers import heading, message_of
from judge.serve.daemon import Daemon
from judge.serve.mailboxes import Mailboxes
from tests.mail.dovecot import free_port


@pytest.fixture(autouse=True)
def log_as_before():
    """`serve` has a process to itself, and its log; the next test would write to this one's stderr."""
    root = logging.getLogger()
    before, level = set(root.handlers), root.level
    yield
    root.handlers[:] = [one for one in root.handlers if one in before or type(one) is not logging.StreamHandler]
    root.setLevel(level)


def read_box(boxes, user):
    words = dict(line.split(" ", 1) for line in boxes.passwords.read_text().splitlines())
    client = IMAPClient("127.0.0.1", boxes.office.imap_port, ssl=False, timeout=30)
    client.login(user, words[user])
    client.select_folder("INBOX")
    found = client.fetch(client.search(), ["BODY[]"])
    client.logout()
    return [heading(message_of(bytes(one[b"BODY[]"])), "Subject") for _, one in sorted(found.items())]


def test_a_player_who_is_seated_while_it_runs_has_a_mailbox_at_once(table):
    boxes = Mailboxes(table.campaign, Account(OWN_OFFICE, local={"imap": 0, "smtp": 0}))
    boxes.open()
    smtp = Server("smtp", "127.0.0.1", boxes.office.smtp_port, "opportunistic", "")
    account = Account(
        OWN_OFFICE, smtp=smtp, secret={"password_file": boxes.own.name}, folder=table.campaign.config.folder
    )  # fmt: skip
    daemon = Daemon(table.campaign, account, now=lambda: table.now, apart=False)
    daemon.dispatch.before = boxes.let_in
    try:
        table.campaign.replace("g1", "blue", "Bo <bo@judge.localhost>", table.now)
        daemon.send_waiting()
        subjects = read_box(boxes, "bo")
        assert any("Your seat in g1: Blue" in one for one in subjects)
        assert any("The game begins" in one for one in subjects)
        known = boxes.passwords.read_text()
        boxes.let_in()
        assert boxes.passwords.read_text() == known
    finally:
        daemon.stop()
        boxes.office.stop()


def test_game_masters_whose_addresses_are_there_have_their_mailboxes(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert run(["init", ".", "--gm", "gwen@judge.localhost"]) == 0
    with (tmp_path / "campaign.yaml").open("a") as file:
        file.write("game_masters: {bob@judge.localhost: all, eve@example.org: all}\n")
        file.write("mail: {local: {imap: 0, smtp: 0}}\n")
    assert run(["serve", "--embedded", "--once"]) == 0
    users = [line.split()[0] for line in (tmp_path / "post-office-passwords").read_text().splitlines()]
    assert {"gwen", "bob"} <= set(users)
    assert "eve" not in users


def test_ports_alone_are_enough_for_a_post_office(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert run(["init", "."]) == 0
    with (tmp_path / "campaign.yaml").open("a") as file:
        file.write("mail: {local: {imap: 0, smtp: 0}}\n")
    assert run(["serve", "--embedded", "--once"]) == 0
    assert "post office at 127.0.0.1" in capsys.readouterr().err


def test_the_post_office_of_ones_own_is_shown_and_tried_as_any_account(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert run(["init", "."]) == 0
    text = (tmp_path / "campaign.yaml").read_text().replace("# gm: gm@example.org", "gm: gm@example.org")
    ports = {"imap": free_port(), "smtp": free_port()}
    (tmp_path / "campaign.yaml").write_text(f"{text}\nmail: {{local: {ports}}}\n")
    letter = tmp_path / "hello.eml"
    letter.write_text("From: ann@example.org\nTo: judge@judge.localhost\nSubject: HELP\nMessage-ID: <1@x>\n\nHELP\n")
    assert run(["mail", "ingest", str(letter)]) == 0
    assert run(["mail", "show", "in-1"]) == 0
    assert "ann@example.org" in capsys.readouterr().out
    config = Campaign.open(tmp_path)
    boxes = Mailboxes(config, Account(OWN_OFFICE, local=ports))
    boxes.open()
    try:
        assert run(["mail", "test"]) == 0
        assert "logged in at" in capsys.readouterr().out
    finally:
        boxes.office.stop()
        config.close()
    assert run(["mail", "test"]) == 3
