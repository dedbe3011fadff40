"""A game's record as a chain of hashes: each step's hash holds the one before it, so that no old step can be changed.

Every report carries the hash of the step it tells of, and for its reader the hash of all that their seat alone was
told. So reports in a mailbox show whether anybody altered history afterwards.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from judge.adjudicator.dice import sha256

PUBLIC = ("made", "number", "kind", "window", "title", "made_at", "reason")
"""The parts of a step that are hashed as they are. Orders count by their hashes, events and draws as far as everybody
was told."""

REEL = ("open_commitment", "sealed_commitment", "length", "chains")
"""The parts of a reel that are hashed."""


def words_told(words: Mapping[str, str]) -> list[dict[str, str]]:
    """The words that players mixed in, as a record lists them."""
    return [{"seat": seat, "word": word} for seat, word in sorted(words.items())]


def promised(words: Sequence[Mapping[str, str]], beacon: object, reels: Sequence[Mapping[str, Any]]) -> list[Any]:
    """The source of the dice, as everybody was told it: the words, the beacon, each reel so far.

    From the fourth scheme on the moment follows until which letters count for the window that the step opens.
    """
    return [words, beacon, [[one[key] for key in REEL] for one in reels]]


def act_hash(act: Mapping[str, Any]) -> str:
    """The hash of an act that everybody was told when it was done, by which they find it in the record."""
    text = json.dumps(act, sort_keys=True, ensure_ascii=True, separators=(",", ":"))
    return sha256(text.encode()).hex()[:32]


def closing_hash(record: str, acts: Sequence[Mapping[str, Any]]) -> str:
    """The hash that the last report of a game tells: of its last step, and of the acts since, which no step holds."""
    text = json.dumps(acts, sort_keys=True, ensure_ascii=True, separators=(",", ":"))
    return sha256(record.encode(), text.encode()).hex()[:32]


def link_in(before: str, step: Mapping[str, Any], promises: Sequence[Any] | None = None) -> str:
    """The hash of a step of an export, after the step it was made from (empty for the first).

    `promises`: what was promised by then; the hash holds it from the third scheme on, and the acts before the step.
    """
    said = {key: step.get(key) for key in PUBLIC}
    said["orders"] = {seat: one["hash"] for seat, one in step["orders"].items()}
    said["events"] = [event for event in step["events"] if event.get("told") is None]
    said["draws"] = [one for one in step["draws"] if not one["sealed"]]
    said["dice"] = {key: value for key, value in (step.get("dice") or {}).items() if key != "sealed"}
    if promises is not None:
        said |= {"acts": step["acts"], "promised": promises}
    text = json.dumps(said, sort_keys=True, ensure_ascii=True, separators=(",", ":"))
    return sha256(before.encode(), text.encode()).hex()[:32]


def told_in(before: str, seat: str, step: Mapping[str, Any]) -> str:
    """The hash of all that a seat alone was told, with what it was told in one more step."""
    told = [event for event in step["events"] if event.get("told") is not None and seat in event["told"]]
    text = json.dumps([step["number"], told], sort_keys=True, ensure_ascii=True, separators=(",", ":"))
    return sha256(before.encode(), seat.encode(), text.encode()).hex()[:32]
