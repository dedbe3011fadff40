"""Announcements of the tables on PostgreSQL: a letter came in, a mail is to go out, a game's time changed."""

from __future__ import annotations

import sqlalchemy as sa

TRIGGERS = (
    """CREATE OR REPLACE FUNCTION judge_tell() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN PERFORM pg_notify('judge', TG_ARGV[0]); RETURN NULL; END $$""",
    "DROP TRIGGER IF EXISTS judge_letter ON inbox",
    """CREATE TRIGGER judge_letter AFTER INSERT ON inbox
    FOR EACH STATEMENT EXECUTE FUNCTION judge_tell('letter')""",
    "DROP TRIGGER IF EXISTS judge_mail ON outbox",
    """CREATE TRIGGER judge_mail AFTER INSERT ON outbox
    FOR EACH STATEMENT EXECUTE FUNCTION judge_tell('mail')""",
    "DROP TRIGGER IF EXISTS judge_clock ON games",
    """CREATE TRIGGER judge_clock AFTER UPDATE OF wake_at ON games
    FOR EACH ROW WHEN (OLD.wake_at IS DISTINCT FROM NEW.wake_at) EXECUTE FUNCTION judge_tell('clock')""",
)
"""Several of one kind in a transaction are told once, when it is committed."""


def make_triggers(connection: sa.Connection) -> None:
    """Make the triggers, where the database has them."""
    if connection.dialect.name != "sqlite":
        for statement in TRIGGERS:
            connection.exec_driver_sql(statement)
