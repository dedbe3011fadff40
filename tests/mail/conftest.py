"""Servers for the mail tests: the embedded post office everywhere, Dovecot where it is installed."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest

from judge.office import Office
from tests.mail.dovecot import Dovecot
from tests.mail.postfix import Postfix


def need(program: str) -> str:
    """A system server, or a clear reason why the test is skipped (or fails, where servers are required)."""
    found = shutil.which(program) or shutil.which(program, path="/usr/sbin:/usr/local/sbin")
    if found is None:
        reason = f"{program} is not installed (Debian: apt-get install dovecot-imapd dovecot-lmtpd postfix)"
        if os.environ.get("JUDGE_REQUIRE_SERVERS"):
            pytest.fail(reason)
        pytest.skip(reason)
    return found


@pytest.fixture(scope="session")
def dovecot():
    """One Dovecot for all tests; each takes users of its own.

    Not below pytest's own folder: every test run takes that away from other users, and Dovecot's is one.
    """
    folder = Path(tempfile.mkdtemp(prefix="judge-dovecot-"))
    server = Dovecot(need("dovecot"), folder)
    try:
        server.start()
        yield server
    finally:
        server.stop()
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session")
def postfix(dovecot):
    """One Postfix for all tests, Dovecot behind it. Only root can start one."""
    program = need("postfix")
    if os.getuid() != 0:
        reason = "a Postfix of one's own can be started by root only"
        if os.environ.get("JUDGE_REQUIRE_SERVERS"):
            pytest.fail(reason)
        pytest.skip(reason)
    folder = Path(tempfile.mkdtemp(prefix="judge-postfix-"))
    server = Postfix(program, folder, dovecot.lmtp_port)
    try:
        server.start()
        yield server
    finally:
        server.stop()
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def office(tmp_path):
    """An embedded post office of the test's own."""
    with Office(tmp_path / "mail.sqlite") as house:
        yield house


class Server:
    """One of the two, seen alike: a user, his password, a port, a way to deliver to him."""

    host = "127.0.0.1"

    def __init__(self, kind, house, user):
        self.kind, self.house, self.user, self.password = kind, house, user, "secret"
        self.imap_port = house.imap_port

    def deliver(self, raw: bytes) -> None:
        """A mail into the user's INBOX."""
        self.house.deliver(self.user, raw)


_users = iter(range(1, 100_000))


def fresh_user() -> str:
    """A user no other test has."""
    return f"judge{next(_users)}"


@pytest.fixture(params=["office", pytest.param("dovecot", marks=pytest.mark.server)])
def server(request):
    """A mail server with a fresh user."""
    house = request.getfixturevalue(request.param)
    user = fresh_user()
    house.set_user(user, "secret")
    return Server(request.param, house, user)


def version(program: str) -> str:
    """What a server says it is."""
    return subprocess.run([program, "--version"], capture_output=True, text=True, timeout=20).stdout
