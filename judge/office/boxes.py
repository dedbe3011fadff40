"""The post office's mail: folders with UIDs that are never used twice, in one SQLite file.

Numbers, flags and sizes are held in memory; bodies stay in the file until somebody asks for one. Only one thread uses
all of this, the post office's own.
"""

from __future__ import annotations

import hashlib
import secrets
import sqlite3
import time
from collections.abc import Callable, Iterable
from dataclasses import KW_ONLY, dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from judge import private

_SCHEMA = """
CREATE TABLE IF NOT EXISTS users(name TEXT PRIMARY KEY, salt TEXT NOT NULL, secret TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS boxes(id INTEGER PRIMARY KEY, owner TEXT NOT NULL, name TEXT NOT NULL,
  uidvalidity INTEGER NOT NULL, uidnext INTEGER NOT NULL, UNIQUE(owner, name));
CREATE TABLE IF NOT EXISTS mails(box INTEGER NOT NULL, uid INTEGER NOT NULL, at TEXT NOT NULL, flags TEXT NOT NULL,
  size INTEGER NOT NULL, body BLOB NOT NULL, PRIMARY KEY(box, uid)) WITHOUT ROWID;
"""


@dataclass(slots=True)
class Kept:
    """A mail without its body. `change`: the box's count of changes when its flags last changed."""

    uid: int
    at: datetime
    flags: frozenset[str]
    size: int
    change: int = 0


@dataclass
class Box:
    """A folder."""

    number: int
    owner: str
    name: str
    uidvalidity: int
    uidnext: int
    _: KW_ONLY
    mails: dict[int, Kept] = field(default_factory=dict)
    changes: int = 0
    watchers: set[Callable[[], None]] = field(default_factory=set)

    def tell(self) -> None:
        """Count a change, and wake those who wait for one."""
        self.changes += 1
        for watcher in tuple(self.watchers):
            watcher()


class Boxes:
    """Every folder of every user."""

    def __init__(self, path: Path | str, sync: str = "NORMAL") -> None:
        if str(path) != ":memory:":
            # SQLite's files beside it take its mode.
            private.shut(Path(path))
        self.db = sqlite3.connect(str(path), isolation_level=None, check_same_thread=False)
        self.db.execute("PRAGMA journal_mode=WAL")
        self.db.execute(f"PRAGMA synchronous={'FULL' if sync == 'FULL' else 'NORMAL'}")
        self.db.executescript(_SCHEMA)
        self._boxes: dict[tuple[str, str], Box] = {}
        for number, owner, name, validity, following in self.db.execute(
            "SELECT id, owner, name, uidvalidity, uidnext FROM boxes"
        ):
            self._boxes[owner, name] = Box(number, owner, name, validity, following)
        self._validity = max((box.uidvalidity for box in self._boxes.values()), default=0)
        by_number = {box.number: box for box in self._boxes.values()}
        for number, uid, at, flags, size in self.db.execute("SELECT box, uid, at, flags, size FROM mails ORDER BY uid"):
            by_number[number].mails[uid] = Kept(uid, datetime.fromisoformat(at), frozenset(flags.split()), size)

    def close(self) -> None:
        """Close the file."""
        self.db.close()

    # Users. Their passwords are long and random, so one round of a hash is enough.

    def set_user(self, name: str, password: str) -> None:
        """A user, new or with a new password."""
        salt = secrets.token_hex(8)
        self.db.execute("INSERT OR REPLACE INTO users VALUES(?,?,?)", (name.lower(), salt, _hash(salt, password)))
        if self.box(name.lower(), "INBOX") is None:
            self.create(name.lower(), "INBOX")

    def is_user(self, name: str) -> bool:
        """Whether this name is a user's."""
        return self.db.execute("SELECT 1 FROM users WHERE name=?", (name.lower(),)).fetchone() is not None

    def lets_in(self, name: str, password: str) -> bool:
        """Whether the password is the user's."""
        row = self.db.execute("SELECT salt, secret FROM users WHERE name=?", (name.lower(),)).fetchone()
        return row is not None and secrets.compare_digest(row[1], _hash(row[0], password))

    # Folders

    def box(self, owner: str, name: str) -> Box | None:
        """A folder by its name; INBOX in any case."""
        return self._boxes.get((owner, "INBOX" if name.upper() == "INBOX" else name))

    def names(self, owner: str) -> list[str]:
        """A user's folders, INBOX first."""
        return sorted((name for who, name in self._boxes if who == owner), key=lambda name: (name != "INBOX", name))

    def create(self, owner: str, name: str) -> Box:
        """A new folder with a UIDVALIDITY that was never used, or clients would take its mails for another folder's."""
        validity = self._validity = max(self._validity + 1, int(time.time()) & 0x7FFFFFFF)
        made = self.db.execute(
            "INSERT INTO boxes(owner,name,uidvalidity,uidnext) VALUES(?,?,?,1)", (owner, name, validity)
        )
        box = Box(int(made.lastrowid or 0), owner, name, validity, 1)
        self._boxes[owner, name] = box
        return box

    def delete(self, box: Box) -> None:
        """Delete a folder and all in it."""
        self.db.execute("DELETE FROM mails WHERE box=?", (box.number,))
        self.db.execute("DELETE FROM boxes WHERE id=?", (box.number,))
        del self._boxes[box.owner, box.name]
        box.mails.clear()
        box.tell()

    def rename(self, box: Box, name: str) -> None:
        """Rename a folder."""
        self.db.execute("UPDATE boxes SET name=? WHERE id=?", (name, box.number))
        del self._boxes[box.owner, box.name]
        box.name = name
        self._boxes[box.owner, name] = box

    # Mails

    def add(self, box: Box, body: bytes, flags: Iterable[str] = (), at: datetime | None = None) -> int:
        """Put a mail into a folder; its UID."""
        kept = Kept(box.uidnext, at or datetime.now(UTC), frozenset(flags), len(body), box.changes + 1)
        self.db.execute("BEGIN IMMEDIATE")
        self._insert(box, kept, body)
        self.db.execute("COMMIT")
        box.tell()
        return kept.uid

    def _insert(self, box: Box, kept: Kept, body: bytes) -> None:
        self.db.execute(
            "INSERT INTO mails VALUES(?,?,?,?,?,?)",
            (box.number, kept.uid, kept.at.isoformat(), " ".join(sorted(kept.flags)), kept.size, body),
        )
        box.uidnext = kept.uid + 1
        self.db.execute("UPDATE boxes SET uidnext=? WHERE id=?", (box.uidnext, box.number))
        box.mails[kept.uid] = kept

    def body(self, box: Box, uid: int) -> bytes:
        """A mail's bytes."""
        row = self.db.execute("SELECT body FROM mails WHERE box=? AND uid=?", (box.number, uid)).fetchone()
        return bytes(row[0]) if row else b""

    def copy(self, box: Box, uids: Iterable[int], to: Box, move: bool = False) -> list[tuple[int, int]]:
        """Mails into another folder (moved: out of this one), all or none; (old UID, new UID) of each."""
        pairs = []
        self.db.execute("BEGIN IMMEDIATE")
        try:
            for uid in uids:
                old = box.mails.get(uid)
                if old is None:
                    continue
                new = Kept(to.uidnext, old.at, old.flags, old.size, to.changes + 1)
                self._insert(to, new, self.body(box, uid))
                if move:
                    self.db.execute("DELETE FROM mails WHERE box=? AND uid=?", (box.number, uid))
                pairs.append((uid, new.uid))
        except BaseException:
            self.db.execute("ROLLBACK")
            for _, uid in pairs:
                to.mails.pop(uid, None)
            raise
        self.db.execute("COMMIT")
        if move:
            for uid, _ in pairs:
                del box.mails[uid]
            box.tell()
        if to is not box or not move:
            to.tell()
        return pairs

    def remove(self, box: Box, uids: Iterable[int]) -> None:
        """Delete mails."""
        self.db.execute("BEGIN IMMEDIATE")
        for uid in tuple(uids):
            if box.mails.pop(uid, None) is not None:
                self.db.execute("DELETE FROM mails WHERE box=? AND uid=?", (box.number, uid))
        self.db.execute("COMMIT")
        box.tell()

    def mark(self, box: Box, uid: int, flags: frozenset[str]) -> None:
        """Set a mail's flags."""
        kept = box.mails[uid]
        if kept.flags == flags:
            return
        kept.flags = flags
        kept.change = box.changes + 1
        self.db.execute("UPDATE mails SET flags=? WHERE box=? AND uid=?", (" ".join(sorted(flags)), box.number, uid))
        box.tell()


def _hash(salt: str, password: str) -> str:
    return hashlib.sha256(f"{salt}\n{password}".encode()).hexdigest()
