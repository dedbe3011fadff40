"""Trying an account, and what is known of providers."""

import smtplib
import socket
from dataclasses import replace

import pytest

from judge.cli.main import run
from judge.grammar.document import load
from judge.mail import send
from judge.mail.accounts import Account, Server, read_account
from judge.mail.fetch import connect
from judge.mail.providers import PROVIDERS, written
from judge.mail.tryout import SUBJECT, reached, tried


def account(office, tmp_path, **more):
    office.set_user("judge", "secret")
    (tmp_path / "word").write_text("secret\n")
    (tmp_path / "word").chmod(0o600)
    return Account(
        "judge@judge.localhost",
        imap=Server("imap", "127.0.0.1", office.imap_port, "opportunistic", "judge"),
        smtp=Server("smtp", "127.0.0.1", office.smtp_port, "opportunistic", "judge"),
        secret={"password_file": "word"},
        folder=tmp_path,
        **more,
    )


def states(findings):
    return {one.what: one.state for one in findings}


def test_a_good_account_passes_and_its_mailbox_is_left_empty(office, tmp_path):
    findings = list(tried(account(office, tmp_path), 20))
    assert states(findings) == dict.fromkeys(("mailbox", "sending", "letters", "plus", "server"), "ok"), findings
    from judge.mail.fetch import connect

    with connect(account(office, tmp_path)) as client:
        client.select_folder("INBOX")
        assert client.search(["SUBJECT", SUBJECT]) == []


def test_a_wrong_password_and_a_missing_one_are_named(office, tmp_path):
    tried_with = account(office, tmp_path)
    (tmp_path / "word").write_text("sesame\n")
    (only,) = tried(tried_with, 1)
    assert (only.what, only.state) == ("mailbox", "bad")
    (tmp_path / "word").unlink()
    (only,) = tried(tried_with, 1)
    assert (only.what, only.state) == ("password", "bad")
    assert "word cannot be read" in str(only.said)


def test_the_doctor_logs_in_at_both_servers_and_sends_nothing(office, tmp_path):
    good = account(office, tmp_path)
    assert states(reached(good)) == {"mailbox": "ok", "sending": "ok"}
    with connect(good) as client:
        client.select_folder("INBOX")
        assert client.search() == []


def test_the_doctor_names_each_server_that_does_not_let_it_in(office, tmp_path):
    """A wrong password is said of both; a port where nobody listens, and a server that says nothing, of their own."""
    wrong = account(office, tmp_path)
    (tmp_path / "word").write_text("sesame\n")
    found = {one.what: one for one in reached(wrong)}
    assert found["mailbox"].state == found["sending"].state == "bad"
    assert "refuses the user name or the password" in str(found["sending"].said)
    (tmp_path / "word").write_text("secret\n")
    with socket.socket() as mute, socket.socket() as closed:
        for one in (mute, closed):
            one.bind(("127.0.0.1", 0))
        mute.listen()
        nobody = replace(wrong, smtp=Server("smtp", "127.0.0.1", closed.getsockname()[1], "opportunistic", "judge"))
        found = {one.what: one for one in reached(nobody)}
        assert found["mailbox"].state == "ok"
        assert "nobody listens" in str(found["sending"].said)
        silent = Server("imap", "127.0.0.1", mute.getsockname()[1], "opportunistic", "judge")
        found = {one.what: one for one in reached(replace(wrong, imap=silent), 0.2)}
        assert "does not answer" in str(found["mailbox"].said)
        assert found["sending"].state == "ok"


def test_judge_doctor_says_so(office, tmp_path, capsys, monkeypatch):
    office.set_user("judge", "secret")
    monkeypatch.setenv("JUDGE_WORD", "sesame")
    assert run(["init", str(tmp_path / "club")]) == 0
    with (tmp_path / "club" / "campaign.yaml").open("a") as file:
        file.write(
            "\nmail:\n  address: judge@judge.localhost\n  password_env: JUDGE_WORD\n"
            f"  imap: imap://judge@127.0.0.1:{office.imap_port}\n  smtp: smtp://judge@127.0.0.1:{office.smtp_port}\n"
        )
    capsys.readouterr()
    assert run(["doctor", "--campaign", str(tmp_path / "club")]) == 1
    out = capsys.readouterr().out
    assert "BAD   mail server    127.0.0.1" in out
    assert run(["doctor", "--quick", "--campaign", str(tmp_path / "club")]) == 0


class Provider:
    """Sends by putting letters straight into the mailbox, except to plus addresses."""

    def __init__(self, office, refuses):
        self.office, self.refuses = office, refuses

    def send_message(self, mail, sender, to):
        if "+" in to[0]:
            if self.refuses:
                raise smtplib.SMTPRecipientsRefused({to[0]: (550, b"no such user")})
            return
        signed = b"Authentication-Results: mx.provider.example; spf=pass\r\n" + mail.as_bytes()
        self.office.deliver("judge", signed)

    def close(self):
        pass


@pytest.mark.parametrize("refuses", [True, False])
def test_a_provider_without_plus_addresses_that_signs(office, tmp_path, monkeypatch, refuses):
    monkeypatch.setattr(send, "connect", lambda account: Provider(office, refuses))
    found = {one.what: one for one in tried(account(office, tmp_path), 3)}
    assert found["plus"].state == "bad"
    assert "`plus: false`" in str(found["plus"].said)
    assert found["server"].state == "note"
    assert "`server: mx.provider.example`" in str(found["server"].said)
    told = account(office, tmp_path, plus=False, server="mx.provider.example")
    assert set(states(tried(told, 3)).values()) == {"ok"}


def test_a_letter_that_does_not_arrive_is_said(office, tmp_path, monkeypatch):
    nowhere = Provider(office, True)
    nowhere.send_message = lambda *anything: None
    monkeypatch.setattr(send, "connect", lambda account: nowhere)
    *_, last = tried(account(office, tmp_path), 0.5, wait=lambda seconds: None)
    assert (last.what, last.state) == ("letters", "bad")
    assert "junk folder" in str(last.said)


@pytest.mark.parametrize("domain", [*sorted(PROVIDERS), "example.org"])
def test_what_is_written_for_a_provider_is_read_without_a_complaint(domain, tmp_path):
    document = load(written(f"club.judge@{domain}"), "campaign.yaml").sub("mail")
    made = read_account(document, tmp_path)
    assert made.address == f"club.judge@{domain}"
    assert made.imap.user == made.smtp.user == f"club.judge@{domain}"
    assert made.by_token is (domain in ("outlook.com", "hotmail.com", "live.com", "msn.com"))


def test_init_writes_the_mail_part_and_the_test_says_what_is_missing(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("JUDGE_CAMPAIGN", raising=False)
    assert run(["init", "club", "--gm", "ann@example.org", "--mail", "Judge <Judge@GMX.de>"]) == 0
    assert "turn IMAP on" in capsys.readouterr().err
    text = (tmp_path / "club" / "campaign.yaml").read_text()
    assert "imap: imaps://judge%40gmx.de@imap.gmx.net" in text
    assert "plus: false" in text
    assert "#   imap" not in text
    assert run(["mail", "test", "--campaign", "club"]) == 1
    assert "mail-password cannot be read" in capsys.readouterr().out


def test_a_server_that_is_not_there_is_status_3_and_a_wrong_password_status_1(office, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("JUDGE_CAMPAIGN", raising=False)
    assert run(["init", "."]) == 0
    own = account(office, tmp_path)
    (tmp_path / "word").write_text("sesame\n")
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        for port, status in ((closed.getsockname()[1], 3), (own.imap.port, 1)):
            part = (
                f"mail:\n  address: {own.address}\n  imap: imap://{own.imap.user}@127.0.0.1:{port}\n"
                f"  smtp: smtp://127.0.0.1:{own.smtp.port}\n  password_file: word\n"
            )
            (tmp_path / "campaign.yaml").write_text(f"name: club\n{part}")
            assert run(["mail", "test", "--wait", "1"]) == status
    assert "does not answer" in capsys.readouterr().err
