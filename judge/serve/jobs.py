"""The jobs after a step: pages written, reports posted, addresses called, commands run, backups made.

In a loop of its own, so that no turn waits for it. Each job is claimed, done outside of any transaction, and noted as
done; one that fails is tried again, later and later. A job done twice leaves what it left the first time.
"""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import json
import logging
import os
import re
import shlex
import subprocess
from datetime import timedelta
from pathlib import Path
from typing import Any

from judge import forum, private, report
from judge.campaign import archive, reports
from judge.campaign.campaign import Campaign
from judge.campaign.following import ALL, Job, is_asked_for
from judge.campaign.languages import language_of
from judge.campaign.live import NoGame, NotNow, called_before, load_game, step_at
from judge.campaign.telling import tell_gm
from judge.campaign.upkeep import backup
from judge.forum.targets import NoSecret, read_targets, secret_of
from judge.forum.wire import Request, call
from judge.grammar.document import DocumentError
from judge.mail.send import wait_before
from judge.report.languages import worded_in
from judge.report.saying import Saying, Unable
from judge.report.site import write_club, write_site
from judge.serve.shift import Shift
from judge.store import jobs
from judge.store.games import names_begun

log = logging.getLogger("judge")

LEASE = timedelta(minutes=20)
SECONDS = 600.0
LOOK = 0.2


class Failed(Unable):
    """A job that cannot be done."""


class LeftOff(Exception):
    """The process ends: somebody else does it."""


class Jobs:
    """The jobs that one process does."""

    def __init__(self, shift: Shift) -> None:
        self.campaign, self.now, self.stopping = shift.campaign, shift.now, shift.stopping
        self.owner = shift.together.owner

    def do_waiting(self) -> int:
        """Everything due; how many were done."""
        count = 0
        with self.campaign.store.read() as connection:
            if not jobs.is_due(connection, self.now()):
                return 0
        while not self.stopping.is_set():
            with self.campaign.store.begin() as connection:
                claimed = jobs.claim(connection, self.owner, self.now(), LEASE)
            if claimed is None:
                break
            count += self._do(claimed)
        return count

    def _do(self, claimed: jobs.Claimed) -> bool:
        job = Job.kept(claimed.said)
        try:
            self._carry_out(job, claimed)
        except LeftOff:
            with self.campaign.store.begin() as connection:
                jobs.free(connection, claimed.name)
            return False
        except Exception as error:
            # A failure out there must end neither the loop nor the others' jobs.
            said = str(error) if isinstance(error, KNOWN) else type(error).__name__
            self._failed(job, claimed, said)
            return False
        with self.campaign.store.begin() as connection:
            jobs.done(connection, claimed.name, self.now())
        log.info("%s: %s, after step %d", claimed.game, job.name, claimed.step)
        return True

    def _failed(self, job: Job, claimed: jobs.Claimed, said: str) -> None:
        wait = wait_before(claimed.tries)
        log.warning("%s: %s failed (try %d): %s", claimed.game, job.name, claimed.tries, said)
        with self.campaign.act(self.now(), "jobs") as act:
            jobs.failed(act.connection, claimed.name, said, self.now() + wait if wait else None)
            if wait is None:
                tell_gm(
                    act,
                    None,
                    f"job/{claimed.name}",
                    Saying(
                        "mails/job-not-done",
                        {
                            "game": claimed.game,
                            "job": job.name,
                            "step": claimed.step,
                            "tries": claimed.tries,
                            "why": said,
                        },
                    ),
                )

    def _carry_out(self, job: Job, claimed: jobs.Claimed) -> None:
        config = self.campaign.config
        if not is_asked_for(config.on_close, config.backup, claimed.game or "", job):
            raise Failed("job-not-asked-for")
        match job.kind:
            case "site":
                self._write_site(job)
            case "post":
                self._post(job, claimed)
            case "webhook":
                self._call(job, claimed)
            case "command":
                self._run(job, claimed)
            case "backup":
                self._back_up(job, claimed)

    def _write_site(self, job: Job) -> None:
        """Write all games whose pages belong into this folder, with one index; if every game's do, the club's as
        well."""
        config = self.campaign.config
        with self.campaign.look() as look:
            names = [name for name in names_begun(look.connection) if is_for(self.campaign, name, job)]
            records = [archive.record_of(look, name) for name in names]
            club = archive.club_of(look) if is_for(self.campaign, ALL, job) else None
            called = called_before(look.connection)
        with worded_in(language_of({}, None, config)):
            if club is not None:
                about = (config.title, config.name)
                write_club(config.folder / job.what, about, club, config.base_url, config.own_templates)
            out = config.folder / job.what
            write_site(records, out, config.title, config.base_url, config.own_templates, called=called)

    def _post(self, job: Job, claimed: jobs.Claimed) -> None:
        config = self.campaign.config
        target = read_targets(config.targets, config.folder).get(job.what)
        if target is None:
            raise Failed("no-target-any-more", target=job.what)
        with_map = bool(job.more.get("picture", True))
        archive.post_report(self.campaign, target, claimed.game, claimed.step, False, with_map)

    def _call(self, job: Job, claimed: jobs.Claimed) -> None:
        """POST the public facts of the step, signed, with a name by which a repeat is known."""
        secret = secret_of(job.more, self.campaign.config.folder)
        body = json.dumps(self._told(claimed), ensure_ascii=False, sort_keys=True).encode()
        seal = hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()
        headers = {"Judge-Signature": f"sha256={seal}", "Judge-Delivery": claimed.name}
        call(Request("POST", job.what, {}, headers, body))

    def _told(self, claimed: jobs.Claimed) -> dict[str, Any]:
        with self.campaign.look() as look:
            live = load_game(look.connection, claimed.game)
            step = step_at(look.connection, live.id, claimed.step)
            if step is None:
                raise Failed("step-taken-back")
            with worded_in(live.settings.language):
                made = report.render(reports.report_of(look, live, claimed.step, None), "markdown")
            over, window = live.row["status"] == "over", live.window
            return {
                "campaign": look.config.name,
                "game": live.name,
                "rules": live.game.key,
                "step": claimed.step,
                "branch": claimed.branch,
                "kind": step["kind"],
                "window": step["window_key"],
                "title": step["window_title"],
                "made_at": step["made_at"],
                "status": live.row["status"],
                "outcome": json.loads(live.row["outcome"]) if over and live.row["outcome"] else None,
                "next": {"window": window.key, "title": window.title, "deadline": live.row["deadline"]}
                if window is not None
                else None,
                "report": made,
            }

    def _run(self, job: Job, claimed: jobs.Claimed) -> None:
        """A command in the campaign's folder, without a shell; its environment says what it is about."""
        folder = self.campaign.config.folder
        about = {"JUDGE_CAMPAIGN": str(folder), "JUDGE_GAME": claimed.game, "JUDGE_STEP": str(claimed.step)}
        try:
            process = subprocess.Popen(
                shlex.split(job.what), cwd=folder, env={**os.environ, **about},
                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
            )  # fmt: skip
        except (OSError, ValueError) as error:
            raise Failed("not-to-be-begun", error=getattr(error, "strerror", None) or error) from None
        waited = 0.0
        while True:
            with contextlib.suppress(subprocess.TimeoutExpired):
                status = process.wait(LOOK)
                break
            waited += LOOK
            if self.stopping.is_set() or waited > SECONDS:
                process.kill()
                process.wait()
                if self.stopping.is_set():
                    raise LeftOff
                raise Failed("ended-after", seconds=f"{SECONDS:.0f}")
        if status:
            raise Failed("ended-with-status", status=status)

    def _back_up(self, job: Job, claimed: jobs.Claimed) -> None:
        """One file a step, or a day; of those that were made so the newest are kept."""
        config = self.campaign.config
        folder = config.folder / job.what
        which = f"{claimed.game}-{claimed.step:04d}-{claimed.branch}" if claimed.game else f"day-{claimed.step}"
        path = folder / f"{config.name}-{which}.tar.gz"
        if not path.exists():
            backup(self.campaign, private.folder(folder) / path.name, self.now())
        keep = config.backup.keep if config.backup is not None else 1
        for old in made_so(folder, config.name)[:-keep]:
            old.unlink(missing_ok=True)


KNOWN = (Failed, forum.Refused, forum.Unreached, NotNow, NoGame, NoSecret, DocumentError, OSError)
"""Failures that say in a sentence what is wrong."""


def is_for(campaign: Campaign, name: str, job: Job) -> bool:
    """Whether this is done after the steps of this game."""
    on_close = campaign.config.on_close
    return any((one.kind, one.what) == (job.kind, job.what) for key in ("all", name) for one in on_close.get(key, ()))


def made_so(folder: Path, name: str) -> list[Path]:
    """The backups in a folder that were made after steps or days of this campaign, the oldest first."""
    own = re.compile(rf"{re.escape(name)}-(day-\d{{8}}|[a-z0-9-]+-\d{{4,}}-\d+)\.tar\.gz")
    found = [path for path in folder.glob("*.tar.gz") if own.fullmatch(path.name)]
    return sorted(found, key=lambda path: (path.stat().st_mtime_ns, path.name))


__all__ = ["Jobs"]
