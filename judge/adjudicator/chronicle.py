"""A game's record as a chain of hashes: each step's hash holds the one before it, so that no old step can be changed.

Every report carries the hash of the step it tells of, and for its reader the hash of all they were told before. Two
reports in one mailbox are enough to show that history was altered.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from judge.adjudicator.dice import sha256

PUBLIC = ("made", "number", "kind", "window", "title", "made_at", "reason")
"""What of a step is hashed as it stands; orders by their hashes, events and draws as far as everybody was told."""


def link_in(before: str, step: Mapping[str, Any]) -> str:
    """The hash of a step of an export, after the step it was made from (empty for the first)."""
    said = {key: step[key] for key in PUBLIC}
    said["orders"] = {seat: one["hash"] for seat, one in step["orders"].items()}
    said["events"] = [event for event in step["events"] if event.get("told") is None]
    said["draws"] = [one for one in step["draws"] if not one["sealed"]]
    said["dice"] = {key: value for key, value in (step.get("dice") or {}).items() if key != "sealed"}
    text = json.dumps(said, sort_keys=True, ensure_ascii=True, separators=(",", ":"))
    return sha256(before.encode(), text.encode()).hex()[:32]


SMALL_PRINT = "Record "
"""How the line begins that carries the hashes: it is no part of what it hashes."""


def told_after(before: str, text: str) -> str:
    """The hash of all a reader was told, with one more report: its lines, spaces and empty lines left out."""
    lines = [" ".join(line.split()) for line in text.splitlines()]
    kept = [line for line in lines if line and not line.startswith(SMALL_PRINT)]
    return sha256(before.encode(), "\n".join(kept).encode()).hex()[:32]
