"""Migrations: the statements that take a store from one version to the next. Both databases understand them.

A statement is never edited once it was released: a change of the tables is a new version here.
"""

from __future__ import annotations

VERSION = 9

MIGRATIONS: dict[int, tuple[str, ...]] = {
    2: (
        "ALTER TABLE steps ADD COLUMN parent BIGINT",
        "ALTER TABLE games ADD COLUMN paused_at VARCHAR(32)",
        "ALTER TABLE games ADD COLUMN overdue BIGINT DEFAULT 0 NOT NULL",
        "ALTER TABLE docket ADD COLUMN given_in VARCHAR(64)",
        "ALTER TABLE seats ADD COLUMN preferences TEXT DEFAULT '[]' NOT NULL",
        "ALTER TABLE inbox ADD COLUMN owner VARCHAR(64)",
        "ALTER TABLE inbox ADD COLUMN lease_until VARCHAR(32)",
        "ALTER TABLE outbox ADD COLUMN owner VARCHAR(64)",
        "ALTER TABLE outbox ADD COLUMN lease_until VARCHAR(32)",
        "CREATE TABLE leases (name VARCHAR(120) NOT NULL PRIMARY KEY, owner VARCHAR(64) NOT NULL, "
        "until VARCHAR(32) NOT NULL, fence BIGINT NOT NULL)",
    ),
    3: ("ALTER TABLE notices ADD COLUMN branch BIGINT",),
    4: (
        "CREATE INDEX inbox_kept ON inbox (game_id, received_at) WHERE raw IS NOT NULL",
        "CREATE INDEX outbox_sent ON outbox (sent_at)",
    ),
    5: (
        "CREATE TABLE statements (game_id BIGINT NOT NULL REFERENCES games (id), seat VARCHAR(32) NOT NULL, "
        "text TEXT NOT NULL, at VARCHAR(32) NOT NULL, PRIMARY KEY (game_id, seat))",
    ),
    6: (
        "ALTER TABLE docket ADD COLUMN cleared TEXT",
        "CREATE TABLE tallies (kind VARCHAR(16) NOT NULL, address TEXT NOT NULL, span VARCHAR(16) NOT NULL, "
        "many BIGINT NOT NULL, PRIMARY KEY (kind, address, span))",
        "CREATE INDEX ix_tallies_span ON tallies (span)",
    ),
    7: (
        "CREATE TABLE sent_words (mail BIGINT NOT NULL PRIMARY KEY, address TEXT NOT NULL, is_press BOOLEAN NOT NULL, "
        "runs BYTEA NOT NULL)",
        "CREATE INDEX ix_sent_words_address ON sent_words (address)",
        "CREATE TABLE offers (game_id BIGINT NOT NULL REFERENCES games (id), seat VARCHAR(32) NOT NULL, "
        "answer TEXT NOT NULL, message_id TEXT NOT NULL, window_key TEXT NOT NULL, texts TEXT NOT NULL, "
        "PRIMARY KEY (game_id, seat))",
        # Games that began before use the first dice scheme to their end.
        "ALTER TABLE games ADD COLUMN dice BIGINT DEFAULT 1 NOT NULL",
        "ALTER TABLE chains ADD COLUMN after_steps BIGINT DEFAULT 0 NOT NULL",
        "ALTER TABLE steps ADD COLUMN record TEXT",
        "ALTER TABLE games ADD COLUMN beacon TEXT",
    ),
    8: (
        "ALTER TABLE games ADD COLUMN archived_at VARCHAR(32)",
        "ALTER TABLE inbox ADD COLUMN seat VARCHAR(32)",
        "ALTER TABLE inbox ADD COLUMN codes TEXT",
        "CREATE TABLE talks (letter BIGINT NOT NULL PRIMARY KEY, game_id BIGINT REFERENCES games (id), "
        "seat VARCHAR(32) NOT NULL, address TEXT NOT NULL, subject TEXT NOT NULL, heard TEXT NOT NULL, "
        "answered TEXT NOT NULL, at VARCHAR(32) NOT NULL)",
        "CREATE TABLE jobs (name VARCHAR(64) NOT NULL PRIMARY KEY, game_id BIGINT REFERENCES games (id), "
        "step BIGINT NOT NULL, branch BIGINT NOT NULL, said TEXT NOT NULL, state VARCHAR(16) NOT NULL, "
        "tries BIGINT NOT NULL, due_at VARCHAR(32) NOT NULL, done_at VARCHAR(32), error TEXT, owner VARCHAR(64), "
        "lease_until VARCHAR(32))",
        "CREATE INDEX jobs_due ON jobs (state, due_at)",
        "CREATE TABLE diaries (game_id BIGINT NOT NULL REFERENCES games (id), seat VARCHAR(32) NOT NULL, "
        "number BIGINT NOT NULL, player_id BIGINT NOT NULL REFERENCES players (id), step BIGINT NOT NULL, "
        "text TEXT NOT NULL, at VARCHAR(32) NOT NULL, PRIMARY KEY (game_id, seat, number))",
        "ALTER TABLE press ADD COLUMN kind VARCHAR(16) DEFAULT 'white' NOT NULL",
        "ALTER TABLE games ADD COLUMN hold VARCHAR(16)",
        "UPDATE games SET hold = 'pause' WHERE held IS NOT NULL AND paused_at IS NOT NULL",
        "ALTER TABLE steps ADD COLUMN missed TEXT DEFAULT '{}' NOT NULL",
        "CREATE TABLE clocks (step BIGINT NOT NULL PRIMARY KEY REFERENCES steps (id), opened_at VARCHAR(32) NOT NULL, "
        "deadline VARCHAR(32), overdue BIGINT NOT NULL)",
        "ALTER TABLE seats DROP COLUMN missed",
        "ALTER TABLE seats ADD COLUMN here VARCHAR(32)",
        "ALTER TABLE seats ADD COLUMN first_day VARCHAR(10)",
        "ALTER TABLE seats ADD COLUMN last_day VARCHAR(10)",
        "ALTER TABLE docket ADD COLUMN complete BOOLEAN",
        "ALTER TABLE docket ADD COLUMN meant BOOLEAN DEFAULT FALSE NOT NULL",
        "ALTER TABLE docket ADD COLUMN faulty TEXT DEFAULT '[]' NOT NULL",
        "ALTER TABLE docket ADD COLUMN heard TEXT",
        "CREATE TABLE extend_votes (game_id BIGINT NOT NULL REFERENCES games (id), window_key TEXT NOT NULL, "
        "seat VARCHAR(32) NOT NULL, at VARCHAR(32) NOT NULL, PRIMARY KEY (game_id, window_key, seat))",
        "CREATE TABLE marks (game_id BIGINT NOT NULL, seat VARCHAR(32) NOT NULL, mark VARCHAR(48) NOT NULL, "
        "step BIGINT, player_id BIGINT NOT NULL, how VARCHAR(16) NOT NULL, at VARCHAR(32) NOT NULL, PRIMARY "
        "KEY (game_id, seat, mark), FOREIGN KEY(game_id) REFERENCES games (id), FOREIGN KEY(step) REFERENCES "
        "steps (id), FOREIGN KEY(player_id) REFERENCES players (id))",
        "CREATE INDEX ix_marks_player_id ON marks (player_id)",
        "CREATE TABLE reputations (player_id BIGINT NOT NULL, judge VARCHAR(60) NOT NULL, counts TEXT NOT "
        "NULL, issued_at VARCHAR(32) NOT NULL, PRIMARY KEY (player_id, judge), FOREIGN KEY(player_id) "
        "REFERENCES players (id))",
        "CREATE TABLE standby (player_id BIGINT NOT NULL, kinds TEXT NOT NULL, at VARCHAR(32) NOT NULL, "
        "PRIMARY KEY (player_id), FOREIGN KEY(player_id) REFERENCES players (id))",
        "CREATE TABLE vacancies (game_id BIGINT NOT NULL, seat VARCHAR(32) NOT NULL, why VARCHAR(16) NOT "
        "NULL, since VARCHAR(32) NOT NULL, told_at VARCHAR(32), PRIMARY KEY (game_id, seat), FOREIGN "
        "KEY(game_id) REFERENCES games (id))",
        "CREATE TABLE handovers (code_hash VARCHAR(64) NOT NULL, game_id BIGINT NOT NULL, seat VARCHAR(32) "
        "NOT NULL, player_id BIGINT NOT NULL, at VARCHAR(32) NOT NULL, until VARCHAR(32) NOT NULL, state "
        "VARCHAR(16) NOT NULL, PRIMARY KEY (code_hash), FOREIGN KEY(game_id) REFERENCES games (id), FOREIGN "
        "KEY(player_id) REFERENCES players (id))",
        "CREATE INDEX ix_handovers_player_id ON handovers (player_id)",
        "CREATE INDEX ix_handovers_state ON handovers (state)",
        "CREATE TABLE tournaments (name VARCHAR(32) NOT NULL, plan TEXT NOT NULL, created_at VARCHAR(32) NOT "
        "NULL, PRIMARY KEY (name))",
        "CREATE TABLE entrants (tournament VARCHAR(32) NOT NULL, player_id BIGINT NOT NULL, at VARCHAR(32) "
        "NOT NULL, PRIMARY KEY (tournament, player_id), FOREIGN KEY(tournament) REFERENCES tournaments "
        "(name), FOREIGN KEY(player_id) REFERENCES players (id))",
        "CREATE TABLE pairings (tournament VARCHAR(32) NOT NULL, round BIGINT NOT NULL, player_id BIGINT NOT "
        "NULL, game_id BIGINT, seat VARCHAR(32) NOT NULL, PRIMARY KEY (tournament, round, player_id), FOREIGN "
        "KEY(tournament) REFERENCES tournaments (name), FOREIGN KEY(player_id) REFERENCES players (id), "
        "FOREIGN KEY(game_id) REFERENCES games (id))",
        "ALTER TABLE seats ADD COLUMN played_by VARCHAR(16)",
        "ALTER TABLE notices ADD COLUMN said TEXT",
        "CREATE TABLE news (token_hash VARCHAR(64) NOT NULL, number BIGINT NOT NULL, mail BIGINT NOT NULL, "
        "PRIMARY KEY (token_hash, number), UNIQUE (token_hash, mail))",
        "CREATE INDEX ix_news_mail ON news (mail)",
        "ALTER TABLE outbox ADD COLUMN chat VARCHAR(32)",
        "CREATE TABLE accounts (chat VARCHAR(32) NOT NULL, account TEXT NOT NULL, address TEXT, room TEXT NOT NULL, "
        "at VARCHAR(32) NOT NULL, PRIMARY KEY (chat, account))",
        "CREATE INDEX ix_accounts_address ON accounts (address)",
        "CREATE TABLE account_codes (code_hash VARCHAR(64) NOT NULL PRIMARY KEY, chat VARCHAR(32) NOT NULL, "
        "address TEXT NOT NULL, until VARCHAR(32) NOT NULL)",
        "CREATE INDEX ix_account_codes_address ON account_codes (address)",
        "ALTER TABLE seats ADD COLUMN links BIGINT NOT NULL DEFAULT 0",
        "CREATE INDEX outbox_answers ON outbox (in_reply_to)",
    ),
    9: (
        "CREATE TABLE bells (endpoint TEXT NOT NULL PRIMARY KEY, seat_id BIGINT NOT NULL, "
        "link_hash VARCHAR(64) NOT NULL, at VARCHAR(32) NOT NULL)",
        "CREATE INDEX ix_bells_seat_id ON bells (seat_id)",
    ),
}

# SQLite takes a text of any length in any column. PostgreSQL does not, so there all text from people, mail programs and
# games has no limit.
_FREED = """
games map_name window_key window_kind
steps window_key window_title
players name
addresses address
docket window_key
standing kind sent_in
receipts window_key source
inbox account folder
outbox message_id recipient
posts target
press sender signed
votes proposal window_key
audit actor act
"""

ON_SERVERS: dict[int, tuple[str, ...]] = {
    4: tuple(
        f"ALTER TABLE {line.split()[0]} ALTER COLUMN {column} TYPE TEXT"
        for line in _FREED.split("\n")
        if line
        for column in line.split()[1:]
    ),
}
