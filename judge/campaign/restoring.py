"""A campaign from its backup, which may have come from anybody: no command in it is run, no file of it goes elsewhere.

Settings that would run a command, send to others, or read outside the campaign's own folder are left out of its file.
So are hidden files and scripts. Each is named.
"""

from __future__ import annotations

import gzip
import json
import os
import shutil
import tarfile
import tempfile
import zlib
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from judge import private
from judge.campaign.campaign import Campaign
from judge.campaign.config import FILE, Config, NoCampaign, read_config
from judge.campaign.deadlines import length
from judge.campaign.live import NotNow, load_game
from judge.campaign.settings import SHORTEST
from judge.campaign.upkeep import ABOUT, SNAPSHOT, file_hash
from judge.grammar.document import DocumentError, decoded, dump, load
from judge.grammar.names import check_game_name
from judge.report.saying import Saying, kept
from judge.store import Connection, Store, games, open_store, restored
from judge.store.base import NO_STORE, StoreError, check_plain, set_aside
from judge.store.copy import check_whole, copy_store

MOST_FILES = 50_000
LEAST_ROOM, MOST_TIMES = 200_000_000, 200
"""The most that a backup may unpack to: so many bytes, or so many times its own size. Mail packs to a tenth."""
RUN, VARIABLE, FILES = "command", "_env", ("_file", "_key", "_listen", "into", "site")
"""Names of settings that run a command, name a variable of the environment, and name a file or a folder."""
SENDS = ("post", "webhook")
"""Settings of jobs that follow a step and send something to others."""
OTHERS = ("targets", "chats")
"""Where others read what the Judge posts, or say who wrote."""
TRUSTED = (("gm",), ("game_masters",), ("mail", "imap"), ("mail", "smtp"), ("mail", "server"), ("base_url",),
           ("web", "base_url"), ("beacon",))  # fmt: skip
"""Settings without which a campaign does not work, and by which its writer would have it in hand."""
SCRIPTS = (".js", ".mjs")
SHELVES = ("maps", "templates", "rulings")
_UNREADABLE = (tarfile.TarError, EOFError, OSError, gzip.BadGzipFile, zlib.error, ValueError)


def restore(path: Path, folder: Path, now: datetime, force: bool = False) -> tuple[Saying, ...]:
    """Bring a campaign back; what was left out of its file. The store in the folder is put aside first."""
    with tempfile.TemporaryDirectory() as scratch:
        _unpack(path, Path(scratch))
        if (folder / FILE).exists() and not force:
            raise NotNow("campaign-is-there", folder=folder)
        kept = Path(scratch) / "campaign"
        own = _own_settings(folder)
        left_out = _without_odd_files(kept) + (_without_programs(kept, folder) if _runs(own) else ())
        if (kept / FILE).is_file():
            left_out += _sieved(kept / FILE, own)
        if not (kept / FILE).is_file() and not (folder / FILE).is_file():
            raise NotNow("backup-holds-no", path=path, file=FILE)
        # Opening it brings a backup of an older Judge up to date.
        source = _opened(Path(scratch) / SNAPSHOT, path)
        try:
            private.folder(folder)
            if kept.is_dir():
                shutil.copytree(kept, folder, dirs_exist_ok=True)
            left_out += _copy_in(source, read_config(folder), now, force)
        finally:
            source.close()
    return left_out


def trusted(folder: Path) -> tuple[str, ...]:
    """The settings of a campaign by which whoever wrote its file has it in hand: who rules, and whose servers."""
    value = load(decoded((folder / FILE).read_bytes(), FILE), FILE).value
    return tuple("/".join(where) for where in TRUSTED if _at(value, where))


def held_back(folder: Path) -> tuple[int, int]:
    """How many letters and how many mails that waited in a backup wait for the game master's word."""
    store = open_store(read_config(folder).store_url)
    try:
        with store.read() as connection:
            return restored.held_back(connection)
    finally:
        store.close()


def end_foreign_doors(campaign: Campaign) -> None:
    """End what a restored store has to prove a game master who was named since: whoever made the backup put it in."""
    masters = [one.address for one in campaign.config.masters if one.address]
    with campaign.store.read() as connection:
        named = restored.unsettled(connection, masters)
    if named:
        with campaign.store.begin() as connection:
            restored.settle_masters(connection, named)


def _own_settings(folder: Path) -> dict[str, Any]:
    """The file of the campaign that is in a folder by now, with its store: its owner wrote it, not the backup."""
    try:
        if not (folder / FILE).exists():
            return {}
        value = load(decoded((folder / FILE).read_bytes(), FILE), FILE).value
        return {**value, "store": read_config(folder).store_url} if isinstance(value, dict) else {}
    except (DocumentError, NoCampaign):
        return {}


def _at(value: Any, where: Sequence[Any]) -> Any:
    """The part of a campaign's file at these keys; None: there is none."""
    for key in where:
        try:
            value = value[key]
        except (KeyError, IndexError, TypeError):
            return None
    return value


def _without_odd_files(kept: Path) -> tuple[Saying, ...]:
    """Take hidden files out, which other programs obey, and scripts, which run in browsers; returns it, in words."""
    said = []
    for file in sorted(path for path in kept.rglob("*") if path.is_file()):
        inside = file.relative_to(kept)
        is_hidden = any(part.startswith(".") for part in inside.parts)
        if is_hidden or file.suffix.lower() in SCRIPTS:
            file.unlink()
            said.append(Saying(f"restored/{'is-hidden' if is_hidden else 'is-a-script'}", {"where": inside.as_posix()}))
    return tuple(said)


def _runs(settings: Any) -> bool:
    """Whether any setting runs a command."""
    if not isinstance(settings, dict | list):
        return False
    pairs = settings.items() if isinstance(settings, dict) else enumerate(settings)
    return any(str(key).endswith(RUN) or _runs(part) for key, part in pairs)


def _without_programs(kept: Path, folder: Path) -> tuple[Saying, ...]:
    """Where the folder's own settings run commands, take out the files that these may run or read. Those are all but
    maps, templates and rulings, unless they are in the folder as they are here. Returns it, in words."""
    said = []
    for file in sorted(path for path in kept.rglob("*") if path.is_file()):
        inside = file.relative_to(kept)
        there = folder / inside
        is_same = there.is_file() and there.read_bytes() == file.read_bytes()
        if inside.parts[0] not in SHELVES and inside != Path(FILE) and not is_same:
            file.unlink()
            said.append(Saying("restored/may-be-run", {"where": inside.as_posix()}))
    return tuple(said)


def _unpack(path: Path, into: Path) -> None:
    """Plain files only, none of them outside, and no more than a campaign needs."""
    room = max(LEAST_ROOM, MOST_TIMES * (path.stat().st_size if path.is_file() else 0))
    count, names = 0, set()
    try:
        with tarfile.open(path, "r:gz") as archive:
            for member in archive:
                room, count = room - max(0, member.size), count + 1
                if room < 0 or count > MOST_FILES:
                    raise NotNow("backup-too-large", path=path)
                names |= {member.name} if member.isreg() else set()
                _unpack_one(archive, member, into, path)
    except _UNREADABLE as error:
        raise NotNow("backup-unreadable", path=path, error=error) from None
    if not {SNAPSHOT, ABOUT} <= names:
        raise NotNow("backup-of-nothing", path=path)


def _unpack_one(archive: tarfile.TarFile, member: tarfile.TarInfo, into: Path, path: Path) -> None:
    if member.isdir():
        return
    # (Python's own filter for this is missing before 3.11.4.)
    target = (into / member.name).resolve()
    content = archive.extractfile(member) if member.isreg() and target.is_relative_to(into.resolve()) else None
    if content is None:
        raise NotNow("backup-holds-odd-file", path=path, name=member.name)
    private.folder(target.parent)
    private.shut(target)
    with content, target.open("wb") as out:
        shutil.copyfileobj(content, out)


def _opened(snapshot: Path, path: Path) -> Store:
    """The store in a backup, with every name of a game in it looked at: they become names of files."""
    if _hash_told(snapshot.with_name(ABOUT), path) not in (None, file_hash(snapshot)):
        raise NotNow("backup-spoilt", path=path)
    try:
        check_plain(snapshot)
        store = open_store(f"sqlite:///{snapshot}", create=True)
    except StoreError as error:
        raise NotNow("backup-wrong", path=path, error=error) from None
    except NO_STORE as error:
        raise NotNow("backup-store-unreadable", path=path, error=error.orig) from None
    try:
        check_whole(store, f"sqlite:///{snapshot}.trial")
        with store.read() as connection:
            for name in games.names(connection):
                check_game_name(name)
    except (ValueError, StoreError) as error:
        store.close()
        raise NotNow("backup-wrong", path=path, error=error) from None
    return store


def _hash_told(about: Path, path: Path) -> object:
    """The hash of the store as it was when the backup was made (None: a backup from before there were any)."""
    try:
        told = json.loads(about.read_text(encoding="utf-8"))
    except (ValueError, RecursionError) as error:
        raise NotNow("backup-unreadable", path=path, error=error) from None
    return told.get("sha256") if isinstance(told, dict) else None


def _copy_in(source: Store, config: Config, now: datetime, force: bool) -> tuple[Saying, ...]:
    url = config.store_url
    old = Path(url.removeprefix("sqlite:///")) if url.startswith("sqlite") else None
    if old is not None and old.exists():
        aside = old.with_name(f"{old.name}.{now:%Y%m%dT%H%M%S}")
        for suffix in ("", "-wal", "-shm"):
            part = old.with_name(old.name + suffix)
            if part.exists():
                part.rename(aside.with_name(aside.name + suffix))
    target = open_store(url, create=True)
    try:
        if force and not target.is_sqlite:
            set_aside(target, f"judge_before_restore_{now:%Y%m%dt%H%M%S}")
        copy_store(source, target)
        masters = [one.address for one in config.masters if one.address]
        with target.begin() as connection:
            restored.settle(connection, masters, os.urandom(16).hex())
            return _hold_what_hurries(connection)
    finally:
        target.close()


def _hold_what_hurries(connection: Connection) -> tuple[Saying, ...]:
    """Stop the clock of each game that would run through by itself and mail everybody; returns it, in words."""
    said = []
    for name in games.names(connection):
        live = load_game(connection, name)
        try:
            hurries = live.row["status"] in ("running", "confirming") and not live.row["held"] and live.settings.hurries
        except DocumentError:
            continue
        if hurries:
            games.put(connection, live.id, held=kept(Saying("held/hurries", {"game": name})))
            said.append(Saying("restored/hurries", {"where": name, "least": length(SHORTEST)}))
    return tuple(said)


def _sieved(path: Path, own: Mapping[str, Any]) -> tuple[Saying, ...]:
    """Take out of a campaign's file everything that reaches out of its folder; returns it, in words. `own`: the
    settings there were, which the campaign may go on with."""
    try:
        document = load(decoded(path.read_bytes(), FILE), FILE)
    except DocumentError as error:
        raise NotNow("backup-file-unreadable", file=FILE, error=error) from None
    value = document.value if isinstance(document.value, dict) else {}
    found = tuple(one for one in _reaching_out(value, ()) if _at(own, one[0]) != _at(value, one[0]))
    if not found:
        return ()
    # The last of a list first, so that the others keep their places.
    for where, _ in reversed(found):
        del _at(value, where[:-1])[where[-1]]
    said = tuple(Saying(f"restored/{why}", {"where": "/".join(map(str, where))}) for where, why in found)
    listed = "".join(f"# {Saying('restored/left-out', {'what': one})}\n" for one in said)
    private.write(path, f"{listed}{dump(value)}")
    return said


def _is_inside(store: str) -> bool:
    """Whether a store is a plain file in the campaign's own folder."""
    scheme, _, path = store.partition(":///")
    signs = str.maketrans("", "", "._-")
    return scheme == "sqlite" and all(
        not part.startswith(".") and part.translate(signs).isalnum() for part in path.split("/")
    )


def _reaching_out(value: Any, where: tuple[Any, ...]) -> Iterator[tuple[tuple[Any, ...], str]]:
    """Every key of a campaign's file that reaches out of its folder, and how."""
    for key, part in value.items() if isinstance(value, dict) else enumerate(value):
        here = (*where, key)
        if str(key).endswith(RUN):
            yield here, "runs-a-command"
        elif str(key).endswith(VARIABLE):
            yield here, "names-a-variable"
        elif (len(where) > 1 and where[0] == "on_close" and key in SENDS) or (len(here) == 2 and where[0] in OTHERS):
            yield here, "sends-to-others" if where[0] == "on_close" else "is-with-others"
        elif here == ("store",):
            if not _is_inside(str(part)):
                yield here, "is-a-store-elsewhere"
        elif (isinstance(value, list) or where == ("on_close",)) and isinstance(part, dict):
            # One thing of several: without what it does it is none.
            yield from ((here, why) for _, why in list(_reaching_out(part, here))[:1])
        elif isinstance(part, dict | list):
            yield from _reaching_out(part, here)
        elif str(key).endswith(FILES):
            if str(part).startswith(("/", "~")) or ".." in Path(str(part)).parts:
                yield here, "names-a-file-outside"


__all__ = ["end_foreign_doors", "held_back", "restore", "trusted"]
