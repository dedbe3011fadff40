"""Looking after a campaign: its faults, and a copy of all of it."""

from __future__ import annotations

import glob
import hashlib
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
from judge.campaign.figures import RECENT, figures
from judge.campaign.health import Check, health
from judge.campaign.jobs import trouble
from judge.campaign.live import load_game
from judge.package import install
from judge.report.saying import Saying
from judge.store import Connection, Store, games, jobs, notices, open_store, restored
from judge.store.base import inspect, moment, stamp, write_back
from judge.store.copy import copy_store

SNAPSHOT = "store.sqlite"
ABOUT = "backup.json"
ENOUGH_FILES = 256


def examine(
    campaign: Campaign, now: datetime, running: Mapping[str, float] | None = None, quick: bool = False
) -> Iterator[Check]:
    """Everything wrong that a game master should know before the players do.

    `running`: a running daemon's own account. `quick`: the figures alone, at the same cost however many games.
    """
    if quick:
        with campaign.store.read() as connection:
            yield from health(figures(connection, now), now, running)
        return
    yield Check("python", "ok", Saying("health/python", {"version": sys.version.split()[0]}))
    yield _kernel()
    yield _fonts()
    yield Check(
        "campaign", "ok", Saying("health/campaign", {"name": campaign.config.name, "folder": campaign.config.folder})
    )
    if not campaign.config.gm:
        yield Check("game master", "note", Saying("health/no-gm-address", {"file": FILE}))
    yield _disk(campaign.config.folder)
    yield from _open_files()
    yield from _modes(campaign)
    yield from _beacon(campaign)
    yield from _papers(campaign)
    yield from _store(campaign.store)
    with campaign.store.read() as connection:
        yield _time(connection, now)
        yield from health(figures(connection, now), now, running)
        letters, mails = restored.held_back(connection)
        if letters or mails:
            yield Check("backup", "note", Saying("health/restored-mails", {"letters": letters, "mails": mails}))
        if named := restored.unsettled(connection, [one.address for one in campaign.config.masters if one.address]):
            yield Check("backup", "note", Saying("health/named-since", {"addresses": list(named)}))
        yield from _jobs(connection, campaign, now)
        for name in games.names(connection):
            yield _game(connection, name, now)


def _kernel() -> Check:
    from judge.adjudicator.diplomacy.engine import compiled

    return Check("kernel", "ok" if compiled() else "note", Saying("health/kernel", {"compiled": compiled()}))


def _fonts() -> Check:
    from judge.report.pictures import fonts

    there = [path for path in fonts() if Path(path).is_file()]
    return Check("fonts", "ok" if there else "bad", Saying("health/fonts", {"files": len(there)}))


def _disk(folder: Path) -> Check:
    free = shutil.disk_usage(folder).free // 1_000_000
    return Check("disk", "ok" if free > 500 else "bad", Saying("health/disk", {"free": free}))


def _open_files() -> Iterator[Check]:
    """The number of files and connections one process may have open, where the system tells it."""
    if find_spec("resource") is None:
        return
    import resource

    most = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    if most == resource.RLIM_INFINITY or most >= ENOUGH_FILES:
        yield Check(
            "open files", "ok", Saying("health/open-files", {"unlimited": most == resource.RLIM_INFINITY, "most": most})
        )
    else:
        yield Check(
            "open files", "bad", Saying("health/open-files-few", {"most": most, "wanted": ENOUGH_FILES}),
        )  # fmt: skip


def _time(connection: Connection, now: datetime) -> Check:
    """Whether this machine's time is behind the newest entry on record: then nothing would close when it should."""
    newest = notices.newest_at(connection)
    if newest is not None and moment(newest) > now + timedelta(minutes=1):
        return Check(
            "time",
            "bad",
            Saying(
                "health/time-behind", {"now": f"{now:%Y-%m-%d %H:%M}", "newest": f"{moment(newest):%Y-%m-%d %H:%M}"}
            ),
        )
    return Check("time", "ok", Saying("health/time", {"now": f"{now:%Y-%m-%d %H:%M:%S}"}))


def _modes(campaign: Campaign) -> Iterator[Check]:
    """Whether other users of this machine can read the campaign's files."""
    folder, store = campaign.config.folder, campaign.store.path
    found = list(private.exposed(folder))
    if len(found) > 1:
        said = ", ".join(str(one.relative_to(folder)) for one in found[1:4]) + (" …" if len(found) > 4 else "")
        yield Check(
            "files", "bad", Saying("health/others-can-read", {"paths": said, "folder": folder}),
        )  # fmt: skip
    elif found:
        yield Check("files", "note", Saying("health/others-can-look-in", {"folder": folder}))
    else:
        yield Check("files", "ok", Saying("health/files-shut"))
    if store is not None and not store.is_relative_to(folder):
        # With what SQLite keeps beside it, and stores that were put aside.
        if any(map(private.open_to_others, store.parent.glob(f"{glob.escape(store.name)}*"))):
            yield Check("files", "bad", Saying("health/store-open", {"store": store}))


def _beacon(campaign: Campaign) -> Iterator[Check]:
    if campaign.config.beacon.value is None:
        return
    if find_spec("py_arkworks_bls12381") is None:
        yield Check("beacon", "note", Saying("health/beacon-unchecked", {"package": install("beacon")}))
    else:
        yield Check("beacon", "ok", Saying("health/beacon-checked"))


def _papers(campaign: Campaign) -> Iterator[Check]:
    """Whether the page of a paper can be made a picture for a chat, where a game has one."""
    if campaign.config.targets.value is None or find_spec("typst") is not None:
        return
    with campaign.store.read() as connection:
        told = [name for name in games.names(connection) if load_game(connection, name).settings.style == "gazette"]
    if told:
        yield Check("paper", "note", Saying("health/no-pages", {"games": told, "package": install("pdf")}))


def _jobs(connection: Connection, campaign: Campaign, now: datetime) -> Iterator[Check]:
    """The jobs after each step: those that will fail, those that wait, those that were given up."""
    for said in trouble(campaign.config):
        yield Check("jobs", "bad", said)
    waiting, later, given_up = jobs.counted(connection, stamp(now - RECENT))
    if waiting or later or given_up or campaign.config.on_close or campaign.config.backup:
        state = "bad" if given_up else "note" if later else "ok"
        yield Check("jobs", state, Saying("health/jobs", {"waiting": waiting, "later": later, "given_up": given_up}))


def _store(store: Store) -> Iterator[Check]:
    if not store.is_sqlite:
        yield Check(
            "store",
            "ok",
            Saying("health/store-server", {"address": store.engine.url.render_as_string(hide_password=True)}),
        )
        return
    broken, orphans, mode = inspect(store)
    if broken:
        yield Check("store", "bad", Saying("health/store-damaged", {"error": broken}))
    elif orphans:
        yield Check("store", "bad", Saying("health/store-orphans", {"rows": orphans}))
    else:
        yield Check("store", "ok", Saying("health/store", {"path": store.path, "mode": mode}))


def _game(connection: Connection, name: str, now: datetime) -> Check:
    what = f"game {name}"
    try:
        live = load_game(connection, name)
        if live.step is None:
            return Check(what, "ok", Saying("health/game-forming"))
        if digest(live.state) != live.step["state_hash"]:
            return Check(what, "bad", Saying("health/game-state-differs"))
        window = live.window
        if (window.key if window else None) != live.row["window_key"]:
            return Check(what, "bad", Saying("health/game-window-differs", {"window": live.row["window_key"]}))
        if live.row["held"]:
            return Check(what, "note", Saying("health/game-held", {"why": live.held}))
        if window and live.row["deadline"] and moment(live.row["deadline"]) < now:
            return Check(what, "note", Saying("health/game-past-deadline", {"window": window.title}))
        if window and live.scheme == 1:
            return Check(what, "note", Saying("health/game-of-the-first-scheme"))
        return Check(what, "ok", Saying("health/game", {"window": window.title if window else ""}))
    except Exception as error:  # a broken game must not keep the others from being looked at
        return Check(what, "bad", Saying("health/game-unreadable", {"what": type(error).__name__, "error": error}))


def file_hash(path: Path) -> str:
    """The hash of the store in a backup, which shows damage on the way."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


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
            about = json.dumps(
                {
                    "judge": __version__, "campaign": campaign.config.name, "at": now.isoformat(),
                    "sha256": file_hash(snapshot),
                }
            )  # fmt: skip
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
