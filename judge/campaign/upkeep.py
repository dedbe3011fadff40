"""Looking after a campaign: what is wrong with it, and a copy of all of it."""

from __future__ import annotations

import io
import json
import shutil
import sys
import tarfile
import tempfile
from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from importlib.util import find_spec
from pathlib import Path

from judge import __version__, private
from judge.adjudicator.codec import digest
from judge.campaign.campaign import Campaign
from judge.campaign.config import FILE
from judge.campaign.figures import figures
from judge.campaign.health import Check, health
from judge.campaign.live import load_game
from judge.grammar.text import many
from judge.package import install
from judge.store import Connection, Store, games, notices, open_store
from judge.store.base import inspect, moment, write_back
from judge.store.copy import copy_store

SNAPSHOT = "store.sqlite"
ABOUT = "backup.json"
ENOUGH_FILES = 256


def examine(
    campaign: Campaign, now: datetime, running: Mapping[str, float] | None = None, quick: bool = False
) -> Iterator[Check]:
    """Everything a game master should know is wrong, before the players do.

    `running`: what a running daemon says of itself. `quick`: the figures alone, at the same cost however many games.
    """
    if quick:
        with campaign.store.read() as connection:
            yield from health(figures(connection, now), now, running)
        return
    yield Check("python", "ok", sys.version.split()[0])
    yield _kernel()
    yield _fonts()
    yield Check("campaign", "ok", f"{campaign.config.name} in {campaign.config.folder}")
    if not campaign.config.gm:
        yield Check("game master", "note", f"no address: write `gm: you@example.org` into {FILE} to get notices")
    yield _disk(campaign.config.folder)
    yield from _open_files()
    yield from _modes(campaign)
    yield from _beacon(campaign)
    yield from _store(campaign.store)
    with campaign.store.read() as connection:
        yield _time(connection, now)
        yield from health(figures(connection, now), now, running)
        for name in games.names(connection):
            yield _game(connection, name, now)


def _kernel() -> Check:
    from judge.adjudicator.diplomacy.engine import compiled

    said = "compiled" if compiled() else "interpreted (a C compiler at installation makes it many times faster)"
    return Check("kernel", "ok" if compiled() else "note", said)


def _fonts() -> Check:
    from judge.report.pictures import fonts

    there = [path for path in fonts() if Path(path).is_file()]
    return Check("fonts", "ok" if there else "bad", f"{len(there)} files" if there else "none: maps have no names")


def _disk(folder: Path) -> Check:
    free = shutil.disk_usage(folder).free // 1_000_000
    return Check("disk", "ok" if free > 500 else "bad", f"{free} MB free")


def _open_files() -> Iterator[Check]:
    """How many files and connections one process may have open, where the system says so."""
    if find_spec("resource") is None:
        return
    import resource

    most = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    if most == resource.RLIM_INFINITY or most >= ENOUGH_FILES:
        yield Check("open files", "ok", "no limit" if most == resource.RLIM_INFINITY else f"{most} at once")
    else:
        yield Check(
            "open files", "bad", f"a process may have {most} open at once, and a daemon wants {ENOUGH_FILES}: "
            f"`ulimit -n {ENOUGH_FILES}`, or LimitNOFILE= in its unit",
        )  # fmt: skip


def _time(connection: Connection, now: datetime) -> Check:
    """Whether this machine's time is behind what is on record: then nothing would close when it should."""
    newest = notices.newest_at(connection)
    if newest is not None and moment(newest) > now + timedelta(minutes=1):
        return Check(
            "time", "bad", f"this machine says {now:%Y-%m-%d %H:%M} UTC, and the newest act on record is of "
            f"{moment(newest):%Y-%m-%d %H:%M}: set its clock (`timedatectl` says whether it is kept right)",
        )  # fmt: skip
    return Check("time", "ok", f"{now:%Y-%m-%d %H:%M:%S} UTC, after everything on record")


def _modes(campaign: Campaign) -> Iterator[Check]:
    """Whether others of this machine can come at what is the campaign's own."""
    folder, store = campaign.config.folder, campaign.store.path
    found = list(private.exposed(folder))
    if len(found) > 1:
        said = ", ".join(str(one.relative_to(folder)) for one in found[1:4]) + (" …" if len(found) > 4 else "")
        yield Check(
            "files", "bad", f"others of this machine can read {said}: `chmod -R go= {folder}` shuts the campaign (a "
            "site that is to be served belongs elsewhere)",
        )  # fmt: skip
    elif found:
        yield Check("files", "note", f"others of this machine can look into {folder}: `chmod go= {folder}` shuts it")
    else:
        yield Check("files", "ok", "the campaign's folder is its owner's alone")
    if store is not None and not store.is_relative_to(folder) and private.open_to_others(store):
        yield Check("files", "bad", f"others of this machine can read {store}: `chmod go= {store}*` shuts it")


def _beacon(campaign: Campaign) -> Iterator[Check]:
    if campaign.config.beacon.value is None:
        return
    if find_spec("py_arkworks_bls12381") is None:
        yield Check("beacon", "note", f"who signed its rounds is not checked: {install('beacon')} does that")
    else:
        yield Check("beacon", "ok", "the signature of each round is checked")


def _store(store: Store) -> Iterator[Check]:
    if not store.is_sqlite:
        yield Check("store", "ok", store.engine.url.render_as_string(hide_password=True))
        return
    broken, orphans, mode = inspect(store)
    if broken:
        yield Check("store", "bad", f"the file is damaged: {broken}; `judge restore` brings a backup back")
    elif orphans:
        yield Check("store", "bad", f"{many(orphans, 'row')} point at rows that are gone")
    else:
        yield Check("store", "ok", f"{store.path}, {mode}")


def _game(connection: Connection, name: str, now: datetime) -> Check:
    what = f"game {name}"
    try:
        live = load_game(connection, name)
        if live.step is None:
            return Check(what, "ok", "forming")
        if digest(live.state) != live.step["state_hash"]:
            return Check(what, "bad", "its state is not the one that was stored: `judge verify` says more")
        window = live.window
        if (window.key if window else None) != live.row["window_key"]:
            return Check(what, "bad", f"{live.row['window_key']} is on record as open, the state says otherwise")
        if live.row["held"]:
            return Check(what, "note", f"held: {live.row['held']}")
        if window and live.row["deadline"] and moment(live.row["deadline"]) < now:
            return Check(what, "note", f"{window.title} is past its deadline")
        return Check(what, "ok", window.title if window else "over")
    except Exception as error:  # a broken game must not keep the others from being looked at
        return Check(what, "bad", f"it cannot be read: {type(error).__name__}: {error}")


def backup(campaign: Campaign, path: Path, now: datetime) -> dict[str, int]:
    """The campaign's folder and a snapshot of its store, as one file. Works while everything is running."""
    with tempfile.TemporaryDirectory() as scratch:
        snapshot = Path(scratch) / SNAPSHOT
        copy = open_store(f"sqlite:///{snapshot}", create=True)
        try:
            rows = copy_store(campaign.store, copy)
            write_back(copy)
        finally:
            copy.close()
        partial = path.with_name(path.name + ".partial")
        private.folder(partial.parent)
        private.shut(partial)
        with tarfile.open(partial, "w:gz") as archive:
            about = json.dumps({"judge": __version__, "campaign": campaign.config.name, "at": now.isoformat()})
            info = tarfile.TarInfo(ABOUT)
            info.size = len(about.encode())
            archive.addfile(info, io.BytesIO(about.encode()))
            archive.add(snapshot, SNAPSHOT)
            for file in sorted(campaign.config.folder.rglob("*")):
                inside = file.relative_to(campaign.config.folder)
                if file.is_file() and ".sqlite" not in file.name and file.resolve() != partial.resolve():
                    if not file.name.endswith((".partial", ".tar.gz")):
                        archive.add(file, f"campaign/{inside}")
        partial.replace(path)
    return rows
