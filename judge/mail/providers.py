"""The names of well-known mail providers' servers, so that a game master need not look them up."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from urllib.parse import quote


@dataclass(frozen=True, slots=True)
class Provider:
    """One provider: its servers, and what has to be done there first. `plus`: judge+anything@ comes to judge@."""

    name: str
    imap: str
    smtp: str
    first: str
    _: KW_ONLY
    plus: bool = True
    server: str = ""
    per_hour: int = 0
    token: bool = False


APP = "make an app password in the account's security settings (two-step verification must be on)"
TURN_ON = "turn IMAP on in the account's mail settings"
_KNOWN = (
    (("gmail.com", "googlemail.com"),
     Provider("Gmail", "imaps://@imap.gmail.com", "smtps://@smtp.gmail.com", APP,
              server="mx.google.com", per_hour=20)),
    (("fastmail.com", "fastmail.fm"),
     Provider("Fastmail", "imaps://@imap.fastmail.com", "smtps://@smtp.fastmail.com", "make an app password")),
    (("icloud.com", "me.com", "mac.com"),
     Provider("iCloud", "imaps://@imap.mail.me.com", "smtp://@smtp.mail.me.com", APP)),
    (("yahoo.com", "yahoo.co.uk", "yahoo.de", "yahoo.fr", "ymail.com"),
     Provider("Yahoo", "imaps://@imap.mail.yahoo.com", "smtps://@smtp.mail.yahoo.com", APP, plus=False)),
    (("aol.com",), Provider("AOL", "imaps://@imap.aol.com", "smtps://@smtp.aol.com", APP, plus=False)),
    (("gmx.de", "gmx.net", "gmx.at", "gmx.ch"),
     Provider("GMX", "imaps://@imap.gmx.net", "smtps://@mail.gmx.net", TURN_ON, plus=False)),
    (("gmx.com",), Provider("GMX", "imaps://@imap.gmx.com", "smtps://@mail.gmx.com", TURN_ON, plus=False)),
    (("web.de",), Provider("WEB.DE", "imaps://@imap.web.de", "smtps://@smtp.web.de", TURN_ON, plus=False)),
    (("mailbox.org",),
     Provider("mailbox.org", "imaps://@imap.mailbox.org", "smtps://@smtp.mailbox.org", "an app password will do")),
    (("posteo.de", "posteo.net", "posteo.eu"),
     Provider("Posteo", "imaps://@posteo.de", "smtps://@posteo.de", "its ordinary password will do")),
    (("zoho.com", "zohomail.com"),
     Provider("Zoho", "imaps://@imap.zoho.com", "smtps://@smtp.zoho.com", TURN_ON)),
    (("outlook.com", "hotmail.com", "live.com", "msn.com"),
     Provider("outlook.com", "imaps://@outlook.office365.com", "smtp://@smtp.office365.com",
              "a command that prints an OAuth 2 token is needed (docs/mail-guide.md)", token=True)),
)  # fmt: skip
PROVIDERS = {domain: provider for domains, provider in _KNOWN for domain in domains}


def provider_of(address: str) -> Provider | None:
    """The provider of an address, when it is one of those known here."""
    return PROVIDERS.get(address.rpartition("@")[2].lower())


def written(address: str) -> str:
    """The `mail:` part of campaign.yaml for an address; a guess, and said to be one, where the provider is unknown."""
    domain = address.rpartition("@")[2].lower()
    known = provider_of(address)
    one = known or Provider(domain, f"imaps://@imap.{domain}", f"smtps://@smtp.{domain}", "")
    user = quote(address, safe="")
    lines = [f"# {known.name}: first, {known.first}." if known else
             "# A guess: your provider's help says what its servers for IMAP and SMTP are called."]  # fmt: skip
    lines += ["mail:", f"  address: {address}"]
    lines += [f"  {key}: {url.replace('@', f'{user}@', 1)}" for key, url in (("imap", one.imap), ("smtp", one.smtp))]
    lines.append("  token_command: print-access-token" if one.token else "  password_file: mail-password")
    if one.server:
        lines.append(f"  server: {one.server}")
    if not one.plus:
        lines.append("  plus: false                     # letters to judge+anything@ do not arrive here")
    if one.per_hour:
        lines.append(f"  per_hour: {one.per_hour}                    # the provider's own limit is some hundreds a day")
    return "\n".join(lines) + "\n"
