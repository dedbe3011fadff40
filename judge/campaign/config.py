"""The campaign's own file: its store, its game masters, the defaults of its games."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from judge.campaign.club_rules import ClubRules, read_club
from judge.campaign.deadlines import RuleError, read_clock
from judge.campaign.following import Backups, Job, read_backup, read_on_close
from judge.campaign.masters import GameMaster, read_masters
from judge.campaign.seating import BadAddress, plain_address
from judge.campaign.web import Web, read_web
from judge.grammar.document import Complaint, Document, DocumentError, decoded, load
from judge.grammar.lexicon import nearest
from judge.report.saying import Unable

FILE = "campaign.yaml"
KEYS = ("name", "gm", "game_masters", "store", "zone", "defaults", "mail", "targets", "retention", "serve", "base_url",
        "title", "beacon", "digest", "on_close", "backup", "club", "chats", "web")  # fmt: skip

FIRST = """\
# The campaign's own file. Lines that begin with # are explanations and examples.
name: {name}

# Who runs it: notices and everything held go here.
# gm: gm@example.org

# Others who help, each by an address, with their games and what they may do there: see docs/third-week.md.
# game_masters:
#   bob@example.org: {{games: [spring, summer], may: [look, clock, release]}}

# Where everything is kept: a file beside this one (the default), or a PostgreSQL database.
# store: postgresql+psycopg://judge@localhost/judge

# When you get one mail about the day before, if there is anything to say: letters in error, sign-ups, bounces, games
# that wait for you (default: 8:00; off: never).
# digest: 20:00

# What new games begin with; `judge new --set` and the game's own settings go before it. `judge set NAME` without
# more lists every setting and what it means.
defaults:
  zone: {zone}
  deadlines: 3d at 20:30          # or by window: {{movement: 5d at 20:30 on mon-fri, retreats: 2d}}
  grace: 6h
  remind: 24h
  nmr: fill                       # fill | wait | fill-after 1
  press: private                  # none | public | private | grey | gm-only | rulebook

# Mail, for `judge serve`: see docs/mail-guide.md.
# mail:
#   address: judge@example.org
#   imap: imaps://judge@imap.example.org
#   smtp: smtps://judge@smtp.example.org
#   password_file: mail-password

# The daemon itself: see docs/operations.md.
# serve:
#   metrics: 9187                 # figures for Prometheus, to this machine alone
#   log: json                     # human | json

# A page for each seat, opened by a link in its reports: see docs/web-guide.md. It needs the-judge[web].
# web:
#   base_url: https://play.example.org
#   listen: 127.0.0.1:8080        # behind a server that brings TLS

# How long the words of letters are kept after their game is over; hashes stay: see docs/operations.md.
# retention:
#   keep_raw_mail: 90 days

# What is done after each step, by game or for all: see docs/operations.md.
# on_close:
#   all: [{{site: public}}, {{post: club}}, {{webhook: 'https://example.org/hook', secret_file: hook-key}}]
# backup: {{each: step, keep: 20, into: backups}}

# Who may come in: see docs/club.md.
# club:
#   join_words: {{spring: tumbleweed}}
#   deny: [spammer@example.org, example.net]
#   create: [bob@example.org]
#   offer: 24h                    # how long a vacant seat waits for each who stands by

# Forums and chats that `judge post` can write to: see docs/forum-guide.md.
# targets:
#   club: {{kind: discourse, url: 'https://forum.example.org', topic: 12, user: judge, secret_file: forum-key}}

# Chats and boards in which players can write to the Judge: see docs/chats.md.
# chats:
#   room: {{kind: matrix, url: 'https://matrix.example.org', secret_file: matrix-token}}
"""


@dataclass(frozen=True, kw_only=True)
class Config:
    """A campaign's file, read."""

    folder: Path
    name: str
    title: str
    gm: str
    store_url: str
    defaults: Document
    mail: Document
    targets: Document
    chats: Document
    retention: Document
    serve: Document
    base_url: str
    web: Web | None
    beacon: Document
    digest: str
    """The hour of the game master's daily mail; "": never."""
    on_close: Mapping[str, tuple[Job, ...]]
    backup: Backups | None
    masters: tuple[GameMaster, ...]
    club: ClubRules

    @property
    def domain(self) -> str:
        """The right side of Message-IDs."""
        value = self.mail.value
        address = str(value.get("address", "")) if isinstance(value, dict) else ""
        return address.partition("@")[2] or "judge.invalid"

    def master_at(self, address: str) -> GameMaster | None:
        """The game master with this address."""
        return next((one for one in self.masters if one.address and one.address == address.strip().lower()), None)

    @property
    def own_maps(self) -> Path:
        """The campaign's own maps."""
        return self.folder / "maps"

    @property
    def own_templates(self) -> Path | None:
        """The campaign's own templates, when it has any."""
        path = self.folder / "templates"
        return path if path.is_dir() else None


class NoCampaign(Unable):
    """No campaign was found."""


def find_folder(given: str | None, start: Path) -> Path:
    """The folder named, or the nearest parent with a campaign.yaml."""
    if given:
        folder = Path(given)
        if not (folder / FILE).is_file():
            raise NoCampaign("no-campaign-in", file=FILE, folder=folder)
        return folder.resolve()
    for folder in (start, *start.parents):
        if (folder / FILE).is_file():
            return folder.resolve()
    raise NoCampaign("no-campaign-here", file=FILE)


def read_config(folder: Path) -> Config:
    """The campaign's file; every mistake is named with its line."""
    folder = folder.resolve()
    path = folder / FILE
    document = load(decoded(path.read_bytes(), FILE), FILE)
    value: dict[str, Any] = document.value if isinstance(document.value, dict) else {}
    complaints = []
    for key in value:
        if key not in KEYS:
            near = nearest(str(key), KEYS)
            hint = f'did you mean "{near}"?' if near else f"known are {', '.join(KEYS)}"
            complaints.append(document.complaint(f'"{key}" means nothing here: {hint}', key))
    if not value.get("name"):
        complaints.append(document.complaint("a campaign has a name"))
    gm = ""
    if value.get("gm"):
        try:
            _, gm = plain_address(str(value["gm"]))
        except BadAddress as error:
            complaints.append(document.complaint(str(error), "gm"))
    digest = _hour(document, value, complaints)
    masters = read_masters(gm, document.sub("game_masters"), complaints)
    club = read_club(document.sub("club"), complaints)
    web = read_web(document.sub("web"), complaints)
    if complaints:
        raise DocumentError(FILE, complaints)
    url = str(value.get("store") or f"sqlite:///{folder / 'judge.sqlite'}")
    if url.startswith("sqlite:///") and not Path(url.removeprefix("sqlite:///")).is_absolute():
        url = f"sqlite:///{folder / url.removeprefix('sqlite:///')}"
    defaults = document.sub("defaults")
    if "zone" in value and isinstance(defaults.value, dict | None):
        defaults = Document(
            {"zone": value["zone"], **(defaults.value or {})}, document.lines, document.name, ("defaults",)
        )
    return Config(
        folder=folder,
        name=str(value["name"]),
        title=str(value.get("title") or value["name"]),
        gm=gm,
        store_url=url,
        defaults=defaults,
        mail=document.sub("mail"),
        targets=document.sub("targets"),
        chats=document.sub("chats"),
        retention=document.sub("retention"),
        serve=document.sub("serve"),
        beacon=document.sub("beacon"),
        digest=digest,
        on_close=read_on_close(document.sub("on_close"), document.sub("targets")),
        backup=read_backup(document.sub("backup")),
        base_url=str(value.get("base_url") or ""),
        web=web,
        masters=masters,
        club=club,
    )


def _hour(document: Document, value: dict[str, Any], complaints: list[Complaint]) -> str:
    """The hour of the game master's daily mail, as `08:00`."""
    said = str(value.get("digest", "8:00"))
    if said in ("off", "no", "false", "False", "never"):
        return ""
    try:
        return f"{read_clock(said):%H:%M}"
    except RuleError as error:
        complaints.append(document.complaint(str(error), "digest"))
        return ""
