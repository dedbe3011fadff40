"""A PostgreSQL cluster of our own: in a temporary folder, on a loopback port, as a user that is not root."""

from __future__ import annotations

import contextlib
import ctypes
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

from judge.store.migrations import VERSION

# Rows go, and numbers begin anew; tables, triggers and the version stay.
WITHOUT_ROWS = """
DO $$
DECLARE
    one text;
    held boolean;
BEGIN
    SET LOCAL session_replication_role = replica;
    FOR one IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'meta' LOOP
        EXECUTE format('SELECT EXISTS (SELECT 1 FROM %I)', one) INTO held;
        IF held THEN
            EXECUTE format('DELETE FROM %I', one);
        END IF;
    END LOOP;
    DELETE FROM meta WHERE key <> 'version';
    FOR one IN SELECT sequencename FROM pg_sequences WHERE schemaname = 'public' LOOP
        PERFORM setval(format('%I', one), 1, false);
    END LOOP;
END $$
"""


def _programs() -> Path | None:
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    if found:
        return found[-1].parent
    on_path = shutil.which("initdb")
    return Path(on_path).resolve().parent if on_path else None


def missing_postgresql() -> str | None:
    """Why no cluster can be started; None when one can."""
    if _programs() is None:
        return "PostgreSQL is not installed (initdb was not found)"
    if os.getuid() == 0 and _user() is None:
        return "PostgreSQL does not run as root, and there is no other user to run it as"
    try:
        import psycopg  # noqa: F401
    except ImportError:
        return "the PostgreSQL driver psycopg is not installed"
    return None


def _user() -> str | None:
    for name in ("postgres", "nobody"):
        try:
            pwd.getpwnam(name)
        except KeyError:
            continue
        return name
    return None


class Cluster:
    """A running cluster; `database()` makes a fresh database in it."""

    def __init__(self) -> None:
        self._bin = _programs()
        assert self._bin is not None
        self._folder = Path(tempfile.mkdtemp(prefix="judge-pg-", dir="/tmp"))
        self._user = _user() if os.getuid() == 0 else None
        if self._user:
            shutil.chown(self._folder, self._user)
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self._count = 0
        self._free: list[str] = []
        self._furnished: list[str] = []
        self._run("initdb", "-D", self._folder / "db", "-U", "judge", "-A", "trust", "--no-sync", "-E", "UTF8")
        settings = {
            "listen_addresses": "127.0.0.1", "unix_socket_directories": self._folder, "fsync": "off",
        }  # fmt: skip
        command = [self._bin / "postgres", "-D", self._folder / "db", "-p", self.port]
        for key, value in settings.items():
            command += ["-c", f"{key}={value}"]
        with (self._folder / "log").open("wb") as log:
            self._server = subprocess.Popen(
                list(map(str, command)), user=self._user, cwd=self._folder, stdout=log, stderr=log, preexec_fn=_die_too
            )
        self._await()

    def _await(self) -> None:
        """Until it takes connections."""
        import psycopg

        for _ in range(300):
            if self._server.poll() is not None:
                raise RuntimeError((self._folder / "log").read_text(errors="replace")[-2000:])
            try:
                psycopg.connect(
                    f"host=127.0.0.1 port={self.port} user=judge dbname=postgres", connect_timeout=2
                ).close()
            except psycopg.OperationalError:
                time.sleep(0.1)
            else:
                return
        self.stop()
        raise RuntimeError("the cluster took no connections within half a minute")

    def _run(self, program: str, *args: object) -> None:
        command = [str(self._bin / program), *map(str, args)]
        subprocess.run(command, check=True, user=self._user, cwd=self._folder, stdout=subprocess.DEVNULL, timeout=120)

    def database(self) -> str:
        """An empty database's address."""
        if self._free:
            return self._address(self._free.pop())
        self._count += 1
        name = f"judge{os.getpid()}x{self._count}"
        self._say("postgres", f"CREATE DATABASE {name}")
        return self._address(name)

    def furnished(self) -> str:
        """The address of an empty database, or of one with a campaign's tables and nothing in them."""
        return self._address(self._furnished.pop()) if self._furnished else self.database()

    def give_back(self, address: str) -> None:
        """Empty a database for the next test: to make a new one, or its tables, takes many times as long."""
        name = address.rpartition("/")[2]
        self._say("postgres", f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'")
        if self._say(name, "SELECT to_regclass('meta') IS NOT NULL") and self._version(name) == VERSION:
            self._say(name, WITHOUT_ROWS)
            self._furnished.append(name)
        else:
            self._say(name, "DROP SCHEMA public CASCADE")
            self._say(name, "CREATE SCHEMA public")
            self._free.append(name)

    def _version(self, name: str) -> int:
        return int(self._say(name, "SELECT value FROM meta WHERE key = 'version'") or 0)

    def _say(self, database: str, words: str) -> Any:
        import psycopg

        with psycopg.connect(f"host=127.0.0.1 port={self.port} user=judge dbname={database}", autocommit=True) as link:
            said = link.execute(words)
            row = said.fetchone() if said.description else None
            return row[0] if row else None

    def _address(self, name: str) -> str:
        return f"postgresql+psycopg://judge@127.0.0.1:{self.port}/{name}"

    def stop(self) -> None:
        """Stop it and leave nothing behind."""
        self._server.send_signal(signal.SIGQUIT)
        try:
            self._server.wait(30)
        except subprocess.TimeoutExpired:
            self._server.kill()
        shutil.rmtree(self._folder, ignore_errors=True)


def _die_too() -> None:
    """When the tests are killed, the cluster ends as well: the kernel sends it SIGINT, a fast shutdown."""
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(1, signal.SIGINT)
