"""The tables. Times are ISO texts in UTC with microseconds, so that both databases sort and compare them alike."""

from __future__ import annotations

import sqlalchemy as sa

metadata = sa.MetaData()

# Big enough for mail on SQLite, where every integer is; BIGINT on PostgreSQL.
Key = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def _id() -> sa.Column[int]:
    return sa.Column("id", Key, primary_key=True, autoincrement=True)


meta = sa.Table(
    "meta",
    metadata,
    sa.Column("key", sa.String(64), primary_key=True),
    sa.Column("value", sa.Text, nullable=False),
)

games = sa.Table(
    "games",
    metadata,
    _id(),
    sa.Column("name", sa.String(32), nullable=False, unique=True),
    sa.Column("game", sa.String(32), nullable=False),
    sa.Column("map_name", sa.Text, nullable=False),
    sa.Column("map_text", sa.Text, nullable=False),
    sa.Column("options", sa.Text, nullable=False),
    sa.Column("settings", sa.Text, nullable=False),
    sa.Column("seats", sa.Text, nullable=False, default="[]"),
    # forming, running, paused, over
    sa.Column("status", sa.String(16), nullable=False, index=True),
    sa.Column("outcome", sa.Text),
    # The game's present step; later ones may exist after a rollback. Every change of the game raises `revision`.
    sa.Column("head", Key, nullable=False, default=-1),
    sa.Column("branch", Key, nullable=False, default=0),
    sa.Column("revision", Key, nullable=False, default=0),
    sa.Column("window_key", sa.Text),
    sa.Column("window_kind", sa.Text),
    sa.Column("opened_at", sa.String(32)),
    sa.Column("deadline", sa.String(32), index=True),
    # Why the window is held past its deadline until the game master says otherwise.
    sa.Column("held", sa.Text),
    sa.Column("wake_at", sa.String(32), index=True),
    sa.Column("words", sa.Text, nullable=False, default="{}"),
    # Why it is held: `pause`, `stood` (taken to a step), `outage`, `by-hand` (since version 8).
    sa.Column("hold", sa.String(16)),
    # When the game was paused; missed deadlines of the open window under `nmr: fill-after N` (since version 2).
    sa.Column("paused_at", sa.String(32)),
    sa.Column("overdue", Key, nullable=False, default=0, server_default="0"),
    # The scheme of its dice (docs/dice.md; since version 7).
    sa.Column("dice", Key, nullable=False, default=1, server_default="1"),
    # The round of a beacon that is fixed for the window that closes (since version 7).
    sa.Column("beacon", sa.Text),
    # Since when it is archived: no list shows it (since version 8).
    sa.Column("archived_at", sa.String(32)),
    sa.Column("created_at", sa.String(32), nullable=False),
)

steps = sa.Table(
    "steps",
    metadata,
    _id(),
    sa.Column("game_id", Key, sa.ForeignKey("games.id"), nullable=False),
    sa.Column("branch", Key, nullable=False),
    sa.Column("number", Key, nullable=False),
    # setup, turn, edit, end
    sa.Column("kind", sa.String(16), nullable=False),
    sa.Column("window_key", sa.Text),
    sa.Column("window_title", sa.Text, nullable=False),
    sa.Column("state", sa.Text, nullable=False),
    sa.Column("state_hash", sa.String(64), nullable=False),
    sa.Column("orders", sa.Text, nullable=False),
    sa.Column("events", sa.Text, nullable=False),
    sa.Column("draws", sa.Text, nullable=False),
    sa.Column("chain", Key, nullable=False, default=0),
    sa.Column("link", Key),
    sa.Column("reason", sa.Text),
    sa.Column("judge_version", sa.String(32), nullable=False),
    sa.Column("made_at", sa.String(32), nullable=False),
    # The step it was made from: what tells one line of play from another after a rollback (since version 2).
    sa.Column("parent", Key),
    # Its place in the chain of the record: `made`, `from`, the public hash, a hash for each seat (since version 7).
    sa.Column("record", sa.Text),
    # By seat, how many windows in a row it sent nothing, up to this one (since version 8).
    sa.Column("missed", sa.Text, nullable=False, default="{}", server_default="{}"),
    sa.UniqueConstraint("game_id", "branch", "number"),
)

# The clocks of windows that were closed or left, by the step that opened them (since version 8).
clocks = sa.Table(
    "clocks",
    metadata,
    sa.Column("step", Key, sa.ForeignKey("steps.id"), primary_key=True, autoincrement=False),
    sa.Column("opened_at", sa.String(32), nullable=False),
    sa.Column("deadline", sa.String(32)),
    sa.Column("overdue", Key, nullable=False),
)

chains = sa.Table(
    "chains",
    metadata,
    _id(),
    sa.Column("game_id", Key, sa.ForeignKey("games.id"), nullable=False),
    sa.Column("number", Key, nullable=False),
    sa.Column("open_tip", sa.String(64), nullable=False),
    sa.Column("sealed_tip", sa.String(64), nullable=False),
    sa.Column("open_commitment", sa.String(64), nullable=False),
    sa.Column("sealed_commitment", sa.String(64), nullable=False),
    # How many steps had been made when it was published (since version 7).
    sa.Column("after_steps", Key, nullable=False, default=0, server_default="0"),
    sa.UniqueConstraint("game_id", "number"),
)

players = sa.Table(
    "players",
    metadata,
    _id(),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("settings", sa.Text, nullable=False, default="{}"),
)

addresses = sa.Table(
    "addresses",
    metadata,
    sa.Column("address", sa.Text, primary_key=True),
    sa.Column("player_id", Key, sa.ForeignKey("players.id"), nullable=False, index=True),
    sa.Column("confirmed", sa.Boolean, nullable=False, default=True),
    sa.Column("bounces", Key, nullable=False, default=0),
    sa.Column("first", sa.Boolean, nullable=False, default=True),
)

seats = sa.Table(
    "seats",
    metadata,
    _id(),
    sa.Column("game_id", Key, sa.ForeignKey("games.id"), nullable=False),
    sa.Column("seat", sa.String(32), nullable=False),
    # player, applicant, substitute, sitter, observer, co-gm
    sa.Column("role", sa.String(16), nullable=False, default="player"),
    sa.Column("player_id", Key, sa.ForeignKey("players.id")),
    sa.Column("token_hash", sa.String(64), unique=True),
    # A new player also sees the seat's own history up to here; nobody else's.
    sa.Column("since_step", Key, nullable=False, default=0),
    # active, disorder, resigned
    sa.Column("state", sa.String(16), nullable=False, default="active"),
    # Seats an applicant would like, best first (since version 2).
    sa.Column("preferences", sa.Text, nullable=False, default="[]", server_default="[]"),
    # When its player said HERE before the game begins; a sitter's first and last day (since version 8).
    sa.Column("here", sa.String(32)),
    sa.Column("first_day", sa.String(10)),
    sa.Column("last_day", sa.String(10)),
    # The strength of the opponent that plays it; such a seat has no player (since version 8).
    sa.Column("played_by", sa.String(16)),
    # How often its player asked for another link to the seat's page (since version 8).
    sa.Column("links", Key, nullable=False, default=0, server_default="0"),
    sa.UniqueConstraint("game_id", "seat", "role", "player_id"),
)

docket = sa.Table(
    "docket",
    metadata,
    _id(),
    sa.Column("game_id", Key, sa.ForeignKey("games.id"), nullable=False),
    sa.Column("window_key", sa.Text, nullable=False),
    sa.Column("seat", sa.String(32), nullable=False),
    # The merged orders in canonical text, one a line.
    sa.Column("orders", sa.Text, nullable=False),
    # Beside each order, when its letter came: a letter that is read late changes nothing written after it.
    sa.Column("later", sa.Text, nullable=False, default="[]"),
    sa.Column("answered", sa.Boolean, nullable=False, default=False),
    sa.Column("wait", sa.Boolean, nullable=False, default=False),
    sa.Column("source", sa.Text, nullable=False, default="[]"),
    sa.Column("receipt", Key),
    sa.Column("changed_at", sa.String(32), nullable=False),
    # The hash of the state these orders were given in: on another line of play they do not count (version 2).
    sa.Column("given_in", sa.String(64)),
    # When the letter came that last emptied the set: an older one that is read after it changes nothing (version 6).
    sa.Column("cleared", sa.Text),
    # Whether every piece has an order or silence is meant (NULL: nobody looked yet), whether READY said so, lines of
    # the newest letter that do not count, when that letter came (version 8).
    sa.Column("complete", sa.Boolean),
    sa.Column("meant", sa.Boolean, nullable=False, default=False, server_default=sa.false()),
    sa.Column("faulty", sa.Text, nullable=False, default="[]", server_default="[]"),
    sa.Column("heard", sa.Text),
    sa.UniqueConstraint("game_id", "window_key", "seat"),
)

standing = sa.Table(
    "standing",
    metadata,
    _id(),
    sa.Column("game_id", Key, sa.ForeignKey("games.id"), nullable=False),
    sa.Column("seat", sa.String(32), nullable=False),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("text", sa.Text, nullable=False),
    # A line sent ahead for the next window of its kind; otherwise it counts until it is revoked.
    sa.Column("once", sa.Boolean, nullable=False, default=False),
    # The kind of window it was sent in: it lapses when that kind opens again.
    sa.Column("sent_in", sa.Text),
    sa.UniqueConstraint("game_id", "seat", "kind", "once"),
)

receipts = sa.Table(
    "receipts",
    metadata,
    _id(),
    sa.Column("game_id", Key, sa.ForeignKey("games.id"), nullable=False, index=True),
    sa.Column("seat", sa.String(32), nullable=False),
    sa.Column("window_key", sa.Text, nullable=False),
    sa.Column("hash", sa.String(64), nullable=False),
    sa.Column("source", sa.Text, nullable=False),
    sa.Column("at", sa.String(32), nullable=False),
)

notices = sa.Table(
    "notices",
    metadata,
    _id(),
    sa.Column("game_id", Key, sa.ForeignKey("games.id"), nullable=False, index=True),
    # The step whose report carries it, and on which line of play; None until that step is made (since version 3).
    sa.Column("step", Key, nullable=False),
    sa.Column("branch", Key),
    sa.Column("told", sa.Text),
    # Words of older versions; since version 8 a code with facts, as JSON.
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("said", sa.Text),
    sa.Column("at", sa.String(32), nullable=False),
)

inbox = sa.Table(
    "inbox",
    metadata,
    _id(),
    sa.Column("account", sa.Text, nullable=False),
    sa.Column("folder", sa.Text, nullable=False),
    sa.Column("uidvalidity", Key, nullable=False),
    sa.Column("uid", Key, nullable=False),
    sa.Column("message_id", sa.Text, nullable=False),
    sa.Column("digest", sa.String(64), nullable=False, unique=True),
    sa.Column("raw", sa.LargeBinary),
    sa.Column("received_at", sa.String(32), nullable=False),
    # new, done, ignored, bad
    sa.Column("state", sa.String(16), nullable=False, index=True),
    sa.Column("tries", Key, nullable=False, default=0),
    sa.Column("game_id", Key),
    sa.Column("note", sa.Text),
    # For which seat, and why not all of it was carried out: `late`, `partial` … (since version 8).
    sa.Column("seat", sa.String(32)),
    sa.Column("codes", sa.Text),
    # The process that has it, and until when nobody else may (since version 2).
    sa.Column("owner", sa.String(64)),
    sa.Column("lease_until", sa.String(32)),
    sa.UniqueConstraint("account", "folder", "uidvalidity", "uid"),
)
# Letters whose words are still kept, for retention (since version 4).
sa.Index(
    "inbox_kept", inbox.c.game_id, inbox.c.received_at, sqlite_where=inbox.c.raw.is_not(None),
    postgresql_where=inbox.c.raw.is_not(None),
)  # fmt: skip

outbox = sa.Table(
    "outbox",
    metadata,
    _id(),
    sa.Column("message_id", sa.Text, nullable=False, unique=True),
    sa.Column("game_id", Key, index=True),
    sa.Column("recipient", sa.Text, nullable=False),
    # receipt, token, report, closing, reminder, press, notice, gm, talk, day
    sa.Column("kind", sa.String(16), nullable=False),
    # Acknowledgements (0) go before everything else.
    sa.Column("priority", Key, nullable=False),
    sa.Column("facts", sa.Text, nullable=False),
    sa.Column("in_reply_to", sa.Text),
    # queued, held (for a reader's hour), kept (until the game master lets it go), restored (from a backup, until the
    # game master lets it go), shown (on a page, and not mailed), sent, bundled, failed, withdrawn
    sa.Column("state", sa.String(16), nullable=False),
    sa.Column("tries", Key, nullable=False, default=0),
    sa.Column("due_at", sa.String(32), nullable=False),
    sa.Column("sent_at", sa.String(32)),
    sa.Column("error", sa.Text),
    # The process that sends it, and until when nobody else may (since version 2).
    sa.Column("owner", sa.String(64)),
    sa.Column("lease_until", sa.String(32)),
    # The chat for it; none: it goes by mail (since version 8).
    sa.Column("chat", sa.String(32)),
)
sa.Index("outbox_due", outbox.c.state, outbox.c.priority, outbox.c.due_at)
# The mails of the last hour, by all processes together (since version 4).
sa.Index("outbox_sent", outbox.c.sent_at)
# The answer to a letter, for a page that waits for it (since version 8).
sa.Index("outbox_answers", outbox.c.in_reply_to)

posts = sa.Table(
    "posts",
    metadata,
    _id(),
    sa.Column("game_id", Key, sa.ForeignKey("games.id"), nullable=False),
    sa.Column("step", Key, nullable=False),
    sa.Column("target", sa.Text, nullable=False),
    sa.Column("part", Key, nullable=False),
    sa.Column("remote", sa.Text, nullable=False),
    sa.Column("digest", sa.String(64), nullable=False),
    sa.UniqueConstraint("game_id", "step", "target", "part"),
)

press = sa.Table(
    "press",
    metadata,
    _id(),
    sa.Column("game_id", Key, sa.ForeignKey("games.id"), nullable=False, index=True),
    sa.Column("step", Key, nullable=False),
    sa.Column("sender", sa.Text, nullable=False),
    sa.Column("told", sa.Text, nullable=False),
    sa.Column("signed", sa.Text, nullable=False),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("at", sa.String(32), nullable=False),
    # white, grey, fake, postal (since version 8)
    sa.Column("kind", sa.String(16), nullable=False, default="white", server_default="white"),
)

# A player's closing statement (since version 5).
statements = sa.Table(
    "statements",
    metadata,
    sa.Column("game_id", Key, sa.ForeignKey("games.id"), primary_key=True, autoincrement=False),
    sa.Column("seat", sa.String(32), primary_key=True),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("at", sa.String(32), nullable=False),
)

# A player's diary, private until the closing report (since version 8).
diaries = sa.Table(
    "diaries",
    metadata,
    sa.Column("game_id", Key, sa.ForeignKey("games.id"), primary_key=True, autoincrement=False),
    sa.Column("seat", sa.String(32), primary_key=True),
    sa.Column("number", Key, primary_key=True, autoincrement=False),
    sa.Column("player_id", Key, sa.ForeignKey("players.id"), nullable=False),
    sa.Column("step", Key, nullable=False),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("at", sa.String(32), nullable=False),
)

votes = sa.Table(
    "votes",
    metadata,
    _id(),
    sa.Column("game_id", Key, sa.ForeignKey("games.id"), nullable=False),
    sa.Column("seat", sa.String(32), nullable=False),
    sa.Column("proposal", sa.Text, nullable=False),
    sa.Column("window_key", sa.Text, nullable=False),
    sa.Column("at", sa.String(32), nullable=False),
    sa.UniqueConstraint("game_id", "seat"),
)

# Seats that voted to put the open window off (since version 8).
extend_votes = sa.Table(
    "extend_votes",
    metadata,
    sa.Column("game_id", Key, sa.ForeignKey("games.id"), primary_key=True, autoincrement=False),
    sa.Column("window_key", sa.Text, primary_key=True),
    sa.Column("seat", sa.String(32), primary_key=True),
    sa.Column("at", sa.String(32), nullable=False),
)

absences = sa.Table(
    "absences",
    metadata,
    _id(),
    sa.Column("player_id", Key, sa.ForeignKey("players.id"), nullable=False, index=True),
    sa.Column("first_day", sa.String(10), nullable=False),
    sa.Column("last_day", sa.String(10), nullable=False),
)

audit = sa.Table(
    "audit",
    metadata,
    _id(),
    sa.Column("game_id", Key, index=True),
    sa.Column("step", Key),
    sa.Column("actor", sa.Text, nullable=False),
    sa.Column("act", sa.Text, nullable=False),
    sa.Column("detail", sa.Text, nullable=False),
    sa.Column("at", sa.String(32), nullable=False),
)

# One collector for a mailbox, one clock for a campaign (since version 2).
leases = sa.Table(
    "leases",
    metadata,
    sa.Column("name", sa.String(120), primary_key=True),
    sa.Column("owner", sa.String(64), nullable=False),
    sa.Column("until", sa.String(32), nullable=False),
    sa.Column("fence", Key, nullable=False),
)

# Letters of an address and answers to it, in spans of ten minutes (since version 6).
tallies = sa.Table(
    "tallies",
    metadata,
    sa.Column("kind", sa.String(16), primary_key=True),
    sa.Column("address", sa.Text, primary_key=True),
    sa.Column("span", sa.String(16), primary_key=True, index=True),
    sa.Column("many", Key, nullable=False),
)

# The words of every mail that went, as runs of four (since version 7): by them we recognise quotations.
sent_words = sa.Table(
    "sent_words",
    metadata,
    sa.Column("mail", Key, primary_key=True, autoincrement=False),
    sa.Column("address", sa.Text, nullable=False, index=True),
    sa.Column("is_press", sa.Boolean, nullable=False),
    sa.Column("runs", sa.LargeBinary, nullable=False),
)

# The offers of the newest answer to a seat, in place of lines that were not understood (since version 7).
offers = sa.Table(
    "offers",
    metadata,
    sa.Column("game_id", Key, sa.ForeignKey("games.id"), primary_key=True, autoincrement=False),
    sa.Column("seat", sa.String(32), primary_key=True),
    # The answer's own number, and its Message-ID, by which a reply names it.
    sa.Column("answer", sa.Text, nullable=False),
    sa.Column("message_id", sa.Text, nullable=False),
    sa.Column("window_key", sa.Text, nullable=False),
    sa.Column("texts", sa.Text, nullable=False),
)

# Words to and from the game master, by the letter that began them (since version 8).
talks = sa.Table(
    "talks",
    metadata,
    sa.Column("letter", Key, primary_key=True, autoincrement=False),
    sa.Column("game_id", Key, sa.ForeignKey("games.id")),
    sa.Column("seat", sa.String(32), nullable=False),
    sa.Column("address", sa.Text, nullable=False),
    sa.Column("subject", sa.Text, nullable=False),
    # The newest Message-ID of the player's and of the game master's, which the next answer refers to.
    sa.Column("heard", sa.Text, nullable=False),
    sa.Column("answered", sa.Text, nullable=False),
    sa.Column("at", sa.String(32), nullable=False),
)

# Jobs outside the store after a step: posts, pages, calls (since version 8).
jobs = sa.Table(
    "jobs",
    metadata,
    # A function of the step and of the job.
    sa.Column("name", sa.String(64), primary_key=True),
    sa.Column("game_id", Key, sa.ForeignKey("games.id")),
    sa.Column("step", Key, nullable=False),
    sa.Column("branch", Key, nullable=False),
    sa.Column("said", sa.Text, nullable=False),
    # queued, done, failed
    sa.Column("state", sa.String(16), nullable=False),
    sa.Column("tries", Key, nullable=False),
    sa.Column("due_at", sa.String(32), nullable=False),
    sa.Column("done_at", sa.String(32)),
    sa.Column("error", sa.Text),
    # The process that does it, and until when nobody else may.
    sa.Column("owner", sa.String(64)),
    sa.Column("lease_until", sa.String(32)),
)
sa.Index("jobs_due", jobs.c.state, jobs.c.due_at)
