"""What is to follow a step, into its queue: in the same transaction as the step, and done long after it."""

from __future__ import annotations

import hashlib
from collections.abc import Collection

from judge.campaign.act import Act
from judge.campaign.following import Job, jobs_after
from judge.campaign.live import Live
from judge.store import jobs
from judge.store.base import stamp


def put_jobs(act: Act, live: Live, kinds: Collection[str] = (), mark: str = "") -> None:
    """The jobs after the step that the game is at. `kinds`: of these alone; `mark`: what tells it from before."""
    for job in jobs_after(act.config.on_close, act.config.backup, live.name):
        if not kinds or job.kind in kinds:
            where = f"{live.name}/{live.row['branch']}/{live.head}/{mark}"
            _put(act, job, where, {"game_id": live.id, "step": live.head, "branch": int(live.row["branch"])})


def put_pages(act: Act, mark: str) -> None:
    """Write all pages again, though nothing was played: a name has changed. `mark`: what this is."""
    folders = {job.said: job for listed in act.config.on_close.values() for job in listed if job.kind == "site"}
    for job in folders.values():
        _put(act, job, mark, {"game_id": None, "step": 0, "branch": 0})


def put_daily(act: Act) -> None:
    """The day's backup, where one is made each day."""
    backups = act.config.backup
    if backups is not None and backups.each == "day":
        job = Job("backup", backups.into)
        _put(act, job, f"{act.now:%Y-%m-%d}", {"game_id": None, "step": int(f"{act.now:%Y%m%d}"), "branch": 0})


def _put(act: Act, job: Job, where: str, values: dict[str, int | None]) -> None:
    known_by = hashlib.sha256(f"{act.config.name}/{where}/{job.said}".encode()).hexdigest()
    jobs.put(act.connection, {"name": known_by, "said": job.said, "due_at": stamp(act.now), **values})


__all__ = ["put_daily", "put_jobs", "put_pages"]
