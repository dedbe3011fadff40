"""Jobs outside the store after a step: `on_close:` and `backup:` of a campaign's file, read."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from judge.grammar.document import Complaint, Document, DocumentError
from judge.grammar.lexicon import nearest

KINDS: dict[str, tuple[str, ...]] = {
    "site": (),
    "post": ("picture",),
    "webhook": ("secret_file", "secret_env"),
    "command": (),
}
"""The jobs that can follow a step, and the keys that each may have."""
ALL = "all"


@dataclass(frozen=True, slots=True)
class Job:
    """One thing to do after each step. `what`: a folder, a target, an address, a command."""

    kind: str
    what: str
    more: Mapping[str, Any] = field(default_factory=dict)

    @property
    def said(self) -> str:
        """The job as it is kept, the same for the same job."""
        return json.dumps({self.kind: self.what, **self.more}, sort_keys=True)

    @classmethod
    def kept(cls, said: str) -> Job:
        """A job as it was kept."""
        value = json.loads(said)
        kind = next(one for one in (*KINDS, "backup") if one in value)
        return cls(kind, value.pop(kind), value)

    @property
    def name(self) -> str:
        """The game master's name for it: of an address or a command only the beginning."""
        shown = self.what.partition("?")[0] if self.kind == "webhook" else self.what
        return f"{self.kind} {shown.split()[0] if self.kind == 'command' else shown}".strip()


@dataclass(frozen=True, slots=True)
class Backups:
    """`each`: step or day; `keep`: how many of them; `into`: a folder."""

    each: str
    keep: int
    into: str


def read_on_close(document: Document, targets: Document) -> dict[str, tuple[Job, ...]]:
    """`on_close:` by game (`all`: every game); every mistake is named with its line."""
    value = document.value
    if value is None:
        return {}
    by_game = value if isinstance(value, dict) else {ALL: value}
    known = targets.value if isinstance(targets.value, dict) else {}
    complaints: list[Complaint] = []
    found: dict[str, tuple[Job, ...]] = {}
    for name, listed in by_game.items():
        jobs = []
        for place, one in enumerate(listed if isinstance(listed, list) else [listed]):
            path = ([name] if isinstance(value, dict) else []) + ([place] if isinstance(listed, list) else [])
            said = _wrong(one, known)
            if said:
                complaints.append(document.complaint(said, *path))
            else:
                kind = next(key for key in one if key in KINDS)
                jobs.append(Job(kind, str(one[kind]), {key: one[key] for key in one if key != kind}))
        found[str(name)] = tuple(jobs)
    if complaints:
        raise DocumentError(document.name, complaints)
    return found


def _wrong(one: Any, targets: Mapping[str, Any]) -> str:
    """The mistake in a job as it is written."""
    kinds = [key for key in one if key in KINDS] if isinstance(one, dict) else []
    if len(kinds) != 1 or not one[kinds[0]]:
        return f"what follows a step is one of {', '.join(f'{kind}: …' for kind in KINDS)}"
    (kind,) = kinds
    for key in one:
        if key != kind and key not in KINDS[kind]:
            return f'"{key}" means nothing beside {kind}; known are {", ".join(KINDS[kind]) or "none"}'
    if kind == "post" and str(one[kind]) not in targets:
        near = nearest(str(one[kind]), targets)
        hint = f'did you mean "{near}"?' if near else f"there are: {', '.join(sorted(targets)) or 'none'}"
        return f'campaign.yaml has no target "{one[kind]}": {hint}'
    if kind == "webhook" and len([key for key in one if key.startswith("secret_")]) != 1:
        return "a webhook is signed: it needs `secret_file` or `secret_env`"
    return ""


def read_backup(document: Document) -> Backups | None:
    """`backup: {each: step, keep: 20, into: backups}`."""
    value = document.value
    if value is None:
        return None
    if not isinstance(value, dict) or set(value) - {"each", "keep", "into"}:
        raise document.error("a backup has each, keep and into: {each: step, keep: 20, into: backups}")
    each, keep = value.get("each", "step"), value.get("keep", 20)
    if each not in ("step", "day"):
        raise document.error(f"a backup is made each step or day, not {each}", "each")
    if not isinstance(keep, int) or isinstance(keep, bool) or keep < 1:
        raise document.error("keep is how many backups are kept: a whole number from 1 on", "keep")
    return Backups(str(each), keep, str(value.get("into", "backups")))


def jobs_after(on_close: Mapping[str, tuple[Job, ...]], backups: Backups | None, name: str) -> list[Job]:
    """The jobs after a step of a game, each once."""
    found = {job.said: job for job in (*on_close.get(ALL, ()), *on_close.get(name, ()))}
    if backups is not None and backups.each == "step":
        found["backup"] = Job("backup", backups.into)
    return list(found.values())


def is_asked_for(on_close: Mapping[str, tuple[Job, ...]], backups: Backups | None, name: str, job: Job) -> bool:
    """Whether campaign.yaml asks for a job as it was kept: a store that came from elsewhere may hold any. `name`: the
    game whose step it follows; "": none."""
    if name:
        return any(one.said == job.said for one in jobs_after(on_close, backups, name))
    every = [one for listed in on_close.values() for one in listed]
    every += [Job("backup", backups.into)] if backups is not None else []
    return any(one.said == job.said for one in every)


__all__ = ["ALL", "Backups", "Job", "is_asked_for", "jobs_after", "read_backup", "read_on_close"]
