"""Opening a store: pragmas, locks, migrations. One transaction is one `begin()`."""

from __future__ import annotations

import re
import shutil
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from judge import private
from judge.package import install
from judge.store.door_tables import metadata
from judge.store.migrations import MIGRATIONS, ON_SERVERS, VERSION
from judge.store.tables import meta
from judge.store.triggers import make_triggers

# The server ends a process that hangs in the middle of a transaction, so that its rows come free. A process that waits
# for a row gets an error after a while, and tries again.
OPTIONS = "-c idle_in_transaction_session_timeout=120000 -c lock_timeout=20000"

RESTED = 1.0
"""A connection idle for longer than these seconds may have lost its server unnoticed."""

# Faults of the store itself, not of the data: no room, no server, a server that only reads.
TROUBLE = (sa.exc.OperationalError, sa.exc.InternalError, sa.exc.InterfaceError, OSError)
# The database does not answer; and every error it may raise against a statement.
NO_ANSWER, REFUSED = sa.exc.OperationalError, sa.exc.SQLAlchemyError
NO_STORE = sa.exc.DatabaseError
UNFIT = (sa.exc.IntegrityError, sa.exc.DataError, sa.exc.InterfaceError, sa.exc.ProgrammingError)
"""Errors for a row that fits none of the tables."""


def cause_of(error: BaseException) -> str:
    """The database's own words, in one line."""
    said = str(getattr(error, "orig", None) or error).strip()
    return (said.splitlines() or [type(error).__name__])[0][:200]


class StoreError(Exception):
    """The store cannot be used; the sentence says why and what to do."""


class StoreUnreachable(StoreError):
    """The database server did not answer."""


def stamp(moment: datetime) -> str:
    """A moment as the store keeps it: UTC, microseconds, sortable as text."""
    return moment.astimezone(UTC).replace(tzinfo=None).isoformat(timespec="microseconds") + "Z"


def moment(text: str) -> datetime:
    """A stored stamp as a moment."""
    return datetime.fromisoformat(text)


class Store:
    """An open store."""

    def __init__(self, engine: sa.Engine, path: Path | None) -> None:
        self.engine = engine
        self.path = path
        # SQLite lets waiting writers sleep and try again; threads of one process wait for each other without that.
        self._writing = threading.Lock()

    @property
    def is_sqlite(self) -> bool:
        """Whether it is a file of ours."""
        return self.engine.dialect.name == "sqlite"

    @contextmanager
    def begin(self, had_again: bool = False) -> Iterator[sa.Connection]:
        """A transaction that may write: all of it is stored, or nothing. On SQLite writers wait for each other.

        `had_again`: the data can be had again, like a letter that is still in its mailbox. It survives the end of this
        process, but a crash of the machine only after the next transaction: this one does not wait for the disk.
        """
        if not self.is_sqlite:
            with self.engine.connect() as connection, connection.begin():
                if had_again:
                    connection.exec_driver_sql("SET LOCAL synchronous_commit TO off")
                yield connection
            return
        with self._writing, self.engine.connect() as connection:
            # Send BEGIN and COMMIT through sqlite3 directly: every transaction needs them.
            driver: Any = connection.connection.driver_connection
            if had_again:
                _say(driver, "PRAGMA synchronous=NORMAL")
            try:
                _say(driver, "BEGIN IMMEDIATE")
                try:
                    yield connection
                except BaseException:
                    # A full disk has undone everything already; the error then says that it is full.
                    if driver.in_transaction:
                        _say(driver, "ROLLBACK")
                    raise
                _say(driver, "COMMIT")
            finally:
                if had_again:
                    _say(driver, "PRAGMA synchronous=FULL")

    @contextmanager
    def read(self) -> Iterator[sa.Connection]:
        """A consistent look that writes nothing."""
        with self.engine.connect() as connection:
            if self.is_sqlite:
                driver: Any = connection.connection.driver_connection
                _say(driver, "BEGIN")
                try:
                    yield connection
                finally:
                    _say(driver, "ROLLBACK")
            else:
                # One look is one moment, however many questions it asks.
                connection = connection.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
                with connection.begin() as transaction:
                    yield connection
                    transaction.rollback()

    def close(self) -> None:
        """Close all connections."""
        self.engine.dispose()


def _say(driver: Any, word: str) -> None:
    """Send one statement to SQLite itself; its errors are those of any other statement."""
    try:
        driver.execute(word)
    except sqlite3.Error as error:
        raise sa.exc.DBAPIError.instance(word, None, error, sqlite3.Error) from error


def open_store(url: str, create: bool = False) -> Store:
    """A store by its URL (`sqlite:///…`, `postgresql+psycopg://…`). `create`: make or upgrade it."""
    path = None
    if url.startswith("sqlite:///"):
        path = Path(url.removeprefix("sqlite:///"))
        if not create and not path.is_file():
            raise StoreError(f"there is no store at {path}: `judge init` makes one")
        if create:
            _shut(path)
        engine = _sqlite(url)
    elif url.startswith("postgresql"):
        engine = _postgresql(url)
    else:
        raise StoreError(f'a store is sqlite:///FILE or postgresql+psycopg://HOST/NAME, not "{url}"')
    store = Store(engine, path)
    try:
        if create:
            _bring_up_to_date(store)
        else:
            found = _version(store)
            if found != VERSION:
                raise StoreError(
                    f"the store has version {found}, this Judge has {VERSION}: "
                    + ("`judge init` upgrades it, after a backup" if found < VERSION else "use a newer Judge")
                )
    except sa.exc.OperationalError as error:
        store.close()
        where = engine.url.render_as_string(hide_password=True)
        raise StoreUnreachable(f"the store {where} could not be opened: {error.orig}") from None
    except StoreError:
        store.close()
        raise
    return store


def check_plain(path: Path) -> None:
    """Refuse a SQLite file from elsewhere that holds more than tables and indexes of rows: a view, a trigger or a value
    that is worked out may go on without end, whoever looks."""
    try:
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as file:
            found = file.execute("SELECT type, name, sql FROM sqlite_master").fetchall()
    except sqlite3.Error as error:
        raise StoreError(str(error)) from None
    for kind, name, sql in found:
        if kind not in ("table", "index") or _WORKED_OUT.search(str(sql or "")):
            raise StoreError(f"its store holds more than rows: {kind} {name}")


_WORKED_OUT = re.compile(
    r"\b(VIRTUAL|GENERATED|CHECK|AS)\b|DEFAULT\s*\(|/\*|--|^CREATE\s+(UNIQUE\s+)?INDEX[^(]*\([^)]*\(", re.IGNORECASE
)
"""What works a value out in a table or an index; a comment may hide it."""


def _shut(path: Path) -> None:
    """Make the store readable by its owner alone, before anything is in it; SQLite's files beside it take its mode."""
    try:
        private.shut(path)
    except OSError as error:
        raise StoreError(f"there can be no store at {path}: {error.strerror}") from None


def _sqlite(url: str) -> sa.Engine:
    engine = sa.create_engine(url, hide_parameters=True, connect_args={"timeout": 30, "check_same_thread": False})

    @sa.event.listens_for(engine, "connect")
    def opened(connection: object, record: object) -> None:
        # We begin transactions by hand (BEGIN IMMEDIATE); the driver must not begin its own.
        connection.isolation_level = None  # type: ignore[attr-defined]
        cursor = connection.cursor()  # type: ignore[attr-defined]
        for pragma in (
            "journal_mode=WAL",
            "synchronous=FULL",
            "foreign_keys=ON",
            "busy_timeout=30000",
            # 64 MB of pages: the indexes of a big store stay in memory.
            "cache_size=-65536",
            "mmap_size=1073741824",
            "trusted_schema=OFF",
        ):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    return engine


def _postgresql(url: str) -> sa.Engine:
    try:
        engine = sa.create_engine(url, hide_parameters=True, connect_args={"connect_timeout": 10, "options": OPTIONS})
    except ModuleNotFoundError as error:
        raise StoreError(f"PostgreSQL needs the package {error.name}: {install('postgresql')}") from None
    except sa.exc.ArgumentError as error:
        raise StoreError(f"the store's address cannot be read: {error}") from None
    _ask_after_rest(engine)
    return engine


def _ask_after_rest(engine: sa.Engine) -> None:
    """Ask a connection that was idle whether its server is still there; one just used is not asked."""

    def lay_down(_: object, record: Any) -> None:
        record.info["used"] = time.monotonic()

    def take_up(connection: Any, record: Any, _: object) -> None:
        if time.monotonic() - record.info.get("used", time.monotonic()) > RESTED:
            try:
                engine.dialect.do_ping(connection)
            except engine.dialect.loaded_dbapi.Error as error:
                raise sa.exc.InvalidatePoolError from error

    sa.event.listen(engine, "checkin", lay_down)
    sa.event.listen(engine, "checkout", take_up)


def _version(store: Store) -> int:
    """The store's version; 0 when it is empty."""
    with store.read() as connection:
        if not sa.inspect(connection).has_table("meta"):
            return 0
        found = connection.execute(sa.select(meta.c.value).where(meta.c.key == "version")).scalar()
    return int(found) if found is not None else 0


def _bring_up_to_date(store: Store) -> None:
    """Make the tables, or run the migrations an old store lacks; a SQLite store is copied aside before."""
    found = _version(store)
    if found > VERSION:
        raise StoreError(f"the store has version {found}, this Judge has {VERSION}: use a newer Judge")
    if 0 < found < VERSION and store.path is not None:
        write_back(store)
        aside = store.path.with_name(f"{store.path.name}.version-{found}")
        _shut(aside)
        shutil.copyfile(store.path, aside)
    with store.begin() as connection:
        if not store.is_sqlite:
            # Two programs that start at once must not both make the tables.
            connection.exec_driver_sql("SELECT pg_advisory_xact_lock(7238641)")
        if found == 0 and not sa.inspect(connection).has_table("meta"):
            for statement in _making(connection.dialect.name):
                connection.exec_driver_sql(statement)
            make_triggers(connection)
            connection.execute(meta.insert().values(key="version", value=str(VERSION)))
            return
        if not store.is_sqlite and found < VERSION:
            _keep_aside(connection, found)
        for version in range(found + 1, VERSION + 1):
            more = () if store.is_sqlite else ON_SERVERS.get(version, ())
            for statement in (*MIGRATIONS[version], *more):
                connection.exec_driver_sql(statement)
        if found < VERSION:
            make_triggers(connection)
        connection.execute(meta.update().where(meta.c.key == "version").values(value=str(VERSION)))


@cache
def _making(dialect: str) -> tuple[str, ...]:
    """The statements that make the tables of an empty store. Wording them takes longer than running them, so they are
    kept."""
    said: list[str] = []
    nowhere: Any = sa.create_mock_engine(
        f"{dialect}+psycopg://" if dialect == "postgresql" else f"{dialect}://",
        lambda made, *_: said.append(str(made.compile(dialect=nowhere.dialect))),
    )
    metadata.create_all(nowhere, checkfirst=False)
    return tuple(said)


def write_back(store: Store) -> None:
    """Move all of a SQLite store into its one file."""
    with store.engine.connect() as connection:
        connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")


def inspect(store: Store) -> tuple[str, int, str]:
    """The damage in a SQLite file ("": none), how many rows point at none, how it is written."""
    with store.read() as connection:
        found = [str(row[0]) for row in connection.execute(sa.text("PRAGMA integrity_check"))]
        orphans = len(connection.execute(sa.text("PRAGMA foreign_key_check")).all())
        mode = connection.execute(sa.text("PRAGMA journal_mode")).scalar()
    return "" if found == ["ok"] else found[0], orphans, str(mode)


def set_aside(store: Store, schema: str) -> None:
    """Empty a store on a server; a schema of this name keeps everything that was in it."""
    with store.begin() as connection:
        _copy_into(connection, schema)
        names = ", ".join(table.name for table in metadata.sorted_tables if table is not meta)
        connection.exec_driver_sql(f"TRUNCATE {names} RESTART IDENTITY")


def _keep_aside(connection: sa.Connection, version: int) -> None:
    """On a server the backup before an upgrade is a schema of its own, made in the same transaction as the upgrade."""
    _copy_into(connection, f"judge_version_{version}")


def _copy_into(connection: sa.Connection, schema: str) -> None:
    connection.exec_driver_sql(f"DROP SCHEMA IF EXISTS {schema} CASCADE")
    connection.exec_driver_sql(f"CREATE SCHEMA {schema}")
    for name in sorted(sa.inspect(connection).get_table_names()):
        connection.exec_driver_sql(f"CREATE TABLE {schema}.{name} AS TABLE {name}")
