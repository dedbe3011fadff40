"""A private Postfix on loopback, with a queue of its own. Postfix can be started by root only.

What is for the judge goes to its LMTP door (or any other LMTP server), everything else to one server that plays the
rest of the world. Nothing ever leaves the machine: no name is looked up.
"""

from __future__ import annotations

import contextlib
import shutil
import socket
import subprocess
import time
from pathlib import Path

from tests.mail.dovecot import free_port

MAIN = """\
compatibility_level = 3.6
queue_directory = {d}/queue
data_directory = {d}/data
command_directory = /usr/sbin
daemon_directory = /usr/lib/postfix/sbin
mail_owner = postfix
setgid_group = postdrop
maillog_file = {d}/mail.log
maillog_file_prefixes = /tmp, /var/tmp
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
myhostname = mx.judge.localhost
mydomain = judge.localhost
myorigin = judge.localhost
mydestination =
mynetworks = 127.0.0.0/8
alias_maps =
alias_database =
local_recipient_maps =
local_transport = error:no local mail
virtual_mailbox_domains = judge.localhost, mailbox.localhost
virtual_mailbox_maps = static:ok
virtual_transport = lmtp:inet:127.0.0.1:{lmtp}
transport_maps = inline:{{ {{ mailbox.localhost = lmtp:inet:127.0.0.1:{mailboxes} }} }}
lmtp_host_lookup = native
smtp_host_lookup = native
smtp_dns_support_level = disabled
recipient_delimiter = +
default_transport = smtp:[127.0.0.1]:{world}
lmtp_destination_recipient_limit = 1
message_size_limit = 8000000
smtpd_relay_restrictions = permit_mynetworks, reject_unauth_destination
minimal_backoff_time = 1s
maximal_backoff_time = 2s
queue_run_delay = 1s
transport_retry_time = 1s
"""
MASTER = """\
127.0.0.1:{smtp} inet n - n - - smtpd
cleanup   unix  n - n - 0 cleanup
qmgr      unix  n - n 300 1 qmgr
tlsmgr    unix  - - n 1000? 1 tlsmgr
rewrite   unix  - - n - - trivial-rewrite
bounce    unix  - - n - 0 bounce
defer     unix  - - n - 0 bounce
trace     unix  - - n - 0 bounce
verify    unix  - - n - 1 verify
flush     unix  n - n 1000? 0 flush
proxymap  unix  - - n - - proxymap
smtp      unix  - - n - - smtp
relay     unix  - - n - - smtp
showq     unix  n - n - - showq
error     unix  - - n - - error
retry     unix  - - n - - error
discard   unix  - - n - - discard
lmtp      unix  - - n - - lmtp
anvil     unix  - - n - 1 anvil
scache    unix  - - n - 1 scache
pickup    unix  n - n 60 1 pickup
postlog   unix-dgram n - n - 1 postlogd
"""


class Postfix:
    """`port` takes mail: for judge.localhost it goes to `lmtp_port`, for mailbox.localhost to `mailboxes`, all other
    mail to `world_port`."""

    def __init__(self, program: str, folder: Path, mailboxes: int) -> None:
        self.program, self.folder, self.mailboxes = program, folder, mailboxes
        self._read = 0
        self.port, self.lmtp_port, self.world_port = free_port(), free_port(), free_port()

    def start(self) -> None:
        """Up, and answering."""
        self.folder.chmod(0o755)
        for name in ("queue", "data"):
            (self.folder / name).mkdir()
        shutil.chown(self.folder / "data", "postfix")
        facts = {"d": self.folder, "smtp": self.port, "lmtp": self.lmtp_port, "world": self.world_port,
                 "mailboxes": self.mailboxes}  # fmt: skip
        (self.folder / "main.cf").write_text(MAIN.format(**facts))
        (self.folder / "master.cf").write_text(MASTER.format(**facts))
        for name in ("dynamicmaps.cf", "postfix-files"):
            with contextlib.suppress(OSError):
                shutil.copy(f"/etc/postfix/{name}", self.folder / name)
        self._say("start")
        until = time.monotonic() + 20
        while time.monotonic() < until:
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 1) as link:
                link.settimeout(5)
                if link.recv(3) == b"220":
                    return
            time.sleep(0.05)
        raise RuntimeError(f"Postfix does not answer: {self.log()}")

    def stop(self) -> None:
        """Down, with everything it started."""
        self._say("stop")

    def flush(self) -> None:
        """Try everything in the queue now."""
        self._say("flush")

    def clear(self) -> None:
        """Empty the queue, and begin a new page of the log: for the next test."""
        subprocess.run(
            ["/usr/sbin/postsuper", "-c", str(self.folder), "-d", "ALL"], stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=60, check=False, cwd="/",
        )  # fmt: skip
        self._read += len(self.log())

    def log(self) -> str:
        """What it wrote down since the test began."""
        path = self.folder / "mail.log"
        return path.read_text(errors="replace")[self._read :] if path.exists() else "no log"

    def _say(self, word: str) -> None:
        subprocess.run(
            [self.program, "-c", str(self.folder), word], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL, timeout=60, check=False, cwd="/",
        )  # fmt: skip
