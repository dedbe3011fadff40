"""The tables of the club: people's reliability, who stands by, vacant seats, tournaments."""

from __future__ import annotations

import sqlalchemy as sa

from judge.store.tables import Key, metadata

# A player's mark for a window that asked them, for giving a seat up or for leaving one (since version 8). A mark of a
# step counts as long as the step does.
marks = sa.Table(
    "marks",
    metadata,
    sa.Column("game_id", Key, sa.ForeignKey("games.id"), primary_key=True, autoincrement=False),
    sa.Column("seat", sa.String(32), primary_key=True),
    sa.Column("mark", sa.String(48), primary_key=True),
    sa.Column("step", Key, sa.ForeignKey("steps.id")),
    sa.Column("player_id", Key, sa.ForeignKey("players.id"), nullable=False, index=True),
    # met, late, missed, given-up, left (for whatever reason)
    sa.Column("how", sa.String(16), nullable=False),
    sa.Column("at", sa.String(32), nullable=False),
)

# Another judge's signed word on a player (since version 8).
reputations = sa.Table(
    "reputations",
    metadata,
    sa.Column("player_id", Key, sa.ForeignKey("players.id"), primary_key=True, autoincrement=False),
    sa.Column("judge", sa.String(60), primary_key=True),
    sa.Column("counts", sa.Text, nullable=False),
    sa.Column("issued_at", sa.String(32), nullable=False),
)

# People who would take over a seat, and of which games ([]: of any) (since version 8).
standby = sa.Table(
    "standby",
    metadata,
    sa.Column("player_id", Key, sa.ForeignKey("players.id"), primary_key=True, autoincrement=False),
    sa.Column("kinds", sa.Text, nullable=False),
    sa.Column("at", sa.String(32), nullable=False),
)

# Seats that need a player (since version 8). `told_at`: when the game master heard that nobody is left.
vacancies = sa.Table(
    "vacancies",
    metadata,
    sa.Column("game_id", Key, sa.ForeignKey("games.id"), primary_key=True, autoincrement=False),
    sa.Column("seat", sa.String(32), primary_key=True),
    # resigned, missed, forgotten
    sa.Column("why", sa.String(16), nullable=False),
    sa.Column("since", sa.String(32), nullable=False),
    sa.Column("told_at", sa.String(32)),
)

# A vacant seat, offered to one person until a time (since version 8).
handovers = sa.Table(
    "handovers",
    metadata,
    sa.Column("code_hash", sa.String(64), primary_key=True),
    sa.Column("game_id", Key, sa.ForeignKey("games.id"), nullable=False),
    sa.Column("seat", sa.String(32), nullable=False),
    sa.Column("player_id", Key, sa.ForeignKey("players.id"), nullable=False, index=True),
    sa.Column("at", sa.String(32), nullable=False),
    sa.Column("until", sa.String(32), nullable=False),
    # open, waits (taken, and theirs at `until`), taken, declined, lapsed, withdrawn
    sa.Column("state", sa.String(16), nullable=False, index=True),
)

tournaments = sa.Table(
    "tournaments",
    metadata,
    sa.Column("name", sa.String(32), primary_key=True),
    # The content of its file: game, boards, rounds, scoring, deadlines.
    sa.Column("plan", sa.Text, nullable=False),
    sa.Column("created_at", sa.String(32), nullable=False),
)

entrants = sa.Table(
    "entrants",
    metadata,
    sa.Column("tournament", sa.String(32), sa.ForeignKey("tournaments.name"), primary_key=True),
    sa.Column("player_id", Key, sa.ForeignKey("players.id"), primary_key=True, autoincrement=False),
    sa.Column("at", sa.String(32), nullable=False),
)

# The players drawn to each seat of each board in a round; without a game: a bye (since version 8).
pairings = sa.Table(
    "pairings",
    metadata,
    sa.Column("tournament", sa.String(32), sa.ForeignKey("tournaments.name"), primary_key=True),
    sa.Column("round", Key, primary_key=True, autoincrement=False),
    sa.Column("player_id", Key, sa.ForeignKey("players.id"), primary_key=True, autoincrement=False),
    sa.Column("game_id", Key, sa.ForeignKey("games.id")),
    sa.Column("seat", sa.String(32), nullable=False),
)

__all__ = [
    "entrants", "handovers", "marks", "metadata", "pairings", "reputations", "standby", "tournaments", "vacancies",
]  # fmt: skip
