"""A private Dovecot on loopback, from a generated configuration, in the dialect of the version installed.

Run by root it works as an unprivileged user made for nothing else; run by anybody else it runs as that user.
"""

from __future__ import annotations

import contextlib
import grp
import os
import pwd
import shutil
import signal
import smtplib
import socket
import subprocess
import time
from pathlib import Path

COMMON = """\
protocols = imap lmtp
listen = 127.0.0.1
base_dir = {d}/run
state_dir = {d}/state
instance_name = judge-{name}
log_path = {d}/log/dovecot.log
default_internal_user = {user}
default_internal_group = {group}
default_login_user = {user}
ssl = no
auth_mechanisms = plain login
auth_failure_delay = 0
first_valid_uid = 0
first_valid_gid = 0
mail_fsync = {fsync}
recipient_delimiter = +
namespace inbox {{
  inbox = yes
  separator = /
}}
service anvil {{
  chroot =
  unix_listener anvil-auth-penalty {{
    mode = 0
  }}
}}
service imap-login {{
  chroot =
  process_min_avail = 1
  {often}
  inet_listener imap {{
    {address} = 127.0.0.1
    port = {imap}
  }}
  inet_listener imaps {{
    port = 0
  }}
}}
service lmtp {{
  user = {user}
  process_min_avail = 1
  unix_listener lmtp {{
    mode = 0600
  }}
  inet_listener lmtp {{
    {address} = 127.0.0.1
    port = {lmtp}
  }}
}}
service stats {{
  chroot =
  unix_listener stats-writer {{
    mode = 0600
  }}
}}
protocol imap {{
  mail_max_userip_connections = 100
}}
protocol lmtp {{
  postmaster_address = postmaster@localhost
  {plugins}
}}
"""
OLD = """\
info_log_path = {d}/log/dovecot.log
disable_plaintext_auth = no
auth_username_format = %Ln
lmtp_save_to_detail_mailbox = no
mail_location = maildir:~/Maildir
passdb {{
  driver = passwd-file
  args = scheme=PLAIN username_format=%Ln {d}/users
}}
userdb {{
  driver = static
  args = uid={uid} gid={gid} home={d}/mail/%Ln allow_all_users=no
}}
"""
NEW = """\
dovecot_config_version = {version}
dovecot_storage_version = {version}
auth_allow_cleartext = yes
auth_username_format = %{{user | username | lower}}
mail_driver = maildir
mail_path = ~/Maildir
mail_inbox_path = ~/Maildir
mailbox_list_layout = Maildir++
passdb passwd-file {{
  passwd_file_path = {d}/users
  default_password_scheme = PLAIN
}}
userdb static {{
  static_allow_all_users = no
  fields {{
    uid = {uid}
    gid = {gid}
    home = {d}/mail/%{{user | username | lower}}
  }}
}}
"""


USERS = tuple(f"player{number}" for number in range(1, 20))


def free_port() -> int:
    """A port nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Dovecot:
    """Starts in its own session; stops with everything it started."""

    def __init__(self, program: str, folder: Path, fsync: str = "never") -> None:
        self.program, self.folder = program, folder
        self.imap_port, self.lmtp_port = free_port(), free_port()
        self.fsync = fsync
        self.process: subprocess.Popen[bytes] | None = None

    def configure(self) -> None:
        """Write the configuration."""
        said = subprocess.run([self.program, "--version"], capture_output=True, text=True, timeout=20).stdout.split()
        version = said[0] if said else "2.3"
        new = tuple(int(part) for part in version.split(".")[:2]) >= (2, 4)
        user = "nobody" if os.getuid() == 0 else pwd.getpwuid(os.getuid()).pw_name
        entry = pwd.getpwnam(user)
        group = grp.getgrgid(entry.pw_gid).gr_name
        for name in ("run", "state", "mail", "log"):
            (self.folder / name).mkdir(exist_ok=True)
        facts = {
            "d": self.folder, "name": self.folder.name, "user": user, "group": group, "uid": entry.pw_uid,
            "gid": entry.pw_gid, "imap": self.imap_port, "lmtp": self.lmtp_port, "version": version,
            "often": "restart_request_count = unlimited" if new else "service_count = 0",
            "address": "listen" if new else "address", "fsync": self.fsync,
            "plugins": "mail_plugins {\n  }" if new else "mail_plugins =",
        }  # fmt: skip
        text = NEW + COMMON if new else COMMON + OLD
        (self.folder / "dovecot.conf").write_text(text.format(**facts))
        names = ["judge", *(f"judge{number}" for number in range(1, 500)), *USERS]
        (self.folder / "users").write_text("".join(f"{name}:{{PLAIN}}secret::::::\n" for name in names))
        (self.folder / "users").chmod(0o600)
        if os.getuid() == 0:
            # The folders above must let the unprivileged user through.
            for folder in (self.folder, *self.folder.parents):
                if folder == Path("/tmp") or folder == Path("/"):
                    break
                folder.chmod(folder.stat().st_mode | 0o011)
            subprocess.run(["chown", "-R", f"{user}:{group}", str(self.folder)], check=True, timeout=30)
        self.user = user

    def start(self) -> None:
        """Up, and answering."""
        if not (self.folder / "dovecot.conf").exists():
            self.configure()
        command = [self.program, "-F", "-c", str(self.folder / "dovecot.conf")]
        if os.getuid() == 0:
            command = [shutil.which("setpriv") or "setpriv", f"--reuid={self.user}", "--regid=" + self._group(),
                       "--clear-groups", *command]  # fmt: skip
        self.process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            start_new_session=True, cwd="/",
        )  # fmt: skip
        until = time.monotonic() + 15
        while time.monotonic() < until:
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.imap_port), 1) as link:
                link.settimeout(2)
                if link.recv(4) == b"* OK":
                    return
            time.sleep(0.02)
        log = self.folder / "log" / "dovecot.log"
        raise RuntimeError(f"Dovecot does not answer: {log.read_text() if log.exists() else 'no log'}")

    def _group(self) -> str:
        return grp.getgrgid(pwd.getpwnam(self.user).pw_gid).gr_name

    def stop(self) -> None:
        """Down, and the port free."""
        if self.process is None:
            return
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGTERM)
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait(10)
        self.process = None
        until = time.monotonic() + 5
        while time.monotonic() < until:
            with socket.socket() as probe:
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                with contextlib.suppress(OSError):
                    probe.bind(("127.0.0.1", self.imap_port))
                    return
            time.sleep(0.05)

    def set_user(self, name: str, password: str) -> None:
        """All users are there from the start: Dovecot looks at its file of users once a second at most."""
        assert password == "secret"

    def deliver(self, user: str, raw: bytes) -> None:
        """By LMTP, one recipient a transaction."""
        with smtplib.LMTP("127.0.0.1", self.lmtp_port) as link:
            link.sendmail("test@example.org", [f"{user}@localhost"], raw)
