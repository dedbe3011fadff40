"""Puts the jobs after a step into their queue: in the same transaction as the step; they are done later."""

from __future__ import annotations

import hashlib
import shlex
import shutil
from collections.abc import Collection

from judge.campaign.act import Act
from judge.campaign.config import Config
from judge.campaign.following import Job, jobs_after
from judge.campaign.live import Live
from judge.forum.targets import read_targets, secret_of
from judge.report.saying import Saying
from judge.store import jobs
from judge.store.base import stamp


def put_jobs(act: Act, live: Live, kinds: Collection[str] = (), mark: str = "") -> None:
    """The jobs after the step that the game is at. `kinds`: of these alone; `mark`: what tells it from before."""
    for job in jobs_after(act.config.on_close, act.config.backup, live.name):
        if not kinds or job.kind in kinds:
            jobs.hurry(act.connection, live.id, job.said, stamp(act.now))
            where = f"{live.name}/{live.row['branch']}/{live.head}/{mark}"
            _put(act, job, where, {"game_id": live.id, "step": live.head, "branch": int(live.row["branch"])})


def put_pages(act: Act, mark: str) -> None:
    """Write all pages again, though nothing was played: a name has changed. `mark`: what this is."""
    folders = {job.said: job for listed in act.config.on_close.values() for job in listed if job.kind == "site"}
    for job in folders.values():
        _put(act, job, mark, {"game_id": None, "step": 0, "branch": 0})


def trouble(config: Config) -> list[Saying]:
    """Faults in the settings of jobs, found before one is tried."""
    found = []
    for job in {one.said: one for listed in config.on_close.values() for one in listed}.values():
        try:
            if job.kind == "webhook":
                secret_of(job.more, config.folder)
            elif job.kind == "post":
                read_targets(config.targets, config.folder)
            elif job.kind == "command":
                first = shlex.split(job.what)[0]
                if shutil.which(config.folder / first if "/" in first else first) is None:
                    found.append(Saying("health/job-no-program", {"job": job.name, "program": first}))
        except (ValueError, OSError) as error:
            found.append(Saying("health/job-cannot-go", {"job": job.name, "why": error}))
    return found


def put_daily(act: Act) -> None:
    """The day's backup, where one is made each day."""
    backups = act.config.backup
    if backups is not None and backups.each == "day":
        job = Job("backup", backups.into)
        _put(act, job, f"{act.now:%Y-%m-%d}", {"game_id": None, "step": int(f"{act.now:%Y%m%d}"), "branch": 0})


def _put(act: Act, job: Job, where: str, values: dict[str, int | None]) -> None:
    known_by = hashlib.sha256(f"{act.config.name}/{where}/{job.said}".encode()).hexdigest()
    jobs.put(act.connection, {"name": known_by, "said": job.said, "due_at": stamp(act.now), **values})


__all__ = ["put_daily", "put_jobs", "put_pages", "trouble"]
