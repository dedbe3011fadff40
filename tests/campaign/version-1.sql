-- The tables as version 1 made them, with one game that is forming. Never edited: it is what upgrades begin from.

CREATE TABLE audit (
	id INTEGER NOT NULL,
	game_id INTEGER,
	step INTEGER,
	actor VARCHAR(120) NOT NULL,
	act VARCHAR(64) NOT NULL,
	detail TEXT NOT NULL,
	at VARCHAR(32) NOT NULL,
	PRIMARY KEY (id)
);

CREATE INDEX ix_audit_game_id ON audit (game_id);

CREATE TABLE games (
	id INTEGER NOT NULL,
	name VARCHAR(32) NOT NULL,
	game VARCHAR(32) NOT NULL,
	map_name VARCHAR(64) NOT NULL,
	map_text TEXT NOT NULL,
	options TEXT NOT NULL,
	settings TEXT NOT NULL,
	seats TEXT NOT NULL,
	status VARCHAR(16) NOT NULL,
	outcome TEXT,
	head INTEGER NOT NULL,
	branch INTEGER NOT NULL,
	revision INTEGER NOT NULL,
	window_key VARCHAR(160),
	window_kind VARCHAR(64),
	opened_at VARCHAR(32),
	deadline VARCHAR(32),
	held TEXT,
	wake_at VARCHAR(32),
	words TEXT NOT NULL,
	created_at VARCHAR(32) NOT NULL,
	PRIMARY KEY (id),
	UNIQUE (name)
);

CREATE INDEX ix_games_deadline ON games (deadline);

CREATE INDEX ix_games_status ON games (status);

CREATE INDEX ix_games_wake_at ON games (wake_at);

CREATE TABLE inbox (
	id INTEGER NOT NULL,
	account VARCHAR(254) NOT NULL,
	folder VARCHAR(254) NOT NULL,
	uidvalidity INTEGER NOT NULL,
	uid INTEGER NOT NULL,
	message_id TEXT NOT NULL,
	digest VARCHAR(64) NOT NULL,
	raw BLOB,
	received_at VARCHAR(32) NOT NULL,
	state VARCHAR(16) NOT NULL,
	tries INTEGER NOT NULL,
	game_id INTEGER,
	note TEXT,
	PRIMARY KEY (id),
	UNIQUE (account, folder, uidvalidity, uid),
	UNIQUE (digest)
);

CREATE INDEX ix_inbox_state ON inbox (state);

CREATE TABLE meta (
	"key" VARCHAR(64) NOT NULL,
	value TEXT NOT NULL,
	PRIMARY KEY ("key")
);

CREATE TABLE outbox (
	id INTEGER NOT NULL,
	message_id VARCHAR(254) NOT NULL,
	game_id INTEGER,
	recipient VARCHAR(254) NOT NULL,
	kind VARCHAR(16) NOT NULL,
	priority INTEGER NOT NULL,
	facts TEXT NOT NULL,
	in_reply_to TEXT,
	state VARCHAR(16) NOT NULL,
	tries INTEGER NOT NULL,
	due_at VARCHAR(32) NOT NULL,
	sent_at VARCHAR(32),
	error TEXT,
	PRIMARY KEY (id),
	UNIQUE (message_id)
);

CREATE INDEX ix_outbox_game_id ON outbox (game_id);

CREATE INDEX outbox_due ON outbox (state, priority, due_at);

CREATE TABLE players (
	id INTEGER NOT NULL,
	name VARCHAR(120) NOT NULL,
	settings TEXT NOT NULL,
	PRIMARY KEY (id)
);

CREATE TABLE absences (
	id INTEGER NOT NULL,
	player_id INTEGER NOT NULL,
	first_day VARCHAR(10) NOT NULL,
	last_day VARCHAR(10) NOT NULL,
	PRIMARY KEY (id),
	FOREIGN KEY(player_id) REFERENCES players (id)
);

CREATE INDEX ix_absences_player_id ON absences (player_id);

CREATE TABLE addresses (
	address VARCHAR(254) NOT NULL,
	player_id INTEGER NOT NULL,
	confirmed BOOLEAN NOT NULL,
	bounces INTEGER NOT NULL,
	first BOOLEAN NOT NULL,
	PRIMARY KEY (address),
	FOREIGN KEY(player_id) REFERENCES players (id)
);

CREATE INDEX ix_addresses_player_id ON addresses (player_id);

CREATE TABLE chains (
	id INTEGER NOT NULL,
	game_id INTEGER NOT NULL,
	number INTEGER NOT NULL,
	open_tip VARCHAR(64) NOT NULL,
	sealed_tip VARCHAR(64) NOT NULL,
	open_commitment VARCHAR(64) NOT NULL,
	sealed_commitment VARCHAR(64) NOT NULL,
	PRIMARY KEY (id),
	UNIQUE (game_id, number),
	FOREIGN KEY(game_id) REFERENCES games (id)
);

CREATE TABLE docket (
	id INTEGER NOT NULL,
	game_id INTEGER NOT NULL,
	window_key VARCHAR(160) NOT NULL,
	seat VARCHAR(32) NOT NULL,
	orders TEXT NOT NULL,
	later TEXT NOT NULL,
	answered BOOLEAN NOT NULL,
	wait BOOLEAN NOT NULL,
	source TEXT NOT NULL,
	receipt INTEGER,
	changed_at VARCHAR(32) NOT NULL,
	PRIMARY KEY (id),
	UNIQUE (game_id, window_key, seat),
	FOREIGN KEY(game_id) REFERENCES games (id)
);

CREATE TABLE notices (
	id INTEGER NOT NULL,
	game_id INTEGER NOT NULL,
	step INTEGER NOT NULL,
	told TEXT,
	text TEXT NOT NULL,
	at VARCHAR(32) NOT NULL,
	PRIMARY KEY (id),
	FOREIGN KEY(game_id) REFERENCES games (id)
);

CREATE INDEX ix_notices_game_id ON notices (game_id);

CREATE TABLE posts (
	id INTEGER NOT NULL,
	game_id INTEGER NOT NULL,
	step INTEGER NOT NULL,
	target VARCHAR(64) NOT NULL,
	part INTEGER NOT NULL,
	remote TEXT NOT NULL,
	digest VARCHAR(64) NOT NULL,
	PRIMARY KEY (id),
	UNIQUE (game_id, step, target, part),
	FOREIGN KEY(game_id) REFERENCES games (id)
);

CREATE TABLE press (
	id INTEGER NOT NULL,
	game_id INTEGER NOT NULL,
	step INTEGER NOT NULL,
	sender VARCHAR(32) NOT NULL,
	told TEXT NOT NULL,
	signed VARCHAR(120) NOT NULL,
	text TEXT NOT NULL,
	at VARCHAR(32) NOT NULL,
	PRIMARY KEY (id),
	FOREIGN KEY(game_id) REFERENCES games (id)
);

CREATE INDEX ix_press_game_id ON press (game_id);

CREATE TABLE receipts (
	id INTEGER NOT NULL,
	game_id INTEGER NOT NULL,
	seat VARCHAR(32) NOT NULL,
	window_key VARCHAR(160) NOT NULL,
	hash VARCHAR(64) NOT NULL,
	source VARCHAR(64) NOT NULL,
	at VARCHAR(32) NOT NULL,
	PRIMARY KEY (id),
	FOREIGN KEY(game_id) REFERENCES games (id)
);

CREATE INDEX ix_receipts_game_id ON receipts (game_id);

CREATE TABLE seats (
	id INTEGER NOT NULL,
	game_id INTEGER NOT NULL,
	seat VARCHAR(32) NOT NULL,
	role VARCHAR(16) NOT NULL,
	player_id INTEGER,
	token_hash VARCHAR(64),
	since_step INTEGER NOT NULL,
	missed INTEGER NOT NULL,
	state VARCHAR(16) NOT NULL,
	PRIMARY KEY (id),
	UNIQUE (game_id, seat, role, player_id),
	FOREIGN KEY(game_id) REFERENCES games (id),
	FOREIGN KEY(player_id) REFERENCES players (id),
	UNIQUE (token_hash)
);

CREATE TABLE standing (
	id INTEGER NOT NULL,
	game_id INTEGER NOT NULL,
	seat VARCHAR(32) NOT NULL,
	kind VARCHAR(64) NOT NULL,
	text TEXT NOT NULL,
	once BOOLEAN NOT NULL,
	sent_in VARCHAR(64),
	PRIMARY KEY (id),
	UNIQUE (game_id, seat, kind, once),
	FOREIGN KEY(game_id) REFERENCES games (id)
);

CREATE TABLE steps (
	id INTEGER NOT NULL,
	game_id INTEGER NOT NULL,
	branch INTEGER NOT NULL,
	number INTEGER NOT NULL,
	kind VARCHAR(16) NOT NULL,
	window_key VARCHAR(160),
	window_title VARCHAR(160) NOT NULL,
	state TEXT NOT NULL,
	state_hash VARCHAR(64) NOT NULL,
	orders TEXT NOT NULL,
	events TEXT NOT NULL,
	draws TEXT NOT NULL,
	chain INTEGER NOT NULL,
	link INTEGER,
	reason TEXT,
	judge_version VARCHAR(32) NOT NULL,
	made_at VARCHAR(32) NOT NULL,
	PRIMARY KEY (id),
	UNIQUE (game_id, branch, number),
	FOREIGN KEY(game_id) REFERENCES games (id)
);

CREATE TABLE votes (
	id INTEGER NOT NULL,
	game_id INTEGER NOT NULL,
	seat VARCHAR(32) NOT NULL,
	proposal VARCHAR(160) NOT NULL,
	window_key VARCHAR(160) NOT NULL,
	at VARCHAR(32) NOT NULL,
	PRIMARY KEY (id),
	UNIQUE (game_id, seat),
	FOREIGN KEY(game_id) REFERENCES games (id)
);

INSERT INTO meta VALUES ('version', '1');

INSERT INTO games (name, game, map_name, map_text, options, settings, seats, status, head, branch, revision, words, created_at)
VALUES ('old', 'lanterns', 'lanterns', 'name: lanterns', '{}', '{}', '[]', 'forming', -1, 0, 0, '{}', '2027-03-01T09:00:00.000000Z');
