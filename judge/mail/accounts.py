"""The accounts for collecting and sending mail: the `mail:` part of a campaign's file, with the rules about encryption
and secrets.

Plain connections are refused unless the server is on this machine or the game master writes `insecure: true`.
"""

from __future__ import annotations

import contextlib
import ipaddress
import os
import shlex
import subprocess
from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass, field, replace
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from judge.grammar.document import Complaint, Document, DocumentError
from judge.grammar.lexicon import nearest
from judge.mail.guard import Limits
from judge.report.saying import Saying

KEYS = {
    "address": "the judge's own address",
    "name": "the name the judge's mails come from",
    "imap": "imaps://user@host, imap://user@host (STARTTLS)",
    "smtp": "smtps://user@host, smtp://user@host (STARTTLS), lmtp://host:24 or lmtp:/path",
    "password_file": "a file with the password, readable by its owner only",
    "password_env": "the environment variable that holds the password",
    "password_command": "a command that prints the password",
    "token_command": "a command that prints an OAuth 2 access token",
    "smtp_password_file": "the same for sending, where it differs",
    "smtp_password_env": "the same",
    "smtp_password_command": "the same",
    "inbox": "the folder letters come into (INBOX)",
    "done": "the folder of letters dealt with (Done)",
    "bad": "the folder of letters nothing can be done with (Bad)",
    "poll": "how often to look where the server does not say when mail comes (60 s)",
    "idle": "the longest wait on a silent connection (240 s)",
    "server": "the name one's own mail server signs Authentication-Results with (mx.example.org)",
    "dkim": "true: check DKIM signatures here where one's own server says nothing of them (needs the extra dkim)",
    "dkim_selector": "the name under which the judge's own domain publishes its key, for judge doctor to look up",
    "arc": "domains of forwarders whose ARC seals are believed (with dkim: true)",
    "pgp": "true: check PGP signatures against the keys registered for players (needs the extra pgp)",
    "pgp_key": "the file with the judge's own secret key, for letters encrypted to it (judge mail key makes one)",
    "verp": "true: bounces come back to an address that says which mail bounced",
    "plus": "false: the provider does not deliver judge+anything@ to judge@",
    "insecure": "true: plain connections to other machines are allowed",
    "lmtp_listen": "host:port or a path: take mail straight from an MX",
    "per_hour": "the most mails sent in an hour (0: no limit)",
    "replies_per_hour": "the most answers to one address in an hour",
    "replies_per_day": "the same in a day",
    "local": "ports of the post office of one's own: {imap: 1143, smtp: 1025}",
}
OWN_OFFICE = "judge@judge.localhost"
"""The judge's address at the post office of one's own."""
OWN_SECRET = "post-office-judge"
OWN_PORTS = {"imap": 1143, "smtp": 1025}
PASSWORD_KEYS = ("password_file", "password_env", "password_command", "token_command")


class NoSecret(Exception):
    """A password was not to be had; the sentence says from where and why."""


@dataclass(frozen=True, slots=True)
class Server:
    """One server. `tls`: `implicit`, `starttls`, `none`. `path`: a local socket (LMTP)."""

    scheme: str
    host: str
    port: int
    tls: str
    user: str
    path: str = ""

    @property
    def local(self) -> bool:
        """Whether it is on this machine."""
        return bool(self.path) or is_local(self.host)

    def __str__(self) -> str:
        return self.path or f"{self.host}:{self.port}"


@dataclass(frozen=True, slots=True)
class Account:
    """Everything `judge serve` needs to know about mail."""

    address: str
    _: KW_ONLY
    name: str = "The Judge"
    imap: Server | None = None
    smtp: Server | None = None
    secret: Mapping[str, str] = field(default_factory=dict)
    smtp_secret: Mapping[str, str] = field(default_factory=dict)
    folder: Path = Path()
    inbox: str = "INBOX"
    done: str = "Done"
    bad: str = "Bad"
    poll: int = 60
    idle: int = 240
    server: str = ""
    dkim: bool = False
    dkim_selector: str = ""
    arc: tuple[str, ...] = ()
    pgp: bool = False
    pgp_key: Path | None = None
    verp: bool = True
    plus: bool = True
    insecure: bool = False
    lmtp_listen: str = ""
    per_hour: int = 0
    limits: Limits = field(default_factory=Limits)
    local: Mapping[str, int] = field(default_factory=dict)

    def password(self) -> str:
        """The password for fetching, asked for anew each time: a changed one needs no restart."""
        return secret_of(self.secret, self.folder)

    def smtp_password(self) -> str:
        """The password for sending."""
        return secret_of(self.smtp_secret or self.secret, self.folder)

    def written_secrets(self) -> list[str]:
        """Passwords that lie in a file or a variable; commands are not asked for this. For keeping them out of logs."""
        found = []
        for source in (self.secret, self.smtp_secret):
            if "password_file" in source or "password_env" in source:
                with contextlib.suppress(NoSecret):
                    found.append(secret_of(source, self.folder))
        return found

    @property
    def by_token(self) -> bool:
        """Whether the secret is an OAuth token."""
        return "token_command" in self.secret


def is_local(host: str) -> bool:
    """Whether this name or number is this very machine."""
    if host.lower() in ("localhost", "ip6-localhost", ""):
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


_SCHEMES = {
    "imaps": ("implicit", 993), "imap": ("starttls", 143),
    "smtps": ("implicit", 465), "smtp": ("starttls", 587), "lmtp": ("none", 24),
}  # fmt: skip


def server_of(url: str) -> Server:
    """A server from its URL; raises ValueError with a sentence."""
    if url.startswith("lmtp:/") and not url.startswith("lmtp://"):
        return Server("lmtp", "", 0, "none", "", url.removeprefix("lmtp:"))
    parts = urlsplit(url)
    if parts.scheme not in _SCHEMES:
        raise ValueError(f'"{url}" begins with none of {", ".join(f"{scheme}://" for scheme in _SCHEMES)}')
    if not parts.hostname:
        raise ValueError(f'"{url}" names no host: write it as {parts.scheme}://user@mail.example.org')
    if parts.password:
        raise ValueError("a password has no place in this file: use password_file, password_env or password_command")
    tls, port = _SCHEMES[parts.scheme]
    try:
        port = parts.port or port
    except ValueError:
        raise ValueError(f'"{url}" has a port that is none') from None
    if tls == "starttls" and is_local(parts.hostname):
        tls = "opportunistic"
    return Server(parts.scheme, parts.hostname, port, tls, unquote(parts.username or ""))


def at_own_office(account: Account, folder: Path, imap: int, smtp: int) -> Account:
    """The account at the embedded post office, on these ports of this machine."""
    user = account.address.partition("@")[0]
    return replace(
        account, imap=Server("imap", "127.0.0.1", imap, "opportunistic", user),
        smtp=Server("smtp", "127.0.0.1", smtp, "opportunistic", ""), secret={"password_file": OWN_SECRET},
        folder=folder,
    )  # fmt: skip


# The default of each, and the least it may be.
_NUMBERS = {
    "poll": (60, 1),
    "idle": (240, 1),
    "per_hour": (0, 0),
    "replies_per_hour": (30, 1),
    "replies_per_day": (120, 1),
}


def read_account(document: Document, folder: Path) -> Account:
    """The `mail:` part of a campaign's file; every mistake is named with its line."""
    value: dict[str, Any] = document.value if isinstance(document.value, dict) else {}
    complaints: list[Complaint] = []
    for key in value:
        if key not in KEYS:
            near = nearest(str(key), KEYS)
            hint = f'did you mean "{near}"?' if near else f"known are {', '.join(KEYS)}"
            complaints.append(document.complaint(f'"{key}" means nothing here: {hint}', key))
    # `mail: {local: …}` alone will do: the address is the embedded post office's own.
    address = str(value.get("address", OWN_OFFICE if "local" in value else ""))
    if "@" not in address:
        complaints.append(document.complaint("mail needs an address: the judge's own, such as judge@example.org"))
    servers = _servers(document, value, complaints)
    for key in ("insecure", "verp", "plus", "dkim", "pgp"):
        if not isinstance(value.get(key, False), bool):
            complaints.append(document.complaint(f"{key} is true or false", key))
    numbers = _numbers(document, value, complaints)
    secrets = [key for key in PASSWORD_KEYS if key in value]
    if len(secrets) > 1:
        complaints.append(document.complaint(f"one of {' and '.join(secrets)} is enough", secrets[1]))
    if complaints:
        raise DocumentError(document.name, complaints)
    local = value.get("local")
    return Account(
        address=address.lower(),
        name=str(value.get("name", "The Judge")),
        imap=servers["imap"],
        smtp=servers["smtp"],
        secret={key: str(value[key]) for key in secrets},
        smtp_secret={
            key.removeprefix("smtp_"): str(value[key])
            for key in ("smtp_password_file", "smtp_password_env", "smtp_password_command")
            if key in value
        },
        folder=folder,
        inbox=str(value.get("inbox", "INBOX")),
        done=str(value.get("done", "Done")),
        bad=str(value.get("bad", "Bad")),
        poll=numbers["poll"],
        idle=numbers["idle"],
        server=str(value.get("server", "")),
        dkim=bool(value.get("dkim", False)),
        dkim_selector=str(value.get("dkim_selector", "")),
        arc=tuple(str(one).lower() for one in _list(value.get("arc"))),
        pgp=bool(value.get("pgp", False)),
        pgp_key=folder / str(value["pgp_key"]) if value.get("pgp_key") else None,
        verp=bool(value.get("verp", value.get("plus", True))),
        plus=bool(value.get("plus", True)),
        insecure=bool(value.get("insecure", False)),
        lmtp_listen=str(value.get("lmtp_listen", "")),
        per_hour=numbers["per_hour"],
        limits=Limits(replies_per_hour=numbers["replies_per_hour"], replies_per_day=numbers["replies_per_day"]),
        local={str(key): int(port) for key, port in local.items()} if isinstance(local, dict) else {},
    )


def _list(value: object) -> list[object]:
    return value if isinstance(value, list) else [] if value is None else [value]


def what_it_proves(account: Account) -> tuple[bool, Saying]:
    """Whether an address in From is ever proven by way of this account; and what proves a letter."""
    proven = bool(account.server or account.dkim)
    facts = {"server": account.server, "dkim": account.dkim, "plus": account.plus, "pgp": account.pgp}
    return proven, Saying("trying/proven" if proven else "trying/not-proven", facts)


def is_door_open(account: Account) -> bool:
    """Whether others than the mail server can hand in letters, with findings of its that they wrote themselves."""
    return bool(account.server and account.lmtp_listen) and not account.lmtp_listen.startswith("/")


def _servers(document: Document, value: Mapping[str, Any], complaints: list[Complaint]) -> dict[str, Server | None]:
    servers: dict[str, Server | None] = {"imap": None, "smtp": None}
    for key in servers:
        if value.get(key):
            try:
                servers[key] = server_of(str(value[key]))
            except ValueError as error:
                complaints.append(document.complaint(str(error), key))
    return servers


def _numbers(document: Document, value: Mapping[str, Any], complaints: list[Complaint]) -> dict[str, int]:
    numbers = {}
    for key, (default, low) in _NUMBERS.items():
        number = value.get(key, default)
        if not isinstance(number, int) or isinstance(number, bool) or number < low:
            complaints.append(document.complaint(f"{key} is a whole number from {low} on, not {number}", key))
            number = default
        numbers[key] = number
    return numbers


def secret_of(source: Mapping[str, str], folder: Path) -> str:
    """A password or token from where the campaign's file says; never from the file itself."""
    if "password_file" in source:
        path = folder / source["password_file"]
        credentials = os.environ.get("CREDENTIALS_DIRECTORY")
        if credentials and not path.exists():
            path = Path(credentials) / source["password_file"]
        try:
            if path.stat().st_mode & 0o077 and os.name == "posix":
                raise NoSecret(f"{path} can be read by others: chmod 600 {path}")
            return path.read_text(encoding="utf-8").strip("\r\n")
        except OSError as error:
            raise NoSecret(f"the password file {path} cannot be read: {error.strerror}") from None
        except UnicodeDecodeError:
            raise NoSecret(f"the password file {path} is not UTF-8 text") from None
    if "password_env" in source:
        name = source["password_env"]
        if name not in os.environ:
            raise NoSecret(f"the environment variable {name} that should hold the password is not set")
        return os.environ[name]
    command = source.get("password_command") or source.get("token_command")
    if command:
        try:
            done = subprocess.run(
                shlex.split(command), cwd=folder, capture_output=True, text=True, timeout=60, check=True
            )
        except (OSError, ValueError, subprocess.SubprocessError) as error:
            what = error.__class__.__name__
            raise NoSecret(f"the command that should print the password did not: {what}") from None
        first = done.stdout.strip().splitlines()
        if not first:
            raise NoSecret("the command that should print the password printed nothing")
        return first[0]
    return ""


def may_log_in(server: Server, encrypted: bool, insecure: bool) -> bool:
    """A password goes over an encrypted connection, or does not leave the machine."""
    return encrypted or server.local or insecure
